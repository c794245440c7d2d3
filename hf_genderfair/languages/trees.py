"""The best dependency tree of a sentence."""

from __future__ import annotations

from itertools import chain, dropwhile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

MOST_CONTRACTIONS = 64
"""Cycles that are resolved in a sentence; more are seen where one word stands again and again, which has no syntax."""


def best_tree(scores: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return the heads of the tree with the highest sum of scores among those with one root."""
    # The best head of every word mostly makes a tree already; where it does not, the roots are tried that score best,
    # and cycles are resolved as Chu & Liu (1965) and Edmonds (1967) do; what has too many is joined word by word.
    heads: NDArray[np.int64] = scores.argmax(1)
    if _is_tree(heads.tolist()):
        return heads
    roots = np.argsort(-(np.diagonal(scores) - _without_diagonal(scores).max(1)), kind="stable")[:3]
    best, best_sum = heads, -np.inf
    for root in roots:
        candidate = _tree_with_root(scores.astype(np.float64), int(root))
        if candidate is None:
            return _joined_word_by_word(scores, int(roots[0]))
        total = scores[np.arange(len(scores)), candidate].sum()
        if total > best_sum:
            best, best_sum = candidate, total
    return best


def _without_diagonal(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    others = scores.copy()
    np.fill_diagonal(others, -np.inf)
    return others


def _is_tree(heads: list[int]) -> bool:
    if sum(head == word for word, head in enumerate(heads)) != 1:
        return False
    return not _cycle(heads)


def _cycle(heads: list[int]) -> list[int]:
    """Return the words of one cycle of two or more words, if there is one."""
    state = [0] * len(heads)
    for start in range(len(heads)):
        path = []
        word = start
        while not state[word] and heads[word] != word:
            state[word] = 1
            path.append(word)
            word = heads[word]
        if state[word] == 1:
            return path[path.index(word) :]
        for done in (*path, word):
            state[done] = 2
    return []


def _joined_word_by_word(scores: NDArray[np.float32], root: int) -> NDArray[np.int64]:
    """Return heads under a root: of the words that are left, the one that scores best joins those that are there."""
    heads = np.full(len(scores), root, dtype=np.int64)
    left = scores[:, root].copy()
    left[root] = -np.inf
    open_words = np.ones(len(scores), dtype=bool)
    open_words[root] = False
    for _ in range(len(scores) - 1):
        word = int(left.argmax())
        open_words[word] = False
        left[word] = -np.inf
        better = open_words & (scores[:, word] > left)
        heads[better] = word
        left[better] = scores[better, word]
    return heads


def _tree_with_root(scores: NDArray[np.float64], root: int) -> NDArray[np.int64] | None:
    """Return the best heads where ``root`` is the only root; None where too many cycles stand in the way."""
    scores = scores.copy()
    np.fill_diagonal(scores, -np.inf)
    scores[root] = -np.inf
    scores[root, root] = 0.0
    return _resolve(scores, root)


class _Contraction(NamedTuple):
    """A cycle that became one node: its words, and of each node in it the words and the arc to its best head."""

    words: frozenset[int]
    nodes: list[tuple[frozenset[int], tuple[int, int]]]


class _Nodes:
    """Words, and cycles of words that became one node, which stands in the row and the column of one of its words.

    For each arc between nodes, its number in the scores of words is kept, so that no cycle copies all scores: the work
    is the square of the words however many cycles there are (Tarjan 1977).
    """

    def __init__(self, scores: NDArray[np.float64]) -> None:
        self.scores = scores
        self.arcs = np.arange(scores.size, dtype=np.int32).reshape(scores.shape)
        self.best = scores.argmax(1)
        self.words = {word: frozenset((word,)) for word in range(len(scores))}
        self.contractions: list[_Contraction] = []

    def arc(self, node: int) -> tuple[int, int]:
        """Return dependent and head of the arc from a node to its best head."""
        dependent, head = divmod(int(self.arcs[node, self.best[node]]), len(self.scores))
        return dependent, head

    def contract(self, cycle: list[int]) -> None:
        """Make a cycle of best heads one node, that of its first word."""
        node = cycle[0]
        arcs = [(self.words[each], self.arc(each)) for each in cycle]
        whole = frozenset(chain.from_iterable(self.words.pop(each) for each in cycle))
        self.contractions.append(_Contraction(whole, arcs))
        self.words[node] = whole
        every = np.arange(len(self.scores))
        into = self.scores[cycle] - self.scores[cycle, self.best[cycle]][:, None]
        into[:, cycle] = -np.inf
        entered = into.argmax(0)
        self.scores[node] = into[entered, every]
        self.arcs[node] = self.arcs[cycle][entered, every]
        out = self.scores[:, cycle]
        left = out.argmax(1)
        self.scores[:, node] = out[every, left]
        self.arcs[:, node] = self.arcs[:, cycle][every, left]
        self.scores[:, cycle[1:]] = -np.inf
        inside = np.zeros(len(self.scores), dtype=bool)
        inside[cycle] = True
        self.best[inside[self.best]] = node
        self.best[node] = self.scores[node].argmax()

    def tree(self) -> NDArray[np.int64]:
        """Return the head of each word once no cycle is left: a cycle is broken where the arc of its node enters it."""
        arcs = {words: self.arc(node) for node, words in self.words.items()}
        for contraction in reversed(self.contractions):
            entering = arcs.pop(contraction.words)
            arcs |= {words: entering if entering[0] in words else arc for words, arc in contraction.nodes}
        heads = np.empty(len(self.scores), dtype=np.int64)
        for dependent, head in arcs.values():
            heads[dependent] = head
        return heads


def _resolve(scores: NDArray[np.float64], root: int) -> NDArray[np.int64] | None:
    """Return the heads of the best tree under a root, None after too many cycles; the scores are changed."""
    nodes = _Nodes(scores)
    done = {root}
    for start in range(len(scores)):
        node, path = start, dict[int, None]()
        while node in nodes.words and node not in done:
            if node not in path:
                path[node] = None
                node = int(nodes.best[node])
                continue
            if len(nodes.contractions) == MOST_CONTRACTIONS:
                return None
            cycle = list(dropwhile(node.__ne__, path))
            nodes.contract(cycle)
            for each in cycle:
                del path[each]
        done.update(path)
    return nodes.tree()
