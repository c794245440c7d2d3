"""Values of another type than the settings are refused when an object is made, not in its ten-thousandth row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, Protocol

import pytest
from as_one_test import as_one_test
from every_transform import CONFIGURED, TRANSFORMS
from golden import all_rows

from dataset_scripts.models.rewriter.corpora.noise import PairNoise
from dataset_scripts.models.rewriter.corpora.round_trip import RoundTripPairs
from dataset_scripts.models.rewriter.corpora.translators import SeqToSeqTranslator
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.flags import AsymmetryFlags
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import check_settings
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.first_person.duplicates import FirstOccurrence, NormalisedHash
from hf_genderfair.first_person.neutral import Neutralise
from hf_genderfair.first_person.posts import Posts
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.generation.endpoint import EndpointGenerator
from hf_genderfair.generation.local import LocalGenerator
from hf_genderfair.generation.sequences import SequenceModel
from hf_genderfair.lexicons.word_lists import WordList
from hf_genderfair.representation.generated_lists import WordListTask
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.polarity import GenderPolarity
from hf_genderfair.representation.references.transform import PersonReferences
from hf_genderfair.representation.word_convergence import convergence
from hf_genderfair.rewriting.neural import NeuralRewriter
from hf_genderfair.rewriting.transform import GenderFair
from hf_genderfair.stereotypes.removal import StereotypeEdits
from hf_genderfair.stereotypes.transform import Stereotypes

NAN = float("nan")
GROUPS = {"sea": ["sailor"], "land": ["farmer"]}

WRONG = {
    "excluded_sites as one text": (lambda: FragmentReasons(excluded_sites="a.example"), r"\('a.example',\)"),
    "min_words negative": (lambda: FragmentReasons(min_words=-1), "min_words=-1 is negative"),
    "range reversed": (lambda: FragmentReasons(min_words=9, max_words=2), "min_words=9 is more than max_words=2"),
    "characters reversed": (lambda: FragmentReasons(min_characters=9, max_characters=2), "min_characters=9 is more"),
    "min_words as text": (lambda: FragmentReasons(min_words="2"), "min_words='2' does not fit: give a whole number"),
    "max_characters a fraction": (lambda: FragmentReasons(max_characters=2.5), "give a whole number or None"),
    "bits not offered": (lambda: NormalisedHash(bits=32), "bits=32 is not offered: use 64 or 128"),
    "bits as text": (lambda: NormalisedHash(bits="64"), "bits='64' is not offered: use 64 or 128"),
    "bits of FirstOccurrence": (lambda: FirstOccurrence(bits=32), "bits=32 is not offered: use 64 or 128"),
    "capacity": (lambda: FirstOccurrence(capacity=0), "capacity=0 remembers nothing"),
    "column a number": (lambda: FirstPerson(text_column=3), "text_column=3 does not fit: give text"),
    "column a list": (lambda: Posts(text_column=["text"]), "text_column=.* does not fit"),
    "column zero": (lambda: Neutralise(text_column=0), "text_column=0 does not fit"),
    "column None": (lambda: GenderFair(text_column=None), "text_column=None does not fit"),
    "column of StereotypeEdits": (lambda: StereotypeEdits(text_column=None), "text_column=None does not fit"),
    "pipeline_name a number": (lambda: PersonReferences(pipeline_name=3), "give text or None"),
    "attributes a number": (lambda: Stereotypes(attributes=3), "attributes=3 does not fit: give text or a tuple"),
    "an attribute a number": (lambda: Stereotypes(attributes=("gender", 3)), "attributes=.* does not fit"),
    "threshold nan": (lambda: Stereotypes(threshold=NAN), "threshold=nan does not fit"),
    "a threshold nan": (lambda: Stereotypes(threshold={"gender": NAN}), "threshold=.* does not fit"),
    "threshold as text": (lambda: Stereotypes(threshold="high"), "threshold='high' does not fit"),
    "longest as text": (lambda: Stereotypes(longest="47"), "longest='47' does not fit"),
    "generator a name": (lambda: Stereotypes(generator="gpt"), "generator='gpt' does not fit: give a Generator"),
    "generator of Counterfactual": (lambda: Counterfactual(generator="gpt"), "give a Generator or None"),
    "attribute a number": (lambda: Counterfactual(attribute=3), "attribute=3 does not fit: give text or a WordList"),
    "seed as text": (lambda: Counterfactual(seed="a"), "seed='a' does not fit: give a whole number"),
    "linked as text": (lambda: Counterfactual(linked="no"), "linked='no' does not fit: give True or False"),
    "nouns one pair": (lambda: GenderFair("en", nouns=("seamstress", "sewer")), "give a tuple of tuples of text"),
    "quotations as text": (lambda: GenderFair(quotations="no"), "give True or False"),
    "model a name": (lambda: GenderFair(model="rewriter"), "give a NeuralRewriter or None"),
    "sentiment a word": (lambda: ActorMetrics(sentiment="good"), "sentiment='good' does not fit: give a Sentiment"),
    "min_flags as text": (lambda: AsymmetryFlags(min_flags="2"), "min_flags='2' does not fit"),
    "min_flags a fraction": (lambda: AsymmetryFlags(min_flags=1.5), "min_flags=1.5 does not fit"),
    "threshold of flags as text": (lambda: AsymmetryFlags(sentiment="0.3"), "sentiment='0.3' does not fit"),
    "nearest mode": (lambda: AsymmetryFlags(mode="Paper"), r"did you mean 'paper'\?"),
    "nearest tokenization": (lambda: GenderPolarity(tokenization="word"), r"did you mean 'words'\?"),
    "nearest form": (lambda: GenderFair(form="stars"), r"did you mean 'star'\?"),
    "overwrite as text": (lambda: GroupWords(overwrite="yes"), "overwrite='yes' does not fit"),
    "noise reversed": (lambda: PairNoise("de", min_words=5, max_words=1), "min_words=5 is more than max_words=1"),
    "alphabet_ratio in per cent": (lambda: PairNoise("de", alphabet_ratio=50), "alphabet_ratio=50 is no share"),
    "alphabet_ratio nan": (lambda: PairNoise("de", alphabet_ratio=NAN), "alphabet_ratio=nan does not fit"),
    "long_word": (lambda: PairNoise("de", long_word=0), "long_word=0 leaves no pair"),
    "kind of round trips": (lambda: RoundTripPairs("male"), "kind='male' is not offered: use feminine or masculine"),
    "no beam": (lambda: NeuralRewriter("x", beams=0), "beams=0 finds nothing"),
    "rewriter a number": (lambda: NeuralRewriter(3), "model=3 does not fit"),
    "more candidates": (lambda: NeuralRewriter("x", candidates=2), "candidates=2 of beams=1: use 1 to 1"),
    "groups one text": (lambda: WordListTask("age", "young"), r"groups='young' is one text: .*\('young',\)"),
    "examples one text": (
        lambda: WordListTask("age", ("young", "old"), positive={"young": "tot"}),
        "positive=.* does not fit",
    ),
    "runs as text": (lambda: WordListTask("age", ("young", "old"), runs="15"), "runs='15' does not fit"),
    "exact one text": (lambda: WordList.from_groups("trade", GROUPS, exact="sailor"), "give exact as a list of words"),
    "exceptions one text": (
        lambda: WordList.from_groups("trade", GROUPS, exceptions="a b"),
        "give exceptions as a list",
    ),
    "temperature nan": (lambda: LocalGenerator("m", temperature=NAN), "temperature=nan does not fit"),
    "batch_size as text": (lambda: LocalGenerator("m", batch_size="8"), "batch_size='8' does not fit"),
    "model a number": (lambda: LocalGenerator(3), "model=3 does not fit"),
    "timeout nan": (lambda: EndpointGenerator("m", timeout=NAN), "timeout=nan does not fit"),
    "concurrency as text": (lambda: EndpointGenerator("m", concurrency="8"), "concurrency='8' does not fit"),
    "beams as text": (lambda: SeqToSeqTranslator(SequenceModel("m", beams="5")), "beams='5' does not fit"),
    "names of SwapOptions": (lambda: SwapOptions(names="foo"), "names='foo' is not offered: use keep, swap or refuse"),
    "seed of SwapOptions": (lambda: SwapOptions(seed="a"), "seed='a' does not fit"),
    "threshold of convergence": (
        lambda: convergence({"sea": {"sailor": 1}, "land": {"farmer": 1}}, threshold=NAN),
        "threshold=nan is no threshold",
    ),
}


@as_one_test("name", WRONG)
def test_wrong_values_are_refused_when_the_object_is_made(name):
    make, message = WRONG[name]
    with pytest.raises(GenderfairError, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


@as_one_test("transform", TRANSFORMS + CONFIGURED)
def test_the_settings_of_every_transform_are_checked(transform):
    for field in fields(transform):
        with pytest.raises(GenderfairError):
            type(transform)(**transform.configuration() | {field.name: 1j})


class Model(Protocol):
    def answer(self) -> str: ...


@dataclass
class Everything:
    many: tuple[str, ...] = ()
    pair: tuple[str, int] = ("a", 1)
    texts: Sequence[str] = ()
    shares: Mapping[str, float] | None = None
    model: Model | None = None
    other: Any = None
    size: Literal["small", "large"] | None = None


@all_rows
def test_what_does_not_fit(values, message):
    with pytest.raises(GenderfairError, match=message):
        check_settings(Everything(**values))
