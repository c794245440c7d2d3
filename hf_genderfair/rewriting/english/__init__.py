"""Gender-fair English: singular *they* with its verbs, and neutral words for offices."""
