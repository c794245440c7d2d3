"""Spark: data frames with added columns, and runs."""

import shutil
import sys

import engines
import pytest

from hf_genderfair import run
from hf_genderfair.core.errors import ColumnError, MissingDependencyError, RunError
from hf_genderfair.scale import annotate_spark, spark_engine
from hf_genderfair.scale.workers import check_answers

pytest.importorskip("pyspark")

pytestmark = [pytest.mark.whole, pytest.mark.timeout(300)]
"""Java takes its time on a machine with other work."""


@pytest.fixture(scope="module")
def spark():
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    with pytest.MonkeyPatch.context() as monkeypatch:
        # a compiler that is quicker to start, and workers that find the transforms of the tests
        monkeypatch.setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        monkeypatch.setenv("PYTHONPATH", ":".join(filter(None, sys.path)))
        with spark_engine.spark_session(2) as session:
            yield session


def test_a_frame_gets_the_columns_of_annotate(spark):
    frame = spark.createDataFrame(engines.ROWS.with_format("arrow")[:])
    found = annotate_spark(frame, engines.CHAIN).toArrow()
    expected = engines.annotated().with_format("arrow")[:]
    assert found.sort_by("id").to_pylist() == expected.sort_by("id").to_pylist()
    with pytest.raises(ColumnError, match="no column 'text'"):
        annotate_spark(frame.drop("text"), engines.CHAIN)


def test_the_examples_of_the_page_run(spark):
    engines.check_page("spark.md")


def test_a_run_gives_the_bits_of_a_local_one(spark, tmp_path):
    engines.check_bits("spark", tmp_path)


def test_a_recipe_gives_the_bits_of_a_local_one(spark, tmp_path):
    engines.check_recipe("spark", tmp_path)


def test_a_worker_that_is_killed_is_started_again(spark, tmp_path):
    engines.check_kill("spark", tmp_path)


def test_an_error_is_the_line_of_a_local_run(spark, tmp_path):
    engines.check_error("spark", tmp_path)


def test_a_master_that_does_not_answer():
    with pytest.raises(RunError, match=r"Spark does not answer at 127.0.0.1:1,127.0.0.1:2 \(Connection refused\)"):
        check_answers("Spark", "127.0.0.1:1,127.0.0.1:2")


def test_a_remote_that_does_not_answer(monkeypatch, tmp_path):
    monkeypatch.setattr("pyspark.sql.SparkSession.getActiveSession", lambda: None)
    monkeypatch.setenv("SPARK_REMOTE", "sc://127.0.0.1:1/;user_id=me")
    with pytest.raises(RunError, match=r"Spark does not answer at 127\.0\.0\.1:1"):
        run(engines.ROWS, engines.CHAIN, tmp_path / "out", engine="spark")


def test_without_java(monkeypatch, tmp_path):
    monkeypatch.setattr("pyspark.sql.SparkSession.getActiveSession", lambda: None)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(MissingDependencyError, match="Spark needs Java 17, and there is none: apt-get install openjdk"):
        run(engines.ROWS, engines.CHAIN, tmp_path / "out", engine="spark")
