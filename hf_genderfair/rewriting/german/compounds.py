"""Role nouns inside German compounds: *Mitarbeiterversammlung*."""

from __future__ import annotations

from hf_genderfair.core.resources import resource
from hf_genderfair.rewriting.german.noun_declension import declension
from hf_genderfair.rewriting.german.nouns import NounForms, RoleNouns, role_noun, star_stem

KNOWN_COMPOUNDS = 200_000
SHORTEST_REST = 3


def compound(word: str) -> NounForms | None:
    """Read a noun whose first or middle part is a role noun.

    Args:
        word: A noun as written.

    Returns:
        Its forms, or None where there is no role noun in it.

    Example:
        >>> compound("Mitarbeiterversammlung").star
        'Mitarbeiter*innenversammlung'
    """
    known = resource(("German compounds with role nouns",), _Compounds)
    if word not in known.cache:
        if len(known.cache) > KNOWN_COMPOUNDS:
            known.cache.clear()
        known.cache[word] = known.look_up(word)
    return known.cache[word]


class _Compounds:
    def __init__(self) -> None:
        self.cache: dict[str, NounForms | None] = {}
        self.parts: dict[str, tuple[str, str, str]] = {}
        nouns = resource(("German role nouns",), RoleNouns)
        for head in nouns.forms.values():
            if head.gender == "masculine" and head.sense == "person" and head.feminine.endswith("in"):
                part = _linking(head.masculine)
                if len(part) > 4:
                    forms = part, head.feminine + "nen", star_stem(head.masculine, head.feminine) + "*innen"
                    self.parts[part.lower()] = forms
                    self.parts[head.feminine.lower() + "nen"] = forms

    def look_up(self, word: str) -> NounForms | None:
        low = word.lower()
        if not word or word[0].islower() or role_noun(word, ""):
            return None
        for end in range(len(low) - SHORTEST_REST, 4, -1):
            for start in (0, *range(2, end - 4)):
                part = self.parts.get(low[start:end])
                if part and not low[end:].startswith("in"):
                    return self._forms(word, start, end, part)
        return None

    def _forms(self, word: str, start: int, end: int, part: tuple[str, str, str]) -> NounForms:
        before, after = word[:start], word[end:]
        forms = part if not before or before.endswith("-") else [form.lower() for form in part]
        return NounForms(*(before + form + after for form in forms))


def _linking(masculine: str) -> str:
    """Return the masculine as it stands before another part: its plural, which is the form with the linking letters."""
    if masculine.endswith("beamter"):
        return masculine[:-1] + "n"
    return next(form for form, cells in declension(masculine).items() if ("Nom", "Plur") in cells)
