"""The command ``pipelines list``."""

from __future__ import annotations

from rich.console import Console

from hf_genderfair.cli.output import print_table
from hf_genderfair.cli.say import say
from hf_genderfair.languages.embedded import MODELS
from hf_genderfair.report.report import Cell, Table


def list_pipelines() -> None:
    """Print the embedded pipelines: language, size and licence, and where the card is.

    Examples:
        hf-genderfair pipelines list
    """
    rows: list[list[Cell]] = []
    for model in sorted(MODELS.glob("*.npz")):
        card = model.with_suffix(".md")
        (licence,) = [line for line in card.read_text(encoding="utf-8").splitlines() if "Licence of this model" in line]
        size = model.stat().st_size / 1e6
        rows.append([model.stem, f"{size:.1f} MB", licence.split(": ")[1].split(".**")[0], str(card)])
    if Console().is_terminal:
        print_table(Table("pipelines", "Embedded pipelines", ["language", "size", "licence", "card"], rows))
        return
    for row in rows:
        say("\t".join(map(str, row)))
