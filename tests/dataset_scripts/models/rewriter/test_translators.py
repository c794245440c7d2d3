"""Translators with tiny random models, built here, and with a scripted language model."""

import pickle

import pytest
import torch
import transformers
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from dataset_scripts.models.rewriter.corpora.translators import GeneratorTranslator, SeqToSeqTranslator
from hf_genderfair.generation.generator import Generated
from hf_genderfair.generation.local import SequenceModel

WORDS = [f"w{number}" for number in range(40)]
SPECIAL = ["<pad>", "<end>", "<unk>"]
SENTENCES = [" ".join(WORDS[number : number + 1 + number % 4]) for number in range(7)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with a model that knows 12 positions."""
    place = tmp_path_factory.mktemp("translator")
    words = Tokenizer(models.WordLevel({word: i for i, word in enumerate(SPECIAL + WORDS)}, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    words.post_processor = processors.TemplateProcessing(single="$A <end>", special_tokens=[("<end>", 1)])
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=words, pad_token="<pad>", eos_token="<end>", unk_token="<unk>"
    ).save_pretrained(place)
    torch.manual_seed(3)
    config = transformers.BartConfig(
        vocab_size=43, d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=32, decoder_ffn_dim=32, max_position_embeddings=12, init_std=1.0,
        pad_token_id=0, bos_token_id=None, eos_token_id=1, decoder_start_token_id=1, forced_eos_token_id=None,
    )  # fmt: skip
    transformers.BartForConditionalGeneration(config).save_pretrained(place)
    return str(place)


def test_what_the_model_cannot_read_has_no_translation(folder):
    translator = SeqToSeqTranslator(SequenceModel(folder, max_new_tokens=6))
    long = " ".join(WORDS[:20])
    first, second = translator.translate([long, SENTENCES[0]])
    assert first is None
    assert second == translator.translate([SENTENCES[0]])[0]
    assert translator.translate([]) == []


def test_the_revision_names_the_files_and_the_parameters_not_the_device(folder):
    translator = SeqToSeqTranslator(SequenceModel(folder))
    assert translator.revision == SeqToSeqTranslator(SequenceModel(folder, batch_size=1, device="cpu")).revision
    assert translator.revision != SeqToSeqTranslator(SequenceModel(folder, beams=2)).revision
    assert translator.revision != SeqToSeqTranslator(SequenceModel(folder, max_new_tokens=2)).revision
    assert pickle.loads(pickle.dumps(translator)) == translator


class Listening:
    """Keeps what it is asked, and answers in turn."""

    name = revision = "listening"

    def __init__(self, *answers):
        self.answers = answers
        self.asked = []

    def generate(self, conversations, *, seed=0, rank=None, on_answer=None):
        self.asked += conversations
        return list(self.answers)


def test_a_language_model_is_asked_sentence_by_sentence():
    model = Listening(Generated(" It rains. \n"), Generated("It\n\nOr: snows."), Generated("It", truncated=True))
    translator = GeneratorTranslator(model, "Into English.")
    assert translator.translate(["Es regnet.", "Es schneit.", "Es taut."]) == ["It rains.", None, None]
    assert model.asked[0] == [{"role": "system", "content": "Into English."}, {"role": "user", "content": "Es regnet."}]
