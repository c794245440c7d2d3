"""Stereotypes by scripted language models; all sentences are invented."""

import json

import pytest
from as_one_test import as_one_test
from golden import all_rows, golden_rows
from hypothesis import given
from hypothesis import strategies as st
from prompted_generator import PromptedGenerator

from hf_genderfair.generation.cache import CachedGenerator
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


def without(answers, name):
    return {key: value for key, value in answers.items() if key != name}


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


@pytest.mark.parametrize(
    "answers",
    [
        NOTHING,
        NOTHING | {"stereotype": NOT},
        NOTHING | {"full_label": "Not-Applicable "},
        FOUND | {"stereotype": "no", "beliefs_expectancies": "no", "behavior_features_traits": "no"},
        FOUND | {"information": NOT, "behavior_features_traits": NOT, "stereotype": "no"},
        FOUND | {"information": NOT, "behavior_features_traits": "no", "stereotype": "no"},
    ],
)
def test_consistent_detections_are_taken(answers):
    (answer,), cost = detect(saying(answers), [AUNTS])
    assert (answer.status, cost.calls) == ("parsed", 1)


@as_one_test(
    ("answers", "problem"),
    [
        ("Yes, this is a stereotype about aunts.", "no JSON"),
        (json.dumps(FOUND) + json.dumps(FOUND), "more than one JSON value"),
        (json.dumps([FOUND]), "Input should be an object"),
        (without(FOUND, "information"), "information: Field required"),
        (FOUND | {"reason": "it says so"}, "reason: Extra inputs"),
        (FOUND | {"stereotype": "maybe"}, "stereotype: Input should be"),
        (FOUND | {"stereotype": True}, "stereotype: Input should be"),
        (FOUND | {"has_category_label": NOT}, "has_category_label: Input should be"),
        (FOUND | {"full_label": 3}, "full_label: Input should be a valid string"),
        (FOUND | {"full_label": "uncles"}, "full_label must be words of the sentence"),
        (FOUND | {"full_label": "unts"}, "full_label must be words of the sentence"),
        (FOUND | {"full_label": ""}, "full_label must be words of the sentence"),
        (FOUND | {"full_label": "He"}, "full_label must be words of the sentence"),
        (FOUND | {"information": "keep no secret"}, "information must be words of the sentence"),
        (FOUND | {"information": " "}, "information must be words of the sentence"),
        (FOUND | {"full_label": NOT}, "full_label must not be not-applicable"),
        (FOUND | {"beliefs_expectancies": NOT}, "beliefs_expectancies must not be not-applicable"),
        (FOUND | {"stereotype": NOT}, "stereotype must not be not-applicable"),
        (FOUND | {"behavior_features_traits": NOT}, "behavior_features_traits must not be not-applicable"),
        (NOTHING | {"full_label": "aunts"}, "full_label must be not-applicable"),
        (NOTHING | {"information": "keep a secret"}, "information must be not-applicable"),
        (NOTHING | {"behavior_features_traits": "no"}, "behavior_features_traits must be not-applicable"),
        (NOTHING | {"stereotype": "yes"}, "stereotype is yes without a label"),
    ],
)
def test_other_detections_are_refused_after_one_repair(answers, problem):
    (answer,), cost = detect(saying(answers), [AUNTS])
    assert (answer.status, answer.value) == ("unparsed", None)
    assert problem in answer.problem
    assert (cost.calls, cost.unparsed) == (2, 1)


@as_one_test(
    ("answers", "problem"),
    [
        ("Generic and negative.", "no JSON"),
        (without(INDICATORS, "ling_form"), "ling_form: Field required"),
        (INDICATORS | {"score": 1}, "score: Extra inputs"),
        (INDICATORS | {"target_type": "generic"}, "target_type: Input should be"),
        (INDICATORS | {"connotation": "bad"}, "connotation: Input should be"),
        (INDICATORS | {"full_label": "cousins"}, "full_label must be words of the sentence"),
        (INDICATORS | {"information": "keep secrets"}, "information must be words of the sentence"),
        (INDICATORS | {"gram_form": NOT}, "gram_form must not be not-applicable"),
        (INDICATORS | {"situation": NOT}, "situation must not be not-applicable"),
        (INDICATORS | {"generalization": NOT}, "generalization must not be not-applicable"),
        (INDICATORS | {"situation": "other"}, "situation_evaluation must be not-applicable"),
        (INDICATORS | {"information": NOT}, "situation must be not-applicable"),
        (NO_LABEL | {"ling_form": "generic"}, "ling_form must be not-applicable"),
        (NO_LABEL | {"information": "keep a secret"}, "information must be not-applicable"),
    ],
)
def test_other_assessments_are_refused_after_one_repair(answers, problem):
    (answer,), cost = assess(saying(answers), [AUNTS])
    assert (answer.status, answer.value) == ("unparsed", None)
    assert problem in answer.problem
    assert (cost.calls, cost.unparsed) == (2, 1)


def test_the_second_step_is_asked_for_what_the_first_finds_and_each_question_once():
    generator = model()
    examined, cost = examine(generator, generator, [AUNTS, ROOF, NEIGHBOUR, AUNTS, ROOF])
    assert [row.status for row in examined] == ["parsed"] * 5
    assert [row.potential for row in examined] == [True, False, False, True, False]
    assert [row.indicators is None for row in examined] == [False, True, True, False, True]
    assert examined[3].indicators.full_label == "Most  Aunts"
    assert ["context" in question for question in generator.questions] == [True, True, True, False]
    assert cost.calls == 4


@all_rows
def test_a_refused_or_missing_answer_of_either_step_is_told(overrides, status, detected, problem):
    generator = model(**overrides)
    (examined,), _ = examine(generator, generator, [AUNTS])
    assert (examined.status, examined.potential, examined.problem) == (status, detected, problem)
    assert examined.indicators is None


def test_a_second_run_asks_nothing(tmp_path):
    generator = model()
    cached = CachedGenerator(generator, tmp_path)
    runs = [examine(cached, cached, [AUNTS, ROOF, AUNTS]) for _ in range(2)]
    assert runs[0][0] == runs[1][0]
    assert [cost.calls for _, cost in runs] == [3, 0]
    assert len(generator.conversations) == 3


def test_what_is_the_same_stands_first_and_attributes_are_named():
    generator = model()
    examine(generator, generator, [AUNTS, ROOF])
    first, second, third = generator.conversations
    assert first[:-1] == second[:-1]
    assert "these attributes count: gender, age." in first[0]["content"]
    assert "these attributes count: gender, age." in third[0]["content"]
    assert generator.questions == [
        {"context": "He told nobody.", "sentence": "Most Aunts can’t keep a secret."},
        {"context": "", "sentence": "The roof leaks."},
        {"sentence": "Most Aunts can’t keep a secret."},
    ]


@given(st.text(), st.text())
def test_what_a_sentence_says_stays_in_its_field(sentence, context):
    generator = saying(NOTHING)
    detect(generator, [ROOF, Question(sentence, context, ("gender", "age"))])
    plain, *others = generator.conversations
    for asked in others:
        assert asked[:-1] == plain[:-1]
        assert json.loads(asked[-1]["content"]) == {
            "context": " ".join(context.split()),
            "sentence": " ".join(sentence.split()),
        }


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
