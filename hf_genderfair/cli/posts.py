"""The command ``posts``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from hf_genderfair.cli.groups import grouped
from hf_genderfair.cli.options import Output
from hf_genderfair.cli.origin import Origin
from hf_genderfair.cli.runner import run
from hf_genderfair.core.transform import text_array
from hf_genderfair.first_person.posts import Posts, find_all_posts, isolate_posts
from hf_genderfair.hub.locate import source_name
from hf_genderfair.recipes.made import Made
from hf_genderfair.report.sentences import counted

if TYPE_CHECKING:
    from datasets import Dataset


@grouped
def posts(origin: Origin, output: Output) -> None:
    """Cut pages of forums and comments into posts.

    Prints one line for each post; with --jsonl one object for each text, with its posts, their offsets, authors and
    dates as written. Authors' names are personal data: they are printed only then, and never written with --out.

    Examples:
        echo "Byłam tam. ~ola 12.03.2011 18:22 Ja też byłam." | hf-genderfair posts
        hf-genderfair posts pages.jsonl --out posts/
    """
    column = origin.text_column

    def show(table: pa.Table, jsonl: bool) -> Iterator[Any]:
        texts = text_array(table[column].combine_chunks(), column)
        for text, found in zip(texts.to_pylist(), find_all_posts(texts), strict=True):
            bodies = [text[post.start : post.end] for post in found]
            if jsonl:
                yield {"posts": [{**post._asdict(), "text": body} for post, body in zip(found, bodies, strict=True)]}
            else:
                yield from bodies

    def make(rows: Dataset) -> Made:
        from hf_genderfair.hub.card import CardDetails
        from hf_genderfair.recipes.corpus_recipe import corpus_report
        from hf_genderfair.report.examples import begun_examples, drawn_rows
        from hf_genderfair.report.figures import draw_parts
        from hf_genderfair.report.report import Step

        isolated = isolate_posts(rows, column, output.num_proc)
        step = Step("isolate_posts", Posts.version, {"text_column": column}, len(rows), len(isolated))
        title = f"Single posts of {source_name(origin.source)}"
        answer = f"{counted(len(rows), 'text was', 'texts were')} cut into {counted(len(isolated), 'post')}."
        examples = begun_examples("Single posts", drawn_rows(isolated), column)
        source = origin.described()
        report = corpus_report(title, "pl", [step], [], source=source, answers=[answer], examples=examples)
        drawn = f"Texts by their number of posts (n = {len(rows):,})"
        figures = draw_parts("posts.png", drawn, _by_posts(isolated["source_row"], len(rows)))
        details = CardDetails(
            tags=("forum",),
            summary="Single posts, cut out of pages of forums and comments, each with its place in the page. Time "
            "stamps and names of authors that stand between posts are in none of them.",
            uses="studies and models that need what one writer wrote, and not a page of many.",
        )
        return Made(isolated, report, figures=figures, details=details)

    run(origin, output, show, make)


def _by_posts(sources: Iterable[int], texts: int) -> dict[str, int]:
    """Return how many texts have no post, one, two to five, and more, without what no text has."""
    posts = Counter(sources)
    found = [0] * (texts - len(posts)) + list(posts.values())
    classes = {"none": (0, 0), "one": (1, 1), "2 to 5": (2, 5), "6 to 20": (6, 20), "more than 20": (21, None)}
    parts = {
        name: sum(low <= number and (high is None or number <= high) for number in found)
        for name, (low, high) in classes.items()
    }
    return {name: number for name, number in parts.items() if number}
