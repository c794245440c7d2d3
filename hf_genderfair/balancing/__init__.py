"""Urchs 2025: texts that treat women and men unlike, and a corpus in which both are equally present."""
