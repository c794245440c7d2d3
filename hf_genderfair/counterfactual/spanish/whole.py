"""The result of a Spanish swap read again: a person of whom an agreeing word would stay stays whole."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping

from hf_genderfair.counterfactual.spanish.agreement import (
    ALL_JOINS,
    AND,
    DROPPED,
    OWNED,
    PARTICIPLE,
    TITLES,
    agrees,
    begins_sentence,
    controller,
    may_agree,
    own_subject,
)
from hf_genderfair.counterfactual.spanish.analysis import SpanishAnalysis
from hf_genderfair.counterfactual.spanish.calls import calling_sentences
from hf_genderfair.counterfactual.spanish.clitics import CLITICS
from hf_genderfair.counterfactual.spanish.dropped import is_of_fact
from hf_genderfair.counterfactual.spanish.invariant import PERSONAL, is_paired
from hf_genderfair.counterfactual.spanish.lingering import DEGREES, lingering
from hf_genderfair.counterfactual.spanish.objects import (
    objects_of_others,
    taken_up_unclearly,
)
from hf_genderfair.counterfactual.spanish.persons import ONLY_MEN
from hf_genderfair.counterfactual.spanish.predicates import begins_clause, is_of_head, is_set_off
from hf_genderfair.counterfactual.spanish.pronouns import PERSONS_OF_CONTEXT
from hf_genderfair.counterfactual.spanish.remains import leaves_remains, takes_up_changing
from hf_genderfair.counterfactual.spanish.things import AGENTS, is_non_person
from hf_genderfair.counterfactual.spanish.verbs import enclitic, is_said_of_persons
from hf_genderfair.counterfactual.swapping import AGREEING_STAYS
from hf_genderfair.languages.clauses import SUBJECTS, dependents, has_copula, has_dependent
from hf_genderfair.languages.romance.gender_forms import has_other_form
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.types import PairedGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

NAMES_AND_THINGS = ("name of an organisation or a place", "thing")
TEAM = "a person or a team"
TEAM_ROLES = WordClass("noun_classes_romance", "team_role_es")
"""Words for persons that are said of teams and countries as often."""

OBJECT_STAYS = "an object pronoun stays"
BESIDE = ALL_JOINS | {","}
AND_NOT = AND | {"ni"}
DASHES = "-–—"
LEAVING = ("dej", "qued", "viv", "mur")
"""Beginnings of verbs behind which *solo* describes a person as likely as not."""

ANYWHERE = -1
"""The number of no sentence."""

MARKS = frozenset((",", '"', "«", "“"))
ELLIPTICAL = frozenset("las todas otras muchas".split())
STRESSED = frozenset(("ella", "él"))
WORD_BEFORE = re.compile(r"(\w+)\s+$")
ENDINGS: Mapping[PairedGender, tuple[str, ...]] = {"feminine": ("a", "as"), "masculine": ("o", "os")}
ARTICLES: Mapping[PairedGender, WordClass] = {
    "feminine": WordClass("closed_classes_romance", "feminine_article_es"),
    "masculine": WordClass("closed_classes_romance", "masculine_article_es"),
}


def half_persons(analysis: SpanishAnalysis, numbers: Mapping[int, int], kept: Mapping[int, str]) -> dict[int, str]:
    """Find the persons who would change by half."""
    changing = [index for index in analysis.people if numbers[index] not in kept]
    if not changing:
        return {}
    staying = {index for index in range(len(analysis.low)) if index not in analysis.people or numbers[index] in kept}
    unread = _unread(analysis, staying)
    found = {numbers[index]: reason for index in changing if (reason := _half(analysis, index, staying, unread))}
    teams = _teams(analysis, numbers, changing)
    found |= dict.fromkeys((numbers[index] for index in teams), TEAM)
    for index in _loose(analysis, staying):
        for person in _may_agree_with(analysis, index, changing):
            found.setdefault(numbers[person], AGREEING_STAYS)
    sentence_of = analysis.document.sentence_of
    left = (*_elliptical(analysis, staying), *lingering(analysis, staying))
    unchanged = {sentence_of[index] for index in left} | calling_sentences(analysis, staying)
    unclear = {sentence_of[index] for index in _unclear_pronouns(analysis)}
    others = {sentence_of[index] for index in objects_of_others(analysis, staying)}
    for index in changing:
        if sentence_of[index] in unchanged:
            found.setdefault(numbers[index], AGREEING_STAYS)
        elif sentence_of[index] in others or (sentence_of[index] in unclear and _may_take_up(analysis, index)):
            found.setdefault(numbers[index], OBJECT_STAYS)
    for person in taken_up_unclearly(analysis):
        if numbers[person] not in kept:
            found.setdefault(numbers[person], OBJECT_STAYS)
    if not found:
        return found
    return found | half_persons(analysis, numbers, {**kept, **found})


def _teams(analysis: SpanishAnalysis, numbers: Mapping[int, int], changing: list[int]) -> list[int]:
    """Return the nouns said of teams and countries too of whom no name or other noun says that they are persons."""
    persons = {
        number
        for index, number in numbers.items()
        if analysis.types.get(index) == "PER"
        or (index in analysis.nouns and analysis.low[index] not in TEAM_ROLES)
        or (analysis.low[index] in PERSONAL and index not in analysis.nouns)
    }
    return [
        index
        for index in changing
        if index in analysis.nouns and analysis.low[index] in TEAM_ROLES and numbers[index] not in persons
    ]


def _half(analysis: SpanishAnalysis, index: int, staying: set[int], unread: Container[tuple[str, int]]) -> str:
    """Return why a person of whom a word changes would change by half, empty where the person would change wholly."""
    agreeing = (
        *_agreeing(analysis, index),
        *_beside(analysis, index),
        *_in_phrase(analysis, index),
        *_joined(analysis, index),
    )
    if (
        any(at in staying and _shows_gender(analysis, at) for at in agreeing)
        or _has_title_that_stays(analysis, index, staying)
        or _has_noun_that_stays(analysis, index, staying)
        or _is_title_of_man(analysis, index)
        or _is_said_of_relative(analysis, index, staying)
        or _may_describe_head(analysis, index)
        or _may_describe_thing(analysis, index)
        or (index in analysis.nouns and index - 1 not in analysis.nouns and is_paired(analysis, index - 1))
        or _has_glued_article(analysis, index)
        or _is_joined_to_other(analysis, index, staying)
        or _is_same_unread(analysis, index, unread)
        or leaves_remains(analysis, index, staying)
    ):
        return AGREEING_STAYS
    return ""


def _has_glued_article(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether the article before a noun is a part of its token only, for want of a blank: *Risas.-La señora*."""
    if index not in analysis.nouns or not index:
        return False
    token = analysis.document.tokens[index]
    before = WORD_BEFORE.search(analysis.document.text, analysis.document.tokens[index - 1].start, token.start)
    word = before[1].lower() if before else ""
    return word in ARTICLES[analysis.source] and word != analysis.low[index - 1]


def _agreeing(analysis: SpanishAnalysis, index: int) -> Iterator[int]:
    """Yield the words that agree with a noun by the syntax of the sentence: its determiners, adjectives, predicate."""
    document, tokens = analysis.document, analysis.document.tokens
    if index not in analysis.nouns:
        return
    for child in document.children[index]:
        described = tokens[child].relation == "amod" and not is_of_head(analysis, child, index)
        common = analysis.nouns[index].replacement == analysis.low[index]
        if (described or tokens[child].relation == "det") and (common or agrees(document, child, index)):
            yield child
    head = document.heads[index]
    copular = has_dependent(document, head, "cop", "aux:pass")
    # el secretario de Estado y el juez fueron recibidos, which a parse may give to one of them
    several = analysis.is_of_gender(head) and not analysis.is_singular(head)
    predicate = copular and tokens[head].pos in ("ADJ", "VERB") and (several or agrees(document, head, index))
    predicate = predicate and not analysis.is_invariant(head)
    if tokens[index].relation.startswith("nsubj") and predicate:
        yield head
    own = own_subject(document, index)
    if own is not None and own >= 0 and tokens[own].pos in ("PRON", "ADJ", "NUM"):
        # el otro es el jefe
        yield own


def _beside(analysis: SpanishAnalysis, index: int) -> Iterator[int]:
    """Yield the words that agree with a person by where they stand, whatever the parse makes of them."""
    # They are the determiner right before, *la que* right behind, and possessives that take up the noun: *ni el mío*.
    document, tokens, low = analysis.document, analysis.document.tokens, analysis.low
    if index and tokens[index - 1].pos == "DET" and agrees(document, index - 1, index):
        yield index - 1
    if index not in analysis.nouns or not analysis.is_singular(index):
        return
    after = index + 1
    while after < len(tokens) and after <= index + 2 and (tokens[after].text == "," or tokens[after].pos == "ADP"):
        after += 1
    relative = low[after + 1 : after + 2] in (["que"], ["cual"]) and low[after] in ARTICLES[analysis.source]
    if relative and agrees(document, after, index):
        yield after
    for at in range(index + 2, document.sentences[document.sentence_of[index]][1]):
        if low[at] in OWNED and tokens[at - 1].pos == "DET":
            yield at - 1
        elif tokens[at].pos in ("NOUN", "PROPN") and tokens[at].relation != "nsubj":
            return


def _in_phrase(analysis: SpanishAnalysis, index: int) -> Iterator[int]:
    """Yield the words between a noun and its article, and the adjective right behind it: *una gran y sabia mujer*."""
    document, tokens = analysis.document, analysis.document.tokens
    if index not in analysis.nouns:
        return
    first = min((at for at in document.children[index] if tokens[at].pos == "DET" and at < index), default=index)
    if first == index > 1 and tokens[index - 1].pos in ("ADJ", "NOUN") and tokens[index - 2].pos == "DET":
        # la egregia dama, with a noun for the adjective
        yield index - 2
    yield from (at for at in range(first + 1, index) if tokens[at].pos in ("ADJ", "NOUN"))
    after = index + 1
    if tokens[after : after + 1] and tokens[after].pos == "ADP":
        # la ministra de Asuntos Exteriores noruega
        after += 1
        while after < len(tokens) and tokens[after].pos == "PROPN":
            after += 1
        after = index if after == index + 2 else after
    behind = index < after < len(tokens) and tokens[after].pos == "ADJ" and agrees(document, index, after)
    if behind and not is_of_head(analysis, after, index):
        yield after
    elif after == index + 1 < len(tokens) and tokens[after].pos == "VERB" and tokens[after].relation == "advcl":
        # la portavoz adjunta, with a verb for the adjective
        yield after


def _joined(analysis: SpanishAnalysis, index: int) -> Iterator[int]:
    """Yield the words joined to an adjective by where they stand: *pálida e inquieta*; and *una de tantas*."""
    document, tokens, low = analysis.document, analysis.document.tokens, analysis.low
    if tokens[index].pos == "PRON":
        yield from (at for at in dependents(document, index, "nmod") if tokens[at].pos in ("PRON", "DET", "ADJ"))
    if tokens[index].pos not in ("ADJ", "VERB") or index in analysis.nouns:
        return
    for step in (-1, 1):
        first = index - 1 if step < 0 and low[index - 1] in DEGREES else index
        at = first + 2 * step
        if not 0 <= at < len(tokens) or low[first + step] not in BESIDE:
            continue
        degree = step > 0 and low[at] in DEGREES and at + 1 < len(tokens)
        if degree:
            at += 1
        if "Gender" in tokens[at].morph or degree or _may_be_taken_for_verb(analysis, at):
            beyond = at + 2 * step
            between = 0 <= beyond < len(tokens) and low[at + step] in BESIDE and beyond in analysis.people
            bare = tokens[at].pos in ("ADJ", "VERB") or (tokens[at].pos == "NOUN" and (between or degree))
            if bare and agrees(document, index, at):
                yield at


def _may_be_taken_for_verb(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether what a pipeline takes for a verb may be an adjective: *pálida e inquieta* at an end."""
    tokens = analysis.document.tokens
    no_form = tokens[index].morph.get("VerbForm") == "Fin" and "Person" not in tokens[index].morph
    ends = no_form or index + 1 == len(tokens) or tokens[index + 1].pos == "PUNCT"
    verb = tokens[index].pos == "VERB" and not analysis.low[index].endswith(("aba", "ía"))
    return verb and ends and analysis.low[index - 1] in BESIDE and analysis.low[index - 1] != ","


def _unread(analysis: SpanishAnalysis, staying: set[int]) -> set[tuple[str, int]]:
    """Return the words that may be nouns and were not read as ones, each with its sentence, and numerals anywhere."""
    tokens, heads = analysis.document.tokens, analysis.document.heads
    found = set()
    for at in staying:
        pos = tokens[at].pos
        if at in analysis.nouns:
            continue
        if pos == "NUM":
            found.add((analysis.low[at], ANYWHERE))
        elif pos in ("NOUN", "PROPN") or (pos == "ADJ" and tokens[heads[at]].pos != "NOUN"):
            found.add((analysis.low[at], analysis.document.sentence_of[at]))
    return found


def _is_same_unread(analysis: SpanishAnalysis, index: int, unread: Container[tuple[str, int]]) -> bool:
    """Whether a word of the same sentence is the same noun, and was not read as one: *¡Ladrona, a esa ladrona!*."""
    low = analysis.low[index]
    if index not in analysis.nouns:
        # ambas son hermanas, siendo ambas famosas
        return analysis.document.tokens[index].pos == "NUM" and (low, ANYWHERE) in unread
    inflected = analysis.nouns[index].replacement != low
    return inflected and (low, analysis.document.sentence_of[index]) in unread


def _may_describe_head(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a participle behind a person may as well describe the thing before: *el lecho del rey, hecho de seda*."""
    document, tokens = analysis.document, analysis.document.tokens
    owner = analysis.people[index]
    described = PARTICIPLE.search(analysis.low[index]) is not None or tokens[index].pos == "ADJ"
    if not described or owner >= index or tokens[owner].relation != "nmod":
        return False
    head = document.heads[owner]
    if tokens[head].pos != "NOUN" or not agrees(document, index, head) or "Gender" not in tokens[head].morph:
        return False
    behind_comma = document.heads[index] == owner and analysis.low[index - 1] in MARKS
    thing = is_non_person(document, head, analysis.types)
    return behind_comma and thing and not is_said_of_persons(analysis.low[index])


def _may_describe_thing(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a participle of a person stands right behind a thing and a comma: *abrió la carta, escrita en latín*."""
    document, low = analysis.document, analysis.low
    if not PARTICIPLE.search(low[index]) or low[index - 1] != "," or index < 2 or index in analysis.nouns:
        return False
    thing = document.tokens[index - 2]
    if thing.pos != "NOUN" or "Gender" not in thing.morph or not agrees(document, index, index - 2):
        return False
    of_person = is_said_of_persons(low[index]) or is_set_off(analysis, index, index - 2)
    return is_non_person(document, index - 2, analysis.types) and not of_person


def _has_title_that_stays(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a noun beside the name of a person stays: *Iria, la promotora, fue elegida*."""
    document = analysis.document
    beside = dependents(document, analysis.people[index], "appos")
    persons = (at for at in beside if not is_non_person(document, at, analysis.types))
    same = (at for at in persons if analysis.is_singular(at) == analysis.is_singular(index))
    determiners = (child for at in same for child in dependents(document, at, "det") if child in staying)
    if any(_shows_gender(analysis, child) for child in determiners):
        return True
    return any(analysis.refused.get(at) == "thing" and at in staying for at in beside)


def _is_title_of_man(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a form of address stands before a word without counterpart: *el señor cura*."""
    low = analysis.low
    return (
        analysis.source == "masculine"
        and low[index] in TITLES
        and low[index + 1 : index + 2] != []
        and low[index + 1] in ONLY_MEN
    )


def _has_noun_that_stays(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a noun for the same person stays: one joined to it without an article, or an unlisted predicate."""
    document, tokens = analysis.document, analysis.document.tokens
    if not analysis.is_singular(index) or tokens[index].pos == "DET":
        return False
    joined = dependents(document, index, "conj") if index in analysis.nouns else []
    bare = (at for at in joined if at in analysis.nouns and at in staying and not has_dependent(document, at, "det"))
    if any(analysis.refused.get(at) in NAMES_AND_THINGS for at in bare):
        return True
    head = document.heads[index]
    predicates = [head, *dependents(document, head, "xcomp", "conj")] if tokens[index].relation in SUBJECTS else []
    said = [at for at in predicates if at in staying and has_copula(document, at)]
    unlisted = (
        tokens[at].pos == "NOUN"
        and at not in analysis.nouns
        and AGENTS.search(analysis.low[at]) is not None
        and analysis.is_of_gender(at)
        for at in said
    )
    return any(analysis.refused.get(at) in NAMES_AND_THINGS for at in said if at in analysis.nouns) or any(unlisted)


def _is_said_of_relative(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a bare noun is the predicate of a relative whose article stays: *del que fue novio*."""
    if index not in analysis.nouns or has_dependent(analysis.document, index, "det", "case"):
        return False
    low = analysis.low
    joined = ("al", "del") if analysis.source == "masculine" else ()
    for at in range(max(index - 3, 1), index):
        if low[at] == "que" and (low[at - 1] in ARTICLES[analysis.source] or low[at - 1] in joined):
            return at - 1 in staying
    return False


def _is_joined_to_other(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a plural agrees with one who changes and with another noun: *una mujer y un caballo tendidos*."""
    owner = analysis.people[index]
    if analysis.source == "feminine" or analysis.is_singular(index) or not analysis.is_singular(owner):
        return False
    joined = dependents(analysis.document, owner, "conj")
    return any(at in staying and grammatical_gender(analysis.document.tokens[at].morph) == "masculine" for at in joined)


def _shows_gender(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a word of the source gender has another form for the other gender."""
    token, low = analysis.document.tokens[index], analysis.low[index]
    gender = grammatical_gender(token.morph)
    # an analysis may know no gender for a determiner: mucho
    # era enferma y era sietemesina
    joined = token.relation == "conj" and has_copula(analysis.document, index)
    endings = ("or", "ora", *(ENDINGS[analysis.source] if joined else ()))
    graded = token.pos == "NOUN" and index > 0 and analysis.low[index - 1] in DEGREES
    unknown = graded or token.pos in ("DET", "VERB") or (token.pos == "ADJ" and low.endswith(endings))
    shown = gender == analysis.source or (gender is None and unknown)
    before_noun = index + 1 in analysis.people and index not in analysis.nouns
    inflected = token.pos == "VERB" and ("Gender" in token.morph or _may_be_taken_for_verb(analysis, index))
    if not shown or not (token.pos == "DET" or may_agree(token) or before_noun or inflected or graded):
        return False
    return has_other_form(low, analysis.source)


def _loose(analysis: SpanishAnalysis, staying: set[int]) -> Iterator[int]:
    """Yield the predicates that stay and whose subject is not written, or is a person who changes."""
    document, tokens = analysis.document, analysis.document.tokens
    for index in sorted(staying):
        token = tokens[index]
        if _is_left_alone(analysis, index):
            yield index
            continue
        described = token.pos == "ADJ" or (token.pos == "VERB" and token.morph.get("VerbForm") == "Part")
        if not described or index in analysis.nouns or not _shows_gender(analysis, index):
            continue
        if analysis.is_invariant(index) or is_of_fact(analysis, index):
            continue
        if begins_clause(analysis, index) is not None or _is_attribute(analysis, index):
            continue
        owner = controller(document, index)
        # hermosa como una flor, blanca
        likened = owner >= 0 and any(analysis.low[at] == "como" for at in document.children[owner])
        loose = (
            owner == DROPPED or (likened and analysis.low[index - 1] == ",") or is_said_of_persons(analysis.low[index])
        )
        # el célebre pintor Gil; a name whose adjective stays
        loose = loose or _is_fronted(analysis, owner)
        named = token.relation == "amod" and tokens[owner].pos == "PROPN" and analysis.types.get(owner) == "PER"
        loose = loose or (named and owner not in analysis.people)
        # the dash of a speech, or a noun before "and", is no subject
        joined = token.relation == "conj" and owner == document.heads[index] and analysis.is_singular(index)
        loose = loose or tokens[owner].text[0] in DASHES or joined
        if loose or (owner in analysis.people and not is_of_head(analysis, index, owner)):
            yield index


def _is_left_alone(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether *solo* right behind a verb of leaving is no adverb as likely as not: *lo dejaron solo sus amigos*."""
    if analysis.low[index] != "solo" or analysis.source == "feminine" or not index:
        return False
    return analysis.document.tokens[index].pos == "ADV" and analysis.low[index - 1].startswith(LEAVING)


def _is_fronted(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether what is taken for a name begins a sentence before a comma and may be an adjective: *Pálida, absorta*."""
    document = analysis.document
    begins = index >= 0 and begins_sentence(document, index)
    name = begins and document.tokens[index].pos == "PROPN" and analysis.low[index + 1 : index + 2] == [","]
    first_name = romance_words("es").first_name(document.tokens[index].text)
    return name and first_name is None and analysis.low[index].endswith(ENDINGS[analysis.source])


def _is_attribute(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a word stands beside a noun that agrees and stays, or behind a preposition: *a menudo*."""
    document, tokens = analysis.document, analysis.document.tokens
    if index and tokens[index - 1].pos == "ADP":
        return True
    beside = (at for at in (index - 1, index + 1) if 0 <= at < len(tokens) and tokens[at].pos in ("NOUN", "PROPN"))
    things = (at for at in beside if at not in analysis.people and at not in analysis.nouns)
    return any(agrees(document, index, at) for at in things)


def _may_agree_with(analysis: SpanishAnalysis, index: int, changing: list[int]) -> Iterator[int]:
    """Yield those who change and with whom a predicate that stays may agree: who is named last before it."""
    document, tokens, low = analysis.document, analysis.document.tokens, analysis.low
    owner = controller(document, index)
    if owner in changing:
        yield owner
        return
    start, end = document.sentences[document.sentence_of[index]]
    for before in range(index - 1, start - 1, -1):
        if not agrees(document, index, before) or tokens[before].pos == "DET":
            continue
        if before in changing:
            yield before
            return
        noun = tokens[before].pos == "NOUN" and tokens[before].relation in ("nsubj", "nsubj:pass", "root", "obj")
        if noun and tokens[index].relation != "conj" and not is_said_of_persons(analysis.low[index]):
            return
    for at in changing:
        titled = document.heads[at] if document.heads[at] in analysis.nouns else at
        own = {tokens[child].relation for child in document.children[titled]}
        # pregunta dirigida a la ministra
        addressed = document.heads[titled] == index and {"det", "case"} <= own
        # ni yo ni ella vivimos separadas
        near = {*low[max(at - 1, 0) : at], *low[at + 1 : at + 2]}
        joined = not analysis.is_singular(index) and (tokens[at].relation == "conj" or not near.isdisjoint(AND_NOT))
        fits = agrees(document, index, at) or joined
        if start <= at < end and analysis.people[at] == at and not addressed and fits:
            yield at


def _elliptical(analysis: SpanishAnalysis, staying: set[int]) -> Iterator[int]:
    """Yield what stands for a person without a noun and stays: *sola como todas, igual a las de su edad, con él*."""
    document, tokens = analysis.document, analysis.document.tokens
    yield from (at for at in staying if takes_up_changing(analysis, at, staying))
    for index in _unclear_pronouns(analysis):
        after_person = analysis.low[index - 1] in PERSONS_OF_CONTEXT or _is_named_before(analysis, index)
        # sobre él Don Luis
        after_person = after_person or index + 1 in analysis.people
        if analysis.low[index] in STRESSED and after_person:
            yield index
    # madre.—Ella calló, where no blank divides the words
    yield from (at for at, word in enumerate(analysis.low) if word.lstrip(DASHES) in STRESSED.difference((word,)))
    if analysis.source == "masculine":
        return
    for index in staying:
        plural = analysis.low[index] in ELLIPTICAL and tokens[index].relation not in ("det", "obj", "expl:pv")
        if not plural or tokens[index].pos != "PRON":
            continue
        start = document.sentences[document.sentence_of[index]][0]
        nouns = (at for at in range(start, index) if tokens[at].pos in ("NOUN", "ADJ") and at not in analysis.people)
        if not any(agrees(document, index, at) for at in nouns):
            yield index


def _is_named_before(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a person is named before a pronoun in its sentence: *dio la carta a Ruiz, con los ojos fijos en él*."""
    start = analysis.document.sentences[analysis.document.sentence_of[index]][0]
    before = range(start, index)
    return any(
        (at in analysis.nouns and at in analysis.people and analysis.is_singular(at))
        or (analysis.types.get(at) == "PER" and analysis.may_be_person(at))
        for at in before
    )


def _may_take_up(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a pronoun is no subject, so that another that stays may take up the same: *la abrió, con ella*."""
    word, relation = analysis.low[index], analysis.document.tokens[index].relation
    stressed = word in STRESSED and relation not in SUBJECTS
    clitic = index not in analysis.nouns and (word in CLITICS or enclitic(word) != "")
    return analysis.people[index] == index and analysis.is_singular(index) and (stressed or clitic)


def _unclear_pronouns(analysis: SpanishAnalysis) -> Iterator[int]:
    """Yield the pronouns in the singular that stay because a thing may be meant, also those of facts."""
    for index, reason in analysis.refused.items():
        low = analysis.low[index]
        stressed = reason == "unclear antecedent" or (reason == "generic masculine" and low in STRESSED)
        if stressed or (reason == "unclear object" and analysis.source == "feminine" and not low.endswith("s")):
            yield index
