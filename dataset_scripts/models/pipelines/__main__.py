"""Train the pipelines in the package from open treebanks, which takes some hours on two cores.

    python -m dataset_scripts.models.pipelines --data data/ --out models/
    python -m dataset_scripts.models.pipelines --data data/ --out models/ --lang de --student-steps 2000

A pretrained encoder is fine-tuned on all treebanks first and annotates running text; the compact networks learn from
both. Progress is logged. Needs the extra ``train``.
"""

from __future__ import annotations

import logging
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from dataset_scripts.models.pipelines.corpora import TREEBANKS


def main(given: Sequence[str] | None = None) -> None:
    """Train, and print the models that were written."""
    arguments = ArgumentParser(
        prog="dataset_scripts.models.pipelines", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    arguments.add_argument(
        "--data", type=Path, required=True, metavar="DIR", help="folder with treebanks/, ner/, text/"
    )
    arguments.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="folder for the models and their cards"
    )
    arguments.add_argument("--lang", nargs="+", choices=TREEBANKS, default=list(TREEBANKS), help="languages to train")
    arguments.add_argument("--teacher-steps", type=int, default=720, help="batches of the teacher")
    arguments.add_argument("--student-steps", type=int, help="batches of each student")
    options = arguments.parse_args(given)
    if not (options.data / "treebanks").is_dir():
        arguments.error(f"{options.data} has no folder treebanks")
    from dataset_scripts.models.pipelines.train import train_pipelines

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    for path in train_pipelines(options.data, options.out, options.lang, options.teacher_steps, options.student_steps):
        print(path)


if __name__ == "__main__":
    main()
