"""What the reader sees of a word and of its person is weighed, word by word."""

import pytest

from hf_genderfair.counterfactual import swap as swapping
from hf_genderfair.counterfactual import weighed as weighing
from hf_genderfair.counterfactual.swap import swap
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.counterfactual.weighed import (
    EVIDENCE,
    agreeing,
    doubted_sentences,
    evidence_of,
    odds_of_change,
)
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.lexicons.loader import load_lexicon

TEXTS = {
    "de": "Der Bäcker rief seine Schwester. Er war müde, und der Wecker klingelte.",
    "en": "My brother lost his key, and every guest should mind his own.",
    "es": "Estoy harto de que mi hermano llegue tan cansado.",
}


def read(lang):
    return next(documents([TEXTS[lang]], AnalysisRequest(lang)))


def likely(document):
    """Return the tokens that rather change than not, as the reader says."""
    return [at for at, own in enumerate(evidence_of(document, "female")) if own[EVIDENCE.index("odds")] > 0]


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_odds_of_the_reader_decide(lang):
    document = read(lang)
    assert [at for at, odds in enumerate(odds_of_change(document, "female")) if odds > 0] == likely(document) != []


def test_weights_decide_in_german(monkeypatch):
    rows = load_lexicon("reader_weights_swaps").rows
    assert [tuple(row[:2]) for row in rows] == [("de", each) for each in EVIDENCE]
    document = read("de")
    monkeypatch.setattr(weighing, "fitted_weights", lambda *_: {"de": dict(zip(EVIDENCE, (0, 1, 0), strict=True))})
    assert [at for at, odds in enumerate(odds_of_change(document, "female")) if odds > 0] == likely(document) != []
    monkeypatch.setattr(weighing, "fitted_weights", lambda *_: {"de": dict(zip(EVIDENCE, (-1, 0, 0), strict=True))})
    assert swap(read("de"), "female", SwapOptions("keep")).changes == []


def test_doubt_and_agreement_go_by_odds():
    document = read("de")
    _, second = document.sentences
    odds = [-9.0] * len(document.tokens)
    assert doubted_sentences(document, odds) == set()
    odds[second[0]] = 0.8
    assert doubted_sentences(document, odds) == set()
    odds[second[0] + 1] = -0.8
    assert doubted_sentences(document, odds) == {1}
    document = read("de")
    article = 0
    odds = [-0.5, 2.0, -9.0, 1.0, 3.0, *[-9.0] * (len(document.tokens) - 5)]
    assert agreeing(document, odds, lambda index: True)[:5] == [1.5, 1.5, -9.0, 1.0, 3.0]
    assert agreeing(document, odds, lambda index: index != article)[:5] == odds[:5]


def test_who_is_of_a_doubted_sentence_stays(monkeypatch):
    document = read("de")
    monkeypatch.setattr(swapping, "doubted_sentences", lambda *_: {0, 1})
    found = swap(document, "female", SwapOptions("keep"))
    assert found.changes == []
    assert {refusal.reason for refusal in found.refusals} >= {swapping.DOUBTED}
