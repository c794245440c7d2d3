"""Spanish words of the old gender that a swap would leave, and that agree with no noun beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hf_genderfair.counterfactual.spanish.agreement import CLAUSE, LINKING, agrees, controller
from hf_genderfair.counterfactual.spanish.analysis import SpanishAnalysis
from hf_genderfair.counterfactual.spanish.anybody import GENERIC
from hf_genderfair.counterfactual.spanish.dropped import is_of_fact, is_said_of_persons
from hf_genderfair.counterfactual.spanish.things import is_non_person, is_sure
from hf_genderfair.counterfactual.spanish.verbs import PASSIVES_OF_THINGS, verb_of
from hf_genderfair.languages.clauses import dependents, has_copula, has_dependent
from hf_genderfair.languages.romance.gender_forms import other_form
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.types import PairedGender, grammatical_gender

PARTICIPLE = re.compile(r"(?:[aií]d|ch|[ue]st|rt|crit|uelt)[oa]s?$")
"""Endings of participles."""

DEGREES = frozenset("muy tan más menos algo poco".split())
COMMON_ENDINGS = ("nte", "ista")
"""Endings of nouns beside a name that are those of persons, though no list has them."""

ENDING: Mapping[PairedGender, str] = {"feminine": "a", "masculine": "o"}
OF_SPEAKERS = frozenset("soy eres estoy estás somos".split())
NEUTER = frozenset("esto eso aquello ello algo nada".split())
BEFORE_NOUN = ("ADJ", "ADV", "CCONJ", "NUM")
TOGETHER = frozenset(("juntas", "solas"))
SPAN = 3
"""Words on either side among which the noun of an adjective stands."""


def lingering(analysis: SpanishAnalysis, staying: set[int]) -> Iterator[int]:
    """Find the words in the singular that show the old gender and stay, though no noun for a thing explains it.

    Args:
        analysis: The words for persons.
        staying: The words that do not change.

    Yields:
        Adjectives, participles and determiners: *antiguo componente*, *apoyada en el estribo, doña Inés calló*.
    """
    for index in sorted(staying):
        described = _may_describe(analysis, index) and not _has_noun(analysis, index, staying)
        together = analysis.source == "feminine" and analysis.low[index] in TOGETHER
        if described or together or _is_of_shared_article(analysis, index) or _is_of_person(analysis, index, staying):
            yield index


def _shows_gender(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a word in the singular has the ending of the old gender, and another form."""
    low, morph = analysis.low[index], analysis.document.tokens[index].morph
    if index in analysis.nouns or index in analysis.sexes or morph.get("Number") == "Plur":
        return False
    if grammatical_gender(morph) not in (analysis.source, None):
        return False
    other: PairedGender = "masculine" if analysis.source == "feminine" else "feminine"
    return low.endswith(ENDING[analysis.source]) and other_form(low, other) not in (None, low)


def _may_describe(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a word may be an adjective or a participle, also where it is taken for a bare noun or a name."""
    document, tokens, token = analysis.document, analysis.document.tokens, analysis.document.tokens[index]
    if not _shows_gender(analysis, index):
        return False
    begins = token.pos == "PROPN" and index == document.sentences[document.sentence_of[index]][0]
    participle = PARTICIPLE.search(analysis.low[index]) is not None
    if has_dependent(document, index, "det", "case") or _is_common(analysis.low[index]):
        return False
    if token.pos == "ADJ" and token.relation in ("root", "conj") and not participle:
        # duda, which a pipeline may take for an adjective
        described = has_copula(document, index) or analysis.low[index - 1] in DEGREES
    elif token.pos in ("NOUN", "PROPN"):
        linked = tokens[document.heads[index]].lemma in LINKING and document.heads[index] == index - 1
        participle = participle or is_said_of_persons(analysis.low[index])
        described = participle and (linked or begins or tokens[index - 1].text == ",")
    else:
        described = token.pos == "ADJ" or (token.pos == "VERB" and token.morph.get("VerbForm") == "Part")
        described = described or _is_said_of_speaker(analysis, index)
    if not described or verb_of(analysis.low[index], token.lemma) in PASSIVES_OF_THINGS:
        return False
    if (
        (not begins and analysis.is_invariant(index))
        or is_of_fact(analysis, index)
        or analysis.begins_clause(index) is not None
    ):
        return False
    return controller(document, index) != CLAUSE


def _has_noun(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a noun for a thing explains the gender of a word: beside it, or by the syntax of the sentence."""
    document, tokens = analysis.document, analysis.document.tokens
    owner = controller(document, index)
    if _is_before_person(analysis, index, staying) or _is_said_of_speaker(analysis, index):
        return False
    named = owner >= 0 and tokens[owner].pos == "PROPN" and is_said_of_persons(analysis.low[index])
    if owner >= 0 and owner in staying and _is_thing(analysis, owner) and agrees(document, index, owner) and not named:
        return True
    if owner >= 0 and analysis.low[owner] in NEUTER:
        return True
    start, end = document.sentences[document.sentence_of[index]]
    for step, between in ((-1, ()), (1, BEFORE_NOUN)):
        for at in range(index + step, index + step * (SPAN + 1), step):
            if not start <= at < end or tokens[at].pos == "PUNCT":
                break
            beside = at == index + step and (_is_heading(analysis, at) or _is_other_name(analysis, at))
            beside = beside and not is_said_of_persons(analysis.low[index])
            if at in staying and (beside or _is_thing(analysis, at)) and agrees(document, index, at):
                return True
            if between and tokens[at].pos not in between:
                break
    return False


def _is_said_of_speaker(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a copula says a predicate of who speaks or is spoken to: *soy dichosa*."""
    return any(analysis.low[at] in OF_SPEAKERS for at in dependents(analysis.document, index, "cop"))


def _is_other_name(analysis: SpanishAnalysis, index: int) -> bool:
    return analysis.document.tokens[index].pos == "PROPN" and analysis.types.get(index) != "PER"


def _is_heading(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a word that begins a sentence and is taken for a verb may be a noun: *Pregunta dirigida al alcalde*."""
    document = analysis.document
    first = document.sentences[document.sentence_of[index]][0] == index
    return first and document.tokens[index].pos == "VERB" and analysis.low[index].endswith(ENDING[analysis.source])


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
        return grammatical_gender(token.morph) == analysis.source
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


def _is_of_shared_article(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether an article stays that is also that of a person joined to its noun: *el humorista y actor*."""
    document, token = analysis.document, analysis.document.tokens[index]
    gender, plural = grammatical_gender(token.morph), token.morph.get("Number") == "Plur"
    if token.relation != "det" or plural or gender != analysis.source:
        return False
    joined = (at for at in dependents(document, document.heads[index], "conj") if at in analysis.nouns)
    return any(
        at in analysis.people and analysis.is_singular(at) and analysis.low[at - 1] in ("y", "e") for at in joined
    )
