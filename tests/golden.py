"""How golden tables are read: cells divided by tabs, and a head and remarks in lines that begin with #."""

from __future__ import annotations

from pathlib import Path


def table(test: str, name: str) -> list[list[str]]:
    """Return the rows of a table beside a test; ``\\\\n`` in a cell is a new line.

    Args:
        test: The file of the test.
        name: The name of the table.
    """
    lines = Path(test).with_name(name).read_text(encoding="utf-8").splitlines()
    return [[cell.replace("\\n", "\n") for cell in line.split("\t")] for line in lines if not line.startswith("#")]
