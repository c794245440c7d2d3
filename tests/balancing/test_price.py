"""A balance says its price beside its gain: texts, words, women, men, years; and the option that costs least."""

import pytest
from actor_rows import counted

from hf_genderfair.balancing.corpus import find_balance
from hf_genderfair.balancing.report import Lost, balance_answers, grouping_columns, price_of, with_fewest_words

MAN, MEN, BOTH, WOMAN = (0, 1, 0, 1), (0, 2, 0, 2), (1, 1, 1, 1), (1, 0, 1, 0)


def corpus(rows):
    counts, words, dates = zip(*rows, strict=True)
    return counted(counts, text=["Wort " * number for number in words], date=dates)


@pytest.fixture(scope="module")
def rows():
    return corpus([(BOTH, 10, "2001-05-01")] * 4 + [(MEN, 500, "2002-05-01")] + [(MAN, 20, "2003-05-01")] * 2)


def answer(rows, words=False):
    found = find_balance(rows, ratio=(1, 1), words_column="text" if words else None)
    price = price_of(found, "text", grouping_columns(rows.features))
    if not words:
        price = with_fewest_words(price, found, rows, "text", None, None, None)
    return "\n".join(balance_answers(found, price))


def test_the_price_follows_the_gain_and_the_option_that_costs_least_is_named(rows):
    assert answer(rows).replace("\N{NO-BREAK SPACE}", " ") == (
        "Now there are 100 women to 100 men among the actors (it was 50) and 100 among the mentions (it was 50), "
        "as many as were asked for.\nThe price is 3 of 7 texts (43 %), "
        "540 of 580 words (93 %), 0 of 4 women (0 %) and 4 of 8 men (50 %); 2 of 3 years lost all texts."
    )
    assert answer(corpus([(BOTH, 10, None)] * 4)).endswith("as many as were asked for; nothing was left out.")
    more = corpus([(WOMAN, 100, None)] * 2 + [(MEN, 500, None)] + [(MAN, 20, None)] * 2)
    said = answer(more)
    assert "1 of 5 texts (20" in said
    assert said.endswith("as few words as possible, and not texts, would cost 5\N{NO-BREAK SPACE}% of the words.")
    assert "as few words" not in answer(more, words=True)
    assert "2 of 5 texts (40" in answer(more, words=True)
    price = price_of(find_balance(rows, ratio=(1, 1)), None, ())
    assert price.lost == {"text": Lost(3, 7), "woman": Lost(0, 4), "man": Lost(4, 8)}
    assert [row[:3] for row in price.table().rows] == [["texts", 7, 3], ["women", 4, 0], ["men", 8, 4]]
