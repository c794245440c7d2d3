"""The ratio of masculine to feminine words for persons (Derner et al. 2025, section 3.2), and tables of a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import Dataset, IterableDataset

from hf_genderfair.core.batches import arrow_batches, check_columns, check_rows
from hf_genderfair.core.counts import Counts, Key, Share, share
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.languages.types import MARKED_GENDERS
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_lists import composed
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.representation.demographic import GroupCounts, Integers
from hf_genderfair.representation.polarity import odds
from hf_genderfair.representation.references.transform import RUN_COUNTS, Spread, spread
from hf_genderfair.representation.resampling import MINIMUM_DOCUMENTS, RESAMPLES, estimate_representation

COLUMN = "person_references"
RUNS_COLUMN = "person_runs"
KINDS = ("other", "plain", "epicene", "generic")
"""Kinds of words that are counted separately: words for no persons, other words for persons, epicenes, and generic
masculine plurals; an epicene plural is an epicene."""

WIDTH = len(MARKED_GENDERS) * len(KINDS)


@dataclass(frozen=True)
class ReferenceCounts:
    """Nouns and pronouns of each document, by gender and kind.

    Attributes:
        by_document: One row a document; for each gender of `GENDERS` one column for each of `KINDS`.

    Example:
        >>> word = {"person": True, "gender": "feminine", "epicene": True, "generic": False}
        >>> counts = count_references(Dataset.from_dict({"person_references": [[word], [word, word]]}))
        >>> counts.total("feminine", persons=True), counts.total("masculine", persons=True)
        (3, 0)
    """

    by_document: Integers

    @property
    def documents(self) -> int:
        """Number of documents."""
        return len(self.by_document)

    def total(self, *genders: str, persons: bool | None = None) -> int:
        """Return the number of words."""
        kinds = {None: KINDS, True: KINDS[1:], False: KINDS[:1]}[persons]
        return int(self.of(kinds, genders or MARKED_GENDERS).sum())

    def of(self, kinds: Iterable[str], genders: Iterable[str]) -> Integers:
        """Return the words of some kinds: one row a document, one column a gender."""
        table = self.by_document.reshape(-1, len(MARKED_GENDERS), len(KINDS))
        chosen = table[:, :, [KINDS.index(kind) for kind in kinds]].sum(axis=2)
        columns: Integers = chosen[:, [MARKED_GENDERS.index(gender) for gender in genders]]
        return columns

    def counts(self) -> Counts:
        """Return counts that add up over shards."""
        # Keys are ``("references", "other", gender)``, ``("references", "person", gender, kind)``, ``("documents",)``
        # and ``("relevant_documents",)``, those with a word for a person.
        values: dict[Key, int] = {}
        for number, count in enumerate(self.by_document.sum(axis=0).tolist()):
            gender, kind = MARKED_GENDERS[number // len(KINDS)], KINDS[number % len(KINDS)]
            key: Key = ("references", "other", gender) if kind == "other" else ("references", "person", gender, kind)
            values[key] = count
        values["documents",] = self.documents
        values["relevant_documents",] = int(self.of(KINDS[1:], MARKED_GENDERS).any(axis=1).sum())
        return Counts(values)


class GenderRatio(NamedTuple):
    """The ratio of masculine to feminine words.

    Attributes:
        masculine: Number of masculine words.
        feminine: Number of feminine words.
        value: Masculine words to one feminine word; None where there is no feminine word.
        low: Lower limit (95 % percentile bootstrap over documents); None with fewer than 30 documents that have such a
            word, or where a gender does not occur.
        high: Upper limit; also None where so few are feminine that resampled sets have none.
        verdict: ``more masculine``, ``more feminine`` or ``no difference shown``, where the interval of the share lies
            on one side of one half, or not; ``no verdict`` with too few documents; ``no group word`` without words.
    """

    masculine: int
    feminine: int
    value: float | None
    low: float | None
    high: float | None
    verdict: str


@dataclass(frozen=True)
class RatioEstimate:
    """The ratio of masculine to feminine words for persons, with the figures needed to interpret it.

    Grammatical gender belongs to words: a masculine word does not mean a man. Epicenes and masculine plurals that may
    stand for everybody say nothing of the gender of the persons, so that the ratio is also given without them.

    Attributes:
        ratio: Of all words for persons, as the paper counts.
        without_common: Without epicenes and masculine plurals that may stand for everybody.
        neuter: Neuter words for persons.
        genderless: Words for persons without grammatical gender.
        epicene: Share of epicenes among words for persons; the interval (Wilson) takes words for independent.
        generic: Share of masculine plurals that may stand for everybody, in the same way.
        persons: Words for persons.
        documents: Number of documents.
        relevant_documents: Those with a masculine or feminine word for a person.
    """

    ratio: GenderRatio
    without_common: GenderRatio
    neuter: int
    genderless: int
    epicene: Share
    generic: Share
    persons: int
    documents: int
    relevant_documents: int


def count_references(dataset: Dataset | IterableDataset) -> ReferenceCounts:
    """Count the words of the column ``person_references``, which any transform may have added.

    Args:
        dataset: Rows that `PersonReferences` or `GeneratedReferences` annotated; a null counts as no word.

    Returns:
        The counts; memory is 128 bytes a document.

    Raises:
        ColumnError: There is no such column, or a word in it has a gender that references never have.

    Example:
        >>> from hf_genderfair import PersonReferences, annotate
        >>> rows = annotate(Dataset.from_dict({"text": ["La persona habla."]}), PersonReferences("es"))
        >>> count_references(rows).by_document.shape
        (1, 16)
    """
    parts: list[Integers] = []
    for column in _blocks(dataset, COLUMN):
        words = column.flatten()
        if not len(words):
            parts.append(np.zeros((len(column), WIDTH), np.int64))
            continue
        person, epicene, generic = (
            np.asarray(pc.fill_null(pc.struct_field(words, name), False)) for name in ("person", "epicene", "generic")
        )
        gender = _gender_numbers(pc.struct_field(words, "gender"))
        kind = np.where(person, np.where(epicene, 2, np.where(generic, 3, 1)), 0)
        lengths = np.asarray(pc.fill_null(pc.list_value_length(column), 0))
        indices = np.repeat(np.arange(len(column)), lengths) * WIDTH + gender * len(KINDS) + kind
        parts.append(np.bincount(indices, minlength=len(column) * WIDTH).reshape(-1, WIDTH))
    return ReferenceCounts(np.concatenate(parts) if parts else np.zeros((0, WIDTH), np.int64))


def estimate_ratio(counts: ReferenceCounts, resamples: int = RESAMPLES, seed: int = 0) -> RatioEstimate:
    """Return the ratio of masculine to feminine words for persons (L_PM : L_PF) with its interval.

    The interval is a percentile bootstrap over documents of the share of masculine words, written as a ratio: words of
    one document do not vary independently.

    Args:
        counts: What `count_references` returned.
        resamples: Number of resampled sets.
        seed: The same seed gives the same interval.

    Returns:
        The estimate.

    Raises:
        GenderfairError: There is no resample.

    Example:
        >>> word = {"person": True, "epicene": False, "generic": False}
        >>> words = [{**word, "gender": gender} for gender in ("masculine", "masculine", "feminine")]
        >>> found = estimate_ratio(count_references(Dataset.from_dict({"person_references": [words] * 40})))
        >>> found.ratio.value, found.ratio.verdict, found.relevant_documents
        (2.0, 'more masculine', 40)
    """
    both = ("masculine", "feminine")
    all_persons, plain = (counts.of(kinds, both) for kinds in (KINDS[1:], ("plain",)))
    persons = counts.total(persons=True)
    return RatioEstimate(
        _ratio(all_persons, resamples, seed),
        _ratio(plain, resamples, seed),
        counts.total("neuter", persons=True),
        counts.total("none", persons=True),
        share(int(counts.of(("epicene",), MARKED_GENDERS).sum()), persons),
        share(int(counts.of(("generic",), MARKED_GENDERS).sum()), persons),
        persons,
        counts.documents,
        int(all_persons.any(axis=1).sum()),
    )


def count_runs(dataset: Dataset | IterableDataset) -> list[Counts]:
    """Add up the counts of each run.

    Args:
        dataset: Rows that `GeneratedReferences` annotated.

    Returns:
        For each run counts with keys such as ``("masculine",)`` (words for persons), ``("other_feminine",)`` and
        ``("not_found",)``; none where there are no rows.

    Raises:
        ColumnError: There is no column ``person_runs``.

    Example:
        >>> count_runs(Dataset.from_dict({"text": [], "person_runs": []}))
        []
    """
    totals: dict[int, Counts] = {}
    for column in _blocks(dataset, RUNS_COLUMN):
        for run in column.flatten().to_pylist():
            counts = Counts([((name,), run[name]) for name in RUN_COUNTS])
            totals[run["run"]] = totals.get(run["run"], Counts()) + counts
    return [totals[run] for run in sorted(totals)]


def is_answered(run: Counts) -> bool:
    """Return whether at least one answer of a run could be read: otherwise its numbers of words are unknown, not 0."""
    return run["sentences",] > run["unparsed_answers",] + run["failed_answers",]


def run_ratios(runs: Iterable[Counts]) -> Spread:
    """Return mean and deviation over runs of the ratio of masculine to feminine words for persons."""
    pairs = [(run["masculine",], run["feminine",]) for run in runs]
    return spread(masculine / feminine if feminine else None for masculine, feminine in pairs)


def count_epicenes(dataset: Dataset | IterableDataset, text_column: str = "text") -> Counts:
    """Count epicene words for persons as they are written (Derner et al. 2025, appendix I).

    Args:
        dataset: Rows that `PersonReferences` or `GeneratedReferences` annotated.
        text_column: Column of text.

    Returns:
        Counts with keys ``(word in lower case, gender)``.

    Raises:
        ColumnError: A column is missing.

    Example:
        >>> from hf_genderfair import PersonReferences, annotate
        >>> rows = annotate(Dataset.from_dict({"text": ["La persona habla."]}), PersonReferences("es"))
        >>> count_epicenes(rows)
        Counts({('persona', 'feminine'): 1})
    """
    found: Counter[Key] = Counter()
    for texts, column in zip(_blocks(dataset, text_column), _blocks(dataset, COLUMN), strict=True):
        for text, words in zip(texts.to_pylist(), column.to_pylist(), strict=True):
            for word in words or ():
                if word["person"] and word["epicene"]:
                    form = word["form"] or text[word["start"] : word["end"]]
                    found[composed(form).lower(), word["gender"]] += 1
    return Counts(found)


def _ratio(by_document: Integers, resamples: int, seed: int) -> GenderRatio:
    groups = GroupCounts("person references", ("masculine", "feminine"), by_document)
    estimate = estimate_representation(groups, resamples=resamples, seed=seed)
    masculine, feminine = by_document.sum(axis=0).tolist()
    low = high = None
    if estimate.shares and masculine and feminine:
        low, high = map(odds, estimate.shares["masculine"])
    return GenderRatio(masculine, feminine, masculine / feminine if feminine else None, low, high, estimate.verdict)


def _gender_numbers(genders: pa.Array) -> Integers:
    """Return the places of genders in `MARKED_GENDERS`."""
    numbers = pc.index_in(genders, pa.array(MARKED_GENDERS))
    if numbers.null_count:
        other = genders.filter(pc.is_null(numbers))[0].as_py()
        raise ColumnError(f"column {COLUMN!r} has a word of gender {other!r}: annotate the data set anew")
    return np.asarray(numbers, np.int64)


def _blocks(dataset: Dataset | IterableDataset, name: str) -> Iterable[pa.Array]:
    check_rows(dataset, "counting references")
    advice = "annotate the data set with PersonReferences or GeneratedReferences first"
    check_columns(dataset.column_names, [name], advice)
    for batch in arrow_batches(dataset, [name]):
        column = batch[name]
        yield column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


INTERVAL = (
    "Interval: 95 % bootstrap interval over documents. A dash: no feminine word, or no upper limit. There is no "
    f"interval and no verdict below {MINIMUM_DOCUMENTS} documents with a masculine or feminine word for a person."
)
HEADS = {
    "L_*M": "masculine",
    "L_*F": "feminine",
    "L_*N": "neuter",
    "L_*-": "without gender",
    "L_N*": "not for persons",
    "L_P*": "for persons",
    "L_PM": "masculine, for persons",
    "L_PF": "feminine, for persons",
    "L_PN": "neuter, for persons",
    "L_P-": "without gender, for persons",
    "L_PM : L_PF": "masculine to feminine, for persons",
    "epicenes": "share of epicenes",
    "generic plurals": "share of generic plurals",
    "p": "for a person",
    "g": "gender",
}
"""Words for symbols."""

ASKED = ("sentences", "unparsed_answers", "failed_answers")
"""Figures of a run that are known even where no answer could be read."""

WORDS = "Grammatical gender is the gender of a word: a masculine word is no man."


def ratio_table(estimates: Mapping[str, RatioEstimate], lang: str = "") -> Table:
    """Return the ratio of masculine to feminine words for persons by text (Tables 1 and 2)."""
    rows: list[list[Cell]] = []
    for name, found in estimates.items():
        row: list[Cell] = [name, *_ratio_cells(found.ratio), found.ratio.verdict, *_ratio_cells(found.without_common)]
        row += [found.epicene.value, found.epicene.low, found.epicene.high]
        row += [found.generic.value, found.generic.low, found.generic.high]
        row += [found.persons, found.relevant_documents, found.documents]
        rows.append(row)
    said = {row[0]: row[1:] for row in load_lexicon("reference_examples").rows}
    epicene, plural = (f" ({word})" for word in said[lang]) if lang in said else ("", "")
    limits = ["low", "high"]
    columns = ["text", "L_PM : L_PF", *limits, "n", "verdict", "without common words", *limits, "n"]
    columns += ["epicenes", *limits, "generic plurals", *limits, "person words", "documents with one", "documents"]
    note = (
        f"{WORDS} Common words are epicenes{epicene} and "
        f"masculine plurals that may stand for everybody{plural}; their shares have 95 % Wilson intervals. {INTERVAL}"
    )
    return Table("person_ratio", "Masculine to feminine words for persons", columns, rows, note, HEADS)


def words_table(counts: Mapping[str, ReferenceCounts], estimates: Mapping[str, RatioEstimate]) -> Table:
    """Return words by gender and by whether they stand for persons (Tables 5 and 6)."""
    rows: list[list[Cell]] = []
    for name, found in counts.items():
        row: list[Cell] = [name, *(found.total(gender) for gender in ("masculine", "feminine", "neuter", "none"))]
        row += [found.total(persons=False), found.total(persons=True)]
        row += [found.total(gender, persons=True) for gender in ("masculine", "feminine", "neuter", "none")]
        rows.append([*row, *estimates[name].ratio[2:5]])
    columns = ["text", "L_*M", "L_*F", "L_*N", "L_*-", "L_N*", "L_P*", "L_PM", "L_PF", "L_PN", "L_P-"]
    columns += ["L_PM : L_PF", "low", "high"]
    note = f"Nouns and pronouns by grammatical gender, and by whether they stand for persons. {WORDS} {INTERVAL}"
    return Table("person_words", "Nouns and pronouns by person and gender", columns, rows, note, HEADS)


def epicene_table(counts: Counts, persons: int) -> Table:
    """Return epicene words and how often they occur (Table 10)."""
    rows: list[list[Cell]] = [
        [word, "P", gender, count, *_share_cells(count, persons)]
        for (word, gender), count in counts.most_common(len(counts))
    ]
    total = share(counts.total(), persons)
    rows.append(["all of these", "P", None, total.count, total.value, total.low, total.high])
    columns = ["word", "p", "g", "frequency", "share of person words", "low", "high"]
    note = (
        "Words with one grammatical gender for persons of all genders; they are counted by that gender. Interval: "
        f"95 % Wilson interval of the share, n = {persons:,} words for persons."
    )
    return Table("epicenes", "Epicene words for persons", columns, rows, note, {**HEADS, "P": "yes"})


def runs_table(runs: Mapping[str, Sequence[Counts]]) -> Table:
    """Return what a language model found, over its runs."""
    rows: list[list[Cell]] = []
    for name, counts in runs.items():
        for label in RUN_COUNTS:
            found = spread(run[label,] if label in ASKED or is_answered(run) else None for run in counts)
            rows.append([name, label.replace("_", " "), *_spread_cells(found), len(counts)])
        rows.append([name, "masculine : feminine", *_spread_cells(run_ratios(counts)), len(counts)])
    columns = ["text", "number", "mean", "deviation", "runs with a value", "runs"]
    note = (
        "Masculine, feminine and neuter are words for persons. Not found: words of the answers that the text does not "
        "hold; they count nowhere else. A run without an answer that could be read has no value. Deviation: sample "
        "standard deviation over runs; it says how the model varies, not how sure the figures are for other texts."
    )
    return Table("person_runs", "Runs of the language model", columns, rows, note)


def _ratio_cells(ratio: GenderRatio) -> list[Cell]:
    return [ratio.value, ratio.low, ratio.high, ratio.masculine + ratio.feminine]


def _share_cells(count: int, n: int) -> list[Cell]:
    found = share(count, n)
    return [found.value, found.low, found.high]


def _spread_cells(found: Spread) -> list[Cell]:
    return [found.mean, found.deviation, found.n]
