"""Swap the gender of the persons of a Spanish text, with all that agrees."""

from __future__ import annotations

import re

from hf_genderfair.core.spans import Refusal
from hf_genderfair.counterfactual.name_pairs import name_counterpart
from hf_genderfair.counterfactual.spanish.analysis import CLITICS, PERSONAL, SpanishAnalysis
from hf_genderfair.counterfactual.spanish.chains import chains
from hf_genderfair.counterfactual.spanish.persons import NO_COUNTERPART
from hf_genderfair.counterfactual.spanish.verbs import enclitic
from hf_genderfair.counterfactual.swapping import Change, Gender, SwapOptions, Swapping
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.romance.gender_forms import FULL_FORMS, SHORT_FORMS, other_form, person_nouns
from hf_genderfair.languages.romance.words import romance_words

NEEDS = frozenset({"pos", "morph", "lemma", "syntax", "entities"})
"""Layers that are asked of a pipeline."""

ENDINGS = {
    "male": re.compile(r"\b(?!(?:la|las|para|contra|hasta|era|había|cada|una|toda|vida)\b)\w+(?:as?|iz|ices)\b", re.I),
    "female": re.compile(r"\b(?:él|al|del|\w+(?:[ns]|o|or|e|l|z|d|y|r))\b", re.I),
}
WORD = re.compile(r"\w+")
CONTRACTIONS = {"del": "de la", "al": "a la"}
HOLY = frozenset("virgen san santa santo nuestra niño".split())
"""Words before names that are not those of persons of the text."""

JOINED = {"de": "del", "a": "al"}
RULES = {"DET": "determiner", "ADJ": "adjective", "VERB": "participle", "PRON": "pronoun", "NUM": "determiner"}


def mentions_gender(text: str, to: Gender) -> bool:
    """Whether a text may hold a word that would be swapped; asked before it is analysed.

    Example:
        >>> mentions_gender("Ella lee.", "male"), mentions_gender("Él lee.", "male")
        (True, False)
    """
    if ENDINGS[to].search(text) is not None:
        return True
    nouns = person_nouns().to("Masc" if to == "male" else "Fem")
    return any(word in nouns for word in WORD.findall(text.lower()))


def swap(document: Document, to: Gender, options: SwapOptions) -> Swapping:
    """Write every word for a person of the other gender in the gender that is asked for.

    Masculine plurals that may stand for everybody stay, as do things, fixed expressions and names.

    Args:
        document: A Spanish text with the layers of `NEEDS`.
        to: The gender that its persons shall have.
        options: What is done with names.

    Returns:
        The changes, whole chains only, and the words that stay with the reason.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "La reina fue elegida presidenta."
        >>> document = Document(text, next(pipeline("es").analyse([text], NEEDS)), "es")
        >>> [change.replacement for change in swap(document, "male", SwapOptions()).changes]
        ['El', 'rey', 'elegido', 'presidente']
    """
    reading = SpanishAnalysis(document, "Fem" if to == "male" else "Masc")
    numbers = chains(reading)
    kept = _kept(reading, numbers, options)
    changes: list[Change] = []
    for place in sorted(reading.people):
        if numbers[place] not in kept:
            changes += _word_changes(reading, place, to, numbers[place])
    for number, place in enumerate(sorted(reading.sexes.difference(reading.people)), len(numbers)):
        token = document.tokens[place]
        changes.append(Change(token.start, token.end, _like(_sex(reading, place), token.text), "adjective", number))
    if options.names == "swap":
        changes += _name_changes(reading, numbers, kept, options)
    stays = {place: reason for place, reason in reading.refused.items() if place not in reading.people}
    stays |= {place: kept[numbers[place]] for place in reading.people if numbers[place] in kept}
    tokens = document.tokens
    refusals = [
        Refusal(tokens[place].start, tokens[place].end, _rule(reading, place), reason)
        for place, reason in sorted(stays.items())
    ]
    return Swapping(_apart(sorted(changes)), refusals)


def _kept(reading: SpanishAnalysis, numbers: dict[int, int], options: SwapOptions) -> dict[int, str]:
    """Return the persons whose words all stay, with the reason."""
    kept: dict[int, str] = {}
    for place, noun in reading.nouns.items():
        if noun.thing == NO_COUNTERPART:
            kept[numbers[place]] = NO_COUNTERPART
    if options.names == "refuse":
        named = [place for place in numbers if reading.types.get(place) == "PER" and place not in reading.nouns]
        kept |= {numbers[place]: "name" for place in named}
    return kept


def _apart(changes: list[Change]) -> list[Change]:
    """Leave out what overlaps with a change before it."""
    apart: list[Change] = []
    for change in changes:
        if not apart or apart[-1].end <= change.start:
            apart.append(change)
    return apart


def _name_changes(
    reading: SpanishAnalysis, numbers: dict[int, int], kept: dict[int, str], options: SwapOptions
) -> list[Change]:
    """Return first names of the other gender for those of the gender that is swapped."""
    changes = []
    for place, kind in reading.types.items():
        token = reading.document.tokens[place]
        if kind != "PER" or place in reading.people or numbers.get(place) in kept or place not in numbers:
            continue
        if not _is_first_name(reading, place):
            continue
        new = name_counterpart(token.text, "es", options.seed, reading.document.text)
        if new is not None:
            changes.append(Change(token.start, token.end, new, "name", numbers[place]))
    return changes


def _is_first_name(reading: SpanishAnalysis, place: int) -> bool:
    """Whether a part of a person's name is a first name of the gender: the first part, or one before a surname."""
    if not reading.has_name_of_gender(place) or (place and reading.low[place - 1] in HOLY):
        return False
    if reading.types.get(place - 1) != "PER" or place - 1 in reading.nouns:
        return True
    frequent = romance_words("es").is_frequent_first_name(reading.document.tokens[place].text)
    return frequent and reading.types.get(place + 1) == "PER"


def _word_changes(reading: SpanishAnalysis, place: int, to: Gender, number: int) -> list[Change]:
    token, low = reading.document.tokens[place], reading.low[place]
    new = _form(reading, place, to)
    changes = _opened(reading, place, number) if to == "female" else []
    if new is None or new == low:
        return changes
    if new == "el" and token.pos == "DET" and place and reading.low[place - 1] in JOINED:
        before = reading.document.tokens[place - 1]
        capitals = token.text == "LA" and before.text.isupper()
        if before.end + 1 == token.start and (token.text == "la" or capitals):
            joined = _like(JOINED[reading.low[place - 1]], token.text if capitals else before.text)
            return [Change(before.start, token.end, joined, "contraction", number)]
    return [*changes, Change(token.start, token.end, _like(new, token.text), _rule(reading, place), number)]


def _form(reading: SpanishAnalysis, place: int, to: Gender) -> str | None:
    """Return the form of a word of a person in the other gender, in lower case."""
    token, low = reading.document.tokens[place], reading.low[place]
    if place in reading.sexes:
        return other_form(_sex(reading, place), "Masc" if to == "male" else "Fem")
    if place in reading.nouns:
        return reading.nouns[place].replacement
    if low in CONTRACTIONS and token.pos == "ADP":
        return CONTRACTIONS[low]
    ending = low if low in CLITICS and token.pos == "PRON" else enclitic(low)
    if ending:
        return low[: -len(ending)] + (ending.replace("a", "o") if to == "male" else ending.replace("o", "a"))
    new = other_form(low, "Masc" if to == "male" else "Fem")
    if new is None or to == "female":
        return new
    follows = _next(reading, place)
    if new in FULL_FORMS and (token.pos != "DET" or not follows):
        return FULL_FORMS[new]
    if new in SHORT_FORMS and follows and token.morph.get("Number") != "Plur":
        return SHORT_FORMS[new]
    return new


def _sex(reading: SpanishAnalysis, place: int) -> str:
    """Return *masculina* for *femenina*, and the other way round."""
    low = reading.low[place]
    return low.replace("femenin", "masculin") if "femenin" in low else low.replace("masculin", "femenin")


def _next(reading: SpanishAnalysis, place: int) -> bool:
    """Whether the noun of a determiner or adjective follows."""
    document = reading.document
    return document.heads[place] > place and document.tokens[place].relation in ("det", "amod", "nummod")


def _opened(reading: SpanishAnalysis, place: int, number: int) -> list[Change]:
    """Return *de la* and *a la* for *del* and *al* before a person."""
    document, tokens = reading.document, reading.document.tokens
    if tokens[place].pos == "DET" or tokens[place].morph.get("Number") == "Plur":
        return []
    before = place - 1
    while before >= 0 and tokens[before].pos in ("ADJ", "ADV", "NUM", "VERB") and document.heads[before] == place:
        before -= 1
    if before < 0 or reading.low[before] not in CONTRACTIONS:
        return []
    if before < place - 1 and document.heads[before] not in (place, before - 1):
        return []
    token = tokens[before]
    return [Change(token.start, token.end, _like(CONTRACTIONS[reading.low[before]], token.text), "contraction", number)]


def _rule(reading: SpanishAnalysis, place: int) -> str:
    if place in reading.nouns:
        return "noun"
    if reading.low[place] in PERSONAL or reading.low[place] in CLITICS:
        return "determiner" if reading.document.tokens[place].pos == "DET" else "pronoun"
    return RULES.get(reading.document.tokens[place].pos, "adjective")


def _like(new: str, old: str) -> str:
    """Write a word with the capitals of another.

    Example:
        >>> _like("él", "Ella"), _like("rey", "REINA"), _like("sr.", "Sra.")
        ('Él', 'REY', 'Sr.')
    """
    if old.isupper() and len(old) > 1:
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new
