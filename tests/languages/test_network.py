"""The numbers of a sentence must not depend on what else is annotated."""

import numpy as np
import pytest
from golden import all_rows

from hf_genderfair.languages.analysis import LAYERS
from hf_genderfair.languages.network import ROWS, Inventory, Network, SentenceWords
from hf_genderfair.languages.word_features import TABLES, TRIGRAM_BUCKETS, WordClasses
from hf_genderfair.languages.word_vectors import rows_product

WIDTH, WORD, STATES = 4, 12, 8
RELATIONS, ARC = 6, 8


@pytest.fixture(scope="module")
def network():
    chance = np.random.default_rng(11)

    def matrix(*shape):
        return chance.normal(scale=0.4, size=shape).astype(np.float32)

    weights = {f"table.{name}": matrix(size, WIDTH) for name, size in TABLES.items()}
    weights |= {"table.trigrams": matrix(TRIGRAM_BUCKETS, WIDTH), "table.lexicon_0": matrix(3, WIDTH)}
    weights |= {"mix.weight": matrix(WIDTH * (len(TABLES) + 2), WORD), "mix.bias": matrix(WORD)}
    for name, size in (("lstm_1", WORD + 2), ("lstm_2", 2 * STATES), ("lstm_entity", 2 * STATES)):
        for direction in ("forward", "backward"):
            weights[f"{name}.{direction}.input"] = matrix(size, 4 * STATES)
            weights[f"{name}.{direction}.recurrent"] = matrix(STATES, 4 * STATES)
            weights[f"{name}.{direction}.bias"] = matrix(4 * STATES)
    for name, size in (("pos", 5), ("features", 7), ("script", 9), ("entity", 7)):
        weights |= {f"{name}.weight": matrix(2 * STATES, size), f"{name}.bias": matrix(size)}
    for name in ("arc_dependent", "arc_head", "relation_dependent", "relation_head"):
        weights |= {f"{name}.weight": matrix(2 * STATES, ARC), f"{name}.bias": matrix(ARC)}
    weights |= {"arc": matrix(ARC + 1, ARC), "arc_root": matrix(ARC), "relation": matrix(RELATIONS, ARC + 1, ARC + 1)}
    return Network(weights, [WordClasses.build({"der": 1, "Hund": 2})], Inventory((3, 4), root=2))


def sentences(count, seed=0):
    chance = np.random.default_rng(seed)
    forms = ["der", "Hund", "bellt", "laut", ".", "die", "Katze", "schläft", "1999", "Über-Ich"]
    return [
        SentenceWords(list(chance.choice(forms, size=size)), [True] * size)
        for size in chance.integers(1, 40, size=count)
    ]


def flat(numbers):
    return [None if column is None else column.tolist() for column in numbers]


def test_neighbours_do_not_matter(network):
    many = sentences(3 * ROWS + 7)
    together = network.annotate(many, LAYERS)
    for place in range(0, len(many), 17):
        (alone,) = network.annotate([many[place]], LAYERS)
        assert flat(alone) == flat(together[place])


def test_order_is_kept(network):
    many = sentences(90, seed=4)
    forwards = [flat(numbers) for numbers in network.annotate(many, LAYERS)]
    backwards = [flat(numbers) for numbers in network.annotate(many[::-1], LAYERS)]
    assert forwards == backwards[::-1]


@all_rows
def test_only_what_is_needed_is_computed_and_the_same(network, need, columns):
    some = sentences(20, seed=2)
    everything = network.annotate(some, LAYERS)
    for part, whole in zip(network.annotate(some, {need}), everything, strict=True):
        given = {name for name, column in part._asdict().items() if column is not None}
        assert given == columns
        assert all(np.array_equal(getattr(part, name), getattr(whole, name)) for name in columns)


def test_the_root_and_only_the_root_has_the_relation_root(network):
    for numbers in network.annotate(sentences(50, seed=9), {"syntax"}):
        is_root = numbers.head == np.arange(len(numbers.head))
        assert is_root.sum() == 1
        assert ((numbers.relation == 2) == is_root).all()


def test_words_are_forgotten_when_there_are_too_many(network, monkeypatch):
    monkeypatch.setattr("hf_genderfair.languages.word_vectors.KNOWN_WORDS", 5)
    some = sentences(30, seed=5)
    expected = [flat(numbers) for numbers in network.annotate(some, LAYERS)]
    assert [flat(network.annotate([sentence], LAYERS)[0]) for sentence in some] == expected


def test_no_sentences(network):
    assert network.annotate([], LAYERS) == []


@pytest.mark.parametrize("columns", [97, 384])
def test_a_product_does_not_depend_on_the_place_of_a_row(columns):
    chance = np.random.default_rng(5)
    rows, weight = (chance.standard_normal(shape, dtype=np.float32) for shape in ((3 * ROWS + 5, 320), (320, columns)))
    order = chance.permutation(len(rows))
    assert (rows_product(rows[order], weight) == rows_product(rows, weight)[order]).all()
    assert (rows_product(rows[20:27], weight) == rows_product(rows, weight)[20:27]).all()
