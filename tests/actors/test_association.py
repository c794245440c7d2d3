"""Words are counted once an actor, and scored against chance."""

import random
from math import log, log2, sqrt

import pytest
from actor_rows import corpus, person, random_texts, text

from hf_genderfair.actors.association import associate, association_table, count_words
from hf_genderfair.languages.types import PERSON_GENDERS

ROWS = random_texts(300)
YEARS = [random.Random(place).choice(["2004", "2023", None]) for place in range(len(ROWS))]
WHOLE = corpus(ROWS, date=YEARS)


def counted(rows):
    """Count in the plainest way: sets of words of each single person."""
    found = {}
    for row in rows:
        for place, actor in enumerate(row["actors"]):
            own = {(word["pos"], word["lemma"]) for word in row["actor_words"] if word["actor"] == place}
            for key in own if not actor["group"] else ():
                found.setdefault(key, dict.fromkeys(PERSON_GENDERS, 0))[actor["gender"]] += 1
    return found


def said(word, gender, times):
    return [text(person(gender), words=[(0, "ADJ", word)])] * times


def test_words_are_counted_once_an_actor_in_any_order_and_sharding_and_not_for_nobody():
    words = count_words(WHOLE, by="date")
    expected = counted(ROWS)
    for pos in ("ADJ", "NOUN", "VERB"):
        own = {lemma: tuple(by_gender.values()) for (kind, lemma), by_gender in expected.items() if kind == pos}
        assert words.words(pos) == own
    of_year = counted([row for row, year in zip(ROWS, YEARS, strict=True) if year is None])
    assert words.words("ADJ", "unknown")["neu"] == tuple(of_year["ADJ", "neu"].values())
    words = [(-1, "ADJ", "alt"), (0, "ADJ", "neu"), (7, "ADJ", "alt"), (1, "ADJ", "alt")]
    rows = [text(person("female"), person("male", group=True), words=words), text(words=[(0, "ADJ", "alt")])]
    assert count_words(corpus(rows)).words("ADJ") == {"neu": (1, 0, 0, 0, 0)}
    assert count_words(corpus([text()])).words("ADJ") == {}
    assert count_words(corpus([])).table.num_rows == 0
    order = random.Random(0).sample(range(len(ROWS)), len(ROWS))
    parts = [count_words(WHOLE.select(order[place::3]), by="date") for place in range(3)]
    words = count_words(WHOLE, by="date")
    assert ((parts[0] + parts[1]) + parts[2]).table == (parts[2] + (parts[1] + parts[0])).table == words.table
    assert count_words(WHOLE.to_iterable_dataset(), by="date").table == words.table


def test_scores_are_those_of_their_definitions_and_tables_show_clear_ones():
    rows = [
        *said("jung", "female", 30),
        *said("jung", "male", 20),
        *said("alt", "female", 10),
        *said("alt", "male", 40),
    ]
    words = count_words(corpus([*rows, *said("alt", "unknown", 25)]))
    young, old = associate(words, "ADJ", prior=100)
    assert (young.lemma, young.female, young.male, old.lemma) == ("jung", 30, 20, "alt")
    pmi = log2(30 / 100 / (50 / 100 * 40 / 100))
    assert young.pmi_female == pytest.approx(pmi)
    assert young.npmi_female == pytest.approx(pmi / -log2(30 / 100))
    assert young.pmi_male == pytest.approx(log2(20 * 100 / (50 * 60)))
    alpha = 100 * 50 / 125
    female, male = 30 + alpha, 20 + alpha
    delta = log(female / (40 + 100 - female)) - log(male / (60 + 100 - male))
    deviation = sqrt(1 / female + 1 / male)
    assert young.log_odds == pytest.approx(delta)
    assert young.z == pytest.approx(delta / deviation)
    assert (young.low, young.high) == pytest.approx((delta - 1.96 * deviation, delta + 1.96 * deviation), abs=1e-4)
    assert (young.gender, old.gender) == ("female", "male")
    rows = [
        *said("jung", "female", 90),
        *said("jung", "male", 20),
        *said("neu", "female", 50),
        *said("neu", "male", 50),
        *said("alt", "female", 10),
        *said("alt", "male", 140),
    ]
    table = association_table(count_words(corpus(rows)), "ADJ", top=5)
    assert table.name == "actor_adjectives"
    # *neu* is about as frequent for both
    assert [row[:4] for row in table.rows] == [["female", "jung", 90, 20], ["male", "alt", 10, 140]]
    assert "3; shown are those that clearly go with a gender (2)" in table.note
    # by hand: jung has 110 of 360 words, alt 150
    young, old = 500 * 110 / 360, 500 * 150 / 360
    jung = log((90 + young) / (560 - young)) - log((20 + young) / (690 - young))
    assert table.rows[0][-1] == pytest.approx(jung / (1 / (90 + young) + 1 / (20 + young)) ** 0.5)
    alt = log((10 + old) / (640 - old)) - log((140 + old) / (570 - old))
    assert table.rows[1][-1] == pytest.approx(alt / (1 / (10 + old) + 1 / (140 + old)) ** 0.5)
    assert all(len(row) == len(table.columns) for row in table.rows)
    assert association_table(count_words(corpus([text()])), "VERB").rows == []
