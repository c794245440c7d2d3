"""Models of strangers: their code does not run, not even where somebody says yes, and pickled weights are not read."""

import ast
import io
import json
import re
import sys
from pathlib import Path

import pytest
from golden import each_row, golden_rows
from huggingface_hub import HfApi
from one_line import one_line

import hf_genderfair
from dataset_scripts.models.rewriter.corpora.translators import SeqToSeqTranslator
from hf_genderfair.core.errors import GenderfairError, GenerationError
from hf_genderfair.core.pretrained import load_pretrained
from hf_genderfair.effects.benchmarks.stories import SentenceEncoder
from hf_genderfair.effects.causal_model import CausalModel
from hf_genderfair.generation.local import LocalGenerator, SequenceModel
from hf_genderfair.languages.sentiment import ClassifierSentiment
from hf_genderfair.rewriting.neural import NeuralRewriter

CODE = """
from pathlib import Path
Path({!r}).touch()
from transformers import PretrainedConfig, PreTrainedModel, PreTrainedTokenizer
class Config(PretrainedConfig):
    model_type = "canary"
class Model(PreTrainedModel):
    config_class = Config
class Tokenizer(PreTrainedTokenizer):
    pass
"""
AUTO = {
    "AutoConfig": "canary.Config",
    "AutoTokenizer": ["canary.Tokenizer", None],
    **dict.fromkeys(
        ("AutoModel", "AutoModelForCausalLM", "AutoModelForSeq2SeqLM", "AutoModelForSequenceClassification"),
        "canary.Model",
    ),
}
LOADERS = {
    "generator": lambda folder: LocalGenerator(folder).generate([[{"role": "user", "content": "Hello."}]]),
    "evaluated model": CausalModel.load,
    "encoder": SentenceEncoder.load,
    "classifier": lambda folder: ClassifierSentiment(folder)._classifier("cpu"),
    "translator": lambda folder: SeqToSeqTranslator(SequenceModel(folder)).translate(["Hello."]),
    "rewriter": lambda folder: NeuralRewriter(folder).rewrite(["Hello."], "en"),
    "tokeniser": lambda folder: load_pretrained("AutoTokenizer", folder),
    "model": lambda folder: load_pretrained("AutoModel", folder),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Give a folder for a model, and say yes to whatever is asked; its code leaves a mark when it runs."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n" * 9))
    model = tmp_path / "model"
    model.mkdir()
    (model / "canary.py").write_text(CODE.format(str(tmp_path / "ran")), encoding="utf-8")
    yield model
    assert not (tmp_path / "ran").exists()


def write(folder, **files):
    for name, content in files.items():
        (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")


@pytest.mark.parametrize("load", LOADERS.values(), ids=LOADERS)
@pytest.mark.parametrize("kind", ["canary", "llama"])
def test_code_of_a_model_does_not_run(folder, kind, load):
    write(
        folder,
        config={"model_type": kind, "architectures": ["Model"], "auto_map": AUTO},
        tokenizer_config={"tokenizer_class": "Tokenizer", "auto_map": AUTO},
    )
    with one_line(GenderfairError) as found:
        load(str(folder))
    assert "trust_remote_code" not in str(found.value)


def test_code_of_a_model_is_named(folder):
    write(folder, config={"model_type": "canary", "auto_map": AUTO})
    with pytest.raises(GenerationError, match="brings code of its own, which is not run: name a folder"):
        load_pretrained("AutoModelForCausalLM", folder)


CONFIG = {"model_type": "gpt2", "vocab_size": 8, "n_embd": 4, "n_layer": 1, "n_head": 1, "n_positions": 8}


def test_weights_in_pickle_are_not_read(folder, tmp_path):
    write(folder, config=CONFIG)
    ran = f"cbuiltins\nopen\n(S'{tmp_path / 'ran'}'\nS'w'\ntR."
    (folder / "pytorch_model.bin").write_bytes(ran.encode())
    with pytest.raises(GenerationError, match="has no safetensors, and weights in pickle may run code: where"):
        load_pretrained("AutoModelForCausalLM", str(folder))


def test_code_for_generation_does_not_run(folder):
    import transformers

    transformers.GPT2LMHeadModel(transformers.GPT2Config(**CONFIG)).save_pretrained(folder)
    (folder / "custom_generate").mkdir()
    (folder / "canary.py").rename(folder / "custom_generate" / "generate.py")
    assert load_pretrained("AutoModelForCausalLM", str(folder)).config.n_embd == 4


@each_row
def test_adapters_of_strangers(folder, monkeypatch, config, weights, message):
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(str(folder))
    write(folder, adapter_config=config)
    (folder / weights).write_bytes(b"cbuiltins\nopen\n(S'ran'\nS'w'\ntR.")
    with one_line(GenderfairError, match=message):
        CausalModel.load(str(folder))


@pytest.mark.parametrize("load", ["generator", "evaluated model", "model"])
def test_adapters_of_the_hub_in_pickle_are_not_read(folder, hub, load):
    name = f"eve/adapters-{load.replace(' ', '-')}"
    HfApi().create_repo(name)
    hub.write(name, "config.json", json.dumps(CONFIG).encode())
    hub.write(name, "adapter_config.json", b'{"base_model_name_or_path": "me/base", "peft_type": "LORA"}')
    hub.write(name, "adapter_model.bin", f"cbuiltins\nopen\n(S'{folder.parent / 'ran'}'\nS'w'\ntR.".encode())
    with one_line(GenderfairError, match="has no safetensors"):
        LOADERS[load](name)
    assert hub.count("GET", r"adapter_model\.bin") == 0


ODD = dict(golden_rows(__file__, "ODD"))


@pytest.mark.parametrize(("changed", "message"), ODD.values(), ids=ODD)
def test_odd_configurations(folder, changed, message):
    from safetensors.numpy import save_file

    write(folder, config=CONFIG | changed)
    save_file({}, folder / "model.safetensors", {"format": "pt"})
    with one_line(GenderfairError, match=re.escape(message)):
        load_pretrained("AutoModelForCausalLM", str(folder))


LOADING = re.compile("from_pretrained|torch.load|transformers.*pipeline|trust_remote_code")


def _calls(path):
    """Yield the calls in a module that may load something: what is called, its keyword arguments, and the line."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if LOADING.search(text) else ():
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), {word.arg: ast.unparse(word.value) for word in node.keywords}, node.lineno


def test_nothing_loads_models_beside_the_one_function_that_runs_no_code():
    """What loads weights: one function of the package, adapters without pickle, and torch without objects."""
    package = Path(hf_genderfair.__file__).parent
    wrong = []
    for path in package.rglob("*.py"):
        for called, named, line in _calls(path):
            name = called.rpartition(".")[2]
            safe = {
                "from_pretrained": path.name == "pretrained.py" or called == "peft.PeftModel.from_pretrained",
                "load": called != "torch.load" or named.get("weights_only") == "True",
                "pipeline": not called.endswith("transformers.pipeline"),
            }.get(name, True)
            if not safe or named.get("trust_remote_code", "False") != "False":
                wrong.append(f"{path.relative_to(package)}:{line}: {called}")
    assert not wrong
