"""Figures are images with words, and the same table gives the same bytes."""

from __future__ import annotations

import sys

import pytest

from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import GenderfairError, MissingDependencyError
from hf_genderfair.first_person.figures import share_by_year
from hf_genderfair.first_person.statistics import years_table
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


@pytest.mark.parametrize("table", [years(y2013=(0, 2)), years(y2013=(50, 0)), years(y2013=(50, 0), y2090=(0, 70))])
def test_extreme_shares_can_be_drawn(table):
    assert share_by_year(table).png


def test_a_table_without_years_is_refused():
    with pytest.raises(GenderfairError, match="at least one year"):
        share_by_year(years())
    with pytest.raises(GenderfairError, match="'year'"):
        share_by_year(Table("t", "t", ["website"], []))


def test_without_matplotlib_it_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.style", None)
    with pytest.raises(MissingDependencyError, match=r"hf-genderfair\[plots\]"):
        share_by_year(TABLE)
