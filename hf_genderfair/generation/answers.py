"""Answers in a required form: parsed strictly, repaired once, and kept as text where they cannot be parsed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Literal, TypeAlias, TypeVar, cast

from pydantic import BaseModel, ValidationError

from hf_genderfair.generation.generator import Conversation, Cost, Generated, Generator, Message

Question = TypeVar("Question", bound=Hashable)
Value = TypeVar("Value")
Model = TypeVar("Model", bound=BaseModel)
Schema: TypeAlias = Callable[[str], Value] | type[Value]

REPAIR = (
    "This answer cannot be read: {problem}. Answer again in exactly the required form, completely, "
    "and without anything else."
)


@dataclass(frozen=True)
class Answer(Generic[Value]):
    """The answer to one question.

    Attributes:
        status: ``parsed``; ``repaired``: parsed at the second try; ``unparsed``: the text cannot be parsed; ``failed``:
            there is no text.
        value: The parsed value; None where the status is ``unparsed`` or ``failed``.
        problem: Why the last try could not be parsed, in one line; None where it was parsed.
        tries: The first answer, and the second one where a repair was tried.

    Example:
        >>> Answer("unparsed", None, "no JSON in it", (Generated("Perhaps."),)).text
        'Perhaps.'
    """

    status: Literal["parsed", "repaired", "unparsed", "failed"]
    value: Value | None
    problem: str | None
    tries: tuple[Generated, ...]

    @property
    def text(self) -> str | None:
        """The text of the last try that has one."""
        return next((answer.text for answer in reversed(self.tries) if answer.text is not None), None)


def ask(
    generator: Generator,
    conversations: Sequence[Conversation],
    schema: Schema[Value] | Sequence[Schema[Value]],
    *,
    repair: bool = True,
    seed: int = 0,
    rank: int | None = None,
) -> tuple[list[Answer[Value]], Cost]:
    """Ask each question and parse its answer.

    Args:
        generator: The model.
        conversations: Conversations that ask for an answer in the form of ``schema``.
        schema: A pydantic model, for answers in JSON (see `parse_json`), or a function from the text of an answer to
            a value that raises `ValueError` with the reason where the text cannot be parsed; or one of these for
            each conversation.
        repair: Send an answer that cannot be parsed back once, with the reason.
        seed: See `Generator.generate`.
        rank: See `Generator.generate`.

    Returns:
        One answer for each conversation, in order, and what all of them cost.

    Raises:
        GenerationError: The model cannot be loaded or reached at all.

    Example:
        >>> class Hesitant:
        ...     name = revision = "hesitant"
        ...
        ...     def generate(self, conversations, *, seed=0, rank=None, on_answer=None):
        ...         return [Generated("seven" if len(asked) == 1 else "7") for asked in conversations]
        >>> (answer,), cost = ask(Hesitant(), [[{"role": "user", "content": "3 + 4 = ?"}]], int)
        >>> answer.status, answer.value, cost.repaired
        ('repaired', 7, 1)
    """
    begin = time.perf_counter()
    parsers = [_parser(each) for each in (schema if isinstance(schema, Sequence) else [schema] * len(conversations))]
    first = generator.generate(conversations, seed=seed, rank=rank)
    answers = [_read(parse, (generated,)) for parse, generated in zip(parsers, first, strict=True)]
    if repair and (unread := [index for index, answer in enumerate(answers) if answer.status == "unparsed"]):
        again = [_repair(conversations[index], answers[index]) for index in unread]
        for index, generated in zip(unread, generator.generate(again, seed=seed, rank=rank), strict=True):
            answers[index] = _read(parsers[index], (first[index], generated))
    cost = Cost.of(
        (generated for answer in answers for generated in answer.tries),
        time.perf_counter() - begin,
        repaired=sum(answer.status == "repaired" for answer in answers),
        unparsed=sum(answer.status == "unparsed" for answer in answers),
    )
    return answers, cost


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
    """Ask each distinct question once, and parse its answer with regard to the question; see `ask`."""
    distinct = list(dict.fromkeys(questions))
    conversations = [_conversation(turns(question)) for question in distinct]
    schemas = [partial(read, question) for question in distinct]
    answers, cost = ask(generator, conversations, schemas, repair=repair, seed=seed, rank=rank)
    by_question = dict(zip(distinct, answers, strict=True))
    return [by_question[question] for question in questions], cost


def parse_json(model: type[Model], text: str) -> Model:
    """Parse an answer that holds one JSON value."""
    # The value begins at the first ``{`` or ``[`` of the text. A fence or prose around it is ignored, since many models
    # write one; a second bracket after it, a repeated key, NaN and broken JSON are errors.
    start = min((index for index in (text.find("{"), text.find("[")) if index >= 0), default=None)
    if start is None:
        raise ValueError("it holds no JSON")
    try:
        _, end = _DECODER.raw_decode(text, start)
    except RecursionError:
        raise ValueError("its JSON is nested too deeply") from None
    if "{" in text[end:] or "[" in text[end:]:
        raise ValueError("it holds more than one JSON value")
    try:
        return model.model_validate_json(text[start:end])
    except ValidationError as error:
        raise ValueError("; ".join(map(_fault, error.errors(include_url=False)))) from error


def _fault(fault: Any) -> str:
    location = ".".join(map(str, fault["loc"]))
    return f"{location}: {fault['msg']}" if location else str(fault["msg"])


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    if repeated := [key for key in keys if keys.count(key) > 1]:
        raise ValueError(f"the key {repeated[0]!r} is there twice")
    return dict(pairs)


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_number)


def _parser(schema: Schema[Value]) -> Callable[[str], Value]:
    if isinstance(schema, type) and issubclass(schema, BaseModel):
        return cast(Callable[[str], Value], partial(parse_json, schema))
    return cast(Callable[[str], Value], schema)


def _read(parse: Callable[[str], Value], tries: tuple[Generated, ...]) -> Answer[Value]:
    """Parse the last of the tries; an answer whose repair failed is unparsed, not failed."""
    last = tries[-1]
    if last.text is None:
        return Answer("unparsed" if len(tries) > 1 else "failed", None, last.error, tries)
    try:
        value = parse(last.text)
    except ValueError as error:
        return Answer("unparsed", None, " ".join(str(error).split()), tries)
    return Answer("repaired" if len(tries) > 1 else "parsed", value, None, tries)


def _repair(conversation: Conversation, answer: Answer[Any]) -> list[Message]:
    """Return the conversation with the answer that cannot be parsed and the reason."""
    return [
        *conversation,
        Message(role="assistant", content=answer.text or ""),
        Message(role="user", content=REPAIR.format(problem=answer.problem)),
    ]


def _conversation(turns: Sequence[str]) -> list[Message]:
    return [Message(role="assistant" if index % 2 else "user", content=turn) for index, turn in enumerate(turns)]
