"""Ratios of masculine to feminine words for persons, from invented words and counts, and their tables."""

import numpy as np
import pytest
from datasets import Dataset, Features, concatenate_datasets
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.languages.types import MARKED_GENDERS, Reference
from hf_genderfair.report.render import table_markdown, table_text
from hf_genderfair.representation.references.ratios import (
    WIDTH,
    ReferenceCounts,
    count_epicenes,
    count_references,
    count_runs,
    epicene_table,
    estimate_ratio,
    ratio_table,
    run_ratios,
    runs_table,
    words_table,
)
from hf_genderfair.representation.references.transform import REFERENCE_FEATURES, RUN_COUNTS

FEATURES = Features({"person_references": REFERENCE_FEATURES["person_references"]})


def word(gender, person=True, epicene=False, generic=False):
    return Reference(0, 3, "noun", person, gender, epicene, generic, "lexicon")


WORDS = st.builds(word, st.sampled_from(MARKED_GENDERS), st.booleans(), st.booleans(), st.booleans())
MAN, WOMAN = word("masculine"), word("feminine")
PERSON, MEMBERS = word("feminine", epicene=True), word("masculine", epicene=True, generic=True)
PUPILS, THING, CHILD = word("masculine", generic=True), word("feminine", person=False), word("neuter")


def rows(documents):
    columns = {
        "person_references": [None if words is None else [one._asdict() for one in words] for words in documents]
    }
    return Dataset.from_dict(columns, features=FEATURES)


def test_words_are_counted_by_gender_person_and_kind_in_selected_rows_and_streams_alike():
    counts = count_references(rows([[MAN, PERSON, THING], [], None, [PUPILS, MEMBERS, CHILD, WOMAN]]))
    assert counts.documents == 4
    assert counts.total("masculine", persons=True) == 3
    assert counts.total("feminine", persons=True) == 2
    assert (counts.total("feminine"), counts.total(persons=False), counts.total(persons=True)) == (3, 1, 6)
    found = counts.counts()
    assert found["references", "person", "masculine", "epicene"] == 1, "an epicene plural is an epicene"
    assert found["references", "person", "masculine", "generic"] == 1
    assert found["references", "other", "feminine"] == 1
    assert (found["documents",], found["relevant_documents",]) == (4, 2)
    documents = [[MAN], [WOMAN, WOMAN], [], [THING, MAN]]
    chosen = count_references(rows(documents).select([1, 3]))
    assert chosen.by_document.tolist() == count_references(rows([documents[1], documents[3]])).by_document.tolist()
    sliced = count_references(rows(documents).select(range(1, 3)))
    assert (sliced.total("feminine"), sliced.total("masculine")) == (2, 0)
    assert (
        count_references(rows(documents).to_iterable_dataset()).counts() == count_references(rows(documents)).counts()
    )


def test_every_gender_is_counted_and_other_values_and_columns_are_refused():
    counts = count_references(rows([[word(gender) for gender in MARKED_GENDERS]]))
    assert [counts.total(gender) for gender in MARKED_GENDERS] == [1] * len(MARKED_GENDERS)
    with pytest.raises(ColumnError, match="has a word of gender 'common': annotate the data set anew"):
        count_references(rows([[MAN], [word("common")]]))
    with pytest.raises(ColumnError, match="no column 'person_references': annotate the data set"):
        count_references(Dataset.from_dict({"text": ["Ana"]}))
    with pytest.raises(ColumnError, match="no column 'person_runs'"):
        count_runs(rows([[MAN]]))


@given(st.lists(st.none() | st.lists(WORDS, max_size=4), max_size=6), st.integers(0, 6))
@settings(max_examples=30, deadline=None)
def test_counts_add_up_over_shards(documents, cut):
    whole, parts = rows(documents), [rows(documents[:cut]), rows(documents[cut:])]
    first, second = (count_references(part).counts() for part in parts)
    assert first + second == count_references(whole).counts() == count_references(concatenate_datasets(parts)).counts()
    assert count_references(whole).total() == sum(len(words or ()) for words in documents)


def test_the_ratio_has_an_interval_by_its_seed_shares_and_a_ratio_without_common_words():
    documents = [[MAN, MAN, PUPILS, WOMAN]] * 30 + [[MAN, PERSON, CHILD]] * 20 + [[THING]] * 50
    found = estimate_ratio(count_references(rows(documents)))
    assert found.ratio[:3] == (110, 50, 2.2)
    assert found.ratio.low < 2.2 < found.ratio.high
    assert found.ratio.verdict == "more masculine"
    assert found.without_common[:3] == (80, 30, pytest.approx(8 / 3))
    assert (found.neuter, found.genderless, found.persons) == (20, 0, 180)
    assert (found.epicene.count, found.generic.count, found.epicene.n) == (20, 30, 180)
    assert found.epicene.low < 20 / 180 < found.epicene.high
    assert (found.documents, found.relevant_documents) == (100, 50)
    documents = [[MAN, WOMAN], [MAN], [WOMAN, MAN, MAN]] * 20
    counts = count_references(rows(documents))
    assert estimate_ratio(counts, seed=1) == estimate_ratio(counts, seed=1)
    assert estimate_ratio(counts, seed=1).ratio.low != estimate_ratio(counts, seed=2).ratio.low


def test_ratios_are_inverse_for_swapped_genders_and_not_said_of_what_is_undefined():
    counts = count_references(rows([[MAN, MAN, WOMAN], [MAN]] * 40))
    swapped = count_references(rows([[WOMAN, WOMAN, MAN], [WOMAN]] * 40))
    ours, theirs = estimate_ratio(counts).ratio, estimate_ratio(swapped).ratio
    assert ours.value == pytest.approx(1 / theirs.value)
    assert ours.low == pytest.approx(1 / theirs.high, rel=0.05)
    assert theirs.verdict == "more feminine"
    assert estimate_ratio(count_references(rows([]))).epicene.value is None
    for documents, expected in (
        ([], (0, 0, None, None, None, "no group word")),
        ([[MAN, MAN, WOMAN]] * 29, (58, 29, 2, None, None, "no verdict")),
        ([[MAN]] * 40, (40, 0, None, None, None, "more masculine")),
        ([[WOMAN]] * 40, (0, 40, 0, None, None, "more feminine")),
    ):
        assert estimate_ratio(count_references(rows(documents))).ratio == expected
    assert estimate_ratio(count_references(rows([[MAN], [WOMAN]] * 40))).ratio.verdict == "no difference shown"
    found = estimate_ratio(count_references(rows([[MAN]] * 60 + [[WOMAN]])))
    assert found.ratio.value == 60
    assert found.ratio.low is not None
    assert found.ratio.high is None


def test_epicenes_are_counted_as_written():
    text = "Personas, la persona y una víctima."
    words = [
        Reference(0, 8, "noun", True, "feminine", True, False, "lexicon"),
        Reference(13, 20, "noun", True, "feminine", True, False, "lexicon"),
        Reference(27, 34, "noun", True, "feminine", False, False, "lexicon"),
    ]
    long = Reference(0, 8, "noun", True, "feminine", True, False, "lexicon", form="PERSONAS")
    texts = rows([words, [long], None]).add_column("text", [text, text, None])
    assert count_epicenes(texts) == Counts({("personas", "feminine"): 2, ("persona", "feminine"): 1})


def test_runs_table_has_every_number_and_the_ratio_over_runs_that_have_one():
    runs = [Counts({("masculine",): 4, ("feminine",): 2}), Counts({("masculine",): 4, ("feminine",): 1})]
    assert run_ratios(runs) == pytest.approx((3, 2**0.5, 2))
    assert run_ratios([*runs, Counts({("masculine",): 4, ("feminine",): 0})]).n == 2
    runs = [Counts({(name,): number for name in RUN_COUNTS} | {("sentences",): 20}) for number in (2, 4)]
    table = runs_table({"model": runs})
    assert checked_row(table) == ["model", "masculine", 3, pytest.approx(2**0.5), 2, 2]
    assert len(table.rows) == len(RUN_COUNTS) + 1
    assert checked_row(table, -1)[1:3] == ["masculine : feminine", 1]
    nothing = {(name,): 0 for name in RUN_COUNTS} | {("sentences",): 3}
    silent = Counts(nothing | {("failed_answers",): 1, ("unparsed_answers",): 2})
    heard = Counts(nothing | {("masculine",): 4})
    cells = {cells[1]: cells[2:] for cells in runs_table({"model": [silent, heard]}).rows}
    assert cells["masculine"] == [4, None, 1, 2]
    assert cells["failed answers"][2:] == [2, 2]


# other, plain, epicene, generic of masculine, feminine, neuter, none
DOCUMENT = [3, 2, 0, 1, 4, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
BY_CORPUS = {"news": ReferenceCounts(np.array([DOCUMENT] * 40)), "empty": ReferenceCounts(np.zeros((0, WIDTH), int))}
ESTIMATES = {name: estimate_ratio(counts) for name, counts in BY_CORPUS.items()}


def checked_row(table, number=0):
    assert all(len(cells) == len(table.columns) for cells in table.rows)
    assert table_text(table)
    assert table_markdown(table)
    return table.rows[number]


def test_tables_have_ratios_with_intervals_the_columns_of_the_paper_and_sorted_epicenes():
    table = ratio_table(ESTIMATES)
    assert checked_row(table)[:6] == ["news", 1.5, pytest.approx(1.5), pytest.approx(1.5), 200, "more masculine"]
    assert checked_row(table)[6] == 2
    assert checked_row(table)[-3:] == [200, 40, 40]
    assert checked_row(table, 1)[1:6] == [None, None, None, 0, "no group word"]
    assert "a masculine word is no man" in table.note
    table = words_table(BY_CORPUS, ESTIMATES)
    cells = dict(zip(table.columns, checked_row(table), strict=True))
    assert [cells[name] for name in ("L_*M", "L_*F", "L_N*", "L_P*", "L_PM", "L_PF")] == [240, 240, 280, 200, 120, 80]
    assert cells["L_PM : L_PF"] == 1.5
    table = epicene_table(Counts({("víctima", "feminine"): 1, ("persona", "feminine"): 3}), 20)
    assert [cells[0] for cells in table.rows] == ["persona", "víctima", "all of these"]
    assert checked_row(table, 2)[1:5] == ["P", None, 4, 0.2]
    assert checked_row(epicene_table(Counts(), 0)) == ["all of these", "P", None, 0, None, None, None]
