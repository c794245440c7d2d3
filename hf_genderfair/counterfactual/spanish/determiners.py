"""Which person a Spanish article, another determiner or *mismo* belongs to."""

from __future__ import annotations

from hf_genderfair.counterfactual.spanish.agreement import DROPPED, SELF, agrees, subject
from hf_genderfair.counterfactual.spanish.clitics import is_misread
from hf_genderfair.counterfactual.spanish.invariant import POSSESSED, SPEECH_ACT_PERSONS
from hf_genderfair.counterfactual.spanish.known_persons import KnownPersons, nearest_noun
from hf_genderfair.counterfactual.spanish.null_subjects import nearest_subject
from hf_genderfair.languages.clauses import has_copula

ARTICLES = frozenset("el la los las".split())


def determined(analysis: KnownPersons, index: int) -> int | None:
    """Return the person that an article or another determiner belongs to, None where it belongs to nobody known."""
    document, tokens = analysis.document, analysis.document.tokens
    head = document.heads[index]
    poor = analysis.low[index + 1 : index + 2] == ["poco"]
    if poor or _stands_for_thing(analysis, index) or is_misread(analysis, index):
        return None
    marked = tokens[index + 1 : index + 2] and tokens[index + 1].pos == "PUNCT"
    if marked and head < index and analysis.low[index] in ARTICLES:
        # señor: El «sí» ganó
        return None
    if analysis.low[index] in POSSESSED:
        # cuya madre agrees with what is owned
        return analysis.people[head] if head in analysis.nouns and head in analysis.people else None
    if analysis.low[index + 1 : index + 2] in (["que"], ["cual"], ["cuales"]):
        return _antecedent(analysis, index, index + 1)
    if head in analysis.people and (head in analysis.nouns or tokens[head].pos != "PROPN"):
        return analysis.people[head]
    after, last = index + 1, index
    while after < len(tokens) and tokens[after].pos in ("ADJ", "NUM", "ADV"):
        last = after if after in analysis.people else last
        after += 1
    if after < len(tokens) and after in analysis.people and after in analysis.nouns:
        return analysis.people[after]
    if after < len(tokens) and tokens[after].pos == "PROPN" and last > index:
        return analysis.people[last]
    return emphasised(analysis, index)


def _stands_for_thing(analysis: KnownPersons, index: int) -> bool:
    """Whether an article before *de* takes up a noun: *el del rey*."""
    return analysis.low[index + 1 : index + 2] in (["de"], ["del"]) and analysis.low[index] in ARTICLES


def _antecedent(analysis: KnownPersons, index: int, relative: int) -> int | None:
    """Return the antecedent of *la que* or *las cuales*: the head of its clause, else the nearest noun."""
    document = analysis.document
    if index and analysis.low[index - 1] == "en":
        # la casa del rey, en la que; a person is seldom a place
        return None
    clause = document.heads[relative]
    if clause in analysis.people and clause in analysis.nouns and has_copula(document, clause):
        # el que fuera alcalde
        return analysis.people[clause]
    antecedent = document.heads[clause]
    relates = document.tokens[clause].relation == "acl:relcl" and antecedent < index
    if relates and document.tokens[antecedent].pos == "NOUN" and agrees(document, index, antecedent):
        return analysis.people.get(antecedent)
    named = analysis.is_singular(index) and analysis.low[relative] == "que"
    if named and antecedent > index and analysis.types.get(antecedent) == "PER" and analysis.may_be_person(antecedent):
        # el que gana es Juan
        return antecedent
    found = nearest_noun(analysis, index)
    return None if found is None else analysis.people[found]


def antecedent_of_contraction(analysis: KnownPersons, index: int) -> int | None:
    """Return the man whom *al que* or *del cual* takes up."""
    if analysis.low[index + 1 : index + 2] not in (["que"], ["cual"]):
        return None
    return None if analysis.types.get(index - 1) == "PER" else _antecedent(analysis, index, index + 1)


def stressed(analysis: KnownPersons, index: int) -> int | None:
    """Return the person whom *misma* belongs to, after the word or before it."""
    head = analysis.document.heads[index]
    if analysis.document.tokens[index].relation in ("amod", "det") and head in analysis.people:
        return analysis.people[head]
    return emphasised(analysis, index)


def emphasised(analysis: KnownPersons, index: int) -> int | None:
    """Return the person whom *misma* emphasises: the one before it, with *sí* the subject."""
    before = index - 1
    if before < 0 or analysis.low[index] not in SELF:
        return None
    if analysis.low[before] == "sí":
        found = subject(analysis.document, index, analysis.document.heads[before])
        if found == DROPPED:
            if not analysis.is_singular(index):
                return None
            # por sí mismo is said of things too
            nearest = nearest_subject(analysis, index)
            by_itself = before > 0 and analysis.low[before - 1] == "por"
            return index if nearest or (nearest is None and not by_itself) else None
        before = found
    if before in analysis.people:
        return analysis.people[before]
    if analysis.low[before] in SPEECH_ACT_PERSONS:
        return index
    token = analysis.document.tokens[before]
    named = token.pos == "PROPN" and not token.text.isupper() and analysis.may_be_person(before)
    return before if named else None
