"""Values of another type than the settings are refused when an object is made, not in its ten-thousandth row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, Protocol

import pytest
from as_one_test import as_one_test
from datasets.fingerprint import Hasher
from every_transform import CONFIGURED, TRANSFORMS, kind_named
from golden import all_rows
from one_line import one_line

from dataset_scripts.models.rewriter.corpora.noise import PairNoise
from dataset_scripts.models.rewriter.corpora.translators import SeqToSeqTranslator
from hf_genderfair import ActorMetrics, BalanceRecipe
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import check_settings, language, language_code, language_tag
from hf_genderfair.generation.endpoint import EndpointGenerator
from hf_genderfair.generation.local import LocalGenerator, SequenceModel
from hf_genderfair.lexicons.word_lists import WordList
from hf_genderfair.representation.demographic import convergence
from hf_genderfair.stereotypes.transform import Stereotypes

NAN = float("nan")
GROUPS = {"sea": ["sailor"], "land": ["farmer"]}

OTHERS = [
    (lambda: BalanceRecipe(ActorMetrics), r"give an ActorMetrics, as in ActorMetrics\(\.\.\.\)"),
    (lambda: Stereotypes(threshold=NAN), "threshold=nan does not fit"),
    (lambda: Stereotypes(threshold={"gender": NAN}), "threshold=.* does not fit"),
    (lambda: PairNoise("de", alphabet_ratio=NAN), "alphabet_ratio=nan does not fit"),
    (lambda: WordList.from_groups("trade", GROUPS, exact="sailor"), "give exact as a list of words"),
    (lambda: WordList.from_groups("trade", GROUPS, exceptions="a b"), "give exceptions as a list"),
    (lambda: LocalGenerator("m", temperature=NAN), "temperature=nan does not fit"),
    (lambda: EndpointGenerator("m", timeout=NAN), "timeout=nan does not fit"),
    (lambda: SeqToSeqTranslator(SequenceModel("m", beams="5")), "beams='5' does not fit"),
    (
        lambda: convergence({"sea": {"sailor": 1}, "land": {"farmer": 1}}, threshold=NAN),
        "threshold=nan is no threshold",
    ),
]


@all_rows
def test_wrong_values_are_refused_when_an_object_is_made(kind, given, settings, message):
    with one_line(GenderfairError, match=message):
        kind_named(kind)(*given, **settings)


@as_one_test(("make", "message"), OTHERS)
def test_other_wrong_values_are_refused(make, message):
    with one_line(GenderfairError, match=message):
        make()


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
    assert (make(tag), make(tag).configuration()) == (make(code), make(code).configuration())
    assert Hasher.hash(make(tag)) == Hasher.hash(make(code))
