"""Pronouns of who speaks inside of direct quotes; *I* outside of them is the writer, who is no actor of the text."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.coreference.languages import actor_rules
from hf_genderfair.languages.coreference.mention import Mention, Quote
from hf_genderfair.languages.coreference.roles import role_of
from hf_genderfair.languages.document import Document

PRONOUNS = ("PRON", "DET")


def pronouns_of_speakers(document: Document, mentions: Sequence[Mention], quotes: Sequence[Quote]) -> list[Mention]:
    """Find *I* and *my* in direct quotes whose speaker is known, as mentions of the speaker."""
    forms = actor_rules(document.lang).first_person
    known = {mention.start for mention in mentions}
    direct = sorted((quote for quote in quotes if quote.kind == "direct"), key=lambda quote: (quote.start, -quote.end))
    found, opened, waiting = list[Mention](), list[Quote](), 0
    for index, token in enumerate(document.tokens):
        while waiting < len(direct) and direct[waiting].start <= token.start:
            opened.append(direct[waiting])
            waiting += 1
        while opened and opened[-1].end <= token.start:
            opened.pop()
        if not opened or opened[-1].actor < 0 or token.start in known:
            continue
        if token.text.lower() in forms and token.pos in PRONOUNS:
            role = "possessor" if token.pos == "DET" else role_of(document, index)
            found.append(Mention(token.start, token.end, index, "pronoun", role=role, actor=opened[-1].actor))
    return found
