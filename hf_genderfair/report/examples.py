"""Examples for a report: short pieces of texts that are drawn by seed and show what the figures count."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from random import Random
from typing import Any, NamedTuple

from datasets import Dataset

from hf_genderfair.core.spans import Edit, edit_text, edits_of, restore_text
from hf_genderfair.report.report import Mark, Piece, TextExample

DRAWN = 200
"""Rows in which examples are looked for."""

SHOWN = 3
"""Examples of a kind."""

AROUND = 90
"""Characters shown before the first change of an example, and after its last one."""

LONGEST = 300
"""Characters from the first to the last change of an example; what comes after is left out."""

PERSONAL = re.compile(r"\S@\S|\d(?:[ /()-]?\d){6}")
"""What may be an e-mail address or a telephone number: texts with one are no examples. Nothing is lost where it is
neither, since another text is drawn; to count and to replace them, `hf_genderfair.hub.contacts` asks for more."""

LONG = 500
"""Characters of an example; longer ones are left out."""

LEFT = "\N{NO-BREAK SPACE}…"
"""What stands where the end of a text is left out; never alone on a line."""

LETTER = re.compile(r"\B\w")
WORD = re.compile(r"\s+|\S+")


class Highlight(NamedTuple):
    """Where words stand in a text, and what is shown of them.

    Attributes:
        start: First character.
        end: The one after the last.
        mark: See `Piece`.
        label: See `Piece`.

    Example:
        >>> Highlight(0, 2).mark
        'marked'
    """

    start: int
    end: int
    mark: Mark = "marked"
    label: str = ""


def draw_rows(number: int, seed: int = 0) -> list[int]:
    """Choose the rows in which examples are looked for, in their order."""
    return sorted(Random(seed).sample(range(number), min(number, DRAWN)))


def drawn_rows(rows: Dataset, seed: int = 0) -> Dataset:
    """Return the rows in which examples are looked for."""
    return rows.select(draw_rows(len(rows), seed))


def choose_examples(examples: Iterable[TextExample]) -> list[TextExample]:
    """Return some examples of each kind, drawn by seed, for different reasons where they have such."""
    # Long ones are left out, and those that hold an address or number of a person. Kinds that show changes come first.
    given = [example for example in examples if _is_fit("".join(piece.text for piece in example.pieces))]
    masked = {piece.text for example in given for piece in example.pieces if piece.mark == "masked"}
    given = [example for example in given if not _shows(example, masked)]
    found: Counter[str] = Counter()
    chosen: list[TextExample] = []
    for example in _by_reason(Random(0).sample(given, len(given))):
        repeated = any(example.pieces == other.pieces for other in chosen)
        if found[example.kind] < SHOWN and not repeated:
            found[example.kind] += 1
            chosen.append(example)
    changed = {example.kind for example in chosen if any(piece.mark == "inserted" for piece in example.pieces)}
    kinds = sorted(dict.fromkeys(example.kind for example in given), key=lambda kind: kind not in changed)
    return sorted(chosen, key=lambda example: kinds.index(example.kind))


def _is_fit(text: str) -> bool:
    return bool(text.strip()) and len(text) <= LONG and not PERSONAL.search(text)


def _shows(example: TextExample, masked: Iterable[str]) -> bool:
    """Return whether an example shows a sentence that another one masks."""
    before = "".join(piece.text for piece in example.pieces if piece.mark not in ("inserted", "masked"))
    hidden = LETTER.sub("•", before)
    return any(sentence in hidden for sentence in masked)


def _by_reason(examples: Iterable[TextExample]) -> list[TextExample]:
    """Return the first example for each reason, then the second ones, and so on."""
    seen: Counter[tuple[str, str]] = Counter()
    rounds = []
    for example in examples:
        seen[example.kind, example.reason] += 1
        rounds.append((seen[example.kind, example.reason], example))
    return [example for _, example in sorted(rounds, key=lambda found: found[0])]


def edited_example(kind: str, text: str, edits: Iterable[Edit], reason: str = "") -> TextExample:
    """Show what edits delete and insert."""
    ordered = sorted(edits, key=lambda edit: edit.start)
    near = [edit for edit in ordered if edit.end <= ordered[0].start + LONGEST] or ordered[:1]
    start, end = _window(text, near[0].start, near[-1].end)
    return TextExample(kind, _cut(text, start, end, edited_pieces(text, near, start, end)), reason)


def edited_pieces(text: str, edits: Iterable[Edit], start: int = 0, end: int | None = None) -> list[Piece]:
    """Return a text with what edits delete and insert.

    Args:
        text: The text before them.
        edits: The edits; they do not overlap.
        start: First character that is shown.
        end: The one after the last; None shows the text to its end.

    Example:
        >>> edits = [Edit(0, 2, "He", "She", "pronoun", "counterfactual")]
        >>> [(piece.text, piece.mark) for piece in edited_pieces("He left.", edits)]
        [('He', 'deleted'), ('She', 'inserted'), (' left.', 'plain')]
    """
    pieces, place = [], start
    for edit in sorted(edits, key=lambda edit: edit.start):
        pieces += [
            Piece(text[place : edit.start]),
            Piece(edit.original, "deleted"),
            Piece(edit.replacement, "inserted"),
        ]
        place = edit.end
    return _joined([*pieces, Piece(text[place:end])])


def marked_example(kind: str, text: str, places: Iterable[Highlight], reason: str = "") -> TextExample:
    """Show where words stand."""
    near = near_highlights(places)
    start, end = _window(text, near[0].start, near[-1].end)
    return TextExample(kind, _cut(text, start, end, marked_pieces(text, near, start, end)), reason)


def marked_pieces(text: str, places: Iterable[Highlight], start: int = 0, end: int | None = None) -> list[Piece]:
    """Return a text with marks where words stand.

    Args:
        text: The text.
        places: Where they stand. Of those that overlap the first one is shown.
        start: First character that is shown.
        end: The one after the last; None shows the text to its end.

    Example:
        >>> [(piece.text, piece.mark) for piece in marked_pieces("He left.", [Highlight(0, 2)])]
        [('He', 'marked'), (' left.', 'plain')]
    """
    pieces, place = [], start
    for first, last, mark, label in sorted(set(places)):
        if first >= place:
            pieces += [Piece(text[place:first]), Piece(text[first:last], mark, label)]
            place = last
    return _joined([*pieces, Piece(text[place:end])])


def near_highlights(places: Iterable[Highlight]) -> list[Highlight]:
    """Return what an example shows of highlights: those near the first one that do not overlap."""
    first, *others = sorted(set(places))
    near = [first]
    for place in others:
        if near[-1].end <= place.start and place.end <= first.start + LONGEST:
            near.append(place)
    return near


def begun_examples(kind: str, rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield rows as examples, with the beginning of their text."""
    for text in rows[text_column]:
        yield TextExample(kind, _begin(text))


def _begin(text: str | None) -> list[Piece]:
    text = (text or "").strip()
    end = _window(text, 0, 0)[1]
    return [Piece(text[:end]), Piece(LEFT)] if end < len(text) else [Piece(text)]


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
    """Show in which words two versions of a text differ."""
    old, new = WORD.findall(before), WORD.findall(after)
    pieces = []
    for what, first, last, begin, stop in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            pieces.append(Piece("".join(old[first:last])))
        else:
            pieces += [Piece("".join(old[first:last]), "deleted"), Piece("".join(new[begin:stop]), "inserted")]
    return TextExample(kind, _joined(pieces), reason)


def text_before(text: str | None, edits: Sequence[Edit]) -> str | None:
    """Return a text as it was before edits, whether they were applied or not; None where they do not fit it."""
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
    """Yield rows, each with its text as it was before edits, and these; rows whose edits do not fit are left out."""
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


def _cut(text: str, start: int, end: int, pieces: Sequence[Piece]) -> list[Piece]:
    """Return pieces of a part of a text, with signs where something was left out."""
    return [*([Piece("… ")] if start else []), *pieces, *([Piece(LEFT)] if end < len(text) else [])]


def _joined(pieces: Iterable[Piece]) -> list[Piece]:
    return [piece for piece in pieces if piece.text]
