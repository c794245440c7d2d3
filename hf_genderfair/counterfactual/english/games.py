"""Kings and queens of English texts that are pieces of chess or cards."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.lexicons.word_class import WordClass

PIECES = WordClass("noun_classes_en", "piece")
GAMES = WordClass("noun_classes_en", "game")
"""Words by which a sentence tells of chess or cards."""

GAME_PHRASES = WordClass("noun_classes_en", "game_phrase")
"""Phrases by which it does: *from check*, *a pair of kings*, *a jack* in small letters."""

SQUARE = re.compile(r"[a-h][1-8]")
SIDES = frozenset({"White", "Black"})


def is_piece(tokens: Sequence[Token], word: str) -> bool:
    """Whether a word is a piece of chess or a card, since its sentence tells of a game."""
    if word not in PIECES:
        return False
    if GAME_PHRASES.whole_words.search(" ".join(token.text for token in tokens)):
        return True
    return any(
        token.text.lower() in GAMES
        or SQUARE.fullmatch(token.text) is not None
        or (token.text in SIDES and tokens[index + 1 : index + 2] and tokens[index + 1].text == "'s")
        for index, token in enumerate(tokens)
    )
