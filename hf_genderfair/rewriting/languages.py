"""The languages that are rewritten: the record of each."""

from __future__ import annotations

from hf_genderfair.rewriting.english import rules as english
from hf_genderfair.rewriting.german import rules as german
from hf_genderfair.rewriting.rules import RewritingRules

REWRITING_RULES: dict[str, RewritingRules] = {"de": german.RULES, "en": english.RULES}
"""Rules by language code; which languages are offered follows from here."""

LANGUAGES = tuple(REWRITING_RULES)
