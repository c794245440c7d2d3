"""One text with its analysis as one row of tokens, through all of its sentences."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from hf_genderfair.languages.analysis import Analysis, Entity, Token


class Document:
    """A text as one row of tokens, with heads that count through the whole text.

    Attributes:
        text: The text.
        lang: Language code.
        tokens: All tokens in order.
        heads: For each token the index of its head in `tokens`; its own index at the root of a sentence.
        sentences: For each sentence the index of its first token and the index after its last one.
        sentence_of: For each token the number of its sentence.
        entities: Names of persons, places and organisations, in order.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Ada slept. Bob sang."
        >>> document = Document(text, next(pipeline("en").analyse([text])), "en")
        >>> document.sentences, document.sentence_of[3], document.tokens[document.heads[3]].text
        ([(0, 3), (3, 6)], 1, 'sang')
    """

    def __init__(self, text: str, analysis: Analysis, lang: str) -> None:
        """Number the tokens of the text."""
        self.text = text
        self.lang = lang
        self.tokens: list[Token] = []
        self.heads: list[int] = []
        self.sentences: list[tuple[int, int]] = []
        self.sentence_of: list[int] = []
        self.entities: list[Entity] = []
        for number, sentence in enumerate(analysis.sentences):
            first = len(self.tokens)
            self.tokens += sentence.tokens
            self.heads += [first + token.head for token in sentence.tokens]
            self.sentences.append((first, len(self.tokens)))
            self.sentence_of += [number] * len(sentence.tokens)
            self.entities += sentence.entities

    @cached_property
    def children(self) -> list[list[int]]:
        """For each token the indices of the tokens that depend on it, in order."""
        children: list[list[int]] = [[] for _ in self.tokens]
        for place, head in enumerate(self.heads):
            if head != place:
                children[head].append(place)
        return children

    def ancestors(self, place: int) -> Iterator[int]:
        """Yield the heads above a token, the nearest first, the root last."""
        heads = self.heads
        # a parser's output may hold a cycle; no chain of heads is longer than its sentence
        for _ in range(len(heads)):
            above = heads[place]
            if above == place:
                return
            yield above
            place = above

    def subtree(self, place: int) -> tuple[int, int]:
        """Return the index of the first token below a token, or the token itself, and the index after the last."""
        waiting, seen = [place], {place}
        while waiting:
            # a parser's output may hold a cycle
            below = [child for child in self.children[waiting.pop()] if child not in seen]
            seen.update(below)
            waiting += below
        return min(seen), max(seen) + 1
