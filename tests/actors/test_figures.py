"""Pictures show what the tables say, in words too."""

import random

import pytest
from actor_rows import corpus, person, random_texts, text

from hf_genderfair.actors.figures import article_shares_figure, years_figure
from hf_genderfair.actors.tables import article_shares_table, coverage_table, strata_tables
from hf_genderfair.actors.totals import count_actors
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.report.figures import TooFewToDrawError

pytest.importorskip("matplotlib")

ROWS = random_texts(400)
YEARS = [str(random.Random(place).choice([1986, 2004, 2023])) for place in range(390)] + [None] * 10
TOTALS = count_actors(corpus(ROWS, date=YEARS), by="date")


def test_the_same_table_gives_the_same_bytes():
    table = strata_tables(TOTALS)[1]
    first, second = years_figure(table), years_figure(table)
    assert first == second
    assert first.png.startswith(b"\x89PNG")
    assert first.svg.startswith("<svg ")
    table = article_shares_table(TOTALS)
    assert article_shares_figure(table) == article_shares_figure(table)


def test_words_of_a_picture_hold_all_values():
    table = strata_tables(TOTALS)[0]
    figure = years_figure(table)
    for row in (dict(zip(table.columns, row, strict=True)) for row in table.rows):
        said = f"{row['date']} {row['share of female']:.0%}"
        assert (said in figure.alt) is (row["date"] != "unknown")
    assert "Texts without a year are left out." in figure.caption
    shares = article_shares_figure(article_shares_table(TOTALS))
    assert all(f"{row[0]}: {row[2]:.1%} ({row[1]:,})" in shares.alt for row in article_shares_table(TOTALS).rows)


def test_few_texts_and_absent_quantities_are_said():
    totals = count_actors(corpus([text(person("female"))] * 3, date=["2023"] * 3), by="date")
    with pytest.raises(GenderfairError, match="every year has too few texts"):
        years_figure(strata_tables(totals)[0])
    mixed = corpus([text(person("female"))] * 43, date=["2023"] * 3 + ["2004"] * 40)
    figure = years_figure(strata_tables(count_actors(mixed, by="date"))[0])
    assert "2023 100% in 3 texts, no verdict" in figure.alt
    assert "Hollow" in figure.caption
    mentions = [person("female"), person("male", named=0, pronouns=1, objects=1)]
    rare = count_actors(
        corpus([text(person("female", subjects=1))] * 40 + [text(*mentions)], date=["2023"] * 41), "date"
    )
    figure = years_figure(strata_tables(rare)[2])
    assert "Not drawn, since every year has too few texts: objects." in figure.caption
    assert "objects: 2023" in figure.alt
    one_sided = count_actors(corpus([text(person("male", subjects=1))] * 40, date=["2023"] * 40), by="date")
    roles = years_figure(strata_tables(one_sided)[2])
    assert "Hollow" not in roles.caption
    assert "subjects: 2023 0% (0% to 9%) in 40 texts; objects: none; passive subjects: none" in roles.alt


def test_what_cannot_be_drawn_is_said():
    sections = count_actors(corpus(ROWS, section=["sport"] * 400), by="section")
    with pytest.raises(GenderfairError, match="at least one year"):
        years_figure(strata_tables(sections)[0])
    with pytest.raises(GenderfairError, match="tables of strata_tables"):
        years_figure(coverage_table(TOTALS))
    with pytest.raises(GenderfairError, match="table of article_shares_table"):
        article_shares_figure(coverage_table(TOTALS))
    few = article_shares_table(count_actors(corpus([text(person("female"))] * 29)))
    with pytest.raises(TooFewToDrawError, match="fewer than 30 texts have a woman or a man"):
        article_shares_figure(few)
    with pytest.raises(GenderfairError, match="at least one text"):
        article_shares_figure(article_shares_table(count_actors(corpus([text()]))))
