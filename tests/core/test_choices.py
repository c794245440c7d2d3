"""Settings with a fixed choice list what there is; tags of languages mean the language that they name."""

import pytest
from as_one_test import as_one_test
from datasets import Dataset
from datasets.fingerprint import Hasher
from golden import all_rows
from scripted_generator import ScriptedGenerator

from dataset_scripts.models.rewriter.corpora.gender_class import GenderClass
from dataset_scripts.models.rewriter.corpora.noise import PairNoise
from dataset_scripts.models.rewriter.corpora.recipe import forward_recipe
from dataset_scripts.models.rewriter.corpora.rule_pairs import BackwardPairs, FairText
from dataset_scripts.models.rewriter.corpora.sentences import split_sentences
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.choices import choose, language, language_code, language_tag
from hf_genderfair.core.errors import GenderfairError, LexiconError
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.sentiment import LexiconSentiment
from hf_genderfair.lexicons.word_lists import Entry, WordList
from hf_genderfair.recipes.audited import audit
from hf_genderfair.representation.generated_lists import WordListTask
from hf_genderfair.representation.polarity import GenderPolarity
from hf_genderfair.representation.references.generated import GeneratedReferences
from hf_genderfair.representation.references.transform import PersonReferences
from hf_genderfair.rewriting.transform import GenderFair
from hf_genderfair.stereotypes.transform import Stereotypes

TRADES = (Entry("sea", "sailor"), Entry("land", "farmer"))


@all_rows
def test_what_is_not_offered(value, message):
    with pytest.raises(GenderfairError) as caught:
        choose("volume", value, ("low", "middle", "high"))
    assert str(caught.value) == message


@pytest.mark.parametrize("value", ["64", 32, 64.0, True])
def test_numbers_are_chosen_as_numbers(value):
    with pytest.raises(GenderfairError, match=r"is not offered: use 64 or 1$"):
        choose("bits", value, (64, 1))


def test_the_kind_of_error_is_that_of_the_module():
    with pytest.raises(LexiconError, match="use new or old"):
        choose("edition", "draft", ("new", "old"), LexiconError)


@pytest.mark.parametrize("tag", ["de", "DE", "de-DE", "de_AT", "de-Latn-CH-1996", " de ", "deu", "GER", "de-x-own"])
def test_tags_of_a_language(tag):
    assert language(tag, ("de", "en")) == language_tag(tag) == "de"


@as_one_test("tag", ["german", "d", "de-", "de--AT", "-de", "", "de AT", "de.AT", None, 3, b"de"])
def test_what_is_no_tag(tag):
    assert language_code(tag) is None
    with pytest.raises(GenderfairError, match="names no language"):
        language_tag(tag)
    with pytest.raises(GenderfairError, match="is not offered: use de or en"):
        language(tag, ("de", "en"))


@as_one_test(
    ("make", "tag", "code"),
    [
        (ActorMetrics, "DE", "de"),
        (ActorMetrics, "de-AT", "de"),
        (PersonReferences, "ca-valencia", "ca"),
        (PersonReferences, "PL", "pl"),
        (GenderFair, "EN-gb", "en"),
        (GenderFair, "deu", "de"),
        (FirstPerson, "pl_PL", "pl"),
        (Counterfactual, "en_US", "en"),
        (Stereotypes, "ES", "es"),
        (GenderClass, "DE", "de"),
        (BackwardPairs, "DE", "de"),
        (FairText, "En", "en"),
        (PairNoise, "DE", "de"),
        (GenderPolarity, "en-US", "en"),
    ],
)
def test_a_transform_is_the_one_of_the_language(make, tag, code):
    assert make(tag) == make(code)
    assert make(tag).configuration() == make(code).configuration()
    assert Hasher.hash(make(tag)) == Hasher.hash(make(code))


@pytest.mark.parametrize(
    ("code", "read"),
    [
        ("de", lambda: pipeline("de-DE").lang),
        ("ca", lambda: pipeline("ca-valencia").lang),
        ("de", lambda: pipeline("DEU").lang),
        ("de", lambda: LexiconSentiment("DE").lang),
        ("de", lambda: forward_recipe("DE").lang),
        ("en", lambda: WordListTask("age", ("young", "old"), lang="EN").lang),
        ("en", lambda: WordList("trade", TRADES, lang="en-GB").lang),
        ("ca", lambda: GeneratedReferences("ca-valencia", ScriptedGenerator()).lang),
        ("en", lambda: audit(Dataset.from_dict({"text": ["She left."]}), "EN").report.language),
    ],
    ids=["pipeline", "valencian", "three letters", "sentiment", "recipe", "task", "word list", "prompts", "audit"],
)
def test_what_else_takes_a_language(code, read):
    assert read() == code


def test_a_pipeline_is_loaded_once_for_all_tags():
    assert pipeline("de-AT") is pipeline("de")


def test_a_word_list_is_the_same_whatever_its_tag():
    assert WordList("trade", TRADES, lang="EN").digest == WordList("trade", TRADES, lang="en").digest


def test_sentences_are_split_by_the_rules_of_the_language():
    rows = Dataset.from_dict({"text": ["Es regnet. Ja."]})
    assert split_sentences(rows, "DE")["text"][:] == ["Es regnet.", "Ja."]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: FairText("fr"), "lang='fr' is not offered: use de or en"),
        (lambda: BackwardPairs("fr"), "lang='fr' is not offered: use de or en"),
        (lambda: LexiconSentiment("fr"), "lang='fr' is not offered: use de or en"),
        (lambda: PairNoise("german"), "lang='german' names no language"),
        (lambda: audit(Dataset.from_dict({"text": ["a"]}), "english"), "lang='english' names no language"),
        (lambda: split_sentences(Dataset.from_dict({"text": ["a"]}), "german"), "lang='german' names no language"),
        (lambda: BackwardPairs("de", completing=GenderFair("en")), "completing is for 'en', not for 'de'"),
    ],
    ids=["FairText", "BackwardPairs", "LexiconSentiment", "PairNoise", "audit", "split_sentences", "completing"],
)
def test_a_language_that_is_not_offered_is_refused_at_once(make, message):
    with pytest.raises(GenderfairError, match=message):
        make()
