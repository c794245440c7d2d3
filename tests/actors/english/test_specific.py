"""Which unnamed English actors are somebody in particular by all that a text tells."""

from golden import all_rows

from hf_genderfair.actors.transform import ActorMetrics


@all_rows
def test_who_is_somebody_in_particular(text, expected):
    assert [actor.name for actor in next(ActorMetrics("en").read([text])).actors if not actor.group] == expected
