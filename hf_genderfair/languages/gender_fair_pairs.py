"""Gender-fair forms of two words, in raw German text: *Lehrerinnen und Lehrer*, *die oder der Vorsitzende*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.german.agreement import determiner_pairs
from hf_genderfair.languages.german.nouns import role_noun
from hf_genderfair.languages.german.person_forms import person_form

CONNECTOR = re.compile(r"[ \n](?:und|oder|bzw\.?|beziehungsweise|sowie|u\.|&|UND|ODER)[ \n]|[ ]?/")
OR = frozenset({"oder", "bzw.", "bzw", "beziehungsweise"})
WRITTEN_LARGE = r"Ihr(?:e[nmrs]?)?|D(?:ER|IE|E[MNS])|JEDE[MNRS]?|K?EINE?[MNRS]?"
RIGHT_NOUN = re.compile(
    rf"[ ]?(?:(?:(?![A-ZÄÖÜ\d-])\S{{0,29}}[^\s,;:!?]|{WRITTEN_LARGE})\s{{1,3}}){{0,3}}[\"'„“”»«‚‘’]?"
    r"(-[^\W\d_]{3,40}|[A-ZÄÖÜ][\w-]{2,60})"
)
"""The second noun of a pair, with the words before it; these may hold any sign, as in text that is damaged."""

RIGHT_WORD = re.compile(r"[\"„“”»«]*([\w-]{1,60})[\"“”»«]*,?\s{0,3}")
LONGEST_PHRASE = 10
"""So many words after *oder* may stand before and including the second noun of a pair."""

OTHERS = re.compile(
    r"(?<!\w)(?:[Ee]ine[mnr]?[ \n]andere[mnr]?[ \n]oder|[Kk]eine[mnr]?[ \n]andere[mnr]?[ \n](?:oder|und))[ \n]"
    r"k?eine?[mnr]?[ \n]andere[mnr]?(?!\w)"
)
"""*eine andere oder ein anderer*, *keine andere und kein anderer*."""

INDEFINITE = re.compile(r"\bk?eine?[mnrs]?\b", re.IGNORECASE)
NOBODY = re.compile(r"\bkeine?[mnrs]?[ \n](?:[a-zäöüß]+[ \n]){0,2}$", re.IGNORECASE)
NO_PRONOUNS = frozenset("der die den dem des man zum zur".split())
EACH = re.compile(r"[ ]?(?:jede|kein)", re.IGNORECASE)

ARTICLE = r"d(?:er|ie|e[mns])"
CONTRACTED = {"vom": "von", "beim": "bei", "im": "in", "am": "an"}
ARTICLES = re.compile(
    rf"(?<!\w)(?:{ARTICLE}[ \n]oder[ \n]{ARTICLE}|zu[rm][ \n]oder[ \n]zu[rm]"
    rf"|(?:von|bei|in|an)[ \n]der[ \n]oder[ \n](?:vom|beim|im|am))(?=\s{{1,3}}(\w+))",
    re.IGNORECASE,
)
"""Both articles of one noun, or two relative pronouns: *die oder der Vorsitzende*."""

AFTER_ARTICLES = re.compile(r"\s{1,3}(?:[a-zäöüß\d][\w-]*\s{1,3}){0,3}?(?:\d+-)?([A-ZÄÖÜ][\w-]+(?:en?|EN?))(?!\w)")

NOUN, JOINT = r"[A-ZÄÖÜ][\w-]+", r"[ \n](?:und|oder)[ \n]"
LISTS = re.compile(
    rf"(?<!\w)({NOUN}(?:in|frau)(?:,[ \n]{NOUN}(?:in|frau|en?)){{0,6}}{JOINT}{NOUN}(?:in|frau|en?)){JOINT}"
    rf"(?:[a-zäöüß]+[ \n]){{1,3}}({NOUN}(?:,[ \n]{NOUN}){{0,6}}{JOINT}{NOUN})"
)
BETWEEN = re.compile(rf"{JOINT}|,[ \n]")
NO_OCCUPATIONS = frozenset({"ehe", "jung", "edel", "trans", "schwieger"})
"""What stands before *-frau* and *-mann* in words that name no occupation."""
LONGEST_WORD = 60
SHORTEST_ADJECTIVE = 4
MASCULINE_ENDINGS = ("", "s", "n", "en", "es", "e", "er", "ern", "ers", "nen", "ens", "ns")
MAN_ENDINGS = ("männern", "männer", "mannes", "manns", "mann")
WOMAN_ENDINGS = ("frauen", "frau")
NEXT_WORD = re.compile(r"-?([^\W\d_]{2,40})(?!\w)")


def pair_spans(text: str) -> Iterator[tuple[int, int]]:
    """Find two words for the same persons, one feminine and one masculine, on both sides of a connector."""
    for match in CONNECTOR.finditer(text):
        end = match.start()
        start = word_start(text, end)
        left = text[start:end].rstrip("-")
        if not left:
            continue
        joint = match[0].strip().lower()
        right = RIGHT_NOUN.match(text, match.end()) if left[0].isupper() else None
        if left[0].isupper() and (end_of_phrase := _end_of_phrase(text, match, left)):
            yield start, end_of_phrase
        elif right and _is_pair(left, right, joint, text[end - 1] == "-", text[max(0, start - 60) : start]):
            yield start, right.end()
        elif joint != "/":
            word = NEXT_WORD.match(text, match.end())
            if word is None or not (word[1].islower() or (left.isupper() and word[1].isupper())):
                continue
            if _is_pronoun_pair(left.lower(), word[1].lower(), joint) or _is_lower_pair(left, word[1]):
                yield start, word.end()
    if " oder " in text or " ODER " in text:
        yield from _articles(text)
    if " andere" in text:
        yield from (match.span() for match in OTHERS.finditer(text))
    if any(joint in text for joint in ("in oder ", "in und ", "frau oder ", "frau und ")):
        yield from _lists(text)


def _end_of_phrase(text: str, connector: re.Match[str], left: str) -> int:
    """Return where the second noun of a pair with all words before it ends: *oder ein in Wien lebender Arzt*; or 0."""
    at, articles = connector.end(), resource(("gender-fair forms", "articles"), _articles_of_pairs)
    for number in range(LONGEST_PHRASE if connector[0].strip().lower() in OR else 0):
        word = RIGHT_WORD.match(text, at)
        # the phrase begins with an article and holds no other
        if word is None or (word[1].lower() in articles) != (number == 0):
            return 0
        noun = word[1].lstrip("0123456789-")
        first, second = left.lower(), noun.lower()
        if noun[:1].isupper() and (
            is_couple(first, second) or is_couple(second, first) or _is_one_adjective(left, noun)
        ):
            return word.end(1)
        at = word.end()
    return 0


def _articles_of_pairs() -> frozenset[str]:
    """Return the articles with which the second part of a pair may begin, contractions among them."""
    return frozenset(form for pair in determiner_pairs() for form in pair) | CONTRACTED.keys() | {"zum", "zur"}


def _articles(text: str) -> Iterator[tuple[int, int]]:
    """Find both articles of one nominalised adjective, and two relative pronouns."""
    for match in ARTICLES.finditer(text):
        first, second = re.split(r"[ \n]oder[ \n]", match[0].lower())
        two = (first.split()[0], CONTRACTED[second]) if second in CONTRACTED else (first, second)
        pairs = resource(("gender-fair forms", "two words"), two_word_forms)
        if two[0] != two[1] if second in CONTRACTED else two not in pairs:
            continue
        noun = AFTER_ARTICLES.match(text, match.end())
        after_comma = text.endswith(", ", 0, match.start())
        if noun and _is_nominalised(noun[1].rpartition("-")[2]):
            # *der oder die Vorsitzenden* leaves the number open
            if {first, second} != {"der", "die"} or noun[1].lower().endswith("e"):
                yield match.span()
        elif after_comma and (match[0][0] == "d" or match[0].isupper()) and not _is_person(match[1]):
            yield match.span()


def _is_nominalised(word: str) -> bool:
    """Return whether a word is an adjective as a noun for persons, the same for all behind an article."""
    word = word.capitalize()
    form = person_form(word) or role_noun(word)
    return form is not None and form.gender == "common"


def _lists(text: str) -> Iterator[tuple[int, int]]:
    """Find nouns under one article and once more under another: *eine Ärztin oder Köchin oder einen Arzt oder Koch*."""
    for match in LISTS.finditer(text):
        women, men = (BETWEEN.split(nouns) for nouns in match.groups())
        couples = zip(women, men, strict=False)
        if len(women) == len(men) and all(
            is_couple(woman.lower(), man.lower()) or _is_one_adjective(woman, man) for woman, man in couples
        ):
            yield match.span()


def _is_person(word: str) -> bool:
    return word[0].isupper() and person_form(word) is not None


def _is_pronoun_pair(left: str, right: str, connector: str) -> bool:
    """Return whether pronouns name one person of any gender: *er oder sie*, *jede und jeder*, not *er und sie*."""
    pairs = resource(("gender-fair forms", "two words"), two_word_forms)
    if (left, right) not in pairs or left in NO_PRONOUNS or right in NO_PRONOUNS:
        return False
    return connector in OR or left[:3] in ("jed", "kei")


def _is_lower_pair(left: str, right: str) -> bool:
    """Return whether two plurals of a text without capitals are a pair: *leserinnen und leser*."""
    if not left.islower() or not (left.endswith("innen") or right.endswith("innen")):
        return False
    return len(right) > 3 and (is_couple(left, right) or is_couple(right, left))


def _is_pair(left: str, right: re.Match[str], connector: str, truncated: bool, before: str) -> bool:
    """Return whether two nouns are a pair; after a hyphen the second may go on: *Ärztinnen- und Ärztekammer*."""
    # *ein Lehrer und eine Lehrerin* are two persons
    if connector == "und" and INDEFINITE.search(right[0]) and not NOBODY.search(before):
        return False
    first, second = left.lower(), right[1].lower()
    if second.startswith("-"):
        return _is_pair_of_tails(first, second[1:], connector)
    one_person = connector in OR or EACH.match(right[0]) is not None or (connector == "/" and first != second)
    if is_couple(first, second) or is_couple(second, first) or (one_person and _is_one_adjective(left, right[1])):
        return True
    ends = range(max(4, len(first) - 5), min(len(second), len(first) + 2)) if truncated else ()
    return any(is_couple(first, second[:end]) or is_couple(second[:end], first) for end in ends)


def _is_one_adjective(left: str, right: str) -> bool:
    """Return whether two words are one nominalised adjective: *eine Vorsitzende oder ein Vorsitzender*."""
    one, two = (word.removesuffix("n").removesuffix("r") for word in (left, right))
    if one != two or not one.endswith("e") or len(one) < SHORTEST_ADJECTIVE:
        return False
    noun = role_noun(one.rpartition("-")[2])
    return noun is not None and noun.gender == "common"


def _is_pair_of_tails(left: str, tail: str, connector: str) -> bool:
    """Return whether the second word of a pair repeats the end of the first: *EU-Bürgerinnen und -Bürger*."""
    if tail == "innen":
        # *Lehrer/-innen* is one word with a slash
        return connector != "/" and is_feminine_stem(left)
    # the first letters may stand before a number: *Covid-19-Patientinnen und -Patienten*
    ends = (left[start:] for start in range(len(left) - 2))
    return any(is_couple(end, tail) or is_couple(tail, end) for end in ends)


@lru_cache(maxsize=50_000)
def is_couple(feminine: str, masculine: str) -> bool:
    """Return whether two words in lower case are the feminine and the masculine form of one word."""
    stem = next((feminine[: -len(end)] for end in ("innen", "in") if feminine.endswith(end)), "")
    inner = stem.find("innen", 3)
    if inner > 0 and stem[inner + 5 :].replace("-", "").isalpha():
        # Bürgerinnenvertreterin, Bürgervertreter; Kundinnen-Beraterin, Kunden-Berater
        first, last = _without_umlaut(stem[:inner]), _without_umlaut(stem[inner + 5 :])
        parts = rf"{first}(?:e|en|n|s)?{last}(?:{'|'.join(MASCULINE_ENDINGS)})"
        if re.fullmatch(parts, _without_umlaut(masculine)):
            return True
    if len(stem) > 2 and stem[-1] != "-":
        stem, other = _without_umlaut(stem), _without_umlaut(masculine)
        if other.startswith(stem) and other[len(stem) :] in MASCULINE_ENDINGS:
            return True
    for woman in WOMAN_ENDINGS:
        for man in MAN_ENDINGS:
            if feminine.endswith(woman) and masculine.endswith(man):
                first, second = feminine.removesuffix(woman), masculine.removesuffix(man)
                return first == second and len(first) > 1 and first[-1] != "-" and first not in NO_OCCUPATIONS
    return False


def _without_umlaut(word: str) -> str:
    return word.replace("ä", "a").replace("ö", "o").replace("ü", "u")


def word_start(text: str, end: int) -> int:
    """Return the offset of the first letter of the word before an offset."""
    start = end
    while (
        start > 0
        and end - start < LONGEST_WORD
        and (text[start - 1].isalpha() or text[start - 1] == "-" or text[max(0, start - 2) : start].isalnum())
    ):
        start -= 1
    # U23-Spielerin, but 16-Jährige
    while start < end and not text[start].isalpha():
        start += 1
    return start


@lru_cache(maxsize=20_000)
def is_feminine_stem(left: str, inflected: bool = True) -> bool:
    """Return whether *in* makes a word for women of a stem, which may have an ending: *Kolleg*, *Kollegen/in*."""
    stem = (left.rpartition("-")[2] or left).capitalize()
    for ending in ("", "e", "n", "en", "s", "er") if inflected else ("", "e"):
        short = stem.removesuffix(ending)
        # no feminine ends in -enin
        if len(short) > 2 and short + ending == stem and not short.endswith("en"):
            found = person_form(short + "in", "feminine")
            if found and found.gender == "feminine":
                return True
    return False


def two_word_forms() -> frozenset[tuple[str, str]]:
    """Return masculine and feminine forms of articles and pronouns, in both orders."""
    pairs = {
        ("er", "sie"),
        ("ihm", "ihr"),
        ("ihn", "sie"),
        ("man", "frau"),
        ("dessen", "deren"),
        ("seinerseits", "ihrerseits"),
    }
    endings = ("", "e", "er", "en", "em", "es")
    # what is owned may be a person too: *seinem oder ihrer Vorgesetzten*
    pairs |= {("sein" + first, "ihr" + second) for first in endings for second in endings}
    pairs |= determiner_pairs()
    return frozenset(pairs | {(second, first) for first, second in pairs})


def is_determiner(left: str, ending: str) -> bool:
    """Return whether a word in lower case and the ending after its sign are a determiner for a man and for a woman."""
    return agreeing_pair(left, ending) in resource(("gender-fair forms", "determiners"), determiner_pairs)


def agreeing_pair(left: str, ending: str) -> tuple[str, str]:
    """Return the masculine and the feminine form of an article or adjective, from the parts before and after a sign."""
    low = left.lower()
    if ending == "e":
        return left, left + "e"
    if low.endswith("er") and ending in "ms":
        return left[:-1] + ending, left
    if low.endswith(("em", "es")) and ending == "r":
        return left, left[:-1] + "r"
    if low.endswith("e") and ending in "ms":
        # *jede/m* leaves out the feminine's own ending
        return left + ending, left + "r"
    return left + ending, left
