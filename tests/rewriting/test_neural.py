"""Rewriting by scripted models: what of their words is taken, and how errors in words are counted."""

import pytest
from as_one_test import as_one_test
from datasets import Dataset
from datasets.fingerprint import Hasher
from golden import all_rows, golden_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.errors import GenderfairError, GenerationError
from hf_genderfair.core.spans import apply_edits, edit_text, undo_edits
from hf_genderfair.generation.local import SequenceModel
from hf_genderfair.rewriting.evaluate import WordErrors, tokenise, total_errors, word_errors
from hf_genderfair.rewriting.neural import NeuralRewriter, all_changes, gender_changes
from hf_genderfair.rewriting.transform import GenderFair

WORDS = st.lists(st.sampled_from("a b c d, (e) f.".split()), min_size=1, max_size=6).map(" ".join)

TAKEN = golden_rows(__file__, "TAKEN")


@as_one_test(("lang", "source", "output", "taken"), TAKEN)
def test_only_changes_of_gender_are_taken(lang, source, output, taken):
    assert edit_text(source, gender_changes(source, output, lang)) == taken


@given(WORDS, WORDS)
def test_all_changes_make_the_output(source, output):
    assert edit_text(source, all_changes(source, output)).split() == output.split()


@pytest.fixture
def scripted(monkeypatch):
    """Models whose outputs are those that are written here."""
    answers = {
        "Der Lehrer singt 12 Lieder.": ["Der*die Lehrer*in singt 13 Lieder.", "Der*die Lehrer*in singt 12 Lieder."],
        "Der Regen fällt.": ["Der Regen fällt.", "Der Schnee fällt."],
        "Zu lang.": [],
    }
    monkeypatch.setattr(
        SequenceModel, "write", lambda model, asked, number, rank: [answers[text][:number] for text in asked]
    )
    monkeypatch.setattr(SequenceModel, "revision", property(lambda model: f"{model.model}, beams {model.beams}"))


TEXTS = ["Der Lehrer singt 12 Lieder. Der  Regen fällt.", "Zu lang.", "", None]


def test_a_model_takes_the_place_of_the_rules_and_can_be_undone(scripted):
    rows = Dataset.from_dict({"text": TEXTS}).map(GenderFair("de", model=NeuralRewriter("any")), batched=True)
    fair = apply_edits(rows, "rewriting_edits")
    assert fair["text"][0] == "Der*die Lehrer*in singt 12 Lieder. Der  Regen fällt."
    assert {edit["rule"] for edits in rows["rewriting_edits"] for edit in edits} == {"neural"}
    assert rows["rewriting_refused"][:] == [0] * len(TEXTS)
    assert undo_edits(fair, "rewriting_edits")["text"][:] == TEXTS


def test_the_state_follows_model_search_and_check_and_what_is_not_checked_is_taken(scripted):
    (found,) = NeuralRewriter("any", checked=False).rewrite(TEXTS[:1], "de")
    assert edit_text(TEXTS[0], found.edits).startswith("Der*die Lehrer*in singt 13 Lieder.")
    models = [None, *(NeuralRewriter("any", beams=2, candidates=number) for number in (1, 2))]
    models += [NeuralRewriter("other"), NeuralRewriter("any", checked=False), NeuralRewriter("any", prefix="fair: ")]
    assert len({Hasher.hash(GenderFair("de", model=model)) for model in models}) == len(models)


def test_the_first_candidate_that_changes_nothing_else_is_taken(monkeypatch):
    written = ["Der Lehrer kocht.", "Der*die Lehrer*in singt."]
    monkeypatch.setattr(SequenceModel, "write", lambda model, asked, number, rank: [written[:number]])
    first, best = (
        NeuralRewriter("any", beams=2, candidates=number).rewrite(["Der Lehrer singt."], "de") for number in (1, 2)
    )
    assert first[0].edits == []
    assert [edit.replacement for edit in best[0].edits] == ["Der*die", "Lehrer*in"]


def test_wrong_models_are_told(tmp_path):
    with pytest.raises(GenderfairError, match="no form of models"):
        GenderFair("de", "colon", model=NeuralRewriter("any"))
    with pytest.raises(GenerationError, match="cannot be loaded"):
        list(GenderFair("de", model=NeuralRewriter(str(tmp_path))).find(["Der Zeuge singt."]))


@all_rows
def test_signs_are_words_of_their_own(line, tokens):
    assert tokenise(line) == tokens


@all_rows
def test_errors_are_words_replaced_added_and_left_out(reference, hypothesis, errors):
    assert word_errors([reference], [hypothesis]) == [WordErrors(errors, len(tokenise(reference)))]


def test_the_rate_is_of_all_words_together_not_a_mean_over_lines():
    lines = word_errors(["one two three four five six seven eight nine", "one"], ["one"] * 2)
    assert total_errors(lines) == WordErrors(8, 10)
    assert total_errors(lines).rate == 80
