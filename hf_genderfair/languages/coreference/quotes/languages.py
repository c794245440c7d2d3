"""The languages whose quotes are found: the record of each."""

from __future__ import annotations

from hf_genderfair.languages.coreference.quotes import english
from hf_genderfair.languages.coreference.quotes.german import reports as german
from hf_genderfair.languages.coreference.quotes.rules import QuoteRules

QUOTE_RULES: dict[str, QuoteRules] = {"de": german.RULES, "en": english.RULES}
"""Rules by language code."""


def quote_rules(lang: str) -> QuoteRules:
    """Return how quotes are found."""
    return QUOTE_RULES[lang]
