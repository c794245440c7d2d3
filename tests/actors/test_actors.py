"""Which nouns and names mean somebody in particular, by all that a text tells, and of which gender."""

from golden import all_rows

from hf_genderfair.actors.transform import ActorMetrics


@all_rows
def test_who_is_somebody(lang, text, expected):
    assert [actor.name for actor in next(ActorMetrics(lang).read([text])).actors if not actor.group] == expected


@all_rows
def test_actors_and_their_genders(lang, text, expected):
    assert [(actor.name, actor.gender) for actor in next(ActorMetrics(lang).read([text])).actors] == expected
