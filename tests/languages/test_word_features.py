"""What the network sees of a word must not depend on the words around it."""

import numpy as np
from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.word_features import MOST_TRIGRAMS, TABLES, WordClasses, word_features

CLASSES = WordClasses.build({"Frau": 3, "Mann": 4, "Versammlung": 7}, backs_off=True)
PLAIN = WordClasses.build({"Frau": 3, "gehen": 1})
WORDS = st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=8)


@given(WORDS)
def test_each_word_stands_for_itself(words):
    together = word_features(words, [CLASSES])
    for row, word in enumerate(words):
        alone = word_features([word], [CLASSES])
        assert np.array_equal(together.hashed[row], alone.hashed[0])
        assert np.array_equal(together.trigrams[row], alone.trigrams[0])
        assert np.array_equal(together.classes[row], alone.classes[0])


@given(WORDS)
def test_buckets_exist(words):
    features = word_features(words, [])
    assert (features.hashed < np.array(list(TABLES.values()))).all()
    assert features.trigrams.shape == (len(words), MOST_TRIGRAMS)


@all_rows
def test_compounds_have_the_class_of_their_last_part(word, number):
    assert CLASSES.find([word]).tolist() == [number]


def test_a_plain_list_does_not_back_off():
    assert PLAIN.find(["Hausfrau", "gehen", ""]).tolist() == [0, 1, 0]
