"""Sentences, parts of speech, morphology, syntax and person names of a text, from an embedded or a user's pipeline."""
