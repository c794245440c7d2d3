"""The report of a comparison of models: what differs, what it cost, what it cannot say."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from textwrap import fill

from huggingface_hub import EvalResult, ModelCard

from hf_genderfair.core.processes import launched_processes
from hf_genderfair.effects.evaluation import GOALS, Difference, EstimatedFigure, Goal, Score
from hf_genderfair.effects.experiment import MODELS, Effect, unlearnt_perplexities
from hf_genderfair.effects.training_data import AFTER, UNTRAINED
from hf_genderfair.report.figures import COLOURS, Dot, Figure, canvas, draw_dots, draw_in_report, enough_to_draw, finish
from hf_genderfair.report.render import render_html, render_markdown
from hf_genderfair.report.report import Cell, Report, Step, Table, software_versions
from hf_genderfair.report.sentences import counted, limits_of, listed, three_digits

EFFECT_FILE, REPORT_FILE, PAGE_FILE, PICTURE_FILE = "effect.json", "report.md", "report.html", "effect.png"
CONDITIONS_TABLE = "conditions"

BEST: dict[Goal, float] = {"zero": 0.0, "half": 0.5}
SPREAD = 10
"""Values are drawn on a logarithmic scale where the largest is more than so many times the smallest."""

TITLE_WIDTH = 70
"""Letters of a line of a title, as many as the picture is wide."""

SMALLEST_P = 0.0001
"""Smaller p values rest on a distribution that nobody has checked so far out."""

HEADS = {"p (Holm)": "p value, adjusted", "items": "questions"}
"""Words for symbols."""


def effect_report(found: Effect, title: str | None = None, language: str = "en") -> Report:
    """Return the report of a comparison.

    Args:
        found: The comparison.
        title: Name of the report.
        language: BCP 47 code of the texts.

    Example:
        >>> from hf_genderfair.effects.trained import TrainingSettings
        >>> effect_report(Effect("scratch:small", TrainingSettings.from_scratch(), [], {}, {}, 0)).title
        'What the change of the data does to the model scratch:small'
    """
    trained = found.trainings[0] if found.trainings else None
    return Report(
        title or f"What the change of the data does to the model {found.model}",
        language,
        [Step("finetune", "1", {"model": found.model, **asdict(found.settings)})],
        [
            *(_differences_table(name, found.baseline, differences) for name, differences in _in_order(found)),
            *([_conditions_table(found)] if found.scores else []),
            *([_trainings_table(found)] if trained else []),
        ],
        limits=limits_of("effect"),
        software=software_versions(),
        answers=answers(found),
    )


def answers(found: Effect, condition: str = AFTER) -> list[str]:
    """Return what the comparison of a condition with the baseline shows, a sentence each."""
    said = _said(found, found.differences.get(condition, ()))
    return [*said, *_trained_on(found)] if said else ["There is nothing to compare."]


def summary(found: Effect, condition: str = AFTER) -> str:
    """Return what the comparison of a condition with the baseline shows, in a sentence or two."""
    return " ".join(answers(found, condition))


def _said(found: Effect, differences: Sequence[Difference]) -> list[str]:
    said = [each for each in differences if each.verdict in ("better", "worse")]
    silent = [each for each in differences if each.verdict == "no effect shown" and each.goal != "none"]
    few = [each for each in differences if each.verdict.startswith("too") and each.goal != "none"]
    parts = [f"{each.title}: {each.verdict}, {_signed(each.difference)}." for each in said]
    if silent:
        parts.append(f"No effect shown: {'; '.join(each.title for each in silent)}.")
    if few:
        parts.append(f"Too few to say: {'; '.join(each.title for each in few)}.")
    return [*_hardly_learnt(found), *_counted(len(said), len(silent), len(few), differences), *parts]


def _trained_on(found: Effect) -> list[str]:
    """Return from how many texts models were trained, in a sentence; none where nothing was trained."""
    numbers = [f"{each.texts:,} {each.condition}" for each in found.trainings]
    if not numbers:
        return []
    tokens, seeds = found.trainings[0].tokens, found.trainings[0].seeds
    return [f"Texts to train on: {listed(numbers)}; {tokens:,} tokens of each, with {counted(seeds, 'seed')}."]


def _counted(said: int, silent: int, few: int, differences: Sequence[Difference]) -> list[str]:
    """Return how many figures differ, in a sentence; none where no figure has a goal."""
    if not said + silent + few:
        return []
    better = sum(each.verdict == "better" for each in differences)
    parts = [
        f"{counted(better, 'is', 'are')} better and {counted(said - better, 'is', 'are')} worse than before",
        *([f"{counted(silent, 'shows', 'show')} no effect"] if silent else []),
        *([f"of {few} too little is known"] if few else []),
    ]
    return [f"Of {counted(said + silent + few, 'figure')} with a goal, {'; '.join(parts)}."]


def _hardly_learnt(found: Effect) -> list[str]:
    """Return a warning where the models know held-out texts hardly better than the one without training."""
    perplexities = unlearnt_perplexities(found.scores, found.baseline)
    if perplexities is None:
        return []
    trained, untrained = perplexities
    return [
        f"The models have hardly learnt: perplexity {trained:.3g}, and {untrained:.3g} without training. "
        "Train on more text, or for longer, before you conclude anything."
    ]


def write_effect(found: Effect, folder: str | Path, title: str | None = None, language: str = "en") -> Report:
    """Write a comparison into its folder: ``effect.json``, report, picture, and figures into the cards of models.

    Args:
        found: The comparison.
        folder: The folder, that of `effect`.
        title: Name of the report.
        language: BCP 47 code of the texts.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from hf_genderfair.effects.trained import TrainingSettings
        >>> with TemporaryDirectory() as written:
        ...     _ = write_effect(Effect("scratch:small", TrainingSettings.from_scratch(), [], {}, {}, 0), written)
        ...     Path(written, "effect.json").is_file()
        True
    """
    report = effect_report(found, title, language)
    # of several processes that trained together, one writes
    launched_processes().of_first(lambda: _write(found, report, Path(folder)))
    return report


def _write(found: Effect, report: Report, place: Path) -> None:
    place.mkdir(parents=True, exist_ok=True)
    report, figures = draw_in_report(report, CONDITIONS_TABLE, PICTURE_FILE, partial(draw_effect, found))
    for file, figure in figures.items():
        (place / file).write_bytes(figure.png)
    (place / REPORT_FILE).write_text(render_markdown(report), encoding="utf-8")
    links = {name: name for name in (REPORT_FILE, EFFECT_FILE, *figures)}
    (place / PAGE_FILE).write_text(render_html(report, *figures.values(), links=links), encoding="utf-8")
    for name, scores in found.scores.items():
        for card in sorted(place.glob(f"{MODELS}/{name}/seed-*/README.md")):
            add_results(card, found.model, scores)
    (place / EFFECT_FILE).write_text(json.dumps(found.to_json(), indent=2) + "\n", encoding="utf-8")


def add_results(card: Path, model: str, scores: Sequence[Score]) -> None:
    """Put figures into the metadata of a model card, as ``model-index``."""
    known = ModelCard.load(card)
    known.data.model_name = known.data.model_name or f"{model}, {card.parent.parent.name}"
    known.data.eval_results = [
        EvalResult(
            task_type="text-generation",
            dataset_type=score.benchmark,
            dataset_name=score.benchmark,
            metric_type=score.measure,
            metric_value=round(score.estimate.value, 6),
            metric_name=score.title,
        )
        for score in scores
        if score.estimate.value is not None
    ]
    known.save(card)


def draw_effect(found: Effect) -> Figure:
    """Draw the figures of all conditions with their intervals."""
    names = list(found.scores)
    measures = {score.measure: score for score in found.scores[names[0]]} if names else {}
    panels: dict[str, list[Dot]] = {measure: [] for measure in measures}
    lines = []
    for number, key in enumerate(measures):
        for name in names:
            estimate = found.scores[name][number].estimate
            if estimate.value is not None:
                shown = f"{name} (baseline)" if name == found.baseline else name
                panels[key].append(Dot(shown, estimate.value, estimate.low, estimate.high))
                lines.append(f"{key}, {name}: {_with_limits(estimate)}.")
    drawn, left_out = enough_to_draw(panels, lambda dot: dot.low is None, "there is too little for an interval")
    with canvas("Figures of all models", len(drawn) * (0.8 + 0.24 * len(names))) as (figure, ticker):
        axes = figure.subplots(len(drawn), 1, squeeze=False)[:, 0]
        for (key, dots), axis in zip(drawn.items(), axes, strict=True):
            measure = measures[key]
            draw_dots(axis, dots)
            if measure.goal in BEST:
                axis.axvline(BEST[measure.goal], color=COLOURS[-1], linewidth=0.8, linestyle="--")
            values = [dot.value for dot in dots]
            if min(values) > 0 and max(values) > SPREAD * min(values):
                axis.set_xscale("log")
                # plain numbers: figures do not read mathematics
                axis.xaxis.set_major_formatter(ticker.StrMethodFormatter("{x:,g}"))
                axis.xaxis.set_minor_formatter(ticker.NullFormatter())
            else:
                axis.xaxis.set_major_locator(ticker.MaxNLocator(5))
            goal = "" if measure.goal == "none" else f"; better: {GOALS[measure.goal]}"
            axis.set_title(fill(f"{measure.title} (n = {measure.n:,}{goal})", TITLE_WIDTH), fontsize=8)
        best = " A dashed line: what is best." if any(measure.goal in BEST for measure in measures.values()) else ""
        caption = " ".join(filter(None, [f"Mean over seeds with 95 % interval.{best}", left_out]))
        return finish(figure, " ".join(lines), caption)


def _in_order(found: Effect) -> list[tuple[str, Sequence[Difference]]]:
    """Return the differences, that of the change itself first, that of no training last."""
    return sorted(found.differences.items(), key=lambda item: (item[0] != AFTER, item[0] == UNTRAINED))


def _differences_table(name: str, baseline: str, differences: Sequence[Difference]) -> Table:
    columns = ["figure", "verdict", baseline, name, "difference", "low", "high", "p (Holm)", "units"]
    rows: list[list[Cell]] = []
    for each in differences:
        change, p = each.difference, each.adjusted
        row: list[Cell] = [each.title, each.verdict, each.before.value, each.after.value]
        row += [change.value, change.low, change.high]
        # of a figure without a goal nothing is tested
        tested = None if each.goal == "none" else f"< {SMALLEST_P}" if p is not None and p < SMALLEST_P else p
        rows.append([*row, tested, each.units])
    seeds = counted(max((each.seeds for each in differences), default=0), "seed")
    note = (
        f"Difference: the models called {name} less those called {baseline}, paired by unit and seed ({seeds}), with "
        "95 % intervals over units and seeds. Units are what questions vary, such as occupations. The p value is that "
        "of coming nearer to the goal, adjusted for the number of figures (Holm 1979); a verdict needs p below .05, 3 "
        "seeds and enough units. Models that hardly know such texts better than without training have learnt too "
        "little to show anything. Of words that follow others, 0.7 means twice as often, 1.4 four times, and so on."
    )
    return Table(f"difference_{name}", f"What differs: {name} against {baseline}", columns, rows, note, HEADS)


def _conditions_table(found: Effect) -> Table:
    names = list(found.scores)
    rows: list[list[Cell]] = []
    for number, score in enumerate(found.scores[names[0]]):
        of_all = [_with_limits(found.scores[name][number].estimate) for name in names]
        rows.append([score.title, GOALS[score.goal], score.n, *of_all])
    note = "Means over seeds with 95 % intervals over units and seeds; as Tables 8 and 9 of Görge et al. (2025)."
    return Table(CONDITIONS_TABLE, "All conditions", ["figure", "better is", "items", *names], rows, note, HEADS)


def _trainings_table(found: Effect) -> Table:
    columns = [
        *("condition", "texts", "rows without text", "tokens of all texts", "tokens trained on", "epochs", "seeds"),
        *("minutes of one training", "memory in MB"),
    ]
    rows: list[list[Cell]] = [
        [
            *(each.condition, each.texts, each.skipped, each.available, each.tokens, each.epochs, each.seeds),
            None if each.seconds is None else each.seconds / 60,
            None if each.memory_bytes is None else round(each.memory_bytes / 1e6),
        ]
        for each in found.trainings
    ]
    note = (
        "All conditions train on the same number of tokens, drawn from all texts by seed. "
        f"{found.held_out:,} texts are held out from all of them{'' if found.held_out else ': there were too few'}."
    )
    return Table("trainings", "What models were trained on", columns, rows, note)


def _with_limits(interval: EstimatedFigure) -> str:
    if interval.value is None:
        return "unknown"
    if interval.low is None or interval.high is None:
        return three_digits(interval.value)
    return f"{three_digits(interval.value)} ({three_digits(interval.low)} to {three_digits(interval.high)})"


def _signed(interval: EstimatedFigure) -> str:
    if interval.value is None or interval.low is None or interval.high is None:
        return "unknown"
    return f"{interval.value:+.3g} ({interval.low:+.3g} to {interval.high:+.3g})"
