"""Texts in any Unicode form: the same words are found, at the offsets of the text as it is given."""

import unicodedata

import pyarrow as pa
from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.spans import Edit, edit_text, restore_text
from hf_genderfair.core.text_view import LONGEST_WORD, column_view, long_words, text_view

RUNS = [letter * length for letter in "aß" for length in (LONGEST_WORD // 2, LONGEST_WORD, LONGEST_WORD + 1)]
SIGNS = "\u00ad\u200b\u200d\ufeff\u2011\u2212\u0301\u0303\u0323"
SOME_TEXT = st.lists(
    st.sampled_from(
        [*"aeñ .*각\u1100\u1161\u11a8\u0958\u0340👩", *RUNS, *SIGNS, "&quot;", "&#322;", "&shy;", "&acE;", "&x;", "&"]
    )
).map("".join)


@given(SOME_TEXT)
def test_offsets_rise_and_lead_there_and_back(text):
    view = text_view(text)
    places = range(len(view.text) + 1)
    starts, ends = [view.start_as_given(place) for place in places], [view.end_as_given(place) for place in places]
    assert starts == sorted(starts)
    assert ends == sorted(ends)
    assert (ends[0], starts[-1]) == (0, len(text))
    for place in places:
        assert ends[place] <= starts[place]
        assert view.offset_within(starts[place]) == view.offset_within(ends[place]) == place
    assert all(starts[place - 1] < ends[place] for place in places[1:])


@given(SOME_TEXT, SOME_TEXT)
def test_a_part_is_read_like_a_text_of_its_own(before, text):
    part, alone = text_view(before + text + before, len(before), len(before + text)), text_view(text)
    assert part.text == alone.text
    assert [part.start_as_given(place) - len(before) for place in range(len(part.text) + 1)] == [
        alone.start_as_given(place) for place in range(len(part.text) + 1)
    ]


@given(SOME_TEXT, st.data())
def test_edits_of_what_is_read_fit_the_text_and_can_be_undone(text, data):
    view = text_view(text)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(view.text)), max_size=6)))
    spans = list(zip(cuts[::2], cuts[1::2], strict=False))
    words = [(start, end, view.text[start:end]) for start, end in spans]
    read = [Edit(*word, data.draw(st.sampled_from(["", "e", "añ*e", word[2] + "in"])), "", "") for word in words]
    edits = [view.edit(edit) for edit in read]
    edited = edit_text(text, edits)
    assert restore_text(edited, edits) == text
    if text == view.text:
        assert edits == read


@all_rows
def test_what_is_read(text, read):
    assert text_view(text).text == read


def test_of_a_long_word_the_ends_are_read_and_an_edit_keeps_signs():
    inner = "x" * 5_000
    text = f"Die „{'A' * 100}{inner}{'o' * 94}lehrer“ warten, {'y' * LONGEST_WORD}."
    view = text_view(text)
    assert view.text == text.replace(inner, "")
    start = view.text.index("lehrer")
    assert text[slice(*view.span_as_given(start, start + 6))] == "lehrer"
    word = view.text[5 : 5 + LONGEST_WORD]
    edit = view.edit(Edit(5, 5 + LONGEST_WORD, word, f"{word}*innen", "noun", ""))
    assert edit_text(text, [edit]) == text.replace("lehrer", "lehrer*innen")
    texts = pa.array([None, "Tee.", text, "", f"{'ę' * 300}\n{'ż' * 300}", "http://a.example/" + "b/c" * 100])
    assert (list(column_view(texts).views), long_words(texts)) == ([2, 4], 3)
    text = "Die Au\u00adto\u2011Ha\u0308nd\u00adler warten."
    view = text_view(text)
    edit = view.edit(Edit(4, 16, "Auto-Händler", "Auto-Händler*innen", "noun", ""))
    assert edit_text(text, [edit]) == "Die Au\u00adto\u2011Händ\u00adler*innen warten."


@given(st.lists(st.none() | SOME_TEXT))
def test_a_column_is_read_like_its_texts(texts):
    column = column_view(pa.array(texts, pa.large_string()))
    read = [text if text is None else text_view(text).text for text in texts]
    assert [text and unicodedata.normalize("NFC", text) for text in column.texts.to_pylist()] == [
        text and unicodedata.normalize("NFC", text) for text in read
    ]
    for row, view in column.views.items():
        assert view == text_view(texts[row] or "")
