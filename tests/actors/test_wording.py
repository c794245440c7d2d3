"""Coded words and generic masculines."""

import pytest
from analysed import read
from as_one_test import as_one_test
from golden import table

from hf_genderfair.actors.actor_analysis import CODED_LANGUAGES, codings, find_coded_words, generic_masculine
from hf_genderfair.languages.coreference.mention import GenderEvidence, Mention
from hf_genderfair.languages.gender_fair_forms import gender_fair_forms
from hf_genderfair.lexicons.loader import load_lexicon

CODED = table(__file__, "coded_words_golden.tsv")


@as_one_test(("lang", "pos", "word", "expected"), CODED)
def test_golden_coded_words(lang, pos, word, expected):
    assert codings(word.replace("\\u00ad", "\u00ad"), pos, lang) == tuple(expected.split())


@pytest.mark.parametrize("lang", CODED_LANGUAGES)
def test_every_stem_is_found_and_every_exception_is_not(lang):
    for coding, form, kind, pos in load_lexicon(f"coded_words_{lang}").rows:
        assert (coding in codings(form, pos or "NOUN", lang)) == (not kind.startswith("except")), form


def test_words_are_counted_once_names_never_and_classes_are_persons_where_shown():
    document = read("Frau Stark und Herr Kühn leiten die Betreuung, die Betreuung ist mutig.", "de")
    found = [(document.tokens[place].text, coding) for place, coding in find_coded_words(document)]
    coded = ("Betreuung", "feminine")
    assert found == [("leiten", "masculine"), coded, coded, ("mutig", "masculine")]
    male = (GenderEvidence("male", "pronoun", 4.0, "er"),)
    for text, noun, other in (
        ("Der Mieter haftet, sagt Kurt Moser.", (4, 10, 1), Mention(24, 34, 5, "name", actor=0)),
        ("Der Kunde zahlt. Dann geht er.", (4, 9, 1), Mention(27, 29, 6, "pronoun", evidence=male, actor=0)),
    ):
        document, mention = read(text, "de"), Mention(*noun, "noun", actor=0)
        assert generic_masculine(document, [mention], []) == [noun[:2]]
        assert generic_masculine(document, [mention, other], []) == []


GOLDEN = table(__file__, "generic_masculine_golden.tsv")


def marked(text, lang):
    found = generic_masculine(read(text, lang), [], gender_fair_forms(text, lang))
    for start, end in reversed(found):
        text = f"{text[:start]}⟦{text[start:end]}⟧{text[end:]}"
    return text


@as_one_test(("lang", "expected"), GOLDEN)
def test_golden_generic_masculine(lang, expected):
    assert marked(expected.replace("⟦", "").replace("⟧", ""), lang) == expected
