"""The languages in which actors are found: the record of each."""

from __future__ import annotations

from hf_genderfair.languages.coreference.english import rules as english
from hf_genderfair.languages.coreference.german import rules as german
from hf_genderfair.languages.coreference.rules import ActorRules

ACTOR_RULES: dict[str, ActorRules] = {"de": german.RULES, "en": english.RULES}
"""Rules by language code; which languages are offered follows from here."""

LANGUAGES = tuple(ACTOR_RULES)


def actor_rules(lang: str) -> ActorRules:
    """Return how actors are found."""
    return ACTOR_RULES[lang]
