"""German relative pronouns, and *der* that takes up *wer*: which are there, and what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hf_genderfair.languages.clauses import (
    CLAUSES,
    LONGEST_CHAIN,
    SUBJECTS,
    finite_verb,
    has_preposition,
    has_word_below,
    subject_of,
    subjects,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.candidates import THING, Candidate, Candidates
from hf_genderfair.languages.german.clauses import (
    ARTICLE_LIKE,
    BITS,
    FEMININE,
    MASCULINE,
    PLURAL,
    number_of_verb,
    verb_is_plural,
)
from hf_genderfair.languages.types import Case, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

QUOTES = frozenset("\"„“»«‚‘›‹'")

NOMINATIVES = WordClass("closed_classes_de", "nominative_pronoun")
"""Pronouns that can only be subjects."""

JOINING = frozenset({"und", "oder", "aber", "sondern"})

WER = frozenset({"wer", "wen", "wem"})


def modified(document: Document, index: int) -> int:
    """Return the word that the relative clause of a pronoun modifies; -1 where it stands in none."""
    tokens, heads = document.tokens, document.heads
    at = index
    for _ in range(LONGEST_CHAIN):
        relation = tokens[at].relation
        if relation.startswith("acl"):
            return heads[at] if heads[at] < index else -1
        if relation in CLAUSES or heads[at] == at:
            return -1
        at = heads[at]
    return -1


def is_relative(document: Document, index: int) -> bool:
    """Return whether a word is a relative pronoun here: behind a comma, its verb at the end of its clause."""
    tokens = document.tokens
    token = tokens[index]
    form = token.text.lower()
    if form not in ARTICLE_LIKE:
        # '(die Bank), ihn zu retten': parsers tag some personal pronouns so
        return False
    subject = token.relation in SUBJECTS
    tagged = token.pos == "PRON" or (token.pos == "DET" and (subject or "Rel" in token.morph.get("PronType", "")))
    if form not in ("dessen", "deren") and (not tagged or token.relation == "det"):
        return False
    before = _before(document, index)
    if before >= 0 and tokens[before].text in JOINING:
        # 'der malt und der die Bilder verkauft'
        return token.relation in SUBJECTS and modified(document, index) >= 0
    if before < 0 or tokens[before].text not in (",", "-", "–", "("):
        return False
    verb = finite_verb(document, document.heads[index])
    infinite = verb < 0 and tokens[document.heads[index]].text.endswith("n")
    if modified(document, index) >= 0 and (token.pos == "PRON" or not infinite):
        return True
    if infinite:
        # 'gelungen, die Kinder zu finden'
        return False
    return verb < 0 or verb > index + 1 or tokens[verb + 1 :][:1] == [] or tokens[verb + 1].pos == "PUNCT"


def _before(document: Document, index: int) -> int:
    """Return the token before a pronoun, its preposition and a quotation mark; -1 at the start of a text."""
    before = index - 1
    if before >= 0 and document.tokens[before].pos == "ADP":
        before -= 1
    if before >= 0 and document.tokens[before].text in QUOTES:
        before -= 1
    return before


def antecedent(
    document: Document,
    candidates: Candidates,
    index: int,
    persons: Mapping[int, int],
    fits: Callable[[Candidate, int], bool],
) -> Candidate | None:
    """Return what a relative pronoun stands for: what its clause modifies, else the nearest that agrees."""
    agreement = agreement_of(document, index)
    if _follows_plural(document, candidates, index):
        agreement = PLURAL
    head = modified(document, index)
    owner = _owner_of_subject(document, index, head)
    head = persons.get(head, head)
    nearest = None
    if head >= 0 and _is_left_out(document, candidates, head, agreement):
        return None
    end = _end_before_bracket(document, index)
    for candidate in reversed(candidates.of(document.sentence_of[index])):
        if candidate.taken or not owner != candidate.token_index < end or not fits(candidate, agreement):
            continue
        if nearest is None and candidate.token_index >= index - 25:
            nearest = candidate
        if candidate.token_index == head:
            # parsers attach high: 'der Mut des Kindes, das lacht'
            beside = nearest is not None and _is_beside(nearest, index, agreement)
            return nearest if beside and candidate.reason == THING else candidate
    return nearest


def _is_beside(nearest: Candidate, index: int, agreement: int) -> bool:
    """Return whether a person stands right before a relative, and is none whose first name says another gender."""
    agrees = not nearest.leaning or bool(nearest.leaning & agreement)
    return agrees and nearest.token_index >= index - 3 and not nearest.reason


def _is_left_out(document: Document, candidates: Candidates, head: int, agreement: int) -> bool:
    """Return whether a clause is about a noun to which other pronouns seldom refer: *die Stunde, die kommt*."""
    bits = BITS.get(grammatical_gender(document.tokens[head].morph), 0)
    known = candidates.of(document.sentence_of[head])
    left_out = document.tokens[head].pos == "NOUN" and all(candidate.token_index != head for candidate in known)
    return left_out and bool(bits & agreement)


def _owner_of_subject(document: Document, index: int, head: int) -> int:
    """Return the name that the subject of a relative clause stands for: *die Rede von Eva, die sie hielt*; or -1."""
    # The subject *sie* is somebody else than its object *die*; a name inside the phrase of a noun is that somebody.
    tokens = document.tokens
    after = tokens[index + 1].text.lower() if index + 1 < len(tokens) else ""
    if after not in ("sie", "er") or head < 0 or has_preposition(document, index):
        return -1
    whole = document.heads[head]
    inside = tokens[head].pos == "PROPN" and tokens[head].relation == "nmod" and tokens[whole].pos == "NOUN"
    agrees = BITS.get(grammatical_gender(tokens[whole].morph), 0) & ARTICLE_LIKE[tokens[index].text.lower()]
    return head if inside and agrees else -1


def _end_before_bracket(document: Document, index: int) -> int:
    """Return where the words end that a pronoun may stand for: *eine Kraft (m/w/d), die*."""
    before = _before(document, index)
    if before < 1 or document.tokens[before].text != "," or document.tokens[before - 1].text != ")":
        return index
    near = range(before - 2, max(before - LONGEST_CHAIN, 0), -1)
    return next((at for at in near if document.tokens[at].text == "("), index)


def _follows_plural(document: Document, candidates: Candidates, index: int) -> bool:
    """Return whether *die* stands right behind a plural and before another noun: *Pläne, die die Firma macht*."""
    tokens = document.tokens
    if tokens[index].text.lower() != "die" or index < 2 or index + 2 >= len(tokens):
        return False
    if tokens[index + 1].pos not in ("DET", "PROPN"):
        return False
    found = [one for one in candidates.of(document.sentence_of[index]) if one.token_index == index - 2]
    return bool(found and found[-1].agreement & PLURAL)


def agreement_of(document: Document, index: int) -> int:
    """Return bits of the gender and number of a relative pronoun, by its form and its verb."""
    form = document.tokens[index].text.lower()
    agreement = ARTICLE_LIKE[form]
    subject = is_subject(document, index)
    if form in ("die", "welche") and subject and (number := number_of_verb(document, document.heads[index])):
        return PLURAL if number == "Plur" else FEMININE
    if form in ("der", "welcher"):
        if not subject:
            return FEMININE
        return agreement if has_rival(document, index) else MASCULINE
    return agreement


def is_subject(document: Document, index: int) -> bool:
    """Return whether a pronoun is the subject of its clause: its parser says so, or there is no other."""
    token, relation = document.tokens[index], document.tokens[index].relation
    siblings = document.children[document.heads[index]]
    if token.text.lower() in ("der", "welcher") and number_of_verb(document, document.heads[index]) == "Plur":
        # 'die Frau, der die Leute helfen'
        return False
    if any(_is_nominative_beside(document, index, child) for child in siblings):
        return False
    if relation in SUBJECTS and (_follows_subject(document, index) or _follows_joined_verb(document, index)):
        return False
    return relation in SUBJECTS or (relation == "obj" and not has_rival(document, index))


def _is_nominative_beside(document: Document, index: int, other: int) -> bool:
    """Return whether a pronoun that can only be a subject is in the same clause: not in *der, glaube ich, kommt*."""
    tokens = document.tokens
    between = tokens[min(index, other) + 1 : max(index, other)]
    return other != index and tokens[other].text.lower() in NOMINATIVES and all(token.text != "," for token in between)


def _follows_subject(document: Document, index: int) -> bool:
    """Return whether a main clause has its subject before the verb already: *Niemand wird sie abholen*."""
    tokens, head = document.tokens, document.heads[index]
    verb = finite_verb(document, head)
    if not 0 <= verb < index or verb_is_plural(document.tokens[verb]):
        return False
    before = [at for at in subjects(document, head) if at < verb and tokens[at].morph.get("Number") == "Sing"]
    return any(
        tokens[at].text.lower() in ("niemand", "jemand") or has_word_below(document, at, ("der", "ein", "kein"))
        for at in before
    )


def _follows_joined_verb(document: Document, index: int) -> bool:
    """Return whether a joined clause begins with its verb, and shares its subject: *Er kam und sah sie*."""
    tokens, head = document.tokens, document.heads[index]
    verb = finite_verb(document, head)
    if tokens[head].relation != "conj" or verb != index - 1 or verb == 0 or tokens[verb - 1].text not in JOINING:
        return False
    subject = subject_of(document, document.heads[head])
    return 0 <= subject < verb and tokens[subject].morph.get("Number") == "Sing"


def has_rival(document: Document, index: int) -> bool:
    """Return whether its parser takes another word for the subject that agrees with the verb in number."""
    tokens, head = document.tokens, document.heads[index]
    singular = number_of_verb(document, head) == "Sing"
    others = (tokens[at] for at in subjects(document, head) if at != index)
    return not all(singular and other.morph.get("Number") == "Plur" for other in others)


def case_of(document: Document, index: int, gender: int) -> Case:
    """Return the case of a relative or demonstrative pronoun, by its form, its gender and its clause."""
    form = document.tokens[index].text.lower()
    if form in ("dessen", "deren"):
        return "Gen"
    if form.endswith("em") or (form.endswith("er") and gender == FEMININE):
        return "Dat"
    if form.endswith("er"):
        return "Nom"
    if form.endswith("en"):
        return "Acc"
    return "Nom" if is_subject(document, index) and not has_preposition(document, index) else "Acc"


def takes_up_wer(document: Document, index: int) -> bool:
    """Return whether *der*, *den*, *dem* or *die* takes up a clause with *wer*: *Wer lügt, der stiehlt*."""
    tokens = document.tokens
    before = _before(document, index)
    after = tokens[index + 1] if index + 1 < len(tokens) else tokens[index]
    if before < 1 or tokens[before].text != "," or after.pos not in ("VERB", "AUX"):
        return False
    first = document.sentences[document.sentence_of[index]][0]
    start = first + 1 if tokens[first].text in QUOTES else first
    return tokens[start].text.lower() in WER
