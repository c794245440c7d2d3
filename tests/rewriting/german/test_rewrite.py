"""German rewriting of what is gender-fair in part and of its own output, and role nouns inside compounds."""

import pytest
from as_one_test import as_one_test
from golden import all_rows, golden_rows, table
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair import GenderFair, edit_text
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.nouns import role_noun
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.rewriting.german.compounds import compound, compounds

TEXTS = tuple(golden_rows(__file__, "TEXTS"))


@pytest.mark.parametrize("scope", ["generic", "all"])
@pytest.mark.parametrize("form", ["star", "colon", "pair"])
def test_a_second_run_finds_nothing(scope, form):
    rewriting = GenderFair("de", scope=scope, form=form)
    once = [edit_text(text, found.edits) for text, found in zip(TEXTS, rewriting.find(TEXTS), strict=True)]
    assert [edit_text(text, found.edits) for text, found in zip(once, rewriting.find(once), strict=True)] == once


@all_rows
def test_what_names_all_genders_is_one_unit(text):
    (found,) = GenderFair("de", scope="all").find([text])
    assert found.edits == []


ROWS = table(__file__, "compounds.tsv")
RESTS = ("versammlung", "liste", "protest", "gruppe", "zahl", "verband", "wunsch", "-Treffen")


@as_one_test("row", ROWS)
def test_golden(row):
    word, *expected = row
    found = compound(word)
    assert (list(found) if found else ["-"]) == expected


@all_rows
def test_in_texts(text, stars):
    document = Document(text, next(pipeline("de").analyse([text])), "de")
    found = list(compounds(document))
    assert [word.forms.star for word in found] == stars
    assert all(text[word.start : word.end] == word.forms.masculine for word in found)


@given(st.sampled_from(["Schüler", "Kunden", "Ärzte", "Autoren", "Beamten"]), st.sampled_from(RESTS))
def test_the_three_forms_agree_and_are_read_again(part, rest):
    forms = compound(part + rest)
    assert forms is not None
    assert forms.masculine == part + rest
    assert forms.star.replace("*", "") == forms.feminine
    assert compound(forms.feminine) == forms


@given(st.text(alphabet="abeilnrstuäöüßABELÄ-'’*:_/. \u00ad\u0308123", max_size=24))
def test_no_word_is_too_odd(word):
    forms = compound(word)
    assert forms is None or (forms.masculine != forms.feminine and role_noun(word) is None)
