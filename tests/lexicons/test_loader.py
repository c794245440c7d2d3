import pytest

from hf_genderfair.core.errors import LexiconError
from hf_genderfair.lexicons.loader import load_lexicon, parse_lexicon

HEAD = "# version: 1\n# source: own\n# licence: CC0\n# date: 2026-01-01\n# columns: form kind\n"


def test_rows_are_padded_and_the_digest_follows_the_content():
    one, two = parse_lexicon("x", f"{HEAD}a\tb\nc\n".encode()), parse_lexicon("x", f"{HEAD}a\tb\nd\n".encode())
    assert one.rows == [["a", "b"], ["c", ""]]
    assert one.digest != two.digest


@pytest.mark.parametrize("text", ["a\tb\n", HEAD + "a\tb\tc\n", HEAD.replace("# licence: CC0\n", "")])
def test_a_damaged_file_is_refused(text):
    with pytest.raises(LexiconError):
        assert parse_lexicon("x", text.encode()).rows


def test_an_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(LexiconError, match="pl_verbs"):
        load_lexicon("pl_nothing")
