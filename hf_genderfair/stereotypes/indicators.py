"""Linguistic indicators of stereotypes: the ten of Görge et al. 2025, appendix D.2, after the SCSC framework."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

NOT_APPLICABLE: Literal["not-applicable"] = "not-applicable"

TargetType = Literal["specific target", "generic target", "not-applicable"]
Valence = Literal["negative", "neutral", "positive", "not-applicable"]
GrammaticalForm = Literal["noun", "other", "not-applicable"]
LinguisticForm = Literal["generic", "subset", "individual", "not-applicable"]
Situation = Literal["situational behaviour", "enduring characteristics", "other", "not-applicable"]
Generalization = Literal["abstract", "concrete", "not-applicable"]

VALENCES: dict[str, Valence] = {"": "neutral", "negative": "negative", "positive": "positive"}
"""Valences as the lexicons write them."""


class Indicators(NamedTuple):
    """The indicators of one sentence; what does not apply is `NOT_APPLICABLE`.

    Attributes:
        has_category_label: Whether the sentence names a social group, or a person as one of it.
        full_label: The label as written, with its article; empty where there is none.
        target_type: Whether specific persons are meant, or the group as such.
        connotation: Of the label, without the rest of the sentence.
        gram_form: ``noun`` (a common noun, with adjectives or without) or ``other`` (name, pronoun, adjective).
        ling_form: ``generic`` (a group or any member), ``subset`` (a part of it) or ``individual``.
        information: What the sentence says of the label, as written; empty where it says nothing.
        situation: ``situational behaviour``, ``enduring characteristics``, or ``other``: an event or a treatment.
        situation_evaluation: Sentiment of the behaviour or characteristic.
        generalization: ``abstract`` (state verbs, adjectives) or ``concrete`` (verbs of action).

    Example:
        >>> nothing = Indicators(False, "")
        >>> nothing.target_type, nothing.situation
        ('not-applicable', 'not-applicable')
    """

    has_category_label: bool
    full_label: str
    target_type: TargetType = NOT_APPLICABLE
    connotation: Valence = NOT_APPLICABLE
    gram_form: GrammaticalForm = NOT_APPLICABLE
    ling_form: LinguisticForm = NOT_APPLICABLE
    information: str = ""
    situation: Situation = NOT_APPLICABLE
    situation_evaluation: Valence = NOT_APPLICABLE
    generalization: Generalization = NOT_APPLICABLE


INDICATOR_VALUES: dict[str, tuple[str, ...]] = {
    "target_type": get_args(TargetType),
    "connotation": get_args(Valence),
    "gram_form": get_args(GrammaticalForm),
    "ling_form": get_args(LinguisticForm),
    "situation": get_args(Situation),
    "situation_evaluation": get_args(Valence),
    "generalization": get_args(Generalization),
}
"""The values of the indicators that are no text."""


class Label(NamedTuple):
    """The category label of a sentence, read from its analysis."""

    start: int  # article included
    end: int
    head: int  # index among the tokens of the document
    attribute: str
    group: str
    target_type: TargetType
    connotation: Valence
    gram_form: GrammaticalForm
    ling_form: LinguisticForm


class Content(NamedTuple):
    """What a sentence says of its label, read from its analysis."""

    start: int  # equal to ``end`` where the sentence says nothing of the label
    end: int
    situation: Situation
    situation_evaluation: Valence
    generalization: Generalization
