from collections import Counter
from dataclasses import dataclass

import pytest
from datasets import Dataset
from golden import golden_rows

from dataset_scripts.models.rewriter.corpora.pairs import PAIR_FEATURES
from dataset_scripts.models.rewriter.corpora.recipe import (
    EXCLUDED_FEATURES,
    backward_recipe,
    round_trip_recipe,
)

TEXTS = golden_rows(__file__, "TEXTS")


@dataclass(frozen=True)
class ScriptedTranslator:
    """Translates the sentences it knows, and no others."""

    known: tuple[tuple[str, str], ...] = ()
    name: str = "scripted"

    @property
    def revision(self):
        return f"{self.name} {self.known}"

    def translate(self, sentences, *, rank=None):
        return [dict(self.known).get(sentence) for sentence in sentences]


def rows(texts=TEXTS):
    return Dataset.from_dict({"text": texts})


@pytest.fixture(scope="module")
def backward():
    return backward_recipe("de").build(rows(), {"id": "invented"})


def test_backward_pairs_come_with_all_that_was_left_out(backward):
    kept, excluded, report = backward.kept, backward.excluded, backward.report
    assert kept.features == PAIR_FEATURES
    assert excluded.features == EXCLUDED_FEATURES
    assert Counter(kept["kind"]) == {"masculine": 2, "feminine": 2, "gender_fair": 2, "non_gendered": 3}
    assert dict(zip(excluded["text"], excluded["reason"], strict=True)) == {
        "Die Gärtner*innen gießen.": "duplicate",
        "Der Koch singt.": "biased",
        "Sie lachten.": "other",
    }
    assert report.excluded == {"biased": 1, "duplicate": 1, "other": 1}
    assert report.sources == [{"id": "invented"}]
    tables = {table.name: table.rows for table in report.tables}
    assert tables["gender_classes"] == [["non_gendered", 3], ["gender_fair", 2], ["biased", 1], ["other", 1]]
    assert tables["gender_fair_forms"] == [["gap", 1, 1], ["star", 1, 1]]
    assert ["non_gendered", "copy", 3] in tables["pairs"]
    assert backward.figures["pairs.png"].alt.startswith(
        "Pairs by what their source is (n = 9): without words for a gender 3, "
    )
    assert {each.kind for each in report.examples} == {"Source and target"}


def test_every_sentence_is_kept_or_left_out_and_knows_its_place(backward):
    rows_of_both = [*backward.kept, *backward.excluded]
    assert len({(row["origin"]["row"], row["origin"]["start"]) for row in rows_of_both}) == 8
    for pair in backward.kept:
        origin = pair["origin"]
        written = TEXTS[origin["row"]][origin["start"] : origin["end"]]
        assert pair["kind"] not in ("gender_fair", "non_gendered") or pair["source"] == written


def test_round_trips_are_merged():
    there = ScriptedTranslator((("Die Gärtner*innen gießen.", "The gardeners water."),))
    back = ScriptedTranslator((("The gardeners water.", "Gärtner wässern."),))
    made = round_trip_recipe("de", there, back, copy_share=0).build(rows())
    kept, excluded = made.kept, made.excluded
    assert [(pair["source"], pair["method"]) for pair in kept] == [
        ("Die Gärtner gießen.", "round_trip_merged"),
        ("Die Gärtner*innen gießen.", "round_trip_merged"),
    ]
    assert "no_translation" in excluded["reason"][:]


def test_the_same_texts_give_the_same_pairs(backward):
    again = backward_recipe("de").build(rows(), {"id": "invented"})
    assert again.kept.to_dict() == backward.kept.to_dict()
    assert again.report.to_json() == backward.report.to_json()


@pytest.mark.parametrize("texts", [[], [None], ["Es regnet."]], ids=str)
def test_texts_without_gender_fair_forms_have_no_pairs(texts):
    made = backward_recipe("de").build(Dataset.from_dict({"text": texts}))
    assert len(made.kept) == len(made.report.tables[-1].rows) == 0
