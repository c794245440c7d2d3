"""Every command on messy texts of our own: it ends well, says nothing but notes, and what must hold of it does."""

from datetime import datetime

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from datasets import Dataset
from golden import table
from typer.testing import CliRunner

from benchmarks.acceptance.commands import SCHEMA, broken_folder, broken_objects, cases, sources, wrong
from hf_genderfair import Report, write_dataset
from hf_genderfair.cli.app import COMMANDS, app

MESSY = table(__file__, "messy.tsv")
LANGUAGES = sorted({row[0] for row in MESSY})


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("acceptance")


@pytest.fixture(scope="module")
def files(folder):
    """Give the messy texts of each language as a file."""
    found = {}
    for language in LANGUAGES:
        rows = [
            {
                "id": f"{language}-{place}",
                "text": text,
                "date": datetime.fromisoformat(date) if date else None,
                "section": section,
                "url": f"http://{section}.example/{place}",
            }
            for place, (_, section, date, text) in enumerate(row for row in MESSY if row[0] == language)
        ]
        found[language] = folder / f"{language}.parquet"
        pq.write_table(pa.Table.from_pylist(rows, SCHEMA), found[language])
    return found


IN_EVERY_LANGUAGE = frozenset("audit references actors rewrite-all swap-female counterfactual".split())
"""The other cases are called in the last of their languages only, for the sake of time."""


def chosen(language, files, folder):
    """Return the cases of a language, those first that others read."""
    found = cases(files, folder)
    last = {case.name: case.language for case in found}
    names = {case.name for case in found if case.name in IN_EVERY_LANGUAGE or last[case.name] == language}
    names |= {other for case in found if case.name in names and case.language == language for other in case.reads}
    return sorted(
        (case for case in found if case.language == language and case.name in names), key=lambda case: len(case.reads)
    )


@pytest.mark.parametrize(
    "language", [pytest.param(language, marks=[pytest.mark.whole] * (language != "de")) for language in LANGUAGES]
)
def test_every_command_takes_messy_texts(language, files, folder, hub):
    texts = {row["id"]: row["text"] for row in pq.read_table(files[language]).to_pylist()}
    broken = []
    for case in chosen(language, files, folder):
        result = CliRunner().invoke(app, list(case.arguments))
        problems = wrong(case, result.exit_code, result.stdout, result.stderr, folder, texts)
        broken += [f"{case.name}: {problem}" for problem in problems]
    assert not broken, "\n".join(broken)


def test_every_command_is_called(files, folder):
    alone = {"effect", "evaluate-model", "wordlist", "pipelines"}
    assert COMMANDS.keys() - alone == {case.arguments[0] for case in cases(files, folder)}
    assert {source.language for source in sources()} == set(LANGUAGES)


def test_what_does_not_hold_is_said(tmp_path):
    assert broken_objects('{"text": "She left.", "edits": []}', ["He left."]) == ["row 0: edits do not make the text"]
    assert broken_objects('{"posts": [{"start": 0, "end": 99, "text": "He"}]}', ["He left."]) == [
        "row 0: posts 0-99 lies outside of the text",
        "row 0: posts 0-99 is 'He left.', not 'He'",
    ]
    assert broken_objects("", ["He left."]) == ["0 objects for 1 texts"]
    rows = {"id": ["a", "b"], "text": ["Er kam.", "Sie kam."], "fragment_reason": ["title", "fair"]}
    write_dataset(tmp_path / "out", Dataset.from_dict(rows), Report("Texts", "de"))
    found = broken_folder(tmp_path / "out", {"a": "Er kam.", "b": "Sie geht.", "c": "Es kam."})
    assert found == [
        "1 rows are lost: ['c']",
        "b: undone edits do not give the text of the source back",
        "b: fragment_reason is 'fair'",
    ]
