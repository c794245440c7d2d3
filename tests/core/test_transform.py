"""The contract, held by every transform of the package."""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import subprocess
import sys
from dataclasses import MISSING, FrozenInstanceError, fields, replace
from pathlib import Path

import pyarrow as pa
import pytest
from datasets import ClassLabel, Dataset, DatasetDict, Features, List, Value, concatenate_datasets
from datasets.fingerprint import Hasher
from scripted_generator import ScriptedGenerator
from scripted_translator import ScriptedTranslator

import hf_genderfair
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.flags import AsymmetryFlags
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.transform import Transform, annotate
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.first_person.duplicates import NormalisedHash
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.lexicons.word_lists import WordList
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.polarity import GenderPolarity
from hf_genderfair.representation.references.generated import GeneratedReferences
from hf_genderfair.rewriting.corpora.gender_control import GenderTags
from hf_genderfair.rewriting.corpora.noise import PairNoise
from hf_genderfair.rewriting.corpora.prompting import Continuations
from hf_genderfair.rewriting.corpora.round_trip import RoundTrip, RoundTripPairs
from hf_genderfair.rewriting.corpora.rule_pairs import ForwardPairs
from hf_genderfair.rewriting.transform import GenderFair
from hf_genderfair.stereotypes.transform import Stereotypes

for module in pkgutil.walk_packages(hf_genderfair.__path__, "hf_genderfair."):
    importlib.import_module(module.name)
KINDS = [kind for kind in Transform.__subclasses__() if kind.__module__.startswith("hf_genderfair.")]
TRANSFORMS = sorted(
    (kind() for kind in KINDS if all(field.default is not MISSING for field in fields(kind))),
    key=lambda transform: type(transform).__name__,
)
CONFIGURED = [
    ActorMetrics("en"),
    ActorMetrics("de", gender="pronoun-majority"),
    AsymmetryFlags(mode="paper"),
    Continuations(
        ScriptedGenerator((("rower", (" i kask.", " i buty.")), ("hasła", (None,)))), 2, prompt_column="text"
    ),
    Counterfactual("de", names="swap"),
    Counterfactual("en", method="base", source="male", remove_stereotypes=True, id_column="url"),
    Counterfactual("en", "age", generator=ScriptedGenerator((("hat", ("INVALID", None)),))),
    FirstPerson(context="none"),
    FirstPerson(context="adjacent"),
    FirstPerson(quoted="count"),
    FirstPerson(diacritics="optional"),
    ForwardPairs(GenderFair("en", scope="all")),
    NormalisedHash(bits=128),
    FragmentReasons(min_words=4, max_words=9, min_characters=3, max_characters=80),
    FragmentReasons(excluded_sites=("spam.example",)),
    GenderPolarity(tokenization="paper"),
    GeneratedReferences("pl", ScriptedGenerator((("rower", ("rowerzystka - P, F\nrower - N, M", "?")),)), runs=2),
    GenderFair("en", scope="all"),
    GenderFair("de", form="pair", quotations=False, organisations=True),
    GenderTags("text", "url"),
    GroupWords(("gender", "age", "religion")),
    GroupWords(WordList.from_groups("trip", {"away": ["went", "shop"], "home": ["came back", "home"]})),
    PairNoise("de", source_column="text", target_column="url"),
    RoundTrip(ScriptedTranslator((("12 345", "12,345"),)), ScriptedTranslator((("12,345", "12345"),))),
    RoundTripPairs("masculine", target_column="url", round_trip_column="text"),
    Stereotypes("es", ("any",), sentences="all", longest=6, split=True),
    Stereotypes("en", ("religion", "gender"), ScriptedGenerator((("him", ("no", None)),)), threshold={"gender": 0.5}),
]

TEXTS = [
    "Wczoraj kupiłam rower, ale jeszcze na nim nie jeździłam.",
    None,
    "",
    "Zapomniałem hasła!",
    "Jestem bardzo zmęczona, a byłem pewien, że zdążę.",
    "Ola powiedziała: „Zgubiłam klucze do piwnicy”.",
    "😀 Gdybym wiedział wcześniej, będę robił inaczej.",
    "zrobilam ciasto, wyszlo pyszne",
    "Pierwszy wpis, byłam tu w maju.\nAutor: ola\nDrugi wpis, też tam byłem w czerwcu.",
    "  \n\t ",
    "12 345",
    "I went to the shop and then I came back home again.",
    "Jeder Lehrer fragt die Schülerin, ob ihr der Computer hilft; ein Arzt und seine Nachbarn lachen.",
    "😀 She told him. It rained, and the old man—a Muslim—left his fiancée’s hat.",
]
FEATURES = Features(
    {
        "text": Value("string"),
        "url": Value("string"),
        "date": Value("timestamp[s]"),
        "topic": ClassLabel(names=["bikes", "keys"]),
        "links": List({"href": Value("string"), "rank": Value("int8")}),
    }
)


def rows(texts=TEXTS):
    """Return a data set whose other columns have types that are easily lost."""
    count = len(texts)
    columns = {
        "text": texts,
        "url": [f"http://{'spam' if number % 5 == 3 else 'forum'}.example/{number}" for number in range(count)],
        "date": [None if number % 4 == 1 else 1_300_000_000 + number for number in range(count)],
        "topic": [None if number % 3 == 2 else number % 2 for number in range(count)],
        "links": [[{"href": "a", "rank": 1}] * (number % 3) for number in range(count)],
    }
    return Dataset.from_dict(columns, features=FEATURES)


def rows_for(transform, texts=TEXTS):
    """Return rows with the columns that a transform reads, made by the transforms that add them."""
    return with_inputs(rows(texts), transform)


def with_inputs(dataset, transform):
    for name in transform.inputs():
        if name not in dataset.column_names:
            maker = next(other for other in TRANSFORMS + CONFIGURED if name in other.features())
            dataset = annotate(with_inputs(dataset, maker), maker)
    return dataset


def describe(transform):
    changed = {
        name: value
        for name, value in transform.configuration().items()
        if value != getattr(type(transform), name, MISSING)
    }
    return "-".join([type(transform).__name__, *(f"{name}={value}" for name, value in changed.items())])


every_transform = pytest.mark.parametrize("transform", TRANSFORMS, ids=describe)
every_configuration = pytest.mark.parametrize("transform", TRANSFORMS + CONFIGURED, ids=describe)


@pytest.fixture
def expected(transform):
    """Return the annotated rows as the plainest way gives them: one batch, one process."""
    return rows_for(transform).map(transform, batched=True)


@every_configuration
def test_adds_exactly_its_columns_and_keeps_the_rest(transform, expected):
    before = rows_for(transform)
    assert expected.features == transform.output_features(before.features)
    assert list(expected.features) == [*before.features, *transform.features()]
    assert expected.remove_columns(list(transform.features())).to_dict() == before.to_dict()


@every_configuration
@pytest.mark.parametrize("batch_size", [1, 3, None])
def test_does_not_depend_on_the_batch(transform, expected, batch_size):
    again = rows_for(transform).map(transform, batched=True, batch_size=batch_size)
    assert again.to_dict() == expected.to_dict()
    assert again.features == expected.features


@every_transform
def test_does_not_depend_on_the_number_of_processes(transform, expected):
    before = rows_for(transform)
    assert before.map(transform, batched=True, num_proc=2, with_rank=True).to_dict() == expected.to_dict()
    assert annotate(before, transform, num_proc=2).to_dict() == expected.to_dict()


@every_transform
def test_does_not_depend_on_the_shard(transform, expected):
    before = rows_for(transform)
    parts = [before.shard(3, index, contiguous=True).map(transform, batched=True) for index in range(3)]
    assert concatenate_datasets(parts).to_dict() == expected.to_dict()
    assert len({part._fingerprint for part in parts}) == 3


@every_transform
def test_works_on_selected_and_shuffled_rows(transform, expected):
    order = [7, 0, 8, 3, 1]
    assert rows_for(transform).select(order).map(transform, batched=True).to_dict() == expected.select(order).to_dict()


@every_configuration
def test_streams_with_features(transform, expected):
    stream = annotate(rows_for(transform).to_iterable_dataset(num_shards=2), transform)
    assert stream.features == expected.features
    assert list(stream) == list(expected)


@every_transform
def test_streams_through_plain_map(transform, expected):
    stream = rows_for(transform).to_iterable_dataset()
    features = transform.output_features(stream.features)
    mapped = stream.map(transform, batched=True, batch_size=5, features=features)
    assert (mapped.features, list(mapped)) == (expected.features, list(expected))


@every_transform
def test_takes_a_dict_of_data_sets(transform, expected):
    before = rows_for(transform)
    both = DatasetDict(train=before, test=before.select([]))
    for annotated in (both.map(transform, batched=True), annotate(both, transform)):
        assert annotated["train"].to_dict() == expected.to_dict()
        assert annotated["train"].features == expected.features
    assert annotated["test"].features == expected.features
    assert len(annotated["test"]) == 0


@every_configuration
def test_takes_arrow_batches(transform, expected):
    annotated = rows_for(transform).with_format("arrow").map(transform, batched=True, batch_size=5)
    assert annotated.features == expected.features
    assert annotated.with_format(None).to_dict() == expected.to_dict()


@every_configuration
def test_annotates_an_empty_data_set(transform):
    empty = annotate(rows_for(transform).select([]), transform)
    assert empty.features == transform.output_features(rows_for(transform).features)
    assert len(empty) == 0


@every_configuration
@pytest.mark.parametrize("texts", [[None], [None, None, None], [""], [None, ""]], ids=str)
def test_rows_without_text_keep_their_place_and_types(transform, texts):
    annotated = annotate(rows_for(transform, texts), transform)
    assert len(annotated) == len(texts)
    assert annotated.features == transform.output_features(rows_for(transform, texts).features)


@every_transform
def test_all_null_column_without_type(transform):
    untyped = {**rows_for(transform).select([1, 1]).to_dict(), "text": [None, None]}
    before = Dataset.from_dict(untyped, features=Features({**rows_for(transform).features, "text": Value("null")}))
    assert len(before.map(transform, batched=True)) == 2


@every_transform
def test_existing_column_is_an_error_unless_overwritten(transform, expected):
    added = next(iter(transform.features()))
    for dataset in (expected, expected.select([])):
        with pytest.raises(ColumnError, match=f"column '{added}' exists already: pass overwrite=True"):
            annotate(dataset, transform)
    again = annotate(expected, replace(transform, overwrite=True))
    assert again.to_dict() == expected.to_dict()
    assert again.features == expected.features


@every_transform
def test_missing_column_is_named(transform):
    for name in transform.inputs():
        with pytest.raises(ColumnError, match=f"no column '{name}': the data set has"):
            rows_for(transform).remove_columns(name).map(transform, batched=True)


@pytest.mark.parametrize(
    "transform", [each for each in [*TRANSFORMS, *CONFIGURED] if "text" in each.inputs()], ids=repr
)
@pytest.mark.parametrize("wrong", [[1, 2], [["a"], ["b"]], [b"a", b"b"]], ids=["integers", "lists", "bytes"])
def test_other_types_than_text_are_refused(transform, wrong):
    dataset = rows_for(transform).select([0, 3]).remove_columns("text").add_column("text", wrong)
    with pytest.raises(ColumnError, match=r"column 'text' holds .*, not text"):
        dataset.map(transform, batched=True)


@every_transform
def test_other_formats_are_refused(transform):
    with pytest.raises(ColumnError, match=r"cannot read a batch of type DataFrame: use dataset\.with_format"):
        rows_for(transform).with_format("pandas").map(transform, batched=True)


@every_transform
def test_plain_batches_give_the_new_columns_only(transform, expected):
    batch = rows_for(transform).to_dict()
    assert transform(batch) == expected.select_columns(list(transform.features())).to_dict()
    assert isinstance(transform(rows_for(transform).data.table), pa.Table)


@every_configuration
def test_use_changes_neither_fingerprint_nor_state(transform):
    before, state = Hasher.hash(transform), dict(vars(transform))
    annotate(rows_for(transform), transform)
    assert Hasher.hash(transform) == before
    assert vars(transform) == state == transform.configuration()


@every_transform
def test_holds_configuration_only(transform):
    json.dumps(transform.configuration())
    with pytest.raises(FrozenInstanceError):
        transform.overwrite = True


def hashes():
    """Return the fingerprint of every transform, by name."""
    return {describe(transform): Hasher.hash(transform) for transform in TRANSFORMS + CONFIGURED}


@pytest.mark.parametrize("seed", ["0", "12345"])
def test_fingerprint_is_the_same_in_every_process(seed, tmp_path):
    program = "import json, test_transform; print(json.dumps(test_transform.hashes()))"
    folder = Path(__file__).parent
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{folder}{os.pathsep}{folder.parent}"}
    run = subprocess.run(
        [sys.executable, "-c", program], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout) == hashes()


def test_every_kind_is_tested():
    assert {type(transform) for transform in TRANSFORMS + CONFIGURED} == set(KINDS)


def test_every_configuration_has_a_fingerprint_of_its_own():
    assert len(set(hashes().values())) == len(TRANSFORMS + CONFIGURED)


@every_transform
def test_fingerprint_follows_version_digest_and_configuration(transform, monkeypatch):
    before = Hasher.hash(transform)
    assert Hasher.hash(replace(transform, overwrite=True)) != before
    monkeypatch.setattr(type(transform), "version", "another")
    version = Hasher.hash(transform)
    monkeypatch.setattr(type(transform), "digest", lambda self: "another lexicon")
    assert len({before, version, Hasher.hash(transform)}) == 3


@every_transform
def test_cache_is_reused(transform, tmp_path):
    rows_for(transform).to_parquet(tmp_path / "rows.parquet")
    dataset = Dataset.from_parquet(str(tmp_path / "rows.parquet"), cache_dir=str(tmp_path))
    first, second = (dataset.map(transform, batched=True) for _ in range(2))
    assert first.cache_files == second.cache_files
    assert len(first.cache_files) == 1
