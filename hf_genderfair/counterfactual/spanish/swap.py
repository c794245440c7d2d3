"""Swap the gender of the persons of a Spanish text, with all that agrees."""

from __future__ import annotations

import re

from hf_genderfair.core.spans import Refusal
from hf_genderfair.counterfactual.spanish.reading import CLITICS, PERSONAL, Reading, enclitic
from hf_genderfair.counterfactual.swapping import Change, Gender, SwapOptions, Swapping
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.romance.gender_forms import FULL_FORMS, SHORT_FORMS, other_form

NEEDS = frozenset({"pos", "morph", "lemma", "syntax", "entities"})
"""Layers that are asked of a pipeline."""

ENDINGS = {
    "male": re.compile(r"\b(?!(?:la|las|para|contra|hasta|era|había|cada|una|toda|vida)\b)\w+(?:as?|iz|ices)\b", re.I),
    "female": re.compile(r"\b(?:él|al|del|\w+(?:[ns]|o|or|e|l|z|d|y|r))\b", re.I),
}
CONTRACTIONS = {"del": "de la", "al": "a la"}
JOINED = {"de": "del", "a": "al"}
RULES = {"DET": "determiner", "ADJ": "adjective", "VERB": "participle", "PRON": "pronoun", "NUM": "determiner"}


def mentions_gender(text: str, to: Gender) -> bool:
    """Whether a text may hold a word that would be swapped; asked before it is analysed.

    Args:
        text: A Spanish text.
        to: The gender that its persons shall have.

    Example:
        >>> mentions_gender("Ella lee.", "male"), mentions_gender("Él lee.", "male")
        (True, False)
    """
    return ENDINGS[to].search(text) is not None


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
    reading = Reading(document, "Fem" if to == "male" else "Masc")
    changes: list[Change] = []
    for place in sorted(reading.people):
        change = _change(reading, place, to)
        if change is not None:
            joined = changes and changes[-1].end > change.start
            changes += [] if joined else [change]
    if to == "female":
        changes += _opened(reading)
        changes.sort()
    tokens = document.tokens
    refusals = [
        Refusal(tokens[place].start, tokens[place].end, _rule(reading, place), reason)
        for place, reason in sorted(reading.refused.items())
        if place not in reading.people
    ]
    return Swapping(changes, refusals)


def _change(reading: Reading, place: int, to: Gender) -> Change | None:
    token, low = reading.document.tokens[place], reading.low[place]
    new = _form(reading, place, to)
    if new is None or new == low:
        return None
    start = token.start
    if new == "el" and token.pos == "DET" and place and reading.low[place - 1] in JOINED:
        before = reading.document.tokens[place - 1]
        if before.end + 1 == start and token.text == "la":
            joined = like(JOINED[reading.low[place - 1]], before.text)
            return Change(before.start, token.end, joined, "contraction", reading.people[place])
    return Change(start, token.end, like(new, token.text), _rule(reading, place), reading.people[place])


def _form(reading: Reading, place: int, to: Gender) -> str | None:
    """Return the form of a word of a person in the other gender, in lower case."""
    token, low = reading.document.tokens[place], reading.low[place]
    noun = reading.nouns.get(place)
    if noun is not None:
        return noun.replacement
    target = "Masc" if to == "male" else "Fem"
    if (ending := enclitic(low)) and token.pos != "PRON":
        return low[: -len(ending)] + (ending.replace("a", "o") if to == "male" else ending.replace("o", "a"))
    if low in CLITICS and token.pos == "PRON":
        return low.replace("a", "o") if to == "male" else low.replace("o", "a")
    new = other_form(low, target)
    if new is None or to == "female":
        return new
    follows = _next(reading, place)
    if new in FULL_FORMS and (token.pos != "DET" or not follows):
        return FULL_FORMS[new]
    if new in SHORT_FORMS and follows and token.morph.get("Number") != "Plur":
        return SHORT_FORMS[new]
    return new


def _next(reading: Reading, place: int) -> bool:
    """Whether the noun of a determiner or adjective follows."""
    document = reading.document
    head = document.heads[place]
    return head > place and document.tokens[place].relation in ("det", "amod", "nummod")


def _opened(reading: Reading) -> list[Change]:
    """Return *de la* and *a la* for *del* and *al* before persons."""
    document, tokens = reading.document, reading.document.tokens
    changes = []
    for place in reading.people:
        if tokens[place].pos in ("DET", "AUX") or tokens[place].morph.get("Number") == "Plur":
            continue
        before = place - 1
        while before >= 0 and tokens[before].pos in ("ADJ", "ADV", "NUM", "VERB") and document.heads[before] == place:
            before -= 1
        if before >= 0 and reading.low[before] in CONTRACTIONS and document.heads[before] in (place, before - 1):
            token = tokens[before]
            new = like(CONTRACTIONS[reading.low[before]], token.text)
            changes.append(Change(token.start, token.end, new, "contraction", reading.people[place]))
    return changes


def _rule(reading: Reading, place: int) -> str:
    if place in reading.nouns:
        return "noun"
    if reading.low[place] in PERSONAL or reading.low[place] in CLITICS:
        return "determiner" if reading.document.tokens[place].pos == "DET" else "pronoun"
    return RULES.get(reading.document.tokens[place].pos, "adjective")


def like(new: str, old: str) -> str:
    """Write a word with the capitals of another.

    Args:
        new: The word in lower case.
        old: The word whose place it takes.

    Example:
        >>> like("él", "Ella"), like("rey", "REINA"), like("sr.", "Sra.")
        ('Él', 'REY', 'Sr.')
    """
    if old.isupper() and len(old) > 1:
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new
