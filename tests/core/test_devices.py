"""Where a process computes: by setting, by rank, and what is said where there is no such device."""

import os
import pickle
from dataclasses import dataclass

import pyarrow as pa
import pytest
from datasets import Features, Value
from golden import each_row

from hf_genderfair import GenderfairError, Transform
from hf_genderfair.core.resources import VARIABLE, pipeline_device, running, use_device, worker_device

torch = pytest.importorskip("torch", reason="torch, of the extra models, is not installed")


@pytest.fixture(autouse=True)
def clean(monkeypatch):
    threads = torch.get_num_threads()
    for name in (VARIABLE, "LOCAL_RANK"):
        monkeypatch.delenv(name, raising=False)
    yield
    torch.set_num_threads(threads)


@pytest.fixture
def gpus(monkeypatch):
    def there_are(count):
        monkeypatch.setattr(torch.cuda, "device_count", lambda: count)

    return there_are


@each_row
def test_the_rank_picks_the_device_of_a_language_model(rank, count, device, gpus):
    gpus(count)
    assert worker_device(rank) == device


def test_pipelines_stay_in_numpy_unless_asked(gpus):
    gpus(2)
    assert pipeline_device() is None
    with use_device("cpu"):
        assert pipeline_device() is None
        assert worker_device(1) == "cpu"
    with use_device("cuda:1"):
        assert pipeline_device() == worker_device(0) == "cuda:1"
        assert worker_device(0, "cuda:0") == "cuda:0"
    assert VARIABLE not in os.environ


@dataclass(frozen=True)
class Device(Transform):
    """Says where a pipeline would compute."""

    version = "1"

    def inputs(self):
        return ("text",)

    def features(self):
        return Features({"device": Value("string")})

    def annotate(self, columns, rank):
        with running("Analyse", "de"):
            return {"device": [pipeline_device()] * len(columns["text"])}


def test_a_transform_takes_the_gpu_of_its_rank_and_its_state_knows_nothing_of_it(gpus):
    gpus(2)
    rows = pa.table({"text": ["Ja."]})
    before = pickle.dumps(Device())
    with use_device("cuda"):
        found = [Device()(rows, rank)["device"][0].as_py() for rank in (None, 0, 1, 2)]
        assert pickle.dumps(Device()) == before
    assert found == ["cuda:0", "cuda:0", "cuda:1", "cuda:0"]


@each_row
def test_a_device_that_is_not_there_is_one_line(device, count, line, gpus):
    gpus(count)
    with pytest.raises(GenderfairError, match=line) as caught, use_device(device):
        pass
    assert "\n" not in str(caught.value)
    assert VARIABLE not in os.environ
