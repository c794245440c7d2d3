"""How the pipelines in the package are made: treebanks, a teacher, texts it annotates, and the compact student."""
