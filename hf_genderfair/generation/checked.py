"""Questions whose answers are checked against the question; equal questions are asked once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import TypeVar

from hf_genderfair.generation.answers import Answer, ask
from hf_genderfair.generation.cost import Cost
from hf_genderfair.generation.generator import Generator, Message

Question = TypeVar("Question", bound=Hashable)
Value = TypeVar("Value")


def ask_each(
    generator: Generator,
    questions: Sequence[Question],
    turns: Callable[[Question], Sequence[str]],
    read: Callable[[Question, str], Value],
    *,
    repair: bool = True,
    seed: int = 0,
    rank: int | None = None,
) -> tuple[list[Answer[Value]], Cost]:
    """Ask each distinct question once, and parse its answer with regard to the question; see `ask`.

    Args:
        generator: The model.
        questions: The questions; equal questions get one answer.
        turns: Returns the conversation for a question: turns of user and model alternately, the last of the user.
        read: Parses the answer to a question; raises `ValueError` with the reason where the text cannot be parsed or
            does not fit the question.
        repair: Send an answer that cannot be parsed back once, with the reason.
        seed: See `Generator.generate`.
        rank: See `Generator.generate`.

    Returns:
        One answer for each question, in order, and what the distinct ones cost.

    Raises:
        GenerationError: The model cannot be loaded or reached at all.

    Example:
        >>> from hf_genderfair.generation.generator import Generated
        >>> class Shouting:
        ...     name = revision = "shouting"
        ...
        ...     def generate(self, conversations, *, seed=0, rank=None, on_answer=None):
        ...         return [Generated(asked[0]["content"].upper()) for asked in conversations]
        >>> def found(question, answer):
        ...     return question.upper().index(answer)
        >>> answers, cost = ask_each(Shouting(), ["ant", "bee", "ant"], lambda word: [word], found)
        >>> [answer.value for answer in answers], cost.calls
        ([0, 0, 0], 2)
    """
    distinct = list(dict.fromkeys(questions))
    conversations = [_conversation(turns(question)) for question in distinct]
    schemas = [partial(read, question) for question in distinct]
    answers, cost = ask(generator, conversations, schemas, repair=repair, seed=seed, rank=rank)
    by_question = dict(zip(distinct, answers, strict=True))
    return [by_question[question] for question in questions], cost


def _conversation(turns: Sequence[str]) -> list[Message]:
    return [Message(role="assistant" if index % 2 else "user", content=turn) for index, turn in enumerate(turns)]
