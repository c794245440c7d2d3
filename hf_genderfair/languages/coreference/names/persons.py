"""The persons whom names of a text are of, while it is read: whom another name may be of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hf_genderfair.languages.coreference.gender import ENOUGH, STRONG
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.names.parts import Name
from hf_genderfair.languages.types import PersonGender

RIVAL_ADDRESSES = {"miss", "mrs"}
"""Forms of address that distinguish two persons of one surname."""

WIVES = frozenset("mrs miss mme madame frau fräulein".split())
"""Forms of address that distinguish a wife from a person with a rank: *Colonel Forster* and *Mrs. Forster*.

*Ms.* is not among them, since newspapers use it for women whom they have introduced with an office.
"""


@dataclass(slots=True)
class NamedPerson:
    """A person of a text, during the coreference resolution of names.

    Attributes:
        name: The longest name, in lower case, without optional parts.
        gender: Gender by titles and unambiguous first names, else unknown.
        number: Index of the mention that stands for the actor.
        last: Index of the last mention.
        plural: Whether it is a family.
        address: Title of the first mention.
        wife: Whether a mention has one of `WIVES`.
        ranked: Whether a mention has a title that does not mark a woman, such as *Dr.* or *Colonel*.
    """

    name: Name
    gender: PersonGender
    number: int
    last: int
    plural: bool
    address: str
    wife: bool
    ranked: bool


def strong_genders(mention: Mention) -> frozenset[PersonGender]:
    """Return the genders of the strong evidence of a mention."""
    return frozenset(item.gender for item in mention.evidence if item.weight >= STRONG)


def address_of(mention: Mention) -> str:
    """Return the first title of a name, in lower case; empty without one."""
    return next((item.word.lower().rstrip(".") for item in mention.evidence if item.kind == "title"), "")


def sole(genders: frozenset[PersonGender]) -> PersonGender:
    """Return the only one of some genders, else unknown."""
    return next(iter(genders)) if len(genders) == 1 else "unknown"


def gender_of_full(mention: Mention) -> PersonGender:
    """Return the gender by title, or by an unambiguous first name."""
    titled = sole(strong_genders(mention))
    if titled != "unknown":
        return titled
    given = [item.gender for item in mention.evidence if item.kind == "first name" and item.weight >= ENOUGH]
    return given[0] if given else "unknown"


def agree(one: PersonGender, other: PersonGender) -> bool:
    """Return whether two genders may be of one person."""
    return one == other or "unknown" in (one, other)


def choose(
    fitting: Sequence[NamedPerson], index: int, word: str, gender: PersonGender, address: str
) -> NamedPerson | None:
    """Return the person to whom a single name refers; None where none fits or several do."""
    before = [person for person in fitting if person.number < index] or list(fitting)
    if gender != "unknown":
        agreeing = [person for person in before if person.gender == gender and person.name[-1] == word]
        addressed = [person for person in agreeing if person.address == address and len(person.name) == 1]
        if addressed:
            return addressed[-1]
        if address in RIVAL_ADDRESSES and len(agreeing) > 1:
            return None
        if agreeing:
            return max(agreeing, key=lambda person: person.last)
    levels = (
        [person for person in before if len(person.name) == 1],
        [person for person in before if person.name[-1] == word],
        [person for person in before if person.name[0] == word],
        before,
    )
    meant = next((level for level in levels if level), [])
    return meant[0] if len(meant) == 1 else None
