"""A cache of answers on disk, so that an interrupted run only asks for the missing ones."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import NoneType

from huggingface_hub import constants

from hf_genderfair.core.errors import GenerationError
from hf_genderfair.generation.generator import Conversation, Generated, Generator, OnAnswer

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
                if (known := _read(database, key)) is not None:
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


def _read(database: sqlite3.Connection, key: str) -> Generated | None:
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
