"""The syntactic role of a mention, from Universal Dependencies and from what a language shows beside them."""

from __future__ import annotations

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import ANY_SUBJECTS, prepositions
from hf_genderfair.languages.coreference.languages import actor_rules
from hf_genderfair.languages.coreference.mention import Role
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass

NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})

FOLLOWS_HEAD = frozenset({"appos", "flat", "fixed", "goeswith", "compound"})

POSSESSORS = frozenset({"nmod:poss", "det:poss"})

NOT_AT_FIRST = frozenset("sehr hoch my".split())
"""Words that may precede a form of address."""

INSIDE_ADDRESSES = WordClass("name_words_de", "inside_address")
"""Lower-case words inside forms of address."""

BOUNDS = frozenset(", ! ? . – — - ; … :".split())

OPENING = frozenset(", – — - ! ? … : „ “ « » \" ' ( ; .".split())

LONGEST_ADDRESS = 8

ARGUMENTS: dict[str, Role] = {"nsubj": "subject", "obj": "object", "iobj": "dative_object"}


def role_of(document: Document, index: int) -> Role:
    """Return the role of a word in its clause."""
    # Conjuncts, appositions and parts of names have the role of their head. German parsers take many objects before the
    # verb for subjects; articles and pronouns with an unambiguous case take precedence over the parse.
    if _is_address(document, index):
        return "vocative"
    index = leader(document, index)
    token = document.tokens[index]
    relation = token.relation
    if relation == "vocative":
        return "vocative"
    if token.pos in NOMINAL and (relation == "xcomp" or "cop" in document.relations_below[index]):
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
    rules = actor_rules(document.lang).roles
    if tokens[opener].text.lower().rstrip(".") not in rules.openers:
        return False
    while last + 1 < end and last - index < LONGEST_ADDRESS and _is_inside_address(tokens[last + 1]):
        last += 1
    closed = last + 1 < end and tokens[last + 1].text in BOUNDS
    if not closed or (first > start and tokens[first - 1].text not in OPENING):
        return False
    if first == start and tokens[last + 1].text not in (",", "!", "–", "—"):
        return False
    if rules.talk is not None and not any(token.text.lower() in rules.talk for token in tokens[start:end]):
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
    if (
        tokens[last + 1].text == "!"
        or head == above
        or actor_rules(document.lang).roles.is_spoken_to(document, first, last)
    ):
        return True
    if tokens[head].relation in ("appos", "conj", "flat") and tokens[above].pos in NOMINAL:
        return not (named and _is_person(document, above)) and tokens[head].relation != "conj"
    if not tokens[head].relation.startswith("nsubj"):
        behind = [tokens[child].relation for child in document.children[head] if child > last + 1]
        return "acl:relcl" not in behind and "appos" not in behind
    return any(
        not first <= child <= last and (tokens[child].relation in ANY_SUBJECTS or tokens[child].text == "Sie")
        for child in document.children[above]
    )


def _is_person(document: Document, index: int) -> bool:
    """Whether a word is a name or a person noun, to which a form of address may be an apposition."""
    token = document.tokens[index]
    return token.pos == "PROPN" or actor_rules(document.lang).roles.stands_for_person(token)


def is_receiver(document: Document, index: int) -> bool:
    """Whether a noun is an indirect object, parsed as part of the direct one: *handed the clerk money*."""
    tokens, heads = document.tokens, document.heads
    gift = heads[index]
    if tokens[index].pos != "NOUN" or tokens[gift].relation != "obj" or index > gift:
        return False
    around = document.children[gift] + document.children[index]
    determined = any(tokens[child].relation.startswith(("det", "nmod:poss")) for child in around)
    return determined and tokens[heads[gift]].lemma in actor_rules(document.lang).roles.giving


def leader(document: Document, index: int) -> int:
    """Climb from conjuncts, appositions and parts of names to the word whose role they share."""
    tokens, heads = document.tokens, document.heads
    for _ in range(50):
        relation = tokens[index].relation.partition(":")[0]
        head = heads[index]
        name_part = relation in FOLLOWS_HEAD and tokens[head].pos in NOMINAL
        if relation == "compound":
            following = [token.text for token in tokens[index + 1 : index + 2]]
            hyphen = actor_rules(document.lang).roles.hyphens and following == ["-"]
            name_part = name_part and tokens[index].pos == "PROPN" and (hyphen or tokens[head].pos == "PROPN")
        if head == index or not (name_part or (relation == "conj" and tokens[head].pos in NOMINAL)):
            return index
        if relation == "conj" and "cop" in document.relations_below[index]:
            return index
        index = head
    return index


def _argument(document: Document, index: int) -> Role:
    token = document.tokens[index]
    relation = token.relation.partition(":")[0]
    verb = document.heads[index]
    role = actor_rules(document.lang).roles.argument(document, index, ARGUMENTS.get(relation, "subject"))
    if role == "subject" and (token.relation == "nsubj:pass" or "aux:pass" in document.relations_below[verb]):
        return "passive_subject"
    return role


def _modifier(document: Document, index: int) -> Role:
    tokens = document.tokens
    before = prepositions(document, index)
    if before in (["'s"], ["'"], ["’s"], ["’"]):
        return "possessor"
    rules = actor_rules(document.lang).roles
    relation = tokens[index].relation.partition(":")[0]
    if relation == "obl" and before and before[0] in rules.agent_prepositions:
        verb = document.heads[index]
        marked = not document.relations_below[verb].isdisjoint(("aux:pass", "nsubj:pass"))
        return "agent" if marked or rules.is_participle_passive(document, verb) else "oblique"
    if before:
        return "oblique"
    if relation == "nmod":
        return "possessor" if rules.genitive else "other"
    if tokens[index].relation == "obl:arg" or tokens[index].morph.get("Case") == "Dat":
        return "dative_object"
    return "oblique"


def bearer_of(document: Document, index: int) -> int | None:
    """Return the index of the word of which a noun is predicated (apposition, copula, *as*), or None."""
    return actor_rules(document.lang).roles.bearer_of(document, index)
