"""Names that are of different persons by where they stand: *Dr. Jones and Mrs. Jones*, subject and object of a verb."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from itertools import takewhile

from hf_genderfair.actors.names.titles import TokenRange
from hf_genderfair.languages.clauses import dependents, has_word_below
from hf_genderfair.languages.document import Document

OBJECTS = frozenset({"obj", "iobj"})

NOT = frozenset({"not", "nicht"})

LONGEST_LIST = 60
"""Number of tokens on both sides of a name that are searched for the rest of its coordination."""


def names_of_others(document: Document, ranges: Mapping[int, TokenRange]) -> dict[int, set[int]]:
    """Return for each name those that are of other persons than it.

    Args:
        document: The text.
        ranges: The range of the tokens of each name, titles included.
    """
    named = {token_index: index for index in ranges for token_index in range(*ranges[index])}
    called = {index: _called(document, place) for index, place in ranges.items()}
    others: dict[int, set[int]] = {}
    for index, (start, end) in ranges.items():
        if end - start < 2:
            continue
        top = next(
            (token_index for token_index in range(start, end) if not start <= document.heads[token_index] < end),
            start,
        )
        for token_index in _related(document, top):
            other = named.get(token_index, index)
            if len(called[other].split()) > 1 and called[other] != called[index]:
                others.setdefault(index, set()).add(other)
                others.setdefault(other, set()).add(index)
    return others


def _called(document: Document, place: TokenRange) -> str:
    return document.text[document.tokens[place[0]].start : document.tokens[place[1] - 1].end]


def _related(document: Document, token_index: int) -> list[int]:
    """Return the words that are coordinated with a word, or the subject of the verb whose object it is."""
    tokens, children = document.tokens, document.children
    relation, head = tokens[token_index].relation, document.heads[token_index]
    if relation == "appos" and has_word_below(document, token_index, NOT):
        return [head]
    if relation in OBJECTS:
        return dependents(document, head, "nsubj")
    if relation != "conj":
        return []
    first = max(head, token_index - LONGEST_LIST)
    if not any(token.relation == "cc" for token in tokens[first : token_index + LONGEST_LIST]):
        return []
    siblings = children[head][bisect_left(children[head], first) :]
    before = takewhile(lambda child: child < token_index, siblings)
    return [head, *(child for child in before if tokens[child].relation == "conj")]
