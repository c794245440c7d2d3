"""No text with a reason that reads its words escapes the search for suspects."""

import numpy as np
import pyarrow as pa
from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.first_person.reasons import UNDECIDING, suspects, word_reason
from hf_genderfair.first_person.tagger import FirstPerson

PARTS = st.sampled_from(
    "byłam Zrobiłem ZAPOMNIAŁEM zapomniałe(a)m hasła regulamin promocja rabat najtaniej film Książka komedia gdybym "
    "miała „ ” » « | / , ; • · ² ß İ ſ ı ﬁ я ё Вчера jsem který není ktoré nebyl the and of was und nicht dom kot "
    "1a _ \0 \u0301 \U0001f994 \u00a0".split(" ")
)
TEXTS = st.lists(
    st.tuples(PARTS | st.text(max_size=3), st.sampled_from([" ", " ", "", ", ", " | ", "\n"])), max_size=40
)


def masks(forms):
    own = [any(not form["quoted"] and form["status"] not in UNDECIDING for form in row) for row in forms]
    quoted = [any(form["quoted"] for form in row) for row in forms]
    return np.array(own, np.bool_), np.array(quoted, np.bool_)


@given(st.lists(TEXTS.map(lambda parts: "".join(map("".join, parts))), max_size=4))
def test_every_text_with_a_reason_is_suspected(texts):
    texts = pa.array(texts, pa.large_string())
    forms = FirstPerson()(pa.table({"text": texts}))["first_person_expressions"].to_pylist()
    found = suspects(texts, *masks(forms))
    for text, row, suspected in zip(texts.to_pylist(), forms, found, strict=True):
        assert suspected or word_reason(text, row) is None


@all_rows
def test_few_texts_are_suspected(text, expected):
    assert suspects(pa.array([text], pa.large_string()), np.array([True]), np.array([False])).tolist() == [expected]


def test_bytes_that_are_no_text_are_all_suspected():
    broken = pa.array([b"a\xffb", b"c"], pa.large_binary()).view(pa.large_string())
    assert suspects(broken, np.zeros(2, np.bool_), np.zeros(2, np.bool_)).all()
