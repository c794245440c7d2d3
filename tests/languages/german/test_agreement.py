"""German articles, adjectives and nominalised adjectives in all cases."""

from as_one_test import as_one_test
from golden import all_rows, golden_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.capitals import like
from hf_genderfair.languages.german.agreement import (
    adjective_forms,
    determiner_forms,
    nominalised_forms,
    possessive_forms,
)
from hf_genderfair.languages.german.person_phrase import RoleNoun
from hf_genderfair.languages.types import CASES

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
