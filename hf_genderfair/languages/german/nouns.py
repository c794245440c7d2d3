"""German role nouns by the lexicons: nouns and parts of words read as such, and written for women, men and all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.evidence import person_words
from hf_genderfair.languages.german.agreement import Forms, paradigm
from hf_genderfair.languages.german.person_forms import (
    ENDINGS_OF_THINGS,
    PARADIGM_CELLS,
    PLURAL,
    SHORT_NOMINALISED,
    SINGULAR,
    SOFT_HYPHEN,
    agrees,
    declension,
    masculine_form,
    thing_forms,
)
from hf_genderfair.languages.german.person_phrase import RoleNoun
from hf_genderfair.languages.types import CASES, Case, GrammaticalGender, Number
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

LEXICAL_GENDER = WordClass("noun_classes_de", "lexical_gender")
"""Masculines of the lexicon of words for persons that are no role nouns: their gender is what they say."""

SHORTEST_TAIL = 6
PART_END = 4
"""Nominalised adjectives of up to six letters that end compounds: *Krebskranke*, but not *Menschenrechte*."""

NO_FIRST_PARTS = WordClass("noun_classes_de", "no_first_part")
"""Role nouns whose form before another part means something else or nobody: *Meisterwerk*, *Führerschein*."""


class Part(NamedTuple):
    """A role noun as it stands before another part of a word.

    Attributes:
        masculine: As it reads of men: *Ärzte*.
        feminine: As it reads of women: *Ärztinnen*.

    Example:
        >>> noun_lexicon().parts["ärzte"].feminine
        'Ärztinnen'
    """

    masculine: str
    feminine: str


class NounLexicon(NamedTuple):
    """The lexicons in the shape in which words are looked up; all keys in lower case.

    Attributes:
        forms: Role nouns by each of their forms.
        tails: Those that end compounds.
        things: Forms that end like role nouns but are no words for persons.
        parts: Role nouns as first or middle parts of compounds.
        part_ends: The last letters of the parts, to pass over most places in a word at once.
        fixed: Beginnings of compounds whose first part stands for nobody.

    Example:
        >>> "sekunden" in noun_lexicon().things
        True
    """

    forms: dict[str, RoleNoun]
    tails: dict[str, RoleNoun]
    things: frozenset[str]
    parts: dict[str, Part]
    part_ends: frozenset[str]
    fixed: frozenset[str]


def noun_lexicon() -> NounLexicon:
    """Return the role nouns; read once per process."""
    return resource(("German role nouns",), _read)


def _read() -> NounLexicon:
    rows: dict[str, list[list[str]]] = {kind: [] for kind in ("pair", "common", "thing", "tail", "fixed")}
    for row in load_lexicon("role_nouns_de").rows:
        rows[row[2]].append(row)
    own_things = {row[0].lower() for row in rows["thing"]}
    forms: dict[str, RoleNoun] = {}
    for masculine, feminine, _, sense in rows["pair"]:
        _add(forms, _pair_forms(masculine, feminine, sense))
    commons = [(lemma, sense) for lemma, _, _, sense in rows["common"]]
    for word in dict.fromkeys(person_words("de").values()):
        known = word.masculine.lower()
        if not known or known in LEXICAL_GENDER or known in own_things:
            continue
        man_or_woman = word.masculine.endswith("mann") and word.feminine.endswith("frau")
        if word.kind == "pair" and (word.feminine.endswith("in") or man_or_woman):
            _add(forms, _pair_forms(word.masculine, word.feminine, word.masculine_sense))
        elif word.kind == "common" and known.endswith("e") and not known.endswith("leute"):
            commons.append((word.masculine, word.masculine_sense))
    for lemma, sense in commons:
        _add(forms, _nominalised(lemma, sense))
    forms["erbe"] = forms["erbe"]._replace(sense="mostly_thing")
    short = {row[0].lower() for row in rows["tail"]}
    tails = {form: head for form, head in forms.items() if _ends_compounds(form, head, short)}
    things = thing_forms() | {thing + ending for thing in own_things for ending in ENDINGS_OF_THINGS}
    fixed = frozenset(row[0].lower() for row in rows["fixed"])
    parts = _parts(forms)
    part_ends = frozenset(part[-PART_END:] for part in parts)
    return NounLexicon(forms, tails, things - forms.keys(), parts, part_ends, fixed)


def _add(forms: dict[str, RoleNoun], more: Iterable[tuple[str, RoleNoun]]) -> None:
    for form, head in more:
        forms.setdefault(form.lower(), head)


def _ends_compounds(form: str, head: RoleNoun, short: set[str]) -> bool:
    if head.gender == "common":
        lemma = head.masculine.lower()
        return len(lemma) > SHORTEST_TAIL or lemma in SHORT_NOMINALISED
    return len(form) >= SHORTEST_TAIL or head.masculine.lower() in short


def _pair_forms(masculine: str, feminine: str, sense: str) -> Iterator[tuple[str, RoleNoun]]:
    for form, cells in declension(masculine).items():
        if not form.endswith(("leute", "leuten")):
            yield form, RoleNoun("masculine", in_order(cells), masculine, feminine, sense, "lexicon")
    lemmas = (feminine, masculine + "in") if masculine.endswith("erer") else (feminine,)
    for lemma in lemmas:
        plural = lemma + ("en" if lemma.endswith("frau") else "nen")
        yield lemma, RoleNoun("feminine", in_order(SINGULAR), masculine, lemma, "person", "lexicon")
        yield plural, RoleNoun("feminine", in_order(PLURAL), masculine, lemma, "person", "lexicon")


def _nominalised(lemma: str, sense: str) -> Iterator[tuple[str, RoleNoun]]:
    for ending, cells in nominalised_cells().items():
        yield lemma + ending, RoleNoun("common", in_order(cells), lemma, lemma, sense, "lexicon")


def _parts(forms: dict[str, RoleNoun]) -> dict[str, Part]:
    parts: dict[str, Part] = {}
    for form, head in forms.items():
        low = head.masculine.lower()
        usable = form == low and head.gender == "masculine" and head.feminine.endswith("in")
        if not usable or head.sense == "mostly_thing" or low in NO_FIRST_PARTS or low.endswith("rat"):
            continue
        women = head.feminine + "nen"
        linking = tuple(_linking(head.masculine))
        for men in linking:
            parts.setdefault(men.lower(), Part(men, women))
        parts.setdefault(women.lower(), Part(linking[0], women))
        if low.endswith("erer"):
            parts.setdefault(low + "innen", Part(linking[0], women))
    return parts


def _linking(masculine: str) -> Iterator[str]:
    """Yield the forms that a masculine has before another part, the most usual one first."""
    low = masculine.lower()
    if low.endswith("beamter"):
        yield masculine[:-1] + "n"
        return
    if low.endswith("anwalt"):
        yield masculine + "s"
        yield masculine
    yield next(form for form, cells in declension(masculine).items() if ("Nom", "Plur") in cells)
    if low.endswith("autor"):
        yield masculine


@lru_cache(maxsize=1)
def nominalised_cells() -> Mapping[str, frozenset[tuple[Case, Number]]]:
    """Return what may follow a nominalised adjective in *-e*, with the cells of all genders and declensions."""
    number: Mapping[str, Number] = {"masculine": "Sing", "feminine": "Sing", "plural": "Plur"}
    endings = [
        (ending, case, number[gender])
        for declension in ("weak", "mixed", "strong")
        for gender, row in paradigm(declension).items()
        if gender in number
        for case, ending in zip(CASES, row, strict=True)
    ]
    return {
        more: frozenset((case, amount) for ending, case, amount in endings if ending == "e" + more)
        for more in ("", "n", "r", "m")
    }


@lru_cache(maxsize=1_000)
def in_order(cells: frozenset[tuple[Case, Number]]) -> tuple[tuple[Case, Number], ...]:
    """Return cells of a paradigm in the order of `PARADIGM_CELLS`."""
    return tuple(cell for cell in PARADIGM_CELLS if cell in cells)


SHORTEST_PART = 5
SHORTEST_INNER_PART = 6
"""Of a part that has letters and no hyphen before it."""
SHORTEST_BEFORE = 4
SHORT_BEFORE = WordClass("noun_classes_de", "short_first_part")
"""Beginnings of up to three letters that a part may have before it."""
NO_END_BEFORE = re.compile(r"(?:^|.*[^s])sc$|.*(?:[^n]sch|[bcdfghjklmnpqrtvwxyz]{5,})$|[^aeiouyäöü]+$")
"""What stands before a part and cannot be a part by itself: *Obersch-enkel*."""

SOLE_OFFICES = ("kanzler", "premierminister", "ministerpräsident")
"""Offices that one person holds: before a hyphen they stand for that person (*Kanzler-Besuch*)."""
INNER_FEMININE = re.compile(r"(?<=\w\w)in(?:nen|(?=-))")


def person_part(beginning: str) -> Part | None:
    """Read a beginning of a word that ends in a role noun."""
    if beginning.endswith("-"):
        part = _before_hyphen(beginning[:-1])
        return part and Part(part.masculine + "-", part.feminine + "-")
    low = beginning.lower()
    known = noun_lexicon()
    if low[-PART_END:] not in known.part_ends:
        return None
    for start in range(max(len(low) - SHORTEST_PART, 0) + 1):
        if low[start:] in NO_FIRST_PARTS:
            return None
        part = known.parts.get(low[start:])
        if part and _may_stand_after(low[:start], len(low) - start, known.things, low):
            return _after(beginning[:start], part, beginning.isupper())
    return None


def star_part(masculine: str, feminine: str) -> str:
    """Return the form for all genders of a word with a role noun that is not its last part."""
    inner = INNER_FEMININE.search(feminine.lower())
    if not inner or INNER_FEMININE.search(masculine.lower()):
        return feminine
    stem = feminine[: inner.start()]
    if stem.lower().endswith("er") and masculine.lower().startswith(stem.lower() + "er"):
        stem = masculine[: len(stem) + 2]
    return stem + "*" + feminine[inner.start() :]


def _before_hyphen(beginning: str) -> Part | None:
    """Read what stands before a hyphen, where a singular can stand too."""
    index = beginning.rfind("-") + 1
    head = noun_lexicon().forms.get(beginning[index:].lower())
    usable = head and head.sense == "person" and head.feminine.endswith("in") and ("Nom", "Sing") in head.cells
    if head is None or not usable or head.gender == "common" or head.masculine.lower() in NO_FIRST_PARTS:
        return person_part(beginning) if beginning else None
    sole = head.gender == "feminine" or head.masculine.lower().endswith(SOLE_OFFICES)
    return _after(beginning[:index], Part(head.masculine, head.feminine + "nen" * (not sole)), beginning.isupper())


def _may_stand_after(before: str, length: int, things: frozenset[str], whole: str) -> bool:
    if not before or before.endswith("-"):
        return True
    if length < SHORTEST_INNER_PART or any(whole[start:] in things for start in range(len(before) + 1)):
        return False
    if len(before) < SHORTEST_BEFORE:
        return before in SHORT_BEFORE
    return not NO_END_BEFORE.match(before)


def _after(before: str, part: Part, capitals: bool) -> Part:
    masculine, feminine = part
    if capitals:
        masculine, feminine = masculine.upper(), feminine.upper()
    elif before and not before.endswith("-"):
        masculine, feminine = masculine.lower(), feminine.lower()
    return Part(before + masculine, before + feminine)


KNOWN_NOUNS = 100_000
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
        lemma = plain.rstrip("rnm")
        return RoleNoun("common", in_order(nominalised_cells()[aged[1]]), lemma, lemma, "person", "suffix")
    head = known.forms.get(low) or known.forms.get(low.replace("ß", "ss"))
    if head:
        return _whole("", plain, head)
    hyphen = plain.rfind("-") + 1
    if hyphen and plain[hyphen : hyphen + 1].islower():
        return None
    head = known.forms.get(low[hyphen:]) if hyphen else None
    if head:
        return _whole(plain[:hyphen], plain[hyphen:], head._replace(source="compound"))
    return _by_tail(plain, low, tagged) or _by_ending(plain, low, tagged)


@lru_cache(maxsize=KNOWN_NOUNS)
def noun_forms(noun: RoleNoun, case: Case, number: Number) -> Forms:
    """Return a masculine or feminine role noun in a case and number."""
    # A role noun before it takes part: *Tamilenrebellen* is ``Tamil*innenrebell*innen``.
    lemma = noun.masculine.capitalize() if noun.masculine.isupper() else noun.masculine
    plural = number == "Plur"
    masculine = masculine_form(lemma, case, number)
    if noun.feminine.lower().endswith("frau"):
        group = lemma[: -len("mann")] + "leute" + "n" * (case == "Dat")
        star, feminine = group if plural else lemma + "*frau", noun.feminine + "en" * plural
    else:
        # Zuwanderer is whole before the star
        whole = noun.masculine.lower().endswith("erer")
        stem = noun.masculine if whole else star_part(noun.masculine, noun.feminine[:-2])
        star = stem + "*in" + "nen" * plural
        feminine = noun.feminine + "nen" * plural
    forms = Forms(masculine, feminine, star)
    return Forms(*(form.upper() for form in forms)) if noun.masculine.isupper() else forms


def _by_tail(plain: str, low: str, tagged: GrammaticalGender | None) -> RoleNoun | None:
    known = noun_lexicon()
    for start in range(len(low) - 3):
        tail = low[start:]
        if tail in known.things:
            return None
        head = known.tails.get(tail) if start >= SHORTEST_PREFIX else None
        if head and (len(tail) > 6 or agrees(head.gender, tagged)):
            return _whole(plain[:start], plain[start:], head._replace(source="compound"))
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


AGENT = re.compile(r"[A-ZÄÖÜ][a-zäöüß]{3,}er(?:n|s)?")
"""A word that may be one for who does something: *Frühbuchern*, but *Fenster* too; the reader tells them apart."""


def may_be_agent(word: str) -> bool:
    """Return whether a word that no list knows ends as those for who does something."""
    return AGENT.fullmatch(word) is not None and word.lower() not in noun_lexicon().things


def agent_noun(word: str) -> RoleNoun | None:
    """Read a word that no list knows as one for who does something: *Ausleiher*, *Frühbuchern*."""
    return _masculine(word, word.removesuffix("n").removesuffix("s"))


def _masculine(plain: str, lemma: str) -> RoleNoun | None:
    cells = declension(lemma).get(plain)
    feminine = lemma.removesuffix("e") + "in"
    return RoleNoun("masculine", in_order(cells), lemma, feminine, "mostly_person", "suffix") if cells else None


def _whole(prefix: str, written: str, head: RoleNoun) -> RoleNoun:
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
    return head._replace(masculine=men + masculine, feminine=women + feminine)


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
