"""Nouns for wives and husbands who have a name in the text: *his wife* is Mrs. Bennet where *he* is Mr. Bennet.

A noun is joined only where the possessor has a surname, and exactly one other actor is called by this surname with a
fitting form of address. All other kinship nouns are actors of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hf_genderfair.actors.languages import actor_rules
from hf_genderfair.actors.mention import Mention, token_range
from hf_genderfair.actors.names.titles import titles_before
from hf_genderfair.actors.names.words import SUFFIXES
from hf_genderfair.languages.clauses import dependents
from hf_genderfair.languages.document import Document

WIFE = frozenset("wife lady frau ehefrau gattin gemahlin".split())
HUSBAND = frozenset("husband mann ehemann gatte gemahl".split())

MARRIED = frozenset("mrs mme madame frau".split())
"""Forms of address for wives; *Frau* fits all women, but beside *Herr* with the same surname mostly the wife."""

SINGLE = frozenset("miss ms fräulein".split())

POSSESSIVE = frozenset({"nmod:poss", "det:poss", "nmod"})

WANTED_WIFE, WANTED_HUSBAND = 1, 2

LONGEST_ATTRIBUTE = 6
"""Largest number of words between a genitive and its noun."""


def join_kin(document: Document, mentions: Sequence[Mention]) -> None:
    """Give nouns for wives and husbands the actor with the matching name.

    The actors of possessors must be known: those of names after merging, those of pronouns after resolution.

    Args:
        document: The text.
        mentions: Its mentions in order, with their actors; changed in place, also those of pronouns for the noun.
    """
    kin = [
        (mention, wanted)
        for mention in mentions
        if mention.kind == "noun" and not mention.plural and (wanted := _wanted(document, mention))
    ]
    if not kin:
        return
    couples = _Couples(document, mentions)
    meant = {}
    for mention, wanted in kin:
        target = couples.partner(mention, wanted)
        if target is not None and mention.actor not in couples.named:
            meant[mention.start] = target
    _move(mentions, {mention.actor for mention, _ in kin if mention.start in meant}, meant)


def _wanted(document: Document, mention: Mention) -> int:
    """Return `WANTED_WIFE` or `WANTED_HUSBAND` for a noun that means either; else 0."""
    token = document.tokens[mention.head]
    words = {token.text.lower(), token.lemma.lower()}
    return WANTED_WIFE if words & WIFE else WANTED_HUSBAND if words & HUSBAND else 0


class _Couples:
    """Possible wives and husbands, by surname."""

    def __init__(self, document: Document, mentions: Iterable[Mention]) -> None:
        self.document = document
        self.language = actor_rules(document.lang).words
        self.at: dict[int, int] = {}
        self.named: set[int] = set()
        self.wives: dict[str, set[int]] = {}
        self.husbands: dict[str, set[int]] = {}
        self.spouses: dict[int, int] = {}
        for mention in mentions:
            self.at[mention.head] = mention.actor
            if mention.kind == "name" and not mention.plural:
                self.read(mention)
        for mention in mentions:
            if mention.kind == "name" and not mention.plural:
                self.read_spouse(mention)

    def read_spouse(self, mention: Mention) -> None:
        """Record whose wife or husband a name is said to be: *Bodes Frau Ada Bode*, *his husband Carl*."""
        document = self.document
        for first, last in titles_before(document, self.language, *token_range(document, mention)):
            if document.tokens[last - 1].text.lower() in WIFE | HUSBAND:
                owner = self.owner(last - 1)
                if owner is None and first:
                    owner = self.owner_before(first)
                if owner is not None and owner != mention.actor:
                    self.spouses[owner] = mention.actor
                    self.spouses[mention.actor] = owner

    def owner(self, noun: int) -> int | None:
        """Return the actor who depends on a noun as its possessor."""
        return next(
            (self.at[child] for child in dependents(self.document, noun, *POSSESSIVE) if child in self.at), None
        )

    def owner_before(self, index: int) -> int | None:
        """Return the genitive before a noun that parsers attach elsewhere: *Bodes geflohene Frau*."""
        tokens = self.document.tokens
        for before in range(index - 1, max(-1, index - LONGEST_ATTRIBUTE), -1):
            if before in self.at and tokens[before].pos == "PROPN" and tokens[before].text.endswith("s"):
                return self.at[before]
            if tokens[before].pos in ("PUNCT", "VERB", "AUX", "DET", "PRON"):
                return None
        return None

    def read(self, mention: Mention) -> None:
        """Record the form of address and the surname of a name."""
        document = self.document
        first, last = token_range(document, mention)
        titles = titles_before(document, self.language, first, last)
        for index in range(titles[0][0] if titles else first, last):
            self.at.setdefault(index, mention.actor)
        self.named.add(mention.actor)
        called = {
            document.text[document.tokens[one].start : document.tokens[other - 1].end].casefold().rstrip(".")
            for one, other in titles
        }
        words = [word for word in document.text[mention.start : mention.end].split() if word.lower() not in SUFFIXES]
        if not words or not called or called & SINGLE:
            return
        known = self.wives if called & MARRIED else self.husbands
        for surname in self.language.bare(words[-1]):
            known.setdefault(surname, set()).add(mention.actor)

    def partner(self, mention: Mention, wanted: int) -> int | None:
        """Return the only actor who may be the wife or husband; None where there is none or several.

        The possessor is a dependent of the noun: *his*, *Mr. Bennet's*.
        """
        owner = self.owner(mention.head)
        if owner is None:
            return None
        if owner in self.spouses:
            return self.spouses[owner]
        partners, own = (self.wives, self.husbands) if wanted == WANTED_WIFE else (self.husbands, self.wives)
        found = {actor for surname in own if owner in own[surname] for actor in partners.get(surname, ())} - {owner}
        return found.pop() if len(found) == 1 else None


def _move(mentions: Sequence[Mention], actors: set[int], meant: Mapping[int, int]) -> None:
    """Give nouns their new actors, and the pronouns after a noun the same."""
    last: dict[int, int] = {}
    for mention in mentions:
        actor = mention.actor
        if actor not in actors:
            continue
        if mention.kind == "noun":
            last[actor] = meant.get(mention.start, actor)
        mention.actor = last.get(actor, actor)
