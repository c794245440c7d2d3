"""Train a neural rewriter on pairs, such as those that ``dataset_scripts/rewriting_de.py`` makes.

    python -m dataset_scripts.models.rewriter pairs/ --out rewriter/
    python -m dataset_scripts.models.rewriter pairs/ --out rewriter/ --base google/mt5-small --steps 20000

``accelerate launch -m dataset_scripts.models.rewriter`` shares the work among processes. The same command goes on with
a training that was interrupted. Needs the extra ``train``; `hf_genderfair.NeuralRewriter` uses the folder.
"""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path


def main(given: Sequence[str] | None = None) -> None:
    """Train, and print the folder of the model."""
    arguments = ArgumentParser(
        prog="dataset_scripts.models.rewriter", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    arguments.add_argument("pairs", type=Path, help="folder of a data set with the columns source and target")
    arguments.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the model")
    arguments.add_argument("--base", metavar="NAME", help="model to begin with: a folder, or a name on the Hub")
    arguments.add_argument("--small", action="store_true", help="a small model that a processor trains in minutes")
    arguments.add_argument("--steps", type=int, help="steps altogether")
    arguments.add_argument("--bf16", action="store_true", help="compute in bfloat16")
    arguments.add_argument("--seed", type=int, default=0)
    options = arguments.parse_args(given)
    files = sorted(map(str, options.pairs.glob("data/*.parquet")))
    if not files:
        arguments.error(f"{options.pairs} has no data/*.parquet")

    from datasets import Dataset

    from dataset_scripts.models.rewriter.train import Settings, train

    settings = Settings.small(options.steps or 2000) if options.small else Settings(steps=options.steps or 200_000)
    settings = replace(settings, bf16=options.bf16, seed=options.seed)
    train(Dataset.from_parquet(files), options.out, settings, options.base)
    print(options.out)


if __name__ == "__main__":
    main()
