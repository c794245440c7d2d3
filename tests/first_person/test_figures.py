"""Figures are images with words, and the same table gives the same bytes."""

import sys

import pytest

from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import GenderfairError, MissingDependencyError
from hf_genderfair.first_person.figures import share_by_year
from hf_genderfair.first_person.statistics import fragments_table, years_table
from hf_genderfair.recipes.corpus_recipe import corpus_tables, draw_report
from hf_genderfair.report.figures import TooFewToDrawError
from hf_genderfair.report.render import render_html
from hf_genderfair.report.report import Report, Table


def years(**shares):
    values = {}
    for year, (female, male) in shares.items():
        values |= {("year", year[1:], "female"): female, ("year", year[1:], "male"): male}
    return years_table(Counts(values))


TABLE = years(y2013=(2, 1), y2014=(40, 60), y2016=(70, 30))


def test_the_figure_is_an_image_with_words():
    figure = share_by_year(TABLE)
    assert figure.png.startswith(b"\x89PNG")
    assert figure.alt == (
        "Share of female fragments by year from 2013 to 2016. "
        "2013: 67% of 3 (no verdict), 2014: 40% of 100, 2016: 70% of 100."
    )
    assert "Hollow: too few cases for a verdict" in figure.caption
    assert figure.alt in render_html(Report("A corpus", "pl", tables=[TABLE]), figure)


def test_the_same_table_gives_the_same_bytes_and_another_does_not():
    assert share_by_year(TABLE).png == share_by_year(TABLE).png
    assert share_by_year(TABLE).png != share_by_year(years(y2013=(200, 100), y2014=(40, 60), y2016=(70, 30))).png


@pytest.mark.parametrize("table", [years(y2013=(50, 0)), years(y2013=(50, 0), y2090=(0, 70))])
def test_extreme_shares_can_be_drawn(table):
    assert share_by_year(table).png


def test_all_texts_are_drawn_where_every_year_has_too_few():
    counts = {("fragments", "female"): 20, ("fragments", "male"): 20}
    counts |= {("year", str(year), gender): 4 for year in range(2010, 2015) for gender in ("female", "male")}
    with pytest.raises(TooFewToDrawError, match="every year has too few texts"):
        share_by_year(years_table(Counts(counts)))
    drawn, figures = draw_report(Report("A corpus", "pl", tables=corpus_tables(Counts(counts))))
    assert list(figures) == ["share_of_all.png"]
    assert figures["share_of_all.png"].alt == (
        "Texts by their first-person forms (n = 40): feminine forms 50.0% (35.2% to 64.8%), "
        "masculine forms 50.0% (35.2% to 64.8%)."
    )
    assert drawn.tables[-1].name == "years"
    assert drawn.tables[-1].note.endswith("There is no picture: every year has too few texts.")
    few, figures = draw_report(Report("A corpus", "pl", tables=[fragments_table(Counts({("fragments", "male"): 3}))]))
    assert figures == {}
    assert few.tables[0].note.endswith("There is no picture: there are too few texts for intervals.")


def test_a_table_without_years_is_refused():
    with pytest.raises(GenderfairError, match="at least one year"):
        share_by_year(years())
    with pytest.raises(GenderfairError, match="'year'"):
        share_by_year(Table("t", "t", ["website"], []))


def test_without_matplotlib_it_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.style", None)
    with pytest.raises(MissingDependencyError, match=r"hf-genderfair\[plots\]"):
        share_by_year(TABLE)
