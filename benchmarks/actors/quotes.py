"""Direct and indirect quotes and their speakers against news and novels in which people marked them."""

from __future__ import annotations

import ast
import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from benchmarks.measure import Figures, Measure, grouped
from benchmarks.scores import drawn_again, meet, ratio_interval
from benchmarks.texts import archived, records, small_heap, table_rows
from hf_genderfair.languages.coreference.mention import Mention, Quote
from hf_genderfair.languages.coreference.resolution import mentions_of_anybody
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents

EDGES = " \t\r\n\xa0„“”\"»«‚‘’'‹›`.,;:!?…-–—()[]_"
"""What is left out at both ends before spans are compared."""
OPENING = frozenset("“‘([{") | {"--", "—"}
CLOSING = re.compile(r"[.,;:!?)\]}”’]+|\.\.\.+|['’](?:s|ll|ve|re|d|m|t)|n['’]t|--|—", re.IGNORECASE)
"""Tokens after and before which no space is written."""
Span = tuple[int, int]


class GoldQuote(NamedTuple):
    """One quotation as people marked it: its parts, its type, where the speaker is named, and the character's name."""

    spans: tuple[Span, ...]
    type: str
    speaker_spans: tuple[Span, ...] = ()
    speaker: str | None = None


class GoldText(NamedTuple):
    """A text, its quotations of all types, names of each character, and marked mentions with the character."""

    text: str
    quotes: tuple[GoldQuote, ...]
    characters: Mapping[str, frozenset[str]] = MappingProxyType({})
    marked: tuple[tuple[Span, str], ...] = ()


class Found(NamedTuple):
    """What our analysis finds in a text: quotes, and the character of each actor where there are any."""

    direct: Sequence[Quote]
    indirect: Sequence[Quote]
    characters: Mapping[int, str]


class Counts(NamedTuple):
    """Spans that are equal, found and marked, speakers asked and right, and spans that overlap by half."""

    equal: Any
    predicted: Any
    gold: Any
    speakers: Any
    right: Any
    overlapping: Any = 0

    def ratios(self) -> dict[str, tuple[Any, Any]]:
        """Return what is divided by what, by the name of the figure."""
        spans = self.predicted + self.gold
        found = {"F of spans": (2 * self.equal, spans), "F of overlapping spans": (2 * self.overlapping, spans)}
        return found | {"speaker right": (self.right, self.speakers)}


def quotes(data: Path) -> Figures:
    """Find quotes and their speakers in German news and English novels.

    FOLDER holds ``quotes/german_news_quotes``, ``quotes/pdnc``, ``coreference/litbank`` and ``text/small_heap``, of
    which 100 lines were labelled by the maintainers. A quote is found where its span equals a marked one, marks at both
    ends aside. A speaker is right where our words overlap the marked ones, or the actor is the character. Intervals: 95
    % bootstrap over documents or chapters.
    """
    gold = list(news(data))
    found = find(gold, "de")
    articles = [span_counts(text, one, {"Direct"}) for text, one in zip(gold, found, strict=True)]
    yield from _figures("direct quotes", "german_news_quotes train", articles)
    for name, parts in pdnc_files(data).items():
        novel = _novel(parts)
        for layout, written in {name: novel, f"{name}, one line": on_one_line(novel)}.items():
            (one,) = find([written], "en")
            starts = (match.start() for match in re.finditer(r"\bCHAPTER [IVXLC]+\b", written.text))
            edges = [0, *starts, len(written.text)]
            chapters = [span_counts(written, one, None, part) for part in pairwise(edges)]
            yield from _figures("direct quotes", layout, chapters)
    excerpts = fiction(data)
    read = [span_counts(text, one) for text, one in zip(excerpts, find(excerpts, "en"), strict=True)]
    yield from _figures("direct quotes", "LitBank", read)
    types = ("Indirect", "IndirectFreeIndirect")
    reported = [text._replace(quotes=tuple(quote for quote in text.quotes if quote.type in types)) for text in gold]
    lines = labelled_lines(data)
    for where, texts, ours in (
        ("german_news_quotes train", reported, found),
        ("news, English", lines, find(lines, "en")),
    ):
        clauses = [clause_counts(text, one) for text, one in zip(texts, ours, strict=True)]
        yield from _figures("indirect quotes", where, clauses, overlapping=True)


def _figures(what: str, where: str, rows: Sequence[Counts], overlapping: bool = False) -> Figures:
    """Yield measures of the sums over documents, with intervals by drawing documents."""
    total, drawn = Counts(*np.sum(rows, axis=0).tolist()), Counts(*drawn_again(rows).T).ratios()
    for name, (over, under) in total.ratios().items():
        if overlapping or name != "F of overlapping spans":
            limits = (round(end, 4) for end in ratio_interval(*drawn[name]))
            yield Measure(what, where, total.gold, name, round(over / under, 4), *limits)


def news(data: Path) -> Iterator[GoldText]:
    """Yield the German articles of part ``train``."""
    for row in records(data / "quotes" / "german_news_quotes" / "train.jsonl.xz"):
        parts = row["annotations"]
        marked = (GoldQuote(_offsets(one["quote"]), one["type"], _offsets(one["speaker"])) for one in parts)
        yield GoldText(row["originalText"], tuple(marked))


def _offsets(part: dict[str, Any]) -> tuple[Span, ...]:
    return tuple((span["charBegin"], span["charEnd"]) for span in part["spans"])


def labelled_lines(data: Path) -> list[GoldText]:
    """Read the English lines labelled by the maintainers."""
    lines, texts = small_heap(data, "orig__cc-news_00020"), []
    rows = (map(int, row) for row in table_rows(Path(__file__).with_name("indirect_dev_en.tsv")))
    for number, clauses in grouped((number, offsets) for number, *offsets in rows).items():
        own = []
        for start, end, *speaker in filter(None, clauses):
            own.append(GoldQuote(((start, end),), "Indirect", ((speaker[0], speaker[1]),) if speaker[0] >= 0 else ()))
        texts.append(GoldText(lines[number], tuple(own)))
    return texts


def pdnc_files(data: Path) -> dict[str, dict[str, str]]:
    """Read the files of the novels of the Project Dialogism Novel Corpus, by novel and name."""
    found = archived(data / "quotes" / "pdnc" / "novels.tar.xz")
    files = grouped((path.parent.name, (path.name, content.decode("utf-8"))) for path, content in found)
    return {novel: dict(parts) for novel, parts in sorted(files.items())}


def _novel(parts: dict[str, str]) -> GoldText:
    characters = {}
    for row in csv.DictReader(io.StringIO(parts["character_info.csv"])):
        names = ast.literal_eval(row["Aliases"]) if row["Aliases"] else []
        characters[row["Main Name"]] = frozenset(name.casefold() for name in [*names, row["Main Name"]])
    marked = []
    for row in csv.DictReader(io.StringIO(parts["quotation_info.csv"], newline="")):
        spans = tuple((start, end) for start, end in ast.literal_eval(row["quoteByteSpans"]))
        marked.append(GoldQuote(spans, row["quoteType"], (), row["speaker"]))
    return GoldText(parts["novel_text.txt"], tuple(marked), characters)


def on_one_line(gold: GoldText) -> GoldText:
    """Write a text with single spaces for all white space, as files with one text a line have it."""
    space = np.array([each.isspace() for each in gold.text])
    # of white space, only what follows none stays
    places = [0, 1, *(1 + np.cumsum(~(space[1:] & space[:-1]))).tolist()]
    marked = (one._replace(spans=tuple((places[a], places[b]) for a, b in one.spans)) for one in gold.quotes)
    return gold._replace(text=re.sub(r"\s+", " ", gold.text), quotes=tuple(marked))


def fiction(data: Path) -> list[GoldText]:
    """Read the beginnings of works of fiction of LitBank, as running text without line breaks."""
    files: dict[str, dict[str, str]] = defaultdict(dict)
    for path, content in archived(data / "coreference" / "litbank" / "litbank.tar.xz"):
        if path.parent.name == "tsv":
            files[path.stem][path.parent.parent.name + path.suffix] = content.decode("utf-8")
    return [_excerpt(parts) for _, parts in sorted(files.items()) if "quotations.ann" in parts]


def _excerpt(parts: dict[str, str]) -> GoldText:
    rows = [line.split("\t") for line in parts["quotations.ann"].splitlines()]
    places = {row[1]: tuple(map(int, row[2:6])) for row in rows if row[0] == "QUOTE"}
    edges = {edge for first, one, last, other in places.values() for edge in ((first, one, 1), (last, other, 0))}
    text, offsets = _running_text([line.split(" ") for line in parts["quotations.txt"].splitlines()], edges)

    def span(first: int, one: int, last: int, other: int) -> Span:
        return offsets[first, one][0], offsets[last, other][1]

    said = [(span(*places[row[1]]), row[2].strip()) for row in rows if row[0] == "ATTRIB"]
    mentions = [line.split("\t") for line in parts["coref.ann"].splitlines()]
    entities = {row[1]: row[2].strip() for row in mentions if row[0] == "COREF"}
    named = [row for row in mentions if row[0] == "MENTION" and row[1] in entities]
    marked = tuple((span(*map(int, row[2:6])), entities[row[1]]) for row in named)
    marked_quotes = sorted((GoldQuote((where,), "All", (), who) for where, who in said), key=lambda one: one.spans)
    return GoldText(text, tuple(marked_quotes), marked=marked)


def _running_text(
    lines: Sequence[Sequence[str]], edges: set[tuple[int, int, int]]
) -> tuple[str, dict[tuple[int, int], Span]]:
    """Join tokens as they are written; marks that stand on both sides alike take the side of the marked quotations."""
    text, offsets = "", {}
    glued, is_open = True, False
    for number, line in enumerate(lines):
        for place, token in enumerate(line):
            opens, closes = token in OPENING, bool(CLOSING.fullmatch(token))
            if token == '"':
                is_open = (number, place, 1) in edges or (not is_open and (number, place, 0) not in edges)
                opens, closes = is_open, not is_open
            elif token == "'":
                opens, closes = (number, place, 1) in edges, (number, place, 1) not in edges
            text += "" if glued or closes else " "
            offsets[number, place] = (len(text), len(text) + len(token))
            text += token
            glued = opens
    return text, offsets


def read_mentions(texts: Sequence[str], lang: str) -> Iterator[tuple[Document, list[Mention], list[Quote]]]:
    """Yield what our analysis finds in texts: documents, mentions of anybody, and quotes."""
    for document in documents(texts, AnalysisRequest(lang)):
        yield document, *mentions_of_anybody(document)


def find(texts: Sequence[GoldText], lang: str) -> list[Found]:
    """Return what our analysis finds in texts."""
    found = []
    for gold, (_, mentions, quoted) in zip(texts, read_mentions([text.text for text in texts], lang), strict=True):
        direct, indirect = ([quote for quote in quoted if quote.kind == kind] for kind in ("direct", "indirect"))
        found.append(Found(direct, indirect, characters_of_actors(gold, mentions)))
    return found


def span_counts(
    gold: GoldText, found: Found, types: Set[str] | None = None, part: tuple[int, int] | None = None
) -> Counts:
    """Count direct quotes of some types in a part of a text, or in all, and right speakers of those that were found."""
    places = range(*(part or (0, len(gold.text))))
    marked = [quote for quote in gold.quotes if types is None or quote.type in types]
    true = {bare(gold.text, span): quote for quote in marked for span in quote.spans if quote.spans[0][0] in places}
    true = {span: quote for span, quote in true.items() if span[0] < span[1]}
    ours = {bare(gold.text, (quote.start, quote.end)): quote for quote in found.direct if quote.start in places}
    both = true.keys() & ours.keys()
    right = [
        found.characters.get(ours[span].actor, "") == true[span].speaker
        if true[span].speaker is not None
        else _names(ours[span], true[span].speaker_spans)
        for span in both
        if true[span].speaker is not None or true[span].speaker_spans
    ]
    return Counts(len(both), len(ours), len(true), len(right), sum(right))


def _names(quote: Quote, speakers: Sequence[Span]) -> bool:
    """Tell whether the words that we give for a speaker overlap marked ones."""
    words = (quote.speaker_start, quote.speaker_end)
    return quote.speaker_start >= 0 and any(meet(words, true) for true in speakers)


def clause_counts(gold: GoldText, found: Found) -> Counts:
    """Count reported clauses: equal spans, spans that overlap by half, and right speakers among these."""
    words = [word.span() for word in re.finditer(r"\w+", gold.text)]
    true = [(quote.spans[0][0], quote.spans[-1][1]) for quote in gold.quotes]
    ours = [(quote.start, quote.end) for quote in found.indirect]
    inside = (
        [frozenset(start for start, end in words if span[0] <= start and end <= span[1]) for span in spans]
        for spans in (true, ours)
    )
    matches = _matches(*inside)
    speakers = {other: gold.quotes[one].speaker_spans for one, other in matches.items()}
    right = [_names(found.indirect[other], spans) for other, spans in speakers.items() if spans]
    equal = len({bare(gold.text, span) for span in true} & {bare(gold.text, span) for span in ours})
    return Counts(equal, len(ours), len(true), len(right), sum(right), len(matches))


def _matches(true: Sequence[frozenset[int]], ours: Sequence[frozenset[int]]) -> dict[int, int]:
    """Pair spans one to one that share half of their words or more, the most similar first."""
    pairs = [
        (len(one & other) / len(one | other), -place, -number)
        for place, one in enumerate(true)
        for number, other in enumerate(ours)
        if one & other
    ]
    matches: dict[int, int] = {}
    for share, place, number in sorted(pairs, reverse=True):
        if share >= 0.5 and -place not in matches and -number not in matches.values():
            matches[-place] = -number
    return matches


def bare(text: str, span: Span) -> Span:
    """Return a span without marks, punctuation and white space at its ends."""
    start, end = span
    start = end - len(text[start:end].lstrip(EDGES))
    return start, start + len(text[start:end].rstrip(EDGES))


def characters_of_actors(gold: GoldText, mentions: Sequence[Mention]) -> dict[int, str]:
    """Return for each actor the character whom most of its mentions name; pronouns count where it has no others."""
    bearers: dict[str, set[str]] = defaultdict(set)
    for character, names in gold.characters.items():
        for name in names:
            bearers[name].add(character)
    votes: dict[str, dict[int, Counter[str]]] = {kind: defaultdict(Counter) for kind in ("pronoun", "name")}
    for mention in mentions:
        kind, place = "pronoun" if mention.kind == "pronoun" else "name", (mention.start, mention.end)
        around = [(b - a, character) for (a, b), character in gold.marked if a <= place[0] < place[1] <= b]
        if around:
            votes[kind][mention.actor][min(around)[1]] += 1
        elif kind == "name" and len(known := _known(gold.text, mention, bearers)) == 1:
            votes[kind][mention.actor].update(known)
    return {actor: own.most_common(1)[0][0] for actor, own in {**votes["pronoun"], **votes["name"]}.items()}


def _known(text: str, mention: Mention, bearers: Mapping[str, set[str]]) -> set[str]:
    """Return who bears a name with its titles, or the name; what several bear, as a family's, tells of none."""
    name = " ".join(text[mention.start : mention.end].split()).casefold()
    titles = [sign.word.casefold() for sign in mention.evidence if sign.kind == "title"]
    forms = [f"{title} {name}" for title in titles] + [f"{title.rstrip('.')}. {name}" for title in titles]
    return next((bearers[form] for form in [*forms, name] if form in bearers), set())
