"""Infinitives of German verb forms."""

from as_one_test import as_one_test
from golden import all_rows

from hf_genderfair.languages.german.verbs import LEXICON, verb_lemma
from hf_genderfair.lexicons.loader import load_lexicon


@all_rows
def test_infinitives(form, infinitive):
    assert verb_lemma(form, form) == infinitive


@all_rows
def test_a_lemma_decides_only_between_verbs_that_have_the_form(form, lemma, infinitive):
    assert verb_lemma(form, lemma) == infinitive


@as_one_test("form", ["", "t", "40.", "www", "ge", "gt", "st", "zu", "an" * 3000, "herein" * 500])
def test_what_is_no_verb_keeps_its_lemma(form):
    assert verb_lemma(form, "as given") == "as given"


def test_listed_forms_are_never_left_as_they_are():
    for infinitive, *cells in load_lexicon(LEXICON).rows:
        for form in " ".join(cells).split():
            lemma = verb_lemma(form, "")
            assert lemma.endswith(("en", "ern", "eln")) or lemma in ("sein", "tun")
            assert verb_lemma(form, infinitive) == infinitive
