"""Whom an English pronoun means, as far as the words around it tell: anybody, or a person whom the text knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from hf_genderfair.languages.analysis import Sentence, Token
from hf_genderfair.languages.english_forms import first_name, person_form, plural
from hf_genderfair.rewriting.english.nouns import noun_table
from hf_genderfair.rewriting.english.pronouns import FEMININE, Pronoun
from hf_genderfair.rewriting.english.verbs import RELATIVES, finite

NAMED = "a named person"
KNOWN = "a person whom the text knows"
GENDERED = "a person whom the text calls by a word for one gender"
UNKNOWN = "no word says who is meant"
TITLE = "part of a title"
WORD = "the word itself is meant"
DECLARED = "somebody's own pronouns"
ELEMENT = "a chemical element"
QUOTED = "in quotation marks"
CODE = "code, an address or markup"
FOREIGN = "another language"
NAME = "part of a name"

REASONS = (NAMED, KNOWN, GENDERED, UNKNOWN, TITLE, WORD, DECLARED, ELEMENT, QUOTED, CODE, FOREIGN, NAME)
"""Why a word is left alone."""

SENTENCES_BACK = 3
"""How many sentences a pronoun may stand after the words that say who is meant."""

ANYBODY = frozenset(
    "someone somebody anyone anybody everyone everybody nobody whoever whomever whosoever one each none either".split()
)
QUANTIFIERS = frozenset("any every each no whichever whatever either neither another such".split())
INDEFINITE = frozenset({"a", "an", "one"})
DEFINITE = frozenset("the this that my his her our their".split())
CONDITIONS = frozenset("if when whenever unless whether once until where suppose should may might must shall".split())
MODALS = frozenset("can could should may might must shall will would ought need 'll ’ll".split())
SAYING = frozenset("says said claims argues tells told".split())
HONORIFICS = frozenset("mr mrs ms miss mr. mrs. ms. dr dr. sir lord lady prof prof. sen. rep. gov. saint st.".split())

SURNAMES = frozenset({"Foreman", "Postman", "Workman", "Doorman", "Fisherman", "Freshman", "Layman", "Sportsman"})

Meaning = Literal["anybody", "named", "known", "gendered"]


class Mention(NamedTuple):
    """A word that may say whom a pronoun means.

    Attributes:
        place: Place of the word in its sentence.
        meaning: Whether it means anybody, a named person, a known one, or one with a word for one gender.
        gender: ``female``, ``male``, or empty where the word tells none.

    Example:
        >>> Mention(1, "anybody", "").meaning
        'anybody'
    """

    place: int
    meaning: Meaning
    gender: str


REASON_OF: dict[str, str] = {"anybody": "", "named": NAMED, "known": KNOWN, "gendered": GENDERED}


def unknown_person(sentences: Sequence[Sentence], number: int, pronoun: Pronoun) -> str:
    """Return why a pronoun may mean a known person; empty where it means anybody.

    The nearest sentence with a word for a person decides, and only if none of its words names or knows somebody whom
    the pronoun may mean; what stays open is left alone.

    Args:
        sentences: The sentences of the text.
        number: The number of the pronoun's sentence.
        pronoun: The pronoun.

    Returns:
        One of `REASONS`, or an empty text.
    """
    tokens = sentences[number].tokens
    if pronoun.pair or _begins_relative(tokens, pronoun):
        return ""
    low = tokens[pronoun.last].text.lower()
    gender = "female" if low in FEMININE else "male"
    for back in range(number, max(-1, number - 1 - SENTENCES_BACK), -1):
        end = pronoun.first if back == number else None
        found = [m for m in mentions(sentences[back].tokens) if m.gender in ("", gender)]
        before = [mention for mention in found if end is None or mention.place < end]
        if before:
            return _decide(before)
        if back == number and found and any(token.text.lower() in CONDITIONS for token in tokens[:end]):
            # When he is late, a driver ...
            return _decide(found[:1])
    return UNKNOWN


def _decide(found: Sequence[Mention]) -> str:
    nearest = found[-1].meaning
    if nearest != "anybody":
        return REASON_OF[nearest]
    others = [mention.meaning for mention in found if mention.meaning != "anybody"]
    return REASON_OF[others[-1]] if others else ""


def _begins_relative(tokens: Sequence[Token], pronoun: Pronoun) -> bool:
    """Whether a pronoun is *he who* or *he that*."""
    after = pronoun.last + 1
    return pronoun.kind == "subject" and after < len(tokens) and tokens[after].text.lower() in RELATIVES


def mentions(tokens: Sequence[Token]) -> Iterator[Mention]:
    """Yield the words of a sentence that may say whom a pronoun means.

    Args:
        tokens: The tokens of the sentence.

    Yields:
        The mentions in order.
    """
    for place, token in enumerate(tokens):
        low = token.text.lower()
        if token.pos == "PROPN":
            name = _name(tokens, place)
            if name is not None:
                yield name
        elif low in ANYBODY and token.pos in ("PRON", "NOUN", "DET", "NUM"):
            if low not in ("one", "each", "either", "none") or _alone(tokens, place):
                yield Mention(place, "anybody", "")
        elif token.pos == "NOUN" and token.morph.get("Number") != "Plur":
            noun = _noun(tokens, place)
            if noun is not None:
                yield noun


def _alone(tokens: Sequence[Token], place: int) -> bool:
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    return after is None or after.pos not in ("NOUN", "ADJ", "PROPN", "NUM")


def _name(tokens: Sequence[Token], place: int) -> Mention | None:
    before = tokens[place - 1] if place else None
    if before is not None and before.pos == "PROPN" and before.text[0].isupper():
        # the first word of a name decides
        return None
    evidence = first_name(tokens[place].text)
    if evidence is not None and evidence.gender in ("female", "male"):
        return Mention(place, "named", evidence.gender)
    low = tokens[place].text.lower()
    if low in ("mr", "mr.", "sir", "lord"):
        return Mention(place, "named", "male")
    if low in ("mrs", "mrs.", "ms", "ms.", "miss", "lady", "madam"):
        return Mention(place, "named", "female")
    in_place = before is not None and before.text.lower() in ("in", "at", "from", "to", "on", "the", "of", "near")
    if in_place and evidence is None and low not in HONORIFICS:
        return None
    return Mention(place, "named", "")


def _noun(tokens: Sequence[Token], place: int) -> Mention | None:
    word = tokens[place].text
    form = person_form(word)
    if form is None or form.plural or form.sense == "mostly_thing":
        return None
    determiner = place - 1
    while determiner >= 0 and tokens[determiner].pos in ("ADJ", "NOUN", "NUM", "ADV"):
        determiner -= 1
    first = tokens[determiner] if determiner >= 0 else None
    low = first.text.lower() if first is not None else ""
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if after is not None and after.pos == "PROPN":
        # driver Ann Lee
        return None
    role = word.lower() in noun_table().neutral
    if form.gender != "none" and not role and not _for_everybody(word):
        return Mention(place, "gendered", "female" if form.gender == "feminine" else "male")
    if low in QUANTIFIERS or low == "your":
        return Mention(place, "anybody", "")
    if low in DEFINITE or low in ("'s", "’s"):
        return Mention(place, "anybody" if low == "the" and _is_rule(tokens, place) else "known", "")
    return Mention(place, "known" if _is_event(tokens, place) else "anybody", "")


def _for_everybody(word: str) -> bool:
    """Whether a masculine word is used of everybody in the plural: *actors*."""
    form = person_form(plural(word.lower()))
    return form is not None and form.generic


def _is_rule(tokens: Sequence[Token], place: int) -> bool:
    """Whether a sentence with a definite noun says what holds of everybody: *the buyer must*, *if the patient*."""
    if any(token.text.lower() in CONDITIONS for token in tokens[:place]):
        return not any(finite(token) and token.morph.get("Tense") == "Past" for token in tokens)
    verb = _verb_after(tokens, place)
    return verb is not None and tokens[verb].text.lower() in MODALS - {"could", "would", "will", "'ll", "’ll"}


def _is_event(tokens: Sequence[Token], place: int) -> bool:
    """Whether a sentence with an indefinite noun tells what happened or happens: *a doctor came in*."""
    if any(token.text.lower() in CONDITIONS for token in tokens[:place]):
        return False
    verb = _verb_after(tokens, place)
    if verb is None:
        verb = next((number for number in range(place - 1, -1, -1) if finite(tokens[number])), None)
    if verb is None:
        return False
    word = tokens[verb]
    if word.text.lower() in MODALS:
        return False
    if word.morph.get("Tense") == "Past":
        return True
    following = next((token for token in tokens[verb + 1 : verb + 4] if token.pos == "VERB"), None)
    going = following is not None and following.text.endswith("ing")
    return (word.pos == "AUX" and going) or word.text.lower() in SAYING


def _verb_after(tokens: Sequence[Token], place: int) -> int | None:
    """Return the place of the finite verb after a noun, that of a relative clause left out; None without one."""
    relative = False
    for after in range(place + 1, len(tokens)):
        low = tokens[after].text.lower()
        if low in RELATIVES and after <= place + 2:
            relative = True
        elif finite(tokens[after]):
            if not relative:
                return after
            relative = False
    return None


def noun_in_name(tokens: Sequence[Token], first: int, last: int, generic: bool) -> str:
    """Return why a gendered noun is left alone: it is a surname, or the title of a named person.

    Args:
        tokens: The tokens of the text.
        first: Place of the noun's first token.
        last: Place of its last token.
        generic: Whether the words of named persons stay.

    Returns:
        One of `REASONS`, or an empty text.
    """
    if not tokens:
        return ""
    word, before = tokens[first], tokens[first - 1] if first else None
    capital = word.text[0].isupper() and not word.text.isupper()
    named = before is not None and before.pos == "PROPN" and before.text[0].isupper()
    if capital and (named or (word.text in SURNAMES and (before is None or before.pos not in ("DET", "PRON")))):
        return NAME
    after = tokens[last + 1] if last + 1 < len(tokens) else None
    if generic and after is not None and after.pos == "PROPN" and after.text[0].isupper():
        return NAMED
    if generic and named and before is not None and first_name(before.text) is not None:
        return NAMED
    return ""
