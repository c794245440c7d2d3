"""Quotes and their speakers: golden tables, the turns of dialogues, and what no text may break."""

import re
from functools import cache
from itertools import pairwise

import pytest
from analysed import read
from as_one_test import as_one_test
from golden import all_rows, table
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.analysis import Analysis, Sentence, Token
from hf_genderfair.languages.coreference.mention import Quote
from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.coreference.name_merging import merge_names
from hf_genderfair.languages.coreference.quotes.dialogue import Turn, assign_turns
from hf_genderfair.languages.coreference.quotes.spans import direct_quotes, indirect_quotes, reporting_verbs
from hf_genderfair.languages.coreference.quotes.speakers import attribute_speakers
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.quotation_marks import marked_spans

DIRECT = table(__file__, "direct_golden.tsv")
MARKS = "„“”\"»«›‹‚‘’'`–—"


def words_only(text, lang):
    """Return a document in one sentence, without pipeline."""
    tokens = []
    for start, character in enumerate(text):
        if not character.isspace():
            tokens.append(Token(character, start, start + 1, "NOUN", character, {}, 0, "root"))
    return Document(text, Analysis((Sentence(0, len(text), tuple(tokens), ()),)), lang)


@as_one_test(("lang", "text", "quotes"), DIRECT)
def test_golden_quotes(lang, text, quotes):
    text = text.replace("⏎", "\n")
    found = [text[quote.start : quote.end] for quote in direct_quotes(read(text, lang))]
    assert found == [quote.replace("⏎", "\n") for quote in quotes.split(" | ") if quote]


@given(st.text(alphabet=MARKS + " \nabS.,!?", max_size=60), st.sampled_from(["de", "en"]))
def test_spans_and_quotes_are_sorted_apart_and_trimmed(text, lang):
    end = 0
    for span in marked_spans(text, lang):
        assert end <= span.outer_start < span.start < span.end <= span.outer_end <= len(text)
        assert text[span.start : span.end] == text[span.start : span.end].strip()
        end = span.outer_end
    quotes = direct_quotes(words_only(text, lang))
    assert all(quote.kind == "direct" and quote.start < quote.end for quote in quotes)
    assert all(one.end <= other.start for one, other in pairwise(quotes))


SPEAKERS = table(__file__, "speakers_golden.tsv")


def mentions_of(text):
    mentions = find_mentions(text)
    merge_names(text, mentions)
    return mentions


@as_one_test(("lang", "text", "speakers"), SPEAKERS)
def test_golden_speakers(lang, text, speakers):
    text = text.replace("⏎", "\n")
    document = read(text, lang)
    quotes = direct_quotes(document)
    attribute_speakers(document, quotes, mentions_of(document))
    found = [text[quote.speaker_start : quote.speaker_end] if quote.speaker >= 0 else "-" for quote in quotes]
    assert found == speakers.split(" | ")


@pytest.mark.parametrize("space", ["\n\n", "  ", " "])
def test_turns_alternate_without_line_breaks_too(space):
    turns = ["“Where were you?” said Mary.", "“In town,” said Tom. “I had to.”", "“Alone?”", "“Yes.”", "“Nonsense!”"]
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


MARKED = re.compile(r"\[\[(.*?)\]\]")


INDIRECT = [(*row[:2], lang) for lang in ("de", "en") for row in table(__file__, f"indirect_golden_{lang}.tsv")]


@cache
def documents(lang):
    texts = [MARKED.sub(r"\1", marked) for marked, _, of in INDIRECT if of == lang]
    return {text: Document(text, found, lang) for text, found in zip(texts, pipeline(lang).analyse(texts), strict=True)}


@as_one_test(("marked", "speakers", "lang"), INDIRECT)
def test_golden_reported_clauses(marked, speakers, lang):
    document = documents(lang)[MARKED.sub(r"\1", marked)]
    quotes = indirect_quotes(document, [], [])
    assert [document.text[quote.start : quote.end] for quote in quotes] == MARKED.findall(marked)
    said = [document.text[quote.speaker_start : quote.speaker_end] if quote.speaker >= 0 else "-" for quote in quotes]
    assert said == (speakers.split("|") if speakers else [])


@pytest.mark.parametrize("lang", ["de", "en"])
def test_quotes_are_in_order_apart_and_inside_the_text(lang):
    text = " ".join(documents(lang))
    quotes = indirect_quotes(read(text, lang), [], [])
    assert len(quotes) > 90
    assert all(0 <= quote.start < quote.end <= len(text) and quote.kind == "indirect" for quote in quotes)
    assert all(before.end <= after.start for before, after in pairwise(quotes))
    assert all((quote.speaker < 0) == (quote.speaker_start < 0) == (quote.speaker_end < 0) for quote in quotes)


@all_rows
def test_clause_inside_quotation_marks_is_not_reported_again(lang, text):
    said = Quote(text.index(":") + 3, len(text) - 1, "direct")
    assert indirect_quotes(read(text, lang), [said], []) == []


@as_one_test("text", ["", " ", ".", "Dass.", "Sagte", "so", "laut", "Nach Angaben", ", sagte sie", "Wie er sagt"])
@as_one_test("lang", ["de", "en"])
def test_fragments_do_no_harm(lang, text):
    assert all(quote.end <= len(text) for quote in indirect_quotes(read(text, lang), [], []))


@all_rows
def test_verbs_are_found_in_all_their_forms(lang, text, lemmas):
    verbs = reporting_verbs(read(text, lang)).values()
    assert [verb.lemma for verb in verbs if verb.indirect] == lemmas
