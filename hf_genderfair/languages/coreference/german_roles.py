"""The roles of persons in German: by unambiguous forms of case, participles, and what is said of whom."""

from __future__ import annotations

from hf_genderfair.languages.analysis import Token, word_end
from hf_genderfair.languages.clauses import (
    ANY_SUBJECTS,
    SUBJECTS,
    clause_of,
    dependents,
    has_copula,
    has_dependent,
    has_word_below,
    is_coordinated,
    prepositions,
    subject_of,
)
from hf_genderfair.languages.coreference.mention import Role
from hf_genderfair.languages.coreference.rules import RoleRules
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.types import grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

COPULAS = frozenset("sein werden bleiben heißen".split())

TO = frozenset("zu zum zur".split())

MAKING = WordClass("verb_frames_de", "making")
"""Verbs that give somebody an office with *zu*: *zur Vorsitzenden wählen*."""

HOLDING = "halten"
"""The verb with *für* before what somebody takes somebody for."""

ARGUMENTS = ("nsubj", "nsubj:pass", "obj", "xcomp")


def said_of(document: Document, index: int) -> int | None:
    """Return the index of the word of which a German noun is said, or that is said of it; None without one."""
    tokens = document.tokens
    above = document.heads[index]
    if above == index or tokens[index].text.lower() in ("es", "das"):
        return None
    if tokens[index].relation == "conj" and tokens[above].pos == "PROPN" and not has_dependent(document, index, "det"):
        # 'Karl Bode, Minister und Mitglied der Partei'
        return above if any(above < other < index for other in dependents(document, above, "appos")) else None
    if not TO.isdisjoint(prepositions(document, index)):
        # parsers attach it to what stands before it: 'wurde im Mai zur Chefin gewählt'
        verb = next((verb for verb in (above, document.heads[above]) if tokens[verb].lemma in MAKING), None)
        return None if verb is None else _made(document, verb)
    if prepositions(document, index) == ["für"] and tokens[above].lemma == HOLDING:
        return _made(document, above)
    if tokens[index].relation not in ARGUMENTS or prepositions(document, index):
        return None
    first = min((index, *dependents(document, index, "det", "amod")))
    if first > 0 and document.tokens[first - 1].text == "als":
        # parsers see two subjects: 'dass sie als eine Favoritin gilt'
        rivals = [other for other in dependents(document, above, "nsubj", "nsubj:pass") if other != index]
        return rivals[0] if rivals else None
    if has_copula(document, above):
        return above if is_name(document, above) and not prepositions(document, above) else None
    if tokens[above].lemma not in COPULAS:
        return None
    others = [other for other in dependents(document, above, *ARGUMENTS) if other != index]
    nominal = len(others) == 1 and tokens[others[0]].pos in ("NOUN", "PROPN", "PRON")
    return others[0] if nominal and not prepositions(document, others[0]) else None


def is_name(document: Document, index: int) -> bool:
    """Return whether a word is a name, or the noun right before one: *Trainer war der Franzose Jean Roth*."""
    after = index + 1
    named = after < len(document.tokens) and document.tokens[after].pos == "PROPN" and document.heads[after] == index
    return document.tokens[index].pos == "PROPN" or (named and document.tokens[after].relation in ("appos", "flat"))


def subject_of_predicate(document: Document, index: int) -> int | None:
    """Return the index of the subject of a German predicate noun, also one that an earlier clause has."""
    found = subject_of(document, clause_of(document, index))
    return found if found >= 0 and found != index else None


def is_compared(document: Document, index: int) -> bool:
    """Return whether *als* before a noun compares: *Sie spricht besser als ein Redner*."""
    tokens = document.tokens
    above = document.heads[index]
    beside = (above, *(child for child in document.children[above] if child < index))
    return any(tokens[near].morph.get("Degree") == "Cmp" for near in beside)


def _made(document: Document, verb: int) -> int | None:
    """Return who gets an office: the object or the subject of a passive, a name where the parser sees two subjects."""
    # The subject may stand in an earlier clause: *Ada Roth kam 1990 und wurde später zur Leiterin ernannt*.
    for relation in ("obj", "nsubj:pass", "obl:arg"):
        found = dependents(document, verb, relation)
        if found:
            return found[0]
    subjects = dependents(document, verb, "nsubj")
    if subjects:
        return subjects[-1]
    shared = subject_of(document, verb)
    return shared if shared >= 0 else None


ARTICLES = {
    "Acc": WordClass("determiners_de", "accusative_of_actor"),
    "Dat": WordClass("determiners_de", "dative_of_actor"),
}
"""Determiners that are never nominative."""

PRONOUNS = {
    "Nom": WordClass("closed_classes_de", "nominative_of_actor"),
    "Acc": WordClass("closed_classes_de", "accusative_of_actor"),
    "Dat": WordClass("closed_classes_de", "dative_of_actor"),
}
"""Pronouns with an unambiguous case."""

ROLE_OF_CASE: dict[str, Role] = {"Nom": "subject", "Acc": "object", "Dat": "dative_object"}

AND = frozenset({"und", "oder", "sowie"})

OBJECTS = frozenset({"obj", "iobj", "obl:arg"})

OWN_SUBJECT = frozenset({"root", "advcl", "acl:relcl", "ccomp", "parataxis"})
"""Relations of verbs that rarely share the subject of another verb."""

FRIENDLY = frozenset("liebe lieber geehrte geehrter verehrte verehrter".split())
"""Adjectives before *Herr* or *Frau* in forms of address."""

SPOKEN_TO = frozenset("Sie Ihnen".split())

AFTER_ADDRESSES = WordClass("closed_classes_de", "after_address")
"""First words of clauses after a form of address: *Herr Minister, das ist falsch*."""


def by_case(document: Document, index: int, role: Role) -> Role:
    """Return the role of an argument by the forms of the word or of its rival, or else that of the parse."""
    case = _sure_case(document, index)
    if case:
        return ROLE_OF_CASE[case]
    if role == "dative_object":
        return role
    if role == "object" and _is_only_argument(document, index):
        return "subject"
    rival_relation = "obj" if role == "subject" else "nsubj"
    for rival in document.children[document.heads[index]]:
        if rival != index and document.tokens[rival].relation == rival_relation:
            other = _sure_case(document, rival)
            if role == "object" and other in ("Acc", "Dat"):
                return "subject"
            if role == "subject" and other == "Nom":
                return "object"
    return role


def _is_only_argument(document: Document, index: int) -> bool:
    """Whether an object of the parse must be the subject: the clause has no other, and it agrees with the verb."""
    tokens = document.tokens
    verb = document.heads[index]
    if tokens[verb].relation not in OWN_SUBJECT or tokens[verb].lemma == "geben":
        return False
    children = document.children[verb]
    if has_dependent(document, verb, *ANY_SUBJECTS) or len(dependents(document, verb, "obj")) > 1:
        return False
    if any(token.text.lower() in ("es", "man") for token in (tokens[child] for child in children)):
        return False
    finite = [tokens[child] for child in (verb, *children) if tokens[child].morph.get("VerbForm") == "Fin"]
    if len(finite) != 1 or finite[0].pos not in ("VERB", "AUX"):
        return False
    morph = finite[0].morph
    several = tokens[index].morph.get("Number") == "Plur" or is_coordinated(document, index)
    third = morph.get("Person", "3") == "3" and morph.get("Mood") != "Imp"
    return third and morph.get("Number") == ("Plur" if several else "Sing")


def _sure_case(document: Document, index: int) -> str:
    """Return the case of a noun phrase where its form is unambiguous, else an empty text."""
    token = document.tokens[index]
    if token.pos == "PRON":
        return next((case for case, words in PRONOUNS.items() if token.text.lower() in words), "")
    for child in document.children[index]:
        determiner = document.tokens[child]
        if child < index and determiner.relation in ("det", "det:poss"):
            return _case_of_article(determiner.text.lower(), token)
    return ""


def _case_of_article(article: str, token: Token) -> str:
    case = next((case for case, words in ARTICLES.items() if article in words), "")
    if case:
        plural = token.morph.get("Number") == "Plur" and token.text.endswith("n") and token.relation != "obj"
        return "Dat" if plural else case
    masculine = token.morph.get("Gender") == "Masc" and token.morph.get("Number") == "Sing"
    return "Nom" if article == "der" and masculine else ""


def bearer_of(document: Document, index: int) -> int | None:
    """Return the index of the word of which a noun is predicated (apposition, copula, *als*), or None."""
    found = _bearer_of(document, index)
    return None if found is None else _whole(document, found)


def _whole(document: Document, index: int) -> int:
    """Return the last word of a coordination whose first one lacks its end: *Handels- und Bauminister Karl Bode*."""
    tokens = document.tokens
    after = index + 1
    while after < len(tokens) and tokens[after].text == "-" and tokens[after].start == tokens[after - 1].end:
        after += 1
    if after >= len(tokens) or tokens[after].text not in AND or document.text[tokens[after - 1].end - 1] != "-":
        return index
    return min(word_end(tokens, after + 1), len(tokens)) - 1 if after + 1 < len(tokens) else index


def _bearer_of(document: Document, index: int) -> int | None:
    tokens, heads = document.tokens, document.heads
    if tokens[index].relation == "conj" and has_word_below(document, index, ("als",)):
        above = heads[index]
        said_of_object = tokens[above].pos in ("PROPN", "PRON") and tokens[above].relation in OBJECTS
        if said_of_object or (tokens[above].pos == "NOUN" and is_name(document, above)):
            # 'Sie nannten Karl Bode als Zeugen'
            return above
        owners = dependents(document, above, "det:poss") or _genitive_names(document, above)
        if owners and not _is_person(tokens[above]):
            # 'Bodes Rücktritt als Trainer'
            return owners[0]
        # parsers take it for a comparison: 'fand eine Stelle als Köchin'
        subject = subject_of(document, clause_of(document, index))
        return subject if subject >= 0 and not has_dependent(document, index, "det") else None
    noun = index
    while tokens[noun].relation == "conj" and heads[noun] != noun:
        stops = has_dependent(document, noun, "det") and not _goes_on(document, noun)
        if stops or has_dependent(document, noun, "nsubj", "cop") or tokens[heads[noun]].pos == "PROPN":
            break
        noun = heads[noun]
        above = heads[noun]
        if tokens[noun].relation == "nmod" and _is_person(tokens[above]) > _is_person(tokens[noun]):
            # 'Karl Bode, Leiter der Schule und Trainer'
            noun = above
    if tokens[noun].relation == "appos":
        return heads[noun]
    if has_copula(document, noun):
        return subject_of_predicate(document, noun)
    as_role = "als" in prepositions(document, noun)
    if as_role and is_compared(document, noun):
        return None
    above = heads[noun]
    if as_role and tokens[above].relation == "cop" and tokens[heads[above]].pos == "PROPN":
        # 'Als Trainer dabei ist Karl Bode'
        return heads[above]
    if tokens[noun].relation == "xcomp" or as_role:
        return _bearer(document, noun)
    return said_of(document, noun)


def _goes_on(document: Document, noun: int) -> bool:
    """Whether a noun with *ein* goes on with what is said of somebody: *Sie ist eine Heldin, eine Retterin*."""
    above = document.heads[noun]
    article = next((document.tokens[child] for child in dependents(document, noun, "det")), None)
    indefinite = article is not None and article.morph.get("Definite") == "Ind"
    return indefinite and has_copula(document, above) and has_dependent(document, above, "nsubj")


def _bearer(document: Document, noun: int) -> int | None:
    """Return of whom a noun after *als* is said."""
    verb = document.heads[noun]
    if document.tokens[verb].pos in ("NOUN", "PROPN") and document.tokens[noun].relation not in SUBJECTS:
        # 'ihre Rolle als Köchin' is said of her
        owners = dependents(document, verb, "det:poss") or _genitive_names(document, verb)
        return owners[0] if owners and person_form(document.tokens[verb].text) is None else verb
    # 'Als Trainer gewann Karl Bode den Pokal', but 'Sie holten Karl Bode als Trainer'
    order = ("nsubj:pass", "nsubj", "obj") if noun < verb else ("obj", "nsubj:pass", "nsubj")
    for relation in order:
        found = [argument for argument in dependents(document, verb, relation) if argument != noun]
        if found:
            return found[0]
    shared = subject_of(document, clause_of(document, noun))
    return shared if shared >= 0 and shared != noun else None


def _genitive_names(document: Document, noun: int) -> list[int]:
    """Return the names to which a noun belongs: *Bodes Rücktritt als Trainer*, *der Rücktritt Bodes als Trainer*."""
    owners = dependents(document, noun, "nmod", "nmod:poss")
    return [owner for owner in owners if document.tokens[owner].pos == "PROPN" and not prepositions(document, owner)]


def is_spoken_to(document: Document, first: int, last: int) -> bool:
    """Return whether the context of a form of address is unambiguous: *Sie, Herr Berg,* or *lieber Herr Berg*."""
    tokens = document.tokens
    start, end = document.sentences[document.sentence_of[first]]
    friendly = any(tokens[index].text.lower() in FRIENDLY for index in range(first, last))
    before = first - 2 >= start and tokens[first - 2].text in SPOKEN_TO
    return friendly or before or (last + 2 < end and tokens[last + 2].text in AFTER_ADDRESSES)


def _is_person(token: Token) -> bool:
    return token.pos == "PROPN" or _stands_for_person(token)


def _stands_for_person(token: Token) -> bool:
    form = person_form(token.text, grammatical_gender(token.morph)) if token.pos == "NOUN" else None
    return form is not None and form.number != "Plur"


ROLES = RoleRules(
    argument=by_case,
    bearer_of=bearer_of,
    agent_prepositions=frozenset({"von", "vom"}),
    openers=WordClass("name_words_de", "opener"),
    stands_for_person=_stands_for_person,
    is_spoken_to=is_spoken_to,
    hyphens=True,
    genitive=True,
)
"""How German tells roles."""
