"""English words for persons and pronouns of the third person, as they are read in running text."""
