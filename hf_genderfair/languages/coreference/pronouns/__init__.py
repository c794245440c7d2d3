"""Resolution of pronouns by agreement, syntax and recency, with a module for each language."""
