"""Debias English texts for one attribute, as Görge et al. (2025) did with Small Heap: text in, even groups out.

    python dataset_scripts/small_heap_debiased.py dataset_scripts/sample/small_heap_debiased.jsonl --out debiased/
    python dataset_scripts/small_heap_debiased.py heap.txt.xz --attribute age --method base --out debiased/
    python dataset_scripts/small_heap_debiased.py heap/ --sided two --license cc0-1.0 --out debiased/ --repo-id me/heap

The steps of the paper are kept: words of each group, demographic representation, strong stereotypes removed, sentences
swapped until the groups are even, documents put together again, a report with the rows of its Tables 7 and 8. The paper
asks language models; here rules decide unless ``--model`` names one. Lists of words that are not the package's are read
from a file: ``--words trades.json``. Small Heap itself is not part of this package. The recipe itself is
`hf_genderfair.DebiasRecipe`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from program import carry_out, parse, parser, read, run, send, show

from hf_genderfair.counterfactual.collocations import collocation_counts
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.generation.build import build_generator
from hf_genderfair.hub.reading_problems import own_columns
from hf_genderfair.lexicons.word_lists import WordList, word_list
from hf_genderfair.recipes.debias_recipe import DebiasRecipe
from hf_genderfair.stereotypes.transform import Stereotypes


def main(given: Sequence[str] | None = None) -> None:
    """Debias the texts, and publish them where that is asked for."""
    arguments = parser(str(__doc__))
    arguments.add_argument("--attribute", default="gender", help="gender, age or religion, or a name for --words")
    arguments.add_argument("--words", type=Path, metavar="FILE", help="a list of words by group: .tsv or .json")
    arguments.add_argument("--method", choices=("base", "gc"), default="gc", help="how sentences are swapped")
    arguments.add_argument(
        "--sided", choices=("one", "two"), default="one", help="swapped sentences in place, or twins beside"
    )
    arguments.add_argument(
        "--names",
        choices=("keep", "swap", "refuse"),
        default="refuse",
        help="what becomes of sentences with a name",
    )
    arguments.add_argument("--threshold", type=float, help="score from which sentences are removed")
    arguments.add_argument("--longest", type=int, help="leave sentences with more tokens (paper: 47)")
    arguments.add_argument("--model", help="ask this language model: a folder, a Hub name, or a name on a server")
    arguments.add_argument("--endpoint", metavar="URL", help="OpenAI-compatible server that has the model")
    arguments.add_argument("--provider", help="inference provider of the Hub, or auto")
    arguments.add_argument("--evidence", action="store_true", help="keep what was removed, in columns")
    options = parse(arguments, given)
    if options.model is None and (options.endpoint or options.provider):
        arguments.error("--endpoint and --provider need --model")
    column, attribute = options.text_column, options.attribute
    listed = word_list(attribute) if options.words is None else WordList.from_file(options.words, attribute)
    generator = (
        build_generator(options.model, base_url=options.endpoint, provider=options.provider) if options.model else None
    )
    rows, source = read(options)
    rows = rows.select_columns(own_columns(rows))
    collocations = None
    if set(listed.groups) != {"female", "male"} and options.method == "gc":
        collocations = collocation_counts((text or "" for text in rows[column]), listed)
    recipe = DebiasRecipe(
        Counterfactual(
            "en",
            listed,
            options.method,
            names=options.names,
            seed=options.seed,
            generator=generator,
            collocations=collocations,
            text_column=column,
        ),
        Stereotypes(
            "en",
            listed.attribute,
            generator=generator,
            threshold=options.threshold,
            longest=options.longest,
            text_column=column,
        ),
        sided=options.sided,
        remove_stereotypes=True,
        evidence=options.evidence,
    )
    show(carry_out(options, rows, recipe, f"Texts debiased for {listed.attribute}", source), options.out)
    send(options)


if __name__ == "__main__":
    run(main)
