"""German nouns whose meaning has a gender, in pairs of a word for women and one for men: *Mutter* and *Vater*."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.german.noun_lexicon import in_order
from hf_genderfair.languages.german.nouns import role_noun
from hf_genderfair.languages.german.person_phrase import RoleNoun
from hf_genderfair.languages.types import CASES, Case, GrammaticalGender, Number, PairedGender
from hf_genderfair.lexicons.loader import load_lexicon

PAIR = "pair"
"""Value of `RoleNoun.source` for nouns of `gender_pairs_de`."""

Cells = dict[tuple[Case, Number], str]

SHORTEST_PREFIX = 2
KNOWN_NOUNS = 100_000


class GenderPair(NamedTuple):
    """A word for women and its counterpart, with their forms.

    Attributes:
        feminine: Nominative singular of the word for women.
        masculine: Nominative singular of the word for men.
        feminine_forms: Its form in each case and number.
        masculine_forms: The same of the word for men.
        neuter: Whether the word for women is a neuter.

    Example:
        >>> gender_noun("Grafen").masculine_forms["Dat", "Sing"]
        'Grafen'
    """

    feminine: str
    masculine: str
    feminine_forms: Cells
    masculine_forms: Cells
    neuter: bool


class PairEntry(NamedTuple):
    """A form of the lexicon.

    Attributes:
        pair: The pair to which it belongs.
        gender: Whether it is of the word for women or of the one for men.
        cells: The cases and numbers in which the word stands so.

    Example:
        >>> pair_entry("Stiefmüttern")[1].cells
        (('Dat', 'Plur'),)
    """

    pair: GenderPair
    gender: PairedGender
    cells: tuple[tuple[Case, Number], ...]


class PairLexicon(NamedTuple):
    """The lexicon in the shape in which words are looked up, in lower case but for `parts`.

    Attributes:
        whole: Words by each of their forms.
        tails: Those that end compounds.
        parts: First parts of compounds by gender, with their counterparts.
        left: Words that look like them and stay.
        lengths: Of the tails, the longest first.

    Example:
        >>> pair_lexicon().parts["masculine"]["Herren"]
        'Damen'
    """

    whole: dict[str, PairEntry]
    tails: dict[str, PairEntry]
    parts: dict[PairedGender, dict[str, str]]
    left: frozenset[str]
    lengths: tuple[int, ...]


def _cells(cell: str) -> Cells:
    """Decline a noun from its nominative, genitive and plural."""
    forms = cell.split()
    lemma, plural = forms[0], forms[-1]
    genitive = forms[1] if len(forms) > 2 else lemma
    oblique = genitive if genitive.endswith("n") and not lemma.endswith("n") else lemma
    several = plural if plural[-1] in "nsi" else plural + "n"
    singular = dict(zip(CASES, (lemma, genitive, oblique, oblique), strict=True))
    return {(case, "Sing"): form for case, form in singular.items()} | {
        (case, "Plur"): several if case == "Dat" else plural for case in CASES
    }


def _spellings(cells: Cells) -> Iterator[tuple[str, tuple[Case, Number]]]:
    """Yield each form in small letters; genitives in *-s* and *-es* both."""
    for cell, form in cells.items():
        yield form.lower(), cell
        if cell == ("Gen", "Sing") and form.endswith("s") and form != cells["Nom", "Sing"]:
            lemma = cells["Nom", "Sing"].lower()
            other = lemma + "s" if form.endswith("es") else lemma + "es"
            if not lemma.endswith(("s", "e", "en", "er", "el")) or other == lemma + "s":
                yield other, cell


def _read() -> PairLexicon:
    whole: dict[str, PairEntry] = {}
    tails: dict[str, PairEntry] = {}
    left: set[str] = set()
    parts: dict[PairedGender, dict[str, str]] = {"feminine": {}, "masculine": {}}
    for kind, feminine, masculine in load_lexicon("gender_pairs_de").rows:
        if kind == "part":
            parts["feminine"][feminine], parts["masculine"][masculine] = masculine, feminine
            continue
        if kind == "left":
            word = feminine.lower()
            left |= {word + ending for ending in ("", "s", "es", "n", "en")}
            if word.endswith("mann"):
                left |= {word.removesuffix("mann") + several for several in ("männer", "männern")}
            continue
        women, men = _cells(feminine), _cells(masculine)
        neuter = len(feminine.split()) > 2
        pair = GenderPair(women["Nom", "Sing"], men["Nom", "Sing"], women, men, neuter)
        for gender, cells in (("feminine", women), ("masculine", men)):
            back = kind.startswith("one way back")
            if kind.startswith("one way") and back == (gender == "feminine"):
                continue
            readings: dict[str, set[tuple[Case, Number]]] = {}
            for form, cell in _spellings(cells):
                readings.setdefault(form, set()).add(cell)
            for form, found in readings.items():
                entry = PairEntry(pair, gender, in_order(frozenset(found)))  # type: ignore[arg-type]
                whole.setdefault(form, entry)
                if kind.endswith("tail"):
                    tails.setdefault(form, entry)
    lengths = tuple(sorted({len(form) for form in tails}, reverse=True))
    return PairLexicon(whole, tails, parts, frozenset(left), lengths)


def pair_lexicon() -> PairLexicon:
    """Return the pairs; read once per process."""
    return resource(("German gender pairs",), _read)


@lru_cache(maxsize=KNOWN_NOUNS)
def pair_entry(word: str) -> tuple[str, PairEntry] | None:
    """Return what stands before the listed word at the end of a noun, and its entry; None for other words."""
    low = word.lower()
    known = pair_lexicon()
    if not word[:1].isupper() or low in known.left:
        return None
    if low in known.whole:
        return "", known.whole[low]
    for length in known.lengths:
        start = len(low) - length
        entry = known.tails.get(low[start:]) if start >= SHORTEST_PREFIX else None
        if entry is not None:
            return (word[:start], entry) if any(letter in "aeiouäöüy" for letter in low[:start]) else None
    return None


def gender_noun(word: str) -> GenderPair | None:
    """Return the pair to which a written noun belongs whose meaning has a gender."""
    found = pair_entry(word)
    return found[1].pair if found else None


@lru_cache(maxsize=KNOWN_NOUNS)
def person_noun(word: str, tagged: GrammaticalGender | None = None) -> RoleNoun | None:
    """Interpret a written noun as a word for a woman or a man, by its meaning or as a role noun."""
    found = pair_entry(word)
    if found is None:
        noun = role_noun(word, tagged)
        # Hauptfrau is no captain
        left = noun is not None and noun.feminine.endswith("frau") and word.lower() in pair_lexicon().left
        return None if left else noun
    prefix, (pair, gender, cells) = found
    masculine, feminine = pair.masculine, pair.feminine
    if prefix and not prefix.endswith("-"):
        masculine, feminine = masculine.lower(), feminine.lower()
    return RoleNoun(gender, cells, prefix + masculine, prefix + feminine, "person", PAIR)


def is_neuter_pair(noun: RoleNoun) -> bool:
    """Return whether the word for women is a neuter: *Mädchen* beside *Junge*."""
    pair = gender_noun(noun.feminine.capitalize()) if noun.source == PAIR else None
    return pair is not None and pair.neuter
