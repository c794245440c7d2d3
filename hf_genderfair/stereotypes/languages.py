"""The languages whose stereotypes are found: the record of each."""

from __future__ import annotations

from hf_genderfair.stereotypes import english, german, spanish
from hf_genderfair.stereotypes.rules import StereotypeRules

STEREOTYPE_RULES: dict[str, StereotypeRules] = {"de": german.RULES, "en": english.RULES, "es": spanish.RULES}
"""Rules by language code; which languages are offered follows from here."""

LANGUAGES = tuple(STEREOTYPE_RULES)
