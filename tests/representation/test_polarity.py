"""Gender polarity, as published and with words beside punctuation."""

from collections import Counter

import pytest
from datasets import Dataset
from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.transform import annotate
from hf_genderfair.representation.polarity import GenderPolarity, Polarity, gender_polarity, polarity_words


@all_rows
def test_golden(text, words, paper):
    assert gender_polarity([text]) == Polarity(*words)
    assert gender_polarity([text], "paper") == Polarity(*paper)


LISTED = {word: gender for gender, words in polarity_words().items() for word in words}
PIECES = st.sampled_from([*LISTED, *"’´`‘'.,-—/ \n", "him.", "the", "Hers", "\u00a0"])


def published(text):
    """Count as the paper says it, word by word."""
    for sign in "‘’´`":
        text = text.replace(sign, "'")
    genders = Counter(LISTED[token] for token in text.lower().split() if token in LISTED)
    return Polarity(male=genders["male"], female=genders["female"])


@given(st.lists(st.lists(PIECES, max_size=12).map("".join), max_size=6))
def test_paper_tokenization_is_the_published_one_and_counts_add_up(texts):
    expected = [published(text) for text in texts]
    assert gender_polarity(texts, "paper") == Polarity(sum(p.male for p in expected), sum(p.female for p in expected))
    rows = annotate(Dataset.from_dict({"text": ["", *texts]}), GenderPolarity())
    assert gender_polarity(texts) == Polarity(sum(rows["polarity_male"]), sum(rows["polarity_female"]))


@all_rows
def test_ratio_and_its_limits(male, female, ratio, low, high):
    found = Polarity(male, female)
    assert [found.ratio, *found.interval] == [
        None if each is None else pytest.approx(each, abs=0.005) for each in (ratio, low, high)
    ]
    assert (found.share.value is None) == (male + female == 0)
