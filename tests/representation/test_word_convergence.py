"""Cumulative representation, and its picture."""

import pytest
from datasets import Dataset
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.errors import ColumnError
from hf_genderfair.report.render import render_html
from hf_genderfair.report.report import Report
from hf_genderfair.representation import convergence, count_words, demographic_representation, words_by_group
from hf_genderfair.representation.report import convergence_figure

WORDS = {"female": {"aunt": 1, "she": 6, "her": 3, "lass": 0}, "male": {"he": 12, "his": 6}}


def test_convergence_by_hand_is_an_image_with_words():
    curve = convergence(WORDS)
    assert [(step.words, step.occurrences) for step in curve.steps] == [(1, 18), (2, 27), (3, 28)]
    assert [step.value for step in curve.steps] == pytest.approx([12 / 18 - 0.5, 18 / 27 - 0.5, 18 / 28 - 0.5])
    assert [step.change for step in curve.steps] == [None, pytest.approx(0), pytest.approx(2 / 3 - 18 / 28)]
    assert curve.converged is None
    assert convergence(WORDS, threshold=0.03).converged == 2
    assert curve.maximum == 0.5
    curves = {
        "gender": convergence(WORDS, threshold=0.03),
        "age": convergence(WORDS),
        "none": convergence({"a": {}, "b": {}}),
    }
    figure = convergence_figure(curves)
    assert figure.png.startswith(b"\x89PNG")
    assert figure.alt == (
        "Demographic representation by number of words. "
        "gender: 0.167 with one word a group, 0.143 with all 3, changes below 0.03 from 2 words on. "
        "age: 0.167 with one word a group, 0.143 with all 3, not converged."
    )
    assert "0.00001, 0.03" in figure.caption
    assert figure.alt in render_html(Report("A corpus", "en"), figure)
    assert convergence_figure(curves).png == figure.png
    assert "cross" not in figure.caption
    single = convergence_figure({"gender": convergence({"a": {"x": 1}, "b": {}})})
    assert single.png != figure.png
    assert single.caption.endswith("A cross: each group has one word that occurs, or none.")


LISTS = st.dictionaries(st.text("abc", min_size=1, max_size=3), st.integers(0, 1000), max_size=9)


@given(st.fixed_dictionaries({"a": LISTS, "b": LISTS, "c": LISTS}))
def test_the_curve_ends_at_the_value_of_the_whole_lists(words):
    curve = convergence(words)
    whole = demographic_representation({group: sum(found.values()) for group, found in words.items()})
    assert [step.words for step in curve.steps] == list(range(1, len(curve.steps) + 1))
    if whole.value is None:
        assert curve.steps == ()
    else:
        assert curve.steps[-1].value == pytest.approx(whole.value)
        assert curve.steps[-1].occurrences == whole.n


def mention(group, word):
    return {"start": 0, "end": len(word), "group": group, "word": word}


@pytest.mark.parametrize("stream", [False, True])
def test_words_are_counted_from_the_column(stream):
    documents = [[mention("female", "she"), mention("male", "he")], [], [mention("female", "she")]]
    rows = Dataset.from_dict({"gender_words": documents})
    counts = count_words(rows.to_iterable_dataset() if stream else rows, "gender")
    assert dict(counts) == {("group_word", "gender", "female", "she"): 2, ("group_word", "gender", "male", "he"): 1}
    parts = [count_words(rows.select([place]), "gender") for place in (0, 2)]
    assert parts[0] + parts[1] == counts
    assert words_by_group(counts, "gender", ("female", "male", "diverse"))["diverse"] == {}
    with pytest.raises(ColumnError, match="no column 'age_words'"):
        count_words(rows, "age")
