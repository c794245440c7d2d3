"""Writing a trained reader as the one file that the package reads: a graph with weights in eight bits, and its pieces.

    python -m dataset_scripts.models.reader.export OUT/student-6.pt COUNTS reader.onnx --layers 0,1,2,4,7,10

COUNTS names the pieces that texts were cut into, the most frequent first, as `pieces.py` prints them: of the vocabulary
of the encoder those are kept, since nine of ten pieces belong to languages that the reader does not read. The file of a
reader stands for the pieces that it knows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import date
from itertools import count
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import onnx
import torch
import typer
from jinja2 import Environment, StrictUndefined
from onnx import TensorProto, helper, numpy_helper

from dataset_scripts.models.pipelines.teacher import PackedEncoder, load_packed_encoder
from dataset_scripts.models.reader.examples import POINTING, TAGGED
from dataset_scripts.models.reader.network import POINTER, Reader, with_layers
from dataset_scripts.models.reader.published import Array, begin_with, places
from dataset_scripts.models.reader.syntax import HEAD, LABELS
from hf_genderfair import __version__
from hf_genderfair.languages.reader.reading import MOST_WORDS

TEMPLATE = Path(__file__).with_name("card.md.j2")
OPSET = 21
CHOOSING = tuple(name for name in TAGGED if name not in LABELS)
"""Heads that choose a label and that the package asks: syntax is still told by the pipelines."""

SPECIAL = 4
"""Pieces that stand for no text: the first ones of the vocabulary."""


class Graph:
    """Nodes and weights of a graph; each method adds a node and returns the name of what it gives."""

    def __init__(self) -> None:
        """Begin without nodes."""
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self._number = count()

    def node(self, kind: str, *inputs: str, outputs: int = 1, domain: str = "", **attributes: Any) -> Any:
        """Add a node; return the name of what it gives, or several."""
        names = [f"{kind}{next(self._number)}" for _ in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, domain=domain, **attributes))
        return names[0] if outputs == 1 else names

    def weight(self, values: Array) -> str:
        """Add a constant."""
        name = f"weight{next(self._number)}"
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def product(self, inputs: str, matrix: Array, bias: Array) -> str:
        """Add a product with a matrix (outputs, inputs) in eight bits, and a bias.

        What goes in is put into eight bits with one scale for a window.
        """
        small, scale = in_eight_bits(matrix, axis=1)
        zero = self.weight(np.zeros(len(scale), np.int8))
        return str(
            self.node(
                "DynamicQuantizeMatMul",
                inputs,
                self.weight(small.T),
                self.weight(scale),
                zero,
                self.weight(bias),
                domain="com.microsoft",
            )
        )

    def normalised(self, inputs: str, weights: dict[str, Array], name: str, epsilon: float) -> str:
        """Add a normalisation of each vector (Ba et al. 2016)."""
        scale, bias = self.weight(weights[f"{name}.weight"]), self.weight(weights[f"{name}.bias"])
        return str(self.node("LayerNormalization", inputs, scale, bias, axis=-1, epsilon=epsilon))


def in_eight_bits(matrix: Array, axis: int) -> tuple[Array, Array]:
    """Return a matrix in whole numbers of seven bits and a sign at most, with a scale for each row or column.

    Seven bits, so that sums of products of neighbours fit into sixteen bits where a processor adds them so.
    """
    scale = np.maximum(np.abs(matrix).max(axis=axis), 1e-6) / 63
    return np.rint(matrix / np.expand_dims(scale, axis)).astype(np.int8), scale.astype(np.float32)


def build(reader: Reader, packed: PackedEncoder, kept: Sequence[int]) -> onnx.ModelProto:
    """Return the graph of a reader that knows some pieces of the vocabulary.

    Inputs are the numbers of the pieces of one window, and of each word the places of its first and its last piece.
    """
    weights = {name: each.detach().float().numpy() for name, each in reader.state_dict().items()}
    configuration, graph = packed.configuration, Graph()
    epsilon, heads = configuration.layer_norm_eps, configuration.num_attention_heads
    states = [_embedded(graph, weights, kept, epsilon)]
    for number in range(configuration.num_hidden_layers):
        states.append(_layer(graph, weights, f"encoder.encoder.layer.{number}", states[-1], heads, epsilon))
    mix = np.exp(weights["mix"]) / np.exp(weights["mix"]).sum()
    mixed = [
        graph.node("Mul", state, graph.weight(np.array(share, np.float32)))
        for state, share in zip(states, mix, strict=True)
    ]
    last = graph.node("Sum", *mixed)
    words = graph.node("Concat", *(graph.node("Gather", last, place, axis=0) for place in ("first", "last")), axis=-1)
    outputs = _heads(graph, weights, words)
    longs = [helper.make_tensor_value_info(name, TensorProto.INT64, [None]) for name in ("pieces", "first", "last")]
    given = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [None, None]) for name in outputs]
    for name, found in outputs.items():
        graph.nodes.append(helper.make_node("Identity", [found], [name]))
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
    made = helper.make_graph(graph.nodes, "reader", longs, given, graph.weights)
    model = helper.make_model(made, opset_imports=opsets, ir_version=10)
    known = [packed.pieces[number] for number in kept]
    facts = {
        "pieces": [piece for piece, _ in known],
        "scores": [round(score, 4) for _, score in known],
        "unknown": list(kept).index(packed.unknown),
        "labels": {name: list(TAGGED[name]) for name in CHOOSING},
    }
    helper.set_model_props(model, {"facts": json.dumps(facts, ensure_ascii=False)})
    return model


def _embedded(graph: Graph, weights: dict[str, Array], kept: Sequence[int], epsilon: float) -> str:
    """Add the vectors of pieces and of their places."""
    table, scale = in_eight_bits(weights["encoder.embeddings.word_embeddings.weight"][list(kept)], axis=1)
    found = graph.node("Cast", graph.node("Gather", graph.weight(table), "pieces", axis=0), to=TensorProto.FLOAT)
    scales = graph.node("Gather", graph.weight(scale[:, None]), "pieces", axis=0)
    vectors = graph.node("Mul", found, scales)
    places = weights["encoder.embeddings.position_embeddings.weight"]
    kind = weights["encoder.embeddings.token_type_embeddings.weight"][0]
    length = graph.node("Shape", "pieces")
    first, axis = graph.weight(np.array([0])), graph.weight(np.array([0]))
    own = graph.node("Slice", graph.weight(places + kind), first, length, axis)
    return graph.normalised(graph.node("Add", vectors, own), weights, "encoder.embeddings.LayerNorm", epsilon)


def _layer(graph: Graph, weights: dict[str, Array], name: str, state: str, heads: int, epsilon: float) -> str:
    """Add a layer: attention of each piece to the others (Vaswani et al. 2017), then two products."""
    size = weights[f"{name}.attention.self.query.weight"].shape[0]
    # one product for all three, and the scale of the scores within the first
    parts = dict.fromkeys(("key", "value"), 1.0) | {"query": (size // heads) ** -0.5}
    order = ("query", "key", "value")
    matrix = np.concatenate([weights[f"{name}.attention.self.{part}.weight"] * parts[part] for part in order])
    bias = np.concatenate([weights[f"{name}.attention.self.{part}.bias"] * parts[part] for part in order])
    every = graph.product(state, matrix.astype(np.float32), bias.astype(np.float32))
    shape = graph.weight(np.array([0, 3, heads, size // heads]))
    divided = graph.node("Transpose", graph.node("Reshape", every, shape), perm=[1, 2, 0, 3])
    query, key, value = graph.node("Split", divided, outputs=3, axis=0, num_outputs=3)
    scores = graph.node("MatMul", query, graph.node("Transpose", key, perm=[0, 1, 3, 2]))
    seen = graph.node("MatMul", graph.node("Softmax", scores, axis=-1), value)
    joined = graph.node("Reshape", graph.node("Transpose", seen, perm=[0, 2, 1, 3]), graph.weight(np.array([-1, size])))
    out = f"{name}.attention.output"
    attended = graph.product(joined, weights[f"{out}.dense.weight"], weights[f"{out}.dense.bias"])
    state = graph.normalised(graph.node("Add", attended, state), weights, f"{out}.LayerNorm", epsilon)
    inner = graph.product(
        state, weights[f"{name}.intermediate.dense.weight"], weights[f"{name}.intermediate.dense.bias"]
    )
    outer = graph.product(
        graph.node("Gelu", inner), weights[f"{name}.output.dense.weight"], weights[f"{name}.output.dense.bias"]
    )
    return graph.normalised(graph.node("Add", outer, state), weights, f"{name}.output.LayerNorm", epsilon)


def _heads(graph: Graph, weights: dict[str, Array], words: str) -> dict[str, str]:
    """Add the heads; a row of a pointer is a word, a column the word that it points to."""
    outputs = {
        name: graph.product(words, weights[f"tags.{name}.weight"], weights[f"tags.{name}.bias"]) for name in CHOOSING
    }
    for name in (each for each in POINTING if each != HEAD):
        asking, asked = (
            graph.node("Tanh", graph.product(words, weights[f"{part}.{name}.weight"], weights[f"{part}.{name}.bias"]))
            for part in ("asking", "asked")
        )
        scale = graph.weight(np.array(4 / POINTER**0.5, np.float32))
        pairs = graph.node("Mul", graph.node("MatMul", asking, graph.node("Transpose", asked, perm=[1, 0])), scale)
        itself = graph.product(words, weights[f"itself.{name}.weight"], weights[f"itself.{name}.bias"])
        here = graph.node("EyeLike", pairs)
        others = graph.node("Sub", graph.weight(np.array(1, np.float32)), here)
        kept = graph.node("Mul", pairs, others)
        outputs[name] = graph.node("Add", kept, graph.node("Mul", itself, here))
    return outputs


def card(model: Path, scores: Path, layers: int) -> str:
    """Return the card of a reader."""
    lines = scores.read_text(encoding="utf-8").splitlines()
    # the file has no heads for syntax
    rows = [row for row in (line.split("\t") for line in lines) if not row[1].startswith("treebank")]
    environment = Environment(undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True, autoescape=False)
    return environment.from_string(TEMPLATE.read_text(encoding="utf-8")).render(
        languages=", ".join(dict.fromkeys(row[0] for row in rows)),
        version=__version__,
        date=date.today().isoformat(),
        size=round(model.stat().st_size / 1e6, 2),
        digest=hashlib.sha256(model.read_bytes()).hexdigest(),
        layers=layers,
        words=MOST_WORDS,
        scores=rows,
    )


def kept_pieces(source: Path, packed: PackedEncoder, size: int) -> list[int]:
    """Return the numbers of pieces: those of a reader's file, or the first ones that another file lists."""
    if source.suffix != ".onnx":
        return [int(each) for each in source.read_text(encoding="utf-8").split()[:size]]
    facts = next(each.value for each in onnx.load(source).metadata_props if each.key == "facts")
    number_of = {piece: number for number, (piece, _) in enumerate(packed.pieces)}
    return [number_of[piece] for piece in json.loads(facts)["pieces"]]


def main(
    kept: Path,
    counts: Path,
    out: Path,
    layers: Annotated[str, typer.Option(help="Layers of the teacher that the student has.")],
    other: Annotated[Path | None, typer.Option(help="The file before; the new one has the mean of both.")] = None,
    other_layers: Annotated[str, typer.Option(help="Layers that the file before has, if they are fewer.")] = "",
    size: Annotated[int, typer.Option(help="Pieces of the vocabulary that are kept.")] = 60_000,
) -> None:
    """Write the file of a reader, and its card."""
    chosen = [int(each) for each in layers.split(",")]
    packed = with_layers(load_packed_encoder(), chosen)
    reader = Reader(packed, frozen_layers=0)
    weights = torch.load(kept, weights_only=True)["reader"]
    if other:
        # a short run on mended labels and what it began with are right of more together (Wortsman et al. 2022)
        begin_with(reader, other, places(layers, other_layers or layers))
        before = reader.state_dict()
        weights = {name: (each + before[name]) / 2 if name in before else each for name, each in weights.items()}
    reader.load_state_dict(weights)
    known = sorted({*range(SPECIAL), *kept_pieces(counts, packed, size)})
    onnx.save(build(reader, packed, known), out)
    scores = kept.with_name(f"{kept.stem}-scores.tsv")
    out.with_suffix(".md").write_text(card(out, scores, len(chosen)), encoding="utf-8")
    print(f"{out}: {out.stat().st_size / 1e6:.1f} MB, {len(known)} pieces")


if __name__ == "__main__":
    typer.run(main)
