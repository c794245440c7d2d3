"""Swapped sentences beside twins written by people (MT-GenEval), in English, German and Spanish, both directions.

    python -m benchmarks.run counterfactual/quality --data FOLDER

FOLDER holds ``counterfactual/mt_geneval``, the development part: sentences of Wikipedia about women and their twins
about men, by people. *Exact* are sentences that are the twin to the letter; *F* compares the words that were changed
with those that the twin changes. Rules were looked at against the even lines; the odd ones were only counted. Beside
our rules stand two swaps of words by a table, with the same measure: *word swap*, the thirteen commonest pairs, and
*capped word swap*, all pairs of the list of women's and men's words, at most 30 % of the words of a sentence, as
augmentation libraries do. What no rule touches is the same to the byte, which is checked. Errors are counted by the
kind of word: *missed*, the twin changes it and we do not, or otherwise; *extra*, the twin leaves it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.measure import Measure
from hf_genderfair.core.spans import edit_text, restore_text
from hf_genderfair.counterfactual.evaluate import WORD, SwapScore, score_swaps, word_changes
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.counterfactual.texts import swap_texts
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_lists import word_list
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table

SETS = {"en": ("en_de.en", "en_es.en"), "de": ("en_de.de",), "es": ("en_es.es",)}
DIRECTIONS: tuple[BinaryGender, ...] = ("male", "female")
TARGETS = {"en": {"exact": 0.88}, "de": {"exact": 0.55, "f1": 0.85}, "es": {"exact": 0.55, "f1": 0.85}}
CAP = 0.3
WORD_PAIRS = {
    "en": "she he her his hers his herself himself woman man women men girl boy girls boys mother father daughter son "
    "sister brother wife husband aunt uncle queen king",
    "de": "sie er ihr ihm ihre seine ihrem seinem ihren seinen ihrer seiner ihres seines Frau Mann Frauen Männer "
    "Mutter Vater Tochter Sohn Schwester Bruder Königin König",
    "es": "ella él ellas ellos la el una un mujer hombre mujeres hombres madre padre hija hijo hermana hermano esposa "
    "marido señora señor reina rey niña niño",
}
"""Thirteen pairs a language: feminine word, masculine word."""

Swap = Callable[[Sequence[str], str, BinaryGender], list[str]]


def twins(data: Path, lang: str) -> dict[tuple[str, str], int]:
    """Return the feminine and masculine versions of the sentences of a language, each pair once, with their half."""
    pairs: dict[tuple[str, str], int] = {}
    number = 0
    for name in SETS[lang]:
        stem, ending = name.split(".")
        sides = [
            (data / "counterfactual" / "mt_geneval" / "sentences" / "dev" / f"sentences-{gender}-dev.{stem}.{ending}")
            .read_text(encoding="utf-8")
            .split("\n")[:-1]
            for gender in ("feminine", "masculine")
        ]
        for pair in zip(*sides, strict=True):
            pairs.setdefault(pair, number % 2)
            number += 1
    return pairs


def rules(sentences: Sequence[str], lang: str, to: BinaryGender) -> list[str]:
    """Swap sentences by our rules; what they do not touch stays to the byte, and every edit can be undone."""
    swapped = []
    for sentence, found in zip(sentences, swap_texts(sentences, lang, to, SwapOptions("keep")), strict=True):
        text = edit_text(sentence, found.edits)
        if restore_text(text, found.edits) != sentence:
            raise AssertionError("an edit cannot be undone")
        swapped.append(text)
    return swapped


def word_swap(sentences: Sequence[str], lang: str, to: BinaryGender) -> list[str]:
    """Swap sentences by a table of thirteen pairs."""
    words = WORD_PAIRS[lang].split()
    pairs = list(zip(words[::2], words[1::2], strict=True))
    table = dict(reversed(pairs)) if to == "male" else {masculine: feminine for feminine, masculine in reversed(pairs)}
    return [by_table(sentence, table, 1.0) for sentence in sentences]


def capped_word_swap(sentences: Sequence[str], lang: str, to: BinaryGender) -> list[str]:
    """Swap at most `CAP` of the words by all pairs of the list of group words; English only."""
    source = "female" if to == "male" else "male"
    entries = word_list("gender").entries
    table = {entry.word: entry.counterparts[0] for entry in entries if entry.group == source and entry.counterparts}
    return [by_table(sentence, table, CAP) for sentence in sentences]


def by_table(sentence: str, table: Mapping[str, str], most: float) -> str:
    """Replace words by a table, in their capitals, up to a share of the words of the sentence."""
    matches = list(WORD.finditer(sentence))
    left = max(1, int(most * len(matches)))
    pieces, end = [], 0
    for match in matches:
        word = match[0]
        other = table.get(word) or table.get(word.lower())
        if other is None or not left:
            continue
        left -= 1
        pieces += [sentence[end : match.start()], other.capitalize() if word[0].isupper() else other]
        end = match.end()
    return "".join([*pieces, sentence[end:]])


def figures(score: SwapScore) -> dict[str, Any]:
    """Return the figures of a score with their intervals."""
    exact = score.exact_share
    return {
        **score._asdict(),
        "exact_share": exact.value,
        "exact_interval": [exact.low, exact.high],
        "precision": score.precision.value,
        "recall": score.recall.value,
        "f1": score.f1,
    }


def errors(lang: str, sources: Sequence[str], targets: Sequence[str], swapped: Sequence[str]) -> dict[str, Any]:
    """Count the words that were missed or changed in excess, by their part of speech."""
    missed: Counter[str] = Counter()
    extra: Counter[str] = Counter()
    wrong = [index for index in range(len(sources)) if swapped[index] != targets[index]]
    analyses = pipeline(lang).analyse([sources[index] for index in wrong], ("pos",))
    for index, analysis in zip(wrong, analyses, strict=True):
        kinds = {token.text: token.pos for sentence in analysis.sentences for token in sentence.tokens}
        want = Counter(word_changes(sources[index], targets[index]))
        have = Counter(word_changes(sources[index], swapped[index]))
        for counter, changes in ((missed, want - have), (extra, have - want)):
            for (_, before, _), count in changes.items():
                counter[kinds.get(before, "several words" if " " in before else "other")] += count
    return {"missed": dict(missed.most_common()), "extra": dict(extra.most_common())}


def measure(lang: str, pairs: Mapping[tuple[str, str], int]) -> dict[str, Any]:
    """Return the figures of every method, both directions, and ours by half."""
    methods: dict[str, Swap] = {"rules": rules, "word swap": word_swap}
    if lang == "en":
        methods["capped word swap"] = capped_word_swap
    found: dict[str, Any] = {"lines": len(pairs), "methods": {}, "errors": {}, "halves": {}}
    for name, method in methods.items():
        total: list[SwapScore] = []
        halves: list[list[SwapScore]] = [[], []]
        of_method: dict[str, Any] = {}
        for to in DIRECTIONS:
            sources = [feminine if to == "male" else masculine for feminine, masculine in pairs]
            targets = [masculine if to == "male" else feminine for feminine, masculine in pairs]
            swapped = method(sources, lang, to)
            score = score_swaps(sources, targets, swapped)
            total.append(score)
            of_method[to] = figures(score)
            for half in (0, 1):
                chosen = [index for index, of_half in enumerate(pairs.values()) if of_half == half]
                parts = [[lines[index] for index in chosen] for lines in (sources, targets, swapped)]
                halves[half].append(score_swaps(*parts))
            if name == "rules":
                found["errors"][to] = errors(lang, sources, targets, swapped)
        of_method["both"] = figures(added(total))
        found["methods"][name] = of_method
        if name == "rules":
            found["halves"] = {
                part: figures(added(scores)) for part, scores in zip(("looked at", "counted"), halves, strict=True)
            }
    return found


def added(scores: Sequence[SwapScore]) -> SwapScore:
    """Return the score of all sentences together."""
    return SwapScore(*map(sum, zip(*scores, strict=True)))


def print_tables(results: Mapping[str, Any]) -> None:
    """Print figures and errors."""
    rows: list[list[Cell]] = []
    mistakes: list[list[Cell]] = []
    for lang, found in results["languages"].items():
        for name, method in found["methods"].items():
            for to, of in method.items():
                rows.append([lang, name, to, *row(of)])
        rows += [[lang, "rules", half, *row(of)] for half, of in found["halves"].items()]
        for to, counted in found["errors"].items():
            for kind, words in counted.items():
                mistakes.append([lang, to, kind, ", ".join(f"{word} {count}" for word, count in words.items())])
    columns = ["language", "method", "to", "lines", "exact", "low", "high", "precision", "recall", "F"]
    print(table_text(Table("twins", "Sentences beside twins written by people", columns, rows)))
    print(table_text(Table("errors", "Errors by part of speech", ["language", "to", "kind", "words"], mistakes)))


def row(of: Mapping[str, Any]) -> list[Cell]:
    """Return the figures of a row of the table."""
    low, high = of["exact_interval"]
    return [of["lines"], of["exact_share"], low, high, of["precision"], of["recall"], of["f1"]]


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield how close swapped sentences come to twins by people, beside a swap of words by a table."""
    for lang, found in results["languages"].items():
        ours, words = found["methods"]["rules"], found["methods"]["word swap"]["both"]
        both, where = ours["both"], "MT-GenEval, development part, half looked at"
        at = partial(Measure, f"sentences swapped to the other gender, {lang}", where, both["lines"])
        table = "thirteen pairs of words"
        yield at("exact", both["exact_share"], *both["exact_interval"], beside={table: words["exact_share"]})
        yield at("F of changed words", both["f1"], beside={table: words["f1"]})
        yield at("exact to male", ours["male"]["exact_share"])
        yield at("to female", ours["female"]["exact_share"])
        yield at("half that was only counted", found["halves"]["counted"]["exact_share"])


def benchmark(data: Path) -> dict[str, Any]:
    """Print the tables and return the results."""
    results = {
        "targets": TARGETS,
        "languages": {lang: measure(lang, twins(data, lang)) for lang in SETS},
    }
    print_tables(results)
    return results
