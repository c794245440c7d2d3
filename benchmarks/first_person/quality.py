"""Quality of the Polish first-person tagger on silver expressions derived from treebanks.

    python -m benchmarks.run first_person/quality --data FOLDER

FOLDER holds ``polish/gold/*.tsv`` with columns sent_id, text, label (M, F, X, N), n, expressions. Tokens are the
singular expressions; plural forms and nouns are asymmetric by design and tables of their own. Labels are compared
with quotations counted, because the silver labels do not know whose words they are, and also as the tagger gives
them by default. Derived from treebanks whose morphology comes from the same dictionary: single words look easy.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.measure import Measure
from hf_genderfair.core.counts import share
from hf_genderfair.first_person.expressions import Expression
from hf_genderfair.first_person.scan import find_expressions
from hf_genderfair.first_person.tagger import DECIDING

PROTOTYPE = {"none": (1.000, 0.834), "adjacent": (1.000, 0.952), "window": (0.998, 0.988)}
"""Token precision and recall of the prototype described for these data, by context."""
NOISY = {"noun", "xadj", "adj.inst"}
UNKNOWN_TO_GOLD = {"noun", "past_plural", "conditional_plural", "sam"}
"""Kinds that the silver data do not have, or only by chance: counted apart."""
LABELS = {"F": "female", "M": "male", "X": "mixed", "N": "none"}


def read_gold(path: Path) -> list[dict[str, Any]]:
    """Read one silver file; quotation marks in it are plain characters."""
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    names = header.split("\t")
    rows = [dict(zip(names, line.split("\t"), strict=True)) for line in lines]
    return [{**row, "expressions": json.loads(row["expressions"])} for row in rows]


def label_of(expressions: list[Expression], count_quoted: bool) -> str:
    """Return the label that these expressions give."""
    genders = {e.gender for e in expressions if e.status in DECIDING and (count_quoted or not e.quoted)}
    return "none" if not genders else "mixed" if len(genders) > 1 else genders.pop()


def evaluate(rows: list[dict[str, Any]], context: str) -> dict[str, Any]:
    """Compare tokens and labels of one setting with the silver data."""
    found: dict[int, list[Expression]] = defaultdict(list)
    for expression in find_expressions([row["text"] for row in rows], context):
        found[expression.row].append(expression)
    tokens: Counter[str] = Counter()
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    errors: list[tuple[str, str, str]] = []
    for number, row in enumerate(rows):
        gold = {(e["start"], e["gender"]): e["type"] for e in row["expressions"]}
        ours = {(e.start, e.gender[0].upper()): e for e in found[number]}
        singular = {key for key, kind in gold.items() if ".pl" not in kind and kind not in NOISY}
        for key in singular:
            outcome = "hit" if key in ours else "miss"
            tokens[outcome] += 1
            kinds[gold[key]][outcome] += 1
            if outcome == "miss":
                errors.append(("miss", gold[key], row["sent_id"]))
        for key, expression in ours.items():
            if expression.kind in UNKNOWN_TO_GOLD or key in gold:
                tokens["sam"] += expression.kind == "sam" and key not in gold
                continue
            tokens["wrong"] += 1
            kinds[expression.kind]["wrong"] += 1
            errors.append(("wrong", expression.kind, row["sent_id"]))
    return {
        "tokens": _scores(tokens),
        "sam_not_in_silver": tokens["sam"],
        "kinds": {kind: dict(counter) for kind, counter in sorted(kinds.items())},
        "labels_quotations_counted": _labels(rows, found, True),
        "labels_default": _labels(rows, found, False),
        "errors": errors,
    }


def _labels(rows: list[dict[str, Any]], found: dict[int, list[Expression]], count_quoted: bool) -> dict[str, Any]:
    outcome: Counter[str] = Counter()
    for number, row in enumerate(rows):
        gold, ours = LABELS[row["label"]], label_of(found[number], count_quoted)
        outcome["hit"] += gold == ours != "none"
        outcome["miss"] += gold != ours and gold != "none"
        outcome["wrong"] += gold != ours and ours != "none"
    return _scores(outcome)


def _scores(outcome: Counter[str]) -> dict[str, Any]:
    precision = share(outcome["hit"], outcome["hit"] + outcome["wrong"])
    recall = share(outcome["hit"], outcome["hit"] + outcome["miss"])
    p, r = precision.value or 0.0, recall.value or 0.0
    return {
        "precision": p,
        "precision_interval": [precision.low, precision.high],
        "recall": r,
        "recall_interval": [recall.low, recall.high],
        "f1": 2 * p * r / (p + r) if p + r else 0.0,
        "hit": outcome["hit"],
        "miss": outcome["miss"],
        "wrong": outcome["wrong"],
    }


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield precision and recall of the tagger by context, and the F score of its labels."""
    where = f"{results['sentences']:,} treebank sentences ({', '.join(results['files'])})"
    for context in ("window", "adjacent", "none"):
        tokens = results[context]["tokens"]
        at = partial(Measure, f'forms, context="{context}"', where, tokens["hit"] + tokens["miss"])
        beside = dict(zip(("precision", "recall"), PROTOTYPE[context], strict=True))
        for score in ("precision", "recall"):
            yield at(score, tokens[score], *tokens[f"{score}_interval"], beside={"prototype": beside[score]})
    for setting, part in (("quotations counted", "labels_quotations_counted"), ("as shipped", "labels_default")):
        labels = results["window"][part]
        yield Measure(f"labels, {setting}", where, labels["hit"] + labels["miss"], "F", labels["f1"])


def benchmark(data: Path, errors: bool = False) -> dict[str, Any]:
    """Print the table and return the results."""
    files = sorted((data / "polish" / "gold").glob("*.tsv"))
    unique = {row["text"]: row for path in files for row in read_gold(path)}
    rows = list(unique.values())
    results: dict[str, Any] = {"sentences": len(rows), "files": [path.name for path in files]}
    print(f"{len(rows)} sentences from {', '.join(results['files'])}")
    print(f"{'context':10} {'token P':>8} {'R':>6} {'F':>6} {'prototype P/R':>14} {'label F':>8} {'default':>8}   n")
    for context, (precision, recall) in PROTOTYPE.items():
        result = evaluate(rows, context)
        wrong = result.pop("errors")
        results[context] = result
        tokens = result["tokens"]
        print(
            f"{context:10} {tokens['precision']:8.4f} {tokens['recall']:6.4f} {tokens['f1']:6.4f} "
            f"{precision:8.3f}/{recall:.3f} {result['labels_quotations_counted']['f1']:8.4f} "
            f"{result['labels_default']['f1']:8.4f}   {tokens['hit'] + tokens['miss']} "
            f"(sam/sama beyond the silver data: {result['sam_not_in_silver']})"
        )
        if errors:
            print(*wrong, sep="\n")
    print("\nwindow, by kind: hit / miss / wrong")
    for kind, counter in results["window"]["kinds"].items():
        print(f"  {kind:22} {counter.get('hit', 0):4} {counter.get('miss', 0):4} {counter.get('wrong', 0):4}")
    return results
