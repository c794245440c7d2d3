"""Direct and indirect quotes and their speakers against news and novels in which people marked them.

    python -m benchmarks.run actors/quotes --data FOLDER [--part train] [--texts N]

FOLDER holds ``quotes/german_news_quotes`` (Wikinews articles with quotations of five types, speakers and cues) and
``quotes/pdnc`` (the Project Dialogism Novel Corpus: two English novels with every quotation and its speaker; they are
measured as they are, and on one line, without any line break) and ``coreference/litbank`` (beginnings of English works
of fiction, tokenised; they are written as running text on one line). They are measured only; nothing is taken from
them.

A quote is found where its span equals a marked one, white space, quotation marks and punctuation at both ends aside.
A German speaker is right where the words we give overlap the marked ones; as a second figure, where they or any other
mention of the same actor do. An English speaker is right where the names of the actor are those of the character who
speaks, or, in LitBank, where the mentions of the actor are marked as the character's; as a second figure, where the
words we give stand in the words that frame the quotation (*said his wife*), of the quotations that have such words.
Speakers are judged on the quotes that were found. Intervals: 95 % bootstrap over documents, of the novels over
chapters, seeded.

Indirect quotes are those of the types ``Indirect`` and ``IndirectFreeIndirect``, from the first to the last character
of their parts. They are compared in three ways: equal spans; spans whose common words are at least half of all their
words; words. In English there are 100 lines of news from ``text/small_heap``, labelled by the maintainers.
"""

from __future__ import annotations

import ast
import csv
import io
import json
import lzma
import random
import re
import tarfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from benchmarks.actors.indirect_scores import Clause, bare, clause_counts, labelled_lines
from benchmarks.measure import Measure
from hf_genderfair.actors.mention import Mention, Quote
from hf_genderfair.actors.mentions import find_mentions
from hf_genderfair.actors.names.merging import join_by_pronouns, merge_mentions
from hf_genderfair.actors.pronouns import english, german
from hf_genderfair.actors.quotes.direct import direct_quotes
from hf_genderfair.actors.quotes.indirect import indirect_quotes
from hf_genderfair.actors.quotes.speakers import attribute_speakers
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table

OPENING = frozenset("“‘([{") | {"--", "—"}
CLOSING = re.compile(r"[.,;:!?)\]}”’]+|\.\.\.+|['’](?:s|ll|ve|re|d|m|t)|n['’]t|--|—", re.IGNORECASE)
"""Tokens after and before which no space is written."""

FRAME_REACH = 300
DRAWS = 1000
CHAPTER = re.compile(r"\bCHAPTER [IVXLC]+\b")
RESOLUTION = {"de": german, "en": english}

Span = tuple[int, int]


class GoldQuote(NamedTuple):
    """One quotation as people marked it.

    Attributes:
        spans: Its parts.
        type: As the data set has it: ``Direct``, ``Indirect`` …; of the novels how the speaker is given.
        speaker_spans: Where the speaker is named.
        speaker: Name of the character who speaks; empty in news.
    """

    spans: tuple[Span, ...]
    type: str
    speaker_spans: tuple[Span, ...] = ()
    speaker: str = ""


class GoldText(NamedTuple):
    """A text with its quotations.

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


def news(data: Path, part: str) -> list[GoldText]:
    """Read the German articles of ``train``, ``dev`` or ``test``."""
    texts = []
    with lzma.open(data / "quotes" / "german_news_quotes" / f"{part}.jsonl.xz", "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            quotes = tuple(
                GoldQuote(_offsets(item["quote"]), item["type"], _offsets(item["speaker"]))
                for item in row["annotations"]
            )
            texts.append(GoldText(row["originalText"], quotes))
    return texts


def _offsets(part: dict[str, Any]) -> tuple[Span, ...]:
    return tuple((span["charBegin"], span["charEnd"]) for span in part["spans"])


def novels(data: Path) -> dict[str, GoldText]:
    """Read the English novels by name."""
    files: dict[str, dict[str, str]] = defaultdict(dict)
    with tarfile.open(data / "quotes" / "pdnc" / "novels.tar.xz") as archive:
        for member in archive.getmembers():
            file = archive.extractfile(member)
            if file is not None:
                novel, name = Path(member.name).parts[-2:]
                files[novel][name] = file.read().decode("utf-8")
    return {novel: _novel(parts) for novel, parts in sorted(files.items())}


def _novel(parts: dict[str, str]) -> GoldText:
    characters = {}
    for row in csv.DictReader(io.StringIO(parts["character_info.csv"])):
        names = ast.literal_eval(row["Aliases"]) if row["Aliases"] else []
        characters[row["Main Name"]] = frozenset(name.casefold() for name in [*names, row["Main Name"]])
    quotes = []
    for row in csv.DictReader(io.StringIO(parts["quotation_info.csv"], newline="")):
        spans = tuple((start, end) for start, end in ast.literal_eval(row["quoteByteSpans"]))
        frame = _frame(parts["novel_text.txt"], spans, row["referringExpression"])
        quotes.append(GoldQuote(spans, row["quoteType"], frame, row["speaker"]))
    return GoldText(parts["novel_text.txt"], tuple(quotes), characters)


def _frame(text: str, spans: Sequence[Span], words: str) -> tuple[Span, ...]:
    """Return where the words stand that tell who speaks, such as *she said*; the corpus gives no offsets of them."""
    if not words.strip():
        return ()
    start = max(0, spans[0][0] - FRAME_REACH)
    pattern = re.compile(r"\s+".join(map(re.escape, words.split())))
    found = pattern.search(text, start, spans[-1][1] + FRAME_REACH)
    return (found.span(),) if found else ()


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
    quotes = tuple(
        quote._replace(
            spans=tuple((places[start], places[end]) for start, end in quote.spans),
            speaker_spans=tuple((places[start], places[end]) for start, end in quote.speaker_spans),
        )
        for quote in gold.quotes
    )
    return gold._replace(text="".join(" " if part[:1].isspace() else part for part in parts), quotes=quotes)


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
    quotes = []
    for row in rows:
        if row[0] == "ATTRIB":
            first, one, last, other = places[row[1]]
            quotes.append(GoldQuote(((offsets[first, one][0], offsets[last, other][1]),), "All", (), row[2].strip()))
    mentions = [line.split("\t") for line in parts["coref.ann"].splitlines()]
    entities = {row[1]: row[2].strip() for row in mentions if row[0] == "COREF"}
    marked = [
        ((offsets[int(row[2]), int(row[3])][0], offsets[int(row[4]), int(row[5])][1]), entities[row[1]])
        for row in mentions
        if row[0] == "MENTION" and row[1] in entities
    ]
    quotes.sort(key=lambda quote: quote.spans)
    return GoldText(text, tuple(quotes), marked=tuple(marked))


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
    quotes = direct_quotes(document)
    named = find_mentions(document)
    merge_mentions(document, named)
    mentions = [*named, *RESOLUTION[document.lang].resolve(document, named, quotes)]
    mentions.sort(key=lambda mention: (mention.start, mention.end))
    join_by_pronouns(document, mentions)
    attribute_speakers(document, quotes, mentions)
    return Found(document, quotes, mentions)


def overlaps(one: Span, other: Span) -> bool:
    """Say whether two spans share a character."""
    return one[0] < other[1] and other[0] < one[1]


def span_counts(gold: GoldText, predicted: Iterable[Span], types: frozenset[str] | None) -> Counter[str]:
    """Count equal spans, and tokens in both, of one text; ``types`` are the types that count as gold, None for all."""
    text = gold.text
    true = {bare(text, span) for quote in gold.quotes if types is None or quote.type in types for span in quote.spans}
    true = {span for span in true if span[0] < span[1]}
    ours = {bare(text, span) for span in predicted}
    words = [found.span() for found in re.finditer(r"\w+", text)]
    in_true, in_ours = (_words_inside(words, sorted(spans)) for spans in (true, ours))
    errors = Counter(f"missed, {_length(text, span)}" for span in true - ours)
    errors.update(f"extra, {_length(text, span)}" for span in ours - true)
    return errors + Counter(
        equal=len(true & ours),
        predicted=len(ours),
        gold=len(true),
        word_equal=len(in_true & in_ours),
        word_predicted=len(in_ours),
        word_gold=len(in_true),
    )


def _length(text: str, span: Span) -> str:
    number = len(text[span[0] : span[1]].split())
    return "1 word" if number == 1 else "2 to 4 words" if number < 5 else "5 words or more"


def _words_inside(words: Sequence[Span], spans: Sequence[Span]) -> set[int]:
    inside, place = set(), 0
    for start, end in spans:
        while place and words[place - 1][1] > start:
            place -= 1
        while place < len(words) and words[place][1] <= start:
            place += 1
        while place < len(words) and words[place][0] < end:
            inside.add(words[place][0])
            place += 1
    return inside


def speaker_counts_de(gold: GoldText, found: Found, types: frozenset[str]) -> Counter[str]:
    """Count right speakers of the quotes that were found in an article."""
    ours = {bare(gold.text, (quote.start, quote.end)): quote for quote in found.quotes}
    own: dict[int, list[Span]] = defaultdict(list)
    for mention in found.mentions:
        own[mention.actor].append((mention.start, mention.end))
    counts: Counter[str] = Counter()
    for quote in gold.quotes:
        if quote.type not in types or not quote.speaker_spans:
            continue
        for span in quote.spans:
            match = ours.get(bare(gold.text, span))
            if match is None:
                continue
            words = (match.speaker_start, match.speaker_end)
            right = match.speaker_start >= 0 and any(overlaps(words, true) for true in quote.speaker_spans)
            same = right or (
                match.actor >= 0
                and any(overlaps(one, true) for one in own[match.actor] for true in quote.speaker_spans)
            )
            counts.update(speakers=1, right=right, same_actor=same, none=match.speaker_start < 0 > match.actor)
    return counts


def words_counts_en(gold: GoldText, found: Found) -> dict[Span, bool]:
    """Return for each found span beside which the novel says who speaks whether our words for the speaker are there."""
    ours = {bare(gold.text, (quote.start, quote.end)): quote for quote in found.quotes}
    result = {}
    for quote in gold.quotes:
        for span in map(bare, [gold.text] * len(quote.spans), quote.spans):
            if span in ours and quote.speaker_spans:
                words = (ours[span].speaker_start, ours[span].speaker_end)
                result[span] = words[0] >= 0 and any(overlaps(words, frame) for frame in quote.speaker_spans)
    return result


def speaker_counts_en(gold: GoldText, found: Found) -> dict[Span, tuple[str, str, str]]:
    """Return type, true and predicted character for each span of a novel that was found."""
    ours = {bare(gold.text, (quote.start, quote.end)): quote for quote in found.quotes}
    characters = characters_of_actors(gold, found)
    result = {}
    for quote in gold.quotes:
        for span in map(bare, [gold.text] * len(quote.spans), quote.spans):
            if span in ours:
                result[span] = (quote.type, quote.speaker, characters.get(ours[span].actor, ""))
    return result


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


def ratio(counts: Counter[str], kind: str) -> float | None:
    """Return F of spans or words, or a share of speakers, by the name of the measure."""
    if kind == "overlap":
        both = counts["predicted"] + counts["gold"]
        return 2 * counts["overlapping"] / both if both else None
    if kind in ("span", "word"):
        head = "word_" if kind == "word" else ""
        both = counts[f"{head}predicted"] + counts[f"{head}gold"]
        return 2 * counts[f"{head}equal"] / both if both else None
    of = "framed" if kind == "framed_right" else "speakers"
    return counts[kind] / counts[of] if counts[of] else None


def interval(rows: Sequence[Counter[str]], measure: Callable[[Counter[str]], float | None], seed: int) -> Span | Any:
    """Return the 95 % interval of a measure of sums, by drawing documents."""
    drawn = random.Random(seed)
    values = []
    for _ in range(DRAWS):
        total: Counter[str] = Counter()
        for row in drawn.choices(rows, k=len(rows)):
            total.update(row)
        value = measure(total)
        if value is not None:
            values.append(value)
    values.sort()
    return [round(values[int(len(values) * share)], 4) for share in (0.025, 0.975)] if values else [None, None]


def summary(rows: Sequence[Counter[str]], kinds: Sequence[str], seed: int) -> dict[str, Any]:
    """Return measures of the sums over documents, with intervals and n."""
    total: Counter[str] = Counter()
    for row in rows:
        total.update(row)
    results: dict[str, Any] = {"documents": len(rows), **{key: total[key] for key in sorted(total)}}
    for kind in kinds:
        value = ratio(total, kind)
        results[kind] = {
            "value": None if value is None else round(value, 4),
            "interval": interval(rows, lambda counts, kind=kind: ratio(counts, kind), seed),  # type: ignore[misc]
        }
    for head in ("", "word_"):
        if total[f"{head}predicted"] and total[f"{head}gold"]:
            results[f"{head}precision"] = round(total[f"{head}equal"] / total[f"{head}predicted"], 4)
            results[f"{head}recall"] = round(total[f"{head}equal"] / total[f"{head}gold"], 4)
    return results


def documents(texts: Sequence[str], lang: str) -> Iterator[Document]:
    """Analyse texts with the pipeline of the package."""
    for text, analysis in zip(texts, pipeline(lang).analyse(texts), strict=True):
        yield Document(text, analysis, lang)


def measure_news(gold: Sequence[GoldText], analysed: Iterable[Document], seed: int) -> dict[str, Any]:
    """Measure direct quotes and their speakers in articles."""
    direct = frozenset(("Direct",))
    rows = []
    for text, document in zip(gold, analysed, strict=True):
        found = find(document)
        spans = span_counts(text, [(quote.start, quote.end) for quote in found.quotes], direct)
        rows.append(spans + speaker_counts_de(text, found, direct))
    return summary(rows, ("span", "word", "right", "same_actor", "none"), seed)


def measure_novel(gold: GoldText, document: Document, seed: int) -> dict[str, Any]:
    """Measure direct quotes and their speakers in a novel, by chapter, and speakers by how the text gives them."""
    found = find(document)
    edges = [0, *[match.start() for match in CHAPTER.finditer(gold.text)], len(gold.text)]
    speakers = speaker_counts_en(gold, found)
    words = words_counts_en(gold, found)
    rows = []
    by_type: dict[str, Counter[str]] = defaultdict(Counter)
    for start, end in pairwise(edges):
        inside = tuple(quote for quote in gold.quotes if start <= quote.spans[0][0] < end)
        ours = [(quote.start, quote.end) for quote in found.quotes if start <= quote.start < end]
        counts = span_counts(GoldText(gold.text, inside), ours, None)
        for span, (kind, true, predicted) in speakers.items():
            if start <= span[0] < end:
                one = Counter(speakers=1, right=true == predicted, none=not predicted)
                counts.update(one)
                by_type[kind].update(one)
        inside_words = [right for span, right in words.items() if start <= span[0] < end]
        rows.append(counts + Counter(framed=len(inside_words), framed_right=sum(inside_words)))
    results = summary(rows, ("span", "word", "right", "none", "framed_right"), seed)
    results["by_type"] = {
        kind: {"n": counts["speakers"], "right": round(ratio(counts, "right") or 0, 4)}
        for kind, counts in sorted(by_type.items())
    }
    return results


def measure_fiction(gold: Sequence[GoldText], analysed: Iterable[Document], seed: int) -> dict[str, Any]:
    """Measure direct quotes and their speakers in excerpts of works of fiction."""
    rows = []
    for text, document in zip(gold, analysed, strict=True):
        found = find(document)
        counts = span_counts(text, [(quote.start, quote.end) for quote in found.quotes], None)
        for _, true, predicted in speaker_counts_en(text, found).values():
            counts.update(speakers=1, right=true == predicted, none=not predicted)
        rows.append(counts)
    return summary(rows, ("span", "word", "right", "none"), seed)


def measure_indirect(
    texts: Sequence[tuple[str, Sequence[Clause]]], analysed: Iterable[Document], seed: int
) -> dict[str, Any]:
    """Measure reported clauses and their speakers in texts."""
    rows = []
    for (text, gold), document in zip(texts, analysed, strict=True):
        found = find(document)
        quotes = indirect_quotes(document, found.quotes, found.mentions)
        rows.append(clause_counts(text, gold, quotes, found.mentions))
    return summary(rows, ("span", "overlap", "word", "right", "same_actor", "none"), seed)


def clauses(gold: Sequence[GoldText]) -> list[tuple[str, list[Clause]]]:
    """Return the reported clauses of articles."""
    types = frozenset(("Indirect", "IndirectFreeIndirect"))
    return [
        (
            text.text,
            [
                Clause((quote.spans[0][0], quote.spans[-1][1]), quote.speaker_spans)
                for quote in text.quotes
                if quote.type in types
            ],
        )
        for text in gold
    ]


def show_indirect(results: dict[str, dict[str, Any]]) -> None:
    """Print one row a data set and way of comparing."""
    columns = ["data", "compared", "gold", "F", "interval", "precision", "recall", "speakers", "right", "same actor"]
    rows: list[list[Cell]] = []
    for name, found in results.items():
        for kind, equal, head in (
            ("span", "equal", ""),
            ("overlap", "overlapping", ""),
            ("word", "word_equal", "word_"),
        ):
            true, ours = found[f"{head}gold"], found[f"{head}predicted"]
            row: list[Cell] = [name, kind, true, found[kind]["value"], str(found[kind]["interval"])]
            row += [round(found[equal] / ours, 4), round(found[equal] / true, 4), found["speakers"]]
            rows.append([*row, found["right"]["value"], found["same_actor"]["value"]])
    table = Table("indirect", "Indirect quotes and their speakers", columns, rows)
    print(f"\n{table.title}\n{table_text(table)}")


def show(results: dict[str, dict[str, Any]]) -> None:
    """Print one row a data set."""
    columns = [
        "data",
        "gold",
        "span F",
        "interval",
        "precision",
        "recall",
        "word F",
        "speakers",
        "right",
        "interval",
        "same actor / words",
        "none",
    ]
    rows: list[list[Cell]] = []
    for name, found in results.items():
        row: list[Cell] = [name, found["gold"], found["span"]["value"], str(found["span"]["interval"])]
        row += [found["precision"], found["recall"], found["word"]["value"], found["speakers"]]
        row += [found["right"]["value"], str(found["right"]["interval"])]
        second = found.get("same_actor") or found.get("framed_right")
        rows.append([*row, second["value"] if second else None, found["none"]["value"]])
    table = Table("direct", "Direct quotes and their speakers", columns, rows)
    print(f"\n{table.title}\n{table_text(table)}")


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield how well quotes and their speakers are found."""
    names = {"span": "F of spans", "overlap": "F of overlapping spans", "right": "speaker right"}
    for kind in ("direct", "indirect"):
        for text, scores in results[kind].items():
            at = partial(Measure, f"{kind} quotes", text, scores["gold"])
            for part, name in names.items():
                if part in scores:
                    yield at(name, scores[part]["value"], *scores[part]["interval"])


def benchmark(data: Path, part: str = "train", seed: int = 0) -> dict[str, Any]:
    """Print the tables and return the results."""
    gold = news(data, part)
    name = f"german_news_quotes {part}"
    analysed = list(documents([text.text for text in gold], "de"))
    direct = {name: measure_news(gold, analysed, seed)}
    lines = labelled_lines(data)
    indirect = {
        name: measure_indirect(clauses(gold), analysed, seed),
        "news, English": measure_indirect(lines, documents([text for text, _ in lines], "en"), seed),
    }
    show_indirect(indirect)
    for name, novel in novels(data).items():
        for layout, written in {name: novel, f"{name}, one line": on_one_line(novel)}.items():
            direct[layout] = measure_novel(written, next(documents([written.text], "en")), seed)
    excerpts = fiction(data)
    direct["LitBank"] = measure_fiction(excerpts, documents([text.text for text in excerpts], "en"), seed)
    show(direct)
    return {"part": part, "direct": direct, "indirect": indirect}
