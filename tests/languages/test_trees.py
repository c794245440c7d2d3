"""The best tree must be a tree, and no other tree may score higher."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.network import best_tree


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
