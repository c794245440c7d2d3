"""Figures say how sure they are, and leave an absent group missing."""

import random
from statistics import mean, median, stdev

import pytest
from actor_rows import corpus, person, random_texts, text

from hf_genderfair.actors.estimates import (
    BINARY,
    MINIMUM_TEXTS,
    GenderShare,
    gender_share,
    per_text,
    ratio,
    ratio_gap,
    sentiment_of_actors,
    sentiment_per_text,
)
from hf_genderfair.actors.totals import count_actors
from hf_genderfair.languages.types import PERSON_GENDERS

ROWS = random_texts(300)
YEARS = [random.Random(place).choice(["1986", "2004-05-01", "2023", None, "nan"]) for place in range(len(ROWS))]
WHOLE = corpus(ROWS, date=YEARS)
TOTALS = count_actors(WHOLE, by="date")


def test_shares():
    part = gender_share(TOTALS, "actors")
    female, male = (sum(row[f"{gender}_actors"] for row in ROWS) for gender in BINARY)
    assert (part.count, part.n, part.value) == (female, female + male, female / (female + male))
    assert part.low < part.value < part.high < 0.5
    assert part.verdict == "more male"
    assert part.texts == sum(row["female_actors"] + row["male_actors"] > 0 for row in ROWS)
    every = [gender_share(TOTALS, "mentions", (gender,), PERSON_GENDERS).value for gender in PERSON_GENDERS]
    assert sum(every) == pytest.approx(1)
    assert gender_share(TOTALS, "actors", seed=1).low == pytest.approx(part.low, abs=0.02)


def test_the_interval_holds_what_it_should():
    """Of samples from a known population, about 95 in 100 intervals hold the true share."""
    population = random_texts(500, seed=5)
    true = gender_share(count_actors(corpus(population)), "mentions").value
    hits = 0
    for seed in range(20):
        sample = corpus(random.Random(seed).choices(population, k=100))
        part = gender_share(count_actors(sample), "mentions", resamples=200)
        hits += part.low <= true <= part.high
    assert hits >= 17


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.51, 0.6, "more female"),
        (0.5, 0.6, "no difference shown"),
        (0.45, 0.55, "no difference shown"),
        (0.4, 0.5, "no difference shown"),
        (0.4, 0.49, "more male"),
        (None, None, "no verdict"),
    ],
)
def test_a_verdict_needs_the_whole_interval_on_one_side(low, high, verdict):
    assert GenderShare(50, 100, 0.5, low, high, 100).verdict == verdict


def test_too_few_texts_allow_no_verdict():
    few = count_actors(corpus([text(person("male"))] * (MINIMUM_TEXTS - 1)))
    part = gender_share(few, "actors")
    assert (part.value, part.low, part.verdict) == (0.0, None, "no verdict")
    enough = gender_share(count_actors(corpus([text(person("male"))] * MINIMUM_TEXTS)), "actors")
    assert enough.low == 0.0
    assert 0.0 < enough.high < 0.2
    assert enough.verdict == "more male"


def test_per_text():
    values = [row["female_mentions"] for row in ROWS if any(row[f"{gender}_actors"] for gender in PERSON_GENDERS)]
    found = per_text(TOTALS, "mentions", ("female",))
    assert (found.texts, found.median) == (len(values), median(values))
    assert (found.mean, found.deviation) == (pytest.approx(mean(values)), pytest.approx(stdev(values)))
    paper = [
        sum(row[f"{gender}_actors"] for gender in BINARY) for row in ROWS if row["female_actors"] + row["male_actors"]
    ]
    both = per_text(TOTALS, "actors", BINARY, base=BINARY)
    assert (both.texts, both.mean, both.median) == (len(paper), pytest.approx(mean(paper)), median(paper))


def test_sentiment():
    found = ratio(TOTALS, "sentiment", "predications", ("female",))
    total = sum(row["female_sentiment"] for row in ROWS)
    assert found.n == sum(row["female_predications"] for row in ROWS)
    assert found.value == pytest.approx(total / 1000 / found.n)
    assert found.low < found.value < found.high
    actors = [
        actor["sentiment"] / 1000 / actor["predications"]
        for row in ROWS
        for actor in row["actors"]
        if actor["gender"] == "female" and not actor["group"] and actor["predications"]
    ]
    mean_of_actors = sentiment_of_actors(TOTALS, ("female",))
    assert mean_of_actors.actors == len(actors)
    assert mean_of_actors.value == pytest.approx(mean(actors), abs=1e-6)


def test_sentiment_of_an_absent_group_is_missing():
    women = person("female", predications=2, sentiment=1000)
    men = person("male", predications=1, sentiment=-500)
    only_women = [text(women)] * 40
    totals = count_actors(corpus(only_women))
    assert ratio(totals, "sentiment", "predications", ("male",)).value is None
    assert ratio_gap(totals, "sentiment", "predications") == (None, None, None)
    assert sentiment_of_actors(totals, ("male",)).value is None
    assert sentiment_per_text(totals).mean == 0.5
    # Texts without the group, or without any predication, leave its mean as it is.
    more = count_actors(corpus([*only_women, *[text(men)] * 40, *[text(person("unknown"))] * 40, *[text()] * 40]))
    assert ratio(more, "sentiment", "predications", ("female",)).value == 0.5
    assert sentiment_per_text(more).texts == 80
    assert ratio_gap(more, "sentiment", "predications").value == 1.0
