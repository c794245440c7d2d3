"""Deduplication by letters: equal ones are always found, distinct ones never lost, however the rows are cut."""

import pickle
import unicodedata

import numpy as np
import pyarrow as pa
import pytest
from datasets import Dataset, IterableDataset, concatenate_datasets
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.core.keep import Keep
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.duplicates import (
    FirstOccurrence,
    NormalisedHash,
    choose_bits,
    duplicate_reasons,
    expected_collisions,
    normalise,
)
from hf_genderfair.first_person.letters import words

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


def test_every_letter_of_unicode_is_hashed_as_its_normalisation():
    letters = [chr(code) for code in range(0x110000) if chr(code).isalpha()]
    assert hashes_of(letters) == hashes_of([normalise(letter) or letter for letter in letters])


@pytest.mark.parametrize(
    "sign", ["\x00", "\x01", "\x7f", "\u0080", "\u00a0", "\u2014", "\ufeff", "\uffff", "\U0001f600"]
)
def test_what_is_no_letter_changes_nothing(sign):
    assert len(set(hashes_of([f"Ż{sign}ółw{sign}", "zolw", f"{sign}żÓŁw"]))) == 1


def test_texts_without_letters_are_merged_only_when_identical():
    assert len(set(hashes_of(["😀", "😀😀", "1", "2", "", "1 ", "❤️", "❤", "🇵🇱", "+48 22", "\x00"]))) == 11
    assert len(set(hashes_of(["😀", "😀"]))) == 1


def test_hash_does_not_depend_on_batches_slices_or_nulls_around():
    texts = ["Żółw", None, "Ёж", "", "żółw?", "😀"] * 3
    whole = hashes_of(texts)
    assert [hashes_of([text])[0] for text in texts] == whole
    column = pa.chunked_array([pa.array(texts[:5]).slice(2), pa.array(texts[5:])])
    table = NormalisedHash()(pa.table({"text": column}))
    assert table["text_hash"].to_pylist() == whole[2:]


def test_the_transform_keeps_its_contract():
    rows = Dataset.from_dict({"text": ["Żółw", None, "zolw 1"], "id": [1, 2, 3]})
    transform = NormalisedHash()
    state = pickle.dumps(transform)
    added = annotate(rows, transform)
    assert added.column_names == ["text", "id", "text_hash"]
    assert added["text_hash"][0] == added["text_hash"][2]
    assert pickle.dumps(transform) == state
    assert annotate(rows.to_iterable_dataset(), NormalisedHash(bits=128)).features["text_hash"].dtype == "binary"
    assert annotate(rows.select([]), transform).features == added.features


def test_bad_columns_are_refused():
    with pytest.raises(ColumnError, match="not text"):
        NormalisedHash()({"text": [1, 2]})
    damaged = pa.Array.from_buffers(
        pa.string(), 1, [None, pa.py_buffer(np.array([0, 2], np.int32)), pa.py_buffer(b"a\xff")]
    )
    with pytest.raises(ColumnError, match="UTF-8"):
        NormalisedHash()(pa.table({"text": damaged}))


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


def test_many_batches_keep_the_state_in_few_sorted_runs():
    generator = np.random.default_rng(0)
    hashes = generator.integers(0, 20_000, 50_000, dtype=np.uint64)
    state = FirstOccurrence()
    mask = np.concatenate([state.keep(batch) for batch in np.split(hashes, 500)])
    expected = np.zeros(len(hashes), bool)
    expected[np.unique(hashes, return_index=True)[1]] = True
    assert np.array_equal(mask, expected)
    assert len(state._runs) <= 6


def test_a_saved_state_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "seen.npz"
    state = FirstOccurrence(128)
    state.keep(as_hashes([1, 256], 128))
    state.save(path)
    again = FirstOccurrence(128)
    again.load(path)
    assert again.keep(as_hashes([256, 3], 128)).tolist() == [False, True]
    assert [file.name for file in tmp_path.iterdir()] == ["seen.npz"]


def test_states_that_do_not_fit_are_refused(tmp_path):
    path = tmp_path / "seen.npz"
    with pytest.raises(GenderfairError, match="not a saved state"):
        FirstOccurrence().load(path)
    path.write_bytes(b"half")
    with pytest.raises(GenderfairError, match="not a saved state"):
        FirstOccurrence().load(path)
    with pytest.raises(GenderfairError, match="cannot write"):
        FirstOccurrence().save(tmp_path / "none" / "seen.npz")
    FirstOccurrence(128).save(path)
    with pytest.raises(GenderfairError, match="128 bits does not fit"):
        FirstOccurrence(64).load(path)


def test_a_full_state_says_so_and_stays_as_it_was():
    state = FirstOccurrence(capacity=2)
    state.keep(as_hashes([1, 2], 64))
    with pytest.raises(GenderfairError, match=r"more than 2 distinct rows.*8 bytes a row"):
        state.keep(as_hashes([2, 3], 64))
    assert (len(state), state.rows) == (2, 2)
    assert state.keep(as_hashes([1], 64)).tolist() == [False]


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


def test_one_state_goes_through_several_data_sets():
    rows = annotate(Dataset.from_dict({"text": TEXTS}), NormalisedHash())
    first = FirstOccurrence()
    parts = [duplicate_reasons(rows.select(part), first) for part in (range(4), range(4, 9))]
    assert concatenate_datasets(parts)["duplicate_reason"][:] == REASONS


@pytest.mark.parametrize("bits", [64, 128])
def test_reasons_of_a_stream_on_every_pass(bits):
    rows = Dataset.from_dict({"text": TEXTS}).to_iterable_dataset(num_shards=3)
    first = FirstOccurrence(bits)
    stream = duplicate_reasons(annotate(rows, NormalisedHash(bits=bits)), first)
    for _ in range(2):
        assert [row["duplicate_reason"] for row in stream] == REASONS
    assert first.rows == len(TEXTS)
    assert len(list(stream.filter(Keep("duplicate_reason"), batched=True))) == 6


def test_a_stream_without_known_columns():
    stream = IterableDataset.from_generator(lambda: iter([{"text": text} for text in TEXTS]))
    judged = duplicate_reasons(annotate(stream, NormalisedHash()))
    assert [row["duplicate_reason"] for row in judged] == REASONS


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


def test_rows_that_were_left_out_are_noticed():
    first = FirstOccurrence()
    first.keep(as_hashes([1, 2], 64), start=0)
    assert first.keep(as_hashes([1, 2], 64), start=0).tolist() == [True, True]
    with pytest.raises(GenderfairError, match="row 5 came after row 2"):
        first.keep(as_hashes([1, 2], 64), start=5)


def test_reasons_need_hashes_of_the_right_width():
    rows = Dataset.from_dict({"text": ["a"]})
    with pytest.raises(ColumnError, match="run NormalisedHash first"):
        duplicate_reasons(rows)
    hashed = annotate(rows, NormalisedHash(bits=128))
    with pytest.raises(ColumnError, match="not hashes of 64 bits"):
        duplicate_reasons(hashed)
    judged = duplicate_reasons(hashed, FirstOccurrence(128))
    with pytest.raises(ColumnError, match="exists already"):
        duplicate_reasons(judged, FirstOccurrence(128))


def test_bits_follow_from_the_number_of_rows():
    assert expected_collisions(1, 64) == 0
    assert expected_collisions(2**32, 64) == pytest.approx(0.5)
    assert [choose_bits(10**exponent) for exponent in (6, 8, 9, 11)] == [64, 64, 128, 128]
    assert choose_bits(10**9, tolerance=1) == 64


@given(st.lists(st.text(st.sampled_from("aŁą1 .-é😀Жß漢\n\u0301"), max_size=12) | st.none(), max_size=8))
def test_words_are_runs_of_letters(texts):
    expected = []
    for text in texts:
        composed = unicodedata.normalize("NFC", text or "").lower()
        expected += "".join(letter if letter.isalpha() else " " for letter in composed).split()
    assert words(pa.array(texts, pa.large_string())).to_pylist() == expected
