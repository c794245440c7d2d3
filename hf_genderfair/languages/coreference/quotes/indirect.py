"""Reported clauses and their speakers."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, islice

from hf_genderfair.languages.clauses import dependents
from hf_genderfair.languages.coreference.mention import Mention, Quote, covering_mentions
from hf_genderfair.languages.coreference.quotes.languages import quote_rules
from hf_genderfair.languages.coreference.quotes.reporting_verbs import reporting_verbs
from hf_genderfair.languages.document import Document

WORD = re.compile(r"\w+")
OUTSIDE_PHRASE = frozenset(("case", "punct", "cc", "mark", "advmod", "discourse", "aux", "vocative"))
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
    covering = covering_mentions(document, mentions)
    found = quote_rules(document.lang).reports(document, verbs, direct, covering)
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


def _noun_phrase(document: Document, head: int) -> tuple[int, int]:
    """Return the tokens of a noun phrase without preposition, relative clause and parenthesis."""
    tokens = document.tokens
    first, last = head, head + 1
    waiting = [head]
    while waiting:
        for child in document.children[waiting.pop()]:
            relation = tokens[child].relation
            if relation in OUTSIDE_PHRASE or relation.startswith(("acl", "advcl", "parataxis", "conj", "nsubj", "cop")):
                continue
            first, last = min(first, child), max(last, child + 1)
            waiting.append(child)
    while first < head and tokens[first].pos in ("ADP", "PUNCT"):
        first += 1
    opened = any(token.text == "(" for token in tokens[head:last])
    last += opened and last < len(tokens) and tokens[last].text == ")"
    return first, last
