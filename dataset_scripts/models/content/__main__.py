"""Train the content model of stereotypes from published sentences, which takes about two hours on two cores.

    python -m dataset_scripts.models.content --data data/ --out models/

A pretrained encoder and a small language model are fine-tuned on labelled sentences first and read them and running
text; the compact network learns from both. Progress is logged. Needs the extra ``train``.
"""

from __future__ import annotations

import logging
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path


def main(given: Sequence[str] | None = None) -> None:
    """Train, and print the model that was written."""
    arguments = ArgumentParser(
        prog="dataset_scripts.models.content", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    arguments.add_argument(
        "--data", type=Path, required=True, metavar="DIR", help="folder with stereotypes/, treebanks/, text/"
    )
    arguments.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the model and its card")
    arguments.add_argument(
        "--language-model",
        default="HuggingFaceTB/SmolLM2-135M-Instruct",
        metavar="NAME",
        help="language model of the second teacher: a folder, or a name on the Hub",
    )
    arguments.add_argument("--gguf-file", metavar="FILE", help="file in the folder, if it is packed as GGUF")
    options = arguments.parse_args(given)
    if not (options.data / "stereotypes").is_dir():
        arguments.error(f"{options.data} has no folder stereotypes")
    from dataset_scripts.models.content.train import LanguageModelSource, train_content_model

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    language_model = LanguageModelSource(options.language_model, options.gguf_file)
    print(train_content_model(options.data, options.out, language_model))


if __name__ == "__main__":
    main()
