"""YAML that others wrote: plain values, of which a small file cannot make many, and none that holds itself."""

from __future__ import annotations

from typing import Any

import yaml

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MOST_VALUES = 1_000_000
"""Values of a file, with those that it names again; a word list in a chain has some thousands."""

DEEPEST = 50
LONGEST_NUMBER = 400
"""Characters of a number, or of a date; longer ones would be computed for hours."""


def read_yaml(text: str, loader: Any = Loader) -> Any:
    """Read YAML as plain values."""
    _check_size(text, loader)
    try:
        return yaml.load(text, loader)
    except yaml.YAMLError:
        raise
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError) as error:
        # a day 99, an explicit tag on a text that cannot be read so
        raise yaml.YAMLError(f"a value cannot be read ({error})") from error


def _check_size(text: str, loader: Any) -> None:
    """Refuse what would be large or endless, from the events of the parser, before anything is built."""
    sizes: dict[str, int] = {}
    begun: list[tuple[str | None, int]] = []
    total = 0
    for event in yaml.parse(text, loader):
        if isinstance(event, yaml.CollectionEndEvent):
            anchor, before = begun.pop()
            if anchor:
                sizes[anchor] = total - before
            continue
        if not isinstance(event, yaml.NodeEvent):
            continue
        if isinstance(event, yaml.AliasEvent):
            if any(event.anchor == anchor for anchor, _ in begun):
                raise _refusal(event, f"{event.anchor!r} holds itself")
            total += sizes.get(event.anchor, 1)
        elif isinstance(event, yaml.CollectionStartEvent):
            begun.append((event.anchor, total))
            total += 1
        else:
            total += 1
            if len(event.value) > LONGEST_NUMBER and event.value[0] in "+-.0123456789" and " " not in event.value:
                raise _refusal(event, f"a number of {len(event.value):,} characters")
            if event.anchor:
                sizes[event.anchor] = 1
        if total > MOST_VALUES or len(begun) > DEEPEST:
            raise _refusal(event, f"more than {MOST_VALUES:,} values, or more than {DEEPEST} inside one another")


def _refusal(event: yaml.Event, problem: str) -> yaml.YAMLError:
    return yaml.MarkedYAMLError(problem=problem, problem_mark=event.start_mark)
