"""German clauses: their finite verbs and subjects, and what relative pronouns and articles agree with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import SUBJECTS, VERBAL, begins_clause, dependents, has_word_below, subjects
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import GrammaticalGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass, WordValues

MASCULINE, FEMININE, NEUTER, PLURAL, ANY = 1, 2, 4, 8, 16
"""Bits of agreement; `ANY` is what pronouns without gender agree with."""

SINGULAR = MASCULINE | FEMININE | NEUTER
BITS: Mapping[GrammaticalGender | None, int] = {"masculine": MASCULINE, "feminine": FEMININE, "neuter": NEUTER}


def agreement(names: str) -> int:
    """Return the bits of what a lexicon says that a word agrees with."""
    bits = {"masculine": MASCULINE, "feminine": FEMININE, "neuter": NEUTER, "plural": PLURAL}
    return sum(bits[name] for name in names.split())


ARTICLE_LIKE = WordValues("pronoun_forms_de", "relative", agreement)
"""Forms that serve as relative pronouns, and, but for *welch-*, as demonstratives."""

SINGULAR_VERBS_WITH_N = ("schien", "kann", "begann", "gewann", "sann", "spann", "rann")

LONGEST_CHAIN = 40

COPULA_LEMMAS = frozenset({"sein", "werden", "bleiben"})
COPULAS = frozenset("ist war sei wäre wird wurde würde".split())


def article_gender(document: Document, index: int) -> GrammaticalGender | None:
    """Return the gender that the determiner of a noun shows, or None; it is surer than that of the noun."""
    for child in document.children[index]:
        token = document.tokens[child]
        if token.relation == "det" and token.text.lower().endswith("einer"):
            return "feminine"
        if token.relation == "det" and token.morph.get("Number") == "Sing":
            return grammatical_gender(token.morph)
    return None


def shown_gender(document: Document, index: int) -> GrammaticalGender | None:
    """Return the gender that the determiner of a noun shows, else its own; None where neither has one."""
    return article_gender(document, index) or grammatical_gender(document.tokens[index].morph)


def clause_subject(document: Document, clause: int) -> int:
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
        controlled = token.relation in ("xcomp", "ccomp") and infinite and not _tells_purpose(document, clause)
        if controlled and not _promises(tokens[above]):
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
    tokens = document.tokens
    return any(tokens[child].relation == "mark" and tokens[child].text != "zu" for child in document.children[clause])


def _promises(verb: Token) -> bool:
    """Tell verbs whose infinitive keeps the subject though they address a person: *Sie versprach ihm, zu kommen*."""
    return verb.text.lower().startswith(("versprach", "versprich", "versproch", "verspreche", "droh", "gedroht"))


LIGHT_VERBS = WordClass("verb_frames_de", "light_verb")
"""Verbs whose noun takes an infinitive: *Sie hatten den Mut, sich zu wehren*."""


def _controls(document: Document, child: int, clause: int) -> bool:
    """Tell objects in accusative or dative that stand before the infinitive, reflexives apart."""
    token = document.tokens[child]
    light = document.tokens[document.heads[child]].lemma in LIGHT_VERBS
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


def has_zu(document: Document, index: int) -> bool:
    """Return whether an infinitive has *zu*, before it or inside: *zu kommen*, *anzukommen*."""
    return has_word_below(document, index, ("zu",)) or "zu" in document.tokens[index].text[1:-3]


def verb_is_plural(verb: Token) -> bool:
    """Say whether a finite verb of the third person is a plural: all of these end in *-n* or are *sind*."""
    form = verb.text.lower().removesuffix("'s")
    return form == "sind" or (form.endswith("n") and not form.endswith(SINGULAR_VERBS_WITH_N))


def is_dateline(document: Document, index: int) -> bool:
    """Return whether a word opens a sentence before a dash, as the places of agencies do: *Riad – Der König kam*."""
    start, end = document.sentences[document.sentence_of[index]]
    dash = index == start and index + 2 < end and document.tokens[index + 1].text in ("–", "-", "—")
    return dash and document.tokens[index + 1].start > document.tokens[index].end


def has_plural_verb(document: Document, index: int) -> bool:
    """Return whether a noun alone is the subject of a plural verb, whatever its own analysis: *Games können helfen*."""
    tokens = document.tokens
    below = [tokens[child] for child in document.children[index]]
    if any(token.relation == "case" or (token.relation == "conj" and token.pos not in VERBAL) for token in below):
        return False
    subject = tokens[index].relation in SUBJECTS
    if not subject and any(token.relation in SUBJECTS for token in below):
        return False
    verb = finite_verb(document, document.heads[index] if subject else index)
    return verb >= 0 and verb_is_plural(tokens[verb]) and tokens[verb].morph.get("Number") == "Plur"


def clause_of(document: Document, index: int) -> int:
    """Return the index of the predicate of the clause in which a token stands."""
    return document.derived(_clauses)[index]


def _clauses(document: Document) -> list[int]:
    """Return for each token the predicate of its clause."""
    heads = document.heads
    found = [-1] * len(heads)
    for index in range(len(heads)):
        at, below = index, []
        while found[at] < 0:
            # a parser's output may hold a cycle, which ends where it began
            found[at] = at
            if _heads_clause(document, at):
                break
            below.append(at)
            at = heads[at]
        for each in below:
            found[each] = found[at]
    return found


def _heads_clause(document: Document, index: int) -> bool:
    """Return whether a token is the predicate of a clause, or the root of a sentence."""
    if document.heads[index] == index or begins_clause(document, index):
        return True
    return document.tokens[index].relation == "conj" and bool(subjects(document, index))


def opens_short_clause(document: Document, index: int) -> bool:
    """Return whether *der* before a noun is a relative pronoun, and a verb ends its clause."""
    # Parsers take it for the article; but a predicate follows in *ein Mann, der Bäcker ist*, and *Kollegen* cannot be
    # the subject in *ein Mann, der Kollegen anleitet*.
    tokens = document.tokens
    if tokens[index].text != "der" or index < 1 or index + 3 >= len(tokens) or tokens[index - 1].text != ",":
        return False
    noun, verb, after = tokens[index + 1 : index + 4]
    if noun.pos != "NOUN" or verb.pos not in VERBAL or after.pos not in ("PUNCT", "CCONJ", "AUX"):
        return False
    if verb.text in COPULAS:
        # not Sie siegte, der Chef war
        return tokens[index - 2].pos not in VERBAL and after.pos == "PUNCT" and noun.morph.get("Gender") == "Masc"
    several = noun.text.endswith("n") and noun.morph.get("Number") == "Plur"
    return several and verb.text.endswith(("t", "te"))


def stands_alone(document: Document, index: int) -> bool:
    """Return whether a determiner or pronoun stands for a noun, and not before one."""
    token = document.tokens[index]
    if token.relation in ("det", "det:poss", "amod", "nummod"):
        return False
    after = document.tokens[index + 1] if index + 1 < len(document.tokens) else token
    return document.heads[index] != index + 1 or after.pos not in ("NOUN", "PROPN", "ADJ")
