"""Interpretation of German pronouns of the third person: kind, and agreement with the antecedent.

Homonymous forms are distinguished by the verb (*sie sagt*, *sie sagen*), by capitals (*Sie* inside a sentence is the
polite form of address) and by their position in the clause (*die* as relative, demonstrative or article).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import (
    SUBJECTS,
    clause_of,
    dependents,
    finite_verb,
    has_preposition,
    is_coordinated,
    is_finite,
    subjects,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.agreement import Forms, forms_like, possessive_forms
from hf_genderfair.languages.german.clauses import (
    ANY,
    ARTICLE_LIKE,
    FEMININE,
    MASCULINE,
    NEUTER,
    PLURAL,
    SINGULAR,
    agreement,
    number_of_verb,
    stands_alone,
    verb_is_plural,
)
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.relatives import QUOTES, agreement_of, has_rival, is_relative, is_subject
from hf_genderfair.languages.types import Number
from hf_genderfair.lexicons.word_class import WordClass, WordValues

POSSESSIVES = frozenset(stem + ending for stem in ("sein", "ihr") for ending in ("", "e", "en", "em", "er", "es"))
POSSESSIVE_ADVERBS = frozenset(
    stem + tail for stem in ("sein", "ihr") for tail in ("erseits", "esgleichen", "etwegen", "ethalben", "etwillen")
)
"""Words that hold a possessive and nothing that agrees with a noun."""

POSSESSOR_AGREEMENT = {
    form: MASCULINE | NEUTER if form.startswith("sein") else FEMININE | PLURAL
    for form in sorted(POSSESSIVES | POSSESSIVE_ADVERBS)
}
"""Bits of the genders and number of the possessor."""

NOUNS = frozenset({"NOUN", "PROPN"})
WISHING = frozenset({"ersparen", "gönnen", "wünschen"})
"""Verbs whose object is for somebody else, so that nobody owns it."""

LONGEST_PHRASE = 5
AFTER_POSSESSIVES = frozenset({"NOUN", "PROPN", "ADJ", "NUM", "ADV"})


def is_possessive(document: Document, index: int) -> bool:
    """Return whether *sein-* or *ihr-* stands before what is owned, and is no verb and no pronoun by itself."""
    token = document.tokens[index]
    if token.text.lower() in POSSESSIVE_ADVERBS:
        return True
    after = document.tokens[index + 1] if index + 1 < len(document.tokens) else token
    if token.text.lower() == "sein" and (after.pos in ("DET", "PRON") or after.text == ")"):
        # the verb: 'zu sein diesen Tag', '(denn froh muss er gewesen sein)'
        return False
    if token.text.lower() == "ihr" and is_dative(document, index):
        return False
    if token.pos == "DET" or token.relation.startswith("det") or token.morph.get("Poss") == "Yes":
        return True
    ends = token.text[-1] in "esnm" and token.text.lower() != "sein"
    return ends and token.pos in ("PRON", "ADJ") and after.pos in AFTER_POSSESSIVES


def is_dative(document: Document, index: int) -> bool:
    """Return whether *ihr* is a dative, since no noun that may be owned follows: *legten ihr Handschellen an*."""
    # A possessive *ihr* has no ending only before masculine and neuter singulars.
    tokens = document.tokens
    last = min(document.sentences[document.sentence_of[index]][1], index + LONGEST_PHRASE)
    for at in range(index + 1, last):
        token = tokens[at]
        if token.pos in NOUNS:
            return _is_not_owned(document, at)
        if token.pos == "ADJ" and token.text.endswith(("e", "en", "em", "es", "er")):
            return not token.text.endswith("es") and not (token.text.endswith("er") and _may_be_owned(document, at))
        if token.pos not in ("ADJ", "NUM", "ADV") and token.text not in ("„", '"', "»"):
            return True
    return True


def _is_not_owned(document: Document, index: int) -> bool:
    """Return whether a noun behind *ihr* cannot be owned: only masculine subjects and neuter singulars can."""
    tokens = document.tokens
    token, head = tokens[index], document.heads[index]
    gender = token.morph.get("Gender")
    others = [child for child in document.children[head] if child != index and tokens[child].relation in SUBJECTS]
    if gender == "Masc" and token.relation == "obj" and token.morph.get("Case") == "Acc":
        others += dependents(document, head, "expl")
        if others and tokens[index - 1].text.lower() == "ihr" != tokens[index - 2].text.lower():
            return True
    if tokens[index - 1].text.lower() == "ihr" and token.relation == "obj" and tokens[head].lemma.lower() in WISHING:
        # Er wünschte ihr Glück
        return True
    if token.relation in SUBJECTS and not others and number_of_verb(document, head) == "Plur":
        return not is_coordinated(document, index)
    # das Zimmer and die Zimmer are one form
    several = token.morph.get("Number") == "Plur" and not (gender == "Neut" and token.text == token.lemma)
    return several or gender == "Fem"


def _may_be_owned(document: Document, index: int) -> bool:
    """Return whether an adjective in *-er* may agree with what is owned, and is none without ending: *sicher*."""
    after = document.tokens[index + 1 : index + 3]
    if not after or after[0].pos in NOUNS:
        return not after or after[0].morph.get("Gender") != "Fem"
    return after[0].pos == "ADJ" or (len(after) > 1 and after[1].pos == "ADJ")


def possessive_for_all(word: str, owned: PersonPhrase | None) -> Forms | None:
    """Return a possessive for a possessor of any gender."""
    if owned is not None and owned.number == "Sing":
        found = possessive_forms(word, owned.case, owned.number, True)
        if found is not None:
            return found
    low = word.lower()
    ending = low.removeprefix("sein") if low.startswith("sein") else low.removeprefix("ihr")
    return forms_like("sein" + ending, "ihr" + ending, word)


PronounKind = Literal["personal", "possessive", "reflexive", "relative", "demonstrative", "genitive", "neutral"]

PERSONAL = WordValues("pronoun_forms_de", "personal", agreement)

DEMONSTRATIVE = WordValues("pronoun_forms_de", "demonstrative", agreement)

AFTER_ARTICLES = WordClass("determiners_de", "after_article")
"""Words after an article: *die eine*, *die beiden*."""

NEOPRONOUNS = WordClass("closed_classes_de", "neopronoun")
"""Non-binary pronouns."""

OTHER_NEOPRONOUNS = WordClass("closed_classes_de", "neopronoun_homograph")
"""Those of them that are also other or foreign words: they count only beside a German finite verb."""

NOT_PRONOUNS = frozenset({"NOUN", "PROPN", "AUX", "VERB", "ADP", "CCONJ", "SCONJ"})

DASHES = frozenset("–—-")
OPENING = QUOTES | frozenset(":–—-(…")

POLITE = frozenset({"Sie", "Ihnen", *(form.capitalize() for form in POSSESSIVES if form.startswith("ihr"))})

SECOND_PERSON = WordClass("verb_forms_de", "second_person_ending")
"""Ends of verbs that only *ihr* 'you' can have."""

ONLY_SECOND_PERSON = WordClass("verb_forms_de", "second_person")

WITH_DATIVE = WordClass("verb_frames_de", "dative_form")
"""Verbs in *-t* before whose subject a dative often stands: *Ihr gehört das Haus*."""

WITH_SECOND_PERSON = (["alle"], ["beide"], ["euch"])

IMPERSONAL = WordClass("verb_frames_de", "impersonal")
"""Verbs and adjectives with expletive *es*."""


class PronounInterpretation(NamedTuple):
    """The interpretation of one pronoun.

    Attributes:
        token_index: Index of the token in the document.
        kind: Kind of pronoun; ``neutral`` for neopronouns, ``genitive`` for *dessen* and *deren* that are no relatives.
        agreement: Bits of the possible genders and number of the antecedent.
        clause: Index of the predicate of its clause.
        subject: Whether it is the subject of its clause.
        polite: Whether it is a form of address: *Sie*, *Ihr*.
    """

    token_index: int
    kind: PronounKind
    agreement: int
    clause: int
    subject: bool
    polite: bool = False


@lru_cache(maxsize=1)
def _pronoun_forms() -> frozenset[str]:
    tables = (PERSONAL, ARTICLE_LIKE, DEMONSTRATIVE)
    closed = (("sich",), POSSESSOR_AGREEMENT, NEOPRONOUNS.as_set)
    return frozenset(chain(*closed, *(table.as_dict for table in tables)))


def interpreted_pronouns(document: Document) -> dict[int, PronounInterpretation]:
    """Return the pronouns of a text that may refer to a person, by the indices of their tokens, in order."""
    # Expletive *es*, *man*, *wer*, *ihr* for those spoken to, and articles are left out.
    forms = _pronoun_forms()
    longest = max(map(len, forms))
    found = {}
    for index, token in enumerate(document.tokens):
        if token.end - token.start <= longest and token.text.lower() in forms:
            interpretation = _interpreted(document, index, token.text.lower())
            if interpretation is not None:
                found[index] = interpretation
    return found


def _interpreted(document: Document, index: int, form: str) -> PronounInterpretation | None:
    if form in NEOPRONOUNS:
        return _neutral(document, index, form)
    around = document.tokens[max(0, index - 1) : index + 2]
    if form == "ihr" and any(is_second_person(word.text.lower()) for word in around):
        return None
    if form in POSSESSOR_AGREEMENT and is_possessive(document, index):
        polite = form[0] == "i" and addresses(document, index)
        return PronounInterpretation(
            index, "possessive", POSSESSOR_AGREEMENT[form], clause_of(document, index), False, polite
        )
    if document.tokens[index].pos in NOT_PRONOUNS:
        return None
    if form == "sich":
        return PronounInterpretation(index, "reflexive", ANY, clause_of(document, index), False)
    if form in PERSONAL:
        return _personal(document, index, form)
    if form in ARTICLE_LIKE:
        return _relative_or_demonstrative(document, index, form)
    if form in DEMONSTRATIVE and stands_alone(document, index) and around[0].text.lower() not in ARTICLE_LIKE:
        # but not 'der letztere', with an article
        return _demonstrative(document, index, DEMONSTRATIVE[form])
    return None


def _neutral(document: Document, index: int, form: str) -> PronounInterpretation | None:
    if form in OTHER_NEOPRONOUNS:
        first, last = document.sentences[document.sentence_of[index]]
        beside = [at for at in (index - 1, index + 1) if first <= at < last]
        if not any(_is_german_finite(document.tokens[at]) for at in beside):
            return None
    return PronounInterpretation(
        index, "neutral", SINGULAR, clause_of(document, index), document.tokens[index].relation in SUBJECTS
    )


def _is_german_finite(token: Token) -> bool:
    return token.pos in ("VERB", "AUX") and token.text.lower().endswith(("t", "te", "ß", "lief", "ging", "kam", "war"))


def _personal(document: Document, index: int, form: str) -> PronounInterpretation | None:
    polite = form in ("sie", "ihnen", "ihr", "ihrer") and addresses(document, index)
    if form == "ihr" and not polite and names_several_hearers(document, index):
        return None
    if form == "es" and not _may_be_person(document, index):
        return None
    bits = PERSONAL[form]
    subject = document.tokens[index].relation in SUBJECTS
    if form == "sie":
        subject = is_subject(document, index)
        if subject:
            bits = number_of_subject(document, index)
    return PronounInterpretation(index, "personal", bits, clause_of(document, index), subject, polite)


def _demonstrative(document: Document, index: int, bits: int) -> PronounInterpretation:
    form = document.tokens[index].text.lower()
    # the article of what a parser misses looks like an object: 'Der an sich gute Film'
    subject = document.tokens[index].relation in SUBJECTS if form in ARTICLE_LIKE else is_subject(document, index)
    if subject and bits == FEMININE | PLURAL:
        bits = number_of_subject(document, index)
    elif bits == MASCULINE | FEMININE:
        # 'dieser' is the nominative of masculines, and dative and genitive of feminines: 'dieser half ich'
        bits = MASCULINE if subject else FEMININE
    return PronounInterpretation(index, "demonstrative", bits, clause_of(document, index), subject)


def number_of_subject(document: Document, index: int) -> int:
    """Return what the verb says of the number of *sie*; nothing where another is its subject as well."""
    tokens, head, either = document.tokens, document.heads[index], FEMININE | PLURAL
    if is_coordinated(document, index):
        return either
    opens = index == document.sentences[document.sentence_of[index]][0]
    verb = index + 1 if opens and index + 1 < len(document.tokens) and is_finite(document.tokens[index + 1]) else -1
    if verb < 0:
        beside = abs(head - index) == 1 and tokens[head].morph.get("VerbForm") == "Fin"
        verb = head if beside else finite_verb(document, head)
    if verb < 0:
        verb = _next_verb(document, index)
    if verb < 0:
        return either
    finite = tokens[verb].morph
    if "Number" not in finite and finite.get("Tense") == "Past":
        # a participle without its auxiliary: 'wie sie es versprochen'
        return either
    return PLURAL if verb_is_plural(tokens[verb]) else FEMININE


def _next_verb(document: Document, index: int) -> int:
    """Return the finite verb that follows before a comma; -1 where there is none."""
    for at in range(index + 1, min(index + 25, len(document.tokens))):
        token = document.tokens[at]
        if token.text == ",":
            break
        if token.morph.get("VerbForm") == "Fin":
            return at
    return -1


def addresses(document: Document, index: int) -> bool:
    """Return whether a capitalised *Sie*, *Ihnen*, *Ihr-* is a polite form of address."""
    # Inside a sentence it always is. At the start of a sentence, a singular verb excludes it; otherwise it is one at
    # the start of direct speech, and elsewhere where the pipeline tags it so, or where the words around address
    # somebody.
    token = document.tokens[index]
    if token.text[0].islower() or token.text.isupper():
        return False
    first, last = document.sentences[document.sentence_of[index]]
    before = document.tokens[index - 1].text if index > first else ""
    if before and before not in OPENING:
        return True
    if token.relation in SUBJECTS and number_of_verb(document, document.heads[index]) == "Sing":
        return False
    if before in QUOTES or token.morph.get("Polite") == "Form" or token.morph.get("Person") == "2":
        return True
    # 'Ihre Frage war, ob Sie kommen'
    after = document.tokens[index + 1 : last]
    spoken = any(word.text in OPENING for word in after)
    if token.text.startswith("Ihr") and not spoken and any(word.text in ("Sie", "Ihnen") for word in after):
        return True
    if index > first:
        return before in DASHES and index - 1 > first
    return _goes_on_addressing(document, index)


def _goes_on_addressing(document: Document, index: int) -> bool:
    """Return whether the sentence before has a form of address: *Ich danke Ihnen sehr. Sie haben mir geholfen*."""
    # Lower-case *ihr-* in the same clause excludes it: *Ich zeige Ihnen die Bauern. Sie verlieren ihre Höfe*.
    tokens, heads = document.tokens, document.heads
    sentence = document.sentence_of[index]
    if sentence == 0 or document.sentences[sentence][1] <= index + 1:
        return False
    own = (at for at in range(index + 1, document.sentences[sentence][1]) if tokens[at].text in POSSESSIVES)
    if any(heads[index] in (heads[at], heads[heads[at]]) for at in own):
        return False
    first, last = document.sentences[sentence - 1]
    return any(tokens[at].text in POLITE and tokens[at - 1].text not in OPENING for at in range(first + 1, last))


def is_second_person(form: str) -> bool:
    """Return whether a verb can only have *ihr* 'you' as its subject; *habts* is spoken for *habt ihr*."""
    return form.removesuffix("s") in ONLY_SECOND_PERSON


def names_several_hearers(document: Document, index: int) -> bool:
    """Return whether *ihr* is who is spoken to: *wenn ihr kommt*, *ihr alle*."""
    tokens, head = document.tokens, document.heads[index]
    beside = [at for at in (index - 1, index + 1) if 0 <= at < len(tokens) and is_finite(tokens[at])]
    verb = beside[0] if beside else finite_verb(document, head)
    verb = verb if verb >= 0 else head
    form = tokens[verb].text.lower().replace("ß", "ss")
    if is_second_person(form) or [word.text for word in tokens[index + 1 : index + 2]] in WITH_SECOND_PERSON:
        return True
    if tokens[head].pos == "NOUN":
        # 'wenn ihr solche Bilder malt'
        verb = finite_verb(document, document.heads[head])
        form = tokens[verb].text.lower()
    others = [at for at in subjects(document, document.heads[head]) if at != head]
    subject = is_subject(document, index) or not subjects(document, head)
    subject = not others if tokens[head].pos == "NOUN" else subject
    alone = subject and not has_preposition(document, index) and not has_rival(document, index)
    if form.endswith(SECOND_PERSON.as_tuple):
        return alone or abs(verb - index) < 3
    # ihr tretet, but er tritt and trat
    regular = tokens[verb].lemma in (form[:-1] + "en", form[:-1] + "n")
    return alone and form.endswith("t") and regular and form not in WITH_DATIVE


def number_of_hearer(document: Document, subject: int) -> Number | None:
    """Return how many are spoken to: one by *du* and, as a rule, by *Sie*, several by *ihr*; None by other words."""
    low = document.tokens[subject].text.lower() if subject >= 0 else ""
    if low == "du" or (low == "sie" and addresses(document, subject)):
        return "Sing"
    return "Plur" if low == "ihr" and names_several_hearers(document, subject) else None


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


def _relative_or_demonstrative(document: Document, index: int, form: str) -> PronounInterpretation | None:
    token = document.tokens[index]
    if token.relation == "det" and form not in ("dessen", "deren", "der"):
        return None
    if is_relative(document, index):
        bits, subject = agreement_of(document, index), is_subject(document, index)
        return PronounInterpretation(index, "relative", bits, clause_of(document, index), subject)
    if form in ("dessen", "deren"):
        owns = token.relation in ("det", "det:poss", "nmod:poss")
        found = PronounInterpretation(index, "genitive", ARTICLE_LIKE[form], clause_of(document, index), False)
        return found if owns else None
    pronominal = token.pos == "PRON" or token.relation in (*SUBJECTS, "obj", "obl:arg", "iobj")
    if form.startswith("welch") or form == "das" or not pronominal:
        return None
    if any(document.tokens[child].relation.startswith("acl") for child in document.children[index]):
        return None
    after = document.tokens[index + 1] if index + 1 < len(document.tokens) else token
    if after.pos in ("ADJ", "NUM", "NOUN") or after.text.lower() in AFTER_ARTICLES:
        return None
    return _demonstrative(document, index, ARTICLE_LIKE[form])
