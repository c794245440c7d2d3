"""The protocol of language models: conversations in, texts out; and what their answers cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Literal, NamedTuple, Protocol, TypeAlias, TypedDict

from hf_genderfair.core.counts import Share, share


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


@dataclass(frozen=True)
class Cost:
    """The cost of a number of answers; costs of shards add up.

    Attributes:
        requests: Number of requests, repairs included.
        cached: Requests that the cache answered; they are in none of the numbers of tokens.
        failed: Requests without an answer after all retries.
        truncated: Answers that reached the maximal number of tokens, cached ones included.
        retries: Number of retries.
        repaired: Answers that were parsed after a repair.
        unparsed: Answers that could not be parsed.
        prompt_tokens: Tokens of the prompts, as far as they were counted.
        completion_tokens: Tokens of the answers, as far as they were counted.
        uncounted: Calls without a number of tokens from the server.
        seconds: Time from the first request to the last answer, summed over processes.

    Example:
        >>> cost = Cost.of([Generated("yes", 20, 1), Generated("no", 20, 1, cached=True)], seconds=0.5)
        >>> cost.calls, cost.prompt_tokens, cost.cached_share.value
        (1, 20, 0.5)
        >>> (cost + cost).seconds
        1.0
    """

    requests: int = 0
    cached: int = 0
    failed: int = 0
    truncated: int = 0
    retries: int = 0
    repaired: int = 0
    unparsed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    uncounted: int = 0
    seconds: float = 0.0

    @classmethod
    def of(cls, generated: Iterable[Generated], seconds: float, repaired: int = 0, unparsed: int = 0) -> Cost:
        """Return the cost of some answers.

        Args:
            generated: All answers.
            seconds: Total time.
            repaired: Number of answers that were parsed after a repair.
            unparsed: Number of answers that could not be parsed.
        """
        every = list(generated)
        called = [answer for answer in every if not answer.cached]
        return cls(
            requests=len(every),
            cached=len(every) - len(called),
            failed=sum(answer.text is None for answer in every),
            truncated=sum(answer.truncated for answer in every),
            retries=sum(answer.retries for answer in every),
            repaired=repaired,
            unparsed=unparsed,
            prompt_tokens=sum(answer.prompt_tokens or 0 for answer in called),
            completion_tokens=sum(answer.completion_tokens or 0 for answer in called),
            uncounted=sum(answer.text is not None and answer.completion_tokens is None for answer in called),
            seconds=seconds,
        )

    @property
    def calls(self) -> int:
        """Requests that went to the model."""
        return self.requests - self.cached

    @property
    def cached_share(self) -> Share:
        """Share of the requests that the cache answered."""
        return share(self.cached, self.requests)

    def __add__(self, other: Cost) -> Cost:
        """Add figure by figure."""
        return Cost(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))

    def as_table_rows(self) -> list[tuple[str, int | float | None]]:
        """Return the rows of a table: label and figure, None for an undefined figure."""
        return [
            ("requests", self.requests),
            ("calls", self.calls),
            ("cached", self.cached),
            ("cached share", self.cached_share.value),
            ("failed", self.failed),
            ("truncated", self.truncated),
            ("retries", self.retries),
            ("repaired", self.repaired),
            ("unparsed", self.unparsed),
            ("prompt tokens", self.prompt_tokens),
            ("completion tokens", self.completion_tokens),
            ("calls without a count of tokens", self.uncounted),
            ("seconds", self.seconds),
        ]
