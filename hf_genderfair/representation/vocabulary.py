"""The words of several lists, compiled so that the words of a text are looked up eight bytes at a time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from hf_genderfair.lexicons.word_lists import EXCEPTION, Entry, WordList, normalised
from hf_genderfair.representation.text_blocks import LANE, WORD, Block, Flags, Integers, class_of

SINGLE, SPACED, JOINED, SECOND, CLITIC, ABBREVIATION, ACCENTED = 1, 2, 4, 8, 16, 32, 64
"""What a word of a text can be: an entry; the first word of one, before white space or before a hyphen or apostrophe;
the second word of one; and so on. Accented words need a closer look."""

CLITICS = ("s", "d", "ll", "re", "ve", "m")
"""Endings after an apostrophe that do not change the word: *she's*, *the woman's*, *he'd*."""

ABBREVIATIONS = tuple(
    "mr mrs ms dr drs prof rev hon st jr sr messrs mme mlle gen col lt capt cpt maj sgt cmdr adm rep reps sen sens gov "
    "pres supt insp det vs cf eg ie viz approx vol vols pp fig figs ed eds al ave blvd mt ft inc ltd co corp dept univ "
    "jan feb aug sep sept oct nov dec hr fr sra srta dña bzw ca nr str ul mgr inż".split()
)
"""Words whose full stop does not end a sentence."""

UNLISTED = -1

_MASKS = np.array([(1 << (8 * length)) - 1 for length in range(LANE + 1)], np.uint64)
_SMALL = np.uint64(0x2020202020202020)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_CHAIN = np.uint64(0xC2B2AE3D27D4EB4F)
_WRAP = (1 << 64) - 1


@dataclass(frozen=True)
class Meanings:
    """The entries of one list by the labels of a vocabulary.

    Attributes:
        entries: Entries, those of one label side by side.
        first: Index of the first entry of each label.
        count: Number of entries of each label: 0 for an exception, `UNLISTED` where the list lacks it.
        exact: Whether each entry counts only as it is written.
        groups: Names of the groups.
        group_of: Number of the group of each entry.
        words: The words of the entries.
    """

    entries: tuple[Entry, ...]
    first: Integers
    count: Integers
    exact: Flags
    groups: tuple[str, ...]
    group_of: Integers
    words: pa.Array


@dataclass(frozen=True)
class ListVocabulary:
    """All entries of some lists by their normal forms, and the table in which words of a text are found.

    Attributes:
        meanings: One for each list; the entries of one are found independently of those of the others.
        labels: Normal forms of all entries.
        phrases: Number of the label of each entry of several words.
        longest: Number of words of the longest entry.
        keys: Sorted keys of single words.
        kinds: What the word of each key is.
        label_of: Number of the label that the word of each key is, or `UNLISTED`.
        bitmap: Which hashes of the first eight bytes occur.
        steps: How many times eight more bytes tell long words apart.
    """

    meanings: tuple[Meanings, ...]
    labels: tuple[str, ...]
    phrases: dict[str, int]
    longest: int
    keys: NDArray[np.uint64]
    kinds: NDArray[np.uint8]
    label_of: Integers
    bitmap: Flags
    steps: int

    def look_up(self, block: Block) -> tuple[Integers, NDArray[np.uint8], Integers]:
        """Find the words of a block that may be listed."""
        # Small and capital letters of ASCII differ in one bit, which is set here. In other letters the bit means more:
        # a word that is `ACCENTED` may be another one.
        # In place, since new arrays of this size cost as much as what is computed in them.
        lengths = block.ends - block.starts
        keys = block.lanes.take(block.starts)
        keys |= _SMALL
        keys &= _MASKS.take(lengths, mode="clip")
        keys *= _SPREAD
        hashes = keys >> np.uint64(65 - len(self.bitmap).bit_length())
        found = np.flatnonzero(self.bitmap.take(hashes.view(np.int64)))
        keys, lengths, starts = keys[found], lengths[found], block.starts[found]
        for step in range(1, self.steps + 1):
            long = np.flatnonzero(lengths > step * LANE)
            mask = _MASKS.take(lengths[long] - step * LANE, mode="clip")
            lanes = (block.lanes[starts[long] + step * LANE] | _SMALL) & mask
            keys[long] = (keys[long] ^ lanes) * _CHAIN
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        known = np.flatnonzero(self.keys[at] == keys)
        at = at[known]
        return found[known], self.kinds[at], self.label_of[at]


def compile_lists(lists: Iterable[WordList]) -> ListVocabulary:
    """Compile word lists."""
    listed = [_listed(words) for words in lists]
    labels = {
        label: number for number, label in enumerate(dict.fromkeys(label for part in listed for label, _ in part))
    }
    forms: dict[bytes, tuple[int, int]] = {}
    phrases: dict[str, int] = {}
    longest = 1
    for label, number in labels.items():
        pieces = word_pieces(label)
        if pieces == [label]:
            _add(forms, label, SINGLE, number)
        else:
            phrases[label], longest = number, max(longest, len(pieces))
            _add(forms, pieces[0], SPACED if label[len(pieces[0])] == " " else JOINED)
            _add(forms, pieces[1], SECOND)
    for kind, words in ((CLITIC, CLITICS), (ABBREVIATION, ABBREVIATIONS)):
        for word in words:
            _add(forms, word, kind)
    steps = max(map(len, forms)) // LANE
    keys = {_key(form, steps): meaning for form, meaning in forms.items()}
    order = sorted(keys)
    bits = max(16, (32 * len(order)).bit_length())
    bitmap = np.zeros(1 << bits, np.bool_)
    bitmap[[_key(form[:LANE], 0) >> (64 - bits) for form in forms]] = True
    return ListVocabulary(
        tuple(_meanings(part, labels) for part in listed),
        tuple(labels),
        phrases,
        longest,
        np.array(order, np.uint64),
        np.array([keys[key][0] for key in order], np.uint8),
        np.array([keys[key][1] for key in order], np.int64),
        bitmap,
        steps,
    )


def word_pieces(label: str) -> list[str]:
    """Return the words of a label, divided as texts are: *sister-in-law* has three."""
    return ["".join(run) for is_word, run in groupby(label, lambda character: class_of(character) == WORD) if is_word]


def _listed(words: WordList) -> list[tuple[str, Entry]]:
    """Return the entries of a list by their labels, exceptions last."""
    exceptions = [Entry(EXCEPTION, phrase) for phrase in words.exceptions]
    return [(_label(entry.word), entry) for entry in (*words.entries, *exceptions)]


def _label(word: str) -> str:
    """Return the normal form of an entry without marks around it: *mr.* is the word *mr*."""
    label = normalised(word)
    positions = [position for position, character in enumerate(label) if class_of(character) == WORD]
    return label[positions[0] : positions[-1] + 1]


def _meanings(listed: list[tuple[str, Entry]], labels: dict[str, int]) -> Meanings:
    by_label: dict[int, list[Entry]] = {}
    for label, entry in listed:
        by_label.setdefault(labels[label], []).append(entry)
    first, count = np.zeros(len(labels), np.int64), np.full(len(labels), UNLISTED)
    entries: list[Entry] = []
    for number, meant in by_label.items():
        named = [entry for entry in meant if entry.group != EXCEPTION]
        first[number], count[number] = len(entries), len(named)
        entries += named
    groups = {group: number for number, group in enumerate(dict.fromkeys(entry.group for entry in entries))}
    return Meanings(
        tuple(entries),
        first,
        count,
        np.array([entry.case == "exact" for entry in entries]),
        tuple(groups),
        np.array([groups[entry.group] for entry in entries]),
        pa.array([entry.word for entry in entries]),
    )


def _add(forms: dict[bytes, tuple[int, int]], word: str, kind: int, label: int = UNLISTED) -> None:
    """Add the kind of a word under all byte sequences of its spellings."""
    for variant in {word, word.upper(), word.capitalize()}:
        form = bytes(byte | 0x20 for byte in variant.encode())
        known, known_label = forms.get(form, (0, UNLISTED))
        accented = 0 if form.isascii() else ACCENTED
        forms[form] = (known | kind | accented, max(label, known_label))


def _key(form: bytes, steps: int) -> int:
    """Return the key of a word as `ListVocabulary.look_up` computes it."""
    key = int.from_bytes(form[:LANE], "little") * int(_SPREAD) & _WRAP
    for step in range(1, steps + 1):
        if lane := form[step * LANE : (step + 1) * LANE]:
            key = (key ^ int.from_bytes(lane, "little")) * int(_CHAIN) & _WRAP
    return key
