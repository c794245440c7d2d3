"""Tokens and sentence ends for the embedded pipelines, in the way of the treebanks they are trained on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import gt
from typing import NamedTuple

import regex

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.token_rules import ChunkCutter, listed_rules

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
