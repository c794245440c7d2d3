"""Which sentences may hold stereotypes, and which only quote them."""

from analysed import read
from golden import all_rows

from hf_genderfair.stereotypes.content import read_content
from hf_genderfair.stereotypes.detection import is_potential, is_quoted
from hf_genderfair.stereotypes.indicators import NOT_APPLICABLE, Content
from hf_genderfair.stereotypes.labels import find_label

CONTENTS = {
    "ENDURING": Content(0, 1, "enduring characteristics", "neutral", "abstract"),
    "JUDGED": Content(0, 1, "enduring characteristics", "negative", "abstract"),
    "ONCE": Content(0, 1, "situational behaviour", "negative", "concrete"),
    "HAPPENS": Content(0, 1, "other", NOT_APPLICABLE, NOT_APPLICABLE),
    "NOTHING": Content(0, 0, NOT_APPLICABLE, NOT_APPLICABLE, NOT_APPLICABLE),
}


@all_rows
def test_beliefs_about_groups_and_judged_traits_of_persons(lang, text, content, expected):
    document = read(text, lang)
    label = find_label(document, 0, [])
    given = CONTENTS[content]._replace(start=label.end if label else 0, end=len(text))
    assert is_potential(document, 0, label, given) is expected


@all_rows
def test_what_only_tells_which_persons_or_which_case_is_no_belief(lang, text, expected):
    document = read(text, lang)
    label = find_label(document, 0, [])
    assert label is not None
    assert is_potential(document, 0, label, read_content(document, 0, label)) is expected


@all_rows
def test_quotations_reports_and_sarcasm(lang, text, expected):
    document = read(text, lang)
    assert is_quoted(document, 0, find_label(document, 0, [])) is expected
