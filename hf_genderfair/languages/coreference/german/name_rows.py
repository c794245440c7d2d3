"""Sequences of German names without commas, as in lists of votes, divided into the names of persons."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hf_genderfair.languages.coreference.mention_words import ACADEMIC, NamingRules

SHORTEST_PARTY = 3
"""Least number of capital letters of an abbreviation that is not a pair of initials: *SPD*."""

REFEREE = "SR"
"""Abbreviation of *Schiedsrichter*, which looks like initials."""


def parted(texts: Sequence[str], language: NamingRules, is_given: Callable[[str], bool]) -> list[list[int]]:
    """Divide a sequence of capitalised words that may be the names of several persons."""
    # A first name after a surname begins a name, as an academic title does; an abbreviation (*SPD*) ends one, or stands
    # before one: *der Abgeordnete der SPD Timo Lauer*.
    parts: list[list[int]] = [[]]
    shouted = all(text.isupper() for text in texts)
    for number, text in enumerate(texts):
        whole = len(parts[-1]) > 1 and is_given(texts[parts[-1][0]])
        before_given = not parts[-1] and number + 1 < len(texts) and is_given(texts[number + 1])
        party = len(text) >= SHORTEST_PARTY and text.isupper() and not shouted and not is_given(text)
        if text == REFEREE or (party and (whole or before_given)):
            parts.append([])
            continue
        title = language.title(text)
        academic = title is not None and title.kind in ACADEMIC
        titled = all(
            language.title(texts[before]) is not None or language.is_person_word(texts[before]) for before in parts[-1]
        )
        first_again = whole and number + 1 < len(texts) and is_given(text)
        if not titled and (academic or (first_again and not is_given(texts[number - 1]))):
            parts.append([])
        parts[-1].append(number)
    return [part for part in parts if part]
