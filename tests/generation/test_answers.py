"""Answers with a form: read strictly, repaired once, kept where they cannot be read."""

import json
from contextlib import suppress

import pytest
from as_one_test import as_one_test
from golden import all_rows, golden_rows
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict
from scripted_generator import user

from hf_genderfair.generation import CachedGenerator, EndpointGenerator
from hf_genderfair.generation.answers import ask, ask_each, parse_json
from hf_genderfair.generation.generator import Cost, Generated


class Bird(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    legs: int = 2


def lines(text):
    """Read lines of the form ``word - gender``."""
    pairs = [line.split(" - ") for line in text.splitlines()]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError("a line is no pair of word and gender")
    return [tuple(pair) for pair in pairs]


@all_rows
def test_one_json_value_is_found(text):
    assert parse_json(Bird, text) == Bird(name="robin")


@as_one_test(
    ("text", "problem"),
    [*golden_rows(__file__, "test_anything_else_is_refused_with_the_reason"), ("[" * 100_000, "nested|Expecting")],
)
def test_anything_else_is_refused_with_the_reason(text, problem):
    with pytest.raises(ValueError, match=problem):
        parse_json(Bird, text)


@given(st.text(), st.integers(0, 9))
def test_what_was_written_is_read(name, legs):
    assert parse_json(Bird, f"Here: {json.dumps({'name': name, 'legs': legs})}") == Bird(name=name, legs=legs)


@given(st.text(alphabet='{}[]":, ab1\n`'))
def test_no_text_raises_anything_but_a_value_error(text):
    with suppress(ValueError):
        parse_json(Bird, text)


def test_statuses_and_what_they_cost(server, tmp_path):
    conversations = [
        user('say {"name": "robin"}'),
        user('repair {"name": "wren" | {"name": "wren"}'),
        user("say A swallow, perhaps."),
        user("first 400 9 x"),
    ]
    generator = CachedGenerator(EndpointGenerator("scripted", base_url=server.url), tmp_path)
    answers, cost = ask(generator, conversations, Bird)
    assert [answer.status for answer in answers] == ["parsed", "repaired", "unparsed", "failed"]
    assert [answer.value and answer.value.name for answer in answers] == ["robin", "wren", None, None]
    assert [len(answer.tries) for answer in answers] == [1, 2, 2, 1]
    assert answers[1].tries[0].text == '{"name": "wren"'
    assert (answers[2].text, answers[2].problem) == ("A swallow, perhaps.", "it holds no JSON")
    assert (answers[3].text, answers[3].problem) == (None, "HTTP 400: refused with 400")
    assert (cost.requests, cost.calls, cost.failed, cost.repaired, cost.unparsed) == (6, 6, 1, 1, 1)
    assert (cost.prompt_tokens, cost.completion_tokens, cost.uncounted) == (35, 15, 0)
    assert cost.seconds > 0
    again, cost = ask(generator, conversations, Bird)
    assert [answer.value for answer in again] == [answer.value for answer in answers]
    assert (cost.cached, cost.calls, cost.prompt_tokens, cost.cached_share.n) == (5, 1, 0, 6)


class Scripted:
    """Answers by the question; by try where there are several answers."""

    name = revision = "scripted"

    def __init__(self, **answers):
        self.answers, self.conversations = answers, []

    def generate(self, conversations, *, seed=0, rank=None, on_answer=None):
        self.conversations += conversations
        texts = [self.answers[asked[0]["content"]][len(asked) // 2] for asked in conversations]
        return [Generated(text, 5, 1, error=None if text else "gone") for text in texts]


def double(question, text):
    if text != question * 2:
        raise ValueError(f"{text!r} is not\n{question!r} twice")
    return text


def ask_for(generator, *questions, **options):
    return ask_each(generator, questions, lambda question: [question], double, **options)


def test_equal_questions_are_asked_once_and_an_answer_for_another_is_sent_back_once_with_the_reason():
    generator = Scripted(a=["bb", "aa"], b=["bb"], c=["no", "never"], d=[None], e=["no", None])
    answers, cost = ask_for(generator, *"abccde")
    assert [(answer.status, answer.value, answer.problem and answer.problem[-5:]) for answer in answers] == [
        ("repaired", "aa", None),
        ("parsed", "bb", None),
        ("unparsed", None, "twice"),
        ("unparsed", None, "twice"),
        ("failed", None, "gone"),
        ("unparsed", None, "gone"),
    ]
    assert [message["role"] for message in generator.conversations[5]] == ["user", "assistant", "user"]
    assert "'bb' is not 'a' twice" in generator.conversations[5][2]["content"]
    assert [answer.text for answer in answers[2].tries] == ["no", "never"]
    assert (cost.calls, cost.repaired, cost.failed, cost.unparsed, cost.prompt_tokens) == (8, 1, 2, 2, 40)
    answers, cost = ask_for(Scripted(a=["bb", "aa"]), "a", repair=False)
    assert (answers[0].status, cost.calls, cost.unparsed) == ("unparsed", 1, 1)


NUMBERS = st.none() | st.integers(0, 1000)
ANSWERS = st.builds(
    Generated, st.none() | st.just("x"), NUMBERS, NUMBERS, st.booleans(), st.none(), st.booleans(), st.integers(0, 5)
)


@given(st.lists(ANSWERS, max_size=5), st.lists(ANSWERS, max_size=5))
def test_costs_of_shards_add_up(one, other):
    assert Cost.of(one, 1.5, 1, 2) + Cost.of(other, 2.5, 3, 4) == Cost.of(one + other, 4.0, 4, 6)


def test_cached_answers_cost_no_tokens_and_unknown_ones_are_counted():
    every = [Generated("a", 5, 2), Generated("b", 5, 2, cached=True), Generated("c"), Generated(None, error="no")]
    cost = Cost.of(every, 1.0)
    assert (cost.requests, cost.calls, cost.cached, cost.failed) == (4, 3, 1, 1)
    assert (cost.prompt_tokens, cost.completion_tokens, cost.uncounted) == (5, 2, 1)
