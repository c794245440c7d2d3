"""The cost of answers: calls, tokens, cached share, repairs, seconds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from hf_genderfair.core.counts import Share, share
from hf_genderfair.generation.generator import Generated


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
