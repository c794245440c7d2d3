"""Prompts for language models: those of the lexicons, and those that users bring as a file."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from hf_genderfair.core.errors import LexiconError
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_lists import read_text

PLACE = re.compile("<([A-Z]+)>")


class Prompt(NamedTuple):
    """What a model is told before the question: instructions, examples, and then the question as JSON.

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
        """Return the turns of a conversation, of user and model in turn; the last is the question."""
        # What is common to all questions stands first, so that a server can keep it. Even small models keep to the form
        # of answers that seem to be their own.
        told = "\n".join(self.instructions)
        for name, text in names.items():
            told = told.replace(f"{{{name}}}", text)
        asked = json.dumps({name: _on_a_line(field) for name, field in question.items()}, ensure_ascii=False)
        first, *others = [*chain.from_iterable(self.examples), asked]
        return [f"{told}\n\n{first}", *others]


def load_prompt(name: str, step: str) -> Prompt:
    """Load one of the prompts of a lexicon."""
    parts: dict[str, list[str]] = {"instruction": [], "input": [], "output": []}
    for of, part, text in load_lexicon(name).rows:
        if of == step:
            parts[part].append(text)
    return Prompt(parts["instruction"], list(zip(parts["input"], parts["output"], strict=True)))


@dataclass(frozen=True)
class PromptTemplate:
    """A prompt of the user's own, such as one that a paper prints: text with places for what is asked about.

    A place is a name in capitals in angle brackets, such as ``<SENTENCE>``. White space around the text does not count.

    Attributes:
        text: The text.

    Example:
        >>> PromptTemplate("Which words of <SENTENCE> are nouns?").fill(SENTENCE="It rains.")
        'Which words of It rains. are nouns?'
    """

    text: str

    def __post_init__(self) -> None:
        """Leave out white space around the text, so that an editor's last line break makes no other prompt."""
        object.__setattr__(self, "text", self.text.strip())

    @property
    def digest(self) -> str:
        """Changes whenever the text does."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    @property
    def places(self) -> frozenset[str]:
        """The names of its places."""
        return frozenset(PLACE.findall(self.text))

    def fill(self, **values: str) -> str:
        """Return the text with values in its places; what looks like a place in a value stays as it is."""
        return PLACE.sub(lambda place: values[place[1]], self.text)


def read_prompt(
    given: PromptTemplate | str | Path | None, needed: str, others: Sequence[str] = ()
) -> PromptTemplate | None:
    """Read a prompt of the user's own, and check that it can be filled."""
    if given is None:
        return None
    prompt, name = (given, "the prompt") if isinstance(given, PromptTemplate) else _from_file(given)
    if not prompt.text:
        raise LexiconError(f"{name} is empty: write what the model is to be asked, with <{needed}> in its place")
    if needed not in prompt.places:
        raise LexiconError(f"{name} has no <{needed}>: write <{needed}> where the {needed.lower()} belongs")
    if unknown := sorted(prompt.places.difference([needed, *others])):
        filled = ", ".join(f"<{place}>" for place in [needed, *others])
        raise LexiconError(f"{name} has <{unknown[0]}>, which is not filled in: write it out; filled in: {filled}")
    return prompt


def _from_file(path: str | Path) -> tuple[PromptTemplate, str]:
    """Return the prompt in a file, and how messages name it."""
    if not isinstance(path, (str, Path)):
        raise LexiconError(f"a prompt is the name of a file or a PromptTemplate, not {type(path).__name__}")
    if isinstance(path, str) and (not path.isprintable() or PLACE.search(path)):
        raise LexiconError("a prompt is given as the name of a file; give its text as PromptTemplate(text)")
    return PromptTemplate(read_text(Path(path), "prompt")), f"the prompt {str(path)!r}"


def _on_a_line(field: str | Sequence[str]) -> str | list[str]:
    return " ".join(field.split()) if isinstance(field, str) else [" ".join(text.split()) for text in field]
