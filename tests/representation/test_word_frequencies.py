import sys
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.errors import MissingDependencyError
from hf_genderfair.lexicons.word_lists import Entry, WordList
from hf_genderfair.representation import word_frequencies
from hf_genderfair.representation.word_frequencies import corpus_frequencies, frequency_list, listed_frequencies


def listed(*words, lang="en"):
    """Give a list of words; its groups do not matter here."""
    return WordList("x", tuple(Entry("ab"[number % 2], word) for number, word in enumerate(words)), lang)


def test_each_word_counts_independently_of_longer_ones():
    words = listed("young", "young man", "man", "old man", "man servant")
    counts = corpus_frequencies(words, ["The young man servant and an old man."], "c").counts
    assert counts == {"young": 1, "young man": 1, "man": 2, "old man": 1, "man servant": 1}


def test_whole_words_count_in_any_case_and_form():
    words = listed("fiancée", "ma'am", "sister-in-law", "He")
    texts = ["FIANCE\u0301E, Ma’am, sister‐in‐law; the hero, he'd say", None, " "]
    frequencies = corpus_frequencies(words, texts, "a corpus")
    assert frequencies.counts == {"fiancée": 1, "ma'am": 1, "sister-in-law": 1, "he": 1}
    assert frequencies.unit == "occurrences in a corpus; texts: 1"
    assert frequencies.of("HE") == 1


@given(st.lists(st.sampled_from(["a", "b", "a b", "b a", "a b a", "b b"]), min_size=2, unique=True), st.text("ab "))
def test_counts_are_those_of_each_word_alone(words, text):
    together = corpus_frequencies(listed(*words), [text + " c"], "c").counts
    for word in words:
        alone = corpus_frequencies(listed(word, "zzz"), [text + " c"], "c").counts
        assert together[word] == alone[word]


@pytest.fixture
def wordfreq(monkeypatch):
    package = ModuleType("wordfreq")
    package.available_languages = lambda: {"en": "a file"}
    package.word_frequency = lambda word, lang: {"kid": 1e-4, "teen": 2e-9}.get(word, 0.0)
    monkeypatch.setitem(sys.modules, "wordfreq", package)
    monkeypatch.setattr(word_frequencies, "find_spec", lambda name: name == "wordfreq")
    monkeypatch.setattr(word_frequencies, "version", lambda name: "3.1")


@pytest.mark.usefixtures("wordfreq")
def test_a_frequency_list_tells_occurrences_in_a_billion():
    frequencies = listed_frequencies(listed("Kid", "kid", "teen", "xqz"))
    assert frequencies.counts == {"kid": 100_000, "teen": 2, "xqz": 0}
    assert frequencies.unit == "occurrences in a billion words, wordfreq 3.1"


def test_without_the_package(monkeypatch):
    monkeypatch.setattr(word_frequencies, "find_spec", lambda name: None)
    assert frequency_list("en") is None
    with pytest.raises(MissingDependencyError, match="name a corpus"):
        listed_frequencies(listed("kid", "teen"))
