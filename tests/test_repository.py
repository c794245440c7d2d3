"""Rules of the house that no type checker sees."""

import ast
import json
import re
import subprocess
import sys
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from as_one_test import as_one_test
from golden import golden_rows

from hf_genderfair.lexicons.loader import load_lexicon

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "hf_genderfair"
BINARY = {".npz", ".onnx", ".xz", ".png", ".parquet", ".zst", ".gz", ".bz2", ".pyc"}
MACHINE = re.compile(r"/(?:work|root|home|Users)/|\bshared" + "/|[A-Z]:" + r"\\\w")
UNFINISHED = re.compile("TO" + "DO|FIX" + "ME|XX" + "X")
MAY_IMPORT = dict(golden_rows(__file__, "MAY_IMPORT"))
"""What a folder may import besides itself."""

MAY_IMPORT["scale"] = {"core", "languages", "report", "hub"}
MAY_IMPORT["recipes"] = MAY_IMPORT.keys() - {"recipes"}
MAY_IMPORT["effects"] = MAY_IMPORT.keys() - {"scale"}
MAY_IMPORT["cli"] = {*MAY_IMPORT, "cli"}


def tracked():
    """Return the files of the repository; those that are ignored or not yet added are nobody's business."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git repository")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def modules():
    folders = (PACKAGE, *(ROOT / name for name in ("tests", "benchmarks", "dataset_scripts", "examples")))
    return [path for folder in folders for path in sorted(folder.rglob("*.py"))]


@cache
def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("pattern", [MACHINE, UNFINISHED], ids=["path of a machine", "unfinished"])
def test_no_file_holds(pattern):
    found = [
        f"{name_of(path)}: {match.group()}"
        for path in tracked()
        if path.suffix not in BINARY
        for match in pattern.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@as_one_test("path", modules())
def test_modules_and_functions_are_short(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 600
    long = [node.name for node in ast.walk(tree_of(path)) if body_lines(node) > 60]
    assert long == []


def body_lines(node):
    """Return the number of lines of a function's body without its docstring; 0 for anything else."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return 0
    body = node.body[1:] if ast.get_docstring(node) else node.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


@as_one_test("folder", sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()))
def test_folders_import_what_lies_below(folder):
    # a program is a door of the command line, wherever it stands
    modules = [path for path in (PACKAGE / folder).rglob("*.py") if path.name != "__main__.py"]
    imported = {part for path in modules for part in imported_folders(path)}
    assert imported <= MAY_IMPORT[folder] | {folder}


def test_the_package_imports_no_programs_and_they_import_no_commands():
    """What makes models, lists and figures is not in the wheel."""
    imported = {name.split(".")[0] for path in PACKAGE.rglob("*.py") for name in imported_names(path)}
    assert not imported & {"dataset_scripts", "benchmarks"}
    assert "cli" not in {part for path in (ROOT / "dataset_scripts").rglob("*.py") for part in imported_folders(path)}


@cache
def imported_names(path):
    """Return the modules that a module imports, in its functions too, and the names from them."""
    names = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: imports are absolute"
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def imported_folders(path):
    """Return the folders of the package that a module imports from."""
    folders = {name.split(".")[1] for name in imported_names(path) if name.startswith("hf_genderfair.")}
    return {name for name in folders if (PACKAGE / name).is_dir()}


def test_a_class_has_its_name_to_itself():
    named = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                named.setdefault(node.name, []).append(name_of(path))
    assert {name: paths for name, paths in named.items() if len(paths) > 1} == {}


def test_gender_number_and_case_have_one_spelling():
    """Everybody takes them from ``languages/types.py``, and what a column holds is checked by its features."""
    grammar = {"female", "male", "feminine", "masculine", "neuter", "Fem", "Masc", "Sing", "Plur", "singular", "plural"}
    types = PACKAGE / "languages" / "types.py"
    spelled = [
        f"{name_of(path)}:{node.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(tree_of(path))
        if path != types and isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == "Literal"
        if any(isinstance(part, ast.Constant) and part.value in grammar for part in ast.walk(node.slice))
    ]
    assert spelled == []


def kept_objects():
    """Return each object that a process keeps: module, key, and what builds it."""
    calls = [
        (name_of(path), node.args)
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "resource" and len(node.args) == 2
    ]
    return [(name, getattr(key, "elts", [key]), ast.unparse(build)) for name, (key, build) in calls]


def may_be_equal(one, other):
    constants = [
        (a.value, b.value)
        for a, b in zip(one, other, strict=False)
        if isinstance(a, ast.Constant) and isinstance(b, ast.Constant)
    ]
    return len(one) == len(other) and bool(constants) and all(a == b for a, b in constants)


def test_what_a_process_keeps_under_one_name_is_built_in_one_way():
    kept = kept_objects()
    assert len(kept) > 50
    twice = [
        f"{name}, {other_name}: {ast.unparse(key)}"
        for (name, key, build), (other_name, other_key, other_build) in combinations(kept, 2)
        if name != other_name and build != other_build and may_be_equal(key, other_key)
    ]
    assert twice == []


def test_no_module_of_odds_and_ends():
    assert [name_of(path) for path in modules() if path.stem in {"utils", "util", "helpers", "misc", "common"}] == []


def test_importing_the_package_imports_nothing_heavy():
    program = "import sys, hf_genderfair; print(any(name in sys.modules for name in ('datasets', 'pyarrow', 'numpy')))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


LEXICONS = sorted(path for path in (PACKAGE / "lexicons").iterdir() if ".tsv" in path.name)


def test_notice_names_every_lexicon_once_with_its_licence():
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\w+\.tsv(?:\.xz)?", notice)) == [path.name for path in LEXICONS]
    for path in LEXICONS:
        licence = load_lexicon(path.name.split(".")[0]).metadata["licence"].split()[0]
        (line,) = (line for line in notice.splitlines() if path.name in line.split())
        assert licence in line


def test_notice_repeats_the_licence_of_the_dictionary():
    licence = pytest.importorskip("morfeusz2").Morfeusz().dict_copyright()
    assert " ".join(licence.split()) in " ".join((ROOT / "NOTICE").read_text(encoding="utf-8").split())


def test_readme_begins_with_the_two_commands():
    blocks = re.findall(
        r"^```\w*\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert [line.split("#")[0].strip() for line in blocks[0].splitlines()] == ["make demo", "make test"]


def test_documents_link_to_files_that_exist():
    broken = [
        f"{name_of(document)}: {target}"
        for document in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", document.read_text(encoding="utf-8"))
        if not (document.parent / target).exists()
    ]
    assert broken == []


MODULES = {
    name_of(path).removesuffix(".py").removesuffix("/__init__").replace("/", "."): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


def test_imports_of_the_package_form_no_circle():
    imports = {name: imported_names(path) & MODULES.keys() - {name} for name, path in MODULES.items()}
    while ends := [name for name, imported in imports.items() if not imported & imports.keys()]:
        for name in ends:
            del imports[name]
    assert sorted(imports) == []


def test_the_glossary_names_files_that_are_there():
    named = re.findall(r"`([\w/.]+/[\w/.]*)`", (ROOT / "docs/glossary.md").read_text(encoding="utf-8"))
    assert [name for name in named if name != "hf_genderfair/" and not (PACKAGE / name).exists()] == []


HEAVY = frozenset("datasets huggingface_hub pandas rich scipy spacy torch transformers".split())
WITHOUT = {
    "--version": HEAVY | {"numpy", "pyarrow", "regex"},
    "--help": HEAVY | {"numpy", "pyarrow", "regex"},
    "tag": HEAVY,
    "analyse --lang de": HEAVY,
    "rewrite --lang de": {"scipy", "spacy", "torch", "transformers"},
    "actors --lang de --jsonl": {"scipy", "spacy", "torch", "transformers"},
}
"""Packages that a command does not load, which would cost it the most."""


@pytest.mark.parametrize(
    "command", [pytest.param(name, marks=[pytest.mark.whole] * name.startswith("actors")) for name in WITHOUT]
)
def test_commands_load_no_more_than_they_need(command):
    if command.split()[0] not in ("--version", "--help", "tag"):
        pytest.importorskip("threadpoolctl")
    program = (
        "import atexit, json, sys\n"
        "atexit.register(lambda: print(json.dumps(sorted(name for name in sys.modules if '.' not in name))))\n"
        "from hf_genderfair.cli.app import main\n"
        "main()"
    )
    arguments = [sys.executable, "-c", program, *command.split()]
    run = subprocess.run(arguments, input="Wczoraj byłam z Anną.\n", capture_output=True, encoding="utf-8", check=True)
    assert WITHOUT[command] & set(json.loads(run.stdout.splitlines()[-1])) == set()
