"""What is changed in a published set after it was written is noticed, but for what the documentation names."""

import json
import os
import re
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml
from as_one_test import as_one_test
from datasets import Dataset

from hf_genderfair import load_audited, write_dataset
from hf_genderfair.core.errors import PublishError
from hf_genderfair.hub.card import BEGIN, END, CardDetails, hash_of, split_card
from hf_genderfair.report.figures import Figure

DATA = "data/train-00000-of-00001.parquet"
EXCLUDED = "excluded/train-00000-of-00001.parquet"


def report(change):
    """Return a change of the report."""

    def changed(folder):
        path = folder / "bias_report.json"
        values = json.loads(path.read_text("utf-8"))
        change(values)
        path.write_text(json.dumps(values, ensure_ascii=False, indent=2, sort_keys=True) + "\n", "utf-8")

    return changed


def metadata(change):
    """Return a change of the metadata of the card."""

    def changed(folder):
        path = folder / "README.md"
        values, body = split_card(path.read_text("utf-8"))
        change(values)
        path.write_text(f"---\n{yaml.safe_dump(values, sort_keys=False, allow_unicode=True)}---\n{body}", "utf-8")

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


def figures_of_999(values):
    for table in values["tables"]:
        table["rows"] = [[999 if isinstance(cell, (int, float)) else cell for cell in row] for row in table["rows"]]


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


NOTICED = {
    "every figure": report(figures_of_999),
    "excluded rows of the report": report(lambda values: values.update(excluded={})),
    "an answer": report(lambda values: values.update(answers=["Women and men are named alike."])),
    "a limit": report(lambda values: values.update(limits=[])),
    "a licence of a source": report(lambda values: values["sources"][0].update(licence="mit")),
    "the title": report(lambda values: values.update(title="Others")),
    "the number of rows": report(lambda values: values["data"]["default/train"].update(rows=4)),
    "a column of the report": report(lambda values: values["data"]["default/train"]["columns"].update(url="int64")),
    "a fingerprint": report(lambda values: values["data"]["default/train"].update(fingerprint="sha256-v2:00")),
    "no data": report(lambda values: values.update(data={})),
    "a further part": report(lambda values: values["data"].update({"default/test": values["data"]["default/train"]})),
    "a parameter of a step": report(lambda values: values["steps"][0]["parameters"].update(context="text")),
    "software": report(lambda values: values.update(software={"hf-genderfair": "9"})),
    "an example": report(lambda values: values["examples"].append({"kind": "x", "pieces": [["Tea", "plain", ""]]})),
    "spaces of the report": text("bias_report.json", "  ", " "),
    "a report of nothing": content("bias_report.json", b"{}"),
    "no report": content("bias_report.json", None),
    "another page": content("report.html", b"<p>All is well.</p>"),
    "a script in the page": text("report.html", "</body>", "<script>alert(1)</script></body>"),
    "no page": content("report.html", None),
    "a picture": content("years.png", b"another picture"),
    "no picture": content("years.png", None),
    "a further page": content("words.txt", b"coffee"),
    "the description in Croissant": text("croissant.json", "cc-by-4.0", "mit"),
    "the licence": metadata(lambda values: values.update(license="mit")),
    "no licence": metadata(lambda values: values.pop("license")),
    "the name of a licence": metadata(lambda values: values.update(license_name="house rules")),
    "the link of a licence": metadata(lambda values: values.update(license_link="https://a.example")),
    "the language": metadata(lambda values: values.update(language=["de"])),
    "who annotated": metadata(lambda values: values.update(annotations_creators=["expert-generated"])),
    "the size": metadata(lambda values: values.update(size_categories=["n>1T"])),
    "sources in the metadata": metadata(lambda values: values.update(source_datasets=["me/posts"])),
    "rows in the metadata": metadata(lambda values: values["dataset_info"][0]["splits"][0].update(num_examples=4)),
    "labels in the metadata": metadata(
        lambda values: values["dataset_info"][0]["features"][2]["dtype"]["class_label"]["names"].update({"0": "male"})
    ),
    "files in the metadata": metadata(lambda values: values["configs"][0]["data_files"][0].update(path="other/*")),
    "another default": metadata(lambda values: values["configs"][0].pop("default")),
    "no excluded rows in the metadata": metadata(lambda values: values["configs"].pop(1)),
    "broken metadata": text("README.md", "license: ", "license: ]"),
    "a figure of the card": text("README.md", r"0\.208", "0.508"),
    "a limit of the card": text("README.md", r"- Only the past tense.*\n", ""),
    "a fingerprint of the card": text("README.md", r"sha256-v2:\w{8}", "sha256-v2:00000000"),
    "code of the card": text("README.md", r'load_dataset\("namespace/name"', 'load_dataset("other/name"'),
    "no marks": text("README.md", f"{BEGIN}|{END}", "", 2),
    "no proof": text("README.md", r"<!-- hf-genderfair: proof .*", ""),
    "a damaged proof": text("README.md", r'proof \{"files"', 'proof {"files": 1, "x"'),
    "a proof without the report": text("README.md", r'"bias_report.json":"\w+",', ""),
    "no card": content("README.md", None),
    "a row": rows(DATA, lambda table: table.slice(1)),
    "the order of rows": rows(DATA, lambda table: table.take([1, 0, 2])),
    "a value": rows(DATA, lambda table: table.set_column(1, table.schema.field(1), pa.array([None] * 3, pa.string()))),
    "no column": rows(DATA, lambda table: table.drop_columns(["url"])),
    "a label": rows(DATA, lambda table: table.set_column(2, table.schema.field(2), pa.array([1, 1, 1], pa.int64()))),
    "a reason": rows(EXCLUDED, lambda table: table.set_column(1, "reason", pa.array(["too_short"] * 2))),
    "excluded rows": lambda folder: shutil.rmtree(folder / "excluded"),
    "no data file": content(DATA, None),
    "a further data file": lambda folder: shutil.copy(folder / DATA, folder / "data/train-00001-of-00002.parquet"),
    "parts changed for each other": swapped_parts,
}

NOT_NOTICED = {
    "text before the marks": text("README.md", BEGIN, f"Mine.\n\n{BEGIN}"),
    "text after the marks": text("README.md", END, f"{END}\n\nMine."),
    "the name": metadata(lambda values: values.update(pretty_name="Mine")),
    "tags": metadata(lambda values: values["tags"].append("mine")),
    "tasks": metadata(lambda values: values.update(task_categories=["fill-mask"])),
    "metadata of others": metadata(lambda values: values.update(doi="10.1234/x")),
    "a configuration of others": metadata(lambda values: values["configs"].append({"config_name": "mine"})),
    "files of others": content("notes.txt", b"Mine."),
    "other files beside the data": content("data/private-notes.parquet", b"Mine."),
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
    with pytest.raises(PublishError) as caught:
        load_audited(folder)
    assert "\n" not in str(caught.value)
    assert "unexpected" not in str(caught.value)
