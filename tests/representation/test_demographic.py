"""Demographic representation: worked examples and what holds for any counts."""

import numpy as np
import pyarrow as pa
import pytest
from as_one_test import as_one_test
from datasets import Dataset, Features, List, Value
from golden import all_rows, golden_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.representation import compare_representation
from hf_genderfair.representation.demographic import (
    GroupCounts,
    count_groups,
    demographic_representation,
    document_representation,
)


@all_rows
def test_the_published_counts(counts, value, maximum, majority, minority):
    found = demographic_representation(counts)
    assert found.value == pytest.approx(value, abs=0.00005)
    assert found.maximum == pytest.approx(maximum)
    assert found.relative == pytest.approx(value / maximum, abs=0.0002)
    assert (found.majority, found.minority) == ((majority,), (minority,))
    assert found.n == sum(counts.values())


@all_rows
def test_by_hand(counts, target, value):
    assert demographic_representation(counts, target).value == pytest.approx(value)


@as_one_test(
    ("counts", "target", "words"),
    [
        *golden_rows(__file__, "test_what_means_nothing_is_refused"),
        ({"a": 1, "b": 2}, {"a": float("nan"), "b": 0.5}, "negative or no number"),
    ],
)
def test_what_means_nothing_is_refused(counts, target, words):
    with pytest.raises(GenderfairError, match=words):
        demographic_representation(counts, target)


COUNTS = st.lists(st.integers(0, 10**9), min_size=2, max_size=7).map(lambda n: {f"g{i}": c for i, c in enumerate(n)})


@given(COUNTS, st.data())
def test_bounds_and_invariance(counts, data):
    weights = data.draw(st.lists(st.integers(0, 50), min_size=len(counts), max_size=len(counts)).filter(any))
    census = {group: weight / sum(weights) for group, weight in zip(counts, weights, strict=True)}
    for target in ("uniform", census):
        found = demographic_representation(counts, target)
        if found.n == 0:
            assert found.value is None
            continue
        assert -1e-12 <= found.value <= found.maximum + 1e-12
        times = {group: count * 13 for group, count in counts.items()}
        assert demographic_representation(times, target).value == pytest.approx(found.value)
        turned = dict(reversed(counts.items()))
        assert demographic_representation(turned, target).value == pytest.approx(found.value)


@given(st.integers(2, 7), st.data())
def test_the_maximum_is_reached_and_only_by_the_group_that_should_have_least(groups, data):
    weights = data.draw(st.lists(st.integers(1, 50), min_size=groups, max_size=groups))
    target = {f"g{i}": weight / sum(weights) for i, weight in enumerate(weights)}
    values = []
    for lonely in target:
        counts = {group: 9 * (group == lonely) for group in target}
        values.append(demographic_representation(counts, target).value)
    assert max(values) == pytest.approx(demographic_representation(dict.fromkeys(target, 1), target).maximum)


ROWS = dict(golden_rows(__file__, "ROWS"))
NUMBER = Value("int32")
FEATURES = Features(dict.fromkeys(ROWS, NUMBER) | {"gender_sentences": List({"start": NUMBER, "end": NUMBER})})


def rows():
    return Dataset.from_dict(ROWS, features=FEATURES)


@pytest.mark.parametrize("stream", [False, True])
def test_counts_of_documents(stream):
    dataset = rows().to_iterable_dataset(num_shards=2) if stream else rows()
    counts = count_groups(dataset, "gender", ("female", "male"))
    assert counts.by_document.tolist() == [[1, 2], [0, 4], [0, 0], [2, 2]]
    assert (counts.documents, counts.relevant_documents) == (4, 3)
    assert (counts.sentences, counts.relevant_sentences) == (9, 4)
    assert counts.total() == {"female": 3, "male": 8}
    assert dict(counts.counts()) == {
        ("group_words", "gender", "female"): 3,
        ("group_words", "gender", "male"): 8,
        ("documents", "gender"): 4,
        ("relevant_documents", "gender"): 3,
        ("relevant_sentences", "gender"): 4,
        ("sentences", "gender"): 9,
    }


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=12), st.integers(0, 12))
def test_counts_add_up_over_shards(pairs, cut):
    whole = GroupCounts("gender", ("female", "male"), np.array(pairs, np.int64).reshape(-1, 2), 0, 0)
    parts = [GroupCounts("gender", ("female", "male"), part, 0, 0) for part in np.split(whole.by_document, [cut])]
    assert parts[0].counts() + parts[1].counts() == whole.counts()


def test_representation_of_documents_and_of_counts_without_a_group_word():
    counts = count_groups(rows(), "gender", ("female", "male"))
    values = document_representation(counts)
    assert values.type == pa.float64()
    assert values.to_pylist() == [pytest.approx(1 / 6), 0.5, None, 0.0]
    added = rows().add_column("gender_dr", values)
    assert added["gender_dr"][:] == values.to_pylist()
    census = document_representation(counts, {"female": 0.25, "male": 0.75})
    assert census.to_pylist() == [pytest.approx(1 / 12), 0.25, None, 0.25]
    with pytest.raises(GenderfairError, match="differ in"):
        document_representation(counts, {"female": 1.0})
    found = demographic_representation({"female": 0, "male": 0})
    assert (found.value, found.relative, found.shares, found.n) == (None, None, None, 0)
    assert found.maximum == 0.5
    assert found.majority == found.minority == ()
    counts = count_groups(rows().select([]), "gender", ("female", "male"))
    assert (counts.total(), counts.documents) == ({"female": 0, "male": 0}, 0)
    assert "relevant_sentences" not in {
        key[0] for key in count_groups(rows().remove_columns("gender_sentences"), "gender", ("female", "male")).counts()
    }
    with pytest.raises(ColumnError, match="no column 'gender_diverse': annotate the data set"):
        count_groups(rows(), "gender", ("female", "diverse"))
    with pytest.raises(ColumnError, match="'gender_male' holds string, not whole numbers"):
        count_groups(Dataset.from_dict({"gender_female": [1], "gender_male": ["2"]}), "gender", ("female", "male"))


def test_a_set_right_at_its_target_is_no_surer_than_one_beside_it():
    random = np.random.default_rng(0)
    before, after = random.poisson([0.8, 1.2], (60, 2)), random.poisson([1.0, 1.0], (60, 2))
    after[0, int(np.argmin(after.sum(0)))] += np.ptp(after.sum(0))
    beside = after + (np.arange(120).reshape(60, 2) == 7)
    groups = [GroupCounts("gender", ("female", "male"), rows) for rows in (before, after, beside)]
    even, other = (compare_representation(groups[0], each, paired=False).p for each in groups[1:])
    assert after.sum(0).tolist() == [after.sum() / 2] * 2
    assert even == pytest.approx(other, abs=0.02)
