"""Raw text about men, swapped to women by the package, as examples of the way back.

What becomes of *er*, *ihn* and *ihm* when men are women is plain; of *sie* and *ihr* it is not, and the text before the
swap tells. So the easy direction teaches the hard one, as back-translation does (Sennrich et al. 2016).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dataset_scripts.models.reader.examples import Example, edited
from dataset_scripts.models.reader.windows import raw_windows
from hf_genderfair.core.spans import Edit, edit_text
from hf_genderfair.counterfactual.swap import LANGUAGES
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.counterfactual.texts import swap_texts
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.reader.reading import read

WINDOWS_A_KIND = 5000
SURELY_CHANGES, SURELY_STAYS = 0.9, 0.1
"""Probabilities of a change between which a word is doubtful, and its window is left out."""


def returned_sentences(data: Path, lang: str) -> list[Example]:
    """Return windows in which men became women, with what their words were; none in languages without swaps."""
    if lang not in LANGUAGES:
        return []
    texts = [each.text for each in raw_windows(data, lang, WINDOWS_A_KIND)]
    read_texts = zip(texts, documents(texts, AnalysisRequest(lang)), strict=True)
    chosen = [(text, document) for text, document in read_texts if _only_men(document)]
    swapped = swap_texts([text for text, _ in chosen], lang, "female", SwapOptions(names="keep"))
    return [
        edited(women, {"female": women, "male": text}, lang)
        for (text, document), found in zip(chosen, swapped, strict=True)
        if _is_whole(document, found.edits) and (women := edit_text(text, found.edits)) != text
    ]


def _only_men(document: Document) -> bool:
    """Return whether words of a text change for women and none for men, and none is doubtful."""
    seen = document.derived(read)
    women, men = seen.changes["female"], seen.changes["male"]
    sure = all(not SURELY_STAYS < each < SURELY_CHANGES for each in women)
    return sure and max(women, default=0) > SURELY_CHANGES and max(men, default=1) < SURELY_STAYS


def _is_whole(document: Document, edits: Sequence[Edit]) -> bool:
    """Return whether just the words are edited that change."""
    changes = document.derived(read).changes["female"]
    changing = [token for token, each in zip(document.tokens, changes, strict=True) if each > SURELY_CHANGES]
    within = [any(edit.start < token.end and token.start < edit.end for edit in edits) for token in changing]
    return len(edits) <= len(changing) and all(within)
