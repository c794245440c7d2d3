"""The recipe of debiased texts gives the same over shards as at once."""

import json

import pytest
from datasets import ClassLabel, Dataset, concatenate_datasets
from golden import golden_rows

from hf_genderfair import Counterfactual, debias, run
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.recipes.debias_recipe import FLAGGED_FILE, DebiasRecipe

TEXTS = golden_rows(__file__, "TEXTS")


def rows(number):
    texts = [TEXTS[index % 9] and TEXTS[index % 9] + " Well." * (index % 2) for index in range(number)]
    return Dataset.from_dict({"text": texts, "kind": [index % 2 for index in range(number)]})


@pytest.fixture(scope="module")
def source():
    """Rows in several tables, with a column whose type no list tells."""
    together = concatenate_datasets([rows(13), rows(5)])
    return together.cast_column("kind", ClassLabel(names=["news", "letter"]))


@pytest.mark.parametrize(
    ("options", "division"),
    [
        ({"remove_stereotypes": True, "evidence": True}, {"shards": 3, "num_proc": 2}),
        pytest.param({"show": True}, {"shards": 3, "batch_rows": 2}, marks=pytest.mark.whole),
        pytest.param(
            {"remove_stereotypes": True, "sided": "two", "target": {"female": 0.6, "male": 0.4}},
            {"shards": 4, "batch_rows": 3},
            marks=pytest.mark.whole,
        ),
        pytest.param(
            {
                "counterfactual": Counterfactual(method="base", seed=4, source="male", remove_stereotypes=True),
                "remove_stereotypes": True,
            },
            {"shards": 2, "batch_rows": 5},
            marks=pytest.mark.whole,
        ),
    ],
    ids=["removed", "flagged", "twins", "base"],
)
def test_the_result_is_that_of_the_whole(source, tmp_path, alike, options, division):
    whole, recipe = debias(source, title="Letters", source={"id": "letters"}, **options), DebiasRecipe(**options)
    assert len(whole.edits)
    audited = alike(whole, recipe, source, title="Letters", facts={"id": "letters"}, **division)
    flagged = tmp_path / "out" / FLAGGED_FILE
    assert flagged.exists() == (not recipe.remove_stereotypes or recipe.evidence)
    if flagged.exists():
        assert flagged.read_bytes() == (tmp_path / "whole" / FLAGGED_FILE).read_bytes()
    if recipe.remove_stereotypes:
        assert set(audited.excluded["reason"]) == {"left empty"}
    else:
        lines = [json.loads(line) for line in flagged.read_text().splitlines()]
        assert [source[line["row"]]["text"][line["start"] : line["end"]] for line in lines] == [
            line["text"] for line in lines
        ]


def test_columns_are_checked_before_a_row_is_read(tmp_path):
    for taken in ("reason", "flagged_sentences"):
        with pytest.raises(ColumnError, match=f"column '{taken}'"):
            run(rows(3).add_column(taken, [None] * 3), DebiasRecipe(), tmp_path / "out")
        with pytest.raises(ColumnError, match=f"column '{taken}'"):
            debias(rows(3).add_column(taken, [None] * 3))
    with pytest.raises(ColumnError, match="no column 'page'"):
        run(rows(3), DebiasRecipe(Counterfactual(id_column="page")), tmp_path / "out")
    assert not (tmp_path / "out").exists()
