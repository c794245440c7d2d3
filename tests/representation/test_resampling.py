"""Intervals and tests over documents."""

import numpy as np
import pytest

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.representation import resampling
from hf_genderfair.representation.demographic import GroupCounts, demographic_representation
from hf_genderfair.representation.resampling import compare_representation, estimate_representation, holm

GROUPS = ("female", "male")


def counts(by_document, groups=GROUPS):
    return GroupCounts("gender", groups, np.asarray(by_document, np.int64).reshape(-1, len(groups)))


def drawn(seed, documents, female, male):
    rng = np.random.default_rng(seed)
    return counts(np.column_stack([rng.poisson(female, documents), rng.poisson(male, documents)]))


def test_the_interval_holds_the_value_and_n():
    found = estimate_representation(drawn(1, 800, 1.0, 2.0))
    assert 0.1 < found.low < found.representation.value < found.high < 0.23
    assert abs(found.bias) < 0.005
    assert (found.documents, found.relevant_documents) == (800, drawn(1, 800, 1.0, 2.0).relevant_documents)
    assert found.verdict == "more male"
    assert found.shares["male"][0] > 0.6


def test_the_same_as_drawing_documents_one_by_one():
    own = drawn(2, 60, 1.0, 1.6)
    rng = np.random.default_rng(7)
    totals = np.array([own.by_document[rng.integers(60, size=60)].sum(axis=0) for _ in range(4000)])
    values = [demographic_representation(dict(zip(GROUPS, row.tolist(), strict=True))).value for row in totals]
    found = estimate_representation(own, resamples=4000)
    assert [found.low, found.high] == pytest.approx(np.quantile(values, [0.025, 0.975]).tolist(), abs=0.012)


def test_words_of_one_document_are_not_independent():
    spread = estimate_representation(counts([[0, 1]] * 300 + [[1, 0]] * 300))
    lumped = estimate_representation(counts([[0, 10]] * 30 + [[10, 0]] * 30))
    assert lumped.representation.n == spread.representation.n
    assert lumped.shares["male"][1] - lumped.shares["male"][0] > 2 * (
        spread.shares["male"][1] - spread.shares["male"][0]
    )


def test_chance_only_adds_to_a_balanced_set():
    found = estimate_representation(counts([[0, 1], [1, 0]] * 40))
    assert found.representation.value == 0
    assert found.bias > 0.02
    assert found.verdict == "no difference shown"


def test_too_few_documents_give_no_interval_and_no_verdict():
    few = estimate_representation(counts([[0, 9]] * 29 + [[0, 0]] * 1000))
    assert few.representation.value == 0.5
    assert (few.low, few.high, few.bias, few.shares, few.verdict) == (None, None, None, None, "no verdict")
    assert estimate_representation(counts([[0, 9]] * 30)).verdict == "more male"
    assert estimate_representation(counts([[0, 0]] * 99)).verdict == "no group word"
    assert estimate_representation(counts([])).verdict == "no group word"


def test_a_verdict_names_all_groups_that_differ():
    found = estimate_representation(counts([[0, 5, 2], [1, 4, 3], [0, 6, 4]] * 30, ("young", "middle", "old")))
    assert found.verdict == "more middle, old; less young"
    census = {"young": 0.0, "middle": 0.6, "old": 0.4}
    assert estimate_representation(counts([[0, 6, 4]] * 40, tuple(census)), census).verdict == "no difference shown"


def test_order_and_block_size_do_not_matter_and_the_seed_does(monkeypatch):
    own = drawn(3, 200, 1.0, 2.0)
    turned = counts(own.by_document[::-1])
    first = estimate_representation(own)
    assert estimate_representation(turned) == first
    assert estimate_representation(own, seed=1).low != first.low
    changed = compare_representation(own, drawn(4, 200, 1.5, 1.5), paired=False)
    monkeypatch.setattr(resampling, "CELLS_AT_ONCE", 1000)
    assert estimate_representation(own) == first
    assert compare_representation(own, drawn(4, 200, 1.5, 1.5), paired=False) == changed


@pytest.mark.parametrize("paired", [True, False])
def test_a_change_is_found(paired):
    before = drawn(5, 400, 1.0, 2.0)
    after = counts(np.minimum(before.by_document, [[9, 1]]))
    found = compare_representation(before, after, paired=paired)
    assert found.difference == pytest.approx(found.after.value - found.before.value)
    assert found.low < found.difference < found.high < 0
    assert found.p == pytest.approx(1 / 5000)
    assert found.documents == (400, 400)
    assert found.before.majority == ("male",)


@pytest.mark.parametrize("paired", [True, False])
def test_no_change_is_not_found(paired):
    own = drawn(6, 400, 1.0, 2.0)
    found = compare_representation(own, own, paired=paired)
    assert found.difference == 0
    assert found.p == 1
    assert found.low <= 0 <= found.high


def test_rounding_is_no_difference():
    found = compare_representation(counts([[1, 2]] * 40), counts([[3, 6]] * 40), paired=True)
    assert found.difference == pytest.approx(0)
    assert found.p == 1


@pytest.mark.parametrize("paired", [True, False])
def test_the_test_errs_as_rarely_as_it_says(paired):
    sets = [(drawn(seed, 60, 1.0, 1.5), drawn(1000 + seed, 60, 1.0, 1.5)) for seed in range(150)]
    p_values = [compare_representation(*pair, paired=paired, resamples=10, permutations=199).p for pair in sets]
    assert sum(p <= 0.05 for p in p_values) <= 16
    assert 0.4 < np.mean(p_values) < 0.6


def test_pairs_see_what_the_difference_between_documents_hides():
    rng = np.random.default_rng(8)
    before = counts(np.column_stack([rng.geometric(0.1, 150), rng.geometric(0.07, 150)]))
    after = counts(before.by_document - [[0, 1]])
    assert compare_representation(before, after, paired=True).p < 0.01
    assert compare_representation(before, after, paired=False).p > 0.2


@pytest.mark.parametrize("paired", [True, False])
def test_nothing_is_said_of_too_few_or_no_words(paired):
    many, none = counts([[0, 1]] * 50), counts([[0, 0]] * 50)
    found = compare_representation(many, none, paired=paired)
    assert (found.difference, found.low, found.high, found.p) == (None, None, None, None)
    few = counts([[0, 1]] * 20 + [[0, 0]] * 30)
    found = compare_representation(many, few, paired=paired)
    assert (found.difference, found.low, found.p) == (0, None, None)


def test_sets_that_cannot_be_compared():
    with pytest.raises(GenderfairError, match="50 and 49 documents are no pairs"):
        compare_representation(counts([[0, 1]] * 50), counts([[0, 1]] * 49), paired=True)
    with pytest.raises(GenderfairError, match="same word lists"):
        compare_representation(counts([[0, 1]]), counts([[0, 1]], ("women", "men")), paired=False)
    with pytest.raises(GenderfairError, match="resamples=0 is too few"):
        estimate_representation(counts([[0, 1]]), resamples=0)


def test_holm_by_hand():
    assert holm([]) == []
    assert holm([0.02]) == [0.02]
    assert holm([0.5, 0.9, 0.8]) == [1.0, 1.0, 1.0]
    assert holm([0.01, 0.02, 0.03, 0.04]) == pytest.approx([0.04, 0.06, 0.06, 0.06])
    assert holm([None, 0.01, None]) == [None, 0.01, None]


@pytest.mark.parametrize("largest", [3, 10**6, 2**40])
def test_distinct_rows_are_those_of_numpy(largest):
    rows = np.random.default_rng(9).integers(-largest, largest, (200, 4)).repeat(2, axis=0)
    found, expected = resampling._distinct(rows), np.unique(rows, axis=0, return_counts=True)
    assert [part.tolist() for part in found] == [part.tolist() for part in expected]


def test_removing_words_by_chance_is_no_change():
    p_values = []
    for seed in range(150):
        rng = np.random.default_rng(seed)
        words = rng.poisson(4 * rng.gamma(0.5, 2, 150))
        male = rng.binomial(words, rng.beta(2, 1, 150))
        before = counts(np.column_stack([words - male, male]))
        after = counts(rng.binomial(before.by_document, 0.33))
        p_values.append(compare_representation(before, after, paired=True, resamples=10, permutations=199).p)
    assert sum(p <= 0.05 for p in p_values) <= 16


def test_a_group_without_a_word_has_an_upper_limit_all_the_same():
    by_document = np.array([[2, 0]] * 50 + [[0, 0]] * 10)
    estimate = estimate_representation(GroupCounts("gender", ("female", "male"), by_document))
    low, high = estimate.shares["male"]
    assert low == 0
    assert 0.05 < high < 0.1
    assert estimate.shares["female"] == (pytest.approx(1 - high), 1)
    assert estimate.verdict == "more female"
