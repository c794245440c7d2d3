"""Versioned word lists as data files, each with source, licence and date, and the one loader."""

from hf_genderfair.lexicons.loader import Lexicon, load_lexicon

__all__ = ["Lexicon", "load_lexicon"]
