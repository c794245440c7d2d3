"""The weights of a reader from the file that the package has, so that it can go on learning where no checkpoint is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper

from dataset_scripts.models.reader.examples import POINTING, TAGGED
from dataset_scripts.models.reader.network import Reader

Array = NDArray[Any]


def begin_with(reader: Reader, path: Path, numbers: Sequence[int]) -> None:
    """Give a reader the weights of a file, as exact as eight bits are; vectors of pieces are the encoder's own.

    Layers that the file does not have are the encoder's own, too; they have little to learn to fit in.

    Args:
        reader: Of as many layers as that of the file, or more.
        path: What `export` has written.
        numbers: For each layer of the file the number of that layer in the reader.

    Raises:
        ValueError: The file has another number of layers.
    """
    graph = onnx.load(path).graph
    constants = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    found_products = [node for node in graph.node if node.op_type == "DynamicQuantizeMatMul"]
    products = (_product(node, constants) for node in found_products)
    norms = (_norm(node, constants) for node in graph.node if node.op_type == "LayerNormalization")
    shares = _shares(graph, constants)
    if len(shares) != len(numbers) + 1:
        raise ValueError(f"{path} has {len(shares) - 1} layers, not {len(numbers)}")
    found = {"mix": _mix(shares, numbers, reader.encoder.config.num_hidden_layers)}
    _set(found, "encoder.embeddings.LayerNorm", next(norms))
    for number in numbers:
        name = f"encoder.encoder.layer.{number}"
        matrix, bias = next(products)
        # the scale of the scores stands within the weights of the file
        scale = (reader.encoder.config.hidden_size // reader.encoder.config.num_attention_heads) ** 0.5
        for part, own, other in zip(("query", "key", "value"), np.split(matrix, 3), np.split(bias, 3), strict=True):
            times = scale if part == "query" else 1.0
            _set(found, f"{name}.attention.self.{part}", (own * times, other * times))
        _set(found, f"{name}.attention.output.dense", next(products))
        _set(found, f"{name}.attention.output.LayerNorm", next(norms))
        _set(found, f"{name}.intermediate.dense", next(products))
        _set(found, f"{name}.output.dense", next(products))
        _set(found, f"{name}.output.LayerNorm", next(norms))
    by_output = {node.output[0]: node for node in found_products}
    for node in graph.node:
        # heads that the file does not have begin to learn
        if node.op_type == "Identity" and node.output[0] in TAGGED:
            _set(found, f"tags.{node.output[0]}", _product(by_output[node.input[0]], constants))
    pointing = [output.name for output in graph.output if output.name in POINTING]
    for head, node in zip(_pointers(pointing), found_products[-3 * len(pointing) :], strict=True):
        _set(found, head, _product(node, constants))
    own_weights = reader.state_dict()
    reader.load_state_dict(own_weights | {name: torch.from_numpy(each.copy()) for name, each in found.items()})


def places(layers: str, some: str) -> list[int]:
    """Return where some of the layers stand among all of them, both as numbers divided by commas."""
    every = layers.split(",")
    return [every.index(each) for each in some.split(",")]


def _mix(shares: Sequence[Array], numbers: Sequence[int], layers: int) -> Array:
    """Return the mix of the states of a reader; those of a new layer share what the state before them has."""
    of = [sum(number < state for number in numbers) for state in range(layers + 1)]
    return np.log([float(shares[number].item()) / of.count(number) for number in of])


def _pointers(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        yield from (f"asking.{name}", f"asked.{name}", f"itself.{name}")


def _set(found: dict[str, Array], name: str, weights: tuple[Array, Array]) -> None:
    found[f"{name}.weight"], found[f"{name}.bias"] = (each.astype(np.float32) for each in weights)


def _product(node: onnx.NodeProto, constants: Mapping[str, Array]) -> tuple[Array, Array]:
    """Return matrix (outputs, inputs) and bias of a product."""
    _, small, scale, _, bias = node.input
    return constants[small].T * constants[scale][:, None], constants[bias]


def _norm(node: onnx.NodeProto, constants: Mapping[str, Array]) -> tuple[Array, Array]:
    _, scale, bias = node.input
    return constants[scale], constants[bias]


def _shares(graph: onnx.GraphProto, constants: Mapping[str, Array]) -> list[Array]:
    """Return the share of each layer in the mix: single numbers, as only the scales of pointers are beside them."""
    single = [
        constants[name]
        for node in graph.node
        if node.op_type == "Mul"
        for name in node.input
        if name in constants and constants[name].size == 1
    ]
    return single[: -sum(output.name in POINTING for output in graph.output)]
