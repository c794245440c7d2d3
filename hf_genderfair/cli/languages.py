"""The option ``--lang``: one way for all commands to read and to offer languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer

from hf_genderfair.core.choices import language, language_tag
from hf_genderfair.core.errors import GenderfairError


def language_option(offered: Sequence[str] = (), what: str = "Language of the texts.") -> Any:
    """Return the option ``--lang`` of a command, for the annotation of its argument."""
    codes = tuple(offered)

    def read(given: str) -> str:
        try:
            return language(given, codes) if codes else language_tag(given)
        except GenderfairError:
            known = f"not one of {', '.join(map(repr, codes))}" if codes else "no language: use a tag such as de"
            raise typer.BadParameter(f"{given!r} is {known}.") from None

    return typer.Option("--lang", metavar=f"<{'|'.join(codes)}>" if codes else "TAG", parser=read, help=what)
