"""Spanish words and their forms for the other gender, all chosen by hand."""

from __future__ import annotations

import pytest
from as_one_test import as_one_test

from hf_genderfair.languages.romance.person_forms import enclitic, other_form, person_nouns

PAIRS = """
autoritario autoritaria|cansados cansadas|trabajador trabajadora|encantadores encantadoras|alemán alemana
catalanes catalanas|inglés inglesa|japoneses japonesas|bailarín bailarina|campeón campeona|glotones glotonas
español española|andaluz andaluza|obeso obesa|preso presa|grueso gruesa|cubano cubana|latino latina|sonoro sonora
él ella|ellos ellas|este esta|aquellos aquellas|rey reina|actrices actores|príncipe princesa|yerno nuera
hombres mujeres|padre madre|monjes monjas|sacerdote sacerdotisa|emperador emperatriz|Señor Señora
""".replace("\n", "|").strip("|")


@as_one_test("pair", PAIRS.split("|"))
def test_forms_lead_to_each_other(pair: str) -> None:
    masculine, feminine = pair.lower().split()
    if pair == "actrices actores":
        masculine, feminine = feminine, masculine
    assert other_form(feminine, "masculine") == masculine
    assert other_form(masculine, "feminine") == feminine


@pytest.mark.parametrize("word", ["feliz", "socialista", "belga", "grande", "persa"])
def test_words_of_both_genders_have_no_other_form(word: str) -> None:
    assert other_form(word, "masculine") is None


@pytest.mark.parametrize("word", ["mejor", "cortés", "inferiores", "feliz", "marrón"])
def test_masculines_without_feminine(word: str) -> None:
    assert other_form(word, "feminine") is None


def test_men_only_plurals_are_marked() -> None:
    assert {"hombres", "monjes", "yernos"} <= person_nouns().men
    assert not {"alumnos", "padres", "niños"} & person_nouns().men


@pytest.mark.parametrize(
    ("word", "ending"), [("verla", "la"), ("dárselo", "lo"), ("llevándolas", "las"), ("hablar", ""), ("regla", "")]
)
def test_objects_at_the_end_of_verbs(word: str, ending: str) -> None:
    assert enclitic(word) == ending
