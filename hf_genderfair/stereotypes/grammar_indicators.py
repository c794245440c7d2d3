"""Indicators from the grammatical analysis of a sentence, without a language model."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.stereotypes.content import read_content
from hf_genderfair.stereotypes.indicators import Content, Indicators, Label
from hf_genderfair.stereotypes.labels import find_label


def sentence_indicators(
    document: Document, sentence: int, words: Sequence[GroupWord]
) -> tuple[Indicators, Label | None, Content | None]:
    """Return the indicators of a sentence by rules on its analysis."""
    label = find_label(document, sentence, words)
    if label is None:
        return Indicators(False, ""), None, None
    content = read_content(document, sentence, label)
    indicators = Indicators(
        True,
        document.text[label.start : label.end],
        label.target_type,
        label.connotation,
        label.gram_form,
        label.ling_form,
        document.text[content.start : content.end],
        content.situation,
        content.situation_evaluation,
        content.generalization,
    )
    return indicators, label, content
