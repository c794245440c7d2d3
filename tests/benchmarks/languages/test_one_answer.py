"""Rewriting, references, actors and swaps say the same of a German noun, as far as they speak of it."""

import csv
from pathlib import Path

from as_one_test import as_one_test

from benchmarks.languages.consistency import CAPABILITIES, QUESTIONS, Answer
from hf_genderfair.languages.documents import AnalysisRequest, documents

with (Path(__file__).parent / "one_answer.tsv").open(encoding="utf-8") as file:
    ROWS = [tuple(row) for row in csv.reader(file, delimiter="\t")][1:]

MEANINGS = {"yes": True, "no": False}


@as_one_test(("sentence", "word", *QUESTIONS), ROWS)
def test_a_noun_has_one_answer(sentence, word, person, number, gender, generic):
    (document,) = documents([sentence], AnalysisRequest("de"))
    end = sentence.rindex(word) + len(word)
    answers = {name: ask(document).get(end, Answer()) for name, ask in CAPABILITIES["de"].items()}
    expected = dict(zip(QUESTIONS, (MEANINGS[person], number, gender, MEANINGS.get(generic)), strict=True))
    for question, value in expected.items():
        said = {name: getattr(answer, question) for name, answer in answers.items()}
        said = {name: own for name, own in said.items() if own is not None}
        assert set(said.values()) <= {value}, f"{question}: {said}"
    assert {"references", "actors"} <= {name for name, answer in answers.items() if answer.person is not None}
