"""Which sentences may hold stereotypes, and which only quote them."""

import pytest
from as_one_test import as_one_test
from golden import golden_rows

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.stereotypes.content import read_content
from hf_genderfair.stereotypes.detection import is_potential, is_quoted
from hf_genderfair.stereotypes.indicators import NOT_APPLICABLE, Content
from hf_genderfair.stereotypes.labels import find_label

ENDURING = Content(0, 1, "enduring characteristics", "neutral", "abstract")
JUDGED = Content(0, 1, "enduring characteristics", "negative", "abstract")
ONCE = Content(0, 1, "situational behaviour", "negative", "concrete")
HAPPENS = Content(0, 1, "other", NOT_APPLICABLE, NOT_APPLICABLE)
NOTHING = Content(0, 0, NOT_APPLICABLE, NOT_APPLICABLE, NOT_APPLICABLE)

POTENTIAL = [
    ("en", "Girls are shy.", ENDURING, True),
    ("en", "Girls are shy.", ONCE, True),
    ("en", "Girls are shy.", HAPPENS, False),
    ("en", "Girls are shy.", NOTHING, False),
    ("en", "It rains.", ENDURING, False),
    ("en", "About 40 % of women smoke.", ENDURING, False),
    ("en", "Women earned less in 1987.", ENDURING, False),
    ("en", "A survey says that men are late.", ENDURING, False),
    ("en", "It is a myth that boys never cry.", ENDURING, False),
    ("en", "That boy is loud.", ENDURING, True),
    ("en", "The boy shouted at her.", ONCE, False),
    ("en", "He is a bore.", ENDURING, False),
    ("en", "He is a bore.", JUDGED, True),
    ("en", "He hates soup.", JUDGED, False),
    ("en", "The girl is a fan of Berlin.", ENDURING, False),
    ("en", "The girl is 12 months old.", ENDURING, False),
    ("de", "Frauen reden gern.", ENDURING, True),
    ("de", "Laut einer Studie reden Frauen gern.", ENDURING, False),
    ("de", "Es ist ein Klischee, dass Frauen gern reden.", ENDURING, False),
    ("es", "Las mujeres hablan mucho.", ENDURING, True),
    ("es", "Según un estudio, las mujeres hablan mucho.", ENDURING, False),
]

ASSERTED = golden_rows(__file__, "ASSERTED")

QUOTED = golden_rows(__file__, "QUOTED")


@pytest.fixture(scope="module")
def documents():
    found = {}
    for lang in ("de", "en", "es"):
        texts = list(dict.fromkeys(row[1] for row in (*POTENTIAL, *ASSERTED, *QUOTED) if row[0] == lang))
        for text, analysis in zip(texts, pipeline(lang).analyse(texts), strict=True):
            found[text] = Document(text, analysis, lang)
    return found


@as_one_test(("lang", "text", "content", "expected"), POTENTIAL)
def test_beliefs_about_groups_and_judged_traits_of_persons(documents, lang, text, content, expected):
    document = documents[text]
    label = find_label(document, 0, [])
    assert document.lang == lang
    start = label.end if label else 0
    assert is_potential(document, 0, label, content._replace(start=start, end=len(text))) is expected


@as_one_test(("lang", "text", "expected"), ASSERTED)
def test_what_only_tells_which_persons_or_which_case_is_no_belief(documents, lang, text, expected):
    document = documents[text]
    label = find_label(document, 0, [])
    assert document.lang == lang
    assert label is not None
    assert is_potential(document, 0, label, read_content(document, 0, label)) is expected


@as_one_test(("lang", "text", "expected"), QUOTED)
def test_quotations_reports_and_sarcasm(documents, lang, text, expected):
    document = documents[text]
    label = find_label(document, 0, [])
    assert document.lang == lang
    assert is_quoted(document, 0, label) is expected
