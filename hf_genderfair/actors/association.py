"""Association of adjectives, nouns and verbs with the gender of the actors that they describe.

The scores are pointwise mutual information and its normalised form (Church and Hanks 1990; Bouma 2009), and the
log-odds ratio with an informative Dirichlet prior (Monroe, Colaresi and Quinn 2008), the only one that accounts for
the uncertainty of rare words. What the paper calls PMI are frequencies; see `frequent_words`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log, log2, prod, sqrt
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import Dataset, IterableDataset

from hf_genderfair.actors.estimates import BINARY, QUANTILE
from hf_genderfair.actors.totals import batches
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.languages.types import PERSON_GENDERS, PersonGender
from hf_genderfair.report.report import Cell, Table

PARTS_OF_SPEECH = {"ADJ": "adjectives", "NOUN": "nouns", "VERB": "verbs"}
"""Parts of speech that are compared, with their names in tables."""
MINIMUM = 10
"""Smallest number of female and male actors with a word for which the word is scored."""
PRIOR = 500.0
"""Weight of the prior, in numbers of words; see `associate`."""
HEADS = {
    "actors": "goes with",
    "female": "women described",
    "male": "men described",
    "PMI female": "more often than by chance with women, in bits",
    "PMI male": "more often than by chance with men, in bits",
    "NPMI female": "association with women, −1 to 1",
    "NPMI male": "association with men, −1 to 1",
    "lean": "lean to women (above 0) or men",
    "z": "how clear it is (above 2: clear)",
}
"""Words for symbols."""
LEAN = (
    "The lean is 0 where a word describes both as often, 0.7 where one twice as often, 1.4 where four times as often, "
    "drawn towards 0 where a word is rare (Monroe et al. 2008), with the 95 % interval for a single word."
)
KEYS = ("stratum", "pos", "lemma", "gender")
SCHEMA = pa.schema([(key, pa.string()) for key in KEYS] + [("actors", pa.int64())])
MERGED_AT = 2_000_000


@dataclass(frozen=True, eq=False)
class WordCounts:
    """Number of actors that each word describes, by part of speech and gender; counts of shards add up.

    Attributes:
        by: The column that divides the corpus into strata; None for one stratum.
        table: Columns ``stratum``, ``pos``, ``lemma``, ``gender`` and ``actors``, in order.

    Example:
        >>> counts = WordCounts(None, pa.table([["all"], ["ADJ"], ["alt"], ["female"], [2]], schema=SCHEMA))
        >>> (counts + counts).words("ADJ")
        {'alt': (4, 0, 0, 0, 0)}
    """

    by: str | None
    table: pa.Table

    def __add__(self, other: WordCounts) -> WordCounts:
        """Add up two parts of a corpus, in any order."""
        if self.by != other.by:
            raise GenderfairError(f"words by {self.by!r} and by {other.by!r} do not add up: count both by one column")
        return WordCounts(self.by, _merged([self.table, other.table]))

    def words(self, pos: str, stratum: str | None = None) -> dict[str, tuple[int, ...]]:
        """Return the words of a part of speech, with a count for each gender."""
        chosen = pc.equal(self.table["pos"], pos)
        if stratum is not None:
            chosen = pc.and_(chosen, pc.equal(self.table["stratum"], stratum))
        rows = self.table.filter(chosen).group_by(["lemma", "gender"]).aggregate([("actors", "sum")])
        found: dict[str, list[int]] = {}
        columns = (rows[name].to_pylist() for name in ("lemma", "gender", "actors_sum"))
        for lemma, gender, actors in zip(*columns, strict=True):
            found.setdefault(lemma, [0] * len(PERSON_GENDERS))[PERSON_GENDERS.index(gender)] = actors
        return {lemma: tuple(found[lemma]) for lemma in sorted(found)}


def count_words(dataset: Dataset | IterableDataset, by: str | None = None) -> WordCounts:
    """Count the actors that each word describes, from the columns of `ActorMetrics`."""
    # A word counts once for each actor, as in the paper, however often it is repeated.
    parts: list[pa.Table] = []
    for batch, strata in batches(dataset, ("actors", "actor_words"), by):
        parts.append(_batch_words(batch, strata))
        if len(parts) > 1 and sum(part.num_rows for part in parts) > max(MERGED_AT, 2 * parts[0].num_rows):
            parts = [_merged(parts)]
    return WordCounts(by, _merged(parts))


def _batch_words(batch: pa.Table, strata: pa.Array) -> pa.Table:
    words, actors = (batch[name].combine_chunks() for name in ("actor_words", "actors"))
    lengths = pc.fill_null(pc.list_value_length(actors), 0).to_numpy(zero_copy_only=False)
    first = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    row = pc.list_parent_indices(words).to_numpy()
    found, persons = words.flatten(), actors.flatten()
    if not len(found) or not len(persons):
        return SCHEMA.empty_table()
    number = found.field("actor").to_numpy(zero_copy_only=False).astype(np.int64)
    known = (number >= 0) & (number < lengths[row])
    index = np.where(known, first[row] + number, 0)
    known &= ~pc.fill_null(persons.field("group"), False).to_numpy(zero_copy_only=False)[index]
    words_of = found.filter(pa.array(known))
    index, row = index[known], row[known]
    columns = [
        strata.take(pa.array(row)).dictionary_encode(),
        words_of.field("pos").dictionary_encode(),
        words_of.field("lemma").dictionary_encode(),
        persons.field("gender").take(pa.array(index)).dictionary_encode(),
    ]
    # integers sort much faster than strings: each word once for each actor, then the actors of each word
    sizes = [max(1, len(column.dictionary)) for column in columns]
    codes = np.ravel_multi_index([column.indices.to_numpy() for column in columns], sizes)
    # asked for counts, numpy sorts instead of hashing, which is faster by far here
    once = np.unique(index * prod(sizes) + codes, return_counts=True)[0] % prod(sizes)
    different, actors_of = np.unique(once, return_counts=True)
    parts = np.unravel_index(different, sizes)
    named = [column.dictionary.take(pa.array(part)) for column, part in zip(columns, parts, strict=True)]
    return pa.table([*named, pa.array(actors_of)], schema=SCHEMA)


def _merged(parts: Sequence[pa.Table]) -> pa.Table:
    joined = pa.concat_tables([SCHEMA.empty_table(), *parts])
    summed = joined.group_by(list(KEYS)).aggregate([("actors", "sum")])
    summed = summed.select([*KEYS, "actors_sum"]).rename_columns(SCHEMA.names)
    return summed.sort_by([(key, "ascending") for key in KEYS]).combine_chunks()


class Association(NamedTuple):
    """Association of a word with the gender of actors; positive for female, negative for male.

    Attributes:
        lemma: The word.
        female: Number of female actors that it describes.
        male: Number of male actors that it describes.
        pmi_female: PMI of the word with female, in bits; None where it describes no female actor.
        pmi_male: The same with male.
        npmi_female: PMI divided by its maximum, from −1 to 1; −1 where it describes no female actor.
        npmi_male: The same with male.
        log_odds: Log-odds ratio, female against male, with an informative Dirichlet prior.
        low: Lower limit of its 95 % interval.
        high: Upper limit.
        z: Log-odds ratio divided by its standard deviation: what words are sorted by.

    Example:
        >>> Association("alt", 3, 0, 1.0, None, 0.5, -1.0, 0.7, -0.1, 1.5, 1.7).gender
        'female'
    """

    lemma: str
    female: int
    male: int
    pmi_female: float | None
    pmi_male: float | None
    npmi_female: float
    npmi_male: float
    log_odds: float
    low: float
    high: float
    z: float

    @property
    def gender(self) -> PersonGender:
        """The gender with which the word is associated."""
        return "female" if self.log_odds > 0 else "male"


def associate(
    counts: WordCounts, pos: str, stratum: str | None = None, minimum: int = MINIMUM, prior: float = PRIOR
) -> list[Association]:
    """Score the words of a part of speech.

    With y a word's actors of one gender, n the sum of y over all words, and α the word's share in the words of all
    actors, unknown ones included, times ``prior``, the log-odds ratio is the difference of
    log((y + α) / (n + α₀ − y − α)) for female and for male, α₀ being ``prior``; its variance is nearly
    1 / (y_female + α) + 1 / (y_male + α) (Monroe et al. 2008, equations 16 to 22).

    Args:
        counts: What `count_words` returned.
        pos: Such as ``ADJ``.
        stratum: One stratum; None for the whole.
        minimum: Smallest number of female and male actors that a word must describe.
        prior: Weight of the prior: the number of words of each gender to which it is equivalent.

    Returns:
        The words from the most female to the most male, ties by lemma.

    Raises:
        GenderfairError: The minimum or the prior is not positive.

    Example:
        >>> rows = [["all"] * 4, ["ADJ"] * 4, ["alt", "alt", "jung", "jung"], ["female", "male"] * 2, [10, 30, 30, 10]]
        >>> words = associate(WordCounts(None, pa.table(rows, schema=SCHEMA)), "ADJ")
        >>> [(word.lemma, word.pmi_female, round(word.log_odds, 2)) for word in words]
        [('jung', 0.5849625007211562, 0.15), ('alt', -1.0, -0.15)]
    """
    if minimum < 1 or prior <= 0:
        raise GenderfairError(f"minimum={minimum} and prior={prior:g}: both must be positive")
    words = counts.words(pos, stratum)
    everybody = sum(sum(each) for each in words.values())
    sizes = tuple(sum(each[PERSON_GENDERS.index(gender)] for each in words.values()) for gender in BINARY)
    scored = []
    for lemma, each in words.items():
        pair = (each[PERSON_GENDERS.index("female")], each[PERSON_GENDERS.index("male")])
        # with a single word or a single gender there is nothing to compare
        if sum(pair) >= minimum and sum(each) < everybody and all(sizes):
            scored.append(_score(lemma, (pair[0], pair[1]), (sizes[0], sizes[1]), prior * sum(each) / everybody, prior))
    return sorted(scored, key=lambda word: (-word.z, word.lemma))


def _score(lemma: str, pair: tuple[int, int], sizes: tuple[int, int], alpha: float, prior: float) -> Association:
    have = [count + alpha for count in pair]
    log_odds = log(have[0] / (sizes[0] + prior - have[0])) - log(have[1] / (sizes[1] + prior - have[1]))
    deviation = sqrt(1 / have[0] + 1 / have[1])
    pmi_female, pmi_male = (_pmi(count, sum(pair), size, sum(sizes)) for count, size in zip(pair, sizes, strict=True))
    return Association(
        lemma,
        *pair,
        pmi_female,
        pmi_male,
        _npmi(pmi_female, pair[0], sum(sizes)),
        _npmi(pmi_male, pair[1], sum(sizes)),
        log_odds,
        log_odds - QUANTILE * deviation,
        log_odds + QUANTILE * deviation,
        log_odds / deviation,
    )


def _pmi(together: int, word: int, group: int, total: int) -> float | None:
    return log2(together * total / (word * group)) if together else None


def _npmi(pmi: float | None, together: int, total: int) -> float:
    if pmi is None:
        return -1.0
    return pmi / -log2(together / total) if together < total else 0.0


def association_table(
    counts: WordCounts, pos: str, stratum: str | None = None, top: int = 20, minimum: int = MINIMUM
) -> Table:
    """Return the words of a part of speech with the strongest association with each gender."""
    words = associate(counts, pos, stratum, minimum)
    clear = [word for word in words if abs(word.z) >= QUANTILE]
    rows: list[list[Cell]] = [list(cells) for cells in _leading(clear, top)]
    columns = ["actors", "word", "female", "male", "PMI female", "PMI male", "NPMI female", "NPMI male"]
    columns += ["lean", "low", "high", "z"]
    note = (
        "Female and male: number of actors that a word describes; a word counts once for each. Only words of at least "
        f"{minimum} actors are scored: {len(words):,}; shown are those that clearly go with a gender "
        f"({len(clear):,}), at most {top} each. {LEAN} Among thousands of words some seem clear by "
        "chance, and words of one sentence, or one event, occur together. A dash: the word describes no such actor."
    )
    name = PARTS_OF_SPEECH[pos]
    return Table(f"actor_{name}", f"{name.capitalize()} that go with a gender", columns, rows, note, HEADS)


def _leading(words: Sequence[Association], top: int) -> Iterator[tuple[Cell, ...]]:
    """Yield the first words of each gender: those with the largest z, and those with the smallest."""
    for gender, ordered in (("female", words), ("male", sorted(words, key=lambda word: (word.z, word.lemma)))):
        for word in ordered[:top]:
            if word.gender == gender:
                yield (gender, *word)


def frequent_words(
    words: Mapping[str, tuple[int, ...]], genders: Sequence[PersonGender], top: int = 10
) -> list[tuple[str, int]]:
    """Return the words that describe the most actors, which the paper lists as top PMI."""
    indices = [PERSON_GENDERS.index(gender) for gender in genders]
    sums = {lemma: sum(each[index] for index in indices) for lemma, each in words.items()}
    listed = sorted((lemma for lemma in sums if sums[lemma]), key=lambda lemma: (-sums[lemma], lemma))
    return [(lemma, sums[lemma]) for lemma in listed[:top]]
