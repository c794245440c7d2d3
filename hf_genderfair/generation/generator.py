"""The protocol of language models: conversations in, texts out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias, TypedDict


class Message(TypedDict):
    """One turn of a conversation.

    Example:
        >>> Message(role="user", content="Name a bird.")
        {'role': 'user', 'content': 'Name a bird.'}
    """

    role: Literal["system", "user", "assistant"]
    content: str


Conversation: TypeAlias = Sequence[Message]


class Generated(NamedTuple):
    """The answer of a model to one conversation, or the error of a request that failed finally.

    Attributes:
        text: The text; None where there is none.
        prompt_tokens: Number of tokens of the prompt; None where it is unknown.
        completion_tokens: Number of tokens of the answer; None where it is unknown.
        cached: Whether the answer is from a cache, and thus without cost.
        error: Why there is no text, in one line; None where there is one.
        truncated: Whether the answer reached the maximal number of tokens.
        retries: Number of retries of the request.

    Example:
        >>> Generated("A robin.", prompt_tokens=5, completion_tokens=3).error is None
        True
    """

    text: str | None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached: bool = False
    error: str | None = None
    truncated: bool = False
    retries: int = 0


OnAnswer: TypeAlias = Callable[[int, Generated], None]
"""Called with the index of a conversation and its answer as soon as it exists, in any order."""


class Generator(Protocol):
    """A language model with fixed parameters.

    Instances are plain configuration: they can be pickled, compared and used as settings of transforms, whose digest
    contains ``revision``.

    Example:
        >>> class Echo:
        ...     name = revision = "echo"
        ...
        ...     def generate(self, conversations, *, seed=0, rank=None, on_answer=None):
        ...         return [Generated(conversation[-1]["content"]) for conversation in conversations]
        >>> echo: Generator = Echo()
        >>> echo.generate([[{"role": "user", "content": "Hello."}]])[0].text
        'Hello.'
    """

    @property
    def name(self) -> str:
        """Name of the model, for readers."""

    @property
    def revision(self) -> str:
        """Everything that determines an answer besides conversation and seed: model, its revision, parameters."""

    def generate(
        self,
        conversations: Sequence[Conversation],
        *,
        seed: int = 0,
        rank: int | None = None,
        on_answer: OnAnswer | None = None,
    ) -> list[Generated]:
        """Answer each conversation."""
