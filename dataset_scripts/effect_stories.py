r"""Does a biased corpus make a biased model? Stories about men, both, and women (Derner et al. 2025).

    python dataset_scripts/effect_stories.py --lang es --male m.txt.xz --balanced b.txt.xz --female f.txt.xz --out es/
    python dataset_scripts/effect_stories.py --lang en --male m.txt --balanced b.txt --female f.txt --model me/model \
        --minutes 60 --out en/

The protocol of section 5: a model is trained on each of three sets of equal size, goes on with ten beginnings of
stories, ten times each, and the persons in what it writes are counted by gender. The paper trains large pretrained
models for fewer than 20 steps; here any model of the Hub, or a small one from nothing (``--model scratch:small``) that
knows these stories alone. Added are several seeds with intervals, and perplexity on held-out sentences.
"""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from datasets import Dataset
from program import run

from hf_genderfair.effects.benchmarks import StoryReferences
from hf_genderfair.effects.experiment import check_folder, effect
from hf_genderfair.effects.report import summary, write_effect
from hf_genderfair.effects.training import BaseModel
from hf_genderfair.effects.training_data import UNTRAINED, Condition
from hf_genderfair.hub.source import open_source

SETS = ("male", "balanced", "female")


def main(given: Sequence[str] | None = None) -> None:
    """Train, evaluate and compare."""
    arguments = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    arguments.add_argument(
        "--lang", choices=("ca", "en", "es"), required=True, help="language of the stories; ca for Valencian"
    )
    for name in SETS:
        arguments.add_argument(f"--{name}", metavar="SOURCE", required=True, help=f"the {name} set, one sentence a row")
    arguments.add_argument("--model", default="scratch:small", help="folder, Hub name, or scratch:small")
    arguments.add_argument("--text-column", default="text", help="column that holds the text")
    arguments.add_argument("--seeds", type=int, default=3, help="trainings on each set")
    arguments.add_argument("--minutes", type=float, help="time for all trainings together")
    arguments.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder to write: models and report")
    options = arguments.parse_args(given)
    check_folder(options.out)
    base = BaseModel(options.model)
    sets = [Condition(name, _rows(getattr(options, name), options.text_column)) for name in SETS]
    found = effect(
        base,
        [Condition(UNTRAINED), *sets],
        [StoryReferences(options.lang)],
        seeds=options.seeds,
        minutes=options.minutes,
        folder=options.out,
        baseline="balanced",
        text_column=options.text_column,
        on_step=print,
    )
    write_effect(found, options.out, f"Stories by models trained on stories ({options.lang})", options.lang)
    print(summary(found, "female"), f"Written to {options.out}: read {options.out / 'report.html'}.")


def _rows(source: str, text_column: str) -> Dataset:
    rows = open_source(source, text_column, False)
    assert isinstance(rows, Dataset)
    return rows


if __name__ == "__main__":
    run(main)
