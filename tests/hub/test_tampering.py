"""What is changed in a published set after it was written is noticed, but for what the documentation names."""

import json
import os
import re
import shutil
from functools import partial

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml
from as_one_test import as_one_test
from datasets import Dataset
from golden import golden_rows
from one_line import one_line

from hf_genderfair import load_audited, write_dataset
from hf_genderfair.core.errors import PublishError
from hf_genderfair.hub.card import BEGIN, END, CardDetails, hash_of, split_card
from hf_genderfair.report.figures import Figure

DATA = "data/train-00000-of-00001.parquet"
EXCLUDED = "excluded/train-00000-of-00001.parquet"


def replaced(values, path, new):
    """Put another value into nested ones; an ellipsis removes what stands there."""
    *way, last = (int(key) if key.isdigit() else key for key in path.split())
    for key in way:
        values = values[key]
    if new is ...:
        del values[last]
    elif isinstance(values, list):
        values[last : last + 1] = [new]
    else:
        values[last] = new


def report(path, new):
    """Return a change of a value of the report."""

    def changed(folder):
        values = json.loads((folder / "bias_report.json").read_text("utf-8"))
        replaced(values, path, new)
        written = json.dumps(values, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
        (folder / "bias_report.json").write_text(written, "utf-8")

    return changed


def metadata(path, new):
    """Return a change of a value of the metadata of the card."""

    def changed(folder):
        card = folder / "README.md"
        values, body = split_card(card.read_text("utf-8"))
        replaced(values, path, new)
        card.write_text(f"---\n{yaml.safe_dump(values, sort_keys=False, allow_unicode=True)}---\n{body}", "utf-8")

    return changed


def text(name, old, new, count=1):
    """Return a change of a text: one pattern becomes another."""

    def changed(folder):
        before = (folder / name).read_text("utf-8")
        after = re.sub(old, new, before, count=count)
        assert after != before
        (folder / name).write_text(after, "utf-8")

    return changed


def rows(name, change):
    """Return a change of a file of the data."""

    def changed(folder):
        pq.write_table(change(pq.read_table(folder / name)), folder / name)

    return changed


def content(name, new):
    """Return a change of a whole file; None deletes it."""

    def changed(folder):
        path = folder / name
        path.unlink() if new is None else path.write_bytes(new)

    return changed


def other_labels(table):
    facts = json.loads(table.schema.metadata[b"huggingface"])
    facts["info"]["features"]["first_person"]["names"] = ["male", "female", "mixed", "none"]
    return table.replace_schema_metadata({b"huggingface": json.dumps(facts).encode()})


def swapped_parts(folder):
    (folder / "data").rename(folder / "other")
    (folder / "excluded").rename(folder / "data")
    (folder / "other").rename(folder / "excluded")


def with_new_hash(folder):
    """Change the page and what the card proves of it."""
    before = hash_of(folder / "report.html")
    content("report.html", b"<p>All is well.</p>")(folder)
    text("README.md", before, hash_of(folder / "report.html"))(folder)


def of_table(title):
    """Return the changes of a section of the table, by what they change."""
    kinds = {"report": report, "metadata": metadata, "content": content}
    return {what: kinds.get(kind, partial(text, kind))(*given) for what, kind, *given in golden_rows(__file__, title)}


NOTICED = {
    **of_table("NOTICED_VALUES"),
    **of_table("NOTICED_TEXTS"),
    "no marks": text("README.md", f"{BEGIN}|{END}", "", 2),
    "a row": rows(DATA, lambda table: table.slice(1)),
    "the order of rows": rows(DATA, lambda table: table.take([1, 0, 2])),
    "a value": rows(DATA, lambda table: table.set_column(1, table.schema.field(1), pa.array([None] * 3, pa.string()))),
    "no column": rows(DATA, lambda table: table.drop_columns(["url"])),
    "a label": rows(DATA, lambda table: table.set_column(2, table.schema.field(2), pa.array([1, 1, 1], pa.int64()))),
    "a reason": rows(EXCLUDED, lambda table: table.set_column(1, "reason", pa.array(["too_short"] * 2))),
    "excluded rows": lambda folder: shutil.rmtree(folder / "excluded"),
    "a further data file": lambda folder: shutil.copy(folder / DATA, folder / "data/train-00001-of-00002.parquet"),
    "parts changed for each other": swapped_parts,
}

NOT_NOTICED = {
    **of_table("NOT_NOTICED"),
    "text before the marks": text("README.md", BEGIN, f"Mine.\n\n{BEGIN}"),
    "text after the marks": text("README.md", END, f"{END}\n\nMine."),
    "how files are stored": rows(DATA, lambda table: table),
    "labels of a file, which the card overrules": rows(DATA, other_labels),
    "times": lambda folder: os.utime(folder / DATA, (0, 0)),
    "the proof itself": with_new_hash,
}


@pytest.fixture
def whole(tmp_path, kept, excluded, report):
    """Give a set with all that a folder may hold."""
    details = CardDetails("cc-by-4.0", task_categories=("text-classification",), template="first_person_corpus.md.j2")
    figures = {"years.png": Figure(b"picture", "<svg></svg>", "Share by year.", "By year")}
    write_dataset(tmp_path / "whole", kept, report, excluded, details, figures=figures, pages={"words.txt": b"tea"})
    return tmp_path / "whole"


@as_one_test("name", [*NOTICED, *NOT_NOTICED])
def test_what_is_changed_afterwards_is_noticed(whole, tmp_path, name):
    folder = shutil.copytree(whole, tmp_path / re.sub(r"\W", "-", name))
    (NOTICED | NOT_NOTICED)[name](folder)
    if name in NOT_NOTICED:
        assert isinstance(load_audited(folder).dataset, Dataset)
        return
    with one_line(PublishError) as caught:
        load_audited(folder)
    assert "unexpected" not in str(caught.value)
