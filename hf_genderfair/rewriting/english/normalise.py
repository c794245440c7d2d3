"""English words that name both genders in one spelling: *his or her* becomes *their*.

What needs another verb stays: *he or she* is left to the rewriter.
"""

from __future__ import annotations

import re

from hf_genderfair.core.spans import Edit
from hf_genderfair.languages.gender_fair_forms import gender_fair_forms

NEUTRAL = {
    frozenset(("him", "her")): "them",
    frozenset(("his", "her")): "their",
    frozenset(("his", "hers")): "theirs",
    frozenset(("himself", "herself")): "themself",
}
WORD = re.compile(r"[a-z]+")


def normalising_edits(text: str) -> list[Edit]:
    """Propose one word for each pair of pronouns.

    Args:
        text: The text.

    Returns:
        Edits in order, without overlap.

    Example:
        >>> normalising_edits("A guest brings his or her bag.")[0].replacement
        'their'
    """
    edits: list[Edit] = []
    for form in gender_fair_forms(text, "en"):
        original = text[form.start : form.end]
        words = WORD.findall(original.lower())
        neutral = NEUTRAL.get(frozenset((words[0], words[-1]))) if words else None
        if neutral:
            neutral = neutral.capitalize() if original[0].isupper() else neutral
            edits.append(Edit(form.start, form.end, original, neutral, "normalise", "one word for all genders"))
    return edits
