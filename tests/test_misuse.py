"""Every function that takes a data set says what it takes when it gets something else."""

import pytest
from as_one_test import as_one_test
from datasets import Dataset, DatasetDict

import hf_genderfair as gf
from hf_genderfair.core.errors import GenderfairError

ROWS = Dataset.from_dict({"text": ["He met his sister.", "She waits."]})
ALL_ROWS = {
    "balance_weights": gf.balancing.balance_weights,
    "challenge_sets": gf.first_person.challenge_sets,
    "counterfactuals_needed": gf.balancing.counterfactuals_needed,
    "kept_totals": gf.balancing.kept_totals,
    "split_twins": lambda dataset: gf.counterfactual.split_twins(dataset, {"train": 1}),
}
ROWS_OR_STREAMS = {
    "apply_counterfactuals": lambda dataset: gf.apply_counterfactuals(dataset, None),
    "count_actors": gf.actors.count_actors,
    "count_corpus": gf.first_person.count_corpus,
    "count_epicenes": gf.representation.count_epicenes,
    "count_groups": lambda dataset: gf.representation.count_groups(dataset, "gender", ("female", "male")),
    "count_references": gf.representation.count_references,
    "count_runs": gf.representation.count_runs,
    "count_words": lambda dataset: gf.representation.count_words(dataset, "gender"),
    "duplicate_reasons": gf.first_person.duplicate_reasons,
    "isolate_posts": gf.first_person.isolate_posts,
    "plan_counterfactuals": lambda dataset: gf.plan_counterfactuals(dataset, ("female", "male")),
}
RECIPES = {
    "audit": lambda dataset: gf.audit(dataset, "en"),
    "augment": lambda dataset: gf.augment(dataset, gf.Counterfactual("en")),
    "balance": lambda dataset: gf.balance(dataset, gf.ActorMetrics("de")),
    "corpus": gf.corpus,
    "debias": gf.debias,
    "rewrite": lambda dataset: gf.rewrite(dataset, gf.GenderFair("en")),
}


@as_one_test("name", [*ALL_ROWS, *ROWS_OR_STREAMS, *RECIPES])
@as_one_test("wrong", [["She waits."], "She waits.", None, {"text": ["She waits."]}])
def test_what_is_no_data_set_is_refused(name, wrong):
    with pytest.raises(GenderfairError, match=r"reads a data set, not .*: make one, such as with"):
        (ALL_ROWS | ROWS_OR_STREAMS | RECIPES)[name](wrong)


@as_one_test("name", [*ALL_ROWS, *ROWS_OR_STREAMS])
def test_several_splits_are_named(name):
    with pytest.raises(GenderfairError, match="reads one data set, not a DatasetDict: take one split, 'train' or 'b'"):
        (ALL_ROWS | ROWS_OR_STREAMS)[name](DatasetDict(train=ROWS, b=ROWS))


@pytest.mark.parametrize("name", ALL_ROWS)
def test_streams_are_refused_where_all_rows_are_needed(name):
    with pytest.raises(GenderfairError, match="needs all rows of a Dataset at once, not IterableDataset"):
        ALL_ROWS[name](ROWS.to_iterable_dataset())


@as_one_test("wrong", [(gf.GroupWords(), gf.GenderPolarity()), ([gf.GroupWords()],)])
def test_several_transforms_are_joined_into_a_chain(wrong, tmp_path):
    with pytest.raises(GenderfairError, match=r"annotate\(rows, Chain\(ActorMetrics\('de'\), GenderFair\('de'\)\)\)"):
        gf.annotate(ROWS, *wrong)
    with pytest.raises(GenderfairError, match=r"Chain\(\*transforms\)"):
        gf.run(ROWS, wrong, tmp_path / "out")


def test_counterfactuals_are_applied_by_a_plan():
    with pytest.raises(GenderfairError, match="make one with plan_counterfactuals"):
        gf.apply_counterfactuals(ROWS, None)
