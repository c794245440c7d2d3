"""Quality criteria of words that a program can check (Görge et al. 2025, section 4.2.1).

A finding is a hint for the person who judges the word; no word is removed by it. Criteria Q1 (names a group) and Q4
(free of association) need a person.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.lexicons.word_lists import WordList, normalised
from hf_genderfair.representation.vocabulary import word_pieces
from hf_genderfair.representation.word_frequencies import PACKAGE, WordFrequencies, frequency_list

CRITERIA: Final[Mapping[str, str]] = {
    "Q1": "names no group",
    "Q2": "not correct",
    "Q3": "ambiguous",
    "Q4": "an association",
    "Q5": "a compound",
    "Q6": "a proper name",
}
"""Short names of the reasons to reject a word."""

CAPITALISING = ("de",)
"""Languages that write all nouns with a capital letter, where a capital letter is no evidence of a name."""


def check_words(words: WordList, frequencies: WordFrequencies | None = None) -> list[tuple[str, ...]]:
    """Check the words of a list."""
    # * Q2: a part of the word is unknown to the frequency list of the package ``wordfreq``, where there is one. * Q3:
    # the word stands in another group too. * Q5: the word holds another listed word, or the name of a group, beside
    # something else: *young person*. * Q6: the word is a first name. Where a corpus shows how it is written, most of
    # its occurrences inside sentences need a capital letter too, but not in German.
    frequency = frequency_list(words.lang)
    groups: dict[str, list[str]] = {}
    for entry in words.entries:
        groups.setdefault(normalised(entry.word), []).append(entry.group)
    labels = (*groups, *map(normalised, words.groups))
    listed = {tuple(word_pieces(label)): label for label in labels}
    found = []
    for entry in words.entries:
        key = normalised(entry.word)
        pieces = tuple(word_pieces(key))
        unknown = [piece for piece in pieces if frequency is not None and not frequency(piece)]
        findings = [f"Q2 {piece!r} is unknown to {PACKAGE}" for piece in unknown]
        findings += [f"Q3 also in {group}" for group in groups[key] if group != entry.group]
        findings += [f"Q5 holds {listed[part]!r}" for part in _parts(pieces) if part in listed][:1]
        if _is_name(key, words.lang, frequencies):
            findings.append("Q6 also a first name")
        found.append(tuple(findings))
    return found


def checked_criteria(lang: str) -> tuple[str, ...]:
    """Return the criteria that `check_words` checks in a language with what is installed."""
    return (*(["Q2"] if frequency_list(lang) else []), "Q3", "Q5", "Q6")


def _parts(pieces: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield all runs of pieces except the whole, the longest first."""
    for length in range(len(pieces) - 1, 0, -1):
        yield from (pieces[first : first + length] for first in range(len(pieces) - length + 1))


def _is_name(key: str, lang: str, frequencies: WordFrequencies | None) -> bool:
    if len(word_pieces(key)) > 1 or first_name_gender(key, lang) is None:
        return False
    inside = frequencies.inside.get(key, 0) if frequencies else 0
    if not inside or frequencies is None or lang in CAPITALISING:
        return True
    return frequencies.capitalised[key] * 2 > inside
