"""Pronouns with which an English text or extract opens, for somebody whom it names later.

*She says it is time. She is ready. Cobb, who resigned in May, is popular.*
"""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.coreference.mention import Mention, mentions_by_actor
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import PersonGender

LEAST_SENTENCES = 2
"""Number of sentences in which pronouns must tell of somebody who is named later."""

LEAST_PRONOUNS = 2
"""Number of pronouns that are enough before somebody who is named as if known."""

REACH = 3
"""Largest distance of the name from the last pronoun before it, in sentences."""

SUBJECTS = frozenset({"subject", "passive_subject", "possessor"})


def join_opening_pronouns(document: Document, mentions: Sequence[Mention]) -> None:
    """Give pronouns that open an English text the actor of the only name that fits, if it follows soon as a subject."""
    if not mentions:
        return
    own = mentions_by_actor(mentions)
    opening = mentions[0].actor
    if mentions[0].kind != "pronoun" or any(mention.kind == "name" or mention.plural for mention in own[opening]):
        return
    gender = _gender(own[opening])
    names = [
        found
        for found in own.values()
        if any(mention.kind == "name" for mention in found)
        and _gender(found) in (gender, None)
        and not any(mention.plural for mention in found)
    ]
    # who is known is called by one name, who is introduced by more; of those who are known the first is meant
    known = [found for found in names if _is_known(document, found)][:1] or names
    if gender is None or len(known) != 1:
        return
    first = known[0][0]
    place = document.sentence_of[first.head]
    before = [mention for mention in own[opening] if mention.start < first.start]
    sentences = sorted({document.sentence_of[mention.head] for mention in before})
    titled = any(item.kind == "title" and item.gender == gender for item in first.evidence)
    if len(names) == 1 and titled and sentences and 0 < place - sentences[-1] <= REACH:
        for mention in own[opening]:
            mention.actor = first.actor
        return
    beside = not any(_is_topic(document, mention) for mention in before)
    next_to = sentences and place - sentences[-1] == 1 and beside and _is_alone(document, known[0], mentions)
    enough = next_to or len(before) >= LEAST_PRONOUNS
    least = 1 if _is_known(document, known[0]) and enough else LEAST_SENTENCES
    named = first.kind == "name" and first.role in SUBJECTS and place not in sentences
    if named and len(sentences) >= least and place - sentences[-1] <= REACH:
        for mention in own[opening]:
            mention.actor = first.actor


def _is_topic(document: Document, mention: Mention) -> bool:
    """Whether a sentence tells of a pronoun as its subject, not by the way: *Years after his death, …*."""
    above = document.heads[mention.head]
    return mention.role in ("subject", "passive_subject") and document.heads[above] == above


def _is_alone(document: Document, known: Sequence[Mention], mentions: Sequence[Mention]) -> bool:
    """Whether nobody else is named up to the sentence of the first mention of somebody."""
    place = document.sentence_of[known[0].head]
    return not any(
        mention.kind == "name" and mention.actor != known[0].actor and document.sentence_of[mention.head] < place
        for mention in mentions
    )


def _is_known(document: Document, mentions: Sequence[Mention]) -> bool:
    """Whether somebody is first named by a single word as a subject, as if known: *Cobb resigned*."""
    first = mentions[0]
    single = all(
        " " not in document.text[mention.start : mention.end] for mention in mentions if mention.kind == "name"
    )
    return first.kind == "name" and first.role in SUBJECTS and single and first.start > 0


def _gender(mentions: Sequence[Mention]) -> PersonGender | None:
    """Return the gender that names, nouns and pronouns of an actor show or hint; None without any."""
    return next((item.gender for mention in mentions for item in mention.evidence), None)
