"""German nouns whose meaning has a gender, and what agrees with neuters."""

from golden import all_rows

from hf_genderfair.counterfactual.german import other_forms
from hf_genderfair.languages.german.phrases import person_noun
from hf_genderfair.lexicons.loader import load_lexicon


@all_rows
def test_nouns_have_the_form_of_the_other_gender(word, case, number, masculine, feminine):
    noun = person_noun(word)
    assert noun is not None
    assert other_forms(word, noun, case, number) == (masculine, feminine)


def test_the_lexicon_holds_each_word_once():
    rows = load_lexicon("gender_pairs_de").rows
    assert len({tuple(row) for row in rows}) == len(rows)
    assert {row[0] for row in rows} == {"tail", "whole", "one way", "one way tail", "one way back", "part", "left"}
    for kind, feminine, masculine in rows:
        assert feminine
        assert bool(masculine) == (kind != "left")
