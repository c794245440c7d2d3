"""German possessives *sein-* and *ihr-*: which words they are, and how they read for all genders."""

from __future__ import annotations

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.agreement import Forms, like, possessive_forms, star
from hf_genderfair.languages.german.person_phrase import PersonPhrase

FORMS = frozenset(stem + ending for stem in ("sein", "ihr") for ending in ("", "e", "en", "em", "er", "es"))
ADVERBS = frozenset(
    stem + tail for stem in ("sein", "ihr") for tail in ("erseits", "esgleichen", "etwegen", "ethalben", "etwillen")
)
"""Words that hold a possessive and nothing that agrees with a noun."""

AFTER_POSSESSIVES = frozenset({"NOUN", "PROPN", "ADJ", "NUM", "ADV"})


def is_possessive(document: Document, index: int) -> bool:
    """Return whether *sein-* or *ihr-* stands before what is owned, and is no verb and no pronoun by itself."""
    token = document.tokens[index]
    if token.text.lower() in ADVERBS:
        return True
    after = document.tokens[index + 1] if index + 1 < len(document.tokens) else token
    if token.text.lower() == "ihr" and after.pos == "ADJ" and after.text.endswith(("en", "em")):
        # 'der von ihr geleitete Verein': after the possessive it would be 'geleiteter'
        return False
    if token.pos == "DET" or token.relation.startswith("det") or token.morph.get("Poss") == "Yes":
        return True
    ends = token.text[-1] in "esnm" and token.text.lower() != "sein"
    return ends and token.pos in ("PRON", "ADJ") and after.pos in AFTER_POSSESSIVES


def forms(word: str, owned: PersonPhrase | None) -> Forms | None:
    """Return a possessive for a possessor of any gender.

    Args:
        word: The possessive as written.
        owned: The phrase before which it stands, if that is rewritten; its own ending comes third.

    Returns:
        Its forms; None where the word has none.

    Example:
        >>> forms("Ihrem", None).star, forms("seinerseits", None).star
        ('Seinem*ihrem', 'seiner*ihrerseits')
    """
    if owned is not None and owned.number == "Sing":
        found = possessive_forms(word, owned.case, owned.number, True)
        if found is not None:
            return found
    low = word.lower()
    ending = low.removeprefix("sein") if low.startswith("sein") else low.removeprefix("ihr")
    masculine, feminine = "sein" + ending, "ihr" + ending
    return Forms(like(masculine, word), like(feminine, word), like(star(masculine, feminine), word))
