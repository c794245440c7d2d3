"""Search for the best rewriting of sentences, free or among the paths of a lattice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hf_genderfair.core.resources import require
from hf_genderfair.rewriting.neural.lattice import Lattice, Positions
from hf_genderfair.rewriting.neural.model import LONGEST, Rewriter
from hf_genderfair.rewriting.neural.subwords import END, EXTRA, PAD

MORE_PIECES = 64
"""Most pieces by which a target may be longer than its source."""


def beam_search(
    sentences: Sequence[str], rewriter: Rewriter, beams: int, constrained: bool = True, margin: float = 0.0
) -> list[str]:
    """Rewrite sentences with a number of hypotheses each."""
    torch = require("torch", EXTRA)
    subwords = rewriter.words.subwords
    source, mask = padded([[*subwords.encode(sentence), END] for sentence in sentences])
    device = rewriter.model.device
    lattices = [Lattice(sentence, rewriter.words) for sentence in sentences] if constrained else []
    processors = [_Choices(lattices, beams, margin)] if constrained else []
    with torch.inference_mode():
        written = rewriter.model.generate(
            input_ids=source.to(device),
            attention_mask=mask.to(device),
            num_beams=beams,
            do_sample=False,
            # the sum of log-probabilities is not divided by length: a longer rewriting is not a better one
            length_penalty=0.0 if constrained else 1.0,
            max_length=None,
            max_new_tokens=min(LONGEST - 1, source.shape[1] + MORE_PIECES),
            logits_processor=processors,
        )
    return [subwords.decode(row[1:]) for row in written.tolist()]


class _Choices:
    """Restricts each hypothesis to the lattice of its sentence, as probabilities of the choices.

    Example:
        >>> import torch
        >>> from hf_genderfair.rewriting.neural.changes import LearnedChanges
        >>> from hf_genderfair.rewriting.neural.lattice import WordSpellings
        >>> from hf_genderfair.rewriting.neural.subwords import Subwords
        >>> words = WordSpellings(Subwords.train(["Alle kamen."] * 9, size=300), LearnedChanges({}, {}, {}))
        >>> choices = _Choices([Lattice("Alle", words)], beams=1)
        >>> scores = choices(torch.tensor([[PAD]]), torch.zeros(1, len(words.subwords)))
        >>> scores.argmax().item() == words.subwords.encode("Alle")[0]
        True
    """

    def __init__(self, lattices: Sequence[Lattice], beams: int, margin: float = 0.0) -> None:
        """Start with empty hypotheses."""
        self.lattices = lattices
        self.beams = beams
        self.margin = margin
        self._positions: list[dict[tuple[int, ...], Positions]] = [{(): lattice.start} for lattice in lattices]

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        """Return the log-probabilities of the allowed pieces; others are impossible."""
        torch = require("torch", EXTRA)
        rows, columns, added = [], [], []
        known: list[dict[tuple[int, ...], Positions]] = [{} for _ in self.lattices]
        for row, (_, *pieces) in enumerate(input_ids.tolist()):
            number, written = row // self.beams, tuple(pieces)
            lattice, before = self.lattices[number], self._positions[number]
            positions = before.get(written)
            if positions is None:
                positions = lattice.after(before.get(written[:-1], ()), written[-1])
            known[number][written] = positions
            allowed = lattice.allowed(positions) or [END]
            rows += [row] * len(allowed)
            columns += allowed
            added += _added(lattice, positions, allowed, self.margin)
        self._positions = known
        masked = torch.full_like(scores, -torch.inf)
        masked[rows, columns] = scores[rows, columns] + torch.tensor(added, device=scores.device)
        return masked.log_softmax(-1)


def _added(lattice: Lattice, positions: Positions, allowed: Sequence[int], margin: float) -> list[float]:
    """Return the addition to the score of each piece: the margin for the one that leaves a word unchanged."""
    stays = lattice.unchanged(positions)
    return [margin if piece == stays else 0.0 for piece in allowed]


def greedy_search(sentences: Sequence[str], rewriter: Rewriter, margin: float = 0.0) -> list[str]:
    """Rewrite sentences by the likeliest choice each time, in a few steps."""
    # The result is that of `beam_search` with one hypothesis. All pieces are read at once as if the rest of the
    # sentence stayed as it is; the first that should be another is replaced, and so on (aggressive decoding, Sun et al.
    # 2021).
    torch = require("torch", EXTRA)
    device = rewriter.model.device
    subwords = rewriter.words.subwords
    source, mask = padded([[*subwords.encode(sentence), END] for sentence in sentences])
    drafts = [_Draft(Lattice(sentence, rewriter.words), margin) for sentence in sentences]
    with torch.inference_mode():
        states = rewriter.model.get_encoder()(input_ids=source.to(device), attention_mask=mask.to(device))[0]
        open_ = list(range(len(drafts)))
        while open_:
            inputs, _ = padded([[PAD, *drafts[number].pieces[:-1]] for number in open_])
            logits = rewriter.model(
                encoder_outputs=(states[open_],),
                attention_mask=mask[open_].to(device),
                decoder_input_ids=inputs.to(device),
                use_cache=False,
            ).logits.float()
            open_ = [number for row, number in enumerate(open_) if drafts[number].improve(logits[row])]
    return [subwords.decode(draft.pieces) for draft in drafts]


class _Draft:
    """A rewriting of which a first part is certain."""

    def __init__(self, lattice: Lattice, margin: float) -> None:
        self.lattice = lattice
        self.margin = margin
        self.pieces: list[int] = []
        self.positions: list[Positions] = [lattice.start]
        self._copy()
        self.certain = 0

    def improve(self, logits: Any) -> bool:
        """Replace the first piece that has a likelier alternative; return False if there is none."""
        torch = require("torch", EXTRA)
        choices = [self.lattice.allowed(positions) for positions in self.positions[self.certain :]]
        spots = [(index, allowed) for index, allowed in enumerate(choices, self.certain) if len(allowed) > 1]
        if not spots:
            return False
        widest = max(len(allowed) for _, allowed in spots)
        wide = [(index, allowed + allowed[:1] * (widest - len(allowed))) for index, allowed in spots]
        columns = torch.tensor([allowed for _, allowed in wide])
        scores = logits[torch.tensor([index for index, _ in spots])].cpu().gather(1, columns)
        scores += torch.tensor([_added(self.lattice, self.positions[index], row, self.margin) for index, row in wide])
        for (index, _), best in zip(
            spots, columns.gather(1, scores.argmax(1, keepdim=True))[:, 0].tolist(), strict=True
        ):
            if best != self.pieces[index]:
                return self._replace(index, best)
        return False

    def _replace(self, index: int, piece: int) -> bool:
        """Write another piece and copy the rest; return False if that ends the search."""
        pieces, positions = self.pieces, self.positions
        self.pieces, self.positions, self.certain = [*pieces[:index], piece], positions[: index + 1], index + 1
        if piece == END:
            return False
        self.positions.append(self.lattice.after(self.positions[index], piece))
        self._copy()
        if len(self.pieces) > LONGEST:
            self.pieces, self.positions = pieces, positions
            return False
        return True

    def _copy(self) -> None:
        """Copy the rest of the source."""
        while True:
            piece = self.lattice.copy(self.positions[-1])
            self.pieces.append(piece)
            if piece == END:
                return
            self.positions.append(self.lattice.after(self.positions[-1], piece))


def padded(rows: Sequence[Sequence[int]]) -> tuple[Any, Any]:
    """Return rows of pieces as one tensor, and a tensor that is 1 where pieces stand."""
    torch = require("torch", EXTRA)
    width = max(map(len, rows))
    pieces = torch.tensor([[*row, *[PAD] * (width - len(row))] for row in rows])
    mask = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in rows])
    return pieces, mask
