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


def alone(evidence, weight):
    """Return weights by which one piece of evidence decides."""
    return {each: weight * (each == evidence) - 0.5 * (each == "always") for each in EVIDENCE}


@pytest.mark.parametrize("lang", TEXTS)
def test_weights_decide_and_nothing_changes_where_everything_weighs_against_it(lang, monkeypatch):
    rows = [row for row in load_lexicon("reader_weights_swaps").rows if row[0] == lang]
    assert [evidence for _, evidence, _ in rows] == list(EVIDENCE)
    monkeypatch.setattr(weighing, "fitted_weights", lambda *_: {lang: alone("odds", 1.0)})
    document = read(lang)
    likely = [at for at, own in enumerate(evidence_of(document, "female")) if own[EVIDENCE.index("odds")] > 0.5]
    assert [at for at, odds in enumerate(odds_of_change(document, "female")) if odds > 0] == likely != []
    monkeypatch.setattr(weighing, "fitted_weights", lambda *_: {lang: alone("mention", 0.1)})
    assert swap(read(lang), "female", SwapOptions("keep")).changes == []


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
