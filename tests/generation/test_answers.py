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
from hf_genderfair.generation.answers import ask, parse_json


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


def test_a_repair_sends_answer_and_reason(server):
    ask(EndpointGenerator("scripted", base_url=server.url), [user("say A wren.")], Bird)
    first, second = server.log()["requests"]
    assert second["messages"][:2] == [*first["messages"], {"role": "assistant", "content": "A wren."}]
    assert "it holds no JSON" in second["messages"][2]["content"]
