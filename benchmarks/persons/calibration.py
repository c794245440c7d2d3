"""How sure the reader is, beside how often it is right, on windows of text that nothing was trained on.

Its likeliest answer counts with its probability: of words that it takes for persons, the kind (*mention*); of labelled
mentions, who is meant and what they show (*reference*, *gender*), and the last mention of the same person
(*antecedent*); of words that it takes to agree with a person outside of them, with whom (*controller*). A temperature
divides the logarithms of odds; that for one half of the answers is fitted on the other (Guo et al. 2017).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Figures, Measure
from benchmarks.persons.labels import HERE, read, windows
from benchmarks.scores import interval, portion
from dataset_scripts.models.content.calibration import expected_calibration_error
from dataset_scripts.models.reader.examples import TAGGED, Example, labelled
from dataset_scripts.models.reader.syntax import UNKNOWN
from hf_genderfair.languages.reader.model import ReaderModel, reader_model

HEADS = ("mention", "reference", "gender", "antecedent", "controller")
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
TEMPERATURES = np.arange(0.8, 3.05, 0.1)
WANTED = 0.95
"""Share right above the probability from which an answer is given."""

FEWEST = 30
"""Answers below which nothing is said of them."""

WHAT = "how sure the reader is, and how often right"
ON = "windows labelled by the maintainers"
Answers = NDArray[np.float64]
"""A row for each answer: whether it is right; for each temperature its probability, then that of the true one."""


def calibration(data: Path) -> Figures:
    """Yield how far the probabilities of the reader can be trusted, by decision and language."""
    model = reader_model()
    found = defaultdict[str, dict[str, list[Answers]]](lambda: defaultdict(list))
    for lang in ("de", "en", "es"):
        labels = read(HERE / "labels" / f"{lang}.txt")
        for window in windows(data, lang):
            if window.name in labels:
                for head, answer in _answers(model, labelled(window, labels[window.name])):
                    found[head][lang].append(answer)
    for head in HEADS:
        for lang, rows in found[head].items():
            if len(rows) >= FEWEST:
                yield from _of_language(f"{lang}: {head}", np.array(rows))
        yield from _of_bins(head, np.array([row for rows in found[head].values() for row in rows]))


def _answers(model: ReaderModel, example: Example) -> Iterator[tuple[str, Answers]]:
    """Yield the answers of each head to a window."""
    given = model.read(model.cut(example.words.forms, example.words.spaces))
    given["antecedent"] = np.where(np.tril(np.ones_like(given["antecedent"], bool)), given["antecedent"], -np.inf)
    for head in HEADS:
        odds = np.exp((given[head] - given[head].max(-1, keepdims=True)) / TEMPERATURES[:, None, None])
        likely = odds / odds.sum(-1, keepdims=True)
        for at, true in enumerate(example.columns[head].tolist()):
            best = int(given[head][at].argmax())
            said = TAGGED["mention"][best] != "none" if head == "mention" else head != "controller" or best != at
            # references, genders and antecedents are known of mentions alone
            if true != UNKNOWN and said:
                yield head, np.concatenate([[best == true], likely[:, at, best], likely[:, at, true]])


def _of_language(of: str, answers: Answers) -> Figures:
    """Yield the error of the probabilities without and with a temperature, and how much can be answered rightly."""
    at = partial(Measure, WHAT, ON, len(answers), of=of)
    usual = answers[:, [1 + int(np.abs(TEMPERATURES - 1).argmin()), 0]]
    again = np.random.default_rng(0).integers(len(answers), size=(1000, len(answers)))
    yield at("expected calibration error", _error(usual), *interval([_error(usual[chosen]) for chosen in again]))
    halves = answers[::2], answers[1::2]
    fitted = [_temperature(half) for half in halves]
    cooled = np.vstack([half[:, [1 + other, 0]] for half, other in zip(halves, reversed(fitted), strict=True)])
    temperature = float(TEMPERATURES[fitted].mean())
    errors = interval([_error(cooled[chosen]) for chosen in again])
    yield at(f"the same with temperature {temperature:.2f}", _error(cooled), *errors)
    in_order = usual[np.argsort(-usual[:, 0])]
    enough = np.flatnonzero(np.cumsum(in_order[:, 1]) / np.arange(1, len(in_order) + 1) >= WANTED)
    if len(enough):
        last = int(enough[-1])
        name = f"answered at {in_order[last, 0]:.2f} and more, {WANTED:.0%} of it rightly"
        yield at(name, *portion(last + 1, len(answers)))


def _of_bins(head: str, answers: Answers) -> Figures:
    """Yield the share right by probability."""
    sure = answers[:, 1 + int(np.abs(TEMPERATURES - 1).argmin())]
    for low, high in pairwise(BINS):
        right = answers[(sure > low) & (sure <= high), 0]
        if len(right) >= FEWEST:
            shares = portion(int(right.sum()), len(right))
            yield Measure(WHAT, ON, len(right), f"right at {low:.0%} to {high:.0%}", *shares, of=f"all: {head}")


def _temperature(answers: Answers) -> int:
    """Return the number of the temperature that makes the true answers likeliest."""
    return int(np.log(answers[:, 1 + len(TEMPERATURES) :]).sum(0).argmax())


def _error(answers: Answers) -> float:
    """Return the calibration error of answers: probability, whether it is right."""
    return expected_calibration_error(answers[:, 0], answers[:, 1] > 0)
