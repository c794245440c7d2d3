"""Reasons in plain words: data keep short names such as ``no_expression``, what people read says what they mean."""

from __future__ import annotations

from hf_genderfair.core.resources import resource
from hf_genderfair.lexicons.loader import load_lexicon

LEXICON = "reasons"


def reason_in_words(reason: str) -> str:
    """Return what a reason means, as words that follow *because*.

    Args:
        reason: A reason as it stands in data; several are joined by plus signs, and the step, language or data set that
            gave it may stand before a colon.

    Returns:
        The words of the lexicon ``reasons``; a reason that it lacks with spaces in place of underscores.

    Example:
        >>> reason_in_words("no_expression"), reason_in_words("my_own_reason")
        ('no first-person form in it shows a gender', 'my own reason')
        >>> reason_in_words("de: duplicate"), reason_in_words("language: fr")
        ('de: it repeats an earlier one', 'it is written in another language: fr')
    """
    known = known_reasons()
    if reason in known:
        return known[reason]
    before, colon, after = reason.partition(": ")
    if colon:
        return f"{reason_in_words(before)}: {reason_in_words(after)}"
    parts = reason.split("+")
    if len(parts) > 1 and all(part in known for part in parts):
        return "; ".join(known[part] for part in parts)
    return reason.replace("_", " ") if reason.isidentifier() else reason


def known_reasons() -> dict[str, str]:
    """Return the words of all reasons that the package gives."""
    return resource(("reasons in words",), lambda: {row[0]: row[1] for row in load_lexicon(LEXICON).rows})
