"""Reported clauses and who says them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hf_genderfair.actors.document import Document
from hf_genderfair.actors.mention import Mention, Quote
from hf_genderfair.actors.quotes.indirect_de import german_reports
from hf_genderfair.actors.quotes.indirect_en import english_reports
from hf_genderfair.actors.quotes.reporting_verbs import reporting_verbs

WORD = re.compile(r"\w+")
FEWEST_WORDS = 2
"""A reported clause has at least this many words outside quotation marks."""


def indirect_quotes(document: Document, direct: Sequence[Quote], mentions: Sequence[Mention]) -> list[Quote]:
    """Find reported clauses: what somebody says, asks or thinks, in the words of the text.

    A span is the clause with its conjunction (*dass*, *that*, *ob*), without the verb of saying and its subject. Where
    these stand inside it (*Er sei, sagte sie, krank*), the span goes around them. Of clauses inside each other only
    the outermost counts. Sentences in the German subjunctive that continue a report are one quote together, with their
    stops. Words in quotation marks may stand inside a reported clause; a clause inside quotation marks is none.

    Args:
        document: A German or English text.
        direct: Its direct quotes.
        mentions: Mentions of persons, to whom speakers are matched.

    Returns:
        Quotes of kind ``indirect``, in the order of the text, none inside or across another.
    """
    verbs = reporting_verbs(document)
    found = german_reports(document, verbs, direct) if document.lang == "de" else english_reports(document, verbs)
    reports = sorted(found, key=lambda report: (report.first, -report.end))
    heads = {mention.head: mention for mention in mentions}
    quotes: list[Quote] = []
    end = -1
    for report in reports:
        if report.first < end or report.first >= report.end:
            continue
        quote = Quote(document.tokens[report.first].start, document.tokens[report.end - 1].end, "indirect")
        if not _crosses(document, quote, direct):
            name_speaker(document, quote, report.speaker, heads)
            quotes.append(quote)
            end = report.end
    return quotes


def _crosses(document: Document, quote: Quote, direct: Sequence[Quote]) -> bool:
    """Whether a clause is inside a direct quote, crosses one, or is hardly more than some."""
    outside = document.text[quote.start : quote.end]
    for said in direct:
        if said.start < quote.end and quote.start < said.end:
            if said.start < quote.start or quote.end < said.end:
                return True
            outside = outside.replace(document.text[said.start : said.end], " ")
    return len(WORD.findall(outside)) < FEWEST_WORDS


def name_speaker(document: Document, quote: Quote, speaker: int, heads: dict[int, Mention]) -> None:
    """Write the speaker into a quote: the mention at its head, else the noun phrase."""
    if speaker < 0:
        return
    quote.speaker = speaker
    mention = heads.get(speaker)
    if mention:
        quote.speaker_start, quote.speaker_end, quote.actor = mention.start, mention.end, mention.actor
        return
    first, last = noun_phrase(document, speaker)
    quote.speaker_start, quote.speaker_end = document.tokens[first].start, document.tokens[last - 1].end


def noun_phrase(document: Document, head: int) -> tuple[int, int]:
    """Return the tokens of a noun phrase without preposition, relative clause and parenthesis."""
    tokens = document.tokens
    first, last = head, head + 1
    waiting = [head]
    while waiting:
        for child in document.children[waiting.pop()]:
            relation = tokens[child].relation
            if relation in ("case", "punct", "cc") or relation.startswith(
                ("acl", "advcl", "parataxis", "conj", "nsubj", "cop")
            ):
                continue
            first, last = min(first, child), max(last, child + 1)
            waiting.append(child)
    while first < head and tokens[first].pos == "ADP":
        first += 1
    return first, last
