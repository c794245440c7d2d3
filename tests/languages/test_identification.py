"""Languages of texts: counted, sampled by seed, unsure where little is to be read."""

from __future__ import annotations

import pytest

from hf_genderfair.languages.identification import SAMPLE, language_counts

TEXTS = {
    "de": "Die Lehrerinnen sprachen gestern lange mit der neuen Direktorin der Schule.",
    "en": "The teachers had a long talk with the new headmistress of the school yesterday.",
    "es": "Las maestras hablaron ayer mucho tiempo con la nueva directora de la escuela.",
    "ca": "Les mestres van parlar ahir molta estona amb la nova directora de l'escola.",
    "pl": "Nauczycielki długo rozmawiały wczoraj z nową dyrektorką tutejszej szkoły.",
}


@pytest.mark.parametrize("lang", TEXTS)
def test_a_sentence_is_enough(lang):
    assert language_counts([TEXTS[lang]]) == {("language", lang): 1}


@pytest.mark.parametrize("text", [None, "", "Ok!", "12 345 678 901 234 567 890 123 456 789 012"])
def test_little_text_is_unsure(text):
    assert language_counts([text]) == {("language", "unsure"): 1}


def test_many_texts_are_sampled_by_seed():
    texts = [TEXTS["de"], TEXTS["en"]] * SAMPLE
    assert language_counts(texts, 1) == language_counts(texts, 1)
    assert language_counts(texts).total() == SAMPLE
