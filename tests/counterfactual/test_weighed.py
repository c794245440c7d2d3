"""What rules find and what the reader sees is weighed, word by word."""

import numpy as np
import pytest

from hf_genderfair.counterfactual import weighed as weighing
from hf_genderfair.counterfactual.languages import swap, swap_rules
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.counterfactual.weighed import EVIDENCE, UNWEIGHED, changed_words, evidence_of, weighed
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.lexicons.loader import load_lexicon

TEXTS = {
    "de": "Der Bäcker rief seine Schwester. Er war müde, und der Wecker klingelte.",
    "en": "The waiter lost his key, and every guest should mind his own.",
    "es": "Estoy harto de que mi hermano llegue tan cansado.",
}
OPTIONS = SwapOptions("keep")


def read(lang):
    return next(documents([TEXTS[lang]], AnalysisRequest(lang, swap_rules(lang).layers)))


def alone(evidence, weight):
    """Return weights by which one piece of evidence decides."""
    return [weight * (each == evidence) - 0.5 * (each == "always") for each in EVIDENCE]


@pytest.mark.parametrize("lang", TEXTS)
def test_each_language_has_a_weight_for_each_piece_of_evidence(lang):
    rows = [row for row in load_lexicon("swap_weights").rows if row[0] == lang]
    assert [evidence for _, evidence, _ in rows] == list(EVIDENCE)


@pytest.mark.parametrize("lang", TEXTS)
def test_where_rules_alone_count_they_decide(lang, monkeypatch):
    monkeypatch.setattr(weighing, "_weights", lambda: {lang: alone("rules", 1.0)})
    document = read(lang)
    found = swap_rules(lang).propose(document, "female", OPTIONS, UNWEIGHED)
    assert weighed(document, "female", found.changes, swap_rules(lang).has_form) is None
    assert swap(document, "female", OPTIONS) == found


@pytest.mark.parametrize("lang", TEXTS)
def test_where_the_reader_alone_counts_only_its_words_change(lang, monkeypatch):
    monkeypatch.setattr(weighing, "_weights", lambda: {lang: alone("odds", 1.0)})
    document = read(lang)
    evidence = evidence_of(document, "female", ())
    likely = {index for index, own in enumerate(evidence) if own[EVIDENCE.index("odds")] > 0.5}
    changes = swap(document, "female", OPTIONS).changes
    assert changes
    assert changed_words(document, changes) <= likely


@pytest.mark.parametrize("lang", TEXTS)
def test_nothing_changes_where_everything_weighs_against_it(lang, monkeypatch):
    monkeypatch.setattr(weighing, "_weights", lambda: {lang: alone("rules", 0.1)})
    assert swap(read(lang), "female", OPTIONS).changes == []


def test_evidence_is_finite_and_complete():
    for lang in TEXTS:
        document = read(lang)
        rows = np.array(evidence_of(document, "male", {0}))
        assert rows.shape == (len(document.tokens), len(EVIDENCE))
        assert np.isfinite(rows).all()
