"""Trainings of tiny models: repeated, interrupted, on equal numbers of tokens, with all weights or with adapters."""

import json
from dataclasses import replace

import numpy as np
import pytest
import torch
import transformers
from datasets import Dataset
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.effects import (
    CausalModel,
    TokenisedTexts,
    TrainingSettings,
    equal_tokens,
    finetune,
    read_training,
    tokenise,
)
from hf_genderfair.effects.trained import model_card
from hf_genderfair.effects.training import scratch_model

ROWS = Dataset.from_dict({"text": [f"The gardener drinks tea at {number}." for number in range(24)]})
FULL = TrainingSettings(
    "full", learning_rate=0.01, warmup_steps=1, epochs=2, batch_size=2, accumulation=2, block_size=16
)
LORA = replace(FULL, method="lora", rank=2)


@pytest.fixture(scope="module")
def model():
    return scratch_model(ROWS["text"], size="tiny")


@pytest.fixture(scope="module")
def base(model, tmp_path_factory):
    """The same model in a folder, so that adapters can name it."""
    folder = tmp_path_factory.mktemp("base")
    model.model.save_pretrained(folder)
    model.tokeniser.save_pretrained(folder)
    return CausalModel.load(str(folder))


def weights(model):
    return torch.cat([weight.detach().flatten() for weight in model.model.parameters()])


def test_the_paper_trains_720_steps_of_512_blocks():
    settings = TrainingSettings.paper()
    blocks = 18_700_000 // settings.block_size
    assert (settings.batch_size * settings.accumulation, blocks) == (512, 36_523)
    assert settings.steps(blocks) == 10 * 72
    assert [settings.batch_shape(processes) for processes in (1, 2, 8, 16)] == [(64, 8), (64, 4), (64, 1), (32, 1)]
    smaller = settings.in_batches_of(6)
    assert (smaller.batch_size, smaller.blocks_per_step, smaller.steps(blocks)) == (4, 512, 720)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=12), st.integers(2, 5), st.integers(0, 3))
def test_conditions_have_equal_numbers_of_tokens(lengths, block_size, seed):
    longer = [length + 1 for length in lengths] * 2
    conditions = [
        TokenisedTexts(np.arange(sum(each), dtype=np.int32), np.cumsum(each), 0) for each in (lengths, longer)
    ]
    tokens = equal_tokens(*conditions)
    assert tokens == sum(lengths)
    if tokens < block_size:
        with pytest.raises(GenderfairError, match="too few for one block"):
            conditions[0].blocks(block_size, tokens, seed)
        return
    blocks = [condition.blocks(block_size, tokens, seed) for condition in conditions]
    assert blocks[0].shape == blocks[1].shape == (tokens // block_size, block_size)
    # each token is there once at most, and texts stay in one piece
    drawn = blocks[1].flatten()
    assert len(set(drawn.tolist())) == drawn.size
    jumps = drawn[1:][np.diff(drawn) != 1]
    assert set(jumps.tolist()) <= {0, *conditions[1].ends.tolist()}


def test_texts_are_drawn_from_all_and_the_seed_decides(model):
    rows = Dataset.from_dict({"text": [*ROWS["text"], None, ""]})
    texts = tokenise(model, rows)
    assert (len(texts.ends), texts.skipped) == (24, 2)
    streamed = tokenise(model, rows.to_iterable_dataset())
    assert np.array_equal(streamed.tokens, texts.tokens)
    first, other = (texts.blocks(16, 64, seed) for seed in (0, 1))
    assert not np.array_equal(first, other)
    assert not set(model.tokeniser.decode(other.flatten()).split()) <= set(
        model.tokeniser.decode(texts.tokens[:70]).split()
    )
    assert texts.tokens[texts.ends - 1].tolist() == [model.tokeniser.eos_token_id] * 24
    texts = tokenise(model, ROWS)
    before = weights(model).clone()
    first, again = (finetune(model, texts, FULL, seed=1) for _ in range(2))
    other = finetune(model, texts, FULL, seed=2)
    assert torch.equal(weights(first), weights(again))
    assert not torch.equal(weights(first), weights(other))
    assert torch.equal(weights(model), before)
    assert len({first.identity, other.identity, model.identity}) == 3
    assert first.identity == again.identity


@pytest.mark.parametrize("settings", [FULL, pytest.param(LORA, marks=pytest.mark.whole)], ids=["full", "lora"])
def test_an_interrupted_training_goes_on(base, settings, tmp_path, monkeypatch):
    whole = finetune(base, ROWS, settings)
    step = transformers.Trainer.training_step
    calls = []

    def interrupted(self, *arguments, **named):
        calls.append(1)
        if len(calls) > 11:
            raise KeyboardInterrupt
        return step(self, *arguments, **named)

    monkeypatch.setattr(transformers.Trainer, "training_step", interrupted)
    with pytest.raises(KeyboardInterrupt):
        finetune(base, ROWS, settings, folder=tmp_path / "run")
    monkeypatch.undo()
    resumed = finetune(base, ROWS, settings, folder=tmp_path / "run")
    facts = read_training(tmp_path / "run")
    assert 0 < facts["steps_of_last_run"] < facts["steps"] == settings.steps(facts["blocks"])
    assert facts["trained_tokens"] == settings.epochs * 16 * facts["blocks"]
    # to the bit on a processor
    assert torch.equal(weights(resumed), weights(whole))
    loaded = finetune(base, ROWS, settings, folder=tmp_path / "run")
    assert loaded.identity == whole.identity
    assert torch.equal(weights(loaded), weights(whole))
    with pytest.raises(GenderfairError, match="another training, of other seed, data, rank"):
        finetune(base, ROWS, replace(settings, rank=3), folder=tmp_path / "run", seed=5)


def test_adapters_are_kept_with_card_and_loaded_on_their_base(base, tmp_path):
    adapted = finetune(base, ROWS, LORA, folder=tmp_path / "run")
    loaded = CausalModel.load(str(tmp_path / "run"))
    asked = ([""], ["The gardener drinks"])
    assert loaded.log_likelihoods(*asked)[0] == pytest.approx(adapted.log_likelihoods(*asked)[0])
    assert loaded.log_likelihoods(*asked)[0] != pytest.approx(base.log_likelihoods(*asked)[0])
    assert loaded.identity.startswith(f"{base.identity} + ")
    card = (tmp_path / "run" / "README.md").read_text(encoding="utf-8")
    # a folder of this machine is nothing for the Hub
    assert "base_model" not in card
    assert "base_model: me/tea" in model_card({**read_training(tmp_path / "run"), "base": {"name": "me/tea"}})
    assert "library_name: peft" in card
    assert json.loads((tmp_path / "run" / "training.json").read_text())["trained_weights"] == 2 * (4 * 32 + 3 * 64)
    assert sorted(path.suffix for path in (tmp_path / "run").iterdir() if path.is_dir()) == []
    with pytest.raises(GenderfairError, match="has adapters already"):
        finetune(adapted, ROWS, LORA)


@pytest.mark.parametrize("kind", ["Llama", "Qwen3"])
def test_all_seven_projections_get_adapters(model, kind):
    sizes = {"vocab_size": len(model.tokeniser), "hidden_size": 16, "intermediate_size": 32, "head_dim": 8}
    sizes |= {"num_hidden_layers": 2, "num_attention_heads": 2, "num_key_value_heads": 1}
    config = getattr(transformers, f"{kind}Config")(**sizes)
    tiny = CausalModel(getattr(transformers, f"{kind}ForCausalLM")(config), model.tokeniser, kind)
    adapted = finetune(tiny, ROWS, LORA)
    trained = {name.split(".lora_")[0] for name, weight in adapted.model.named_parameters() if weight.requires_grad}
    assert {name.rpartition(".")[2] for name in trained} == set(LORA.target_modules)
    assert len(trained) == 2 * len(LORA.target_modules)
    shared = {id(weight) for weight in tiny.model.parameters()}
    assert shared <= {id(weight) for weight in adapted.model.parameters()}


def test_what_cannot_be_trained_is_refused(model, base, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    few = Dataset.from_dict({"text": [None, "", "Tea."]})
    for rows, settings, more, message in (
        (few, FULL, {}, "too few for one block of 16"),
        (ROWS, replace(FULL, block_size=600), {}, "the model takes 512"),
        (ROWS, replace(LORA, target_modules=("c_attn",)), {}, "no layer 'c_attn'"),
        (ROWS, LORA, {"folder": tmp_path / "run"}, "cannot be loaded again"),
        (ROWS, FULL, {"folder": tmp_path}, "something else than a training"),
        (ROWS, FULL, {"text_column": "words"}, "no column 'words'"),
    ):
        with pytest.raises(GenderfairError, match=message):
            finetune(model, rows, settings, **more)
    with pytest.raises(GenderfairError, match="no finished training"):
        read_training(tmp_path)


def write_gguf(path, tokeniser):
    """Write a Llama of one layer with weights in blocks of 8 bits."""
    gguf = pytest.importorskip("gguf")
    writer, words = gguf.GGUFWriter(path, "llama"), json.loads(tokeniser.backend_tokenizer.to_str())["model"]
    tokens = sorted(words["vocab"], key=words["vocab"].get)
    # the reader adds this one where it is missing
    tokens[tokeniser.eos_token_id] = "<|endoftext|>"
    facts = {"block_count": 1, "context_length": 64, "embedding_length": 32, "feed_forward_length": 64}
    facts |= {"head_count": 2, "head_count_kv": 2, "layer_norm_rms_eps": 1e-6, "tokenizer_model": "gpt2"}
    facts |= {"token_list": tokens, "token_merges": [" ".join(pair) for pair in words["merges"]]}
    facts |= {"bos_token_id": tokeniser.bos_token_id, "eos_token_id": tokeniser.eos_token_id}
    for name, value in facts.items():
        getattr(writer, f"add_{name}")(value)
    random, kind = np.random.default_rng(0), gguf.GGMLQuantizationType.Q8_0
    shapes = {"token_embd": (len(tokeniser), 32), **dict.fromkeys(("blk.0.ffn_gate", "blk.0.ffn_up"), (64, 32))}
    shapes |= {"blk.0.ffn_down": (32, 64), **{f"blk.0.attn_{part}": (32, 32) for part in ("q", "k", "v", "output")}}
    for name, shape in shapes.items():
        weight = gguf.quants.quantize(random.normal(scale=0.1, size=shape).astype(np.float32), kind)
        writer.add_tensor(f"{name}.weight", weight, raw_dtype=kind)
    for name in ("blk.0.attn_norm", "blk.0.ffn_norm", "output_norm"):
        writer.add_tensor(f"{name}.weight", np.ones(32, np.float32))
    for part in ("header", "kv_data", "tensors"):
        getattr(writer, f"write_{part}_to_file")()
    writer.close()


def test_models_of_gguf_files_get_adapters(model, tmp_path):
    write_gguf(tmp_path / "tiny.gguf", model.tokeniser)
    packed = CausalModel.load(str(tmp_path), gguf_file="tiny.gguf")
    adapted = finetune(packed, ROWS, LORA, folder=tmp_path / "run")
    loaded = CausalModel.load(str(tmp_path / "run"))
    asked = ([""], ["The gardener drinks"])
    assert loaded.log_likelihoods(*asked)[0] == pytest.approx(adapted.log_likelihoods(*asked)[0])
    assert loaded.log_likelihoods(*asked)[0] != pytest.approx(packed.log_likelihoods(*asked)[0])
