"""Languages of texts: counted, sampled by seed, unsure where little is to be read."""

from __future__ import annotations

import pytest

from hf_genderfair.languages.identification import SAMPLE, language_counts, pooled_languages

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


SHORT = {
    "de": ["Wo ist sie?", "Bei den anderen.", "Wer hat ihr das gesagt?", "Ich nicht.", "Na gut."],
    "en": ["Where is she?", "With the others.", "Who told her that?", "Not me.", "Well then."],
    "es": ["¿Dónde está ella?", "Con los demás.", "¿Quién se lo dijo?", "Yo no.", "Pues bien."],
    "ca": ["On és ella?", "Amb els altres.", "Qui li ho ha dit?", "Jo no.", "Doncs molt bé."],
    "pl": ["Gdzie ona jest?", "U innych.", "Kto jej to powiedział?", "Ja nie.", "No dobrze."],
}


@pytest.mark.parametrize("lang", SHORT)
def test_short_texts_are_judged_together(lang):
    assert pooled_languages(SHORT[lang] * 9) == {("language", lang): 45}


def test_what_is_no_text_is_not_counted_and_one_short_text_stays_unsure():
    assert pooled_languages([None, "", "12 345", "Ok!"]) == {("language", "unsure"): 1}


def test_each_long_text_of_a_mixed_source_is_judged_alone():
    counts = pooled_languages([TEXTS["de"], TEXTS["en"]] * 5)
    assert counts == {("language", "de"): 5, ("language", "en"): 5}
