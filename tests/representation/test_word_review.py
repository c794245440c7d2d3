"""Reviews of word lists: what can be checked, how often words occur, and what becomes of verdicts."""

import sys
from datetime import date
from pathlib import Path
from types import ModuleType

import pytest
from golden import each_row
from hypothesis import given
from hypothesis import strategies as st
from scripted_words import TEXTS, ScriptedModel, ages

from hf_genderfair.core.errors import LexiconError, MissingDependencyError
from hf_genderfair.lexicons.word_lists import Entry, WordList, composed
from hf_genderfair.representation import WordListTask, generate_words, word_frequencies, word_review
from hf_genderfair.representation.word_frequencies import corpus_frequencies, frequency_list, listed_frequencies
from hf_genderfair.representation.word_review import (
    STATUSES,
    VERDICTS,
    ReviewWord,
    WordReview,
    check_words,
    checked_criteria,
    lexicon_text,
    make_review,
)

GOLDEN, GOLDEN_LEXICON = (Path(__file__).with_name(f"golden_{name}.tsv") for name in ("review", "reviewed_lexicon"))
HEAD = {"attribute": "age", "lang": "en", "groups": "young | old", "model": "a model", "asked": "2 runs"}


@pytest.fixture(autouse=True)
def unlisted(monkeypatch):
    monkeypatch.setattr(word_review, "frequency_list", lambda lang: None)


def reviewed(validate=3, ranking="frequency"):
    generated = generate_words(ScriptedModel(ages), WordListTask("age", ("young", "old"), runs=2, words=8))
    return make_review(generated, corpus_frequencies(generated.word_list(), TEXTS, "five texts"), validate, ranking)


def judged(*words, **metadata):
    return WordReview({**HEAD, **metadata}, tuple(words))


def accept(group, word, *counterparts, **fields):
    return ReviewWord(group, word, counterparts, 1, verdict="accept", **fields)


def test_the_review_of_a_scripted_model():
    assert reviewed().to_text() == GOLDEN.read_text(encoding="utf-8")


cells = st.text(st.characters(codec="utf-8", exclude_characters="|\t"), min_size=1).map(composed).filter(bool)


@given(
    st.lists(
        st.builds(
            ReviewWord,
            st.sampled_from(["young", "old"]),
            cells,
            st.lists(cells).map(tuple),
            st.none() | st.integers(min_value=0),
            st.lists(cells).map(tuple),
            st.lists(cells).map(tuple),
            st.sampled_from(STATUSES),
            st.sampled_from(VERDICTS),
            st.just("") | cells,
        ),
        unique_by=lambda word: (word.group, word.word.lower()),
    )
)
def test_whatever_the_words_a_review_can_be_read_again(tmp_path_factory, words):
    path = tmp_path_factory.getbasetemp() / "any.tsv"
    path.write_text(judged(*words).to_text(), encoding="utf-8", newline="\n")
    assert WordReview.from_file(path).words == tuple(words)


def test_what_a_spreadsheet_makes_of_it_can_be_read(tmp_path):
    path = tmp_path / "review.tsv"
    lines = ["# review: 1\t\t", "# attribute: age\t\t", "# groups: young | old\t\t", "# columns: …\t"]
    rows = ["young\tkid\t\t3\t\t\treview\tAccept\t", "old\telder\t\t\t\t\t\treject\tQ1 no\t\t", "\t\t\t"]
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(lines + rows).encode())
    first, second = WordReview.from_file(path).words
    assert (first.verdict, first.frequency) == ("accept", 3)
    assert (second.verdict, second.reason, second.status) == ("reject", "Q1 no", "review")


@each_row
def test_lines_that_are_wrong(tmp_path, line, reason):
    path = tmp_path / "review.tsv"
    path.write_text("\n".join(["# review: 1", "# attribute: age", "# groups: young | old", "# columns: x", line]))
    with pytest.raises(LexiconError, match=reason.replace("|", r"\|")):
        WordReview.from_file(path)


def test_accepted_words_become_a_lexicon_and_undecided_ones_where_told():
    review = judged(
        accept("young", "kid", "pensioner", "elder", "crone"),
        accept("young", "Ms Young"),
        accept("old", "pensioner", "kid", reason="usual"),
        accept("old", "elder"),
        ReviewWord("old", "crone", verdict="reject", reason="Q4 an association"),
        ReviewWord("old", "grey", status="beyond"),
    )
    written = lexicon_text(review, "CC0-1.0", version="3", validators=2, on=date(2026, 5, 4))
    assert written == GOLDEN_LEXICON.read_text(encoding="utf-8")
    words = WordList.from_file(GOLDEN_LEXICON)
    assert words.groups == {"young": ("kid", "Ms Young"), "old": ("pensioner", "elder")}
    assert (words.attribute, words.lang, words.version) == ("age", "en", "3")
    assert words.entries[0].counterparts == ("pensioner", "elder")
    review = judged(accept("young", "kid"), accept("old", "elder"), ReviewWord("old", "grey"))
    with pytest.raises(LexiconError, match="1 of 3 words have no verdict, such as 'grey'"):
        lexicon_text(review, "CC0-1.0")
    assert "grey" not in lexicon_text(review, "CC0-1.0", undecided="reject")
    taken = lexicon_text(review, "CC0-1.0", undecided="accept")
    assert "old\tgrey\n" in taken
    assert "2 of 2 words accepted by 1 person, 1 accepted unseen" in taken


def findings(words, frequencies=None):
    found = check_words(words, frequencies)
    return {(entry.group, entry.word): part for entry, part in zip(words.entries, found, strict=True)}


def test_first_names_and_spelling_are_found_where_texts_and_lists_tell(monkeypatch):
    words = WordList("x", (Entry("a", "Jordan"), Entry("b", "duke")), "en")
    assert findings(words) == {("a", "Jordan"): ("Q6 also a first name",), ("b", "duke"): ("Q6 also a first name",)}
    frequencies = corpus_frequencies(words, ["We saw Jordan and the duke. Duke!"], "c")
    assert findings(words, frequencies) == {("a", "Jordan"): ("Q6 also a first name",), ("b", "duke"): ()}
    words = WordList("x", (Entry("a", "Anna"), Entry("b", "Herr")), "de")
    frequencies = corpus_frequencies(words, ["Da ist ein Herr mit anna."], "c")
    assert findings(words, frequencies)["a", "Anna"] == ("Q6 also a first name",)
    assert checked_criteria("en") == ("Q3", "Q5", "Q6")
    monkeypatch.setattr(word_review, "frequency_list", lambda lang: lambda word: float(word != "tenager"))
    words = WordList("x", (Entry("a", "tenager"), Entry("b", "pre-tenager")), "en")
    assert checked_criteria("en") == ("Q2", "Q3", "Q5", "Q6")
    assert findings(words) == {
        ("a", "tenager"): ("Q2 'tenager' is unknown to wordfreq",),
        ("b", "pre-tenager"): ("Q2 'tenager' is unknown to wordfreq", "Q5 holds 'tenager'"),
    }


def listed(*words, lang="en"):
    """Give a list of words; its groups do not matter here."""
    return WordList("x", tuple(Entry("ab"[number % 2], word) for number, word in enumerate(words)), lang)


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
