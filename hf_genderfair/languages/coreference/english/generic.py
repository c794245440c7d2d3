"""English nouns that mean anybody, or only a role (*every player*, *a change in coach*), and generic masculines."""

from __future__ import annotations

from collections.abc import Container

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import (
    begins_clause,
    clause_of,
    dependents,
    has_dependent,
    has_word_below,
    prepositions,
)
from hf_genderfair.languages.coreference.roles import bearer_of
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import person_form
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

UNSPECIFIC = WordClass("closed_classes_en", "unspecific_determiner")
ANYBODY = WordClass("closed_classes_en", "anybody")
DEONTIC = WordClass("verb_forms_en", "deontic")
ALWAYS = WordClass("closed_classes_en", "always")
NAMED_BY_KIN = WordClass("noun_classes_en", "called_without_article")
"""Nouns that need no article for somebody: *father*, *sir*."""

INDEFINITE = frozenset({"a", "an"})
CONDITIONS = frozenset("if unless whenever".split())
COMPARING = frozenset("as like than".split())
TALKING = frozenset("i we you".split())
POSSESSIVES = WordClass("closed_classes_en", "possessive")
POSSESSIVE_ENDINGS = frozenset({"'s", "’s", "'", "’"})

INSIDE = frozenset("compound amod advmod nummod flat nmod nmod:poss".split())
"""Relations of words between a determiner and its noun."""

AUXILIARIES = frozenset("aux aux:pass cop".split())

POSTS = WordClass("noun_classes_en", "post")
"""Nouns before *of* and a role that nobody in particular has: *the part of a priest*."""

PERIODS = WordClass("noun_classes_en", "period")

BODIES = WordClass("noun_classes_en", "named_after_role")
"""Things and bodies that are called after a role: *the coroner's office*, *a driver's licence*."""

MANKIND = WordClass("noun_classes_en", "mankind")
"""Nouns that mean everybody where they have no article: *early man*."""

PUBLIC = WordClass("noun_classes_en", "public")
"""Nouns for anybody who uses, buys or reads something: *the reader*, *a customer*."""

NO_ROLE = frozenset("vocative appos compound flat root conj parataxis".split())
"""Relations in which a noun without article may be somebody."""

FARTHEST = 7
"""Largest distance of a determiner from its noun, in tokens."""


def determiner(document: Document, first: int) -> str:
    """Return the determiner before a noun, in lower case; empty where there is none."""
    for before in range(first - 1, max(first - FARTHEST, -1), -1):
        token = document.tokens[before]
        low = token.text.lower()
        if token.pos == "DET" or low in UNSPECIFIC or low in POSSESSIVE_ENDINGS or low in INDEFINITE:
            return low
        if token.relation == "nmod:poss":
            return low
        if token.text != "-" and token.pos not in ("ADJ", "NUM") and token.relation not in INSIDE:
            return ""
    return ""


def is_anybody(document: Document, first: int, head: int) -> bool:
    """Return whether a noun in the singular means nobody in particular."""
    tokens = document.tokens
    article = determiner(document, first)
    if article in UNSPECIFIC:
        return True
    qualities = {tokens[child].text.lower() for child in dependents(document, head, "amod")}
    # the average reader
    if not qualities.isdisjoint(resource(("representative adjectives", "en"), _read_representative)):
        return True
    bare = not article and tokens[head].text in MANKIND and not has_dependent(document, head, "compound", "nummod")
    if bare and tokens[head].relation not in NO_ROLE:
        return True
    if _is_in_compound(document, head) or (article == "your" and _is_advice(document, head)):
        return True
    about = bearer_of(document, head)
    subject = tokens[about].text.lower() if about is not None else ""
    if subject in ANYBODY:
        return True
    if article in ("the", *INDEFINITE) and tokens[head].text.lower() in PUBLIC and not _is_told(document, head):
        return True
    if article and article not in INDEFINITE:
        return False
    compared = not COMPARING.isdisjoint(prepositions(document, head))
    if compared or subject in TALKING:
        # the speaker may be an actor: 'As mayor, I …'
        return not (compared and subject in TALKING)
    if article and (_is_rated(document, head) or _is_sought(document, head)):
        return True
    return _is_in_rule(document, head) or _is_wished(document, head) or (not article and _is_role(document, head))


def _is_told(document: Document, head: int) -> bool:
    """Whether the clause of a noun tells of the past, or of somebody who says something."""
    tokens, clause = document.tokens, clause_of(document, head)
    verbs = [tokens[clause], *(tokens[child] for child in document.children[clause])]
    return any(is_past(token) and (token.relation in AUXILIARIES or token is verbs[0]) for token in verbs)


def is_past(token: Token) -> bool:
    """Return whether a token is a finite verb or auxiliary in the past tense."""
    return token.morph.get("Tense") == "Past" and token.morph.get("VerbForm") == "Fin"


def _is_rated(document: Document, head: int) -> bool:
    """Whether an adjective or adverb says how something is for anybody: *hard for a child*, *typical of a driver*."""
    above = document.tokens[document.heads[head]]
    return above.pos in ("ADJ", "ADV") and prepositions(document, head) in (["for"], ["of"])


def _is_sought(document: Document, head: int) -> bool:
    """Whether somebody is only thought of: *They need to find a cook*, *A guest who sings is welcome*."""
    tokens, clause = document.tokens, clause_of(document, head)
    if any(_is_told(document, above) for above in (head, *document.ancestors(head)) if begins_clause(document, above)):
        return False
    verb = document.heads[head]
    infinitive = any(tokens[child].text.lower() == "to" for child in dependents(document, verb, "mark"))
    if tokens[head].relation == "obj" and infinitive:
        return True
    first, last = document.sentences[document.sentence_of[head]]
    subjects = {token.text.lower() for token in tokens[first:last] if token.relation in ("nsubj", "expl")}
    known = tokens[clause].lemma in ("have", "know", "be") or not subjects.isdisjoint(TALKING | {"there"})
    return has_dependent(document, head, "acl:relcl") and not known and not has_dependent(document, head, "cop")


def _is_advice(document: Document, head: int) -> bool:
    """Whether somebody of the reader, whoever that is, is meant, outside speech: *You can take your child along*."""
    before = document.text[: document.tokens[head].start]
    spoken = before.rfind("“") > before.rfind("”") or before.rpartition("\n\n")[2].count('"') % 2
    sentence = document.tokens[slice(*document.sentences[document.sentence_of[head]])]
    return not spoken and not any(is_past(token) for token in sentence)


def _is_in_compound(document: Document, head: int) -> bool:
    """Whether a role only says which thing is meant: *the role of a priest*, *the coroner's office*."""
    tokens, above = document.tokens, document.heads[head]
    if tokens[above].text.lower() in POSTS and prepositions(document, head) == ["of"]:
        return True
    after = [token.text.lower() for token in tokens[head + 1 : head + 4]]
    if after[:2] == ["of", "the"] and after[-1] in PERIODS:
        # an award: Player of the Year
        return tokens[head].text[0].isupper()
    return len(after) > 1 and after[0] in POSSESSIVE_ENDINGS and after[1] in BODIES


def _is_wished(document: Document, head: int) -> bool:
    """Whether an infinitive says what somebody might be: *He wants to be a doctor*."""
    copulas = [document.tokens[child] for child in dependents(document, head, "cop")]
    return any(token.text.lower() == "be" for token in copulas) and not has_dependent(document, head, "nsubj", "aux")


def _read_representative() -> frozenset[str]:
    return frozenset(row[1] for row in load_lexicon("generic_reference_en").rows if row[0] == "representative")


def _is_role(document: Document, head: int) -> bool:
    """Whether a noun without article says a role, not who has it: *a change in coach*, *ran for governor*."""
    tokens = document.tokens
    token = tokens[head]
    if token.pos != "NOUN" or not token.text.islower() or token.text in NAMED_BY_KIN or token.relation in NO_ROLE:
        return False
    named = head + 1 < len(tokens) and tokens[head + 1].pos == "PROPN"
    return not named and not token.relation.startswith("nsubj") and not has_dependent(document, head, "conj")


def _is_in_rule(document: Document, head: int) -> bool:
    """Whether a clause says what holds of anybody: *a guest should knock*, *if a guest knocks*, *a guest always …*."""
    tokens = document.tokens
    clause = clause_of(document, head)
    parts = [tokens[child] for child in document.children[clause]]
    verbs = [token for token in (*parts, tokens[clause]) if token is tokens[clause] or token.relation in AUXILIARIES]
    if any(is_past(token) for token in verbs):
        return False
    words = {token.text.lower() for token in parts if token.relation in ("aux", "advmod", "mark")}
    subject = tokens[head].relation.startswith("nsubj") and document.heads[head] == clause
    if head + 1 < len(tokens) and tokens[head + 1].text.lower() in DEONTIC:
        # like a leader should
        return True
    told = any(token.text.lower() in ("have", "be") for token in parts if token.relation != "cop")
    if subject and not told and not words.isdisjoint(DEONTIC.as_set):
        return True
    return not words.isdisjoint(CONDITIONS | ALWAYS.as_set)


WINDOW = 60
"""Number of tokens before a pronoun that are searched, since a table of a megabyte may be segmented as one sentence."""

NAME_RELATIONS = ("flat", "appos")

MAN_WORDS = WordClass("generic_masculine_en", "generic_masculine")
NO_OFFICES = WordClass("generic_masculine_en", "no_office")
QUANTIFIERS = frozenset("every each any no".split())
PRO_FORMS = frozenset("everyone everybody anyone anybody nobody no-one".split())
HE = frozenset("he his himself".split())
OTHERS = WordClass("generic_masculine_en", "personal_pronoun")


def generic_masculines(document: Document, specific: Container[int], named: Container[int]) -> list[tuple[int, int]]:
    """Return the nouns and pronouns for men by which anybody is meant."""
    persons = frozenset(entity.start for entity in document.entities if entity.type == "PER")
    found: list[int] = []
    for index, token in enumerate(document.tokens):
        if token.pos not in ("NOUN", "PRON", "DET"):
            continue
        low = token.text.lower()
        if low in HE:
            if index not in named and _has_nonspecific_antecedent(document, index):
                found.append(index)
        elif token.pos == "NOUN" and (
            low in MAN_WORDS or (index not in specific and _is_nonspecific_office(document, index, low))
        ):
            found.append(index)
    tokens = document.tokens
    return [(tokens[index].start, tokens[index].end) for index in found if not _has_name(document, index, persons)]


def _is_nonspecific_office(document: Document, index: int, low: str) -> bool:
    if not low.endswith(("man", "men")) or low in NO_OFFICES or low.endswith("examen"):
        return False
    form = person_form(low)
    if form is None or form.gender != "masculine":
        return False
    return form.plural or _has_quantifier(document, index)


def _has_nonspecific_antecedent(document: Document, index: int) -> bool:
    """Return whether *he* or *his* refers to *everyone* or *every student*, and to no other person of the sentence."""
    first = max(document.sentences[document.sentence_of[index]][0], index - WINDOW)
    nobody = False
    for earlier in range(first, index):
        token = document.tokens[earlier]
        low = token.text.lower()
        if low in PRO_FORMS:
            nobody = nobody or token.relation.startswith("nsubj")
            continue
        form = person_form(token.text) if token.pos == "NOUN" else None
        if token.pos == "PROPN" or (low in OTHERS and not (nobody and low in HE)) or (form and form.gender != "none"):
            return False
        if form and not form.plural:
            if not _has_quantifier(document, earlier):
                return False
            nobody = nobody or token.relation.startswith("nsubj")
    return nobody


def _has_quantifier(document: Document, index: int) -> bool:
    return has_word_below(document, index, QUANTIFIERS)


def _has_name(document: Document, index: int, persons: frozenset[int]) -> bool:
    """Return whether a noun is the title of a name or stands beside one."""
    tokens = document.tokens
    if index + 1 < len(tokens) and tokens[index + 1].start in persons:
        return True
    if tokens[index].relation.startswith(NAME_RELATIONS) and tokens[document.heads[index]].pos == "PROPN":
        return True
    return any(
        tokens[child].pos == "PROPN" and tokens[child].relation.startswith(NAME_RELATIONS)
        for child in document.children[index]
    )
