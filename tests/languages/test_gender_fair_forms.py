import random
import re
import unicodedata
from itertools import pairwise

import pytest
from as_one_test import as_one_test
from golden import all_rows, golden_rows, table

from hf_genderfair.languages.gender_fair_forms import FORMS, GenderFairForm, gender_fair_forms

MARK = re.compile(r"⟦([^|⟧]*)\|(\w+)⟧")
GOLDEN = table(__file__, "gender_fair_forms_golden.tsv")


def unmarked(marked):
    text, forms, last = "", [], 0
    for match in MARK.finditer(marked):
        text += marked[last : match.start()]
        forms.append(GenderFairForm(len(text), len(text) + len(match[1]), match[2]))
        text += match[1]
        last = match.end()
    return text + marked[last:], forms


@as_one_test(("lang", "marked"), GOLDEN)
def test_golden_also_with_decomposed_letters(lang, marked):
    text, forms = unmarked(marked)
    assert gender_fair_forms(text, lang) == forms
    text, forms = unmarked(marked)
    apart = unicodedata.normalize("NFD", text)
    found = [
        (unicodedata.normalize("NFC", apart[start:end]), form) for start, end, form in gender_fair_forms(apart, lang)
    ]
    assert found == [(text[start:end], form) for start, end, form in forms]


@all_rows
def test_words_divided_in_the_text(text, word):
    (form,) = gender_fair_forms(text, "de")
    assert text[form.start : form.end] == word


def test_every_form_has_a_golden_sentence():
    shown = {form for _, marked in GOLDEN for _, form in MARK.findall(marked)}
    assert shown == set(FORMS)


def test_forms_are_in_order_and_apart():
    pieces = golden_rows(__file__, "PIECES")
    rng = random.Random(5)
    for _ in range(300):
        text = "".join(rng.choices(pieces, k=30))
        forms = gender_fair_forms(text, "de")
        assert all(0 <= form.start < form.end <= len(text) and form.form in FORMS for form in forms)
        assert all(first.end <= second.start for first, second in pairwise(forms))


@pytest.mark.parametrize("piece", ["Lehrer/", "a:", "Lehrer", "Lehrer:innen ", "A-", "Köchin und ", "(", "e*", "-\n"])
def test_long_texts(piece):
    text = piece * (100_000 // len(piece))
    expected = text.count("Lehrer:innen")
    assert len(gender_fair_forms(text, "de")) == expected
