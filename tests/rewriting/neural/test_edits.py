import pytest
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.spans import edit_text, restore_text
from hf_genderfair.rewriting.neural.edits import neural_edits

TEXT = st.text(alphabet="abA*.,\n  ", max_size=30)


@pytest.mark.parametrize(
    ("text", "output", "edits"),
    [
        ("Der Koch  kam.", "Der*die Köch*in kam.", [("Der", "Der*die"), ("Koch", "Köch*in")]),
        ("(die Leser)", "(die Leser*innen)", [("Leser", "Leser*innen")]),
        ("vom Arzt", "vom*von der Ärzt*in", [("vom", "vom*von der"), ("Arzt", "Ärzt*in")]),
        ("Es regnet.", "Es regnet.", []),
        ("Das ist sehr gut.", "Das ist gut.", [(" sehr", "")]),
        ("Das ist gut.", "Das ist doch gut.", [("", " doch")]),
        ("Na gut.", "gut.", [("Na ", "")]),
    ],
)
def test_edits_name_the_words(text, output, edits):
    found = neural_edits(text, output)
    assert [(edit.original, edit.replacement) for edit in found] == edits
    assert {edit.rule for edit in found} <= {"neural"}


@given(TEXT, TEXT)
def test_edits_lead_to_the_output_and_back(text, output):
    edits = neural_edits(text, output)
    edited = edit_text(text, edits)
    assert edited.split() == output.split()
    assert restore_text(edited, edits) == text
