"""Names that are of different persons by where they stand.

*Dr. Jones and Mrs. Jones*, subject and object of a verb, *Jones's son Tom*.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from itertools import takewhile

from hf_genderfair.languages.clauses import dependents, has_word_below
from hf_genderfair.languages.coreference.names.titles import TokenRange
from hf_genderfair.languages.document import Document

OBJECTS = frozenset({"obj", "iobj"})

OWNERS = frozenset({"nmod:poss", "det:poss"})

NOT = frozenset({"not", "nicht"})

LONGEST_LIST = 60
"""Number of tokens on both sides of a name that are searched for the rest of its coordination."""


def names_of_others(document: Document, ranges: Mapping[int, TokenRange]) -> dict[int, set[int]]:
    """Return for each name those that are of other persons than it."""
    named = {token_index: index for index in ranges for token_index in range(*ranges[index])}
    called = {index: _called(document, place) for index, place in ranges.items()}
    others: dict[int, set[int]] = {}
    for index, (start, end) in ranges.items():
        top = next(
            (token_index for token_index in range(start, end) if not start <= document.heads[token_index] < end), start
        )
        owners = [owner for noun in _nouns_of(document, top, start) for owner in dependents(document, noun, *OWNERS)]
        related = _related(document, top) if end - start > 1 else []
        for token_index in (*related, *owners):
            other = named.get(token_index, index)
            told = token_index in owners or len(called[other].split()) > 1
            if told and called[other] != called[index]:
                others.setdefault(index, set()).add(other)
                others.setdefault(other, set()).add(index)
    return others


def _nouns_of(document: Document, top: int, start: int) -> set[int]:
    """Return the head of a name and the nouns beside it, which may have an owner: *Jones's son Tom*."""
    apposed = document.tokens[top].relation == "appos"
    before = start and document.tokens[start - 1].pos == "NOUN"
    return {top, document.heads[top] if apposed else top, start - 1 if before else top}


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
