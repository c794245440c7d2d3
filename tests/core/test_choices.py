"""Settings with a fixed choice list what there is; tags of languages mean the language that they name."""

import pytest
from as_one_test import as_one_test
from datasets.fingerprint import Hasher

from dataset_scripts.models.rewriter.corpora.gender_class import GenderClass
from dataset_scripts.models.rewriter.corpora.noise import PairNoise
from dataset_scripts.models.rewriter.corpora.rule_pairs import BackwardPairs, FairText
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.choices import language, language_code, language_tag
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.representation.polarity import GenderPolarity
from hf_genderfair.representation.references.transform import PersonReferences
from hf_genderfair.rewriting.transform import GenderFair
from hf_genderfair.stereotypes.transform import Stereotypes


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


@as_one_test(
    ("make", "tag", "code"),
    [
        (ActorMetrics, "DE", "de"),
        (ActorMetrics, "de-AT", "de"),
        (PersonReferences, "ca-valencia", "ca"),
        (PersonReferences, "PL", "pl"),
        (GenderFair, "EN-gb", "en"),
        (GenderFair, "deu", "de"),
        (FirstPerson, "pl_PL", "pl"),
        (Counterfactual, "en_US", "en"),
        (Stereotypes, "ES", "es"),
        (GenderClass, "DE", "de"),
        (BackwardPairs, "DE", "de"),
        (FairText, "En", "en"),
        (PairNoise, "DE", "de"),
        (GenderPolarity, "en-US", "en"),
    ],
)
def test_a_transform_is_the_one_of_the_language(make, tag, code):
    assert make(tag) == make(code)
    assert make(tag).configuration() == make(code).configuration()
    assert Hasher.hash(make(tag)) == Hasher.hash(make(code))
