from analysed import read
from as_one_test import as_one_test
from golden import table

from hf_genderfair.actors.actor_analysis import generic_masculine
from hf_genderfair.languages.coreference.mention import GenderEvidence, Mention
from hf_genderfair.languages.gender_fair_forms import gender_fair_forms

GOLDEN = table(__file__, "generic_masculine_golden.tsv")


def marked(text, lang):
    found = generic_masculine(read(text, lang), [], gender_fair_forms(text, lang))
    for start, end in reversed(found):
        text = f"{text[:start]}⟦{text[start:end]}⟧{text[end:]}"
    return text


@as_one_test(("lang", "expected"), GOLDEN)
def test_golden(lang, expected):
    assert marked(expected.replace("⟦", "").replace("⟧", ""), lang) == expected


def test_a_class_is_a_person_where_the_actor_has_a_name():
    text = "Der Mieter haftet, sagt Kurt Moser."
    document = read(text, "de")
    mieter = Mention(4, 10, 1, "noun", actor=0)
    name = Mention(24, 34, 5, "name", actor=0)
    assert generic_masculine(document, [mieter], []) == [(4, 10)]
    assert generic_masculine(document, [mieter, name], []) == []


def test_a_class_is_a_person_where_a_pronoun_shows_a_gender():
    text = "Der Kunde zahlt. Dann geht er."
    document = read(text, "de")
    kunde = Mention(4, 9, 1, "noun", actor=3)
    pronoun = Mention(27, 29, 6, "pronoun", evidence=(GenderEvidence("male", "pronoun", 4.0, "er"),), actor=3)
    assert generic_masculine(document, [kunde], []) == [(4, 9)]
    assert generic_masculine(document, [kunde, pronoun], []) == []
