"""What a word becomes for another gender, as an edit: its end that goes, and what stands there then."""

from __future__ import annotations

from hf_genderfair.core.text_view import like

STAYS = ""
"""The edit of a word that stays."""

SIGN = ">"


def edit_between(word: str, other: str) -> str:
    """Return the edit that makes a word another one, capitals apart."""
    one, two = word.lower(), other.lower()
    if one == two:
        return STAYS
    shorter = min(len(one), len(two))
    same = next((at for at in range(shorter) if one[at] != two[at]), shorter)
    return f"{one[same:]}{SIGN}{two[same:]}"


def edited_word(word: str, edit: str) -> str | None:
    """Return what an edit makes of a word, with its capitals; None where the word has no such end."""
    old, _, new = edit.partition(SIGN)
    low = word.lower()
    if edit == STAYS or not low.endswith(old):
        return None
    return like(low[: len(low) - len(old)] + new, word)
