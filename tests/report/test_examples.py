"""Examples show what changed, are drawn by seed, and hold nobody's address."""

from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.spans import Edit, edit_text
from hf_genderfair.report.examples import (
    DRAWN,
    LONG,
    SHOWN,
    Highlight,
    changed_example,
    choose_examples,
    draw_rows,
    edited_example,
    marked_example,
    masked_example,
)
from hf_genderfair.report.report import Piece, TextExample


def text_of(example, left_out):
    return "".join(piece.text for piece in example.pieces if piece.mark != left_out)


def test_rows_are_drawn_by_seed_and_offensive_texts_are_masked():
    assert (draw_rows(0), draw_rows(7)) == ([], list(range(7)))
    drawn = draw_rows(10_000, 3)
    assert drawn == draw_rows(10_000, 3) != draw_rows(10_000, 4)
    assert len(set(drawn)) == DRAWN
    assert masked_example("Removed", " Übel ist es. ").pieces == [Piece("Ü••• i•• e•.", "masked")]


def test_edits_are_shown_before_and_after_and_far_spans_apart():
    text = "The chair opened the meeting, and he left with his hat. " + "It rained. " * 60
    edits = [Edit(34, 36, "he", "they", "pronoun", "x"), Edit(47, 50, "his", "their", "pronoun", "x")]
    example = edited_example("Rewritten", text, edits)
    assert text.startswith(text_of(example, "inserted").removesuffix("\N{NO-BREAK SPACE}…"))
    assert edit_text(text, edits).startswith(text_of(example, "deleted").removesuffix("\N{NO-BREAK SPACE}…"))
    assert len(text_of(example, "inserted")) < 200
    text = "She saw her. " * 100
    example = marked_example("words", text, [Highlight(0, 3), Highlight(0, 7), Highlight(8, 11), Highlight(1200, 1203)])
    assert [piece.text for piece in example.pieces if piece.mark == "marked"] == ["She", "her"]
    middle = marked_example("words", text, [Highlight(650, 653)])
    assert (middle.pieces[0], middle.pieces[-1]) == (Piece("… "), Piece("\N{NO-BREAK SPACE}…"))


@given(st.text(max_size=60), st.text(max_size=60))
def test_both_sides_of_a_pair_are_shown(before, after):
    example = changed_example("pair", before, after)
    assert (text_of(example, "inserted"), text_of(example, "deleted")) == (before, after)


def test_a_handful_of_each_kind_is_drawn_from_all_and_for_each_reason():
    many = [TextExample(kind, [Piece(f"{kind} {number}")]) for number in range(9) for kind in ("b", "a")]
    chosen = choose_examples([*many, *many])
    assert [example.kind for example in chosen] == ["b"] * SHOWN + ["a"] * SHOWN
    changed = TextExample("c", [Piece("He", "deleted"), Piece("She", "inserted")])
    assert [example.kind for example in choose_examples([*many[:2], changed])] == ["c", "b", "a"]
    assert choose_examples([TextExample("k", [Piece("a" * (LONG + 1))]), TextExample("k", [Piece(" ")])]) == []
    personal = ["Write to ola@tea.example", "Call +49 30 1234567", "Tel. (030) 123-4567"]
    assert choose_examples(TextExample("k", [Piece(text)]) for text in personal) == []
    alike = [TextExample("k", [Piece(f"text {number}")], "frequent") for number in range(100)]
    rare = TextExample("k", [Piece("another text")], "rare")
    chosen = choose_examples([*alike, rare])
    assert chosen == choose_examples([*alike, rare])
    assert rare in chosen
    assert [each for each in chosen if each != rare] != alike[: SHOWN - 1]
