import json

import pytest
import torch
import transformers

from hf_genderfair.effects.training import scratch_model

SENTENCE = "The engineer said that he likes his work, number {}. The nurse said that she likes her work."

pytestmark = [pytest.mark.whole, pytest.mark.usefixtures("short_measure", "without_pictures")]


def rows(folder, name, sentence):
    lines = [json.dumps({"text": sentence.format(number)}) for number in range(60)]
    (folder / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder / f"{name}.jsonl"


def test_the_protocol_of_the_paper_runs_from_end_to_end(run, tmp_path):
    tokeniser = scratch_model([SENTENCE], size="tiny").tokeniser
    config = transformers.Qwen3Config(
        vocab_size=len(tokeniser),
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=8,
        max_position_embeddings=600,
    )
    torch.manual_seed(0)
    for part in (transformers.Qwen3ForCausalLM(config), tokeniser):
        part.save_pretrained(tmp_path / "model")
    heap = rows(tmp_path, "heap", SENTENCE)
    neutral = rows(tmp_path, "neutral", SENTENCE.replace("he likes his", "they like their"))
    given = [heap, "--neutral", neutral, "--model", tmp_path / "model"]
    given += "--seeds 1 --minutes 2 --completions 3".split()
    result = run(*given, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.exception
    found = json.loads((tmp_path / "out" / "effect.json").read_text(encoding="utf-8"))
    assert list(found["conditions"]) == ["untrained", "before", "after", "base", "neutral"]
    figures = {figure["name"] for figure in found["conditions"]["after"]}
    assert {"occupations", "soct-female", "soct-male"} <= figures
    assert found["settings"]["method"] == "lora"
    adapters = json.loads((tmp_path / "out" / "models" / "after" / "seed-0" / "adapter_config.json").read_text())
    assert (adapters["r"], len(adapters["target_modules"])) == (16, 7)
