"""Spanish and Catalan: what each rule finds, and what it leaves out."""

from __future__ import annotations

import pytest
from as_one_test import as_one_test

from hf_genderfair.languages.romance.person_forms import person_forms, plurals, suffix_forms
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.representation.references.transform import PersonReferences


def found(lang, text):
    (references,) = PersonReferences(lang).find([text])
    return references


@as_one_test(
    ("lang", "text", "word"),
    [
        ("es", "Los vecinos viven en el extranjero.", "extranjero"),
        ("es", "Traducen del italiano al griego.", "italiano"),
        ("es", "(FR) Los barcos salen mañana.", "FR"),
        ("es", "La tribuna está llena de colegas.", "tribuna"),
        ("es", "Juntas vencieron el miedo.", "Juntas"),
        ("es", "La Guardia Civil llegó tarde.", "Civil"),
        ("es", "Las ayudas a la pequeña y mediana empresa llegaron.", "pequeña"),
        ("es", "Lo lógico sería dormir.", "lógico"),
        ("es", "Los Estados miembros firman.", "miembros"),
        ("es", "Estas medidas son las que faltan.", "las"),
        ("es", "Algunas de las críticas llegaron tarde.", "Algunas"),
        ("ca", "Parla en valencià amb la mare.", "valencià"),
        ("ca", "Les vocals obertes es marquen amb un accent.", "vocals"),
        ("ca", "El frau fiscal creix.", "frau"),
        ("ca", "Van arribar a la península Ibèrica.", "Ibèrica"),
    ],
)
def test_what_looks_like_a_person_and_is_none(lang, text, word):
    persons = [text[reference.start : reference.end] for reference in found(lang, text) if reference.person]
    assert word not in persons


@as_one_test(
    ("lang", "text", "words"),
    [
        ("es", "Cada uno tenía su tarea y cada una su herramienta.", {"uno": "masculine", "una": "feminine"}),
        ("es", "El extesorero calló.", {"extesorero": "masculine"}),
        ("es", "Los responsables callaron.", {"responsables": "masculine"}),
        ("es", "Tras los viajes recordó a los que ya no estaban.", {"los": "masculine"}),
        ("es", "Son patriotas.", {"patriotas": "masculine"}),
        ("ca", "Cadascú va pagar, i cada una tenia un full.", {"Cadascú": "masculine", "una": "feminine"}),
        ("ca", "Ella canta i les altres escolten.", {"Ella": "feminine", "altres": "feminine"}),
        ("es", "Muchas de las vecinas cantan.", {"Muchas": "feminine", "vecinas": "feminine"}),
        ("ca", "Ella ha sigut mestra.", {"Ella": "feminine", "mestra": "feminine"}),
        ("ca", "Parlaven amb les seues avantpassades.", {"avantpassades": "feminine"}),
    ],
)
def test_persons_in_pronouns_and_words_made_from_others(lang, text, words):
    assert {text[word.start : word.end]: word.gender for word in found(lang, text) if word.person} == words


@pytest.mark.parametrize(
    ("text", "nouns"),
    [
        ("En un xicotet poble hi havia una font.", ["poble", "font"]),
        ("Va treballar amb la seua saviesa.", ["saviesa"]),
        ("Ho diu vostè, eh?", []),
    ],
)
def test_words_that_pipelines_take_for_another_class(text, nouns):
    assert [text[word.start : word.end] for word in found("ca", text)] == nouns


@pytest.mark.parametrize(
    ("lang", "text", "names"),
    [
        ("es", "Ana María López habló con Marta Gil de la Peña.", ["Ana", "María", "Marta"]),
        ("es", "El señor Zapatero y la señora Vega cenaron.", []),
        ("es", "Doña Carmen y don Julio viven en Valencia.", ["Carmen", "Julio"]),
        ("ca", "En Jordi Puig i la Núria Roca ballen.", ["Jordi", "Núria"]),
        ("ca", "L'àvia Clara saludava el senyor Vicent.", ["Clara"]),
    ],
)
def test_first_names_are_persons_and_surnames_are_left_out(lang, text, names):
    assert [text[word.start : word.end] for word in found(lang, text) if word.kind == "name" and word.person] == names


def test_split_forms_name_both_genders():
    text = "La carta es para el director/a y los profesores/as."
    persons = [word for word in found("es", text) if word.person]
    words = [(word.form, word.gender, text[word.start : word.end]) for word in persons]
    assert words == [
        ("", "masculine", "director"),
        ("directora", "feminine", "director/a"),
        ("", "masculine", "profesores"),
        ("profesoras", "feminine", "profesores/as"),
    ]


@as_one_test(
    ("lang", "lemma", "plural"),
    [
        ("es", "juez", "jueces"),
        ("es", "joven", "jóvenes"),
        ("es", "marqués", "marqueses"),
        ("es", "alemana", "alemanas"),
        ("es", "marroquí", "marroquíes"),
        ("ca", "amiga", "amigues"),
        ("ca", "veí", "veïns"),
        ("ca", "ciutadà", "ciutadans"),
        ("ca", "francés", "francesos"),
        ("ca", "psicòloga", "psicòlogues"),
    ],
)
def test_plurals(lang, lemma, plural):
    assert plurals(lemma, lang)[0] == plural


def test_abbreviations_have_no_plural():
    assert plurals("sr.", "es") == ()


def test_a_form_of_both_genders_has_both_senses():
    assert person_forms("es")["artistas"].senses == {"masculine": "person", "feminine": "person"}
    assert person_forms("es")["música"].senses["feminine"] == "mostly_thing"


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_endings_are_tried_from_the_longest_on_and_never_for_things(lang):
    endings, things = suffix_forms(lang)
    lengths = [len(ending) for ending in endings]
    assert lengths == sorted(lengths, reverse=True)
    assert all(romance_words(lang).suffixed(thing) is None for thing in things)


def test_an_unknown_word_for_a_person_is_known_by_its_ending():
    assert romance_words("es").suffixed("glaciólogas").senses == {"feminine": "person"}
    (word,) = found("es", "Llegan las gliptólogas.")
    assert (word.person, word.gender, word.source) == (True, "feminine", "suffix")
