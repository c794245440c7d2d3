import pyarrow as pa
import pytest

from hf_genderfair.hub.contacts import Contacts, redact

FOUND = {
    "ada@mail.example": "[EMAIL]",
    "Jan.Kowalski+x@poczta.abc.example": "[EMAIL]",
    "+48 601 234 567": "[PHONE]",
    "+49 (0) 30 1234567": "[PHONE]",
    "0049 30 1234567": "[PHONE]",
    "030/1234567": "[PHONE]",
    "0171 234 56 78": "[PHONE]",
    "(0341) 98 76 54": "[PHONE]",
    "(555) 234-5678": "[PHONE]",
    "555-234-5678": "[PHONE]",
}
STAYS = (
    "am 12.03.2020",
    "2019-2020",
    "1.234.567,89 Euro",
    "ISBN 978-3-16-148410-0",
    "192.168.0.10",
    "@ada on the site",
    "a @ b",
    "10 000 000 000",
    "https://a.example/0341-98765432",
    "08:15-09:30",
    "1990 2000 2010 2020",
    "601 234 567",
    "0.5 123456",
)


@pytest.mark.parametrize(("written", "mark"), FOUND.items())
def test_addresses_and_numbers_are_replaced(written, mark):
    assert redact(f"Kontakt: {written}, danke.") == f"Kontakt: {mark}, danke."
    assert redact(f"({written})") == f"({mark})"
    assert redact(redact(written)) == mark


@pytest.mark.parametrize("written", STAYS)
def test_what_may_be_something_else_stays(written):
    assert redact(f"So: {written}.") == f"So: {written}."


def test_they_are_counted_in_all_columns_of_text():
    found = Contacts()
    texts = [f"Kontakt {written}" for written in (*FOUND, *STAYS)]
    table = pa.table({"text": [*texts, None], "more": pa.array([*texts, None], pa.large_string()), "n": [1] * 24})
    found.update(table)
    assert found == Contacts(4, 16)
    assert (found + Contacts(1, 1)).in_words() == "5 e-mail addresses and 17 telephone numbers"


def test_long_texts_are_read_in_linear_time():
    for text in ("a" * 200_000, "1 " * 200_000, "a." * 200_000 + "@", "+49" * 100_000, "(030" * 100_000):
        assert redact(text) == text
