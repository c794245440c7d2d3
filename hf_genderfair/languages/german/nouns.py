"""Read a German noun as a word for persons that has a form for women and one for men, and write its forms."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.languages.german.noun_declension import PLURAL, SINGULAR, declension, masculine_form
from hf_genderfair.languages.german.noun_lexicon import Head, in_order, nominalised_cells, noun_lexicon
from hf_genderfair.languages.german.noun_parts import SHORTEST_PART, person_part, star_part
from hf_genderfair.languages.german.person_forms import agrees
from hf_genderfair.languages.german.person_phrase import RoleNoun
from hf_genderfair.languages.types import Case, GrammaticalGender, Number
from hf_genderfair.lexicons.word_class import WordClass

KNOWN_NOUNS = 100_000
SOFT_HYPHEN = "\u00ad"

SHORTEST_BY_ENDING = 8
ONE_WORD = re.compile(r"[^\W_](?:(?:[^\W_]|['’&\u00ad-]){0,58}[^\W_])?")
"""A word that can be looked up; gender-fair forms with a sign (``Lehrer*in``) cannot."""
INTERNAL_I = re.compile(r"[a-zäöüß]In(?:nen|(?![^\W\d_]))")
"""The capital of *LehrerInnen*, which is gender-fair already."""
SHORTEST_HEAD = 4
SHORTEST_PREFIX = 2

AGED = re.compile(r"\d+jährige([rnm]?)")
"""The old spelling of *17-Jährige*."""

FEMININE_ENDINGS = WordClass("noun_classes_de", "stem_before_in")
"""Ends of the stem before *-in* that make a word of women of any word that no list knows."""
NO_FEMININES = frozenset({"gerinnen", "zerrinnen", "verrinnen"})
"""Verbs that look like women where they are nouns."""
TRADE_RANKS = WordClass("noun_classes_de", "trade_rank_ending")
"""Ends of words for what somebody is in a trade."""
NO_PERSONS_IN_IST = ("geist", "mist", "twist", "rist")
READ_ALIKE = frozenset({"leiter", "heide", "kunde"})
"""Words that are feminine for a thing: *die Leiter*, *die Heide*, *die Kunde*."""


class NounForms(NamedTuple):
    """A noun in one case and number.

    Attributes:
        masculine: As it reads of men: *Ärzten*.
        feminine: As it reads of women: *Ärztinnen*.
        star: For all genders: ``Ärzt*innen``.
    """

    masculine: str
    feminine: str
    star: str


@lru_cache(maxsize=KNOWN_NOUNS)
def role_noun(word: str, tagged: GrammaticalGender | None = None) -> RoleNoun | None:
    """Look up a written noun as a word for persons."""
    if not ONE_WORD.fullmatch(word) or word[word.rfind("-") + 1].islower() or INTERNAL_I.search(word):
        return None
    plain = word.replace(SOFT_HYPHEN, "")
    low = plain.lower()
    if len(low) != len(plain):
        # of İ the small letter is two, and what is found in small letters stands elsewhere
        return None
    known = noun_lexicon()
    if low in READ_ALIKE and tagged == "feminine":
        return None
    if aged := AGED.fullmatch(low):
        return RoleNoun(
            "common",
            in_order(nominalised_cells()[aged[1]]),
            plain.rstrip("rnm"),
            plain.rstrip("rnm"),
            "person",
            "suffix",
        )
    head = known.forms.get(low) or known.forms.get(low.replace("ß", "ss"))
    if head:
        return _whole("", plain, head, "lexicon")
    hyphen = plain.rfind("-") + 1
    if hyphen and plain[hyphen : hyphen + 1].islower():
        return None
    head = known.forms.get(low[hyphen:]) if hyphen else None
    if head:
        return _whole(plain[:hyphen], plain[hyphen:], head, "compound")
    return _by_tail(plain, low, tagged) or _by_ending(plain, low, tagged)


@lru_cache(maxsize=KNOWN_NOUNS)
def noun_forms(noun: RoleNoun, case: Case, number: Number) -> NounForms:
    """Return a masculine or feminine role noun in a case and number."""
    # A role noun before it takes part: *Tamilenrebellen* is ``Tamil*innenrebell*innen``.
    lemma = noun.masculine.capitalize() if noun.masculine.isupper() else noun.masculine
    plural = number == "Plur"
    masculine = masculine_form(lemma, case, number)
    if noun.feminine.lower().endswith("frau"):
        group = lemma[: -len("mann")] + "leute" + "n" * (case == "Dat")
        star, feminine = group if plural else lemma + "*frau", noun.feminine + "en" * plural
    else:
        star = _star_stem(noun.masculine, noun.feminine) + "*in" + "nen" * plural
        feminine = noun.feminine + "nen" * plural
    forms = NounForms(masculine, feminine, star)
    return NounForms(*(form.upper() for form in forms)) if noun.masculine.isupper() else forms


def _star_stem(masculine: str, feminine: str) -> str:
    """Return what stands before ``*in``: the feminine without its ending, but *Zuwanderer* whole."""
    return masculine if masculine.lower().endswith("erer") else star_part(masculine, feminine[:-2])


def _by_tail(plain: str, low: str, tagged: GrammaticalGender | None) -> RoleNoun | None:
    known = noun_lexicon()
    for start in range(len(low) - 3):
        tail = low[start:]
        if tail in known.things:
            return None
        head = known.tails.get(tail) if start >= SHORTEST_PREFIX else None
        if head and (len(tail) > 6 or agrees(head.gender, tagged)):
            return _whole(plain[:start], plain[start:], head, "compound")
    return None


def _by_ending(plain: str, low: str, tagged: GrammaticalGender | None) -> RoleNoun | None:
    if len(low) < SHORTEST_BY_ENDING or low in noun_lexicon().things:
        return None
    for ending, cells in (("innen", PLURAL), ("in", SINGULAR)):
        stem = low.removesuffix(ending)
        sure = tagged == "feminine" or ending == "innen" or stem.endswith(("er", "ist"))
        if stem != low and sure and stem.endswith(FEMININE_ENDINGS.as_tuple) and low not in NO_FEMININES:
            written = plain[: len(stem)]
            lemma = written + "e" * stem.endswith(("olog", "agog"))
            return RoleNoun("feminine", in_order(cells), lemma, written + plain[len(stem) :][:2], "person", "suffix")
    if tagged not in ("masculine", None):
        return None
    stem = low.removesuffix("en")
    if stem.endswith(("ist", "olog")) and not stem.endswith(NO_PERSONS_IN_IST):
        return _masculine(plain, plain[: len(stem)] + "e" * stem.endswith("olog"))
    stem = low.removesuffix("n").removesuffix("s")
    return _masculine(plain, plain[: len(stem)]) if stem.endswith("iker") else None


def _masculine(plain: str, lemma: str) -> RoleNoun | None:
    cells = declension(lemma).get(plain)
    feminine = lemma.removesuffix("e") + "in"
    return RoleNoun("masculine", in_order(cells), lemma, feminine, "mostly_person", "suffix") if cells else None


def _whole(prefix: str, written: str, head: Head, source: str) -> RoleNoun:
    masculine, feminine = head.masculine, head.feminine
    if "-" in masculine:
        masculine, feminine = _as_written(masculine, written), _as_written(feminine, written)
    if not prefix:
        prefix, masculine, feminine = _divided(masculine, feminine)
    elif not prefix.endswith("-"):
        masculine, feminine = masculine.lower(), feminine.lower()
    if written.isupper() and len(written) > 1:
        prefix, masculine, feminine = prefix.upper(), masculine.upper(), feminine.upper()
    men, women = (prefix and not is_trade_rank(masculine) and person_part(prefix)) or (prefix, prefix)
    return RoleNoun(head.gender, head.cells, men + masculine, women + feminine, head.sense, source)


def is_trade_rank(masculine: str) -> bool:
    """Return whether what stands before a word is the name of a trade: *Bäckermeister*, but not *Bürgervertreter*."""
    return masculine.lower().endswith(TRADE_RANKS.as_tuple)


def _as_written(lemma: str, written: str) -> str:
    """Give a lemma the capitals of a text as far as both have the same letters: *Lkw-Fahrer* for ``LKW-Fahrer``."""
    same = next(
        (at for at, pair in enumerate(zip(lemma.lower(), written.lower(), strict=False)) if len(set(pair)) > 1),
        min(len(lemma), len(written)),
    )
    return written[:same] + lemma[same:]


def _divided(masculine: str, feminine: str) -> tuple[str, str, str]:
    """Part a lemma of the lexicon where another role noun is its beginning: *Studentenführer*."""
    low = masculine.lower()
    known = noun_lexicon()
    for end in range(SHORTEST_PART, len(low) - SHORTEST_HEAD + 1):
        if low[:end] in known.parts and low[end:] in known.forms and low not in known.fixed:
            return masculine[:end], masculine[end:], feminine[end:]
    return "", masculine, feminine
