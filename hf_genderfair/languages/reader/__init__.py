"""The reader: one network for all languages that says of the words of a text who is meant and what agrees."""
