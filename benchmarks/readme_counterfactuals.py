"""The rows of counterfactuals in Small Heap on the page of figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Row = list[str | int | float | None]


def heap_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield what counterfactuals do to the representation of groups, and what is swapped whatever the group."""
    for attribute, variants in results["attributes"].items():
        for name, of in variants.items():
            figures = (
                f"DR {of['dr_before']:.3f} → {of['dr_after']:.3f}, {of['share']:.1%} of relevant sentences swapped"
            )
            what = f"counterfactuals, {attribute}, {name}"
            yield [what, "Small Heap, excerpts", of["relevant"], figures + _judged(of["judged"])]
    for attribute, parts in results["every_group"].items():
        for part, of in parts.items():
            where = part if part.startswith("fresh") else f"Small Heap, excerpts {part}"
            yield [f"counterfactuals, {attribute}, every group", where, of["relevant"], _swapped(of)]
    for attribute, curve in results["acceptance"].items():
        for degree, of in curve.items():
            yield [f"counterfactuals, {attribute}, accepted {degree}", "fresh", of["relevant"], _swapped(of)]


def _swapped(of: Mapping[str, Any]) -> str:
    low, high = of["interval"]
    return f"{of['share']:.1%} ({low:.1%}–{high:.1%}) may be swapped" + _judged(of["judged"])


def _judged(judged: Mapping[str, Any]) -> str:
    if not judged["n"]:
        return ""
    low, high = judged["interval"]
    return f"; right {judged['share']:.2f} ({low:.2f}–{high:.2f}, n {judged['n']}, judged by the maintainers)"
