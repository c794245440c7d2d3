"""Lemma scripts must give back the lemma they were made from, and carry over to other words."""

from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from dataset_scripts.models.pipelines.lemma_scripts import lemma_script
from hf_genderfair.languages.embedded import apply_script

LETTERS = st.text(alphabet="abcdefgßäöüABCÄé", min_size=1, max_size=9)


@given(LETTERS, LETTERS)
def test_a_script_gives_back_its_lemma(form, lemma):
    script = lemma_script(form, lemma)
    if script and int(script.split(",")[1]) + int(script.split(",")[3]) < len(form):
        case = script.split(",")[0]
        expected = {"l": lemma.lower(), "t": lemma.lower()[:1].upper() + lemma.lower()[1:], "k": lemma}[case]
        assert apply_script(form, script) == expected == lemma


@all_rows
def test_a_script_carries_over(form, lemma, other, other_lemma):
    assert apply_script(other, lemma_script(form, lemma)) == other_lemma
