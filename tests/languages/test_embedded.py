"""The pipelines that come with the package: what they must get right, and how they must behave."""

import json

import pytest
from as_one_test import as_one_test
from golden import all_rows, golden_rows

from hf_genderfair.languages import embedded
from hf_genderfair.languages.analysis import LAYERS
from hf_genderfair.languages.embedded import MODELS, EmbeddedPipeline
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.tokens import VERSION
from hf_genderfair.lexicons.loader import load_lexicon

pytest.importorskip("threadpoolctl")

LANGUAGES = ("de", "en", "es", "ca")
TEXTS = dict(golden_rows(__file__, "TEXTS"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_offsets_heads_and_spans(lang):
    (analysis,) = pipeline(lang).analyse([TEXTS[lang]])
    assert len(analysis.sentences) == 2
    for sentence in analysis.sentences:
        assert (sentence.start, sentence.end) == (sentence.tokens[0].start, sentence.tokens[-1].end)
        roots = [place for place, token in enumerate(sentence.tokens) if token.head == place]
        assert [sentence.tokens[place].relation for place in roots] == ["root"]
        for token in sentence.tokens:
            assert TEXTS[lang][token.start : token.end] == token.text
            assert token.pos
            assert token.lemma
            assert 0 <= token.head < len(sentence.tokens)
        for entity in sentence.entities:
            assert sentence.start <= entity.start < entity.end <= sentence.end


def tokens(lang, text):
    (analysis,) = pipeline(lang).analyse([text])
    return {token.text: token for sentence in analysis.sentences for token in sentence.tokens}


@all_rows
def test_subjects_and_objects(lang, text, subject, object_):
    found = tokens(lang, text)
    assert found[subject].relation == "nsubj"
    if object_:
        assert found[object_].relation == "obj"


@all_rows
def test_grammatical_gender(lang, text, genders):
    found = tokens(lang, text)
    assert {form: found[form].morph.get("Gender") for form in genders} == genders


@as_one_test("lang", LANGUAGES)
@as_one_test("layer", LAYERS)
def test_a_layer_does_not_depend_on_what_else_is_asked(lang, layer):
    names = {"pos": ["pos"], "morph": ["morph"], "lemma": ["lemma"], "syntax": ["head", "relation"]}
    (everything,) = pipeline(lang).analyse([TEXTS[lang]])
    (alone,) = pipeline(lang).analyse([TEXTS[lang]], needs={layer})
    for whole, part in zip(everything.sentences, alone.sentences, strict=True):
        if layer == "entities":
            assert whole.entities == part.entities
        else:
            assert part.entities == ()
            for name in names[layer]:
                assert [getattr(t, name) for t in whole.tokens] == [getattr(t, name) for t in part.tokens]


@pytest.mark.parametrize("characters", [1, 5_000, 250_000])
def test_neighbours_order_and_empty_texts_do_not_matter(characters, monkeypatch):
    monkeypatch.setattr(embedded, "CHARACTERS_AT_ONCE", characters)
    texts = [TEXTS["de"], "", "  \n ", "Ja!", TEXTS["de"] * 40, "123 ... 🙂", "e\u0301"] * 10
    together = [json.dumps(analysis.as_json()) for analysis in pipeline("de").analyse(texts)]
    alone = {text: json.dumps(next(iter(pipeline("de").analyse([text]))).as_json()) for text in set(texts)}
    assert together == [alone[text] for text in texts]
    assert json.loads(alone[""]) == json.loads(alone["  \n "]) == {"sentences": []}


def test_models_are_small_have_cards_and_revisions_that_know_the_rules():
    assert sorted(path.stem for path in MODELS.glob("*.npz")) == sorted(LANGUAGES)
    for path in MODELS.glob("*.npz"):
        assert path.stat().st_size < 6_000_000
        card = path.with_suffix(".md").read_text(encoding="utf-8")
        assert "Licence of this model: CC BY" in card
        assert EmbeddedPipeline(path.stem).revision.partition("-")[0] in card
    rules = [VERSION, load_lexicon("token_patterns").digest, load_lexicon("token_exceptions").digest]
    model, *others = EmbeddedPipeline("de").revision.split("-")
    assert others == [*rules, load_lexicon("irregular_verbs_de").digest]
    assert model in (MODELS / "de.md").read_text(encoding="utf-8")
    assert EmbeddedPipeline("en").revision.split("-")[1:] == rules
