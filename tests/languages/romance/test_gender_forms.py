"""Spanish words and their forms for the other gender, all chosen by hand."""

from golden import all_rows

from hf_genderfair.languages.romance.person_forms import enclitic, other_form, person_nouns


@all_rows
def test_forms_lead_to_each_other(masculine, feminine):
    assert other_form(feminine, "masculine") == masculine
    assert other_form(masculine, "feminine") == feminine


@all_rows
def test_words_without_another_form(word, gender):
    assert other_form(word, gender) is None


def test_men_only_plurals_are_marked():
    assert {"hombres", "monjes", "yernos"} <= person_nouns().men
    assert not {"alumnos", "padres", "niños"} & person_nouns().men


@all_rows
def test_objects_at_the_end_of_verbs(word, ending):
    assert enclitic(word) == ending
