"""Which German phrases are left alone, and why."""

from analysed import read
from as_one_test import as_one_test
from golden import table
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.languages.german.phrases import phrases
from hf_genderfair.languages.german.role_nouns import REASONS, GermanOptions, part_refusal, refusal

ROWS = table(__file__, "scope.tsv")[1:]


def reasons(document, options):
    return {
        document.text[phrase.start : phrase.end]: refusal(document, phrase, options) for phrase in phrases(document)
    }


@as_one_test(("sentence", "word", "everywhere", "generic"), ROWS)
def test_reasons(sentence, word, everywhere, generic):
    document = read(sentence)
    assert {everywhere, generic} - {""} <= set(REASONS)
    assert reasons(document, GermanOptions(scope="all")).get(word) == (everywhere or None)
    assert reasons(document, GermanOptions(scope="generic")).get(word) == (generic or None)


def test_quotations_are_an_option():
    document = read("Die Lehrer sagten: „Die Schüler sind fleißig.“")
    assert reasons(document, GermanOptions()) == {"Lehrer": None, "Schüler": None}
    assert reasons(document, GermanOptions(quotations=False)) == {"Lehrer": None, "Schüler": "a quotation"}


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from("Der Lehrer Müller „ “ sagt , Herr Die Räuber im Film Schweden 34-jährige".split())))
def test_any_text_has_known_reasons_only(words):
    document = read(" ".join(words))
    for phrase in phrases(document):
        for options in (GermanOptions("all"), GermanOptions("generic", quotations=False)):
            assert refusal(document, phrase, options) in (None, *REASONS)
        if refusal(document, phrase, GermanOptions("all")):
            assert refusal(document, phrase, GermanOptions("generic"))
        assert part_refusal(document, phrase.start, phrase.end, GermanOptions()) in (None, *REASONS)
