import pytest
from golden import all_rows

from hf_genderfair.core.errors import LicenseError
from hf_genderfair.hub.licenses import check_license


@all_rows
def test_a_licence_is_spelt_as_the_hub_does(given, known):
    assert check_license(given) == known
    assert check_license(known) == known


@all_rows
def test_any_other_licence_is_one_clear_line(given, message):
    with pytest.raises(LicenseError, match=message) as caught:
        check_license(given)
    assert "\n" not in str(caught.value)
