"""What annotated columns hold, as a table for readers."""

import pyarrow as pa
from datasets import Features, List, Value

from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.counts import Counts
from hf_genderfair.scale.recipe import KNOWN, SUM, count_columns, counts_table, first_counts


def columns_of(table, features):
    return counts_table(count_columns(table, features), {"edits": "Number of edits. More of it."})


def test_sums_alone_have_no_column_of_shares():
    found = columns_of(pa.table({"edits": [2, 0, 3]}), Features({"edits": Value("int64")}))
    assert found.columns == ["what", "of it", "number", "rows", "column"]
    assert found.rows == [["Number of edits", "in all", 5, 3, "edits"]]


def test_hashes_are_not_summed_up():
    assert (
        columns_of(
            pa.table({"hash": pa.array([2**64 - 1, 2**64 - 1], pa.uint64())}), Features({"hash": Value("uint64")})
        )
        is None
    )


def test_labels_have_shares_with_intervals():
    features = Features({"edits": Value("int64"), "fair": Value("bool"), "words": List(Value("string"))})
    table = pa.table({"edits": [2, 0], "fair": [True, False], "words": [["a"], []]})
    found = columns_of(table, features)
    assert "share" in found.columns
    (fair,) = [row for row in found.rows if row[-1] == "fair"]
    assert fair[4] == 0.5
    assert fair[5] < 0.5 < fair[6]


def test_the_first_counts_say_numbers_before_lists_and_what_is_meant_alike_together():
    columns = ("female_actors", "male_actors", "unknown_actors", "generic_masculine_total")
    counts = {(name, KNOWN): 9 for name in columns}
    counts |= {(name, SUM): number for name, number in zip(columns, (1_200, 5, 0, 3), strict=True)}
    (said,) = first_counts(Counts(counts), [ActorMetrics("de")])
    assert said == "Number of single persons: female 1,200, male 5; Number of generic masculines: 3."
    assert first_counts(Counts({}), [ActorMetrics("de")]) == []
