"""With what a Spanish article, adjective or participle agrees."""

from __future__ import annotations

import re

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import SUBJECTS, agrees, dependents, has_copula, is_predicate
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.romance.gender_forms import other_form
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.lexicons.word_class import WordClass

DROPPED = -1
"""In place of an index: the subject is dropped, known from the verb only."""

CLAUSE = -2
"""In place of an index: a clause, with which adjectives are masculine: *es cierto que*."""

NOMINAL = frozenset(("NOUN", "PROPN", "PRON", "NUM", "SYM", "X"))
RELATIVES = WordClass("closed_classes_romance", "relative_es")
SELF = frozenset("misma mismo mismas mismos".split())
ATTRIBUTES = frozenset("amod det nummod acl acl:relcl appos nmod".split())
"""Relations of words inside a noun phrase."""

LEANING = frozenset("conj xcomp advcl ccomp csubj acl parataxis".split())
"""Relations of predicates whose subject may be that of the clause above."""

PARTICIPLE = re.compile(r"(?:[aií]d|ch|[ue]st|rt|crit|uelt)[oa]s?$")
"""Endings of participles."""

MOST_STEPS = 8
"""Most heads that are followed to find a subject."""


def controllers(document: Document) -> list[int]:
    """Find for each word that with which it agrees if it is an article, adjective or participle."""
    return [_controller(document, index, 0) for index in range(len(document.tokens))]


def _controller(document: Document, index: int, steps: int) -> int:
    """Find the word with which an article, adjective or participle agrees."""
    tokens, head, relation = document.tokens, document.heads[index], document.tokens[index].relation
    own = own_subject(document, index)
    if own is not None:
        if own == CLAUSE or agrees(document, index, own):
            return own
        return _antecedent(document, index) if relation == "acl:relcl" else DROPPED
    if head == index or steps > MOST_STEPS:
        return DROPPED
    if relation in ATTRIBUTES:
        found = _nominal(document, index, head)
        return subject(document, index, clause_predicate(document, head)) if found is None else found
    if relation == "conj":
        noun = tokens[head].pos == "NOUN" and not has_copula(document, head)
        if noun and agrees(document, index, head):
            return head
        found = _controller(document, head, steps + 1)
        return found if found < 0 or agrees(document, index, found) else DROPPED
    if relation != "advcl" and is_predicate(document, head):
        # la hallaron tirada
        objects = (at for at in dependents(document, head, "obj") if at != index and "Gender" in tokens[at].morph)
        found = next((at for at in objects if agrees(document, index, at)), None)
        if found is not None:
            return found
    return subject(document, index, head)


def _antecedent(document: Document, index: int) -> int:
    """Return the nearest noun before a relative clause that agrees with its predicate."""
    first = document.subtree(index)[0]
    start = document.sentences[document.sentence_of[index]][0]
    nominals = (
        before
        for before in range(min(first, index) - 1, start - 1, -1)
        if document.tokens[before].pos in ("NOUN", "PROPN") and agrees(document, index, before)
    )
    return next(nominals, DROPPED)


def _nominal(document: Document, index: int, head: int) -> int | None:
    """Return the nearest head that is a nominal and agrees."""
    tokens = document.tokens
    for _ in range(3):
        nominal = tokens[head].pos in NOMINAL or (
            tokens[head].relation in ("nsubj", "obj") and tokens[head].pos == "ADJ"
        )
        if nominal and agrees(document, index, head) and not (has_copula(document, head) and head > index):
            return head
        if document.heads[head] == head or tokens[index].relation in ("det", "nummod"):
            return None
        head = document.heads[head]
    return None


def clause_predicate(document: Document, index: int) -> int:
    """Return the index of the predicate of the clause of a word, the word itself where there is none."""
    return next((above for above in (index, *document.ancestors(index)) if is_predicate(document, above)), index)


def own_subject(document: Document, index: int) -> int | None:
    """Return the index of the nominal written as subject of a predicate, relatives resolved; `CLAUSE` or None."""
    tokens = document.tokens
    for child in document.children[index]:
        if tokens[child].relation in SUBJECTS:
            if tokens[child].text.lower() in RELATIVES:
                return document.heads[index] if tokens[index].relation.startswith("acl") else None
            return child
        if tokens[child].relation.startswith("csubj"):
            return CLAUSE
    return None


def subject(document: Document, index: int, verb: int) -> int:
    """Find the subject of the clause that a predicative word stands in."""
    for _ in range(MOST_STEPS):
        own = own_subject(document, verb)
        if own is not None:
            return own if own == CLAUSE or agrees(document, index, own) else DROPPED
        head, relation = document.heads[verb], document.tokens[verb].relation
        if relation.startswith("acl") and agrees(document, index, head):
            return head
        if head == verb or relation not in LEANING:
            return DROPPED
        verb = head
    return DROPPED


def agreeing_words(document: Document) -> frozenset[int]:
    """Return the places of the words with a gender that may agree with a person."""
    return frozenset(index for index, token in enumerate(document.tokens) if _may_agree(token))


def _may_agree(token: Token) -> bool:
    """Whether a word with a gender may agree with a person: an adjective, a participle, a pronoun."""
    if token.pos == "VERB":
        # a participle that is taken for a finite verb keeps its gender: muerto su padre
        finite = token.morph.get("VerbForm") == "Fin" and not PARTICIPLE.search(token.text.lower())
        return token.morph.get("VerbForm") == "Part" or ("Gender" in token.morph and not finite)
    if token.pos == "NOUN":
        low = token.text.lower()
        described = token.relation in ("amod", "appos") and low in romance_words("es").persons
        # a pipeline may take an adjective for a noun: llegaron juntas
        inflected = low != token.lemma and other_form(low.removesuffix("s"), "masculine") == token.lemma
        return low in SELF or described or inflected
    return token.pos in ("ADJ", "NUM", "PRON")
