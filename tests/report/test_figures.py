"""One helper draws all pictures: panels in which all is too few are left out, and a sentence says why."""

import pytest

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.report.figures import (
    Dot,
    TooFewToDrawError,
    dots_figure,
    draw_in_report,
    draw_table,
    enough_to_draw,
    kept_and_left_out,
    parts_figure,
)
from hf_genderfair.report.report import Report, Table

pytest.importorskip("matplotlib")

TABLE = Table("shares", "Shares", ["share"], [[0.5]], "Of 3 texts.")
WIDE, BARE = Dot("women", 0.5, 0.2, 0.8, (0.5, 0.5)), Dot("men", 0.5, None, None)


def test_panels_and_dots_without_any_interval_are_not_drawn():
    drawn, said = enough_to_draw({"a": [WIDE, BARE], "b": [BARE], "c": []}, lambda dot: dot.low is None, "it is small")
    assert (drawn, said) == ({"a": [WIDE, BARE]}, "Not drawn, since it is small: b.")
    assert enough_to_draw({"a": [WIDE]}, lambda dot: dot.low is None, "it is small") == ({"a": [WIDE]}, "")
    with pytest.raises(TooFewToDrawError, match=r"^There is no picture: it is small\.$"):
        enough_to_draw({"b": [BARE]}, lambda dot: dot.low is None, "it is small")
    caption = dots_figure("Shares", [WIDE, BARE], "").caption
    assert caption == "Hollow: too few cases for a verdict. A cross: the target. "
    assert "Hollow" not in dots_figure("Shares", [WIDE], "").caption
    assert (
        "A band: the range that was the target."
        in dots_figure("Shares", [WIDE._replace(target=(0.4, 0.6))], "").caption
    )
    with pytest.raises(TooFewToDrawError, match="too few texts for intervals"):
        dots_figure("Shares", [BARE], "")
    with pytest.raises(GenderfairError, match="at least one share"):
        dots_figure("Shares", [], "")


def test_a_table_says_why_it_is_not_drawn_also_within_a_report():
    table, figures = draw_table(TABLE, "shares.png", lambda: dots_figure("Shares", [BARE], ""))
    assert table.note == "Of 3 texts. There is no picture: there are too few texts for intervals."
    assert figures == {}
    table, figures = draw_table(TABLE, "shares.png", lambda: dots_figure("Shares", [WIDE], "Lines."))
    assert (table, figures["shares.png"].alt) == (TABLE, "Shares: women 50.0% (20.0% to 80.0%).")
    assert draw_table(TABLE, "shares.png", lambda: parts_figure("Parts", {})) == (TABLE, {})
    report = Report("T", "en", tables=[TABLE, Table("others", "Others", ["n"], [[1]])])
    drawn, _ = draw_in_report(report, "others", "others.png", lambda: dots_figure("Shares", [BARE], ""))
    assert [table.name for table in drawn.tables] == ["shares", "others"]
    assert drawn.tables[1].note == "There is no picture: there are too few texts for intervals."
    assert draw_in_report(report, "none", "none.png", lambda: dots_figure("Shares", [WIDE], "")) == (report, {})


def test_parts_are_named_with_their_numbers_and_rare_reasons_drawn_as_one():
    parts = {"train": 1200, "in none: a website with more texts of one gender than of the other": 3, "test": 0}
    figure = parts_figure("Texts", parts, "A note.")
    assert figure == parts_figure("Texts", parts, "A note.")
    assert figure.alt == f"Texts: train 1,200, {list(parts)[1]} 3, test 0."
    assert "1,200" in figure.svg
    with pytest.raises(GenderfairError, match="not empty"):
        parts_figure("Texts", {"train": 0})
    parts = kept_and_left_out(5, {f"reason_{number}": 10 + number for number in range(8)})
    assert list(parts.values()) == [5, 17, 16, 15, 14, 13, 12, 10 + 11]
    assert list(parts)[::7] == ["kept", "left out: other reasons"]
    assert list(kept_and_left_out(5, {"duplicate": 2})) == ["kept", "left out: it repeats an earlier one"]
