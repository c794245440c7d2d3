"""Which English names are told by their mentions to be those of places, firms and things."""

from golden import all_rows

from hf_genderfair.actors.transform import ActorMetrics


def persons(text):
    return [actor.name for actor in next(ActorMetrics("en").read([text])).actors if not actor.group]


@all_rows
def test_which_names_and_nouns_are_of_persons(text, expected):
    assert persons(text) == expected
