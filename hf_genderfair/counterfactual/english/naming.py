"""Tell by the words between a noun and a name whether the name is that of the person whom the noun means."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.lexicons.word_class import WordClass

BEING = WordClass("verb_forms_en", "copula_of_name")
OFFICE = WordClass("verb_forms_en", "of_office")
"""Words between a name and an office of the person: *elected chairman*, *works as a fisherman*."""

CALLED = frozenset({"named", "called", "nicknamed", "dubbed"})
ARTICLES = frozenset({"a", "an", "the"})
POSSESSIVES = WordClass("closed_classes_en", "possessive")
NOMINAL = frozenset({"DET", "ADJ", "ADV", "NUM", "NOUN", "PROPN", "PART"})
JOINING = frozenset({"NOUN", "PROPN", "CCONJ", "PUNCT"})
OPENING = frozenset({",", "(", "–", "—", "--", "-", ":", "``", '"', "“"})
LONGEST = 12
"""Most words between a noun and a name of the same person."""


def noun_after_name(between: Sequence[Token]) -> bool:
    """Return whether a noun describes the person named before it."""
    between = _without_brackets(between)
    if not between or (_ends_with_as(between) and not _is_genitive(between[0])):
        return True
    if len(between) > LONGEST or _is_genitive(between[0]):
        return False
    if between[0].text.lower() == "the" and all(map(_is_nominal, between)):
        # Ada Moss the baker woman
        return True
    start = 0
    if between[0].text in OPENING:
        start = 1
        if all(_is_nominal(token) for token in between[1:]):
            return True
        if len(between) > 1 and between[1].text.lower() in ("who", "now", "then", "later"):
            start = 2
    words = between[start:]
    second = _second_predicate(words)
    if second:
        return _says(words[second:])
    linked = any(_is_being(token) or token.text.lower() in OFFICE for token in words)
    return linked and _says(words)


def name_after_noun(between: Sequence[Token]) -> bool:
    """Tell whether a name after a noun names the person whom the noun means."""
    if not between or between[0].text == ".":
        return len(between) < 2 or all(token.pos in JOINING for token in between[1:])
    if len(between) > LONGEST or _is_genitive(between[0]):
        return False
    last = between[-1]
    if last.text.lower() in CALLED or _is_being(last):
        return all(token.pos in NOMINAL or token.pos in ("ADP", "AUX", "PUNCT") or token == last for token in between)
    if last.text in OPENING:
        before = between[:-1]
        phrase = (
            not before or before[0].pos in ("ADP", "ADV") or (before[0].pos in ("CCONJ", "NOUN") and len(before) < 4)
        )
        return phrase and not any(
            token.pos in ("VERB", "AUX", "SCONJ") or token.text in (",", ";", ".") for token in before
        )
    if between[0].text in OPENING and all(_is_nominal(token) for token in between[1:]):
        # a man, 33-year-old Ian Moss
        return True
    return len(between) < 5 and last.pos != "CCONJ" and all(token.pos in JOINING for token in between)


def name_after_pronoun(between: Sequence[Token]) -> bool:
    """Tell whether a name explains a pronoun: *he (Moss) left*, *he is Ada Moss*."""
    return 0 < len(between) < 3 and (between[0].text == "(" or all(map(_is_being, between)))


def _without_brackets(between: Sequence[Token]) -> Sequence[Token]:
    """Leave out what stands in brackets or commas right after a name: *Ian Moss (born in May) was ...*."""
    comma = next((number for number, token in enumerate(between) if number and token.text == ","), len(between))
    if between and between[0].text == "," and comma + 1 < len(between) and _is_being(between[comma + 1]):
        return between[comma + 1 :]
    closing = next((number for number, token in enumerate(between) if token.text == ")"), None)
    return between if closing is None or any(token.text == "(" for token in between[1:]) else between[closing + 1 :]


def _second_predicate(words: Sequence[Token]) -> int:
    """Return the index of a verb of being after *and*; 0 without one: *Moss had a plan and was a busy man*."""
    return next(
        (
            index
            for index in range(len(words) - 1, 0, -1)
            if _is_being(words[index]) and words[index - 1].pos == "CCONJ" and words[0].pos in ("VERB", "AUX")
        ),
        0,
    )


def _is_being(token: Token) -> bool:
    return token.text.lower() in BEING and token.pos in ("AUX", "VERB")


def _is_genitive(token: Token) -> bool:
    return token.text in ("'s", "’s", "'", "’") and token.pos not in ("AUX", "VERB")


def _is_nominal(token: Token) -> bool:
    low = token.text.lower()
    return token.pos in NOMINAL or low in POSSESSIVES or token.text in ("-", "'", "’")


def _says(words: Sequence[Token]) -> bool:
    """Whether words are a verb of being or office and the start of a noun phrase: *was one of our trusted ...*."""
    before = ""
    for token in words:
        low = token.text.lower()
        attribute = (
            token.pos == "VERB" and low.endswith(("ed", "ing")) and (before in POSSESSIVES or before in ARTICLES)
        )
        said = _is_nominal(token) or token.pos == "AUX" or _is_being(token) or low in OFFICE
        if not said and not attribute and (before, low) != ("one", "of"):
            return False
        before = low
    return True


def _ends_with_as(between: Sequence[Token]) -> bool:
    """Whether *as* begins the noun's phrase: *is set to remain as the club's chairman*."""
    index = len(between) - 1
    while index > 0 and _is_nominal(between[index]):
        index -= 1
    return between[index].text.lower() == "as"
