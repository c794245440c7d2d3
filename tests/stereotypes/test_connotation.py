"""The connotation of labels."""

import pytest
from golden import golden_rows

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.stereotypes.predicates import read_connotation

LABELS = golden_rows(__file__, "LABELS")


@pytest.mark.parametrize("lang", ["de", "en", "es"])
def test_connotation_of_the_label_alone(lang):
    expected = {label: connotation for of, label, connotation in LABELS if of == lang}
    found = {}
    for label, analysis in zip(expected, pipeline(lang).analyse(list(expected)), strict=True):
        document = Document(label, analysis, lang)
        found[label] = read_connotation(document, 0, len(document.tokens))
    assert found == expected
