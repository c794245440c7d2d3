"""Spanish words that call a person something and stay: *¡Embustera!*, *calla, picarona*."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping

from hf_genderfair.counterfactual.spanish.analysis import SpanishAnalysis
from hf_genderfair.counterfactual.spanish.verbs import is_said_of_persons
from hf_genderfair.languages.romance.gender_forms import has_other_form
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.types import PairedGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

EXCLAIMED = re.compile(r"[¡!]([^¡!¿?\n]{3,40})!")
CALLED = re.compile(
    r"(?:,|^|[-–—«“\"¡¿])\s*(?:(?:pobre|gran|so)\s+)?(\w{4,})(?:\s+m[ií][oa])?\s*(?=[!?…]|[,.;]?\s*[-–—»”\"]|,)",
    re.MULTILINE,
)
"""A word alone between marks; it calls somebody where it stands in speech."""

SPEECH = re.compile(r"(?:^|\s)[-–—]\s*[\w¡¿]|[¡¿«“\"]", re.MULTILINE)
WORD = re.compile(r"\w+")
MOST_WORDS = 4
"""Most words of an exclamation that only calls somebody something."""

NO_CALL = WordClass("closed_classes_romance", "exclaimed_es")
"""Words that are exclaimed or stand between commas, and are said of no person: *claro*, *mañana*."""

GRADED: Mapping[PairedGender, re.Pattern[str]] = {
    "feminine": re.compile(r"\w{2,}(?:[oai]na|[ie]lla|ita|uela|aza|ota)$"),
    "masculine": re.compile(r"\w{2,}(?:[óáí]n|[ie]llo|ito|uelo|azo|ote)$"),
}
"""Endings of words that flatter or scold."""


def calling_sentences(analysis: SpanishAnalysis, staying: set[int]) -> set[int]:
    """Find the sentences in and beside which a word that stays calls a person of the old gender something."""
    # Who is called is seldom written beside the call, so that all the sentences around it are in doubt.
    sentence_of = analysis.document.sentence_of
    return {sentence_of[index] + step for index in _calls(analysis) if index in staying for step in (-1, 0, 1)}


def _calls(analysis: SpanishAnalysis) -> Iterator[int]:
    """Yield the words that call somebody something, whether they change or not."""
    text, tokens = analysis.document.text, analysis.document.tokens
    starts = [token.start for token in tokens]
    for word, bare in _candidates(text):
        index = bisect_right(starts, word.start()) - 1
        if index >= 0 and word.end() <= tokens[index].end and _is_call(analysis, index, word[0].lower(), bare=bare):
            yield index


def _candidates(text: str) -> Iterator[tuple[re.Match[str], bool]]:
    """Yield the words of short exclamations, with whether each is alone there, and those alone between marks."""
    for exclaimed in EXCLAIMED.finditer(text):
        words = list(WORD.finditer(text, *exclaimed.span(1)))
        if len(words) <= MOST_WORDS:
            yield from ((word, len(words) == 1) for word in words)
    line = seen = 0
    speech = SPEECH.search(text)
    for called in CALLED.finditer(text):
        line, seen = max(line, text.rfind("\n", seen, called.start()) + 1), called.start()
        if speech is not None and speech.start() < line:
            speech = SPEECH.search(text, line)
        word = WORD.match(text, called.start(1))
        if word is not None and speech is not None and speech.end() <= called.end() + 1:
            yield word, False


def _is_call(analysis: SpanishAnalysis, index: int, low: str, *, bare: bool) -> bool:
    """Whether a word between marks has the old gender, another form, and may be said of a person."""
    token, words = analysis.document.tokens[index], romance_words("es")
    if low in NO_CALL or analysis.refused.get(index) == "no counterpart" or token.pos in ("ADV", "ADP", "DET", "AUX"):
        return False
    if grammatical_gender(token.morph) not in (None, analysis.source) or token.morph.get("Number") == "Plur":
        return False
    if not has_other_form(low, analysis.source) or analysis.types.get(index) in ("ORG", "LOC"):
        return False
    form = words.persons.get(low)
    if form is not None:
        return form.senses.get(analysis.source) in ("person", "mostly_person")
    if words.first_name(low.capitalize()) is not None or low.capitalize() in words.surnames:
        return False
    graded = GRADED[analysis.source].fullmatch(low) is not None
    described = is_said_of_persons(low) or graded or (token.pos == "ADJ" and token.text.islower())
    return described or (bare and token.pos != "NOUN")
