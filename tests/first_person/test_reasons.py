"""Drop reasons: each applies where it should, and a fragment much like it stays."""

import re

import pytest
from datasets import ClassLabel, Dataset, Features, List, Value
from golden import all_rows, golden_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.direct_speech import foreign_spans
from hf_genderfair.first_person.reasons import REASONS, FragmentReasons
from hf_genderfair.first_person.spelling import foreign_language

GENDERS = ["female", "male", "mixed", "none"]
LABEL = ClassLabel(names=GENDERS)
EXPRESSIONS = List(
    {name: Value("int32") for name in ("start", "end")}
    | {name: Value("string") for name in ("gender", "kind", "counterpart", "status")}
    | {"quoted": Value("bool")}
)
FEATURES = Features({"text": Value("string"), "first_person": LABEL, "first_person_expressions": EXPRESSIONS})


def tagged(text):
    """Mark past forms by their endings: enough of a tagger for these sentences."""
    foreign = foreign_spans(text or "")
    rows = []
    for match in re.finditer(
        r"\w+[łl](?:([ae])m|(a)?bym)\b|\w+łe(?=\(a\)m)|\w+ał(?=\(a\)m)", text or "", re.IGNORECASE
    ):
        gender = "female" if (match[1] or match[2] or "e") in "aA" else "male"
        quoted = any(start <= match.start() < end for start, end in foreign)
        shared = {"kind": "past", "counterpart": None, "status": "ok", "quoted": quoted, "gender": gender}
        rows.append({"start": match.start(), "end": match.end(), **shared})
    found = {row["gender"] for row in rows if not row["quoted"]}
    label = "mixed" if len(found) > 1 else (*found, "none")[0]
    return {"text": text, "first_person": GENDERS.index(label), "first_person_expressions": rows}


def reasons_of(texts, **configuration):
    rows = Dataset.from_list([tagged(text) for text in texts], features=FEATURES)
    return annotate(rows, FragmentReasons(**configuration))["fragment_reason"][:]


# Reason, fragments that it is given to, and fragments that stay.
GOLDEN = golden_rows(__file__, "GOLDEN")


@pytest.mark.parametrize(("reason", "goes", "stays"), GOLDEN, ids=[row[0] for row in GOLDEN])
def test_golden(reason, goes, stays):
    assert dict(zip(goes, reasons_of(goes), strict=True)) == dict.fromkeys(goes, reason)
    assert dict(zip(stays, reasons_of(stays), strict=True)) == dict.fromkeys(stays)


@all_rows
def test_bounds_and_order_of_reasons(texts, settings, reasons):
    assert reasons_of(texts, **settings) == reasons


def test_sites_with_all_below_them():
    urls = ["https://www.tlumacz.example.pl/a", "http://tlumacz.example.pl", "https://nietlumacz.example.pl/", None, ""]
    rows = Dataset.from_list([tagged("Byłam tam.")] * 5, features=FEATURES).add_column("url", urls)
    result = annotate(rows, FragmentReasons(excluded_sites=("Tlumacz.example.pl",)))["fragment_reason"][:]
    assert result == ["machine_translated_or_spam_site"] * 2 + [None] * 3


def tagged_batch(texts):
    rows = [tagged(text) for text in texts]
    return {name: [row[name] for row in rows] for name in FEATURES}


noise = st.lists(
    st.sampled_from(
        ["byłam ", "Zapomniałem ", "hasła", ",", " | ", "\0", "„", "”", "the ", "jsem ", "film ", "ß", "ё", "\n"]
    )
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=4),
    max_size=30,
).map("".join)


@given(noise | st.binary().map(lambda data: data.decode("utf-8", "replace")))
def test_no_text_breaks_it(text):
    (reason,) = FragmentReasons()(tagged_batch([text]))["fragment_reason"]
    assert reason is None or reason in REASONS


@given(st.text(), st.lists(st.text()))
def test_language_of_anything(text, words):
    assert foreign_language(text, words) in {None, "cs", "sk", "hr", "en", "de", "ru", "uk", "other"}
