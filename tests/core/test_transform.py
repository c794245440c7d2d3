"""The contract, held by every transform of the package."""

import importlib
import json
import pkgutil
from dataclasses import MISSING, FrozenInstanceError, fields, replace
from functools import cache

import dill
import pyarrow as pa
import pytest
from as_one_test import as_one_test
from datasets import ClassLabel, Dataset, DatasetDict, Features, IterableDataset, List, Value, concatenate_datasets
from datasets.fingerprint import Hasher
from every_transform import CONFIGURED, NAMED, TRANSFORMS, describe, hashes
from golden import all_rows, golden_rows

import hf_genderfair
from hf_genderfair import Chain, FirstPerson, FragmentReasons, Transform, annotate
from hf_genderfair.core.errors import ColumnError

TEXTS = golden_rows(__file__, "TEXTS")
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


KINDS = list({type(transform): transform for transform in CONFIGURED + TRANSFORMS}.values())
"""One transform of each kind, with the defaults where it has some."""

every_kind = pytest.mark.parametrize("transform", KINDS, ids=describe)
OTHERS = [
    pytest.param(transform, marks=pytest.mark.whole)
    for transform in TRANSFORMS + CONFIGURED
    if not any(transform is kind for kind in KINDS)
]
every_configuration = pytest.mark.parametrize("transform", KINDS + OTHERS, ids=describe)


@cache
def rows_of(name):
    return rows_for(NAMED[name])


@cache
def annotated_of(name):
    return rows_of(name).map(NAMED[name], batched=True)


@pytest.fixture
def before(transform):
    """Return rows with the columns that the transform reads; made once, since data sets are never changed."""
    return rows_of(describe(transform))


@pytest.fixture
def expected(transform):
    """Return the annotated rows as the plainest way gives them: one batch, one process; made once."""
    return annotated_of(describe(transform))


@every_configuration
def test_adds_exactly_its_columns_and_keeps_the_rest(transform, before, expected):
    assert expected.features == transform.output_features(before.features)
    assert list(expected.features) == [*before.features, *transform.features()]
    assert expected.remove_columns(list(transform.features())).to_dict() == before.to_dict()


@every_configuration
def test_does_not_depend_on_batches_order_shards_formats_or_the_process(transform, before, expected):
    sent = dill.loads(dill.dumps(transform))
    shards = [before.shard(3, index, contiguous=True) for index in range(3)]
    parts = [
        shards[0].map(sent, batched=True, batch_size=1, with_rank=True),
        shards[1].map(sent, batched=True, batch_size=3),
        shards[2].with_format("arrow").map(sent, batched=True, batch_size=2).with_format(None),
    ]
    assert all(part.features == expected.features for part in parts)
    assert concatenate_datasets(parts).to_dict() == expected.to_dict()
    assert len({part._fingerprint for part in parts}) == 3
    turned = range(len(before))[::-1]
    other_order = before.select(turned).map(sent, batched=True, batch_size=4)
    assert other_order.select(turned).to_dict() == expected.to_dict()


@every_configuration
def test_streams_with_features_in_any_order(transform, before, expected):
    order = [7, 0, 8, 3, 1, 13, 12, 11, 10, 9, 2, 4, 5, 6]
    stream = annotate(before.select(order).to_iterable_dataset(num_shards=2), transform)
    assert (stream.features, list(stream)) == (expected.features, list(expected.select(order)))


def test_the_first_row_of_a_stream_waits_for_few_others():
    read = []

    def texts():
        for number in range(100):
            read.append(number)
            yield {"text": "El panadero ríe."}

    slow, fast = NAMED["PersonReferences"], NAMED["FirstPerson"]
    for transform in (slow, Chain(fast, slow)):
        read.clear()
        next(iter(annotate(IterableDataset.from_generator(texts), transform)))
        assert len(read) == slow.rows_of_stream() < fast.rows_of_stream()


@every_kind
def test_streams_through_plain_map(transform, before, expected):
    stream = before.to_iterable_dataset().take(5)
    features = transform.output_features(stream.features)
    mapped = stream.map(transform, batched=True, batch_size=2, features=features)
    assert (mapped.features, list(mapped)) == (expected.features, list(expected.select(range(5))))


@every_kind
def test_takes_a_dict_of_data_sets(transform, before, expected):
    both = DatasetDict(train=before.select(range(3)), test=before.select([]))
    for annotated in (both.map(transform, batched=True), annotate(both, transform)):
        assert annotated["train"].to_dict() == expected.select(range(3)).to_dict()
        assert annotated["train"].features == expected.features
    assert (annotated["test"].features, len(annotated["test"])) == (expected.features, 0)


@every_configuration
def test_an_empty_data_set_and_rows_without_text_keep_place_and_types(transform, before):
    empty = annotate(before.select([]), transform)
    assert (empty.features, len(empty)) == (transform.output_features(before.features), 0)
    texts = [None, None, "", "", None, ""]
    dataset = rows_for(transform, texts)
    annotated = dataset.map(transform, batched=True, batch_size=2)
    assert len(annotated) == len(texts)
    assert annotated.features == transform.output_features(dataset.features)


@every_kind
def test_existing_column_is_an_error_unless_overwritten(transform, expected):
    added = next(iter(transform.features()))
    for dataset in (expected, expected.select([])):
        with pytest.raises(
            ColumnError, match=f"column '{added}' exists already: remove it first, or pass overwrite=True"
        ):
            annotate(dataset, transform)
    again = annotate(expected.select([3, 11]), replace(transform, overwrite=True))
    assert (again.to_dict(), again.features) == (expected.select([3, 11]).to_dict(), expected.features)


@as_one_test("transform", KINDS)
def test_other_columns_types_formats_and_single_rows_are_refused(transform):
    before = rows_of(describe(transform))
    for name in transform.inputs():
        with pytest.raises(ColumnError, match=f"no column '{name}': the data set has"):
            before.remove_columns(name).map(transform, batched=True)
    for wrong in ([1, 2], [["a"], ["b"]], [b"a", b"b"]) if "text" in transform.inputs() else ():
        dataset = before.select([0, 3]).remove_columns("text").add_column("text", wrong)
        with pytest.raises(ColumnError, match=r"column 'text' holds .*, not text"):
            dataset.map(transform, batched=True)
    with pytest.raises(ColumnError, match=r"cannot read a batch of type DataFrame: use dataset\.with_format"):
        before.with_format("pandas").map(transform, batched=True)
    for dataset in (before, before.to_iterable_dataset()):
        with pytest.raises(ColumnError, match=f"{type(transform).__name__} reads batches.*pass batched=True"):
            list(dataset.map(transform))
        with pytest.raises(ColumnError, match="with batched=True and without input_columns"):
            list(dataset.map(transform, batched=True, input_columns=list(transform.inputs())))


@all_rows
def test_columns_are_removed_as_asked(name, removed):
    transform, before, expected = NAMED[name], rows_of(name), annotated_of(name)
    asked = before.column_names if removed is None else removed
    gone = [asked] if isinstance(asked, str) else asked
    stays = [name for name in expected.column_names if name not in gone]
    for num_proc in (None, 2) if removed == "url" else (None,):
        annotated = before.map(transform, batched=True, batch_size=5, remove_columns=asked, num_proc=num_proc)
        assert annotated.column_names == stays
        assert annotated.to_dict() == expected.select_columns(stays).to_dict()
        assert annotated.features == expected.select_columns(stays).features
    stream = before.to_iterable_dataset().map(transform, batched=True, remove_columns=asked)
    assert set(next(iter(stream))) == set(stays)


@pytest.mark.filterwarnings("ignore:To copy construct from a tensor:UserWarning")
@pytest.mark.parametrize("kind", ["torch", "numpy", "pandas"])
@pytest.mark.parametrize("streaming", [False, True], ids=["loaded", "streaming"])
def test_tensors_of_an_earlier_link_are_refused_with_the_way_out(kind, streaming):
    # datasets makes no tensors of dates
    dataset = annotated_of("FirstPerson").remove_columns("date").with_format(kind)
    dataset = dataset.to_iterable_dataset() if streaming else dataset
    with pytest.raises(ColumnError, match=r"use dataset\.with_format\(None\)"):
        list(dataset.map(FragmentReasons(), batched=True))


@all_rows
def test_what_is_no_batch_of_texts_is_refused(batch, message):
    with pytest.raises(ColumnError, match=message):
        FirstPerson()(batch)


@every_kind
def test_plain_batches_give_the_new_columns_only(transform, before, expected):
    batch = before.to_dict()
    assert transform(batch) == expected.select_columns(list(transform.features())).to_dict()
    assert isinstance(transform(before.data.table[:1]), pa.Table)


@every_configuration
def test_use_changes_neither_fingerprint_nor_state(transform, expected):
    unused = replace(transform)
    assert Hasher.hash(transform) == Hasher.hash(unused)
    assert vars(transform) == vars(unused) == transform.configuration()
    with pytest.raises(FrozenInstanceError):
        transform.overwrite = True
    if transform in TRANSFORMS:
        json.dumps(transform.configuration())


def test_fingerprint_is_the_same_in_every_process(fresh_process):
    # this process has a seed of its own
    program = "import json, every_transform; print(json.dumps(every_transform.hashes()))"
    assert json.loads(fresh_process(program)) == hashes()


def last_subclasses(kind):
    """Yield the classes below a class that have none below them."""
    for below in kind.__subclasses__():
        yield from last_subclasses(below) if below.__subclasses__() else [below]


def test_every_kind_is_tested():
    for module in pkgutil.walk_packages(hf_genderfair.__path__, "hf_genderfair."):
        importlib.import_module(module.name)
    kinds = [kind for kind in last_subclasses(Transform) if kind.__module__.startswith("hf_genderfair.")]
    plain = {kind for kind in kinds if all(field.default is not MISSING for field in fields(kind))}
    assert {type(transform) for transform in TRANSFORMS + CONFIGURED} == set(kinds)
    assert {type(transform) for transform in TRANSFORMS} == plain
    assert [kind() for kind in map(type, TRANSFORMS)] == TRANSFORMS
    # every configuration has a fingerprint of its own
    assert len(set(hashes().values())) == len(TRANSFORMS + CONFIGURED)


@every_kind
def test_fingerprint_follows_version_digest_and_configuration(transform, monkeypatch):
    before = Hasher.hash(transform)
    assert Hasher.hash(replace(transform, overwrite=True)) != before
    monkeypatch.setattr(type(transform), "version", "another")
    version = Hasher.hash(transform)
    monkeypatch.setattr(type(transform), "digest", lambda self: "another lexicon")
    assert len({before, version, Hasher.hash(transform)}) == 3


@every_kind
def test_cache_is_reused(transform, before, tmp_path):
    before.select([0, 12]).to_parquet(tmp_path / "rows.parquet")
    dataset = Dataset.from_parquet(str(tmp_path / "rows.parquet"), cache_dir=str(tmp_path))
    first, second = (dataset.map(transform, batched=True) for _ in range(2))
    assert (first.cache_files, len(first.cache_files)) == (second.cache_files, 1)
