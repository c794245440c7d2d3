"""Whether Polish first-person forms and the labels of texts are right: treebanks, and texts checked by hand."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from datasets import Dataset

from benchmarks.measure import Figures, Measure, ends
from benchmarks.scores import f_score, precision_and_recall
from benchmarks.texts import polish_lines, records, tsv_rows
from hf_genderfair.core.counts import share
from hf_genderfair.core.keep import Keep
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.duplicates import NormalisedHash, duplicate_reasons
from hf_genderfair.first_person.lexicon import Expression
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.tagger import DECIDING, LABELS, FirstPerson, find_expressions

PROTOTYPE = {"window": (0.998, 0.988), "adjacent": (1.000, 0.952), "none": (1.000, 0.834)}
"""Token precision and recall of the prototype described for these data, by context."""
NOISY = {"noun", "xadj", "adj.inst"}
UNKNOWN_TO_GOLD = {"noun", "past_plural", "conditional_plural", "sam"}
"""Kinds that the silver data do not have, or only by chance."""
SILVER = {"F": "female", "M": "male", "X": "mixed", "N": "none"}
VERDICTS = Path(__file__).with_name("verdicts.tsv")
PUBLISHED_RIGHT = 0.843
SEED, DRAWN, SENTENCES = 2016, 100, 5
SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=[A-ZĄĆĘŁŃÓŚŹŻ])")


def quality(data: Path) -> Figures:
    """Find first-person forms in treebanks, beside silver expressions that were derived from them.

    FOLDER holds ``polish/gold/*.tsv`` with columns sent_id, text, label (M, F, X, N), n, expressions. Tokens are the
    singular expressions; plural forms and nouns are asymmetric by design. Labels are compared with quotations counted,
    because the silver labels do not know whose words they are, and also as the tagger gives them by default. Derived
    from treebanks whose morphology comes from the same dictionary: single words look easy.
    """
    files = sorted((data / "polish" / "gold").glob("*.tsv"))
    every = {row["text"]: row for path in files for row in tsv_rows(path)}
    rows = [{**row, "expressions": json.loads(row["expressions"])} for row in every.values()]
    where = f"{len(rows):,} treebank sentences ({', '.join(path.name for path in files)})"
    found = {context: _found([row["text"] for row in rows], context) for context in PROTOTYPE}
    for context, beside in PROTOTYPE.items():
        hit, wrong, missed = _tokens(rows, found[context])
        of = partial(Measure, "first-person forms", where, hit + missed, of=f'context="{context}"')
        prototype = {name: {"prototype": each} for name, each in zip(("precision", "recall"), beside, strict=True)}
        yield from precision_and_recall(of, hit, hit + wrong, hit + missed, prototype)
    for way, count_quoted in (("quotations counted", True), ("as shipped", False)):
        pairs = [
            (SILVER[row["label"]], _label(found["window"][number], count_quoted)) for number, row in enumerate(rows)
        ]
        hit = sum(gold == ours != "none" for gold, ours in pairs)
        predicted, true = sum(ours != "none" for _, ours in pairs), sum(gold != "none" for gold, _ in pairs)
        yield Measure("labels of texts by first-person forms", where, true, "F", f_score(hit, predicted, true), of=way)


def _found(texts: list[str], context: str) -> dict[int, list[Expression]]:
    found: dict[int, list[Expression]] = defaultdict(list)
    for expression in find_expressions(texts, context):
        found[expression.row].append(expression)
    return found


def _tokens(rows: list[dict[str, Any]], found: dict[int, list[Expression]]) -> tuple[int, int, int]:
    """Count forms that are right, wrong, and missed."""
    hit = wrong = missed = 0
    for number, row in enumerate(rows):
        gold = {(e["start"], e["gender"]): e["type"] for e in row["expressions"]}
        ours = {(e.start, e.gender[0].upper()): e for e in found[number]}
        singular = {key for key, kind in gold.items() if ".pl" not in kind and kind not in NOISY}
        hit += len(singular & ours.keys())
        missed += len(singular - ours.keys())
        wrong += sum(e.kind not in UNKNOWN_TO_GOLD and key not in gold for key, e in ours.items())
    return hit, wrong, missed


def _label(expressions: list[Expression], count_quoted: bool) -> str:
    genders = {e.gender for e in expressions if e.status in DECIDING and (count_quoted or not e.quoted)}
    return "none" if not genders else "mixed" if len(genders) > 1 else genders.pop()


def hand_check(data: Path | None = None, draw: Path | None = None) -> Figures:
    """Count the verdicts of the maintainers on tagged fragments; ``--draw`` writes fragments to judge to a file.

    FOLDER holds ``polish/reviews_wykop/*train*`` (lines: label, text) and ``polish/sejm10/speeches.jsonl.xz``.
    Fragments are what the corpus recipe keeps. A verdict is 0 (none) or the number of the first of the seven anomalies
    that applies (Graliński et al. 2016, section 4): 1 marking, 2 another speaker, 3 quotation or fiction, 4 title, 5
    formula, 6 artificial text, 7 foreign language. The verdicts are stored with the row's id and without the text: two
    readers' own, and the one they agreed on.
    """
    if draw:
        if not data:
            raise SystemExit("fragments are drawn from --data")
        draw.write_text("".join(map(_fragment, _drawn(data))), encoding="utf-8")
        return
    rows = tsv_rows(VERDICTS)
    for name, kept in (("web text and speeches", (True, False)), ("web text", (False,)), ("speeches", (True,))):
        verdicts = [row["verdict"] for row in rows if row["id"].startswith("speeches") in kept]
        of = partial(Measure, "fragments, checked by hand", f"{name}, drawn by seed", len(verdicts))
        right = share(verdicts.count("0"), len(verdicts))
        yield of("right", *ends(right), beside={"Graliński et al. 2016": PUBLISHED_RIGHT})


def _speeches(data: Path) -> Iterator[dict[str, str]]:
    """Yield the speeches in passages of five sentences; the source does not mark paragraphs."""
    for number, record in enumerate(records(data / "polish" / "sejm10" / "speeches.jsonl.xz")):
        sentences = SENTENCE.split(record["text"])
        for first in range(0, len(sentences), SENTENCES):
            yield {"id": f"speeches:{number}:{first}", "text": " ".join(sentences[first : first + SENTENCES])}


def _drawn(data: Path) -> Iterator[dict[str, Any]]:
    """Tag, filter and deduplicate as the recipe does, and draw fragments of each kind of text by seed."""
    for lines in (polish_lines, _speeches):
        rows = Dataset.from_list(list(lines(data)))
        rows = Keep("fragment_reason").split(annotate(annotate(rows, FirstPerson("pl")), FragmentReasons())).kept
        rows = Keep("duplicate_reason").split(duplicate_reasons(annotate(rows, NormalisedHash()))).kept
        for index in random.Random(SEED).sample(range(len(rows)), DRAWN):
            yield rows[index]


def _fragment(row: dict[str, Any]) -> str:
    own = [form for form in row["first_person_expressions"] if not form["quoted"]]
    marked = [row["text"][form["start"] : form["end"]] for form in own]
    record = {"id": row["id"], "label": LABELS[row["first_person"]], "marked": marked, "text": row["text"]}
    return json.dumps(record, ensure_ascii=False) + "\n"
