import math

import pytest
from golden import all_rows

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.rewriting.evaluate import WordErrors, tokenise, total_errors, word_error_rate, word_errors

REFERENCES = ["Alle Lehrer*innen kennen den Weg.", "Der*die Ärzt*in ruft seine*ihre Kolleg*innen an.", "Es regnet."]


@all_rows
def test_signs_are_words_of_their_own(line, tokens):
    assert tokenise(line) == tokens


def test_nothing_is_wrong_with_the_reference_itself():
    assert word_error_rate(REFERENCES, REFERENCES) == 0


@all_rows
def test_errors_are_words_replaced_added_and_left_out(reference, hypothesis, errors):
    assert word_errors([reference], [hypothesis]) == [WordErrors(errors, len(tokenise(reference)))]


def test_the_rate_is_of_all_words_together_not_a_mean_over_lines():
    lines = word_errors(["one two three four five six seven eight nine", "one"], ["one"] * 2)
    assert total_errors(lines) == WordErrors(8, 10)
    assert total_errors(lines).rate == 80


def test_without_words_there_is_no_rate():
    assert math.isnan(word_error_rate([], []))
    assert math.isnan(word_error_rate([""], ["one"]))


def test_lines_have_to_be_paired():
    with pytest.raises(GenderfairError, match="references has 1 text and hypotheses has 0"):
        word_errors(["one"], [])
