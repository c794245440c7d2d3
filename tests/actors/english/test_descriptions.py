"""How English nouns fit what a text says of a person, which names are no persons', and which nouns mean anybody."""

from __future__ import annotations

import pytest
from as_one_test import as_one_test

from hf_genderfair.actors.descriptions import ANYBODY, FITS, OPEN, SAME, Person, fit, role_of_word
from hf_genderfair.actors.transform import ActorMetrics
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


@pytest.mark.parametrize(
    "text",
    [
        "Every player cheered. No coach slept.",
        "A guest should knock before entering.",
        "If a customer complains, she gets a refund.",
        "A change in coach helped the club.",
        "The average reader likes jokes.",
        "Anyone in the hall is a fan.",
        "I am a doctor.",
        "A good coach always listens.",
        'The show drew crowds to the premiere of "Top Chef" on Monday.',
        "The board works for Hale & Moss in Leeds.",
        "On June 18 the school opened.",
        "The case Hale v. Moss was closed.",
        "Hale Animation Studios opened in Leeds.",
        "The board reads BigRed.com daily.",
        "The board bought it from the firm Hale in May.",
        "The bank and Morgan Stanley fell.",
        "The board met at the Old Vic pub.",
        "The board met in the town of Austin.",
        "The Hale family moved.",
        "The board met in Charlottesville, Virginia.",
        "It is hard to be a police officer.",
        "The play needs the part of a priest.",
        "The coroner's office closed.",
        "The team played like a leader should.",
        "The mare was a winner.",
        "The team won the prize for Player of the Year.",
        "Make sure to take your child along.",
        "Please, Lord, let it rain.",
        "God is great.",
        "Humanism grew.",
        "The board met between May and June.",
        "The board met in Lethbridge, Alta., on Monday.",
        "The USS Durham Hale sailed.",
        "The Thomas Fire burnt.",
        "Hurricane Rita hit the coast.",
        "The bank NSC ( Nora Sea Club ) closed.",
        "In the episode `` Tom Mouth '' it rains.",
    ],
)
def test_who_means_anybody_and_what_is_no_person_is_no_actor(text):
    assert actors(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SAN REMO (AP) - Tom Hale left on Monday.", [("Tom Hale", "male")]),
        ("A singer slept.", [("singer", "unknown")]),
        ("As mayor, Joan Ashby opened the school.", [("Joan Ashby", "female")]),
        ("The plumber packed their tools. The neighbours left.", [("plumber", "neutral"), ("neighbours", "unknown")]),
        ("CJ Hale left.", [("CJ Hale", "unknown")]),
        ("Blake Hale left.", [("Blake Hale", "unknown")]),
        ("King Charles V reigned.", [("Charles V", "male")]),
        ("Gail Parsons left. As Parsons slept, it rained.", [("Gail Parsons", "female")]),
        ("After a drive, Heather slept.", [("Heather", "female")]),
        ("AUGUSTA, Ga. - Tom Hale left on Monday.", [("Tom Hale", "male")]),
        ("The girl was fined. The girl wept. McKay left.", [("girl", "female"), ("McKay", "unknown")]),
        ("She says it is time. She is ready. Cobb, who resigned in May, is popular.", [("Cobb", "female")]),
        ("Moon Jae-in met Hui Chi-fung.", [("Moon Jae-in", "unknown"), ("Hui Chi-fung", "unknown")]),
        ("Ada Hale (born Ada Moss; 4 June 1902) swam.", [("Ada Hale", "female")]),
        ("Hale, then director of the mill, left.", [("Hale", "unknown")]),
        ("Tom Hale, director of the mill, and chairman of the board, left.", [("Tom Hale", "male")]),
        (
            "Tom Hale, May Moss and June Kerr left.",
            [("Tom Hale", "male"), ("May Moss", "female"), ("June Kerr", "female")],
        ),
        ("She sold her mill in 1920. Cobb liked gardens.", [("Cobb", "female")]),
        ("She says it is time. Cobb, who resigned in May, is popular.", [("She", "female"), ("Cobb", "unknown")]),
        ("The party feared that he would go. In the end they chose Mr. Moss.", [("Mr. Moss", "male")]),
        ("They made her a judge. She left.", [("judge", "female")]),
        ("They made her a judge and a member of the board.", [("judge", "female")]),
        ("It ended with her being the best rider.", [("rider", "female")]),
        ("Police named a suspect. They identified her as Ada Hale.", [("Ada Hale", "female")]),
        ("She was ten when she sang there. Cobb met Moss.", [("Cobb", "female"), ("Moss", "unknown")]),
        ("Years after her death, the hall was built. Cobb had sung there.", [("Cobb", "female")]),
        ("Johann Velk (Latin: Johannes Velkius; Greek: Ioannes Velkos) was a priest.", [("Johannes Velkius", "male")]),
        ("Jan Velk met Tom Moss. They saw Jan Velk Tom Moss.", [("Jan Velk", "unknown"), ("Tom Moss", "male")]),
        ("A boy was found. The town was glad. Tom Hale, a shy boy, was seen at noon.", [("Tom Hale", "male")]),
        ("“Not today,” says Brelmu. The rest is known.", [("Brelmu", "unknown")]),
        (
            "Gov. Tom Hale spoke, said Joan Ashby of the governor's energy office.",
            [("Tom Hale", "male"), ("Joan Ashby", "female")],
        ),
        (
            "Rep. Ann Holt met Prof. Joan Ashby in Leeds. The professor left.",
            [("Ann Holt", "female"), ("Joan Ashby", "female")],
        ),
    ],
)
def test_actors_and_their_genders(text, expected):
    assert actors(text) == expected


def test_roles_are_titles_predicates_and_nouns_of_one_actor():
    text = "Senator Joan Ashby spoke. The politician was a lawyer. She works as a coach."
    row = next(ActorMetrics("en").read([text]))
    assert [(actor.name, actor.roles) for actor in row.actors] == [
        ("Joan Ashby", ("Senator", "politician", "lawyer", "coach"))
    ]
