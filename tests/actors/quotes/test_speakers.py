"""Speakers of direct quotes: a golden table of frames, the turns of dialogues, and what is written into quotes."""

import pytest
from analysed import read
from as_one_test import as_one_test
from golden import table
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.coreference.names.merging import merge_names
from hf_genderfair.languages.coreference.quotes.dialogue import Turn, assign_turns
from hf_genderfair.languages.coreference.quotes.spans import direct_quotes
from hf_genderfair.languages.coreference.quotes.speakers import attribute_speakers

GOLDEN = table(__file__, "speakers_golden.tsv")


def mentions_of(text):
    mentions = find_mentions(text)
    merge_names(text, mentions)
    return mentions


@as_one_test(("lang", "text", "speakers"), GOLDEN)
def test_golden_table(lang, text, speakers):
    text = text.replace("⏎", "\n")
    document = read(text, lang)
    quotes = direct_quotes(document)
    attribute_speakers(document, quotes, mentions_of(document))
    found = [text[quote.speaker_start : quote.speaker_end] if quote.speaker >= 0 else "-" for quote in quotes]
    assert found == speakers.split(" | ")


@pytest.mark.parametrize("space", ["\n\n", "  ", " "])
def test_turns_alternate_without_line_breaks_too(space):
    turns = ["“Where were you?” said Mary.", "“In town,” said Tom. “I had to.”", "“Alone?”", "“Yes.”", "“Liar!”"]
    document = read(space.join(turns), "en")
    quotes = direct_quotes(document)
    mentions = mentions_of(document)
    attribute_speakers(document, quotes, mentions)
    mary, tom = (next(m.actor for m in mentions if document.text[m.start : m.end] == name) for name in ("Mary", "Tom"))
    assert [quote.actor for quote in quotes] == [mary, tom, tom, mary, tom, mary]


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(-1, 3), st.integers(-1, 3)), max_size=12))
def test_named_speakers_stay(steps):
    turns, paragraph = [], 0
    for step, speaker, beside in steps:
        paragraph += step
        turns.append(Turn(paragraph, speaker, beside=beside))
    found = assign_turns(turns, {})
    assert len(found) == len(turns)
    assert all(turn.speaker in (-1, actor) for turn, actor in zip(turns, found, strict=True))
    assert set(found) <= {-1, *(turn.speaker for turn in turns), *(turn.beside for turn in turns)}
