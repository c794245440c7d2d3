"""Posts: where they are cut, that nothing is lost, and the data sets they make."""

from itertools import pairwise

import pyarrow as pa
from as_one_test import as_one_test
from datasets import Dataset
from golden import golden_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.posts import Posts, find_all_posts, isolate_table

ONE = golden_rows(__file__, "ONE")

# Text and its posts: body, author, date.
MANY = dict(golden_rows(__file__, "MANY"))


def find_posts(text):
    return find_all_posts(pa.array([text], pa.large_string()))[0]


@as_one_test("text", ONE)
def test_a_text_without_separators_is_one_post_unchanged(text):
    assert find_posts(text) == [(0, len(text), None, None)]


@as_one_test("text", MANY)
def test_golden(text):
    found = [f"{text[post.start : post.end]}|{post.author or ''}|{post.date or ''}" for post in find_posts(text)]
    assert found == MANY[text]


pieces = st.lists(
    st.sampled_from(golden_rows(__file__, "PIECES")) | st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
    max_size=25,
).map("".join)


@given(pieces | st.binary().map(lambda data: data.decode("utf-8", "replace")))
def test_posts_are_in_order_and_inside(text):
    posts = find_posts(text)
    assert posts
    assert all(0 <= post.start <= post.end <= len(text) for post in posts)
    assert all(left.end <= right.start for left, right in pairwise(posts))


@given(st.lists(pieces, max_size=4))
def test_a_text_has_the_same_posts_beside_others(texts):
    assert find_all_posts(pa.array(texts, pa.large_string())) == [find_posts(text) for text in texts]


@given(st.lists(st.none() | pieces, max_size=4), st.integers(0, 2))
def test_posts_of_a_table_are_cut_from_its_texts(texts, first):
    rows = pa.table({"number": range(len(texts)), "text": pa.array(texts, pa.string())}).slice(first)
    isolated = isolate_table(rows, 100 + first)
    isolated.validate(full=True)
    expected = [
        (100 + row, None if text is None else text[post[0] : post[1]], *post[:2])
        for row, text in list(enumerate(texts))[first:]
        for post in ([(0, 0)] if text is None else find_posts(text))
    ]
    found = isolated.select(["source_row", "text", "source_start", "source_end"]).to_pylist()
    assert [tuple(row.values()) for row in found] == expected
    assert [number + 100 for number in isolated["number"].to_pylist()] == isolated["source_row"].to_pylist()


def test_column_of_posts_keeps_nulls_and_the_fast_way_agrees():
    texts = [*ONE, None, *MANY]
    rows = annotate(Dataset.from_dict({"text": texts}), Posts())
    for text, posts in zip(texts, rows["posts"][:], strict=True):
        assert [tuple(post.values()) for post in posts] == (
            [] if text is None else [tuple(p) for p in find_posts(text)]
        )
