"""Which Spanish words agree with nobody where they stand: pronouns, adverbs, neuters, parts of verbs."""

from __future__ import annotations

import re

from hf_genderfair.counterfactual.spanish.agreement import ALL_JOINS, SELF, agrees, is_finite, own_subject
from hf_genderfair.counterfactual.spanish.clitics import CLITICS
from hf_genderfair.counterfactual.spanish.known_persons import KnownPersons
from hf_genderfair.counterfactual.spanish.things import is_non_person
from hf_genderfair.counterfactual.spanish.verbs import (
    DATIVES,
    HAVE,
    OF_FACTS,
    PARTICIPLE,
    WITH_ADJECTIVE,
    enclitic,
    verb_of,
)
from hf_genderfair.counterfactual.swapping import BOTH
from hf_genderfair.languages.clauses import dependents, has_copula
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.romance.gender_forms import other_form
from hf_genderfair.languages.types import OTHER_GENDER, PairedGender
from hf_genderfair.lexicons.word_class import WordClass

PERSONAL = frozenset("ella ellas él ellos nosotras vosotras".split())
SPEECH_ACT_PERSONS = WordClass("closed_classes_romance", "speech_act_person_es")
"""Pronouns of somebody who speaks or is spoken to, whose gender *mismo* shows."""

POSSESSED = frozenset("cuyo cuya cuyos cuyas".split())
"""Relatives that agree with what is owned."""

INVARIANT = WordClass("closed_classes_romance", "invariant_es")
"""Masculine singulars that are as often prepositions, adverbs or neuter."""

ORDINALS = frozenset(("primera", "segunda", "última"))
ABSENT = frozenset(("baja", "bajas"))
COUNTING = frozenset("primero segundo tercero cuarto quinto".split())
SEX = re.compile(r"(?:femenin|masculin)[oa]s?")
GRAMMAR = WordClass("noun_classes_romance", "grammar_es")
HYPHENS = frozenset(("-", "–"))
HOLD = re.compile(r"(?:ten|tien|tuv|tend)\w*")
"""Forms of *tener*, beside which a participle in the masculine is of a clause."""

PASSIVE = ("cop", "aux:pass")
BEING = WordClass("closed_classes_romance", "being_es")
"""Forms of *ser* whose subject may be a clause."""


def words_for_sex(
    document: Document, low: list[str], source: PairedGender, types: dict[int, str]
) -> tuple[set[int], dict[int, str]]:
    """Find *femenino*, or *masculino*, but where it is a term of grammar or the other is named too."""
    stem, other = ("femenin", "masculin") if source == "feminine" else ("masculin", "femenin")
    found = {index for index, word in enumerate(low) if word.startswith(stem) and SEX.fullmatch(word)}
    if found and any(word.startswith(other) for word in low):
        return set(), dict.fromkeys(found, BOTH)
    # la comedia masculina Los Reyes
    titles = {index for index in found if index + 1 in types and document.tokens[index].text.islower()}
    terms = titles | {index for index in found if low[document.heads[index]] in GRAMMAR or index in types}
    return found - terms, dict.fromkeys(terms, "fixed expression")


def agrees_with_nobody(analysis: KnownPersons, index: int) -> bool:
    """Whether a word agrees with nobody, whatever the parse makes of it."""
    return (
        _has_thing_beside(analysis, index)
        or _is_other_kind(analysis, index)
        or is_paired(analysis, index)
        or _is_of_clause(analysis, index)
        or _is_adverb_or_verb(analysis, index)
    )


def _is_other_kind(analysis: KnownPersons, index: int) -> bool:
    """Whether a word is a pronoun, an abbreviation, half an adverb or the like: *económica y políticamente*."""
    token, low = analysis.document.tokens[index], analysis.low[index]
    if low in PERSONAL or low in SPEECH_ACT_PERSONS or low in POSSESSED or not low[0].isalpha():
        return True
    if low in CLITICS and token.pos == "PRON":
        return True
    if low.endswith(("ismo", "ismos", "miento", "mientos", ".")) and low not in SELF:
        return True
    before = analysis.low[index - 1] if index else ""
    after = analysis.low[index + 1 : index + 3]
    if (before == "vez" and low in ORDINALS) or _is_half_adjective(analysis, index):
        # por vez primera, la guerra ruso-turca
        return True
    if low.startswith("senyor"):
        # Catalan
        return True
    if low in ABSENT and after[:1] == ["por"]:
        # serán bajas por lesión
        return True
    if (low in COUNTING and before in (";", ":", ",") and after[:1] == [","]) or after[:1] == ["mañana"]:
        # primero, que; segundo, que; de buena mañana
        return True
    described = token.relation == "amod" and analysis.document.heads[index] in analysis.nouns
    noun = token.pos == "NOUN" and before == "en"
    if before in ("a", "en") and (noun or token.pos == "ADJ") and not described:
        # a menudo, en privado
        return True
    something = before in ("algo", "nada") and analysis.low[index - 2] not in ALL_JOINS
    if after[:1] == ["gracias"] or low == "algo" or something:
        # muchas gracias, algo extraordinario; not: sabio y algo gruñón
        return True
    adverb = len(after) == 2 and after[0] in ALL_JOINS and after[1].endswith("mente")
    if "ser" in (before, *after[:1]) and _is_of_being(analysis, index):
        return True
    if before == "sí" and low in ("solo", "sola"):
        # por sí sola is said of things too
        return True
    # le pido is no participle
    return adverb or bool(enclitic(low)) or (before.lstrip("-—") in DATIVES and token.pos in ("VERB", "ADJ"))


def _is_of_being(analysis: KnownPersons, index: int) -> bool:
    """Whether *ser* beside a word is the noun that it agrees with: *otro ser*, *extraño ser condenado*."""
    tokens = analysis.document.tokens
    if analysis.low[index - 1] == "ser":
        return index > 1 and tokens[index - 2].pos in ("ADJ", "DET") and analysis.is_of_gender(index - 2)
    return tokens[index].pos in ("ADJ", "DET") or analysis.low[index].startswith("otr")


def _is_half_adjective(analysis: KnownPersons, index: int) -> bool:
    """Whether an adjective is joined to another by a hyphen, and so has no gender: *la guerra ruso-turca*."""
    tokens = analysis.document.tokens[index : index + 3]
    return len(tokens) == 3 and tokens[1].text in HYPHENS and tokens[0].pos == tokens[2].pos == "ADJ"


def is_paired(analysis: KnownPersons, index: int) -> bool:
    """Whether both forms of an adjective stand together: *queridas y queridos amigos*."""
    low = analysis.low
    other = other_form(low[index], OTHER_GENDER[analysis.source])
    return other is not None and any(
        low[index + 1 : index + 3] == [join, other] or low[index - 2 : index] == [other, join] for join in ALL_JOINS
    )


def _is_of_clause(analysis: KnownPersons, index: int) -> bool:
    """Whether an adjective before *que* is said of its clause: *dejó claro que*, *seguro que vendrá*."""
    low = analysis.low[index]
    after = analysis.low[index + 1 : index + 5]
    if analysis.source == "feminine":
        return False
    if _is_said_of_act(analysis, index) or _is_fact(analysis, index):
        return True
    if after[:1] == ["que"] and analysis.low[index - 1] in BEING:
        # yo creo que es conocido que
        return True
    if "que" not in after:
        return False
    return low in OF_FACTS or (low == "seguro" and after[0] == "que" and not has_copula(analysis.document, index))


def _is_said_of_act(analysis: KnownPersons, index: int) -> bool:
    """Whether *ser* says an adjective of an act or fact behind it: *es bueno no irse, es duro lo que digo*."""
    document, tokens = analysis.document, analysis.document.tokens
    copulas = dependents(document, index, "cop")
    if copulas and any(_is_free_relative(analysis, at) for at in document.children[index] if at < index):
        # lo que hacía está cercano a eso
        return True
    verb = document.heads[index]
    clause = (
        dependents(document, verb, "advcl", "csubj", "xcomp", "ccomp") if analysis.low[verb].startswith("parec") else []
    )
    if any(at > index and tokens[at].morph.get("VerbForm") == "Inf" for at in clause):
        # no le parecía digno de su casa salir
        return True
    if tokens[index].pos != "ADJ" or not any(analysis.low[at] in BEING for at in copulas):
        return False
    after = index + 2 if analysis.low[index + 1 : index + 2] == ["no"] else index + 1
    act = after < len(tokens) and tokens[after].morph.get("VerbForm") == "Inf"
    return act or analysis.low[after : after + 2] == ["lo", "que"]


def _is_fact(analysis: KnownPersons, index: int) -> bool:
    """Whether *ser* says an adjective of facts of a clause that is not written: *cree que es necesario*."""
    document = analysis.document
    low, lemma = analysis.low[index], document.tokens[index].lemma
    copula = any(analysis.low[at] in BEING for at in dependents(document, index, "cop"))
    return copula and (low in OF_FACTS or lemma in OF_FACTS) and own_subject(document, index) is None


def _is_free_relative(analysis: KnownPersons, index: int) -> bool:
    first = analysis.document.subtree(index)[0]
    return analysis.low[first : first + 2] == ["lo", "que"]


def _is_adverb_or_verb(analysis: KnownPersons, index: int) -> bool:
    """Whether a word is an adverb or neuter, or a participle behind *haber*: *de nuevo*, *lo nuevo*, *ha visto*."""
    document, tokens, low = analysis.document, analysis.document.tokens, analysis.low
    children, above = document.children[index], document.heads[index]
    # a pipeline may take the auxiliary of haberse sospechado for that of a passive
    have = [child for child in children if low[child].startswith("haber")]
    passive = any(tokens[child].relation in PASSIVE for child in children if child not in have)
    if low[index] in INVARIANT and not passive:
        return not (tokens[index].relation in ("amod", "det") and above in analysis.people)
    if low[index - 1 : index + 1] == ["de", "nuevo"] or is_finite(document, index):
        return True
    if index and low[index - 1] == "de" and not passive and analysis.source == "masculine":
        # de nuevo, de inmediato; not: pecó de ingenuo
        return tokens[above].pos != "NOUN" and verb_of(low[above], tokens[above].lemma) not in WITH_ADJECTIVE
    if any(low[child] == "lo" and tokens[child].relation == "det" for child in children):
        return True
    perfect = bool(have) or any(tokens[child].relation == "aux" and HAVE.match(low[child]) for child in children)
    after_have = index > 0 and HAVE.match(low[index - 1]) is not None and low[index].endswith(PARTICIPLE)
    # tiene previsto venir
    planned = index > 0 and HOLD.fullmatch(low[index - 1]) is not None and tokens[index].morph.get("VerbForm") == "Part"
    return after_have or (planned and analysis.source == "masculine") or (perfect and not passive)


def _has_thing_beside(analysis: KnownPersons, index: int) -> bool:
    """Whether an adjective stands beside a non-person noun with which it agrees, against the parse."""
    tokens = analysis.document.tokens
    if tokens[index].pos != "ADJ" or index + 1 >= len(tokens):
        return False
    before = index - 1
    head = analysis.document.heads[index]
    thing = head == before and is_non_person(analysis.document, before, analysis.types)
    # cruzó el país acompañado por su hermano
    thing = thing and analysis.low[index + 1] != "por"
    if (head > index or thing) and index and tokens[before].pos == "NOUN" and before not in analysis.nouns:
        # el equipo fotográfico, la semana pasada, whatever follows
        return agrees(analysis.document, index, before)
    if tokens[index].text[0].isupper() and tokens[index + 1].pos == "PROPN":
        return analysis.types.get(index + 1) != "PER"
    if tokens[index + 1].pos == "SYM" and analysis.low[index + 1][0].isalpha():
        # a word with a dash at its end: su lánguida mirada—
        return True
    if index and analysis.low[index - 1] in ("su", "sus") and head < index:
        # a su pálida frente, where a parse finds no noun behind
        return True
    if index + 1 in analysis.people or tokens[index + 1].pos != "NOUN":
        return False
    one, two = tokens[index].morph, tokens[index + 1].morph
    return one.get("Gender") == two.get("Gender", one.get("Gender")) and one.get("Number") == two.get("Number")
