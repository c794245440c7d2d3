import pytest
from as_one_test import as_one_test

from hf_genderfair.core.errors import LicenseError
from hf_genderfair.hub.licenses import check_license, license_metadata


@pytest.mark.parametrize(
    ("given", "known"),
    [
        ("cc-by-4.0", "cc-by-4.0"),
        ("CC-BY-4.0", "cc-by-4.0"),
        (" MIT ", "mit"),
        ("Apache-2.0", "apache-2.0"),
        ("openrail++", "openrail++"),
        ("unknown", "unknown"),
        ("other:Licence of the Press", "other:Licence of the Press"),
        ("OTHER: x ", "other:x"),
        ("other:a:b", "other:a:b"),
    ],
)
def test_a_licence_is_spelt_as_the_hub_does(given, known):
    assert check_license(given) == known
    assert check_license(known) == known


@as_one_test(
    ("given", "message"),
    [
        (
            "cc-by",
            r"'cc-by' is not one that the Hub knows: did you mean cc-by-4\.0, cc-by-3\.0, cc-by-2\.5\? for",
        ),
        ("cc by 4.0", r"did you mean cc-by-4\.0"),
        ("apache2", r"did you mean apache-2\.0"),
        ("GPLv3", "did you mean gpl"),
        ("CC0", r"did you mean cc0-1\.0"),
        ("mit:x", "did you mean mit"),
        ("house rules of ours", "see https://.*for another one use 'other:NAME'"),
        ("", "licence '' is not one that the Hub knows"),
        (4, "licence 4 is not one that the Hub knows"),
        ("other", "another licence needs a name: use 'other:NAME'"),
        ("other: ", "another licence needs a name"),
        ("other:\x00", "another licence needs a name"),
    ],
)
def test_any_other_licence_is_one_clear_line(given, message):
    with pytest.raises(LicenseError, match=message) as caught:
        check_license(given)
    assert "\n" not in str(caught.value)


def test_what_a_card_says_of_a_licence():
    assert license_metadata("mit") == {"license": "mit"}
    assert license_metadata("other:a:b") == {"license": "other", "license_name": "a:b"}
