import json
import pickle

import pytest
from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st
from scripted_words import ScriptedModel, ages

from hf_genderfair.core.errors import GenderfairError, GenerationError, LexiconError
from hf_genderfair.lexicons.prompts import PromptTemplate
from hf_genderfair.representation.generated_lists import DEFINITION, WordListTask, generate_words, parse_words

TASK = WordListTask("age", ("young", "old"), runs=2, words=8)


def found(model, task=TASK):
    return {(word.group, word.word): word for word in generate_words(model, task).words}


def test_runs_have_seeds_of_their_own_and_ask_for_each_group():
    model = ScriptedModel(ages)
    generate_words(model, WordListTask("age", ("young", "old"), runs=3, words=8, seed=40))
    first = [(asked[1]["content"].splitlines()[-1], seed) for asked, seed in model.asked if len(asked) == 2]
    assert first == [(f"Group: {group}", seed) for seed in (40, 41, 42) for group in ("young", "old")]


def test_the_prompt_has_criteria_examples_and_the_number_of_words():
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


def test_a_prompt_without_examples_does_not_speak_of_them():
    user = WordListTask("age", ("young", "old")).conversation("old")[1]["content"]
    assert "example" not in user
    assert user.startswith("Write one JSON array of strings: at least 300 words")


def test_a_prompt_from_a_file_is_asked_in_place_of_ours(tmp_path):
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


def test_another_content_is_another_digest_and_another_path_is_not(tmp_path):
    paths = [tmp_path / name for name in ("a.txt", "b.txt", "c.txt")]
    for path, text in zip(paths, ("Words for <GROUP>", "Words for <GROUP>\n", "Words of <GROUP>"), strict=True):
        path.write_text(text, encoding="utf-8")
    first, same, other = (WordListTask("age", ("young", "old"), prompt=path) for path in paths)
    assert first == same != other
    assert len({task.prompt_digest for task in (first, same, other, TASK)}) == 3
    assert str(tmp_path) not in repr(first)
    assert pickle.loads(pickle.dumps(first)) == first


def test_what_was_asked_names_the_prompt():
    template = PromptTemplate("Words for <GROUP>")
    assert TASK.asked == f"2 runs of 8 words a group, seed 0, prompt of the package ({TASK.prompt_digest})"
    task = WordListTask("age", ("young", "old"), prompt=template)
    assert task.asked == f"15 runs, seed 0, prompt from a file ({template.digest})"
    task = WordListTask("age", ("young", "old"), prompt=PromptTemplate("<WORDS> for <GROUP>"))
    assert task.asked.startswith("15 runs of 300 words a group, seed 0, prompt from a file")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"prompt": PromptTemplate("Words, please.")},
            "the prompt has no <GROUP>: write <GROUP> where the group belongs",
        ),
        (
            {"prompt": PromptTemplate("<GROUP> <TOPIC>")},
            "has <TOPIC>, which .*: <GROUP>, <ATTRIBUTE>, <WORDS>, <LANGUAGE>",
        ),
        ({"prompt": "none.txt"}, "cannot read the prompt 'none.txt'"),
        ({"prompt": PromptTemplate("<GROUP>"), "positive": {"old": ["elder"]}}, "stand in that file: give no others"),
        ({"prompt": PromptTemplate("<GROUP>"), "negative": {"old": ["wise"]}}, "stand in that file: give no others"),
        ({"prompt": PromptTemplate("<GROUP>"), "words": 40}, "no <WORDS>: write <WORDS> where the number 40 belongs"),
    ],
)
def test_a_bad_prompt_is_an_error_when_the_task_is_made(options, message):
    with pytest.raises(LexiconError, match=message):
        WordListTask("age", ("young", "old"), **options)


def test_words_are_merged_whatever_their_case_and_keep_their_origins():
    words = found(ScriptedModel(ages))
    assert words["young", "kid"].origins == ("1:1", "1:2")
    assert words["young", "teenager"].origins == ("1:3", "2:1")
    assert ("young", "Kid") not in words
    assert words["young", "adult"].group != words["old", "adult"].group


def test_unicode_forms_are_one_word():
    model = ScriptedModel(lambda *_: json.dumps(["Fiancée", "fiance\u0301e", " FIANCÉE "]))
    words = found(model, WordListTask("role", ("a", "b"), runs=1, counterparts=False, numbers=False))
    assert words["a", "Fiancée"].origins == ("1:1", "1:2", "1:3")
    assert len(words) == 2


def test_counterparts_and_numbers_are_asked_for_and_linked():
    words = found(ScriptedModel(ages))
    assert words["young", "kid"].counterparts == ("pensioner",)
    assert words["old", "pensioner"].counterparts == ("kid",)
    assert words["young", "youngster"].origins == ("counterpart of elder",)
    assert words["old", "elder"].counterparts == ("youngster",)
    assert words["old", "pensioners"].origins == ("other number of pensioner",)
    assert words["young", "kids"].counterparts == ("pensioners",)
    assert words["old", "elders"].counterparts == ("youngsters",)
    assert words["young", "adult"].counterparts == ()


def test_completions_follow_the_word_that_they_complete():
    listed = [word.word for word in generate_words(ScriptedModel(ages), TASK).words if word.group == "old"]
    assert listed == ["pensioner", "pensioners", "elder", "elders", "adult", "old kid"]


def test_completion_can_be_left_out():
    model = ScriptedModel(ages)
    generate_words(model, WordListTask("age", ("young", "old"), runs=2, counterparts=False, numbers=False))
    assert all(asked[0]["role"] == "system" for asked, _ in model.asked)


def test_forms_of_words_that_were_not_asked_about_are_counted():
    assert generate_words(ScriptedModel(ages), TASK).unasked > 0


def test_prose_is_sent_back_once_then_kept_and_counted():
    generated = generate_words(ScriptedModel(ages), TASK)
    (unread,) = generated.unread
    assert unread.question == "old, run 2"
    assert unread.status == "unparsed"
    assert unread.text == "Sure! There are many."
    assert generated.answers == {"parsed": 7, "unparsed": 1}
    assert generated.cost.requests == 9


def test_a_request_that_failed_is_kept_with_its_error():
    say = lambda asked, seed: None if seed else ages(asked, seed)  # noqa: E731
    generated = generate_words(ScriptedModel(say), TASK)
    assert {unread.status for unread in generated.unread} == {"failed"}
    assert generated.unread[0].problem == "no answer within 60 s"


def test_a_group_without_a_word_is_an_error_that_shows_the_answer():
    say = lambda asked, seed: "Well, well." if asked[1]["content"].endswith("old") else '["kid"]'  # noqa: E731
    task = WordListTask("age", ("young", "old"), runs=2, counterparts=False, numbers=False)
    with pytest.raises(
        GenerationError, match=r"no word for the group 'old': 2 of 4 answers .* \(old, run 1: .*: 'Well, well.'\)"
    ):
        generate_words(ScriptedModel(say), task)


def test_a_group_without_a_word_may_get_some_by_counterparts():
    def say(asked, seed):
        if asked[0]["role"] == "user":
            return '{"kid": "elder"}'
        return "[]" if asked[1]["content"].endswith("old") else '["kid"]'

    words = found(ScriptedModel(say), WordListTask("age", ("young", "old"), runs=1, numbers=False))
    assert words["old", "elder"].counterparts == ("kid",)


def test_long_lists_are_completed_in_several_questions():
    words = [f"word{number}" for number in range(120)]
    say = lambda asked, seed: "{}" if asked[0]["role"] == "user" else json.dumps(words)  # noqa: E731
    model = ScriptedModel(say)
    generate_words(model, WordListTask("age", ("young", "old"), runs=1))
    asked = [conversation[0]["content"] for conversation, _ in model.asked if conversation[0]["role"] == "user"]
    assert len(asked) == 12
    assert all(sum(f'"{word}"' in question for question in asked) == 4 for word in words)


def test_three_groups_have_counterparts_in_each_other():
    def say(asked, seed):
        question = asked[-1]["content"]
        if asked[0]["role"] == "user":
            return json.dumps({"a1": "b1"}) if "group a. " in question and "group b and" in question else "{}"
        return json.dumps([question[-1] + "1"])

    words = found(ScriptedModel(say), WordListTask("letter", ("a", "b", "c"), runs=1))
    assert words["a", "a1"].counterparts == ("b1",)
    assert words["b", "b1"].counterparts == ("a1",)
    assert words["c", "c1"].counterparts == ()


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


def test_words_without_a_letter_are_kept_but_not_counted():
    model = ScriptedModel(lambda *_: '["kid", "...", ""]')
    generated = generate_words(model, WordListTask("age", ("a", "b"), runs=1, counterparts=False, numbers=False))
    assert [word.word for word in generated.words] == ["kid", "...", "kid", "..."]
    assert generated.word_list().groups == {"a": ("kid",), "b": ("kid",)}
