"""Ray: data sets with added columns, and runs."""

import os
import socket
import threading

import engines
import pyarrow as pa
import pytest
from datasets import Features

from hf_genderfair.core.errors import ColumnError, RunError
from hf_genderfair.scale import annotate_ray, ray_engine

ray_data = pytest.importorskip("ray.data")

pytestmark = pytest.mark.whole


@pytest.fixture(scope="module")
def ray():
    # Ray gives its workers the lowest priority, so that they would wait for all other tests
    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112
    with ray_engine.ray_session(2) as ray:
        ray_data.DataContext.get_current().enable_progress_bars = False
        yield ray


def test_a_data_set_gets_the_columns_of_annotate(ray):
    rows = ray_data.from_arrow(engines.ROWS.with_format("arrow")[:])
    found = annotate_ray(rows, engines.CHAIN, batch_size=30)
    table = pa.concat_tables(found.iter_batches(batch_format="pyarrow", batch_size=None))
    assert Features.from_arrow_schema(table.schema) == engines.annotated().features
    expected = engines.annotated().with_format("arrow")[:]
    assert table.sort_by("id").to_pylist() == expected.sort_by("id").to_pylist()
    with pytest.raises(ColumnError, match="no column 'text'"):
        annotate_ray(rows.drop_columns(["text"]), engines.CHAIN)


def test_the_examples_of_the_page_run(ray):
    engines.check_page("ray.md")


def test_a_run_gives_the_bits_of_a_local_one(ray, tmp_path):
    engines.check_bits("ray", tmp_path)


def test_a_recipe_gives_the_bits_of_a_local_one(ray, tmp_path):
    engines.check_recipe("ray", tmp_path)


def test_a_worker_that_is_killed_is_started_again(ray, tmp_path):
    engines.check_kill("ray", tmp_path)


def test_an_error_is_the_line_of_a_local_run(ray, tmp_path):
    engines.check_error("ray", tmp_path)


def test_a_cluster_that_does_not_answer(monkeypatch):
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
