"""Rewriting texts with a trained model, sentence by sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from hf_genderfair.core.devices import worker_device
from hf_genderfair.core.model_origin import model_origin
from hf_genderfair.core.resources import resource
from hf_genderfair.core.spans import Edit, edit_text
from hf_genderfair.core.texts import several_texts
from hf_genderfair.languages.tokens import tokenise
from hf_genderfair.rewriting.neural.edits import neural_edits
from hf_genderfair.rewriting.neural.model import LONGEST, Rewriter, load_rewriter
from hf_genderfair.rewriting.neural.search import MORE_PIECES, beam_search, greedy_search

BATCH = 32
"""Sentences that are decoded at a time."""


def decode(
    texts: Sequence[str],
    model: str | Path,
    *,
    revision: str | None = None,
    rank: int | None = None,
    lang: str = "de",
    beams: int = 1,
    constrained: bool = True,
    batch_size: int = BATCH,
    margin: float | None = None,
) -> list[str]:
    """Return rewritten texts; white space stays as it is."""
    texts = list(several_texts(texts))
    rewriter = loaded_rewriter(model, revision, rank)
    found = find_edits(
        texts, rewriter, lang=lang, beams=beams, constrained=constrained, batch_size=batch_size, margin=margin
    )
    return [edit_text(text, edits) for text, edits in zip(texts, found, strict=True)]


def loaded_rewriter(model: str | Path, revision: str | None, rank: int | None) -> Rewriter:
    """Return a rewriter, which each process loads once; see `load_rewriter` and `decode`."""
    device = worker_device(rank)
    key = ("rewriter", str(model), model_origin(str(model), revision), device)
    return resource(key, lambda: load_rewriter(model, revision, device))


def find_edits(
    texts: Sequence[str],
    rewriter: Rewriter,
    *,
    lang: str = "de",
    beams: int = 1,
    constrained: bool = True,
    batch_size: int = BATCH,
    margin: float | None = None,
) -> list[list[Edit]]:
    """Return what a rewriter changes in texts."""
    spans = [
        (number, start, end)
        for number, sentences in enumerate(tokenise(texts, lang))
        for start, end in ((sentence.starts[0], sentence.ends[-1]) for sentence in sentences)
    ]
    sources = [" ".join(texts[number][start:end].split()) for number, start, end in spans]
    edits: list[list[Edit]] = [[] for _ in texts]
    if margin is None:
        margin = float(getattr(rewriter.model.config, "margin", 0.0))
    if beams == 1 and constrained:
        search = partial(greedy_search, margin=margin)
    else:
        search = partial(beam_search, beams=beams, constrained=constrained, margin=margin)
    outputs = dict(_rewritten(sources, rewriter, batch_size, search))
    for index, (number, start, end) in enumerate(spans):
        if outputs.get(index, sources[index]) != sources[index]:
            for edit in neural_edits(texts[number][start:end], outputs[index]):
                edits[number].append(replace(edit, start=edit.start + start, end=edit.end + start))
    return edits


def _rewritten(
    sources: Sequence[str], rewriter: Rewriter, batch_size: int, search: Callable[..., list[str]]
) -> Iterator[tuple[int, str]]:
    """Yield the rewriting of each sentence that the model can read, those of like length together."""
    sizes = [len(rewriter.words.subwords.encode(source)) for source in sources]
    order = [index for index in range(len(sources)) if 0 < sizes[index] < LONGEST - MORE_PIECES]
    order.sort(key=lambda index: sizes[index])
    for first in range(0, len(order), batch_size):
        indices = order[first : first + batch_size]
        batch = [sources[index] for index in indices]
        yield from zip(indices, search(batch, rewriter), strict=True)
