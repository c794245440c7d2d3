"""Numbers in sentences have the digits that they need, and stay on one line with their sign."""

from typing import get_args

import pytest
from golden import all_rows

from dataset_scripts.models.rewriter.corpora.gender_class import GENDER_CLASSES
from hf_genderfair.languages.english.pronouns import PronounFunction
from hf_genderfair.languages.gender_fair_forms import FORMS
from hf_genderfair.languages.german.person_phrase import RULES
from hf_genderfair.report.sentences import (
    in_lines,
    known_kinds,
    limits,
    limits_of,
    number_with_limits,
    percent,
    percent_with_limits,
)


def marked(text):
    """Return the text with a low line where no line may end."""
    return text.replace("\N{NO-BREAK SPACE}", "_")


@all_rows
def test_percentages(value, decimals, text):
    assert marked(percent(value, decimals)) == text


@all_rows
def test_intervals_decide_on_digits(kind, value, low, high, text):
    assert marked({"percent": percent_with_limits, "number": number_with_limits}[kind](value, low, high)) == text
    assert (marked(limits(0, 0.07)), marked(limits(0.0001, 0.07))) == ("0–7_%", "<_0.1_%–7_%")


def test_sentences_in_lines_are_whole_until_there_are_too_many():
    assert in_lines(["Two rows.", "Rain."], 2) == ["Two rows.", "Rain."]
    assert in_lines(["Two rows.", "Rain.", "Sun."], 2) == ["Two rows.", "…"]
    first, second = in_lines(["word " * 40], 3)
    assert (len(first) <= 110, second.startswith("  word")) == (True, True)


@pytest.mark.parametrize("kinds", [RULES, FORMS, GENDER_CLASSES, get_args(PronounFunction)])
def test_every_kind_has_words(kinds):
    assert {*kinds} <= known_kinds().keys()
    assert not any("_" in words for words in known_kinds().values())


def test_limits_come_part_by_part_and_one_without_is_no_silence():
    both = limits_of("chain", "balance")
    assert both == limits_of("chain") + limits_of("balance")
    assert len(set(both)) == len(both) > len(limits_of("chain")) > 0
    with pytest.raises(KeyError, match="weather"):
        limits_of("chain", "weather")
