"""Tables of person references, from invented counts."""

import numpy as np
import pytest

from hf_genderfair.core.counts import Counts
from hf_genderfair.report.render import table_markdown, table_text
from hf_genderfair.representation.references.ratios import (
    WIDTH,
    ReferenceCounts,
    epicene_table,
    estimate_ratio,
    ratio_table,
    runs_table,
    words_table,
)
from hf_genderfair.representation.references.transform import RUN_COUNTS

# other, plain, epicene, generic of masculine, feminine, neuter, none
DOCUMENT = [3, 2, 0, 1, 4, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
COUNTS = {"news": ReferenceCounts(np.array([DOCUMENT] * 40)), "empty": ReferenceCounts(np.zeros((0, WIDTH), int))}
ESTIMATES = {name: estimate_ratio(counts) for name, counts in COUNTS.items()}


def row(table, number=0):
    assert all(len(cells) == len(table.columns) for cells in table.rows)
    assert table_text(table)
    assert table_markdown(table)
    return table.rows[number]


def test_ratio_table_has_both_ratios_with_intervals_and_n():
    table = ratio_table(ESTIMATES)
    assert row(table)[:6] == ["news", 1.5, pytest.approx(1.5), pytest.approx(1.5), 200, "more masculine"]
    assert row(table)[6] == 2
    assert row(table)[-3:] == [200, 40, 40]
    assert row(table, 1)[1:6] == [None, None, None, 0, "no group word"]
    assert "a masculine word is no man" in table.note


def test_words_table_has_the_columns_of_the_paper():
    table = words_table(COUNTS, ESTIMATES)
    cells = dict(zip(table.columns, row(table), strict=True))
    assert [cells[name] for name in ("L_*M", "L_*F", "L_N*", "L_P*", "L_PM", "L_PF")] == [240, 240, 280, 200, 120, 80]
    assert cells["L_PM : L_PF"] == 1.5


def test_epicene_table_is_sorted_and_adds_up():
    table = epicene_table(Counts({("víctima", "feminine"): 1, ("persona", "feminine"): 3}), 20)
    assert [cells[0] for cells in table.rows] == ["persona", "víctima", "all"]
    assert row(table, 2)[1:5] == ["P", None, 4, 0.2]
    assert row(epicene_table(Counts(), 0)) == ["all", "P", None, 0, None, None, None]


def test_runs_table_has_every_number_and_the_ratio():
    runs = [Counts({(name,): number for name in RUN_COUNTS} | {("sentences",): 20}) for number in (2, 4)]
    table = runs_table({"model": runs})
    assert row(table) == ["model", "masculine", 3, pytest.approx(2**0.5), 2, 2]
    assert len(table.rows) == len(RUN_COUNTS) + 1
    assert row(table, -1)[1:3] == ["masculine : feminine", 1]


def test_a_run_without_a_readable_answer_has_no_words_instead_of_none():
    nothing = {(name,): 0 for name in RUN_COUNTS} | {("sentences",): 3}
    silent = Counts(nothing | {("failed_answers",): 1, ("unparsed_answers",): 2})
    heard = Counts(nothing | {("masculine",): 4})
    cells = {cells[1]: cells[2:] for cells in runs_table({"model": [silent, heard]}).rows}
    assert cells["masculine"] == [4, None, 1, 2]
    assert cells["failed answers"][2:] == [2, 2]
