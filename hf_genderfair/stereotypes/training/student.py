"""The student: the compact network of the content model, as it is trained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from hf_genderfair.languages.tokens import tokenise
from hf_genderfair.languages.training.student import gates_first
from hf_genderfair.languages.word_features import TABLES, TRIGRAM_BUCKETS, WordClasses, word_features
from hf_genderfair.stereotypes.content_model import MOST_WORDS, SCORES
from hf_genderfair.stereotypes.training.corpora import Row
from hf_genderfair.stereotypes.training.teacher import ContentHeads

WIDTHS = dict.fromkeys(TABLES, 8) | {"shape": 2, "trigrams": 24}
"""Length of the vector that each piece of a word adds."""

WORD, STATES, INNER = 128, 160, 128

BATCH = 64


class ContentStudent(nn.Module):
    """Word vectors, a layer of bidirectional LSTM, attention and maximum over its states, and the heads.

    Args:
        known: Vectors of known words, shape (words, width); row 0 stands for unknown words.
        teacher_size: Length of the teacher's vectors, which the student learns to predict.
    """

    def __init__(self, known: Tensor, teacher_size: int) -> None:
        """Create the layers."""
        super().__init__()
        self.tables = nn.ModuleDict({name: nn.Embedding(TABLES[name], WIDTHS[name]) for name in TABLES})
        self.trigrams = nn.EmbeddingBag(TRIGRAM_BUCKETS, WIDTHS["trigrams"], mode="mean", padding_idx=0)
        for table in (*self.tables.parameters(), self.trigrams.weight):
            nn.init.normal_(table, std=0.1)
        self.lexicon = nn.Embedding(*known.shape)
        self.lexicon.load_state_dict({"weight": known})
        self.mix = nn.Linear(sum(WIDTHS.values()) + known.shape[1], WORD)
        self.lstm = nn.LSTM(WORD, STATES, batch_first=True, bidirectional=True)
        self.key = nn.Linear(2 * STATES, 32, bias=False)
        self.query = nn.Parameter(torch.zeros(32))
        self.heads = ContentHeads(4 * STATES, INNER)
        self.mean = nn.Linear(4 * STATES, teacher_size)
        self.drop = nn.Dropout(0.25)

    def forward(self, batch: dict[str, Tensor]) -> dict[str, Tensor]:
        """Return logits by head, and the predicted vector of the teacher."""
        parts = [table(batch["hashed"][:, column]) for column, table in enumerate(self.tables.values())]
        parts += [self.trigrams(batch["trigrams"]), self._known(batch["classes"][:, 0])]
        vectors = nn.functional.gelu(self.mix(torch.cat(parts, -1)), approximate="tanh")
        packed = pack_padded_sequence(
            self.drop(vectors[batch["index"]]), batch["lengths"], batch_first=True, enforce_sorted=False
        )
        states: Tensor = pad_packed_sequence(self.lstm(packed)[0], batch_first=True)[0]
        asked = torch.tanh(self.key(states)) @ self.query
        shares = asked.masked_fill(~batch["present"], -torch.inf).softmax(1)
        mean = (states * shares[..., None]).sum(1)
        largest = states.masked_fill(~batch["present"][..., None], -1).amax(1)
        pooled = self.drop(torch.cat([mean, largest], -1))
        return {**self.heads(pooled), "mean": self.mean(pooled)}

    def _known(self, classes: Tensor) -> Tensor:
        if self.training:
            # a part of the known words is read by its letters only
            classes = classes * (torch.rand(len(classes)) > 0.05)
        found: Tensor = self.lexicon(classes)
        return found


class StudentInput:
    """The pieces of all words of a training, computed once."""

    def __init__(self, rows: Sequence[Row], words: WordClasses) -> None:
        """Cut the rows into words, and compute the pieces of every different word."""
        self.words = [student_words(row.text, row.lang) for row in rows]
        forms = sorted({form for words_of in self.words for form in words_of})
        self.places = {form: place for place, form in enumerate(forms)}
        self.features = word_features(forms, [words])

    def batch(self, indices: Sequence[int]) -> dict[str, Tensor]:
        """Return some of the rows as tensors."""
        chosen = [self.words[index] for index in indices]
        lengths = np.array([len(words) for words in chosen])
        own = np.zeros((len(chosen), lengths.max()), dtype=np.int64)
        for row, words in enumerate(chosen):
            own[row, : len(words)] = [self.places[word] for word in words]
        used, index = np.unique(own, return_inverse=True)
        return {
            "hashed": torch.from_numpy(self.features.hashed[used]),
            "trigrams": torch.from_numpy(self.features.trigrams[used]),
            "classes": torch.from_numpy(self.features.classes[used]),
            "index": torch.from_numpy(index.reshape(own.shape)),
            "lengths": torch.from_numpy(lengths),
            "present": torch.from_numpy(np.arange(lengths.max()) < lengths[:, None]),
        }


def student_words(text: str, lang: str) -> list[str]:
    """Return the words of a sentence as the model reads them."""
    (parts,) = tokenise([text], lang)
    return [form.lower() for part in parts for form in part.forms][:MOST_WORDS] or ["."]


def export(student: ContentStudent) -> dict[str, np.ndarray[Any, Any]]:
    """Return the weights as the network at run time reads them."""
    weights: dict[str, Any] = {f"table.{name}": table.weight for name, table in student.tables.items()}
    weights |= {"table.trigrams": student.trigrams.weight, "table.lexicon_0": student.lexicon.weight}
    weights |= {"mix.weight": student.mix.weight.T, "mix.bias": student.mix.bias}
    for ending, direction in (("", "forward"), ("_reverse", "backward")):
        weights[f"lstm.{direction}.input"] = gates_first(getattr(student.lstm, f"weight_ih_l0{ending}")).T
        weights[f"lstm.{direction}.recurrent"] = gates_first(getattr(student.lstm, f"weight_hh_l0{ending}")).T
        bias = getattr(student.lstm, f"bias_ih_l0{ending}") + getattr(student.lstm, f"bias_hh_l0{ending}")
        weights[f"lstm.{direction}.bias"] = gates_first(bias)
    weights |= {"key.weight": student.key.weight.T, "query": student.query}
    for name in ("inner", "outer"):
        layer: nn.Linear = getattr(student.heads, name)
        weights |= {f"{name}.weight": layer.weight.T, f"{name}.bias": layer.bias}
    return {name: np.ascontiguousarray(weight.detach().numpy()) for name, weight in weights.items()}


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
    optimiser = torch.optim.AdamW(student.parameters(), lr=2e-3, betas=(0.9, 0.95), weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, 2e-3, total_steps=steps, pct_start=0.08, cycle_momentum=False
    )
    averaged = torch.optim.swa_utils.AveragedModel(
        student,
        multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995),  # type: ignore[no-untyped-call]
    )
    lengths = torch.tensor([len(words) for words in rows.words])
    total = 0.0
    for step in range(1, steps + 1):
        drawn = torch.multinomial(shares, 1024)
        drawn = drawn[lengths[drawn].argsort()]
        start = int(torch.randint(0, 1024 - BATCH + 1, ()))
        indices = drawn[start : start + BATCH]
        student.train()
        logits = student(rows.batch(indices.tolist()))
        value = _distilled(logits, targets, indices) + loss(logits, indices)
        optimiser.zero_grad()
        torch.autograd.backward(value)
        nn.utils.clip_grad_norm_(student.parameters(), 2.0)
        optimiser.step()
        schedule.step()
        averaged.update_parameters(student)
        total += value.item()
        if step % 200 == 0:
            report(step, total / 200)
            total = 0.0
    return cast(ContentStudent, averaged.module.eval())


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
