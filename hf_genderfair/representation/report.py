"""What a report says of representation: tables, answers in sentences, the figure of convergence, and examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from datasets import Dataset

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.report.examples import Highlight, marked_example
from hf_genderfair.report.figures import COLOURS, Figure, canvas, finish
from hf_genderfair.report.report import Cell, Table, TextExample
from hf_genderfair.report.sentences import (
    JOIN,
    TOO_FEW,
    counted,
    listed,
    number_with_limits,
    percent,
    percent_with_limits,
    three_digits,
)
from hf_genderfair.representation.demographic import Convergence, DemographicRepresentation
from hf_genderfair.representation.polarity import Polarity, Tokenization
from hf_genderfair.representation.references.ratios import RatioEstimate
from hf_genderfair.representation.resampling import MINIMUM_DOCUMENTS, Comparison, RepresentationEstimate, holm

SHOWN_LENGTHS = (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 500, 1000)
HEADS = {"DR": "distance from target", "DR / maximum": "share of the greatest distance"}
"""Words for symbols."""

TOO_FEW_DOCUMENTS = f"no interval and no verdict below {MINIMUM_DOCUMENTS} documents with a group word"


def representation_table(estimates: Sequence[RepresentationEstimate]) -> Table:
    """Return demographic representation by attribute (Görge et al. 2025, Table 8)."""
    rows: list[list[Cell]] = []
    for estimate in estimates:
        found = estimate.representation
        row: list[Cell] = [estimate.attribute, found.value, estimate.low, estimate.high, found.maximum, found.relative]
        row += [", ".join(found.majority) or None, ", ".join(found.minority) or None, estimate.verdict, found.n]
        row += [estimate.relevant_documents, estimate.documents, estimate.relevant_sentences, estimate.sentences]
        rows.append(row)
    columns = ["attribute", "DR", "low", "high", "maximum", "DR / maximum", "majority", "minority", "verdict"]
    columns += ["group words", "documents with one", "documents", "sentences with one", "sentences"]
    note = (
        "Distance from target (DR): half the sum of the differences between the shares of the groups and their "
        "target, 0 where they agree; a dash where there is no group word. Interval: 95 % bootstrap interval over "
        "documents; chance only adds to the distance, so that its lower limit is no test of balance. "
        f"The verdict rests on the intervals of the shares; {TOO_FEW_DOCUMENTS}."
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
        f"together for all groups where an attribute has more than two. There is {TOO_FEW_DOCUMENTS}."
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
        f"There is {TOO_FEW_DOCUMENTS} in both sets."
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
    thresholds = ", ".join(
        three_digits(threshold) for threshold in sorted({curve.threshold for curve in curves.values()})
    )
    note = (
        "Distance by the most frequent words of each group; change: from one word fewer. Converged: this "
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


GROUP_NAMES: Mapping[str, str] = {"female": "women", "male": "men"}
"""Names of groups for readers; other groups have their own."""


def group_name(group: str) -> str:
    """Return how a group is called in a sentence."""
    return GROUP_NAMES.get(group, group.replace("_", " "))


def representation_answers(estimates: Sequence[RepresentationEstimate]) -> list[str]:
    """Say for each attribute which share of words the group has that is farthest from its target."""
    return [_representation(each) for each in estimates if each.representation.n]


def _representation(estimate: RepresentationEstimate) -> str:
    found = estimate.representation
    shares = found.shares or {}
    group = min(shares, key=lambda name: (-round(abs(shares[name] - found.target[name]), 9), shares[name]))
    low, high = (estimate.shares or {}).get(group, (None, None))
    words = f"{counted(found.n, 'word')} for {listed([group_name(name) for name in shares])}"
    if low is None or high is None:
        have = counted(estimate.relevant_documents, "text has", "texts have")
        numbers = [f"{round(share * found.n):,} for {group_name(name)}" for name, share in shares.items() if share]
        return f"There are {words}: {listed(numbers)}; {TOO_FEW}, since only {have} such words."
    are = f"Of {words}, {percent_with_limits(shares[group], low, high)} are for {group_name(group)}"
    target = _target(found, group)
    if high < found.target[group]:
        return f"{are}: fewer than {target}."
    if low > found.target[group]:
        return f"{are}: more than {target}."
    return f"{are}: no difference shown from {target}."


def _target(found: DemographicRepresentation, group: str) -> str:
    if len({round(share, 9) for share in found.target.values()}) == 1:
        return "the equal shares that were chosen as target"
    return f"the {percent(found.target[group])} that were chosen as target"


def comparison_answers(
    comparisons: Sequence[Comparison],
    adjusted: Sequence[float | None],
    first: str = "these texts",
    other: str = "the others",
) -> list[str]:
    """Say for each attribute which of two sets, by their names, is nearer to the target."""
    answers = []
    for each, p in zip(comparisons, adjusted, strict=True):
        here, there = each.before.value, each.after.value
        if here is None or there is None:
            continue
        away = f"{_points(here)} percentage points from their target in {first}, and {_points(there)} in {other}"
        said = f"The shares by {each.attribute} are {away}"
        if p is None:
            answers.append(f"{said}; {TOO_FEW}.")
        else:
            answers.append(f"{said}: {'a difference' if p < 0.05 else 'no difference shown'} (p = {p:.2g}).")
    return answers


def _points(distance: float) -> str:
    return percent(distance).removesuffix(f"{JOIN}%")


def reference_answers(estimate: RatioEstimate) -> list[str]:
    """Say how many masculine words for persons there are for each feminine one."""
    ratio = estimate.ratio
    n = ratio.masculine + ratio.feminine
    if not n:
        return []
    if ratio.value is None:
        return [f"Of {counted(n, 'masculine or feminine word')} for persons, none is feminine."]
    number = number_with_limits(ratio.value, ratio.low, ratio.high)
    said = f"Masculine words for persons: {number} to each feminine one (n = {n:,})"
    if ratio.low is None:
        return [f"{said}; {TOO_FEW}."]
    generic = estimate.generic
    if not generic.count or generic.value is None:
        return [f"{said}."]
    part = percent_with_limits(generic.value, generic.low, generic.high)
    return [f"{said}; {part} of words for persons are masculine plurals that may stand for everybody."]


# lines differ by their dashes too, not by colour alone
DASHES = ("-", "--", "-.", ":")


def convergence_figure(curves: Mapping[str, Convergence]) -> Figure:
    """Draw demographic representation by the number of words, a line for each attribute (Figure 6 of the paper)."""
    drawn = {attribute: curve for attribute, curve in curves.items() if curve.steps}
    if not drawn:
        raise GenderfairError("a figure of convergence needs at least one group word: none of them occurs")
    alt = "Demographic representation by number of words. " + " ".join(
        _describe(attribute, curve) for attribute, curve in drawn.items()
    )
    thresholds = ", ".join(
        three_digits(threshold) for threshold in sorted({curve.threshold for curve in drawn.values()})
    )
    caption = "Distance of the shares from their target, counted by the most frequent words of each group alone."
    if any(curve.converged is not None for curve in drawn.values()):
        caption += f" A dot: from here on no change reaches {thresholds}."
    if any(len(curve.steps) == 1 for curve in drawn.values()):
        caption += " A cross: each group has one word that occurs, or none."
    return _draw(drawn, alt, caption)


def _draw(curves: Mapping[str, Convergence], alt: str, caption: str) -> Figure:
    number = sum(curve.steps[-1].occurrences for curve in curves.values())
    with canvas(f"How many words are enough (n = {number:,} group words)", 2.8) as (figure, ticker):
        axes = figure.subplots()
        for number, (attribute, curve) in enumerate(curves.items()):
            colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
            indices = [step.words for step in curve.steps]
            values = [step.value for step in curve.steps]
            axes.plot(indices, values, dash, color=colour, label=attribute, marker="x" if len(indices) == 1 else None)
            if curve.converged is not None:
                axes.plot(curve.converged, values[curve.converged - 1], "o", color=colour)
        top = max(curve.maximum for curve in curves.values())
        axes.set(ylim=(0, 1.05 * top), xlabel="most frequent words of each group", ylabel="distance from target")
        axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True, min_n_ticks=1))
        figure.legend(loc="outside lower left", ncols=4, frameon=False)
        return finish(figure, alt, caption)


def _describe(attribute: str, curve: Convergence) -> str:
    first, last = curve.steps[0], curve.steps[-1]
    end = (
        f"changes below {three_digits(curve.threshold)} from {curve.converged} words on"
        if curve.converged
        else "not converged"
    )
    return f"{attribute}: {first.value:.3f} with one word a group, {last.value:.3f} with all {last.words}, {end}."


def group_word_examples(rows: Dataset, attribute: str, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples from rows with the columns of `GroupWords`."""
    column = f"{attribute}_words"
    for row in rows.select_columns([text_column, column]):
        if row[column]:
            spans = [Highlight(word["start"], word["end"]) for word in row[column]]
            said = "; ".join(dict.fromkeys(f"{word['word']}: {word['group']}" for word in row[column][:8]))
            yield marked_example(f"Words that name groups of {attribute}", row[text_column], spans, said)


def reference_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples from rows with the columns of `PersonReferences`."""
    for row in rows.select_columns([text_column, "person_references"]):
        persons = [word for word in row["person_references"] or [] if word["person"]]
        if persons:
            text = row[text_column]
            said = "; ".join(
                dict.fromkeys(f"{text[word['start'] : word['end']]}: {_kind(word)}" for word in persons[:8])
            )
            places = [Highlight(word["start"], word["end"]) for word in persons]
            yield marked_example("Words for persons", text, places, said)


def _kind(word: dict[str, object]) -> str:
    """Return what a word for a person is, in words."""
    gender = "without gender" if word["gender"] == "none" else str(word["gender"])
    return gender + (
        ", one form for all" if word["epicene"] else ", may stand for everybody" if word["generic"] else ""
    )
