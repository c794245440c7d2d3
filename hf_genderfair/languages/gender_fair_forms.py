"""Gender-fair forms in the raw text: pairs, signs inside words, participles, neutral words, neopronouns.

They are looked for before any division into words, since tokenisers cut *Lehrer:innen* and *Lehrer/in* to pieces
(Urchs 2025 asked for the pattern in tokens, so that it found *Beginn* and *Berlin/Brandenburg* instead). What stands
left of a sign has to be the stem of a word for persons, so that *LinkedIn*, *file_in* and *5:in* are no forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.core.spans import without_emphasis
from hf_genderfair.core.text_view import text_view
from hf_genderfair.languages.english.person_forms import plural
from hf_genderfair.languages.evidence import person_words
from hf_genderfair.languages.gender_fair_pairs import (
    LONGEST_WORD,
    MAN_ENDINGS,
    WOMAN_ENDINGS,
    is_determiner,
    is_feminine_stem,
    pair_spans,
    two_word_forms,
    word_start,
)
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

FORMS: tuple[str, ...] = (
    *"pair internal_i slash gap colon star middle_dot tilde apostrophe exclamation parenthesis".split(),
    *"participle neutral neopronoun title x".split(),
)
"""Values of `GenderFairForm.form`."""

NO_SIGNS = frozenset(FORMS[FORMS.index("participle") :])
"""Forms outside the spellings of two words in one."""

APOSTROPHES = "'’‘"
SIGNS = {"*": "star", ":": "colon", "_": "gap", "~": "tilde", "!": "exclamation", "/": "slash", "(": "parenthesis"}
SIGNS |= {"I": "internal_i"} | dict.fromkeys(APOSTROPHES, "apostrophe")
BEFORE_REST = frozenset("*:_")
"""Signs before the rest of a word, never before a new word."""

DOTS = "\u00b7\u2022\u2024\u2027\u22c5"
SIGN = re.compile(rf"[*:_~!/({DOTS}]|In|[{APOSTROPHES}](?=in|[er](?!\w))")
FREE_SIGNS = ("star", "colon", "gap", "middle_dot", "tilde")
"""Signs that have no other use before *innen*, so that also stems count that no lexicon has."""

SUFFIX = {
    "exclamation": re.compile(r"i?nnen(?!\w)"),
    "slash": re.compile(
        r"[ ]?[-–‐]?[ ]?(?:in\(nen\)|innen[a-zäöüß]*|in(?!\w)|(?:(?<=[A-ZÄÖÜ]/)|(?<=[A-ZÄÖÜ]/-))IN(?:NEN)?(?!\w))"
    ),
    "parenthesis": re.compile(r"[-/]{0,2}(?:inn\)en|innen\)|in\))[a-zäöüß]*"),
    "internal_i": re.compile(r"nen[a-zäöüß]*|(?!\w)"),
}
INNER_SIGN = re.compile(rf"[*:_~{APOSTROPHES}{DOTS}]")
"""A sign inside a word, which may stand before the ending of the plural too: ``Lehrer*inn*en``."""

PLAIN_SUFFIX = re.compile(
    rf"[iI]n\(nen\)|[iI]nnen[a-zäöüß]*|in(?!\w)|INNEN(?!\w)|IN(?!\w)|inn{INNER_SIGN.pattern}en(?!\w)"
)
AGREEMENT = re.compile(r"-?(e[rnms]?|[rnms]|(?:(?<=[A-ZÄÖÜ].)|(?<=[A-ZÄÖÜ]/-))(?:E[RNMS]?|[RNMS]))(?!\w)")
CLOSED_AGREEMENT = re.compile(r"(e[rnms]?|[rnms])\)(?!\w)")
CAPITAL_AGREEMENT = re.compile(r"[ERNM](?<=[a-zäöüß].)(?!\w)")
GENDERED_MAN = re.compile(r"[ ]?-?(?:[Ff]rau(?:en)?|[Mm]ann|[Mm]änner[n]?)(?!\w)")
RIGHT_WORD = re.compile(r"[ ]?([^\W\d_]{1,40})(?!\w)")

CONTRACTIONS = re.compile(r"(?<!\w)(?:[Vv]om[*:_/]von|[Bb]eim[*:_/]bei)[ \n]der(?!\w)")

WORD = re.compile(r"[^\W\d_]+")
LONG_NOUN = re.compile(r"[A-ZÄÖÜ][^\W\d_]{6,}")
ADDRESS = re.compile(r"\S*(?:://|www\.|@)\S*$")
FILE_ENDING = re.compile(r"\.(?:pdf|html?|php|txt|jpe?g|png|docx?|xlsx?|csv|json|xml|py|com|org|net|de|at|ch)(?!\w)")
NOMINAL = re.compile(r"[ ]+[A-ZÄÖÜ][a-zäöüß]")
SENTENCE_START = re.compile(r"(?:^|[.!?:\n\"„“»›][ ]?)$")
SINGULAR_BEFORE = {
    "e": frozenset("der die das eine jede diese jene welche keine ihre seine meine".split()),
    "er": frozenset("ein kein mein dein sein ihr unser euer manch solch".split()),
    "en": frozenset("dem des einem eines einen einer jedem jeden jeder keinem keiner diesem dieses jenem".split()),
}
"""Articles before a participle that show one woman or one man."""

LAST_WORD = re.compile(r"(?:.*[^\w])?(\w+)[ ]$", re.DOTALL)

ENGLISH_PAIR = re.compile(
    r"\b(?:he or she|she or he|him or her|her or him|his or hers?|hers? or his|"
    r"himself or herself|herself or himself)\b",
    re.IGNORECASE,
)
ENGLISH_SLASH = re.compile(
    r"\b(?:he ?/ ?she|she ?/ ?he|s/he|him ?/ ?her|her ?/ ?him|his ?/ ?hers?|hers? ?/ ?his|"
    r"himself ?/ ?herself|herself ?/ ?himself|\w{2,20}m[ae]n/-?wom[ae]n)\b",
    re.IGNORECASE,
)
ENGLISH_PARENTHESIS = re.compile(r"(?:\(s\)he|(?<!\w)\w{0,20}\(wo\)-?m[ae]n)\b", re.IGNORECASE)
ENGLISH_STAR = re.compile(r"\b[Ww]om\*n\b")
ENGLISH_PATTERNS = (
    (" or ", ENGLISH_PAIR, "pair"),
    ("/", ENGLISH_SLASH, "slash"),
    ("(", ENGLISH_PARENTHESIS, "parenthesis"),
    ("*", ENGLISH_STAR, "star"),
)
NO_ROLES = WordClass("noun_classes_en", "person_of_rank")
"""Masculine words whose pairs name two persons: *the duke and the duchess*."""

ENGLISH_CONNECTOR = re.compile(r"[ \n](?:and|or)[ \n]|/")
ENGLISH_RIGHT = re.compile(r"(?:(?:an?|the|all|every|any|young|former|our|their)[ \n])?([A-Za-z][\w-]{2,40})")

DIVIDED = re.compile(r"(?<=[^\W\d_])[*:_/]?-[ \t]*\n[ \t]*(?=(?!und|oder)[a-zäöü])")
"""The end of a line in a divided word, with the sign before it."""


SECOND_SIGN = re.compile(rf"[*:_{DOTS}][^\W\d_]")


class GenderFairForm(NamedTuple):
    """A form that addresses or names all genders.

    Attributes:
        start: Offset of its first character in the text, in code points.
        end: Offset after its last character.
        form: One of `FORMS`.
    """

    start: int
    end: int
    form: str


def gender_fair_forms(text: str, lang: str) -> list[GenderFairForm]:
    """Find the gender-fair forms of a text."""
    # A form is the whole word with its sign (*Lehrer:innen*, *BürgerInnenbeteiligung*), or the words from the first to
    # the last of a pair (*Lehrerinnen und Lehrer*). Articles, adjectives and pronouns with a sign are forms of their
    # own (*der/die*, ``jede*r``). Participles and neutral words count where they stand for a word that has a masculine
    # form (*Studierende*, *Lehrkraft*), not where they are the usual word (*Vorsitzende*, *Mitglied*). Words divided at
    # the end of a line and between marks of emphasis are understood.
    find = {"de": _german, "en": _english}.get(lang)
    if find is None:
        return []
    view = text_view(text)
    plain = view._replace(text=without_emphasis(view.text)).with_plain_spaces()
    plain = plain.read_further(DIVIDED, lambda end: end.strip("- \t\n"))
    found = _without_overlap(list(find(plain.text)))
    return [GenderFairForm(*plain.span_as_given(form.start, form.end), form.form) for form in found]


def stands_whole(text: str, start: int, end: int) -> bool:
    """Return whether a stretch is no part of something longer: no end of a word, and nothing with one more sign."""
    before = text[start - 1 : start] if start else ""
    return before not in BEFORE_REST and not before.isalpha() and SECOND_SIGN.match(text, end) is None


def _without_overlap(found: list[GenderFairForm]) -> list[GenderFairForm]:
    kept: list[GenderFairForm] = []
    for form in sorted(found):
        if kept and form.start < kept[-1].end:
            if form.end - form.start > kept[-1].end - kept[-1].start:
                kept[-1] = form
        else:
            kept.append(form)
    return kept


def _german(text: str) -> Iterator[GenderFairForm]:
    for match in SIGN.finditer(text):
        found = _signed(text, match)
        if found and not _is_address(text, found):
            yield found
    for match in CAPITAL_AGREEMENT.finditer(text):
        start = word_start(text, match.start())
        left = text[start : match.start()]
        # jedeR, einE, VorsitzendeR
        if is_determiner(left.lower(), match[0].lower()) or (match[0] in "RN" and _is_nominalised(left)):
            yield GenderFairForm(start, match.end(), "internal_i")
    yield from (GenderFairForm(*span, "pair") for span in pair_spans(text))
    for match in CONTRACTIONS.finditer(text):
        yield GenderFairForm(*match.span(), next(form for sign, form in SIGNS.items() if sign in match[0]))
    for match in LONG_NOUN.finditer(text):
        form = _german_noun(match[0])
        if form and (form != "participle" or _is_nominal(text, *match.span())):
            yield GenderFairForm(*match.span(), form)
    yield from _words(text, "de")


def _english(text: str) -> Iterator[GenderFairForm]:
    for literal, pattern, form in ENGLISH_PATTERNS:
        # most texts have none of these, and to look for a few letters costs nothing
        if literal in text:
            yield from (GenderFairForm(*match.span(), form) for match in pattern.finditer(text))
    for match in ENGLISH_CONNECTOR.finditer(text):
        start = word_start(text, match.start())
        right = ENGLISH_RIGHT.match(text, match.end())
        if right and _english_pair(text[start : match.start()].lower(), right[1].lower()):
            yield GenderFairForm(start, right.end(), "pair")
    yield from _words(text, "en")


def _signed(text: str, match: re.Match[str]) -> GenderFairForm | None:
    """Return the word around a sign, if it is a gender-fair form."""
    form = SIGNS.get(match[0][0], "middle_dot")
    before = match.start()
    # a backslash hides the sign from Markdown
    if text[before - 1 : before] == "\\" or (form == "slash" and text[before - 1 : before] == " "):
        before -= 1
    start = word_start(text, before)
    if start == before:
        return None
    left = text[start:before]
    if form == "internal_i" and not left[-1].islower():
        return None
    suffix = SUFFIX.get(form, PLAIN_SUFFIX).match(text, match.end())
    if suffix and _is_stem(left, suffix[0], form):
        return GenderFairForm(start, suffix.end(), form)
    if form == "internal_i" or text[before] == " ":
        return _two_words(text, start, match, form)
    agreement = (CLOSED_AGREEMENT if form == "parenthesis" else AGREEMENT).match(text, match.end())
    if agreement and form != "exclamation" and _agrees(left, agreement[1], form):
        return GenderFairForm(start, agreement.end(), form)
    return _two_words(text, start, match, form)


def _two_words(text: str, start: int, match: re.Match[str], form: str) -> GenderFairForm | None:
    """Return two whole words around a sign: *der/die*, ``sie*er``, *Kaufmann/-frau*."""
    if form in ("internal_i", "parenthesis", "exclamation", "apostrophe"):
        return None
    left = text[start : match.start()].rstrip(" \\").lower()
    right = RIGHT_WORD.match(text, match.end())
    if right and form != "slash" and right.start(1) > match.end():
        return None
    if right:
        # *seine/ihreN Lehrer/in*
        word = right[1][:-1] if right[1][-1] in "RNE" and right[1][:-1].islower() else right[1].lower()
        if (left, word) in resource(("gender-fair forms", "two words"), two_word_forms):
            return GenderFairForm(start, right.end(), form)
    other = GENDERED_MAN.match(text, match.end())
    if other and left.endswith((*MAN_ENDINGS, *WOMAN_ENDINGS)) and len(left) > (6 if form == "slash" else 4):
        # *Obmann:frau*, but not *Hofmann: Frau Weber*
        return GenderFairForm(start, other.end(), form) if form == "slash" or other[0][0].islower() else None
    return None


def _is_stem(left: str, suffix: str, form: str) -> bool:
    """Return whether a word for women comes of a stem and *in* or *innen*."""
    plural = any(ending in suffix.lower() for ending in ("nen", "nn"))
    if is_feminine_stem(left, plural or form not in FREE_SIGNS):
        # some write everything small but the sign: *kollegInnen*
        return left[left.rfind("-") + 1].isupper() or form in FREE_SIGNS or (form == "internal_i" and plural)
    return form in FREE_SIGNS and plural and len(left) > 2 and left[0].isupper()


def _agrees(left: str, ending: str, form: str) -> bool:
    """Return whether an ending after a sign makes a word agree with all genders: ``ein*e``, *jede/r*, *liebe(r)*."""
    low, ending = left.lower(), ending.lower()
    if is_determiner(low, ending):
        # *ich meine's*, *er kennt mein'n Hund*
        return form != "apostrophe" or ending in ("e", "r")
    if form == "apostrophe":
        return False
    if ending == "n":
        return _is_nominalised(left)
    if ending != "r" or not low.endswith("e") or len(low) < 4:
        return False
    return form != "colon" or len(low) > 4


def _is_nominalised(word: str) -> bool:
    """Return whether a word is a nominalised adjective without its last letter: *Vorsitzende* of *VorsitzendeR*."""
    form = person_form(word) if word.endswith("e") and word[:1].isupper() else None
    return form is not None and form.gender == "common"


def _is_address(text: str, found: GenderFairForm) -> bool:
    """Return whether a form is part of a web address, a mail address or a file name."""
    window = max(0, found.start - 100)
    return bool(ADDRESS.match(_last_run(text[window : found.start])) or FILE_ENDING.match(text, found.end))


def _last_run(text: str) -> str:
    return "" if not text or text[-1].isspace() else text.split()[-1]


def _english_pair(left: str, right: str) -> bool:
    pairs = resource(("gender-fair forms", "English pairs"), _english_pairs)
    return (left, right) in pairs or _man_and_woman(left, right)


def _man_and_woman(left: str, right: str) -> bool:
    for first, second in ((left, right), (right, left)):
        for woman, man in (("woman", "man"), ("women", "men")):
            stem = first.removesuffix(woman)
            if stem != first and len(stem) > 2 and second == stem + man:
                return True
    return False


def _english_pairs() -> frozenset[tuple[str, str]]:
    pairs: set[tuple[str, str]] = set()
    for word in person_words("en").values():
        masculine, feminine = word.masculine.lower(), word.feminine.lower()
        if (
            word.kind == "pair"
            and masculine
            and masculine not in NO_ROLES
            and feminine.endswith(("ess", "ine", "rix", "ette", "maid"))
        ):
            pairs |= {(masculine, feminine), (plural(masculine), plural(feminine))}
    return frozenset(pairs | {(second, first) for first, second in pairs})


def _words(text: str, lang: str) -> Iterator[GenderFairForm]:
    """Find single words, and terms of two words, that are forms by themselves."""
    words, last_words = resource(("gender-fair words", lang), lambda: _lexicon(lang))[:2]
    if last_words.isdisjoint(WORD.findall(text.lower())):
        return
    weak: list[GenderFairForm] = []
    before, before_end = "", -2
    for match in WORD.finditer(text):
        low = match[0].lower()
        start, end = match.span()
        term = f"{before} {low}"
        if before_end + 1 == start and term in words:
            yield GenderFairForm(start - len(before) - 1, end, words[term])
        elif low in words and (words[low] != "title" or match[0][0].isupper()):
            if words[low] == "weak":
                weak.append(GenderFairForm(start, end, "neopronoun"))
            else:
                yield GenderFairForm(start, end, words[low])
        before, before_end = low, end
    # forms such as *ze* and *hir* are also typing errors and other words, unless they come together
    if len({text[form.start : form.end].lower() for form in weak}) > 1 or "neopronoun" in map(
        words.get, WORD.findall(text.lower())
    ):
        yield from weak


def _is_nominal(text: str, start: int, end: int) -> bool:
    """Return whether a capitalised participle is a noun for persons of any number and gender."""
    before = text[max(0, start - 30) : start]
    if NOMINAL.match(text, end) and SENTENCE_START.search(before[-3:]):
        return False
    article = LAST_WORD.match(before)
    ending = next((ending for ending in ("en", "er", "e") if text[start:end].endswith(ending)), "")
    return article is None or article[1].lower() not in SINGULAR_BEFORE.get(ending, ())


class _Lexicon(NamedTuple):
    """Words and terms with their form; their last words; forms of compounds by their last part; first parts."""

    words: dict[str, str]
    last_words: frozenset[str]
    nouns: dict[str, str]
    compounds: dict[str, str]


def _lexicon(lang: str) -> _Lexicon:
    words: dict[str, str] = {}
    nouns: dict[str, str] = {}
    compounds: dict[str, str] = {}
    for word, form, kind in load_lexicon(f"gender_fair_words_{lang}").rows:
        for inflected in _inflected(word, form, lang):
            if lang == "de" and form != "neopronoun":
                nouns[inflected] = form
                if kind == "compound":
                    compounds[inflected] = form
            else:
                words[inflected] = "weak" if kind == "weak" else form
    return _Lexicon(words, frozenset(word.split()[-1] for word in words), nouns, compounds)


def _inflected(word: str, form: str, lang: str) -> tuple[str, ...]:
    if lang == "en":
        return (word, word + "s") if form == "neutral" and not word.endswith(("s", "people", "kind")) else (word,)
    if form in ("participle", "none"):
        return tuple(word + ending for ending in ("e", "en", "er"))
    if word.endswith("kraft"):
        return word, word[:-5] + "kräfte", word[:-5] + "kräften"
    if word.endswith(("person", "schaft")):
        return word, word + "en"
    return (word, word + "n") if word.endswith("leute") else (word,)


@lru_cache(maxsize=100_000)
def _german_noun(word: str) -> str:
    """Return the form of a noun that is a participle or a neutral word, or empty."""
    if len(word) > LONGEST_WORD:
        return ""
    _, _, nouns, compounds = resource(("gender-fair words", "de"), lambda: _lexicon("de"))
    low = word.lower()
    if low in nouns:
        return nouns[low].removeprefix("none")
    for start in range(2, len(low) - 6):
        if low[start:] in compounds:
            return compounds[low[start:]]
    # *Studierendenwerk*
    first = next((low[:end] for end in range(9, len(low) - 2) if low[:end].endswith("en") and low[:end] in nouns), "")
    return "participle" if nouns.get(first) == "participle" else ""
