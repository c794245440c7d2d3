"""What a Spanish article, adjective or participle agrees with."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import (
    SUBJECTS,
    dependents,
    has_copula,
    has_dependent,
    has_word_below,
    is_coordinated,
    is_predicate,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.romance.gender_forms import other_form
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.types import PairedGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

DROPPED = -1
"""In place of an index: the subject is dropped, known from the verb only."""

CLAUSE = -2
"""In place of an index: a clause, with which adjectives are masculine: *es cierto que*."""

AND = frozenset(("y", "e"))
OR = frozenset(("o", "u", "ó", "ú"))
JOINS = AND | OR
ALL_JOINS = JOINS | {"ni", "pero"}
"""Conjunctions between words that agree."""

NOMINAL = frozenset(("NOUN", "PROPN", "PRON", "NUM", "SYM", "X"))
CLAUSES = frozenset(("csubj", "ccomp", "csubj:pass"))
RELATIVES = WordClass("closed_classes_romance", "relative_es")
TITLES = WordClass("noun_classes_romance", "form_of_address_es")
"""Forms of address, which are swapped inside names too."""

OWNED = WordClass("closed_classes_romance", "owned_by_somebody_es")
"""Possessives that stand for a noun with an article: *el mío*."""

LINKING = WordClass("verb_frames_es", "linking")
"""Verbs with a predicate of their subject: *parece contenta*."""

ENDING: Mapping[PairedGender, str] = {"feminine": "a", "masculine": "o"}
"""Endings of most words in the singular."""

SELF = frozenset("misma mismo mismas mismos".split())
PREDICATIVE = frozenset("xcomp obj advcl conj amod acl root obl ccomp dep parataxis advmod nsubj".split())
"""Relations of words that may describe a subject."""

PARTICIPLE = re.compile(r"(?:[aií]d|ch|[ue]st|rt|crit|uelt)[oa]s?$")
"""Endings of participles."""

MOST_STEPS = 8
"""Most heads that are followed to find a subject."""


def agrees(document: Document, index: int, other: int) -> bool:
    """Whether two words have the same gender and number as far as these are known."""
    one, two = document.tokens[index].morph, document.tokens[other].morph
    for feature in ("Gender", "Number"):
        if feature in one and feature in two and one[feature] != two[feature]:
            # coordinated singulars are a plural
            if feature == "Number" and one[feature] == "Plur" and is_coordinated(document, other):
                continue
            return False
    return True


def begins_sentence(document: Document, index: int) -> bool:
    """Whether a word is the first of its sentence."""
    return document.sentences[document.sentence_of[index]][0] == index


def controller(document: Document, index: int, steps: int = 0) -> int:
    """Find the word with which an article, adjective or participle agrees."""
    tokens, head, relation = document.tokens, document.heads[index], document.tokens[index].relation
    if steps > MOST_STEPS:
        return DROPPED
    own = own_subject(document, index)
    if own is not None:
        if own == CLAUSE or agrees(document, index, own):
            return own
        return _antecedent(document, index) if relation == "acl:relcl" else DROPPED
    if head == index:
        return DROPPED
    nearer = (
        _subject_behind_comma(document, index) if begins_sentence(document, index) else _noun_before(document, index)
    )
    if nearer is not None:
        return nearer
    if relation == "acl:relcl" and tokens[document.subtree(index)[0]].text.lower() == "cuando":
        return DROPPED
    if relation in ("amod", "det", "nummod", "acl", "acl:relcl", "appos", "nmod"):
        idiom = tokens[head].text == "vez" and head < index
        found = None if idiom else _nominal(document, index, head)
        if found is not None:
            return found
        return subject(document, index, clause_predicate(document, head), steps + 1)
    above = participle_above(document, index)
    if above is not None:
        return controller(document, above, steps + 1)
    if relation == "conj":
        if tokens[head].pos in ("ADJ", "VERB", "AUX", "DET", "NOUN", "ADV"):
            is_noun = tokens[head].pos == "NOUN" and not has_copula(document, head)
            found = head if is_noun and agrees(document, index, head) else None
            return found if found is not None else _agreeing(document, index, controller(document, head, steps + 1))
        return DROPPED
    return _secondary(document, index, head, steps)


def _subject_behind_comma(document: Document, index: int) -> int | None:
    """Return the subject of the clause behind a bare predicate that begins it: *Agotado, el pintor dejó el pincel*."""
    tokens, head = document.tokens, document.heads[index]
    if tokens[index].pos not in ("ADJ", "VERB") or has_dependent(document, index, "det", "case"):
        return None
    behind = (at for at in dependents(document, head, *SUBJECTS) if index < at < head)
    found = next((at for at in behind if agrees(document, index, at)), None)
    between = () if found is None else tokens[index:found]
    return found if any(token.text == "," for token in between) else None


def _noun_before(document: Document, index: int) -> int | None:
    """Return the noun right before a participle, where the noun above it does not agree: *una zona de ramas caídas*."""
    tokens, head = document.tokens, document.heads[index]
    if tokens[index].relation not in ("amod", "acl") or head >= index - 1 or agrees(document, index, head):
        return None
    noun = tokens[index - 1].pos == "NOUN" and "Gender" in tokens[index - 1].morph
    return index - 1 if noun and agrees(document, index, index - 1) else None


def participle_above(document: Document, index: int) -> int | None:
    """Return the predicate to which a bare predicate is joined over a noun: *atrapada en la red y salpicada*."""
    tokens, head = document.tokens, document.heads[index]
    joined = tokens[index].relation == "conj" and tokens[head].pos in ("NOUN", "PROPN") and tokens[index].pos != "NOUN"
    if not joined or has_dependent(document, index, "det", "case"):
        return None
    above = (at for at in document.ancestors(head) if tokens[at].morph.get("VerbForm") == "Part" and at < head)
    return next((at for at in above if "Gender" in tokens[at].morph and agrees(document, index, at)), None)


def _secondary(document: Document, index: int, head: int, steps: int) -> int:
    """Return the nominal that an adjective beside a verb describes: its object where that agrees, else its subject."""
    tokens = document.tokens
    if tokens[index].relation != "advcl" and tokens[head].pos in ("VERB", "AUX"):
        for child in document.children[head]:
            if child != index and tokens[child].relation == "obj" and tokens[child].pos in NOMINAL:
                same = "Gender" in tokens[child].morph and agrees(document, index, child)
                if same:
                    return child
    if tokens[head].pos in ("NOUN", "PROPN", "PRON") and tokens[index].relation not in ("advcl", "ccomp", "parataxis"):
        return (
            head
            if agrees(document, index, head)
            else subject(document, index, clause_predicate(document, head), steps + 1)
        )
    if tokens[index].relation == "parataxis":
        return DROPPED
    return subject(document, index, head, steps + 1)


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


def _agreeing(document: Document, index: int, found: int) -> int:
    return found if found < 0 or agrees(document, index, found) else DROPPED


def _nominal(document: Document, index: int, head: int) -> int | None:
    """Return the nearest head that is a nominal and agrees."""
    tokens = document.tokens
    for _ in range(3):
        nominal = tokens[head].pos in NOMINAL or (
            tokens[head].relation in ("nsubj", "obj") and tokens[head].pos == "ADJ"
        )
        if nominal and agrees(document, index, head) and not (has_copula(document, head) and head > index):
            return head
        above = document.heads[head]
        if above == head or tokens[index].relation in ("det", "nummod"):
            return None
        head = above
    return None


def clause_predicate(document: Document, index: int) -> int:
    """Return the index of the predicate of the clause of a word, the word itself where there is none."""
    for above in (index, *document.ancestors(index)):
        if is_predicate(document, above):
            return above
    return index


def own_subject(document: Document, index: int) -> int | None:
    """Return the index of the nominal written as subject of a predicate, relatives resolved; `CLAUSE` or None."""
    tokens, children = document.tokens, document.children[index]
    predicate = False
    for child in children:
        relation = tokens[child].relation
        if relation in SUBJECTS:
            if tokens[child].text.lower() in RELATIVES:
                antecedent = document.heads[index]
                return antecedent if tokens[index].relation.startswith("acl") else None
            return child
        predicate = predicate or relation == "cop"
        if relation in ("csubj", "csubj:pass"):
            return CLAUSE
    if predicate and tokens[index].pos == "ADJ":
        for child in children:
            if child > index and tokens[child].relation in CLAUSES:
                return CLAUSE
    return None


def subject(document: Document, index: int, verb: int, steps: int = 0) -> int:
    """Find the subject of the clause that a predicative word stands in."""
    tokens = document.tokens
    for _ in range(MOST_STEPS - steps):
        own = own_subject(document, verb)
        if own is not None:
            return own if own == CLAUSE or agrees(document, index, own) else DROPPED
        head, relation = document.heads[verb], tokens[verb].relation
        if relation.startswith("acl") and agrees(document, index, head):
            return head
        if head == verb or relation not in ("conj", "xcomp", "advcl", "ccomp", "csubj", "acl", "parataxis"):
            return DROPPED
        verb = head
    return DROPPED


def may_agree(token: Token) -> bool:
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


def means_alone(document: Document, index: int) -> bool:
    """Whether *solo* or *harto* is no adverb: *muy solo*, *él vive solo*, *cansado y solo*, *harto de esperar*."""
    tokens, low = document.tokens, document.tokens[index].text.lower()
    if low not in ("solo", "harto") or tokens[index].pos != "ADV":
        return False
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if low == "harto" and after is not None and after.text == "de":
        return True
    if not index:
        return False
    if tokens[index - 1].text.lower() in ("muy", "qué", "él"):
        return True
    head = document.heads[index]
    joined = tokens[index].relation == "conj" and grammatical_gender(tokens[head].morph) == "masculine"
    verb = tokens[index - 1]
    behind = verb.relation == "cop" or (verb.pos in ("VERB", "AUX") and head in (index - 1, index))
    ends = after is None or after.pos in ("PUNCT", "CCONJ")
    return ends and (behind or (joined and may_agree(tokens[head])))


def is_finite(document: Document, index: int) -> bool:
    """Whether *yo* is the subject of what was taken for a participle: *yo pido*."""
    return has_word_below(document, index, ("yo",)) and not has_dependent(document, index, "cop", "aux", "aux:pass")


def may_be_bare_predicate(document: Document, index: int) -> bool:
    """Whether what a pipeline takes for a noun may be an adjective of a subject: *Ana parece contenta*."""
    token = document.tokens[index]
    noun = token.pos == "NOUN" and token.relation in ("obj", "xcomp")
    return (
        noun
        and not has_dependent(document, index, "det", "case")
        and document.tokens[document.heads[index]].lemma in LINKING
    )


def has_other_gender(document: Document, index: int, gender: PairedGender) -> bool:
    """Whether an article or adjective of a name shows the other gender: *el propio Mora* is no woman."""
    beside = (document.tokens[at] for at in document.children[index] if document.tokens[at].relation in ("det", "amod"))
    return any(grammatical_gender(token.morph) not in (None, gender) for token in beside)
