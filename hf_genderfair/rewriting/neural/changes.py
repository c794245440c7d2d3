"""The changes of words in a parallel corpus: the words that a decoder may write besides copies.

A rewriter changes few words and each in few ways. A change is learnt as an ending that is replaced (*Student|en* by
**innen*), as a beginning that is (*Bürger|initiative*), or as a whole word (*der* by *der*die*). Everything else
can only be copied, so that numbers, names, links and rare words cannot be corrupted: decoder noise of this kind is a
quarter of what the published systems get wrong in English forum posts.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import takewhile
from pathlib import Path

from hf_genderfair.core.records import read_file

FILE = "changes.json"
CONTEXT = 2
"""Letters before an ending that have to be the same."""

OWN_CONTEXT = 3
"""An ending of this many letters needs no letters before it (*Kinder|arzt*)."""

LEAST_STEM = 3
LEAST_WORD = 5
"""Letters that stay before a changed ending, and of the word: the change of a shorter word is one of this word."""

LONGEST_ENDING = 12
LONGEST_WORD = 60
LEAST_WORDS = 3
LEAST_SHARE = 0.02
"""Words that have to change an ending in one way, and their share of all words with this ending, so that others can."""

LEAST_TAIL = 6
"""Letters of the last part of a compound, which stays while the first changes; more than an ending has (*-innen*)."""

OFTEN = 5
"""From this number of unchanged occurrences on, a word that never changes can only stay."""

LEAST = 3
"""Fewest occurrences of a change in a corpus."""

MOST = 6
"""Changes of a word at most, the most frequent ones."""

MOST_ADDED = 4
"""Words that a run of changed words gets in addition at most; a longer addition is another text."""

LONGEST_RUN = 30
"""Changed words in a row at most."""

WORD = re.compile(r"(\W*)(.*?)(\W*)", re.DOTALL)


@dataclass(frozen=True)
class LearnedChanges:
    """The changes of words that a corpus shows.

    Attributes:
        words: Whole words and what replaces them, the most frequent first; nothing for words that always stay.
        endings: ``A`` for words with a capital and ``a`` for others, letters before an ending, ``|``, the ending; and
            what replaces the ending.
        beginnings: First parts of compounds, and what replaces them.

    Example:
        >>> pair = ("Maler, Fahrer und Leser kamen.", "Maler*innen, Fahrer*innen und Leser*innen kamen.")
        >>> LearnedChanges.learn([pair]).of("(Sprecher)")
        ('(Sprecher*innen)',)
    """

    words: Mapping[str, tuple[str, ...]]
    endings: Mapping[str, tuple[str, ...]]
    beginnings: Mapping[str, tuple[str, ...]]

    @classmethod
    def learn(cls, pairs: Iterable[tuple[str, str]], least: int = LEAST) -> LearnedChanges:
        """Collect the changes of a parallel corpus."""
        seen: Counter[tuple[str, str]] = Counter()
        shown: Counter[str] = Counter()
        for source, target in pairs:
            seen.update(_changed_cores(source, target))
            shown.update(WORD.fullmatch(word)[2] for word in source.split(" "))  # type: ignore[index]
        general = _kinds(seen, shown)
        kinds: dict[str, Counter[tuple[str, str]]] = {"words": Counter(), "endings": Counter(), "beginnings": Counter()}
        for change, count in seen.items():
            kind, left, right = general[change]
            kinds[kind][left, right] += count
        changes = cls(**{kind: _frequent(counted, least) for kind, counted in kinds.items()})
        changed = {old for old, _ in seen}
        stay = {word: () for word, count in shown.items() if count >= OFTEN and word not in changed}
        always = {word: forms for word, forms in sorted(stay.items()) if changes.of(word)}
        return replace(changes, words={**changes.words, **always})

    def of(self, word: str) -> tuple[str, ...]:
        """Return what a word may become, without the word itself."""
        if len(word) > LONGEST_WORD:
            return ()
        before, core, after = WORD.fullmatch(word).groups()  # type: ignore[union-attr]
        found = dict.fromkeys(self._of_core(core)) if core else {}
        return tuple(before + new + after for new in list(found)[:MOST])

    def _of_core(self, core: str) -> Iterator[str]:
        low = core[:1].lower() + core[1:]
        if self.words.get(core, self.words.get(low)) == ():
            return
        yield from self.words.get(core, ())
        if low != core:
            yield from (new[:1].upper() + new[1:] for new in self.words.get(low, ()))
        for stem, key in _ending_keys(core):
            yield from (stem + new for new in self.endings.get(key, ()))
        for end in range(3, len(core) - 2):
            yield from (new + core[end:] for new in self.beginnings.get(core[:end], ()))

    @classmethod
    def load(cls, folder: Path) -> LearnedChanges:
        """Read the changes in a model's folder."""
        return read_file(cls, folder / FILE)

    def save(self, folder: Path) -> None:
        """Write the changes into a model's folder."""
        kinds = {"words": self.words, "endings": self.endings, "beginnings": self.beginnings}
        (folder / FILE).write_text(json.dumps(kinds, ensure_ascii=False, indent=0), encoding="utf-8")


def changed_words(source: str, target: str) -> list[tuple[int, str, str]] | None:
    """Align the words of a pair, divided at single spaces."""
    old, new = source.split(" "), target.split(" ")
    found = []
    for kind, i, j, k, l in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():  # noqa: E741
        if kind == "equal":
            continue
        if j - i > l - k or j == i:
            return None
        if l - k - (j - i) > MOST_ADDED or j - i > LONGEST_RUN:
            return None
        groups = _matched(tuple(old[i:j]), tuple(new[k:l]))[1]
        found += [(i + index, old[i + index], group) for index, group in enumerate(groups)]
    return found


@lru_cache(maxsize=1000)
def _matched(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[float, tuple[str, ...]]:
    """Give every old word at least one of the new ones, in order, so that they are as alike as can be."""
    if len(old) == 1:
        return SequenceMatcher(None, old[0], new[0]).ratio(), (" ".join(new),)
    options = []
    for size in range(1, len(new) - len(old) + 2):
        score, groups = _matched(old[1:], new[size:])
        options.append((SequenceMatcher(None, old[0], new[0]).ratio() + score, (" ".join(new[:size]), *groups)))
    return max(options)


def _changed_cores(source: str, target: str) -> Iterator[tuple[str, str]]:
    """Yield changed words without the signs around them."""
    for _, old, new in changed_words(source, target) or ():
        before, core, after = WORD.fullmatch(old).groups()  # type: ignore[union-attr]
        if core and new.startswith(before) and new.endswith(after) and len(new) > len(before + after):
            yield core, new[len(before) : len(new) - len(after)]


def _kinds(seen: Iterable[tuple[str, str]], shown: Iterable[str]) -> dict[tuple[str, str], tuple[str, str, str]]:
    """Return the kind of each change: a change of the ending only if that is common."""
    general = {(old, new): _generalised(old, new) for old, new in seen}
    examples: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for (old, _), (kind, left, right) in general.items():
        if kind == "endings":
            examples[left, right].add(old)
    keys = {left for left, _ in examples}
    alike = Counter(key for word in shown for _, key in _ending_keys(word) if key in keys)
    for (old, new), (kind, left, right) in general.items():
        if kind == "endings" and len(examples[left, right]) < max(LEAST_WORDS, LEAST_SHARE * alike[left]):
            general[old, new] = "words", old, new
    return general


def _generalised(old: str, new: str) -> tuple[str, str, str]:
    """Return the kind of change that a changed word is an example of."""
    stem = _common_start(old, new)
    rest, changed = old[len(stem) :], new[len(stem) :]
    tail = _common_start(rest[::-1], changed[::-1])[::-1]
    if len(tail) >= LEAST_TAIL and len(stem) >= LEAST_STEM:
        return "beginnings", old[: len(old) - len(tail)], new[: len(new) - len(tail)]
    if len(stem) >= LEAST_STEM and len(rest) <= LONGEST_ENDING and len(old) >= LEAST_WORD:
        return "endings", _ending_key(stem, rest), changed
    return "words", old, new


def _ending_keys(word: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to cut a word into a stem and an ending, the ending as its key."""
    if len(word) >= LEAST_WORD:
        for length in range(min(LONGEST_ENDING, len(word) - LEAST_STEM) + 1):
            stem, ending = word[: len(word) - length], word[len(word) - length :]
            yield stem, _ending_key(stem, ending)


def _ending_key(stem: str, ending: str) -> str:
    case = "A" if stem[:1].isupper() else "a"
    context = "" if len(ending) >= OWN_CONTEXT else stem[-CONTEXT:]
    return f"{case}{context}|{ending}"


def _common_start(first: str, second: str) -> str:
    return "".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


def _frequent(counted: Counter[tuple[str, str]], least: int) -> dict[str, tuple[str, ...]]:
    kept: defaultdict[str, list[str]] = defaultdict(list)
    ranked: Sequence[tuple[tuple[str, str], int]] = sorted(counted.items(), key=lambda row: (-row[1], row[0]))
    for (old, new), count in ranked:
        if count >= least and len(kept[old]) < MOST:
            kept[old].append(new)
    return {old: tuple(new) for old, new in sorted(kept.items())}
