"""The columns of counterfactuals."""

from __future__ import annotations

from datasets import Features, List, Value

from hf_genderfair.core.meanings import SPAN_MEANINGS, with_fields
from hf_genderfair.core.spans import EDIT_FEATURE, EDIT_MEANINGS

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
"""The columns of `Counterfactual`."""

COUNTERFACTUAL_MEANINGS = {
    **with_fields(
        "counterfactual_sentences",
        "Each sentence with words of a group, once a group: place, group and group it would be about, number of "
        "words, reason why it stays (null: it may be swapped), whether it is quoted, the draw by which plans choose, "
        "and the name that sentence and twin share.",
        {
            **SPAN_MEANINGS,
            "source": "Group that the sentence is about.",
            "target": "Group that it would be about.",
            "words": "Number of words of the group.",
            "reason": "Why it stays as it is; null: it may be swapped.",
            "quoted": "Whether it is quoted.",
            "draw": "Number from 0 to 1 by which plans choose: a function of seed, row and place.",
            "pair": "Name that sentence and twin share.",
        },
    ),
    **with_fields(
        "counterfactual_edits",
        "Edits that swap the words of sentences, with rule, direction and pair.",
        {
            **EDIT_MEANINGS,
            "direction": "Group before and after the swap, as in female>male.",
            "pair": "Name of the sentence's pair.",
        },
    ),
    "counterfactual_accepted": "Number of sentences that may be swapped.",
    "counterfactual_refused": "Number of sentences that stay, counted once a group.",
}
