"""Gender-fair German: role nouns, the noun phrases around them, and their pronouns."""
