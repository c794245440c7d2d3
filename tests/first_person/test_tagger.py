import json
import random
from pathlib import Path

import pyarrow as pa
import pytest
from as_one_test import as_one_test
from datasets import Dataset
from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person import scan
from hf_genderfair.first_person.scan import Expression, find_expressions
from hf_genderfair.first_person.tagger import DECIDING, LABELS, FirstPerson

GOLDEN = Path(__file__).with_name("golden_pl.tsv")
PARTICIPLES = ("passive_participle", "active_participle")


def golden_rows():
    for line in GOLDEN.read_text(encoding="utf-8").splitlines()[1:]:
        text, label, expressions, *note = line.split("\t")
        if not any("doubtful" in part or "beyond reach" in part for part in note):
            yield text.replace("\\n", "\n"), label, expressions.split()


def lenient(kind):
    return "adjective" if kind in PARTICIPLES else kind


def found(text, context="window", **options):
    return list(find_expressions([text], context, **options))


def words(text, context="window", **options):
    return [text[e.start : e.end] for e in found(text, context, **options)]


def label(text, **settings):
    columns = FirstPerson("pl", **settings)({"text": [text]})
    return LABELS[columns["first_person"][0]]


@as_one_test(("text", "expected_label", "expected"), list(golden_rows()))
def test_golden_table(text, expected_label, expected):
    ours = [
        "|".join([text[e.start : e.end], e.gender, lenient(e.kind), e.status] + ["quoted"] * e.quoted)
        for e in found(text)
    ]
    wanted = ["|".join(map(lenient, item.split("|"))) for item in expected]
    assert ours == wanted
    assert label(text, diacritics="required") == expected_label


def test_the_golden_table_is_large_and_what_it_leaves_out_is_little():
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()[1:]
    beyond = [line for line in lines if "beyond reach" in line]
    assert len(list(golden_rows())) > 420
    assert len(beyond) < 6


@all_rows
def test_context_says_how_far_to_look(text, none, adjacent, window):
    assert words(text, "none") == none
    assert words(text, "adjacent") == adjacent
    assert words(text, "window") == window


@all_rows
def test_offsets_are_code_points_and_counterparts_keep_the_case(text, start, end, counterpart):
    [expression] = found(text)
    assert (expression.start, expression.end, expression.counterpart) == (start, end, counterpart)


def test_statuses():
    status = {text: [e.status for e in found(text)] for text in ("Miałem rację.", "Piekłam chleb.", "Byłem/am tam.")}
    assert status == {"Miałem rację.": ["marginal"], "Piekłam chleb.": ["asymmetric"], "Byłem/am tam.": ["asymmetric"]}
    assert words("Mówił o działem i podziałem.") == []
    assert words("Rozmawiał z panem Musiałem.") == []
    assert words("Musiałem iść.") == ["Musiałem"]


def test_quoted_words_do_not_decide_unless_asked_to():
    text = "Babcia mówiła: „Zawsze lubiłam lato”."
    assert label(text) == "none"
    assert label(text, quoted="count") == "female"
    assert [e.quoted for e in found(text)] == [True]


@pytest.mark.parametrize("setting", [{"lang": "de"}, {"context": "near"}, {"quoted": "no"}, {"diacritics": "maybe"}])
def test_a_setting_that_is_not_offered_is_refused(setting):
    with pytest.raises(GenderfairError, match="is not offered"):
        FirstPerson(**setting)


def test_wrong_columns_are_refused():
    with pytest.raises(ColumnError, match="no column 'text'"):
        FirstPerson()({"body": ["a"]})
    with pytest.raises(ColumnError, match="not text"):
        FirstPerson()({"text": [1]})


def test_null_empty_and_odd_rows_are_kept():
    texts = [None, "", "\x00", "İstanbul'a gitmişłam", "ẞyłam byłam", "K byłam", "\u2028byłam", "byłam" * 3]
    rows = annotate(Dataset.from_dict({"text": texts}), FirstPerson())
    assert len(rows) == len(texts)
    assert [LABELS[value] for value in rows["first_person"]][4:7] == ["female", "female", "female"]


alphabet = st.sampled_from(list(" \n.,–-„”\"':/(łąęśżaemybiŁĄEMBKİẞ🎉\x00")) | st.characters(exclude_categories=["Cs"])
pieces = st.sampled_from(
    ["byłam", "Jestem ", "będę ", "zmęczona", " sam ", "żebym ", "zrobiłem", "/am", "liśmy", "com "]
)
noise = st.lists(st.text(alphabet, max_size=6) | pieces, max_size=20).map("".join)


@given(st.lists(noise, max_size=6))
def test_any_text_gives_ordered_expressions_inside_it(texts):
    previous = (-1, -1)
    for expression in find_expressions(texts, "window", "optional"):
        assert isinstance(expression, Expression)
        text = texts[expression.row]
        assert 0 <= expression.start < expression.end <= len(text)
        assert previous < (expression.row, expression.start)
        assert text[expression.start : expression.end].strip()
        previous = (expression.row, expression.start)


@given(st.lists(noise, max_size=6), st.integers(1, 6))
def test_output_does_not_depend_on_the_batch(texts, size):
    whole = [tuple(e) for e in find_expressions(texts, "window")]
    parts = [
        (e.row + start, *tuple(e)[1:])
        for start in range(0, len(texts), size)
        for e in find_expressions(texts[start : start + size], "window")
    ]
    assert whole == parts


def test_the_label_follows_from_the_expressions():
    texts = [line.split("\t")[0] for line in GOLDEN.read_text(encoding="utf-8").splitlines()[1:]]
    random.Random(3).shuffle(texts)
    rows = annotate(Dataset.from_dict({"text": texts}), FirstPerson())
    for row in rows:
        deciding = [e for e in row["first_person_expressions"] if e["status"] in DECIDING and not e["quoted"]]
        genders = {e["gender"] for e in deciding}
        expected = "none" if not genders else "mixed" if len(genders) == 2 else genders.pop()
        assert LABELS[row["first_person"]] == expected, json.dumps(row, ensure_ascii=False)


def test_a_long_line_is_tagged():
    rows = FirstPerson()({"text": ["Wczoraj byłam w kinie, a jutro będę pracowała. " * 5_000]})
    assert LABELS[rows["first_person"][0]] == "female"


def test_output_does_not_depend_on_the_size_of_blocks(monkeypatch):
    texts = ["Byłam tu.", None, "", "Jestem zmęczony. " * 3, "x" * 50, "żebym poszła"] * 20
    column = pa.array(texts, type=pa.large_string())
    whole = [tuple(e) for e in find_expressions(column, "window")]
    monkeypatch.setattr(scan, "BLOCK_BYTES", 37)
    assert [tuple(e) for e in find_expressions(column, "window")] == whole
    assert len(whole) == 100


@pytest.mark.parametrize("text", ["&gt; Byłam tam.", "> Byłam tam.", "Ola napisała(a):\nByłam tam.", ",,Byłam tam''"])
def test_marks_of_the_web_are_read_too(text):
    assert [e.quoted for e in found(text)] == [True]
