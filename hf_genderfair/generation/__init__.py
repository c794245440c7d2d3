"""Language models behind one protocol: conversations in, texts out; with a cache, checked answers and their cost."""
