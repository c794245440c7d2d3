"""Several transforms as one: the same columns as one after another, and each text analysed once."""

from itertools import permutations

import pytest
from datasets import Dataset
from every_transform import CONFIGURED, TRANSFORMS, describe
from golden import golden_rows

from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.core.transform import annotate
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.languages import documents as reading
from hf_genderfair.languages.analyse import Analyse
from hf_genderfair.languages.chain import Chain
from hf_genderfair.languages.identification import Language
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.references.transform import PersonReferences
from hf_genderfair.rewriting.transform import GenderFair
from hf_genderfair.stereotypes.transform import Stereotypes

TEXTS = golden_rows(__file__, "TEXTS")
LINKS = [
    transform
    for transform in (*TRANSFORMS, *CONFIGURED)
    if not isinstance(transform, Chain) and set(transform.inputs()) <= {"text"}
]


def rows():
    return Dataset.from_dict({"text": TEXTS})


def one_after_another(*links):
    """Return the rows as ``map`` with each transform gives them."""
    dataset = rows()
    for link in links:
        dataset = dataset.map(link, batched=True)
    return dataset


def is_allowed(*links):
    try:
        Chain(*links)
    except GenderfairError:
        return False
    return True


PAIRS = [pair for pair in permutations(LINKS, 2) if is_allowed(*pair)]
SOME = [pair for number, pair in enumerate(PAIRS) if number % 7 == 0]
"""A seventh of all pairs, those of every transform among them; the order of the list is that of the transforms."""


@pytest.fixture(scope="module")
def alone():
    """Return what each transform alone adds."""
    return {describe(link): one_after_another(link) for link in LINKS}


@pytest.mark.parametrize("pairs", [SOME[::4], pytest.param(SOME, marks=pytest.mark.whole)], ids=["few", "some"])
def test_pairs_are_as_one_after_the_other(pairs, alone):
    for pair in pairs:
        chained = rows().map(Chain(*pair), batched=True)
        first, second = (alone[describe(link)] for link in pair)
        assert list(chained.features.items()) == [
            *first.features.items(),
            *((name, kind) for name, kind in second.features.items() if name != "text"),
        ], pair
        assert chained.to_dict() == {**first.to_dict(), **second.to_dict()}, pair


@pytest.mark.parametrize(
    "links",
    [
        (GroupWords(), Stereotypes(), Counterfactual(remove_stereotypes=True)),
        (Language(), PersonReferences("de", lang_column="language"), GenderFair("en", lang_column="language")),
        (Analyse("de"), GenderFair("de"), PersonReferences("de"), ActorMetrics("de")),
        (PersonReferences("de"), Analyse("de"), ActorMetrics("de")),
        (GenderFair("de", form="pair", quotations=False), PersonReferences("de"), ActorMetrics("de")),
    ],
    ids=["dependent", "languages", "kept", "kept in between", "options"],
)
def test_long_chains_are_as_one_after_another(links):
    chained, apart = rows().map(Chain(*links), batched=True), one_after_another(*links)
    assert chained.features == apart.features
    assert chained.to_dict() == apart.to_dict()
    assert list(chained.features) == list(apart.features)


def test_a_chain_of_chains_is_one_chain_and_its_digest_follows_every_link(monkeypatch):
    chain = Chain(Chain(GroupWords(), PersonReferences("de")), GenderFair("de"))
    assert chain == Chain(GroupWords(), PersonReferences("de"), GenderFair("de"))
    chain = Chain(GroupWords(), GenderFair("de"))
    before = chain.digest()
    monkeypatch.setattr(GenderFair, "digest", lambda self: "another lexicon")
    assert before != chain.digest()
    assert GroupWords().digest() in before


def test_each_text_is_analysed_once(monkeypatch):
    analysed = []
    german = pipeline("de")

    class Counting:
        """The German pipeline, which counts what it reads."""

        layers, name, revision, lang = german.layers, german.name, german.revision, german.lang

        def analyse(self, texts, needs):
            texts = list(texts)
            analysed.extend(texts)
            yield from german.analyse(texts, needs)

    monkeypatch.setattr(reading, "pipeline", lambda *key: Counting())
    # the last reads sentences, which are cut out of the analyses of the texts
    chain = Chain(PersonReferences("de"), ActorMetrics("de"), GenderFair("de"), Counterfactual("de"))
    texts = ["Jeder Lehrer lacht. Die Köchin weint.", "Es regnet.", "Jeder Lehrer weint."]
    found = chain({"text": texts})
    assert sorted(analysed) == sorted(texts)
    assert [edit["replacement"] for edit in found["counterfactual_edits"][0]] == ["Der", "Koch"]


GERMAN = PersonReferences("de")
BY_ROW = PersonReferences("de", lang_column="language")


@pytest.mark.parametrize(
    ("links", "error", "message"),
    [
        ((), GenderfairError, "a chain needs transforms"),
        (("de",), GenderfairError, "a chain is made of transforms, .* not of 'de'"),
        (([GERMAN],), GenderfairError, r"not in a list: write Chain\(\*transforms\)"),
        ((PersonReferences,), GenderfairError, "a chain is made of transforms"),
        ((GERMAN, GenderFair("de"), GERMAN), ColumnError, "PersonReferences and PersonReferences both add the column"),
        ((GERMAN, GenderFair("en")), GenderfairError, "reads the column 'text' as 'de' and GenderFair as 'en'"),
        ((Counterfactual("en"), GroupWords()), ColumnError, "GroupWords adds after it: chain GroupWords first"),
        ((BY_ROW, Language()), ColumnError, "PersonReferences reads the column 'language', which Language adds after"),
    ],
)
def test_what_cannot_be_chained_is_one_error(links, error, message):
    with pytest.raises(error, match=message):
        Chain(*links)


def test_errors_come_before_any_row_is_read():
    chain = Chain(FirstPerson(), PersonReferences("pl"))
    with pytest.raises(ColumnError, match="no column 'text'"):
        chain({"title": ["a"]})
    with pytest.raises(ColumnError, match="'person_references' exists already"):
        chain({"text": ["a"], "person_references": [[]]})
    with pytest.raises(ColumnError, match="'person_references' exists already"):
        annotate(Dataset.from_dict({"text": [], "person_references": []}), chain)
