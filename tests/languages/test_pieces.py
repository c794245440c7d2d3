"""Pieces of words must be those of the library whose vocabulary is read."""

import random

import pytest

from hf_genderfair.languages.pieces import WordPieces

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
