"""The languages in which roles are told: the record of each."""

from __future__ import annotations

from hf_genderfair.languages.coreference.role_rules import english, german
from hf_genderfair.languages.coreference.role_rules.rules import RoleRules

ROLE_RULES: dict[str, RoleRules] = {"de": german.RULES, "en": english.RULES}
"""Rules by language code."""


def role_rules(lang: str) -> RoleRules:
    """Return how roles are told."""
    return ROLE_RULES[lang]
