"""Makes the reader: one multilingual encoder with a head for each question about persons in a text."""
