import pytest
from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.first_person.spelling import polish_spelling, read
from hf_genderfair.first_person.tagger import LABELS, FirstPerson, find_expressions
from hf_genderfair.lexicons.loader import load_lexicon

ACCENTED = "Wczoraj mówiłeś, że zażółcisz gęślą jaźń. "


def label(text, **settings):
    return LABELS[FirstPerson("pl", **settings)({"text": [text]})["first_person"][0]]


def found(text, diacritics="auto"):
    expressions = find_expressions([text], "window", diacritics)
    return [f"{text[e.start : e.end]}|{e.gender}|{e.counterpart}|{e.status}" for e in expressions]


@all_rows
def test_words_and_constructions_without_diacritics(text, expected):
    assert found(text) == expected
    assert [item for item in found(text, "required") if item.endswith("|ok")] == [
        item for item in expected if item.endswith("|ok")
    ]


@all_rows
def test_split_glued_and_misspelt_forms_count_in_every_text(text, expected):
    assert found(text) == expected
    assert not [item for item in found(text, "required") if "misspelt" in item]


@all_rows
def test_what_is_another_word_without_diacritics_does_not_count(text):
    assert label(text) == "none"


def test_the_text_decides():
    assert label("Zrobilam obiad.") == "female"
    assert label(ACCENTED + "Zrobilam obiad.") == "none"
    assert label(ACCENTED + "Zrobilam obiad.", diacritics="optional") == "female"
    assert label("Zrobilam obiad.", diacritics="required") == "none"
    long = "Potem bylo spokojnie i nikt nie pytal o droge. " * 10
    assert label(f"{long} Zrobilam obiad. Ładnie!") == "female"
    assert label(f"{long} Zrobilam obiad. {ACCENTED * 3}") == "none"


def test_all_collisions_are_settled():
    spelling = polish_spelling()
    for word, status, _ in load_lexicon("pl_unaccented_collisions").rows:
        # tyłem is ambiguous with its diacritics already
        assert (spelling.form(word) is None) is (status == "ambiguous" or word == "tylem"), word
    assert [spelling.restored(word) for word in ("glodna", "praca", "wraca")] == ["głodna", None, None]


def test_places_are_those_of_the_text_as_typed():
    reading = read("Wczoraj niebylam, byl em. Poszlem.", True)
    assert reading.text == "Wczoraj nie byłam, byłem. Poszedłem."
    assert [reading.typed(place) for place in (0, 12, 17, 19, 24, 26, 35)] == [0, 11, 16, 18, 24, 26, 33]


pieces = st.sampled_from(
    ["bylam", "Jestem ", "bede ", "zmeczona", " em ", "niebylam ", "poszlem", "chodzil em", "łąm ", "był em", " sama "]
)
noise = st.lists(st.text(st.sampled_from(list(" \n.,ąłbym")), max_size=4) | pieces, max_size=16).map("".join)


@pytest.mark.parametrize("diacritics", ["auto", "optional"])
@given(texts=st.lists(noise, max_size=4))
def test_any_text_gives_ordered_expressions_inside_it(diacritics, texts):
    previous = (-1, -1)
    for expression in find_expressions(texts, "window", diacritics):
        text = texts[expression.row]
        assert 0 <= expression.start < expression.end <= len(text)
        assert previous < (expression.row, expression.start)
        assert text[expression.start : expression.end].strip()
        previous = (expression.row, expression.start)
