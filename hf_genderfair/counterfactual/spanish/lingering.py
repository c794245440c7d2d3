"""Spanish words of the old gender that a swap would leave, and that agree with no noun beside them."""

from __future__ import annotations

from collections.abc import Iterator

from hf_genderfair.counterfactual.spanish.agreement import (
    CLAUSE,
    ENDING,
    LINKING,
    PARTICIPLE,
    agrees,
    begins_sentence,
    clause_predicate,
    controller,
    subject,
)
from hf_genderfair.counterfactual.spanish.analysis import SpanishAnalysis
from hf_genderfair.counterfactual.spanish.anybody import GENERIC
from hf_genderfair.counterfactual.spanish.dropped import is_heading, is_of_fact
from hf_genderfair.counterfactual.spanish.predicates import begins_clause
from hf_genderfair.counterfactual.spanish.things import is_non_person, is_sure
from hf_genderfair.counterfactual.spanish.verbs import PASSIVES_OF_THINGS, has_enclitic, is_said_of_persons, verb_of
from hf_genderfair.languages.clauses import dependents, has_copula, has_dependent
from hf_genderfair.languages.romance.gender_forms import has_other_form
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.types import grammatical_gender

DEGREES = frozenset("muy tan más menos algo poco".split())
BEFORE_DESCRIBED = frozenset((",", "ya", "muy"))
COMMON_ENDINGS = ("nte", "ista")
"""Endings of nouns beside a name that are those of persons, though no list has them."""

OF_SPEAKERS = frozenset("soy eres estoy estás somos".split())
WITH_ARTICLE = frozenset("el la del al".split())
NEUTER = frozenset("esto eso aquello ello algo nada".split())
BEFORE_NOUN = ("ADJ", "ADV", "CCONJ", "NUM")
TOGETHER = frozenset(("juntas", "solas"))
SPAN = 3
"""Words on either side among which the noun of an adjective stands."""


def lingering(analysis: SpanishAnalysis, staying: set[int]) -> Iterator[int]:
    """Find the words in the singular that show the old gender and stay, though no noun for a thing explains it."""
    for index in sorted(staying):
        described = _may_describe(analysis, index) and not _has_noun(analysis, index, staying)
        together = analysis.source == "feminine" and analysis.low[index] in TOGETHER
        if (
            described
            or together
            or _is_of_person(analysis, index, staying)
            or _is_one_after_other(analysis, index)
            or _is_before_name(analysis, index)
        ):
            yield index


def _shows_gender(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a word in the singular has the ending of the old gender, and another form."""
    low, morph = analysis.low[index], analysis.document.tokens[index].morph
    if index in analysis.nouns or index in analysis.sexes or morph.get("Number") == "Plur":
        return False
    if grammatical_gender(morph) not in (analysis.source, None):
        return False
    return low.endswith(ENDING[analysis.source]) and has_other_form(low, analysis.source)


def _may_describe(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a word may be an adjective or a participle, also where it is taken for a bare noun or a name."""
    document, tokens, token = analysis.document, analysis.document.tokens, analysis.document.tokens[index]
    if not _shows_gender(analysis, index):
        return False
    begins = token.pos == "PROPN" and begins_sentence(document, index)
    participle = PARTICIPLE.search(analysis.low[index]) is not None
    if has_dependent(document, index, "det", "case") or _is_common(analysis.low[index]):
        return False
    if token.pos == "ADJ" and token.relation in ("root", "conj") and not participle:
        # duda, which a pipeline may take for an adjective
        described = has_copula(document, index) or analysis.low[index - 1] in DEGREES
    elif token.pos in ("NOUN", "PROPN"):
        linked = tokens[document.heads[index]].lemma in LINKING and document.heads[index] == index - 1
        participle = participle or is_said_of_persons(analysis.low[index])
        described = participle and (linked or begins or analysis.low[index - 1] in BEFORE_DESCRIBED)
    else:
        described = token.pos == "ADJ" or (token.pos == "VERB" and token.morph.get("VerbForm") == "Part")
        described = described or _is_said_of_speaker(analysis, index)
        described = described or (analysis.low[index - 1] == "," and is_said_of_persons(analysis.low[index]))
    if not described or verb_of(analysis.low[index], token.lemma) in PASSIVES_OF_THINGS:
        return False
    if (
        (not begins and analysis.is_invariant(index))
        or is_of_fact(analysis, index)
        or begins_clause(analysis, index) is not None
    ):
        return False
    return controller(document, index) != CLAUSE


def _has_noun(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a noun for a thing explains the gender of a word: beside it, or by the syntax of the sentence."""
    document, tokens = analysis.document, analysis.document.tokens
    owner = controller(document, index)
    if _is_before_person(analysis, index, staying) or _is_said_of_speaker(analysis, index):
        return False
    if _has_object_written_with_verb(analysis, index):
        return False
    named = owner >= 0 and tokens[owner].pos == "PROPN" and is_said_of_persons(analysis.low[index])
    named = named or _may_describe_subject(analysis, index, owner, staying)
    if owner >= 0 and owner in staying and _is_thing(analysis, owner) and agrees(document, index, owner) and not named:
        return True
    if owner >= 0 and analysis.low[owner] in NEUTER:
        return True
    start, end = document.sentences[document.sentence_of[index]]
    for step, between in ((-1, ()), (1, BEFORE_NOUN)):
        for at in range(index + step, index + step * (SPAN + 1), step):
            if not start <= at < end or tokens[at].pos == "PUNCT":
                break
            beside = at == index + step and (is_heading(analysis, at) or _is_other_name(analysis, at))
            beside = beside and not is_said_of_persons(analysis.low[index])
            if at in staying and (beside or _is_thing(analysis, at)) and agrees(document, index, at):
                return True
            if between and tokens[at].pos not in between:
                break
    return False


def _may_describe_subject(analysis: SpanishAnalysis, index: int, owner: int, staying: set[int]) -> bool:
    """Whether a word behind a comma may be of the subject, who changes: *el rey dormía en un palacio, rodeado*."""
    document = analysis.document
    if owner < 0 or analysis.low[index - 1] != "," or not has_dependent(document, owner, "case"):
        return False
    if analysis.low[index + 1 : index + 2] == ["por"]:
        # who does it is said of things more often: en un carro, tirado por mulas
        return False
    above = subject(document, index, clause_predicate(document, owner))
    return above in analysis.people and above not in staying


def _has_object_written_with_verb(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a participle stands right behind a verb and its object, who is a person: *verle curado*."""
    before = analysis.low[index - 1] if index else ""
    owned = analysis.document.heads[index] == index - 1 and before.endswith(("le", "lo", "la"))
    return owned and has_enclitic(before)


def _is_one_after_other(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether *una* stands for one of several of whom *otra* says another: *una tras otra*."""
    ending = ENDING[analysis.source]
    if analysis.low[index] not in ("un" + ending, "un" + ending + "s") or analysis.source == "masculine":
        return False
    near = analysis.low[index + 2 : index + 4]
    return any(word in ("otr" + ending, "otr" + ending + "s") for word in near)


def _is_before_name(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a word that praises or scolds stands right before a name: *oh, bendito Martín*; *el infeliz Mora*."""
    tokens, name = analysis.document.tokens, index + 1
    noun = analysis.nouns.get(index)
    shown = _shows_gender(analysis, index) or (noun is not None and noun.replacement != analysis.low[index])
    if name >= len(tokens) or not shown or not tokens[index].text.islower():
        return False
    described = tokens[index].pos in ("ADJ", "NOUN") and index not in analysis.people
    words = romance_words("es")
    gender = words.first_name(tokens[name].text)
    surname = gender is None and tokens[name].pos == "PROPN" and analysis.low[index - 1] in WITH_ARTICLE
    return described and (surname or gender == analysis.source) and analysis.types.get(name) == "PER"


def _is_said_of_speaker(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a copula says a predicate of who speaks or is spoken to: *soy dichosa*."""
    return any(analysis.low[at] in OF_SPEAKERS for at in dependents(analysis.document, index, "cop"))


def _is_other_name(analysis: SpanishAnalysis, index: int) -> bool:
    return analysis.document.tokens[index].pos == "PROPN" and analysis.types.get(index) != "PER"


def _is_before_person(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a word between commas stands right before who changes: *junto al río, apoyada en Ana, la reina calló*."""
    low = analysis.low
    _, end = analysis.document.sentences[analysis.document.sentence_of[index]]
    if not index or low[index - 1] != ",":
        return False
    after = next((at + 1 for at in range(index, end) if low[at] == ","), index)
    return after in analysis.people and after not in staying and agrees(analysis.document, index, after)


def _is_thing(analysis: SpanishAnalysis, index: int) -> bool:
    token = analysis.document.tokens[index]
    if token.pos == "PROPN":
        return analysis.types.get(index) in ("ORG", "LOC")
    if token.pos in ("PRON", "NUM"):
        # uno muy feo
        return analysis.is_of_gender(index)
    if token.pos == "ADJ":
        # una llamada extraordinaria
        return has_dependent(analysis.document, index, "det")
    return token.pos == "NOUN" and (index in analysis.nouns or is_non_person(analysis.document, index, analysis.types))


def _is_common(low: str) -> bool:
    """Whether a word means persons only, with one form for both genders: *humorista*."""
    form = romance_words("es").persons.get(low)
    return form is not None and form.kind == "common"


def _is_of_person(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a determiner or adjective of a word of one form for both genders stays: *antiguo componente*."""
    document, token, low = analysis.document, analysis.document.tokens[index], analysis.low
    head = document.heads[index]
    if token.relation not in ("det", "amod") or head not in staying or not _shows_gender(analysis, index):
        return False
    if any(low[child] in GENERIC for child in document.children[head]):
        return False
    apposed = document.tokens[head].relation == "appos" and document.heads[head] in analysis.people
    noun = document.tokens[head].pos == "NOUN" and head not in analysis.nouns
    form = romance_words("es").persons.get(low[head])
    common = form is not None and form.kind == "common" and is_sure(form)
    return noun and (common or (apposed and low[head].endswith(COMMON_ENDINGS)))
