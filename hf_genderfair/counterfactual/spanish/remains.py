"""Spanish words of the old gender that would stay beside a person who changes, where a parse does not join them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hf_genderfair.counterfactual.spanish.agreement import (
    AND,
    ENDING,
    JOINS,
    OR,
    OWNED,
    PARTICIPLE,
    SELF,
    TITLES,
    agrees,
    begins_sentence,
    own_subject,
)
from hf_genderfair.counterfactual.spanish.analysis import ALONE, DEMONSTRATIVES, SpanishAnalysis
from hf_genderfair.counterfactual.spanish.clitics import CLITICS, verb_index
from hf_genderfair.counterfactual.spanish.things import AGENTS, is_non_person
from hf_genderfair.languages.clauses import SUBJECTS, dependents, has_copula, has_dependent
from hf_genderfair.languages.evidence import title_gender
from hf_genderfair.languages.romance.gender_forms import COMPARATIVES, has_other_form
from hf_genderfair.languages.romance.words import ADJECTIVE, romance_words
from hf_genderfair.languages.types import PairedGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

BEFORE_CLAUSE = AND | {",", ";", "que"}
SERIES = AND | {","}
SEVERAL = frozenset(("ellas", "nosotras", "vosotras"))
ARTICLE: Mapping[PairedGender, str] = {"feminine": "la", "masculine": "el"}
ORDINALS = WordClass("closed_classes_romance", "ordinal_of_person_es")
LONGEST = 8
"""Words behind an adjective among which others of the same series stand."""

ONE = frozenset(("uno", "una"))
DASH = re.compile("[-–—]")
GOOD = frozenset(("bueno", "buena"))
NO_DETERMINERS = frozenset("la lo las los".split())
"""Words that are as often object pronouns."""

EVERY = frozenset(("todos", "todas", "ambos", "ambas"))


def leaves_remains(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a word that changes has beside it a word of the old gender that is said of the same person and stays.

    Args:
        analysis: The words for persons.
        index: Index of a word that changes.
        staying: The words that do not change.

    Returns:
        Whether one stays: *dos hombre atrevidos*, *su hermano, el marinerillo*, *uno u otro jugador*.
    """
    if index in analysis.nouns:
        return (
            _has_adjective_of_other_number(analysis, index, staying)
            or _has_unlisted_apposition(analysis, index, staying)
            or _is_predicate_of_participle(analysis, index, staying)
            or _is_apposed_to_team(analysis, index)
            or _is_summed_up(analysis, index, staying)
            or _has_glued_possessive(analysis, index)
            or _shares_determiner(analysis, index, staying)
            or _is_joined_to_adjective(analysis, index)
            or _is_called(analysis, index, staying)
            or _has_predicate_that_stays(analysis, index, staying)
            or _has_title_behind(analysis, index, staying)
            or _is_joined_to_elliptical(analysis, index, staying)
            or _is_of_unread_participle(analysis, index, staying)
        )
    if analysis.document.tokens[index].pos == "DET":
        return _is_joined_to_determiner(analysis, index, staying)
    return (
        _has_own_determiner(analysis, index, staying)
        or _is_one_of_all(analysis, index, staying)
        or _has_other_subject(analysis, index, staying)
        or _is_doubled(analysis, index, staying)
        or _is_in_series(analysis, index, staying)
        or _has_unlisted_office(analysis, index, staying)
        or _is_best_of_group(analysis, index, staying)
        or _has_named_subject(analysis, index, staying)
        or _may_own_thing(analysis, index)
        or _has_predicate_behind_verb(analysis, index, staying)
    )


def _has_predicate_behind_verb(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a participle behind the verb of an object pronoun stays, taken for a noun: *la hallaron tirada*."""
    if analysis.low[index] not in CLITICS or not analysis.is_singular(index):
        return False
    at = verb_index(analysis, index) + 1
    if at not in staying or not analysis.low[at].endswith(ENDING[analysis.source]):
        return False
    bare = analysis.document.tokens[at].pos in ("ADJ", "NOUN", "VERB")
    return bare and at > index + 1 and PARTICIPLE.search(analysis.low[at]) is not None


def _may_own_thing(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a possessive with its article may as well take up a thing: *el coche de mi hermano y el suyo*."""
    document, tokens = analysis.document, analysis.document.tokens
    if analysis.low[index] not in OWNED or tokens[index - 1].pos != "DET":
        return False
    start, _ = document.sentences[document.sentence_of[index]]
    nouns = (at for at in range(start, index) if tokens[at].pos == "NOUN" and at not in analysis.people)
    return any(agrees(document, index - 1, at) and is_non_person(document, at, analysis.types) for at in nouns)


def _has_adjective_of_other_number(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether an adjective beside a noun differs from it in number only, by a slip: *dos hombre atrevidos*."""
    singular = analysis.is_singular(index)
    determined = index > 0 and analysis.document.tokens[index - 1].pos == "DET"
    if determined and singular and analysis.is_of_gender(index - 1) and not analysis.is_singular(index - 1):
        return True
    beside = (at for at in dependents(analysis.document, index, "amod") if at in (index - 1, index + 1))
    return any(
        at in staying
        and analysis.is_of_gender(at)
        and analysis.low[at].endswith(("os", "as"))
        and analysis.is_singular(index) != analysis.is_singular(at)
        for at in beside
    )


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


def _has_glued_possessive(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a possessive behind a noun is a part of its token only, for want of a blank: *hija mía—dijo*."""
    after = analysis.low[index + 1] if index + 1 < len(analysis.low) else ""
    word = DASH.split(after)[0]
    return word != after and word in OWNED and word.endswith(ENDING[analysis.source])


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
    if low[index - 1] == "ya":
        index -= 1
    if index < 2 or low[index - 1] != "," or has_dependent(document, index, "det"):
        return False
    name = document.tokens[index - 2]
    if low[index] == "ya" and name.pos == "NOUN":
        # volvió a la casa, ya vecina
        return is_non_person(document, index - 2, analysis.types) and analysis.is_of_gender(index - 2)
    begins = begins_sentence(document, index - 2)
    if name.pos == "PRON":
        return False
    other = name.pos != "PROPN" or analysis.types.get(index - 2) in ("ORG", "LOC")
    return name.text[0].isupper() and not begins and other and romance_words("es").first_name(name.text) is None


def _is_summed_up(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a plural that stays sums up the persons named before it: *el señor Ruiz y Mora, todos dirigentes*."""
    document, low = analysis.document, analysis.low
    _, end = document.sentences[document.sentence_of[index]]
    after = (at for at in range(index + 1, end) if low[at] in EVERY and low[at - 1] == "," and at in staying)
    return any(analysis.is_of_gender(at) and document.heads[at] in (at + 1, at + 2) for at in after)


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
        article < len(tokens)
        and tokens[article].pos == "DET"
        and has_dependent(document, index, "aux", "aux:pass", "cop")
    ):
        noun = document.heads[article]
        fits = tokens[noun].relation in (*SUBJECTS, "obj") and document.heads[noun] == index
        if fits and article in staying and analysis.is_of_gender(article) and analysis.is_singular(article):
            return True
    if analysis.people[index] in analysis.nouns:
        return False
    # replicó desconcertado el Sochantre
    verbs = {document.heads[index], *dependents(document, index, "conj")}
    subjects = (at for verb in verbs for at in dependents(document, verb, "nsubj") if at > index and at in staying)
    return any(
        tokens[at].pos == "PROPN" and any(analysis.is_of_gender(child) for child in dependents(document, at, "det"))
        for at in subjects
    )


def _is_doubled(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether an object pronoun right behind *a ella* says the same person once more and stays: *a ella la pedí*."""
    low, after = analysis.low, index + 1
    pronoun = low[index] in ("ella", "él") and index > 0 and low[index - 1] == "a"
    return pronoun and after in staying and low[after : after + 1] == [{"ella": "la", "él": "lo"}.get(low[index])]


def _shares_determiner(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a bare noun is joined to another that has the article of both and stays: *el capataz o jefe*."""
    document, tokens, head = analysis.document, analysis.document.tokens, analysis.document.heads[index]
    joined = tokens[index].relation == "conj" and tokens[head].pos == "NOUN" and head in staying
    if not joined or has_dependent(document, index, "det", "case") or analysis.low[index - 1] not in JOINS:
        return False
    determiners = (at for at in dependents(document, head, "det") if at in staying and analysis.is_of_gender(at))
    return any(determiners) and analysis.is_singular(head) and head >= index - 3


def _is_joined_to_adjective(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a bare noun is joined to an adjective, and so may be one that describes a thing: *limpias y gordas*."""
    document, head = analysis.document, analysis.document.heads[index]
    bare = document.tokens[index].relation == "conj" and not has_dependent(document, index, "det", "case", "cop")
    if document.tokens[head].pos == "NOUN" and head not in analysis.people and analysis.low[index - 1] in JOINS:
        # la huerta, limpia y amiga del sol
        head = index - 2
    adjective = document.tokens[head].pos == "ADJ" and head not in analysis.people
    return bare and adjective and analysis.is_of_gender(head) and not has_dependent(document, head, "det", "cop")


def _is_called(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether an adjective with an article and *de* stands before a noun of the same person: *el bueno del alcalde*."""
    tokens, before = analysis.document.tokens, index - 1
    while before > 0 and tokens[before].pos in ("ADJ", "DET"):
        before -= 1
    if before < 2 or analysis.low[before] not in ("de", "del"):
        return False
    article = before - 2
    praised = tokens[before - 1].pos == "ADJ" or analysis.low[before - 1] in GOOD
    return praised and article in staying and tokens[article].pos == "DET" and analysis.is_of_gender(article)


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
    """Whether an article of what is said of a noun stays, or that of a name which it is said of.

    They are *la alemana fue el mejor*, and *un Miguel fue emperador*.
    """
    document, tokens, head = analysis.document, analysis.document.tokens, analysis.document.heads[index]
    said = tokens[index].relation in SUBJECTS and has_copula(document, head) and head in staying
    if said and (tokens[head].pos in ("ADJ", "PRON", "NUM") or analysis.low[head] in COMPARATIVES):
        return any(at in staying and analysis.is_of_gender(at) for at in dependents(document, head, "det"))
    return _has_named_subject(analysis, index, staying)


def _has_named_subject(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether the subject is a name with an article that stays: *el Ruiz fue elegido*."""
    document = analysis.document
    own = own_subject(document, index)
    if own is None or own < 0 or document.tokens[own].pos != "PROPN" or own > index:
        return False
    return any(at in staying and analysis.is_of_gender(at) for at in dependents(document, own, "det"))


def _is_of_unread_participle(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a participle that was taken for a finite verb begins the clause of a noun: *Muerta la madre, calló*."""
    document, verb = analysis.document, index - 2
    if verb not in staying or index + 1 >= len(document.tokens) or analysis.low[index + 1] != ",":
        return False
    begins = begins_sentence(document, verb) or analysis.low[verb - 1] in BEFORE_CLAUSE
    form = PARTICIPLE.search(analysis.low[verb]) is not None and analysis.low[verb].endswith(ENDING[analysis.source])
    return begins and form and document.tokens[verb].pos == "VERB" and document.tokens[index - 1].pos == "DET"


def _has_title_behind(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a form of address right behind a noun stays: *la reina don Juan*."""
    after = index + 1
    if after not in staying or after not in analysis.nouns or analysis.low[after] not in TITLES:
        return False
    title = title_gender(analysis.low[after], "es")
    return title is not None and title.gender == ("female" if analysis.source == "feminine" else "male")


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


def _has_unlisted_office(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a bare noun behind a participle names an office and stays: *fue nombrada pensionero*."""
    tokens, after = analysis.document.tokens, index + 1
    if tokens[index].morph.get("VerbForm") != "Part" or after >= len(tokens) or after not in staying:
        return False
    bare = tokens[after].pos == "NOUN" and analysis.document.heads[after] == index
    unlisted = analysis.low[after] not in romance_words("es").persons and after not in analysis.nouns
    office = AGENTS.search(analysis.low[after]) is not None or analysis.low[after].endswith(("ero", "era"))
    return bare and unlisted and office and analysis.is_of_gender(after)


def _is_best_of_group(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a superlative takes one out of a group of the old gender that stays: *la más hermosa de las vírgenes*."""
    low, document = analysis.low, analysis.document
    if low[index - 1] != "más" or low[index + 1 : index + 2] != ["de"] or index + 2 not in staying:
        return False
    article = index + 2
    noun = document.heads[article]
    group = document.tokens[article].pos == "DET" and not analysis.is_singular(article) and noun > article
    person = analysis.source == "feminine" and not is_non_person(document, noun, analysis.types)
    return group and analysis.is_of_gender(article) and person


def takes_up_changing(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a pronoun that stays may mean who changes: *el rey de aquí y el de allá*, *el otro*, *nosotras*.

    Args:
        analysis: The words for persons.
        index: Index of a word that stays.
        staying: The words that do not change.

    Returns:
        Whether the word is of the old gender, has no noun, and agrees with a person who changes in its sentence.
    """
    low, tokens, document = analysis.low, analysis.document.tokens, analysis.document
    start, end = document.sentences[document.sentence_of[index]]
    if low[index] in SEVERAL:
        around = (at for at in analysis.nouns if start <= at < end and at not in staying)
        return analysis.source == "feminine" and any(not analysis.is_singular(at) for at in around)
    if _is_demonstrative(analysis, index):
        return _takes_up_nearest(analysis, index, staying)
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
    if low[index] == ARTICLE[analysis.source] and low[index + 2 : index + 3] == ["que"] and after[0] in ALONE:
        # el único que calló fue mi hermano
        return any(start <= at < end and at not in staying for at in analysis.nouns)
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


def _is_demonstrative(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether *ésta* or *esta* behind a preposition stands for a noun: *habló con ésta*."""
    tokens, after = analysis.document.tokens, index + 1
    gender = "feminine" if analysis.low[index].endswith("a") else "masculine"
    if analysis.low[index] not in DEMONSTRATIVES or gender != analysis.source:
        return False
    if not index or tokens[index - 1].pos != "ADP":
        return False
    return after >= len(tokens) or tokens[after].pos not in ("NOUN", "ADJ", "PROPN", "NUM")


def _takes_up_nearest(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether the nearest noun in the singular that agrees with a word, before it in its sentence, changes."""
    tokens = analysis.document.tokens
    start, _ = analysis.document.sentences[analysis.document.sentence_of[index]]
    nouns = (at for at in range(index - 1, start - 1, -1) if tokens[at].pos in ("NOUN", "PROPN"))
    same = (at for at in nouns if at in analysis.nouns or (analysis.is_singular(at) and analysis.is_of_gender(at)))
    nearest = next(same, None)
    return nearest is not None and nearest in analysis.nouns and nearest not in staying
