"""Predications of actors: the clauses in which they are mentioned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hf_genderfair.languages.clauses import ANY_SUBJECTS, has_dependent
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.document import Document

CLAUSES = frozenset({"ccomp", "advcl", "acl:relcl", "csubj", "csubj:pass", "parataxis", "advcl:relcl"})
"""Relations whose dependent heads a clause of its own."""


class Predication(NamedTuple):
    """One clause about one actor.

    The paper takes the whole sentence (section 2.3). In *Anna praised the minister, who had failed*, the clauses
    distinguish the predications of both actors.

    Attributes:
        actor: Number of the actor.
        tokens: Indices of the tokens of the clause, in order, without those of clauses inside it.
    """

    actor: int
    tokens: tuple[int, ...]


def find_predications(document: Document, mentions: Sequence[Mention]) -> list[Predication]:
    """Return the clauses about each actor, in the order of the mentions; each clause once for an actor."""
    clause_of = clauses(document)
    members: dict[int, list[int]] = {}
    wanted = {clause_of[mention.head] for mention in mentions}
    for index, clause in enumerate(clause_of):
        if clause in wanted:
            members.setdefault(clause, []).append(index)
    pairs = dict.fromkeys((mention.actor, clause_of[mention.head]) for mention in mentions)
    return [Predication(actor, tuple(members[clause])) for actor, clause in pairs]


def clauses(document: Document) -> list[int]:
    """Return for each token the index of the head of its clause."""
    clause_of = [-1] * len(document.tokens)
    for index in range(len(document.tokens)):
        way = []
        # a cycle in the parse ends at a token that was visited
        while clause_of[index] < 0:
            way.append(index)
            clause_of[index] = index
            if _begins_clause(document, index):
                break
            index = document.heads[index]
        for step in way:
            clause_of[step] = clause_of[index]
    return clause_of


def _begins_clause(document: Document, index: int) -> bool:
    if document.heads[index] == index:
        return True
    token = document.tokens[index]
    if token.relation in CLAUSES:
        return True
    if token.relation not in ("conj", "acl", "xcomp"):
        return False
    return has_dependent(document, index, *ANY_SUBJECTS)
