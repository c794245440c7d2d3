"""German generic masculines: masculine role nouns of which anybody is meant."""

from __future__ import annotations

from collections.abc import Container

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.role_nouns import role_nouns

WINDOW = 60
"""Number of tokens around a noun that are searched, since a table of a megabyte may be segmented as one sentence."""


def generic_masculines(document: Document, specific: Container[int], named: Container[int]) -> list[tuple[int, int]]:
    """Return the masculine role nouns of which anybody is meant; of singulars, not those with a known actor."""
    return [
        (phrase.start, phrase.end)
        for head, decided in role_nouns(document).items()
        if (phrase := decided.phrase).noun.gender == "masculine"
        and (phrase.number == "Plur" or head not in specific)
        and decided.reason is None
        and not _beside_feminine(document, phrase)
    ]


def _beside_feminine(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether the feminine form of the same noun stands in the same sentence."""
    first, last = document.sentences[document.sentence_of[phrase.head]]
    first, last = max(first, phrase.head - WINDOW), min(last, phrase.head + WINDOW)
    women = phrase.noun.feminine + "nen"
    return any(token.text in (women, women.upper()) for token in document.tokens[first:last])
