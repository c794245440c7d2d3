"""English nouns that a text uses for somebody in particular, by all that its mentions tell together.

*A monk may not touch money* tells of any monk, *A monk came to the door and sat down* of one. No single word decides:
the article, the tenses of the clause and of the sentences about it, who else is named, and the pronouns that follow
each add what they tell, once for a person however often; the sum decides. Who has a name is somebody.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import begins_clause, clause_of, dependents, is_finite, prepositions
from hf_genderfair.languages.coreference.descriptions import role_of_word
from hf_genderfair.languages.coreference.english.descriptions import RELATIONAL
from hf_genderfair.languages.coreference.english.doubtful_names import CONTEXT
from hf_genderfair.languages.coreference.english.generic import (
    ANYBODY,
    AUXILIARIES,
    CONDITIONS,
    POSSESSIVE_ENDINGS,
    POSSESSIVES,
    determiner,
    is_past,
)
from hf_genderfair.languages.coreference.mention import Mention, mentions_by_actor, token_range
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass, WordValues

WEIGHTS = WordValues("specific_weights_en", "weight", float)
"""How much a feature of an unnamed person counts for somebody in particular; ``any noun`` is that of every one."""

MODAL = WordClass("verb_forms_en", "modal")

OF_ANYBODY = -1.0
"""How much it counts that the words for a person are of anybody by grammar alone: *every guest*, *nobody*."""

ARTICLES = {"a": "a", "an": "a", "the": "the", "this": "this", "that": "this", "your": "your", "": "none"}

SPEAKING = {"i": "I", "me": "I", "my": "I", "we": "we", "our": "we", "us": "we", "you": "you", "your": "you"}
"""Whom pronouns in the sentence of a noun mean."""

NEGATIONS = frozenset("not n't never no".split())
PERFECT = frozenset("have has 've".split())
PLURAL_PRONOUNS = frozenset("they them their theirs".split())
RELATIVE = frozenset("who whom whose".split())

DESCRIBED_BY = frozenset("amod acl acl:relcl nmod nmod:poss conj compound".split())
"""Relations of what says more of a noun."""

PREPOSITIONS = frozenset("of in for by with from".split())


def somebody(document: Document, mentions: Sequence[Mention]) -> float:
    """Return how much the names and nouns of a person tell of somebody in particular, whatever pronouns follow them."""
    if any(mention.kind == "name" for mention in mentions):
        return math.inf
    nouns = [mention for mention in mentions if mention.kind == "noun"]
    words = nouns or [mention for mention in mentions if document.tokens[mention.head].text.lower() in ANYBODY]
    if not words:
        return 0.0
    of_anybody = all(mention.generic for mention in nouns)
    return evidence(features(document, nouns)) + (OF_ANYBODY if of_anybody else 0.0)


def without_anybody(document: Document, mentions: Sequence[Mention]) -> list[Mention]:
    """Leave out nouns, and their pronouns, that a text rather uses for nobody in particular."""
    anybody = {found[0].actor for found in unnamed(mentions) if evidence(features(document, found)) < 0}
    return [mention for mention in mentions if mention.actor not in anybody]


def unnamed(mentions: Sequence[Mention]) -> list[list[Mention]]:
    """Return the mentions of each single person for whom a text has nouns and no name."""
    own = mentions_by_actor(mentions)
    return [
        found
        for found in own.values()
        if not any(mention.kind == "name" or mention.plural for mention in found)
        and any(mention.kind == "noun" for mention in found)
    ]


def evidence(found: set[str]) -> float:
    """Return the sum of the weights of features; positive for somebody in particular."""
    weights = WEIGHTS.as_dict
    # rounded, since features have no order, and weights that cancel out may add up to less than nothing
    return round(weights["any noun"] + sum(weights.get(feature, 0.0) for feature in found), 6)


def features(document: Document, mentions: Sequence[Mention]) -> set[str]:
    """Return what the mentions of an unnamed person tell of whether it is somebody in particular."""
    found = set(document.derived(_of_text))
    for mention in mentions:
        if mention.kind == "pronoun":
            found.update(_of_pronoun(document, mention))
        else:
            found.update(_of_noun(document, mention))
            found.update(_of_clause(document, mention))
            found.update(document.derived(_of_sentence, document.sentence_of[mention.head]))
    return found


def _of_text(document: Document) -> frozenset[str]:
    return frozenset(_shares("text", [token for token in document.tokens if is_finite(token)]))


def _shares(where: str, finite: Sequence[Token]) -> Iterator[str]:
    """Yield whether finite verbs are mostly in the past."""
    past = sum(map(is_past, finite))
    if finite:
        yield f"{where} {'past' if 3 * past > 2 * len(finite) else 'present' if 4 * past < len(finite) else 'mixed'}"


def _of_pronoun(document: Document, mention: Mention) -> Iterator[str]:
    low = document.text[mention.start : mention.end].lower()
    if low in CONTEXT.pronouns:
        yield "he or she"
    elif low in PLURAL_PRONOUNS:
        yield "they"
    elif low in RELATIVE:
        yield "who"
    elif low in SPEAKING:
        yield "speaks"


def _of_sentence(document: Document, number: int) -> frozenset[str]:
    """Return whom the sentence of a noun names and addresses, and in which tense those about it are."""
    tokens, sentences = document.tokens, document.sentences
    own = tokens[slice(*sentences[number])]
    around = tokens[sentences[max(0, number - 1)][0] : sentences[min(len(sentences) - 1, number + 1)][1]]
    words = {token.text.lower() for token in own}
    named = {entity.type for token in own if (entity := document.entity_at(token.start)) is not None}
    found = {SPEAKING[word] for word in words if word in SPEAKING} | {f"names {kind}" for kind in named}
    found |= set(_shares("near", [token for token in around if is_finite(token)]))
    found |= {"if"} if not words.isdisjoint(CONDITIONS) else set()
    found |= {"number"} if any(token.pos == "NUM" for token in own) else set()
    return frozenset(found if named else found | {"names nobody"})


def _of_noun(document: Document, mention: Mention) -> Iterator[str]:
    tokens, head = document.tokens, mention.head
    first, last = token_range(document, mention)
    low = tokens[head].text.lower()
    article = _article(document, first, head)
    yield f"article {article}"
    yield f"role {mention.role}"
    yield f"word {role_of_word(low, 'en').dimension or 'unlisted'}"
    if low in RELATIONAL:
        yield "relational"
    described = {tokens[child].relation for child in document.children[head]} & DESCRIBED_BY
    yield from (f"has {relation}" for relation in described)
    if article == "the" and not described:
        yield "bare the"
    for child in document.children[head]:
        if tokens[child].pos == "PROPN":
            yield "name before" if child < head else "name behind"
    yield from (f"behind {word}" for word in prepositions(document, head)[:1] if word in PREPOSITIONS)
    beside = [token.text.lower() for token in tokens[max(0, first - 3) : last + 2]]
    if "or" in beside:
        yield "or"
    if "/" in document.text[max(0, mention.start - 1) : mention.end + 1]:
        yield "slash"
    if document.derived(_plurals)[tokens[head].lemma.lower()]:
        yield "plural elsewhere"


def _plurals(document: Document) -> Counter[str]:
    return Counter(
        token.lemma.lower() for token in document.tokens if token.pos == "NOUN" and token.morph.get("Number") == "Plur"
    )


def _article(document: Document, first: int, head: int) -> str:
    low = determiner(document, first)
    if low in POSSESSIVE_ENDINGS:
        return "genitive"
    if not low and document.tokens[head].text[0].isupper():
        return "capital"
    return ARTICLES.get(low, "possessive" if low in POSSESSIVES else "other")


def _of_clause(document: Document, mention: Mention) -> Iterator[str]:
    clause = clause_of(document, mention.head)
    tense = _tense(document, clause)
    yield f"clause {tense}"
    above = [index for index in document.ancestors(clause) if begins_clause(document, index)]
    if above:
        yield f"above {_tense(document, above[-1])}"
    if any(document.tokens[child].text.lower() in NEGATIONS for child in document.children[clause]):
        yield "negated"
    if mention.role == "subject" and tense == "past":
        yield "subject past"
    article = _article(document, token_range(document, mention)[0], mention.head)
    if article in ("a", "the"):
        yield f"{article} {tense}"


def _tense(document: Document, clause: int) -> str:
    """Return the tense or mood of the verb of a clause, with its auxiliaries."""
    tokens = document.tokens
    verbs = [
        tokens[clause],
        *(tokens[child] for child in document.children[clause] if tokens[child].relation in AUXILIARIES),
    ]
    words = {token.text.lower() for token in verbs[1:]}
    if not words.isdisjoint(MODAL.as_set):
        return "modal"
    if any(map(is_past, verbs)):
        return "past"
    if any(map(is_finite, verbs)):
        perfect = not words.isdisjoint(PERFECT) and tokens[clause].morph.get("Tense") == "Past"
        return "perfect" if perfect else "present"
    if any(tokens[child].text.lower() == "to" for child in dependents(document, clause, "mark")):
        return "infinitive"
    return "participle" if tokens[clause].pos in ("VERB", "AUX") else "no verb"
