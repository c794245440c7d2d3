"""Tables of a report on representation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hf_genderfair.report.report import Cell, Table
from hf_genderfair.representation.polarity import Polarity, Tokenization
from hf_genderfair.representation.resampling import (
    MINIMUM_DOCUMENTS,
    Comparison,
    RepresentationEstimate,
    holm,
)
from hf_genderfair.representation.word_convergence import Convergence

SHOWN_LENGTHS = (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 500, 1000)
HEADS = {"DR": "distance from target", "DR / maximum": "share of the greatest distance"}
"""Words for symbols."""

TOO_FEW = f"no interval and no verdict below {MINIMUM_DOCUMENTS} documents with a group word"


def representation_table(estimates: Sequence[RepresentationEstimate]) -> Table:
    """Return demographic representation by attribute (Görge et al. 2025, Table 8)."""
    rows: list[list[Cell]] = []
    for estimate in estimates:
        found = estimate.representation
        rows.append(
            [
                estimate.attribute,
                found.value,
                estimate.low,
                estimate.high,
                found.maximum,
                found.relative,
                ", ".join(found.majority) or None,
                ", ".join(found.minority) or None,
                estimate.verdict,
                found.n,
                estimate.relevant_documents,
                estimate.documents,
                estimate.relevant_sentences,
                estimate.sentences,
            ]
        )
    columns = ["attribute", "DR", "low", "high", "maximum", "DR / maximum", "majority", "minority", "verdict"]
    columns += ["group words", "documents with one", "documents", "sentences with one", "sentences"]
    note = (
        "DR is the demographic representation: half the sum of the absolute differences between the shares of the "
        "groups and their target, 0 where they agree; a dash where there is no group word. Interval: 95 % "
        "bootstrap interval over documents; chance only adds to DR, so that its lower limit is no test of balance. "
        f"The verdict rests on the intervals of the shares; {TOO_FEW}."
    )
    return Table("representation", "Demographic representation", columns, rows, note, HEADS)


def groups_table(estimates: Sequence[RepresentationEstimate]) -> Table:
    """Return group words and their shares by attribute and group."""
    rows: list[list[Cell]] = []
    for estimate in estimates:
        found = estimate.representation
        for group, count in found.counts.items():
            share = found.shares[group] if found.shares else None
            low, high = estimate.shares[group] if estimate.shares else (None, None)
            rows.append([estimate.attribute, group, count, share, low, high, found.target[group]])
    columns = ["attribute", "group", "group words", "share", "low", "high", "target"]
    note = (
        "Interval: 95 % bootstrap interval over documents, since words of one document do not vary independently; "
        f"together for all groups where an attribute has more than two. There is {TOO_FEW}."
    )
    return Table("representation_groups", "Group words by group", columns, rows, note)


def comparison_table(comparisons: Sequence[Comparison], before: str = "before", after: str = "after") -> Table:
    """Return the change of demographic representation by attribute."""
    adjusted = holm([comparison.p for comparison in comparisons])
    rows: list[list[Cell]] = []
    for comparison, p in zip(comparisons, adjusted, strict=True):
        first, second = comparison.before, comparison.after
        row: list[Cell] = [comparison.attribute, first.value, second.value]
        row += [comparison.difference, comparison.low, comparison.high, comparison.p, p]
        row += [", ".join(first.majority) or None, ", ".join(second.majority) or None, first.n, second.n]
        rows.append([*row, *comparison.relevant_documents, *comparison.documents])
    columns = ["attribute", f"DR {before}", f"DR {after}", "difference", "low", "high", "p", "p (Holm)"]
    for name in ("majority", "group words", "documents with one", "documents"):
        columns += [f"{name} {before}", f"{name} {after}"]
    paired = {comparison.paired for comparison in comparisons}
    pairs = {frozenset({True}): "Rows are pairs. ", frozenset({False}): "Rows are not paired. "}
    permutations = max((comparison.permutations for comparison in comparisons), default=0)
    note = (
        f"{pairs.get(frozenset(paired), '')}Interval: 95 % bootstrap interval of the difference over documents; p: "
        f"permutation test, {permutations:,} permutations, also adjusted for the number of rows (Holm 1979). "
        f"There is {TOO_FEW} in both sets."
    )
    heads = {f"DR {name}": f"distance from target {name}" for name in (before, after)}
    heads |= {"p (Holm)": "p, adjusted for the number of rows"}
    return Table("representation_change", f"Representation {before} and {after}", columns, rows, note, heads)


def convergence_table(curves: Mapping[str, Convergence]) -> Table:
    """Return demographic representation for growing word lists (Görge et al. 2025, Figure 6)."""
    rows: list[list[Cell]] = []
    for attribute, curve in curves.items():
        shown = {*SHOWN_LENGTHS, curve.converged, len(curve.steps)}
        rows += [[attribute, *step, _yes(step.words, curve)] for step in curve.steps if step.words in shown]
    columns = ["attribute", "words a group", "occurrences", "DR", "change", "converged"]
    thresholds = ", ".join(f"{threshold:g}" for threshold in sorted({curve.threshold for curve in curves.values()}))
    note = (
        "DR by the most frequent words of each group; change is the difference from one word fewer. Converged: this "
        f"change and all after it are below {thresholds}."
    )
    return Table("representation_convergence", "Representation by length of the word lists", columns, rows, note, HEADS)


def polarity_table(polarities: Mapping[str, Polarity], tokenization: Tokenization) -> Table:
    """Return gender polarity by text (Derner et al. 2025, Tables 1 and 7)."""
    rows: list[list[Cell]] = [
        [name, found.male, found.female, found.ratio, *found.interval, found.share.value]
        for name, found in polarities.items()
    ]
    columns = ["text", "male words", "female words", "male : female", "low", "high", "share of male"]
    counted = {
        "words": "Words are counted also beside punctuation.",
        "paper": "Counted as published: a word beside punctuation is missed.",
    }
    note = (
        f"{counted[tokenization]} Interval: from the 95 % Wilson interval of the share, which takes words for "
        "independent. A dash: there is no female word, or no word at all."
    )
    return Table("polarity", "Gender polarity", columns, rows, note)


def _yes(words: int, curve: Convergence) -> str:
    return "yes" if curve.converged is not None and words >= curve.converged else "no"
