"""The columns of the actor analysis: what they hold, and that their integers are sums over their lists."""

import json

import pytest
from actor_rows import corpus, random_texts
from datasets import Dataset
from golden import golden_rows

from hf_genderfair import ActorMetrics, annotate
from hf_genderfair.actors.columns import QUANTITIES
from hf_genderfair.actors.totals import count_actors
from hf_genderfair.languages.coreference.mention import ROLES
from hf_genderfair.languages.types import PERSON_GENDERS

TEXTS = {lang: [text for of, text in golden_rows(__file__, "TEXTS") if of == lang] for lang in ("de", "en")}


@pytest.fixture(scope="module", params=["de", "en"])
def rows(request):
    return annotate(Dataset.from_dict({"text": TEXTS[request.param]}), ActorMetrics(request.param))


def test_every_mention_has_one_actor_and_points_into_the_text(rows):
    for row in rows:
        for mention in row["actor_mentions"]:
            assert 0 <= mention["actor"] < len(row["actors"])
            assert row["text"][mention["start"] : mention["end"]].strip()
            assert mention["role"] in ROLES
        spans = [(mention["start"], mention["end"]) for mention in row["actor_mentions"]]
        assert spans == sorted(set(spans))
        first = list(dict.fromkeys(mention["actor"] for mention in row["actor_mentions"]))
        assert first == list(range(len(row["actors"])))


def test_integers_are_sums_over_the_lists(rows):
    for row in rows:
        persons = [actor for actor in row["actors"] if not actor["group"]]
        for gender in PERSON_GENDERS:
            own = [actor for actor in persons if actor["gender"] == gender]
            assert row[f"{gender}_actors"] == len(own)
            for quantity in QUANTITIES:
                if quantity != "actors":
                    assert row[f"{gender}_{quantity}"] == sum(actor[quantity] for actor in own)
        assert all(actor["mentions"] == actor["named"] + actor["pronouns"] for actor in row["actors"])
        total = sum(row[f"{gender}_mentions"] for gender in PERSON_GENDERS) + row["group_mentions"]
        assert total == len(row["actor_mentions"])
        quoted = sum(row[f"{gender}_{kind}_quotes"] for gender in PERSON_GENDERS for kind in ("direct", "indirect"))
        assert quoted + row["quotes_unattributed"] == len(row["quotes"])
        assert row["groups"] + len(persons) == len(row["actors"])
        assert row["gender_fair_total"] == len(row["gender_fair_forms"])
        assert row["generic_masculine_total"] == len(row["generic_masculine"])


def read(lang, texts):
    return [(reading.actors, reading.mentions, reading.quotes) for reading in ActorMetrics(lang).read(texts)]


def test_output_depends_neither_on_neighbours_nor_on_the_hash_seed(fresh_process):
    program = (
        "import json, sys; from actor_rows import corpus, random_texts; "
        "from hf_genderfair.actors.totals import count_actors; from hf_genderfair import ActorMetrics; "
        "print([(r.actors, r.mentions, r.quotes) for lang, texts in json.load(sys.stdin).items() "
        "for r in ActorMetrics(lang).read(texts)], count_actors(corpus(random_texts(20))).to_json())"
    )
    given = {lang: [text or "" for text in texts] for lang, texts in TEXTS.items()}
    alone = [found for lang, texts in given.items() for text in texts for found in read(lang, [text])]
    # this process has a seed of its own
    expected = f"{alone} {count_actors(corpus(random_texts(20))).to_json()}\n"
    assert fresh_process(program, typed=json.dumps(given)) == expected


class Scripted:
    """Coreference that puts the first pronoun into a cluster with the second name."""

    revision = "scripted"

    def clusters(self, texts, rank):
        return [[[(text.index(word), text.index(word) + len(word)) for word in ("Emil", "her")]] for text in texts]


def test_pronouns_go_by_plugged_in_coreference_or_by_the_rule_of_the_paper():
    (reading,) = ActorMetrics("en", coreference=Scripted()).read(["Nora saw Emil, and Nora lost her hat."])
    (emil,) = [number for number, actor in enumerate(reading.actors) if actor.name == "Emil"]
    assert [mention.actor for mention in reading.mentions if mention.kind == "pronoun"] == [emil]
    assert reading.actors[emil].gender == "female"
    text = "Ministerin Wilma Kossek lobte Emil Brandt. Er dankte."
    (found,) = ActorMetrics("de", gender="pronoun-majority").read([text])
    assert {actor.name: actor.gender for actor in found.actors} == {"Wilma Kossek": "unknown", "Emil Brandt": "male"}
    text = "Der Maler Karl Bode traf den Maler Jan Kern. Der Maler lachte."
    actors = {actor.name: actor.uncertain for actor in next(ActorMetrics("de").read([text])).actors}
    assert actors == {"Karl Bode": False, "Jan Kern": False, "Maler": True}
