"""Figures are images with words, and the same table gives the same bytes."""

import pytest

from hf_genderfair.core.counts import Counts
from hf_genderfair.first_person.statistics import fragments_table, share_by_year, years_table
from hf_genderfair.recipes.corpus_recipe import corpus_tables, draw_report
from hf_genderfair.report.figures import TooFewToDrawError
from hf_genderfair.report.render import render_html
from hf_genderfair.report.report import Report


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
        "Share of texts in feminine forms by year from 2013 to 2016. "
        "2013: 67% of 3 (no verdict), 2014: 40% of 100, 2016: 70% of 100."
    )
    assert "Hollow: too few cases for a verdict" in figure.caption
    assert figure.alt in render_html(Report("A corpus", "pl", tables=[TABLE]), figure)


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
