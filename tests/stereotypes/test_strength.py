from dataclasses import replace
from itertools import product
from typing import get_args

import pytest

from hf_genderfair.stereotypes.content_model import ContentReading
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
from hf_genderfair.stereotypes.strength import THRESHOLD, is_assessed, published_model

MODEL = published_model()
TRAIT = Indicators(
    True, "nurses", "generic target", "neutral", "noun", "generic", "are patient", "enduring characteristics",
    "positive", "abstract",
)  # fmt: skip
EPISODE = Indicators(
    True, "she", "specific target", "neutral", "other", "individual", "closed the door", "situational behaviour",
    "neutral", "concrete",
)  # fmt: skip
ALL = [
    Indicators(True, "x", target, connotation, gram_form, ling_form, "y", situation, valence, generalization)
    for target, connotation, gram_form, ling_form, situation, generalization, valence in product(
        *map(get_args, (TargetType, Valence, GrammaticalForm, LinguisticForm, Situation, Generalization)),
        ("negative", NOT_APPLICABLE),
    )
]


@pytest.mark.parametrize(
    ("indicators", "raw", "score"),
    [
        (TRAIT, 0.60806304 + 0.00923487 - 0.03368237 + 0.00758447 + 0.02855365, 0.653966),
        (EPISODE, 0.60806304 - 0.05074481 - 0.03368237 - 0.00758447 - 0.01125458, 0.267046),
        (TRAIT._replace(connotation="negative"), 0.60806304 + 0.00923487 + 0.03368237 + 0.03613812, 0.880701),
        (TRAIT._replace(connotation="positive"), 0.60806304 + 0.00923487 + 0.03613812, 0.767333),
        (EPISODE._replace(ling_form="subset", target_type="generic target"), 0.60806304 - 0.01744155, 0.555899),
    ],
)
def test_published_model_adds_its_coefficients_and_scales_the_sum(indicators, raw, score):
    assert MODEL.raw(indicators) == pytest.approx(raw, abs=1e-6)
    assert MODEL.score(indicators) == pytest.approx(score, abs=1e-4)


def test_published_model_spans_the_range_it_can_attain_and_sentiment_counts_only_where_asked_for():
    assert (MODEL.minimum, MODEL.maximum) == pytest.approx((0.4255, 0.7226), abs=5e-5)
    scores = [MODEL.score(indicators) for indicators in ALL]
    assert 0 <= min(scores) < THRESHOLD < max(scores) <= 1
    assert [replace(MODEL, minimum=low, maximum=low + 0.1).score(TRAIT) for low in (0.1, 0.9)] == [1, 0]
    asked = published_model(sentiment=True)
    negative, neutral = (TRAIT._replace(situation_evaluation=valence) for valence in ("negative", "neutral"))
    assert MODEL.score(negative) == MODEL.score(neutral) == MODEL.score(TRAIT)
    assert asked.score(neutral) == MODEL.score(neutral)
    assert asked.raw(negative) - asked.raw(neutral) == pytest.approx(0.03368237)
    assert asked.raw(neutral) - asked.raw(TRAIT) == pytest.approx(0.03368237)
    assert asked.score(TRAIT) < THRESHOLD < asked.score(negative)
    asked = published_model(sentiment=True, content=True)
    woman = Indicators(True, "women", "generic target", "neutral", "noun", "generic")
    scores = [asked.score(woman, ContentReading(0.5, 0.5, tenth / 40, "gender")) for tenth in range(41)]
    assert scores == sorted(scores)
    assert len(set(scores[2:-2])) == len(scores[2:-2])
    assert 0 < asked.score(Indicators(False, ""), ContentReading(0.9, 0.9, 0.9, "gender")) < 1


@pytest.mark.parametrize(
    "indicators",
    [
        TRAIT._replace(has_category_label=False),
        TRAIT._replace(situation="other", generalization=NOT_APPLICABLE),
        TRAIT._replace(situation=NOT_APPLICABLE),
        Indicators(False, ""),
    ],
)
def test_without_label_or_content_there_is_no_strength(indicators):
    assert not is_assessed(indicators)
    assert MODEL.score(indicators) == 0
