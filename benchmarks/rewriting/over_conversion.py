"""What German rewriting changes in running text, against 300 sentences labelled by the maintainers.

    python -m benchmarks.run rewriting/over_conversion --data FOLDER

FOLDER holds ``treebanks/`` and ``text/`` with the collections of which ``dev_de.tsv`` lists ids and offsets;
texts are rewritten whole, and what lies in the labelled sentences is counted. The test sets of Amrhein et al. 2023 hold
sentences with persons only, so that rewriting *er* everywhere costs nothing there; here most *er*, *ihn* and nouns in
*-er* stand beside things, and precision counts them. A word that is rewritten is right with ``scope="all"`` where it
stands for a person, with ``scope="generic"`` where it stands for nobody in particular. Words for firms and open cases
count nowhere; *organisations* says how many of them were rewritten. Articles and adjectives go with the next rewritten
noun and have a precision only. Rules may be looked at on half ``dev``; ``check`` is only measured. Intervals: Wilson.
Sentences are no sample of running text (two of three strata were drawn for such words), so that edits per 1,000 words
are counted on all of UD_German-GSD dev.
"""

from __future__ import annotations

import json
import lzma
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from benchmarks.measure import Measure, limits
from benchmarks.references.gold import conllu_sentences
from hf_genderfair.core.counts import Share, share
from hf_genderfair.core.spans import Edit
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.rewriting.transform import GenderFair

LABELS = Path(__file__).parent / "dev_de.tsv"
RUNNING = "UD_German-GSD/de_gsd-ud-dev"
SCOPES: tuple[Literal["all", "generic"], ...] = ("all", "generic")
RIGHT = {"all": frozenset({"specific", "generic"}), "generic": frozenset({"generic"})}
UNCOUNTED = frozenset({"organisation", "open"})
CLASSES = ("pronoun", "er_noun", "other")
PRONOUN = re.compile(
    r"(?:er|sie|ihn|ihm|ihr|seine?[mnrs]?|ihre[mnrs]?|de[rnm]|die|das|dessen|deren|denen|jede[rmn]|einer|keiner)",
    re.IGNORECASE,
)
ER_NOUN = re.compile(r"[A-ZÄÖÜ].*(?:er|ern|ers)")
AGREEING = frozenset({"determiner", "adjective", "contraction"})
NOUNS = frozenset({"noun", "nominalised"})


class Sentence(NamedTuple):
    """A labelled sentence: where it stands, and its words with their labels."""

    file: str
    id: str
    start: int
    end: int
    half: str
    items: dict[tuple[int, int], str]


class Outcome(NamedTuple):
    """A word that was rewritten, or could have been.

    Attributes:
        half: ``dev`` or ``check``.
        kind: One of `CLASSES`, or ``agreeing`` for articles and adjectives.
        label: As in the table; ``thing`` for words without one.
        rewritten: Whether it was.
        word: As written.
    """

    half: str
    kind: str
    label: str
    rewritten: bool
    word: str


def read_labels(path: Path = LABELS) -> list[Sentence]:
    """Read the table of labels.

    Args:
        path: The table.

    Returns:
        The sentences in its order.
    """
    items: dict[tuple[str, str, int, int, str], dict[tuple[int, int], str]] = defaultdict(dict)
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("# "):
                continue
            file, id, start, end, half, _, *item = line.rstrip("\n").split("\t")
            of_sentence = items[file, id, int(start), int(end), half]
            if item:
                of_sentence[int(item[0]), int(item[1])] = item[2]
    return [Sentence(*key, of_sentence) for key, of_sentence in items.items()]


def read_texts(data: Path, file: str) -> dict[str, str]:
    """Return the texts of a treebank by the id of their sentence, of another collection by line."""
    if file.startswith("UD_"):
        return {id: text for id, text, _ in conllu_sentences(data / "treebanks", file)}
    with lzma.open(data / "text" / file, "rt", encoding="utf-8") as lines:
        if file.endswith(".csv.xz"):
            return {str(row): line.rstrip("\n").split(";", 1)[1] for row, line in enumerate(lines)}
        records = (json.loads(line) for line in lines)
        return {str(row): record.get("text") or record.get("body") or "" for row, record in enumerate(records)}


def outcomes(sentence: Sentence, text: str, edits: Sequence[Edit]) -> Iterator[Outcome]:
    """Compare what was rewritten in a sentence with its labels.

    Args:
        sentence: The sentence.
        text: The text in which it stands.
        edits: Edits of the whole text, in order.

    Yields:
        Every labelled word and every rewritten word without a label, once.
    """
    inside = [edit for edit in edits if sentence.start <= edit.start and edit.end <= sentence.end]
    found: dict[tuple[int, int], bool] = dict.fromkeys(sentence.items, False)
    for number, edit in enumerate(inside):
        place = None if _keeps_possessor(edit) else _labelled(sentence, edit)
        if place is not None:
            found[place] = True
        elif edit.rule in AGREEING or _keeps_possessor(edit):
            noun = next((later for later in inside[number:] if later.rule in NOUNS), None)
            of_noun = _labelled(sentence, noun) if noun else None
            label = sentence.items[of_noun] if of_noun else "thing"
            yield Outcome(sentence.half, "agreeing", label, True, edit.original)
        else:
            yield Outcome(sentence.half, kind_of(edit.original), "thing", True, edit.original)
    for (start, end), rewritten in found.items():
        word = text[sentence.start + start : sentence.start + end]
        yield Outcome(sentence.half, kind_of(word), sentence.items[start, end], rewritten, word)


def _keeps_possessor(edit: Edit) -> bool:
    """Return whether a possessive only agrees with the noun after it, as other articles do: *Ihren Arzt*."""
    return edit.rule == "possessive" and "*ihr" not in edit.replacement.lower()


def _labelled(sentence: Sentence, edit: Edit) -> tuple[int, int] | None:
    start, end = edit.start - sentence.start, edit.end - sentence.start
    return next((span for span in sentence.items if span[0] < end and start < span[1]), None)


def kind_of(word: str) -> str:
    """Return the class of a word.

    Example:
        >>> kind_of("ihn"), kind_of("Fahrern"), kind_of("Kunden")
        ('pronoun', 'er_noun', 'other')
    """
    if PRONOUN.fullmatch(word):
        return "pronoun"
    return "er_noun" if ER_NOUN.fullmatch(word) else "other"


def precision(found: Sequence[Outcome], scope: str) -> Share:
    """Return how many of the rewritten words are right."""
    counted = [outcome for outcome in found if outcome.rewritten and outcome.label not in UNCOUNTED]
    return share(sum(outcome.label in RIGHT[scope] for outcome in counted), len(counted))


def recall(found: Sequence[Outcome], scope: str) -> Share:
    """Return how many of the words that should be rewritten are."""
    wanted = [outcome for outcome in found if outcome.label in RIGHT[scope] and outcome.kind != "agreeing"]
    return share(sum(outcome.rewritten for outcome in wanted), len(wanted))


def measure(data: Path) -> dict[str, Any]:
    """Rewrite the texts in both scopes and count."""
    sentences = read_labels()
    sources = {file: read_texts(data, file) for file in sorted({sentence.file for sentence in sentences})}
    keys = list(dict.fromkeys((sentence.file, sentence.id) for sentence in sentences))
    texts = {key: sources[key[0]][key[1]] for key in keys}
    running = list(read_texts(data, RUNNING).values())
    results: dict[str, Any] = {}
    for scope in SCOPES:
        rewriter = GenderFair("de", scope=scope)
        edits = {key: found.edits for key, found in zip(keys, rewriter.find(texts.values()), strict=True)}
        found = [
            outcome
            for sentence in sentences
            for outcome in outcomes(sentence, texts[sentence.file, sentence.id], edits[sentence.file, sentence.id])
        ]
        results[scope] = _figures(found, scope) | {"running_text": _running(rewriter, running)}
    return results


def _figures(found: Sequence[Outcome], scope: str) -> dict[str, Any]:
    groups = {"every word": [outcome for outcome in found if outcome.kind != "agreeing"]}
    groups |= {kind: [outcome for outcome in found if outcome.kind == kind] for kind in (*CLASSES, "agreeing")}
    figures: dict[str, Any] = {}
    for group, of_group in groups.items():
        halves = {half: [outcome for outcome in of_group if outcome.half == half] for half in ("dev", "check")}
        figures[group] = {
            half: {"precision": asdict(precision(of_half, scope)), "recall": asdict(recall(of_half, scope))}
            for half, of_half in (halves | {"both": of_group}).items()
        }
    rewritten = Counter(outcome.label for outcome in found if outcome.rewritten and outcome.kind != "agreeing")
    labelled = Counter(outcome.label for outcome in found if outcome.kind != "agreeing")
    figures["organisations"] = asdict(share(rewritten["organisation"], labelled["organisation"]))
    return figures


def _running(rewriter: GenderFair, texts: Sequence[str]) -> dict[str, Any]:
    edits = sum(len(found.edits) for found in rewriter.find(texts))
    words = sum(len(re.findall(r"\w+", text)) for text in texts)
    return {"sentences": len(texts), "words": words, "edits": edits, "edits_per_1000_words": 1000 * edits / words}


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield how many of the words rewritten in running German are to be rewritten, and how many of those are."""
    for scope in SCOPES:
        for half, name in (("dev", "looked at in development"), ("check", "errors not looked at, totals were")):
            found = results[scope]["every word"][half]
            where = f"150 sentences of running German, labelled by the maintainers, {name}"
            for score in ("precision", "recall"):
                at = partial(Measure, f'rewriting, scope="{scope}"', where, found["precision"]["n"])
                yield at(score, *limits(found[score]))


def benchmark(data: Path) -> dict[str, Any]:
    """Measure, print a table and return the results."""
    results = measure(data)
    rows: list[list[Cell]] = []
    for scope in SCOPES:
        for group in ("every word", *CLASSES, "agreeing"):
            for half, figures in results[scope][group].items():
                shares = [figures[name] for name in ("precision", "recall")]
                cells = [cell for of in shares for cell in (of["n"], of["value"], of["low"], of["high"])]
                rows.append([scope, group, half, *cells])
    columns = "scope words half rewritten precision low high labelled recall low high".split()
    print(table_text(Table("over_conversion", "German rewriting of running text", columns, rows)))
    for scope in SCOPES:
        running = results[scope]["running_text"]
        print(f"scope={scope}: {running['edits_per_1000_words']:.1f} edits per 1,000 words of {RUNNING}")
    return results | {"pipeline": pipeline("de").revision}
