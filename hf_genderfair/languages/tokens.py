"""Tokens and sentence ends of a text, in the way of the treebanks, and sentences by their marks alone."""

from __future__ import annotations

import re
import string
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import gt
from typing import Any, NamedTuple

import regex

from hf_genderfair.core.resources import resource
from hf_genderfair.core.text_view import text_view
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


VERSION = "3"
"""Raised whenever tokens or ends of sentences can change."""

MOST_WORDS = 256
"""Longest sentence in tokens; what is longer is cut."""

LONG_LINE = 50
"""From this length on, the end of a line can stand inside a sentence (text with hard line breaks)."""

HYPHENS_DE = (r"(?<=[\p{L}\d])-(?=\p{L})", r"(?<=\p{L})-(?=\d)")
RUNS_EN = (r"[!?]", "=", r"\*", "_", r"\$", "<", ">", "~", "#")
"""Marks whose repetition is one token in English web text."""

PREFIXES_EN = frozenset(
    "anti co counter cross e ex inter intra macro mega micro mid mini multi neo non over post pre pro pseudo quasi re "
    "self semi sub super trans ultra un under vice".split()
)
"""What stays with the word after its hyphen (*e-mail*, *non-profit*): other compounds are cut at the hyphen."""

DASHES_EN = re.compile(r"((?<![-=+])-{2,4}(?![-=+])|[—―]+)")
"""Dashes that are tokens of their own, whatever touches them (*Jane.--“I know”*); ruled lines are not dashes."""

INFIXES_CA = (
    r"(?<=[\p{L}]['’])(?=[\p{L}0-9])",
    r"(?<=[\p{L}0-9])[:<>=/](?=[\p{L}])",
    r"(?<=[\p{L}]),(?=[\p{L}])",
    r"(?<=\p{Ll})\.(?=\p{Lu})",
    r"\.\.+|…",
)

KNOWN_CHUNKS = 200_000
LONGEST_CHUNK = 1000
LONGEST_PIECE = 200
"""A run without white space that is longer than a chunk (encoded data) is cut blindly after it, into such pieces."""

_CHUNK = re.compile(r"\S+")
ENDS = frozenset((".", "!", "?", "…", "..", "...", "....", "?!", "!?", "!!", "!!!", "??", "???"))
CLOSERS = frozenset(('"', "”", "“", "»", "«", "’", "‘", "'", "''", ")", "]", "}", "›", "‹"))
_NUMBER_WITH_STOP = re.compile(r"\d+\.")


class TokenisedSentence(NamedTuple):
    """The tokens of a sentence, as columns.

    Attributes:
        forms: The characters of each token.
        starts: Offset of the first character of each in the text, in code points.
        ends: Offset after the last character of each.
        spaces: Whether white space, or the start of the text, stands before each.
    """

    forms: list[str]
    starts: list[int]
    ends: list[int]
    spaces: list[bool]


def tokenise(texts: Iterable[str], lang: str) -> Iterator[list[TokenisedSentence]]:
    """Yield the sentences of each text."""
    # Tokens follow the treebanks: German hyphenated words are split at the hyphen (*US-Präsident* is three tokens, as
    # in the German UD treebanks), contractions and verbs with enclitics stay whole. Text is cut at white space first,
    # and the rules of the language, those of spaCy as far as they fit, cut what stands between; the pieces of frequent
    # words are remembered.
    tokeniser = resource(("tokeniser", lang), lambda: _Tokeniser(lang))
    for text in texts:
        starts, ends = tokeniser.offsets(text)
        forms = [text[start:end] for start, end in zip(starts, ends, strict=True)]
        yield list(_sentences(text, forms, starts, ends))


class _Tokeniser:
    """The rules for what stands between white space, with a memory of bounded size."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.is_url = re.compile(listed_rules(lang).url).match
        self.cutter = chunk_cutter(lang)
        self.known: dict[str, tuple[int, ...]] = {}

    def offsets(self, text: str) -> tuple[list[int], list[int]]:
        starts: list[int] = []
        ends: list[int] = []
        for match in _CHUNK.finditer(text):
            chunk, offset = match.group(), match.start()
            lengths = self.known.get(chunk) or self._cut(chunk)
            end = match.end()
            if chunk[-1] == "." and (end == len(text) or text[end] == "\n" or text[end + 1 : end + 2].isupper()):
                lengths = _final_stop(chunk, lengths, following=text[end : end + 2].strip())
            for length in lengths:
                starts.append(offset)
                offset += length
                ends.append(offset)
        return starts, ends

    def _between_dashes(self, chunk: str) -> list[str]:
        """Cut English text at its dashes, since the rules find marks at the ends of words only."""
        if self.lang != "en" or not DASHES_EN.search(chunk) or self.is_url(chunk):
            return [chunk]
        return [part for part in DASHES_EN.split(chunk) if part]

    def _cut(self, chunk: str) -> tuple[int, ...]:
        if len(self.known) >= KNOWN_CHUNKS:
            self.known.clear()
        parts = self._between_dashes(chunk[:LONGEST_CHUNK])
        pieces = [token for part in parts for token in self.cutter.cut(part)]
        if self.lang == "en":
            pieces = _with_prefixes(pieces)
        lengths = tuple(map(len, pieces))
        if len(chunk) > LONGEST_CHUNK:
            rest = range(LONGEST_CHUNK, len(chunk), LONGEST_PIECE)
            return (*lengths, *(min(LONGEST_PIECE, len(chunk) - start) for start in rest))
        self.known[chunk] = lengths
        return lengths


def _with_prefixes(pieces: list[str]) -> list[str]:
    """Join an English prefix with its hyphen and the word after it."""
    joined: list[str] = []
    for piece in pieces:
        if len(joined) > 1 and joined[-1] == "-" and joined[-2].lower() in PREFIXES_EN and piece[0].isalpha():
            joined[-2:] = ["".join((*joined[-2:], piece))]
        else:
            joined.append(piece)
    return joined


def chunk_cutter(lang: str) -> ChunkCutter:
    """Return what cuts words of a language as the treebanks do."""
    rules = listed_rules(lang)
    prefix = re.compile("|".join(f"^{pattern}" for pattern in rules.prefixes)).search
    suffix = re.compile("|".join(f"{pattern}$" for pattern in rules.suffixes)).search
    infixes = re.compile("|".join(rules.infixes)).finditer
    exceptions = rules.exceptions
    if lang == "de":
        infixes = regex.compile("|".join((*rules.infixes, *HYPHENS_DE))).finditer
        suffix = regex.compile(_either("(?:{})$", (*rules.suffixes, r"(?<=\p{L})-"))).search
    elif lang == "en":
        runs = "|".join(f"{mark}{{2,}}" for mark in RUNS_EN)
        ends = "|".join(f"(?<!{mark}){mark}{{2,}}$" for mark in RUNS_EN)
        prefix = regex.compile(f"^(?:{runs})|{_either('^(?:{})', rules.prefixes)}").search
        suffix = regex.compile(f"{ends}|{_either('(?:{})$', rules.suffixes)}").search
        exceptions = {word: tokens for word, tokens in exceptions.items() if "/" not in word}
    elif lang == "ca":
        infixes = regex.compile("|".join(INFIXES_CA)).finditer
        exceptions = {word: tokens for word, tokens in exceptions.items() if len(tokens) == 1}
    return ChunkCutter(prefix, suffix, infixes, re.compile(rules.url).match, exceptions)


def _either(frame: str, patterns: Iterable[str]) -> str:
    return "|".join(map(frame.format, patterns))


def _final_stop(chunk: str, lengths: tuple[int, ...], following: str) -> tuple[int, ...]:
    """Cut off the full stop that ends a sentence after a number: a large one (*im Jahr 2009.*), or the last word."""
    number = chunk[len(chunk) - lengths[-1] :]
    if len(number) > 1 and _NUMBER_WITH_STOP.fullmatch(number) and (len(number) > 3 or not following):
        return (*lengths[:-1], lengths[-1] - 1, 1)
    return lengths


def _sentences(text: str, forms: list[str], starts: list[int], ends: list[int]) -> Iterator[TokenisedSentence]:
    spaces = [True, *map(gt, starts[1:], ends)]
    first = 0
    for index in [*_ends(text, forms, starts, ends, spaces), len(forms) - 1]:
        for cut in range(first, index + 1, MOST_WORDS):
            part = slice(cut, min(cut + MOST_WORDS, index + 1))
            yield TokenisedSentence(forms[part], starts[part], ends[part], spaces[part])
        first = index + 1


def _ends(text: str, forms: list[str], starts: list[int], ends: list[int], spaces: list[bool]) -> Iterator[int]:
    """Yield the tokens after which a sentence ends, without the last one of the text."""
    lines = "\n" in text
    before_end = False
    for index, (form, space) in enumerate(zip(forms, spaces[1:], strict=False)):
        before_end = form in ENDS or (before_end and form in CLOSERS)
        if not space:
            continue
        if (before_end and not forms[index + 1][0].islower() and forms[index + 1][0] not in ",;:)]}") or (
            lines and _line_ends(text, ends[index], starts[index + 1])
        ):
            yield index


def _line_ends(text: str, end: int, start: int) -> bool:
    """Whether a sentence ends with the line: a blank line follows, or the line is too short for a hard break."""
    breaks = text.count("\n", end, start)
    return breaks > 1 or (breaks == 1 and end - text.rfind("\n", 0, end) < LONG_LINE)


Span = tuple[int, int]

WORD = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")
CUTS = re.compile(r"[;:–—,]\s+")
CONTEXT = 600
"""So many characters before a sentence are searched for the sentence before it."""


def sentence_spans(text: str, lang: str) -> list[Span]:
    """Return start and end of every sentence of a text."""
    view = text_view(text)
    (sentences,) = tokenise([view.text], lang)
    return [view.span_as_given(sentence.starts[0], sentence.ends[-1]) for sentence in sentences]


def sentence_before(text: str, start: int, lang: str) -> str:
    """Return the sentence before an offset, as the context of the one that begins there; empty where there is none."""
    before = text[max(0, start - CONTEXT) : start].strip()
    if not before:
        return ""
    first, last = sentence_spans(before, lang)[-1]
    return before[first:last]


def count_tokens(text: str) -> int:
    """Return the number of words and marks of a text."""
    return sum(1 for _ in WORD.finditer(text))


def parts(text: str, span: Span, longest: int) -> list[Span]:
    """Cut a long sentence behind its commas, colons, semicolons and dashes."""
    found: list[Span] = []
    start, end = span
    cut = start
    for match in CUTS.finditer(text, start, end):
        if cut > start and count_tokens(text[start : match.end()]) > longest:
            found.append((start, start + len(text[start:cut].rstrip())))
            start = cut
        cut = match.end()
    if cut > start and count_tokens(text[start:end]) > longest:
        found.append((start, start + len(text[start:cut].rstrip())))
        start = cut
    return [*found, (start, end)]


def merged(spans: Iterable[Sequence[Span]]) -> list[Span]:
    """Return the spans of several columns, each once, in order."""
    return sorted({span for column in spans for span in column})
