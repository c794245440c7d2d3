"""Which phrases are rewritten: what is no person stays as it is, and so does, if asked for, whom the text knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hf_genderfair.languages.document import Document
from hf_genderfair.rewriting.german.person_phrase import PersonPhrase

Scope = Literal["generic", "all"]


@dataclass(frozen=True)
class GermanOptions:
    """Whom and what the German rules leave alone.

    Attributes:
        scope: ``generic`` leaves a particular person as she or he is; ``all`` rewrites everybody.
        quotations: Whether direct speech is rewritten too.
        organisations: Whether names of organisations are rewritten too: *Deutscher Anwaltverein*, *die Grünen*.

    Example:
        >>> GermanOptions(scope="all").quotations
        True
    """

    scope: Scope = "generic"
    quotations: bool = True
    organisations: bool = False


def refusal(document: Document, phrase: PersonPhrase, options: GermanOptions) -> str | None:
    """Return the reason to leave a phrase as it is, or None where it is to be rewritten.

    Args:
        document: The text.
        phrase: A phrase of the text.
        options: Whom and what to leave alone.

    Returns:
        One of `REASONS`, or None.
    """
    if phrase.noun.sense == "mostly_thing":
        return "a thing"
    if options.scope == "generic" and phrase.number == "Sing" and document.entities:
        after = phrase.end + 1
        if any(entity.type == "PER" and entity.start == after for entity in document.entities):
            return "a name stands beside it"
    return None


REASONS: tuple[str, ...] = ("a thing", "a name stands beside it")
"""What `refusal` returns."""
