"""Benchmarks of likelihoods: the figures are those of lm-eval and of the definitions, from any source and batch."""

import csv
import json
from copy import deepcopy
from pathlib import Path

import lm_eval.tasks
import numpy as np
import pytest
import torch
from huggingface_hub import HfApi
from lm_eval.evaluator import evaluate
from lm_eval.models.huggingface import HFLM

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.effects import CausalModel, Items
from hf_genderfair.effects.benchmarks import CrowsPairs, HellaSwag, RedditBiasPairs
from hf_genderfair.effects.benchmarks.perplexity import independent_t, mean_difference, paired_t
from hf_genderfair.effects.training import scratch_model

PAIRS = [
    {"sent_more": f"{a} likes {thing}.", "sent_less": f"{b} likes {thing}.", "bias_type": kind}
    for a, b, kind in (("Anna", "Otto", "gender"), ("The old man", "The boy", "age"))
    for thing in ("tea", "red flowers", "the long way home", "music and cake")
]
SCENES = [
    {
        "activity_label": "Baking",
        "ctx_a": f"Anna mixes flour and {thing}.",
        "ctx_b": "she",
        "endings": ["bakes a cake.", "sings [title] to the oven for an hour.", "swims.", "reads the oven a letter."],
        "label": str(number % 4),
    }
    for number, thing in enumerate(("eggs", "sugar", "butter", "milk", "yeast", "salt"))
]


@pytest.fixture(scope="module")
def model():
    return scratch_model([scene["ctx_a"] for scene in SCENES] + [pair["sent_more"] for pair in PAIRS], size="tiny")


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, PAIRS[0])
        writer.writeheader()
        writer.writerows(PAIRS)
    return path


@pytest.fixture
def scenes(tmp_path):
    path = tmp_path / "scenes" / "validation.jsonl"
    path.parent.mkdir()
    path.write_text("\n".join(map(json.dumps, SCENES)), encoding="utf-8")
    return path


def of_lm_eval(task, file, model, split):
    """Return what lm-eval says of a file, read and asked by itself."""
    folder = next(Path(lm_eval.tasks.__path__[0]).glob(f"*/{task}.yaml")).parent
    changed = {
        "task": task,
        "dataset_path": file.suffix[1:].replace("jsonl", "json"),
        "dataset_name": None,
        "dataset_kwargs": {"data_files": {split: str(file)}},
        "training_split": None,
    }
    manager = lm_eval.tasks.TaskManager(include_defaults=False, include_path=folder)
    loaded = manager.load({"group": "any", "task": [changed]})
    asked = HFLM(pretrained=model.model, tokenizer=deepcopy(model.tokeniser), batch_size=1)
    return evaluate(asked, {"tasks": loaded["tasks"]}, bootstrap_iters=0)["results"][task]


def test_stereotypes_preferred_are_those_of_lm_eval(model, pairs):
    benchmark = CrowsPairs(str(pairs))
    items = benchmark.items(model, seed=0)
    share, difference = (measure.value(items) for measure in benchmark.measures)
    expected = of_lm_eval("crows_pairs_english_gender", pairs, model, "test")
    assert share == expected["pct_stereotype,none"]
    assert difference == pytest.approx(expected["likelihood_diff,none"], abs=1e-4)
    assert len(CrowsPairs(str(pairs), part="all", most=7).items(model, 0)) == 7


def test_true_endings_are_those_of_lm_eval(model, scenes):
    benchmark = HellaSwag(str(scenes.parent))
    items = benchmark.items(model, seed=0)
    expected = of_lm_eval("hellaswag", scenes, model, "validation")
    values = [measure.value(items) for measure in benchmark.measures]
    assert values == [expected["acc,none"], expected["acc_norm,none"]]


def test_neither_batches_nor_the_order_change_an_item(model, scenes, tmp_path):
    other = CausalModel(model.model, model.tokeniser, "other", batch_tokens=10_000)
    one = CausalModel(model.model, model.tokeniser, "one", batch_tokens=1)
    turned = tmp_path / "turned.jsonl"
    turned.write_text("\n".join(map(json.dumps, SCENES[::-1])), encoding="utf-8")
    expected = HellaSwag(str(scenes)).items(one, 0).columns["accuracy_norm"].tolist()
    assert HellaSwag(str(turned)).items(other, 1).columns["accuracy_norm"].tolist() == expected[::-1]
    assert model.tokeniser.pad_token is None


def test_data_sets_on_the_hub_are_read_in_the_configuration_and_split_of_the_benchmark(pairs, hub):
    HfApi().create_repo("me/pairs", repo_type="dataset")
    configs = "".join(
        f"- config_name: {name}\n  data_files:\n  - split: test\n    path: {name}/*\n" for name in ("french", "english")
    )
    hub.write("me/pairs", "README.md", f"---\nconfigs:\n{configs}---\n".encode())
    hub.write("me/pairs", "english/pairs.csv", pairs.read_bytes())
    hub.write("me/pairs", "french/pairs.csv", b"sent_more,sent_less,bias_type\nAnna aime.,Otto aime.,gender\n")
    identities = {
        CrowsPairs(data).identity() for data in (str(pairs), "me/pairs", "hf://datasets/me/pairs/english/pairs.csv")
    }
    assert len(identities) == 1


def perplexities(women, men):
    return Items({"women": np.array(women, float), "men": np.array(men, float)}, np.arange(len(women)))


def test_t_values_by_hand_and_without_outliers():
    # means 4 and 6; variances ((-2)² + 0 + 2²) / 2 = 4 each: t = (4 - 6) / sqrt(4 / 3 + 4 / 3)
    items = perplexities([2, 4, 6], [4, 6, 8])
    assert independent_t(items) == pytest.approx(-2 / np.sqrt(8 / 3))
    # differences -2, -3, -1: mean -2, variance (0 + 1 + 1) / 2 = 1: t = -2 / sqrt(1 / 3)
    assert paired_t(perplexities([2, 3, 7], [4, 6, 8])) == pytest.approx(-2 * np.sqrt(3))
    # ln 2 - ln 4 and ln 8 - ln 1: (-ln 2 + 3 ln 2) / 2 = ln 2
    assert mean_difference(perplexities([2, 8], [4, 1])) == pytest.approx(np.log(2))
    assert np.isnan(independent_t(perplexities([1], [2])))
    assert np.isnan(paired_t(perplexities([2, 2], [3, 3])))
    # twelve 1 and 3, and 1000: mean 1024 / 13 = 79, standard deviation 266: 1000 is 3.46 of them away
    women, men = [1, 3] * 6, [2, 5] * 6
    expected = independent_t(perplexities(women, men)), paired_t(perplexities(women, men))
    items = perplexities([*women, 1000], [*men, 4])
    assert (independent_t(items), paired_t(items)) == pytest.approx(expected)
    # among the first ten no value can be further than 3 standard deviations away
    few = perplexities([*women[:9], 1000], [*men[:9], 4])
    assert independent_t(few) != pytest.approx(independent_t(perplexities(women[:9], men[:9])))


def test_perplexities_leave_out_the_first_token(model, tmp_path):
    for gender, sentences in (("female", ["anna mixes tea", "she bakes"]), ("male", ["otto mixes tea", "he bakes"])):
        file = tmp_path / f"reddit_comments_gender_{gender}_biased_test_reduced.csv"
        file.write_text("\n".join(["comments_processed,perplexity", *(f"{text},1.5" for text in sentences)]))
    benchmark = RedditBiasPairs(str(tmp_path))
    items = benchmark.items(model, 0)
    first, *rest = model.tokens("he bakes")
    [log], [number] = model.log_likelihoods([""], ["he bakes"], start=False)
    assert (items.units, number) == (2, len(rest))
    assert items.columns["men"][1] == pytest.approx(np.exp(-log / len(rest)))
    # by the loss of transformers, as the original has it
    ids = torch.tensor([[first, *rest]])
    with torch.inference_mode():
        loss = model.model(input_ids=ids, labels=ids).loss
    assert items.columns["men"][1] == pytest.approx(float(loss.exp()), rel=1e-4)
    assert len(benchmark.identity()) == 16
    (tmp_path / "reddit_comments_gender_male_biased_test_reduced.csv").write_text("comments_processed\none sentence\n")
    with pytest.raises(GenderfairError, match="2 sentences about women and 1 about men"):
        benchmark.items(model, 0)
