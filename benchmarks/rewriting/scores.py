"""Two rewriters beside a reference: which words they change, of what class, alike or not, and whether one is better."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.core.texts import parallel_texts
from hf_genderfair.rewriting.evaluate import WordErrors, total_errors

RESAMPLES = 1000

CLASSES: tuple[str, ...] = (
    "plural nouns",
    "singular nouns",
    "articles, determiners",
    "personal pronouns",
    "possessives",
    "inside compounds",
    "relative pronouns",
    "adjectives",
    "nominalised adjectives",
    "indefinite, demonstrative",
    "preposition and article",
    "other",
)
"""Classes of words that a German reference changes."""

BARE = re.compile(r"^\W+|\W+$")
INSIDE = re.compile(r"\*in(?!(?:nen)?$)")
AGREEING = re.compile(r"[\w-]+\*[nrms]")
PERSONAL = frozenset("er*sie ihn*sie ihm*ihr sie*er ihr*ihm".split())
CONTRACTIONS = ("zum*zur", "vom*von", "beim*bei", "im*in", "am*an", "der")
RELATIVE = frozenset("der*die den*die dem*der dessen*deren".split())
DETERMINERS = tuple("ein kein jed dies jen welch manch solch irgendein mein dein unser euer".split())


class WordChange(NamedTuple):
    """A word, or several, that stands differently in another version of a line.

    Attributes:
        place: Number of the first word in the line, from 0.
        before: The words as they were; empty where words are added.
        after: The words as they are; empty where words are left out.

    Example:
        >>> WordChange(1, "Lehrer", "Lehrer*innen").place
        1
    """

    place: int
    before: str
    after: str


class Recall(NamedTuple):
    """How many changes of a class a system made as the reference has them.

    Attributes:
        made: Changes made.
        wanted: Changes of the reference.

    Example:
        >>> Recall(9, 10).wanted
        10
    """

    made: int
    wanted: int


def word_changes(before: str, after: str) -> list[WordChange]:
    """Return what changes from one version of a line to another, word by word (words end at white space).

    Args:
        before: The line as it was.
        after: The line as it is.

    Returns:
        The changes in order; as many words for as many others are paired one by one.

    Example:
        >>> word_changes("Der Lehrer kam.", "Der*die Lehrer*in kam.")
        [WordChange(place=0, before='Der', after='Der*die'), WordChange(place=1, before='Lehrer', after='Lehrer*in')]
    """
    old, new = before.split(), after.split()
    changes: list[WordChange] = []
    for kind, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        if last - first == end - start:
            changes += [WordChange(first + n, old[first + n], new[start + n]) for n in range(last - first)]
        else:
            changes.append(WordChange(first, " ".join(old[first:last]), " ".join(new[start:end])))
    return changes


def change_class(change: WordChange, follows_comma: bool = False) -> str:
    """Return the class of a change in a German reference.

    Args:
        change: The change.
        follows_comma: Whether the word before ends in a comma: articles and relative pronouns look the same.

    Returns:
        One of `CLASSES`.

    Example:
        >>> change_class(WordChange(0, "Bürgerinitiative", "Bürger*inneninitiative"))
        'inside compounds'
    """
    word = BARE.sub("", change.after)
    low = word.lower()
    if INSIDE.search(low):
        return "inside compounds"
    if low.endswith("*innen"):
        return "plural nouns"
    if low.endswith("*in"):
        return "singular nouns"
    if low in PERSONAL:
        return "personal pronouns"
    if low.startswith(("sein", "ihr")) and "*ihr" in low:
        return "possessives"
    if low.startswith(CONTRACTIONS[:-1]) or (not change.before and low == CONTRACTIONS[-1]):
        return "preposition and article"
    return _agreeing_class(word, low, follows_comma)


def _agreeing_class(word: str, low: str, follows_comma: bool) -> str:
    if low in RELATIVE and follows_comma:
        return "relative pronouns"
    if low in ("einer", "eine*r", "keine*r", "jede*r", "diese*r", "jene*r") and not word.endswith("*e"):
        return "indefinite, demonstrative"
    if low in RELATIVE or low == "des*der" or low.startswith(DETERMINERS):
        return "articles, determiners"
    if "diejenige" in low or "derjenige" in low:
        return "indefinite, demonstrative"
    if AGREEING.fullmatch(low):
        return "nominalised adjectives" if word[0].isupper() else "adjectives"
    return "other"


def recall_by_class(
    sources: Sequence[str], references: Sequence[str], hypotheses: Sequence[str]
) -> tuple[dict[str, Recall], int]:
    """Count, class by class, the changes of the reference that a system made exactly so.

    Args:
        sources: Lines as they were.
        references: Lines as they should be.
        hypotheses: Lines as a system made them.

    Returns:
        For each of `CLASSES` that occurs, how many were made; and the number of changes that the reference has not.

    Raises:
        GenderfairError: The numbers of lines differ, there is a single line in place of several, or one is no text.
    """
    made: Counter[str] = Counter()
    wanted: Counter[str] = Counter()
    spurious = 0
    lists = parallel_texts(sources=sources, references=references, hypotheses=hypotheses)
    for source, reference, hypothesis in zip(*lists, strict=True):
        found = set(word_changes(source, hypothesis))
        gold = list(_classified(source, reference))
        for change, kind in gold:
            wanted[kind] += 1
            made[kind] += change in found
        places = {change.place for change, _ in gold}
        spurious += sum(change.place not in places for change in found)
    return {kind: Recall(made[kind], wanted[kind]) for kind in CLASSES if wanted[kind]}, spurious


def _classified(source: str, reference: str) -> Iterator[tuple[WordChange, str]]:
    words = source.split()
    for change in word_changes(source, reference):
        after_comma = change.place > 0 and words[change.place - 1].endswith(",")
        yield change, change_class(change, after_comma)


def words_kept(sources: Sequence[str], references: Sequence[str], hypotheses: Sequence[str]) -> tuple[int, int]:
    """Count the words that a reference leaves as they are, and those of them that a system leaves too.

    What a rewriter may not touch is the meaning; this is its second measure beside the word error rate.

    Args:
        sources: Lines as they were.
        references: Lines as they should be.
        hypotheses: Lines as a system made them.

    Returns:
        Words left by both, and words left by the reference.

    Raises:
        GenderfairError: The numbers of lines differ, there is a single line in place of several, or one is no text.

    Example:
        >>> words_kept(["She sees 12 birds"], ["They see 12 birds"], ["They see 13 birds"])
        (1, 2)
    """
    both = total = 0
    lists = parallel_texts(sources=sources, references=references, hypotheses=hypotheses)
    for source, reference, hypothesis in zip(*lists, strict=True):
        left = _kept(source, reference)
        total += len(left)
        both += len(left & _kept(source, hypothesis))
    return both, total


def _kept(before: str, after: str) -> set[int]:
    if before == after:
        return set(range(len(before.split())))
    blocks = SequenceMatcher(None, before.split(), after.split(), autojunk=False).get_matching_blocks()
    return {block.a + step for block in blocks for step in range(block.size)}


class Comparison(NamedTuple):
    """Two systems on the same lines (paired bootstrap; Koehn 2004).

    Attributes:
        first: Word error rate of the first system, in per cent.
        second: Word error rate of the second.
        difference: First less second.
        low: Lower end of the 95 per cent interval of the difference.
        high: Upper end.
        p: Share of the resamples in which the first is not better; a tie counts against it.

    Example:
        >>> Comparison(1.0, 2.0, -1.0, -1.5, -0.5, 0.0).p
        0.0
    """

    first: float
    second: float
    difference: float
    low: float
    high: float
    p: float


def compare_systems(
    first: Sequence[WordErrors], second: Sequence[WordErrors], resamples: int = RESAMPLES, seed: int = 0
) -> Comparison:
    """Compare two systems by drawing lines with replacement.

    Args:
        first: Errors of the first system, line by line.
        second: Errors of the second on the same lines.
        resamples: How often lines are drawn.
        seed: Of the random numbers.

    Returns:
        Rates, their difference with its interval, and p.

    Raises:
        ValueError: The lines are not the same, or there are none.
    """
    if not first or [line.words for line in first] != [line.words for line in second]:
        raise ValueError("the two systems have to be measured on the same lines, at least one")
    rates = [_resampled(lines, resamples, seed) for lines in (first, second)]
    differences = rates[0] - rates[1]
    low, high = np.percentile(differences, [2.5, 97.5])
    one, two = total_errors(first).rate, total_errors(second).rate
    return Comparison(one, two, one - two, float(low), float(high), float(np.mean(differences >= 0)))


def rate_interval(lines: Sequence[WordErrors], resamples: int = RESAMPLES, seed: int = 0) -> tuple[float, float]:
    """Return the 95 per cent interval of a word error rate, by drawing lines with replacement.

    Args:
        lines: Errors line by line, at least one.
        resamples: How often lines are drawn.
        seed: Of the random numbers.

    Returns:
        Lower and upper end, in per cent.
    """
    low, high = np.percentile(_resampled(lines, resamples, seed), [2.5, 97.5])
    return float(low), float(high)


def _resampled(lines: Sequence[WordErrors], resamples: int, seed: int) -> NDArray[np.float64]:
    counts = np.array(lines)
    random = np.random.default_rng(seed)
    drawn = (counts[random.integers(0, len(counts), len(counts))].sum(axis=0) for _ in range(resamples))
    totals = np.array(list(drawn))
    rates: NDArray[np.float64] = 100 * totals[:, 0] / totals[:, 1]
    return rates
