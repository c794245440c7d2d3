import pytest
from as_one_test import as_one_test
from datasets import Dataset

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.transform import annotate
from hf_genderfair.rewriting.corpora.gender_class import GenderClass

GERMAN = [
    ("Die Gärtner*innen gießen.", "gender_fair", ["star"]),
    ("Ein:e Gärtner:in gießt.", "gender_fair", ["colon", "colon"]),
    ("Die Gärtner_innen gießen.", "gender_fair", ["gap"]),
    ("Die Gärtner/-innen gießen.", "gender_fair", ["slash"]),
    ("Die GärtnerInnen gießen.", "gender_fair", ["internal_i"]),
    ("Gärtnerinnen und Gärtner gießen.", "gender_fair", ["pair"]),
    ("Jede*r gießt.", "gender_fair", ["star"]),
    ("Ein Gärtner gießt.", "biased", []),
    ("Die Gärtnerin gießt.", "biased", []),
    ("Er gießt die Blumen.", "biased", []),
    ("Das ist sein Garten.", "biased", []),
    ("Die Bürgerinitiative siegt.", "biased", []),
    ("Herr und Frau Wolke gießen.", "other", []),
    ("Sie gießen die Blumen.", "other", []),
    ("Die Person gießt.", "other", []),
    ("Kind und Hund schlafen.", "other", []),
    ("Das kann nicht sein.", "non_gendered", []),
    ("In Berlin/Brandenburg regnet es.", "non_gendered", []),
    ("Der Beginn war gut.", "non_gendered", []),
]
ENGLISH = [
    ("Somebody left their keys.", "gender_fair", ["singular_they"]),
    ("They hurt themself.", "gender_fair", ["singular_they", "singular_they"]),
    ("The chairperson spoke.", "gender_fair", ["neutral"]),
    ("Two police officers came.", "gender_fair", ["neutral"]),
    ("She left her keys.", "biased", []),
    ("The chairman spoke.", "biased", []),
    ("A stewardess came.", "biased", []),
    ("The cleaning lady came.", "biased", []),
    ("My mother laughed.", "other", []),
    ("Many workers came.", "other", []),
    ("They saw her.", "other", ["singular_they"]),
    ("The chairman saw the firefighters.", "other", ["neutral"]),
    ("The dentist is here.", "other", []),
    ("It rained on the hills.", "non_gendered", []),
    ("This theory is new.", "non_gendered", []),
]


@as_one_test(("text", "name", "forms"), GERMAN)
def test_german(text, name, forms):
    assert GenderClass("de").classify(text) == (name, forms)


@as_one_test(("text", "name", "forms"), ENGLISH)
def test_english(text, name, forms):
    assert GenderClass("en").classify(text) == (name, forms)


def test_patterns_of_the_paper_see_strings_and_plurals_only():
    paper = GenderClass("de", patterns="paper")
    assert paper.classify("Die Gärtner*innen gießen.") == ("gender_fair", ["star"])
    assert paper.classify("Gärtnerinnen und Gärtner gießen.")[1] == ["pair"]
    assert paper.classify("Gärtner und Gärtnerinnen gießen.")[1] == ["pair"]
    assert paper.classify("Die Gärtner / innen gießen.")[1] == ["slash"]
    assert paper.classify("Jede*r Gärtner*in gießt.")[0] == "biased"
    # a pattern knows no words
    assert paper.classify("Drinnen und draußen schneit es.")[0] == "gender_fair"
    assert GenderClass("de").classify("Drinnen und draußen schneit es.")[0] == "non_gendered"


def test_null_has_no_class():
    classes = annotate(Dataset.from_dict({"text": [None, "Es regnet."]}), GenderClass("de"))
    assert classes["gender_class"][:] == [None, "non_gendered"]
    assert classes["gender_fair_kinds"][:] == [[], []]


def test_other_languages_are_refused():
    with pytest.raises(GenderfairError, match="lang='fr' is not offered: use de or en"):
        GenderClass("fr")
