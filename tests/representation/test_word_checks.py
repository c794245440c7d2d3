import pytest

from hf_genderfair.lexicons.word_lists import Entry, WordList
from hf_genderfair.representation import corpus_frequencies, word_review
from hf_genderfair.representation.word_review import check_words, checked_criteria


@pytest.fixture(autouse=True)
def unlisted(monkeypatch):
    """Take away the frequency list, if there is one."""
    monkeypatch.setattr(word_review, "frequency_list", lambda lang: None)


def findings(words, frequencies=None):
    found = check_words(words, frequencies)
    return {(entry.group, entry.word): part for entry, part in zip(words.entries, found, strict=True)}


def test_what_can_be_checked():
    words = WordList(
        "age",
        tuple(
            Entry(group, word)
            for group, listed in {
                "young": ["toddler", "adult", "young person", "pre-toddler"],
                "old": ["Adult", "pensioner", "high-flyer"],
            }.items()
            for word in listed
        ),
        "en",
    )
    assert findings(words) == {
        ("young", "toddler"): (),
        ("young", "adult"): ("Q3 also in old",),
        ("young", "young person"): ("Q5 holds 'young'",),
        ("young", "pre-toddler"): ("Q5 holds 'toddler'",),
        ("old", "Adult"): ("Q3 also in young",),
        ("old", "pensioner"): (),
        ("old", "high-flyer"): (),
    }


def test_a_first_name_is_found_where_it_is_written_as_one():
    words = WordList("x", (Entry("a", "Jordan"), Entry("b", "duke")), "en")
    assert findings(words) == {("a", "Jordan"): ("Q6 also a first name",), ("b", "duke"): ("Q6 also a first name",)}
    frequencies = corpus_frequencies(words, ["We saw Jordan and the duke. Duke!"], "c")
    assert findings(words, frequencies) == {("a", "Jordan"): ("Q6 also a first name",), ("b", "duke"): ()}


def test_german_capital_letters_tell_no_name():
    words = WordList("x", (Entry("a", "Anna"), Entry("b", "Herr")), "de")
    frequencies = corpus_frequencies(words, ["Da ist ein Herr mit anna."], "c")
    assert findings(words, frequencies)["a", "Anna"] == ("Q6 also a first name",)


def test_spelling_is_checked_where_there_is_a_frequency_list(monkeypatch):
    assert checked_criteria("en") == ("Q3", "Q5", "Q6")
    monkeypatch.setattr(word_review, "frequency_list", lambda lang: lambda word: float(word != "tenager"))
    words = WordList("x", (Entry("a", "tenager"), Entry("b", "pre-tenager")), "en")
    assert checked_criteria("en") == ("Q2", "Q3", "Q5", "Q6")
    assert findings(words) == {
        ("a", "tenager"): ("Q2 'tenager' is unknown to wordfreq",),
        ("b", "pre-tenager"): ("Q2 'tenager' is unknown to wordfreq", "Q5 holds 'tenager'"),
    }
