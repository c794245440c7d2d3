"""Rows of names without commas."""

from __future__ import annotations

import pytest

from hf_genderfair.actors.german.mentions import WORDS
from hf_genderfair.actors.german.name_rows import parted

GIVEN = frozenset({"Timo", "Eva", "Jan", "Maria", "EVA", "TIMO"})


@pytest.mark.parametrize(
    ("row", "parts"),
    [
        ("Timo Lauer Eva Rühl", [[0, 1], [2, 3]]),
        ("Timo Lauer SPD Eva Rühl", [[0, 1], [3, 4]]),
        ("Timo Lauer Dr. Berg", [[0, 1], [2, 3]]),
        ("Kollege Dr. Berg", [[0, 1, 2]]),
        ("Eva Maria Lauer", [[0, 1, 2]]),
        ("TIMO LAUER", [[0, 1]]),
        ("VBX Lauer", [[0, 1]]),
        ("Abu Lauer Jan Rühl", [[0, 1, 2, 3]]),
    ],
)
def test_where_a_name_ends(row, parts):
    assert parted(row.split(), WORDS, GIVEN.__contains__) == parts
