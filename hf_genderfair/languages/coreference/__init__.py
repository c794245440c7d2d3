"""Who is mentioned in a text, which mentions are of the same person, and who speaks: names, nouns, pronouns, quotes."""
