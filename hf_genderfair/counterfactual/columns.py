"""The columns of counterfactuals."""

from __future__ import annotations

from datasets import Features, List, Value

from hf_genderfair.core.spans import EDIT_FEATURE

COUNTERFACTUAL_SENTENCE = {
    "start": Value("int32"),
    "end": Value("int32"),
    "source": Value("string"),
    "target": Value("string"),
    "words": Value("int32"),
    "reason": Value("string"),
    "quoted": Value("bool"),
    "draw": Value("float64"),
    "pair": Value("string"),
}
COUNTERFACTUAL_EDIT = {**EDIT_FEATURE.feature, "direction": Value("string"), "pair": Value("string")}
COUNTERFACTUAL_FEATURES = Features(
    {
        "counterfactual_sentences": List(COUNTERFACTUAL_SENTENCE),
        "counterfactual_edits": List(COUNTERFACTUAL_EDIT),
        "counterfactual_accepted": Value("int32"),
        "counterfactual_refused": Value("int32"),
    }
)
"""``counterfactual_sentences``: each sentence with words of a group, once a group: place, group, group that it would
be about, number of the group's words, reason why it stays (null: it may be swapped), whether it is quoted, a number
from 0 to 1 by which plans choose (a function of seed, row and place), and the name that sentence and twin share."""
