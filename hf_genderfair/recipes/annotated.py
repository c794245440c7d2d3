"""Data sets that one step makes of texts: with columns that transforms add, or with edits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import pyarrow as pa
from datasets import Dataset, Features, List, Value

from hf_genderfair import __version__
from hf_genderfair.core.batches import read_batch
from hf_genderfair.core.spans import EDIT_FEATURE, Edit, apply_edits, edits_of
from hf_genderfair.core.transform import in_format_of, map_batches, text_array
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.languages.chain import Chain
from hf_genderfair.recipes.in_memory import carry_out
from hf_genderfair.recipes.made import Made
from hf_genderfair.report.change_list import ChangeColumns
from hf_genderfair.report.examples import choose_examples, drawn_rows, edited_example
from hf_genderfair.report.report import Cell, Report, Step, Table, TextExample, software_versions
from hf_genderfair.report.sentences import counted, limits_of, percent, reason_in_words
from hf_genderfair.rewriting.transform import REFUSAL
from hf_genderfair.scale.recipe import ChainRecipe

KINDS = {"edits": EDIT_FEATURE, "refusals": List(REFUSAL), "reason": Value("string")}
"""Columns that editing adds, as far as it says so much of a text."""


def annotated(rows: Dataset, chain: Chain, source: Mapping[str, Any], num_proc: int | None = None) -> Made:
    """Return texts with the columns of a chain."""
    return carry_out(rows, ChainRecipe(chain, longest=None), "annotated", None, source, num_proc)


@dataclass(frozen=True)
class Editing:
    """A function that proposes edits of texts: its name, what it says of a text beside them, language and settings."""

    name: str
    proposed: type[NamedTuple]
    find: Callable[[list[str]], Iterable[Any]]
    lang: str
    settings: Mapping[str, Any]
    text_column: str = "text"

    def features(self) -> Features:
        """Return the columns that are added."""
        return Features({f"{self.name}_{field}": KINDS[field] for field in self.proposed._fields})

    def __call__(self, batch: Any, rank: int | None = None) -> pa.Table:
        """Return a batch with the columns that are added."""
        table = read_batch(batch, self.name)
        assert isinstance(table, pa.Table)
        texts = text_array(table[self.text_column], self.text_column).to_pylist()
        found = [proposed._asdict() for proposed in self.find([text or "" for text in texts])]
        for field, column in zip(self.proposed._fields, self.features().arrow_schema, strict=True):
            table = table.append_column(column, pa.array([plain(each[field]) for each in found], column.type))
        return table


def plain(value: Any) -> Any:
    """Return edits and refusals as rows of a column; all else as it is."""
    if not isinstance(value, list):
        return value
    return [each.to_dict() if isinstance(each, Edit) else each._asdict() for each in value]


def edited(rows: Dataset, editing: Editing, source: Mapping[str, Any], num_proc: int | None = None) -> Made:
    """Return texts with the edits of a function, and what can be undone by."""
    features = Features({**rows.features, **editing.features()})
    state = (editing.name, editing.lang, dict(editing.settings), __version__)
    read = rows.with_format("arrow")
    done = map_batches(read, editing, state, lambda: features, num_proc, features=features, desc=editing.name)
    done = in_format_of(rows, done)
    edits = [len(each) for each in done[f"{editing.name}_edits"]]
    texts = sum(map(bool, edits))
    share = f" ({percent(texts / len(edits))})" if texts else ""
    told = {name: value for name, value in editing.settings.items() if isinstance(value, str) and name != "lang"}
    settings = f" Settings: {', '.join(f'{name} {value}' for name, value in told.items())}." if told else ""
    of_all = f"{texts:,} of {counted(len(edits), 'text')}{share}"
    report = Report(
        f"Texts of {source['id']}, {'edited' if texts else 'in which nothing was edited'}",
        editing.lang,
        [Step(editing.name, __version__, dict(editing.settings), len(rows), len(rows))],
        _refusals(done, editing),
        limits=limits_of("chain"),
        sources=[dict(source)],
        software=software_versions(),
        answers=[f"{counted(sum(edits), 'place was', 'places were')} changed, in {of_all}.{settings}"],
        examples=choose_examples(_examples(drawn_rows(done), editing)),
    )
    details = CardDetails(
        summary=f"Texts with the edits of `{editing.name}`, each of which can be undone.",
        uses="models and studies that compare the texts before and after.",
        changes=ChangeColumns(editing.text_column, (editing.name,)),
    )
    return Made(apply_edits(done, f"{editing.name}_edits", editing.text_column), report, details=details)


def _examples(rows: Dataset, editing: Editing) -> Iterator[TextExample]:
    """Yield examples of what is changed, from rows whose text is that before."""
    for row in rows:
        if edits := edits_of(row[f"{editing.name}_edits"]):
            reasons = dict.fromkeys(reason_in_words(edit.reason) for edit in edits if edit.reason)
            yield edited_example("Changed", row[editing.text_column], edits, "; ".join(reasons))


def _refusals(rows: Dataset, editing: Editing) -> list[Table]:
    """Return why words and texts stay as they are, as far as that is said."""
    reasons: Counter[str] = Counter()
    if "refusals" in editing.proposed._fields:
        reasons.update(each["reason"] for refused in rows[f"{editing.name}_refusals"] for each in refused)
    if "reason" in editing.proposed._fields:
        reasons.update(reason for reason in rows[f"{editing.name}_reason"] if reason is not None)
    counts: list[list[Cell]] = [[reason_in_words(reason), number] for reason, number in reasons.most_common()]
    return [Table("refusals", "Why words and texts stay", ["reason", "number"], counts)] if counts else []
