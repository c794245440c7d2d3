"""A single text, or what is none, is refused wherever several texts are read."""

import pytest
from as_one_test import as_one_test
from datasets import Dataset
from scripted_generator import ScriptedGenerator

from dataset_scripts.models.rewriter.corpora.translators import GeneratorTranslator
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.counterfactual.collocations import collocation_counts
from hf_genderfair.counterfactual.evaluate import score_swaps
from hf_genderfair.counterfactual.texts import swap_texts
from hf_genderfair.languages.identification import language_counts
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.lexicons.word_lists import WordList
from hf_genderfair.representation.polarity import gender_polarity
from hf_genderfair.representation.references.transform import PersonReferences
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


SEVERAL = "holds several texts: put a single one into a list"
NO_LIST = "must be a list of texts, not a value of type"
WRONG = [("She left.", SEVERAL), (b"She left.", SEVERAL), *((other, NO_LIST) for other in (3, None, {"text": ["A."]}))]


@as_one_test("name", READERS)
@as_one_test(("wrong", "message"), WRONG)
def test_a_single_text_and_what_is_no_list_are_refused_at_the_call(name, wrong, message):
    with pytest.raises(GenderfairError, match=message):
        READERS[name](wrong)


@as_one_test("name", READERS)
def test_an_item_that_is_no_text_is_named_by_its_place(name):
    for other in (3, b"Yes.", float("nan"), {"text": "Yes."}):
        with pytest.raises(GenderfairError, match=r"\[1\] is .*, no text"):
            list(READERS[name](["She left.", other]))
    # none counts nothing where that is documented
    if name in WITH_NONE:
        assert READERS[name](["She left.", None])
    else:
        with pytest.raises(GenderfairError, match=r"\[1\] is None, no text: leave it out"):
            list(READERS[name](["She left.", None]))
