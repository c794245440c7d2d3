from __future__ import annotations

import pytest

from hf_genderfair.languages.english.articles import fitting_article, indefinite_article

ARTICLES = [
    "a unit",
    "an hour",
    "an elder",
    "a European",
    "an uncle",
    "an over-60",
    "a Hindu",
    "an heiress",
    "a one-off",
]


@pytest.mark.parametrize("phrase", ARTICLES)
def test_articles(phrase: str) -> None:
    given, word = phrase.split(" ")
    assert indefinite_article(word) == given


@pytest.mark.parametrize(
    ("written", "word", "article"),
    [("a", "aunt", "an"), ("An", "uniform", "A"), ("AN", "GIRL", "A"), ("an", "aunt", None), ("her", "aunt", None)],
)
def test_fitting_article(written: str, word: str, article: str | None) -> None:
    assert fitting_article(written, word) == article
