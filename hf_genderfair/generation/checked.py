"""Questions whose answers are held against what was asked; each different question is asked once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import TypeVar

from hf_genderfair.generation.answers import REPAIR, Answer, ask
from hf_genderfair.generation.cost import Cost
from hf_genderfair.generation.generator import Conversation, Generator, Message

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
    """Ask each different question once, and read its answer beside the question.

    `ask` has one form for all answers; here the question decides what its answer may hold.

    Args:
        generator: The model.
        questions: What to ask; equal questions get one answer.
        turns: Writes the conversation for a question: turns of user and model alternately, the last of the user.
        read: Takes a question and the text of its answer; raises `ValueError` with the reason where the text cannot
            be read or does not fit the question.
        repair: Send an answer that cannot be read back once, with the reason.
        seed: See `Generator.generate`.
        rank: See `Generator.generate`.

    Returns:
        One answer a question, in their order, and what the different ones cost.

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
    texts, cost = ask(generator, conversations, str, repair=False, seed=seed, rank=rank)
    answers = [_held(text, question, read) for text, question in zip(texts, distinct, strict=True)]
    if repair and (unread := [index for index, answer in enumerate(answers) if answer.status == "unparsed"]):
        again = [_sent_back(conversations[index], answers[index]) for index in unread]
        texts, more = ask(generator, again, str, repair=False, seed=seed, rank=rank)
        cost += more
        for index, text in zip(unread, texts, strict=True):
            answers[index] = _second(answers[index], _held(text, distinct[index], read))
    by_question = dict(zip(distinct, answers, strict=True))
    cost = replace(
        cost,
        repaired=sum(answer.status == "repaired" for answer in answers),
        unparsed=sum(answer.status == "unparsed" for answer in answers),
    )
    return [by_question[question] for question in questions], cost


def _conversation(turns: Sequence[str]) -> list[Message]:
    return [Message(role="assistant" if place % 2 else "user", content=turn) for place, turn in enumerate(turns)]


def _held(text: Answer[str], question: Question, read: Callable[[Question, str], Value]) -> Answer[Value]:
    if text.value is None:
        return Answer("failed", None, text.problem, text.tries)
    try:
        return Answer("parsed", read(question, text.value), None, text.tries)
    except ValueError as error:
        return Answer("unparsed", None, " ".join(str(error).split()), text.tries)


def _second(first: Answer[Value], second: Answer[Value]) -> Answer[Value]:
    """Join two tries; an answer whose repair failed stays unparsed, not failed."""
    tries = first.tries + second.tries
    if second.value is None:
        return Answer("unparsed", None, second.problem, tries)
    return Answer("repaired", second.value, None, tries)


def _sent_back(conversation: Conversation, answer: Answer[Value]) -> list[Message]:
    return [
        *conversation,
        Message(role="assistant", content=answer.text or ""),
        Message(role="user", content=REPAIR.format(problem=answer.problem)),
    ]
