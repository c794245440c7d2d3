"""Languages of texts: counted, sampled by seed, unsure where little is to be read."""

import pytest
from golden import golden_rows

from hf_genderfair.languages.identification import language_counts, pooled_languages

TEXTS = dict(golden_rows(__file__, "TEXTS"))


@pytest.mark.parametrize("lang", TEXTS)
def test_a_sentence_is_enough(lang):
    assert language_counts([TEXTS[lang]]) == {("language", lang): 1}


@pytest.mark.parametrize("text", [None, "", "Ok!", "12 345 678 901 234 567 890 123 456 789 012"])
def test_little_text_is_unsure(text):
    assert language_counts([text]) == {("language", "unsure"): 1}


SHORT = dict(golden_rows(__file__, "SHORT"))


@pytest.mark.parametrize("lang", SHORT)
def test_short_texts_are_judged_together(lang):
    assert pooled_languages(SHORT[lang] * 9) == {("language", lang): 45}
