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
"""The columns of `Counterfactual`."""
