"""Which English nouns and names mean somebody in particular, by all that a text tells, and of which gender."""

from golden import all_rows

from hf_genderfair.actors.transform import ActorMetrics


def actors(text):
    return [(actor.name, actor.gender) for actor in next(ActorMetrics("en").read([text])).actors]


def persons(text):
    return [actor.name for actor in next(ActorMetrics("en").read([text])).actors if not actor.group]


@all_rows
def test_who_means_anybody_and_what_is_no_person_is_no_actor(text):
    assert actors(text) == []


@all_rows
def test_actors_and_their_genders(text, expected):
    assert actors(text) == expected


@all_rows
def test_who_is_somebody(text, expected):
    assert persons(text) == expected


@all_rows
def test_which_names_and_nouns_are_of_persons(text, expected):
    assert persons(text) == expected


@all_rows
def test_who_is_somebody_in_particular(text, expected):
    assert persons(text) == expected
