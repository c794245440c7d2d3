"""The forms of German nouns for persons, and of compounds with them, in the other gender."""

from __future__ import annotations

from functools import lru_cache

from hf_genderfair.languages.german.gender_pairs import KNOWN_NOUNS, PAIR, pair_entry, pair_lexicon
from hf_genderfair.languages.german.nouns import noun_forms
from hf_genderfair.languages.german.person_phrase import RoleNoun
from hf_genderfair.languages.types import BinaryGender, Case, Number

SHORTEST_REST = 4
LINKED = 2
PLAIN = str.maketrans("äöü", "aou")


def other_forms(written: str, noun: RoleNoun, case: Case, number: Number) -> tuple[str, str]:
    """Return the form of a noun for men and for women."""
    if noun.source != PAIR:
        masculine, feminine, _ = noun_forms(noun, case, number)
        return masculine, _without_women(masculine, feminine)
    found = pair_entry(written)
    assert found is not None, "a noun of this source is in the lexicon"
    prefix, entry = found
    cases = {known for known, several in entry.cells if several == number}
    if case not in cases and len(cases) == 1:
        # Töchtern is a dative, whatever the analysis says
        (case,) = cases
    men, women = entry.pair.masculine_forms[case, number], entry.pair.feminine_forms[case, number]
    if prefix and not prefix.endswith("-"):
        men, women = men.lower(), women.lower()
    if len(written) > 1 and written.isupper():
        men, women = men.upper(), women.upper()
    return prefix + men, prefix + women


def _without_women(masculine: str, feminine: str) -> str:
    """Leave the first part of a compound as it is: *Malermeisterin*, where forms for all have *Malerinnenmeisterin*."""
    start = feminine.find("innen")
    if 0 < start < len(feminine) - len("innen") and masculine.startswith(feminine[:start]) and "innen" not in masculine:
        tail = feminine[start + len("innen") :]
        # Kurden in Kurdenpräsidentin
        place = masculine[start:].translate(PLAIN).find(tail[:LINKED].translate(PLAIN))
        return feminine[:start] + masculine[start : start + max(place, 0)] + tail
    return feminine


@lru_cache(maxsize=KNOWN_NOUNS)
def other_compound(word: str, to: BinaryGender) -> str | None:
    """Return a compound whose first part is a word for women or men with the other word."""
    known = pair_lexicon()
    if word.lower() in known.left:
        return None
    for part, other in known.parts["feminine" if to == "male" else "masculine"].items():
        rest = word.removeprefix(part)
        if rest != word and len(rest) >= SHORTEST_REST:
            return other + rest
    return None


def other_first_part(word: str, to: BinaryGender) -> str | None:
    """Return the other word for a word for women or men before a hyphen: *Mädchen-* is *Jungen-*."""
    return pair_lexicon().parts["feminine" if to == "male" else "masculine"].get(word)
