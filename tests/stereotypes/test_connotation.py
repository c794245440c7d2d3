"""The connotation of labels."""

import pytest

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.stereotypes.connotation import read_connotation

LABELS = {
    "en": {
        "the women": "neutral",
        "those awful women": "negative",
        "the wonderful women": "positive",
        "these English gentlemen": "positive",
        "a poor old man": "neutral",
        "his best friends": "positive",
        "her friends": "neutral",
        "an innocent fool": "negative",
        "the missing girls": "neutral",
        "the heroes": "positive",
        "a dumb hero": "negative",
        "some deaf children": "neutral",
    },
    "de": {
        "die Frauen": "neutral",
        "diese schrecklichen Leute": "negative",
        "die armen Männer": "neutral",
        "ein hervorragender Mann": "positive",
        "die kranken Kinder": "neutral",
        "der Held": "positive",
    },
    "es": {
        "las mujeres": "neutral",
        "aquellos hombres horribles": "negative",
        "una mujer brillante": "positive",
        "los hombres pobres": "neutral",
    },
}


@pytest.mark.parametrize("lang", LABELS)
def test_connotation_of_the_label_alone(lang):
    labels = list(LABELS[lang])
    found = {}
    for label, analysis in zip(labels, pipeline(lang).analyse(labels), strict=True):
        document = Document(label, analysis, lang)
        found[label] = read_connotation(document, 0, len(document.tokens))
    assert found == LABELS[lang]
