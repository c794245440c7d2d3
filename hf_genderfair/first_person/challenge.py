"""Sets to train and test a classifier of the writer's gender, without the forms that show it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from reprlib import repr as short_repr
from typing import NamedTuple

import numpy as np
import xxhash
from datasets import ClassLabel, Dataset, DatasetDict, Features, Value
from numpy.typing import NDArray

from hf_genderfair.core.batches import check_columns, check_rows, refuse_columns, whole_column
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import fits
from hf_genderfair.core.spans import apply_edits
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.duplicates import FirstOccurrence, Hashes, NormalisedHash, hash_values
from hf_genderfair.first_person.reasons import websites
from hf_genderfair.first_person.statistics import label_array, label_names
from hf_genderfair.languages.types import BINARY_GENDERS

INPUTS = ("text", "url", "first_person", "first_person_edits")
SPLITS = ("train", "dev", "test")
LABEL = ClassLabel(names=list(BINARY_GENDERS))
FEATURES = Features({"text": Value("string"), "url": Value("string"), "first_person": LABEL})


class ChallengeSets(NamedTuple):
    """The sets and the excluded rows: together they hold every row exactly once.

    Attributes:
        sets: ``train``, ``dev`` and ``test`` with neutralised ``text``, ``url`` and the label ``first_person``.
        excluded: The other rows as they came, with ``challenge_reason``.
    """

    sets: DatasetDict
    excluded: Dataset


def challenge_sets(
    dataset: Dataset, seed: int = 0, proportions: tuple[float, float, float] = (0.8, 0.1, 0.1)
) -> ChallengeSets:
    """Make challenge sets (sections 3.1 and 5 of the paper).

    The marked forms are neutralised by ``first_person_edits``; the original text, its edits and its expressions are
    left out, since they would show the label. Within each website there are as many texts of female as of male
    writers, so that the topic does not tell either. A website is in one set only, and a text that occurs twice after
    neutralising and normalising (see `normalise`) is kept once. Which rows stay depends on the seed and on what is in
    the rows, not on their order. Reasons, the first that holds:

    * ``not_female_or_male``: labelled mixed or none;
    * ``no_text``, ``no_website``: there is none;
    * ``duplicate``: an equal text was drawn before it;
    * ``website_surplus``: its website has fewer texts of the other gender.

    Websites are dealt out in an order given by the seed, each to the set that lacks most rows at that time; with few
    websites, or a very large one, the proportions can only be met roughly, and a set may stay empty.

    Args:
        dataset: Rows with ``text``, ``url``, ``first_person`` and ``first_person_edits``.
        seed: Another one gives another choice.
        proportions: Shares of the rows of train, dev and test; they are divided by their sum.

    Returns:
        The sets and the excluded rows.

    Raises:
        ColumnError: A column is missing, or ``challenge_reason`` exists already.
        GenderfairError: A proportion is negative or no number, all are 0, or there are not three.

    Example:
        >>> rows = Dataset.from_dict({
        ...     "text": ["Byłam tam.", "Pisałem to."], "url": ["http://a.example/1", "http://a.example/2"],
        ...     "first_person": ["female", "male"], "first_person_edits": [[{"start": 0, "end": 5, "original": "Byłam",
        ...         "replacement": "Byłem", "rule": "past", "reason": "masculine counterpart"}], []]})
        >>> sets, excluded = challenge_sets(rows)
        >>> sorted(sets["train"]["text"]), len(excluded)
        (['Byłem tam.', 'Pisałem to.'], 0)
    """
    check_rows(dataset, "challenge_sets", streams=False)
    check_columns(dataset.column_names, INPUTS)
    refuse_columns(dataset.column_names, ["challenge_reason"])
    whole = len(proportions) == len(SPLITS) and all(fits(share, float) and share >= 0 for share in proportions)
    if not whole or not 0 < sum(proportions) < inf:
        raise GenderfairError(
            f"proportions={short_repr(proportions)} divide nothing: give {len(SPLITS)} numbers of at least 0, not all 0"
        )
    rows = _read(dataset, seed)
    reasons = _reasons(rows)
    kept = np.flatnonzero([reason is None for reason in reasons])
    split_of = _deal_out([rows.hosts[row] for row in kept], seed, proportions)
    sets = DatasetDict()
    for number, name in enumerate(SPLITS):
        sets[name] = _select(rows, [int(row) for row in kept if split_of[rows.hosts[row]] == number])
    left_out = np.flatnonzero([reason is not None for reason in reasons])
    excluded = dataset.select(left_out.tolist())
    column = [reasons[row] for row in left_out]
    return ChallengeSets(sets, excluded.add_column("challenge_reason", column, feature=Value("string")))


@dataclass(frozen=True)
class _Rows:
    """The rows with neutralised text, the values that decide about each, and the order by the seed."""

    neutral: Dataset
    hosts: list[str | None]
    labels: list[str]
    blank: list[bool]
    hashes: Hashes
    order: NDArray[np.intp]


def _read(dataset: Dataset, seed: int) -> _Rows:
    labels = label_array(whole_column(dataset, "first_person"), label_names(dataset)).to_pylist()
    edited = apply_edits(dataset.select_columns(["text", "url", "first_person_edits"]), "first_person_edits")
    neutral = edited.remove_columns("first_person_edits")
    hashed = annotate(neutral.select_columns(["text"]), NormalisedHash(bits=128))
    hashes, _ = hash_values(whole_column(hashed, "text_hash"), 128)
    draws, blank = [], []
    for row, label in zip(neutral, labels, strict=True):
        draws.append(xxhash.xxh3_64_intdigest(f"{label}\n{row['url']}\n{row['text']}".encode(), seed))
        blank.append(not row["text"] or row["text"].isspace())
    order = np.argsort(np.array(draws, np.uint64), kind="stable")
    hosts = websites(whole_column(dataset, "url")).to_pylist()
    return _Rows(neutral, hosts, labels, blank, hashes, order)


def _reasons(rows: _Rows) -> list[str | None]:
    """Return for each row why it is left out, or None."""
    reasons: list[str | None] = [_unfit(*row) for row in zip(rows.labels, rows.blank, rows.hosts, strict=True)]
    drawn = np.array([row for row in rows.order if reasons[row] is None], np.intp)
    new = FirstOccurrence(128, max(1, len(drawn))).keep(rows.hashes[drawn])
    for row in drawn[~new]:
        reasons[row] = "duplicate"
    drawn = drawn[new]
    found: dict[tuple[str | None, str], int] = defaultdict(int)
    for row in drawn:
        found[rows.hosts[row], rows.labels[row]] += 1
    taken: dict[tuple[str | None, str], int] = defaultdict(int)
    for row in drawn:
        host, label = rows.hosts[row], rows.labels[row]
        taken[host, label] += 1
        if taken[host, label] > min(found.get((host, gender), 0) for gender in BINARY_GENDERS):
            reasons[row] = "website_surplus"
    return reasons


def _unfit(label: str, blank: bool, host: str | None) -> str | None:
    if label not in BINARY_GENDERS:
        return "not_female_or_male"
    if blank:
        return "no_text"
    return "no_website" if host is None else None


def _deal_out(hosts: Sequence[str | None], seed: int, proportions: Sequence[float]) -> dict[str | None, int]:
    """Return the number of the split of each website; ``hosts`` names the website of each row."""
    sizes: dict[str | None, int] = defaultdict(int)
    for host in hosts:
        sizes[host] += 1
    lacking = [len(hosts) * proportion / sum(proportions) for proportion in proportions]
    split_of = {}
    for host in sorted(sizes, key=lambda host: (xxhash.xxh3_64_intdigest(f"{host}".encode(), seed), host)):
        split_of[host] = max(range(len(lacking)), key=lacking.__getitem__)
        lacking[split_of[host]] -= sizes[host]
    return split_of


def _select(rows: _Rows, chosen: list[int]) -> Dataset:
    labels = [LABEL.str2int(rows.labels[row]) for row in chosen]
    return rows.neutral.select(chosen).add_column("first_person", labels, feature=LABEL).cast(FEATURES)
