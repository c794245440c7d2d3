"""Deduplication by letters: equal ones are always found, distinct ones never lost, however the rows are cut."""

import unicodedata

import numpy as np
import pyarrow as pa
import pytest
from datasets import Dataset
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair import Keep, annotate
from hf_genderfair.first_person.duplicates import (
    FirstOccurrence,
    NormalisedHash,
    count_words,
    duplicate_reasons,
    normalise,
    words,
)

# Letters that a single-byte code page loses, letters that fold to several or to none of a-z, marks, signs, emoji.
ADVERSARIAL = (
    "aAzłŁąŻ ß ẞ đ ø µ μ ﬁ ĳ ŉ ſ K İ ı ª º ё Ж я Σ ς σ ế ₫ ô 漢 ｶ क ि 가 é"
    "e\u0301 \u00ad 😀 ❤\ufe0f — „ 1 ² Ⅷ ™ \x00 \x01 \t\n\x85"
)
adversarial_texts = st.lists(
    st.text(st.sampled_from(ADVERSARIAL), max_size=6) | st.text(max_size=6) | st.none(), max_size=30
)


def reference(text):
    """The slow way: character by character, as it reads in the paper."""
    letters = []
    for character in text:
        if unicodedata.category(character).startswith("L"):
            for part in unicodedata.normalize("NFKD", character).lower():
                if unicodedata.category(part).startswith("L"):
                    letters.append({"ł": "l", "ς": "σ"}.get(part, part))
    return "".join(letters)


def identity(text):
    return reference(text) or ("no letters", text)


def hashes_of(texts, bits=64):
    return NormalisedHash(bits=bits)({"text": texts})["text_hash"]


@given(st.text(), st.text())
def test_normalise_is_the_reference_and_works_character_by_character(one, other):
    assert normalise(one) == reference(one)
    assert normalise(one + other) == normalise(one) + normalise(other)
    assert normalise(normalise(one)) == normalise(one)
    assert normalise(unicodedata.normalize("NFD", one)) == normalise(unicodedata.normalize("NFC", one))


@settings(max_examples=150)
@given(adversarial_texts, st.sampled_from([64, 128]))
def test_hashes_are_equal_exactly_where_the_reference_is(texts, bits):
    hashes = hashes_of(texts, bits)
    known = {}
    for text, value in zip(texts, hashes, strict=True):
        if text is None:
            assert value is None
        else:
            assert known.setdefault(value, identity(text)) == identity(text)
    assert len(known) == len({identity(text) for text in texts if text is not None})


small_hashes = st.lists(st.integers(0, 12), max_size=60)


def as_hashes(numbers, bits):
    if bits == 64:
        return np.array(numbers, np.uint64)
    return np.array([number.to_bytes(16, "big")[::-1] for number in numbers], "S16")


def cut(values, sizes):
    start = 0
    while start < len(values):
        size = sizes.pop() if sizes else len(values)
        yield values[start : start + size]
        start += size


@given(small_hashes, st.lists(st.integers(1, 9)), st.sampled_from([64, 128]), st.integers(0, 5))
def test_first_occurrence_wins_in_any_batches_and_after_a_restart(numbers, sizes, bits, restart):
    state = FirstOccurrence(bits)
    mask = []
    for index, batch in enumerate(cut(as_hashes(numbers, bits), sizes)):
        if index == restart:
            saved, state = state.state_dict(), FirstOccurrence(bits)
            state.load_state_dict(saved)
        mask += state.keep(batch).tolist()
    assert mask == [number not in numbers[:index] for index, number in enumerate(numbers)]
    assert len(state) == len(set(numbers))
    assert state.nbytes == len(state) * bits // 8


TEXTS = ["Byłam tu!", "byłam... TU", None, "Ёж", "Byłem tu.", "BYLAM TU", None, "ёж", "ĘŻ"]
REASONS = [None, "duplicate", None, None, None, "duplicate", None, "duplicate", None]


@pytest.mark.parametrize("bits", [64, 128])
def test_reasons_of_a_data_set(bits):
    rows = annotate(Dataset.from_dict({"text": TEXTS}), NormalisedHash(bits=bits))
    judged = duplicate_reasons(rows, FirstOccurrence(bits))
    assert judged["duplicate_reason"][:] == REASONS
    kept, excluded = Keep("duplicate_reason").split(judged)
    assert (len(kept), len(excluded)) == (6, 3)
    backwards = duplicate_reasons(rows.select(range(8, -1, -1)), FirstOccurrence(bits))
    assert backwards["duplicate_reason"][:].count("duplicate") == 3
    assert duplicate_reasons(rows.select([])).features["duplicate_reason"].dtype == "string"


def test_a_resumed_stream_ends_as_one_go_would(tmp_path):
    texts = [str(index % 7) for index in range(30)]
    rows = annotate(Dataset.from_dict({"text": texts}), NormalisedHash()).to_iterable_dataset()

    def stream_with(first):
        stream = rows.map(lambda batch: batch, batched=True, batch_size=4)
        return duplicate_reasons(stream, first)

    one_go = [row["duplicate_reason"] for row in stream_with(FirstOccurrence())]
    first = FirstOccurrence()
    stream = stream_with(first)
    begun = []
    for row in stream:
        begun.append(row["duplicate_reason"])
        if len(begun) == 9:
            position = stream.state_dict()
            first.save(tmp_path / "seen.npz")
            break
    again = FirstOccurrence()
    again.load(tmp_path / "seen.npz")
    stream = stream_with(again)
    stream.load_state_dict(position)
    assert begun + [row["duplicate_reason"] for row in stream] == one_go


@given(st.lists(st.text(st.sampled_from("aŁą1 .-é😀Жß漢\n\u0301"), max_size=12) | st.none(), max_size=8))
def test_words_are_runs_of_letters(texts):
    expected = []
    for text in texts:
        composed = unicodedata.normalize("NFC", text or "").lower()
        expected += "".join(letter if letter.isalpha() else " " for letter in composed).split()
    column = pa.array(texts, pa.large_string())
    assert words(column).to_pylist() == expected
    assert count_words(column) == len(expected)
