"""Direct speech: whose words are whose, and that no input breaks or slows the search."""

import itertools
import re

from as_one_test import as_one_test
from golden import golden_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.first_person.direct_speech import foreign_spans, may_be_foreign, merge_spans

# Text and the forms in it that are somebody else's.
GOLDEN = dict(golden_rows(__file__, "GOLDEN"))


@as_one_test("name", GOLDEN)
def test_golden(name):
    text, foreign = GOLDEN[name]
    spans = foreign_spans(text)
    forms = [(m.start(), m[0]) for m in re.finditer(r"\w+[łl][ae]m\b", text)]
    found = [form for start, form in forms if any(a <= start < b for a, b in spans)]
    assert found == foreign.split()


pieces = st.lists(
    st.sampled_from([*"„”“\"«»‚‘’'>-–—:[]<.?!, \n\t\x00ła", *golden_rows(__file__, "PIECES")]), max_size=40
).map("".join)


@given(
    pieces | st.text(st.characters(exclude_categories=["Cs"])) | st.binary().map(lambda b: b.decode("utf-8", "replace"))
)
def test_spans_are_sorted_disjoint_and_inside(text):
    spans = foreign_spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(left[1] < right[0] for left, right in itertools.pairwise(spans))
    words = [match.start() for match in re.finditer(r"&gt;|\w+", text) if match[0] != "&gt;"]
    covered = [word for word in words if any(start <= word < end for start, end in spans)]
    assert all(may_be_foreign(text, word) for word in covered)


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30))))
def test_merge_spans_is_the_union(spans):
    covered = {i for start, end in spans for i in range(start, end)}
    merged = merge_spans(spans)
    assert covered == {i for start, end in merged for i in range(start, end)}
    assert all(start < end for start, end in merged)
    assert all(left[1] < right[0] for left, right in itertools.pairwise(merged))
    assert merge_spans(merged) == merged
