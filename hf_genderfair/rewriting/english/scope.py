"""Which English pronouns stay as they are, and why."""

from __future__ import annotations

from hf_genderfair.languages.analysis import Analysis
from hf_genderfair.rewriting.english.pronouns import Pronoun


def refusal(text: str, analysis: Analysis, sentence: int, pronoun: Pronoun, scope: str) -> str:
    """Return the reason to leave a pronoun alone; empty where it is rewritten."""
    return ""
