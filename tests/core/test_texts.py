"""A single text, or what is none, is refused wherever several texts are read."""

import pytest
from as_one_test import as_one_test
from datasets import Dataset
from scripted_generator import ScriptedGenerator

from dataset_scripts.models.rewriter.corpora.sentences import exact_duplicates
from dataset_scripts.models.rewriter.corpora.translators import GeneratorTranslator
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.texts import parallel_texts, several_names, several_texts, texts_or_none
from hf_genderfair.counterfactual.collocations import collocation_counts
from hf_genderfair.counterfactual.evaluate import score_swaps
from hf_genderfair.counterfactual.plan import plan_counterfactuals
from hf_genderfair.counterfactual.texts import swap_texts
from hf_genderfair.languages.identification import language_counts
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.lexicons.word_lists import WordList
from hf_genderfair.representation.demographic import count_groups
from hf_genderfair.representation.polarity import gender_polarity
from hf_genderfair.representation.references.transform import PersonReferences
from hf_genderfair.representation.word_convergence import words_by_group
from hf_genderfair.representation.word_frequencies import corpus_frequencies
from hf_genderfair.rewriting.evaluate import word_error_rate
from hf_genderfair.rewriting.transform import GenderFair
from hf_genderfair.stereotypes.transform import Stereotypes

TRADES = WordList.from_groups("trade", {"sea": ["sailor"], "land": ["farmer"]})
ROWS = Dataset.from_dict({"text": ["a"], "gender_female": [1], "gender_male": [0]})
READERS = {
    "analyse": lambda texts: pipeline("de").analyse(texts),
    "swap_texts": lambda texts: swap_texts(texts, "en", "female"),
    "ActorMetrics.read": lambda texts: ActorMetrics("de").read(texts),
    "PersonReferences.find": lambda texts: PersonReferences("es").find(texts),
    "GenderFair.find": lambda texts: GenderFair("de").find(texts),
    "Stereotypes.find": lambda texts: Stereotypes("en", sentences="all").find(texts),
    "gender_polarity": gender_polarity,
    "corpus_frequencies": lambda texts: corpus_frequencies(TRADES, texts, "a corpus"),
    "collocation_counts": lambda texts: collocation_counts(texts, TRADES),
    "language_counts": language_counts,
    "word_error_rate": lambda texts: word_error_rate(texts, texts),
    "translate": lambda texts: GeneratorTranslator(ScriptedGenerator(), "Translate.").translate(texts),
    "score_swaps": lambda texts: score_swaps(texts, texts, texts),
}
WITH_NONE = ("gender_polarity", "corpus_frequencies", "language_counts")


@as_one_test("name", READERS)
@as_one_test("single", ["She left.", b"She left."])
def test_a_single_text_is_refused_at_the_call(name, single):
    with pytest.raises(GenderfairError, match="holds several texts: put a single one into a list"):
        READERS[name](single)


@as_one_test("name", READERS)
@as_one_test("other", [3, None, {"text": ["She left."]}])
def test_what_is_no_list_is_refused_at_the_call(name, other):
    with pytest.raises(GenderfairError, match="must be a list of texts, not a value of type"):
        READERS[name](other)


@as_one_test("name", READERS)
@as_one_test("other", [3, b"Yes.", float("nan"), {"text": "Yes."}])
def test_an_item_that_is_no_text_is_named_by_its_place(name, other):
    with pytest.raises(GenderfairError, match=r"\[1\] is .*, no text"):
        list(READERS[name](["She left.", other]))


@as_one_test("name", [name for name in READERS if name not in WITH_NONE])
def test_none_is_no_text(name):
    with pytest.raises(GenderfairError, match=r"\[1\] is None, no text: leave it out"):
        list(READERS[name](["She left.", None]))


@pytest.mark.parametrize("name", WITH_NONE)
def test_none_counts_nothing_where_that_is_documented(name):
    assert READERS[name](["She left.", None])


def test_texts_are_read_when_their_turn_comes():
    texts = several_texts(iter(["a", "b", 3]))
    assert (next(texts), next(texts)) == ("a", "b")
    with pytest.raises(GenderfairError, match=r"texts\[2\] is 3"):
        next(texts)
    assert list(texts_or_none(("a", None))) == ["a", None]


@pytest.mark.parametrize(
    ("value", "hint"), [(b"a", "decode it"), ({"text": "a"}, r"dataset\['text'\]"), (None, "leave it out")]
)
def test_the_message_says_what_to_do(value, hint):
    with pytest.raises(GenderfairError, match=hint):
        list(several_texts([value]))


@pytest.mark.parametrize(
    "compare",
    [lambda: word_error_rate(["a", "b"], ["a"]), lambda: score_swaps(["a", "b"], ["a"], ["a", "b"])],
    ids=["word_error_rate", "score_swaps"],
)
def test_lists_of_unequal_length(compare):
    with pytest.raises(GenderfairError, match=r"has 2 texts and .* has 1: give as many of each"):
        compare()


def test_parallel_texts_may_be_generators():
    assert parallel_texts(one=iter("ab"), two=["c", "d"]) == [["a", "b"], ["c", "d"]]


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("groups", lambda: count_groups(ROWS, "gender", "female")),
        ("groups", lambda: words_by_group(Counts({}), "gender", "female")),
        ("groups", lambda: plan_counterfactuals(ROWS, "female")),
        ("columns", lambda: exact_duplicates(ROWS, "text")),
    ],
    ids=["count_groups", "words_by_group", "plan_counterfactuals", "exact_duplicates"],
)
def test_a_single_name_is_refused(name, read):
    with pytest.raises(GenderfairError, match=f"{name} holds several names: put a single one into a list"):
        read()


@pytest.mark.parametrize(("names", "message"), [([], "is empty"), ([3], r"groups\[0\] is 3, no name"), (3, "must be")])
def test_names_that_are_none(names, message):
    with pytest.raises(GenderfairError, match=message):
        several_names(names, "groups")


def test_groups_may_be_the_keys_of_a_list():
    assert several_names(TRADES.groups, "groups") == ("sea", "land")


def test_no_group_at_all():
    with pytest.raises(GenderfairError, match="groups is empty"):
        count_groups(ROWS, "gender", [])


def test_words_of_a_group_that_is_not_named():
    counts = Counts({("group_word", "gender", "female", "she"): 1})
    with pytest.raises(GenderfairError, match="words of the group 'female': name all groups"):
        words_by_group(counts, "gender", ["male"])
