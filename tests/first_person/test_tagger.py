from pathlib import Path

import pytest
from as_one_test import as_one_test
from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.first_person.lexicon import Expression
from hf_genderfair.first_person.tagger import LABELS, FirstPerson, find_expressions

GOLDEN = Path(__file__).with_name("golden_pl.tsv")
PARTICIPLES = ("passive_participle", "active_participle")


def golden_rows():
    for line in GOLDEN.read_text(encoding="utf-8").splitlines()[1:]:
        text, label, expressions, *note = line.split("\t")
        if not any("doubtful" in part or "beyond reach" in part for part in note):
            yield text.replace("\\n", "\n"), label, expressions.split()


def lenient(kind):
    return "adjective" if kind in PARTICIPLES else kind


def found(text, context="window", **options):
    return list(find_expressions([text], context, **options))


def words(text, context="window", **options):
    return [text[e.start : e.end] for e in found(text, context, **options)]


def label(text, **settings):
    columns = FirstPerson("pl", **settings)({"text": [text]})
    return LABELS[columns["first_person"][0]]


@as_one_test(("text", "expected_label", "expected"), list(golden_rows()))
def test_golden_table(text, expected_label, expected):
    ours = [
        "|".join([text[e.start : e.end], e.gender, lenient(e.kind), e.status] + ["quoted"] * e.quoted)
        for e in found(text)
    ]
    wanted = ["|".join(map(lenient, item.split("|"))) for item in expected]
    assert ours == wanted
    assert label(text, diacritics="required") == expected_label


@all_rows
def test_context_says_how_far_to_look(text, none, adjacent, window):
    assert words(text, "none") == none
    assert words(text, "adjacent") == adjacent
    assert words(text, "window") == window


@all_rows
def test_offsets_are_code_points_and_counterparts_keep_the_case(text, start, end, counterpart):
    [expression] = found(text)
    assert (expression.start, expression.end, expression.counterpart) == (start, end, counterpart)


def test_quoted_words_do_not_decide_unless_asked_to():
    text = "Babcia mówiła: „Zawsze lubiłam lato”."
    assert label(text) == "none"
    assert label(text, quoted="count") == "female"
    assert [e.quoted for e in found(text)] == [True]


alphabet = st.sampled_from(list(" \n.,–-„”\"':/(łąęśżaemybiŁĄEMBKİẞ🎉\x00")) | st.characters(exclude_categories=["Cs"])
pieces = st.sampled_from(
    [*"byłam zrobiłem zmęczona bylam zmeczona niebylam poszlem /am liśmy".split(), "chodzil em", "był em"]
    + [f"{word} " for word in ("Jestem", "będę", "bede", " sam", " sama", "żebym", "com", " em", "łąm")]
)
noise = st.lists(st.text(alphabet, max_size=6) | pieces, max_size=20).map("".join)


@pytest.mark.parametrize("diacritics", ["auto", "optional"])
@given(texts=st.lists(noise, max_size=6))
def test_any_text_gives_ordered_expressions_inside_it(diacritics, texts):
    previous = (-1, -1)
    for expression in find_expressions(texts, "window", diacritics):
        assert isinstance(expression, Expression)
        text = texts[expression.row]
        assert 0 <= expression.start < expression.end <= len(text)
        assert previous < (expression.row, expression.start)
        assert text[expression.start : expression.end].strip()
        previous = (expression.row, expression.start)


@given(st.lists(noise, max_size=6), st.integers(1, 6))
def test_output_does_not_depend_on_the_batch(texts, size):
    whole = [tuple(e) for e in find_expressions(texts, "window")]
    parts = [
        (e.row + start, *tuple(e)[1:])
        for start in range(0, len(texts), size)
        for e in find_expressions(texts[start : start + size], "window")
    ]
    assert whole == parts
