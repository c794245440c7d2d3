"""German rewriting of what is gender-fair in part, and of its own output."""

import pytest
from golden import all_rows, golden_rows

from hf_genderfair import GenderFair, edit_text

TEXTS = tuple(golden_rows(__file__, "TEXTS"))


@pytest.mark.parametrize("scope", ["generic", "all"])
@pytest.mark.parametrize("form", ["star", "colon", "pair"])
def test_a_second_run_finds_nothing(scope, form):
    rewriting = GenderFair("de", scope=scope, form=form)
    once = [edit_text(text, found.edits) for text, found in zip(TEXTS, rewriting.find(TEXTS), strict=True)]
    assert [edit_text(text, found.edits) for text, found in zip(once, rewriting.find(once), strict=True)] == once


@all_rows
def test_what_names_all_genders_is_one_unit(text):
    (found,) = GenderFair("de", scope="all").find([text])
    assert found.edits == []
