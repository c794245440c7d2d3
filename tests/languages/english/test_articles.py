from golden import all_rows

from hf_genderfair.languages.english.articles import fitting_article, indefinite_article


@all_rows
def test_articles(phrase):
    given, word = phrase.split(" ")
    assert indefinite_article(word) == given


@all_rows
def test_fitting_article(written, word, article):
    assert fitting_article(written, word) == article
