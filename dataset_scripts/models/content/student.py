"""The student: a part of the teacher's encoder, made small, as it is trained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn

from dataset_scripts.models.content.corpora import Row
from dataset_scripts.models.content.teacher import ContentHeads, ContentTeacher, padded
from dataset_scripts.models.pipelines.teacher import PackedEncoder
from hf_genderfair.languages.model_file import WordPieces
from hf_genderfair.languages.tokens import tokenise
from hf_genderfair.stereotypes.content_model import LONGEST, SCORES, piece_numbers

LAYERS = (0, 2, 5, 7)
"""Layers of the teacher that the student starts with."""

INNER, PIECES, WIDTH = 768, 16_000, 192
"""Inner units that each layer keeps, most frequent pieces that are kept, and the length of their vectors."""

LATIN = 0x250
"""Pieces of one letter below this code point are kept, whether they are frequent or not."""

BATCH = 32

FIRST_HEADS_ROWS, FIRST_HEADS_STEPS = 40_000, 3000
"""Sentences that the heads on the first layer learn from, and in how many batches."""


@dataclass(frozen=True)
class PieceVocabulary:
    """The pieces that a student knows, with their numbers in the vocabulary of the encoder.

    Attributes:
        numbers: Number of each piece in the vocabulary of the encoder.
        pieces: The pieces, an empty one for marks that no text has.
        scores: Logarithm of the probability of each.
        start: Number of the mark before a sentence.
        end: Number of the mark behind it.
        unknown: Number of what stands for characters that no piece has.
        counts: How often the rows that it was chosen by have each piece.
    """

    numbers: tuple[int, ...]
    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    start: int
    end: int
    unknown: int
    counts: tuple[int, ...]

    @classmethod
    def of(cls, packed: PackedEncoder, rows: Sequence[Row], most: int = PIECES) -> PieceVocabulary:
        """Choose the most frequent pieces of rows, and all letters."""
        marks = {packed.start, packed.end, packed.pad, packed.unknown}
        names = ["" if number in marks else piece for number, (piece, _) in enumerate(packed.pieces)]
        whole = WordPieces(names, [score for _, score in packed.pieces], packed.unknown)
        counts = Counter(number for row in rows for number in _cut(row, whole))
        letters = {
            number
            for number, piece in enumerate(names)
            if piece == "▁" or (len(piece.removeprefix("▁")) == 1 and ord(piece[-1]) < LATIN)
        }
        kept = sorted(marks | letters | {number for number, _ in counts.most_common(most)})
        places = {number: place for place, number in enumerate(kept)}
        return cls(
            tuple(kept),
            tuple(names[number] for number in kept),
            tuple(round(packed.pieces[number][1], 4) for number in kept),
            places[packed.start],
            places[packed.end],
            places[packed.unknown],
            tuple(counts[number] for number in kept),
        )


def _cut(row: Row, pieces: WordPieces) -> list[int]:
    return piece_numbers(next(iter(tokenise([row.text], row.lang))), row.text, pieces)


class ContentStudent(nn.Module):
    """Some layers of a teacher with the inner units that matter most, and the vectors of frequent pieces on few axes.

    Heads on the first layer guess what those on the last one read, so that most sentences need no more.

    Args:
        teacher: The fine-tuned teacher; its layers become those of the student.
        vocabulary: The pieces that are kept.
        probe: Numbers of pieces and mask of some sentences, on which inner units are compared, as the teacher reads
            them.
        layers: Layers that are kept.
        inner: Inner units that are kept.
        width: Length of the vectors of pieces.
    """

    def __init__(
        self,
        teacher: ContentTeacher,
        vocabulary: PieceVocabulary,
        probe: tuple[Tensor, Tensor],
        layers: Sequence[int] = LAYERS,
        inner: int = INNER,
        width: int = WIDTH,
    ) -> None:
        """Cut the teacher down."""
        super().__init__()
        self.encoder = cast(Any, teacher.encoder)
        self.heads = teacher.heads
        self.first_heads = ContentHeads(self.encoder.config.hidden_size)
        vectors = self.encoder.embeddings.word_embeddings.weight.detach()[list(vocabulary.numbers)]
        weights = (torch.tensor(vocabulary.counts) + 1.0).sqrt()[:, None]
        axes = torch.linalg.svd(vectors * weights, full_matrices=False)[2][:width]
        self.table = nn.Embedding(*(vectors @ axes.T).shape)
        self.table.load_state_dict({"weight": vectors @ axes.T})
        self.widened = nn.Linear(len(axes), vectors.shape[1], bias=False)
        self.widened.load_state_dict({"weight": axes.T})
        used = _inner_use(teacher, probe)
        kept = [self.encoder.encoder.layer[layer] for layer in layers]
        for layer, number in zip(kept, layers, strict=True):
            _keep_inner(layer, used[number].topk(inner).indices.sort().values)
        self.encoder.encoder.layer = nn.ModuleList(kept)
        self.encoder.embeddings.word_embeddings = nn.Identity()
        self.requires_grad_(True)

    def forward(self, numbers: Tensor, mask: Tensor) -> dict[str, Tensor]:
        """Return logits by head, and the mean state of each sentence, of shape (sentences, size)."""
        mean = self.means(numbers, mask)[-1]
        return {**self.heads(mean), "mean": mean}

    def means(self, numbers: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the mean state of each sentence after the first layer and after the last one."""
        vectors = self.widened(self.table(numbers))
        states = self.encoder(inputs_embeds=vectors, attention_mask=mask, output_hidden_states=True).hidden_states
        shares = mask[..., None] / mask.sum(1)[:, None, None]
        return (states[1].float() * shares).sum(1), (states[-1].float() * shares).sum(1)


def _inner_use(teacher: ContentTeacher, probe: tuple[Tensor, Tensor]) -> list[Tensor]:
    """Return how much each inner unit of each layer adds to the states of some sentences."""
    used: list[Tensor] = []

    def note(module: nn.Module, _: Any, states: Tensor) -> None:
        used.append(states.abs().mean((0, 1)))

    layers: Any = teacher.encoder.encoder.layer
    hooks = [layer.intermediate.register_forward_hook(note) for layer in layers]
    teacher.eval()
    with torch.inference_mode():
        teacher(*probe)
    for hook in hooks:
        hook.remove()
    return [use * layer.output.dense.weight.detach().norm(dim=0) for use, layer in zip(used, layers, strict=True)]


def _keep_inner(layer: Any, units: Tensor) -> None:
    first, second = layer.intermediate.dense, layer.output.dense
    inner, outer = nn.Linear(first.in_features, len(units)), nn.Linear(len(units), second.out_features)
    inner.load_state_dict({"weight": first.weight.detach()[units], "bias": first.bias.detach()[units]})
    outer.load_state_dict({"weight": second.weight.detach()[:, units], "bias": second.bias.detach()})
    layer.intermediate.dense, layer.output.dense = inner, outer
    # the network at run time has no error function
    layer.intermediate.intermediate_act_fn = nn.GELU(approximate="tanh")


class StudentInput:
    """The pieces of all rows of a training, cut once."""

    def __init__(self, rows: Sequence[Row], vocabulary: PieceVocabulary) -> None:
        """Cut the rows into pieces."""
        pieces = WordPieces(vocabulary.pieces, vocabulary.scores, vocabulary.unknown)
        self.numbers = [[vocabulary.start, *_cut(row, pieces)[: LONGEST - 1], vocabulary.end] for row in rows]

    def batch(self, indices: Sequence[int]) -> tuple[Tensor, Tensor]:
        """Return some of the rows as padded numbers, and their mask."""
        return padded([self.numbers[index] for index in indices])


def export(student: ContentStudent) -> dict[str, np.ndarray[Any, Any]]:
    """Return the weights as the network at run time reads them."""
    encoder = student.encoder
    embeddings = encoder.embeddings
    positions = embeddings.position_embeddings.weight[: LONGEST + 2] + embeddings.token_type_embeddings.weight[0]
    weights: dict[str, Any] = {"table.pieces": student.table.weight, "table.positions": positions}
    weights["pieces.weight"] = student.widened.weight.T
    weights |= _normalisation("embedded", embeddings.LayerNorm)
    for number, layer in enumerate(encoder.encoder.layer):
        name, own = f"layer_{number}", layer.attention.self
        asked = [own.query, own.key, own.value]
        weights[f"{name}.asked.weight"] = torch.cat([part.weight for part in asked]).T
        weights[f"{name}.asked.bias"] = torch.cat([part.bias for part in asked])
        linear = (
            ("output", layer.attention.output.dense),
            ("inner", layer.intermediate.dense),
            ("outer", layer.output.dense),
        )
        for part, dense in linear:
            weights |= {f"{name}.{part}.weight": dense.weight.T, f"{name}.{part}.bias": dense.bias}
        weights |= _normalisation(f"{name}.attended", layer.attention.output.LayerNorm)
        weights |= _normalisation(f"{name}.fed", layer.output.LayerNorm)
    for name, heads in (("first", student.first_heads), ("last", student.heads)):
        for part, dense in (("inner", heads.inner), ("outer", heads.outer)):
            weights |= {f"{name}.{part}.weight": dense.weight.T, f"{name}.{part}.bias": dense.bias}
    return {name: np.ascontiguousarray(weight.detach().numpy()) for name, weight in weights.items()}


def _normalisation(name: str, layer: Any) -> dict[str, Tensor]:
    return {f"{name}.scale": layer.weight, f"{name}.shift": layer.bias}


def network_facts(student: ContentStudent, vocabulary: PieceVocabulary) -> dict[str, Any]:
    """Return what the network at run time needs to know beside the weights."""
    configuration = student.encoder.config
    return {
        "layers": len(student.encoder.encoder.layer),
        "heads": configuration.num_attention_heads,
        "epsilon": configuration.layer_norm_eps,
        "pieces": vocabulary.pieces,
        "scores": vocabulary.scores,
        "start": vocabulary.start,
        "end": vocabulary.end,
        "unknown": vocabulary.unknown,
    }


def train_student(
    student: ContentStudent,
    rows: StudentInput,
    targets: dict[str, Tensor],
    shares: Tensor,
    steps: int,
    seed: int,
    loss: Callable[[dict[str, Tensor], Tensor], Tensor],
    report: Callable[[int, float], None],
) -> ContentStudent:
    """Train a student and return the running average of its weights.

    Args:
        student: The network; it is changed.
        rows: What to learn from.
        targets: What the teacher reads in each row.
        shares: How often each row is drawn, beside the others.
        steps: Number of batches.
        seed: Of the draws.
        loss: Loss of a batch on labels, from the logits and the indices of its rows.
        report: Called after every 200th batch with its number and the mean loss.
    """
    torch.manual_seed(seed)
    own = [weight for name, weight in student.named_parameters() if not name.startswith("heads.")]
    groups = [{"params": own, "lr": 4e-4}, {"params": student.heads.parameters(), "lr": 1e-3}]
    optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=0.01)
    warm = max(steps // 20, 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1.0, (step + 1) / warm) * max(0.0, 1 - step / steps)
    )
    averaged = torch.optim.swa_utils.AveragedModel(
        student,
        multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995),  # type: ignore[no-untyped-call]
    )
    lengths = torch.tensor([len(numbers) for numbers in rows.numbers])
    total = 0.0
    for step in range(1, steps + 1):
        drawn = torch.multinomial(shares, 1024)
        drawn = drawn[lengths[drawn].argsort()]
        start = int(torch.randint(0, 1024 - BATCH + 1, ()))
        indices = drawn[start : start + BATCH]
        student.train()
        with torch.autocast("cpu", torch.bfloat16):
            logits = student(*rows.batch(indices.tolist()))
        logits = {name: values.float() for name, values in logits.items()}
        value = _distilled(logits, targets, indices) + loss(logits, indices)
        optimiser.zero_grad()
        torch.autograd.backward(value)
        nn.utils.clip_grad_norm_(student.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        averaged.update_parameters(student)
        total += value.item()
        if step % 200 == 0:
            report(step, total / 200)
            total = 0.0
    return cast(ContentStudent, averaged.module.eval())


def train_first_heads(
    student: ContentStudent, rows: StudentInput, shares: Tensor, seed: int, steps: int = FIRST_HEADS_STEPS
) -> None:
    """Teach the heads on the first layer what those on the last one read; nothing else changes.

    Args:
        student: The trained network; its first heads are changed.
        rows: What to learn from.
        shares: How often each row is drawn, beside the others.
        seed: Of the draws.
        steps: Number of batches.
    """
    torch.manual_seed(seed)
    drawn = torch.multinomial(shares, min(FIRST_HEADS_ROWS, int((shares > 0).sum()))).tolist()
    drawn.sort(key=lambda index: len(rows.numbers[index]))
    student.eval()
    with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16):
        parts = [student.means(*rows.batch(drawn[start : start + BATCH])) for start in range(0, len(drawn), BATCH)]
        first, last = (torch.cat(means) for means in zip(*parts, strict=True))
        asked = student.heads(last)
    optimiser = torch.optim.AdamW(student.first_heads.parameters(), lr=1e-3)
    for _ in range(steps):
        chosen = torch.randint(0, len(first), (8 * BATCH,))
        logits = student.first_heads(first[chosen])
        value = torch.zeros(())
        for name in SCORES:
            probabilities = asked[name][chosen].float().sigmoid()
            value = value + nn.functional.binary_cross_entropy_with_logits(logits[name], probabilities)
        attributes = asked["attribute"][chosen].float().softmax(-1)
        value = value + nn.functional.cross_entropy(logits["attribute"], attributes)
        optimiser.zero_grad()
        torch.autograd.backward(value)
        optimiser.step()


def _distilled(logits: dict[str, Tensor], targets: dict[str, Tensor], indices: Tensor) -> Tensor:
    """Return how far the student is from the teacher: its probabilities and its vector of the sentence."""
    total = torch.zeros(())
    for name in SCORES:
        asked = targets[name][indices].sigmoid()
        total = total + nn.functional.binary_cross_entropy_with_logits(logits[name], asked)
    asked = targets["attribute"][indices].softmax(-1)
    total = total + 0.2 * nn.functional.cross_entropy(logits["attribute"], asked)
    apart = 1 - nn.functional.cosine_similarity(logits["mean"], targets["mean"][indices])
    return total + 2.0 * apart.mean()
