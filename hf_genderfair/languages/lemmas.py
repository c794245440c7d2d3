"""Lemmas as scripts: how a dictionary form is made from a form in a text."""

from __future__ import annotations


def apply_script(form: str, script: str) -> str:
    """Return the lemma that a script makes of a form; the form itself where the script cuts more than there is."""
    # A script is ``case,cut,add,cut,add``, for the front and the end. Case is ``l`` for a lemma in lower case, ``t``
    # for one with a capital first letter, ``k`` where letters stay as they are.
    case, front, front_add, back, back_add = script.split(",")
    if int(front) + int(back) >= len(form):
        return form
    kept = form[int(front) : len(form) - int(back)]
    if case != "k":
        kept = kept.lower()
    lemma = front_add + kept + back_add
    return lemma[:1].upper() + lemma[1:] if case == "t" else lemma
