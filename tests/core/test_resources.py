"""Resources are built once, and only when they are needed."""

import pytest

from hf_genderfair.core.errors import GenderfairError, MissingDependencyError
from hf_genderfair.core.resources import require, resource


def test_a_failed_build_is_tried_again():
    def fail():
        raise OSError("no disk")

    with pytest.raises(OSError, match="no disk"):
        resource((__name__, "fails"), fail)
    assert resource((__name__, "fails"), lambda: 7) == 7


def test_require_says_how_to_install():
    with pytest.raises(MissingDependencyError, match=r"pip install 'hf-genderfair\[polish\]'") as caught:
        require("no_such_module_anywhere", "polish")
    assert isinstance(caught.value, GenderfairError)
    assert "\n" not in str(caught.value)
