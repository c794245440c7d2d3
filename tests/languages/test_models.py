"""What models are made of: their files, scripts of lemmas, pieces of words and trees."""

import random
from itertools import product

import numpy as np
import pytest
from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from dataset_scripts.models.model_file import write_model
from dataset_scripts.models.pipelines.lemma_scripts import lemma_script
from hf_genderfair.languages.embedded import apply_script
from hf_genderfair.languages.model_file import Model, WordPieces, read_model
from hf_genderfair.languages.network import best_tree
from hf_genderfair.languages.word_features import WordClasses


@pytest.fixture
def model():
    chance = np.random.default_rng(3)
    weights = {
        "table.word": chance.normal(size=(50, 8)).astype(np.float32),
        "pos.weight": chance.normal(size=(16, 5)).astype(np.float32),
        "relation": chance.normal(size=(3, 9, 9)).astype(np.float32),
        "pos.bias": chance.normal(size=5).astype(np.float32),
    }
    lexicons = (WordClasses.build({"eins": 1, "zwei": 2, "drei": 300}), WordClasses.build({"Frau": 1}, backs_off=True))
    return Model(weights, lexicons, {"lang": "de", "pos": ["NOUN", "Ä"]})


def test_weights_come_back_within_one_step_of_eight_bits_with_word_lists_and_facts(model, tmp_path):
    write_model(tmp_path / "de.npz", model)
    again = read_model(tmp_path / "de.npz")
    assert again.weights.keys() == model.weights.keys()
    for name, weight in model.weights.items():
        assert np.abs(again.weights[name] - weight).max() <= np.abs(weight).max() / 120
    write_model(tmp_path / "de.npz", model)
    again = read_model(tmp_path / "de.npz")
    assert again.facts["pos"] == ["NOUN", "Ä"]
    assert again.lexicons[0].find(["eins", "drei", "vier"]).tolist() == [1, 300, 0]
    assert again.lexicons[1].find(["Hausfrau"]).tolist() == [1]


LETTERS = st.text(alphabet="abcdefgßäöüABCÄé", min_size=1, max_size=9)


@given(LETTERS, LETTERS)
def test_a_script_gives_back_its_lemma(form, lemma):
    script = lemma_script(form, lemma)
    if script and int(script.split(",")[1]) + int(script.split(",")[3]) < len(form):
        case = script.split(",")[0]
        expected = {"l": lemma.lower(), "t": lemma.lower()[:1].upper() + lemma.lower()[1:], "k": lemma}[case]
        assert apply_script(form, script) == expected == lemma


@all_rows
def test_a_script_carries_over(form, lemma, other, other_lemma):
    assert apply_script(other, lemma_script(form, lemma)) == other_lemma


PIECES = ["", "▁", "a", "b", "n", "ba", "▁ba", "na", "nana", "▁banana", "anab"]
SCORES = [0.0, -4.0, -3.0, -3.5, -3.25, -2.5, -2.0, -2.25, -3.0, -6.5, -2.75]


def test_pieces_are_those_of_tokenizers():
    tokenizers = pytest.importorskip("tokenizers")
    theirs = tokenizers.Tokenizer(tokenizers.models.Unigram(list(zip(PIECES, SCORES, strict=True)), 0))
    ours = WordPieces(PIECES, SCORES, 0)
    chooser = random.Random(1)
    for _ in range(300):
        word = "▁" * chooser.randrange(2) + "".join(chooser.choices("abnx", k=chooser.randrange(1, 9)))
        numbers = [token.id for token in theirs.model.tokenize(word)]
        assert list(ours.word(word)) == (numbers if len(numbers) <= 8 else numbers[:6] + numbers[-2:])


def is_tree(heads):
    roots = [word for word, head in enumerate(heads) if head == word]
    if len(roots) != 1:
        return False
    for word in range(len(heads)):
        for _ in heads:
            word = heads[word]
        if word != roots[0]:
            return False
    return True


def brute_force(scores):
    words = range(len(scores))
    trees = (heads for heads in product(words, repeat=len(scores)) if is_tree(heads))
    return max(sum(scores[word, head] for word, head in enumerate(heads)) for heads in trees)


@given(st.integers(1, 5), st.randoms(use_true_random=False))
def test_a_tree_with_one_root(size, chance):
    scores = np.array([[chance.uniform(-5, 5) for _ in range(size)] for _ in range(size)], dtype=np.float32)
    assert is_tree(best_tree(scores).tolist())


@given(st.randoms(use_true_random=False))
def test_no_tree_scores_higher(chance):
    scores = np.array([[chance.uniform(-5, 5) for _ in range(3)] for _ in range(3)], dtype=np.float32)
    heads = best_tree(scores)
    assert sum(scores[word, head] for word, head in enumerate(heads)) == pytest.approx(brute_force(scores), abs=1e-4)


def test_more_cycles_than_are_resolved_make_a_tree_all_the_same():
    scores = np.random.default_rng(3).normal(size=(200, 200)).astype(np.float32)
    for word in range(0, 200, 2):
        scores[word, word + 1] = scores[word + 1, word] = 50
    assert is_tree(best_tree(scores).tolist())
