"""German words for persons: their forms, the noun phrases around them, the pronouns that take them up."""
