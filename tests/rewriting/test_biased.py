from as_one_test import as_one_test
from golden import all_rows, golden_rows, table
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.core.spans import edit_text, restore_text
from hf_genderfair.rewriting.english.biased import third_person
from hf_genderfair.rewriting.languages import biased, biasing_edits
from hf_genderfair.rewriting.transform import GenderFair

GOLDEN = table(__file__, "biased_golden.tsv")

OTHER_SPELLINGS = golden_rows(__file__, "OTHER_SPELLINGS")
"""What people write otherwise than the rewriter does: signs on adjectives that the article rules, elided pairs."""


@as_one_test(("text", "men", "women"), [*GOLDEN, *OTHER_SPELLINGS])
def test_german_words_stand_in_their_case(text, men, women):
    assert biased(text, "de", "masculine") == men
    assert biased(text, "de", "feminine") == women


@all_rows
def test_english_they_becomes_he_or_she(text, men, women):
    assert biased(text, "en", "masculine") == men
    assert biased(text, "en", "feminine") == women


@all_rows
def test_what_names_one_gender_or_many_persons_stays(text):
    assert biased(text, "en", "feminine") == text


@all_rows
def test_third_person(plain, form):
    assert third_person(plain) == form


ONE_WAY = ("/", "-Gewerkschaft", "JEDE")
"""Other spellings than the star, parts before hyphens, which the rewriter leaves, and text all in capitals."""


def test_the_rewriter_undoes_the_bias():
    texts = [text for text, _, _ in GOLDEN if not any(part in text for part in ONE_WAY)]
    sources = [biased(text, "de", "masculine") for text in texts]
    found = GenderFair("de", scope="all").find(sources)
    assert [edit_text(source, row.edits) for source, row in zip(sources, found, strict=True)] == texts


genders = st.sampled_from(["masculine", "feminine"])
words = st.sampled_from(
    "der*die Lehrer*innen Ärzt*in neue*r den mit , . und einem*r vom*von der zum*zur Bürger*innenrat er*sie "
    "They they're them do n't are chairperson a \n *in *innen * Vorsitzende*n".split(" ")
)


@settings(max_examples=50, deadline=None)
@given(st.lists(words), genders, st.sampled_from(["de", "en"]))
def test_any_text_can_be_biased_and_restored(pieces, gender, lang):
    text = " ".join(pieces)
    edits = biasing_edits(text, lang, gender)
    assert restore_text(edit_text(text, edits), edits) == text
