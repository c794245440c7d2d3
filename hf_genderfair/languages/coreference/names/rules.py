"""The record by which a language tells where the names of persons begin and end, and which names are of none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

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


def _no_evidence(words: NameWords, name: Name, kind: str) -> float:
    return 0.0


def _all_words(words: NameWords, name: Name) -> Name:
    return name


def _as_found(document: Document, language: NamingRules, names: list[NameSpan]) -> list[NameSpan]:
    return names


@dataclass(frozen=True)
class NameRules:
    """How the names of persons in a language are told from other words with capitals.

    Functions of a name take the words of the text, and those of the name as pairs of token indices.

    Attributes:
        context: What the words around a name of unknown type tell.
        groups: Divides a run of words that may be names into such runs, and these by their entities.
        is_thing: Whether a name is that of a thing: *die Firma Karl Bode*, *the show “Top Cook”*.
        may_be_person: Whether several words, which a pipeline takes for a person, may be one.
        is_surname: Whether a single noun for persons is a surname by itself: *Baker*, *Schneider*.
        ends_with_noun: Whether the last word of a name is a noun that it owns: *Heidi Webers Auto*.
        weight_of_person: Weight of the entity type ``PER`` for a single unknown word; not sufficient alone.
        is_behind_given: Whether a token, though tagged as a noun, is a surname by the first name before it.
        is_seat: Whether a noun names the families that come from such a place: *Otto von der Heide*.
        own_words: Returns the words of a name without others before and behind it that are written like it.
        longest: Most words of a name.
        is_thing_with_title: Whether a single word is no person, though a noun for persons stands before it.
        is_apposed: Whether a supposed place or body is a person by the noun before it.
        is_ambiguous: Whether a single word may be no name, whatever a pipeline takes it for.
        tagged_once: Whether evidence of a repeated name adds up only if a pipeline takes it for a person once.
        family_endings: Ends of surnames by which plurals are names of families, whatever a pipeline takes them for.
        word_evidence: Adds up what the words of a name and its entity type tell, beyond the context.
        completed: Returns names with those that only their form in the whole text shows.

    Example:
        >>> from hf_genderfair.languages.coreference.languages import actor_rules
        >>> actor_rules("de").names.longest, actor_rules("en").names.tagged_once
        (4, True)
    """

    context: ContextRules
    groups: Callable[[NameWords, Name], list[list[Group]]]
    may_be_person: Callable[[NameWords, Sequence[str]], bool]
    is_surname: Callable[[NameWords, TokenRange], bool]
    ends_with_noun: Callable[[NameWords, Name], bool]
    weight_of_person: float
    is_thing: Callable[[NameWords, Name], bool] = never
    is_behind_given: Callable[[Document, int], bool] = never
    is_seat: Callable[[str], bool] = never
    own_words: Callable[[NameWords, Name], Name] = _all_words
    longest: float = inf
    is_thing_with_title: Callable[[NameWords, str], bool] = never
    is_apposed: Callable[[NameWords, Name], bool] = never
    is_ambiguous: Callable[[NameWords, str], bool] = never
    tagged_once: bool = False
    family_endings: tuple[str, ...] = ()
    word_evidence: Callable[[NameWords, Name, str], float] = _no_evidence
    completed: Callable[[Document, NamingRules, list[NameSpan]], list[NameSpan]] = _as_found
