"""Pictures show what the tables say, in words too."""

import random

import pytest
from actor_rows import corpus, random_texts

from hf_genderfair.actors.findings import article_shares_figure, years_figure
from hf_genderfair.actors.tables import article_shares_table, strata_tables
from hf_genderfair.actors.totals import count_actors

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
