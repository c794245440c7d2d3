"""The protocol of every language model: conversations in, texts out."""

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
    """What a model made of one conversation; a request that failed for good is kept, with its error.

    Attributes:
        text: The answer as it came; None where there is none.
        prompt_tokens: Tokens read; None where the server does not say.
        completion_tokens: Tokens written; None where the server does not say.
        cached: Whether the answer was there before: then it cost nothing now.
        error: Why there is no text, in one line; None where there is one.
        truncated: Whether the answer was cut at the largest number of tokens.
        retries: How often the request was sent again.

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
"""Called with the index of a conversation and its answer as soon as that exists, in any order."""


class Generator(Protocol):
    """A language model with fixed parameters.

    Its instances are plain configuration: they can be pickled, compared and be the setting of a transform, with
    ``revision`` in the transform's digest.

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
        """The model, for people."""

    @property
    def revision(self) -> str:
        """All that an answer depends on besides conversation and seed: model, its revision, parameters."""

    def generate(
        self,
        conversations: Sequence[Conversation],
        *,
        seed: int = 0,
        rank: int | None = None,
        on_answer: OnAnswer | None = None,
    ) -> list[Generated]:
        """Answer each conversation.

        Args:
            conversations: Messages, the one to be answered last.
            seed: Another seed gives another answer where the temperature is above 0, and always another place in a
                cache: five runs have five seeds.
            rank: Number of the worker process, None in a single process; picks a device, never a result.
            on_answer: Called in this process with each answer as soon as it exists.

        Returns:
            One answer a conversation, in their order.

        Raises:
            GenerationError: The model cannot be loaded or reached at all.
        """
