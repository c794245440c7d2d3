"""German clauses: their finite verbs, subjects and predicates, and what relative pronouns and articles agree with."""

from __future__ import annotations

from collections.abc import Mapping

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import (
    SUBJECTS,
    VERBAL,
    clause_of,
    finite_verb,
    has_copula,
    has_dependent,
    has_word_below,
    subject_of,
    subjects,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import GrammaticalGender, Number, grammatical_gender
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass, WordValues

INSEPARABLE = tuple("be ent er ver zer".split())
"""Prefixes of verbs that inflect like the verbs without them."""

LONGEST_CHAIN = 6
"""Clauses above one without a finite verb that are asked for its tense."""

WINDOW = 60
"""Children of a verb that are looked at: what is taken for one sentence may be a long table."""

DATIVE_VERBS = WordClass("verb_frames_de", "dative")
"""Verbs whose only object is a dative: *Sie hilft den Kollegen*."""

GIVING = WordClass("verb_frames_de", "ditransitive")
"""Verbs whose object for a person is a dative, and that for a thing an accusative or a clause."""

TAKING = WordClass("verb_frames_de", "reflexive_dative")
"""Verbs whose *sich* is the dative: *Sie holt sich den Zeugen*."""

ACCUSATIVES = WordClass("closed_classes_de", "accusative_pronoun")
"""Pronouns that as objects leave a person the dative."""


def siblings_of(document: Document, head: int) -> list[int]:
    """Return what depends on the same word as a noun; what is taken for one sentence may be a table of a megabyte."""
    return document.children[document.heads[head]][:WINDOW]


def has_dative(document: Document, head: int) -> bool:
    """Return whether the verb of an object leaves it the dative: by what it means, or by its other object."""
    tokens = document.tokens
    above = document.heads[head]
    beside = [child for child in siblings_of(document, head) if child != head]
    prefix = "".join(tokens[child].text.lower() for child in beside if tokens[child].relation == "compound:prt")
    verb = prefix + tokens[above].lemma.lower()
    after = tokens[head + 1].text.lower() if head + 1 < len(tokens) else ""
    if verb in DATIVE_VERBS or (verb in GIVING and after not in ("als", "für")):
        return True
    relations = {tokens[child].relation for child in beside}
    if relations & {"nsubj:pass", "cop"} or tokens[above].pos == "ADJ":
        # wurde den Athleten aberkannt, ist den Kunden wichtig
        return True
    has_subject = "nsubj" in relations or tokens[above].morph.get("VerbForm") == "Inf"
    return any(
        (tokens[child].text == "sich" and verb not in TAKING)
        or (has_subject and tokens[child].relation == "obj" and _is_accusative(document, child, head))
        for child in beside
    )


def _is_accusative(document: Document, index: int, head: int) -> bool:
    """Return whether an object beside one that may be a dative is the accusative."""
    tokens = document.tokens
    if tokens[index].pos == "PRON":
        return tokens[index].text.lower() in ACCUSATIVES
    if tokens[index].pos not in ("NOUN", "PROPN"):
        return False
    articles = [
        tokens[child].text.lower() for child in document.children[index] if tokens[child].relation.startswith("det")
    ]
    if any(article.endswith("en") for article in articles):
        # den Gästen den Präsidenten vorstellen: the dative comes first
        return index > head
    return not any(article.endswith(("em", "er")) for article in articles)


MASCULINE, FEMININE, NEUTER, PLURAL, ANY = 1, 2, 4, 8, 16
"""Bits of agreement; `ANY` is what pronouns without gender agree with."""

SINGULAR = MASCULINE | FEMININE | NEUTER
BITS: Mapping[str | None, int] = {"masculine": MASCULINE, "feminine": FEMININE, "neuter": NEUTER, "plural": PLURAL}


def agreement(names: str) -> int:
    """Return the bits of what a lexicon says that a word agrees with."""
    return sum(BITS[name] for name in names.split())


ARTICLE_LIKE = WordValues("pronoun_forms_de", "relative", agreement)
"""Forms that serve as relative pronouns, and, but for *welch-*, as demonstratives."""

SINGULAR_VERBS_WITH_N = ("schien", "kann", "begann", "gewann", "sann", "spann", "rann")

COPULA_LEMMAS = frozenset({"sein", "werden", "bleiben"})


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


def verb_is_plural(verb: Token) -> bool:
    """Say whether a finite verb of the third person is a plural: all of these end in *-n* or are *sind*."""
    form = verb.text.lower().removesuffix("'s")
    return form == "sind" or (form.endswith("n") and not form.endswith(SINGULAR_VERBS_WITH_N))


def number_of_verb(document: Document, predicate: int) -> Number | None:
    """Return the number of the finite verb of a predicate, by its form; None where there is none."""
    verb = finite_verb(document, predicate)
    return None if verb < 0 else "Plur" if verb_is_plural(document.tokens[verb]) else "Sing"


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


def stands_alone(document: Document, index: int) -> bool:
    """Return whether a determiner or pronoun stands for a noun, and not before one."""
    token = document.tokens[index]
    if token.relation in ("det", "det:poss", "amod", "nummod"):
        return False
    after = document.tokens[index + 1] if index + 1 < len(document.tokens) else token
    return document.heads[index] != index + 1 or after.pos not in ("NOUN", "PROPN", "ADJ")


def is_past(document: Document, index: int) -> bool:
    """Say whether a clause, or the one above it where it has no finite verb, tells what happened."""
    tokens = document.tokens
    clause = clause_of(document, index)
    for _ in range(LONGEST_CHAIN):
        verb = finite_verb(document, clause)
        if verb >= 0:
            morph = tokens[verb].morph
            if morph.get("Mood") == "Sub":
                return tokens[verb].text.lower().startswith(("sei", "hab"))
            participle = tokens[clause].morph.get("VerbForm") == "Part"
            perfect = tokens[verb].lemma.lower() in ("haben", "sein") and participle
            return perfect or morph.get("Tense") == "Past" or _is_strong_preterite(tokens[verb].text.lower())
        above = document.heads[clause]
        if above == clause:
            return False
        clause = clause_of(document, above)
    return False


def _is_strong_preterite(word: str) -> bool:
    """Return whether a verb is a past form that pipelines take for the present here and there: *rief*, *behielt*."""
    known = resource(("strong preterites", "de"), _strong_preterites)
    return any(word.removeprefix(prefix) in known for prefix in ("", *INSEPARABLE))


def _strong_preterites() -> frozenset[str]:
    rows = (row for name in ("strong_verbs_de", "irregular_verbs_de") for row in load_lexicon(name).rows)
    return frozenset(word for row in rows for word in "".join(row[2:3]).split())


OWN = ("nsubj", "nsubj:pass", "cop")
"""What a predicate of a clause of its own has."""


def predicated_of(document: Document, head: int) -> int:
    """Return the subject of which a noun says what it is, or that a noun behind *als* takes up."""
    tokens = document.tokens
    above = document.heads[head]
    if is_behind_als(document, head):
        clause = clause_of(document, above)
    elif tokens[head].relation == "conj" and tokens[above].pos == "NOUN" and not has_dependent(document, head, *OWN):
        # Lehrer oder Schüler
        return predicated_of(document, above)
    elif has_copula(document, head):
        clause = head
    elif tokens[above].lemma.lower() in COPULA_LEMMAS and tokens[head].relation in ("xcomp", "obj", "nsubj"):
        clause = head if subjects(document, head) else above
    else:
        return -1
    subject = subject_of(document, clause)
    return subject if subject != head else -1


def is_behind_als(document: Document, head: int) -> bool:
    """Return whether a noun stands behind *als*: *als Lehrer*, *als guter Lehrer*."""
    return has_word_below(document, head, ("als",)) or (head > 0 and document.tokens[head - 1].text.lower() == "als")
