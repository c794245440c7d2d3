"""A balanced corpus: both ratios in range on the rows that are kept, every row once, every removal with its reason."""

import json
from dataclasses import asdict
from datetime import datetime
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from actor_rows import counted
from golden import each_row
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.balancing.corpus import find_balance, kept_totals
from hf_genderfair.balancing.equilibrium import COUNT_COLUMNS, removal_table
from hf_genderfair.core.counts import SHARE_BINS
from hf_genderfair.core.errors import GenderfairError

WOMAN, MAN, BOTH, NOBODY = (1, 0, 5, 0), (0, 1, 0, 5), (1, 1, 5, 5), (0, 0, 0, 0)
ANY = st.tuples(*[st.integers(0, 2)] * 2, *[st.integers(0, 6)] * 2)


def corpus(counts, **columns):
    return counted(counts, id=[f"text {number}" for number in range(len(counts))], **columns)


def in_range(totals, low=Fraction(3, 4), high=Fraction(5, 4)):
    return all(men and low <= Fraction(women, men) <= high for women, men in (totals[:2], totals[2:]))


@settings(deadline=None, max_examples=20)
@given(st.lists(ANY, min_size=1, max_size=25), st.data())
def test_every_row_once_and_ratios_in_range(counts, data):
    size = len(counts)
    sections = data.draw(st.lists(st.sampled_from(["a", "b", None]), min_size=size, max_size=size))
    reasons = data.draw(st.lists(st.sampled_from([None, None, "flagged"]), min_size=size, max_size=size))
    source = corpus(counts, section=sections, reason=reasons)
    found = find_balance(source, by="section", exclude="reason")
    assert sorted(found.kept["id"][:] + found.excluded["id"][:]) == sorted(source["id"][:])
    assert found.kept.features == source.features
    assert None not in found.excluded["balance_reason"][:] + found.excluded["balance_step"][:]
    assert [row["balance_step"] for row in found.excluded] == [
        "text level" if row["reason"] else "corpus level" for row in found.excluded
    ]
    assert all(reason is None for reason in found.kept["reason"][:])
    assert NOBODY not in [tuple(row[name] for name in COUNT_COLUMNS) for row in found.excluded if not row["reason"]]
    for stratum in found.strata:
        kept = found.kept.filter(lambda row, name=stratum.name: (row["section"] or "unknown") == name)
        assert kept_totals(kept) == stratum.after
        assert in_range(stratum.after) is (stratum.verdict in ("in range", "reached"))
        assert stratum.rows == len(kept) + stratum.text_level + stratum.corpus_level
    if found.reached:
        assert in_range(kept_totals(found.kept))


def test_rows_with_equal_counts_leave_by_hash_all_over_the_corpus():
    source = corpus([WOMAN] * 500 + [MAN] * 2000)
    first, again, other = (find_balance(source, seed=seed).excluded["id"][:] for seed in (0, 0, 1))
    assert first == again != other
    places = np.array([int(name.split()[1]) for name in first]) - 500
    assert len(places) == 1334
    assert abs(places.mean() - 1000) < 50


def test_rows_without_counts_stay_and_all_stay_where_it_is_out_of_reach():
    source = corpus([WOMAN] * 2 + [MAN] * 10)
    careful = find_balance(source, max_removed=0.25)
    assert (careful.reached, len(careful.kept), len(careful.excluded)) == (False, 12, 0)
    assert (careful.strata[0].nearest, careful.strata[0].verdict) == ((2, 7, 10, 35), "out of reach")
    forced = find_balance(source, max_removed=0.25, force=True)
    assert (forced.reached, len(forced.kept)) == (False, 9)
    assert forced.strata[0].after == careful.strata[0].nearest
    source = corpus([BOTH, (1, None, 3, 9), (None, None, None, None), MAN])
    found = find_balance(source, ratio=(0.9, 1.1))
    assert (found.reached, found.excluded["id"][:], found.strata[0].uncounted) == (True, ["text 3"], 2)


@pytest.mark.parametrize("counts", [[MAN], [WOMAN, NOBODY], [NOBODY], []], ids=str)
def test_without_a_ratio_nothing_is_reached(counts):
    found = find_balance(corpus(counts), force=True)
    assert (found.reached, len(found.kept), len(found.excluded)) == (False, len(counts), 0)
    assert found.excluded.column_names[-2:] == ["balance_step", "balance_reason"]


def test_strata_are_balanced_one_by_one():
    dates = [datetime(2004, 5, 1)] * 10 + [datetime(2005, 5, 1)] * 10 + [None] * 10 + [datetime(2006, 1, 1)]
    source = corpus([WOMAN] * 3 + [MAN] * 7 + [WOMAN] * 7 + [MAN] * 3 + [BOTH] * 10 + [MAN], date=dates)
    found = find_balance(source, by="date")
    assert [stratum.name for stratum in found.strata] == ["2004", "2005", "2006", "unknown"]
    assert [stratum.verdict for stratum in found.strata] == ["reached", "reached", "only one gender", "in range"]
    assert [stratum.corpus_level for stratum in found.strata] == [3, 4, 0, 0]
    assert not found.reached
    assert found.excluded["balance_reason"][:] == ["only men"] * 3 + ["only women"] * 4
    removals = removal_table(found.kept, found.excluded, "date")
    assert [row[:3] for row in removals.rows] == [["2004", 10, 3], ["2005", 10, 4], ["2006", 1, 0], ["unknown", 10, 0]]


@each_row
def test_fewest_words_rather_than_rows(words, left):
    source = corpus([WOMAN, WOMAN, MAN, MAN, MAN, BOTH], words=words)
    found = find_balance(source, ratio=(1, 1), words_column="words")
    assert (found.excluded["id"][:], found.table("balance_strata").columns[5]) == (left, "words left out")


def test_tables_say_what_happened():
    found = find_balance(
        corpus([WOMAN] * 4 + [MAN] * 10 + [BOTH] * 2 + [NOBODY], bad=[None] * 16 + ["x"]), exclude="bad"
    )
    shares = found.table("balance_shares")
    for stage, texts in (("before", 16), ("without flagged texts", 16), ("balanced", 12)):
        bins = [row for row in shares.rows if row[:2] == [stage, "mentions"]]
        assert [row[2] for row in bins] == list(SHARE_BINS)
        assert sum(row[3] for row in bins) == bins[0][4] == texts
        assert (bins[SHARE_BINS.index("50 %")][3], bins[-1][3]) == (2, 4)
    ratios = [
        dict(zip(found.table("balance_ratios").columns, row, strict=True)) for row in found.table("balance_ratios").rows
    ]
    assert [row["women : men"] for row in ratios] == pytest.approx([0.5] * 4 + [0.75] * 2)
    assert ratios[0]["low"] < 0.5 < ratios[0]["high"]
    assert ratios[-1]["low"] is None
    steps = found.table("balance_trajectory").rows
    assert ([row[0] for row in steps], (steps[0][1], steps[-1][1])) == (list(range(5)), (0.5, 0.75))
    assert found.table("balance_strata").rows[0][:7] == ["all", "reached", 17, 1, 4, 4, 4]


@each_row
def test_arguments_that_mean_nothing_are_refused(arguments, message):
    source = corpus([WOMAN, MAN], shares=[0.5, 0.5], lists=[[1], [2]])
    with pytest.raises(GenderfairError, match=message):
        find_balance(source, **arguments)


def leaving():
    """Return which rows leave a corpus made by seed, and the tables."""
    random = np.random.default_rng(5)
    counts = random.poisson((0.5, 1, 2, 6), (400, 4)).tolist()
    found = find_balance(corpus(counts, section=random.choice(list("abc"), 400)), by="section")
    return json.dumps([found.excluded["id"][:], [asdict(table) for table in found.tables]])


def test_the_same_rows_leave_whatever_the_hash_seed(fresh_process):
    program = "import datasets, test_corpus; datasets.disable_progress_bars(); print(test_corpus.leaving())"
    program = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); {program}"
    assert fresh_process(program).strip() == leaving()
