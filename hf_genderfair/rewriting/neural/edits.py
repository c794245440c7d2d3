"""Edits between a text and the output of a model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from hf_genderfair.core.spans import Edit
from hf_genderfair.rewriting.neural.changes import WORD, changed_words

RULE = "neural"
REASON = "a model rewrites it"

CHUNK = re.compile(r"\S+")


def neural_edits(text: str, output: str) -> list[Edit]:
    """Return the changes of a model, word by word, in order and without overlap."""
    # White space between words that stay is the text's; without white space, the edited text and the output are the
    # same.
    spans = [match.span() for match in CHUNK.finditer(text)]
    old, new = [text[start:end] for start, end in spans], output.split()
    changed = changed_words(" ".join(old), " ".join(new)) if old and new else None
    if changed is not None:
        return [_narrowed(spans[index][0], before, after) for index, before, after in changed]
    return list(_blocks(text, spans, old, new))


def _narrowed(start: int, old: str, new: str) -> Edit:
    """Exclude the punctuation around a word from its edit."""
    match = WORD.fullmatch(old)
    before, core, after = match.groups() if match else ("", old, "")
    if not core or not (new.startswith(before) and new.endswith(after)) or len(new) <= len(before + after):
        return Edit(start, start + len(old), old, new, RULE, REASON)
    start += len(before)
    return Edit(start, start + len(core), core, new[len(before) : len(new) - len(after)], RULE, REASON)


def _blocks(text: str, spans: Sequence[tuple[int, int]], old: list[str], new: list[str]) -> Iterator[Edit]:
    """Yield edits of whole runs of words, where words were added or removed."""
    for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        added = " ".join(new[k:m])
        if i < j:
            # with a removed word goes the space before it, or the one after it at the start
            start = spans[i][0] if added or i == 0 else spans[i - 1][1]
            end = spans[j][0] if not added and i == 0 and j < len(spans) else spans[j - 1][1]
        else:
            start = end = spans[i - 1][1] if i else 0
            added = f" {added}" if i else f"{added} "
        yield Edit(start, end, text[start:end], added, RULE, REASON)
