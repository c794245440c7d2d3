"""One text with its analysis as one row of tokens, through all of its sentences."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import Any, TypeVar, cast

from hf_genderfair.core.spans import Edit
from hf_genderfair.core.text_view import TextView
from hf_genderfair.languages.analysis import Analysis, Entity, Sentence, Token

Found = TypeVar("Found")
Derived = TypeVar("Derived")

SPANS = (("start", "end"), ("speaker_start", "speaker_end"))
"""Fields that hold start and end of a span, in whatever is found in a text."""


class Document:
    """A text as one row of tokens, with heads that count through the whole text.

    Attributes:
        text: The text as it is read; all offsets of the document are those of this text.
        lang: Language code.
        analysis: What a pipeline says of it, sentence by sentence.
        given: The text as it was given.
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

    def __init__(self, text: str | TextView, analysis: Analysis, lang: str) -> None:
        """Number the tokens of the text."""
        self._view = text if isinstance(text, TextView) else TextView(text, 0, len(text), text, ())
        self.text = self._view.text
        self.lang = lang
        self.analysis = analysis
        self.given = self._view.whole
        self._derived: dict[Hashable, Any] = {}
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
        for index, head in enumerate(self.heads):
            if head != index:
                children[head].append(index)
        return children

    @cached_property
    def relations_below(self) -> list[frozenset[str]]:
        """For each token the relations of the tokens that depend on it."""
        return [frozenset(self.tokens[child].relation for child in children) for children in self.children]

    @cached_property
    def straight(self) -> Document:
        """The document with straight apostrophes in its text, as the forms of its tokens have them."""
        return self if "\u2019" not in self.text else Document(self._view.straight, self.analysis, self.lang)

    def sentence_at(self, start: int, end: int) -> Sentence | None:
        """Return the sentence of a part of the text, with offsets in that part."""
        found = None if self._view.readings else self._sentences_by_start.get(start)
        if found is None or found.end != end:
            return None
        tokens = (token._replace(start=token.start - start, end=token.end - start) for token in found.tokens)
        names = (name._replace(start=name.start - start, end=name.end - start) for name in found.entities)
        return Sentence(0, end - start, tuple(tokens), tuple(names))

    @cached_property
    def _sentences_by_start(self) -> dict[int, Sentence]:
        return {sentence.start: sentence for sentence in self.analysis.sentences}

    def derived(self, derive: Callable[..., Derived], *arguments: Hashable) -> Derived:
        """Return what a function makes of this document, computed once for all who ask."""
        key = (derive, arguments)
        if key not in self._derived:
            self._derived[key] = derive(self, *arguments)
        return cast(Derived, self._derived[key])

    def edit(self, start: int, end: int, replacement: str, rule: str, reason: str) -> Edit:
        """Return an edit of the text as it was given."""
        return self._view.edit(Edit(start, end, self.text[start:end], replacement, rule, reason))

    def as_given(self, found: Found) -> Found:
        """Return what was found in the document with the offsets of the text as it was given."""
        return found if self.text == self.given else cast(Found, self._as_given(found))

    def _as_given(self, found: Any) -> Any:
        if isinstance(found, list):
            return [self._as_given(each) for each in found]
        if isinstance(found, Edit):
            return self._view.edit(found)
        names: Sequence[str] = getattr(found, "_fields", ())
        if is_dataclass(found):
            names = [field.name for field in fields(found)]
        if not names or isinstance(found, type):
            return found
        moved = {name: self._as_given(getattr(found, name)) for name in names}
        for start, end in SPANS:
            if start in moved and moved[start] is not None and moved[start] >= 0:
                moved[start], moved[end] = self._view.span_as_given(moved[start], moved[end])
        return replace(cast(Any, found), **moved) if is_dataclass(found) else found._replace(**moved)

    def entity_at(self, offset: int) -> Entity | None:
        """Return the name in which a character of the text lies, if any."""
        index = bisect_right(self.entities, offset, key=attrgetter("start")) - 1
        return self.entities[index] if index >= 0 and self.entities[index].end > offset else None

    def entity_type(self, offset: int) -> str:
        """Return the type of the name in which a character of the text lies; empty where it lies in none."""
        entity = self.entity_at(offset)
        return entity.type if entity is not None else ""

    def ancestors(self, index: int) -> Iterator[int]:
        """Yield the heads above a token, the nearest first, the root last."""
        heads = self.heads
        # a parser's output may hold a cycle; no chain of heads is longer than its sentence
        for _ in range(len(heads)):
            above = heads[index]
            if above == index:
                return
            yield above
            index = above

    def subtree(self, index: int) -> tuple[int, int]:
        """Return the index of the first token below a token, or the token itself, and the index after the last."""
        waiting, seen = [index], {index}
        while waiting:
            # a parser's output may hold a cycle
            below = [child for child in self.children[waiting.pop()] if child not in seen]
            seen.update(below)
            waiting += below
        return min(seen), max(seen) + 1
