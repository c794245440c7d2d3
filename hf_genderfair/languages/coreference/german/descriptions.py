"""What German nouns for persons tell: roles by their masculine, ages, genders, and who is somebody else."""

from __future__ import annotations

import re

from hf_genderfair.languages.clauses import clause_of, dependents, has_dependent
from hf_genderfair.languages.coreference.descriptions import Describing, Role, role_of_word
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import is_kin
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.role_nouns import role_nouns
from hf_genderfair.languages.types import PersonGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

OTHERS = WordClass("determiners_de", "another_stem")
"""Beginnings of adjectives for somebody else than was spoken of: *der andere Minister*."""

OFFICES = WordClass("noun_classes_de", "office")
"""Nouns whose genitive says what office it is, whoever holds it."""

RELATIONAL = WordClass("noun_classes_de", "relational_person_ending")
"""Ends of words for persons who belong to somebody else, or to what is spoken of: *der Sprecher*, *der Anwalt*."""

AGED = ("jährig", "Jährig")

FORMER = "Ex-"

AGE_BEFORE = re.compile(r"(\d{1,3})-?jährige[nrms]?\s+(?:[a-zäöüß]\S*\s+){0,3}\Z")
AGE_AFTER = re.compile(r"\s?(?:\(|, )(\d{1,3})(?:\)|,|\s?\()")
AGE_INSIDE = re.compile(r"(\d{1,3})-?[Jj]ährige")
LONGEST_BEFORE, LONGEST_AFTER = 50, 8

GENDERS: dict[str, PersonGender] = {"masculine": "male", "feminine": "female"}

CLEARLY_NEAREST = 1.5
"""Least difference in salience, nearly that of two sentences, by which the nearest of several persons is meant."""

FURTHER = ("nmod", "acl", "acl:relcl", "nmod:poss", "appos")


def _role(document: Document, index: int) -> Role:
    """Return the role of the masculine lemma of a noun, of its own lemma where it has none."""
    decided = role_nouns(document).get(index)
    token = document.tokens[index]
    if AGED[0] in token.text.lower():
        # '31-Jährige', 'Zehnjährige'
        return role_of_word("jährige", "de")
    masculine = decided.phrase.noun.masculine if decided is not None else ""
    role = role_of_word(masculine or token.lemma or token.text, "de")
    described = any(document.tokens[child].text.startswith(AGED) for child in dependents(document, index, "amod"))
    former = document.text[max(0, token.start - len(FORMER)) : token.start] == FORMER
    if not role.dimension and (described or former or _is_of_somebody_new(document, index)):
        # 'der 61-jährige Bonner', 'der Ex-Bonner'
        return role_of_word("jährige", "de")._replace(word=role.word)
    return role


def _ages(document: Document, mention: Mention, start: int) -> list[str]:
    text = document.text
    before = AGE_BEFORE.search(text, max(0, start - LONGEST_BEFORE), start)
    inside = AGE_INSIDE.match(text, mention.start, mention.end)
    after = AGE_AFTER.match(text, mention.end, mention.end + LONGEST_AFTER) if mention.kind == "name" else None
    return [found.group(1) for found in (before, inside, after) if found]


def _gender(document: Document, mention: Mention) -> PersonGender | None:
    token = document.tokens[mention.head]
    form = person_form(token.text, grammatical_gender(token.morph))
    if form is None or form.epicene:
        return None
    gender = form.gender
    if gender == "common":
        articles = [document.tokens[child].text.lower() for child in document.children[mention.head]]
        if "die" in articles:
            return "female"
        gender = "masculine" if not {"der", "den", "dem", "des"}.isdisjoint(articles) else "common"
        if gender == "masculine" and "der" in articles and token.text.endswith("n"):
            return "female"
    return GENDERS.get(gender)


def _is_apart(document: Document, index: int) -> bool:
    """Whether somebody new is meant: *der andere Mann*, *der zweite Fahrer*, *die Mutter*."""
    tokens = document.tokens
    if any(tokens[child].text.lower().startswith(OTHERS.as_tuple) for child in dependents(document, index, "amod")):
        return True
    if tokens[index].relation == "nmod" and tokens[document.heads[index]].text.lower() in OFFICES:
        # 'das Amt des Präsidenten'
        return True
    return is_kin(tokens[index].text) and _role(document, index).dimension != "person"


def _is_of_somebody_new(document: Document, index: int) -> bool:
    """Whether a word for kin tells whence somebody comes, and not whose kin is meant: *der Sohn eines Bäckers*."""
    tokens = document.tokens
    return is_kin(tokens[index].text) and any(
        tokens[article].morph.get("Definite") == "Ind"
        for owner in dependents(document, index, "nmod")
        for article in dependents(document, owner, "det")
    )


def _is_person(document: Document, index: int) -> bool:
    entity = document.entity_at(document.tokens[index].start)
    return entity is not None and entity.type == "PER"


def _is_known_by(document: Document, index: int) -> bool:
    """Whether a genitive of no person, or one of somebody new, says more: *der Gründer der Bank*, *der Bankchef*."""
    tokens = document.tokens
    if has_dependent(document, index, *(relation for relation in FURTHER if relation != "nmod")):
        return False
    owners = dependents(document, index, "nmod")
    persons = any(
        person_form(tokens[owner].text, grammatical_gender(tokens[owner].morph)) or _is_person(document, owner)
        for owner in owners
    )
    told = bool(owners) or tokens[index].text.lower() not in RELATIONAL
    return _is_of_somebody_new(document, index) or (told and not persons)


def _is_relational(word: str) -> bool:
    return word.endswith(RELATIONAL.as_tuple)


DESCRIPTIONS = Describing(
    _role,
    _gender,
    _ages,
    _is_apart,
    _is_relational,
    FURTHER,
    clause_of,
    clearly_nearest=CLEARLY_NEAREST,
    origin=(["aus"],),
    is_known_by=_is_known_by,
)
"""What German nouns tell."""
