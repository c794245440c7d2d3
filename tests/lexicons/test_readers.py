"""Which transforms read which lexicons: the record is fresh, digests follow it, and what it lacks is told."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from datasets import Features, Value
from every_transform import CONFIGURED, TRANSFORMS
from record_readers import RUNS, cases, lexicon_and_part_names

from hf_genderfair.core import resources
from hf_genderfair.core.errors import GenderfairError, LexiconError
from hf_genderfair.core.resources import running
from hf_genderfair.core.transform import Transform
from hf_genderfair.languages.chain import Chain
from hf_genderfair.lexicons import loader
from hf_genderfair.lexicons.loader import lexicon_digest, load_lexicon
from hf_genderfair.representation.group_words import GroupWords

LEXICONS = sorted({*lexicon_and_part_names()} - {loader.READERS})
RECORDER = Path(__file__).parents[1] / "record_readers.py"
RECORD = ("readers of lexicons",)
pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def recorded():
    """Run every transform in processes that have read nothing, and give what each read."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    run = subprocess.run([sys.executable, str(RECORDER)], capture_output=True, text=True, check=False, env=environment)
    assert run.returncode == 0, run.stderr
    rows = (line.split("\t") for line in run.stdout.splitlines())
    return {(name, lang): names.split() for name, lang, names in rows}


@pytest.fixture(scope="module")
def transforms():
    """Give one transform for each name and language."""
    return {key: kind(**settings) for key, ((kind, settings), *_) in cases().items()}


def changed_digests(transforms, lexicon, monkeypatch):
    """Return the names and languages whose digest another content of a lexicon changes."""
    now = load_lexicon(lexicon)
    lines = [f"# {key}: {value}" for key, value in now.metadata.items()] + ["\t".join(row) for row in now.rows]
    changed = loader.parse_lexicon(lexicon, "\n".join([*lines, "# comment: one line more"]).encode())
    before = {key: transform.digest() for key, transform in transforms.items()}
    with monkeypatch.context() as patch:
        patch.setitem(resources._built, ("lexicon", lexicon), changed)
        return [key for key, transform in transforms.items() if transform.digest() != before[key]]


@pytest.mark.whole
def test_the_record_is_fresh(recorded):
    table = {(name, lang): names.split() for name, lang, names in loader._read(loader.READERS).rows}
    assert table == recorded


@pytest.mark.whole
@pytest.mark.parametrize("lexicon", LEXICONS)
def test_another_content_changes_the_digests_of_those_that_read_it(lexicon, recorded, transforms, monkeypatch):
    readers = [key for key, names in recorded.items() if lexicon in names]
    assert changed_digests(transforms, lexicon, monkeypatch) == readers


@pytest.mark.parametrize("lexicon", ["irregular_nouns_es", "place_names_es"])
def test_a_list_that_the_record_lacks_is_seen(lexicon, transforms, monkeypatch):
    reader = ("Counterfactual", "es")
    assert reader in changed_digests(transforms, lexicon, monkeypatch)
    less = {name: dict(langs) for name, langs in loader._readers().items()}
    less["Counterfactual"]["es"] -= {lexicon}
    monkeypatch.setitem(resources._built, RECORD, less)
    assert reader not in changed_digests(transforms, lexicon, monkeypatch)


def test_every_kind_runs_in_every_language():
    kinds = {type(transform) for transform in TRANSFORMS + CONFIGURED} - {Chain}
    assert {name for name, _ in cases()} == {kind.__name__ for kind in kinds}
    for kind, settings in RUNS:
        for lang in ("ca", "de", "en", "es", "pl") if settings.get("lang") else ():
            try:
                kind(**{**settings, "lang": lang})
            except GenderfairError:
                continue
            assert (kind.__name__, lang) in cases()


def test_no_module_reads_a_lexicon_when_it_is_imported(fresh_process):
    # commands import what they show
    program = """
import importlib, pkgutil, hf_genderfair
from hf_genderfair.core import resources
for module in pkgutil.walk_packages(hf_genderfair.__path__, "hf_genderfair."):
    if not module.name.startswith("hf_genderfair.cli"):
        importlib.import_module(module.name)
print(list(resources._built))
"""
    assert fresh_process(program) == "[]\n"


def test_what_is_not_recorded_has_no_digest_and_is_not_watched_in_transforms_of_users():
    with pytest.raises(LexiconError, match=r"Exclamations reads for lang='de' is not recorded: run python tests/rec"):
        lexicon_digest("Exclamations", "de")
    assert Titles()({"text": ["Guten Tag"]}) == {"title": [False]}


def test_reading_what_is_not_recorded_warns_and_changes_no_output(monkeypatch):
    with running("PersonReferences", "es"):
        load_lexicon("person_words_es")
        with pytest.warns(RuntimeWarning, match="'person_words_ca', which readers.tsv does not record for lang='es'"):
            load_lexicon("person_words_ca")
    load_lexicon("person_words_ca")
    batch = {"text": ["She told him."]}
    expected = GroupWords()(batch)
    monkeypatch.setitem(resources._built, RECORD, {"GroupWords": {"": frozenset()}})
    with pytest.warns(RuntimeWarning, match="GroupWords reads the lexicon 'group_words_gender', which readers.tsv"):
        assert GroupWords()(batch) == expected


@dataclass(frozen=True)
class Titles(Transform):
    """A transform of a user: it answers for what it reads."""

    version = "1"

    def inputs(self):
        return ("text",)

    def features(self):
        return Features({"title": Value("bool")})

    def annotate(self, columns, rank):
        titles = {row[1] for row in load_lexicon("forms_of_address").rows}
        return {"title": [text in titles for text in columns["text"].to_pylist()]}
