"""What every language has in common."""

import pytest
from datasets import Dataset
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.transform import annotate
from hf_genderfair.languages.types import MARKED_GENDERS
from hf_genderfair.representation.references.transform import LANGUAGES, PersonReferences

PIECES = st.sampled_from(
    "la el una los médica doctores señora García Ana 😀 . , (FR) d' l'home xiqueta/a die Lehrerin er sie pani "
    "nauczyciel she the actress’s — http://a.example/él \n 12 %".split(" ")
)


@pytest.mark.parametrize("lang", LANGUAGES)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(words=st.lists(PIECES, max_size=14))
def test_offsets_are_words_in_order_and_counts_are_those_of_the_list(lang, words):
    text = " ".join(words)
    row = annotate(Dataset.from_dict({"text": [text]}), PersonReferences(lang))[0]
    references = row["person_references"]
    starts = [reference["start"] for reference in references]
    assert starts == sorted(starts)
    for reference in references:
        assert 0 <= reference["start"] < reference["end"] <= len(text)
        assert text[reference["start"] : reference["end"]].strip()
        assert reference["gender"] in MARKED_GENDERS
        assert reference["person"] or not (reference["epicene"] or reference["generic"])
    for gender in ("masculine", "feminine", "neuter"):
        persons = [item for item in references if item["person"] and item["gender"] == gender]
        assert row[f"person_{gender}"] == len(persons)
    assert row["person_generic"] == sum(item["generic"] for item in references)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_neighbours_change_nothing(lang):
    texts = ["Ana kommt.", "La doctora habla con él.", "", "She met the nurses."]
    transform = PersonReferences(lang)
    assert list(transform.find(texts)) == [next(transform.find([text])) for text in texts]


def test_null_and_empty_texts_have_no_references():
    rows = annotate(Dataset.from_dict({"text": [None, "", "  "]}), PersonReferences("es"))
    assert rows["person_references"][:] == [[], [], []]
    assert rows["person_masculine"][:] == [0, 0, 0]


@pytest.mark.parametrize("settings_given", [{"lang": "xx"}, {"lang": "pl", "pipeline_name": "pl_core_news_sm"}])
def test_what_is_not_offered_is_refused(settings_given):
    with pytest.raises(GenderfairError):
        PersonReferences(**settings_given)
