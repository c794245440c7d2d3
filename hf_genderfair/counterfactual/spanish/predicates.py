"""What a Spanish adjective or participle is said of: a name, the noun above, a clause, or a noun of its own."""

from __future__ import annotations

from hf_genderfair.counterfactual.spanish.agreement import SELF, TITLES, agrees, may_be_bare_predicate, own_subject
from hf_genderfair.counterfactual.spanish.known_persons import KnownPersons
from hf_genderfair.counterfactual.spanish.things import is_non_person
from hf_genderfair.counterfactual.spanish.verbs import (
    MOSTLY_OF_THINGS,
    OF_PERSONS,
    PASSIVES_OF_THINGS,
    is_said_of_persons,
    verb_of,
)
from hf_genderfair.languages.clauses import has_dependent
from hf_genderfair.languages.romance.words import romance_words

OWN = frozenset("propia propio".split())


def begins_clause(analysis: KnownPersons, index: int) -> int | None:
    """Return the noun with which a word makes a clause of its own: *muerta la reina*, *adusto el ceño*."""
    tokens = analysis.document.tokens
    token = tokens[index]
    alone = token.pos == "ADJ" and (token.relation != "amod" or analysis.document.heads[index] > index)
    # muerto su padre, with a finite verb for the participle
    inflected = token.pos == "VERB" and "Gender" in token.morph
    if index + 2 >= len(tokens) or not (alone or inflected or token.morph.get("VerbForm") == "Part"):
        return None
    if tokens[index + 1].pos != "DET" and analysis.low[index + 1] != "al":
        return None
    noun = analysis.document.heads[index + 1]
    bare = not any(tokens[child].relation.startswith(("aux", "cop")) for child in analysis.document.children[index])
    if analysis.low[index + 1] == "al" and noun not in analysis.people:
        # atado al mástil
        return None
    fits = (
        bare
        and noun > index
        and tokens[noun].pos in ("NOUN", "PROPN", "ADJ")
        and agrees(analysis.document, index, noun)
    )
    return noun if fits else None


def is_of_head(analysis: KnownPersons, index: int, found: int) -> bool:
    """Whether a participle after a person rather describes its head: *el informe del rey publicado*."""
    document, tokens = analysis.document, analysis.document.tokens
    head = document.heads[found]
    between = range(found + 1, index) if tokens[index].relation == "acl" else ()
    if any(tokens[at].relation == "appos" and _is_thing_of(analysis, at, index) for at in between):
        # la reina de los suevos, tribu lejana ya olvidada
        return True
    if tokens[found].relation != "nmod" or found > index or tokens[head].pos != "NOUN":
        return False
    things = verb_of(analysis.low[index], tokens[index].lemma) in PASSIVES_OF_THINGS
    return things and agrees(document, index, head) and is_non_person(document, head, analysis.types)


def _is_thing_of(analysis: KnownPersons, noun: int, index: int) -> bool:
    """Whether a noun for a thing agrees with an adjective."""
    thing = analysis.document.tokens[noun].pos == "NOUN" and is_non_person(analysis.document, noun, analysis.types)
    return thing and agrees(analysis.document, index, noun)


def is_nominalised(analysis: KnownPersons, index: int) -> bool:
    """Whether an adjective with an article stands for a noun of its own, and is no predicate: *la lingüística*."""
    tokens, head = analysis.document.tokens, analysis.document.heads[index]
    relations = {tokens[child].relation for child in analysis.document.children[index]}
    words = {analysis.low[child] for child in analysis.document.children[index]}
    if ("det" not in relations and words.isdisjoint(("al", "del"))) or not relations.isdisjoint(("cop", "aux:pass")):
        return False
    return head not in analysis.people and not analysis.low[head].startswith("conv")


def is_noun_phrase(analysis: KnownPersons, index: int) -> bool:
    """Whether a noun is no adjective: it has words of its own, or one gender for all: *las figuras*."""
    form = romance_words("es").persons.get(analysis.low[index])
    if analysis.document.tokens[index].pos != "NOUN" or analysis.low[index] in SELF:
        return False
    own = form is None and has_dependent(analysis.document, index, "det", "amod", "case")
    return own or (form is not None and form.kind == "epicene")


def is_predicate_of_person(analysis: KnownPersons, index: int) -> bool:
    """Whether what a pipeline takes for a noun is said of a person: *Ana parece contenta*."""
    described = may_be_bare_predicate(analysis.document, index) and index not in analysis.nouns
    return described and own_subject(analysis.document, analysis.document.heads[index]) in analysis.people


def is_aside(analysis: KnownPersons, index: int) -> bool:
    """Whether a word is said of a clause: *habló, y es cierto*; *sí, claro, vino*."""
    tokens = analysis.document.tokens[max(index - 1, 0) : index + 2]
    between = len(tokens) == 3 and tokens[0].pos == tokens[2].pos == "PUNCT"
    return between or analysis.document.tokens[index].relation == "conj"


def is_set_off(analysis: KnownPersons, index: int, noun: int) -> bool:
    """Whether a participle of persons stands behind a comma and an adjunct: *esperaba en el altar, vestido de gris*."""
    document, low = analysis.document, analysis.low[index]
    if not index or analysis.low[index - 1] != "," or not has_dependent(document, noun, "case"):
        return False
    verb = verb_of(low, document.tokens[index].lemma)
    of_persons = verb in OF_PERSONS and verb not in MOSTLY_OF_THINGS and verb not in PASSIVES_OF_THINGS
    return of_persons or is_said_of_persons(low)


def named(analysis: KnownPersons, index: int, name: int) -> int | None:
    """Return the person whose name a word agrees with: the word for a title before it, else the name."""
    token, described = analysis.document.tokens[name], analysis.document.tokens[index]
    title = analysis.document.heads[name] if token.relation in ("appos", "flat") else name
    if analysis.low[title] in TITLES and title in analysis.people:
        return analysis.people[title]
    if analysis.source == "masculine" and not analysis.is_singular(index):
        return None
    if name == index + 1 and described.morph.get("VerbForm") == "Part":
        # una de ellas llamada Coso
        return None
    if not analysis.may_be_person(name) or not _may_be_said_of_person(analysis, index):
        return None
    beside = described.relation == "amod" and analysis.low[index] not in OWN
    return None if beside and analysis.types.get(name) != "PER" else name


def _may_be_said_of_person(analysis: KnownPersons, index: int) -> bool:
    """Whether a participle beside a name may describe a person."""
    return verb_of(analysis.low[index], analysis.document.tokens[index].lemma) not in PASSIVES_OF_THINGS
