"""The syntactic role of a mention, from Universal Dependencies and, in German, from unambiguous forms."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.actors import predicates_de, predicates_en
from hf_genderfair.actors.mention import Role
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import (
    ANY_SUBJECTS,
    dependents,
    has_copula,
    has_dependent,
    has_word_below,
    is_coordinated,
    prepositions,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.clauses import clause_of, clause_subject
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.types import grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})

FOLLOWS_HEAD = frozenset({"appos", "flat", "fixed", "goeswith", "compound"})

AGENT_PREPOSITIONS = {"en": frozenset({"by"}), "de": frozenset({"von", "vom"})}

GIVING = WordClass("verb_frames_en", "giving")
"""Ditransitive verbs."""

POSSESSORS = frozenset({"nmod:poss", "det:poss"})

ARTICLES: dict[str, str] = {
    **dict.fromkeys("den einen meinen deinen seinen unseren ihren keinen diesen jenen jeden welchen".split(), "Acc"),
    **dict.fromkeys("dem einem meinem deinem seinem unserem ihrem keinem diesem jenem jedem welchem".split(), "Dat"),
}
"""German determiners that are never nominative."""

PRONOUNS: dict[str, str] = {
    **dict.fromkeys("er ich du wir man wer".split(), "Nom"),
    **dict.fromkeys("ihn mich dich wen jemanden niemanden".split(), "Acc"),
    **dict.fromkeys("ihm mir dir ihnen wem jemandem niemandem".split(), "Dat"),
}
"""German pronouns with an unambiguous case."""

ROLE_OF_CASE: dict[str, Role] = {"Nom": "subject", "Acc": "object", "Dat": "dative_object"}

AS = frozenset({"als", "as"})

OPENERS = {"de": WordClass("name_words_de", "opener"), "en": WordClass("name_words_en", "opener")}
"""First words of forms of address, without full stops."""

NOT_AT_FIRST = frozenset("sehr hoch my".split())
"""Words that may precede a form of address."""

INSIDE_ADDRESSES = WordClass("name_words_de", "inside_address")
"""Lower-case words inside forms of address."""

BOUNDS = frozenset(", ! ? . – — - ; … :".split())

OPENING = frozenset(", – — - ! ? … : „ “ « » \" ' ( ; .".split())

LONGEST_ADDRESS = 8

TALK = WordClass("closed_classes_en", "talk")
"""Words of English sentences that address somebody."""

FRIENDLY = frozenset("liebe lieber geehrte geehrter verehrte verehrter".split())
"""Adjectives before *Herr* or *Frau* in forms of address."""

SPOKEN_TO = frozenset("Sie Ihnen".split())

AFTER_ADDRESSES = WordClass("closed_classes_de", "after_address")
"""First words of German clauses after a form of address: *Herr Minister, das ist falsch*."""

OWN_SUBJECT = frozenset({"root", "advcl", "acl:relcl", "ccomp", "parataxis"})
"""Relations of verbs that rarely share the subject of another verb."""

ARGUMENTS: dict[str, Role] = {"nsubj": "subject", "obj": "object", "iobj": "dative_object"}


def role_of(document: Document, index: int) -> Role:
    """Return the role of a word in its clause.

    Conjuncts, appositions and parts of names have the role of their head. German parsers take many objects before the
    verb for subjects; articles and pronouns with an unambiguous case take precedence over the parse.

    Args:
        document: The text.
        index: Index of the head of a mention.

    Returns:
        The role; ``other`` where it is none of the named ones.
    """
    if _is_address(document, index):
        return "vocative"
    index = leader(document, index)
    token = document.tokens[index]
    relation = token.relation
    if relation == "vocative":
        return "vocative"
    if _is_predicate(document, index):
        return "predicate"
    if relation in POSSESSORS:
        return "possessor"
    if relation.startswith("nsubj") or relation in ("obj", "iobj"):
        return _argument(document, index)
    if relation == "obl:agent":
        return "agent"
    if relation == "compound" and is_receiver(document, index):
        return "dative_object"
    if relation.startswith(("obl", "nmod")):
        return _modifier(document, index)
    return "other"


def _is_address(document: Document, index: int) -> bool:
    """Whether a form of address is a vocative, between commas or on its own: *Nein, Frau Kollegin, das geht nicht*."""
    tokens = document.tokens
    if tokens[index].pos not in ("NOUN", "PROPN"):
        return False
    start, end = document.sentences[document.sentence_of[index]]
    first = last = index
    while first > start and index - first < LONGEST_ADDRESS and _is_inside_address(tokens[first - 1]):
        first -= 1
    opener = first + (tokens[first].text.lower() in NOT_AT_FIRST)
    if tokens[opener].text.lower().rstrip(".") not in OPENERS.get(document.lang, ()):
        return False
    while last + 1 < end and last - index < LONGEST_ADDRESS and _is_inside_address(tokens[last + 1]):
        last += 1
    closed = last + 1 < end and tokens[last + 1].text in BOUNDS
    if not closed or (first > start and tokens[first - 1].text not in OPENING):
        return False
    if first == start and tokens[last + 1].text not in (",", "!", "–", "—"):
        return False
    if document.lang == "en" and not any(token.text.lower() in TALK for token in tokens[start:end]):
        return False
    return _is_no_argument(document, first, last)


def _is_inside_address(token: Token) -> bool:
    if token.pos == "PUNCT" or token.pos in ("VERB", "AUX", "PRON"):
        return False
    return token.text[0].isupper() or token.text.lower() in INSIDE_ADDRESSES


def _is_no_argument(document: Document, first: int, last: int) -> bool:
    """Whether a form of address is neither part of a list, nor an apposition, nor the only subject of its verb."""
    tokens = document.tokens
    start, _ = document.sentences[document.sentence_of[first]]
    named = any(tokens[index].pos == "PROPN" for index in range(first, last + 1))
    if first - 2 >= start and tokens[first - 1].text == ",":
        near = [token.text.lower().rstrip(".") for token in tokens[max(start, first - 5) : first - 1]]
        if any(word in ("herrn", "herr", "frau", "mr", "mrs", "ms", "miss") for word in near):
            return _is_address(document, first - 2)
        if named and _is_person(document, first - 2):
            return False
    head = next((index for index in range(first, last + 1) if not first <= document.heads[index] <= last), first)
    above = document.heads[head]
    if tokens[last + 1].text == "!" or head == above or _is_spoken_to(document, first, last):
        return True
    if tokens[head].relation in ("appos", "conj", "flat") and tokens[above].pos in NOMINAL:
        return not (named and _is_person(document, above)) and tokens[head].relation != "conj"
    if not tokens[head].relation.startswith("nsubj"):
        return not any(child > last + 1 for child in dependents(document, head, "acl:relcl", "appos"))
    return any(
        not first <= child <= last and (tokens[child].relation in ANY_SUBJECTS or tokens[child].text == "Sie")
        for child in document.children[above]
    )


def _is_spoken_to(document: Document, first: int, last: int) -> bool:
    """Whether the context of a German form of address is unambiguous: *Sie, Herr Berg,* or *lieber Herr Berg*."""
    tokens = document.tokens
    if document.lang != "de":
        return False
    start, end = document.sentences[document.sentence_of[first]]
    friendly = any(tokens[index].text.lower() in FRIENDLY for index in range(first, last))
    before = first - 2 >= start and tokens[first - 2].text in SPOKEN_TO
    return friendly or before or (last + 2 < end and tokens[last + 2].text in AFTER_ADDRESSES)


def _is_person(document: Document, index: int) -> bool:
    """Whether a word is a name or a person noun, to which a form of address may be an apposition."""
    token = document.tokens[index]
    if token.pos == "PROPN" or document.lang != "de":
        return token.pos in ("PROPN", "NOUN")
    form = person_form(token.text, grammatical_gender(token.morph)) if token.pos == "NOUN" else None
    return form is not None and form.number != "Plur"


def is_receiver(document: Document, index: int) -> bool:
    """Whether an English noun is an indirect object, parsed as part of the direct one: *handed the clerk money*."""
    tokens, heads = document.tokens, document.heads
    gift = heads[index]
    if document.lang != "en" or tokens[index].pos != "NOUN" or tokens[gift].relation != "obj" or index > gift:
        return False
    around = document.children[gift] + document.children[index]
    determined = any(tokens[child].relation.startswith(("det", "nmod:poss")) for child in around)
    return determined and tokens[heads[gift]].lemma in GIVING


def leader(document: Document, index: int) -> int:
    """Climb from conjuncts, appositions and parts of names to the word whose role they share.

    Args:
        document: The text.
        index: Index of the head of a mention.

    Returns:
        Index of the word; the same where it has no such head.
    """
    tokens, heads = document.tokens, document.heads
    for _ in range(50):
        relation = tokens[index].relation.partition(":")[0]
        head = heads[index]
        name_part = relation in FOLLOWS_HEAD and tokens[head].pos in NOMINAL
        if relation == "compound":
            name_part = name_part and tokens[head].pos == "PROPN" == tokens[index].pos
        if head == index or not (name_part or (relation == "conj" and tokens[head].pos in NOMINAL)):
            return index
        if relation == "conj" and has_copula(document, index):
            return index
        index = head
    return index


def _is_predicate(document: Document, index: int) -> bool:
    token = document.tokens[index]
    if token.relation == "xcomp":
        return token.pos in NOMINAL
    return has_copula(document, index) and token.pos in NOMINAL


def _argument(document: Document, index: int) -> Role:
    token = document.tokens[index]
    relation = token.relation.partition(":")[0]
    verb = document.heads[index]
    role = ARGUMENTS.get(relation, "subject")
    if document.lang == "de":
        role = _by_case(document, index, role)
    elif role == "object" and any(child > index for child in dependents(document, verb, "obj")):
        # gave the nurse a book: of two objects the first is the indirect one
        role = "dative_object"
    if role == "subject" and (token.relation == "nsubj:pass" or has_dependent(document, verb, "aux:pass")):
        return "passive_subject"
    return role


def _by_case(document: Document, index: int, role: Role) -> Role:
    """Return the role by the German forms of the word or of its rival, or else that of the parse."""
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
    """Return the case of a German noun phrase where its form is unambiguous, else an empty text."""
    token = document.tokens[index]
    low = token.text.lower()
    if token.pos == "PRON":
        return PRONOUNS.get(low, "")
    for child in document.children[index]:
        determiner = document.tokens[child]
        if child < index and determiner.relation in ("det", "det:poss"):
            return _case_of_article(determiner.text.lower(), token)
    return ""


def _case_of_article(article: str, token: Token) -> str:
    if article in ARTICLES:
        plural = token.morph.get("Number") == "Plur" and token.text.endswith("n") and token.relation != "obj"
        return "Dat" if plural else ARTICLES[article]
    masculine = token.morph.get("Gender") == "Masc" and token.morph.get("Number") == "Sing"
    return "Nom" if article == "der" and masculine else ""


def _modifier(document: Document, index: int) -> Role:
    tokens = document.tokens
    before = prepositions(document, index)
    if before in (["'s"], ["'"], ["’s"], ["’"]):
        return "possessor"
    relation = tokens[index].relation.partition(":")[0]
    if relation == "obl" and before and before[0] in AGENT_PREPOSITIONS.get(document.lang, ()):
        return "agent" if _is_passive(document, document.heads[index]) else "oblique"
    if before:
        return "oblique"
    if relation == "nmod":
        return "possessor" if document.lang == "de" else "other"
    if tokens[index].relation == "obl:arg" or tokens[index].morph.get("Case") == "Dat":
        return "dative_object"
    return "oblique"


def _is_passive(document: Document, verb: int) -> bool:
    """Whether a verb is passive: with its auxiliary, or as a past participle before or after a noun."""
    token = document.tokens[verb]
    if has_dependent(document, verb, "aux:pass", "nsubj:pass"):
        return True
    if document.lang == "de":
        participle = token.relation == "amod" and "end" not in token.text[-5:].lower()
        return participle or any(
            document.tokens[child].lemma == "werden" and token.morph.get("VerbForm") == "Part"
            for child in document.children[verb]
            if document.tokens[child].relation == "aux"
        )
    past = token.morph.get("VerbForm") == "Part" and token.morph.get("Tense") == "Past"
    return past and token.relation in ("acl", "amod", "advcl") and not has_dependent(document, verb, "aux", "obj")


def subject_of(document: Document, index: int) -> int | None:
    """Return the index of the word of which a noun is predicated (apposition, copula, *as*), or None.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "She is a doctor."
        >>> document = Document(text, next(pipeline("en").analyse([text])), "en")
        >>> subject_of(document, 3)
        0
    """
    tokens, heads = document.tokens, document.heads
    if document.lang == "de" and tokens[index].relation == "conj" and has_word_below(document, index, ("als",)):
        # parsers take it for a comparison: 'fand eine Stelle als Köchin'
        subject = clause_subject(document, clause_of(document, index))
        return subject if subject >= 0 and not has_dependent(document, index, "det") else None
    english = document.lang == "en"
    noun = index
    while tokens[noun].relation == "conj" and heads[noun] != noun:
        if has_dependent(document, noun, "det", "nsubj", "cop") or (english and tokens[heads[noun]].pos == "PROPN"):
            break
        noun = heads[noun]
    if english:
        noun = predicates_en.head_of_phrase(document, noun)
    apposed = apposed_to(document, noun)
    if apposed is not None:
        return apposed
    if has_copula(document, noun):
        return predicates_en.subject(document, noun) if english else predicates_de.subject(document, noun)
    as_role = not AS.isdisjoint(prepositions(document, noun))
    if not english and as_role and predicates_de.is_compared(document, noun):
        return None
    if tokens[noun].relation == "xcomp" or as_role:
        # 'Als Trainer gewann Karl Bode den Pokal', but 'Sie holten Karl Bode als Trainer'
        fronted = document.lang == "de" and noun < heads[noun]
        order = ("nsubj:pass", "nsubj", "obj") if fronted else ("obj", "nsubj:pass", "nsubj")
        if english and has_copula(document, heads[noun]):
            return predicates_en.subject(document, heads[noun])
        found = _argument_of(document, heads[noun], order, noun)
        return predicates_en.antecedent(document, found) if english and found is not None else found
    return predicates_en.said_of(document, noun) if english else predicates_de.said_of(document, noun)


def apposed_to(document: Document, index: int) -> int | None:
    """Return the index of the word to which a word is in apposition."""
    return document.heads[index] if document.tokens[index].relation == "appos" else None


def _argument_of(document: Document, verb: int, relations: Sequence[str], noun: int) -> int | None:
    if document.tokens[verb].pos in ("NOUN", "PROPN"):
        # 'ihre Rolle als Köchin' is said of her
        owners = dependents(document, verb, "det:poss")
        return owners[0] if owners and person_form(document.tokens[verb].text) is None else verb
    for relation in relations:
        found = [argument for argument in dependents(document, verb, relation) if argument != noun]
        if found:
            return found[0]
    return None
