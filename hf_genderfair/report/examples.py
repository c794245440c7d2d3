"""Examples for a report: short pieces of texts that are drawn by seed and show what the figures count."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from random import Random
from typing import Any

from datasets import Dataset

from hf_genderfair.core.spans import Edit, edit_text, edits_of, restore_text
from hf_genderfair.report.report import Piece, TextExample

DRAWN = 200
"""Rows in which examples are looked for."""

SHOWN = 5
"""Examples of a kind."""

AROUND = 90
"""Characters shown before the first change of an example, and after its last one."""

LONGEST = 300
"""Characters from the first to the last change of an example; what comes after is left out."""

PERSONAL = re.compile(r"\S@\S|\d(?:[ /()-]?\d){6}")
"""What may be an e-mail address or a telephone number: texts with one are no examples. Nothing is lost where it is
neither, since another text is drawn; to count and to replace them, `hf_genderfair.hub.contacts` asks for more."""

LETTER = re.compile(r"\B\w")
WORD = re.compile(r"\s+|\S+")


def draw_rows(number: int, seed: int = 0) -> list[int]:
    """Choose the rows in which examples are looked for, in their order.

    Args:
        number: Number of rows.
        seed: The same seed gives the same rows.

    Example:
        >>> draw_rows(3)
        [0, 1, 2]
    """
    return sorted(Random(seed).sample(range(number), min(number, DRAWN)))


def choose_examples(examples: Iterable[TextExample]) -> list[TextExample]:
    """Return some examples of each kind, changes first; those that hold an address or number of a person are left out.

    Args:
        examples: Any number, in the order of their rows.

    Example:
        >>> [example.reason for example in choose_examples([TextExample("left alone", [Piece("a@b.example")])])]
        []
    """
    found: Counter[str] = Counter()
    chosen: list[TextExample] = []
    for example in examples:
        text = "".join(piece.text for piece in example.pieces)
        repeated = any(example.pieces == other.pieces for other in chosen)
        if found[example.kind] < SHOWN and not repeated and not PERSONAL.search(text):
            found[example.kind] += 1
            chosen.append(example)
    changed = {example.kind for example in chosen if any(piece.mark == "inserted" for piece in example.pieces)}
    kinds = sorted(found, key=lambda kind: kind not in changed)
    return sorted(chosen, key=lambda example: kinds.index(example.kind))


def edited_example(kind: str, text: str, edits: Iterable[Edit], reason: str = "") -> TextExample:
    """Show what edits delete and insert.

    Args:
        kind: See `TextExample`.
        text: The text before them.
        edits: The edits; they do not overlap.
        reason: See `TextExample`.

    Example:
        >>> edited_example("swapped", "He left.", [Edit(0, 2, "He", "She", "pronoun", "counterfactual")]).pieces[:2]
        [Piece(text='He', mark='deleted'), Piece(text='She', mark='inserted')]
    """
    ordered = sorted(edits, key=lambda edit: edit.start)
    near = [edit for edit in ordered if edit.end <= ordered[0].start + LONGEST] or ordered[:1]
    start, end = _window(text, near[0].start, near[-1].end)
    pieces, place = [Piece("… ")] if start else [], start
    for edit in near:
        pieces += [
            Piece(text[place : edit.start]),
            Piece(edit.original, "deleted"),
            Piece(edit.replacement, "inserted"),
        ]
        place = edit.end
    return TextExample(
        kind, _joined([*pieces, Piece(text[place:end]), *([Piece(" …")] if end < len(text) else [])]), reason
    )


def marked_example(kind: str, text: str, spans: Iterable[tuple[int, int]], reason: str = "") -> TextExample:
    """Show where words stand.

    Args:
        kind: See `TextExample`.
        text: The text.
        spans: First character of each word, and the one after its last; at least one.
        reason: See `TextExample`.

    Example:
        >>> marked_example("words", "He left.", [(0, 2)]).pieces
        [Piece(text='He', mark='marked'), Piece(text=' left.', mark='plain')]
    """
    ordered = sorted(set(spans))
    near = [span for span in ordered if span[1] <= ordered[0][0] + LONGEST] or ordered[:1]
    start, end = _window(text, near[0][0], near[-1][1])
    pieces, place = [Piece("… ")] if start else [], start
    for first, last in near:
        if first >= place:
            pieces += [Piece(text[place:first]), Piece(text[first:last], "marked")]
            place = last
    return TextExample(
        kind, _joined([*pieces, Piece(text[place:end]), *([Piece(" …")] if end < len(text) else [])]), reason
    )


def masked_example(kind: str, text: str, reason: str = "") -> TextExample:
    """Show a text that may offend by the first letters of its words.

    Args:
        kind: See `TextExample`.
        text: The text.
        reason: See `TextExample`.

    Example:
        >>> masked_example("removed", "All are bad.").pieces[0].text
        'A•• a•• b••.'
    """
    return TextExample(kind, [Piece(LETTER.sub("•", text.strip()[:LONGEST]), "masked")], reason)


def changed_example(kind: str, before: str, after: str, reason: str = "") -> TextExample:
    """Show in which words two versions of a text differ.

    Args:
        kind: See `TextExample`.
        before: The first version.
        after: The second version.
        reason: See `TextExample`.

    Example:
        >>> changed_example("pair", "He left.", "They left.").pieces[-1].text
        ' left.'
    """
    old, new = WORD.findall(before), WORD.findall(after)
    pieces = []
    for what, first, last, begin, stop in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            pieces.append(Piece("".join(old[first:last])))
        else:
            pieces += [Piece("".join(old[first:last]), "deleted"), Piece("".join(new[begin:stop]), "inserted")]
    return TextExample(kind, _joined(pieces), reason)


def text_before(text: str | None, edits: Sequence[Edit]) -> str | None:
    """Return a text as it was before edits, whether they were applied or not; None where they do not fit it.

    Args:
        text: The text.
        edits: The edits.

    Example:
        >>> edits = [Edit(0, 2, "He", "She", "pronoun", "counterfactual")]
        >>> text_before("She left.", edits), text_before("He left.", edits), text_before("We left.", edits)
        ('He left.', 'He left.', None)
    """
    for restored in (restore_text, edit_text):
        try:
            changed = restored(text or "", edits)
        except ValueError:
            continue
        return changed if restored is restore_text else text
    return None


def rows_with_text_before(
    rows: Dataset, edits_column: str, text_column: str = "text"
) -> Iterator[tuple[dict[str, Any], str, list[Edit]]]:
    """Yield rows, each with its text as it was before edits, and these; rows whose edits do not fit are left out.

    Args:
        rows: Rows with edits, applied or not.
        edits_column: Column of the edits.
        text_column: Column of text.
    """
    for row in rows:
        edits = edits_of(row[edits_column] or [])
        text = text_before(row[text_column], edits)
        if text is not None:
            yield row, text, edits


def _window(text: str, first: int, last: int) -> tuple[int, int]:
    """Return where to begin and end around a part of a text, between words."""
    start, end = max(0, first - AROUND), min(len(text), last + AROUND)
    while 0 < start < first and not text[start - 1].isspace():
        start += 1
    while last < end < len(text) and not text[end].isspace():
        end -= 1
    return start, end


def _joined(pieces: Iterable[Piece]) -> list[Piece]:
    return [piece for piece in pieces if piece.text]
