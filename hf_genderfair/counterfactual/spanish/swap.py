"""Swap the gender of the persons of a Spanish text, with all agreeing words."""

from __future__ import annotations

import re

from hf_genderfair.core.spans import Refusal
from hf_genderfair.counterfactual.name_pairs import name_counterpart
from hf_genderfair.counterfactual.spanish.analysis import SpanishAnalysis
from hf_genderfair.counterfactual.spanish.chains import chains
from hf_genderfair.counterfactual.spanish.check import half_changed
from hf_genderfair.counterfactual.spanish.clitics import CLITICS, verb_index
from hf_genderfair.counterfactual.spanish.invariant import PERSONAL
from hf_genderfair.counterfactual.spanish.persons import NO_COUNTERPART
from hf_genderfair.counterfactual.spanish.things import is_non_person
from hf_genderfair.counterfactual.spanish.verbs import enclitic
from hf_genderfair.counterfactual.swapping import AGREEING_STAYS, Change, SwapOptions, Swapping
from hf_genderfair.languages.clauses import dependents
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.romance.gender_forms import FULL_FORMS, SHORT_FORMS, other_form, person_nouns
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.types import WORD_GENDERS, BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

NEEDS = frozenset({"pos", "morph", "lemma", "syntax", "entities"})
"""Layers that are asked of a pipeline."""

ENDINGS = {
    "male": re.compile(r"\b\w+(?:as?|iz|ices)\b", re.IGNORECASE),
    "female": re.compile(r"\b(?:él|al|del|\w+(?:[ns]|o|or|e|l|z|d|y|r))\b", re.IGNORECASE),
}
OF_NOBODY = WordClass("closed_classes_romance", "in_a_of_nobody_es")
WORD = re.compile(r"\w+")
CONTRACTIONS = {"del": "de la", "al": "a la"}
HOLY = frozenset("virgen san santa santo nuestra niño".split())
"""Words before names that are not those of persons of the text."""

SPORTS = WordClass("noun_classes_romance", "sport_es")
WHOLE = frozenset((NO_COUNTERPART, "name"))
"""Reasons for which a person stays, beside whom all else changes."""

JOINED = {"de": "del", "a": "al", "á": "al"}
RULES = {"DET": "determiner", "ADJ": "adjective", "VERB": "participle", "PRON": "pronoun", "NUM": "determiner"}


def mentions_gender(text: str, to: BinaryGender) -> bool:
    """Whether a text may hold a word that would be swapped; other texts need no analysis."""
    nobody = OF_NOBODY.as_set if to == "male" else frozenset()
    if any(found[0].lower() not in nobody for found in ENDINGS[to].finditer(text)):
        return True
    nouns = person_nouns().to(WORD_GENDERS[to])
    return any(word in nouns for word in WORD.findall(text.lower()))


def swap(document: Document, to: BinaryGender, options: SwapOptions) -> Swapping:
    """Replace every word for a person of the other gender by the target gender."""
    # Masculine plurals that may stand for everybody stay, as do things, fixed expressions and names.
    analysis = SpanishAnalysis(document, "feminine" if to == "male" else "masculine")
    numbers = chains(analysis)
    kept = _kept(analysis, numbers)
    changes: list[Change] = []
    for index in sorted(analysis.people):
        if numbers[index] not in kept:
            changes += _word_changes(analysis, index, to, numbers[index])
    sentence_of = document.sentence_of
    left = {sentence_of[index] for index in analysis.people if kept.get(numbers[index], "name") not in WHOLE}
    changing = {sentence_of[index] for index in analysis.people if numbers[index] not in kept}
    sexes = (
        index
        for index in sorted(analysis.sexes.difference(analysis.people))
        if sentence_of[index] not in left
        # el ajedrez femenino, where no person is named
        and (sentence_of[index] in changing or analysis.low[document.heads[index]] not in SPORTS)
    )
    for number, index in enumerate(sexes, len(numbers)):
        token = document.tokens[index]
        changes.append(Change(token.start, token.end, _like(_sex(analysis, index), token.text), "adjective", number))
    if options.names == "swap":
        changes += _name_changes(analysis, numbers, kept, options)
    stays = {index: reason for index, reason in analysis.refused.items() if index not in analysis.people}
    stays |= {index: kept[numbers[index]] for index in analysis.people if numbers[index] in kept}
    tokens = document.tokens
    refusals = [
        Refusal(tokens[index].start, tokens[index].end, _rule(analysis, index), reason)
        for index, reason in sorted(stays.items())
    ]
    return Swapping(_apart(sorted(changes)), refusals)


def _kept(analysis: SpanishAnalysis, numbers: dict[int, int]) -> dict[int, str]:
    """Return the persons whose words all stay, with the reason."""
    kept = {numbers[at]: NO_COUNTERPART for at, noun in analysis.nouns.items() if noun.reason == NO_COUNTERPART}
    return dict.fromkeys(half_changed(analysis, numbers, kept), AGREEING_STAYS) | kept


def _apart(changes: list[Change]) -> list[Change]:
    """Leave out changes that overlap with the one before."""
    apart: list[Change] = []
    for change in changes:
        if not apart or apart[-1].end <= change.start:
            apart.append(change)
    return apart


def _name_changes(
    analysis: SpanishAnalysis, numbers: dict[int, int], kept: dict[int, str], options: SwapOptions
) -> list[Change]:
    """Return first names of the target gender for those of the source gender."""
    changes = []
    for index, kind in analysis.types.items():
        token = analysis.document.tokens[index]
        if kind != "PER" or index in analysis.people or numbers.get(index) in kept or index not in numbers:
            continue
        if not _is_first_name(analysis, index):
            continue
        new = name_counterpart(token.text, "es", options.seed, analysis.document.text)
        if new is not None:
            changes.append(Change(token.start, token.end, new, "name", numbers[index]))
    return changes


def _is_first_name(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a part of a person's name is a first name of the gender: the first part, or one before a surname."""
    if not analysis.has_name_of_gender(index) or (index and analysis.low[index - 1] in HOLY):
        return False
    if analysis.types.get(index - 1) != "PER" or index - 1 in analysis.nouns:
        return True
    frequent = romance_words("es").is_frequent_first_name(analysis.document.tokens[index].text)
    return frequent and analysis.types.get(index + 1) == "PER"


def _word_changes(analysis: SpanishAnalysis, index: int, to: BinaryGender, number: int) -> list[Change]:
    token, low = analysis.document.tokens[index], analysis.low[index]
    new = _form(analysis, index, to)
    changes = _opened(analysis, index, number) if to == "female" else []
    if new is None or new == low:
        return changes
    if new == "el" and token.pos == "DET" and index and analysis.low[index - 1] in JOINED:
        before = analysis.document.tokens[index - 1]
        capitals = token.text == "LA" and before.text.isupper()
        if before.end + 1 == token.start and (token.text == "la" or capitals):
            joined = _like(JOINED[analysis.low[index - 1]], token.text if capitals else before.text)
            return [Change(before.start, token.end, joined, "contraction", number)]
    return [*changes, Change(token.start, token.end, _like(new, token.text), _rule(analysis, index), number)]


def _form(analysis: SpanishAnalysis, index: int, to: BinaryGender) -> str | None:
    """Return the form of a word of a person in the other gender, in lower case."""
    token, low = analysis.document.tokens[index], analysis.low[index]
    if index in analysis.sexes:
        return other_form(_sex(analysis, index), WORD_GENDERS[to])
    if index in analysis.nouns:
        return analysis.nouns[index].replacement
    if low in CONTRACTIONS and token.pos == "ADP":
        return CONTRACTIONS[low]
    object_alone = token.pos == "PRON" or analysis.people[index] == index
    ending = low if low in CLITICS and object_alone else enclitic(low)
    if ending == "la" and _has_other_object(analysis, index):
        # la dio un beso
        return low[: -len(ending)] + "le"
    if ending:
        return low[: -len(ending)] + (ending.replace("a", "o") if to == "male" else ending.replace("o", "a"))
    new = other_form(low, WORD_GENDERS[to])
    if new is None or to == "female":
        return new
    follows = _next(analysis, index)
    if new in FULL_FORMS and (token.pos != "DET" or not follows):
        return FULL_FORMS[new]
    if new in SHORT_FORMS and follows and token.morph.get("Number") != "Plur":
        return SHORT_FORMS[new]
    return new


def _has_other_object(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether the verb of a clitic has an object behind it, so that *la* stands for *le*: *la besó la mano*."""
    document, tokens, verb = analysis.document, analysis.document.tokens, verb_index(analysis, index)
    after = verb + 1
    while after < len(tokens) and tokens[after].pos == "ADV":
        after += 1
    if analysis.low[after : after + 2] == ["lo", "que"]:
        return True
    objects = (at for at in dependents(document, verb, "obj") if at > max(verb, index) and tokens[at].pos == "NOUN")
    things = (at for at in objects if is_non_person(document, at, analysis.types))
    return any(document.heads[after] == at and tokens[after].pos == "DET" for at in things)


def _sex(analysis: SpanishAnalysis, index: int) -> str:
    """Return *masculina* for *femenina*, and the other way round."""
    low = analysis.low[index]
    return low.replace("femenin", "masculin") if "femenin" in low else low.replace("masculin", "femenin")


def _next(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether the noun of a determiner or adjective follows."""
    document = analysis.document
    return document.heads[index] > index and document.tokens[index].relation in ("det", "amod", "nummod")


def _opened(analysis: SpanishAnalysis, index: int, number: int) -> list[Change]:
    """Return *de la* and *a la* for *del* and *al* before a person."""
    document, tokens = analysis.document, analysis.document.tokens
    if tokens[index].pos == "DET" or tokens[index].morph.get("Number") == "Plur":
        return []
    if tokens[index].morph.get("VerbForm") == "Inf":
        # al verlo
        return []
    before = index - 1
    while (
        before >= 0 and tokens[before].pos in ("ADJ", "ADV", "DET", "NUM", "VERB") and document.heads[before] == index
    ):
        before -= 1
    if before < 0 or analysis.low[before] not in CONTRACTIONS:
        return []
    changes = before + 1 in analysis.people
    if before < index - 1 and not changes and document.heads[before] not in (index, before - 1):
        return []
    token = tokens[before]
    return [
        Change(token.start, token.end, _like(CONTRACTIONS[analysis.low[before]], token.text), "contraction", number)
    ]


def _rule(analysis: SpanishAnalysis, index: int) -> str:
    if index in analysis.nouns:
        return "noun"
    if analysis.low[index] in PERSONAL or analysis.low[index] in CLITICS:
        return "determiner" if analysis.document.tokens[index].pos == "DET" else "pronoun"
    return RULES.get(analysis.document.tokens[index].pos, "adjective")


def _like(new: str, old: str) -> str:
    """Return a word with the capitals of another."""
    if old.isupper() and len(old) > 1:
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new
