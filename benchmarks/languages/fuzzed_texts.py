"""Mutated sentences of all languages: what crawled text, broken editors and half-written forms look like.

Texts depend on the seed alone. Surrogates are left out, since Arrow cannot hold them.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Literal

from benchmarks.texts import table_rows

HERE = Path(__file__).parent
SENTENCES = {
    lang: tuple(sentence.replace("\\n", "\n") for _, sentence in rows)
    for lang, rows in groupby(table_rows(HERE / "fuzzed_sentences.tsv"), key=itemgetter(0))
}
PIECES: dict[str, tuple[int, Sequence[str]]] = {
    kind: (int(most), json.loads(pieces)) for kind, most, pieces in table_rows(HERE / "fuzzed_pieces.tsv")
}
"""What is put into texts, and how often at most at any place."""
(SPACES, HALF_FORMS, DIGITS, MARKUP) = (PIECES[kind][1] for kind in ("spaces", "half forms", "digits", "markup"))
Mutation = Callable[[Random, str], str]


def _at(random: Random, text: str, piece: str) -> str:
    place = random.randint(0, len(text))
    return text[:place] + piece + text[place:]


def _inserted(pieces: Sequence[str], most: int) -> Mutation:
    def mutate(random: Random, text: str) -> str:
        for _ in range(random.randint(1, most)):
            text = _at(random, text, random.choice(pieces))
        return text

    return mutate


def _within_word(random: Random, text: str, change: Callable[[str], str]) -> str:
    words = text.split(" ")
    place = random.randrange(len(words))
    words[place] = change(words[place])
    return " ".join(words)


def _half_form(random: Random, text: str) -> str:
    form = random.choice(HALF_FORMS)
    return _within_word(random, text, lambda word: random.choice((word + form, form, form + word, word[:-2] + form)))


def _cut_text(random: Random, text: str) -> str:
    start = random.randint(0, len(text))
    return text[start : random.randint(start, len(text))]


def _shuffled(random: Random, text: str) -> str:
    words = text.split(" ")
    random.shuffle(words)
    return " ".join(words)


CASES = (str.upper, str.lower, str.title, str.swapcase, str.capitalize)
NORMAL_FORMS: tuple[Literal["NFD", "NFKD", "NFKC"], ...] = ("NFD", "NFD", "NFKD", "NFKC")
MUTATIONS: tuple[Mutation, ...] = (
    *(_inserted(pieces, most) for most, pieces in PIECES.values() if most),
    _half_form,
    _half_form,
    # a cut word, a cut text, other spaces, a long word
    lambda random, text: _within_word(
        random, text, lambda word: word[random.randint(0, len(word)) :][: random.randint(0, 9)]
    ),
    _cut_text,
    lambda random, text: _within_word(
        random, text.replace(" ", random.choice(("", *SPACES)), 1), lambda word: f" {word}  "
    ),
    lambda random, text: _within_word(random, text, lambda word: (word or "a") * random.choice((3, 20, 60))),
    lambda random, text: text + random.choice(("", " ", ". ", "\n")) + text[random.randint(0, len(text)) :],
    _shuffled,
    lambda random, text: random.choice(CASES)(text),
    lambda random, text: unicodedata.normalize(random.choice(NORMAL_FORMS), text),
    lambda random, text: _at(random, text, random.choice(DIGITS)),
    lambda random, text: _at(random, text, random.choice(MARKUP)),
)


def fuzzed_texts(lang: str, number: int, seed: int) -> Iterator[str]:
    """Yield mutated texts."""
    random = Random(f"{lang} {seed}")
    for _ in range(number):
        own = lang if random.random() < 0.9 else random.choice(sorted(SENTENCES))
        text = " ".join(random.choice(SENTENCES[own]) for _ in range(random.choice((0, 1, 1, 1, 1, 2, 2, 3))))
        for _ in range(random.choice((0, 1, 1, 2, 2, 3, 4, 6))):
            text = random.choice(MUTATIONS)(random, text)
        yield text
