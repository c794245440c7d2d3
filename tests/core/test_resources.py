"""Resources are built once, and only when they are needed."""

import json

import pytest

from hf_genderfair.core.errors import GenderfairError, MissingDependencyError
from hf_genderfair.core.resources import require, resource


def test_built_once_for_a_key():
    calls = []
    key = (__name__, "once")
    first = resource(key, lambda: calls.append(1) or object())
    assert resource(key, lambda: calls.append(2) or object()) is first
    assert calls == [1]


def test_another_revision_is_another_object():
    assert resource((__name__, "model", "a"), list) is not resource((__name__, "model", "b"), list)


def test_a_failed_build_is_tried_again():
    def fail():
        raise OSError("no disk")

    with pytest.raises(OSError, match="no disk"):
        resource((__name__, "fails"), fail)
    assert resource((__name__, "fails"), lambda: 7) == 7


def test_nothing_is_kept_for_none_too():
    calls = []
    for _ in range(2):
        assert resource((__name__, "none"), lambda: calls.append(1)) is None
    assert calls == [1]


def test_require_gives_the_module():
    assert require("json", "polish") is json


def test_require_says_how_to_install():
    with pytest.raises(MissingDependencyError, match=r"pip install 'hf-genderfair\[polish\]'") as caught:
        require("no_such_module_anywhere", "polish")
    assert isinstance(caught.value, GenderfairError)
    assert "\n" not in str(caught.value)
