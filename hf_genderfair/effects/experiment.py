"""Train models on data sets before and after, evaluate them, and say what differs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from hf_genderfair.core.errors import GenderfairError, OutputError
from hf_genderfair.core.processes import launched_processes
from hf_genderfair.core.records import as_record, read_file
from hf_genderfair.core.settings import Within, public_name
from hf_genderfair.effects.benchmarks.perplexity import HeldOutPerplexity
from hf_genderfair.effects.causal_model import CausalModel
from hf_genderfair.effects.evaluation import (
    Benchmark,
    Difference,
    Items,
    Measure,
    Score,
    answers,
    check_names,
    compare,
    score,
)
from hf_genderfair.effects.trained import TrainingSettings, read_training
from hf_genderfair.effects.training import BaseModel, finetune, training_speed
from hf_genderfair.effects.training_data import (
    AFTER,
    BEFORE,
    UNTRAINED,
    Condition,
    TokenisedTexts,
    equal_tokens,
    hold_out,
    tokenise,
)
from hf_genderfair.representation.resampling import holm

MODELS, ANSWERS, DATA = "models", "answers", "trained_on"
"""Folders for trained models, for answers and for data sets that were made for it, inside that of a comparison."""

MEASURED_TOKENS = 1024
"""Tokens of a step in which the speed of a training is measured."""

MEASURED_SECONDS, MOST_STEPS = 5, 30
"""How long it is measured, and in how many steps at most."""

LEARNT = 0.9
"""Models have learnt from texts where they lower perplexity on others of the kind below this part of what it was."""

PLAN_FILE = "plan.json"


@dataclass(frozen=True)
class Training:
    """What models of a condition were trained on.

    Attributes:
        condition: Its name.
        texts: Number of texts to draw from.
        skipped: Number of rows without text.
        tokens: Tokens of an epoch; the same for all conditions.
        available: Tokens of all texts.
        epochs: How often each block was seen.
        seeds: Number of trainings.
        seconds: Time of one, on average; None where no facts were kept.
        memory_bytes: The most memory of one; None where no facts were kept.

    Example:
        >>> Training("before", 100, 0, 5_000, 6_000, 4, 3).tokens
        5000
    """

    condition: str
    texts: int
    skipped: int
    tokens: int
    available: int
    epochs: int
    seeds: int
    seconds: float | None = None
    memory_bytes: int | None = None


@dataclass(frozen=True)
class Effect:
    """What models trained on data sets before and after differ in.

    Attributes:
        model: Name of the model that trainings began with.
        settings: How models were trained.
        trainings: What they were trained on.
        scores: Figures of the models, by condition; over seeds.
        differences: Of each condition from the baseline, by condition; p values are adjusted for the
            number of figures that have a goal (Holm 1979).
        held_out: Number of texts that no model was trained on.
        baseline: The condition that the others are compared with.

    Example:
        >>> Effect("scratch:small", TrainingSettings.from_scratch(), [], {}, {}, 0).to_json()["benchmarks"]
        []
    """

    model: str
    settings: TrainingSettings
    trainings: Sequence[Training]
    scores: Mapping[str, Sequence[Score]]
    differences: Mapping[str, Sequence[Difference]]
    held_out: int
    baseline: str = BEFORE

    def to_json(self) -> dict[str, Any]:
        """Return the comparison of before and after as plain values, and then all that was measured."""
        return {
            "model": self.model,
            "benchmarks": list(map(_as_plain, self.differences.get(AFTER, ()))),
            "conditions": {name: list(map(score_values, scores)) for name, scores in self.scores.items()},
            "differences": {name: list(map(_as_plain, differences)) for name, differences in self.differences.items()},
            "trainings": [vars(training) for training in self.trainings],
            "settings": vars(self.settings) | {"target_modules": list(self.settings.target_modules)},
            "held_out": self.held_out,
        }


def effect(
    base: BaseModel,
    compared: Sequence[Condition],
    benchmarks: Sequence[Benchmark],
    *,
    settings: TrainingSettings | None = None,
    seeds: Annotated[int, Within(1)] = 3,
    minutes: Annotated[float | None, Within(0.1)] = None,
    folder: str | Path | None = None,
    held_out: Annotated[int, Within(0)] = 200,
    baseline: str = BEFORE,
    text_column: str = "text",
    on_step: Callable[[str], None] = lambda step: None,
) -> Effect:
    """Train a model on each data set with several seeds, evaluate all, and compare them.

    All conditions train on the same number of tokens, in as many steps, by the same settings; texts to draw from are
    drawn by seed. Where ``folder`` is given, an interrupted comparison goes on when it is called again.

    Args:
        base: The model to begin with.
        compared: The conditions; see `conditions`.
        benchmarks: What the models are asked. Perplexity on held-out texts is measured beside them.
        settings: How models are trained; None for those of `BaseModel.settings`.
        seeds: Trainings on each data set.
        minutes: Time for all trainings together; fewer tokens if short. Their number is worked out by the measured
            speed; None for as long as it takes.
        folder: Folder for trained models and answers; None keeps none.
        held_out: Most texts that no model is trained on, and 5 % of all. There is no perplexity where these are none.
        baseline: The data set that the others are compared with, and whose texts are held out.
        text_column: The column of texts.
        on_step: Is told each step before it begins.

    Returns:
        The comparison.

    Raises:
        GenderfairError: Conditions, benchmarks or settings do not fit together, or a text is too long.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair.effects.training_data import conditions
        >>> before = Dataset.from_dict({"text": [f"He drinks tea number {number}." for number in range(240)]})
        >>> after = Dataset.from_dict({"text": [f"They drink tea number {number}." for number in range(240)]})
        >>> settings = TrainingSettings("full", batch_size=4, accumulation=1, block_size=16, epochs=1)
        >>> found = effect(
        ...     BaseModel("scratch:tiny"), conditions(before, after, untrained=False), [], settings=settings, seeds=2
        ... )
        >>> [(difference.measure, difference.seeds) for difference in found.differences["after"]]
        [('perplexity', 2)]
    """
    if seeds < 1:
        raise GenderfairError(f"{seeds} seeds are too few: give 1 or more, and 3 or more for a verdict")
    names = [condition.name for condition in compared]
    if baseline not in names or len(set(names)) < len(names):
        raise GenderfairError(f"conditions are {', '.join(names)}: give each its own name, and one is {baseline!r}")
    compared, texts = hold_out(compared, baseline, most=held_out, text_column=text_column)
    asked = [*benchmarks, *([HeldOutPerplexity(texts)] if texts else [])]
    check_names(asked)
    if held_out and not texts:
        on_step("there are too few texts to hold some out: perplexity is not measured")
    place, processes = None if folder is None else Path(folder), launched_processes()
    cache = None if place is None else place / ANSWERS
    untrained = [base.load(_texts(compared, text_column), seed) for seed in range(1 if base.pretrained else seeds)]
    first = untrained[0]
    tokenised = {
        condition.name: tokenise(first, condition.rows, text_column)
        for condition in compared
        if condition.rows is not None
    }
    empty = [name for name, each in tokenised.items() if not len(each.ends)]
    if empty:
        raise GenderfairError(f"the data set {empty[0]!r} has no text: there is nothing to train on")
    wanted = settings or base.settings

    # the time that there is for a training depends on how many there are
    plan = {
        "model": public_name(base.name),
        "settings": asdict(wanted),
        "minutes": minutes,
        "seeds": seeds if minutes else None,
    }
    kept_settings = None if place is None else processes.of_first(lambda: _kept(place, plan))
    settings = kept_settings or _shared(wanted, tokenised, first, seeds, minutes, on_step)
    if place is not None and kept_settings is None:
        processes.of_first(lambda: _keep(place, plan, settings))
    found: dict[str, list[dict[str, Items]]] = {}
    for condition in compared:
        for seed in range(seeds if condition.name in tokenised else 1):
            on_step(f"{condition.name}, seed {seed}")
            model = untrained[seed % len(untrained)]
            if condition.name in tokenised:
                kept = None if place is None else _model_folder(place, condition.name, seed)
                model = finetune(model, tokenised[condition.name], settings, folder=kept, seed=seed)
            items = processes.of_first(partial(_asked, model, asked, seed, cache))
            found.setdefault(condition.name, []).append(items)
    measures = [(benchmark.name, measure) for benchmark in asked for measure in benchmark.measures]
    scores = {
        name: [score(benchmark, measure, [model[benchmark] for model in models]) for benchmark, measure in measures]
        for name, models in found.items()
    }
    learnt = unlearnt_perplexities(scores, baseline) is None
    differences = {
        name: [replace(each, learnt=learnt) for each in _compared(measures, found[baseline], models)]
        for name, models in found.items()
        if name != baseline
    }
    trainings = [_training(name, each, settings, seeds, place) for name, each in tokenised.items()]
    return Effect(public_name(base.name), settings, trainings, scores, differences, len(texts), baseline)


def unlearnt_perplexities(scores: Mapping[str, Sequence[Score]], baseline: str) -> tuple[float, float] | None:
    """Return the perplexities of trained and untrained models; None where training lowered it, or it is not known."""
    trained, untrained = (
        next((each.estimate.value for each in scores.get(name, ()) if each.measure == "perplexity"), None)
        for name in (baseline, UNTRAINED)
    )
    if trained is None or untrained is None or trained < LEARNT * untrained:
        return None
    return trained, untrained


def check_folder(folder: Path) -> None:
    """Find out whether a comparison may be written to a folder, or goes on in it."""
    if folder.is_file():
        raise OutputError(f"{folder} is a file: choose another folder")
    known = {PLAN_FILE, DATA}
    if folder.is_dir() and any(folder.iterdir()) and known.isdisjoint(path.name for path in folder.iterdir()):
        raise OutputError(f"{folder} holds something else than a comparison of models: choose another folder")


def _texts(compared: Sequence[Condition], text_column: str) -> Iterator[str]:
    for condition in compared:
        if condition.rows is not None:
            yield from (text for text in condition.rows[text_column] if text)


def _asked(model: CausalModel, benchmarks: Sequence[Benchmark], seed: int, cache: Path | None) -> dict[str, Items]:
    return {each.name: answers(model, each, seed=seed, cache=cache) for each in benchmarks}


def _shared(
    asked: TrainingSettings,
    tokenised: Mapping[str, TokenisedTexts],
    model: CausalModel,
    seeds: int,
    minutes: float | None,
    on_step: Callable[[str], None],
) -> TrainingSettings:
    """Return settings by which all conditions train on as many tokens, in the time that there is."""
    tokens = min(equal_tokens(*tokenised.values()), asked.max_tokens or equal_tokens(*tokenised.values()))
    settings = replace(asked, max_tokens=tokens)
    # the speed of a token hardly depends on how many go into a step, the time to measure it does
    blocks = min(settings.batch_size, max(1, MEASURED_TOKENS // settings.block_size))
    few = replace(settings, batch_size=blocks, accumulation=1)
    speed = training_speed(model, few, steps=1)
    # a single step tells too little where steps are fast
    steps = int(MEASURED_SECONDS * speed / (blocks * settings.block_size))
    if steps > 1:
        speed = training_speed(model, few, min(steps, MOST_STEPS))
    trainings = seeds * len(tokenised)
    if minutes is not None:
        settings = settings.within(minutes / trainings, tokens, speed)
    trained = settings.epochs * (settings.max_tokens or tokens)
    on_step(f"{trainings} trainings on {trained:,} tokens, each about {trained / speed / 60:.1f} minutes")
    return settings


def _kept(place: Path, plan: Mapping[str, Any]) -> TrainingSettings | None:
    """Return the settings with which a comparison was begun in a folder; None where none was."""
    file = place / PLAN_FILE
    if not file.is_file():
        return None
    kept = read_file(dict[str, Any], file)
    differing = [name for name in plan if json.loads(json.dumps(plan[name])) != kept.get(name)]
    if differing:
        raise OutputError(f"{place} holds another comparison, of other {', '.join(differing)}: choose another folder")
    try:
        return as_record(TrainingSettings, kept.get("shared"))
    except ValueError as error:
        raise OutputError(f"{file} cannot be read ({error}): choose another folder") from error


def _keep(place: Path, plan: Mapping[str, Any], settings: TrainingSettings) -> None:
    """Write down with which settings a comparison is begun, so that it goes on with the same."""
    place.mkdir(parents=True, exist_ok=True)
    told = json.dumps({**plan, "shared": asdict(settings)}, indent=2)
    (place / PLAN_FILE).write_text(f"{told}\n", encoding="utf-8")


def _training(name: str, texts: TokenisedTexts, settings: TrainingSettings, seeds: int, place: Path | None) -> Training:
    assert settings.max_tokens is not None
    tokens = settings.max_tokens // settings.block_size * settings.block_size
    training = Training(name, len(texts.ends), texts.skipped, tokens, len(texts.tokens), settings.epochs, seeds)
    if place is None:
        return training
    facts = [read_training(_model_folder(place, name, seed)) for seed in range(seeds)]
    seconds = [each["trained_tokens"] / each["tokens_per_second"] for each in facts]
    memory = max(each["peak_memory_bytes"] for each in facts)
    return replace(training, seconds=sum(seconds) / seeds, memory_bytes=memory)


def _model_folder(place: Path, condition: str, seed: int) -> Path:
    return place / MODELS / condition / f"seed-{seed}"


def _compared(
    measures: Sequence[tuple[str, Measure]], before: Sequence[Mapping[str, Items]], after: Sequence[Mapping[str, Items]]
) -> list[Difference]:
    found = [
        compare(measure, [model[name] for model in before], [model[name] for model in after])
        for name, measure in measures
    ]
    # a figure without a goal is no hypothesis, and does not make the others weaker
    adjusted = holm([None if difference.goal == "none" else difference.gain.p for difference in found])
    return [
        replace(difference, adjusted=difference.gain.p if difference.goal == "none" else p)
        for difference, p in zip(found, adjusted, strict=True)
    ]


def score_values(score: Score) -> dict[str, Any]:
    """Return a figure of a model as plain values."""
    limits = {name: getattr(score.estimate, name) for name in ("value", "low", "high")}
    return {"name": score.measure, **limits, "n": score.n, "units": score.units}


def _as_plain(difference: Difference) -> dict[str, Any]:
    found = difference.difference
    return {
        "name": difference.measure,
        "before": difference.before.value,
        "after": difference.after.value,
        "difference": found.value,
        **{name: getattr(found, name) for name in ("low", "high")},
        **{name: getattr(difference, name) for name in ("n", "units", "seeds", "goal")},
        "p": found.p,
        "p_holm_of_gain": difference.adjusted,
        "verdict": difference.verdict,
        "title": difference.title,
    }
