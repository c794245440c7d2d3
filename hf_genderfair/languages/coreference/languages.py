"""The languages in which actors are found: the record of each."""

from __future__ import annotations

from hf_genderfair.languages.coreference import english_mentions, english_roles, german_mentions, german_roles
from hf_genderfair.languages.coreference.quotes import english as english_quotes
from hf_genderfair.languages.coreference.quotes import german as german_quotes
from hf_genderfair.languages.coreference.rules import ActorRules
from hf_genderfair.lexicons.word_class import WordClass

ACTOR_RULES: dict[str, ActorRules] = {
    "de": ActorRules(
        words=german_mentions.WORDS,
        definite=WordClass("closed_classes_de", "definite"),
        means_another=german_mentions.means_another,
        first_person=WordClass("closed_classes_de", "first_person"),
        generic_masculine=german_mentions.generic_masculines,
        roles=german_roles.ROLES,
        quotes=german_quotes.RULES,
        pronouns=german_mentions.pronouns,
        least_of_pronoun=0.8,
        agrees_by_grammar=german_mentions.agrees_by_grammar,
    ),
    "en": ActorRules(
        words=english_mentions.WORDS,
        definite=WordClass("closed_classes_en", "definite"),
        means_another=WordClass("closed_classes_en", "somebody_else").__contains__,
        first_person=english_mentions.FIRST_PERSON,
        generic_masculine=english_mentions.generic_masculines,
        roles=english_roles.ROLES,
        quotes=english_quotes.RULES,
        pronouns=english_mentions.pronouns,
        introducing=WordClass("closed_classes_en", "introducing"),
    ),
}
"""Rules by language code; which languages are offered follows from here."""

LANGUAGES = tuple(ACTOR_RULES)


def actor_rules(lang: str) -> ActorRules:
    """Return how actors are found."""
    return ACTOR_RULES[lang]
