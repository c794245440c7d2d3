"""The actors of English texts."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.coreference.english.generic import generic_masculines
from hf_genderfair.languages.coreference.english.mentions import WORDS
from hf_genderfair.languages.coreference.english.names import NAMES
from hf_genderfair.languages.coreference.mention import Mention, mentions_by_actor
from hf_genderfair.languages.coreference.pronouns.english import FIRST_PERSON, resolve
from hf_genderfair.languages.coreference.roles import bearer_of
from hf_genderfair.languages.coreference.rules import ActorRules
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass

INTRODUCING = WordClass("closed_classes_en", "introducing")
"""Subjects of sentences that introduce somebody: *This is my sister*."""


def without_predicates(document: Document, mentions: Sequence[Mention]) -> list[Mention]:
    """Leave out nouns that only say what somebody is of whom there is no mention: *The winner was a mare*."""
    own = mentions_by_actor(mentions)
    empty = {actor for actor, found in own.items() if all(_is_only_predicate(document, mention) for mention in found)}
    return [mention for mention in mentions if mention.actor not in empty]


def _is_only_predicate(document: Document, mention: Mention) -> bool:
    if mention.kind != "noun" or mention.plural or mention.role != "predicate":
        return False
    about = bearer_of(document, mention.head)
    return about is not None and document.tokens[about].text.lower() not in INTRODUCING


RULES = ActorRules(
    words=WORDS,
    names=NAMES,
    definite=WordClass("closed_classes_en", "definite"),
    means_another=WordClass("closed_classes_en", "somebody_else").__contains__,
    resolve=resolve,
    first_person=FIRST_PERSON,
    generic_masculine=generic_masculines,
    of_persons=without_predicates,
)
"""How English tells actors."""
