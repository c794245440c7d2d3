from __future__ import annotations

from golden import all_rows

from hf_genderfair.languages.english.articles import fitting_article, indefinite_article


@all_rows
def test_articles(phrase: str) -> None:
    given, word = phrase.split(" ")
    assert indefinite_article(word) == given


@all_rows
def test_fitting_article(written: str, word: str, article: str | None) -> None:
    assert fitting_article(written, word) == article
