import itertools

from as_one_test import as_one_test
from golden import table
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.spans import edit_text
from hf_genderfair.languages.german.person_phrase import GenderedWord
from hf_genderfair.rewriting.forms import FORMS, render

WORDS = {written: forms for written, *forms in table(__file__, "form_words.tsv")}
ALONE = frozenset({"personal", "relative", "indefinite", "compound"})


def fair_words(marked):
    """Read a text in which words of `WORDS` stand in braces; a noun ends the phrase, + marks a plural."""
    text, words, phrase = "", [], 0
    for piece in marked.replace("}", "{").split("{"):
        if piece not in WORDS:
            text += piece
            continue
        masculine, feminine, star, rule = WORDS[piece]
        start = len(text)
        text += piece.rstrip("+_")
        number = -1 if rule in ALONE else phrase
        several = piece.endswith("+")
        words.append(GenderedWord(start, len(text), masculine, feminine, star, rule, "why", number, several))
        phrase += rule in ("noun", "nominalised")
    return text, words


def written(marked, form):
    text, words = fair_words(marked)
    return edit_text(text, render(text, words, form))


@as_one_test(("form", "marked", "expected"), table(__file__, "forms_golden.tsv"))
def test_golden(form, marked, expected):
    assert written(marked, form) == expected


def test_added_word_is_one_edit_with_the_word_before():
    text = "vom Arzt"
    words = [
        GenderedWord(0, 3, "vom", "von", "vom*von", "contraction", "why", 0),
        GenderedWord(3, 3, "", "der", "der", "contraction", "why", 0),
        GenderedWord(4, 8, "Arzt", "Ärztin", "Ärzt*in", "noun", "why", 0),
    ]
    edits = render(text, words, "star")
    assert [(edit.start, edit.end, edit.replacement) for edit in edits] == [(0, 3, "vom*von der"), (4, 8, "Ärzt*in")]
    assert edit_text(text, render(text, words, "pair")) == "von der Ärztin oder vom Arzt"


pieces = st.lists(
    st.one_of(st.sampled_from(sorted(WORDS)).map("{{{}}}".format), st.sampled_from(["und", "neue", "x,"]))
)


@given(pieces, st.sampled_from(FORMS))
def test_edits_are_in_order_fit_the_text_and_never_overlap(words, form):
    text, found = fair_words(" ".join(words))
    edits = render(text, found[::-1], form)
    assert all(text[edit.start : edit.end] == edit.original != edit.replacement for edit in edits)
    assert all(one.end <= two.start for one, two in itertools.pairwise(edits))


@given(pieces)
def test_what_is_written_so_already_needs_no_edit(words):
    text, found = fair_words(" ".join(words))
    starred, shift = [], 0
    for word in found:
        start = word.start + shift
        shift += len(word.star) - (word.end - word.start)
        starred.append(word._replace(start=start, end=start + len(word.star)))
    assert render(edit_text(text, render(text, found, "star")), starred, "star") == []
