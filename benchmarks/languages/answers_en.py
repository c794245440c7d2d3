"""What each capability says of the nouns, and of *he* and *she*, of an English sentence."""

from __future__ import annotations

from itertools import zip_longest

from benchmarks.languages.answers import Answer, Answers
from hf_genderfair.actors.actor_analysis import ActorAnalyser
from hf_genderfair.counterfactual.languages import NAMING, swap
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.languages.coreference.gender import decide_gender
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.resolution import mentions_of_anybody
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import person_form
from hf_genderfair.languages.english.reasons import GENDERED, KNOWN, NAMED
from hf_genderfair.languages.persons import persons
from hf_genderfair.languages.sentiment import LexiconSentiment
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.rewriting.english.rewrite import EnglishOptions, rewrite

PRONOUNS = frozenset("he him his himself she her hers herself".split())
NOUN_GENDERS = {"female": "feminine", "male": "masculine"}
SIDES: tuple[tuple[str, BinaryGender], ...] = (("masculine", "female"), ("feminine", "male"))
"""The gender of words, and that to which they are swapped."""


def rewriting(document: Document) -> Answers:
    """Return the words that rewriting makes neutral, and the pronouns that stay since somebody is known."""
    found = rewrite(document, EnglishOptions())
    answers = {
        refusal.end: Answer(True, generic=False)
        for refusal in found.refusals
        if refusal.reason in (GENDERED, KNOWN, NAMED)
    }
    for edit in found.edits:
        if edit.original.lower() in PRONOUNS:
            answers[edit.end] = Answer(True, generic=True)
        elif edit.rule == "noun":
            answers[edit.end] = Answer(True)
    return answers


def reference_answers(document: Document) -> Answers:
    """Return the nouns and pronouns that references find."""
    found: Answers = {}
    for each in persons(document):
        if each.kind == "noun" or document.text[each.start : each.end].lower() in PRONOUNS:
            gender = each.gender if each.person and each.gender in ("masculine", "feminine") else None
            found[each.end] = Answer(each.person, None, gender)
    return found


def actors(document: Document) -> Answers:
    """Return nouns and pronouns by the mentions of actors; those of nobody in particular are persons too."""
    analysis = ActorAnalyser("evidence", LexiconSentiment("en"), None).analyse(document)
    somebody = {mention.end for mention in analysis.mentions}
    mentions = {mention.end: mention for mention in document.derived(mentions_of_anybody)[0]}
    names = {mention.start for mention in mentions.values() if mention.kind == "name"}
    found: Answers = {}
    for token, after in zip_longest(document.tokens, document.tokens[1:]):
        mention, pronoun = mentions.get(token.end), token.text.lower() in PRONOUNS
        if mention is None:
            # of a title the name is the person
            if token.pos == "NOUN" and (after is None or after.start not in names):
                found[token.end] = Answer(False)
        elif pronoun or (mention.kind == "noun" and not _is_collective(token.text, mention)):
            gender = NOUN_GENDERS.get(decide_gender(mention.evidence))
            number = "Plur" if mention.plural else "Sing"
            found[token.end] = Answer(True, number, gender, token.end not in somebody if pronoun else None)
    return found


def _is_collective(word: str, mention: Mention) -> bool:
    """Whether a group is of persons for actors alone, since the text calls it *they*: *the crew*."""
    return mention.plural and person_form(word) is None


def swaps(document: Document) -> Answers:
    """Return the nouns and pronouns that swaps take for women or men."""
    return {
        change.end: Answer(True, gender=gender)
        for gender, to in SIDES
        for change in swap(document, to, SwapOptions("keep")).changes
        if change.rule in NAMING
    }


CAPABILITIES = {"rewriting": rewriting, "references": reference_answers, "actors": actors, "swaps": swaps}
