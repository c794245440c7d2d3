"""Local models, tiny and random, built here: causal with and without a chat template, and sequence to sequence."""

import pickle

import pytest
import torch
import transformers
from one_line import one_line
from scripted_generator import user
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from hf_genderfair.core.errors import GenerationError
from hf_genderfair.generation import CachedGenerator, LocalGenerator

WORDS = [f"w{number}" for number in range(60)]
SPECIAL = ["<pad>", "<end>", "<user>", "<assistant>", "<system>", "<unk>"]
TEMPLATE = (
    "{% for message in messages %}"
    "{% if message.role == 'system' and not loop.first %}{{ raise_exception('system comes first') }}{% endif %}"
    "<{{ message.role }}> {{ message.content }} <end> {% endfor %}"
    "{% if add_generation_prompt %}<assistant>{% endif %}"
)


def tokeniser(folder, template=None):
    words = Tokenizer(models.WordLevel({word: i for i, word in enumerate(SPECIAL + WORDS)}, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    if template is None:
        words.post_processor = processors.TemplateProcessing(single="$A <end>", special_tokens=[("<end>", 1)])
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=words, pad_token="<pad>", eos_token="<end>", unk_token="<unk>"
    )
    fast.chat_template = template
    fast.save_pretrained(folder)


def causal(folder, template):
    tokeniser(folder, template)
    torch.manual_seed(5)
    config = transformers.LlamaConfig(
        vocab_size=66, hidden_size=16, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2,
        max_position_embeddings=64, initializer_range=0.8, bos_token_id=None, eos_token_id=1, pad_token_id=0,
    )  # fmt: skip
    transformers.LlamaForCausalLM(config).save_pretrained(folder)
    return str(folder)


@pytest.fixture(scope="module")
def chat(tmp_path_factory):
    return causal(tmp_path_factory.mktemp("chat"), TEMPLATE)


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    return causal(tmp_path_factory.mktemp("plain"), None)


@pytest.fixture(scope="module")
def translator(tmp_path_factory):
    folder = tmp_path_factory.mktemp("translator")
    tokeniser(folder)
    torch.manual_seed(5)
    config = transformers.T5Config(
        vocab_size=66, d_model=16, d_kv=8, d_ff=32, num_layers=2, num_heads=2, initializer_factor=4.0,
        decoder_start_token_id=0, eos_token_id=1, pad_token_id=0,
    )  # fmt: skip
    transformers.T5ForConditionalGeneration(config).save_pretrained(folder)
    return str(folder)


ASKED = [user(" ".join(WORDS[number : number + 1 + number % 4])) for number in range(7)]


@pytest.mark.parametrize("temperature", [0.0, 1.5])
@pytest.mark.parametrize("model", ["chat", "plain", "translator"])
def test_an_answer_does_not_depend_on_those_beside_it(model, temperature, request):
    settings = {"temperature": temperature, "max_new_tokens": 5}
    folder = request.getfixturevalue(model)
    batched = LocalGenerator(folder, batch_size=3, **settings).generate(ASKED, seed=3)
    alone = LocalGenerator(folder, batch_size=1, **settings)
    assert batched == [alone.generate([asked], seed=3)[0] for asked in ASKED]
    assert len({answer.text for answer in batched}) > 3
    assert all(answer.error is None for answer in batched)


def test_greedy_answers_are_those_of_the_model(chat):
    model = transformers.LlamaForCausalLM.from_pretrained(chat)
    tokens = transformers.AutoTokenizer.from_pretrained(chat)
    prompt = tokens("<user> w1 w2 <end> <assistant>", return_tensors="pt")["input_ids"]
    expected = []
    for _ in range(8):
        token = int(model(torch.tensor([prompt[0].tolist() + expected])).logits[0, -1].argmax())
        expected.append(token)
        if token == 1:
            break
    (answer,) = LocalGenerator(chat, max_new_tokens=8).generate([user("w1 w2")])
    assert answer.text == tokens.decode([token for token in expected if token != 1])
    assert (answer.prompt_tokens, answer.completion_tokens) == (5, len(expected))
    assert answer.truncated == (1 not in expected)


def test_another_seed_draws_another_answer_and_the_same_one_the_same(chat):
    generator = LocalGenerator(chat, temperature=1.5, max_new_tokens=8)
    texts = [generator.generate(ASKED, seed=seed)[0].text for seed in (0, 1, 2, 0)]
    assert (texts[0], len(set(texts))) == (texts[3], 3)
    cold = LocalGenerator(chat, max_new_tokens=8)
    assert cold.generate(ASKED, seed=0) == cold.generate(ASKED, seed=1)


def test_prompts_follow_the_template_or_the_rule_without_one(chat, plain):
    asked = [{"role": "system", "content": "w1"}, {"role": "user", "content": "w2"}]
    (answer,) = LocalGenerator(chat, max_new_tokens=2).generate([asked])
    assert answer.prompt_tokens == len("<system> w1 <end> <user> w2 <end> <assistant>".split())
    (answer,) = LocalGenerator(plain, max_new_tokens=2).generate([asked])
    assert answer.prompt_tokens == len("w1 w2 <end>".split())


def test_a_conversation_that_is_too_long_gets_an_error_and_its_place(chat):
    answers = LocalGenerator(chat, max_new_tokens=8).generate([user("w1 " * 80), user("w1")])
    assert "the 83 tokens of the conversation" in answers[0].error
    assert (answers[0].text, answers[1].error) == (None, None)


def test_answers_are_delivered_batch_by_batch(chat, tmp_path):
    came = []

    def stop(index, answer):
        came.append(index)
        if len(came) == 4:
            raise KeyboardInterrupt

    generator = CachedGenerator(LocalGenerator(chat, max_new_tokens=4, batch_size=2), tmp_path)
    with pytest.raises(KeyboardInterrupt):
        generator.generate(ASKED, on_answer=stop)
    assert sum(answer.cached for answer in generator.generate(ASKED)) == 4


def test_a_generator_is_configuration_and_shares_its_model(chat):
    generator = LocalGenerator(chat, max_new_tokens=4)
    before = pickle.dumps(generator)
    generator.generate(ASKED[:1])
    assert (pickle.dumps(generator), pickle.loads(before)) == (before, generator)
    warm = LocalGenerator(chat, max_new_tokens=6, temperature=1.0)
    assert warm._loaded(None) is generator._loaded(None)


def test_the_revision_holds_what_answers_depend_on(chat, plain):
    settings = ({}, {"temperature": 0.5}, {"max_new_tokens": 9}, {"dtype": "bfloat16"})
    others = {LocalGenerator(chat, **each).revision for each in settings} | {LocalGenerator(plain).revision}
    assert len(others) == 5
    same = {LocalGenerator(chat, **each).revision for each in ({}, {"batch_size": 2}, {"device": "cpu"})}
    assert len(same) == 1


@pytest.mark.parametrize("method", ["generate", "revision"])
def test_a_model_that_is_missing_is_one_line(tmp_path, method):
    generator = LocalGenerator(str(tmp_path / "none"))
    with one_line(GenerationError, match="cannot be loaded: name a folder or a model of the Hub"):
        generator.revision if method == "revision" else generator.generate(ASKED)
