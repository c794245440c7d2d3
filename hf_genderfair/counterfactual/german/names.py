"""Names of persons in German text: the persons they name, and first names that replace others."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from hf_genderfair.counterfactual.name_pairs import name_counterpart
from hf_genderfair.counterfactual.swapping import Replacement
from hf_genderfair.languages.coreference.chains import Chains
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.types import BinaryGender

NO_NAME = "a first name without counterpart"

BETWEEN = frozenset({",", "(", ":"})


class PersonName(NamedTuple):
    """A name of a person.

    Attributes:
        first: Index of its first token.
        last: Index after its last token.
    """

    first: int
    last: int


def person_names(document: Document) -> list[PersonName]:
    """Return the names of persons in a text, in order."""
    starts = [token.start for token in document.tokens]
    return [
        PersonName(bisect_left(starts, entity.start), bisect_left(starts, entity.end))
        for entity in document.entities
        if entity.type == "PER" and bisect_left(starts, entity.start) < bisect_left(starts, entity.end)
    ]


def join_names(document: Document, names: list[PersonName], phrases: list[PersonPhrase], chains: Chains) -> None:
    """Join names and nouns beside them that name one person: *Ministerin Ott*, *Ada Ott* and later *Ott*."""
    by_surname: dict[str, int] = {}
    at: dict[int, int] = {}
    for name in names:
        surname = document.tokens[name.last - 1].text
        known = by_surname.setdefault(surname, name.first)
        known = by_surname.get(surname.removesuffix("s"), known)
        chains.join(known, name.first)
        for index in range(name.first, name.last):
            chains.join(name.first, index)
            at[index] = name.first
    for phrase in phrases:
        after = phrase.head + 1
        beside = after + 1 if after < len(document.tokens) and document.tokens[after].text in BETWEEN else after
        apposed = beside == after or (beside < len(document.tokens) and document.heads[beside] == phrase.head)
        if phrase.number == "Sing" and beside in at and apposed:
            chains.join(phrase.head, beside)


def other_names(
    document: Document, names: list[PersonName], to: BinaryGender, seed: int
) -> Iterator[tuple[int, Replacement | None]]:
    """Yield the first names of a person with names of the other gender."""
    surnames = {document.tokens[name.last - 1].text for name in names if name.last - name.first > 1}
    for name in names:
        token = document.tokens[name.first]
        single = name.last - name.first == 1
        if single and token.text.removesuffix("s") in surnames:
            continue
        other = _other_name(token.text, to, seed, document.text)
        if other is None and single:
            continue
        yield name.first, Replacement(token.start, token.end, other, "name") if other is not None else None


def _other_name(written: str, to: BinaryGender, seed: int, key: str) -> str | None:
    """Return the name for the other gender; the name itself where it is already given to that gender."""
    for name, ending in ((written, ""), (written.removesuffix("s"), "s")):
        evidence = first_name_gender(name, "de")
        if evidence is None or evidence.gender not in ("female", "male"):
            continue
        if evidence.gender == to:
            return written
        other = name_counterpart(name, "de", seed, key)
        return other + ending if other else None
    return None
