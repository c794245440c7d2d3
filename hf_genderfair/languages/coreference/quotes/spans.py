"""Where quotes begin and end: speech between quotation marks, and reported clauses.

Quotation marks also stand around titles, names, nicknames and words from which a writer keeps a distance. What is
between them counts as a quote where it reads like speech (a sentence, a clause, words that do not make up a name) or
where it is clearly ascribed to somebody (*sie nannte das „einen Skandal“*). Words that are quoted inside of a reported
clause (*er sagte, sie sei „tief enttäuscht“*) are somebody's own words too, and therefore quotes.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, islice, takewhile
from types import MappingProxyType
from typing import NamedTuple

from hf_genderfair.languages.clauses import dependents
from hf_genderfair.languages.coreference.languages import actor_rules
from hf_genderfair.languages.coreference.mention import Mention, Quote
from hf_genderfair.languages.coreference.rules import ReportingVerb
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.quotation_marks import TurnBreaks, marked_spans, turn_breaks
from hf_genderfair.lexicons.word_class import WordClass


@lru_cache(maxsize=1)
def reporting_verbs(document: Document) -> Mapping[int, ReportingVerb]:
    """Return the verbs of saying, asking and thinking of a text by the index of their token, in order."""
    return MappingProxyType(actor_rules(document.lang).quotes.verbs(document))


FINAL = frozenset(".!?…") | {"...", "!!", "??", "?!", "!?", "!!!"}
"""Tokens that end a sentence."""

STOPS = frozenset((".", "...", "…"))
"""Those of them that also end it inside of quotation marks where no comma stands behind the marks."""

QUOTATION_MARKS = frozenset("„“”‟\"»«‚‘’'‹›`,")
INTRODUCING = frozenset(":,—–-")
"""Punctuation at the end of a paragraph that introduces a quotation in the next one."""

LONGEST = 60
"""Largest number of tokens of a frame before and after a quotation."""


class Frame(NamedTuple):
    """The words around one quotation.

    Attributes:
        first: Index of the first token inside.
        last: Index after the last token inside.
        before: Indices of the tokens of the same sentence before it, in order, without other quotations.
        after: Indices of the tokens of the same sentence after it, in order, up to the next quotation.
        paragraph: Number of its paragraph.
        opens: Whether nothing stands before it in its paragraph.
        closes: Whether nothing stands after it in its paragraph.
        doubtful: Whether it may as well begin a paragraph, in a dialogue that has lost its line breaks.
    """

    first: int
    last: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    paragraph: int
    opens: bool
    closes: bool
    doubtful: bool


def find_frames(document: Document, spans: Sequence[tuple[int, int]], turns: TurnBreaks) -> list[Frame]:
    """Return the frame of each quotation of a text."""
    return _Frames(document, spans, turns).frames()


class _Frames:
    def __init__(self, document: Document, spans: Sequence[tuple[int, int]], turns: TurnBreaks) -> None:
        self.document = document
        self.ends_sentence = FINAL if actor_rules(document.lang).quotes.comma_after_marks else STOPS
        self.starts = [token.start for token in document.tokens]
        self.ends = [start for start, _ in turns.breaks] + [len(document.text)]
        self.doubtful = [start in turns.doubtful for start, _ in spans]
        self.inner = [(bisect_left(self.starts, start), bisect_left(self.starts, end)) for start, end in spans]
        self.outer = [self._with_marks(first, last) for first, last in self.inner]

    def frames(self) -> list[Frame]:
        frames = []
        for number, ((first, last), (left, right)) in enumerate(zip(self.inner, self.outer, strict=True)):
            paragraph = bisect_left(self.ends, self.starts[first]) if first < len(self.starts) else 0
            begin = self.ends[paragraph - 1] if paragraph else 0
            opens = left == 0 or self.starts[left - 1] < begin
            if opens and paragraph and self.document.text[begin - 1] in INTRODUCING:
                begin = self.ends[paragraph - 2] if paragraph > 1 else 0
            end = self.ends[paragraph]
            if last > first:
                end = self.ends[bisect_left(self.ends, self.starts[last - 1])]
            closes = right >= len(self.starts) or self.starts[right] >= end
            before, after = self._before(number, begin), self._after(number, end)
            frames.append(Frame(first, last, before, after, paragraph, opens, closes, self.doubtful[number]))
        return frames

    def _with_marks(self, first: int, last: int) -> tuple[int, int]:
        """Return a range of tokens with one quotation mark, of one or two tokens, on each side."""
        tokens = self.document.tokens
        if first > 0 and self._is_mark(first - 1):
            first -= 1
        if last < len(tokens) and self._is_mark(last):
            last += 1
        return first, last

    def _is_mark(self, index: int) -> bool:
        text = self.document.tokens[index].text
        return QUOTATION_MARKS.issuperset(text) and text != ","

    def _before(self, number: int, begin: int) -> tuple[int, ...]:
        tokens = self.document.tokens
        found: list[int] = []
        index = self.outer[number][0] - 1
        number -= 1
        for _ in range(LONGEST):
            if index < 0 or tokens[index].start < begin or tokens[index].text in FINAL:
                break
            if number >= 0 and index < self.outer[number][1]:
                if not found or (tokens[self.inner[number][1] - 1].text in FINAL and not self._goes_on(found[-1])):
                    break
                index = self.outer[number][0] - 1
                number -= 1
                continue
            found.append(index)
            index -= 1
        return tuple(reversed(found))

    def _goes_on(self, index: int) -> bool:
        """Return whether a sentence continues after a quotation that ends like one: *“No!” she cried*."""
        text = self.document.tokens[index].text
        return text == "," or text[:1].islower()

    def _ends_sentence(self, number: int) -> bool:
        """Return whether a new sentence begins after a quotation: *“Go.” Mary went*, not *“Why?” Mary asked*."""
        tokens = self.document.tokens
        last, right = self.inner[number][1], self.outer[number][1]
        return right < len(tokens) and tokens[right].text[:1].isupper() and tokens[last - 1].text in self.ends_sentence

    def _after(self, number: int, end: int) -> tuple[int, ...]:
        tokens = self.document.tokens
        first = self.outer[number][1]
        last = self.outer[number + 1][0] if number + 1 < len(self.outer) else len(tokens)
        if self._ends_sentence(number):
            return ()
        near = range(first, min(last, first + LONGEST))
        return tuple(takewhile(lambda index: tokens[index].start < end and tokens[index].text not in FINAL, near))


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
    spans = [span[:2] for span in marked_spans(document.text, document.lang)]
    if not spans:
        return []
    frames = find_frames(document, spans, turn_breaks(document.text, spans))
    verbs = reporting_verbs(document)
    repeated = Counter(document.text[start:end] for start, end in spans)
    found = []
    for (start, end), frame in zip(spans, frames, strict=True):
        text = document.text[start:end]
        words = [index for index in range(frame.first, frame.last) if document.tokens[index].pos in WORDS]
        if not words:
            continue
        score = _form(document, text, words) + _place(document, frame) + _source(document, frame, verbs)
        if _is_tagged(document, text, frame, verbs):
            score += 3 if frame.before else ALONE
        if repeated[text] > 1 and text[-1] not in SENTENCE_ENDS:
            score -= 2
        if score > THRESHOLD:
            found.append(Quote(start, end, "direct"))
    return found


def _is_tagged(document: Document, text: str, frame: Frame, verbs: Mapping[int, ReportingVerb]) -> bool:
    """Return whether a verb of saying follows directly, as in *“Oh,” she said* and *„Ja“, sagte er*."""
    after = frame.after[:4]
    if not actor_rules(document.lang).quotes.comma_after_marks:
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
        score += 0.5 + _complement(document, frame, found)
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


WORD = re.compile(r"\w+")
OUTSIDE_PHRASE = frozenset(("case", "punct", "cc", "mark", "advmod", "discourse", "aux", "vocative"))
CLAUSES_AND_CONJUNCTS = ("acl", "advcl", "parataxis", "conj", "nsubj", "cop")
FEWEST_WORDS = 2
"""Smallest number of words of a reported clause outside of quotation marks."""


def indirect_quotes(document: Document, direct: Sequence[Quote], mentions: Sequence[Mention]) -> list[Quote]:
    """Find reported clauses: the content of verbs and nouns of saying, asking or thinking."""
    # A span is the clause with its conjunction (*dass*, *that*, *ob*), without the verb of saying and its subject.
    # Where these stand inside it (*Er sei, sagte sie, krank*), the span goes around them. Of clauses inside each other
    # only the outermost counts. Sentences in the German subjunctive that continue a report are one quote together, with
    # their stops. One rule for both languages: what is said, asked, promised, wanted or thought (*she hopes that*) is
    # reported; what is only perceived, known or allowed (*she saw that*, *she refuses to*) is not, as nobody puts it in
    # words. Words in quotation marks may stand inside a reported clause; a clause inside quotation marks is none.
    verbs = reporting_verbs(document)
    covering = {index: mention for mention in mentions for index in mention.tokens}
    found = actor_rules(document.lang).quotes.reports(document, verbs, direct, covering)
    reports = sorted(found, key=lambda report: (report.first, -report.end))
    said = sorted(direct, key=lambda quote: quote.start)
    ends = list(accumulate((quote.end for quote in said), max))
    quotes: list[Quote] = []
    end = -1
    for report in reports:
        if report.first < end or report.first >= report.end:
            continue
        quote = Quote(document.tokens[report.first].start, document.tokens[report.end - 1].end, "indirect")
        if not _crosses(document, quote, islice(said, bisect_right(ends, quote.start), None)):
            _name_speaker(document, quote, report.speaker, covering)
            quotes.append(quote)
            end = report.end
    return quotes


def _crosses(document: Document, quote: Quote, direct: Iterable[Quote]) -> bool:
    """Whether a clause overlaps direct quotes so far that it is no reported clause; no quote ends before it."""
    words, start = 0, quote.start
    for said in direct:
        if said.start >= quote.end:
            break
        if said.start < quote.start or quote.end < said.end:
            return True
        words += len(WORD.findall(document.text, start, max(start, said.start)))
        start = max(start, said.end)
    return words + len(WORD.findall(document.text, start, quote.end)) < FEWEST_WORDS


def _name_speaker(document: Document, quote: Quote, speaker: int, covering: Mapping[int, Mention]) -> None:
    """Set the speaker of a quote: the mention there, or the one whose title it is; else the noun phrase."""
    if speaker < 0:
        return
    quote.speaker = speaker
    tokens = document.tokens
    parts = dependents(document, speaker, "flat", "appos")
    several = tokens[speaker].pos == "NOUN" and tokens[speaker].morph.get("Number") == "Plur"
    # die Abgeordneten Weber: a plural is not the title of one name
    near = () if several else (*parts, speaker + 1)
    beside = [index for index in near if index in covering and (index in parts or covering[index].kind == "name")]
    mention = covering.get(speaker) or next((covering[index] for index in beside), None)
    if mention:
        quote.speaker_start, quote.speaker_end, quote.actor = mention.start, mention.end, mention.actor
        return
    first, last = _noun_phrase(document, speaker)
    last = speaker + 1 if several and speaker + 1 in covering else last
    quote.speaker_start, quote.speaker_end = tokens[first].start, tokens[last - 1].end


def phrase_span(document: Document, head: int, is_outside: Callable[[int], bool]) -> tuple[int, int]:
    """Return the first token of a phrase without its clauses and conjuncts, and the one after its last."""
    first, last = head, head + 1
    waiting = [head]
    while waiting:
        for child in document.children[waiting.pop()]:
            if not (document.tokens[child].relation.startswith(CLAUSES_AND_CONJUNCTS) or is_outside(child)):
                first, last = min(first, child), max(last, child + 1)
                waiting.append(child)
    return first, last


def _noun_phrase(document: Document, head: int) -> tuple[int, int]:
    """Return the tokens of a noun phrase without preposition, relative clause and parenthesis."""
    tokens = document.tokens
    first, last = phrase_span(document, head, lambda child: tokens[child].relation in OUTSIDE_PHRASE)
    while first < head and tokens[first].pos in ("ADP", "PUNCT"):
        first += 1
    opened = any(token.text == "(" for token in tokens[head:last])
    last += opened and last < len(tokens) and tokens[last].text == ")"
    return first, last
