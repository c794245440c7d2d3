"""German role nouns, articles, adjectives and nominalised adjectives in all cases."""

from as_one_test import as_one_test
from golden import all_rows, golden_rows, table
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.text_view import like
from hf_genderfair.languages.german.agreement import (
    adjective_forms,
    determiner_forms,
    nominalised_forms,
    possessive_forms,
)
from hf_genderfair.languages.german.nouns import noun_forms, noun_lexicon, role_noun
from hf_genderfair.languages.german.person_forms import PARADIGM_CELLS
from hf_genderfair.languages.german.person_phrase import RoleNoun
from hf_genderfair.languages.types import CASES

ROWS = table(__file__, "nouns.tsv")
PAIRS = sorted({(head.masculine, head.feminine) for head in noun_lexicon().forms.values() if head.gender != "common"})


@as_one_test("row", ROWS)
def test_golden(row):
    written, tagged, *expected = row
    noun = role_noun(written, tagged)
    if expected == ["-"]:
        assert noun is None
        return
    assert noun is not None
    cells = " ".join(case[0] + number[0] for case, number in noun.cells)
    found = [noun.gender, cells, noun.masculine, noun.feminine]
    if noun.gender != "common":
        found.append(noun_forms(noun, *noun.cells[0]).star)
    assert found == expected


@all_rows
def test_senses(form, sense):
    noun = role_noun(form)
    assert noun is not None
    assert noun.sense == sense


@as_one_test("masculine", sorted({masculine for masculine, _ in PAIRS})[::7])
def test_each_form_is_read_as_what_it_was_made_for(masculine):
    noun = role_noun(masculine, "masculine")
    assert noun is not None
    for case, number in PARADIGM_CELLS:
        forms = noun_forms(noun, case, number)
        again = role_noun(forms.masculine, "masculine")
        if not forms.masculine.endswith(("leute", "leuten")):
            assert again is not None
            assert (case, number) in again.cells
        woman = role_noun(forms.feminine, "feminine")
        assert woman is not None
        assert woman.gender == "feminine"
        assert (case, number) in woman.cells


@given(
    st.text(alphabet="abeilnrstuäöüßABELÄ-'’*:_/. \u00ad\u0308123", max_size=24),
    st.sampled_from(["masculine", "feminine", "neuter", None]),
)
def test_no_word_is_too_odd(word, tagged):
    noun = role_noun(word, tagged)
    assert noun is None or (noun.cells and noun.masculine and noun.feminine)


def test_a_long_noun_at_the_end_of_a_compound_outweighs_a_tag_and_a_short_one_does_not():
    for word in ("Weltklassetrainer", "Aushilfskellner"):
        assert role_noun(word, "feminine").source == "compound"
    for word in ("Aushilfsbäcker", "Waldläufer"):
        assert role_noun(word, "masculine").source == "compound"
        assert role_noun(word, "feminine") is None


STARS = dict(golden_rows(__file__, "STARS"))
VORSITZENDE = RoleNoun("common", (("Nom", "Sing"),), "Vorsitzende", "Vorsitzende", "person", "lexicon")
ARTICLES = ("der", "ein", "kein", "unser", "dieser", "jeder", "jeglicher", "mancher", "solcher", "derselbe", "euer")


@as_one_test("word", STARS)
def test_determiners_in_all_cases(word):
    forms = [determiner_forms(word, case, "Sing") for case in CASES]
    assert [form.star for form in forms if form] == STARS[word].split()


@all_rows
def test_adjectives(word, case, declension, expected):
    forms = adjective_forms(word, case, "Sing", declension)  # type: ignore[arg-type]
    assert forms is not None
    assert forms.star == expected


@all_rows
def test_nominalised_adjectives(article, expected):
    assert [nominalised_forms(VORSITZENDE, case, "Sing", article).star for case in CASES] == expected.split()
    assert nominalised_forms(VORSITZENDE, "Nom", "Plur", "die").star == "Vorsitzenden"
    assert nominalised_forms(VORSITZENDE, "Nom", "Plur", "").star == "Vorsitzende"


@all_rows
def test_possessives_of_one_and_of_two_persons(word, case, one, both):
    alone = possessive_forms(word, case, "Sing", False)  # type: ignore[arg-type]
    together = possessive_forms(word, case, "Sing", True)  # type: ignore[arg-type]
    assert alone is not None
    assert together is not None
    assert (alone.star, together.star) == (one, both)
    assert (together.masculine[:4].lower(), together.feminine[:3].lower()) == ("sein", "ihr")


@given(st.sampled_from(ARTICLES), st.sampled_from(CASES), st.sampled_from(("lower", "capitalize", "upper")))
def test_capitals_are_kept(word, case, capitals):
    written = getattr(word, capitals)()
    forms = determiner_forms(written, case, "Sing")  # type: ignore[arg-type]
    assert forms is not None
    assert forms.star == like(forms.star.lower(), written)
