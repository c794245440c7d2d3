"""What every engine must keep: columns of annotate, bits of a local run, work of killed workers, errors in one line."""

import doctest
import json
import os
import shutil
import socket
import sys
import threading
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pyarrow as pa
import pytest
from datasets import Dataset, Features
from deadly import Deadly, Refusing
from one_line import one_line

from hf_genderfair import Chain, CorpusRecipe, FirstPerson, FragmentReasons, GenderfairError, annotate, run
from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import ColumnError, RunError
from hf_genderfair.scale import annotate_ray, annotate_spark, datatrove_engine, ray_engine, spark_engine
from hf_genderfair.scale.recipe import count_columns
from hf_genderfair.scale.workers import check_answers

SENTENCES = ["Wczoraj byłam w kinie.", "Pada.", "Kupiłem rower i pojechałem nad morze.", None, ""]
ROWS = Dataset.from_dict({"text": SENTENCES * 20, "id": [str(index) for index in range(100)]})
NUMBERED = Dataset.from_dict({"text": [f"row {index}" for index in range(40)]})
CHAIN = Chain(FirstPerson(), FragmentReasons(min_words=2))


@contextmanager
def ray_session():
    ray_data = pytest.importorskip("ray.data")
    # Ray gives its workers the lowest priority, so that they would wait for all other tests
    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112
    with ray_engine.ray_session(2):
        ray_data.DataContext.get_current().enable_progress_bars = False
        yield ray_data


@contextmanager
def spark_session():
    pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    with pytest.MonkeyPatch.context() as monkeypatch:
        # a compiler that is quicker to start, and workers that find the transforms of the tests
        monkeypatch.setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        monkeypatch.setenv("PYTHONPATH", ":".join(filter(None, sys.path)))
        with spark_engine.spark_session(2) as session:
            yield session


SESSIONS = {"datatrove": nullcontext, "ray": ray_session, "spark": spark_session}
# Java takes its time on a machine with other work
ON_CLUSTER = [pytest.mark.whole, pytest.mark.timeout(300)]


@pytest.fixture(
    scope="module", params=["datatrove", *(pytest.param(name, marks=ON_CLUSTER) for name in ("ray", "spark"))]
)
def engine(request):
    """Give the name of an engine that runs, and is installed."""
    if request.param == "datatrove":
        pytest.importorskip("datatrove")
    with SESSIONS[request.param]():
        yield request.param


@cache
def annotated():
    """Return what the library itself gives."""
    return annotate(ROWS, CHAIN)


def files_of(folder):
    return {name: (folder / name).read_bytes() for name in ("README.md", "bias_report.json", "report.html")}


@cache
def local_files():
    out = Path(mkdtemp()) / "out"
    run(ROWS, CHAIN, out, shards=3, keep="fragment_reason", title="Posts")
    return files_of(out)


def test_a_run_gives_the_bits_of_a_local_one(engine, tmp_path):
    run(ROWS, CHAIN, tmp_path / "out", shards=5, keep="fragment_reason", title="Posts", engine=engine, num_proc=2)
    assert files_of(tmp_path / "out") == local_files()


@pytest.mark.whole
def test_a_recipe_of_several_passes_gives_the_bits_of_a_local_one(engine, tmp_path):
    for name, division in (("local", {"shards": 1}), (engine, {"shards": 2, "engine": engine, "num_proc": 2})):
        run(ROWS.select(range(20)), CorpusRecipe(), tmp_path / name, title="Posts", **division)
    assert files_of(tmp_path / engine) == files_of(tmp_path / "local")


@pytest.mark.whole
def test_a_worker_that_is_killed_is_started_again(engine, tmp_path, monkeypatch):
    monkeypatch.setattr(datatrove_engine, "PATIENCE", 0.1)
    once = tmp_path / "killed"
    deadly = Deadly(at="row 33", once=str(once), spared=-1)
    report = run(NUMBERED, deadly, tmp_path / "out", shards=4, title="T", engine=engine, num_proc=2)
    assert once.exists()
    assert report.data == run(NUMBERED, Deadly(at="no row"), tmp_path / "local", title="T").data


def test_an_error_is_the_line_of_a_local_run_which_can_go_on(engine, tmp_path):
    with pytest.raises(GenderfairError) as told:
        run(NUMBERED, Refusing(at="row 33"), tmp_path / "out", shards=4, engine=engine, num_proc=2)
    assert str(told.value) == "no word list for row 33: install one"
    with pytest.raises(GenderfairError, match="no word list for row 33"):
        run(NUMBERED, Refusing(at="row 33"), tmp_path / "out", shards=4)


def test_the_examples_of_the_page_run(engine):
    page = Path(__file__).parents[2] / "docs" / f"{engine}.md"
    found = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert found.attempted
    assert not found.failed


def documents():
    data = pytest.importorskip("datatrove.data")
    return [data.Document(row["text"] or "", row["id"]) for row in ROWS]


def test_documents_get_the_columns_of_annotate(tmp_path):
    from hf_genderfair.scale import AnnotateDocuments

    block = AnnotateDocuments(CHAIN, counts=str(tmp_path), batch_size=30)
    found = [document.metadata for document in block(documents(), rank=3)]
    features, expected = CHAIN.features(), annotated()
    names = features["first_person"].names
    for metadata, row in zip(found, expected, strict=True):
        if row["text"] is not None:
            assert metadata == {**{name: row[name] for name in features}, "first_person": names[row["first_person"]]}
    counts, counted = (
        Counts.from_json((tmp_path / "00003.json").read_text()),
        count_columns(expected.data.table, features),
    )
    assert counts["first_person", "known"] == 100
    assert counts["first_person", "label", "female"] == counted["first_person", "label", "female"]


def test_documents_with_a_reason_are_dropped_and_counted(tmp_path):
    dropped_by_reason = pytest.importorskip("datatrove.pipeline.writers.jsonl")
    from hf_genderfair.scale import AnnotateDocuments

    writer = dropped_by_reason.JsonlWriter(str(tmp_path), compression=None)
    block = AnnotateDocuments(CHAIN, keep="fragment_reason", exclusion_writer=writer)
    kept = list(block(documents()))
    dropped = [json.loads(line) for line in (tmp_path / "00000.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(kept) + len(dropped) == 100
    reasons = {document["metadata"]["filter_reason"] for document in dropped}
    stats = block.stats.to_dict()["stats"]
    assert {name for name in stats if name.startswith("dropped_")} == {f"dropped_{reason}" for reason in reasons}
    assert stats["dropped"] == len(dropped)
    with pytest.raises(ColumnError, match="no column 'reason' to keep documents by"):
        AnnotateDocuments(CHAIN, keep="reason")


@pytest.mark.whole
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", ["ray", "spark"])
def test_rows_on_a_cluster_get_the_columns_of_annotate(name):
    expected, given = annotated().with_format("arrow")[:].sort_by("id").to_pylist(), ROWS.with_format("arrow")[:]
    with SESSIONS[name]() as session:
        if name == "ray":
            rows, add = session.from_arrow(given), annotate_ray
            found = pa.concat_tables(
                add(rows, CHAIN, batch_size=30).iter_batches(batch_format="pyarrow", batch_size=None)
            )
            assert Features.from_arrow_schema(found.schema) == annotated().features
            without = rows.drop_columns(["text"])
        else:
            rows, add = session.createDataFrame(given), annotate_spark
            found, without = add(rows, CHAIN).toArrow(), rows.drop("text")
        assert found.sort_by("id").to_pylist() == expected
        with pytest.raises(ColumnError, match="no column 'text'"):
            add(without, CHAIN)


def test_clusters_that_do_not_answer_are_one_line(monkeypatch):
    monkeypatch.setattr(ray_engine, "START_SECONDS", 0.1)
    ended = threading.Event()

    class Waiting:
        def init(self, *_, **__):
            ended.wait()

    with socket.create_server(("127.0.0.1", 0)) as server:
        place = f"127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(RunError, match=rf"Ray does not answer at {place} \(not within 0.1 seconds\)"):
            ray_engine._connect(Waiting(), place)
    ended.set()
    with pytest.raises(RunError, match=rf"Ray does not answer at {place} \(Connection refused\): start the cluster"):
        ray_engine._connect(Waiting(), place)
    with pytest.raises(RunError, match=r"Spark does not answer at 127.0.0.1:1,127.0.0.1:2 \(Connection refused\)"):
        check_answers("Spark", "127.0.0.1:1,127.0.0.1:2")


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("SPARK_REMOTE", "sc://127.0.0.1:1/;user_id=me", r"Spark does not answer at 127\.0\.0\.1:1"),
        ("JAVA_HOME", "/nowhere", "Spark needs Java 17, and there is none: apt-get install openjdk"),
    ],
)
def test_what_spark_lacks_is_one_line(monkeypatch, tmp_path, variable, value, message):
    pytest.importorskip("pyspark")
    monkeypatch.setattr("pyspark.sql.SparkSession.getActiveSession", lambda: None)
    monkeypatch.setenv(variable, value)
    with one_line(GenderfairError, match=message):
        run(ROWS, CHAIN, tmp_path / "out", engine="spark")
