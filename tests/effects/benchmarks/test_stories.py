"""Persons in stories, and how much stories differ: figures by hand, and nothing depends on batches."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from transformers import BertConfig, BertModel

from hf_genderfair.effects import CausalModel, Items
from hf_genderfair.effects.benchmarks import OccupationCompletions, SentenceEncoder, StoryReferences
from hf_genderfair.effects.benchmarks.stories import embedding_columns, semantic_diversity
from hf_genderfair.effects.training import scratch_model


class CannedModel:
    """Writes the same stories after each prompt."""

    def __init__(self, *stories):
        self.stories = stories

    def complete(self, prompts, number, **settings):
        assert number == len(self.stories)
        return [list(self.stories) for _ in prompts]


def values(benchmark, items):
    return {measure.name: measure.value(items) for measure in benchmark.measures}


def test_spanish_and_english_by_hand():
    benchmark = StoryReferences("es", samples=2)
    items = benchmark.items(CannedModel(" la directora saludó al profesor y a su hermano.", " llovía."), seed=0)
    assert (len(items), items.units) == (20, 10)
    # the managers of the first prompt are left out
    assert items.columns["person_masculine"].tolist() == [2, 0] * 10
    assert items.columns["person_feminine"].tolist() == [1, 0] * 10
    assert values(benchmark, items) == pytest.approx({"stories-es": 2 / 3, "stories-es-distinct": 1.0})
    benchmark = StoryReferences("en", samples=2)
    items = benchmark.items(CannedModel(" he told her; her uncle laughed.", " tea and tea and tea."), seed=0)
    assert items.columns["polarity_male"][:2].tolist() == [1, 0]
    assert items.columns["polarity_female"][:2].tolist() == [2, 0]
    # the uncle is no word of gender polarity
    assert items.columns["person_masculine"][:2].tolist() == [2, 0]
    # the first story has 5 pairs of words, the second 4, of which 2 differ
    expected = {"stories-en": 1 / 3, "stories-en-references": 2 / 4, "stories-en-distinct": 7 / 9}
    assert values(benchmark, items) == pytest.approx(expected)


@pytest.mark.parametrize(
    "benchmark",
    [StoryReferences("en", samples=2, max_new_tokens=12), OccupationCompletions(completions=4, max_new_tokens=12)],
    ids=["stories", "occupations"],
)
def test_items_depend_on_the_seed_and_not_on_the_batch(benchmark):
    model = scratch_model(["she her he him " * 9, "a woman and a man"], size="tiny")
    expected = benchmark.items(model, seed=1)
    found = benchmark.items(CausalModel(model.model, model.tokeniser, "other", batch_tokens=100), seed=1)
    assert all(np.array_equal(found.columns[name], column) for name, column in expected.columns.items())
    drawn = benchmark.items(model, seed=2)
    assert any(not np.array_equal(drawn.columns[name], column) for name, column in expected.columns.items())


@given(arrays(np.float64, st.tuples(st.integers(2, 9), st.integers(1, 4)), elements=st.floats(0.1, 5)), st.randoms())
def test_semantic_diversity_is_that_of_all_pairs(vectors, random):
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    number = len(unit)
    pairs = [float(unit[i] @ unit[j]) for i in range(number) for j in range(i)]
    order = random.sample(range(number), number)
    items = Items.of(embedding_columns(vectors[order]), range(number))
    assert semantic_diversity(items) == pytest.approx(1 - sum(pairs) / len(pairs), abs=1e-9)


def test_semantic_diversity_of_stories_by_hand():
    # vectors (3, 4) and (4, 3): of 190 pairs 90 are alike, and 100 have the cosine 24/25
    encoder = Directions()
    benchmark = StoryReferences("en", samples=2, encoder=encoder)
    items = benchmark.items(CannedModel(" rain", " snow falls"), seed=0)
    assert values(benchmark, items)["stories-en-diversity"] == pytest.approx(100 / 190 / 25)
    assert math.isnan(semantic_diversity(Items.of(embedding_columns(np.ones((1, 2))), ["hall"])))
    assert benchmark.identity() != StoryReferences("en", samples=2).identity()


class Directions:
    def __call__(self, texts):
        return np.array([[3.0, 4.0] if "rain" in text else [8.0, 6.0] for text in texts])


def test_sentences_are_encoded_alone_as_in_a_batch(tmp_path):
    tokeniser = scratch_model(["Hot tea is served in the hall."], size="tiny").tokeniser
    sizes = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1, "intermediate_size": 8}
    model = BertModel(BertConfig(vocab_size=300, **sizes)).eval()
    encoder = SentenceEncoder("tiny", model, tokeniser, longest=20)
    texts = ["Tea.", "", "Hot tea is served in the hall. " * 9]
    vectors = encoder(texts)
    alone = np.concatenate([encoder([text]) for text in texts if text])
    assert np.allclose(vectors[[0, 2]], alone, atol=1e-5)
    assert not vectors[1].any()
    assert np.allclose(vectors[2], encoder([texts[2][:200]])[0], atol=1e-5)
    model.save_pretrained(tmp_path)
    tokeniser.save_pretrained(tmp_path)
    loaded = SentenceEncoder.load(str(tmp_path))
    assert np.allclose(loaded(texts[:1]), vectors[:1], atol=1e-5)
    assert tmp_path.name in repr(loaded)
    assert str(tmp_path) not in repr(loaded)
