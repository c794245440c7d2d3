"""The record by which a language tells where the names of persons begin and end, and which names are of none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hf_genderfair.languages.coreference.mention_words import NamingRules
from hf_genderfair.languages.coreference.names.context import ContextRules
from hf_genderfair.languages.coreference.names.parts import Group, NameSpan
from hf_genderfair.languages.coreference.names.titles import TokenRange
from hf_genderfair.languages.coreference.names.words import NameWords
from hf_genderfair.languages.document import Document

Name = Sequence[TokenRange]
"""The words of what may be a name, as pairs of token indices."""


def never(*_: object) -> bool:
    """Find nothing, as in languages without such names."""
    return False


def _as_found(document: Document, language: NamingRules, names: list[NameSpan]) -> list[NameSpan]:
    return names


@dataclass(frozen=True)
class NameRules:
    """How the names of persons in a language are told from other words with capitals.

    Functions of a name take the words of the text, and those of the name as pairs of token indices.

    Attributes:
        context: What the words around a name of unknown type tell.
        groups: Divides a run of words that may be names into such runs, and these by their entities.
        may_be_person: Whether several words, which a pipeline takes for a person, may be one.
        is_surname: Whether a single noun for persons is a surname by itself: *Baker*, *Schneider*.
        ends_with_noun: Whether the last word of a name is a noun that it owns: *Heidi Webers Auto*.
        weight_of_person: Weight of the entity type ``PER`` for a single unknown word; not sufficient alone.
        is_behind_given: Whether a token, though tagged as a noun, is a surname by the first name before it.
        is_seat: Whether a noun names the families that come from such a place: *Otto von der Heide*.
        family_endings: Ends of surnames by which plurals are names of families, whatever a pipeline takes them for.
        completed: Returns names with those that only their form in the whole text shows.

    Example:
        >>> from hf_genderfair.languages.coreference.languages import actor_rules
        >>> actor_rules("de").names.is_seat("Heide"), actor_rules("en").names.is_seat("Heide")
        (True, False)
    """

    context: ContextRules
    groups: Callable[[NameWords, Name], list[list[Group]]]
    may_be_person: Callable[[NameWords, Sequence[str]], bool]
    is_surname: Callable[[NameWords, TokenRange], bool]
    ends_with_noun: Callable[[NameWords, Name], bool]
    weight_of_person: float
    is_behind_given: Callable[[Document, int], bool] = never
    is_seat: Callable[[str], bool] = never
    family_endings: tuple[str, ...] = ()
    completed: Callable[[Document, NamingRules, list[NameSpan]], list[NameSpan]] = _as_found
