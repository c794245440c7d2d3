"""Items of benchmarks, and units that are drawn from them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.effects import Items


@given(st.lists(st.sampled_from("abc"), min_size=1), st.lists(st.integers(0, 2), max_size=8))
def test_drawn_units_bring_all_their_items(units, drawn):
    items = Items.of({"value": list(range(len(units)))}, units)
    names = list(dict.fromkeys(units))
    drawn = [number for number in drawn if number < len(names)]
    found = items.drawn(np.array(drawn, np.int64))
    expected = [
        (place, row) for place, number in enumerate(drawn) for row, name in enumerate(units) if name == names[number]
    ]
    assert list(zip(found.unit.tolist(), found.columns["value"].tolist(), strict=True)) == expected
