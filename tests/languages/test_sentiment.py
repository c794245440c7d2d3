"""Sentiment by word list and by classifier."""

import pytest
import torch
from analysed import read
from golden import all_rows
from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.languages.sentiment import ClassifierSentiment, LexiconSentiment


def score(text, lang):
    document = read(text, lang)
    return LexiconSentiment(lang).score(document, [tuple(range(len(document.tokens)))], None)[0]


@all_rows
def test_order_of_two_clauses(lang, higher, lower):
    assert score(higher, lang) > score(lower, lang)


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_clause_without_a_listed_word_is_neutral_and_scores_have_limits(lang):
    assert score({"de": "Sie trug einen Koffer.", "en": "She carried a suitcase."}[lang], lang) == 0
    assert -1000 <= score({"de": "Mord " * 60, "en": "murder " * 60}[lang], lang) < 0


@pytest.fixture
def classifier(tmp_path):
    """Return a function that makes a tiny untrained classifier with given labels."""

    def make(*labels):
        words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "she", "sang", "well"]
        (tmp_path / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
        torch.manual_seed(1)
        sizes = {"vocab_size": len(words), "hidden_size": 8, "intermediate_size": 8, "max_position_embeddings": 16}
        named = {"id2label": dict(enumerate(labels)), "label2id": {label: at for at, label in enumerate(labels)}}
        config = BertConfig(num_hidden_layers=1, num_attention_heads=2, num_labels=len(labels), **sizes, **named)
        BertForSequenceClassification(config).save_pretrained(tmp_path)
        BertTokenizerFast(str(tmp_path / "vocab.txt"), model_max_length=16).save_pretrained(tmp_path)
        return ClassifierSentiment(str(tmp_path))

    return make


def test_a_classifier_gives_its_polarity_and_long_clauses_are_cut(classifier):
    document = read("She sang well. " * 10, "en")
    clauses = [(0, 1, 2), tuple(range(40)), (0, 1, 2)]
    scores = classifier("positive", "neutral", "negative").score(document, clauses, None)
    assert scores[0] == scores[2]
    assert all(-1000 <= value <= 1000 and isinstance(value, int) for value in scores)


def test_a_classifier_with_other_labels_is_refused(classifier):
    with pytest.raises(GenderfairError, match="no labels for positive and negative, only anger, joy"):
        classifier("joy", "anger").score(read("She sang.", "en"), [(0, 1)], None)
