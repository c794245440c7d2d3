"""The recipe of counterfactual texts gives the same over shards as at once."""

import pytest
from datasets import Dataset, concatenate_datasets

from hf_genderfair import AugmentRecipe, Counterfactual, augment

TEXTS = ["My uncle is here.", None, "A king waits. She sang.", "It rained.", "", "The boy counted his marbles."]


def rows(number):
    texts = [TEXTS[index % 6] and TEXTS[index % 6] + " Well." * (index % 4) for index in range(number)]
    return Dataset.from_dict({"text": texts, "page": list(range(number))})


@pytest.mark.parametrize(
    ("proposer", "options", "division"),
    [
        (Counterfactual("en"), {}, {"shards": 1}),
        (Counterfactual("en"), {"sided": "two", "probability": 0.7}, {"shards": 7, "batch_rows": 3}),
        (Counterfactual("en", id_column="page"), {"fewest": True}, {"shards": 3, "num_proc": 2}),
    ],
    ids=["default", "twins", "processes"],
)
def test_the_result_is_that_of_the_whole(alike, proposer, options, division):
    source = concatenate_datasets([rows(20), rows(5)])
    whole = augment(source, proposer, title="Letters", source={"id": "letters"}, **options)
    assert sum(whole.kept["counterfactual_swapped"])
    alike(whole, AugmentRecipe(proposer, **options), source, title="Letters", facts={"id": "letters"}, **division)


def test_grammar_finds_the_words_of_other_languages(alike):
    source = Dataset.from_dict({"text": ["Mein Onkel schläft.", "Der König wartet."]})
    whole = augment(source, Counterfactual("de"), title="Briefe")
    alike(whole, AugmentRecipe(Counterfactual("de")), source, title="Briefe", shards=2)
