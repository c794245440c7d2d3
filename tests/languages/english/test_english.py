"""English sentences freed of line breaks and markup, articles that fit a word, and forms of verbs after they."""

from golden import all_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.languages.english.analysis_repair import MOST_WORDS, repaired_analysis
from hf_genderfair.languages.english.person_forms import fitting_article, indefinite_article
from hf_genderfair.languages.english.verb_forms import plural_form
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.rewriting.english.rewrite import NEEDS


def analysed(text):
    return next(iter(pipeline("en").analyse([text], NEEDS)))


@all_rows
def test_sentences(text, expected):
    sentences = repaired_analysis(text, analysed(text)).sentences
    assert [" ".join(token.text for token in sentence.tokens) for sentence in sentences] == expected


def test_plain_text_is_not_touched_and_no_sentence_grows_without_end():
    analysis = analysed("He is here. 2 < 3, and she [sic] knows.")
    assert repaired_analysis("He is here. 2 < 3, and she [sic] knows.", analysis) is analysis
    text = "she sings and\n" * 300
    assert max(len(sentence.tokens) for sentence in repaired_analysis(text, analysed(text)).sentences) <= MOST_WORDS


@given(st.text(alphabet="he sI.<b>/[](x)&;❤\n", max_size=60))
@settings(max_examples=30, deadline=None)
def test_tokens_stay_words_of_the_text(text):
    tokens = [token for sentence in repaired_analysis(text, analysed(text)).sentences for token in sentence.tokens]
    assert all(text[token.start : token.end] == token.text != "" for token in tokens)
    assert [token.start for token in tokens] == sorted({token.start for token in tokens})


@all_rows
def test_articles(phrase):
    given, word = phrase.split(" ")
    assert indefinite_article(word) == given


@all_rows
def test_fitting_article(written, word, article):
    assert fitting_article(written, word) == article


@all_rows
def test_plural_form(singular, plural):
    assert plural_form(singular) == plural
