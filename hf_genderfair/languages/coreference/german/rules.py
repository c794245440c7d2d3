"""The actors of German texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hf_genderfair.languages.coreference.german.descriptions import DESCRIPTIONS
from hf_genderfair.languages.coreference.german.generic_masculine import generic_masculines
from hf_genderfair.languages.coreference.german.mentions import WORDS
from hf_genderfair.languages.coreference.german.names import NAMES
from hf_genderfair.languages.coreference.german.opening_pronouns import pronouns_before_name
from hf_genderfair.languages.coreference.german.rivals import join_rivals
from hf_genderfair.languages.coreference.german.same_person import aged_article, said_together, told_of
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.pronouns.german import resolve, resolve_quoted
from hf_genderfair.languages.coreference.roles import apposed_to
from hf_genderfair.languages.coreference.rules import ActorRules
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass


def _apposed_to(document: Document, name: int, mentions: Sequence[Mention], at_token: Mapping[int, int]) -> int | None:
    """Return the noun to which a name is apposed, unless it is the genitive of an owner: *der Sprecher Bodes*."""
    about = apposed_to(document, name)
    return None if about == name - 1 and WORDS.belongs(document, name) else about


def _join_by_pronouns(document: Document, mentions: Sequence[Mention]) -> None:
    pronouns_before_name(document, mentions)
    join_rivals(document, mentions)


RULES = ActorRules(
    words=WORDS,
    names=NAMES,
    descriptions=DESCRIPTIONS,
    said_together=said_together,
    apposed_to=_apposed_to,
    definite=WordClass("closed_classes_de", "definite"),
    article=aged_article,
    resolve=resolve,
    resolve_quoted=resolve_quoted,
    generic_masculine=generic_masculines,
    join_opening=_join_by_pronouns,
    told_of=told_of,
)
"""How German tells actors."""
