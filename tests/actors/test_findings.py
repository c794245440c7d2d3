"""Pictures and examples of actors, and files of strata."""

import random

import pytest
from actor_rows import corpus, random_texts
from datasets import Dataset
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair import ActorMetrics, annotate
from hf_genderfair.actors.findings import (
    actor_examples,
    article_shares_figure,
    file_names,
    quote_examples,
    years_figure,
)
from hf_genderfair.actors.tables import article_shares_table, strata_tables
from hf_genderfair.actors.totals import count_actors


@given(st.lists(st.text(min_size=1), unique=True))
def test_names_of_files_are_safe_and_unique(labels):
    names = file_names(labels)
    assert list(names) == labels
    assert len({name.casefold() for name in names.values()}) == len(labels)
    assert all(len(f"actors_{name}.txt".encode()) <= 255 and "/" not in name for name in names.values())


TEXTS = ["Mary Miller met her brother. She said: “The tea is cold.”", "It rained.", None]


def rows():
    return annotate(Dataset.from_dict({"text": TEXTS}), ActorMetrics("en"))


def test_persons_have_one_number_each_and_quotes_their_speaker():
    [example] = actor_examples(rows())
    found = {(piece.text, piece.label) for piece in example.pieces if piece.mark == "person"}
    assert {("Mary Miller", "1"), ("her", "1"), ("She", "1")} <= found
    assert example.reason.startswith("1: female (“")
    assert "".join(piece.text for piece in example.pieces) == TEXTS[0]
    [example] = quote_examples(rows())
    marks = {piece.mark: (piece.text, piece.label) for piece in example.pieces}
    assert "The tea is cold" in marks["marked"][0]
    assert marks["person"] == ("She", "speaker")
    assert example.reason.startswith("direct quote; speaker: female (“")


pytest.importorskip("matplotlib")

ROWS = random_texts(400)
YEARS = [str(random.Random(place).choice([1986, 2004, 2023])) for place in range(390)] + [None] * 10
TOTALS = count_actors(corpus(ROWS, date=YEARS), by="date")


def test_the_same_table_gives_the_same_bytes_and_words_that_hold_all_values():
    table = strata_tables(TOTALS)[1]
    first, second = years_figure(table), years_figure(table)
    assert first == second
    assert first.png.startswith(b"\x89PNG")
    assert first.svg.startswith("<svg ")
    table = article_shares_table(TOTALS)
    assert article_shares_figure(table) == article_shares_figure(table)
    table = strata_tables(TOTALS)[0]
    figure = years_figure(table)
    for row in (dict(zip(table.columns, row, strict=True)) for row in table.rows):
        said = f"{row['date']} {row['share of female']:.0%}"
        assert (said in figure.alt) is (row["date"] != "unknown")
    assert "Texts without a year are left out." in figure.caption
    shares = article_shares_figure(article_shares_table(TOTALS))
    assert all(f"{row[0]}: {row[2]:.1%} ({row[1]:,})" in shares.alt for row in article_shares_table(TOTALS).rows)
