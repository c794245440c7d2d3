"""German nouns that say what somebody or something is: *Sie ist Ärztin*, *Ada wurde Kanzlerin*, *als Lehrer sehe ich*."""

from __future__ import annotations

from hf_genderfair.languages.clauses import has_copula
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.clauses import COPULA_LEMMAS, clause_of, clause_subject
from hf_genderfair.languages.german.pronoun_readings import addresses, names_several_hearers
from hf_genderfair.languages.types import Number


def predicated_of(document: Document, head: int) -> int:
    """Return the subject of which a noun says what it is, or that a noun behind *als* takes up.

    Args:
        document: The text.
        head: Index of the noun.

    Returns:
        Index of the subject; -1 where the noun is no predicate.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Sind Sie Kunde? Die Kunden warten."
        >>> document = Document(text, next(pipeline("de").analyse([text])), "de")
        >>> predicated_of(document, 2), predicated_of(document, 5)
        (1, -1)
    """
    tokens = document.tokens
    above = document.heads[head]
    if has_copula(document, head):
        clause = head
    elif any(tokens[child].text.lower() == "als" for child in document.children[head]):
        clause = clause_of(document, above)
    elif tokens[above].lemma.lower() in COPULA_LEMMAS and tokens[head].relation in ("xcomp", "obj", "nsubj"):
        clause = above
    else:
        return -1
    subject = clause_subject(document, clause)
    return subject if subject != head else -1


def number_of_hearer(document: Document, subject: int) -> Number | None:
    """Return how many are spoken to: one by *du* and, as a rule, by *Sie*, several by *ihr*; None by other words.

    Args:
        document: The text.
        subject: Index of the subject; -1 where there is none.
    """
    low = document.tokens[subject].text.lower() if subject >= 0 else ""
    if low == "du" or (low == "sie" and addresses(document, subject)):
        return "Sing"
    return "Plur" if low == "ihr" and names_several_hearers(document, subject) else None
