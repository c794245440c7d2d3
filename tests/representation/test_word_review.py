from datetime import date
from pathlib import Path

import pytest
from golden import each_row
from hypothesis import given
from hypothesis import strategies as st
from scripted_words import TEXTS, ScriptedModel, ages

from hf_genderfair.core.errors import LexiconError
from hf_genderfair.lexicons.word_lists import WordList, composed
from hf_genderfair.representation import word_checks
from hf_genderfair.representation.generated_lists import WordListTask, generate_words
from hf_genderfair.representation.word_frequencies import corpus_frequencies
from hf_genderfair.representation.word_review import (
    STATUSES,
    VERDICTS,
    ReviewWord,
    WordReview,
    is_review,
    lexicon_text,
    make_review,
)

GOLDEN = Path(__file__).with_name("golden_review.tsv")
HEAD = {"attribute": "age", "lang": "en", "groups": "young | old", "model": "a model", "asked": "2 runs"}


@pytest.fixture(autouse=True)
def unlisted(monkeypatch):
    monkeypatch.setattr(word_checks, "frequency_list", lambda lang: None)


def reviewed(validate=3, ranking="frequency"):
    generated = generate_words(ScriptedModel(ages), WordListTask("age", ("young", "old"), runs=2, words=8))
    return make_review(generated, corpus_frequencies(generated.word_list(), TEXTS, "five texts"), validate, ranking)


def judged(*words, **metadata):
    return WordReview({**HEAD, **metadata}, tuple(words))


def accept(group, word, *counterparts, **fields):
    return ReviewWord(group, word, counterparts, 1, verdict="accept", **fields)


def test_the_review_of_a_scripted_model():
    assert reviewed().to_text() == GOLDEN.read_text(encoding="utf-8")


def test_no_word_is_lost():
    generated = generate_words(ScriptedModel(ages), WordListTask("age", ("young", "old"), runs=2, words=8))
    review = reviewed(validate=1)
    assert sorted((word.group, word.word) for word in review.words) == sorted(
        (word.group, word.word) for word in generated.words
    )
    assert all(word.reason for word in review.words if word.status != "review")


def test_the_most_frequent_or_the_first():
    by_frequency, by_generation = (
        [word.word for word in reviewed(8, ranking).words if word.group == "young" and word.status == "review"]
        for ranking in ("frequency", "generation")
    )
    assert by_frequency == ["kid", "kids", "teenager", "Jordan", "youngster", "young person", "adult"]
    assert by_generation == ["kid", "kids", "teenager", "youngster", "young person", "adult", "Jordan"]


def test_counterparts_of_chosen_words_are_judged_too():
    words = {(word.group, word.word): word for word in reviewed(validate=1).words}
    assert words["young", "kid"].status == "review"
    assert words["old", "pensioner"].status == "review"
    assert words["old", "elder"].status == "beyond"
    assert words["old", "elder"].reason == "place 3 of 4 by frequency"


def test_words_that_do_not_occur_are_out():
    absent = {word.word for word in reviewed().words if word.status == "absent"}
    assert absent == {"zoomer", "</script><b>", "youngsters", "elders", "old kid"}


def test_reading_gives_what_was_written(tmp_path):
    path = tmp_path / "review.tsv"
    path.write_text(reviewed().to_text(), encoding="utf-8")
    assert WordReview.from_file(path) == reviewed()
    assert is_review(path)


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


@pytest.mark.parametrize("content", ["", "young\tkid\n", "# version: 1\n# attribute: age\n# groups: a | b\n"])
def test_files_that_are_no_review(tmp_path, content):
    path = tmp_path / "list.tsv"
    path.write_text(content)
    with pytest.raises(LexiconError, match="is no review: make one with"):
        WordReview.from_file(path)
    assert not is_review(path)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(LexiconError, match="cannot read the review"):
        WordReview.from_file(tmp_path / "none.tsv")
    assert not is_review(tmp_path / "none.tsv")


def test_a_review_is_no_word_list(tmp_path):
    path = tmp_path / "review.tsv"
    path.write_text(reviewed().to_text(), encoding="utf-8")
    with pytest.raises(LexiconError, match="no line '# version"):
        WordList.from_file(path)


def test_accepted_words_become_a_lexicon(tmp_path):
    review = judged(
        accept("young", "kid", "pensioner", "elder", "crone"),
        accept("young", "Ms Young"),
        accept("old", "pensioner", "kid", reason="usual"),
        accept("old", "elder"),
        ReviewWord("old", "crone", verdict="reject", reason="Q4 an association"),
        ReviewWord("old", "grey", status="beyond"),
    )
    path = tmp_path / "age.tsv"
    path.write_text(lexicon_text(review, "CC0-1.0", version="3", validators=2, on=date(2026, 5, 4)), encoding="utf-8")
    assert path.read_text(encoding="utf-8").splitlines() == [
        "# version: 3",
        "# source: generated by a model (2 runs); 4 of 5 words accepted by 2 persons",
        "# licence: CC0-1.0",
        "# date: 2026-05-04",
        "# attribute: age",
        "# lang: en",
        "# columns: group word counterpart reason",
        "young\tkid\tpensioner",
        "young\tkid\telder",
        "young\tMs Young",
        "old\tpensioner\tkid\tusual",
        "old\telder",
    ]
    words = WordList.from_file(path)
    assert words.groups == {"young": ("kid", "Ms Young"), "old": ("pensioner", "elder")}
    assert (words.attribute, words.lang, words.version) == ("age", "en", "3")
    assert words.entries[0].counterparts == ("pensioner", "elder")


def test_undecided_words_are_refused_unless_told_otherwise():
    review = judged(accept("young", "kid"), accept("old", "elder"), ReviewWord("old", "grey"))
    with pytest.raises(LexiconError, match="1 of 3 words have no verdict, such as 'grey'"):
        lexicon_text(review, "CC0-1.0")
    assert "grey" not in lexicon_text(review, "CC0-1.0", undecided="reject")
    taken = lexicon_text(review, "CC0-1.0", undecided="accept")
    assert "old\tgrey\n" in taken
    assert "2 of 2 words accepted by 1 person, 1 accepted unseen" in taken


def test_words_beyond_the_first_may_be_accepted_and_need_no_verdict():
    review = judged(
        accept("young", "kid"), accept("old", "elder", status="beyond"), ReviewWord("old", "grey", status="absent")
    )
    assert [word.word for word in review.accepted()] == ["kid", "elder"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([accept("young", "kid")], "no word of the group 'old' is accepted"),
        ([accept("young", "adult"), accept("old", "Adult")], "accepted in two groups: adult"),
        ([accept("young", "kid"), accept("old", "...")], "without a letter"),
    ],
)
def test_lists_that_cannot_be_made(words, reason):
    with pytest.raises(LexiconError, match=reason):
        lexicon_text(judged(*words), "CC0-1.0")


def test_a_list_needs_a_licence():
    with pytest.raises(LexiconError, match="needs a licence"):
        lexicon_text(judged(accept("young", "kid"), accept("old", "elder")), " ")


def test_words_to_check_are_those_that_may_come_in():
    review = judged(
        accept("young", "kid"),
        ReviewWord("young", "naïve", verdict="reject"),
        ReviewWord("old", "elder"),
        ReviewWord("old", "grey", status="beyond"),
    )
    assert review.to_check().groups == {"young": ("kid",), "old": ("elder",)}
