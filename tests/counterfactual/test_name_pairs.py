from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.counterfactual.name_pairs import name_counterpart
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.lexicons.loader import load_lexicon


def test_listed_names_lead_back_and_forth():
    rows = load_lexicon("first_name_pairs").rows
    assert {lang for lang, _, _ in rows} == {"de", "en", "es"}
    for lang, female, male in rows:
        assert name_counterpart(female, lang, 0, "a") == male
        assert name_counterpart(male, lang, 1, "b") == female


def test_listed_names_are_given_to_one_gender():
    for lang, female, male in load_lexicon("first_name_pairs").rows:
        for name, gender in ((female, "female"), (male, "male")):
            evidence = first_name_gender(name, lang)
            assert evidence is not None
            assert evidence.gender == gender, name


@settings(max_examples=50)
@given(st.text(max_size=12), st.sampled_from(["de", "en", "es"]))
def test_any_text_may_be_asked(name, lang):
    found = name_counterpart(name, lang, 0, "k")
    listed = {word.casefold() for row in load_lexicon("first_name_pairs").rows for word in row[1:]}
    assert found is None or found.casefold() in listed
