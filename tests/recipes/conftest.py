import sys

import pytest


@pytest.fixture
def without_pictures(monkeypatch):
    """Save the time to draw."""
    monkeypatch.setitem(sys.modules, "matplotlib.style", None)
