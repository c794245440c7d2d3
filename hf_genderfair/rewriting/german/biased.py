"""German text with forms for all genders turned into text in one gender."""

from __future__ import annotations

from hf_genderfair.core.spans import Edit
from hf_genderfair.languages.types import PairedGender
from hf_genderfair.rewriting.german.normalise import german_fair_words


def biasing_edits(text: str, gender: PairedGender) -> list[Edit]:
    """Propose the edits by which every form for all genders becomes the masculine or the feminine one."""
    edits = []
    for word in german_fair_words(text):
        original = text[word.start : word.end]
        form = word.masculine if gender == "masculine" else word.feminine
        if form != original:
            edits.append(Edit(word.start, word.end, original, form, word.rule, f"reads as {gender}"))
    return edits
