"""Classes of verbs and how abstract predicates are."""

import re
from pathlib import Path

import pytest
from golden import all_rows

from hf_genderfair import stereotypes
from hf_genderfair.languages.analysis import Token
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.stereotypes.words import verb_class


@all_rows
def test_verb_class(lang, form, lemma, expected):
    assert verb_class(Token(form, 0, len(form), "VERB", lemma, {}, 0, "root"), lang) == expected


def test_lexicon_rows_are_sound():
    rows = load_lexicon("verb_classes").rows
    assert {row[2] for row in rows} == {"action", "interpretive", "state", "experience", "state_action", "appearance"}
    assert len({(lang, lemma) for lang, lemma, _, _ in rows}) == len(rows)


@pytest.mark.parametrize("lexicon", ["reference_words", "situation_words", "statement_patterns"])
def test_every_kind_of_words_is_read_and_explained(lexicon):
    table = load_lexicon(lexicon)
    rules = "".join(path.read_text(encoding="utf-8") for path in Path(stereotypes.__file__).parent.glob("*.py"))
    kinds = {row[1] for row in table.rows}
    assert [kind for kind in kinds if f'"{kind}"' not in rules] == []
    assert [kind for kind in kinds if not re.search(rf"\b{kind}\b", table.metadata["note"])] == []
