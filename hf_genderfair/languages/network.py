"""The network of the embedded pipelines: two layers of bidirectional LSTM, and the best tree by its scores.

Sentences are handled in blocks of a fixed number of rows, so that every matrix product has the same shape whatever
else stands in a batch: the annotation of a sentence never depends on its neighbours.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, dropwhile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.languages.word_features import ROWS, Floats, Weights, WordClasses, WordVectors, gelu, product

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


def both_directions(weights: Weights, name: str, inputs: Floats, active: Sequence[int]) -> Floats:
    """Return the states of both directions of a layer, shape (steps, ROWS, 2 * size)."""
    steps = range(len(active))
    return np.concatenate(
        [
            _one_direction(weights, f"{name}.forward", inputs, active, steps),
            _one_direction(weights, f"{name}.backward", inputs, active, reversed(steps)),
        ],
        axis=-1,
    )


def _one_direction(weights: Weights, name: str, inputs: Floats, active: Sequence[int], steps: Iterable[int]) -> Floats:
    recurrent = weights[f"{name}.recurrent"]
    size = recurrent.shape[0]
    gates = product(inputs, weights[f"{name}.input"]) + weights[f"{name}.bias"]
    states = np.zeros((len(active), ROWS, size), dtype=np.float32)
    hidden, cell = np.zeros((2, ROWS, size), dtype=np.float32)
    for step in steps:
        now = active[step]
        gate = (gates[step] + product(hidden, recurrent))[:now]
        opened = _sigmoid(gate[:, : 3 * size])
        cell[:now] = opened[:, size : 2 * size] * cell[:now] + opened[:, :size] * np.tanh(gate[:, 3 * size :])
        hidden[:now] = opened[:, 2 * size :] * np.tanh(cell[:now])
        states[step, :now] = hidden[:now]
    return states


def _sigmoid(values: Floats) -> Floats:
    result: Floats = np.tanh(values * np.float32(0.5)) * np.float32(0.5) + np.float32(0.5)
    return result


class Numbers(NamedTuple):
    """The label numbers of one sentence; None for layers that were not asked for.

    Attributes:
        pos: Shape (words,).
        features: Shape (words, features).
        script: Shape (words,).
        head: Shape (words,); the own index for the root.
        relation: Shape (words,).
        entity: Shape (words,).
    """

    pos: NDArray[np.int64] | None = None
    features: NDArray[np.int64] | None = None
    script: NDArray[np.int64] | None = None
    head: NDArray[np.int64] | None = None
    relation: NDArray[np.int64] | None = None
    entity: NDArray[np.int64] | None = None


class SentenceWords(NamedTuple):
    """The words of one sentence and whether white space stands before each."""

    forms: Sequence[str]
    spaces: Sequence[bool]


@dataclass(frozen=True)
class Inventory:
    """How many values each feature has, and which relation is the root."""

    feature_sizes: tuple[int, ...]
    root: int


class Network:
    """Annotates tokenised sentences.

    Args:
        weights: Arrays by name, as the training writes them.
        lexicons: The word lists whose classes the network knows.
        inventory: Sizes of the label sets.
    """

    def __init__(self, weights: Weights, lexicons: Sequence[WordClasses], inventory: Inventory) -> None:
        """Keep the weights; nothing is computed yet."""
        self.weights = weights
        self.inventory = inventory
        self.words = WordVectors(weights, lexicons)
        # dependents against all relations and heads, as one matrix
        self.relation = np.moveaxis(weights["relation"], 1, 0).reshape(weights["relation"].shape[1], -1)

    def annotate(self, sentences: Sequence[SentenceWords], needs: Collection[str]) -> list[Numbers]:
        """Return the label numbers of sentences, in order."""
        self.words.learn(sentence.forms for sentence in sentences)
        order = sorted(range(len(sentences)), key=lambda index: -len(sentences[index].forms))
        results: list[Numbers] = [Numbers()] * len(sentences)
        for first in range(0, len(order), ROWS):
            chosen = order[first : first + ROWS]
            block = self._annotate_block([sentences[index] for index in chosen], needs)
            for index, numbers in zip(chosen, block, strict=True):
                results[index] = numbers
        return results

    def _annotate_block(self, sentences: Sequence[SentenceWords], needs: Collection[str]) -> list[Numbers]:
        lengths = np.array([len(sentence.forms) for sentence in sentences])
        rows, vectors = self.words.rows, self.words.vectors
        inputs = np.zeros((lengths[0], ROWS, vectors.shape[1] + 2), dtype=np.float32)
        for row, sentence in enumerate(sentences):
            indices = [rows[form] for form in sentence.forms]
            inputs[: len(indices), row, :-2] = vectors[indices]
            inputs[0, row, -2] = 1
            inputs[: len(indices), row, -1] = sentence.spaces
        active = [int((lengths > step).sum()) for step in range(lengths[0])]
        first = both_directions(self.weights, "lstm_1", inputs, active)
        columns = self._tags(first, lengths, needs)
        if "syntax" in needs:
            columns |= self._syntax(both_directions(self.weights, "lstm_2", first, active), lengths)
        if "entities" in needs:
            entity = both_directions(self.weights, "lstm_entity", first, active)
            columns["entity"] = _split(_best(self._linear("entity", entity)), lengths)
        return [Numbers(**{name: column[row] for name, column in columns.items()}) for row in range(len(sentences))]

    def _tags(
        self, states: Floats, lengths: NDArray[np.int64], needs: Collection[str]
    ) -> dict[str, list[NDArray[np.int64]]]:
        columns = {}
        if "pos" in needs:
            columns["pos"] = _split(_best(self._linear("pos", states)), lengths)
        if "lemma" in needs:
            columns["script"] = _split(_best(self._linear("script", states)), lengths)
        if "morph" in needs:
            ends = np.cumsum(self.inventory.feature_sizes)[:-1]
            parts = np.split(self._linear("features", states), ends, axis=-1)
            columns["features"] = _split(np.stack([_best(part) for part in parts], axis=-1), lengths)
        return columns

    def _syntax(self, states: Floats, lengths: NDArray[np.int64]) -> dict[str, list[NDArray[np.int64]]]:
        weights = self.weights
        dependent = gelu(self._linear("arc_dependent", states))
        head = gelu(self._linear("arc_head", states))
        asked = product(dependent, weights["arc"][:-1]) + weights["arc"][-1]
        root = asked @ weights["arc_root"]
        relation_dependent = gelu(self._linear("relation_dependent", states))
        relation_head = gelu(self._linear("relation_head", states))
        heads, relations = [], []
        for row, length in enumerate(lengths):
            scores = asked[:length, row] @ head[:length, row].T
            np.fill_diagonal(scores, root[:length, row])
            own_heads = best_tree(scores)
            heads.append(own_heads)
            relations.append(
                self._relations(relation_dependent[:length, row], relation_head[own_heads, row], own_heads)
            )
        return {"head": heads, "relation": relations}

    def _relations(self, dependent: Floats, head: Floats, heads: NDArray[np.int64]) -> NDArray[np.int64]:
        inputs = _with_one(head)
        asked = (_with_one(dependent) @ self.relation).reshape(len(inputs), -1, inputs.shape[1])
        scores = np.einsum("wrj,wj->wr", asked, inputs)
        is_root = heads == np.arange(len(heads))
        scores[~is_root, self.inventory.root] = -np.inf
        scores[is_root] = -np.inf
        scores[is_root, self.inventory.root] = 0
        return _best(scores)

    def _linear(self, name: str, states: Floats) -> Floats:
        return product(states, self.weights[f"{name}.weight"]) + self.weights[f"{name}.bias"]


def _best(logits: Floats) -> NDArray[np.int64]:
    best: NDArray[np.int64] = logits.argmax(-1)
    return best


def _split(numbers: NDArray[np.int64], lengths: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    return [numbers[:length, row] for row, length in enumerate(lengths)]


def _with_one(vectors: Floats) -> Floats:
    return np.concatenate([vectors, np.ones((len(vectors), 1), dtype=np.float32)], axis=1)
