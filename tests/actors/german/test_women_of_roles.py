"""German nouns for men beside a woman of the same role."""

from golden import all_rows

from hf_genderfair import ActorMetrics


@all_rows
def test_a_man_beside_a_woman_of_his_role(text, gender):
    (read,) = ActorMetrics("de").read([text])
    assert [actor.gender for actor in read.actors if actor.name == "Bäcker"] == [gender]
