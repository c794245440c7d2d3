from datasets import Dataset
from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.spans import edit_text, restore_text, undo_edits
from hf_genderfair.stereotypes.transform import STEREOTYPE, STEREOTYPE_FEATURES, remove_stereotypes, sentence_removals


@all_rows
def test_exactly_the_sentence_goes_with_its_white_space(text, sentences, left):
    spans = [(text.index(sentence), text.index(sentence) + len(sentence)) for sentence in sentences]
    assert edit_text(text, sentence_removals(text, spans)) == left


@given(st.lists(st.sampled_from(["One.", "Two!", "Three?"]), min_size=1, max_size=6), st.data())
def test_what_stays_is_the_same_and_comes_back(words, data):
    gaps = [data.draw(st.sampled_from([" ", "  ", "\n", "\n\n", " \n"])) for _ in words]
    text = "".join(word + gap for word, gap in zip(words, gaps, strict=True))
    places, start = [], 0
    for word, gap in zip(words, gaps, strict=True):
        places.append((start, start + len(word)))
        start += len(word + gap)
    chosen = data.draw(st.lists(st.sampled_from(places), unique=True))
    edits = list(sentence_removals(text, chosen))
    kept = [word for word, place in zip(words, places, strict=True) if place not in chosen]
    assert edit_text(text, edits).split() == kept
    assert restore_text(edit_text(text, edits), edits) == text


def test_rows_left_empty_stay_and_are_told():
    marks = [[{"start": 0, "end": 4, "remove": True}], [{"start": 5, "end": 9, "remove": True}], []]
    cells = [[{name: mark.get(name) for name in STEREOTYPE} for mark in row] for row in marks]
    features = {"stereotypes": STEREOTYPE_FEATURES["stereotypes"]}
    rows = Dataset.from_dict({"text": ["One.", "One. Two.", None]})
    rows = rows.add_column("stereotypes", cells, feature=features["stereotypes"])
    shorter = remove_stereotypes(rows)
    assert shorter["text"][:] == ["", "One.", None]
    assert shorter["stereotypes_leave_empty"][:] == [True, False, False]
    assert undo_edits(shorter, "stereotype_edits")["text"][:] == rows["text"][:]
