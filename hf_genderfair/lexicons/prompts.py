"""Prompts for language models as the lexicons hold them: instructions, examples, and then the question as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from hf_genderfair.lexicons.loader import load_lexicon


class Prompt(NamedTuple):
    """What a model is told before the question.

    Attributes:
        instructions: Lines; names in curly brackets are filled in.
        examples: Input and output of each example, as text.

    Example:
        >>> Prompt(["Name the {thing}."], []).instructions
        ['Name the {thing}.']
    """

    instructions: list[str]
    examples: list[tuple[str, str]]

    def turns(self, question: Mapping[str, str | Sequence[str]], **names: str) -> list[str]:
        r"""Return the turns of a conversation, of user and model in turn; the last is the question.

        What is common to all questions stands first, so that a server can keep it. Even small models keep to the form
        of answers that seem to be their own.

        Args:
            question: The fields of the question. They are written as JSON, so that no text in a field can end it, and
                white space as single spaces.
            names: What stands for the names in curly brackets.

        Returns:
            Instructions with the first input, then outputs and inputs by turns; an odd number.

        Example:
            >>> Prompt(["Name the {thing}."], [("A", "B")]).turns({"word": 'a "b"'}, thing="word")
            ['Name the word.\n\nA', 'B', '{"word": "a \\"b\\""}']
        """
        told = "\n".join(self.instructions)
        for name, text in names.items():
            told = told.replace(f"{{{name}}}", text)
        asked = json.dumps({name: _on_a_line(field) for name, field in question.items()}, ensure_ascii=False)
        first, *others = [*chain.from_iterable(self.examples), asked]
        return [f"{told}\n\n{first}", *others]


def load_prompt(name: str, step: str) -> Prompt:
    """Load one of the prompts of a lexicon.

    Args:
        name: Name of a lexicon with the columns ``step``, ``part`` and ``text``, where a part is ``instruction``,
            ``input`` or ``output``.
        step: Which of its prompts.

    Returns:
        The prompt.

    Raises:
        LexiconError: There is no such list, or the file is damaged.

    Example:
        >>> len(load_prompt("stereotype_prompt", "detection").examples)
        3
    """
    parts: dict[str, list[str]] = {"instruction": [], "input": [], "output": []}
    for of, part, text in load_lexicon(name).rows:
        if of == step:
            parts[part].append(text)
    return Prompt(parts["instruction"], list(zip(parts["input"], parts["output"], strict=True)))


def _on_a_line(field: str | Sequence[str]) -> str | list[str]:
    return " ".join(field.split()) if isinstance(field, str) else [" ".join(text.split()) for text in field]
