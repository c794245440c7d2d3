"""Speakers of direct quotes: a golden table of frames, the turns of dialogues, and what is written into quotes."""

from __future__ import annotations

import pytest
from analysed import read
from as_one_test import as_one_test
from golden import table
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.coreference.names.merging import merge_mentions
from hf_genderfair.languages.coreference.quotes.dialogue import Speaker, Turn, assign_turns
from hf_genderfair.languages.coreference.quotes.direct import direct_quotes
from hf_genderfair.languages.coreference.quotes.speakers import attribute_speakers
from hf_genderfair.languages.document import Document

GOLDEN = table(__file__, "speakers_golden.tsv")


def mentions_of(text: Document) -> list[Mention]:
    mentions = find_mentions(text)
    merge_mentions(text, mentions)
    return mentions


@as_one_test(("lang", "text", "speakers"), GOLDEN)
def test_golden_table(lang: str, text: str, speakers: str) -> None:
    text = text.replace("⏎", "\n")
    document = read(text, lang)
    quotes = direct_quotes(document)
    attribute_speakers(document, quotes, mentions_of(document))
    found = [text[quote.speaker_start : quote.speaker_end] if quote.speaker >= 0 else "-" for quote in quotes]
    assert found == speakers.split(" | ")


def test_a_mention_gives_its_actor_and_its_span() -> None:
    text = "„Ich komme“, sagte Frau Weber."
    document = read(text, "de")
    quotes = direct_quotes(document)
    weber = Mention(24, 29, 7, "name", actor=5)
    assert text[weber.start : weber.end] == document.tokens[weber.head].text == "Weber"
    attribute_speakers(document, quotes, [weber])
    assert [(quote.actor, quote.speaker_start, quote.speaker_end) for quote in quotes] == [(5, 24, 29)]


def test_what_is_no_person_has_no_actor() -> None:
    document = read("Die Polizei teilte mit: „Der Fahrer blieb unverletzt.“", "de")
    quotes = direct_quotes(document)
    attribute_speakers(document, quotes, [])
    assert [(quote.actor, quote.speaker >= 0) for quote in quotes] == [(-1, True)]


def test_turns_of_a_dialogue_alternate() -> None:
    text = "\n\n".join(
        ["“Where were you?” said Mary.", "“In town,” said Tom.", "“Alone?”", "“Yes.”", "“I do not believe it.”"]
    )
    document = read(text, "en")
    quotes = direct_quotes(document)
    mentions = mentions_of(document)
    attribute_speakers(document, quotes, mentions)
    mary, tom = (next(m.actor for m in mentions if text[m.start : m.end] == name) for name in ("Mary", "Tom"))
    assert [quote.actor for quote in quotes] == [mary, tom, mary, tom, mary]
    assert [quote.speaker_start for quote in quotes[2:]] == [-1, -1, -1]


@pytest.mark.parametrize("space", ["\n\n", "  ", " "])
def test_turns_alternate_without_line_breaks_too(space: str) -> None:
    turns = ["“Where were you?” said Mary.", "“In town,” said Tom. “I had to.”", "“Alone?”", "“Yes.”", "“Liar!”"]
    document = read(space.join(turns), "en")
    quotes = direct_quotes(document)
    mentions = mentions_of(document)
    attribute_speakers(document, quotes, mentions)
    mary, tom = (next(m.actor for m in mentions if document.text[m.start : m.end] == name) for name in ("Mary", "Tom"))
    assert [quote.actor for quote in quotes] == [mary, tom, tom, mary, tom, mary]


def test_the_other_may_begin_where_a_turn_may_go_on() -> None:
    turns = [Turn(0, 1), Turn(0, doubtful=True), Turn(1, 1), Turn(2, 2), Turn(2, doubtful=True)]
    assert assign_turns(turns, {}) == [1, 2, 1, 2, 2]


def test_who_is_named_often_speaks_rather() -> None:
    turns = [Turn(0, 1), Turn(1, beside=2), Turn(2, 1), Turn(3, beside=3), Turn(4)]
    persons = {1: Speaker(), 2: Speaker(namings=200), 3: Speaker(namings=2)}
    assert assign_turns(turns, persons)[:2] == [1, 2]
    assert assign_turns([Turn(0, resolved=3), Turn(1, resolved=2), Turn(3)], persons)[2] == 2


def test_who_is_addressed_does_not_speak() -> None:
    assert assign_turns([Turn(0, 1), Turn(1, addressed=frozenset({1})), Turn(2, 2)], {})[1] != 1


def test_a_pronoun_needs_its_gender() -> None:
    turns = [Turn(0, 1), Turn(1, 2), Turn(2, pronoun="female", resolved=1), Turn(3, pronoun="male", resolved=1)]
    assert assign_turns(turns, {1: Speaker("male"), 2: Speaker("female")})[2:] == [2, 1]


def test_a_gap_ends_a_dialogue() -> None:
    assert assign_turns([Turn(0, 1), Turn(1, 2), Turn(9)], {}) == [1, 2, -1]


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(-1, 3), st.integers(-1, 3)), max_size=12))
def test_named_speakers_stay(steps: list[tuple[int, int, int]]) -> None:
    turns, paragraph = [], 0
    for step, speaker, beside in steps:
        paragraph += step
        turns.append(Turn(paragraph, speaker, beside=beside))
    found = assign_turns(turns, {})
    assert len(found) == len(turns)
    assert all(turn.speaker in (-1, actor) for turn, actor in zip(turns, found, strict=True))
    assert set(found) <= {-1, *(turn.speaker for turn in turns), *(turn.beside for turn in turns)}
