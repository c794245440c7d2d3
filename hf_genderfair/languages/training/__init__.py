"""How the embedded pipelines are made: treebanks, a teacher, texts it annotates, and the compact student."""
