"""What annotated columns hold, as a table for readers."""

import pyarrow as pa
from datasets import Features, List, Value

from hf_genderfair.scale.chain_recipe import count_columns, counts_table


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
