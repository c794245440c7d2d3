"""Direct quotes: a golden table of all marks, and what no text may break."""

from itertools import pairwise

from analysed import read
from as_one_test import as_one_test
from golden import table
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.analysis import Analysis, Sentence, Token
from hf_genderfair.languages.coreference.quotes.spans import direct_quotes
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.quotation_marks import marked_spans

GOLDEN = table(__file__, "direct_golden.tsv")
MARKS = "„“”\"»«›‹‚‘’'`–—"


def words_only(text, lang):
    """Return a document in one sentence, without pipeline."""
    tokens = []
    for start, character in enumerate(text):
        if not character.isspace():
            tokens.append(Token(character, start, start + 1, "NOUN", character, {}, 0, "root"))
    return Document(text, Analysis((Sentence(0, len(text), tuple(tokens), ()),)), lang)


@as_one_test(("lang", "text", "quotes"), GOLDEN)
def test_golden_table(lang, text, quotes):
    text = text.replace("⏎", "\n")
    found = [text[quote.start : quote.end] for quote in direct_quotes(read(text, lang))]
    assert found == [quote.replace("⏎", "\n") for quote in quotes.split(" | ") if quote]


@given(st.text(alphabet=MARKS + " \nabS.,!?", max_size=60), st.sampled_from(["de", "en"]))
def test_spans_are_sorted_apart_and_trimmed(text, lang):
    end = 0
    for span in marked_spans(text, lang):
        assert end <= span.outer_start < span.start < span.end <= span.outer_end <= len(text)
        assert text[span.start : span.end] == text[span.start : span.end].strip()
        end = span.outer_end


@given(st.text(alphabet=MARKS + " \nabS.,!?", max_size=60), st.sampled_from(["de", "en"]))
def test_quotes_are_marked_spans(text, lang):
    quotes = direct_quotes(words_only(text, lang))
    assert all(quote.kind == "direct" and quote.start < quote.end for quote in quotes)
    assert all(one.end <= other.start for one, other in pairwise(quotes))
