"""Counts add up over any sharding and conserve every row and word; tables are right on counts done by hand."""

from math import exp, log

import pytest
from datasets import ClassLabel, Dataset, Features, List, Value
from golden import all_rows, golden_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.core.counts import Counts
from hf_genderfair.first_person.reasons import websites
from hf_genderfair.first_person.statistics import LABELS, count_corpus, fragments_table, imbalance_table, years_table

FEATURES = Features(
    {
        "text": Value("string"),
        "first_person": ClassLabel(names=list(LABELS)),
        "first_person_expressions": List({"start": Value("int32"), "end": Value("int32"), "kind": Value("string")}),
        "url": Value("string"),
        "date": Value("string"),
    }
)
ROW = st.fixed_dictionaries(
    {
        "text": st.none() | st.text(st.sampled_from("aB Łą1.😀 "), max_size=12),
        "first_person": st.none() | st.integers(0, 3),
        "first_person_expressions": st.just([]) | st.just([{"start": 0, "end": 2, "kind": "past"}]),
        "url": st.sampled_from([None, "http://a.example/x", "https://B.example", "junk ://"]),
        "date": st.sampled_from([None, "2014", "2015-03-01", "12.5.2015"]),
    }
)


def corpus(rows):
    return Dataset.from_dict({name: [row[name] for row in rows] for name in FEATURES}, features=FEATURES)


def row(text, label, url=None, date=None, expressions=()):
    spans = [{"start": start, "end": end, "kind": "past"} for start, end in expressions]
    number = LABELS.index(label)
    return {"text": text, "first_person": number, "first_person_expressions": spans, "url": url, "date": date}


ROWS = [row(*cells) for cells in golden_rows(__file__, "ROWS")]


def test_counts_of_a_small_corpus():
    counts = count_corpus(corpus(ROWS))
    assert dict(counts.under("fragments")) == {("female",): 2, ("male",): 1, ("mixed",): 1, ("none",): 2}
    assert dict(counts.under("words")) == {("female",): 9, ("male",): 4, ("mixed",): 2, ("none",): 1}
    assert counts["bytes", "male"] == len("Kupiłem silnik i ciasto".encode())
    assert dict(counts.under("word", "ciasto")) == {("female",): 2, ("male",): 1}
    assert counts["marked_words", "female"] == 3
    assert ("word", "byłam", "female") not in counts
    assert dict(counts.under("website", "auto.example")) == {("male",): 1, ("none",): 1}
    assert dict(counts.under("year", "2015")) == {("female",): 1, ("male",): 1, ("none",): 1}
    assert counts["website", "unknown", "mixed"] == 1


@settings(max_examples=30, deadline=None)
@given(st.lists(ROW, min_size=1, max_size=12), st.data())
def test_counts_add_up_over_shards_in_any_order_and_conserve_rows_and_words(rows, data):
    whole = count_corpus(corpus(rows))
    order = data.draw(st.permutations(rows))
    middle = data.draw(st.integers(0, len(rows)))
    assert count_corpus(corpus(order[:middle])) + count_corpus(corpus(order[middle:])) == whole
    for kind in ("fragments", "website", "year"):
        assert whole.under(kind).total() == len(rows)
    assert whole.under("bytes").total() == sum(len((row["text"] or "").encode()) for row in rows)
    for gender in ("female", "male"):
        listed = sum(value for key, value in whole.under("word").items() if key[1] == gender)
        assert whole["words", gender] == listed + whole["marked_words", gender] + whole["pruned_words", gender]
    assert Counts.from_json(whole.to_json()) == whole


def test_figures_are_as_in_the_paper_and_log_odds_as_by_hand():
    counts = Counts(
        {
            ("fragments", "female"): 5_955_828,
            ("fragments", "male"): 9_910_946,
            ("fragments", "mixed"): 7,
            ("words", "female"): 289_628_498,
            ("words", "male"): 492_144_270,
        }
    )
    total, female, male, mixed = fragments_table(counts).rows
    assert total[1] == 15_866_774
    assert (round(female[2], 3), round(male[2], 3)) == (0.375, 0.625)
    assert female[3] < female[2] < female[4]
    assert round(female[8], 3) == 0.370
    assert mixed[:3] == ["mixed", 7, None]
    frequencies = {"silnik": (56974, 1837), "windows": (61660, 2999), "gb": (42441, 1987), "ciąży": (6042, 105203)}
    counts = Counts(
        {
            ("word", word, gender): pair[place]
            for word, pair in frequencies.items()
            for place, gender in enumerate(("male", "female"))
        }
    )
    male = imbalance_table(counts, "male")
    ratios = {row[0]: round(row[1], 2) for row in male.rows}
    assert ratios.items() >= {("silnik", 14.85), ("windows", 12.33), ("gb", 10.64)}
    assert male.columns[1:4] == ["f_M/(f_F+2000)", "f_M", "f_F"]
    assert {row[0]: round(row[1], 2) for row in imbalance_table(counts, "female").rows}["ciąży"] == 13.08
    counts = Counts(
        {("word", "a", "male"): 30, ("word", "a", "female"): 10, ("word", "b", "male"): 70, ("word", "b", "female"): 90}
    )
    row = imbalance_table(counts, "male", smoothing=1, prior=10).rows[0]
    assert row[0] == "a"
    expected = log(32 / 78) - log(12 / 98)
    assert row[4] == pytest.approx(expected)
    assert row[5] < expected < row[6]
    assert row[7] == pytest.approx(expected / (1 / 32 + 1 / 12) ** 0.5)
    [mirrored] = imbalance_table(counts, "female", 1, prior=10).rows
    assert mirrored[0] == "b"
    assert mirrored[4] == pytest.approx(expected)
    assert exp(expected) == pytest.approx(32 * 98 / (78 * 12))


def test_years_have_a_verdict_only_from_enough_cases():
    values = {("year", "2013", "none"): 4, ("year", "2014", "male"): 3, ("year", "unknown", "male"): 2}
    values |= {("year", "2015", "female"): 60, ("year", "2015", "male"): 10, ("year", "2016", "female"): 20}
    values |= {("year", "2016", "male"): 20, ("year", "2017", "male"): 50}
    table = years_table(Counts(values))
    assert [(row[0], row[1], row[6]) for row in table.rows] == [
        ("2014", 3, "no verdict"),
        ("2015", 70, "more female"),
        ("2016", 40, "no difference shown"),
        ("2017", 50, "more male"),
    ]
    assert "2 texts have no year." in table.note
    assert "no year" not in years_table(Counts({("year", "2015", "female"): 50})).note


@all_rows
def test_website_of_a_url(url, host):
    assert (
        websites(Dataset.from_dict({"url": [url, "http://a.b"]}).with_format("arrow")["url"][:]).to_pylist()[0] == host
    )
