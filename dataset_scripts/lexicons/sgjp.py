"""Read every interpretation out of the SGJP dictionary inside morfeusz2; needed to build lexicons, never to use them.

Morfeusz 2 (BSD-2-Clause) can analyse single words but not list its dictionary. The analyser's automaton lies in the
shared library of the package. Its layout is not a public interface: magic ``8f c2 bc 1b``, a version byte, an
implementation byte (1 = variable length), the automaton's size as big-endian 32 bits, the automaton, a 32-bit size,
then zero-ended texts (dictionary id, copyright, tagset id) and three numbered tables (tags, name classes, qualifiers).
The automaton begins with 256 bytes that map a label to its short label, one byte, then states: a byte (0x80 =
accepting, low seven bits = number of transitions, 127 = the next byte has it); if accepting, a 16-bit length and the
interpretations; each transition is a byte (short label << 2 | bytes of offset), the label where the short label is 0,
and an offset relative to what follows.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hf_genderfair.core.errors import LexiconError
from hf_genderfair.core.resources import require

MAGIC = b"\x8f\xc2\xbc\x1b"
HEADER = 10
FIRST_STATE = 257
VARIABLE_LENGTH = 1


@dataclass(frozen=True)
class Dictionary:
    """The analyser's automaton with the tables behind its numbers.

    Attributes:
        automaton: The states, as described in the module's docstring.
        dictionary_id: Such as ``pl.sgjp.sgjp-2026.06.01``.
        tags: Morphological tags by number.
        names: Name classes by number: surname, first name, common noun …
    """

    automaton: bytes
    dictionary_id: str
    tags: dict[int, str]
    names: dict[int, str]


@dataclass(frozen=True)
class Interpretation:
    """One interpretation of a form.

    Attributes:
        form: The word in lower case.
        lower: False where the dictionary has it only with a capital (a surname such as Musiał).
        lemma: The lemma, sometimes with a homonym number after a colon.
        tag: Whole-word tag as with ``Morfeusz(praet="composite")``.
        name: Name class, empty for most words.
    """

    form: str
    lower: bool
    lemma: str
    tag: str
    name: str


def read_dictionary() -> Dictionary:
    """Find the analyser's dictionary in the installed morfeusz2.

    Raises:
        MissingDependencyError: morfeusz2 is not installed.
        LexiconError: The library has no dictionary in the known format.
    """
    module = require("_morfeusz2", "polish")
    data = Path(str(module.__file__)).with_name("libmorfeusz2.so").read_bytes()
    start = data.find(MAGIC)
    while start >= 0:
        (size,) = struct.unpack_from(">I", data, start + 6)
        if data[start + 5] == VARIABLE_LENGTH and 1000 < size < len(data):
            return _parse(data, start, size)
        start = data.find(MAGIC, start + 1)
    raise LexiconError("no dictionary of a known format in this morfeusz2: build with the version in constraints.txt")


def interpretations(dictionary: Dictionary) -> Iterator[Interpretation]:
    """Yield every interpretation of every form, about 7.5 million in half a minute.

    Args:
        dictionary: What `read_dictionary` returned.

    Yields:
        The interpretations, forms in the automaton's order.
    """
    for form, payload in _walk(dictionary.automaton):
        for lower, lemma, tag, name in _decode(form, payload):
            yield Interpretation(form, lower, lemma, dictionary.tags[tag], dictionary.names[name])


def _parse(data: bytes, start: int, size: int) -> Dictionary:
    position = start + HEADER + size + 4
    dictionary_id, position = _text(data, position)
    for _ in ("copyright", "tagset"):
        _, position = _text(data, position)
    tags, position = _table(data, position)
    names, position = _table(data, position)
    return Dictionary(data[start + HEADER : start + HEADER + size], dictionary_id, tags, names)


def _text(data: bytes, position: int) -> tuple[str, int]:
    end = data.index(0, position)
    return data[position:end].decode("utf-8"), end + 1


def _table(data: bytes, position: int) -> tuple[dict[int, str], int]:
    (count,) = struct.unpack_from(">H", data, position)
    position += 2
    table = {}
    for _ in range(count):
        (number,) = struct.unpack_from(">H", data, position)
        table[number], position = _text(data, position + 2)
    return table, position


def _walk(automaton: bytes) -> Iterator[tuple[str, bytes]]:
    label_of = {automaton[label]: label for label in range(256) if automaton[label]}
    stack = [(FIRST_STATE, b"")]
    while stack:
        position, word = stack.pop()
        transitions, accepting = automaton[position] & 127, automaton[position] & 128
        position += 1
        if transitions == 127:
            transitions = automaton[position]
            position += 1
        if accepting:
            end = position + 2 + int.from_bytes(automaton[position : position + 2], "big")
            yield word.decode("utf-8"), automaton[position + 2 : end]
            position = end
        for _ in range(transitions):
            head = automaton[position]
            label = label_of.get(head >> 2)
            position += 1
            if label is None:
                label = automaton[position]
                position += 1
            width = head & 3
            offset = int.from_bytes(automaton[position : position + width], "big")
            position += width
            stack.append((position + offset, word + bytes((label,))))


def _decode(form: str, payload: bytes) -> Iterator[tuple[bool, str, int, int]]:
    position = 0
    while position < len(payload):
        end = position + 3 + int.from_bytes(payload[position + 1 : position + 3], "big")
        compression = payload[position + 3]
        form_case_known, lemma_case_known = compression & 0b11000000, compression & 0b00110000
        position += 4
        if not form_case_known:
            patterns = payload[position]
            position += 1
            for _ in range(patterns):
                _, position = _case_pattern(payload, position)
        while position < end:
            lower = bool(compression & 0b10000000)
            if not form_case_known:
                lower, position = _case_pattern(payload, position)
            prefix = compression & 15
            if prefix == 15:
                prefix = payload[position]
                position += 1
            cut = payload[position]
            suffix, position = _text(payload, position + 1)
            if not lemma_case_known:
                _, position = _case_pattern(payload, position)
            tag, name, _ = struct.unpack_from(">HBH", payload, position)
            position += 5
            yield lower, form[prefix : len(form) - cut] + suffix, tag, name


def _case_pattern(payload: bytes, position: int) -> tuple[bool, int]:
    kind = payload[position]
    if kind == 0:
        return True, position + 1
    if kind == 1:
        return False, position + 2
    return False, position + 2 + payload[position + 1]
