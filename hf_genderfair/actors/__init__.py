"""Actors of texts: who is mentioned, acts and is quoted, and how they are described (Urchs 2025)."""
