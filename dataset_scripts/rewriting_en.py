"""Make parallel data for an English gender-fair rewriter, as Amrhein et al. (2023) did: pairs of sentences of any text.

    python dataset_scripts/rewriting_en.py dataset_scripts/sample/rewriting_en.jsonl --out pairs/ --license cc0-1.0
    python dataset_scripts/rewriting_en.py news.txt.gz --method forward --out pairs/ --limit 100000

``backward`` takes sentences with singular or plural *they* and neutral words, and makes masculine and feminine versions
of them; ``forward`` takes sentences with *he*, *she* and gendered words, and makes neutral ones. The recipe itself is
`dataset_scripts.models.rewriter.corpora.recipe`.
"""

from __future__ import annotations

from collections.abc import Sequence

from program import parse, parser, read, run, send, show

from dataset_scripts.models.rewriter.corpora.recipe import parallel_pairs

TITLE = "English sentences and their gender-fair versions"


def main(given: Sequence[str] | None = None) -> None:
    """Make the pairs, and the published data set where it is asked for."""
    arguments = parser(str(__doc__))
    arguments.add_argument("--method", choices=("backward", "forward"), default="backward")
    arguments.add_argument("--copy-share", type=float, default=0.3, help="share of copies without gendered words")
    options = parse(arguments, given)
    rows, source = read(options)
    made = parallel_pairs(
        rows,
        "en",
        options.method,
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
