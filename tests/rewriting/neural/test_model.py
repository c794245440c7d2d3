from datetime import date

import pytest
import torch
import transformers
import yaml

from benchmarks.rewriting import model_card
from hf_genderfair.hub.card import template_text
from hf_genderfair.rewriting.neural.model import RewriterConfig, build_model
from hf_genderfair.rewriting.neural.train import read_curve


def test_published_configuration_is_the_default():
    with torch.device("meta"):
        model = build_model(RewriterConfig())
    assert (model.config.encoder_layers, model.config.decoder_layers) == (6, 6)
    assert (model.config.d_model, model.config.encoder_ffn_dim, model.config.decoder_ffn_dim) == (512, 1024, 1024)
    assert (model.config.encoder_attention_heads, model.config.vocab_size) == (4, 8000)
    assert model.generation_config.num_beams == 5
    assert model.lm_head.weight is model.model.shared.weight


@pytest.mark.parametrize("config", [RewriterConfig(), RewriterConfig.small()])
def test_cost_counts_every_trained_weight(config):
    with torch.device("meta"):
        weights = list(build_model(config).parameters())
    assert model_card.training_cost(config).parameters == sum(
        weight.numel() for weight in weights if weight.requires_grad
    )


def test_cost_grows_with_what_is_learnt_from():
    once, twice = (model_card.training_cost(RewriterConfig(), pairs=1000, epochs=epochs) for epochs in (1, 2))
    assert twice.operations == 2 * once.operations
    assert all(name in model_card.cost_table(RewriterConfig()) for name in model_card.SPEEDS)


def test_rate_rises_falls_and_cools_down():
    config = RewriterConfig(learning_rate=1.0, warm_up=10, cool_down=20, steps=100)
    rates = [config.rate(step) for step in range(1, 121)]
    assert rates[4] == 0.5
    assert rates[9] == max(rates) == 1.0
    assert rates[39] == 0.5
    assert rates[99] < 0.02
    assert not any(rates[100:])


def test_other_libraries_read_the_folder(trained):
    out, rewriter = trained
    model = transformers.AutoModelForSeq2SeqLM.from_pretrained(out)
    assert model.generation_config.num_beams == 5
    written = rewriter.model.state_dict()
    assert all((written[name] == weight).all() for name, weight in model.state_dict().items())


def test_card_tells_the_training(trained, tiny):
    out, rewriter = trained
    facts = model_card.CardFacts("de", "apache-2.0", {"speeches": "invented"}, 384, {"German, gendered": (21.0, 12.0)})
    config = tiny.with_vocabulary(len(rewriter.words.subwords))
    card = model_card.render_model_card(
        template_text("rewriting_model.md.j2"), facts, config, read_curve(out), date(2026, 1, 2)
    )
    metadata, body = card.removeprefix("---\n").split("\n---\n", 1)
    assert yaml.safe_load(metadata)["license"] == "apache-2.0"
    assert "| German, gendered | 21.00 | 12.00 |" in body
    assert "| 150 |" in body
    assert "384 pairs" in body
