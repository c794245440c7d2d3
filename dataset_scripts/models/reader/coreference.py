"""English texts in which it is known who is the same: LitBank (CC BY 4.0) and GAP (Apache-2.0)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path

import numpy as np

from dataset_scripts.models.reader.examples import Example, nothing_known, read_words
from dataset_scripts.models.reader.syntax import UNKNOWN
from dataset_scripts.models.weights.coreference import (
    Chains,
    GapRow,
    Span,
    is_kept_out,
    overlaps,
    read_gap,
    read_litbank,
)
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.resolution import mentions_of_anybody
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.reader.reading import MOST_WORDS
from hf_genderfair.languages.tokens import TokenisedSentence

BEHIND_HEAD = frozenset(
    ", ; : -- ( who whom whose which that of in on at from with without by to for as among beyond under".split()
)
"""What begins a modifier behind the head of a noun phrase."""

NO_MENTIONS = frozenset("himself herself themselves themself myself yourself ourselves who whom whose".split())
"""Words that stand for persons and are no mentions where the maintainers label them."""

WITHOUT_SPACE = re.compile(r"[,.;:!?)’]|['’](s|ll|d|re|ve|m)|n['’]t")
"""Tokens that the books set apart, and that stand at the word before them in print."""


def windows_of_novels(data: Path) -> tuple[list[Example], list[Example]]:
    """Return windows in which it is known who is the same, to learn from and kept out; nothing else is known."""
    sides: tuple[list[Example], list[Example]] = [], []
    for book in read_litbank(data):
        sides[is_kept_out(book.name)].extend(_windows(book))
    return sides


def _windows(book: Chains) -> Iterator[Example]:
    """Yield windows of whole sentences, each sentence in two of them with what stands around it."""
    words = [match.span() for match in re.finditer(r"\S+", book.text)]
    breaks = [0]
    for at, (_, end) in enumerate(words, start=1):
        if book.text[end : end + 1] == "\n" or end == len(book.text):
            breaks.append(at)
    starts = {start: at for at, (start, _) in enumerate(words)}
    heads = dict(_heads(book, words, starts))
    first = 0
    while first < len(breaks) - 1:
        last = first + 1
        while last < len(breaks) - 1 and breaks[last + 1] - breaks[first] <= MOST_WORDS:
            last += 1
        yield _window(book.text, words[breaks[first] : breaks[last]], breaks[first], heads)
        # half of a window again, so that what opens one has been seen with what stands before it
        first = max(first + 1, (first + last) // 2) if last < len(breaks) - 1 else last


def _heads(book: Chains, words: Sequence[Span], starts: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the head of each mention of a person with the number of the person; of two with one head the longer."""
    for start, end in sorted(book.persons, key=lambda span: span[1] - span[0]):
        at = head = starts[start]
        while at < len(words) and words[at][1] <= end:
            if at > starts[start] and book.text[slice(*words[at])].lower() in BEHIND_HEAD:
                break
            head, at = at, at + 1
        if book.text[slice(*words[head])].lower() not in NO_MENTIONS:
            yield head, book.mentions[start, end]


def _window(text: str, words: Sequence[Span], first: int, heads: dict[int, int]) -> Example:
    forms = [text[slice(*span)] for span in words]
    spaces = [at > 0 and not WITHOUT_SPACE.fullmatch(form) for at, form in enumerate(forms)]
    ends = list(accumulate(len(form) + space for form, space in zip(forms, spaces, strict=True)))
    begins = [end - len(form) for end, form in zip(ends, forms, strict=True)]
    columns = nothing_known(len(words))
    last_of = dict[int, int]()
    for at in range(len(words)):
        person = heads.get(first + at)
        if person is not None:
            columns["antecedent"][at] = last_of.get(person, at)
            last_of[person] = at
    whole = "".join(" " * space + form for form, space in zip(forms, spaces, strict=True))
    # the words of a text begin as those behind a space do
    return Example("en", whole, TokenisedSentence(forms, begins, ends, [True, *spaces[1:]]), columns)


def windows_of_pages(data: Path) -> list[Example]:
    """Return passages of GAP to learn from.

    It is known there for which of two names one pronoun stands. Where the rules say the same, what they say of other
    pronouns and names is learned too, but for pronouns of somebody new.
    """
    rows = [
        row
        for part in ("development", "validation")
        for row in read_gap(data, part)
        if any(row.gold) and not is_kept_out(row.page)
    ]
    found = []
    for row, analysis in zip(rows, pipeline("en").analyse([row.text for row in rows]), strict=True):
        mentions, _ = mentions_of_anybody(Document(row.text, analysis, "en"))
        right = next(name for name, is_meant in zip(row.names, row.gold, strict=True) if is_meant)
        pronoun, named = (next((m for m in mentions if overlaps(m, span)), None) for span in (row.pronoun, right))
        if pronoun is not None and named is not None:
            if pronoun.actor != named.actor:
                mentions = [each for each in mentions if each.kind != "pronoun" or each is pronoun]
                pronoun.actor = named.actor
            found.append(_of_mentions(row, mentions))
    return found


def _of_mentions(row: GapRow, mentions: Sequence[Mention]) -> Example:
    words = read_words(row.text, "en")
    last_at = {end: at for at, end in enumerate(words.ends)}
    columns = nothing_known(len(words.forms))
    last_of = dict[int, int]()
    for mention in sorted(mentions, key=lambda each: each.start):
        at = last_at.get(mention.end)
        if at is None or mention.plural or words.forms[at].lower() in NO_MENTIONS:
            continue
        if mention.kind == "name" or mention.actor in last_of:
            columns["antecedent"][at] = last_of.get(mention.actor, at) if mention.kind != "noun" else UNKNOWN
        last_of[mention.actor] = at
    return Example("en", row.text, words, columns)


def share_right(windows: Sequence[Example], found: Sequence[dict[str, list[int]]]) -> tuple[float, int]:
    """Return the share of words with a known earlier mention whose answer is a mention of the same person, and n."""
    right = []
    for window, answer in zip(windows, found, strict=True):
        known = window.columns["antecedent"]
        chain = np.arange(len(window))
        for at in np.flatnonzero(known >= 0).tolist():
            chain[at] = chain[known[at]]
            if known[at] != at:
                before = answer["antecedent"][at]
                right.append(before != at and chain[before] == chain[at])
    return sum(right) / max(len(right), 1), len(right)
