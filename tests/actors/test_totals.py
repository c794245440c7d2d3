"""Totals add up over any sharding, and figures of them say how sure they are."""

import math
import random
from datetime import date, datetime
from statistics import mean, median, stdev

import pytest
from actor_rows import corpus, person, random_texts, text
from datasets import ClassLabel, List, Value
from golden import all_rows

from hf_genderfair.actors.columns import QUANTITIES, TEXT_COUNTS
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
from hf_genderfair.actors.totals import MOST_STRATA, ActorTotals, count_actors
from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.languages.types import PERSON_GENDERS

ROWS = random_texts(300)
YEARS = [random.Random(place).choice(["1986", "2004-05-01", "2023", None, "nan"]) for place in range(len(ROWS))]
WHOLE = corpus(ROWS, date=YEARS)
TOTALS = count_actors(WHOLE, by="date")


def test_counts_are_sums_of_the_columns_and_strata_add_up_to_the_whole():
    for gender in PERSON_GENDERS:
        for quantity in QUANTITIES:
            assert TOTALS.total(gender, quantity) == sum(row[f"{gender}_{quantity}"] for row in ROWS)
    for name in TEXT_COUNTS:
        assert TOTALS.number(name) == sum(row[name] for row in ROWS)
    assert TOTALS.strata == ("1986", "2004", "2023", "unknown")
    assert sum(TOTALS.number("texts", stratum) for stratum in TOTALS.strata) == len(ROWS)
    assert TOTALS.number("texts", "unknown") == sum(year in (None, "nan") for year in YEARS)
    by_year = [TOTALS.total("female", "mentions", stratum) for stratum in TOTALS.strata]
    assert sum(by_year) == count_actors(WHOLE).total("female", "mentions") > 0


def test_order_sharding_and_streams_change_nothing():
    order = random.Random(1).sample(range(len(ROWS)), len(ROWS))
    shards = [count_actors(WHOLE.select(order[place::4]), by="date") for place in range(4)]
    left = ((shards[0] + shards[1]) + shards[2]) + shards[3]
    right = shards[3] + (shards[2] + (shards[1] + shards[0]))
    stream = count_actors(WHOLE.to_iterable_dataset(), by="date")
    assert left.to_json() == right.to_json() == stream.to_json() == TOTALS.to_json()
    assert gender_share(left, "mentions") == gender_share(TOTALS, "mentions")


def test_totals_are_read_back_large_counts_are_exact_and_no_row_makes_no_figure():
    assert ActorTotals.from_json(TOTALS.to_json()).to_json() == TOTALS.to_json()
    with pytest.raises(ValueError, match="no totals of actors"):
        ActorTotals.from_json("{}")
    big = person("female", named=2_000_000_001, pronouns=1)
    totals = count_actors(corpus([text(big)] * 3))
    assert totals.total("female", "named") == 6_000_000_003
    empty = count_actors(WHOLE.select([]), by="date")
    assert empty.strata == ()
    assert empty.number("texts") == 0
    assert gender_share(empty, "actors").value is None
    assert per_text(empty, "actors", PERSON_GENDERS).mean is None
    assert (empty + TOTALS).to_json() == TOTALS.to_json()


DATES = [date(2004, 5, 1), None, date(2023, 1, 1)]


@pytest.mark.parametrize(
    ("values", "kind", "strata"),
    [
        (DATES, Value("date32"), ("2004", "2023", "unknown")),
        ([datetime(2004, 5, 1), None, None], Value("timestamp[ms]"), ("2004", "unknown")),
        ([2004.0, math.nan, math.inf], Value("float64"), ("2004", "unknown")),
        ([2004, 2005, None], Value("int16"), ("2004", "2005", "unknown")),
        ([0, 1, None], ClassLabel(names=["sport", "culture"]), ("culture", "sport", "unknown")),
        ([True, False, None], Value("bool"), ("false", "true", "unknown")),
        (["1999-12-31T23:00:00Z", " ", "Sport 2000"], Value("large_string"), ("1999", "Sport 2000", "unknown")),
        ([None, None, None], Value("null"), ("unknown",)),
    ],
)
def test_strata_of_any_column(values, kind, strata):
    totals = count_actors(corpus([text(person("female"))] * 3, by=(values, kind)), by="by")
    assert totals.strata == strata
    assert totals.number("texts") == 3


def test_what_cannot_be_counted_is_said():
    rows = corpus([text()] * 2, tags=([["a"], ["b"]], List(Value("string"))))
    many = [f"text {place}" for place in range(MOST_STRATA + 1)]
    for dataset, by, message in (
        (rows.remove_columns("female_actors"), None, "no column 'female_actors'"),
        (rows, "year", "no column 'year'"),
        (rows, "tags", "single values"),
        (corpus([text()], blob=([b"\xff"], Value("binary"))), "blob", "dates, numbers or text"),
        (corpus([{**text(), "female_actors": None}]), None, "no value in some rows"),
        (corpus([text()] * len(many), url=many), "url", "strata"),
    ):
        with pytest.raises(ColumnError, match=message):
            count_actors(dataset, by=by)
    with pytest.raises(GenderfairError, match="no stratum '1900'"):
        TOTALS.number("texts", "1900")
    with pytest.raises(GenderfairError, match="do not add up"):
        TOTALS + count_actors(WHOLE)


def test_figures_of_all_texts_and_per_text():
    part = gender_share(TOTALS, "actors")
    female, male = (sum(row[f"{gender}_actors"] for row in ROWS) for gender in BINARY)
    assert (part.count, part.n, part.value) == (female, female + male, female / (female + male))
    assert part.low < part.value < part.high < 0.5
    assert part.verdict == "more male"
    assert part.texts == sum(row["female_actors"] + row["male_actors"] > 0 for row in ROWS)
    every = [gender_share(TOTALS, "mentions", (gender,), PERSON_GENDERS).value for gender in PERSON_GENDERS]
    assert sum(every) == pytest.approx(1)
    assert gender_share(TOTALS, "actors", seed=1).low == pytest.approx(part.low, abs=0.02)
    values = [row["female_mentions"] for row in ROWS if any(row[f"{gender}_actors"] for gender in PERSON_GENDERS)]
    found = per_text(TOTALS, "mentions", ("female",))
    assert (found.texts, found.median) == (len(values), median(values))
    assert (found.mean, found.deviation) == (pytest.approx(mean(values)), pytest.approx(stdev(values)))
    paper = [
        sum(row[f"{gender}_actors"] for gender in BINARY) for row in ROWS if row["female_actors"] + row["male_actors"]
    ]
    both = per_text(TOTALS, "actors", BINARY, base=BINARY)
    assert (both.texts, both.mean, both.median) == (len(paper), pytest.approx(mean(paper)), median(paper))


def test_intervals_hold_what_they_should_and_too_few_texts_allow_no_verdict():
    population = random_texts(500, seed=5)
    true = gender_share(count_actors(corpus(population)), "mentions").value
    hits = 0
    for seed in range(20):
        sample = corpus(random.Random(seed).choices(population, k=100))
        part = gender_share(count_actors(sample), "mentions", resamples=200)
        hits += part.low <= true <= part.high
    assert hits >= 17
    few = count_actors(corpus([text(person("male"))] * (MINIMUM_TEXTS - 1)))
    part = gender_share(few, "actors")
    assert (part.value, part.low, part.verdict) == (0.0, None, "no verdict")
    enough = gender_share(count_actors(corpus([text(person("male"))] * MINIMUM_TEXTS)), "actors")
    assert enough.low == 0.0
    assert 0.0 < enough.high < 0.2
    assert enough.verdict == "more male"


@all_rows
def test_a_verdict_needs_the_whole_interval_on_one_side(low, high, verdict):
    assert GenderShare(50, 100, 0.5, low, high, 100).verdict == verdict


def test_sentiment_is_a_mean_and_missing_where_a_group_is_absent():
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
