"""Sentences of which the rules know what changes with the gender of the person they tell of.

    python -m dataset_scripts.models.reader.silver FOLDER de 4000 > silver-de.jsonl

A line is a sentence (``text``) and the places of the words that a swap changes (``gendered``). Sentences in which the
rules refuse anything are left out, and those that the reader is measured on.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import get_args

from benchmarks.persons.windows import documents, sentences, sources, windows
from dataset_scripts.models.reader.windows import NOT_LEARNED_FROM
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.counterfactual.texts import swap_texts
from hf_genderfair.languages.types import BinaryGender

AT_ONCE = 500
SHORTEST, LONGEST = 40, 400
"""Characters of a sentence."""

Swapped = tuple[str, list[tuple[int, int]]]


def swapped(data: Path, lang: str) -> Iterator[Swapped]:
    """Yield sentences of the sources of a language, with the places of the words that change: some in any case."""
    held = {each for window in windows(data, lang) for each in sentences(window.text)}
    kinds = []
    for source in (each for each in sources(lang) if not each.files.startswith(NOT_LEARNED_FROM)):
        found = {each for text in documents(data, source) for each in sentences(text)} - held
        kept = sorted(each for each in found if SHORTEST <= len(each) <= LONGEST)
        Random(source.kind).shuffle(kept)
        kinds.append(iter(kept))
    while some := [each for kind in kinds for each in islice(kind, AT_ONCE // len(kinds))]:
        for to in get_args(BinaryGender):
            for text, swap in zip(some, swap_texts(some, lang, to, SwapOptions("keep")), strict=True):
                if swap.edits and not swap.refusals:
                    yield text, [(edit.start, edit.end) for edit in swap.edits]


if __name__ == "__main__":
    for text, places in islice(swapped(Path(sys.argv[1]), sys.argv[2]), int(sys.argv[3])):
        print(json.dumps({"text": text, "gendered": places}, ensure_ascii=False))
