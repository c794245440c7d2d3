from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.evidence import HOME, MINIMUM_SHARE, first_name_gender, person_noun_gender, title_gender
from hf_genderfair.lexicons.loader import load_lexicon

GENDERS = {"female", "male", "neutral", "unknown"}


def gender(evidence):
    return evidence and evidence.gender


@all_rows
def test_titles(lang, form, expected):
    assert gender(title_gender(form, lang)) == expected


@all_rows
def test_person_nouns(lang, lemma, number, expected):
    assert gender(person_noun_gender(lemma, lang, number)) == expected


@all_rows
def test_first_names(lang, name, expected):
    assert gender(first_name_gender(name, lang)) == expected


@given(st.sampled_from(sorted(HOME)), st.sampled_from([row[0] for row in load_lexicon("first_names").rows[::97]]))
def test_verdicts_keep_what_they_promise(lang, name):
    evidence = first_name_gender(name, lang)
    assert evidence.n > 0
    assert evidence.interval.low <= evidence.interval.value <= evidence.interval.high
    limits = {"female": (MINIMUM_SHARE, 1), "male": (0, 1 - MINIMUM_SHARE), "unknown": (0, 1)}[evidence.gender]
    assert limits[0] - 1e-9 <= evidence.probability <= limits[1] + 1e-9
    for written in (name.upper(), name.title(), name.replace(" ", "-"), f" {name}'s "):
        assert first_name_gender(written, lang).gender == evidence.gender


@given(st.text(max_size=20), st.sampled_from([*sorted(HOME), "xx"]))
def test_any_text_gets_an_answer(text, lang):
    for evidence in (title_gender(text, lang), person_noun_gender(text, lang), first_name_gender(text, lang)):
        assert evidence is None or evidence.gender in GENDERS
