"""The names of actors, and what else the text calls them."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.coreference.languages import actor_rules
from hf_genderfair.languages.coreference.mention import Mention, token_range
from hf_genderfair.languages.coreference.names.titles import titles_before
from hf_genderfair.languages.document import Document


def actor_name(document: Document, mentions: Sequence[Mention]) -> str:
    """Return the name of an actor."""
    for kind in ("name", "noun", "pronoun"):
        texts = [
            document.text[_named_from(document, mention) : mention.end] for mention in mentions if mention.kind == kind
        ]
        spans = [document.text[mention.start : mention.end] for mention in mentions if mention.kind == kind]
        longest = max(spans, key=lambda text: (len(text.split()), len(text)), default="")
        if kind == "name" and len(longest.split()) == 1:
            return max(texts, key=len)
        if longest:
            return longest if kind == "name" else spans[0]
    return ""


def actor_roles(document: Document, mentions: Sequence[Mention]) -> tuple[str, ...]:
    """Return what the text calls an actor besides names and pronouns."""
    found: list[str] = []
    for mention in mentions:
        if mention.kind == "noun":
            found.append(document.text[mention.start : mention.end])
        elif mention.kind == "name":
            titles = titles_before(document, actor_rules(document.lang).words, *token_range(document, mention))
            found += [
                document.text[document.tokens[first].start : document.tokens[last - 1].end] for first, last in titles
            ]
    return tuple(dict.fromkeys(found))


def _named_from(document: Document, mention: Mention) -> int:
    """Return the offset at which a name starts, titles included."""
    if mention.kind != "name":
        return mention.start
    first, last = token_range(document, mention)
    titles = titles_before(document, actor_rules(document.lang).words, first, last)
    return document.tokens[titles[0][0]].start if titles else mention.start
