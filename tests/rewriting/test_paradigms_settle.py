"""Every form of the German paradigms is settled by one run, and reads of men as it was made from."""

from functools import cache

import pytest

from hf_genderfair import biased, edit_text, normalise
from hf_genderfair.languages.german import agreement
from hf_genderfair.languages.german.nouns import noun_forms, role_noun
from hf_genderfair.languages.german.person_phrase import GenderedWord
from hf_genderfair.languages.types import CASES
from hf_genderfair.rewriting.forms import FORMS, render

NOUNS = ("Arzt", "Kollege", "EU-Bürger", "Kranke")
DETERMINERS = "der ein jeder kein mein euer welcher derjenige irgendein vom zum".split()


def sentences(name):
    """Yield sentences with a noun in each case and number, behind each determiner, with an adjective and without."""
    for case in CASES:
        if name != "Kranke":
            yield _sentence(name, case, "Plur", "", "")
        for determiner in DETERMINERS:
            if agreement.determiner_forms(determiner, case, "Sing") is not None:
                yield from (_sentence(name, case, "Sing", determiner, adjective) for adjective in ("", "neu"))


def _sentence(name, case, number, determiner, adjective):
    noun = role_noun(name)
    assert noun is not None
    words = []
    article = ""
    if determiner:
        forms = agreement.determiner_forms(determiner, case, "Sing")
        assert forms is not None
        words.append((forms, "contraction" if determiner in ("vom", "zum") else "determiner"))
        article = forms.masculine
    if adjective:
        declension = agreement.declension_after(article)
        ending = agreement.paradigm(declension)["masculine"][CASES.index(case)]
        agreeing = agreement.adjective_forms(adjective + ending, case, "Sing", declension)
        assert agreeing is not None
        words.append((agreeing, "adjective"))
    if noun.gender == "common":
        words.append((agreement.nominalised_forms(noun, case, number, article), "nominalised"))
    else:
        words.append((noun_forms(noun, case, number), "noun"))
    text = "Hier sind " + {"Dat": "bei den "}.get(case, "") * (not determiner)
    found = []
    for forms_of_word, rule in words:
        start = len(text)
        text += forms_of_word[0] + " "
        found.append(GenderedWord(start, len(text) - 1, *forms_of_word, rule, "", 0, number == "Plur"))
    return text + "da.", found


again = cache(normalise)
"""Sentences of one form are those of another, normalised."""


@pytest.mark.parametrize("name", NOUNS)
def test_a_second_run_changes_nothing_and_every_form_reads_of_men_and_as_what_it_was_made_of(name):
    for text, words in sentences(name):
        written = {form: edit_text(text, render(text, words, form)) for form in FORMS}
        for made, fair in written.items():
            assert biased(fair, "de", "masculine") == text, fair
            assert made == "participle" or again(fair) == written["star"], fair
            for form in FORMS:
                once = again(fair, form=form)
                assert again(once, form=form) == once, (fair, form)
