"""Direct and indirect quotes and their speakers against news and novels in which people marked them."""

from __future__ import annotations

import ast
import csv
import io
import random
import re
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from benchmarks.measure import Figures, Measure
from benchmarks.scores import f_score
from benchmarks.texts import records, small_heap, table_rows
from hf_genderfair.languages.coreference.mention import Mention, Quote
from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.coreference.names.merging import join_by_pronouns, merge_mentions
from hf_genderfair.languages.coreference.pronouns import english, german
from hf_genderfair.languages.coreference.quotes.direct import direct_quotes
from hf_genderfair.languages.coreference.quotes.indirect import indirect_quotes
from hf_genderfair.languages.coreference.quotes.speakers import attribute_speakers
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline

EDGES = " \t\r\n\xa0„“”\"»«‚‘’'‹›`.,;:!?…-–—()[]_"
"""What is left out at both ends before spans are compared."""

OVERLAP = 0.5
"""Share of common words in all words of two spans from which they count as one."""

OPENING = frozenset("“‘([{") | {"--", "—"}
CLOSING = re.compile(r"[.,;:!?)\]}”’]+|\.\.\.+|['’](?:s|ll|ve|re|d|m|t)|n['’]t|--|—", re.IGNORECASE)
"""Tokens after and before which no space is written."""

DRAWS = 1000
CHAPTER = re.compile(r"\bCHAPTER [IVXLC]+\b")
RESOLUTION = {"de": german, "en": english}
DIRECT, INDIRECT = frozenset({"Direct"}), frozenset({"Indirect", "IndirectFreeIndirect"})
NAMES = {"span": "F of spans", "overlap": "F of overlapping spans", "right": "speaker right"}

Span = tuple[int, int]


class GoldQuote(NamedTuple):
    """One quotation as people marked it: its parts, its type, where the speaker is named, and the character's name."""

    spans: tuple[Span, ...]
    type: str
    speaker_spans: tuple[Span, ...] = ()
    speaker: str = ""


class GoldText(NamedTuple):
    """A text with all its quotations.

    Attributes:
        text: The text.
        quotes: All quotations of all types.
        characters: Names of each character.
        marked: Marked mentions of characters, where a data set has them, with the character.
    """

    text: str
    quotes: tuple[GoldQuote, ...]
    characters: Mapping[str, frozenset[str]] = MappingProxyType({})
    marked: tuple[tuple[Span, str], ...] = ()


class Found(NamedTuple):
    """What our analysis finds in a text, for the direct quotes."""

    document: Document
    quotes: Sequence[Quote]
    mentions: Sequence[Mention]


def quotes(data: Path) -> Figures:
    """Find quotes and their speakers in German news and English novels.

    FOLDER holds ``quotes/german_news_quotes`` (Wikinews articles with quotations of five types, speakers and cues) and
    ``quotes/pdnc`` (the Project Dialogism Novel Corpus: two English novels with every quotation and its speaker; they
    are measured as they are, and on one line, without any line break) and ``coreference/litbank`` (beginnings of
    English works of fiction, tokenised; they are written as running text on one line). They are measured only.

    A quote is found where its span equals a marked one, white space, quotation marks and punctuation at both ends
    aside. A German speaker is right where the words we give overlap the marked ones, an English one where the names of
    the actor are those of the character who speaks, or, in LitBank, where the mentions of the actor are marked as the
    character's. Speakers are judged on the quotes that were found. Indirect quotes go from the first to the last
    character of their parts; overlapping spans have half of all their words in common. In English there are 100 lines
    of news from ``text/small_heap``, labelled by the maintainers. Intervals: 95 % bootstrap over documents, of the
    novels over chapters, seeded.
    """
    gold = news(data)
    found = [find(document) for document in documents([text.text for text in gold], "de")]
    rows: Sequence[Counter[str]] = [
        span_counts(text, one.quotes, DIRECT) + _speakers_by_words(text, one)
        for text, one in zip(gold, found, strict=True)
    ]
    yield from _figures("direct quotes", "german_news_quotes train", rows, ("span", "right"))
    for name, novel in novels(data).items():
        for layout, written in {name: novel, f"{name}, one line": on_one_line(novel)}.items():
            (document,) = documents([written.text], "en")
            yield from _figures("direct quotes", layout, list(_chapters(written, find(document))), ("span", "right"))
    excerpts = fiction(data)
    fictional = [find(document) for document in documents([text.text for text in excerpts], "en")]
    rows = [
        span_counts(text, one.quotes, None) + _counted(_speakers_by_characters(text, one).values())
        for text, one in zip(excerpts, fictional, strict=True)
    ]
    yield from _figures("direct quotes", "LitBank", rows, ("span", "right"))
    kinds = ("span", "overlap", "right")
    reported = [text._replace(quotes=tuple(quote for quote in text.quotes if quote.type in INDIRECT)) for text in gold]
    rows = [clause_counts(text, one) for text, one in zip(reported, found, strict=True)]
    yield from _figures("indirect quotes", "german_news_quotes train", rows, kinds)
    lines = labelled_lines(data)
    found = [find(document) for document in documents([text.text for text in lines], "en")]
    rows = [clause_counts(text, one) for text, one in zip(lines, found, strict=True)]
    yield from _figures("indirect quotes", "news, English", rows, kinds)


def _figures(what: str, where: str, rows: Sequence[Counter[str]], kinds: Sequence[str]) -> Figures:
    """Yield measures of the sums over documents, with intervals by drawing documents."""
    total = Counter[str]()
    for row in rows:
        total.update(row)
    for kind in kinds:
        drawn, values = random.Random(0), []
        for _ in range(DRAWS):
            sums = Counter[str]()
            for row in drawn.choices(rows, k=len(rows)):
                sums.update(row)
            value = _ratio(sums, kind)
            if value is not None:
                values.append(value)
        values.sort()
        value, limits = _ratio(total, kind), (round(values[int(len(values) * end)], 4) for end in (0.025, 0.975))
        yield Measure(what, where, total["gold"], NAMES[kind], None if value is None else round(value, 4), *limits)


def _ratio(counts: Counter[str], kind: str) -> float | None:
    """Return F of spans, or the share of right speakers."""
    if kind == "right":
        return counts["right"] / counts["speakers"] if counts["speakers"] else None
    return f_score(counts["equal" if kind == "span" else "overlapping"], counts["predicted"], counts["gold"])


def news(data: Path) -> list[GoldText]:
    """Read the German articles of part ``train``."""
    texts = []
    for row in records(data / "quotes" / "german_news_quotes" / "train.jsonl.xz"):
        marked = (
            GoldQuote(_offsets(item["quote"]), item["type"], _offsets(item["speaker"])) for item in row["annotations"]
        )
        texts.append(GoldText(row["originalText"], tuple(marked)))
    return texts


def _offsets(part: dict[str, Any]) -> tuple[Span, ...]:
    return tuple((span["charBegin"], span["charEnd"]) for span in part["spans"])


def labelled_lines(data: Path) -> list[GoldText]:
    """Read the English lines labelled by the maintainers."""
    lines = small_heap(data, "orig__cc-news_00020")
    clauses: dict[int, list[GoldQuote]] = {}
    for row in table_rows(Path(__file__).with_name("indirect_dev_en.tsv")):
        number, *offsets = map(int, row)
        found = clauses.setdefault(number, [])
        if offsets:
            start, end, *speaker = offsets
            found.append(GoldQuote(((start, end),), "Indirect", ((speaker[0], speaker[1]),) if speaker[0] >= 0 else ()))
    return [GoldText(lines[number], tuple(found)) for number, found in clauses.items()]


def pdnc_files(data: Path) -> dict[str, dict[str, str]]:
    """Read the files of the novels of the Project Dialogism Novel Corpus, by novel and name."""
    files: dict[str, dict[str, str]] = defaultdict(dict)
    with tarfile.open(data / "quotes" / "pdnc" / "novels.tar.xz") as archive:
        for member in archive.getmembers():
            file = archive.extractfile(member)
            if file is not None:
                novel, name = Path(member.name).parts[-2:]
                files[novel][name] = file.read().decode("utf-8")
    return dict(sorted(files.items()))


def novels(data: Path) -> dict[str, GoldText]:
    """Read the English novels by name."""
    return {novel: _novel(parts) for novel, parts in pdnc_files(data).items()}


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
    parts = re.split(r"(\s+)", gold.text)
    places = []
    length = 0
    for part in parts:
        width = 1 if part[:1].isspace() else len(part)
        places += [length + min(step, width) for step in range(len(part))]
        length += width
    places.append(length)
    marked = tuple(
        quote._replace(spans=tuple((places[start], places[end]) for start, end in quote.spans)) for quote in gold.quotes
    )
    return gold._replace(text="".join(" " if part[:1].isspace() else part for part in parts), quotes=marked)


def fiction(data: Path) -> list[GoldText]:
    """Read the beginnings of works of fiction of LitBank, as running text without line breaks."""
    files: dict[str, dict[str, str]] = defaultdict(dict)
    with tarfile.open(data / "coreference" / "litbank" / "litbank.tar.xz") as archive:
        for member in archive.getmembers():
            file = archive.extractfile(member)
            path = Path(member.name)
            if file is not None and path.parent.name == "tsv":
                files[path.stem][path.parent.parent.name + path.suffix] = file.read().decode("utf-8")
    return [_excerpt(parts) for _, parts in sorted(files.items()) if "quotations.ann" in parts]


def _excerpt(parts: dict[str, str]) -> GoldText:
    rows = [line.split("\t") for line in parts["quotations.ann"].splitlines()]
    places = {row[1]: tuple(map(int, row[2:6])) for row in rows if row[0] == "QUOTE"}
    edges = {edge for first, one, last, other in places.values() for edge in ((first, one, 1), (last, other, 0))}
    lines = [line.split(" ") for line in parts["quotations.txt"].splitlines()]
    text, offsets = _running_text(lines, edges)
    marked_quotes = []
    for row in rows:
        if row[0] == "ATTRIB":
            first, one, last, other = places[row[1]]
            marked_quotes.append(
                GoldQuote(((offsets[first, one][0], offsets[last, other][1]),), "All", (), row[2].strip())
            )
    mentions = [line.split("\t") for line in parts["coref.ann"].splitlines()]
    entities = {row[1]: row[2].strip() for row in mentions if row[0] == "COREF"}
    marked = [
        ((offsets[int(row[2]), int(row[3])][0], offsets[int(row[4]), int(row[5])][1]), entities[row[1]])
        for row in mentions
        if row[0] == "MENTION" and row[1] in entities
    ]
    marked_quotes.sort(key=lambda quote: quote.spans)
    return GoldText(text, tuple(marked_quotes), marked=tuple(marked))


def _running_text(
    lines: Sequence[Sequence[str]], edges: set[tuple[int, int, int]]
) -> tuple[str, dict[tuple[int, int], Span]]:
    """Join tokens as they are written; marks that stand on both sides alike take the side of the marked quotations."""
    parts: list[str] = []
    offsets = {}
    length, glued, is_open = 0, True, False
    for number, line in enumerate(lines):
        for place, token in enumerate(line):
            opens, closes = token in OPENING, bool(CLOSING.fullmatch(token))
            if token == '"':
                is_open = (number, place, 1) in edges or (not is_open and (number, place, 0) not in edges)
                opens, closes = is_open, not is_open
            elif token == "'":
                opens, closes = (number, place, 1) in edges, (number, place, 1) not in edges
            space = "" if glued or closes else " "
            parts += (space, token)
            offsets[number, place] = (length + len(space), length + len(space) + len(token))
            length += len(space) + len(token)
            glued = opens
    return "".join(parts), offsets


def find(document: Document) -> Found:
    """Run the steps of the analysis that direct quotes and their speakers need."""
    direct = direct_quotes(document)
    named = find_mentions(document)
    merge_mentions(document, named)
    mentions = [*named, *RESOLUTION[document.lang].resolve(document, named, direct)]
    mentions.sort(key=lambda mention: (mention.start, mention.end))
    join_by_pronouns(document, mentions)
    attribute_speakers(document, direct, mentions)
    return Found(document, direct, mentions)


def overlaps(one: Span, other: Span) -> bool:
    """Say whether two spans share a character."""
    return one[0] < other[1] and other[0] < one[1]


def span_counts(gold: GoldText, found: Sequence[Quote], types: frozenset[str] | None) -> Counter[str]:
    """Count equal spans of one text; ``types`` are the types that count as gold, None for all."""
    true = {
        bare(gold.text, span) for quote in gold.quotes if types is None or quote.type in types for span in quote.spans
    }
    true = {span for span in true if span[0] < span[1]}
    ours = {bare(gold.text, (quote.start, quote.end)) for quote in found}
    return Counter(equal=len(true & ours), predicted=len(ours), gold=len(true))


def _speakers_by_words(gold: GoldText, found: Found) -> Counter[str]:
    """Count right speakers of the direct quotes that were found in an article."""
    ours = _by_bare_span(gold, found)
    counts = Counter[str]()
    for quote in gold.quotes:
        if quote.type in DIRECT and quote.speaker_spans:
            for span in quote.spans:
                match = ours.get(bare(gold.text, span))
                if match is not None:
                    counts.update(speakers=1, right=_names(match, quote.speaker_spans))
    return counts


def _by_bare_span(gold: GoldText, found: Found) -> dict[Span, Quote]:
    return {bare(gold.text, (quote.start, quote.end)): quote for quote in found.quotes}


def _names(quote: Quote, speakers: Sequence[Span]) -> bool:
    """Tell whether the words that we give for a speaker overlap marked ones."""
    words = (quote.speaker_start, quote.speaker_end)
    return quote.speaker_start >= 0 and any(overlaps(words, true) for true in speakers)


def _speakers_by_characters(gold: GoldText, found: Found) -> dict[Span, tuple[str, str]]:
    """Return true and predicted character for each span of a novel that was found."""
    ours = _by_bare_span(gold, found)
    characters = characters_of_actors(gold, found)
    result = {}
    for quote in gold.quotes:
        for span in (bare(gold.text, span) for span in quote.spans):
            if span in ours:
                result[span] = (quote.speaker, characters.get(ours[span].actor, ""))
    return result


def _counted(speakers: Iterable[tuple[str, str]]) -> Counter[str]:
    pairs = list(speakers)
    return Counter(speakers=len(pairs), right=sum(true == predicted for true, predicted in pairs))


def _chapters(gold: GoldText, found: Found) -> Iterator[Counter[str]]:
    """Count spans and speakers by chapter."""
    edges = [0, *[match.start() for match in CHAPTER.finditer(gold.text)], len(gold.text)]
    speakers = _speakers_by_characters(gold, found)
    for start, end in pairwise(edges):
        inside = tuple(quote for quote in gold.quotes if start <= quote.spans[0][0] < end)
        ours = [quote for quote in found.quotes if start <= quote.start < end]
        own = [pair for span, pair in speakers.items() if start <= span[0] < end]
        yield span_counts(GoldText(gold.text, inside), ours, None) + _counted(own)


def clause_counts(gold: GoldText, found: Found) -> Counter[str]:
    """Count reported clauses: equal spans, spans that overlap by half, and right speakers among these."""
    text, ours = gold.text, indirect_quotes(found.document, found.quotes, found.mentions)
    words = [word.span() for word in re.finditer(r"\w+", text)]
    wholes = [(quote.spans[0][0], quote.spans[-1][1]) for quote in gold.quotes]
    inside = [
        [frozenset(start for start, end in words if span[0] <= start and end <= span[1]) for span in spans]
        for spans in (wholes, [(quote.start, quote.end) for quote in ours])
    ]
    matches = _matches(*inside)
    counts = Counter(
        gold=len(wholes),
        predicted=len(ours),
        equal=len({bare(text, span) for span in wholes} & {bare(text, (each.start, each.end)) for each in ours}),
        overlapping=len(matches),
    )
    for one, other in matches.items():
        if gold.quotes[one].speaker_spans:
            counts.update(speakers=1, right=_names(ours[other], gold.quotes[one].speaker_spans))
    return counts


def _matches(true: Sequence[frozenset[int]], ours: Sequence[frozenset[int]]) -> dict[int, int]:
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
    return matches


def bare(text: str, span: Span) -> Span:
    """Return a span without marks, punctuation and white space at its ends."""
    start, end = span
    while start < end and text[start] in EDGES:
        start += 1
    while end > start and text[end - 1] in EDGES:
        end -= 1
    return start, end


def characters_of_actors(gold: GoldText, found: Found) -> dict[int, str]:
    """Return for each actor the character that most of its named mentions name."""
    if gold.marked:
        return _characters_by_place(gold, found)
    bearers: dict[str, set[str]] = defaultdict(set)
    for character, names in gold.characters.items():
        for name in names:
            bearers[name].add(character)
    votes: dict[int, Counter[str]] = defaultdict(Counter)
    for mention in found.mentions:
        if mention.kind == "pronoun":
            continue
        name = " ".join(gold.text[mention.start : mention.end].split()).casefold()
        titles = [sign.word.casefold() for sign in mention.evidence if sign.kind == "title"]
        forms = [f"{title} {name}" for title in titles] + [f"{title.rstrip('.')}. {name}" for title in titles]
        known = next((bearers[form] for form in [*forms, name] if form in bearers), set())
        # a name that several bear, such as a family's, tells of none of them
        if len(known) == 1:
            votes[mention.actor].update(known)
    return {actor: counted.most_common(1)[0][0] for actor, counted in votes.items() if counted}


def _characters_by_place(gold: GoldText, found: Found) -> dict[int, str]:
    """Return for each actor the character for whom most of its mentions are marked; pronouns where it has no others."""
    votes: dict[int, Counter[str]] = defaultdict(Counter)
    weak: dict[int, Counter[str]] = defaultdict(Counter)
    places = sorted(gold.marked)
    for mention in found.mentions:
        around = [
            (end - start, character)
            for (start, end), character in places
            if start <= mention.start < mention.end <= end
        ]
        if around:
            (weak if mention.kind == "pronoun" else votes)[mention.actor][min(around)[1]] += 1
    return {actor: counted.most_common(1)[0][0] for actor, counted in {**weak, **votes}.items()}


def documents(texts: Sequence[str], lang: str) -> Iterator[Document]:
    """Analyse texts with the pipeline of the package."""
    for text, analysis in zip(texts, pipeline(lang).analyse(texts), strict=True):
        yield Document(text, analysis, lang)
