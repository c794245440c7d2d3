"""Posts: where they are cut, that nothing is lost, and the data sets they make."""

from itertools import pairwise

import pyarrow as pa
import pytest
from as_one_test import as_one_test
from datasets import ClassLabel, Dataset, Features, Value
from golden import golden_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.posts import Posts, find_all_posts, isolate_posts, isolate_table

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
    st.sampled_from(
        [
            "Byłam tam. ",
            "12.03.2011 18:22",
            "\n",
            " ",
            "dodano: ",
            "wczoraj 18:22",
            "Witam, ",
            "~ola ",
            "Autor: ola",
            ",",
            "gość napisał(a)",
            "3 dni temu",
            "Pozdrawiam. ",
            "\x00",
            "|",
            "\r\n",
            "ł",
            "Pon Mar 05, 2012",
            ".",
        ]
    )
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
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


@given(st.lists(st.text("abcł .", min_size=1, max_size=9).filter(str.strip), min_size=1, max_size=6))
def test_nothing_but_separators_is_left_out(bodies):
    text = "".join(f"12.03.2011 18:22\n{body}\n" for body in bodies)
    assert [text[post.start : post.end] for post in find_posts(text)] == [
        body.strip() for body in bodies if body.strip()
    ]


def test_column_of_posts_keeps_nulls_and_the_fast_way_agrees():
    texts = [*ONE, None, *MANY]
    rows = annotate(Dataset.from_dict({"text": texts}), Posts())
    for text, posts in zip(texts, rows["posts"][:], strict=True):
        assert [tuple(post.values()) for post in posts] == (
            [] if text is None else [tuple(p) for p in find_posts(text)]
        )


SOURCE = {
    "text": ["Byłam.\nAutor: ola\nSpałem.", None, "", "Poszłam."],
    "url": ["a.pl", "b.pl", None, "c.pl"],
    "label": [1, 0, None, 1],
}
FEATURES = Features({"text": Value("string"), "url": Value("string"), "label": ClassLabel(names=["no", "yes"])})


@pytest.mark.parametrize("kind", ["dataset", "arrow", "streaming", "processes"])
def test_isolated_posts_are_rows(kind):
    dataset = Dataset.from_dict(SOURCE, features=FEATURES)
    dataset = dataset.with_format("arrow") if kind == "arrow" else dataset
    dataset = dataset.to_iterable_dataset() if kind == "streaming" else dataset
    result = isolate_posts(dataset, num_proc=2 if kind == "processes" else None)
    assert list(result.features) == ["text", "url", "label", "source_row", "source_start", "source_end"]
    assert result.features["label"] == FEATURES["label"]
    rows = list(result.with_format(None) if kind == "arrow" else result)
    assert [tuple(row.values()) for row in rows] == [
        ("Byłam.", "a.pl", 1, 0, 0, 6),
        ("Spałem.", "a.pl", 1, 0, 18, 25),
        (None, "b.pl", 0, 1, 0, 0),
        ("", None, None, 2, 0, 0),
        ("Poszłam.", "c.pl", 1, 3, 0, 8),
    ]


def test_authors_are_not_copied():
    annotated = annotate(Dataset.from_dict({"text": ["~ola Byłam."]}), Posts())
    assert isolate_posts(annotated)[0] == {"text": "Byłam.", "source_row": 0, "source_start": 5, "source_end": 11}


def test_empty_data_set_has_the_columns():
    empty = Dataset.from_dict({"text": []}, features=Features({"text": Value("string")}))
    assert isolate_posts(empty).column_names == ["text", "source_row", "source_start", "source_end"]


@pytest.mark.parametrize("columns", [{"url": ["a"]}, {"text": ["a"], "source_row": [1]}, {"text": [1]}])
def test_wrong_columns_are_one_clear_error(columns):
    with pytest.raises(ColumnError):
        isolate_posts(Dataset.from_dict(columns))


def test_sliced_column():
    texts = pa.array(["x", "Byłam.\nAutor: ola\nSpałem.", "y"]).slice(1, 1)
    assert Posts()({"text": texts})["posts"][0][1]["start"] == 18
