import pytest
from datasets import Dataset

from dataset_scripts.models.rewriter.corpora.pairs import (
    KINDS,
    METHODS,
    PAIR_FEATURES,
    Proposal,
    Source,
    proposal_columns,
    propose,
    unfold_pairs,
)

HE, SHE = Source("He left.", "masculine", "backward"), Source("She left.", "feminine", "backward")
THEY = Source("They left.", "gender_fair", "backward")
ORIGIN = {"row": 1, "start": 0, "end": 10}


def test_each_source_stands_once_and_the_first_kind_counts():
    again = Source("He left.", "mixed", "forward")
    assert propose("They left.", [HE, SHE, again, THEY]) == Proposal("They left.", (HE, SHE, THEY), None)


@pytest.mark.parametrize("sources", [[], [THEY], [THEY, THEY]], ids=len)
def test_a_target_without_other_sources_is_no_pair(sources):
    assert propose("They left.", sources) == Proposal("", (), "nothing_to_rewrite")


def test_proposals_become_one_row_a_pair():
    columns = proposal_columns([propose("They left.", [HE, SHE]), Proposal("", (), "no_form")])
    rows = Dataset.from_dict({"origin": [ORIGIN, ORIGIN], **{k: _plain(v) for k, v in columns.items()}})
    assert rows["target"][:] == ["They left.", None]
    pairs = unfold_pairs(rows)
    assert pairs.features == PAIR_FEATURES
    assert [(pair["source"], pair["target"], pair["kind"]) for pair in pairs] == [
        ("He left.", "They left.", "masculine"),
        ("She left.", "They left.", "feminine"),
    ]
    assert pairs["origin"][0] == ORIGIN
    assert unfold_pairs(rows.select([])).features == PAIR_FEATURES
    assert set(pairs["kind"]) <= set(KINDS)
    assert set(pairs["method"]) <= set(METHODS)


def _plain(column):
    return column if isinstance(column, list) else column.to_pylist()
