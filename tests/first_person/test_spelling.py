from golden import all_rows

from hf_genderfair.first_person.spelling import polish_spelling, read
from hf_genderfair.first_person.tagger import LABELS, FirstPerson, find_expressions
from hf_genderfair.lexicons.loader import load_lexicon


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


@all_rows
def test_the_text_decides(text, settings, expected):
    assert label(text, **settings) == expected


def test_all_collisions_are_settled_and_places_are_those_of_the_text_as_typed():
    spelling = polish_spelling()
    for word, status, _ in load_lexicon("pl_unaccented_collisions").rows:
        # tyłem is ambiguous with its diacritics already
        assert (spelling.form(word) is None) is (status == "ambiguous" or word == "tylem"), word
    assert [spelling.restored(word) for word in ("glodna", "praca", "wraca")] == ["głodna", None, None]
    reading = read("Wczoraj niebylam, byl em. Poszlem.", True)
    assert reading.text == "Wczoraj nie byłam, byłem. Poszedłem."
    assert [reading.typed(place) for place in (0, 12, 17, 19, 24, 26, 35)] == [0, 11, 16, 18, 24, 26, 33]
