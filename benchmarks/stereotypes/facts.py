"""What is removed of facts, of norms and of stereotypes: statistics and rights are to stay.

    python -m benchmarks.run stereotypes/facts

``facts.tsv`` holds facts, norms or counter-stereotypes, and stereotypes about gender, age, religion and origin, which
the maintainers invented: 140 of each were looked at while rules were mended; 100 of each were written together with
most of these, before anything was measured; 32 of each were written after the rules, of which six were removed wrongly
before four more patterns were added; the fresh ones, 100 of each less seven that were there, were written when only
what judges, ascribes or generalises was removed, and measured once. Of each hundred 60 are English, 25 German and 15
Spanish. 160 more, half of them German and half Spanish, were measured, and groups and words for vices added after they
were looked at (``looked-at 2``); as many that were written at the same time were measured once (``fresh 2``). By
default nothing is removed, so that nothing can be wrong; here everything that ``--remove-stereotypes`` takes counts.
Intervals: 95 %, Wilson.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measure import Measure, limits
from benchmarks.stereotypes.quality import interval, show, shown
from hf_genderfair.core.counts import share
from hf_genderfair.stereotypes.transform import Stereotypes

SENTENCES = Path(__file__).parent / "facts.tsv"
SETS = ("looked-at", "unseen", "later", "fresh", "looked-at 2", "fresh 2")
LANGUAGES = {"de": "German", "es": "Spanish"}
KINDS = ("fact", "norm", "stereotype")


class Statement(NamedTuple):
    """A sentence, its set, and its kind: ``fact``, ``norm`` or ``stereotype``."""

    part: str
    kind: str
    attribute: str
    lang: str
    text: str


def statements() -> list[Statement]:
    """Return the sentences."""
    with SENTENCES.open(encoding="utf-8", newline="") as file:
        rows = csv.reader((line for line in file if not line.startswith("#")), delimiter="\t")
        return [Statement(*row) for row in rows]


def removed(texts: Sequence[str], lang: str) -> list[bool]:
    """Tell which sentences are to be removed, whatever group they name."""
    transform = Stereotypes(lang, attributes=("any",), sentences="all")
    found = transform({name: list(texts) for name in transform.inputs()})
    return [count > 0 for count in found["stereotypes_remove"]]


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield how many of each kind are removed, in sentences that nobody had looked at."""
    for kind, what in zip(KINDS, ("facts removed", "norms removed", "stereotypes removed"), strict=True):
        found = results["fresh"][kind]["all"]
        at = partial(Measure, what, "invented sentences, unseen", found["n"])
        yield at("removed", *limits(found["removed"]))
        for lang, name in LANGUAGES.items():
            found = results["fresh 2"][kind][lang]
            on = f"invented sentences, unseen, {name}"
            yield Measure(what, on, found["n"], "removed", *limits(found["removed"]))


def benchmark() -> dict[str, Any]:
    """Print the table and return the results."""
    every = statements()
    gone: dict[Statement, bool] = {}
    for lang in dict.fromkeys(one.lang for one in every):
        own = [one for one in every if one.lang == lang]
        gone |= dict(zip(own, removed([one.text for one in own], lang), strict=True))
    results: dict[str, Any] = {}
    for part in SETS:
        for kind in KINDS:
            own = [one for one in every if (one.part, one.kind) == (part, kind)]
            names = ["all", *dict.fromkeys(one.lang for one in own), *dict.fromkeys(one.attribute for one in own)]
            for name in names:
                chosen = [gone[one] for one in own if name in ("all", one.lang, one.attribute)]
                found = {"n": len(chosen), "removed": interval(share(sum(chosen), len(chosen)))}
                results.setdefault(part, {}).setdefault(kind, {})[name] = found
    show(
        "Removal of facts, norms and stereotypes",
        ["set", "kind", "of", "n", "removed"],
        (
            [part, kind, name, one["n"], shown(one["removed"])]
            for part, kinds in results.items()
            for kind, names in kinds.items()
            for name, one in names.items()
        ),
    )
    return results
