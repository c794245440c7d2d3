"""What stands in sentences of a report: short names of data in plain words, limits, shares with their intervals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from itertools import chain
from pathlib import Path
from textwrap import wrap

import numpy as np

from hf_genderfair.core.resources import resource
from hf_genderfair.core.settings import language_code
from hf_genderfair.lexicons.loader import load_lexicon

NARROW = 0.02
"""An interval narrower than this is written with one decimal place."""

SMALLEST = 0.001
"""Smaller shares are written as less than this."""

TOO_FEW = "too few for a verdict"

MINUS = "\N{MINUS SIGN}"

LINE = 110
"""Characters of a line that a terminal shows."""

JOIN = "\N{NO-BREAK SPACE}"
"""Between a number and its sign, so that no line ends there."""


GLOSSARY_ENTRY = re.compile(r"^\*\*(.+?)\.\*\* (.+?)\n\n", re.MULTILINE | re.DOTALL)
CODE_PATHS = re.compile(r"(?:`[\w/]+/[\w/.]*`[,.]\s*)+$")
MARKS = re.compile(r"[`*]|\\(.)")
ORDINARY = frozenset(
    "Agreement Analysis Article Balance Card Case Entry Form Head Interpretation Label Number Pair Parameter Reader "
    "Reason Reference Scope Step View".split()
)
"""Terms that are mostly everyday words where they occur in a report."""


def percent(value: float, decimals: int = 0) -> str:
    """Write a share as a percentage, with no-break spaces."""
    if 0 < value < SMALLEST:
        return f"<{JOIN}0.1{JOIN}%"
    if value in (0, 1):
        decimals = 0
    elif abs(value) < 0.01 or value > 0.99:
        decimals = 1
    text = signed(f"{value:.{decimals}%}")
    return f"{text.removesuffix('%')}{JOIN}%"


def percent_with_limits(value: float, low: float | None, high: float | None) -> str:
    """Write a share with its interval."""
    if low is None or high is None:
        return percent(value)
    decimals = decimals_of(low, high)
    return f"{percent(value, decimals)} ({limits(low, high, decimals)})"


def decimals_of(low: float, high: float) -> int:
    """Return with how many decimal places a percentage and its limits are written."""
    return 1 if high - low < NARROW else 0


def limits(low: float, high: float, decimals: int = 0) -> str:
    """Write the limits of an interval of a share."""
    written = percent(low, decimals)
    return f"{written if written.startswith('<') else written.removesuffix(f'{JOIN}%')}–{percent(high, decimals)}"


def number_with_limits(value: float, low: float | None, high: float | None) -> str:
    """Write a number that is no share with its interval."""
    if low is None or high is None:
        return signed(f"{value:,.0f}" if abs(value) >= 10 else f"{value:.2g}")
    largest = max(abs(value), abs(low), abs(high))
    decimals = 0 if largest >= 10 else 1 if largest >= 1 else 2
    said, *ends = (signed(f"{each:,.{decimals}f}") for each in (value, low, high))
    return f"{said} ({'–'.join(ends)})"


ROUNDING = 1e-12


def three_digits(number: float) -> str:
    """Write a number with three digits that count, never as a power of ten; what only rounding left is 0."""
    short = f"{number:.3g}" if abs(number) > ROUNDING else "0"
    if "e" in short:
        short = np.format_float_positional(number, precision=3, fractional=False, trim="-")
    return signed(short)


def signed(number: str) -> str:
    """Return a written number with a minus sign in the place of a hyphen."""
    return MINUS + number[1:] if number.startswith("-") else number


def counted(number: int, one: str, several: str | None = None) -> str:
    """Write a number with its noun."""
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"


def listed(names: Sequence[str]) -> str:
    """Write names one after the other."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def by_number(numbers: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return names with their numbers, the largest first."""
    return sorted(numbers.items(), key=lambda item: (-item[1], item[0]))


def main_reason(reasons: Mapping[str, int]) -> str:
    """Name the most frequent of some reasons in plain words, with its number."""
    most = max(reasons, key=lambda reason: (reasons[reason], reason))
    if len(reasons) == 1:
        return f"the reason: {reason_in_words(most)}"
    return f"the most frequent reason: {reason_in_words(most)} ({reasons[most]:,})"


def limits_of(*parts: str) -> list[str]:
    """Return the limits of the parts that a report has, in the order of the parts."""
    known: dict[str, list[str]] = {}
    for part, limit in load_lexicon("report_words_limits").rows:
        known.setdefault(part, []).append(limit)
    return [limit for part in parts for limit in known[part]]


def reason_in_words(reason: str) -> str:
    """Return what a reason means, as words that follow *because*.

    Args:
        reason: A reason as it stands in data; several are joined by plus signs, and the step, language or data set that
            gave it may stand before a colon.

    Returns:
        The words of the lexicon ``report_words``; a reason that it lacks with spaces in place of underscores.

    Example:
        >>> reason_in_words("no_expression"), reason_in_words("my_own_reason")
        ('no first-person form of its writer shows a gender', 'my own reason')
        >>> reason_in_words("de: duplicate"), reason_in_words("language: fr")
        ('de: it repeats an earlier one', 'it is written in another language: fr')
    """
    known = known_reasons()
    if reason in known:
        return known[reason]
    before, colon, after = reason.partition(": ")
    if colon:
        return f"{reason_in_words(before)}: {reason_in_words(after)}"
    parts = reason.split("+")
    if len(parts) > 1 and all(part in known for part in parts):
        return "; ".join(known[part] for part in parts)
    return reason.replace("_", " ") if reason.isidentifier() else reason


def in_lines(sentences: Iterable[str], most: int) -> list[str]:
    """Return whole sentences, each from the beginning of a line on, in at most so many lines for a terminal."""
    wrapped = [wrap(each, LINE, subsequent_indent="  ") for each in sentences]
    if sum(map(len, wrapped)) <= most:
        return list(chain(*wrapped))
    lines: list[str] = []
    for each in wrapped:
        if len(lines) + len(each) >= most:
            break
        lines += each
    return [*lines, "…"]


def explained_terms(text: str) -> list[tuple[str, str]]:
    """Return the terms of the glossary that a text uses, each with its meaning."""
    return [
        (term, meaning)
        for term, meaning in resource("glossary", _glossary).items()
        if any(re.search(rf"(?<![\w-]){re.escape(each)}(?:e?s)?(?![\w-])", text, re.I) for each in term.split(", "))
    ]


def _glossary() -> dict[str, str]:
    """Return the meanings of the terms in the glossary, from the installed package or from the repository."""
    packaged = files("hf_genderfair").joinpath("glossary.md")
    file = packaged if packaged.is_file() else Path(__file__).parents[2] / "docs" / "glossary.md"
    entries = GLOSSARY_ENTRY.findall(f"{file.read_text(encoding='utf-8')}\n\n")
    plain = {
        term: MARKS.sub(lambda mark: mark[1] or "", " ".join(CODE_PATHS.sub("", meaning).split()))
        for term, meaning in entries
    }
    return {term: meaning for term, meaning in plain.items() if term not in ORDINARY}


def known_reasons() -> dict[str, str]:
    """Return the words of all reasons that the package gives."""
    return _words("reasons")


def kind_in_words(kind: str) -> str:
    """Return what reports write for a kind that stands in data."""
    return known_kinds().get(kind, kind.replace("_", " "))


def kinds_in_words(kinds: Iterable[str]) -> dict[str, str]:
    """Return kinds whose words are other than their names, to be the heads of a `Table`."""
    return {kind: kind_in_words(kind) for kind in dict.fromkeys(kinds) if kind_in_words(kind) != kind}


def known_kinds() -> dict[str, str]:
    """Return the words of all kinds that the package gives."""
    return _words("kinds")


def language_name(tag: str) -> str:
    """Return the English name of a language."""
    name = _words("languages").get(language_code(tag) or "")
    _, _, rest = tag.replace("_", "-").partition("-")
    return tag if name is None else f"{name} ({rest})" if rest else name


def _words(part: str) -> dict[str, str]:
    """Return the words of a part of the lexicon that says in words what data name shortly."""
    return resource(("words of reports", part), lambda: dict(load_lexicon(f"report_words_{part}").rows))
