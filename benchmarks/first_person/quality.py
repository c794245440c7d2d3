"""Whether Polish first-person forms and the labels of texts are right: treebanks, and texts checked by hand."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.measure import Figures, Measure, grouped
from benchmarks.scores import f_score, portion, precision_and_recall
from benchmarks.texts import tsv_rows
from hf_genderfair.first_person.expressions import Expression
from hf_genderfair.first_person.scan import find_expressions
from hf_genderfair.first_person.tagger import DECIDING

PROTOTYPE = {"window": (0.998, 0.988), "adjacent": (1.000, 0.952), "none": (1.000, 0.834)}
"""Token precision and recall of the prototype described for these data, by context."""
NOISY = {"noun", "xadj", "adj.inst"}
UNKNOWN_TO_GOLD = {"noun", "past_plural", "conditional_plural", "sam"}
"""Kinds that the silver data do not have, or only by chance."""
SILVER = {"F": "female", "M": "male", "X": "mixed", "N": "none"}
VERDICTS = Path(__file__).with_name("verdicts.tsv")
PUBLISHED_RIGHT = 0.843


def quality(data: Path) -> Figures:
    """Find first-person forms in treebanks, beside silver expressions that were derived from them.

    FOLDER holds ``polish/gold/*.tsv`` with columns sent_id, text, label (M, F, X, N), n, expressions. Tokens are the
    singular expressions; plural forms and nouns are asymmetric by design. Labels are compared with quotations counted,
    since the silver ones do not know whose words they are, and as shipped. The treebanks' morphology comes from the
    dictionary that we use: single words look easy.
    """
    files = sorted((data / "polish" / "gold").glob("*.tsv"))
    every = {row["text"]: row for path in files for row in tsv_rows(path)}
    rows = [{**row, "expressions": json.loads(row["expressions"])} for row in every.values()]
    where = f"{len(rows):,} treebank sentences ({', '.join(path.name for path in files)})"
    texts = [row["text"] for row in rows]
    found = {way: grouped((each.row, each) for each in find_expressions(texts, way)) for way in PROTOTYPE}
    for context, beside in PROTOTYPE.items():
        hit, wrong, missed = _tokens(rows, found[context])
        of = partial(Measure, "first-person forms", where, hit + missed, of=f'context="{context}"')
        prototype = {name: {"prototype": each} for name, each in zip(("precision", "recall"), beside, strict=True)}
        yield from precision_and_recall(of, hit, hit + wrong, hit + missed, prototype)
    true = sum(row["label"] != "N" for row in rows)
    for way, count_quoted in (("quotations counted", True), ("as shipped", False)):
        ours = [_label(found["window"].get(number, []), count_quoted) for number in range(len(rows))]
        hit = sum(SILVER[row["label"]] == own != "none" for row, own in zip(rows, ours, strict=True))
        f = f_score(hit, sum(own != "none" for own in ours), true)
        yield Measure("labels of texts by first-person forms", where, true, "F", f, of=way)


def _tokens(rows: list[dict[str, Any]], found: dict[int, list[Expression]]) -> tuple[int, int, int]:
    """Count forms that are right, wrong, and missed."""
    hit = wrong = missed = 0
    for number, row in enumerate(rows):
        gold = {(e["start"], e["gender"]): e["type"] for e in row["expressions"]}
        ours = {(e.start, e.gender[0].upper()): e for e in found.get(number, [])}
        singular = {key for key, kind in gold.items() if ".pl" not in kind and kind not in NOISY}
        hit += len(singular & ours.keys())
        missed += len(singular - ours.keys())
        wrong += sum(e.kind not in UNKNOWN_TO_GOLD and key not in gold for key, e in ours.items())
    return hit, wrong, missed


def _label(expressions: list[Expression], count_quoted: bool) -> str:
    genders = {e.gender for e in expressions if e.status in DECIDING and (count_quoted or not e.quoted)}
    return "none" if not genders else "mixed" if len(genders) > 1 else genders.pop()


def hand_check() -> Figures:
    """Count the verdicts of the maintainers on fragments that the corpus recipe keeps of reviews and speeches.

    They were drawn by seed. A verdict is 0 (none) or the number of the first of the seven anomalies that applies
    (Graliński et al. 2016, section 4): 1 marking, 2 another speaker, 3 quotation or fiction, 4 title, 5 formula, 6
    artificial text, 7 foreign language. It is stored with the row's id and without the text: two readers' own, and the
    one they agreed on.
    """
    rows = tsv_rows(VERDICTS)
    for name, kept in (("web text and speeches", (True, False)), ("web text", (False,)), ("speeches", (True,))):
        verdicts = [row["verdict"] for row in rows if row["id"].startswith("speeches") in kept]
        of = partial(Measure, "fragments, checked by hand", f"{name}, drawn by seed", len(verdicts))
        right = portion(verdicts.count("0"), len(verdicts))
        yield of("right", *right, beside={"Graliński et al. 2016": PUBLISHED_RIGHT})
