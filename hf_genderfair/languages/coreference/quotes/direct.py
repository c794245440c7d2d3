"""Direct quotes: speech between quotation marks.

Quotation marks also stand around titles, names, nicknames and words from which a writer keeps a distance. What is
between them counts as a quote where it reads like speech (a sentence, a clause, words that do not make up a name) or
where it is clearly ascribed to somebody (*sie nannte das „einen Skandal“*). Words that are quoted inside of a reported
clause (*er sagte, sie sei „tief enttäuscht“*) are somebody's own words too, and therefore quotes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hf_genderfair.languages.coreference.mention import Quote
from hf_genderfair.languages.coreference.quotes.clauses import ReportingVerb
from hf_genderfair.languages.coreference.quotes.frames import Frame, find_frames
from hf_genderfair.languages.coreference.quotes.languages import quote_rules
from hf_genderfair.languages.coreference.quotes.reporting_verbs import reporting_verbs
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.quotation_marks import marked_spans
from hf_genderfair.lexicons.word_class import WordClass

SPEECH_NOUNS = WordClass("quote_words", "speech_noun")
"""Nouns that introduce quoted words."""

NAME_NOUNS = WordClass("quote_words", "name_noun")
"""Words beside quotation marks around a name, a title or a term."""

NAMING = WordClass("quote_words", "naming")
"""Verbs of naming, whose complement is a quoted term."""

SOURCES = WordClass("quote_words", "source")
"""Words besides verbs of saying that introduce a source."""

WORDS = frozenset(("NOUN", "PROPN", "VERB", "AUX", "ADJ", "ADV", "PRON", "DET", "NUM", "ADP", "INTJ", "X", "PART"))
FUNCTION_WORDS = frozenset(("PRON", "CCONJ", "ADV", "SCONJ", "PART"))
SENTENCE_ENDS = frozenset(".!?…")
LONGEST_NAME = 7
"""Usual largest number of words of a title or the name of an institution."""

THRESHOLD = 1.75
"""Smallest weights of a quote; set on the articles of `benchmarks/actors/quotes.py`."""


ALONE = 5
"""Weight of a verb of saying after words at the start of their sentence: *“Ada,” she said*."""


def direct_quotes(document: Document) -> list[Quote]:
    """Find direct quotes."""
    spans = marked_spans(document.text, document.lang)
    if not spans:
        return []
    verbs = reporting_verbs(document)
    repeated = Counter(document.text[span.start : span.end] for span in spans)
    found = []
    for span, frame in zip(spans, find_frames(document, [span[:2] for span in spans]), strict=True):
        text = document.text[span.start : span.end]
        words = [index for index in range(frame.first, frame.last) if document.tokens[index].pos in WORDS]
        if not words:
            continue
        score = _form(document, text, words) + _place(document, frame) + _source(document, frame, verbs)
        if _is_tagged(document, text, frame, verbs):
            score += 3 if frame.before else ALONE
        if repeated[text] > 1 and text[-1] not in SENTENCE_ENDS:
            score -= 2
        if score > THRESHOLD:
            found.append(Quote(span.start, span.end, "direct"))
    return found


def _is_tagged(document: Document, text: str, frame: Frame, verbs: Mapping[int, ReportingVerb]) -> bool:
    """Return whether a verb of saying follows directly, as in *“Oh,” she said* and *„Ja“, sagte er*."""
    after = frame.after[:4]
    if not quote_rules(document.lang).comma_after_marks:
        return text[-1] in ",!?—-" and any(index in verbs and verbs[index].direct for index in after)
    tag = len(after) > 2 and document.tokens[after[0]].text == "," and after[1] in verbs
    return tag and verbs[after[1]].direct and document.tokens[after[1]].pos == "VERB"


def _form(document: Document, text: str, words: list[int]) -> float:
    """Return the weight of the quoted words: high for speech, low for names and terms."""
    tokens = [document.tokens[index] for index in words]
    n = len(tokens)
    score = -1.0 if n <= 2 else 0.0 if n <= 5 else 1.0 if n <= 9 else 2.0
    finite = any(token.morph.get("VerbForm") == "Fin" and token.pos in ("VERB", "AUX") for token in tokens)
    if finite:
        score += 1
    if text[-1] in SENTENCE_ENDS:
        score += 1.5
    elif not finite and n <= LONGEST_NAME and text[0].isupper():
        score -= 1
    if any(token.pos in FUNCTION_WORDS for token in tokens):
        score += 0.75
    if text[0].islower() and not all(token.pos in ("NOUN", "PROPN") for token in tokens):
        score += 2.25
    if all(token.text[0].isupper() or not token.text[0].isalpha() for token in tokens):
        score -= 0.5
    if any(token.pos == "PROPN" for token in tokens):
        score -= 0.75
    if any(character.isdigit() for character in text):
        score -= 0.5
    return score


def _place(document: Document, frame: Frame) -> float:
    """Return the weight of the words beside the quotation marks."""
    score = 0.0
    before = document.tokens[frame.before[-1]] if frame.before else None
    after = document.tokens[frame.after[0]] if frame.after else None
    if any(document.tokens[index].text.lower() in SPEECH_NOUNS for index in frame.before[-2:]):
        score += 2
    elif before is None or before.text == ":":
        score += 1
    elif before.pos in ("NOUN", "ADJ", "ADV"):
        score -= 1
    if before is not None and before.pos == "CCONJ":
        score += 0.5
    if after is None:
        score += 1.25
    elif after.text == ",":
        score += 0.75
    elif after.text in ("(", ")") or after.pos == "NOUN":
        score -= 0.75
    beside = [*frame.before[-3:], *frame.after[:2]]
    if any(document.tokens[index].text.lower() in NAME_NOUNS for index in beside):
        score -= 1.25
    return score


def _source(document: Document, frame: Frame, found: Mapping[int, ReportingVerb]) -> float:
    """Return the weight of verbs, nouns and sources that attribute the words to somebody."""
    score = 0.0
    around = [*frame.before, *frame.after]
    verbs = [found[index] for index in around if index in found]
    if any(verb.direct for verb in verbs):
        score += 1.25
    elif verbs:
        score += 0.5
    if any(verb.lemma in NAMING for verb in verbs):
        score += 0.5
        score += _complement(document, frame, found)
    if any(document.tokens[index].morph.get("Mood") == "Sub" for index in around):
        score += 0.75
    if any(document.tokens[index].text.lower() in SOURCES for index in around):
        score += 0.75
    return score


def _complement(document: Document, frame: Frame, found: Mapping[int, ReportingVerb]) -> float:
    """Return the weight of verbs of naming: *sie nannte es einen „Fehler“*, not *sich „Grüne“*."""
    tokens = document.tokens
    clause = [*frame.before, *frame.after]
    finite = any(found[index].lemma in NAMING and found[index].form == "finite" for index in clause if index in found)
    if any(tokens[index].text.lower() in ("sich", "selbst", "itself", "themselves") for index in clause):
        return -1.0
    before = [tokens[index].text.lower() for index in frame.before[-1:]]
    slot = before and (before[0] in ("als", "as", "von", "vor", "für", "of", "a", "an") or before[0].startswith("ein"))
    return 1.5 if finite and slot else 0.0
