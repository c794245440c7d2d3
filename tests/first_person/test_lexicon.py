import random

import morfeusz2
import pytest
from as_one_test import as_one_test
from golden import all_rows

from hf_genderfair.first_person.lexicon import first_person_forms

FORMS = first_person_forms()


def readings(analyser, word):
    return {(tag, lemma.split(":")[0]) for _, _, (_, lemma, tag, *_) in analyser.analyse(word)}


def gender_of(tags):
    return {"female" if ":f:" in tag else "male" for tag in tags if ":pri:" in tag and ":n:" not in tag}


@pytest.fixture(scope="module")
def analyser():
    return morfeusz2.Morfeusz(praet="composite")


def test_a_sample_agrees_with_morfeusz(analyser):
    words = sorted(FORMS.all_first_person())
    assert 117_000 < len(words) < 118_000
    for word in random.Random(7).sample(words, 3000):
        tags = {tag for tag, _ in readings(analyser, word)}
        form = FORMS.first_person(word)
        assert form.gender in gender_of(tags), word
        start = {"past": "praet", "conditional": "cond", "winien": "winien"}[form.kind]
        assert any(tag.startswith(start) and ":pri" in tag for tag in tags), word


def test_plurals_and_predicates_agree_with_morfeusz(analyser):
    participles = [word for word, form in FORMS.participles.items() if form.gender == "female"]
    for word in random.Random(8).sample(sorted(participles), 400):
        plural = word[:-1] + "yśmy"
        form = FORMS.first_person(plural)
        assert (form.gender, form.kind, form.status) == ("female", "past_plural", "asymmetric")
        assert any(tag.startswith("praet:pl:m1:pri") for tag, _ in readings(analyser, form.counterpart)), plural
    for word in random.Random(9).sample(sorted(FORMS.adjectives), 1000):
        predicate = FORMS.predicate(word)
        tags = {tag for tag, _ in readings(analyser, predicate.counterpart)}
        assert any("nom" in tag and ":f:" in tag for tag in tags), (word, predicate)


@all_rows
def test_forms(word, gender, counterpart, status):
    form = FORMS.first_person(word)
    assert (form.gender, form.counterpart, form.status) == (gender, counterpart, status)


@as_one_test("word", ["źródłem", "posłem", "odwołam", "mam", "stołem", "łem", "łam", "", "śmy", "niósłem"])
def test_other_words_are_no_forms(word):
    assert FORMS.first_person(word) is None


def test_counterparts_come_in_pairs():
    for word in random.Random(1).sample(sorted(FORMS.all_first_person()), 5000):
        other = FORMS.first_person(FORMS.first_person(word).counterpart)
        assert other is not None, word
        assert {other.gender, FORMS.first_person(word).gender} == {"female", "male"}


@all_rows
def test_predicates(word, gender, kind, counterpart):
    assert FORMS.predicate(word) == (gender, kind, counterpart)
