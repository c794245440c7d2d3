"""German nouns whose meaning has a gender (*Mutter*, *Mädchen*, *Graf*), beside role nouns, and their other forms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.german.noun_lexicon import in_order
from hf_genderfair.languages.german.nouns import noun_forms, role_noun
from hf_genderfair.languages.german.person_phrase import RoleNoun
from hf_genderfair.languages.types import CASES, BinaryGender, Case, GrammaticalGender, Number, PairedGender
from hf_genderfair.lexicons.loader import load_lexicon

PAIR = "pair"
"""Value of `RoleNoun.source` for nouns of `gender_pairs_de`."""

Cells = dict[tuple[Case, Number], str]

SHORTEST_PREFIX = 2
SHORTEST_REST = 4
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


class _Entry(NamedTuple):
    pair: GenderPair
    gender: PairedGender
    interpretations: tuple[tuple[Case, Number], ...]


class _Lexicon(NamedTuple):
    whole: dict[str, _Entry]
    tails: dict[str, _Entry]
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


def _read() -> _Lexicon:
    whole: dict[str, _Entry] = {}
    tails: dict[str, _Entry] = {}
    left: set[str] = set()
    parts: dict[PairedGender, dict[str, str]] = {"feminine": {}, "masculine": {}}
    for kind, feminine, masculine in load_lexicon("gender_pairs_de").rows:
        if kind == "part":
            parts["feminine"][feminine], parts["masculine"][masculine] = masculine, feminine
            continue
        if kind == "left":
            left |= {feminine.lower() + ending for ending in ("", "s", "es", "n", "en")}
            continue
        women, men = _cells(feminine), _cells(masculine)
        neuter = len(feminine.split()) > 2
        pair = GenderPair(women["Nom", "Sing"], men["Nom", "Sing"], women, men, neuter)
        for gender, cells in (("feminine", women), ("masculine", men)):
            back = kind.startswith("one way back")
            if kind.startswith("one way") and back == (gender == "feminine"):
                continue
            interpretations: dict[str, set[tuple[Case, Number]]] = {}
            for form, cell in _spellings(cells):
                interpretations.setdefault(form, set()).add(cell)
            for form, found in interpretations.items():
                entry = _Entry(pair, gender, in_order(frozenset(found)))  # type: ignore[arg-type]
                whole.setdefault(form, entry)
                if kind.endswith("tail"):
                    tails.setdefault(form, entry)
    lengths = tuple(sorted({len(form) for form in tails}, reverse=True))
    return _Lexicon(whole, tails, parts, frozenset(left), lengths)


def _lexicon() -> _Lexicon:
    return resource(("German gender pairs",), _read)


@lru_cache(maxsize=KNOWN_NOUNS)
def _entry(word: str) -> tuple[str, _Entry] | None:
    """Return the part before the listed word, and its entry."""
    low = word.lower()
    known = _lexicon()
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
    """Return the pair to which a written noun belongs whose meaning has a gender.

    Args:
        word: A noun in any case and number, with a capital.

    Returns:
        The pair of its last part; None for role nouns and all other words.

    Example:
        >>> gender_noun("Stiefmütter").masculine, gender_noun("Gebärmutter"), gender_noun("Lehrerin")
        ('Vater', None, None)
    """
    found = _entry(word)
    return found[1].pair if found else None


@lru_cache(maxsize=KNOWN_NOUNS)
def person_noun(word: str, tagged: GrammaticalGender | None = None) -> RoleNoun | None:
    """Interpret a written noun as a word for a woman or a man, by its meaning or as a role noun.

    Args:
        word: A noun as written.
        tagged: Its gender in the analysis, None where that gives none.

    Returns:
        The interpretation; None for other words. Neuters (*Mädchen*) have `gender` ``feminine``.

    Example:
        >>> person_noun("Schwiegermüttern", "feminine").masculine, person_noun("Ärztin", "feminine").masculine
        ('Schwiegervater', 'Arzt')
    """
    found = _entry(word)
    if found is None:
        noun = role_noun(word, tagged)
        # Hauptfrau is no captain
        left = noun is not None and noun.feminine.endswith("frau") and word.lower() in _lexicon().left
        return None if left else noun
    prefix, (pair, gender, interpretations) = found
    masculine, feminine = pair.masculine, pair.feminine
    if prefix and not prefix.endswith("-"):
        masculine, feminine = masculine.lower(), feminine.lower()
    return RoleNoun(gender, interpretations, prefix + masculine, prefix + feminine, "person", PAIR)


def agreeing_noun(word: str, tagged: GrammaticalGender | None = None) -> RoleNoun | None:
    """Return `person_noun` for all nouns but neuters, which agree differently.

    Example:
        >>> agreeing_noun("Mädchen", "neuter"), agreeing_noun("Junge", "masculine").feminine
        (None, 'Mädchen')
    """
    pair = gender_noun(word)
    noun = person_noun(word, tagged)
    return None if pair is not None and pair.neuter and noun is not None and noun.gender == "feminine" else noun


def other_forms(written: str, noun: RoleNoun, case: Case, number: Number) -> tuple[str, str]:
    """Return the form of a noun for men and for women.

    Args:
        written: The noun as it stands in the text.
        noun: Its interpretation; not of a nominalised adjective.
        case: Its case.
        number: Its number.

    Returns:
        Masculine and feminine form, in the capitals of the text.

    Example:
        >>> other_forms("Stiefmutter", person_noun("Stiefmutter", "feminine"), "Gen", "Sing")
        ('Stiefvaters', 'Stiefmutter')
        >>> other_forms("Töchtern", person_noun("Töchtern", "feminine"), "Acc", "Plur")
        ('Söhnen', 'Töchtern')
    """
    if noun.source != PAIR:
        masculine, feminine, _ = noun_forms(noun, case, number)
        return masculine, _without_women(masculine, feminine)
    found = _entry(written)
    assert found is not None, "a noun of this source is in the lexicon"
    prefix, entry = found
    cases = {known for known, several in entry.interpretations if several == number}
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
        return feminine[:start] + feminine[start + len("innen") :]
    return feminine


def is_neuter_pair(noun: RoleNoun) -> bool:
    """Return whether the word for women is a neuter: *Mädchen* beside *Junge*."""
    pair = gender_noun(noun.feminine.capitalize()) if noun.source == PAIR else None
    return pair is not None and pair.neuter


@lru_cache(maxsize=KNOWN_NOUNS)
def other_compound(word: str, to: BinaryGender) -> str | None:
    """Return a compound whose first part is a word for women or men with the other word.

    Returns:
        The other compound; None for all other words, and for those that stay (*Frauenarzt*).

    Example:
        >>> other_compound("Mädchenschule", "male"), other_compound("Männer-Finale", "female")
        ('Jungenschule', 'Frauen-Finale')
        >>> other_compound("Mädchenname", "male"), other_compound("Frauen", "male")
        (None, None)
    """
    known = _lexicon()
    if word.lower() in known.left:
        return None
    for part, other in known.parts["feminine" if to == "male" else "masculine"].items():
        rest = word.removeprefix(part)
        if rest != word and len(rest) >= SHORTEST_REST:
            return other + rest
    return None


def other_first_part(word: str, to: BinaryGender) -> str | None:
    """Return the other word for a word for women or men before a hyphen: *Mädchen-* is *Jungen-*.

    Example:
        >>> other_first_part("Damen", "male"), other_first_part("Sommer", "male")
        ('Herren', None)
    """
    return _lexicon().parts["feminine" if to == "male" else "masculine"].get(word)
