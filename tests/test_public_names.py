import pytest

import hf_genderfair


@pytest.mark.parametrize("name", hf_genderfair.__all__)
def test_each_public_name_imports_and_is_documented(name):
    assert getattr(hf_genderfair, name).__doc__


def test_other_names_are_no_attributes():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        hf_genderfair.nothing  # noqa: B018


def test_names_are_listed():
    assert set(dir(hf_genderfair)) == set(hf_genderfair.__all__)
