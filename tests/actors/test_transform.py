"""The columns of the actor analysis: what they hold, and that their integers are sums over their lists."""

import json
import random
import unicodedata

import pytest
from as_one_test import as_one_test
from datasets import Dataset, concatenate_datasets
from golden import all_rows

from hf_genderfair.actors.columns import ACTOR_FEATURES, COUNT_COLUMNS, QUANTITIES
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.core.transform import annotate
from hf_genderfair.languages.coreference.mention import ROLES
from hf_genderfair.languages.types import PERSON_GENDERS

TEXTS = {
    "de": [
        "Bürgermeisterin Wilma Kossek lobte ihren Stellvertreter Emil Brandt. „Er arbeitet hart“, sagte sie. Brandt "
        "wurde von Kossek gelobt. Die Bürgerinnen und Bürger klatschten, viele Lehrer auch.",
        "Laut Ayla Sönmez sei der Plan gescheitert. Ihr Mann widersprach: „Ich glaube daran.“",
        "Es regnet.",
        "",
        None,
        "Kim Harms und Toni Merz trafen sich. Die Gäste:innen blieben 😀 zu Hause.",
    ],
    "en": [
        'Mayor Nora Fields praised her deputy, Emil Brandt. "He works hard," she said. Brandt was thanked by Fields.',
        "According to Ayla Stone, the plan had failed. Her husband disagreed: “I believe in it.”",
        "It rained.",
        "",
        None,
        "The guests said that they were tired. Kim Harms met Toni Merz 😀 at home.",
    ],
}


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


def test_texts_without_persons_have_zeros_and_empty_lists(rows):
    for row in rows.select([2, 3, 4]):
        assert not any(row[name] for name in COUNT_COLUMNS)
        assert row["actors"] == row["actor_mentions"] == row["quotes"] == []
        assert row["actors_method"].startswith("ActorMetrics ")


def test_who_acts_and_is_quoted(rows):
    first, second = rows[0], rows[1]
    assert (first["female_actors"], first["male_actors"]) == (1, 1)
    assert first["female_direct_quotes"] == 1
    assert first["male_passive_subjects"] == 1
    assert first["female_agents"] == 1
    assert second["female_indirect_quotes"] == 1
    assert second["male_direct_quotes"] == 1
    assert rows[5]["unknown_actors"] >= 1


@pytest.mark.parametrize("lang", ["de", "en"])
def test_output_depends_on_no_neighbour(lang):
    dataset = Dataset.from_dict({"text": TEXTS[lang] * 2})
    order = list(range(len(dataset)))
    random.Random(4).shuffle(order)
    transform = ActorMetrics(lang)
    together = annotate(dataset, transform)
    parts = [dataset.select(order).map(transform, batched=True, batch_size=size).to_list() for size in (1, 7)]
    expected = together.select(order).to_list()
    assert parts == [expected, expected]
    shards = concatenate_datasets([annotate(dataset.shard(3, number), transform) for number in range(3)])
    assert sorted(map(json.dumps, shards.to_list())) == sorted(map(json.dumps, together.to_list()))


@pytest.mark.parametrize("lang", ["de", "en"])
def test_output_does_not_depend_on_the_hash_seed(lang, fresh_process):
    program = (
        "import json, sys; from hf_genderfair.actors.transform import ActorMetrics; "
        "print([(r.actors, r.mentions, r.quotes) for r in ActorMetrics(sys.argv[1]).read(json.load(sys.stdin))])"
    )
    texts = [text or "" for text in TEXTS[lang]]
    found = [(reading.actors, reading.mentions, reading.quotes) for reading in ActorMetrics(lang).read(texts)]
    # this process has a seed of its own
    assert fresh_process(program, lang, typed=json.dumps(texts)) == f"{found}\n"


@pytest.mark.parametrize("lang", ["de", "en"])
def test_decomposed_texts_give_offsets_of_their_own(lang):
    text = {"de": "Frau Müller grüßt ihren Sohn Jürgen.", "en": "Zoë Müller greeted her son Renée."}[lang]
    apart = unicodedata.normalize("NFD", text)
    whole, parts = ActorMetrics(lang).read([text, apart])
    words = [unicodedata.normalize("NFC", apart[mention.start : mention.end]) for mention in parts.mentions]
    assert words == [text[mention.start : mention.end] for mention in whole.mentions]


class Scripted:
    """Coreference that puts the first pronoun into a cluster with the second name."""

    revision = "scripted"

    def clusters(self, texts, rank):
        return [
            [[(text.index("Emil"), text.index("Emil") + 4), (text.index("her"), text.index("her") + 3)]]
            for text in texts
        ]


def test_plugged_in_coreference_decides_pronouns():
    (reading,) = ActorMetrics("en", coreference=Scripted()).read(["Nora saw Emil, and Nora lost her hat."])
    (emil,) = [number for number, actor in enumerate(reading.actors) if actor.name == "Emil"]
    assert [mention.actor for mention in reading.mentions if mention.kind == "pronoun"] == [emil]
    assert reading.actors[emil].gender == "female"


def test_the_rule_of_the_paper_knows_pronouns_only():
    text = "Ministerin Wilma Kossek lobte Emil Brandt. Er dankte."
    (found,) = ActorMetrics("de", gender="pronoun-majority").read([text])
    assert [(actor.name, actor.gender) for actor in found.actors] == [
        ("Wilma Kossek", "unknown"),
        ("Emil Brandt", "male"),
    ]


@pytest.mark.parametrize("options", [{"lang": "fr"}, {"gender": "guess"}])
def test_what_is_not_offered_is_refused(options):
    with pytest.raises(GenderfairError, match="is not offered"):
        ActorMetrics(**options)


def test_a_column_that_is_there_already_is_an_error_unless_it_is_to_be_replaced():
    dataset = Dataset.from_dict({"text": ["Es regnet."], "actors": ["Ensemble"]})
    with pytest.raises(ColumnError, match="column 'actors' exists already"):
        annotate(dataset, ActorMetrics("de"))
    assert annotate(dataset, ActorMetrics("de", overwrite=True))[0]["actors"] == []


@as_one_test("lang", ["de", "en"])
@as_one_test(
    "text",
    [
        "Hallo",
        "Name\tAlter\nNora\t34\nEmil\t40\n" * 20,
        "Rosen blühn\nim Garten —\nwer weiß\nwarum?\n",
        "Elle a dit qu'elle viendrait demain avec son frère.",
        "🙂🙂🙂 \u200b\u00ad „“ »« ‚‘ -- – : ;",
        "(" * 60 + "Nora" + ")" * 60,
        "“" * 40 + "Nora said " + '"' * 41,
    ],
)
def test_odd_texts_are_read(lang, text):
    (reading,) = ActorMetrics(lang).read([text])
    assert all(0 <= mention.start < mention.end <= len(text) for mention in reading.mentions)


def test_features_are_those_of_the_columns():
    assert ActorMetrics().features() == ACTOR_FEATURES


@pytest.mark.parametrize(
    "text", ["*/innen", "Die I/*innen kommen.", "/*innen und */innen", ":in", "*in (innen)", "/-in"]
)
def test_an_ending_without_its_word(text):
    found = ActorMetrics("de")({"text": [text, f"Die Schreiner streiken. {text}"]})
    assert found["actors"][0] == []


def test_who_means_anybody_is_no_actor():
    row = next(ActorMetrics("de").read(["Jeder Kunde zeigt seine Karte. Ein Laie versteht das nicht."]))
    assert list(row.actors) == list(row.mentions) == []
    row = next(ActorMetrics("de").read(["Der Benutzer muss einen Code eingeben."]))
    assert list(row.actors) == []
    row = next(ActorMetrics("de").read(["Das Amt des Präsidenten ist leer. Ein Trainer schlief."]))
    assert [actor.name for actor in row.actors] == ["Trainer"]


def test_roles_are_titles_and_nouns_of_one_actor_each_once():
    text = "Finanzministerin Eva Lohr kam. Die Hamburgerin lachte. Frau Lohr ist Ärztin. Sie ging. Ihr Mann schlief."
    dataset = annotate(Dataset.from_dict({"text": [text, None]}), ActorMetrics("de"))
    assert [actor["roles"] for actor in dataset[0]["actors"]] == [
        ["Finanzministerin", "Hamburgerin", "Frau", "Ärztin"],
        ["Mann"],
    ]


@all_rows
def test_names_of_things_and_roles_of_anybody_are_no_actors(text):
    assert not next(ActorMetrics("de").read([text])).actors


@as_one_test(
    "text", ["Das Buch handelt von Mädchen.", "Die Farbe hilft Studenten beim Lernen.", "Sie suchen Jäger und Gejagte."]
)
def test_nouns_without_article_are_several_where_a_singular_would_have_one(text):
    (group,) = (actor for actor in next(ActorMetrics("de").read([text])).actors if actor.counts["named"])
    assert group.group


def test_a_noun_without_article_is_one_where_its_verb_says_so():
    (actor,) = next(ActorMetrics("de").read(["Jäger tötet Hund."])).actors
    assert not actor.group


@all_rows
def test_an_article_and_an_adjective_show_the_gender_of_a_name(text, expected):
    (actor,) = next(ActorMetrics("de").read([text])).actors
    assert actor.gender == expected


def test_pronouns_before_the_only_name_are_of_its_person_unless_both_stand_in_one_sentence():
    text = "Nach dem Krieg war sie dort Köchin. Sie blieb bis zu ihrem Tod. Frieda Bode war rege."
    (actor,) = next(ActorMetrics("de").read([text])).actors
    assert (actor.name, actor.counts["mentions"]) == ("Frieda Bode", 5)
    text = "Aktiv ist er in Wien. Am Montag wurde er mit Minister Karl Bode gesehen."
    assert [actor.name for actor in next(ActorMetrics("de").read([text])).actors] == ["er", "Karl Bode"]


def test_a_noun_that_fits_two_persons_stays_apart_and_is_said_to_be_uncertain():
    text = "Der Minister Karl Bode und der Minister Jan Kern kamen. Der Minister lachte."
    actors = next(ActorMetrics("de").read([text])).actors
    assert [(actor.name, actor.uncertain) for actor in actors] == [
        ("Karl Bode", False),
        ("Jan Kern", False),
        ("Minister", True),
    ]
