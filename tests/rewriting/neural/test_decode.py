import pytest

from hf_genderfair.core.errors import GenerationError
from hf_genderfair.core.spans import edit_text, restore_text
from hf_genderfair.rewriting.neural.decode import decode, find_edits
from hf_genderfair.rewriting.neural.search import beam_search, greedy_search

DOCUMENT = "Der Lehrer singt  heute.\n\nDer Maler lacht\tgestern. Der Regen wartet abends. 🙂 12,5 https://beispiel.org"
REWRITTEN = DOCUMENT.replace("Der Lehrer", "Der*die Lehrer*in").replace("Der Maler", "Der*die Maler*in")


def test_documents_are_rewritten_sentence_by_sentence(trained):
    out, _ = trained
    assert decode([DOCUMENT, "", "Der Regen lacht."], out) == [REWRITTEN, "", "Der Regen lacht."]


def test_edits_can_be_undone(trained):
    _, rewriter = trained
    edits = find_edits([DOCUMENT], rewriter)[0]
    assert [edit.replacement for edit in edits] == ["Der*die", "Lehrer*in", "Der*die", "Maler*in"]
    assert restore_text(edit_text(DOCUMENT, edits), edits) == DOCUMENT


def test_the_result_does_not_depend_on_the_batch(trained):
    _, rewriter = trained
    texts = [DOCUMENT, "Der Bäcker liest.", "Der Leser, der rennt, lacht heute gestern morgens."]
    assert find_edits(texts, rewriter, batch_size=1) == find_edits(texts, rewriter, batch_size=5)


@pytest.mark.parametrize("margin", [0.0, 2.0, -50.0])
def test_greedy_search_finds_what_one_beam_finds(trained, margin):
    _, rewriter = trained
    sentences = ["Der Lehrer singt.", "Der Regen, der Maler und Der Hund", "der", "Leser Leser Leser"]
    assert greedy_search(sentences, rewriter, margin) == beam_search(sentences, rewriter, 1, margin=margin)


def test_margin_says_how_sure_the_model_has_to_be(trained, monkeypatch):
    _, rewriter = trained
    assert find_edits([DOCUMENT], rewriter, margin=50.0) == [[]]
    eager = edit_text("Der Regen lacht.", find_edits(["Der Regen lacht."], rewriter, margin=-50.0)[0])
    assert eager == "Der*die Regen lacht."
    monkeypatch.setattr(rewriter.model.config, "margin", 50.0, raising=False)
    assert find_edits([DOCUMENT], rewriter) == [[]]
    assert len(find_edits([DOCUMENT], rewriter, margin=0.0)[0]) == 4


@pytest.mark.parametrize("beams", [1, 3])
def test_only_known_words_change(trained, beams):
    _, rewriter = trained
    sentence = "Żółć 😀 §12 kostet 3,50 €, x=y; Der Xaver schläft"
    (output,) = beam_search([sentence], rewriter, beams)
    may_change = {word: {word, *rewriter.words.changes.of(word)} for word in sentence.split()}
    assert all(new in may_change[old] for old, new in zip(sentence.split(), output.split(), strict=True))


def test_free_search_is_possible(trained):
    _, rewriter = trained
    texts = ["Der Lehrer singt heute."]
    edits = find_edits(texts, rewriter, beams=2, constrained=False)[0]
    assert restore_text(edit_text(texts[0], edits), edits) == texts[0]


def test_sentences_too_long_to_be_read_stay(trained):
    _, rewriter = trained
    assert find_edits(["Der Lehrer singt " + "qx" * 600], rewriter) == [[]]


def test_unknown_models_are_named(tmp_path):
    with pytest.raises(GenerationError, match="nowhere"):
        decode(["Der Lehrer singt."], tmp_path / "nowhere")
