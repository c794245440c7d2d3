"""What a model may change in a sentence: words for persons, which the rules can turn back into those of the source.

A model that writes freely also changes numbers, names and rare words. Its sentence is aligned with the source word by
word, and turned by rule into one about men and into one about women: a change is of gender where one of these two reads
there as the source does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from hf_genderfair.core.spans import Edit
from hf_genderfair.languages.types import PAIRED_GENDERS
from hf_genderfair.rewriting.biased import biased

RULE = "neural"
REASON = "a model rewrites it"

CHUNK = re.compile(r"\S+")
SIGNED = re.compile(r"(\W*)(.*?)(\W*)", re.DOTALL)
"""A word and the signs around it."""

Change = tuple[int, int, int, int]
"""Words from and to, of the source and then of what takes their place."""


def all_changes(source: str, output: str) -> list[Edit]:
    """Return the words of a source that are others in an output, as edits; white space is that of the source."""
    return [_edit(source, output, change) for run in _runs(source, output) for change in run]


def gender_changes(source: str, output: str, lang: str) -> list[Edit]:
    """Return the edits of `all_changes` that concern gender; words beside each other are changed together or not."""
    runs = list(_runs(source, output))
    if not runs:
        return []
    turned = [
        [change for run in _runs(source, biased(output, lang, gender)) for change in run] for gender in PAIRED_GENDERS
    ]
    concerning = [run for run in runs if all(any(not _meets(change, one) for one in turned) for change in run)]
    return [_edit(source, output, change) for run in concerning for change in run]


def _runs(source: str, output: str) -> Iterator[list[Change]]:
    """Yield words that differ and stand beside each other, one by one where as many words stand for others."""
    old, new = source.split(), output.split()
    if not old or not new:
        return
    for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "replace" and j - i == m - k:
            yield [(i + place, i + place + 1, k + place, k + place + 1) for place in range(j - i)]
        elif kind == "replace":
            yield [(i, j, k, m)]
        elif kind != "equal":
            # what is added or left out goes with the word before it, if there is one
            yield [(i - 1, j, k - 1, m) if i else (i, j, k, m)]


def _meets(change: Change, others: Iterable[Change]) -> bool:
    """Return whether a change is of words that others are of too."""
    return any(change[0] < last and first < change[1] for first, last, _, _ in others)


def _edit(source: str, output: str, change: Change) -> Edit:
    """Return the edit of a change, without the signs around its words that stay."""
    first, last, begin, end = change
    words = list(CHUNK.finditer(source))
    start, new = words[first].start(), " ".join(output.split()[begin:end])
    if first == last or begin == end:
        # at the start, with the space before the first word that stays
        old, new = source[start : words[last].start()], f"{new} " if new else ""
    else:
        old = source[start : words[last - 1].end()]
    before, core, after = SIGNED.fullmatch(old).groups()  # type: ignore[union-attr]
    if not core or not (new.startswith(before) and new.endswith(after)) or len(new) <= len(before + after):
        before, core, after = "", old, ""
    start += len(before)
    return Edit(start, start + len(core), core, new[len(before) : len(new) - len(after)], RULE, REASON)
