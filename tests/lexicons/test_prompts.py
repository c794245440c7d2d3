"""Prompts of the lexicons: whatever a question holds stays in its field."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.lexicons.prompts import Prompt, load_prompt

NAMES = [
    ("stereotype_prompt", "detection"),
    ("stereotype_prompt", "assessment"),
    ("counterfactual_prompt", "choice"),
    ("counterfactual_prompt", "check"),
]


@pytest.mark.parametrize("name", NAMES, ids=" ".join)
def test_a_prompt_has_instructions_and_examples_of_one_form(name):
    prompt = load_prompt(*name)
    assert prompt.instructions[1].startswith("The input is a JSON object")
    assert len(prompt.examples) >= 3
    assert len({tuple(json.loads(given)) for given, _ in prompt.examples}) == 1


@given(st.text(), st.lists(st.text(), max_size=3))
def test_a_question_stays_in_its_fields(text, words):
    prompt = Prompt(["Do {this}."], [("A", "B"), ("C", "D")])
    *told, asked = prompt.turns({"text": text, "words": words}, this="that")
    assert told == ["Do that.\n\nA", "B", "C", "D"]
    assert "\n" not in asked
    assert json.loads(asked) == {"text": " ".join(text.split()), "words": [" ".join(word.split()) for word in words]}


def test_names_in_curly_brackets_are_filled_in_instructions_only():
    turns = Prompt(["About {this}."], [("{this}", "B")]).turns({"text": "{this}"}, this="that")
    assert turns == ["About that.\n\n{this}", "B", '{"text": "{this}"}']


def test_a_prompt_without_examples_is_one_turn():
    assert Prompt(["Go."], []).turns({"a": "b"}) == ['Go.\n\n{"a": "b"}']
