"""What the reader sees of a word is weighed: whether it speaks of nobody in particular."""

import pytest
from analysed import read

from hf_genderfair.languages.reader import generic_reference as weighing
from hf_genderfair.languages.reader.generic_reference import EVIDENCE, evidence_of, odds_of_anybody, shows_gender
from hf_genderfair.languages.reader.reading import read as reading
from hf_genderfair.lexicons.loader import load_lexicon


@pytest.mark.parametrize("lang", ["de", "en"])
def test_each_language_has_a_weight_for_each_piece_of_evidence(lang):
    rows = [row for row in load_lexicon("generic_reference_weights").rows if row[0] == lang]
    assert [evidence for _, evidence, _ in rows] == list(EVIDENCE)


def test_evidence_has_the_order_of_its_names(monkeypatch):
    document = read("Every tenant pays his rent.", "en")
    evidence = dict(zip(EVIDENCE, evidence_of(document, 3), strict=True))
    assert evidence["always"] == 1
    assert evidence["generic"] > 0
    monkeypatch.setattr(weighing, "fitted_weights", lambda *_: {"en": [float(each == "generic") for each in EVIDENCE]})
    assert odds_of_anybody(document, 3) == evidence["generic"]


def test_a_word_that_is_replaced_shows_no_gender():
    document = read("The fireman lost his key.", "en")
    (fireman,) = (each for each in document.derived(reading).mentions if each.kind == "role")
    assert shows_gender(document, fireman)
    assert not shows_gender(document, fireman, {"fireman"})
