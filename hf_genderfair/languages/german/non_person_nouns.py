"""Role nouns that stand for things, bodies and firms."""

from __future__ import annotations

import re
from itertools import takewhile

from hf_genderfair.languages.clauses import clause_of, finite_verb, has_copula, prepositions, subject_of
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.languages.german.animacy_evidence import COLLECTIVES, speaks
from hf_genderfair.languages.german.clauses import shown_gender, verb_is_plural
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.predicates import is_behind_als, predicated_of
from hf_genderfair.languages.person_words import names_of_no_persons
from hf_genderfair.languages.types import grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

THING = "a thing"
BODY = "a body of persons"
FIRM = "a firm or team, most likely"
EXPRESSION = "a fixed expression"
BEING = "a being of tales"

NEAR = 30
"""So many characters on both sides of a noun may belong to a saying."""

FIRMS = WordClass("noun_classes_de", "firm_ending")
"""Ends of words that mean firms, authorities or teams more often than persons."""

COMPANIES = WordClass("noun_classes_de", "company_ending")
"""Those of them that are companies wherever a name follows."""

SUCCESSION = ("vorgänger", "nachfolger")
"""Ends of words for persons, and as often for things, by what came before or after."""

HELD = WordClass("noun_classes_de", "held_thing_ending")
"""Ends of genitives of what somebody answers for as its holder."""

BODIES = WordClass("noun_classes_de", "body_ending")
"""Ends of words that in the singular are a body or one of its members."""

MORE_THINGS = WordClass("noun_classes_de", "thing_ending")
"""Ends of words that look like compounds of words for persons."""

BEINGS = tuple("riese zwerg".split())
"""Ends of words for beings of tales and beliefs."""

PERSON_ADJECTIVES = WordClass("animacy_evidence_de", "attribute_of_persons")
"""Adjectives that go with persons and seldom with things."""

KEPT = WordClass("word_patterns_de", "saying")
"""Sayings whose nouns no one would change."""

NEUTER_ARTICLES = WordClass("determiners_de", "neuter_article")

FEMININE_THINGS = frozenset({"leiter"})
"""Feminine words that look like the plural of a masculine one."""

WITH_DATIVE = WordClass("prepositions_de", "with_dative")
"""Prepositions after which *der* is feminine."""

ACTIVITIES = WordClass("noun_classes_de", "activity_ending")
"""Ends of words for what somebody does or is: *Sein Beruf ist Lehrer*."""

QUANTITIES = WordClass("noun_classes_de", "quantity")
"""Singulars that stand for several: *Ein Drittel war Ausländer*."""

HOMOGRAPHS = WordClass("noun_classes_de", "homograph_ending")
"""Words that are another word in another gender or are as well a thing."""


LIMBS = WordClass("noun_classes_de", "limb_or_person")

OF_FIRMS = re.compile(r".+-(?:Tochter|Töchtern?|Mutter|Schwestern?)")
FIRMS_OF_FAMILY = frozenset("Tochter Töchter Töchtern Mutter Schwester Schwestern".split())
GODS = frozenset({"Gott", "Gottes", "Gotte"})
FARTHEST_LEGAL_FORM = 3
"""So many words behind a noun may stand before the legal form of a firm."""


def is_no_person(document: Document, index: int, word: str) -> bool:
    """Return whether a noun means a god or a firm: *Gott*, *die ABC-Tochter*, *die Tochter X AG*, *der Partner SPÖ*."""
    tokens = document.tokens
    if OF_FIRMS.fullmatch(word) or word in GODS or _is_organisation(document, index):
        return True
    if tokens[index].text not in FIRMS_OF_FAMILY or tokens[index].relation in ("nsubj:pass", "vocative"):
        return False
    known = names_of_no_persons("de")
    following = tokens[index + 1 : index + 1 + FARTHEST_LEGAL_FORM]
    behind = list(takewhile(lambda token: token.pos == "PROPN", following))
    entity = document.entity_at(behind[0].start) if behind else None
    if (entity is not None and entity.type == "ORG") or any(token.text.casefold() in known for token in behind):
        return True
    owner = tokens[document.heads[index]]
    owned = index > 0 and tokens[index - 1].text in ("deren", "dessen") and tokens[index].relation == "conj"
    return owned and owner.pos == "NOUN" and person_form(owner.text) is None


def _is_organisation(document: Document, index: int) -> bool:
    """Return whether the name of an organisation right behind a noun says who is meant: *der Partner SPÖ*."""
    tokens, after = document.tokens, index + 1
    if after == len(tokens) or tokens[after].start != tokens[index].end + 1 or tokens[index].relation == "appos":
        return False
    entity = document.entity_at(tokens[after].start)
    beside = document.heads[after] == index and tokens[after].relation in ("appos", "flat")
    return beside and entity is not None and entity.type == "ORG"


def non_person_reason(document: Document, phrase: PersonPhrase, firms: bool) -> str | None:
    """Say whether a role noun stands for no person here."""
    lemma = phrase.noun.masculine.lower()
    if any(is_thing(document, phrase) for is_thing in (_has_other_gender, _ends_like_thing, _is_said_of_thing)):
        return THING
    if not firms and _is_organisation(document, phrase.head):
        return FIRM
    if lemma in BEINGS:
        return BEING
    near = max(0, phrase.start - NEAR), min(len(document.text), phrase.end + NEAR)
    found = KEPT.pattern.finditer(document.text, *near)
    if any(match.start() < phrase.end and phrase.start < match.end() for match in found):
        return EXPRESSION
    if lemma.endswith(SUCCESSION) and _succeeds_thing(document, phrase):
        return THING
    if lemma == "halter" and _is_of_vehicle(document, phrase):
        return None
    if lemma == "anhänger" and (_is_of_vehicle(document, phrase) or _is_drawn(document, phrase)):
        return THING
    if lemma.endswith(FIRMS.as_tuple):
        return FIRM if _is_firm(document, phrase, firms) else None
    if lemma.endswith(BODIES.as_tuple) and phrase.noun.gender == "masculine":
        return None if phrase.number == "Plur" or _shows_person(document, phrase) else BODY
    if phrase.noun.sense != "mostly_thing" or _shows_person(document, phrase):
        return None
    if phrase.number == "Sing" and speaks(document, phrase.head) and not lemma.endswith(BODIES.as_tuple):
        return None
    return THING


def _is_firm(document: Document, phrase: PersonPhrase, firms: bool) -> bool:
    """Return whether a word that means firms more often than persons means one here."""
    company = phrase.noun.masculine.lower().endswith(COMPANIES.as_tuple)
    if phrase.number == "Sing" and _names_firm(document, phrase.head + 1, company):
        return True
    person = phrase.noun.gender == "feminine" or _is_said_of_person(document, phrase)
    return not (firms or person or _shows_person(document, phrase))


def _succeeds_thing(document: Document, phrase: PersonPhrase) -> bool:
    """Whether a thing came before or after another: *leichter als der Vorgänger*, *der Nachfolger des Modells*."""
    # Who came after the head of a firm or an office is a person still: *der Nachfolger des Parteichefs*.
    tokens = document.tokens
    owners = [child for child in document.children[phrase.head] if child > phrase.head]
    for child in owners:
        if tokens[child].relation.startswith("nmod") and tokens[child].pos == "NOUN":
            return _is_no_person(document, child)
    clause = clause_of(document, document.heads[phrase.head])
    possessive = tokens[phrase.determiner].text.lower()[:3] if phrase.determiner >= 0 else ""
    if possessive in ("sei", "ihr"):
        # Der Kombi gleicht seinem Vorgänger
        owner = subject_of(document, clause)
        alike = owner >= 0 and (tokens[owner].morph.get("Gender") == "Fem") == (possessive == "ihr")
        before = alike and owner < phrase.head and tokens[owner].pos == "NOUN"
        return before and _is_no_person(document, owner) and not _is_before_name(document, phrase.head)
    compared = any(tokens[child].text in ("als", "wie") for child in document.children[phrase.head])
    subject = subject_of(document, clause) if compared and phrase.determiner >= 0 else -1
    return subject >= 0 and tokens[subject].pos == "NOUN" and _is_no_person(document, subject)


def _is_no_person(document: Document, index: int) -> bool:
    token = document.tokens[index]
    if token.text.lower().removesuffix("s").endswith(COLLECTIVES.as_tuple):
        return False
    if token.morph.get("Case") == "Gen" and token.morph.get("Gender") != "Fem" and not token.text.endswith("s"):
        # names that are not known as such
        return False
    return person_form(token.text, grammatical_gender(token.morph)) is None and document.entity_at(token.start) is None


def _is_drawn(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a trailer is meant: *Das Auto zog einen Anhänger*, *ein Auto mit Anhänger*."""
    drawn = document.tokens[phrase.head].relation == "obj"
    above = document.tokens[document.heads[phrase.head]].lemma.lower()
    bare = phrase.determiner < 0 and "mit" in prepositions(document, phrase.head)
    return bare or (drawn and above in ("ziehen", "abkuppeln", "ankuppeln", "beladen"))


def _is_of_vehicle(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a vehicle, an animal or an account has what is named: *der Halter des Wagens*."""
    children = document.children[phrase.head]
    return any(document.tokens[child].text.lower().endswith(HELD.as_tuple) for child in children)


def _names_firm(document: Document, index: int, company: bool) -> bool:
    """Return whether the name of no person stands at an index: *der Hersteller Bosch*, *Tabellenführer Leverkusen*."""
    # Behind a word for companies names without a first name are, too.
    if index >= len(document.tokens) or document.tokens[index].pos != "PROPN":
        return False
    entity = document.entity_at(document.tokens[index].start)
    if entity is None or entity.type != "PER":
        return company or entity is not None
    word = document.tokens[index].text
    return word.casefold() in names_of_no_persons("de") or (company and first_name_gender(word, "de") is None)


def _ends_like_thing(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun ends as a thing does, or is a limb: *in die Arme*."""
    word, relation = document.tokens[phrase.head].text.lower(), document.tokens[phrase.head].relation
    if word in LIMBS and relation in ("obj", "obl"):
        return True
    return any(word.removesuffix(ending).endswith(MORE_THINGS.as_tuple) for ending in ("", "s", "n"))


def _has_other_gender(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether the article or the verb shows another word: *das Erbe*, *auf der Leiter*, *die Leiter stand*."""
    if phrase.noun.gender == "feminine":
        return False
    tokens = document.tokens
    token = tokens[phrase.head]
    article = tokens[phrase.determiner].text.lower() if phrase.determiner >= 0 else ""
    if article in NEUTER_ARTICLES:
        # the genitive *dieses Lehrers* is masculine
        return phrase.case != "Gen"
    if not phrase.noun.masculine.lower().endswith(HOMOGRAPHS.as_tuple):
        return False
    if phrase.noun.gender == "common":
        return token.morph.get("Gender") == "Neut" or (token.text.startswith("Weise") and not article.startswith("ein"))
    if article in ("die", "eine") and token.text.lower() in FEMININE_THINGS:
        verb = finite_verb(document, document.heads[phrase.head]) if token.relation == "nsubj" else -1
        return token.morph.get("Number") == "Sing" and not (verb >= 0 and verb_is_plural(document.tokens[verb]))
    before = tokens[phrase.determiner - 1].text.lower() if phrase.determiner > 0 else ""
    if article == "der" and before in WITH_DATIVE and phrase.number == "Sing":
        return True
    return token.morph.get("Gender") in ("Fem", "Neut") and token.morph.get("Number") == "Sing"


def _is_before_name(document: Document, head: int) -> bool:
    after = document.entity_at(document.tokens[head + 1].start) if head + 1 < len(document.tokens) else None
    return after is not None and after.type == "PER"


def _shows_person(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether the words around a noun that may be a thing say that it is a person."""
    # True beside a name of a person, with an adjective for persons, or with the ending of one man.
    tokens = document.tokens
    head = phrase.head
    if _is_before_name(document, head):
        return True
    if any(_is_of_persons(tokens[index].lemma.lower(), tokens[index].text.lower()) for index in phrase.adjectives):
        return True
    return tokens[head].text.endswith("r") and phrase.noun.gender == "common" and _is_masculine_ending(document, phrase)


def _is_said_of_person(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether somebody is said to be what may be a firm: *Er wurde Betreiber eines Kinos*."""
    tokens, above = document.tokens, document.heads[phrase.head]
    predicate = phrase.head if has_copula(document, phrase.head) else above
    if predicate == above and tokens[above].lemma.lower() != "werden":
        return False
    subject = subject_of(document, clause_of(document, predicate))
    if subject < 0 or subject == phrase.head:
        return False
    entity = document.entity_at(tokens[subject].start)
    return tokens[subject].text.lower() in ("er", "ich") or (entity is not None and entity.type == "PER")


def _is_said_of_thing(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a body, a place or a thing is what a noun says: *Der Verein ist Eigentümer*."""
    tokens = document.tokens
    subject = predicated_of(document, phrase.head)
    if (
        subject < 0
        or phrase.number == "Plur"
        or phrase.noun.gender != "masculine"
        or tokens[subject].text.lower() in QUANTITIES
    ):
        return False
    if is_behind_als(document, phrase.head) or _shows_person(document, phrase):
        return False
    token = tokens[subject]
    entity = document.entity_at(token.start)
    if token.pos == "PROPN" or entity is not None:
        named = entity is not None and entity.type in ("ORG", "LOC")
        return named or token.text.casefold() in names_of_no_persons("de")
    if token.pos != "NOUN" or token.morph.get("Number") == "Plur" or token.text.lower().endswith(ACTIVITIES.as_tuple):
        return False
    collective = token.text.lower().endswith(COLLECTIVES.as_tuple)
    # a woman would be Eigentümerin
    other_gender = shown_gender(document, subject) in ("feminine", "neuter")
    return (collective or other_gender) and person_form(token.text) is None


def _is_of_persons(lemma: str, word: str) -> bool:
    """Return whether an adjective goes with persons: *jung*, *34-jährig*."""
    return lemma in PERSON_ADJECTIVES or "jährige" in word


def _is_masculine_ending(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a nominalised adjective has the ending of one man: *ein Linker*."""
    if phrase.determiner < 0:
        return phrase.number == "Sing" and phrase.case == "Nom"
    return document.tokens[phrase.determiner].text.lower().endswith(("ein", "kein"))
