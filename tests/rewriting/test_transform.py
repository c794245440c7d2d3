import pytest
from datasets import Dataset
from golden import all_rows, golden_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair import GenderFair, GenderfairError
from hf_genderfair.core.spans import apply_edits, edit_text, restore_text, undo_edits
from hf_genderfair.languages.embedded import EmbeddedPipeline
from hf_genderfair.rewriting import transform as module
from hf_genderfair.rewriting.german import rewrite as german

GERMAN = golden_rows(__file__, "GERMAN")
ENGLISH = golden_rows(__file__, "ENGLISH")
WORDS = st.sampled_from(
    "der die ein eine Lehrer Lehrerin Ärzte Vorsitzende er sie ihr sein seine zum vom Haus Computer Bonn läuft sagt "
    ", . „ “ he she her his him says is 's was doctor chairman I and \n \t 😀 <b> `x` a\u0308 * : DER".split(" ")
)


@pytest.mark.parametrize(("lang", "texts"), [("de", GERMAN), ("en", ENGLISH)])
@pytest.mark.parametrize("scope", ["generic", "all"])
def test_edits_are_applied_and_undone_exactly(lang, texts, scope):
    rows = Dataset.from_dict({"text": texts}).map(GenderFair(lang, scope=scope), batched=True)
    fair = apply_edits(rows, "rewriting_edits")
    assert undo_edits(fair, "rewriting_edits")["text"][:] == texts
    changed = [new != old for new, old in zip(fair["text"][:], texts, strict=True)]
    assert changed == [count > 0 for count in rows["rewriting_edited"][:]]
    for text, edits, refusals in zip(texts, rows["rewriting_edits"], rows["rewriting_refusals"], strict=True):
        assert all(text[edit["start"] : edit["end"]] == edit["original"] for edit in edits)
        assert all(0 <= refusal["start"] < refusal["end"] <= len(text) for refusal in refusals)
        assert all(part["rule"] and part["reason"] for part in (*edits, *refusals))


@pytest.mark.parametrize("lang", ["de", "en"])
@settings(max_examples=30)
@given(words=st.lists(WORDS, max_size=25))
def test_no_text_is_a_crash_and_offsets_are_exact(lang, words):
    text = " ".join(words)
    for scope in ("generic", "all"):
        (found,) = GenderFair(lang, scope=scope).find([text])
        assert restore_text(edit_text(text, found.edits), found.edits) == text


@pytest.mark.parametrize(("lang", "neutral", "word"), [("de", "Es regnet.", "Lehrer!"), ("en", "It rained.", "He!")])
def test_neutral_text_has_no_edits_and_no_model_is_read_for_it(lang, neutral, word, monkeypatch):
    monkeypatch.setattr(EmbeddedPipeline, "_reader", None)
    assert [found.edits for found in GenderFair(lang).find([neutral])] == [[]]
    with pytest.raises(TypeError, match="not callable"):
        list(GenderFair(lang).find([word]))


def test_a_text_does_not_depend_on_its_neighbours(monkeypatch):
    transform = GenderFair("de", scope="all")
    alone = [found for text in GERMAN for found in transform.find([text])]
    for read_ahead in (2, 4_096):
        monkeypatch.setattr(module, "TEXTS_AT_ONCE", read_ahead)
        assert list(transform.find(GERMAN)) == alone


PASSED_OVER = golden_rows(__file__, "PASSED_OVER")
ANALYSED = golden_rows(__file__, "ANALYSED")


def test_what_is_passed_over_would_not_be_rewritten(monkeypatch):
    assert [text for text in (*PASSED_OVER, *ANALYSED) if german.mentions_person(text)] == ANALYSED
    for scope in ("generic", "all"):
        quick = list(GenderFair("de", scope=scope).find(PASSED_OVER))
        with monkeypatch.context() as patch:
            patch.setattr(german, "mentions_person", lambda _: True)
            assert list(GenderFair("de", scope=scope).find(PASSED_OVER)) == quick


@all_rows
def test_what_is_not_offered_is_told(arguments, message):
    with pytest.raises(GenderfairError, match=message):
        GenderFair(**arguments)
