"""How English nouns fit what a text says of a person, which names are no persons', and which nouns mean anybody."""

from as_one_test import as_one_test
from golden import all_rows

from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.languages.coreference.descriptions import ANYBODY, FITS, OPEN, SAME, Person, fit, role_of_word
from hf_genderfair.lexicons.loader import load_lexicon


def person(*words, named=True):
    return Person({role_of_word(word, "en") for word in words}, set(), set(), named)


def actors(text):
    return [(actor.name, actor.gender) for actor in next(ActorMetrics("en").read([text])).actors]


@as_one_test(
    ("word", "known", "named", "expected"),
    [
        ("surgeon", ["surgeon"], True, SAME),
        ("doctor", ["surgeon"], True, FITS),
        ("politician", ["senator"], True, FITS),
        ("president", ["senator"], True, 0),
        ("coach", ["striker"], True, 0),
        ("man", ["striker"], True, 0),
        ("man", ["striker"], False, ANYBODY),
        ("Scot", ["striker"], True, ANYBODY),
        ("suspect", ["striker"], True, OPEN),
        ("suspect", ["victim"], True, 0),
        ("singer", [], True, OPEN),
        ("novelist", ["singer"], False, 0),
        ("artist", ["singer"], False, FITS),
    ],
)
def test_how_a_role_fits_a_person(word, known, named, expected):
    assert fit(role_of_word(word, "en"), person(*known, named=named)) == expected


def test_every_word_of_the_table_has_a_known_dimension_and_kind():
    rows = load_lexicon("role_classes_en").rows
    assert {row[1] for row in rows} == {"person", "occupation", "case", "traffic"}
    assert {row[3] for row in rows} == {"general", "office", "plain"}
    dimension_of = {}
    for _, dimension, kind_class, _ in rows:
        assert dimension_of.setdefault(kind_class, dimension) == dimension


@all_rows
def test_who_means_anybody_and_what_is_no_person_is_no_actor(text):
    assert actors(text) == []


@all_rows
def test_actors_and_their_genders(text, expected):
    assert actors(text) == expected


def test_roles_are_titles_predicates_and_nouns_of_one_actor():
    text = "Senator Joan Ashby spoke. The politician was a lawyer. She works as a coach."
    row = next(ActorMetrics("en").read([text]))
    assert [(actor.name, actor.roles) for actor in row.actors] == [
        ("Joan Ashby", ("Senator", "politician", "lawyer", "coach"))
    ]
