"""Errors that are told in one line."""

from contextlib import contextmanager

import pytest


@contextmanager
def one_line(error, match=None):
    """Expect an error whose message is one line."""
    with pytest.raises(error, match=match) as caught:
        yield caught
    assert "\n" not in str(caught.value)
