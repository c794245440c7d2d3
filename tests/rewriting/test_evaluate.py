from golden import all_rows

from hf_genderfair.rewriting.evaluate import WordErrors, tokenise, total_errors, word_errors


@all_rows
def test_signs_are_words_of_their_own(line, tokens):
    assert tokenise(line) == tokens


@all_rows
def test_errors_are_words_replaced_added_and_left_out(reference, hypothesis, errors):
    assert word_errors([reference], [hypothesis]) == [WordErrors(errors, len(tokenise(reference)))]


def test_the_rate_is_of_all_words_together_not_a_mean_over_lines():
    lines = word_errors(["one two three four five six seven eight nine", "one"], ["one"] * 2)
    assert total_errors(lines) == WordErrors(8, 10)
    assert total_errors(lines).rate == 80
