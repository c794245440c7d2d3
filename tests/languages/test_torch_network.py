"""The pipelines in torch must say what they say in numpy; on the processor here, as on a GPU."""

import numpy as np
import pytest
from golden import golden_rows

from hf_genderfair.languages import embedded
from hf_genderfair.languages.analysis import LAYERS
from hf_genderfair.languages.embedded import MODELS
from hf_genderfair.languages.network import SentenceWords, _is_tree
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.tokens import tokenise

pytest.importorskip("threadpoolctl")
torch = pytest.importorskip("torch", reason="torch, of the extra models, is not installed")

from hf_genderfair.languages import torch_network  # noqa: E402

TEXTS = dict(golden_rows(__file__, "TEXTS"))


def words(lang):
    return [SentenceWords(s.forms, s.spaces) for text in tokenise(TEXTS[lang], lang) for s in text]


@pytest.fixture(scope="module", params=TEXTS)
def networks(request):
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    path = MODELS / f"{request.param}.npz"
    yield embedded._Reader(path, None).network, embedded._Reader(path, "cpu").network, words(request.param)
    torch.set_num_threads(threads)


def flat(numbers):
    return [None if column is None else column.tolist() for column in numbers]


def test_labels_are_those_of_numpy_whatever_the_neighbours_and_size_of_batches(networks, monkeypatch):
    ours, theirs, sentences = networks
    # a sentence much longer than the others
    sentences = [*sentences, SentenceWords(sentences[0].forms * 12, sentences[0].spaces * 12), *sentences]
    expected, found = ours.annotate(sentences, LAYERS), theirs.annotate(sentences, LAYERS)
    assert [flat(numbers) for numbers in found] == [flat(numbers) for numbers in expected]
    assert all(column.dtype == np.int64 for column in found[0])
    _, network, sentences = networks
    together = [flat(numbers) for numbers in network.annotate(sentences, LAYERS)]
    assert [flat(network.annotate([sentence], LAYERS)[0]) for sentence in sentences] == together
    monkeypatch.setattr(torch_network, "WORDS_AT_ONCE", 40)
    assert [flat(numbers) for numbers in network.annotate(sentences[::-1], LAYERS)] == together[::-1]


def test_trees_are_told_from_cycles_and_several_roots():
    chance = np.random.default_rng(5)
    lengths = chance.integers(1, 9, size=400)
    heads = np.tile(np.arange(8), (400, 1))
    for row, length in enumerate(lengths):
        heads[row, :length] = chance.integers(0, length, size=length)
    is_word = np.arange(8) < lengths[:, None]
    found = torch_network._are_trees(torch.from_numpy(heads), torch.from_numpy(is_word)).tolist()
    expected = [_is_tree(row[:length].tolist()) for row, length in zip(heads, lengths, strict=True)]
    assert found == expected
    assert 20 < sum(found) < 380


def test_the_best_heads_that_are_no_tree_are_made_one(networks, monkeypatch):
    ours, theirs, sentences = networks
    weights = {name: theirs.weights[name] for name in ("arc", "arc_root")}
    chance = np.random.default_rng(3)
    for name, weight in weights.items():
        other = chance.normal(size=weight.shape).astype(np.float32)
        monkeypatch.setitem(theirs.weights, name, torch.from_numpy(other))
        monkeypatch.setitem(ours.weights, name, other)
    found = theirs.annotate(sentences, {"syntax"})
    assert [flat(numbers) for numbers in found] == [flat(numbers) for numbers in ours.annotate(sentences, {"syntax"})]
    assert all(_is_tree(numbers.head.tolist()) for numbers in found)


def test_a_pipeline_computes_on_the_device_of_the_process(monkeypatch):
    texts = ["", *TEXTS["de"], " \n "]
    expected = list(pipeline("de").analyse(texts))
    asked = []
    monkeypatch.setattr(embedded, "pipeline_device", lambda: asked.append("cpu") or "cpu")
    assert list(pipeline("de").analyse(texts)) == expected
    (lemmas,) = pipeline("de").analyse(["Ja."], {"lemma"})
    assert lemmas.sentences[0].tokens[0].lemma
    assert isinstance(embedded.EmbeddedPipeline("de")._reader().network, torch_network.TorchNetwork)
    assert asked


def test_products_are_in_full_precision_whatever_the_process_chose():
    kinds = (torch.backends.cuda.matmul, torch.backends.cudnn.rnn)
    before = [kind.fp32_precision for kind in kinds]
    try:
        for kind in kinds:
            kind.fp32_precision = "tf32"
        with torch_network._exact():
            assert [kind.fp32_precision for kind in kinds] == ["ieee", "ieee"]
        assert [kind.fp32_precision for kind in kinds] == ["tf32", "tf32"]
    finally:
        for kind, precision in zip(kinds, before, strict=True):
            kind.fp32_precision = precision
