"""The command ``neutralise``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import pyarrow as pa

from hf_genderfair.cli.groups import Options, grouped
from hf_genderfair.cli.options import Output
from hf_genderfair.cli.origin import Origin
from hf_genderfair.cli.runner import run
from hf_genderfair.core.spans import Edit, apply_edits, edit_text
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.neutral import Neutralise
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.hub.locate import source_name
from hf_genderfair.languages.chain import Chain
from hf_genderfair.recipes.made import Made
from hf_genderfair.report.sentences import counted, percent

if TYPE_CHECKING:
    from datasets import Dataset


@grouped
def neutralise(
    origin: Origin,
    tagger: Annotated[FirstPerson, Options("lang", "context", "diacritics")],
    output: Output,
) -> None:
    """Put feminine forms into the masculine.

    Every feminine first-person form becomes its masculine counterpart, the generic form of Polish. Prints one line for
    each text; with --jsonl the new text and the edits on the old one, by which it can be undone.

    Examples:
        echo "Byłam zmęczona." | hf-genderfair neutralise
        hf-genderfair neutralise --jsonl < lines.txt
        hf-genderfair neutralise posts.jsonl --out neutral/
    """
    column = origin.text_column
    proposer = Neutralise(column)
    chain = Chain(tagger, proposer)

    def show(table: pa.Table, jsonl: bool) -> Iterator[Any]:
        rows: pa.Table = chain(table.select([column]))
        for text, edits in zip(*(rows[name].to_pylist() for name in (column, "first_person_edits")), strict=True):
            neutral = edit_text(text or "", [Edit(**edit) for edit in edits])
            yield {"text": neutral, "edits": edits} if jsonl else neutral

    def make(rows: Dataset) -> Made:
        from hf_genderfair.first_person.examples import neutral_examples
        from hf_genderfair.hub.card import CardDetails
        from hf_genderfair.recipes.corpus_recipe import corpus_report
        from hf_genderfair.report.examples import drawn_rows
        from hf_genderfair.report.figures import draw_parts
        from hf_genderfair.report.steps import describe_step

        rows = annotate(rows, chain, output.num_proc)
        steps = [describe_step(step, len(rows), len(rows)) for step in (tagger, proposer)]
        rows = apply_edits(rows.remove_columns("first_person_expressions"), "first_person_edits", column)
        title = f"Texts of {source_name(origin.source)} with masculine first-person forms"
        forms = [len(edits) for edits in rows["first_person_edits"]]
        texts = sum(map(bool, forms))
        changed = f"{texts:,} of {counted(len(forms), 'text')}{f' ({percent(texts / len(forms))})' if texts else ''}"
        answer = f"{counted(sum(forms), 'form was', 'forms were')} put into the masculine, in {changed}."
        examples = neutral_examples(drawn_rows(rows), column)
        source = origin.described()
        report = corpus_report(title, tagger.lang, steps, [], source=source, answers=[answer], examples=examples)
        details = CardDetails(
            tags=("first-person",),
            task_categories=("text-generation", "fill-mask"),
            summary="Texts in which every feminine first-person form of Polish was put into its masculine counterpart, "
            "which is also the generic form, with every edit, by which it can be undone. A label says which gender the "
            "**words** of the writer carried: no metadata were used and no one's gender was guessed.",
            uses="models and studies that are not to see the gender of first-person forms.",
        )
        parts = {"with forms that were changed": texts, "left as they are": len(forms) - texts}
        figures = draw_parts("neutralised.png", f"Texts by what became of them (n = {len(forms):,})", parts)
        return Made(rows, report, figures=figures, details=details)

    run(origin, output, show, make)
