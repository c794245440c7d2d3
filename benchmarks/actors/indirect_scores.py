"""How well reported clauses and their speakers are found: counts of one text, for ``quotes.py``."""

from __future__ import annotations

import lzma
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from hf_genderfair.actors.mention import Mention, Quote

EDGES = " \t\r\n\xa0„“”\"»«‚‘’'‹›`.,;:!?…-–—()[]_"
"""What is left out at both ends before spans are compared."""

OVERLAP = 0.5
"""Share of common words in all words of two spans from which they count as one."""

LABELS = Path(__file__).parent / "indirect_dev_en.tsv"

Span = tuple[int, int]


class Clause(NamedTuple):
    """A reported clause as people marked it.

    Attributes:
        span: From its first to its last character; a verb of saying in the middle is inside.
        speakers: Words that name who says it.
    """

    span: Span
    speakers: tuple[Span, ...]


def labelled_lines(data: Path) -> list[tuple[str, list[Clause]]]:
    """Read the English lines labelled by the maintainers; FOLDER holds ``text/small_heap``."""
    with lzma.open(data / "text" / "small_heap" / "orig__cc-news_00020.txt.xz", "rt", encoding="utf-8") as file:
        lines = file.read().splitlines()
    clauses: dict[int, list[Clause]] = {}
    for row in LABELS.read_text(encoding="utf-8").splitlines():
        if not row.startswith("#"):
            number, *offsets = map(int, row.split("\t"))
            found = clauses.setdefault(number, [])
            if offsets:
                start, end, *speaker = offsets
                found.append(Clause((start, end), ((speaker[0], speaker[1]),) if speaker[0] >= 0 else ()))
    return [(lines[number], found) for number, found in clauses.items()]


def clause_counts(
    text: str, gold: Sequence[Clause], quotes: Sequence[Quote], mentions: Sequence[Mention]
) -> Counter[str]:
    """Count equal spans, spans that overlap by half, common words, and right speakers among the overlapping ones."""
    words = [found.span() for found in re.finditer(r"\w+", text)]
    true = [_inside(words, clause.span) for clause in gold]
    ours = [_inside(words, (quote.start, quote.end)) for quote in quotes]
    all_true, all_ours = set().union(*true), set().union(*ours)
    matches = _matches(true, ours)
    bare_true = {bare(text, clause.span) for clause in gold}
    bare_ours = {bare(text, (quote.start, quote.end)) for quote in quotes}
    counts = Counter(
        gold=len(gold),
        predicted=len(quotes),
        equal=len(bare_true & bare_ours),
        overlapping=len(matches),
        word_equal=len(all_true & all_ours),
        word_gold=len(all_true),
        word_predicted=len(all_ours),
    )
    own: dict[int, list[Span]] = defaultdict(list)
    for mention in mentions:
        own[mention.actor].append((mention.start, mention.end))
    for one, other in matches:
        if gold[one].speakers:
            counts.update(_speaker(gold[one].speakers, quotes[other], own))
    return counts


def _speaker(true: Sequence[Span], quote: Quote, own: dict[int, list[Span]]) -> Counter[str]:
    named = [(quote.speaker_start, quote.speaker_end)] if quote.speaker_start >= 0 else []
    others = own[quote.actor] if quote.actor >= 0 else []
    right, same = (
        any(one[0] < two[1] and two[0] < one[1] for one in spans for two in true) for spans in (named, named + others)
    )
    return Counter(speakers=1, right=right, same_actor=same, none=not named)


def _matches(true: Sequence[frozenset[int]], ours: Sequence[frozenset[int]]) -> list[tuple[int, int]]:
    """Pair spans one to one, the most similar first."""
    pairs = [
        (len(one & other) / len(one | other), -place, -number)
        for place, one in enumerate(true)
        for number, other in enumerate(ours)
        if one & other
    ]
    matches: dict[int, int] = {}
    for share, place, number in sorted(pairs, reverse=True):
        if share >= OVERLAP and -place not in matches and -number not in matches.values():
            matches[-place] = -number
    return sorted(matches.items())


def _inside(words: Sequence[Span], span: Span) -> frozenset[int]:
    return frozenset(start for start, end in words if span[0] <= start and end <= span[1])


def bare(text: str, span: Span) -> Span:
    """Return a span without marks, punctuation and white space at its ends."""
    start, end = span
    while start < end and text[start] in EDGES:
        start += 1
    while end > start and text[end - 1] in EDGES:
        end -= 1
    return start, end
