"""Single German words that name all genders: their masculine, feminine and star forms."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from hf_genderfair.core.text_view import like
from hf_genderfair.languages.gender_fair_forms import APOSTROPHES, DOTS, INNER_SIGN
from hf_genderfair.languages.gender_fair_pairs import agreeing_pair
from hf_genderfair.languages.german.agreement import CONTRACTIONS, Forms, determiner, star
from hf_genderfair.languages.german.nouns import INTERNAL_I, noun_forms, role_noun
from hf_genderfair.languages.german.person_phrase import RoleNoun
from hf_genderfair.languages.types import Case, Number
from hf_genderfair.lexicons.word_class import WordClass
from hf_genderfair.rewriting.german.compounds import compound

INSIDE = rf"*:_~!{APOSTROPHES}{DOTS}"
SIGN = rf"(?:\\?[{INSIDE}]|[ ]?/[ ]?[-–‐]?[ ]?)"
LEFT = rf"(?P<left>[^\W_][^\s/(\\{INSIDE}]*?)"
INNER_I = r"(?<![A-ZÄÖÜ])(?=I)"
"""Before a capital that is a sign; *ÄRZTIN* has none."""

NOUN = re.compile(
    rf"{LEFT}(?:{SIGN}|[-/]{{0,2}}\(|{INNER_I})"
    rf"(?P<mark>in\(nen\)|inn\)en|inn{INNER_SIGN.pattern}en|[iI][nN](?:[nN][eE][nN]|(?![nN][eE][nN])))\)?"
    r"(?P<tail>-?[^\W\d_][\w-]*)?$"
)
AGREEMENT = re.compile(rf"{LEFT}(?:{SIGN}-?|\()(?P<ending>[eE]|[rnmsRNMS])\)?$")
CAPITAL_AGREEMENT = re.compile(r"(?P<left>[^\W\d_]+)(?P<ending>[ERN])$")
TWO_WORDS = re.compile(
    rf"(?P<first>[^\W\d_]+)(?:{SIGN}|[ \n](?:oder|und|bzw\.?|beziehungsweise)[ \n])(?P<second>[^\W\d_]+)$"
)
POSSESSIVE = re.compile(
    rf"(?P<first>[Ss]ein|[Ii]hr)(?P<one>e[nmrs]?)?(?:{SIGN}|[ ]oder[ ])(?P<second>sein|ihr)(?P<two>e[nmrs]?)?"
    rf"(?P<seits>seits)?(?:{SIGN}-?(?P<own>[rne]))?(?P<capital>[RNE])?$"
)
JOINED = re.compile(rf"(?P<first>[Dd](?:er|ie|e[mns])){SIGN}(?P<second>d(?:er|ie|e[mns]))(?P<tail>jenigen?|selben?)$")
CONTRACTED = re.compile(
    rf"(?P<first>[^\W\d_]+m){SIGN}(?P<second>von|bei|in|an|vor|über|unter|hinter)[ \n]der$", re.IGNORECASE
)

CONTRACTED_LAST = re.compile(r"(?P<first>von|bei|in|an)[ \n]der[ ]oder[ ](?P<second>[^\W\d_]+m)$", re.I)

PRONOUNS = {frozenset(pair): pair for pair in (("er", "sie"), ("ihm", "ihr"), ("ihn", "sie"), ("dessen", "deren"))}
"""Pronouns for men and women, the masculine one first."""

OWNED = {("em", "er"): ("em", "r"), ("es", "er"): ("es", "r"), ("en", "e"): ("e", "n"), ("", "e"): ("", "e")}
"""Endings of *sein* before a man and *ihr* before a woman; their joint ending, and that of the noun after the sign."""

WEAK_STEMS = WordClass("noun_classes_de", "weak_stem")
"""Stems of feminines whose masculine has an ``-e`` or an ``-en``: *Biologe*."""


SHORTEST_ADJECTIVE = 4
DOUBLE = re.compile(
    rf"(?P<first>[^\s*:]+?)(?:[*:]|{INNER_I})[iI]nnen(?P<second>(?:-\w|[a-zäöüß])[^\s*:]*?)(?:[*:]|{INNER_I})[iI]n(?P<nen>nen)?$"
)
"""A compound of two words for persons: ``Bürger*innenvertreter*innen``."""


class Spelled(NamedTuple):
    """A word for all genders.

    Attributes:
        masculine: The masculine form.
        feminine: The feminine form.
        star: The form with a star.
        rule: One of `hf_genderfair.rewriting.fair_words.RULES`.
        plural: Whether it is a plural.

    Example:
        >>> read_agreeing("eine/n").star
        'eine*n'
    """

    masculine: str
    feminine: str
    star: str
    rule: str
    plural: bool = False


def read_agreeing(word: str) -> Spelled | None:
    """Normalise an article, adjective, pronoun or nominalised adjective in any gender-fair spelling."""
    for pattern, read in _AGREEING:
        match = pattern.match(word)
        found = read(match) if match else None
        if found:
            return found
    return None


def _possessive(match: re.Match[str]) -> Spelled | None:
    first, one, two, own = match["first"], match["one"] or "", match["two"] or "", match["own"]
    if first.lower() == match["second"]:
        return None
    own = own or (match["capital"] or "").lower()
    if match["seits"]:
        return _spelled(first, f"sein{one}seits", f"ihr{two}seits", "possessive")
    if one != two:
        one, own = OWNED.get((one, two) if first.lower() == "sein" else (two, one), ("", None))
        if own is None:
            return None
    man, woman = "sein" + one, "ihr" + one
    if not own:
        return _spelled(first, man, woman, "possessive")
    endings = {"r": (one, "er"), "e": (one, "e"), "n": (one + "n", one)}[own]
    both = like(f"sein{one}*ihr{one}*{own}", first)
    return Spelled(like("sein" + endings[0], first), like("ihr" + endings[1], first), both, "possessive")


def _joined(match: re.Match[str]) -> Spelled | None:
    return _two_words(match["first"], match["second"] + match["tail"], match["first"] + match["tail"])


def _contracted(match: re.Match[str]) -> Spelled | None:
    first, second = match["first"], match["second"].lower()
    if CONTRACTIONS.as_dict.get(first.lower()) != second:
        return None
    return _spelled(first, first.lower(), second + " der", "contraction")


def _contracted_last(match: re.Match[str]) -> Spelled | None:
    first, second = match["first"], match["second"]
    return (
        _spelled(first, second, f"{first.lower()} der", "contraction")
        if CONTRACTIONS.as_dict.get(second) == first.lower()
        else None
    )


def _agreement(match: re.Match[str]) -> Spelled | None:
    left, ending = match["left"], match["ending"].lower()
    low = left.lower()
    pair = agreeing_pair(left, ending)
    nominal = left[:1].isupper() and determiner(low) is None and determiner(pair[0]) is None
    rule = "nominalised" if nominal else "determiner" if determiner(pair[0]) else "adjective"
    if rule != "determiner" and len(low) < SHORTEST_ADJECTIVE:
        return None
    if len(left) > 1 and left.isupper():
        return _spelled(left, pair[0].lower(), pair[1].lower(), rule)
    # 'einer*m' names women first, as a pair does
    both = f"{left}*{ending}" if pair[1] == left and ending in "ms" else star(*pair)
    return Spelled(*pair, both, rule)


def _words(match: re.Match[str]) -> Spelled | None:
    return _two_words(match["first"], match["second"], match["first"])


def _two_words(pattern: str, second: str, first: str) -> Spelled | None:
    one, two = first.lower(), second.lower()
    pronoun = PRONOUNS.get(frozenset((one, two)))
    if pronoun:
        return _spelled(pattern, *pronoun, "relative" if "dessen" in pronoun else "personal")
    pair = article_pair(one, two)
    if pair:
        return _spelled(pattern, *pair, "contraction" if pair[0] == "zum" else "determiner")
    adjectives = (one, two) if adjective_pair(one, two) else (two, one)
    rule = "nominalised" if pattern[0].isupper() and second[0].isupper() else "adjective"
    return _spelled(pattern, *adjectives, rule) if adjective_pair(*adjectives) and one != two else None


def article_pair(one: str, two: str) -> tuple[str, str] | None:
    """Return two forms of a determiner, in lower case, with the masculine one first; None for other words."""
    known = determiner(one)
    if known is None:
        return None
    for pair in zip(known.masculine, known.feminine, strict=True):
        if pair in ((one, two), (two, one)) and one != two:
            return pair
    return None


def adjective_pair(masculine: str, feminine: str) -> bool:
    """Return whether two forms of one adjective agree with a man and a woman in the same case."""
    for man, woman in (("er", "e"), ("en", "e"), ("em", "er"), ("en", "er"), ("en", "en"), ("e", "e")):
        stem = masculine.removesuffix(man)
        if len(stem) > 2 and masculine == stem + man and feminine == stem + woman:
            return True
    return False


def _spelled(pattern: str, masculine: str, feminine: str, rule: str) -> Spelled:
    return Spelled(like(masculine, pattern), like(feminine, pattern), like(star(masculine, feminine), pattern), rule)


_AGREEING = (
    (POSSESSIVE, _possessive),
    (CONTRACTED, _contracted),
    (CONTRACTED_LAST, _contracted_last),
    (JOINED, _joined),
    (TWO_WORDS, _words),
    (AGREEMENT, _agreement),
    (CAPITAL_AGREEMENT, _agreement),
)


def read_noun(word: str, case: Case) -> Spelled | None:
    """Normalise a noun in any gender-fair spelling."""
    double = DOUBLE.match(word)
    if double:
        return _double(double, case)
    match = NOUN.match(word)
    if match is None or any(map(INTERNAL_I.search, (match["left"], word[match.end("mark") - 1 :]))):
        return None
    left, tail = match["left"], match["tail"]
    plural = len(match["mark"]) > 2
    if tail:
        return _compound(left, tail)
    return spelled_noun(left, case, "Plur" if plural else "Sing")


def spelled_noun(stem: str, case: Case, number: Number) -> Spelled:
    """Return the forms of a noun, given the part before its sign."""
    stem = unicodedata.normalize("NFC", stem)
    forms = noun_forms(_role_noun(stem), case, number)
    plural = number == "Plur"
    if forms.star.count("*") > 1 and role_noun(f"{stem}in", "feminine"):
        # the rules would write *Bürger*innenvertreter*in*, and what is written has one sign
        ending = "innen" if plural else "in"
        forms = forms._replace(feminine=stem + ending, star=f"{stem}*{ending}")
    if len(stem) > 1 and stem.isupper():
        return Spelled(forms.masculine.upper(), forms.feminine.upper(), forms.star.upper(), "noun", plural)
    if stem.islower():
        # a text without capitals
        forms = Forms(*(form.lower() for form in forms))
    elif stem[0].islower():
        # e-Sportler*in
        forms = Forms(*(form[0].lower() + form[1:] for form in forms))
    return Spelled(*forms, "noun", plural)


def _role_noun(stem: str) -> RoleNoun:
    """Return the role noun whose feminine has a stem, or whose masculine is given for it."""
    stem = stem.capitalize() if stem.isupper() else stem[0].upper() + stem[1:]
    for ending in ("", "e", "n", "en", "s", "er"):
        short = stem.removesuffix(ending)
        if len(short) < 3 or short + ending != stem:
            continue
        for candidate in (short, _umlauted(short)):
            found = role_noun(candidate + "in", "feminine")
            if found and found.gender == "feminine":
                return found
    masculine = stem + "e" if stem.lower().endswith(WEAK_STEMS.as_tuple) else stem
    return RoleNoun("feminine", (("Nom", "Sing"),), masculine, stem + "in", "person", "suffix")


def _umlauted(stem: str) -> str:
    index = max(stem.rfind(vowel) for vowel in "aouAOU")
    if index < 0:
        return stem
    if stem[index] in "uU" and index and stem[index - 1] in "aA":
        index -= 1
    changed = dict(zip("aouAOU", "äöüÄÖÜ", strict=True))[stem[index]]
    return stem[:index] + changed + stem[index + 1 :]


def _double(match: re.Match[str], case: Case) -> Spelled:
    first = spelled_noun(match["first"], "Nom", "Plur")
    hyphen, stem = ("-", match["second"][1:]) if match["second"][0] == "-" else ("", match["second"])
    second = spelled_noun(stem.capitalize(), case, "Plur" if match["nen"] else "Sing")
    masculine, feminine, both = (
        one + hyphen + (two if hyphen else two.lower()) for one, two in zip(first[:3], second[:3], strict=True)
    )
    return Spelled(masculine, feminine, both, "noun", second.plural)


def _compound(left: str, tail: str) -> Spelled:
    known = None if left.lower().endswith("anwält") else compound(f"{left[0].upper()}{left[1:]}innen{tail}")
    if known and "*" in known.star and not left[0].islower():
        return Spelled(known.masculine, known.feminine, known.star, "compound")
    # *Anwaltschaft*, but *Ärzteschaft*
    alone = left.lower().endswith("anwält") and tail.startswith("schaft")
    head = spelled_noun(left, "Nom", "Sing" if alone else "Plur")
    if alone:
        return Spelled(head.masculine + tail, head.feminine + "nen" + tail, head.star + "nen" + tail, "compound")
    return Spelled(head.masculine + tail, head.feminine + tail, head.star + tail, "compound")
