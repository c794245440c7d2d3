"""What each capability says of the nouns and pronouns of a German, English or Spanish sentence.

Extent, number, case and gender of a German noun phrase are decided once (`person_phrases`). Some differences are meant:
actors know that somebody in particular is meant where a name or a pronoun of the text is the same person's, and do not
take a masculine for generic beside the feminine of the same word.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

from hf_genderfair.actors.actor_analysis import ActorAnalyser
from hf_genderfair.counterfactual.languages import NAMING, swap
from hf_genderfair.counterfactual.swap import GENERIC
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.languages.coreference.gender import decide_gender
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.coreference.resolution import mentions_of_anybody
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import person_form as english_form
from hf_genderfair.languages.english.reasons import GENDERED, KNOWN, NAMED
from hf_genderfair.languages.german.names import ADDRESS, NAME, ORGANISATION, PLACE, WORK
from hf_genderfair.languages.german.non_person_nouns import FIRM
from hf_genderfair.languages.german.person_forms import person_form as german_form
from hf_genderfair.languages.german.phrases import phrases
from hf_genderfair.languages.german.scope import FAIR, NEUTRAL, GermanOptions, refusal
from hf_genderfair.languages.german.specific_reference import SPECIFIC_REASONS
from hf_genderfair.languages.persons import persons
from hf_genderfair.languages.sentiment import LexiconSentiment
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.representation.references import german as german_references
from hf_genderfair.rewriting.english.rewrite import EnglishOptions, rewrite

PRONOUNS = {
    "en": frozenset("he him his himself she her hers herself".split()),
    "es": frozenset("él ella ellos ellas".split()),
}
SIDES: tuple[tuple[str, BinaryGender], ...] = (("masculine", "female"), ("feminine", "male"))
"""The gender of words, and that to which they are swapped."""
GENDERS = ("masculine", "feminine")
NOUN_GENDERS = {"female": "feminine", "male": "masculine"}
SILENT = frozenset({FAIR, NEUTRAL, NAME, PLACE, ORGANISATION, ADDRESS, WORK, FIRM})
"""Reasons for which a noun is left alone without saying that it is no person; firms are rewritten on demand."""


class Answer(NamedTuple):
    """What one capability says of a word; None where it says nothing."""

    person: bool | None = None
    number: str | None = None
    gender: str | None = None
    generic: bool | None = None


Answers = dict[int, Answer]
"""By the offset after a word's last character."""


def _german_rewriting(document: Document) -> Answers:
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


def _english_rewriting(document: Document) -> Answers:
    """Return the words that rewriting makes neutral, and the pronouns that stay since somebody is known."""
    found = rewrite(document, EnglishOptions())
    known = [each for each in found.refusals if each.reason in (GENDERED, KNOWN, NAMED)]
    answers = {each.end: Answer(True, generic=False) for each in known}
    for edit in found.edits:
        if edit.original.lower() in PRONOUNS["en"]:
            answers[edit.end] = Answer(True, generic=True)
        elif edit.rule == "noun":
            answers[edit.end] = Answer(True)
    return answers


def _german_references(document: Document) -> Answers:
    """Return the nouns that references find."""
    found: Answers = {}
    for each in german_references.find(document):
        if each.kind == "noun" and each.source != "inclusive form":
            gender = each.gender if each.gender in GENDERS and each.person else None
            found[each.end] = Answer(each.person, "Plur" if each.generic else None, gender, each.generic or None)
    return found


def _references(document: Document) -> Answers:
    """Return the nouns and pronouns that references find; Spanish masculine plurals may mean women and men alike."""
    found: Answers = {}
    for each in persons(document):
        if each.kind == "noun" or document.text[each.start : each.end].lower() in PRONOUNS[document.lang]:
            gender = each.gender if each.person and each.gender in GENDERS else None
            is_asked = gender and each.kind == "noun" and document.lang == "es"
            found[each.end] = Answer(each.person, None, gender, each.generic if is_asked else None)
    return found


def _german_actors(document: Document) -> Answers:
    """Return the nouns of mentions; names, and titles before them, are left out, since a name has no counterpart.

    A noun for anybody (*jeder Kunde*) is seen as a person, although nobody in particular becomes an actor.
    """
    analysis = ActorAnalyser("evidence", LexiconSentiment("de"), None).analyse(document)
    anybody = {mention.end for mention in find_mentions(document) if mention.kind == "noun" and mention.generic}
    generic = {span.end for span in analysis.generic_masculine}
    nouns = {mention.end: mention for mention in analysis.mentions if mention.kind == "noun"}
    named = _names(document, [name for name in analysis.mentions if name.kind == "name"]) - nouns.keys()
    found: Answers = {}
    for token in document.tokens:
        if token.end in named or token.pos not in ("NOUN", "PROPN") or not token.text[0].isupper():
            continue
        mention = nouns.get(token.end)
        if mention is None:
            found[token.end] = Answer(token.end in generic or token.end in anybody)
            continue
        gender = decide_gender([item for item in mention.evidence if item.kind != "pronoun"])
        form = german_form(token.text)
        masculine = form is not None and form.gender == "masculine" and form.generic and not form.epicene
        said = token.end in generic if masculine else None
        found[token.end] = Answer(True, _number(mention), NOUN_GENDERS.get(gender), said)
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


def _number(mention: Mention) -> str:
    return "Plur" if mention.plural else "Sing"


def _english_actors(document: Document) -> Answers:
    """Return nouns and pronouns by the mentions of actors; those of nobody in particular are persons too."""
    analysis = ActorAnalyser("evidence", LexiconSentiment("en"), None).analyse(document)
    somebody = {mention.end for mention in analysis.mentions}
    mentions = {mention.end: mention for mention in document.derived(mentions_of_anybody)[0]}
    names = {mention.start for mention in mentions.values() if mention.kind == "name"}
    found: Answers = {}
    for token, after in zip_longest(document.tokens, document.tokens[1:]):
        mention, pronoun = mentions.get(token.end), token.text.lower() in PRONOUNS["en"]
        if mention is None:
            # of a title the name is the person
            if token.pos == "NOUN" and (after is None or after.start not in names):
                found[token.end] = Answer(False)
            continue
        # a group is of persons for actors alone where the text calls it *they*: the crew
        collective = mention.plural and english_form(token.text) is None
        if pronoun or (mention.kind == "noun" and not collective):
            gender = NOUN_GENDERS.get(decide_gender(mention.evidence))
            found[token.end] = Answer(True, _number(mention), gender, token.end not in somebody if pronoun else None)
    return found


def _swaps(document: Document, rules: Container[str] = NAMING, asks_plurals: bool = True) -> Answers:
    """Return the words of some rules that swaps take for women or men, and masculine plurals for anybody."""
    plurals = {token.end for token in document.tokens if asks_plurals and token.morph.get("Number") == "Plur"}
    found: Answers = {}
    for gender, to in SIDES:
        swapping = swap(document, to, SwapOptions("keep"))
        for change in swapping.changes:
            if change.rule in rules:
                is_asked = change.rule == "noun" and gender == "masculine" and change.end in plurals
                found[change.end] = Answer(True, None, gender, False if is_asked else None)
        for stays in swapping.refusals:
            # where names count too, so do adjectives and relative words that stand for persons
            if stays.reason == GENERIC and stays.end in plurals and (stays.rule in rules or rules is NAMING):
                found[stays.end] = Answer(True, None, gender, True)
    return found


CAPABILITIES: Mapping[str, Mapping[str, Callable[[Document], Answers]]] = {
    "de": {
        "rewriting": _german_rewriting,
        "references": _german_references,
        "actors": _german_actors,
        "swaps": partial(_swaps, rules={"noun"}),
    },
    "en": {
        "rewriting": _english_rewriting,
        "references": _references,
        "actors": _english_actors,
        "swaps": partial(_swaps, asks_plurals=False),
    },
    "es": {"references": _references, "swaps": _swaps},
}
