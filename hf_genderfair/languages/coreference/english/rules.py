"""The actors of English texts."""

from __future__ import annotations

from hf_genderfair.languages.coreference.english.descriptions import DESCRIPTIONS, SECOND_IN_RANK
from hf_genderfair.languages.coreference.english.generic import determiner, generic_masculines
from hf_genderfair.languages.coreference.english.mentions import WORDS
from hf_genderfair.languages.coreference.english.names import NAMES
from hf_genderfair.languages.coreference.english.same_person import (
    INTRODUCED_LATER,
    above_name,
    introduced,
    is_owned,
    join_opening_pronouns,
    nicknames,
    same_person,
    without_predicates,
)
from hf_genderfair.languages.coreference.mention import Mention, token_range
from hf_genderfair.languages.coreference.pronouns.english import resolve, resolve_quoted
from hf_genderfair.languages.coreference.rules import ActorRules
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass


def _article(document: Document, mention: Mention) -> str:
    return determiner(document, token_range(document, mention)[0])


RULES = ActorRules(
    words=WORDS,
    names=NAMES,
    descriptions=DESCRIPTIONS,
    said_together=same_person,
    definite=WordClass("closed_classes_en", "definite"),
    article=_article,
    resolve=resolve,
    resolve_quoted=resolve_quoted,
    generic_masculine=generic_masculines,
    join_opening=join_opening_pronouns,
    other_names=nicknames,
    introduced=introduced,
    apposed_to=above_name,
    is_owned=is_owned,
    second_in_rank=SECOND_IN_RANK,
    introduced_later=INTRODUCED_LATER,
    predicates_introduce=True,
    capitals_define=True,
    of_persons=without_predicates,
)
"""How English tells actors."""
