"""Queries over the clauses of an analysed text, by Universal Dependencies, for all languages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass

SUBJECTS = frozenset(("nsubj", "nsubj:pass"))
"""Relations of nominal subjects."""

ANY_SUBJECTS = SUBJECTS | {"csubj", "csubj:pass", "expl"}
"""Relations of subjects of every kind: nominal, clausal and expletive."""

CLAUSES = frozenset("root ccomp xcomp advcl acl acl:relcl csubj csubj:pass parataxis".split())
"""Relations under which a clause begins."""

VERBAL = frozenset(("VERB", "AUX"))

LONGEST_CHAIN = 40
"""Most predicates that are followed to find a subject."""

INFINITIVE_MARKS = frozenset(("zu", "to"))
"""What parsers take for conjunctions of infinitives, though it says nothing."""

LIGHT_VERBS: Mapping[str, WordClass] = {"de": WordClass("verb_frames_de", "light_verb")}
"""Verbs whose noun takes an infinitive: *Sie hatten den Mut, sich zu wehren*."""

PROMISING: Mapping[str, WordClass] = {"de": WordClass("verb_frames_de", "promising")}
"""Verbs whose infinitive keeps the subject though they address a person: *Sie versprach ihm, zu kommen*."""


def dependents(document: Document, index: int, *relations: str) -> list[int]:
    """Return the words that depend on a word by one of some relations, in order."""
    tokens = document.tokens
    return [child for child in document.children[index] if tokens[child].relation in relations]


def has_dependent(document: Document, index: int, *relations: str) -> bool:
    """Return whether a word depends on another by one of some relations."""
    return not document.relations_below[index].isdisjoint(relations)


def has_word_below(document: Document, index: int, words: Collection[str]) -> bool:
    """Return whether one of some words, in lower case, depends on a word."""
    tokens = document.tokens
    return any(tokens[child].text.lower() in words for child in document.children[index])


def has_copula(document: Document, index: int) -> bool:
    """Return whether a copula depends on a word, which is then a predicate: *lazy* in *they are lazy*."""
    return has_dependent(document, index, "cop")


def has_preposition(document: Document, index: int) -> bool:
    """Return whether a preposition, or a marker of case such as *'s*, depends on a word."""
    return has_dependent(document, index, "case")


def prepositions(document: Document, index: int) -> list[str]:
    """Return the prepositions of a word, in order and in lower case."""
    return [document.tokens[child].text.lower() for child in dependents(document, index, "case")]


def is_coordinated(document: Document, index: int) -> bool:
    """Return whether a word is the first of several that a conjunction joins: *Ada* in *Ada and Bob*."""
    return has_dependent(document, index, "conj")


def subjects(document: Document, predicate: int) -> list[int]:
    """Return the nominal subjects that a predicate has of its own: one, but for errors of a parser."""
    return dependents(document, predicate, *SUBJECTS)


def other_subjects(document: Document, index: int) -> list[int]:
    """Return the subjects, but for a word itself, of the predicate on which it depends."""
    return [subject for subject in subjects(document, document.heads[index]) if subject != index]


def begins_clause(document: Document, index: int) -> bool:
    """Return whether a word is the predicate of a clause, or joined to another and a verb or with a subject."""
    token = document.tokens[index]
    joined = token.relation == "conj" and (token.pos in VERBAL or has_dependent(document, index, *SUBJECTS))
    return joined or token.relation in CLAUSES


def clause_of(document: Document, index: int) -> int:
    """Return the predicate of the clause in which a word stands."""
    return document.derived(clauses_by, begins_clause)[index]


def clauses_by(document: Document, begins: Callable[[Document, int], bool]) -> list[int]:
    """Return for each word the one that begins its clause."""
    heads = document.heads
    found = [-1] * len(heads)
    for index in range(len(heads)):
        at, below = index, []
        while found[at] < 0:
            # a parser's output may hold a cycle, which ends where it began
            found[at] = at
            if heads[at] == at or begins(document, at):
                break
            below.append(at)
            at = heads[at]
        for each in below:
            found[each] = found[at]
    return found


def subject_of(document: Document, clause: int) -> int:
    """Return who does what a predicate says: its subject, or that of the clause on which it leans."""
    # Conjuncts without a subject share that of the first (*Peter kam und wusch sich*). The subject of an infinitive is
    # the object of its verb where it has one that is a person's case (*Er bat sie, sich zu setzen*), else its subject.
    tokens, heads = document.tokens, document.heads
    for _ in range(LONGEST_CHAIN):
        found = subjects(document, clause)
        if found:
            return _behind_dateline(document, found)
        token = tokens[clause]
        infinite = finite_verb(document, clause) < 0
        above = heads[clause]
        leans = token.relation in ("conj", "xcomp") or (infinite and token.relation in ("advcl", "ccomp"))
        if above == clause or not leans:
            return -1
        addressed = tokens[above].lemma not in PROMISING.get(document.lang, ())
        controlled = addressed and infinite and token.relation in ("xcomp", "ccomp")
        if controlled and not _tells_purpose(document, clause):
            controller = [child for child in document.children[above] if _controls(document, child, clause)]
            if controller:
                return controller[0]
        clause = above
    return -1


def _behind_dateline(document: Document, found: Sequence[int]) -> int:
    """Return the first subject that is no dateline, or what a parser takes for the apposition of one."""
    # What stands behind *als* is none beside another: *Als Kind wollte er fliegen*.
    plain = [at for at in found if not at or document.tokens[at - 1].text.lower() != "als"]
    found = plain or found
    if not is_dateline(document, found[0]):
        return found[0]
    return next(iter([*found[1:], *dependents(document, found[0], "appos")]), found[0])


def _tells_purpose(document: Document, clause: int) -> bool:
    """Return whether an infinitive has a conjunction, and so the subject of its verb: *um sie zu sehen*."""
    marks = (document.tokens[child].text for child in dependents(document, clause, "mark"))
    return any(mark not in INFINITIVE_MARKS for mark in marks)


def _controls(document: Document, child: int, clause: int) -> bool:
    """Tell objects in accusative or dative that stand before the infinitive, reflexives apart."""
    token, light_verbs = document.tokens[child], LIGHT_VERBS.get(document.lang, ())
    light = document.tokens[document.heads[child]].lemma in light_verbs
    if light and token.pos == "NOUN" and token.relation == "obj" and document.tokens[child + 1].text == ",":
        return False
    return child < clause and token.relation in ("obj", "iobj", "obl:arg") and token.text.lower() != "sich"


def finite_verb(document: Document, clause: int) -> int:
    """Return the finite verb of a predicate, itself or an auxiliary or copula; -1 where there is none."""
    # The auxiliary may stand with the last of several predicates: *damit sie sich setzen und ausruhen konnte*. One
    # beyond a comma belongs to another clause.
    tokens, children = document.tokens, document.children
    is_finite = tokens[clause].morph.get("VerbForm") == "Fin"
    below = [
        *children[clause],
        *(at for child in children[clause] if tokens[child].relation == "conj" for at in children[child]),
    ]
    for child in below:
        if tokens[child].relation.startswith(("aux", "cop")) and tokens[child].morph.get("VerbForm") == "Fin":
            beyond = is_finite and any(tokens[at].text == "," for at in range(clause + 1, min(child, clause + 20)))
            if not beyond:
                return child
    return clause if is_finite else -1


def is_dateline(document: Document, index: int) -> bool:
    """Return whether a word opens a sentence before a dash, as the places of agencies do: *Riad – Der König kam*."""
    start, end = document.sentences[document.sentence_of[index]]
    dash = index == start and index + 2 < end and document.tokens[index + 1].text in ("–", "-", "—")
    return dash and document.tokens[index + 1].start > document.tokens[index].end


def is_predicate(document: Document, index: int) -> bool:
    """Return whether a word is a verb, or has a copula."""
    return document.tokens[index].pos in VERBAL or has_copula(document, index)


def is_finite(token: Token) -> bool:
    """Return whether a token is a finite verb or auxiliary."""
    return token.pos in VERBAL and token.morph.get("VerbForm") == "Fin"
