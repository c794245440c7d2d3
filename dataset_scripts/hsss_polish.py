"""Make "He Said She Said" anew: a corpus of Polish first-person texts by gender (Graliński et al. 2016).

From any source of lines with optional url and date: text, JSON lines, CSV, Parquet, compressed or not, a folder of
them, text extracted from WARC files (``--url-lines``), standard input, or a data set on the Hub.

    python dataset_scripts/hsss_polish.py dataset_scripts/sample/polish_posts.jsonl --out corpus/ --license cc0-1.0
    python dataset_scripts/hsss_polish.py pages.txt.gz --url-lines --out corpus/ --challenge challenge/
    python dataset_scripts/hsss_polish.py me/raw-posts --limit 100000 --out corpus/ --repo-id me/posts --dry-run

The recipe itself, made of transforms that can be used one by one, is `hf_genderfair.CorpusRecipe`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from program import carry_out, parse, parser, read, run, send, show

from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.hub.audited import load_audited
from hf_genderfair.recipes.corpus_recipe import CorpusRecipe
from hf_genderfair.recipes.first_person_steps import challenge

TITLE = "He said, she said: Polish first-person texts by gender"
LAYOUTS = ("text", "jsonl", "json", "csv", "tsv", "parquet")


def main(given: Sequence[str] | None = None) -> None:
    """Make the corpus, then challenge sets and the published data set where they are asked for."""
    arguments = parser(str(__doc__))
    arguments.add_argument("--excluded-site", action="append", default=[], metavar="HOST", help="exclude a website")
    arguments.add_argument("--challenge", type=Path, metavar="DIR", help="write challenge sets there")
    arguments.add_argument("--url-lines", action="store_true", help="a line that is an address is that of the next")
    arguments.add_argument("--layout", choices=LAYOUTS, help="format of the source where its name does not tell")
    options = parse(arguments, given)
    rows, source = read(options, url_lines=options.url_lines, layout=options.layout)
    recipe = CorpusRecipe(
        FirstPerson(text_column=options.text_column),
        FragmentReasons(excluded_sites=tuple(options.excluded_site), text_column=options.text_column),
    )
    show(carry_out(options, rows, recipe, TITLE, source), options.out)
    if options.challenge is not None:
        kept = load_audited(options.out).dataset
        sets = challenge(kept, options.seed, source={"id": options.out.resolve().name})
        show(sets.write(options.challenge, options.license, options.overwrite), options.challenge)
    send(options)


if __name__ == "__main__":
    run(main)
