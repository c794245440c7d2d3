"""Stereotypes by scripted language models; all sentences are invented."""

import json

import pytest
from golden import all_rows, each_row, golden_rows
from prompted_generator import PromptedGenerator

from hf_genderfair.lexicons.prompts import load_prompt
from hf_genderfair.stereotypes.prompted import PROMPT, Detection, Question, assess, detect, examine, occurrence

SENTENCE = "Most  Aunts can’t\nkeep a secret."
AUNTS = Question(SENTENCE, "He told nobody.", ("gender", "age"))
ROOF = Question("The roof leaks.", "", ("gender", "age"))
NEIGHBOUR = Question("Her neighbour has a blue door.", "The roof leaks.", ("gender", "age"))
NOT = "not-applicable"

FOUND = dict(golden_rows(__file__, "FOUND"))
NOTHING = dict.fromkeys(FOUND, NOT) | {"has_category_label": "no", "stereotype": "no"}
INDICATORS = dict(golden_rows(__file__, "INDICATORS"))
NO_LABEL = dict.fromkeys(INDICATORS, NOT) | {"has_category_label": "no"}


def saying(*answers):
    texts = [answer if answer is None or isinstance(answer, str) else json.dumps(answer) for answer in answers]
    return PromptedGenerator(lambda _, tried: texts[min(tried, len(texts) - 1)])


def model(**overrides):
    """Find a stereotype in sentences about aunts, and nothing elsewhere; assess what is asked without context."""

    def answer(asked, _):
        step = "detection" if "context" in asked else "assessment"
        if step in overrides:
            return overrides[step]
        about_aunts = "Aunts" in asked["sentence"]
        return json.dumps((FOUND if about_aunts else NOTHING) if step == "detection" else INDICATORS)

    return PromptedGenerator(answer)


BASES = {"FOUND": FOUND, "NOTHING": NOTHING, "INDICATORS": INDICATORS, "NO_LABEL": NO_LABEL}


def changed(base, change):
    """Return the fields of an answer with others; None leaves a field out."""
    return {name: value for name, value in (BASES[base] | change).items() if value is not None}


def refused(ask_for, answers, problem):
    (answer,), cost = ask_for(saying(answers), [AUNTS])
    assert (answer.status, answer.value) == ("unparsed", None)
    assert problem in answer.problem
    assert (cost.calls, cost.unparsed) == (2, 1)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(FOUND),
        "```json\n" + json.dumps(FOUND, indent=1) + "\n```",
        json.dumps(FOUND | {"has_category_label": " Yes", "stereotype": "YES"}),
        json.dumps(FOUND | {"full_label": "Most AUNTS", "information": "can’t keep   a secret"}),
    ],
)
def test_label_and_information_come_back_as_the_sentence_has_them(text):
    (answer,), _ = detect(saying(text), [AUNTS])
    assert answer.status == "parsed"
    assert answer.value == Detection.model_validate(
        FOUND | {"full_label": "Most  Aunts", "information": "can’t\nkeep a secret"}
    )


@each_row
def test_consistent_detections_are_taken(base, change):
    (answer,), cost = detect(saying(changed(base, change)), [AUNTS])
    assert (answer.status, cost.calls) == ("parsed", 1)


@all_rows
def test_other_detections_are_refused_after_one_repair(base, change, problem):
    refused(detect, changed(base, change), problem)


@all_rows
def test_other_assessments_are_refused_after_one_repair(base, change, problem):
    refused(assess, changed(base, change), problem)


def test_what_is_not_one_object_is_refused():
    refused(detect, "Yes, this is a stereotype about aunts.", "no JSON")
    refused(detect, json.dumps(FOUND) * 2, "more than one JSON value")
    refused(detect, json.dumps([FOUND]), "Input should be an object")


def test_the_second_step_is_asked_for_what_the_first_finds_and_each_question_once():
    generator = model()
    examined, cost = examine(generator, generator, [AUNTS, ROOF, NEIGHBOUR, AUNTS, ROOF])
    assert [row.status for row in examined] == ["parsed"] * 5
    assert [row.potential for row in examined] == [True, False, False, True, False]
    assert [row.indicators is None for row in examined] == [False, True, True, False, True]
    assert examined[3].indicators.full_label == "Most  Aunts"
    assert ["context" in question for question in generator.questions] == [True, True, True, False]
    assert cost.calls == 4
    first, second, third, last = generator.conversations
    assert first[:-1] == second[:-1] == third[:-1]
    assert all("these attributes count: gender, age." in turns[0]["content"] for turns in (first, last))
    assert generator.questions[0] == {"context": "He told nobody.", "sentence": "Most Aunts can’t keep a secret."}
    assert generator.questions[-1] == {"sentence": "Most Aunts can’t keep a secret."}


@all_rows
def test_a_refused_or_missing_answer_of_either_step_is_told(overrides, status, detected, problem):
    generator = model(**overrides)
    (examined,), _ = examine(generator, generator, [AUNTS])
    assert (examined.status, examined.potential, examined.problem) == (status, detected, problem)
    assert examined.indicators is None


@all_rows
def test_copied_words_are_found(sentence, words, place):
    assert occurrence(sentence, words) == place


@pytest.mark.parametrize(("step", "ask_for"), [("detection", detect), ("assessment", assess)])
def test_examples_of_the_prompts_are_answers_that_would_be_taken(step, ask_for):
    for given_, output in load_prompt(PROMPT, step).examples:
        fields = json.loads(given_)
        question = Question(fields["sentence"], fields.get("context", ""), ("gender",))
        (answer,), _ = ask_for(saying(output), [question])
        assert answer.status == "parsed"
        assert json.loads(output) == answer.value.model_dump()
