"""Answers in a required form: parsed strictly, repaired once, kept as text if unreadable; and their cache on disk."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from types import NoneType
from typing import Any, Generic, Literal, TypeAlias, TypeVar, cast

from huggingface_hub import constants
from pydantic import BaseModel, ValidationError

from hf_genderfair.core.errors import GenerationError
from hf_genderfair.generation.generator import Conversation, Cost, Generated, Generator, Message, OnAnswer

FILE = "answers.sqlite"
SECONDS_TO_WAIT = 60.0
PRIVATE = 0o600
TABLE = """
create table if not exists answers
(key text primary key, text text not null, prompt_tokens integer, completion_tokens integer, truncated integer not null)
"""


def cache_key(revision: str, conversation: Conversation, seed: int) -> str:
    """Return what identifies an answer: SHA-256 of model and parameters, messages and seed."""
    asked = json.dumps([revision, [dict(message) for message in conversation], seed], sort_keys=True)
    return hashlib.sha256(asked.encode("ascii")).hexdigest()


@dataclass(frozen=True)
class CachedGenerator:
    """Puts a cache on disk in front of a generator.

    Equal conversations with the same seed are asked once, also within one call. Failures are not cached: a later run
    asks again. Several processes of one machine may share a folder.

    Attributes:
        generator: Answers the conversations that the cache lacks.
        folder: Folder of the cache; None for `default_folder`.

    Example:
        >>> import tempfile
        >>> class Echo:
        ...     name = revision = "echo"
        ...
        ...     def generate(self, conversations, *, seed=0, rank=None, on_answer=None):
        ...         answers = [Generated(conversation[-1]["content"]) for conversation in conversations]
        ...         for index, answer in enumerate(answers):
        ...             on_answer(index, answer)
        ...         return answers
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     cached = CachedGenerator(Echo(), folder)
        ...     [cached.generate([[{"role": "user", "content": "Hello."}]])[0].cached for _ in range(2)]
        [False, True]
    """

    generator: Generator
    folder: str | os.PathLike[str] | None = None

    @property
    def name(self) -> str:
        """The name of the model behind the cache."""
        return self.generator.name

    @property
    def revision(self) -> str:
        """The revision of the model behind the cache."""
        return self.generator.revision

    def generate(
        self,
        conversations: Sequence[Conversation],
        *,
        seed: int = 0,
        rank: int | None = None,
        on_answer: OnAnswer | None = None,
    ) -> list[Generated]:
        """Answer each conversation, from the cache if possible; see `Generator.generate`.

        Raises:
            GenerationError: The cache cannot be used, or the model cannot be loaded or reached.
        """
        wanted = _Wanted([cache_key(self.revision, conversation, seed) for conversation in conversations], on_answer)
        with _opened(Path(self.folder or Path(constants.HF_HOME) / "hf_genderfair") / FILE) as database:
            for key in wanted.indices:
                if (known := _kept(database, key)) is not None:
                    wanted.deliver(key, known)
            missing = [key for key in wanted.indices if not wanted.has(key)]

            def write(number: int, answer: Generated) -> None:
                if answer.text is not None:
                    _write(database, missing[number], answer)
                wanted.deliver(missing[number], answer)

            if missing:
                asked = [conversations[wanted.indices[key][0]] for key in missing]
                generated = self.generator.generate(asked, seed=seed, rank=rank, on_answer=write)
                for number, answer in enumerate(generated):
                    if not wanted.has(missing[number]):  # a generator that does not call on_answer
                        write(number, answer)
        return [wanted.answers[index] for index in range(len(conversations))]


class _Wanted:
    """The indices of the conversations with each key, and the answers so far."""

    def __init__(self, keys: list[str], on_answer: OnAnswer | None) -> None:
        self.indices: dict[str, list[int]] = {}
        for index, key in enumerate(keys):
            self.indices.setdefault(key, []).append(index)
        self.on_answer = on_answer
        self.answers: dict[int, Generated] = {}

    def has(self, key: str) -> bool:
        return self.indices[key][0] in self.answers

    def deliver(self, key: str, answer: Generated) -> None:
        """Give an answer to the first conversation with its key and, as cached, to the others."""
        for index in self.indices[key]:
            self.answers[index] = answer
            if self.on_answer is not None:
                self.on_answer(index, answer)
            if answer.text is not None:
                answer = answer._replace(cached=True, retries=0)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a cache for one call: a connection may not outlive a fork, and answers may come from another thread."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # answers tell of the texts: the file is its owner's alone, from before anything stands in it
        # a link, which somebody else may have put there, is not followed
        file = os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, PRIVATE)
        with suppress(PermissionError):
            os.fchmod(file, PRIVATE)
        os.close(file)
        database = sqlite3.connect(path, timeout=SECONDS_TO_WAIT, isolation_level=None, check_same_thread=False)
    except (sqlite3.Error, OSError) as error:
        raise _unusable(path, error) from error
    with closing(database):
        try:
            # each statement is a transaction, so that written answers survive an interruption; several processes may
            # create a database with a rollback journal, but not with a write-ahead log, at the same time
            database.execute(TABLE)
            if _tables(database) != _our_tables():
                raise sqlite3.DatabaseError("it holds other things than answers")
            yield database
        except sqlite3.Error as error:
            raise _unusable(path, error) from error


def _tables(database: sqlite3.Connection) -> list[tuple[str, ...]]:
    """Return what a database consists of: views and triggers of others would run whenever it is asked."""
    return database.execute("select type, name, sql from sqlite_master order by type, name").fetchall()


@lru_cache
def _our_tables() -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(TABLE)
        return _tables(database)


def _unusable(path: Path, error: Exception) -> GenerationError:
    return GenerationError(f"the cache {path} cannot be used ({error}): delete the file or name another folder")


def _kept(database: sqlite3.Connection, key: str) -> Generated | None:
    query = "select text, prompt_tokens, completion_tokens, truncated from answers where key = ?"
    row = database.execute(query, (key,)).fetchone()
    if row is None:
        return None
    text, prompt_tokens, completion_tokens, truncated = row
    if not isinstance(text, str) or any(type(number) not in (int, NoneType) for number in row[1:]):
        raise sqlite3.DatabaseError("an answer is of another form")
    return Generated(text, prompt_tokens, completion_tokens, cached=True, truncated=bool(truncated))


def _write(database: sqlite3.Connection, key: str, answer: Generated) -> None:
    row = (key, answer.text, answer.prompt_tokens, answer.completion_tokens, answer.truncated)
    database.execute("insert or ignore into answers values (?, ?, ?, ?, ?)", row)


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
