"""What each capability says of the nouns of a German sentence.

Extent, number, case and gender of a noun phrase are decided once (`person_phrases`). Some differences are meant: actors
know that somebody in particular is meant where a name or a pronoun of the text is the same person's, and do not take a
masculine for generic beside the feminine of the same word.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.languages.answers import Answer, Answers
from hf_genderfair.actors.actor_analysis import ActorAnalyser
from hf_genderfair.counterfactual.languages import swap
from hf_genderfair.counterfactual.swap import GENERIC
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.languages.coreference.gender import decide_gender
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.no_persons import ADDRESS, FIRM, NAME, ORGANISATION, PLACE, WORK
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.phrases import phrases
from hf_genderfair.languages.german.role_nouns import FAIR, NEUTRAL, SPECIFIC_REASONS, GermanOptions, refusal
from hf_genderfair.languages.sentiment import LexiconSentiment
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.representation.references import german as references

SIDES: tuple[tuple[str, BinaryGender], ...] = (("masculine", "female"), ("feminine", "male"))
"""The gender of words, and that to which they are swapped."""

SILENT = frozenset({FAIR, NEUTRAL, NAME, PLACE, ORGANISATION, ADDRESS, WORK, FIRM})
"""Reasons for which a noun is left alone without saying that it is no person; firms are rewritten on demand."""


def rewriting(document: Document) -> Answers:
    """Return the nouns that rewriting makes gender-fair, or leaves with a reason that tells."""
    found: Answers = {}
    for phrase in phrases(document):
        reason = refusal(document, phrase, GermanOptions())
        if reason in SILENT:
            continue
        person = reason is None or reason in SPECIFIC_REASONS
        gender = None if phrase.noun.gender == "common" else phrase.noun.gender
        generic = reason is None if person and gender == "masculine" else None
        found[phrase.end] = Answer(person, phrase.number, gender, generic) if person else Answer(False)
    return found


def reference_answers(document: Document) -> Answers:
    """Return the nouns that references find."""
    found: Answers = {}
    for each in references.find(document):
        if each.kind != "noun" or each.source == "inclusive form":
            continue
        gender = each.gender if each.gender in ("masculine", "feminine") and each.person else None
        found[each.end] = Answer(each.person, "Plur" if each.generic else None, gender, each.generic or None)
    return found


def actors(document: Document) -> Answers:
    """Return the nouns of mentions; names, and titles before them, are left out, since a name has no counterpart.

    A noun for anybody (*jeder Kunde*) is seen as a person, although nobody in particular becomes an actor.
    """
    analysis = ActorAnalyser("evidence", LexiconSentiment("de"), None).analyse(document)
    anybody = {mention.end for mention in find_mentions(document) if mention.kind == "noun" and mention.generic}
    generic = {span.end for span in analysis.generic_masculine}
    nouns = {mention.end: mention for mention in analysis.mentions if mention.kind == "noun"}
    inside = _names(document, [name for name in analysis.mentions if name.kind == "name"])
    found: Answers = {}
    for token in document.tokens:
        if token.end in inside and token.end not in nouns:
            continue
        if token.pos not in ("NOUN", "PROPN") or not token.text[0].isupper():
            continue
        mention = nouns.get(token.end)
        if mention is None:
            found[token.end] = Answer(token.end in generic or token.end in anybody)
            continue
        genders = {"female": "feminine", "male": "masculine"}
        gender = genders.get(decide_gender([item for item in mention.evidence if item.kind != "pronoun"]))
        number = "Plur" if mention.plural else "Sing"
        form = person_form(token.text)
        masculine = form is not None and form.gender == "masculine" and form.generic and not form.epicene
        found[token.end] = Answer(True, number, gender, token.end in generic if masculine else None)
    return found


def _names(document: Document, names: Sequence[Mention]) -> set[int]:
    """Return the ends of the words of names, and of the nouns right before them."""
    index_of = {token.start: index for index, token in enumerate(document.tokens)}
    found = set()
    for name in names:
        found |= {token.end for token in document.tokens if name.start <= token.start < name.end}
        index = index_of[name.start] - 1
        while index >= 0 and (document.tokens[index].pos in ("NOUN", "PROPN") or document.tokens[index].text == "."):
            found.add(document.tokens[index].end)
            index -= 1
    return found


def swaps(document: Document) -> Answers:
    """Return the nouns that swaps take for women, men or anybody."""
    plurals = {token.end for token in document.tokens if token.morph.get("Number") == "Plur"}
    found: Answers = {}
    for gender, to in SIDES:
        swapping = swap(document, to, SwapOptions("keep"))
        for change in swapping.changes:
            if change.rule == "noun":
                asked = gender == "masculine" and change.end in plurals
                found[change.end] = Answer(True, None, gender, False if asked else None)
        for stays in swapping.refusals:
            if stays.reason == GENERIC and stays.end in plurals and stays.rule == "noun":
                found[stays.end] = Answer(True, None, gender, True)
    return found


CAPABILITIES = {"rewriting": rewriting, "references": reference_answers, "actors": actors, "swaps": swaps}
