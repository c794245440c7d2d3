"""Other programs' clusters in place of our own resolution."""

import pytest

from hf_genderfair.actors.coreference import Coreferee, FastCoreference, StanzaCoreference
from hf_genderfair.core.errors import MissingDependencyError
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.resolution import join_pronouns


def test_a_pronoun_goes_to_the_actor_of_its_cluster_and_to_the_one_named_most():
    mentions = [Mention(0, 4, 0, "name", actor=0), Mention(12, 16, 3, "name", actor=1)]
    pronouns = [Mention(20, 23, 5, "pronoun", actor=0), Mention(30, 33, 8, "pronoun", actor=0)]
    join_pronouns([*mentions, *pronouns], [[(8, 16), (20, 23)], [(30, 33), (40, 44)]])
    assert [pronoun.actor for pronoun in pronouns] == [1, 0]
    mentions = [Mention(place, place + 2, 0, "name", actor=actor) for place, actor in ((0, 2), (5, 1), (10, 1))]
    pronoun = Mention(20, 22, 9, "pronoun", actor=2)
    join_pronouns([*mentions, pronoun], [[(0, 2), (5, 7), (10, 12), (20, 22)]])
    assert pronoun.actor == 1


@pytest.mark.parametrize("program", [FastCoreference(), Coreferee("de_core_news_lg"), StanzaCoreference("de")])
def test_a_program_that_is_not_installed_is_named(program):
    with pytest.raises(MissingDependencyError, match="pip install"):
        program.clusters(["Nora slept."], None)
    with pytest.raises(MissingDependencyError, match="pip install"):
        _ = program.revision
