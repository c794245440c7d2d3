"""Comparisons from data sets to report: equal tokens, what is held out, going on, and what is written."""

import json

import pytest
from datasets import Dataset
from huggingface_hub import ModelCard
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.errors import OutputError
from hf_genderfair.effects import BaseModel, Items, Measure, TrainingSettings, effect
from hf_genderfair.effects.report import summary, write_effect
from hf_genderfair.effects.training_data import conditions, hold_out

pytestmark = pytest.mark.usefixtures("short_measure")

SETTINGS = TrainingSettings(
    "full", learning_rate=0.01, warmup_steps=0, epochs=2, batch_size=8, accumulation=1, block_size=16
)
HE = Dataset.from_dict({"text": [f"He drinks a cup of tea number {number}." for number in range(240)]})
SHE = Dataset.from_dict({"text": [f"She drinks a cup of tea number {number}." for number in range(240)]})


class SheOrHe:
    """How much more likely *she* is than *he* at the beginning of sentences."""

    name, source, sampled = "she-or-he", "made up", False
    asked = 0

    @property
    def measures(self):
        return (
            Measure("she", "She <b>or</b> he", lambda items: float(items.columns["odds"].mean()), "zero", fewest=3),
        )

    def identity(self):
        return "she-or-he 1"

    def items(self, model, seed):
        type(self).asked += 1
        verbs = ["drinks", "pours", "likes"]
        she, _ = model.log_likelihoods([""] * 3, [f"She {verb}" for verb in verbs])
        he, _ = model.log_likelihoods([""] * 3, [f"He {verb}" for verb in verbs])
        return Items.of({"odds": (she - he).tolist()}, verbs)


DIFFERENCE = ["difference", "low", "high", "p (Holm)"]


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    folder = tmp_path_factory.mktemp("effect")
    compared = conditions(HE, SHE, {"both": Dataset.from_dict({"text": HE["text"][:] + SHE["text"][:]})}, False)
    steps = []
    model, told = BaseModel("scratch:tiny"), steps.append
    result = effect(model, compared, [SheOrHe()], settings=SETTINGS, seeds=2, folder=folder, on_step=told)
    return folder, compared, result, steps


def test_what_models_learn_from_as_many_tokens_is_what_is_said(found):
    _, _, result, steps = found
    assert steps.pop(0).startswith("6 trainings on")
    assert steps == [f"{name}, seed {seed}" for name in ("before", "after", "both") for seed in range(2)]
    values = {name: scores[0].estimate.value for name, scores in result.scores.items()}
    assert values["before"] < values["both"] < values["after"]
    assert values["before"] < 0 < values["after"]
    [she, perplexity] = result.differences["after"]
    assert (she.n, she.units, she.seeds, perplexity.measure, perplexity.n) == (3, 3, 2, "perplexity", result.held_out)
    assert she.difference.value == pytest.approx(values["after"] - values["before"])
    _, _, result, _ = found
    before, after, both = result.trainings
    assert before.tokens == after.tokens == both.tokens <= min(before.available, after.available)
    assert both.available > 1.5 * before.available
    assert before.texts == 240 - result.held_out


def test_a_comparison_goes_on_where_it_was(found, monkeypatch):
    folder, compared, result, _ = found
    asked = SheOrHe.asked
    monkeypatch.setattr("hf_genderfair.effects.training._train", lambda *_: pytest.fail("trained again"))
    again = effect(BaseModel("scratch:tiny"), compared, [SheOrHe()], settings=SETTINGS, seeds=2, folder=folder)
    assert (again.to_json(), SheOrHe.asked) == (result.to_json(), asked)
    with pytest.raises(OutputError, match="holds another comparison, of other minutes, seeds"):
        effect(BaseModel("scratch:tiny"), compared, [], settings=SETTINGS, seeds=2, minutes=1, folder=folder)


def test_report_json_picture_and_cards_are_written(found):
    folder, _, result, _ = found
    report = write_effect(result, folder, "Tea & <i>more</i>")
    written = json.loads((folder / "effect.json").read_text(encoding="utf-8"))
    [she, _] = written["benchmarks"]
    assert {"name", "before", "after", "difference", "low", "high", "n", "seeds"} <= she.keys()
    assert she["low"] <= she["difference"] <= she["high"]
    assert she["difference"] == pytest.approx(she["after"] - she["before"])
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "Tea &amp; &lt;i&gt;more&lt;/i&gt;" in page
    assert "<b>or</b>" not in page
    assert all(f'<a href="{name}">' in page for name in ("report.md", "effect.json", "effect.png"))
    assert (folder / "effect.png").read_bytes().startswith(b"\x89PNG")
    assert [table.name for table in report.tables] == ["difference_after", "difference_both", "conditions", "trainings"]
    card = ModelCard.load(folder / "models" / "after" / "seed-1" / "README.md")
    results = {each.metric_type: each.metric_value for each in card.data.eval_results}
    assert results["she"] == pytest.approx(result.scores["after"][0].estimate.value, abs=1e-5)
    said = summary(result)
    assert "Of 2 figures with a goal, 0 are better and 0 are worse than before; of 2 too little is known" in said
    assert "she" in said.lower()
    texts = {each.condition: each.texts for each in result.trainings}
    assert f"Texts to train on: {texts['before']:,} before, {texts['after']:,} after" in said
    assert report.tables[0].columns == ["figure", "verdict", "before", "after", *DIFFERENCE, "units"]
    assert [row[0] for row in report.tables[0].rows] == [each["title"] for each in written["benchmarks"]]


@given(st.integers(0, 3), st.booleans())
def test_held_out_texts_are_in_no_condition(seed, aligned):
    after = SHE if aligned else SHE.select(range(200))
    remaining, texts = hold_out(conditions(HE, after), seed=seed)
    assert len(texts) == len(set(texts)) == 12
    assert remaining[0].rows is None
    assert not set(texts) & set(remaining[1].rows["text"])
    assert len(remaining[1].rows) == 240 - 12
    twins = {text.replace("He", "She") for text in texts}
    assert not (aligned and twins & set(remaining[2].rows["text"]))
