import pytest
from as_one_test import as_one_test

from hf_genderfair.core.errors import LexiconError
from hf_genderfair.lexicons import loader, word_class
from hf_genderfair.lexicons.loader import lexicon_names, load_lexicon, parse_lexicon
from hf_genderfair.lexicons.word_class import WordClass, WordValues

HEAD = "# version: 1\n# source: own\n# licence: CC0\n# date: 2026-01-01\n# columns: form kind\n"


def test_rows_are_padded_and_parts_have_their_own_rows_head_and_digest():
    one, two = parse_lexicon("x", f"{HEAD}a\tb\nc\n".encode()), parse_lexicon("x", f"{HEAD}a\tb\nd\n".encode())
    assert one.rows == [["a", "b"], ["c", ""]]
    assert one.digest != two.digest
    german, english = parts_of("de\ta\tb\nen\td\nde\tc\n").values()
    assert (german.name, german.rows, english.rows) == ("x_de", [["a", "b"], ["c", ""]], [["d", ""]])
    assert (german.metadata["columns"], german.metadata["note"]) == ("form kind", "of German")
    assert (english.metadata["licence"], "note" in english.metadata, english.parts) == ("CC0", False, ())
    before, after = parts_of("de\ta\nen\tb\n"), parts_of("de\ta\nen\tc\n")
    assert before["de"].digest == after["de"].digest
    assert before["en"].digest != after["en"].digest


@pytest.mark.parametrize("text", ["a\tb\n", HEAD + "a\tb\tc\n", HEAD.replace("# licence: CC0\n", "")])
def test_a_damaged_file_is_refused(text):
    with pytest.raises(LexiconError):
        assert parse_lexicon("x", text.encode()).rows


def test_an_unknown_name_is_answered_with_the_known_ones():
    for name in ("pl_nothing", "noun_classes_xx"):
        with pytest.raises(LexiconError, match="pl_verbs"):
            load_lexicon(name)


def parts_of(text):
    """Return the parts of an invented lexicon by name."""
    head = HEAD.replace("form kind", "lang form kind") + "# parts: de en\n# de note: of German\n"
    whole = parse_lexicon("x", (head + text).encode())
    return {part: loader._part(whole, part) for part in whole.parts}


@as_one_test("lexicon", lexicon_names())
def test_every_row_belongs_to_a_part_that_is_named(lexicon):
    whole = load_lexicon(lexicon)
    assert not whole.parts or set(whole.parts) == {row[0] for row in whole.rows}


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


def test_a_class_is_read_once_when_it_is_asked_and_may_hold_patterns(reads):
    short = WordClass("invented", "short")
    assert reads == []
    assert "zu" in short
    assert "an" not in short
    assert (short.as_tuple, short.as_set, reads) == (("zu", "in"), {"zu", "in"}, ["invented"])
    pattern = WordClass("invented", "near").pattern
    assert [bool(pattern.fullmatch(word)) for word in ("ans", "zu", "in")] == [True, True, False]
    with pytest.raises(LexiconError, match="lexicon 'invented' has no class 'far'"):
        _ = "zu" in WordClass("invented", "far")
    with pytest.raises(LexiconError, match="lexicon 'invented' has no column 'number'"):
        _ = WordValues("invented", "number", str).as_dict


def test_a_column_is_read_once_and_without_empty_cells(reads):
    case = WordValues("invented", "case", str.upper)
    assert reads == []
    assert case.as_dict == {"zu": "DAT", "an.?": "ACC"}
    assert "in" not in case
    assert (case["zu"], reads) == ("DAT", ["invented"])
