"""Spanish words of the old gender that would stay beside a person who changes, where a parse does not join them."""

from __future__ import annotations

from collections.abc import Mapping

from hf_genderfair.counterfactual.spanish.agreement import (
    AND,
    ENDING,
    JOINS,
    OR,
    OWNED,
    SELF,
    agrees,
    begins_sentence,
)
from hf_genderfair.counterfactual.spanish.analysis import SpanishAnalysis
from hf_genderfair.counterfactual.spanish.clitics import CLITICS
from hf_genderfair.counterfactual.spanish.things import is_non_person
from hf_genderfair.languages.clauses import SUBJECTS, dependents, has_copula, has_dependent
from hf_genderfair.languages.romance.gender_forms import COMPARATIVES, has_other_form
from hf_genderfair.languages.romance.words import ADJECTIVE, romance_words
from hf_genderfair.languages.types import PairedGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

SERIES = AND | {","}
SEVERAL = frozenset(("ellas", "nosotras", "vosotras"))
ARTICLE: Mapping[PairedGender, str] = {"feminine": "la", "masculine": "el"}
ORDINALS = WordClass("closed_classes_romance", "ordinal_of_person_es")
LONGEST = 8
"""Words behind an adjective among which others of the same series stand."""

ONE = frozenset(("uno", "una"))
NO_DETERMINERS = frozenset("la lo las los".split())
"""Words that are as often object pronouns."""


def leaves_remains(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a word that changes has beside it a word of the old gender that is said of the same person and stays."""
    if index in analysis.nouns:
        return (
            _has_unlisted_apposition(analysis, index, staying)
            or _is_predicate_of_participle(analysis, index, staying)
            or _is_apposed_to_team(analysis, index)
            or _has_predicate_that_stays(analysis, index, staying)
            or _is_joined_to_elliptical(analysis, index, staying)
        )
    if analysis.document.tokens[index].pos == "DET":
        return _is_joined_to_determiner(analysis, index, staying)
    return (
        _has_own_determiner(analysis, index, staying)
        or _is_one_of_all(analysis, index, staying)
        or _has_other_subject(analysis, index, staying)
        or _is_in_series(analysis, index, staying)
        or _may_own_thing(analysis, index)
    )


def _may_own_thing(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a possessive with its article may as well take up a thing: *el coche de mi hermano y el suyo*."""
    document, tokens = analysis.document, analysis.document.tokens
    if analysis.low[index] not in OWNED or tokens[index - 1].pos != "DET":
        return False
    start, _ = document.sentences[document.sentence_of[index]]
    nouns = (at for at in range(start, index) if tokens[at].pos == "NOUN" and at not in analysis.people)
    return any(agrees(document, index - 1, at) and is_non_person(document, at, analysis.types) for at in nouns)


def _has_unlisted_apposition(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a noun with an article, which no list has, may name the same person: *su hermano, el marinerillo*."""
    document, tokens, low = analysis.document, analysis.document.tokens, analysis.low
    _, end = document.subtree(index)
    behind = [at for at in dependents(document, index, "appos", "amod") if at > index]
    if end + 1 < len(tokens) and low[end] == "," and tokens[end + 1].pos == "DET":
        behind.append(document.heads[end + 1])
    for at in behind:
        articles = [child for child in dependents(document, at, "det") if child in staying and child < at]
        if not any(analysis.is_of_gender(child) for child in articles) or not analysis.is_singular(at):
            continue
        if tokens[at].pos == "PROPN" and analysis.types.get(at) in ("ORG", "LOC"):
            # el primer clasificado, un Levante invicto
            return True
        unlisted = tokens[at].pos in ("NOUN", "ADJ") and low[at] not in romance_words("es").persons
        person = tokens[at].pos == "NOUN" and not is_non_person(document, at, analysis.types)
        if at in staying and (person or (unlisted and analysis.low[at].endswith(("illo", "ito", "illa", "ita")))):
            return True
    return False


def _is_predicate_of_participle(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether the participle before a bare noun stays that is said of the same person: *convertido en crítico*."""
    document, head = analysis.document, analysis.document.heads[index]
    bare = not has_dependent(document, index, "det") and analysis.low[index - 1] in ("en", "como", "a")
    participle = document.tokens[head].morph.get("VerbForm") == "Part" or begins_sentence(document, head)
    participle = participle and head == index - 2
    participle = participle and not analysis.is_invariant(head)
    return bare and participle and head in staying and analysis.is_of_gender(head) and analysis.is_singular(head)


def _is_apposed_to_team(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a bare noun stands behind the name of no person and a comma: *Podemos, defensor del derecho*."""
    document, low = analysis.document, analysis.low
    if index < 2 or low[index - 1] != "," or has_dependent(document, index, "det"):
        return False
    name = document.tokens[index - 2]
    begins = begins_sentence(document, index - 2)
    if name.pos == "PRON":
        return False
    other = name.pos != "PROPN" or analysis.types.get(index - 2) in ("ORG", "LOC")
    return name.text[0].isupper() and not begins and other and romance_words("es").first_name(name.text) is None


def _is_joined_to_determiner(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether another determiner of the same noun stays: *uno u otro jugador*."""
    before = index - 2
    return before >= 0 and analysis.low[index - 1] in OR and before in staying and analysis.is_of_gender(before)


def _has_own_determiner(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a determiner of an adjective or pronoun stays: *otros tan altos*."""
    tokens, before = analysis.document.tokens, index - 1
    if analysis.low[index] in SELF:
        return False
    while before >= 0 and tokens[before].pos in ("ADV", "ADJ"):
        before -= 1
    determined = before >= 0 and tokens[before].pos in ("DET", "PRON") and tokens[before].relation != "expl:pv"
    same = determined and analysis.is_singular(before) == analysis.is_singular(index)
    case = same and before in staying and analysis.low[before] not in NO_DETERMINERS
    return case and analysis.is_of_gender(before)


def _is_one_of_all(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a pronoun takes one out of a group of the old gender without a noun: *uno de los más altos*."""
    low, tokens = analysis.low, analysis.document.tokens
    if tokens[index].pos not in ("PRON", "NUM") or low[index + 1 : index + 2] != ["de"] or index + 2 not in staying:
        return False
    article = index + 2
    elliptical = tokens[article].pos == "DET" and tokens[analysis.document.heads[article]].pos not in ("NOUN", "PROPN")
    return elliptical and analysis.is_of_gender(article) and not analysis.is_singular(article)


def _has_other_subject(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a noun with its article behind a predicate is its subject: *era llegado el momento*."""
    document, tokens = analysis.document, analysis.document.tokens
    if tokens[index].pos not in ("ADJ", "VERB"):
        return False
    article = index + 1
    if (
        article == len(tokens)
        or tokens[article].pos != "DET"
        or not has_dependent(document, index, "aux", "aux:pass", "cop")
    ):
        return False
    noun = document.heads[article]
    fits = tokens[noun].relation in (*SUBJECTS, "obj") and document.heads[noun] == index
    return fits and article in staying and analysis.is_of_gender(article) and analysis.is_singular(article)


def _is_in_series(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether an adjective of a series stays: *quedó hechizado, ebrio, loco*; *robusto y recio* at a beginning."""
    document, tokens, low = analysis.document, analysis.document.tokens, analysis.low
    if tokens[index].pos not in ("ADJ", "VERB") or not analysis.is_singular(index):
        return False
    first, end = document.sentences[document.sentence_of[index]]
    if index == first + 2 and low[index - 1] in SERIES and _may_be_adjective(analysis, first, staying):
        return True
    for at in range(index + 1, min(index + LONGEST, end)):
        if tokens[at].morph.get("VerbForm") == "Fin" or low[at] in (";", "que"):
            return False
        if low[at - 1] in SERIES and _may_be_adjective(analysis, at, staying):
            return True
    return False


def _may_be_adjective(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a bare word that stays has the ending of an adjective of the old gender and another form."""
    document, token, low = analysis.document, analysis.document.tokens[index], analysis.low[index]
    if index not in staying or index in analysis.nouns or token.pos not in ("ADJ", "NOUN", "PROPN", "VERB"):
        return False
    if grammatical_gender(token.morph) not in (None, analysis.source) or token.morph.get("Number") == "Plur":
        return False
    after = document.tokens[index + 1 : index + 2]
    before_noun = bool(after) and after[0].pos in ("NOUN", "DET", "PROPN", "PRON")
    if before_noun or has_dependent(document, index, "det", "case", "cop", "aux") or analysis.is_invariant(index):
        return False
    words = romance_words("es")
    unknown = token.pos == "PROPN" and words.first_name(token.text) is None and token.text not in words.surnames
    described = ADJECTIVE.search(token.text) is not None or token.pos == "ADJ" or unknown
    return described and low.endswith(ENDING[analysis.source]) and has_other_form(low, analysis.source)


def _has_predicate_that_stays(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether an article of what is said of a noun stays: *la alemana fue el mejor*."""
    document, tokens, head = analysis.document, analysis.document.tokens, analysis.document.heads[index]
    said = tokens[index].relation in SUBJECTS and has_copula(document, head) and head in staying
    elliptical = tokens[head].pos in ("ADJ", "PRON", "NUM") or analysis.low[head] in COMPARATIVES
    determiners = dependents(document, head, "det") if said and elliptical else []
    return any(at in staying and analysis.is_of_gender(at) for at in determiners)


def _is_joined_to_elliptical(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether an adjective with an article that is joined to a person stays: *la viva y la muerta*."""
    low, tokens, before = analysis.low, analysis.document.tokens, index - 1
    while before > 0 and (tokens[before].pos in ("DET", "ADP") or low[before] in ("á", "a")):
        before -= 1
    if before < 2 or low[before] not in JOINS or tokens[before - 2].pos != "DET" or before - 2 not in staying:
        return False
    same = analysis.is_of_gender(before - 2) and analysis.is_singular(before - 2) and analysis.is_singular(index)
    alone = tokens[before - 1].pos == "ADJ" or analysis.refused.get(before - 1) == "thing"
    return same and alone and (has_other_form(low[before - 1], analysis.source) or low[before - 1] in COMPARATIVES)


def takes_up_changing(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a pronoun that stays may mean who changes: *el rey de aquí y el de allá*, *el otro*, *nosotras*."""
    low, tokens, document = analysis.low, analysis.document.tokens, analysis.document
    start, end = document.sentences[document.sentence_of[index]]
    if low[index] in SEVERAL:
        around = (at for at in analysis.nouns if start <= at < end and at not in staying)
        return analysis.source == "feminine" and any(not analysis.is_singular(at) for at in around)
    after = low[index + 1 : index + 2]
    if low[index] == ARTICLE[analysis.source] and after == ["que"] and begins_sentence(document, index):
        # el que lo hizo merecía que lo castigaran
        return any(low[at] in CLITICS and at not in staying for at in analysis.people if start <= at < end)
    if low[index] in ONE and low[index + 1 : index + 3] in (["de", "los"], ["de", "las"]) and low[index].endswith("o"):
        group = analysis.refused.get(document.heads[index + 2]) == "generic masculine"
        group = group and not has_copula(document, index)
        return group and any(start <= at < end and at not in staying for at in analysis.nouns)
    if low[index] in ONE and low[index - 1] == "cada" and low[index].endswith(ENDING[analysis.source]):
        # las socias tienen diez votos cada una
        return any(start <= at < end and at not in staying for at in analysis.nouns if not analysis.is_singular(at))
    article = low[index] == ARTICLE[analysis.source] and tokens[index].pos in ("DET", "PRON")
    if article and after and after[0] in ORDINALS and after[0].endswith(ENDING[analysis.source]):
        # ni su hija ni su yerno se quejaron, aunque la primera calló
        alone = tokens[index + 2 : index + 3] and tokens[index + 2].pos not in ("NOUN", "ADJ", "PROPN")
        return bool(alone) and _takes_up_nearest(analysis, index, staying)
    if not article or not (after in (["de"], ["del"]) or after == ["otr" + ENDING[analysis.source]]):
        return False
    if after[0].startswith("otr") and tokens[index + 2 : index + 3] and tokens[index + 2].pos in ("NOUN", "ADJ"):
        return False
    one = any(low[at] in ONE and at not in staying for at in range(start, index))
    return (after[0].startswith("otr") and one) or _takes_up_nearest(analysis, index, staying)


def _takes_up_nearest(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether the nearest noun in the singular that agrees with a word, before it in its sentence, changes."""
    tokens = analysis.document.tokens
    start, _ = analysis.document.sentences[analysis.document.sentence_of[index]]
    nouns = (at for at in range(index - 1, start - 1, -1) if tokens[at].pos in ("NOUN", "PROPN"))
    same = (at for at in nouns if at in analysis.nouns or (analysis.is_singular(at) and analysis.is_of_gender(at)))
    nearest = next(same, None)
    return nearest is not None and nearest in analysis.nouns and nearest not in staying
