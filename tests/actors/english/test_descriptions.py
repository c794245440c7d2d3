"""How English nouns fit what a text says of a person, which names are no persons', and which nouns mean anybody."""

from golden import all_rows

from hf_genderfair.actors.transform import ActorMetrics


def actors(text):
    return [(actor.name, actor.gender) for actor in next(ActorMetrics("en").read([text])).actors]


@all_rows
def test_who_means_anybody_and_what_is_no_person_is_no_actor(text):
    assert actors(text) == []


@all_rows
def test_actors_and_their_genders(text, expected):
    assert actors(text) == expected
