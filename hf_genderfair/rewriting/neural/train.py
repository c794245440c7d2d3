"""Train a neural rewriter on pairs, with any number of processes.

``accelerate launch -m hf_genderfair.rewriting.neural.train PAIRS OUT`` trains on a table of pairs; with the right
arguments of ``accelerate launch`` on several processors, accelerators or machines. An interrupted training continues
from its last checkpoint and ends as if nothing had happened.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import torch
from accelerate import Accelerator
from datasets import Dataset

from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.core.records import read_file, read_record
from hf_genderfair.core.spans import edit_text
from hf_genderfair.rewriting.evaluate import word_error_rate
from hf_genderfair.rewriting.neural.changes import LearnedChanges
from hf_genderfair.rewriting.neural.decode import find_edits
from hf_genderfair.rewriting.neural.examples import ExampleBatch, example, lengths, make_batch, plan
from hf_genderfair.rewriting.neural.lattice import WordSpellings
from hf_genderfair.rewriting.neural.losses import rewriting_loss
from hf_genderfair.rewriting.neural.model import LONGEST, Rewriter, RewriterConfig, build_model, save_rewriter
from hf_genderfair.rewriting.neural.subwords import Subwords

CURVE = "curve.jsonl"
CHECKPOINTS = "checkpoints"
DONE = "step.json"
"""File that is written last: a checkpoint without it is incomplete."""

MAX_GRADIENT = 1.0
SAMPLE = 500_000
"""Pairs that the vocabulary and the changes are learnt from at most, spread over all of them."""


class _Checkpoint(NamedTuple):
    """What a checkpoint holds beside the weights and the state of the optimiser.

    Attributes:
        training: See `_Run._training`.
        step: The last step that was taken.
        pieces: Pieces that were read until then.
        seconds: Time that this took.
        processor_seconds: Processor time.
        loss: Sum of the losses since the last measurement.
        summed: How many these are.
    """

    training: dict[str, Any]
    step: int
    pieces: int
    seconds: float
    processor_seconds: float
    loss: float
    summed: int


class Schedule(NamedTuple):
    """The schedule of measurements and checkpoints.

    Attributes:
        validate_every: Steps between measurements; the last step is always measured.
        checkpoint_every: Steps between checkpoints; 0 for none.
        stop_after: A step after which to stop, as if interrupted; None for the end.

    Example:
        >>> Schedule().stop_after is None
        True
    """

    validate_every: int = 1000
    checkpoint_every: int = 1000
    stop_after: int | None = None


def train(
    pairs: Dataset,
    out: Path,
    config: RewriterConfig,
    *,
    validation: Dataset | None = None,
    lang: str = "de",
    schedule: Schedule = Schedule(),  # noqa: B008 - immutable
) -> Rewriter:
    """Train a rewriter and write it with its curve."""
    _check(pairs)
    accelerator = Accelerator(
        mixed_precision="bf16" if config.bf16 else "no", gradient_accumulation_steps=config.accumulation
    )
    with accelerator.main_process_first():
        subwords, changes = _inventories(pairs, out, config)
    config = config.with_vocabulary(len(subwords))
    torch.manual_seed(config.seed)
    rewriter = Rewriter(build_model(config), WordSpellings(subwords, changes))
    run = _Run(accelerator, rewriter, config, pairs, out)
    run.resume()
    last = min(config.steps, schedule.stop_after or config.steps)
    for step in range(run.step + 1, last + 1):
        run.train_step(step)
        if step % schedule.validate_every == 0 or step == config.steps:
            run.measure(validation, lang)
        if schedule.checkpoint_every and step % schedule.checkpoint_every == 0:
            run.save_checkpoint()
    accelerator.wait_for_everyone()
    trained = Rewriter(accelerator.unwrap_model(run.model).eval(), rewriter.words)
    if accelerator.is_main_process:
        save_rewriter(trained, out)
    accelerator.wait_for_everyone()
    return trained


def read_curve(out: Path) -> list[dict[str, float]]:
    """Return the measurements of a training, in order."""
    path = out / CURVE
    if not path.exists():
        return []
    try:
        return [read_record(dict[str, float], line) for line in path.read_text(encoding="utf-8").splitlines()]
    except ValueError as error:
        raise GenderfairError(f"{path} holds no measurements ({error}): choose another folder or remove it") from error


class _Run:
    """The state of a training that changes from step to step."""

    def __init__(
        self, accelerator: Accelerator, rewriter: Rewriter, config: RewriterConfig, pairs: Dataset, out: Path
    ) -> None:
        self.accelerator, self.config, self.out = accelerator, config, out
        self.words = rewriter.words
        self.pairs = pairs.select_columns(["source", "target"])
        self.sizes = lengths(self.pairs, self.words.subwords)
        optimiser = torch.optim.Adam(rewriter.model.parameters(), lr=config.learning_rate, betas=(0.9, 0.98))
        self.model, self.optimiser = accelerator.prepare(rewriter.model, optimiser)
        self.step = 0
        self.seconds = self.processor_seconds = 0.0
        self.loss, self.pieces, self.summed = torch.zeros((), device=accelerator.device), 0, 0
        self.batches = self._batches()

    def _batches(self) -> Iterator[list[int]]:
        """Yield the numbers of the pairs in the batches of this process, from the step that is reached."""
        # texts longer than the model reads are left out
        readable = (self.sizes < LONGEST).nonzero()[0]
        rank, processes = self.accelerator.process_index, self.accelerator.num_processes
        start = self.step * self.config.accumulation * processes + rank
        planned = plan(self.sizes[readable], self.config.batch_pieces, self.config.seed)
        return (readable[batch].tolist() for batch in islice(planned, start, None, processes))

    def train_step(self, step: int) -> None:
        """Train on the batches of one step."""
        start, processor_start = time.perf_counter(), time.process_time()
        # dropout depends on the step and the process alone, so that a resumed training is the same
        torch.manual_seed(
            (self.config.seed << 40) + step * self.accelerator.num_processes + self.accelerator.process_index
        )
        for group in self.optimiser.param_groups:
            group["lr"] = self.config.rate(step)
        self.model.train()
        for numbers in islice(self.batches, self.config.accumulation):
            batch = self._batch(self.pairs, numbers)
            with self.accelerator.accumulate(self.model), self.accelerator.autocast():
                loss = rewriting_loss(self.model, batch, self.config)
                self.accelerator.backward(loss)
                if self.accelerator.sync_gradients:
                    self.accelerator.clip_grad_norm_(self.model.parameters(), MAX_GRADIENT)
                self.optimiser.step()
                self.optimiser.zero_grad()
            self.loss += loss.detach()
            self.summed += 1
            self.pieces += int(sum(self.sizes[numbers]))
        self.step = step
        self.seconds += time.perf_counter() - start
        self.processor_seconds += time.process_time() - processor_start

    def _batch(self, pairs: Dataset, numbers: list[int]) -> ExampleBatch:
        with_choices = bool(self.config.choice_weight or self.config.guide_weight)
        rows = pairs[numbers]
        texts = zip(rows["source"], rows["target"], strict=True)
        examples = [example(source, target, self.words, with_choices) for source, target in texts]
        return make_batch(examples).to(self.accelerator.device)

    def measure(self, validation: Dataset | None, lang: str) -> None:
        """Write a line of the curve."""
        row: dict[str, float] = {
            "step": self.step,
            "loss": round(float(self.loss) / max(self.summed, 1), 5),
            "pieces": self.pieces,
            "seconds": round(self.seconds, 2),
            "processor_seconds": round(self.processor_seconds, 2),
        }
        self.loss.zero_()
        self.summed = 0
        if self.accelerator.is_main_process:
            if validation is not None and len(validation):
                row |= self._validate(validation, lang)
            with (self.out / CURVE).open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        self.accelerator.wait_for_everyone()

    def _validate(self, validation: Dataset, lang: str) -> dict[str, float]:
        sources, targets = validation["source"][:], validation["target"][:]
        network = self.accelerator.unwrap_model(self.model).eval()
        total = 0.0
        with torch.inference_mode(), self.accelerator.autocast():
            cut = list(_once(lengths(validation, self.words.subwords), self.config.batch_pieces))
            for numbers in cut:
                total += float(rewriting_loss(network, self._batch(validation, numbers), self.config))
        found = find_edits(sources, Rewriter(network, self.words), lang=lang)
        outputs = [edit_text(source, edits) for source, edits in zip(sources, found, strict=True)]
        return {
            "validation_loss": round(total / len(cut), 5),
            "word_error_rate": round(word_error_rate(targets, outputs), 3),
        }

    def save_checkpoint(self) -> None:
        """Write a checkpoint, and remove the one before it."""
        folder = self.out / CHECKPOINTS / f"step-{self.step:08d}"
        self.accelerator.save_state(str(folder))
        self.accelerator.wait_for_everyone()
        if self.accelerator.is_main_process:
            done = _Checkpoint(
                self._training(),
                self.step,
                self.pieces,
                self.seconds,
                self.processor_seconds,
                float(self.loss),
                self.summed,
            )
            (folder / DONE).write_text(json.dumps(done._asdict()), encoding="utf-8")
            for other in folder.parent.glob("step-*"):
                if other != folder:
                    shutil.rmtree(other)
        self.accelerator.wait_for_everyone()

    def resume(self) -> None:
        """Continue from the last checkpoint, if there is one."""
        done = sorted((self.out / CHECKPOINTS).glob(f"*/{DONE}"))
        if done:
            kept = read_file(_Checkpoint, done[-1])
            if kept.training != self._training():
                raise GenderfairError(
                    f"{done[-1].parent} belongs to another training: choose another folder or remove it"
                )
            self.accelerator.load_state(str(done[-1].parent))
            self.step, self.pieces, self.summed = kept.step, kept.pieces, kept.summed
            self.seconds, self.processor_seconds = kept.seconds, kept.processor_seconds
            self.loss.fill_(kept.loss)
            self.batches = self._batches()
        if self.accelerator.is_main_process:
            rows = [row for row in read_curve(self.out) if row["step"] <= self.step]
            (self.out / CURVE).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    def _training(self) -> dict[str, Any]:
        return {**asdict(self.config), "pairs": len(self.pairs), "processes": self.accelerator.num_processes}


def _once(sizes: Any, pieces: int) -> Iterator[list[int]]:
    """Yield batches of every example once."""
    seen = 0
    for batch in plan(sizes, pieces, 0):
        seen += len(batch)
        yield batch
        if seen == len(sizes):
            return


def _check(pairs: Dataset) -> None:
    missing = [name for name in ("source", "target") if name not in pairs.column_names]
    if missing or not len(pairs):
        raise ColumnError(f"no column {missing[0]!r}" if missing else "there are no pairs to train on")


def _inventories(pairs: Dataset, out: Path, config: RewriterConfig) -> tuple[Subwords, LearnedChanges]:
    """Learn the vocabulary and the changes, or read those that are written already."""
    out.mkdir(parents=True, exist_ok=True)
    try:
        return Subwords.load(out), LearnedChanges.load(out)
    except FileNotFoundError:
        sample = pairs.select(range(0, len(pairs), 1 + len(pairs) // SAMPLE))
        rows = list(zip(sample["source"], sample["target"], strict=True))
        subwords = Subwords.train((text for row in rows for text in dict.fromkeys(row)), config.vocabulary)
        changes = LearnedChanges.learn(rows)
        subwords.save(out)
        changes.save(out)
        return subwords, changes


def main(
    pairs: Path,
    out: Path,
    validation: Path | None = None,
    lang: str = "de",
    small: bool = False,
    steps: int = 0,
    bf16: bool = False,
    accumulation: int = 1,
    seed: int = 0,
) -> None:
    """Train on a Parquet file of pairs."""
    config = RewriterConfig.small() if small else RewriterConfig()
    config = replace(config, steps=steps or config.steps, bf16=bf16, accumulation=accumulation, seed=seed)
    held_out = None if validation is None else Dataset.from_parquet(str(validation))
    train(Dataset.from_parquet(str(pairs)), out, config, validation=held_out, lang=lang)


if __name__ == "__main__":
    import typer

    typer.run(main)
