"""German rewriting of what is gender-fair in part, and of its own output."""

from __future__ import annotations

import pytest
from golden import all_rows, golden_rows

from hf_genderfair.core.spans import edit_text
from hf_genderfair.languages.types import Scope
from hf_genderfair.rewriting.transform import GenderFair

TEXTS = tuple(golden_rows(__file__, "TEXTS"))


@pytest.mark.parametrize("scope", ["generic", "all"])
@pytest.mark.parametrize("form", ["star", "colon", "pair"])
def test_a_second_run_finds_nothing(scope: Scope, form: str) -> None:
    rewriting = GenderFair("de", scope=scope, form=form)
    once = [edit_text(text, found.edits) for text, found in zip(TEXTS, rewriting.find(TEXTS), strict=True)]
    assert [edit_text(text, found.edits) for text, found in zip(once, rewriting.find(once), strict=True)] == once


@all_rows
def test_what_names_all_genders_is_one_unit(text: str) -> None:
    (found,) = GenderFair("de", scope="all").find([text])
    assert found.edits == []


def test_what_names_all_genders_is_no_article_of_the_noun_before() -> None:
    texts = (
        "Sie gingen mit dem 30-jährigen Lehrer des*der 12-Jährigen.",
        "Sie gingen mit dem Ehemann des*der 52-Jährigen.",
    )
    found = GenderFair("de", scope="all").find(texts)
    assert [edit_text(text, each.edits) for text, each in zip(texts, found, strict=True)] == [
        "Sie gingen mit dem*der 30-jährigen Lehrer*in des*der 12-Jährigen.",
        "Sie gingen mit dem Ehemann des*der 52-Jährigen.",
    ]


def test_other_words_of_such_a_text_change_with_their_pronouns() -> None:
    text = "Liebe Kolleg*innen, jeder Kunde muss seinen Ausweis zeigen, wenn er kommt, und keiner darf es vergessen."
    (found,) = GenderFair("de").find([text])
    assert edit_text(text, found.edits) == (
        "Liebe Kolleg*innen, jede*r Kund*in muss seinen*ihren Ausweis zeigen, wenn er*sie kommt, "
        "und keine*r darf es vergessen."
    )
