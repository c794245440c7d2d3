"""Settings with a fixed set of values, and codes of languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from reprlib import repr as short_repr
from typing import TypeVar

from hf_genderfair.core.errors import GenderfairError

Option = TypeVar("Option", str, int)

TAG = re.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{1,8})*")
"""A language tag (BCP 47), also with the underscore of POSIX: ``de``, ``de-AT``, ``ca-valencia``, ``pl_PL``."""

THREE_LETTERS = {"cat": "ca", "deu": "de", "eng": "en", "ger": "de", "pol": "pl", "spa": "es"}
"""Codes of ISO 639-2 and 639-3 for languages that have one of two letters."""


def either(values: Iterable[object]) -> str:
    """Return values as a reader would list them."""
    *first, last = map(str, values)
    return f"{', '.join(first)} or {last}" if first else last


def choose(
    name: str, value: object, offered: Sequence[Option], error: type[GenderfairError] = GenderfairError
) -> Option:
    """Return the value of a setting."""
    for option in offered:
        if isinstance(value, type(option)) and not isinstance(value, bool) and value == option:
            return option
    words: list[str] = [str(option) for option in offered if isinstance(option, str)]
    near: list[str] = get_close_matches(value.lower(), words, 1) if isinstance(value, str) else []
    hint = f" (did you mean {near[0]!r}?)" if near and len(words) > 1 else ""
    raise error(f"{name}={short_repr(value)} is not offered: use {either(offered)}{hint}")


def language_code(lang: object) -> str | None:
    """Return the code of the language of a tag, without region, script or variant."""
    match = TAG.fullmatch(lang.strip()) if isinstance(lang, str) else None
    if match is None:
        return None
    code = match[1].lower()
    return THREE_LETTERS.get(code, code)


def language(lang: object, offered: Sequence[str]) -> str:
    """Return the code of a language that is offered."""
    code = language_code(lang)
    return code if code is not None and code in offered else choose("lang", lang, offered)


def language_tag(lang: object) -> str:
    """Return the code of the language of a tag; any language is accepted."""
    code = language_code(lang)
    if code is None:
        raise GenderfairError(f"lang={short_repr(lang)} names no language: use a tag such as de or de-AT")
    return code
