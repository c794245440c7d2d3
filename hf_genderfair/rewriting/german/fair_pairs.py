"""Pairs of German words for women and men, with the articles of both: *die Ärztin oder der Arzt*."""

from __future__ import annotations

import re
from typing import NamedTuple

import regex

from hf_genderfair.languages.gender_fair_pairs import is_couple
from hf_genderfair.languages.german.agreement import CONTRACTIONS, determiner, like, star
from hf_genderfair.languages.types import Number
from hf_genderfair.rewriting.german.fair_words import Spelled, adjective_pair, article_pair, spelled_noun

PAIR = re.compile(
    r"(?P<left>[^\W\d_][\w-]*?)(?P<cut>-)?"
    r"(?P<joint>[ \n](?:und|oder|bzw\.?|beziehungsweise|sowie|u\.|&|UND|ODER)[ \n]|[ ]?/)[ ]?"
    r"(?P<middle>(?:[^\W\d_]+[.,]?[ \n]){0,8})(?P<right>-?[^\W\d_][\w-]*)$"
)
ANDS = frozenset("und sowie u. &".split())
LAST_WORD = r"(?:[^\W\d_]+,?[ \n])"
LAST_WORDS = regex.compile(rf"(?r)(?:{LAST_WORD}{{1,9}}|{LAST_WORD}{{1,9}}\n|)\Z")
WORD = re.compile(r"\S+")
WINDOW = 120
SHORTEST_STEM = 3
INTERNAL_I = re.compile(r"[a-zäöüß]In")
EACH = ("jed", "kein")
"""Stems of determiners after which *und* joins two words for one person."""


class NormalisedPair(NamedTuple):
    """A pair as one word for all genders.

    Attributes:
        start: Offset of its first character: of the article before the first noun, where both have one.
        end: Offset after its last character.
        spelled: The normalised form.

    Example:
        >>> read_pair("Ist die Ärztin oder der Arzt da?", 8, 28).spelled.star
        'der*die Ärzt*in'
    """

    start: int
    end: int
    spelled: Spelled


def read_pair(text: str, start: int, end: int, after_article: bool = False) -> NormalisedPair | None:
    """Normalise two nouns, with the words between them."""
    match = PAIR.match(text[start:end])
    if match is None:
        return None
    noun = _noun(match["left"], match["right"], bool(match["cut"]))
    if noun is None:
        return _read_adjective(text, start, end, match)
    middle = match["middle"].split()
    words = _words_before(text, start)
    female_first = match["left"].lower().endswith(("in", "innen"))
    joined = match["joint"].strip().lower() in ANDS
    if not middle:
        single = noun.rule == "noun" and not noun.plural
        alone = after_article or not words or _agrees_with_both(words[-1])
        return NormalisedPair(start, end, noun) if not single or (alone and not joined) else None
    if noun.rule == "compound":
        return None
    aligned = _aligned(words, middle, female_first, noun.plural)
    if aligned is None or (joined and not noun.plural and not aligned[0][0].lower().startswith(EACH)):
        return None
    masculine, feminine, stars = (" ".join(forms) for forms in aligned[:3])
    whole = Spelled(
        f"{masculine} {noun.masculine}", f"{feminine} {noun.feminine}", f"{stars} {noun.star}", "noun", noun.plural
    )
    return NormalisedPair(_start_of(text, start, aligned[3]), end, whole)


def _read_adjective(text: str, start: int, end: int, match: re.Match[str]) -> NormalisedPair | None:
    """Read a nominalised adjective with both of its articles: *eine Vorsitzende oder ein Vorsitzender*."""
    left, right = match["left"], match["right"]
    first, middle = _words_before(text, start), match["middle"].split()
    if not left[0].isupper() or not middle or not first:
        return None
    contraction = _contraction(first, middle)
    if contraction is None and len(first) < len(middle):
        return None
    genders = contraction.forms if contraction else article_pair(first[-len(middle)].lower(), middle[0].lower())
    if genders is None:
        return None
    female_first = genders[0].lower() == middle[0].lower()
    feminine, masculine = (left, right) if female_first else (right, left)
    aligned = _aligned(first, middle, female_first, False)
    if aligned is None or not adjective_pair(masculine, feminine):
        return None
    both = feminine if masculine == feminine else star(masculine, feminine)
    nouns = zip(aligned[:3], (masculine, feminine, both), strict=True)
    men, women, stars = (" ".join((*words, noun)) for words, noun in nouns)
    return NormalisedPair(_start_of(text, start, aligned[3]), end, Spelled(men, women, stars, "nominalised"))


def _words_before(text: str, start: int) -> list[str]:
    before = LAST_WORDS.search(text[max(0, start - WINDOW) : start])
    return before[0].split() if before else []


def _noun(left: str, right: str, cut: bool) -> Spelled | None:
    if INTERNAL_I.search(left + " " + right):
        return None
    if left.lower().endswith(("in", "innen")) and not _is_short_feminine(right):
        feminine, masculine = left, right
    elif right.lower().endswith(("in", "innen")) or "innen" in right.lower():
        feminine, masculine = right, left
    else:
        return None
    if cut:
        return _compound(feminine, masculine, feminine == left)
    if right.startswith("-"):
        return _with_tail(left, right[1:], feminine == left)
    plural = feminine.lower().endswith("innen")
    stem = feminine[: -len("innen" if plural else "in")]
    if len(stem) < SHORTEST_STEM:
        return None
    known = spelled_noun(stem, "Nom", "Plur" if plural else "Sing")
    return Spelled(masculine, feminine, known.star, "noun", plural)


def _is_short_feminine(right: str) -> bool:
    return right.lower() in ("-innen", "-in")


def _with_tail(left: str, tail: str, female_first: bool) -> Spelled | None:
    """Read *Mitbürgerinnen und -bürger*, *EU-Bürger und -Bürgerinnen*, *Lehrer und -innen*."""
    plural = (left if female_first else tail).lower().endswith("innen")
    ending = "innen" if plural else "in"
    number: Number = "Plur" if plural else "Sing"
    if _is_short_feminine("-" + tail):
        return spelled_noun(left, "Nom", number)._replace(masculine=left)
    ends = ((left[cut:].lower(), tail.lower())[:: 1 if female_first else -1] for cut in range(len(left)))
    cut = next((cut for cut, pair in enumerate(ends) if is_couple(*pair)), -1)
    if cut < 0:
        return None
    feminine, masculine = (left, left[:cut] + tail)[:: 1 if female_first else -1]
    return spelled_noun(feminine[: -len(ending)], "Nom", number)._replace(masculine=masculine, feminine=feminine)


def _compound(feminine: str, masculine: str, female_first: bool) -> Spelled | None:
    """Read *Ärztinnen- und Ärztekammer*, *Ärzte- und Ärztinnenkammer*."""
    if female_first:
        if not feminine.endswith("innen") or len(feminine) < SHORTEST_STEM + len("innen"):
            return None
        head = spelled_noun(feminine.removesuffix("innen"), "Nom", "Plur")
        tail = masculine.removeprefix(head.masculine)
        if tail == masculine:
            return None
        return Spelled(masculine, feminine + tail, head.star + tail, "compound")
    stem, mark, tail = feminine.partition("innen")
    if not mark or not tail or len(stem) < SHORTEST_STEM:
        return None
    head = spelled_noun(stem, "Nom", "Plur")
    return Spelled(masculine + tail, feminine, head.star + tail, "compound") if head.masculine == masculine else None


def _agrees_with_both(word: str) -> bool:
    """Return whether the word before a singular pair is not an article of one gender."""
    known = determiner(word)
    if known is None:
        return True
    genders = {interpretation.gender for interpretation in known.interpretations}
    return genders == {"plural"}


def _aligned(
    before: list[str], middle: list[str], female_first: bool, plural: bool
) -> tuple[list[str], list[str], list[str], int] | None:
    """Join the articles and adjectives of both nouns; return them for men, for women and for all, and their number."""
    contraction = _contraction(before, middle)
    joined: list[tuple[str, str, str] | None] = [contraction.forms] if contraction else []
    number = contraction.number if contraction else len(middle)
    first, second = (contraction.before, contraction.middle) if contraction else (before[-number:], middle)
    if len(first) != len(second):
        return None
    joined += [_joined(one, two, female_first, plural) for one, two in zip(first, second, strict=True)]
    known = [forms for forms in joined if forms]
    if len(known) < len(joined):
        return None
    masculine, feminine, stars = ([forms[index] for forms in known] for index in range(3))
    return masculine, feminine, stars, number


class _Contraction(NamedTuple):
    """*von der* and *vom* before two nouns: their forms, the other words before each, and how many are before both."""

    forms: tuple[str, str, str]
    before: list[str]
    middle: list[str]
    number: int


def _contraction(before: list[str], middle: list[str]) -> _Contraction | None:
    """Return the contraction that stands before one of two nouns, where the other has its parts."""
    parts, last = before[-len(middle) - 1 :], middle[0]
    if len(parts) > len(middle) and [word.lower() for word in parts[:2]] == [CONTRACTIONS.as_dict.get(last), "der"]:
        women = " ".join(parts[:2])
        forms = like(last, women), women, like(star(last, women.lower()), women)
        return _Contraction(forms, parts[2:], middle[1:], len(parts))
    short = before[-len(middle) + 1 :] if len(middle) > 1 else []
    if short and [CONTRACTIONS.as_dict.get(short[0].lower()), "der"] == middle[:2]:
        women = like(" ".join(middle[:2]), short[0])
        return _Contraction((short[0], women, star(short[0], women)), short[1:], middle[2:], len(short))
    return None


def _joined(one: str, two: str, female_first: bool, plural: bool) -> tuple[str, str, str] | None:
    low, other = one.lower(), two.lower()
    if low == other:
        return one, one, one
    if plural or not ((one[1:].islower() and two[1:].islower()) or (one.isupper() and two.isupper())):
        return None
    man, woman = (other, low) if female_first else (low, other)
    if article_pair(man, woman) != (man, woman) and not adjective_pair(man, woman):
        return None
    return like(man, one), like(woman, one), like(star(man, woman), one)


def _start_of(text: str, start: int, words: int) -> int:
    if words == 0:
        return start
    found = LAST_WORDS.search(text, max(0, start - WINDOW), start)
    return [word.start() for word in WORD.finditer(text, found.start(), start)][-words] if found else start
