"""Every kind that stands in data has words for readers."""

from typing import get_args

import pytest

from dataset_scripts.models.rewriter.corpora.gender_class import GENDER_CLASSES
from hf_genderfair.languages.english.pronouns import PronounFunction
from hf_genderfair.languages.gender_fair_forms import FORMS
from hf_genderfair.languages.german.person_phrase import RULES
from hf_genderfair.report.sentences import known_kinds


@pytest.mark.parametrize("kinds", [RULES, FORMS, GENDER_CLASSES, get_args(PronounFunction)])
def test_every_kind_has_words(kinds):
    assert {*kinds} <= known_kinds().keys()
    assert not any("_" in words for words in known_kinds().values())
