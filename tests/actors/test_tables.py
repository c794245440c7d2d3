"""Tables show every figure with n and interval, and nothing where nothing is known."""

import pytest
from actor_rows import corpus, masculine_noun, person, random_texts, text
from golden import all_rows

from hf_genderfair.actors.columns import QUANTITIES
from hf_genderfair.actors.tables import (
    OVER_TIME,
    actors_table,
    article_shares_table,
    coverage_table,
    evidence_table,
    per_text_table,
    quantities_table,
    ratios_table,
    sentiment_table,
    strata_tables,
)
from hf_genderfair.actors.totals import COUNTED, count_actors
from hf_genderfair.core.counts import SHARE_BINS
from hf_genderfair.languages.types import PERSON_GENDERS
from hf_genderfair.report.render import table_markdown

ROWS = random_texts(200)
TOTALS = count_actors(corpus(ROWS, year=["2004"] * 120 + ["2023"] * 70 + [None] * 10), by="year")
TABLES = (
    actors_table,
    quantities_table,
    ratios_table,
    sentiment_table,
    per_text_table,
    article_shares_table,
    coverage_table,
    evidence_table,
)
ONLY_WOMEN = count_actors(corpus([text(person("female", subjects=1, predications=1, sentiment=100))] * 40))


def cells(table):
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


@pytest.mark.parametrize("make", TABLES, ids=lambda make: make.__name__)
def test_every_table_can_be_printed(make):
    for stratum in (None, *TOTALS.strata):
        table = make(TOTALS, stratum)
        assert len(set(table.columns)) == len(table.columns)
        assert len(table_markdown(table).splitlines()) >= len(table.rows)
    assert make(ONLY_WOMEN).columns == make(count_actors(corpus([]))).columns


def test_actors_strata_and_quantities_have_figures_and_verdicts():
    rows = cells(actors_table(TOTALS))
    assert [row["gender"] for row in rows] == list(PERSON_GENDERS)
    assert sum(row["actors"] for row in rows) == sum(
        row[f"{gender}_actors"] for row in ROWS for gender in PERSON_GENDERS
    )
    assert sum(row["share of mentions"] for row in rows) == pytest.approx(1)
    assert all(row["low"] < row["share of actors"] < row["high"] for row in rows)
    tables = strata_tables(TOTALS)
    assert [table.name for table in tables] == list(OVER_TIME)
    rows = cells(tables[0])
    assert [row["year"] for row in rows] == ["2004", "2023", "unknown"] * 2
    assert rows[2]["verdict"] == "no verdict"
    assert rows[2]["low"] is None
    assert sum(row["male"] for row in rows[:3]) == TOTALS.total("male", "mentions")
    rows = cells(quantities_table(TOTALS))
    assert [row["quantity"] for row in rows] == [QUANTITIES[quantity] for quantity in COUNTED]
    for row in rows:
        assert row["all"] == sum(row[gender] for gender in PERSON_GENDERS)
        if row["share of female"] is not None:
            assert row["share of female"] == row["female"] / (row["female"] + row["male"])
    assert rows[0]["verdict"] == "more male"
    agents = next(row for row in rows if "agent" in row["quantity"])
    assert (agents["share of female"], agents["verdict"], agents["texts"]) == (None, "no verdict", 0)


@all_rows
def test_shares_of_one_text_stand_where_they_belong(female, male, expected):
    """The other way round, a share stands in the class on the other side."""
    for pair, name in (((female, male), expected), ((male, female), SHARE_BINS[::-1][SHARE_BINS.index(expected)])):
        people = [person(gender, named=number) for gender, number in zip(PERSON_GENDERS, pair, strict=False) if number]
        rows = cells(article_shares_table(count_actors(corpus([text(*people), text()]))))
        assert [row["share of female"] for row in rows if row["texts by mentions"]] == [name]
        assert sum(row["share of texts by mentions"] for row in rows) == 1


def test_evidence_and_bounds():
    unmarked = person("unknown", evidence=masculine_noun())
    women = [person("female", gender_evidence=source) for source in ("words", "words", "names")]
    men = [person("male", gender_evidence=source) for source in ("pronouns", "names")]
    group = person("unknown", group=True, evidence=masculine_noun())
    rows = cells(evidence_table(count_actors(corpus([text(*women, unmarked, group), text(*men, unmarked)]))))
    shares = {row["evidence"]: (row["women"], row["women and men"], row["share of women"]) for row in rows}
    assert shares == {
        "all evidence": (3, 5, 0.6),
        "what persons say of themselves": (0, 0, None),
        "pronouns": (0, 1, 0.0),
        "titles, nouns and their endings": (2, 2, 1.0),
        "first names alone": (1, 2, 0.5),
        "bound: all whom a masculine noun alone names are men": (3, 7, pytest.approx(3 / 7)),
        "bound: none of them is a man": (5, 7, pytest.approx(5 / 7)),
    }
