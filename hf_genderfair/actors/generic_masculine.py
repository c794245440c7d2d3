"""Generic masculines: masculine nouns for persons without reference to a specific man.

Only the form decides: a plural, a singular after *jeder* or *kein*, a noun for a class. Plurals for groups of men, such
as the *Spieler* of a team, cannot be recognised and are counted too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from hf_genderfair.languages.coreference.languages import LANGUAGES, actor_rules
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.gender_fair_forms import GenderFairForm


def generic_masculine(
    document: Document, mentions: Sequence[Mention], forms: Sequence[GenderFairForm]
) -> list[tuple[int, int]]:
    """Find the generic masculines of a text."""
    # German: nouns for persons that have a feminine counterpart, in their masculine form, in the plural (*viele Ärzte*,
    # *die Franzosen*), in the non-specific singular (*jeder Schüler*, *kein Arzt*, *pro Einwohner*, *ein Patient
    # muss*), and for a class (*der Steuerzahler*). Not found are parts of gender-fair forms, nouns beside their own
    # feminine form, persons with a name or a gendered pronoun, nouns with male meaning (*Väter*), epicene nouns
    # (*Gäste*, *Mitglieder*, *die Deutschen*), and first parts of compounds (*Lehrerzimmer*). English: *mankind*,
    # *manpower*; nouns in *-man* in the plural or after *every*, *any*, *no*; *he* and *his* of *everyone* or *every
    # student*.
    if document.lang not in LANGUAGES:
        return []
    found = actor_rules(document.lang).generic_masculine(document, _specific(mentions), _named(mentions))
    free = _Outside([(form.start, form.end) for form in forms])
    return [span for span in found if free.holds(*span)]


class _Outside:
    """Tests whether spans lie outside of other spans, which are in order and do not overlap."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self.starts = [start for start, _ in spans]
        self.ends = [end for _, end in spans]

    def holds(self, start: int, end: int) -> bool:
        index = bisect_right(self.ends, start)
        return index == len(self.starts) or self.starts[index] >= end


def _specific(mentions: Sequence[Mention]) -> set[int]:
    """Return the heads of mentions of actors that have a name, or a pronoun or noun that shows a gender."""
    known = {
        mention.actor
        for mention in mentions
        if mention.actor >= 0
        and (mention.kind == "name" or any(item.kind in ("pronoun", "title") for item in mention.evidence))
    }
    return {mention.head for mention in mentions if mention.actor in known}


def _named(mentions: Sequence[Mention]) -> set[int]:
    """Return the heads of mentions of actors that have a name."""
    named = {mention.actor for mention in mentions if mention.actor >= 0 and mention.kind == "name"}
    return {mention.head for mention in mentions if mention.actor in named}
