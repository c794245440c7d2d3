"""Word lists: those of the papers with their figures, and those of users with their faults."""

import pickle

import pytest
from golden import all_rows, each_row
from one_line import one_line

from hf_genderfair.core.errors import LexiconError
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_lists import (
    PREFIX,
    Entry,
    WordList,
    composed,
    normalised,
    opened,
    word_list,
    word_list_names,
)

LISTED_COMPOUNDS = {"half-brother", "brother-in-law", "sister-in-law", "pre-adolescent"}


@all_rows
def test_published_lists_have_the_lengths_of_the_paper(name, lengths):
    assert {group: len(words) for group, words in word_list(name, "published").groups.items()} == lengths


@pytest.mark.parametrize(("name", "pairs"), [("gender", 142), ("gender_reference", 171)])
def test_published_gender_lists_have_the_pairs_of_the_paper(name, pairs):
    lexicon = load_lexicon(PREFIX + name)
    rows = [dict(zip(lexicon.metadata["columns"].split(), cells, strict=True)) for cells in lexicon.rows]
    printed = [row for row in rows if row["edition"] != "corrected"]
    assert [row["group"] for row in printed] == ["female", "male"] * pairs


def test_published_lists_keep_their_faults_and_corrected_ones_lack_what_the_criteria_exclude():
    published = word_list("gender", "published")
    assert published.shared_words() == ("bride", "groom", "brides", "grooms")
    assert published.duplicates == 2
    assert "chaturvedi" in word_list("religion", "published").groups["hinduism"]
    assert "mentleman" in word_list("gender_reference", "published").groups["male"]
    religion, age = word_list("religion").groups, word_list("age").groups
    names = {"chaturvedi", "cohen", "levi", "ansari", "cardinal", "shaker", "communicant"}
    assert not names & {word for words in religion.values() for word in words}
    others = {"middle", "middles", "millennial", "boomer", "minor", "elementary", "primaries", "oldman"}
    assert not others & {word for words in age.values() for word in words}


@pytest.mark.parametrize("name", word_list_names())
def test_corrected_lists_keep_the_criteria(name):
    words = word_list(name)
    assert (words.shared_words(), words.duplicates) == ((), 0)
    assert all(entry.word == composed(entry.word) for entry in words.entries)
    assert all(any(compound.startswith(stem.split("-")[0]) or compound.endswith(stem.split("-", 1)[1])
                   for stem in LISTED_COMPOUNDS) for compound in words.compounds())  # fmt: skip


@pytest.mark.parametrize("edition", ["published", "corrected"])
def test_counterparts_are_listed_in_another_group(edition):
    words = word_list("gender", edition)
    groups = words.groups
    for entry in words.entries:
        others = {word for group, listed in groups.items() if group != entry.group for word in listed}
        assert entry.counterparts, entry.word
        assert others.issuperset(entry.counterparts), entry.word


def test_forms_that_are_the_same_and_words_given_again_are_merged_and_counted():
    assert normalised("Ma’am") == normalised("MA`AM") == "ma'am"
    assert (normalised("old\n man"), normalised("sister‐in‑law")) == ("old man", "sister-in-law")
    assert normalised("FIANCE\u0301") == normalised("fianc\u00e9")
    words = WordList.from_groups("trade", {"sea": ["Sailor", "sailor", "SAILOR"], "land": ["farmer"]})
    assert (words.groups, words.duplicates) == ({"sea": ("Sailor",), "land": ("farmer",)}, 2)


@all_rows
def test_lists_that_cannot_be_counted_with_are_refused(groups, message):
    with one_line(LexiconError, match=message):
        WordList.from_groups("trade", groups)


def test_lists_need_an_attribute_and_are_plain_data_with_a_digest():
    with pytest.raises(LexiconError, match="needs the name of its attribute"):
        WordList(" ", (Entry("sea", "sailor"), Entry("land", "farmer")))
    with pytest.raises(LexiconError, match="case of 'sailor' is 'lower': use any or exact"):
        WordList("trade", (Entry("sea", "sailor", (), "lower"), Entry("land", "farmer")))
    words = word_list("age")
    again = pickle.loads(pickle.dumps(words))
    assert again == words
    assert again.digest == words.digest != word_list("age", "published").digest
    assert repr(words) == "WordList('age', young 87, middle 14, old 64, version '2 corrected')"


def test_lists_from_files(tmp_path):
    table = tmp_path / "trade.tsv"
    table.write_text("group\tword\tcounterpart\nsea\tsailor\tfarmer\nland\tfarmer\tsailor\n", encoding="utf-8")
    words = WordList.from_file(table)
    assert (words.attribute, words.entries[0]) == ("trade", Entry("sea", "sailor", ("farmer",)))
    data = tmp_path / "trade.json"
    data.write_text('{"sea": ["sailor"], "land": ["farmer"]}', encoding="utf-8")
    assert WordList.from_file(data, "work").attribute == "work"
    lexicon = tmp_path / "list.tsv"
    head = "# version: 3\n# source: mine\n# licence: CC0-1.0\n# date: 2026-01-01\n# attribute: trade\n# lang: de\n"
    lexicon.write_text(head + "# columns: group word\nsea\tMatrose\nland\tBauer\n", encoding="utf-8")
    words = WordList.from_file(lexicon)
    assert (words.attribute, words.version, words.lang) == ("trade", "3", "de")
    assert opened(str(lexicon)) == words


@each_row
def test_files_that_cannot_be_read_say_why(tmp_path, name, content, message):
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(LexiconError, match=message):
        WordList.from_file(tmp_path / name)


def test_missing_lists_are_named(tmp_path):
    (tmp_path / "wide.tsv").write_text("group\tword\n", encoding="utf-16")
    for find, asked, message in (
        (word_list, ("colour",), "no word list 'colour': there are age, gender, "),
        (word_list, ("gender", "draft"), "edition='draft' is not offered"),
        (
            WordList.from_file,
            (tmp_path / "no.tsv",),
            r"cannot read the word list '.*no.tsv': No such file or directory$",
        ),
        (WordList.from_file, (tmp_path / "wide.tsv",), r"is not UTF-8 text: convert it"),
    ):
        with pytest.raises(LexiconError, match=message):
            find(*asked)
