import json

import pytest
from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st
from scripted_words import ScriptedModel, ages

from hf_genderfair.core.errors import GenderfairError, GenerationError
from hf_genderfair.representation.generated_lists import DEFINITION, WordListTask, generate_words, parse_words

TASK = WordListTask("age", ("young", "old"), runs=2, words=8)


def test_runs_have_seeds_ask_for_each_group_and_send_prose_back_once():
    model = ScriptedModel(ages)
    generate_words(model, WordListTask("age", ("young", "old"), runs=3, words=8, seed=40))
    first = [(asked[1]["content"].splitlines()[-1], seed) for asked, seed in model.asked if len(asked) == 2]
    assert first == [(f"Group: {group}", seed) for seed in (40, 41, 42) for group in ("young", "old")]
    generated = generate_words(ScriptedModel(ages), TASK)
    (unread,) = generated.unread
    assert unread.question == "old, run 2"
    assert unread.status == "unparsed"
    assert unread.text == "Sure! There are many."
    assert generated.answers == {"parsed": 7, "unparsed": 1}
    assert generated.cost.requests == 9


def test_prompts_have_criteria_examples_and_the_number_of_words_or_are_those_of_a_file(tmp_path):
    task = WordListTask(
        "age", ("young", "old"), "de", words=40, positive={"young": ["Kind"]}, negative={"old": ["weise", "müde"]}
    )
    system, user = task.conversation("old")
    assert system["content"] == DEFINITION
    assert (
        'wanted:\nAttribute: age\nGroup: young\nAnswer: ["Kind"]\nExamples of words that are not wanted:\n'
        in (user["content"])
    )
    assert '["weise", "müde"]' in user["content"]
    assert "at least 40" in user["content"]
    assert "Collect German words." in user["content"]
    assert user["content"].endswith("Attribute: age\nGroup: old")
    path = tmp_path / "asked.txt"
    path.write_text("<WORDS> <LANGUAGE> words, please. <ATTRIBUTE>: <GROUP>\n", encoding="utf-8")
    task = WordListTask("age", ("young", "old"), "de", runs=1, words=8, numbers=False, prompt=path)
    assert task.conversation("old") == [{"role": "user", "content": "8 German words, please. age: old"}]
    model = ScriptedModel(ages)
    generate_words(model, task)
    assert [asked[0]["content"] for asked, _ in model.asked[:2]] == [
        "8 German words, please. age: young",
        "8 German words, please. age: old",
    ]
    assert "counterpart" in model.asked[2][0][0]["content"]


def test_a_group_without_a_word_is_an_error_that_shows_the_answer():
    say = lambda asked, seed: "Well, well." if asked[1]["content"].endswith("old") else '["kid"]'  # noqa: E731
    task = WordListTask("age", ("young", "old"), runs=2, counterparts=False, numbers=False)
    with pytest.raises(
        GenerationError, match=r"no word for the group 'old': 2 of 4 answers .* \(old, run 1: .*: 'Well, well.'\)"
    ):
        generate_words(ScriptedModel(say), task)


@all_rows
def test_answers_that_can_be_read(answer, words):
    assert parse_words(answer) == words


@all_rows
def test_answers_that_cannot_be_read(answer):
    with pytest.raises(ValueError, match=r"."):
        parse_words(answer)


@given(st.lists(st.text(min_size=1)), st.integers(min_value=0))
def test_an_array_cut_anywhere_gives_its_beginning_or_is_refused(words, place):
    text = json.dumps(words, ensure_ascii=False)
    cut = text[: place % (len(text) + 1)]
    try:
        read = parse_words(cut)
    except ValueError:
        return
    assert read == words[: len(read)]


@all_rows
def test_tasks_that_cannot_be_asked(values, words):
    with pytest.raises(GenderfairError, match=words):
        WordListTask(**{"attribute": "age", "groups": ("young", "old")} | values)
