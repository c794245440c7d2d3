"""Counts of a corpus by the gender of its writers, and tables, figures and examples of it (Graliński et al. 2016)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from heapq import nsmallest
from math import log, sqrt
from statistics import NormalDist

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import ClassLabel, Dataset, IterableDataset

from hf_genderfair.core.batches import arrow_batches, check_columns, check_rows, text_bounds
from hf_genderfair.core.counts import Counts, Key, Share, share
from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.core.transform import text_array
from hf_genderfair.first_person.duplicates import count_words, words
from hf_genderfair.first_person.reasons import websites
from hf_genderfair.languages.types import BINARY_GENDERS, BinaryGender
from hf_genderfair.report.examples import Highlight, edited_example, marked_example, rows_with_text_before
from hf_genderfair.report.figures import FEWEST, Dot, Figure, canvas, dots_figure, draw_years, enough_to_draw, finish
from hf_genderfair.report.report import Cell, Table, TextExample
from hf_genderfair.report.sentences import TOO_FEW, counted, main_reason, percent_with_limits

LABELS = ("female", "male", "mixed", "none")
UNKNOWN = "unknown"
YEAR = r"^\s*(?P<year>\d{4})(?:\D|$)"
REACH = NormalDist().inv_cdf((1 + 0.95) / 2)
"""Standard deviations from an estimate to the limits of its 95 % interval: 1.96."""

FORMS = {"female": "feminine", "male": "masculine"}
MINIMUM = 30
"""Fewest texts that allow a verdict."""

PAPER_SMOOTHING = 2000
PAPER_WORDS = 781_772_768


def count_corpus(dataset: Dataset | IterableDataset, text_column: str = "text", vocabulary: int = 500_000) -> Counts:
    """Count a labelled corpus; counts of shards add up to those of the whole.

    Keys, with a label of ``first_person`` (female, male, mixed, none) at the end:

    * ``("fragments", label)``, ``("bytes", label)`` of UTF-8, ``("words", label)``: runs of letters, see `words`;
    * ``("word", word, label)`` for female and male only, without the words inside ``first_person_expressions`` where
      that column is there: those are counted as ``("marked_words", label)``, since the forms that reveal a gender
      would otherwise lead every list;
    * ``("pruned_words", label)``: occurrences of words that were too rare to keep;
    * ``("website", host, label)`` and ``("year", year, label)`` from ``url`` and ``date`` where those columns are
      there; ``unknown`` where a row has none.

    Memory is bounded by ``vocabulary``: when there are more distinct words than that, those with one occurrence so
    far are moved to ``pruned_words``, then those with two, and so on. Only then do counts of rare words depend on the
    order of the rows. For female and male, ``word``, ``marked_words`` and ``pruned_words`` add up to ``words``.

    Args:
        dataset: Rows with a text and the column ``first_person``.
        text_column: Column of texts.
        vocabulary: Most distinct words to keep.

    Returns:
        The counts.

    Raises:
        ColumnError: A column is missing or of the wrong type.

    Example:
        >>> rows = Dataset.from_dict({"text": ["Kupiłam ciasto.", "Naprawiłem silnik."], "first_person": [0, 1]})
        >>> counts = count_corpus(rows)
        >>> counts["words", "female"], counts["word", "silnik", "male"]
        (2, 1)
    """
    corpus = _Corpus(text_column, vocabulary, label_names(dataset))
    check_columns(dataset.column_names, (text_column, "first_person"))
    for batch in arrow_batches(dataset, (text_column, "first_person", "first_person_expressions", "url", "date")):
        corpus.add(batch)
    return corpus.counts()


def label_names(dataset: Dataset | IterableDataset) -> list[str]:
    """Return the labels of the numbers in ``first_person``."""
    check_rows(dataset, "count_corpus")
    feature = (dataset.features or {}).get("first_person")
    names = list(feature.names) if isinstance(feature, ClassLabel) else list(LABELS)
    if not set(names) <= set(LABELS):
        raise ColumnError(f"column 'first_person' has the labels {', '.join(names)}, not {', '.join(LABELS)}")
    return names


def label_array(column: pa.ChunkedArray, names: list[str]) -> pa.Array:
    """Return a column of labels as text."""
    labels = column.combine_chunks()
    try:
        if pa.types.is_integer(labels.type):
            labels = pa.array(names, pa.string()).take(labels)
        labels = pc.fill_null(labels.cast(pa.string()), "none")
    except (pa.ArrowException, IndexError) as error:
        raise ColumnError(f"column 'first_person' cannot be read: {error}") from error
    other = labels.filter(pc.invert(pc.is_in(labels, pa.array(LABELS))))
    if len(other):
        raise ColumnError(f"column 'first_person' holds {other[0].as_py()!r}, not one of {', '.join(LABELS)}")
    return labels


def _years(dates: pa.Array) -> pa.Array:
    return pc.struct_field(pc.extract_regex(dates.cast(pa.string()), YEAR), "year")


def _cut_out(texts: pa.Array, expressions: pa.Array) -> tuple[pa.Array, pa.Array]:
    """Return the text inside the expressions and the text around them, in separate pieces."""
    texts = pc.fill_null(texts, "")
    offsets = text_bounds(texts)
    data = texts.buffers()[2]
    signs = np.frombuffer(data, np.uint8)[: offsets[-1]] if data else np.zeros(0, np.uint8)
    # where each character begins, and for each row the number of its first one among those of all rows
    characters = np.append(np.flatnonzero((signs & 0xC0) != 0x80), len(signs))
    first = np.searchsorted(characters, offsets)
    lengths = pc.fill_null(pc.list_value_length(expressions), 0).to_numpy()
    rows = np.repeat(np.arange(len(texts)), lengths)
    spans = (expressions.flatten().field(name).to_numpy() for name in ("start", "end"))
    starts, ends = (np.clip(first[rows] + span, first[rows], first[rows + 1]) for span in spans)
    order = np.lexsort((ends, starts, rows))
    starts, ends = starts[order], np.maximum(starts, ends)[order]
    # an expression may overlap the one before it, but none of an earlier row
    starts = np.maximum(starts, np.maximum.accumulate(np.append(0, ends[:-1])))
    edges = np.column_stack((starts, np.maximum(starts, ends))).ravel()
    before = 2 * (np.cumsum(lengths) - lengths)
    edges = characters[np.append(np.insert(edges, before, first[:-1]), first[-1])]
    inside = pa.array(np.insert(np.tile([True, False], len(order)), before, False))
    pieces = pa.Array.from_buffers(pa.large_string(), len(inside), [None, pa.py_buffer(edges), data])
    return pieces.filter(inside), pieces.filter(pc.invert(inside))


@dataclass
class _Corpus:
    """The counts so far."""

    text_column: str
    vocabulary: int
    names: list[str]
    totals: Counter[Key] = field(default_factory=Counter)
    words: dict[str, Counter[str]] = field(default_factory=lambda: {gender: Counter() for gender in BINARY_GENDERS})
    rarest: int = 0

    def add(self, batch: pa.Table) -> None:
        check_columns(batch.column_names, (self.text_column, "first_person"))
        labels = label_array(batch["first_person"], self.names)
        texts = text_array(batch[self.text_column].combine_chunks(), self.text_column)
        sizes = pc.fill_null(pc.binary_length(texts), 0)
        for label in LABELS:
            rows = pc.equal(labels, label)
            self.totals["fragments", label] += rows.true_count
            self.totals["bytes", label] += pc.sum(sizes.filter(rows), min_count=0).as_py()
            expressions = None
            if "first_person_expressions" in batch.column_names:
                expressions = batch["first_person_expressions"].combine_chunks().filter(rows)
            self._add_words(label, texts.filter(rows), expressions)
        for column, kind, group in (("url", "website", websites), ("date", "year", _years)):
            if column in batch.column_names:
                self._add_groups(kind, group(batch[column].combine_chunks()), labels)

    def _add_words(self, label: str, texts: pa.Array, expressions: pa.Array | None) -> None:
        if label not in BINARY_GENDERS:
            self.totals["words", label] += count_words(texts)
            return
        marked = 0
        if expressions is not None and len(expressions.flatten()):
            inside, texts = _cut_out(texts, expressions)
            marked = count_words(inside)
        unmarked = words(texts)
        self.totals["marked_words", label] += marked
        self.totals["words", label] += marked + len(unmarked)
        values, numbers = pc.value_counts(unmarked).flatten()
        self.words[label].update(dict(zip(values.to_pylist(), numbers.to_pylist(), strict=True)))
        self._prune()

    def _prune(self) -> None:
        """Drop the rarest words until the vocabulary fits, with room to grow."""
        female, male = (self.words[gender] for gender in BINARY_GENDERS)
        if len(female) + len(male) <= self.vocabulary or len(female.keys() | male.keys()) <= self.vocabulary:
            return
        while len(both := female + male) > self.vocabulary * 3 // 4:
            self.rarest += 1
            rare = [word for word, count in both.items() if count <= self.rarest]
            for gender in BINARY_GENDERS:
                self.totals["pruned_words", gender] += sum(self.words[gender].pop(word, 0) for word in rare)

    def _add_groups(self, kind: str, groups: pa.Array, labels: pa.Array) -> None:
        table = pa.table({"group": pc.fill_null(groups, UNKNOWN), "label": labels})
        counted = table.group_by(["group", "label"]).aggregate([([], "count_all")])
        for row in counted.to_pylist():
            self.totals[kind, row["group"], row["label"]] += row["count_all"]

    def counts(self) -> Counts:
        totals: dict[Key, int] = {(kind, label): 0 for kind in ("fragments", "bytes", "words") for label in LABELS}
        totals.update({(kind, gender): 0 for kind in ("marked_words", "pruned_words") for gender in BINARY_GENDERS})
        listed: dict[Key, int] = {
            ("word", word, gender): count for gender in BINARY_GENDERS for word, count in self.words[gender].items()
        }
        return Counts({**totals, **self.totals, **listed})


def fragments_table(counts: Counts) -> Table:
    """Return bytes, words and fragments by gender (Table 3 of the paper)."""
    kinds = ("fragments", "bytes", "words")
    both = {kind: sum(counts.get((kind, gender), 0) for gender in BINARY_GENDERS) for kind in kinds}
    rows: list[list[Cell]] = [["female and male", both["fragments"], None, None, None]]
    rows[0] += [both["bytes"], None, both["words"], None]
    for label in LABELS:
        values = {kind: counts.get((kind, label), 0) for kind in kinds}
        if label in BINARY_GENDERS:
            fragments, size, number = (share(values[kind], both[kind]) for kind in kinds)
            row = [label, values["fragments"], fragments.value, fragments.low, fragments.high]
            rows.append([*row, values["bytes"], size.value, values["words"], number.value])
        elif values["fragments"]:
            rows.append([label, values["fragments"], None, None, None, values["bytes"], None, values["words"], None])
    columns = ["gender", "fragments", "share", "low", "high", "bytes", "share of bytes", "words", "share of words"]
    note = (
        "Shares are of female and male together; the interval is the 95 % Wilson interval of the share of texts. "
        "A word is a run of letters. The gender is that of the first-person forms in the text."
    )
    return Table("fragments_by_gender", "Texts by gender", columns, rows, note, {"fragments": "texts"})


def corpus_answers(counts: Counts, excluded: Mapping[str, int], cut: tuple[int, int] | None = None) -> list[str]:
    """Say which share of texts has feminine first-person forms, and how many texts were left out."""
    # where posts were cut, `cut` has the numbers of texts and of posts
    unit = "text" if cut is None else "post"
    female, male = (counts.get(("fragments", gender), 0) for gender in BINARY_GENDERS)
    part = share(female, female + male)
    if part.value is None:
        answers = ["No text has a first-person form that shows a gender: too few to say anything."]
    else:
        said = percent_with_limits(part.value, part.low, part.high)
        few = f"; {TOO_FEW}" if part.n < MINIMUM else ""
        answers = [f"Of {counted(part.n, unit)} with first-person forms of one gender, {said} have feminine ones{few}."]
    if excluded:
        left = counted(sum(excluded.values()), f"{unit} was", f"{unit}s were")
        of = f" of the {cut[1]:,} into which {counted(cut[0], 'text was', 'texts were')} cut" if cut else ""
        answers.append(f"{left} left out{of}; {main_reason(excluded)}.")
    return answers


def default_smoothing(counts: Counts) -> int:
    """Return a smoothing constant that suits the size of a corpus."""
    # The paper's 2000 goes with 782 million words. The noise in a count grows with its root, and so does this.
    total = sum(counts.get(("words", gender), 0) for gender in BINARY_GENDERS)
    return max(5, min(PAPER_SMOOTHING, round(PAPER_SMOOTHING * sqrt(total / PAPER_WORDS))))


def imbalance_table(
    counts: Counts, gender: BinaryGender, smoothing: float = 2000, rows: int = 15, prior: float = 1000
) -> Table:
    """Return the words that one gender uses most against the other (Tables 5 and 6 of the paper)."""
    # Beside the paper's ratio, f_M / (f_F + k) for male, stands the log-odds ratio with an informative Dirichlet prior
    # (Monroe, Colaresi and Quinn 2008, "Fightin' Words"), which allows for how much the two genders wrote and for
    # chance. Positive means the given gender. By the ratio alone, words that everybody uses lead the list of whoever
    # wrote more: words are listed by how clear their log-odds ratio is, and those that are not clear are left out.
    if smoothing <= 0 or prior <= 0:
        raise ValueError("smoothing and prior must be positive")
    other: BinaryGender = "female" if gender == "male" else "male"
    words_of = _by_gender(counts, "word")
    own, others = words_of[gender], words_of[other]
    sizes = (sum(own.values()), sum(others.values()))
    found: list[tuple[float, str, list[Cell]]] = []
    for word, count in own.items():
        pair = (count, others.get(word, 0))
        ratio, log_odds = count / (pair[1] + smoothing), _log_odds(pair, sizes, prior)
        clear = log_odds[-1]
        if clear is not None and clear >= REACH:
            found.append((-clear, word, [word, ratio, *pair, *log_odds]))
    listed = [cells for _, _, cells in nsmallest(rows, found, key=lambda each: each[:2])]
    letters = {"female": "f_F", "male": "f_M"}
    published = f"{letters[gender]}/({letters[other]}+{smoothing:g})"
    columns = ["word", published, letters[gender], letters[other], "lean", "low", "high", "z"]
    heads = {
        published: f"ratio of {gender} to {other}, smoothed",
        "f_F": "in texts with feminine forms",
        "f_M": "in texts with masculine forms",
        "lean": f"lean to {gender} (above 0)",
        "z": "how clear it is (above 2: clear)",
    }
    clear_words = f"{len(found):,} of {len(own.keys() | others.keys()):,} words are clearly more frequent here."
    note = f"{clear_words} {_word_note(counts)}"
    title = f"Words that are more frequent in texts with {FORMS[gender]} forms"
    return Table(f"words_{gender}", title, columns, listed, note, heads)


def _word_note(counts: Counts) -> str:
    pruned = sum(counts.get(("pruned_words", gender), 0) for gender in BINARY_GENDERS)
    note = (
        "The lean is 0 where both use a word as often, 0.7 where one uses it twice as often, 1.4 where four times, "
        "drawn towards 0 where a word is rare (Monroe et al. 2008), with the 95 % interval for a single word. Among "
        "thousands of words some seem clear by chance, and a word that one writer or website repeats counts each time."
    )
    return f"{note} {pruned:,} occurrences of rare words were not kept." if pruned else note


def _log_odds(pair: tuple[int, int], sizes: tuple[int, int], prior: float) -> list[float | None]:
    """Return the log-odds ratio of a word, its interval and its z-score; nothing where it is the only word."""
    if sum(pair) == sum(sizes):
        return [None, None, None, None]
    expected = prior * sum(pair) / sum(sizes)
    have = [count + expected for count in pair]
    have_not = [size + prior - count for size, count in zip(sizes, have, strict=True)]
    ratio = log(have[0] / have_not[0]) - log(have[1] / have_not[1])
    deviation = sqrt(1 / have[0] + 1 / have[1])
    return [ratio, ratio - REACH * deviation, ratio + REACH * deviation, ratio / deviation]


def websites_table(counts: Counts, gender: BinaryGender, rows: int = 10) -> Table:
    """Return the websites with most fragments of one gender (Table 7 of the paper)."""
    hosts = _by_group(counts, "website")
    unknown = sum(hosts.pop(UNKNOWN, (0, 0)))
    index = BINARY_GENDERS.index(gender)
    listed: list[list[Cell]] = []
    for host in nsmallest(rows, hosts, key=lambda host: (-hosts[host][index], host)):
        if hosts[host][index]:
            part = share(hosts[host][index], sum(hosts[host]))
            listed.append([host, *hosts[host], part.value, part.low, part.high])
    columns = ["website", *BINARY_GENDERS, f"share of {gender}", "low", "high"]
    note = f"Numbers of texts; 95 % Wilson interval.{_without(unknown, 'website')}"
    return Table(f"websites_{gender}", f"Websites with most texts in {FORMS[gender]} forms", columns, listed, note)


def years_table(counts: Counts) -> Table:
    """Return the share of female fragments by year (Figure 1 of the paper)."""
    years = _by_group(counts, "year")
    unknown = sum(years.pop(UNKNOWN, (0, 0)))
    listed: list[list[Cell]] = []
    for year, (female, male) in sorted(years.items()):
        part = share(female, female + male)
        listed.append([year, part.n, female, part.value, part.low, part.high, _verdict(part)])
    columns = ["year", "n", "female", "share of female", "low", "high", "verdict"]
    note = f"Texts of female and male; 95 % Wilson interval; no verdict below n = {MINIMUM}.{_without(unknown, 'year')}"
    return Table("years", "Texts in feminine forms by year", columns, listed, note)


def _without(unknown: int, what: str) -> str:
    return f" {counted(unknown, 'text has', 'texts have')} no {what}." if unknown else ""


def _verdict(part: Share) -> str:
    if part.low is None or part.high is None or part.n < MINIMUM:
        return "no verdict"
    if part.low > 0.5:
        return "more female"
    return "more male" if part.high < 0.5 else "no difference shown"


def _by_group(counts: Counts, kind: str) -> dict[str, tuple[int, int]]:
    """Return fragments of female and of male by website or year; groups with neither are left out."""
    female, male = _by_gender(counts, kind).values()
    groups = dict.fromkeys(group for found in (female, male) for group in found if found[group])
    return {group: (female.get(group, 0), male.get(group, 0)) for group in groups}


def _by_gender(counts: Counts, kind: str) -> dict[str, dict[str, int]]:
    """Return the counts of each word, website or year for female and for male."""
    found: dict[str, dict[str, int]] = {gender: {} for gender in BINARY_GENDERS}
    for key, number in counts.items():
        if key[0] == kind and key[2] in found:
            found[key[2]][key[1]] = number
    return found


NO_VERDICT = "no verdict"
YEAR_COLUMNS = ("year", "n", "share of female", "low", "high", "verdict")


def share_by_year(table: Table) -> Figure:
    """Draw the share of female fragments by year (Figure 1 of the paper)."""
    # Years with too few cases for a verdict are drawn hollow, and missing years leave a gap in the axis.
    missing = [name for name in YEAR_COLUMNS if name not in table.columns]
    if missing:
        raise GenderfairError(f"a figure by year needs a table with the column {missing[0]!r}")
    years = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    years = [year for year in years if year["share of female"] is not None]
    if not years:
        raise GenderfairError("a figure by year needs at least one year: is there a column 'date'?")
    enough_to_draw({"years": years}, lambda year: year["verdict"] == NO_VERDICT, "every year has too few texts")
    number = sum(int(year["n"] or 0) for year in years)
    with canvas(f"Texts with feminine forms by year (n = {number:,})", 2.4) as (figure, ticker):
        axes = figure.subplots()
        draw_years(axes, ticker, years, NO_VERDICT)
        axes.set(xlabel="year", ylabel="share with feminine forms")
        few = any(year["verdict"] == NO_VERDICT for year in years)
        caption = f"Lines: 95 % intervals.{' Hollow: too few cases for a verdict.' if few else ''}"
        return finish(figure, _describe(years), caption)


def _describe(years: list[dict[str, Cell]]) -> str:
    first, last = years[0]["year"], years[-1]["year"]
    values = ", ".join(
        f"{year['year']}: {float(year['share of female'] or 0):.0%} of {year['n']:,}"
        + (" (no verdict)" if year["verdict"] == NO_VERDICT else "")
        for year in years
    )
    period = f"from {first} to {last}" if len(years) > 1 else f"in {first}"
    return f"Share of texts in feminine forms by year {period}. {values}."


def share_of_all(table: Table) -> Figure:
    """Draw the shares of texts with feminine and with masculine forms, of all years."""
    found = {str(row[0]): dict(zip(table.columns, row, strict=True)) for row in table.rows}
    number = sum(int(found[gender]["fragments"] or 0) for gender in BINARY_GENDERS)
    dots = []
    for gender in BINARY_GENDERS:
        value, low, high = (float(found[gender][name] or 0) for name in ("share", "low", "high"))
        limits = (low, high) if number >= FEWEST else (None, None)
        dots.append(Dot(f"{FORMS[gender]} forms", value, *limits))
    return dots_figure(f"Texts by their first-person forms (n = {number:,})", dots, "Lines: 95 % intervals.")


def first_person_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples from rows with the columns of `FirstPerson`."""
    for row in rows.select_columns([text_column, "first_person_expressions"]):
        found = [each for each in row["first_person_expressions"] or [] if each["gender"] in ("female", "male")]
        genders = {each["gender"] for each in found}
        if len(genders) == 1:
            kind = "Feminine first-person forms" if "female" in genders else "Masculine first-person forms"
            yield marked_example(kind, row[text_column], [Highlight(each["start"], each["end"]) for each in found])


def neutral_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples of feminine forms that were put into the masculine."""
    chosen = rows.select_columns([text_column, "first_person_edits"])
    for _, text, edits in rows_with_text_before(chosen, "first_person_edits", text_column):
        if edits:
            yield edited_example("Put into the masculine", text, edits)
