import pytest

from hf_genderfair.core.errors import LexiconError
from hf_genderfair.lexicons import word_class
from hf_genderfair.lexicons.loader import load_lexicon, parse_lexicon
from hf_genderfair.lexicons.word_class import WordClass, WordValues

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


CLASSES = "# version: 1\n# source: invented\n# licence: CC0-1.0\n# date: 2026-11-23\n# columns: word classes case\n"


@pytest.fixture
def reads(monkeypatch):
    """Offer a lexicon, and list how often it is read."""
    lexicon = parse_lexicon("invented", (CLASSES + "zu\tshort near\tDat\nin\tshort\nan.?\tnear\tAcc\n").encode())
    found = []

    def read(name):
        found.append(name)
        return lexicon

    monkeypatch.setattr(word_class, "load_lexicon", read)
    monkeypatch.setattr(word_class, "resource", lambda key, build: build())
    return found


def test_a_class_is_read_once_and_when_it_is_asked(reads):
    short = WordClass("invented", "short")
    assert reads == []
    assert "zu" in short
    assert "an" not in short
    assert (short.as_tuple, short.as_set, reads) == (("zu", "in"), {"zu", "in"}, ["invented"])


def test_words_may_be_patterns(reads):
    pattern = WordClass("invented", "near").pattern
    assert [bool(pattern.fullmatch(word)) for word in ("ans", "zu", "in")] == [True, True, False]


def test_a_column_is_read_once_and_without_empty_cells(reads):
    case = WordValues("invented", "case", str.upper)
    assert reads == []
    assert case.as_dict == {"zu": "DAT", "an.?": "ACC"}
    assert "in" not in case
    assert (case["zu"], reads) == ("DAT", ["invented"])


def test_what_is_not_there_is_named(reads):
    with pytest.raises(LexiconError, match="lexicon 'invented' has no class 'far'"):
        _ = "zu" in WordClass("invented", "far")
    with pytest.raises(LexiconError, match="lexicon 'invented' has no column 'number'"):
        _ = WordValues("invented", "number", str).as_dict
