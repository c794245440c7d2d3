"""Noun phrases about persons: their members, case, number, and words for all genders."""

from analysed import read
from as_one_test import as_one_test
from golden import table
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.languages.german.person_phrase import RULES
from hf_genderfair.languages.german.phrases import phrase_words, phrases


def words(document):
    found = phrases(document)
    return [word for number, phrase in enumerate(found) for word in phrase_words(document, phrase, number)]


def starred(text):
    document = read(text)
    for word in sorted(words(document), reverse=True):
        text = text[: word.start] + word.star + text[word.end :]
    return text


@as_one_test(("text", "expected"), table(__file__, "phrases.tsv")[1:])
def test_golden(text, expected):
    assert starred(text) == expected


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            'der die ein eine Lehrer Ärztin Vorsitzender Vorsitzende neue neuer vom von zur und , - SPD- " ( als\n'
            " 1988 drei Müller sieht unser ihrem".split(" ")
        ),
        min_size=1,
        max_size=12,
    )
)
def test_any_heap_of_words_gives_exact_spans(heap):
    text = " ".join(heap)
    document = read(text)
    for word in words(document):
        assert 0 <= word.start <= word.end <= len(text)
        assert text[word.start : word.end].lower()[0] in (word.masculine.lower()[0], word.feminine.lower()[0])
        assert word.rule in RULES
        assert "*" in word.star
