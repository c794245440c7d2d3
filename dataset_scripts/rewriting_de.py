"""Make parallel data for a German gender-fair rewriter, as Amrhein et al. (2023) did: pairs of sentences from any text.

    python dataset_scripts/rewriting_de.py dataset_scripts/sample/rewriting_de.jsonl --out pairs/ --license cc0-1.0
    python dataset_scripts/rewriting_de.py news.txt.gz --method forward --out pairs/
    python dataset_scripts/rewriting_de.py web.parquet --method round-trip --out pairs/ --limit 100000 \
        --there facebook/wmt19-de-en --back facebook/wmt19-en-de

``backward`` and ``round-trip`` need sentences with gender-fair forms (pair forms count) and change their other side, by
rule or by translating there and back; ``forward`` takes gendered sentences of any text. The recipe itself is
`dataset_scripts.models.rewriter.corpora.recipe`.
"""

from __future__ import annotations

from collections.abc import Sequence

from program import parse, parser, read, run, send, show

from dataset_scripts.models.rewriter.corpora.recipe import parallel_pairs
from dataset_scripts.models.rewriter.corpora.translators import SeqToSeqTranslator
from hf_genderfair.generation.local import SequenceModel
from hf_genderfair.rewriting.transform import GenderFair

TITLE = "German sentences and their gender-fair versions"


def main(given: Sequence[str] | None = None) -> None:
    """Make the pairs, and the published data set where it is asked for."""
    arguments = parser(str(__doc__))
    arguments.add_argument("--method", choices=("backward", "forward", "round-trip"), default="backward")
    arguments.add_argument(
        "--complete", action="store_true", help="with backward: rewrite what gender-fair sentences left gendered"
    )
    arguments.add_argument("--there", help="model that translates German: a folder or a Hub name")
    arguments.add_argument("--back", help="model that translates into German")
    arguments.add_argument("--copy-share", type=float, default=0.3, help="share of copies without gendered words")
    options = parse(arguments, given)
    if options.method == "round-trip" and None in (options.there, options.back):
        arguments.error("--method round-trip needs --there and --back")
    rows, source = read(options)
    there, back = (name and SeqToSeqTranslator(SequenceModel(name)) for name in (options.there, options.back))
    made = parallel_pairs(
        rows,
        "de",
        options.method,
        rewriter=GenderFair("de", scope="all") if options.complete else None,
        there=there,
        back=back,
        text_column=options.text_column,
        source=source,
        copy_share=options.copy_share,
        seed=options.seed,
        num_proc=options.num_proc,
        title=TITLE,
    )
    show(made.write(options.out, options.license, options.overwrite), options.out)
    send(options)


if __name__ == "__main__":
    run(main)
