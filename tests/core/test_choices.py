"""Settings with a fixed choice list what there is; tags of languages mean the language that they name."""

import pytest
from as_one_test import as_one_test
from datasets.fingerprint import Hasher
from every_transform import kind_named
from golden import all_rows

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import language, language_code, language_tag


@pytest.mark.parametrize("tag", ["de", "DE", "de-DE", "de_AT", "de-Latn-CH-1996", " de ", "deu", "GER", "de-x-own"])
def test_tags_of_a_language(tag):
    assert language(tag, ("de", "en")) == language_tag(tag) == "de"


@as_one_test("tag", ["german", "d", "de-", "de--AT", "-de", "", "de AT", "de.AT", None, 3, b"de"])
def test_what_is_no_tag(tag):
    assert language_code(tag) is None
    with pytest.raises(GenderfairError, match="names no language"):
        language_tag(tag)
    with pytest.raises(GenderfairError, match="is not offered: use de or en"):
        language(tag, ("de", "en"))


@all_rows
def test_a_transform_is_the_one_of_the_language(name, tag, code):
    make = kind_named(name)
    assert make(tag) == make(code)
    assert make(tag).configuration() == make(code).configuration()
    assert Hasher.hash(make(tag)) == Hasher.hash(make(code))
