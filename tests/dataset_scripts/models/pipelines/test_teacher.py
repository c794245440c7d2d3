"""The teacher must read the packed encoder and keep the annotation that a sentence already has."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("tokenizers")


from dataset_scripts.models.pipelines.labels import ENTITY_TAGS, Labels  # noqa: E402
from dataset_scripts.models.pipelines.teacher import (  # noqa: E402
    Pieces,
    Teacher,
    _tensor,
    annotate,
)
from dataset_scripts.models.pipelines.treebanks import TrainingSentence, Word  # noqa: E402

GOLD = TrainingSentence(
    "de_gsd",
    (
        Word("Oma", True, "NOUN", {"Gender": "Fem"}, "Oma", 1, "nsubj"),
        Word("singt", False, "VERB", {"VerbForm": "Fin"}, "singen", 1, "root"),
        Word(".", True, "PUNCT", {}, ".", 1, "punct"),
    ),
)
RAW = TrainingSentence("raw", tuple(Word(word.form, word.space_after) for word in GOLD.words))
LABELS = Labels.collect([GOLD] * 3)


def test_packed_weights_are_unpacked():
    block = np.zeros(1, dtype=[("scale", "<f2"), ("nibbles", "u1", (16,))])
    block["scale"], block["nibbles"] = 0.5, 8 | 15 << 4
    values = _tensor(np.frombuffer(block.tobytes(), np.uint8), 1, 32)
    assert values[:16].tolist() == [0.0] * 16
    assert values[16:].tolist() == [3.5] * 16


def test_annotation_that_is_there_is_kept_and_what_is_missing_is_added(packed):
    torch.manual_seed(0)
    teacher = Teacher(packed, LABELS, len(ENTITY_TAGS))
    gold, raw = annotate(teacher, [GOLD, RAW], Pieces(packed), LABELS, "de_gsd")
    assert [(w.pos, w.head, w.relation, w.lemma) for w in gold.words] == [
        (w.pos, w.head, w.relation, w.lemma) for w in GOLD.words
    ]
    assert raw.source == "de_gsd"
    assert all(word.pos and word.relation and word.head >= 0 and word.entity for word in raw.words)
    assert [word.form for word in raw.words] == [word.form for word in RAW.words]
