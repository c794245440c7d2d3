"""Whether a second run over rewritten or normalised text finds nothing to do, on mutated texts.

    python -m benchmarks.run rewriting/second_run [--texts 20000] [--seed 1] [--subject "rewrite de"] [--show FILE]

A subject is a command, its language and form; texts are rewritten with ``scope="all"``. Prints how many texts a second
run leaves as the first has written them, with the interval of Wilson. ``--show`` names a file for those that it
changes: the text, what the first run made of it, and what the second did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.languages.fuzzed_texts import fuzzed_texts
from benchmarks.measure import Measure, limits
from hf_genderfair.core.counts import share
from hf_genderfair.core.spans import edit_text
from hf_genderfair.languages.documents import AnalysisRequest, shared_documents
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Table
from hf_genderfair.rewriting.languages import REWRITING_RULES
from hf_genderfair.rewriting.normalise import normalise
from hf_genderfair.rewriting.transform import GenderFair

TEXTS_AT_ONCE = 500
GERMAN_FORMS = ("star", "colon", "pair")
ENGLISH_FORMS = ("star",)

Run = Callable[[Sequence[str]], list[str]]


class Changed(NamedTuple):
    """A text that a second run changes, after no run, one and two."""

    text: str
    once: str
    twice: str


def subjects(lang: str) -> Iterator[tuple[str, Run]]:
    """Yield what is run twice over texts of a language: its name, and one run."""
    for form in GERMAN_FORMS if lang == "de" else ENGLISH_FORMS:
        yield f"rewrite {lang} {form}", partial(_rewritten, lang, form)
        yield f"normalise {lang} {form}", partial(_normalised, lang, form)


def _rewritten(lang: str, form: str, texts: Sequence[str]) -> list[str]:
    found = GenderFair(lang, form=form, scope="all").find(texts)
    return [edit_text(text, each.edits) for text, each in zip(texts, found, strict=True)]


def _normalised(lang: str, form: str, texts: Sequence[str]) -> list[str]:
    return [normalise(text, lang, form) for text in texts]


def changed(run: Run, texts: Sequence[str]) -> Iterator[Changed]:
    """Yield the texts that a second run changes; what the first leaves alone is not run again."""
    first = [pair for pair in zip(texts, run(texts), strict=True) if pair[0] != pair[1]]
    second = run([once for _, once in first])
    yield from (Changed(*pair, twice) for pair, twice in zip(first, second, strict=True) if pair[1] != twice)


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield the share of texts that a second run leaves alone, by subject."""
    on = f"mutated sentences, seed {results['seed']}"
    for name, found in results["subjects"].items():
        yield Measure(f"second run: {name}", on, found["n"], "unchanged", *limits(found))


def benchmark(texts: int = 20_000, seed: int = 0, subject: str = "", show: Path | None = None) -> dict[str, Any]:
    """Run each subject whose name begins so twice over so many texts."""
    found: dict[str, list[Changed]] = {}
    for lang in ("de", "en"):
        chosen = [(name, run) for name, run in subjects(lang) if name.startswith(subject)]
        mutated = fuzzed_texts(lang, texts, seed) if chosen else iter(())
        found |= {name: [] for name, _ in chosen}
        while part := list(islice(mutated, TEXTS_AT_ONCE)):
            # the first runs of all forms share their analyses
            with shared_documents([AnalysisRequest(lang, REWRITING_RULES[lang].layers)]):
                for name, run in chosen:
                    found[name] += changed(run, part)
    shares = {name: share(texts - len(wrong), texts) for name, wrong in found.items()}
    rows = [[name, texts, len(found[name]), each.value, each.low, each.high] for name, each in shares.items()]
    columns = ["subject", "texts", "changed", "unchanged", "low", "high"]
    print(table_text(Table("second run", "texts that a second run leaves alone", columns, rows)))
    if show:
        lines = ["\t".join((name, *map(repr, each))) for name, wrong in found.items() for each in wrong]
        show.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return {"seed": seed, "subjects": {name: asdict(each) for name, each in shares.items()}}
