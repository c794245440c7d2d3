"""The options of a language model that is asked."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from hf_genderfair.cli.options import Options
from hf_genderfair.generation.build import build_generator
from hf_genderfair.generation.generator import Generator

SETTINGS = ("provider", "temperature", "max_new_tokens", "timeout", "cache", "cache_folder")
ENDPOINT = typer.Option(..., "--endpoint", metavar="URL")

AskedModel: TypeAlias = Annotated[
    Generator | None,
    Options(
        *SETTINGS,
        model=typer.Option(
            None, "--model", help="Ask this language model: a folder, a Hub name, or a name on a server."
        ),
        base_url=ENDPOINT,
        of=build_generator,
    ),
]
"""A language model that is asked in place of rules; None where none is named."""
