"""The languages in which person references are found: the record of each."""

from __future__ import annotations

from hf_genderfair.representation.references import english, german, polish, romance
from hf_genderfair.representation.references.rules import ReferenceRules

REFERENCE_RULES: dict[str, ReferenceRules] = {
    "ca": romance.RULES,
    "de": german.RULES,
    "en": english.RULES,
    "es": romance.RULES,
    "pl": polish.RULES,
}
"""Rules by language code; which languages are offered follows from here."""
