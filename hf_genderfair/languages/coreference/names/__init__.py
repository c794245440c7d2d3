"""Names of persons: where they begin and end, and which of them, and of the nouns, are of one person."""
