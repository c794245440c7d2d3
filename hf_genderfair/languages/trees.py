"""The best dependency tree of a sentence."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def best_tree(scores: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return the heads of the tree with the highest sum of scores among those with one root.

    The best head of every word mostly makes a tree already; where it does not, the roots are tried that score
    best, and cycles are resolved as Chu & Liu (1965) and Edmonds (1967) do.

    Args:
        scores: Shape (words, words): ``scores[dependent, head]``; the diagonal scores each word as the root.

    Returns:
        Shape (words,): the head of each word, its own index for the root.

    Example:
        >>> import numpy as np
        >>> best_tree(np.array([[0.1, 2.0], [0.5, 0.4]], dtype=np.float32)).tolist()
        [1, 1]
    """
    heads: NDArray[np.int64] = scores.argmax(1)
    if _is_tree(heads.tolist()):
        return heads
    roots = np.argsort(-(np.diagonal(scores) - _without_diagonal(scores).max(1)), kind="stable")[:3]
    best, best_sum = heads, -np.inf
    for root in roots:
        candidate = _tree_with_root(scores.astype(np.float64), int(root))
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


def _tree_with_root(scores: NDArray[np.float64], root: int) -> NDArray[np.int64]:
    """Return the best heads where ``root`` is the only root."""
    scores = scores.copy()
    np.fill_diagonal(scores, -np.inf)
    scores[root] = -np.inf
    scores[root, root] = 0.0
    return _resolve(scores, root)


def _resolve(scores: NDArray[np.float64], root: int) -> NDArray[np.int64]:
    heads: NDArray[np.int64] = scores.argmax(1)
    cycle = _cycle(heads.tolist())
    if not cycle:
        return heads
    inside = np.array(cycle)
    outside = np.array([word for word in range(len(scores)) if word not in set(cycle)])
    kept = scores[inside, heads[inside]]
    into = scores[np.ix_(inside, outside)] - kept[:, None]
    out = scores[np.ix_(outside, inside)]
    merged = len(outside)
    smaller = np.full((merged + 1, merged + 1), -np.inf)
    smaller[:merged, :merged] = scores[np.ix_(outside, outside)]
    smaller[merged, :merged] = into.max(0)
    smaller[:merged, merged] = out.max(1)
    solved = _resolve(smaller, int(np.flatnonzero(outside == root)[0]))
    for index, word in enumerate(outside):
        head = solved[index]
        heads[word] = outside[head] if head < merged else inside[out[index].argmax()]
    entering = outside[solved[merged]]
    broken = inside[into[:, solved[merged]].argmax()]
    heads[broken] = entering
    return heads
