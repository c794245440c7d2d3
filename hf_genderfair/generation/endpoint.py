"""A model behind an OpenAI-compatible server or one of the Hub's inference providers."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from json import JSONDecodeError
from typing import Any, TypeAlias, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

from httpx2 import ConnectError, ConnectTimeout, HTTPError, Timeout
from huggingface_hub import AsyncInferenceClient
from huggingface_hub.errors import HfHubHTTPError

from hf_genderfair.core.errors import GenerationError
from hf_genderfair.core.settings import check_settings, may_send, public_text
from hf_genderfair.generation.generator import Conversation, Generated, OnAnswer

HUB = "huggingface.co"
TOKENS = frozenset({"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "HUGGINGFACEHUB_API_TOKEN"})
"""Variables that hold the token of the Hub, which is sent nowhere else."""

SHORTEST_SECRET = 4
"""Characters from which a part of an address or a key is taken out of messages."""

Result = TypeVar("Result")
Work: TypeAlias = Callable[[], Coroutine[Any, Any, Result]]

FIRST_WAIT = 0.5
LONGEST_WAIT = 60.0
LONGEST_WAIT_ASKED_FOR = 600.0
LONGEST_CONNECT = 10.0
LONGEST_REASON = 300
WORTH_ANOTHER_TRY = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
CONCERNS_ALL = frozenset({401, 402, 403, 404, 405})
"""Status of a wrong key, an exhausted account, an unknown model or address, which concerns all requests."""

FAILURES = (HTTPError, asyncio.TimeoutError, ValueError, TypeError, LookupError, AttributeError)
"""Errors of a try; the last four where a server sends something that is not a chat completion."""

NO_KEY = "none"
"""Sent where no key is set; the client would otherwise send the user's Hugging Face token to any server."""


@dataclass(frozen=True)
class EndpointGenerator:
    """Sends conversations to a server, several at a time, with retries.

    Time-outs, lost connections and answers 429 and 5xx are retried after a wait that doubles, or that the server's
    ``Retry-After`` sets. A request that fails finally is kept with its error. A server that cannot be reached, or
    refuses the key or the model, ends the run at once: with an error where nothing has been answered yet, else with
    the answers so far, and the error for all others.

    Attributes:
        model: Name of the model on the server.
        base_url: Address of the server, such as ``http://localhost:8000/v1``; None for the Hub's providers.
        provider: One of the Hub's providers; None for the choice of the user's account.
        key_variable: Environment variable that holds the key. By default ``OPENAI_API_KEY`` for an address; for the
            Hub's providers the token of the Hugging Face login. The key itself is never part of the state, and the
            variables of the Hub's token are sent to huggingface.co alone. No redirect is followed.
        temperature: Sampling temperature; 0 takes the most likely token.
        max_tokens: Longest answer, in tokens.
        concurrency: Number of concurrent requests.
        timeout: Time limit for one try, in seconds.
        retries: Number of tries after the first.

    Example:
        >>> EndpointGenerator("qwen", base_url="http://localhost:8000/v1", max_tokens=64).revision
        'qwen at http://localhost:8000/v1, temperature 0.0, max_tokens 64'
    """

    model: str
    base_url: str | None = None
    provider: str | None = None
    key_variable: str | None = None
    temperature: float = 0.0
    max_tokens: int = 512
    concurrency: int = 8
    timeout: float = 60.0
    retries: int = 5

    def __post_init__(self) -> None:
        """Check the settings."""
        check_settings(self)
        # the client would take any other name for one of the Hub's providers
        if self.base_url is not None and not self.base_url.startswith(("http://", "https://")):
            shown = self.base_url.rpartition("@")[2].partition("?")[0]
            raise GenerationError(f"{shown!r} is no address of a server: write http:// or https:// before it")
        host = _host(self.base_url)
        if self.base_url is not None and not host:
            raise GenerationError("base_url is no address of a server: write %40 for @, %2F for / in a password")
        if self.key_variable in TOKENS and host not in ("", HUB) and not host.endswith(f".{HUB}"):
            raise GenerationError(
                f"{self.key_variable} is sent to {HUB} alone: give the key of {host} a variable of its own"
            )
        if self.base_url is not None and self.provider is not None:
            raise GenerationError("name the address of a server or a provider of the Hub, not both")
        if self.concurrency < 1 or self.max_tokens < 1 or self.retries < 0 or self.timeout <= 0 or self.temperature < 0:
            raise GenerationError(
                "concurrency, max_tokens and timeout must be above 0, retries and temperature not below"
            )

    @property
    def name(self) -> str:
        """The model's name on the server."""
        return self.model

    @property
    def location(self) -> str:
        """Where the model runs: the address without user, password and query, or the provider."""
        return public_text(self.base_url) if self.base_url else f"provider {self.provider or 'auto'}"

    @property
    def revision(self) -> str:
        """Model, location and parameters; the model behind the name is known only to the server."""
        return f"{self.model} at {self.location}, temperature {self.temperature}, max_tokens {self.max_tokens}"

    def generate(
        self,
        conversations: Sequence[Conversation],
        *,
        seed: int = 0,
        rank: int | None = None,
        on_answer: OnAnswer | None = None,
    ) -> list[Generated]:
        """Answer each conversation; see `Generator.generate`.

        Also works inside a running event loop, as in a notebook; ``on_answer`` is then called from another thread.

        Raises:
            GenerationError: The server cannot be reached or refuses key or model, and has answered nothing.
        """
        if not may_send():
            return [Generated(None, error="nothing is sent in a dry run") for _ in conversations]
        run = _Run(self, conversations, seed, on_answer)
        _finish(run.answer_all)
        if run.stopped and not any(answer.text is not None for answer in run.answers.values()):
            raise GenerationError(run.stopped)
        return [run.answers[index] for index in range(len(conversations))]

    def _without_secrets(self, said: str) -> str:
        """Return what a server or a library said, in one line, without the key and the secrets of the address."""
        parts = urlsplit(self.base_url or "")
        hidden = {self._key() or "", parts.password or "", parts.query, parts.fragment}
        hidden |= {value for _, value in parse_qsl(parts.query)} | {unquote(part) for part in hidden}
        line = public_text(" ".join(said.split()))
        for secret in sorted(hidden, key=len, reverse=True):
            if len(secret) >= SHORTEST_SECRET and secret != NO_KEY:
                line = line.replace(secret, "…")
        return line

    def _key(self) -> str | None:
        """Return the key that is sent, which is read when it is needed and never kept; None for that of the login."""
        if self.base_url is None:
            return os.environ.get(self.key_variable) if self.key_variable else None
        return os.environ.get(self.key_variable or "OPENAI_API_KEY") or NO_KEY

    def _client(self) -> AsyncInferenceClient:
        # a running server accepts a connection quickly, however long its answer takes
        timeout: Any = Timeout(self.timeout, connect=min(LONGEST_CONNECT, self.timeout / 2))
        where: Any = {"provider": self.provider} if self.base_url is None else {"base_url": self.base_url}
        return AsyncInferenceClient(**where, api_key=self._key(), timeout=timeout)

    def __repr__(self) -> str:
        """Return model, location and parameters, without what is secret."""
        return f"EndpointGenerator({self.revision!r})"


@dataclass
class _Run:
    """One call of `EndpointGenerator.generate`: its answers so far, and the reason if it was stopped."""

    generator: EndpointGenerator
    conversations: Sequence[Conversation]
    seed: int
    on_answer: OnAnswer | None
    answers: dict[int, Generated] = field(default_factory=dict)
    stopped: str = ""

    async def answer_all(self) -> None:
        waiting = iter(range(len(self.conversations)))
        async with self.generator._client() as client:
            # what a server sends elsewhere would take the texts along, and perhaps the key
            (await client._get_async_client()).follow_redirects = False
            workers = [
                asyncio.create_task(self._work(client, waiting))
                for _ in range(min(self.generator.concurrency, len(self.conversations)))
            ]
            try:
                await asyncio.gather(*workers)
            finally:
                for worker in workers:
                    worker.cancel()
                await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, client: AsyncInferenceClient, waiting: Iterator[int]) -> None:
        """Answer one conversation after the other; all workers share the waiting conversations."""
        for index in waiting:
            answer = await self._answer(client, self.conversations[index])
            self.answers[index] = answer
            if self.on_answer is not None:
                self.on_answer(index, answer)

    async def _answer(self, client: AsyncInferenceClient, conversation: Conversation) -> Generated:
        tried = 0
        while not self.stopped:
            try:
                completion = await asyncio.wait_for(self._request(client, conversation), self.generator.timeout)
                return _generated(completion, tried)
            except FAILURES as error:
                failure = _failure(error, self.generator)
            if tried == self.generator.retries or not failure.again:
                if failure.concerns_all:
                    self.stopped = f"{self.generator.location} {failure.concerns_all}"
                return Generated(None, error=failure.error, retries=tried)
            await asyncio.sleep(_wait(tried, failure.asked_for))
            tried += 1
        return Generated(None, error=self.stopped, retries=max(0, tried - 1))

    async def _request(self, client: AsyncInferenceClient, conversation: Conversation) -> Any:
        return await client.chat_completion(
            [dict(message) for message in conversation],
            model=self.generator.model,
            temperature=self.generator.temperature,
            max_tokens=self.generator.max_tokens,
            seed=self.seed,
        )


def _host(address: str | None) -> str:
    """Return the host of an address; empty where it has none, or where a user or password divides it wrongly."""
    try:
        parts = urlsplit(address or "")
        return "" if "@" in parts.path or parts.port == 0 else parts.hostname or ""
    except ValueError:
        return ""


def _generated(completion: Any, retries: int) -> Generated:
    """Convert a chat completion; an answer without text is an error with the server's reason."""
    choice = completion.choices[0]
    text, usage = choice.message.content, completion.usage
    return Generated(
        text,
        prompt_tokens=usage.prompt_tokens if usage else None,
        completion_tokens=usage.completion_tokens if usage else None,
        error=None if text is not None else f"an answer without text (finish_reason {choice.finish_reason!r})",
        truncated=choice.finish_reason == "length",
        retries=retries,
    )


@dataclass(frozen=True)
class _Failure:
    """The failure of a try: whether to retry, after how long, and the reason if it concerns all requests."""

    error: str
    again: bool = True
    asked_for: str | None = None
    concerns_all: str = ""


def _failure(error: Exception, generator: EndpointGenerator) -> _Failure:
    reason = generator._without_secrets(str(error)) or type(error).__name__
    if isinstance(error, HfHubHTTPError):
        return _refusal(error, generator)
    if isinstance(error, ConnectError) or isinstance(error.__cause__, ConnectTimeout):
        advice = f"cannot be reached ({reason}): start the server or correct the address"
        return _Failure(f"no connection: {reason}", concerns_all=advice)
    if isinstance(error, (TimeoutError, asyncio.TimeoutError)):
        return _Failure(f"no answer within {generator.timeout:g} s")
    if isinstance(error, HTTPError):
        return _Failure(f"the connection was lost: {reason}")
    # without an address, the client looks up the provider and reports missing settings by these errors
    needs = generator.base_url is None and not isinstance(error, JSONDecodeError)
    return _Failure(
        f"no chat completion: {reason}", again=False, concerns_all=f"cannot be used: {reason}" if needs else ""
    )


def _refusal(error: HfHubHTTPError, generator: EndpointGenerator) -> _Failure:
    response = error.response
    if response.is_redirect:
        advice = f"sends elsewhere (HTTP {response.status_code}), which is not followed: give the address that answers"
        return _Failure(f"the server {advice}", again=False, concerns_all=advice)
    said = generator._without_secrets(error.server_message or response.text or response.reason_phrase)
    reason = f"HTTP {response.status_code}: {said[:LONGEST_REASON]}"
    return _Failure(
        reason,
        again=response.status_code in WORTH_ANOTHER_TRY,
        asked_for=response.headers.get("Retry-After"),
        concerns_all=f"refuses {generator.model!r}: {reason}" if response.status_code in CONCERNS_ALL else "",
    )


def _wait(tried: int, asked_for: str | None) -> float:
    """Return the seconds before the next try: those of the server, else a random time below a doubling bound."""
    # The randomness spreads requests that failed together.
    bound = min(FIRST_WAIT * 2**tried, LONGEST_WAIT)
    if asked_for is None:
        return random.uniform(bound / 2, bound)
    try:
        seconds = float(asked_for)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(asked_for).timestamp() - time.time()
        except ValueError:
            seconds = bound
    return min(max(0.0, seconds), LONGEST_WAIT_ASKED_FOR)


def _finish(work: Work[Result]) -> Result:
    """Run a coroutine to its end, in another thread where this one has a running event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work())
    begun: Future[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]]] = Future()

    async def begin() -> Result:
        task = asyncio.current_task()
        assert task is not None
        begun.set_result((asyncio.get_running_loop(), task))
        return await work()

    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(lambda: asyncio.run(begin()))
        try:
            return running.result()
        except KeyboardInterrupt:
            loop, task = begun.result()
            with suppress(RuntimeError):  # the run has just ended
                loop.call_soon_threadsafe(task.cancel)
            raise
