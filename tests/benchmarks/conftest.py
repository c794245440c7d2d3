"""The benchmarks are scripts beside each other, not a package."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def benchmark_script(monkeypatch):
    """Return a function that imports a benchmark by its name."""
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module
