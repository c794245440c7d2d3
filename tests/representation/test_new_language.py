"""A language is added as CONTRIBUTING.md says: to a copy of the package, with nothing in it patched."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import hf_genderfair

LANGUAGE = Path(__file__).with_name("esperanto")
RULES = "representation/references/languages.py"
READERS = "lexicons/readers.tsv"
LINES = (
    (RULES, "references import german,", "references import esperanto, german,"),
    (RULES, '    "es": ', '    "eo": ReferenceRules(esperanto.find, dictionary_revision=lambda: "1"),\n    "es": '),
    (READERS, "PersonReferences\tes\t", "PersonReferences\teo\tperson_words_eo\nPersonReferences\tes\t"),
    (READERS, "\nGroupWords\t\t", "\nGroupWords\t\tgroup_words_gender_eo "),
)
"""What is written into files that are there; the last two are written by ``tests/record_readers.py --write``."""

PROGRAM = """
import json, sys
from datasets import Dataset
from hf_genderfair.cli.app import app
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.transform import annotate
from hf_genderfair.recipes.audited import audit
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.references.transform import PersonReferences

rows = Dataset.from_dict({"text": ["La instruistino vidas viron kaj viro legas libron.", "Pluvas."]})
said = {}
for name, transform in {"references": PersonReferences("eo"), "words": GroupWords("gender_eo")}.items():
    said[name] = annotate(rows, transform).remove_columns("text").to_dict()
report = audit(rows, "eo").report
said["audited"] = [table.name for table in report.tables]
said["steps"] = [step.name for step in report.steps]
for refused in ("fr", "eo"):
    try:
        PersonReferences(refused, pipeline_name="none")
    except GenderfairError as error:
        said[refused] = str(error)
print(json.dumps(said))
app(["references", "--lang", "eo", "--jsonl"], standalone_mode=False)
"""


def test_a_language_is_added(tmp_path):
    root = tmp_path
    package = root / "hf_genderfair"
    original = Path(hf_genderfair.__file__).parent
    shutil.copytree(original, package, copy_function=os.symlink, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(LANGUAGE / "esperanto.py", package / "representation" / "references")
    for lexicon in LANGUAGE.glob("*.tsv"):
        shutil.copy(lexicon, package / "lexicons")
    for name in (RULES, READERS):
        content = (package / name).read_text(encoding="utf-8")
        for line in (line for line in LINES if line[0] == name):
            assert content.count(line[1]) == 1, line
            content = content.replace(*line[1:])
        (package / name).unlink()
        (package / name).write_text(content, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning:hf_genderfair", "-c", PROGRAM],
        input="Viro kantas.\n",
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONPATH": str(root), "HF_DATASETS_CACHE": str(root / "cache")},
        cwd=root,
    )
    assert run.returncode == 0, run.stderr
    program, command = run.stdout.splitlines()
    said = json.loads(program)
    found = said["references"]
    assert (found["person_feminine"], found["person_masculine"]) == ([1, 0], [2, 0])
    assert [reference["person"] for reference in found["person_references"][0]] == [True, True, True, False]
    assert (said["words"]["gender_male"], said["words"]["gender_female"]) == ([1, 0], [0, 0])
    assert said["steps"] == ["GroupWords", "PersonReferences"]
    assert "representation" in said["audited"]
    assert said["fr"] == "lang='fr' is not offered: use ca, de, en, eo, es or pl"
    assert said["eo"].startswith("references in lang='eo' are read by a dictionary")
    assert [word["gender"] for word in json.loads(command)["words"]] == ["masculine"]
