"""Words that would stay in the old gender beside a German person who changes, and that no rule replaces."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from hf_genderfair.core.spans import Refusal
from hf_genderfair.counterfactual.german.names import PersonName
from hf_genderfair.counterfactual.german.persons import GENERIC
from hf_genderfair.counterfactual.german.words import SOURCE, STEM
from hf_genderfair.languages.clauses import dependents, has_word_below
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import COLLECTIVES
from hf_genderfair.languages.german.candidates import LEFT, THING
from hf_genderfair.languages.german.clauses import (
    BITS,
    article_gender,
    clause_of,
    clause_subject,
)
from hf_genderfair.languages.german.non_person_nouns import PERSON_ADJECTIVES
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.pronouns import PERSONAL, SEVERAL
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

UNPAIRED: dict[BinaryGender, WordClass] = {
    "male": WordClass("noun_classes_de", "unpaired_woman"),
    "female": WordClass("noun_classes_de", "unpaired_man"),
}
"""Ends of words that mean a woman or a man, and have no counterpart: *Herrchen*."""

NAMED_THINGS = WordClass("noun_classes_de", "names_no_person")
ONLY_DATIVE = frozenset("aus bei mit nach seit von zu".split())

OF_PERSONS = ("jährig", "stämmig", "gebürtig")
"""Parts of adjectives of age and origin."""


def leftovers(
    document: Document,
    changing: Collection[int],
    phrases: Collection[int],
    staying: Sequence[PersonPhrase],
    names: Sequence[PersonName],
    to: BinaryGender,
) -> Iterator[int]:
    """Yield words in the old gender, in sentences of which something changes, that are a person's and stay."""
    concerned = {document.sentence_of[index] for index in changing}
    starts = {name.first for name in names}
    for sentence in sorted(concerned):
        for index in range(*document.sentences[sentence]):
            if index in changing:
                continue
            unknown = to == "female" and index not in phrases and _is_unknown_man(document, index, starts)
            if unknown or document.tokens[index].text.lower().endswith(UNPAIRED[to].as_tuple):
                yield index
    for phrase in staying:
        if document.sentence_of[phrase.head] in concerned and _is_one_by_article(document, phrase, to):
            yield phrase.head


def pronouns_left(
    document: Document,
    refusals: Sequence[Refusal],
    stands_for: Mapping[int, int],
    index_of: Mapping[int, int],
    to: BinaryGender,
) -> Iterator[int]:
    """Yield the pronouns for one that stay for a thing or somebody else: a person who changes may be meant by them."""
    for refusal in refusals:
        index = index_of.get(refusal.start, -1)
        low = document.tokens[index].text.lower()
        if refusal.rule == "possessive" and low.startswith(STEM[to]):
            owner = stands_for.get(index, -1)
            plain = _is_neuter(document, owner) or _is_body(document, index, owner)
            if refusal.reason in (THING, LEFT, GENERIC) and not plain:
                yield index
        elif refusal.rule == "personal" and PERSONAL.get(low, 0) & BITS[SOURCE[to]]:
            other = low == "ihr" and refusal.reason in (SEVERAL, THING)
            if other or refusal.reason == LEFT:
                yield index


def _is_body(document: Document, index: int, owner: int) -> bool:
    """Return whether the subject, a body of persons, owns what its verb takes: *Die Partei lobt ihre Vorsitzende*."""
    token = document.tokens[owner]
    subject = owner >= 0 and clause_subject(document, clause_of(document, index)) == owner
    return subject and token.pos == "NOUN" and token.text.lower().endswith(COLLECTIVES.as_tuple)


def _is_neuter(document: Document, index: int) -> bool:
    """Return whether *sein* agrees with a neuter, whoever is meant: *Das Kind liebt seinen Opa*."""
    form = person_form(document.tokens[index].text) if index >= 0 else None
    return form is not None and form.gender == "neuter"


def is_no_pronoun(document: Document, index: int) -> bool:
    """Return whether what looks like a pronoun is none: *auf der Seine*, *die 60-er Jahre*, *nur das eine*."""
    tokens = document.tokens
    if index and tokens[index].text == "eine" and tokens[index - 1].text.lower() == "das":
        return True
    if index < 2 or _is_river(document, index):
        return _is_river(document, index)
    token, dash, number = tokens[index], tokens[index - 1], tokens[index - 2]
    return dash.text == "-" and number.text[-1].isdigit() and dash.end == token.start


def _is_river(document: Document, index: int) -> bool:
    """Return whether what looks like a possessive is a name: *auf der Seine*, but not *er tat das Seine*."""
    before = document.tokens[index - 1].text.lower() if index else ""
    return document.tokens[index].text == "Seine" and before in ("der", "die")


def _is_unknown_man(document: Document, index: int, starts: Collection[int]) -> bool:
    """Return whether a noun that no list knows is a man's: *der 30-jährige Grünberger*, *den Punk Otto Rot*."""
    tokens, token = document.tokens, document.tokens[index]
    before_name = index + 1 in starts and token.pos == "NOUN" and document.heads[index + 1] == index
    agent = token.text.endswith(("er", "ers")) and token.pos in ("NOUN", "ADJ", "PROPN")
    if not token.text[0].isupper() or not (before_name or agent) or index in starts:
        return False
    owned = has_word_below(document, index, ("sein", "seinen", "seinem"))
    gender = article_gender(document, index) or ("masculine" if owned else None)
    known = person_form(token.text, gender)
    if known is not None and known.epicene:
        return False
    adjectives = [tokens[at] for at in dependents(document, index, "amod") if at < index] if agent else []
    if any(
        word.lemma.lower() in PERSON_ADJECTIVES or any(part in word.text for part in OF_PERSONS) for word in adjectives
    ):
        # a parser may take the dative of the first for a neuter
        return gender in ("masculine", "neuter") and not has_word_below(document, index, ("das",))
    word = token.text.lower().removesuffix("s")
    return before_name and gender == "masculine" and not word.endswith(NAMED_THINGS.as_tuple + COLLECTIVES.as_tuple)


def _is_one_by_article(document: Document, phrase: PersonPhrase, to: BinaryGender) -> bool:
    """Return whether *den* before a nominalised adjective may be that of one man: *Wir baten den Alten, er möge*."""
    if phrase.noun.gender != "common" or phrase.determiner < 0 or phrase.adjectives:
        return False
    article, before = document.tokens[phrase.determiner], document.tokens[phrase.determiner - 1]
    if to == "male":
        # mit Koch Rossi, der Beauftragten Mona Ott und
        named = document.entity_at(phrase.end + 1)
        return article.text.lower() == "der" and named is not None and named.type == "PER"
    return article.text.lower() == "den" and before.text.lower() not in ONLY_DATIVE
