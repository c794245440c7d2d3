"""Stereotypes as language models find them: six questions to a detector, then ten indicators from an assessor.

Follows Görge et al. 2025, section 4.2.3 and appendix D.2, with prompts and examples in words of our own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from hf_genderfair.generation.answers import Answer, ask_each, parse_json
from hf_genderfair.generation.generator import Cost, Generator
from hf_genderfair.lexicons.prompts import load_prompt
from hf_genderfair.stereotypes.indicators import (
    NOT_APPLICABLE,
    Generalization,
    GrammaticalForm,
    Indicators,
    LinguisticForm,
    Situation,
    TargetType,
    Valence,
)

PROMPT = "prompts_stereotypes"
"""Lexicon of the prompts; its digest belongs to that of a transform which asks."""

QUOTES = str.maketrans("‘’´`“”„«»", '\'\'\'\'"""""')
"""Quotation marks and apostrophes, which models like to straighten."""


def _value(given: object) -> object:
    return given.strip().lower().replace("behavior", "behaviour") if isinstance(given, str) else given


def _copy(given: object) -> object:
    if not isinstance(given, str):
        return given
    return NOT_APPLICABLE if given.strip().lower() == NOT_APPLICABLE else given.strip()


YesNo = Annotated[Literal["yes", "no"], BeforeValidator(_value)]
Open = Annotated[Literal["yes", "no", "not-applicable"], BeforeValidator(_value)]
Copied = Annotated[str, BeforeValidator(_copy)]


class Question(NamedTuple):
    """A sentence to ask about."""

    sentence: str
    context: str  # the sentence before it
    attributes: tuple[str, ...]  # whose groups count


class Detection(BaseModel):
    """The answers to the six questions of the first step, under the paper's keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    has_category_label: YesNo
    full_label: Copied
    beliefs_expectancies: Open
    information: Copied
    behavior_features_traits: Open
    stereotype: Open

    @model_validator(mode="after")
    def _consistent(self) -> Detection:
        labelled = self.has_category_label == "yes"
        _applies(self, labelled, "full_label", "beliefs_expectancies")
        if labelled:
            _applies(self, True, "stereotype")
        else:
            _applies(self, False, "information", "behavior_features_traits")
            if self.stereotype == "yes":
                raise ValueError("stereotype is yes without a label")
        if self.information != NOT_APPLICABLE:
            _applies(self, True, "behavior_features_traits")
        return self


class Assessment(BaseModel):
    """The ten indicators of the second step, under the paper's keys; see `Indicators` for what they mean."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    has_category_label: YesNo
    full_label: Copied
    target_type: Annotated[TargetType, BeforeValidator(_value)]
    connotation: Annotated[Valence, BeforeValidator(_value)]
    gram_form: Annotated[GrammaticalForm, BeforeValidator(_value)]
    ling_form: Annotated[LinguisticForm, BeforeValidator(_value)]
    information: Copied
    situation: Annotated[Situation, BeforeValidator(_value)]
    situation_evaluation: Annotated[Valence, BeforeValidator(_value)]
    generalization: Annotated[Generalization, BeforeValidator(_value)]

    @model_validator(mode="after")
    def _consistent(self) -> Assessment:
        labelled = self.has_category_label == "yes"
        _applies(self, labelled, "full_label", "target_type", "connotation", "gram_form", "ling_form")
        if not labelled:
            _applies(self, False, "information")
        _applies(self, self.information != NOT_APPLICABLE, "situation")
        described = self.situation not in ("other", NOT_APPLICABLE)
        _applies(self, described, "situation_evaluation", "generalization")
        return self

    def indicators(self) -> Indicators:
        """Return the indicators as the rules give them too: words that do not apply are empty."""
        words = {name: _words(getattr(self, name)) for name in ("full_label", "information")}
        return Indicators(**{**dict(self), **words, "has_category_label": self.has_category_label == "yes"})


class Examined(NamedTuple):
    """The result of both steps for one sentence."""

    status: Literal["parsed", "repaired", "unparsed", "failed"]  # the worse of the two steps, see `Answer`
    detection: Detection | None
    indicators: Indicators | None  # None where the first step finds no stereotype, too
    problem: str | None  # why an answer was rejected or is missing

    @property
    def potential(self) -> bool:
        """Whether the first step finds a stereotype."""
        return self.detection is not None and self.detection.stereotype == "yes"


def detect(
    generator: Generator, questions: Sequence[Question], rank: int | None = None
) -> tuple[list[Answer[Detection]], Cost]:
    """Ask the six questions of the first step about sentences with their context."""
    # An answer of another form, one that contradicts itself, and one whose label or information is not in the sentence
    # is sent back once, then rejected. Equal questions are asked once.
    return _ask(Detection, "detection", ("context", "sentence"), generator, questions, rank)


def assess(
    generator: Generator, questions: Sequence[Question], rank: int | None = None
) -> tuple[list[Answer[Assessment]], Cost]:
    """Ask for the ten indicators of the second step, without the context, as in the paper."""
    # Answers are rejected and equal questions asked as by `detect`; questions that differ only in their context are
    # equal.
    without_context = [question._replace(context="") for question in questions]
    return _ask(Assessment, "assessment", ("sentence",), generator, without_context, rank)


Answers = TypeVar("Answers", Detection, Assessment)


def _ask(
    kind: type[Answers],
    prompt: str,
    told: tuple[str, ...],
    generator: Generator,
    questions: Sequence[Question],
    rank: int | None,
) -> tuple[list[Answer[Answers]], Cost]:
    def turns(question: Question) -> list[str]:
        attributes = ", ".join(name.replace("_", " ") for name in question.attributes)
        given = {name: getattr(question, name) for name in told}
        return load_prompt(PROMPT, prompt).turns(given, attributes=attributes)

    def read(question: Question, text: str) -> Answers:
        return _as_written(parse_json(kind, text), question.sentence)

    return ask_each(generator, questions, turns, read, rank=rank)


def examine(
    detector: Generator, assessor: Generator, questions: Sequence[Question], rank: int | None = None
) -> tuple[list[Examined], Cost]:
    """Run both steps: the second only for sentences in which the first finds a stereotype."""
    detected, cost = detect(detector, questions, rank)
    found = [
        index for index, answer in enumerate(detected) if answer.value is not None and answer.value.stereotype == "yes"
    ]
    assessed, more = assess(assessor, [questions[index] for index in found], rank) if found else ([], Cost())
    second = dict(zip(found, assessed, strict=True))
    return [_examined(answer, second.get(index)) for index, answer in enumerate(detected)], cost + more


def occurrence(sentence: str, words: str) -> tuple[int, int] | None:
    """Find words that a model has copied from a sentence."""
    # Case, white space and the shape of quotation marks do not matter; words must be whole.
    parts = words.translate(QUOTES).split()
    pattern = r"\s+".join(map(re.escape, parts))
    found = re.search(rf"(?<!\w){pattern}(?!\w)", sentence.translate(QUOTES), re.IGNORECASE) if parts else None
    return found.span() if found else None


def _as_written(answers: Answers, sentence: str) -> Answers:
    """Return the answers with label and information as the sentence has them."""
    copied = {"full_label": answers.full_label, "information": answers.information}
    return answers.model_copy(update={name: _written(name, words, sentence) for name, words in copied.items()})


def _written(name: str, words: str, sentence: str) -> str:
    if words == NOT_APPLICABLE:
        return words
    span = occurrence(sentence, words)
    if span is None:
        raise ValueError(f"{name} must be words of the sentence, in their order and without a gap, or {NOT_APPLICABLE}")
    return sentence[span[0] : span[1]]


def _applies(answers: BaseModel, applies: bool, *names: str) -> None:
    """Reject answers to questions that do not apply, and missing answers to those that do."""
    for name in names:
        if (getattr(answers, name) != NOT_APPLICABLE) != applies:
            raise ValueError(f"{name} must {'not ' if applies else ''}be {NOT_APPLICABLE} beside the other answers")


def _examined(first: Answer[Detection], second: Answer[Assessment] | None) -> Examined:
    if second is None:
        return Examined(first.status, first.value, None, first.problem)
    if second.value is None:
        return Examined(second.status, first.value, None, second.problem)
    status = first.status if first.status == "repaired" else second.status
    return Examined(status, first.value, second.value.indicators(), None)


def _words(copied: str) -> str:
    return "" if copied == NOT_APPLICABLE else copied
