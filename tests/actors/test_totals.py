"""Totals add up over any sharding, in any order, and leave an absent group missing."""

import math
import random
from datetime import date, datetime

import pytest
from actor_rows import corpus, person, random_texts, text
from datasets import ClassLabel, List, Value

from hf_genderfair.actors.columns import QUANTITIES, TEXT_COUNTS
from hf_genderfair.actors.estimates import gender_share, per_text, ratio
from hf_genderfair.actors.totals import MOST_STRATA, ActorTotals, count_actors
from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.languages.types import PERSON_GENDERS

ROWS = random_texts(300)
YEARS = [random.Random(place).choice(["1986", "2004-05-01", "2023", None, "nan"]) for place in range(len(ROWS))]
WHOLE = corpus(ROWS, date=YEARS)
TOTALS = count_actors(WHOLE, by="date")


def test_counts_are_sums_of_the_columns():
    for gender in PERSON_GENDERS:
        for quantity in QUANTITIES:
            assert TOTALS.total(gender, quantity) == sum(row[f"{gender}_{quantity}"] for row in ROWS)
    for name in TEXT_COUNTS:
        assert TOTALS.number(name) == sum(row[name] for row in ROWS)


def test_strata_add_up_to_the_whole():
    assert TOTALS.strata == ("1986", "2004", "2023", "unknown")
    assert sum(TOTALS.number("texts", stratum) for stratum in TOTALS.strata) == len(ROWS)
    assert TOTALS.number("texts", "unknown") == sum(year in (None, "nan") for year in YEARS)
    by_year = [TOTALS.total("female", "mentions", stratum) for stratum in TOTALS.strata]
    assert sum(by_year) == count_actors(WHOLE).total("female", "mentions") > 0


@pytest.mark.parametrize("seed", range(3))
def test_order_and_sharding_change_nothing(seed):
    order = random.Random(seed).sample(range(len(ROWS)), len(ROWS))
    shards = [count_actors(WHOLE.select(order[place::4]), by="date") for place in range(4)]
    left = ((shards[0] + shards[1]) + shards[2]) + shards[3]
    right = shards[3] + (shards[2] + (shards[1] + shards[0]))
    assert left.to_json() == right.to_json() == TOTALS.to_json()
    assert gender_share(left, "mentions") == gender_share(TOTALS, "mentions")
    assert ratio(left, "sentiment", "predications") == ratio(TOTALS, "sentiment", "predications")


def test_totals_are_read_back():
    assert ActorTotals.from_json(TOTALS.to_json()).to_json() == TOTALS.to_json()
    with pytest.raises(ValueError, match="no totals of actors"):
        ActorTotals.from_json("{}")


def test_streams_and_hash_seeds_change_nothing(fresh_process):
    assert count_actors(WHOLE.to_iterable_dataset(), by="date").to_json() == TOTALS.to_json()
    program = (
        "from actor_rows import corpus, random_texts; from hf_genderfair.actors.totals import count_actors; "
        "print(count_actors(corpus(random_texts(20))).to_json())"
    )
    assert fresh_process(program).strip() == count_actors(corpus(random_texts(20))).to_json()


def test_no_row_makes_no_figure():
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
    with pytest.raises(ColumnError, match="no column 'female_actors'"):
        count_actors(rows.remove_columns("female_actors"))
    with pytest.raises(ColumnError, match="no column 'year'"):
        count_actors(rows, by="year")
    with pytest.raises(ColumnError, match="single values"):
        count_actors(rows, by="tags")
    with pytest.raises(ColumnError, match="dates, numbers or text"):
        count_actors(corpus([text()], blob=([b"\xff"], Value("binary"))), by="blob")
    with pytest.raises(ColumnError, match="no value in some rows"):
        count_actors(corpus([{**text(), "female_actors": None}]))
    with pytest.raises(ColumnError, match="strata"):
        count_actors(
            corpus([text()] * (MOST_STRATA + 1), url=[f"text {place}" for place in range(MOST_STRATA + 1)]), by="url"
        )
    with pytest.raises(GenderfairError, match="no stratum '1900'"):
        TOTALS.number("texts", "1900")
    with pytest.raises(GenderfairError, match="do not add up"):
        TOTALS + count_actors(WHOLE)


def test_large_counts_are_exact():
    big = person("female", named=2_000_000_001, pronouns=1)
    totals = count_actors(corpus([text(big)] * 3))
    assert totals.total("female", "named") == 6_000_000_003
