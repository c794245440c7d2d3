"""Does debiasing texts debias a model? Train on texts before and after, with all baselines (Görge et al. 2025).

    python dataset_scripts/effect_small_heap.py heap.txt.xz --neutral neutral.txt.xz --out effect/
    python dataset_scripts/effect_small_heap.py me/heap --neutral me/heap-neutral --model Qwen/Qwen3-0.6B --out effect/

The protocol of section 6: a model is trained on as many tokens of the original texts, of a neutral rewriting, and of
texts whose sentences are swapped and whose strong stereotypes are removed by the paper's base method and by its GC
method (here with rules, as in ``small_heap_debiased.py``); occupations are completed, and more benchmarks are asked
where they are named. The defaults of training are the paper's for pretrained models. Added are several seeds with
intervals, the log-odds of pronouns after occupations, and perplexity on held-out texts.
"""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from datasets import Dataset, load_dataset
from program import run

from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.effects.benchmarks import OccupationCompletions, OccupationOdds
from hf_genderfair.effects.experiment import DATA, check_folder, effect
from hf_genderfair.effects.report import summary, write_effect
from hf_genderfair.effects.training import BaseModel
from hf_genderfair.effects.training_data import conditions
from hf_genderfair.hub.source import open_source
from hf_genderfair.lexicons.word_lists import word_list
from hf_genderfair.recipes.debias_recipe import DebiasRecipe
from hf_genderfair.scale.sharded import run as run_shards
from hf_genderfair.stereotypes.transform import Stereotypes


def main(given: Sequence[str] | None = None) -> None:
    """Debias the texts, train, evaluate and compare."""
    arguments = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    arguments.add_argument("source", help="the original texts: Hub id, folder or file")
    arguments.add_argument("--neutral", metavar="SOURCE", help="a neutral rewriting of them, row by row")
    arguments.add_argument("--model", default="scratch:small", help="folder, Hub name, or scratch:small")
    arguments.add_argument("--gguf-file", metavar="NAME", help="GGUF file in the folder or repository of the model")
    arguments.add_argument("--text-column", default="text", help="column that holds the text")
    arguments.add_argument("--seeds", type=int, default=3, help="trainings on each data set")
    arguments.add_argument("--minutes", type=float, help="time for all trainings together")
    arguments.add_argument("--completions", type=int, default=100, help="of each occupation; the paper has 100")
    arguments.add_argument("--num-proc", type=int, default=1, help="number of processes that debias")
    arguments.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder to write: models and report")
    options = arguments.parse_args(given)
    column = options.text_column
    check_folder(options.out)
    base = BaseModel(options.model, gguf_file=options.gguf_file)
    before = _rows(options.source, column)
    debiased = {
        method: _debiased(before, method, options.out / DATA / method, column, options.num_proc)
        for method in ("base", "gc")
    }
    others = {"base": debiased["base"]}
    if options.neutral is not None:
        others["neutral"] = _rows(options.neutral, column)
    found = effect(
        base,
        conditions(before, debiased["gc"], others),
        [OccupationOdds(), OccupationCompletions(options.completions)],
        seeds=options.seeds,
        minutes=options.minutes,
        folder=options.out,
        text_column=column,
        on_step=print,
    )
    write_effect(found, options.out, "Models trained on texts before and after debiasing")
    print(summary(found), f"Written to {options.out}: read {options.out / 'report.html'}.")


def _rows(source: str, text_column: str) -> Dataset:
    rows = open_source(source, text_column, False)
    assert isinstance(rows, Dataset)
    return rows.select_columns([text_column])


def _debiased(rows: Dataset, method: str, folder: Path, text_column: str, num_proc: int) -> Dataset:
    """Debias texts by one of the methods of the paper; what is done is kept."""
    listed = word_list("gender")
    # the base method of the paper exchanges every word
    names = "keep" if method == "base" else "refuse"
    recipe = DebiasRecipe(
        Counterfactual("en", listed, method, names=names, text_column=text_column),  # type: ignore[arg-type]
        Stereotypes("en", "gender", text_column=text_column),
        remove_stereotypes=True,
    )
    run_shards(rows, recipe, folder, num_proc=num_proc, text_column=text_column, title=f"Texts debiased by {method}")
    found = load_dataset(str(folder), split="train")
    assert isinstance(found, Dataset)
    return found.select_columns([text_column])


if __name__ == "__main__":
    run(main)
