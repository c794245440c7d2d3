"""How a lemma is made from a form: what `hf_genderfair.languages.embedded` applies."""

from __future__ import annotations

from collections.abc import Mapping


def lemma_script(form: str, lemma: str) -> str:
    """Return how a lemma is made from a form: ``case,cut,add,cut,add`` for the front and the end.

    Case is ``l`` for a lemma in lower case, ``t`` for one with a capital first letter, ``k`` where letters stay as
    they are. The longest common run of letters is kept; what stands before and after it is cut off and replaced.

    Example:
        >>> from hf_genderfair.languages.embedded import apply_script
        >>> lemma_script("gemacht", "machen")
        'l,2,,1,en'
        >>> apply_script("gelacht", "l,2,,1,en")
        'lachen'
    """
    low_form, low_lemma = form.lower(), lemma.lower()
    if len(low_form) != len(form) or len(low_lemma) != len(lemma):
        return ""
    case = "l" if lemma == low_lemma else "t" if lemma == low_lemma[:1].upper() + low_lemma[1:] else "k"
    if case == "k":
        low_form, low_lemma = form, lemma
    start, start_lemma, size = _longest_common_run(low_form, low_lemma)
    front_add, back_add = low_lemma[:start_lemma], low_lemma[start_lemma + size :]
    if "," in front_add + back_add or not size:
        return ""
    return f"{case},{start},{front_add},{len(form) - start - size},{back_add}"


def _longest_common_run(first: str, second: str) -> tuple[int, int, int]:
    best = (0, 0, 0)
    lengths: Mapping[int, int] = {}
    for i, letter in enumerate(first):
        row = {}
        for j, other in enumerate(second):
            if letter == other:
                row[j] = lengths.get(j - 1, 0) + 1
                if row[j] > best[2]:
                    best = (i - row[j] + 1, j - row[j] + 1, row[j])
        lengths = row
    return best
