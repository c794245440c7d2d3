"""Interpretation of German pronouns of the third person: kind, and agreement with the antecedent.

Homonymous forms are distinguished by the verb (*sie sagt*, *sie sagen*), by capitals (*Sie* inside a sentence is the
polite form of address) and by their position in the clause (*die* as relative, demonstrative or article).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from hf_genderfair.actors.pronouns.salience import Syntax
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import (
    SUBJECTS,
    dependents,
    has_copula,
    has_preposition,
    has_word_below,
    is_finite,
    other_subjects,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.clauses import (
    ANY,
    ARTICLE_LIKE,
    FEMININE,
    MASCULINE,
    NEUTER,
    PLURAL,
    SINGULAR,
    agreement,
    finite_verb,
    verb_is_plural,
)
from hf_genderfair.languages.german.pronouns import NOT_PRONOUNS, SECOND_PERSON
from hf_genderfair.languages.german.relatives import modified
from hf_genderfair.lexicons.word_class import WordClass, WordValues

PronounKind = Literal["personal", "possessive", "reflexive", "relative", "demonstrative", "neutral"]

PERSONAL = WordValues("pronoun_forms_de", "personal", agreement)

POSSESSIVE_ENDINGS = ("", "e", "en", "em", "er", "es")

POSSESSIVE = {"sein" + ending: MASCULINE | NEUTER for ending in POSSESSIVE_ENDINGS} | {
    "ihr" + ending: FEMININE | PLURAL for ending in POSSESSIVE_ENDINGS
}

AFTER_ARTICLES = WordClass("determiners_de", "after_article")
"""Words after an article: *die eine*, *die beiden*."""

DEMONSTRATIVE = WordValues("pronoun_forms_de", "demonstrative", agreement)

NEOPRONOUNS = WordClass("closed_classes_de", "neopronoun")
"""Non-binary pronouns."""

OTHER_NEOPRONOUNS = WordClass("closed_classes_de", "neopronoun_homograph")
"""Those of them that are also other or foreign words: they count only beside a German finite verb."""


QUOTATION_MARKS = frozenset("\"„“»«‚‘›‹'")

DASHES = frozenset("–—-")

POLITE = frozenset({"Sie", "Ihnen", *("Ihr" + ending for ending in POSSESSIVE_ENDINGS)})

ADDRESSING = WordClass("name_words_de", "address")

OPENING = QUOTATION_MARKS | frozenset(":–—-(…")


class PronounInterpretation(NamedTuple):
    """The interpretation of one pronoun.

    Attributes:
        token: Index of the token in the document.
        kind: Kind of pronoun; ``neutral`` for neopronouns.
        agreement: Bits of the possible genders and number of the antecedent.
        clause: Index of the predicate of its clause.
        subject: Whether it is the subject of its clause.
        antecedent: Index of the word that the clause of a relative pronoun modifies; -1 where that is unknown.
    """

    token: int
    kind: PronounKind
    agreement: int
    clause: int
    subject: bool
    antecedent: int = -1


@lru_cache(maxsize=1)
def _pronoun_forms() -> frozenset[str]:
    tables = (PERSONAL, ARTICLE_LIKE, DEMONSTRATIVE)
    return frozenset(chain(("sich",), POSSESSIVE, NEOPRONOUNS.as_set, *(table.as_dict for table in tables)))


def interpret_pronouns(document: Document, syntax: Syntax) -> list[PronounInterpretation]:
    """Find the pronouns that may refer to a person, in order.

    Expletive *es*, *man*, *wer*, forms of address and articles are left out.
    """
    found = []
    for index, token in enumerate(document.tokens):
        if token.end - token.start < 9 and token.text.lower() in _pronoun_forms():
            interpretation = _interpreted(document, syntax, index, token.text.lower())
            if interpretation is not None and interpretation.agreement:
                found.append(interpretation)
    return found


def _interpreted(document: Document, syntax: Syntax, index: int, form: str) -> PronounInterpretation | None:
    token = document.tokens[index]
    if form in NEOPRONOUNS:
        return _neutral(document, syntax, index, form)
    if token.pos in NOT_PRONOUNS:
        return None
    if form == "sich":
        return PronounInterpretation(index, "reflexive", ANY, syntax.clause(index), False)
    if form in POSSESSIVE and _is_possessive(document, index):
        polite = form[0] == "i" and _addresses(document, index)
        return (
            None
            if polite
            else PronounInterpretation(index, "possessive", POSSESSIVE[form], syntax.clause(index), False)
        )
    if form in PERSONAL:
        return _personal(document, syntax, index, form)
    if form in ARTICLE_LIKE:
        return _relative_or_demonstrative(document, syntax, index, form)
    if form in DEMONSTRATIVE and _is_pronominal(document, index):
        return _with_verb(document, syntax, index, "demonstrative", DEMONSTRATIVE[form])
    return None


def _is_possessive(document: Document, index: int) -> bool:
    token = document.tokens[index]
    if token.pos == "DET":
        return True
    return token.relation.startswith("det") or token.morph.get("Poss") == "Yes"


def _neutral(document: Document, syntax: Syntax, index: int, form: str) -> PronounInterpretation | None:
    if form in OTHER_NEOPRONOUNS:
        first, last = document.sentences[document.sentence_of[index]]
        beside = [at for at in (index - 1, index + 1) if first <= at < last]
        if not any(_is_german_finite(document.tokens[at]) for at in beside):
            return None
    clause = syntax.clause(index)
    return PronounInterpretation(index, "neutral", SINGULAR, clause, document.tokens[index].relation in SUBJECTS)


def _is_german_finite(token: Token) -> bool:
    return token.pos in ("VERB", "AUX") and token.text.lower().endswith(("t", "te", "ß", "lief", "ging", "kam", "war"))


def _personal(document: Document, syntax: Syntax, index: int, form: str) -> PronounInterpretation | None:
    if form in ("sie", "ihnen", "ihr", "ihrer") and _addresses(document, index):
        return None
    if form == "ihr" and _is_second_person(document, index):
        return None
    if form == "es" and not _may_be_person(document, index):
        return None
    return _with_verb(document, syntax, index, "personal", PERSONAL[form])


def _with_verb(
    document: Document, syntax: Syntax, index: int, kind: PronounKind, agreement: int
) -> PronounInterpretation:
    """Restrict the number of a subject by that of the verb."""
    token = document.tokens[index]
    clause = syntax.clause(index)
    subject = token.relation in SUBJECTS and not _is_object_after_conjunction(document, index)
    if subject and agreement & PLURAL and agreement & SINGULAR:
        verb = _verb_beside(document, index)
        if verb < 0:
            verb = finite_verb(document, document.heads[index])
        if kind == "relative" and other_subjects(document, index):
            # 'Bänder, die Kohl besprochen hatte'
            return PronounInterpretation(index, kind, agreement, clause, subject)
        if verb >= 0:
            agreement &= PLURAL if verb_is_plural(document.tokens[verb]) else ~PLURAL
        elif token.morph.get("Number") == "Plur":
            agreement &= PLURAL
    if agreement == MASCULINE | FEMININE:
        # 'der' and 'dieser' are nominatives of masculines, and datives and genitives of feminines: 'der ich half'
        subject = subject and not other_subjects(document, index)
        agreement = MASCULINE if subject else FEMININE
    return PronounInterpretation(index, kind, agreement, clause, subject)


def _verb_beside(document: Document, index: int) -> int:
    """Return the finite verb right behind a pronoun that opens a sentence; -1 where there is none."""
    opens = index == document.sentences[document.sentence_of[index]][0]
    return index + 1 if opens and index + 1 < len(document.tokens) and is_finite(document.tokens[index + 1]) else -1


def _is_object_after_conjunction(document: Document, index: int) -> bool:
    """Return whether *sie* is an object after *und*: *Sie fingen die Hunde und verkauften sie*."""
    verb = document.heads[index]
    if verb != index - 1 or document.tokens[verb].relation != "conj" or document.tokens[index].text.lower() != "sie":
        return False
    return verb > 0 and document.tokens[verb - 1].pos == "CCONJ"


def _addresses(document: Document, index: int) -> bool:
    """Return whether a capitalised *Sie*, *Ihnen*, *Ihr-* is a polite form of address.

    Inside a sentence it always is. At the start of a sentence, a singular verb excludes it; otherwise it is one at the
    start of direct speech, and elsewhere where the pipeline tags it so.
    """
    token = document.tokens[index]
    if token.text[0].islower() or token.text.isupper():
        return False
    first = document.sentences[document.sentence_of[index]][0]
    before = document.tokens[index - 1].text if index > first else ""
    if before and (before not in OPENING or _names_hearer(document, index)):
        return True
    if token.relation in SUBJECTS:
        verb = finite_verb(document, document.heads[index])
        if verb >= 0 and not verb_is_plural(document.tokens[verb]):
            return False
    if before in QUOTATION_MARKS or token.morph.get("Polite") == "Form" or token.morph.get("Person") == "2":
        return True
    if index > first:
        return before in DASHES and index - 1 > first
    return _goes_on_addressing(document, index)


def _names_hearer(document: Document, index: int) -> bool:
    """Return whether a title or an adjective of address follows: *Sie, Herr Lang, …*."""
    after = document.tokens[index + 1 : index + 3]
    return len(after) == 2 and after[0].text == "," and after[1].text.lower() in ADDRESSING


def _goes_on_addressing(document: Document, index: int) -> bool:
    """Return whether the sentence before has a form of address: *Ich danke Ihnen sehr. Sie haben mir geholfen*.

    Lower-case *ihr-* in the same clause excludes it: *Ich zeige Ihnen die Bauern. Sie verlieren ihre Höfe*.
    """
    tokens, heads = document.tokens, document.heads
    sentence = document.sentence_of[index]
    if sentence == 0 or document.sentences[sentence][1] <= index + 1:
        return False
    own = (at for at in range(index + 1, document.sentences[sentence][1]) if tokens[at].text in POSSESSIVE)
    if any(heads[index] in (heads[at], heads[heads[at]]) for at in own):
        return False
    first, last = document.sentences[sentence - 1]
    return any(tokens[at].text in POLITE and tokens[at - 1].text not in OPENING for at in range(first + 1, last))


DATIVE_VERBS = WordClass("verb_frames_de", "dative_form")
"""Verbs in *-t* whose subject often follows a dative: *Ihr gehört das Haus*."""


def _is_second_person(document: Document, index: int) -> bool:
    """Return whether *ihr* is a second person: *ihr kommt*, not *ihr fehlt Geld*."""
    token = document.tokens[index]
    if token.relation not in SUBJECTS:
        return False
    clause = document.heads[index]
    verb = finite_verb(document, clause)
    form = document.tokens[verb].text.lower() if verb >= 0 else ""
    if form.endswith(SECOND_PERSON.as_tuple):
        return True
    objects = dependents(document, clause, "obj")
    return form.endswith("t") and not (objects and form in DATIVE_VERBS) and not other_subjects(document, index)


IMPERSONAL = WordClass("verb_frames_de", "impersonal")
"""Verbs and adjectives with expletive *es*."""


def _may_be_person(document: Document, index: int) -> bool:
    """Return whether *es* may refer, unlike *es* of the weather, of clauses and of impersonal verbs."""
    token = document.tokens[index]
    if token.relation not in SUBJECTS and token.relation != "obj":
        return False
    clause = document.heads[index]
    predicate = document.tokens[clause]
    impersonal = predicate.lemma.lower() in IMPERSONAL or predicate.text.lower() in IMPERSONAL
    if impersonal or predicate.pos not in ("VERB", "AUX", "ADJ"):
        return False
    below = [document.tokens[child].relation for child in document.children[clause]]
    return below.count("nsubj") < 2 and not any(relation in ("ccomp", "csubj", "expl") for relation in below)


def _is_pronominal(document: Document, index: int) -> bool:
    token = document.tokens[index]
    return token.pos == "PRON" or token.relation in SUBJECTS or token.relation in ("obj", "obl:arg", "iobj")


def _relative_or_demonstrative(
    document: Document, syntax: Syntax, index: int, form: str
) -> PronounInterpretation | None:
    token = document.tokens[index]
    article = token.pos == "DET" and (token.relation == "det" or "Rel" not in token.morph.get("PronType", ""))
    if article and not _is_pronominal(document, index):
        return None
    noun = modified(document, index)
    if noun >= 0:
        interpretation = _with_verb(document, syntax, index, "relative", ARTICLE_LIKE[form])
        # where the parse has two subjects, the noun decides whether 'der' is a masculine or a feminine
        if form == "der" and other_subjects(document, index):
            interpretation = interpretation._replace(agreement=ARTICLE_LIKE[form])
        return interpretation._replace(antecedent=noun)
    if form.startswith("welch") or form == "das":
        return None
    if token.pos == "PRON" and _is_verb_final(document, syntax, index):
        return _with_verb(document, syntax, index, "relative", ARTICLE_LIKE[form])
    if not _is_pronominal(document, index):
        return None
    if any(document.tokens[child].relation.startswith("acl") for child in document.children[index]):
        return None
    after = document.tokens[index + 1] if index + 1 < len(document.tokens) else token
    if after.pos in ("ADJ", "NUM", "NOUN") or after.text.lower() in AFTER_ARTICLES:
        return None
    return _with_verb(document, syntax, index, "demonstrative", ARTICLE_LIKE[form])


def _is_verb_final(document: Document, syntax: Syntax, index: int) -> bool:
    """Return whether a relative clause is separated from its noun: after a comma, its verb not next to the pronoun."""
    tokens = document.tokens
    before = index - 1
    if before >= 0 and tokens[before].pos == "ADP":
        before -= 1
    if before < 0 or tokens[before].text != ",":
        return False
    verb = finite_verb(document, syntax.clause(index))
    return verb > index + 1 or (verb == index + 1 and verb + 1 < len(tokens) and tokens[verb + 1].pos == "PUNCT")


def is_in_attribute(document: Document, index: int) -> bool:
    """Return whether a pronoun is inside the phrase of a participle: *Sie nahm die von ihr erfundene Maschine mit*.

    Args:
        document: The text.
        index: Index of the pronoun.
    """
    return index > 1 and document.tokens[index - 2].pos == "DET" and has_preposition(document, index)


def is_of_verb(document: Document, index: int) -> bool:
    """Return whether a phrase belongs to the verb, though parsers attach it to a noun.

    *Sie ist seit ihrer Wahl Präsidentin*; *Hier legte die Ministerin, Ada Bode, den Plan ihrer Reform vor*.

    Args:
        document: The text.
        index: Index of the head of the phrase.
    """
    tokens, above = document.tokens, document.heads[index]
    copula = has_copula(document, above) or tokens[above].pos == "AUX"
    if copula and (tokens[index].relation.startswith("obl") or (tokens[index].relation == "nmod" and index < above)):
        return True
    accusative = has_word_below(document, index, ("den", "einen"))
    return accusative and tokens[index].relation == "appos" and tokens[above].relation in SUBJECTS
