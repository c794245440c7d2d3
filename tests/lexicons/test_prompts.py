"""Prompts of the lexicons, where whatever a question holds stays in its field, and prompts from files of users."""

import json
from pathlib import Path

import pytest
from golden import each_row, golden_rows
from hypothesis import given
from hypothesis import strategies as st
from one_line import one_line

from hf_genderfair.core.errors import LexiconError
from hf_genderfair.lexicons.prompts import Prompt, PromptTemplate, load_prompt, read_prompt

NAMES = golden_rows(__file__, "NAMES")


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


ASKED = "Which nouns are in <SENTENCE>?"


@each_row
@pytest.mark.parametrize("kind", [str, Path])
def test_a_file_is_a_prompt_by_its_content_alone(tmp_path, content, kind):
    path = tmp_path / "asked.txt"
    path.write_bytes(content.encode())
    prompt = read_prompt(kind(path), "SENTENCE")
    assert prompt == PromptTemplate(ASKED)
    assert prompt.digest == PromptTemplate(ASKED).digest != PromptTemplate(ASKED + "!").digest
    assert read_prompt(prompt, "SENTENCE") is prompt


@given(st.text())
def test_a_filled_prompt_holds_the_value_as_it_is(value):
    assert PromptTemplate("A <SENTENCE> B").fill(SENTENCE=value) == f"A {value} B"


BAD_FILES = dict(golden_rows(__file__, "BAD_FILES"))


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_one_clear_error(tmp_path, name):
    content, message = BAD_FILES[name]
    path = tmp_path / "asked.txt"
    if content is not None:
        path.write_bytes(content)
    with one_line(LexiconError, match=message) as raised:
        read_prompt(path, "SENTENCE")
    assert str(path) in str(raised.value)


@pytest.mark.parametrize(
    ("given_", "message"),
    [
        (Path(), "cannot read the prompt '.': Is a directory"),
        ("", "cannot read the prompt '.': Is a directory"),
        (ASKED, r"a prompt is given as the name of a file; give its text as PromptTemplate\(text\)"),
        ("Two\nlines", "a prompt is given as the name of a file"),
        ("a\0b", "a prompt is given as the name of a file"),
        (b"asked.txt", "a prompt is the name of a file or a PromptTemplate, not bytes"),
        (5, "a prompt is the name of a file or a PromptTemplate, not int"),
        (PromptTemplate(" \n"), "the prompt is empty"),
        (PromptTemplate("Nouns?"), "the prompt has no <SENTENCE>"),
    ],
)
def test_what_is_no_prompt_is_one_clear_error(given_, message):
    with pytest.raises(LexiconError, match=message):
        read_prompt(given_, "SENTENCE")
