"""The network that is shipped must compute what was trained, and a training must learn."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from dataset_scripts.models.pipelines import student as training  # noqa: E402
from dataset_scripts.models.pipelines.batches import Portion  # noqa: E402
from dataset_scripts.models.pipelines.labels import Labels  # noqa: E402
from dataset_scripts.models.pipelines.scores import Tally, score  # noqa: E402
from dataset_scripts.models.pipelines.student import (  # noqa: E402
    Sizes,
    Student,
    Vocabulary,
    export,
    train_student,
)
from dataset_scripts.models.pipelines.treebanks import TrainingSentence, Word  # noqa: E402
from hf_genderfair.languages import word_features  # noqa: E402
from hf_genderfair.languages.analysis import LAYERS  # noqa: E402
from hf_genderfair.languages.network import Inventory, Network, SentenceWords  # noqa: E402
from hf_genderfair.languages.word_features import WordClasses  # noqa: E402

SMALL = Sizes(word=24, lstm=16, entity=8, arc=12, relation=12)
NAMES = ["Ida", "Max", "Lea", "Tim"]


def sentence(name, verb, feminine, thing):
    words = (
        Word(name, True, "PROPN", {"Gender": "Fem" if feminine else "Masc"}, name, 1, "nsubj", "B-PER"),
        Word(verb, True, "VERB", {"VerbForm": "Fin"}, verb[:-1] + "en", 1, "root", "O"),
        Word("die", True, "DET", {"Gender": "Fem"}, "der", 3, "det", "O"),
        Word(thing, False, "NOUN", {"Gender": "Fem"}, thing, 1, "obj", "O"),
        Word(".", True, "PUNCT", {}, ".", 1, "punct", "O"),
    )
    return TrainingSentence("de_gsd", words)


SENTENCES = [
    sentence(name, verb, name in ("Ida", "Lea"), thing)
    for name in NAMES
    for verb in ("liest", "sieht", "kennt")
    for thing in ("Zeitung", "Stadt")
]
LABELS = Labels.collect(SENTENCES)
LEXICONS = [WordClasses.build({"Ida": 1, "Lea": 1, "Max": 2, "Tim": 2})]


@pytest.fixture(scope="module")
def few_buckets():
    """Hash the pieces of the few words here into small tables, since a step changes every row."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        for name in word_features.TABLES:
            monkeypatch.setitem(word_features.TABLES, name, 64)
        for module in (word_features, training):
            monkeypatch.setattr(module, "TRIGRAM_BUCKETS", 256)
        word_features._trigram.cache_clear()
        yield
    word_features._trigram.cache_clear()


@pytest.fixture(scope="module")
def trained(few_buckets):
    torch.manual_seed(1)
    torch.set_num_threads(1)
    vocabulary = Vocabulary(SENTENCES, LEXICONS)
    losses = []
    student = train_student(
        Student(LABELS, [3], SMALL),
        [Portion(SENTENCES, 1.0)],
        vocabulary,
        LABELS,
        steps=200,
        seed=1,
        report=lambda step, mean, network: losses.append(mean),
        words=40,
        learning_rate=1e-2,
    )
    return student, vocabulary, losses


def test_a_training_learns(trained):
    student, vocabulary, losses = trained
    assert losses[-1] < losses[0] / 2
    tally = Tally()
    with torch.inference_mode():
        score(student(vocabulary.batch(SENTENCES)), SENTENCES, LABELS, tally)
    shares = tally.shares()
    assert min(shares[name] for name in ("pos", "las", "gender", "per", "lemma")) > 0.9


def test_the_shipped_network_computes_what_was_trained(trained):
    student, vocabulary, _ = trained
    inventory = Inventory(tuple(map(len, LABELS.features)), LABELS.relations.index("root"))
    network = Network(export(student), LEXICONS, inventory)
    words = [
        SentenceWords([w.form for w in s.words], [True, *(w.space_after for w in s.words[:-1])]) for s in SENTENCES
    ]
    found = network.annotate(words, LAYERS)
    with torch.inference_mode():
        logits = student(vocabulary.batch(SENTENCES))
    for row, numbers in enumerate(found):
        assert np.array_equal(numbers.pos, logits["pos"][row].argmax(-1))
        assert np.array_equal(numbers.script, logits["script"][row].argmax(-1))
        assert np.array_equal(numbers.entity, logits["entity"][row].argmax(-1))
        assert np.array_equal(numbers.head, logits["head"][row].argmax(-1))
        for column, part in enumerate(logits["features"]):
            assert np.array_equal(numbers.features[:, column], part[row].argmax(-1))
