"""Languages of texts: counted, sampled by seed, unsure where little is to be read."""

import pytest
from golden import golden_rows

from hf_genderfair.languages.identification import SAMPLE, language_counts, pooled_languages

TEXTS = dict(golden_rows(__file__, "TEXTS"))


@pytest.mark.parametrize("lang", TEXTS)
def test_a_sentence_is_enough(lang):
    assert language_counts([TEXTS[lang]]) == {("language", lang): 1}


@pytest.mark.parametrize("text", [None, "", "Ok!", "12 345 678 901 234 567 890 123 456 789 012"])
def test_little_text_is_unsure(text):
    assert language_counts([text]) == {("language", "unsure"): 1}


def test_many_texts_are_sampled_by_seed():
    texts = [TEXTS["de"], TEXTS["en"]] * SAMPLE
    assert language_counts(texts, 1) == language_counts(texts, 1)
    assert language_counts(texts).total() == SAMPLE


SHORT = dict(golden_rows(__file__, "SHORT"))


@pytest.mark.parametrize("lang", SHORT)
def test_short_texts_are_judged_together(lang):
    assert pooled_languages(SHORT[lang] * 9) == {("language", lang): 45}


def test_what_is_no_text_is_not_counted_and_one_short_text_stays_unsure():
    assert pooled_languages([None, "", "12 345", "Ok!"]) == {("language", "unsure"): 1}


def test_each_long_text_of_a_mixed_source_is_judged_alone():
    counts = pooled_languages([TEXTS["de"], TEXTS["en"]] * 5)
    assert counts == {("language", "de"): 5, ("language", "en"): 5}
