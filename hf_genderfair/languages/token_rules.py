"""Cut what stands between white space into tokens, by patterns and exceptions as spaCy's tokenisers have them."""

from __future__ import annotations

import re
import string
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hf_genderfair.lexicons.loader import load_lexicon

PATTERNS = "token_patterns"
EXCEPTIONS = "token_exceptions"
KINDS = ("prefix", "suffix", "infix", "url")

Search = Callable[..., Any]

LETTERS = string.ascii_letters + "".join(letter for letter in map(chr, range(0xC0, 0x100)) if letter.isalpha())


@dataclass(frozen=True)
class Listed:
    """What the tables say of a language.

    Attributes:
        prefixes: Patterns of tokens at the start of a word, the one that is tried first first.
        suffixes: The same at the end.
        infixes: The same in the middle.
        url: Pattern of addresses, which stay whole.
        exceptions: Words with their tokens, whatever the patterns say.

    Example:
        >>> listed_rules("de").exceptions["z.B."]
        ('z.B.',)
    """

    prefixes: tuple[str, ...]
    suffixes: tuple[str, ...]
    infixes: tuple[str, ...]
    url: str
    exceptions: Mapping[str, tuple[str, ...]]


def listed_rules(lang: str) -> Listed:
    """Read the rules of a language."""
    rows = load_lexicon(PATTERNS).rows
    letters = {f"@{name}@": characters for _, name, characters in rows if name not in KINDS}

    def whole(pattern: str) -> str:
        return re.sub("@[A-Z_]+@", lambda name: letters[name[0]], pattern)

    prefixes, suffixes, infixes, (url,) = (
        tuple(whole(pattern) for of, name, pattern in rows if name == kind and of in (lang, "*")) for kind in KINDS
    )
    parts = [tuple(filter(None, tokens)) for of, *tokens in load_lexicon(EXCEPTIONS).rows if of == lang]
    return Listed(prefixes, suffixes, infixes, url, {"".join(tokens): tokens for tokens in parts})


class ChunkCutter:
    """Cuts words into tokens.

    Marks are taken off both ends for as long as a pattern finds some there or an exception is left; what is left is an
    exception, an address, or cut at the marks in its middle. At last, tokens that together are an exception become
    what that says.

    Example:
        >>> rules = listed_rules("de")
        >>> first, last = re.compile("^[(„]").search, re.compile("[)“.]$").search
        >>> cutter = ChunkCutter(first, last, re.compile("-").finditer, re.compile("http").match, rules.exceptions)
        >>> cutter.cut("(z.B.)"), cutter.cut("„US-Dollar“."), cutter.cut("http://a-b.de")
        (['(', 'z.B.', ')'], ['„', 'US', '-', 'Dollar', '“', '.'], ['http://a-b.de'])
    """

    def __init__(
        self,
        prefix: Search,
        suffix: Search,
        infixes: Callable[[str], Iterator[Any]],
        url: Search,
        exceptions: Mapping[str, tuple[str, ...]],
    ) -> None:
        """Find the exceptions that the patterns would cut."""
        self._prefix, self._suffix, self._infixes, self._url = prefix, suffix, infixes, url
        self._exceptions = exceptions
        self._cut_exceptions: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for word in exceptions:
            if " " in word or prefix(word) or suffix(word) or any(infixes(word)):
                tokens = tuple(token for part in word.split() for token in self._pieces(part, {}))
                self._cut_exceptions[tokens[0]].append(tokens)

    def cut(self, chunk: str) -> list[str]:
        """Return the tokens of a word."""
        tokens = self._pieces(chunk, self._exceptions)
        if self._cut_exceptions.keys().isdisjoint(tokens):
            return tokens
        return self._joined(tokens)

    def _pieces(self, chunk: str, exceptions: Mapping[str, tuple[str, ...]]) -> list[str]:
        before: list[str] = []
        after: list[str] = []
        left = 0
        while chunk and len(chunk) != left and chunk not in exceptions and not chunk.isalpha():
            left = len(chunk)
            start = _length(self._prefix(chunk))
            if start and chunk[start:] in exceptions:
                before.append(chunk[:start])
                chunk = chunk[start:]
                break
            rest = chunk[start:]
            end = left - _length(self._suffix(rest, len(rest) - len(rest.lstrip(LETTERS))))
            if end < left and chunk[:end] in exceptions:
                after.append(chunk[end:])
                chunk = chunk[:end]
                break
            before += filter(None, (chunk[:start],))
            after += filter(None, (chunk[end:],))
            chunk = chunk[start:end]
        return [*before, *self._middle(chunk, exceptions), *reversed(after)]

    def _middle(self, chunk: str, exceptions: Mapping[str, tuple[str, ...]]) -> Sequence[str]:
        if not chunk:
            return ()
        if chunk in exceptions:
            return exceptions[chunk]
        if chunk.isalpha() or self._url(chunk):
            return (chunk,)
        tokens: list[str] = []
        done = 0
        for match in self._infixes(chunk):
            start, end = match.span()
            if start:
                tokens += filter(None, (chunk[done:start], chunk[start:end]))
                done = end
        return [*tokens, chunk[done:]] if done < len(chunk) else tokens

    def _joined(self, tokens: list[str]) -> list[str]:
        """Return tokens with the exceptions among them; the longest are looked at first, then the first."""
        indices = [
            (start, start + len(phrase))
            for start, token in enumerate(tokens)
            for phrase in self._cut_exceptions.get(token, ())
            if tuple(tokens[start : start + len(phrase)]) == phrase
        ]
        taken: set[int] = set()
        chosen: dict[int, int] = {}
        for start, end in sorted(indices, key=lambda index: (index[0] - index[1], index[0])):
            if start not in taken and end - 1 not in taken:
                chosen[start] = end
            taken.update(range(start, end))
        joined: list[str] = []
        index = 0
        while index < len(tokens):
            end = chosen.get(index, index + 1)
            part = tokens[index:end]
            joined += self._exceptions.get("".join(part), part) if index in chosen else part
            index = end
        return joined


def _length(match: Any) -> int:
    return match.end() - match.start() if match else 0
