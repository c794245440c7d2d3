import pytest
from datasets import Dataset
from golden import golden_rows

from hf_genderfair import Counterfactual, GenderfairError, GroupWords, annotate, plan_counterfactuals, undo_edits
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.counterfactual.twins import apply_counterfactuals, split_twins

TEXTS = golden_rows(__file__, "TEXTS")
GROUPS = ("female", "male")


@pytest.fixture(scope="module")
def rows():
    found = annotate(Dataset.from_dict({"text": TEXTS, "year": range(len(TEXTS))}), GroupWords("gender"))
    return annotate(found, Counterfactual("en", source="male"))


@pytest.fixture(scope="module")
def plan(rows):
    return plan_counterfactuals(rows, GROUPS, probability=1.0)


def test_one_sided_takes_the_place_of_the_text_also_in_streams(rows, plan):
    swapped = apply_counterfactuals(rows, plan)
    assert swapped["text"][:] == [
        "She folded the map. The ferry left.",
        "The girl waved. Nobody saw her.",
        "My aunt keeps her bees behind the shed.",
        *TEXTS[3:],
    ]
    assert swapped["counterfactual_swapped"][:] == [1, 2, 1, 0, 0, 0]
    assert undo_edits(swapped, "counterfactual_edits")["text"][:] == TEXTS
    for sided in ("one", "two"):
        streamed = list(apply_counterfactuals(rows.to_iterable_dataset(), plan, sided))
        assert streamed == list(apply_counterfactuals(rows, plan, sided))


def test_twins_stand_beside_their_texts_and_stay_in_one_split(rows, plan):
    twins = apply_counterfactuals(rows, plan, "two")
    assert len(twins) == len(TEXTS) + 3
    assert [text for text, twin in zip(twins["text"], twins["counterfactual_twin"], strict=True) if not twin] == TEXTS
    assert twins["year"][:] == [0, 0, 1, 1, 2, 2, 3, 4, 5]
    pairs = twins["counterfactual_pair"][:]
    assert pairs[0] == pairs[1] != pairs[2] == pairs[3]
    assert pairs[6:] == [None] * 3
    assert undo_edits(twins, "counterfactual_edits")["text"][:2] == [TEXTS[0]] * 2
    twins = apply_counterfactuals(rows, plan, "two")
    parts = split_twins(twins, {"train": 0.5, "test": 0.5}, seed=3)
    assert sum(map(len, parts.values())) == len(twins)
    places = [{pair for pair in part["counterfactual_pair"] if pair} for part in parts.values()]
    assert not places[0] & places[1]
    assert split_twins(twins, {"train": 0.5, "test": 0.5}, seed=3)["train"]["text"][:] == parts["train"]["text"][:]


@pytest.mark.parametrize("share", [float("nan"), "half", -1.0])
def test_shares_are_numbers_of_rows_with_pairs(share):
    rows = Dataset.from_dict({"text": ["a"], "counterfactual_pair": ["x"]})
    with pytest.raises(ColumnError, match="no column 'counterfactual_pair'"):
        split_twins(rows.select_columns("text"), {"train": 1.0})
    with pytest.raises(GenderfairError, match="a share is negative or no number"):
        split_twins(rows, {"train": share, "test": 1.0})
