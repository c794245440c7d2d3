import pyarrow as pa
import pytest
from datasets import Dataset
from golden import all_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair import ActorMetrics, Analyse, FirstPerson, GenderFair, GroupWords, annotate
from hf_genderfair.core.errors import SourceError
from hf_genderfair.hub.contacts import Contacts, redact, redact_contacts, redact_table


@all_rows
def test_addresses_and_numbers_are_replaced(written, mark):
    assert redact(f"Kontakt: {written}, danke.") == f"Kontakt: {mark}, danke."
    assert (redact(f"({written})"), redact(redact(written))) == (f"({mark})", mark)


@all_rows
def test_what_may_be_something_else_stays(written):
    assert redact(f"So: {written}.") == f"So: {written}."


def test_marks_stand_in_all_text_however_deep_and_nothing_else_changes():
    persons = [
        [{"name": "Ada", "mails": ["ada@mail.example", None]}],
        None,
        [],
        [{"name": None, "mails": None}],
        [None],
    ]
    columns = {
        "text": pa.array(["Call 030/1234567.", None, "", "Tea.", "a@b.example c@d.example"]),
        "persons": pa.array(persons),
        "sent": pa.array([{"to": "a@b.example"}, None, {"to": None}, {"to": "me"}, None]),
        "year": pa.array([1, None, 3, 4, 5]),
    }
    table, found = pa.concat_tables([pa.table(columns), pa.table(columns).slice(1, 4)]), Contacts()
    redacted = redact_table(table, found)
    assert (redacted.schema, found) == (table.schema, Contacts(6, 1))
    rows = redacted.to_pylist()
    assert [row["text"] for row in rows[:5]] == ["Call [PHONE].", None, "", "Tea.", "[EMAIL] [EMAIL]"]
    assert rows[0]["persons"] == [{"name": "Ada", "mails": ["[EMAIL]", None]}]
    assert (rows[0]["sent"], [row["persons"] for row in rows[1:5]]) == ({"to": "[EMAIL]"}, persons[1:])
    assert rows[5:] == rows[1:5]


@pytest.mark.parametrize(
    "transform",
    [FirstPerson(), GroupWords("gender"), GenderFair("en"), ActorMetrics("en"), Analyse("en")],
    ids=lambda transform: type(transform).__name__,
)
def test_annotated_texts_are_refused(transform):
    rows = annotate(Dataset.from_dict({"text": ["He wrote to ada@mail.example."]}), transform)
    with pytest.raises(SourceError, match="holds places in the text, which would no longer fit: redact texts before"):
        redact_contacts(rows)


PIECES = st.sampled_from(
    ["kupiłam rower", "zrobiłem to", "ola@poczta.example", "tel. +48 601 234 567", "Ala", ",", "«"]
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(PIECES, max_size=8).map(" ".join), min_size=1, max_size=5))
def test_places_found_after_redaction_fit_the_new_text(texts):
    rows, found = redact_contacts(Dataset.from_dict({"text": texts}))
    labelled = annotate(rows, FirstPerson())
    assert found.emails == sum(text.count("@") for text in texts)
    for before, row in zip(texts, labelled, strict=True):
        forms = [row["text"][each["start"] : each["end"]] for each in row["first_person_expressions"]]
        assert forms == [word for word in before.split() if word in ("kupiłam", "zrobiłem")]
        assert redact(row["text"]) == row["text"]
