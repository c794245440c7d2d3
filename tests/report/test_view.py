"""The page to read rows: what its files say of the rows."""

import base64
import json
import re
from pathlib import Path

import numpy as np
import pytest
from datasets import ClassLabel, Dataset, Features, List, Value
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.spans import EDIT_FEATURE, Edit, edit_text
from hf_genderfair.report.view import page
from hf_genderfair.report.view.layers import Woven, find_layers, weave_rows
from hf_genderfair.report.view.page import ColumnFacts, write_view
from hf_genderfair.representation.references.transform import REFERENCE_FEATURES

SPAN = {"start": Value("int32"), "end": Value("int32")}
OWN = Path(page.__file__).parent


def written(folder, parts, **facts):
    """Write a page; return its index and its rows."""
    folder.mkdir(exist_ok=True)
    write_view(folder, parts if isinstance(parts, dict) else {"train": parts}, "Rows", ColumnFacts(**facts))
    read = [(path, re.fullmatch(r"rows\(\d+,(.*)\);\n", path.read_text("utf-8"), re.DOTALL)) for path in chunks(folder)]
    index = re.fullmatch(r"index\((.*)\);\n", (folder / "index.js").read_text("utf-8"), re.DOTALL)
    return json.loads(index[1]), [row for _, found in read for row in json.loads(found[1])]


def chunks(folder):
    return sorted((folder / "rows").iterdir())


def edit(start, end, original, replacement):
    return Edit(start, end, original, replacement, "rule", "why").to_dict()


def facet(index, name):
    return next(each for each in index["facets"] if each["name"] == name)


def codes(written_facet):
    kind = f"<u{written_facet['width']}"
    return np.frombuffer(base64.b64decode(written_facet["codes"]), kind).tolist()


def test_chunks_hold_all_rows_in_order(tmp_path, monkeypatch):
    monkeypatch.setattr(page, "CHUNK_BYTES", 1_000)
    texts = ["x" * 900 if row % 7 == 0 else f"row {row}" for row in range(1_300)]
    index, rows = written(tmp_path / "page", Dataset.from_dict({"text": texts}))
    assert ([row[0] for row in rows], index["rows"]) == (texts, len(rows))
    assert len(index["starts"]) == len(chunks(tmp_path / "page")) > 1_300 / 250
    sizes = np.diff([*index["starts"], index["rows"]])
    assert (sizes > 0).all()
    assert (sizes <= 250).all()


def test_facets_count_each_row_once(tmp_path):
    features = Features({"text": Value("string"), "label": ClassLabel(names=["a", "b"]), "reason": Value("string")})
    labels, reasons = [row % 2 for row in range(40)], [("short" if row % 4 == 0 else None) for row in range(40)]
    labels[39] = None
    rows = Dataset.from_dict({"text": ["t"] * 40, "label": labels, "reason": reasons}, features=features)
    index, _ = written(tmp_path / "page", rows, capabilities={"label": "first_person", "reason": ""})
    label = facet(index, "label")
    assert (label["values"], label["without"]) == ([["a", 20], ["b", 19]], 1)
    assert label["capability"] == "first_person"
    chosen = [label["combinations"][code] for code in codes(label)]
    assert chosen == [[] if value is None else [value] for value in labels]
    assert facet(index, "reason")["values"] == [["short", 10]]
    assert [index["columns"][place] for place in index["badges"]] == ["label", "reason"]


def test_values_of_structs_are_sets(tmp_path):
    features = Features({"text": Value("string"), "actors": List({"gender": Value("string")})})
    cells = [[{"gender": "female"}, {"gender": "male"}, {"gender": "female"}], [], None, [{"gender": "male"}]] * 3
    index, _ = written(tmp_path / "page", Dataset.from_dict({"text": ["t"] * 12, "actors": cells}, features=features))
    genders = facet(index, "actors.gender")
    assert (genders["values"], genders["without"]) == ([["female", 3], ["male", 6]], 6)


@pytest.mark.parametrize(
    "values",
    [[f"name {row}" for row in range(40)], ["y" * 61, "n"] * 20, ["same"] * 40],
    ids=["many", "long", "one for all"],
)
def test_what_does_not_divide_rows_is_no_filter(tmp_path, values):
    index, rows = written(tmp_path / "page", Dataset.from_dict({"text": ["t"] * 40, "value": values}))
    assert (index["facets"], [row[2] for row in rows]) == ([], [[value] for value in values])


def test_texts_that_are_missing_empty_or_odd_stay_as_they_are(tmp_path):
    texts = [None, "", "</script><script>alert(1)</script>", "a\u2028b\u202ec\ufeff\u0000", "];rows(1,[", "😀'\"\\"]
    index, rows = written(tmp_path / "page", Dataset.from_dict({"text": texts}))
    assert ([row[0] for row in rows], index["rows"]) == (texts, len(texts))


def test_words_for_no_persons_have_a_layer_of_their_own_which_is_off(tmp_path):
    features = {"text": Value("string")} | REFERENCE_FEATURES
    blank = dict.fromkeys(features["person_references"].feature)
    places = [(0, 3, False), (4, 7, True), (8, 11, None)]
    found = [blank | {"start": start, "end": end, "person": person} for start, end, person in places]
    text = "Tea Ada Kim and a long afternoon in the garden"
    row = dict.fromkeys(features) | {"text": text, "person_references": found}
    index, (row,) = written(tmp_path / "page", Dataset.from_list([row], features=Features(features)))
    assert [(layer["name"], layer["shown"]) for layer in index["layers"]] == [
        ("person_references", True),
        ("person_references: no persons", False),
    ]
    assert sorted(span[:3] for span in row[1]) == [[0, 4, 7], [0, 8, 11], [1, 0, 3]]


def test_layers_follow_from_types_and_spans_of_the_index_name_what_they_point_to(tmp_path):
    features = Features(
        {
            "text": Value("string"),
            "actors": List({"name": Value("string"), "gender": Value("string")}),
            "mentions": List({**SPAN, "actor": Value("int32")}),
        }
    )
    columns = {
        "text": ["😀 Ida left."],
        "actors": [[{"name": "Ida", "gender": "female"}]],
        "mentions": [[{"start": 2, "end": 5, "actor": 0}, {"start": 90, "end": 95, "actor": 0}]],
    }
    _, rows = written(tmp_path / "page", Dataset.from_dict(columns, features=features))
    # JavaScript counts two for the emoji; what lies outside of the text is left out
    assert rows[0][1] == [[0, 3, 6, "Ida, female"]]
    features = Features(
        {
            "text": Value("string"),
            "quotes": List(
                {**SPAN, "kind": Value("string"), "speaker_start": Value("int32"), "speaker_end": Value("int32")}
            ),
            "edits": EDIT_FEATURE,
            "times": List({"start": Value("float32"), "end": Value("float32")}),
            "names": List({"name": Value("string")}),
        }
    )
    assert [(layer.name, layer.fields, layer.edits) for layer in find_layers(features)] == [
        ("quotes", ("kind",), False),
        ("quotes.speaker", (), False),
        ("edits", ("rule", "reason"), True),
    ]


@pytest.mark.parametrize("applied", [True, False])
def test_edits_stand_beside_each_other(tmp_path, applied):
    proposed = [edit(0, 2, "He", "She"), edit(3, 7, "left", "")]
    features = Features(
        {"text": Value("string"), "edits": EDIT_FEATURE, "words": List({**SPAN, "word": Value("string")})}
    )
    words = [{"start": 3, "end": 7, "word": "left"}]
    text = "She  today." if applied else "He left today."
    rows = Dataset.from_dict({"text": [text], "edits": [proposed], "words": [words]}, features=features)
    index, written_rows = written(tmp_path / "page", rows)
    assert written_rows[0][0] == "HeShe left today."
    assert written_rows[0][1] == [
        [0, 0, 5, 2, applied, "rule", "why"],
        [0, 6, 10, 10, applied, "rule", "why"],
        [1, 6, 10, "left"],
    ]
    assert index["layers"][0]["shown"]


def test_edits_of_two_columns_into_one_text_and_one_after_the_other():
    first, second = [edit(0, 2, "He", "She")], [edit(8, 11, "him", "her")]
    for text in ("He left him.", "She left her."):
        woven = weave_rows([text], {"first": [first], "second": [second]})[0]
        assert woven.text == "HeShe left himher."
        assert not woven.unfit
    later = [edit(9, 12, "him", "her")]
    woven = weave_rows(["She left her."], {"first": [first], "later": [later]})[0]
    assert woven.text == "HeShe left himher."
    assert woven.versions == ["She left her.", "She left him.", "He left him."]


@st.composite
def edited(draw):
    text = draw(st.text("ab c😀", max_size=12))
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=6)))
    spans = list(zip(cuts[::2], cuts[1::2], strict=False))
    # two at one place would have no order
    spans = [span for place, span in enumerate(spans) if place == 0 or span[0] > spans[place - 1][1]]
    return text, [edit(start, end, text[start:end], draw(st.text("xyz", max_size=3))) for start, end in spans]


@given(edited())
def test_a_woven_text_holds_both_texts(case):
    text, proposed = case
    after = edit_text(text, [Edit(**row) for row in proposed])
    for now, applied in ((text, False), (after, True)):
        woven = Woven.of(now)
        woven.weave([("edits", row) for row in proposed], applied)
        taken = {place for row in woven.edits for place in range(row.start, row.middle)}
        added = {place for row in woven.edits for place in range(row.middle, row.end)}
        assert "".join(sign for place, sign in enumerate(woven.text) if place not in added) == text
        assert "".join(sign for place, sign in enumerate(woven.text) if place not in taken) == after
        for version, places in zip(woven.versions, woven.places, strict=True):
            assert "".join(woven.text[place] for place in places[:-1]) == version
            assert len(places) == len(version) + 1


def test_the_script_never_makes_markup_of_text():
    script = (OWN / "view.js").read_text("utf-8")
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|fetch\(|http", script
    )
    markup = (OWN / "index.html").read_text("utf-8")
    assert "default-src 'none'" in markup
    assert "unsafe" not in markup
    assert not re.search(r"https?://|style=|\son\w+=", markup)
