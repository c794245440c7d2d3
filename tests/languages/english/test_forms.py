"""Articles that fit a word, and forms of verbs after they."""

from golden import all_rows

from hf_genderfair.languages.english.articles import fitting_article, indefinite_article
from hf_genderfair.languages.english.verb_forms import plural_form


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
