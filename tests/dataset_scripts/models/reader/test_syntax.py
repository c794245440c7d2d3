import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from benchmarks.persons.labels import Window
from dataset_scripts.models.pipelines.treebanks import TrainingSentence, Word
from dataset_scripts.models.reader.examples import UNKNOWN, unlabelled, with_syntax
from dataset_scripts.models.reader.syntax import HEAD, LABELS, as_pipelines_read, window_of

SHE_SANG = TrainingSentence(
    "de_gsd",
    (
        Word("Sie", True, "PRON", {"Gender": "Fem", "Number": "Sing"}, "sie", 1, "nsubj"),
        Word("sang", False, "VERB", {}, "singen", 1, "root"),
        Word(".", True, "PUNCT", {}, ".", 1, "punct"),
    ),
)
NAMED = TrainingSentence("de_gsd", (Word("Ada", True, entity="B-PER"), Word("Seel", True, entity="I-PER")))


def said(columns, name):
    return [LABELS[name][number] if number != UNKNOWN else None for number in columns[name]]


def test_sentences_of_a_treebank_become_one_window_whose_heads_are_places_in_it():
    text, words, columns = window_of([SHE_SANG, SHE_SANG, NAMED])
    assert text == "Sie sang. Sie sang. Ada Seel "
    assert [text[start:end] for start, end in zip(words.starts, words.ends, strict=True)] == words.forms
    assert words.spaces == [True, True, False, True, True, False, True, True]
    assert columns[HEAD].tolist() == [1, 1, 1, 4, 4, 4, UNKNOWN, UNKNOWN]
    assert said(columns, "pos") == ["PRON", "VERB", "PUNCT"] * 2 + [None, None]
    assert said(columns, "Gender") == ["Fem", "", ""] * 2 + [None, None]
    assert said(columns, "relation") == ["nsubj", "root", "punct"] * 2 + [None, None]
    assert said(columns, "entity") == [None] * 6 + ["B-PER", "I-PER"]
    # what a treebank marks in its own way is not learned
    _, _, columns = window_of([TrainingSentence("de_pud", SHE_SANG.words)])
    assert said(columns, "VerbForm") == [None] * 3


def test_of_other_text_the_pipelines_tell_and_nothing_where_there_is_none():
    window = Window("de", "news", "Die Ärztin half ihm. Er dankte.")
    (example,) = with_syntax([unlabelled(window)], "de")
    assert said(example.columns, "pos")[:5] == ["DET", "NOUN", "VERB", "PRON", "PUNCT"]
    assert (example.columns["mention"] == UNKNOWN).all()
    assert example.columns[HEAD].tolist()[5:] == [6, 6, 6]
    (other,) = with_syntax([unlabelled(Window("fr", "news", "Elle dort."))], "fr")
    assert (other.columns["pos"] == UNKNOWN).all()
    assert list(as_pipelines_read([""], "de")) == [None]
