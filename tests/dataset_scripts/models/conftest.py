"""A pretrained encoder so small that it is at hand."""

import pytest

SIZE, INNER = 16, 32
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁Oma", "▁", "O", "m", "a", "s", "i", "n", "g", "t", "▁singt", "."]


@pytest.fixture(scope="session")
def packed():
    torch = pytest.importorskip("torch")
    configuration_of = pytest.importorskip("transformers").BertConfig
    teacher = pytest.importorskip("dataset_scripts.models.pipelines.teacher")
    chance = torch.Generator().manual_seed(2)
    configuration = configuration_of(
        vocab_size=len(PIECES),
        hidden_size=SIZE,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=INNER,
        max_position_embeddings=40,
        type_vocab_size=2,
    )
    weights = {"emb.word": (len(PIECES), SIZE), "emb.pos": (40, SIZE), "emb.type": (2, SIZE)}
    weights |= {"emb.ln.w": (SIZE,), "emb.ln.b": (SIZE,)}
    for layer in range(2):
        for name in teacher.LAYER_NAMES:
            out, into = {"fi": (INNER, SIZE), "fo": (SIZE, INNER)}.get(name, (SIZE, SIZE))
            weights[f"l{layer}.{name}.w"] = (out,) if name.endswith("ln") else (out, into)
            weights[f"l{layer}.{name}.b"] = (out,)
    tensors = {name: torch.randn(shape, generator=chance).flatten() * 0.1 for name, shape in weights.items()}
    pieces = [(piece, -1.0 - place / 10) for place, piece in enumerate(PIECES)]
    return teacher.PackedEncoder(configuration, tensors, pieces, 0, 2, 1, 3)
