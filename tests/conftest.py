"""Start a Hub of our own before anything imports the client libraries, which read its address on import."""

import atexit
import gc
import os
import shutil
import sys
import tempfile

import pytest
from fresh_process import printed_by
from hypothesis import settings
from minihub import MiniHub

# How long an example takes says nothing on a machine that does other work too; other examples are drawn in every run.
settings.register_profile("no_deadline", deadline=None, max_examples=30)
settings.load_profile("no_deadline")

# word lists are many objects that stay: the collector would look through them again and again
gc.set_threshold(100_000, 10, 10)

HUB = MiniHub().start()
HOME = tempfile.mkdtemp(prefix="hf-genderfair-tests-")
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
os.environ.update(
    HF_ENDPOINT=HUB.url,
    HF_HOME=HOME,
    HF_TOKEN="hf_any",
    HF_HUB_DISABLE_XET="1",
    HF_HUB_DISABLE_TELEMETRY="1",
    HF_HUB_DISABLE_PROGRESS_BARS="1",
    HF_DATASETS_DISABLE_PROGRESS_BARS="1",
    NO_COLOR="1",
    # each worker has one core: threads of numerical libraries would wait for one another
    OMP_NUM_THREADS="1",
    OPENBLAS_NUM_THREADS="1",
)
# hundreds of processes import the package and the tests: they are compiled once, whatever the shell says
sys.dont_write_bytecode = False
for name in ("PYTHONDONTWRITEBYTECODE", "HF_HUB_OFFLINE", "HF_DATASETS_CACHE", "HF_HUB_CACHE", "HF_DATASETS_OFFLINE"):
    os.environ.pop(name, None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give each file to one worker unless told otherwise: what a module makes once is then made once."""
    from xdist.scheduler import LoadFileScheduling

    # files with many tests are not those that take long
    config.option.loadscopereorder = False
    return LoadFileScheduling(config, log) if config.getvalue("dist") == "load" else None


def pytest_collection_finish():
    """Keep the collector from looking through what was imported, which stays: training calls it again and again."""
    gc.freeze()


def pytest_runtest_setup(item):
    """Let the sentences of a file be analysed together."""
    # only now, since addresses and numbers of threads are read on import
    from together import analyse_together

    analyse_together(item.path if item.path.suffix == ".py" else None)


@pytest.fixture(autouse=True)
def same_environment(monkeypatch):
    """Put `os.environ` itself back, in whose place a map in several processes leaves a copy that others do not read."""
    monkeypatch.setattr(os, "environ", os.environ)


@pytest.fixture
def hub():
    """Give the Hub, empty."""
    HUB.reset()
    yield HUB
    HUB.reset()


@pytest.fixture(scope="session")
def fresh_process():
    """Give what runs a program in a process that has read nothing yet, and returns what it prints."""
    return printed_by


@pytest.fixture(scope="session")
def short_measure():
    """Measure for a moment how fast models are trained: five seconds are for trainings that take minutes."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr("hf_genderfair.effects.experiment.MEASURED_SECONDS", 0.5)
        yield


@pytest.fixture
def without_pictures(monkeypatch):
    """Save the time to draw, which is a fifth of that of a command."""
    monkeypatch.setitem(sys.modules, "matplotlib.style", None)


@pytest.fixture(scope="module")
def chromium():
    """Give a browser; of a module, since its event loop runs until it is closed, and a second one cannot be run."""
    sync = pytest.importorskip("playwright.sync_api")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("Chromium is not installed")
    with sync.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()
