"""Role nouns that stand for no person: names and parts of them, things, bodies and firms."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import takewhile

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.analysis import Entity
from hf_genderfair.languages.clauses import has_dependent, is_finite
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import frequent_surnames, names_of_no_persons
from hf_genderfair.languages.german.clauses import is_behind_als, predicated_of, shown_gender
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.reader.reading import read
from hf_genderfair.lexicons.word_class import WordClass

THING = "a thing"
BODY = "a body of persons"
FIRM = "a firm or team, most likely"
BEING = "a being of tales"

COLLECTIVES = WordClass("animacy_evidence_de", "collective")
"""Ends of words for bodies of persons."""

FIRMS = WordClass("noun_classes_de", "firm_ending")
"""Ends of words that mean firms, authorities or teams more often than persons."""

SUCCESSION = WordClass("noun_classes_de", "succession_ending")
"""Ends of words for persons, and as often for things, by what came before or after."""

BODIES = WordClass("noun_classes_de", "body_ending")
"""Ends of words that in the singular are a body or one of its members."""

MORE_THINGS = WordClass("noun_classes_de", "thing_ending")
"""Ends of words that look like compounds of words for persons."""

BEINGS = tuple("riese zwerg".split())
"""Ends of words for beings of tales and beliefs."""

ACTIVITIES = WordClass("noun_classes_de", "activity_ending")
"""Ends of words for what somebody does or is: *Sein Beruf ist Lehrer*."""

QUANTITIES = WordClass("noun_classes_de", "quantity")
"""Singulars that stand for several: *Ein Drittel war Ausländer*."""

HOMOGRAPHS = WordClass("noun_classes_de", "homograph_ending")
"""Words that are another word in another gender or are as well a thing."""


LIMBS = WordClass("noun_classes_de", "limb_or_person")

DOUBTS = ((FIRM, FIRMS), (BODY, BODIES), (THING, MORE_THINGS), (THING, HOMOGRAPHS), (THING, SUCCESSION))
"""What ends of words stand for, where they stand for no person."""

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
    behind = list(takewhile(lambda token: token.pos == "PROPN", tokens[index + 1 : index + 1 + FARTHEST_LEGAL_FORM]))
    named = bool(behind) and document.entity_type(behind[0].start) == "ORG"
    if named or any(token.text.casefold() in known for token in behind):
        return True
    owner = tokens[document.heads[index]]
    owned = index > 0 and tokens[index - 1].text in ("deren", "dessen") and tokens[index].relation == "conj"
    return owned and owner.pos == "NOUN" and person_form(owner.text) is None


def _is_organisation(document: Document, index: int) -> bool:
    """Return whether the name of an organisation right behind a noun says who is meant: *der Partner SPÖ*."""
    tokens, after = document.tokens, index + 1
    if after == len(tokens) or tokens[after].start != tokens[index].end + 1 or tokens[index].relation == "appos":
        return False
    beside = document.heads[after] == index and tokens[after].relation in ("appos", "flat")
    return beside and document.entity_type(tokens[after].start) == "ORG"


def non_person_reason(document: Document, phrase: PersonPhrase) -> str | None:
    """Say whether a role noun stands for no person here; of words that may, the reader says whether they do."""
    lemma, word = phrase.noun.masculine.lower(), document.tokens[phrase.head].text.lower()
    if lemma in BEINGS:
        return BEING
    doubt = next((reason for reason, endings in DOUBTS if lemma.endswith(endings.as_tuple)), None)
    if phrase.noun.sense == "mostly_thing" or word in LIMBS or word.removesuffix("s").endswith(MORE_THINGS.as_tuple):
        doubt = doubt or THING
    if doubt is None:
        return THING if _is_said_of_thing(document, phrase) else None
    return doubt if document.derived(read).mention_of[phrase.head] < 0 else None


def _is_said_of_thing(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a body, a place or a thing is what a noun says: *Der Verein ist Eigentümer*."""
    tokens = document.tokens
    subject = predicated_of(document, phrase.head)
    if subject < 0 or phrase.number == "Plur" or phrase.noun.gender != "masculine":
        return False
    token = tokens[subject]
    if token.text.lower() in QUANTITIES or is_behind_als(document, phrase.head):
        return False
    entity = document.entity_type(token.start)
    if token.pos == "PROPN" or entity:
        return entity in ("ORG", "LOC") or token.text.casefold() in names_of_no_persons("de")
    if token.pos != "NOUN" or token.morph.get("Number") == "Plur" or token.text.lower().endswith(ACTIVITIES.as_tuple):
        return False
    collective = token.text.lower().endswith(COLLECTIVES.as_tuple)
    # a woman would be Eigentümerin
    other_gender = shown_gender(document, subject) in ("feminine", "neuter")
    return (collective or other_gender) and person_form(token.text) is None


NAME = "a name"
PLACE = "a place"
ORGANISATION = "a name of an organisation"
WORK = "a title of a work"
ADDRESS = "a form of address"

TITLES_IN_NAMES = WordClass("name_words_de", "title_in_name")
"""What stands before a first name or an office, so that the last word is no surname."""

ADDRESSES = frozenset("herr herrn herrin frau fräulein".split())

ADDRESSING = frozenset({"Herr", "Herrn", "Frau", "Fräulein"})

PEOPLES_AND_PLACES = WordClass("name_words_de", "people_and_country")
"""Words that name a people in the plural, and without an article its country."""

PLACE_PREPOSITIONS = frozenset("in nach aus im ins".split())

MORE_SURNAMES = WordClass("name_words_de", "surname")
"""Role nouns that are surnames of German speakers."""

SURNAME_ENDS = WordClass("name_words_de", "surname_ending")
"""Ends of surnames that look like compounds of words for persons: *Kohlschreiber*."""

NO_ARTICLE = frozenset("als wie pro je per ohne".split())
"""Words after which a noun in the singular needs no article."""

WORKS = WordClass("noun_classes_de", "work")
"""Words for works, beside which a phrase in quotation marks is a title."""

ARTICLES = WordClass("determiners_de", "article_of_title")

QUOTED = re.compile(
    r"„([^„“”\"\n]{2,80})[“”\"]|“([^“”\n]{2,80})”|»([^»«\n]{2,80})«|«([^»«\n]{2,80})»|›([^›‹\n]{2,80})‹|\"([^\"\n]{2,80})\""
)
LONGEST_TITLE = 8


def name_reason(document: Document, phrase: PersonPhrase) -> str | None:
    """Say whether a role noun is a name, or part of one."""
    entity = document.entity_at(phrase.start)
    if _is_surname(document, phrase, entity):
        return NAME
    if _is_place(document, phrase, entity):
        return PLACE
    if _is_in_organisation(document, phrase, entity):
        return ORGANISATION
    # Frau Ministerin
    before = document.tokens[phrase.head - 1].text if phrase.head else ""
    if before in ADDRESSING and phrase.start > document.tokens[phrase.head - 1].end:
        return ADDRESS
    return WORK if _is_masthead(document, phrase) else None


def _surnames() -> frozenset[str]:
    """Return frequent surnames in small letters."""
    return resource(("German surnames",), lambda: MORE_SURNAMES.as_set | frequent_surnames())


@lru_cache(maxsize=1)
def _known_surnames(document: Document) -> frozenset[str]:
    """Return the last words of the full names of a text: *Töpfer* where *Klaus Töpfer* stands too."""
    names = (document.text[entity.start : entity.end].split() for entity in document.entities if entity.type == "PER")
    return frozenset(words[-1] for words in names if len(words) > 1 and words[0] not in TITLES_IN_NAMES)


def _is_surname(document: Document, phrase: PersonPhrase, entity: Entity | None) -> bool:
    tokens = document.tokens
    token = tokens[phrase.head]
    low = token.text.lower()
    before = tokens[phrase.head - 1] if phrase.head else None
    inside = entity if entity is not None and entity.type == "PER" else None
    if inside is not None and before is not None and before.start >= inside.start:
        # *Klaus Wächter*, but not *Altkanzler Kanzler Schmidt*
        return before.pos == "PROPN" or inside.end <= token.end
    if before is not None and before.text.lower() in ADDRESSES:
        return low in _surnames()
    if before is not None and before.pos == "PROPN" and before.text[-1:] == "." and before.end < token.start:
        return True
    if phrase.determiner >= 0 or phrase.adjectives:
        return False
    if token.text in _known_surnames(document) or token.text.removesuffix("s") in _known_surnames(document):
        return True
    if phrase.number == "Plur":
        return False
    alone = phrase.noun.source == "compound" and low.endswith(SURNAME_ENDS.as_tuple)
    if alone and before is not None and before.pos == "ADP" and before.text.lower() not in NO_ARTICLE:
        # *bei Kohlschreiber*: any other noun would need an article
        return True
    whole = inside is not None and inside.end == token.end
    return low in _surnames() and (whole or _stands_as_name(document, phrase))


def _stands_as_name(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun in the singular has no article where a noun would need one: *Herzog forderte*."""
    tokens = document.tokens
    token = tokens[phrase.head]
    if any(tokens[child].pos in ("DET", "PROPN", "NUM") for child in document.children[phrase.head]):
        return False
    alone = all(tokens[child].pos in ("PUNCT", "ADP") for child in document.children[phrase.head])
    return token.relation == "nsubj" and alone and predicated_of(document, phrase.head) < 0


def _is_place(document: Document, phrase: PersonPhrase, entity: Entity | None) -> bool:
    tokens = document.tokens
    token = tokens[phrase.head]
    before = tokens[phrase.head - 1].text.lower() if phrase.head else ""
    bare = phrase.determiner < 0 and not has_dependent(document, phrase.head, "nummod", "det", "amod")
    country = token.text.lower() in PEOPLES_AND_PLACES and (bare or before in PLACE_PREPOSITIONS)
    if country or _is_of_a_town(document, phrase.head):
        return True
    if entity is None or entity.type != "LOC":
        return False
    return bare or entity.end > phrase.end or entity.start < phrase.start


def _is_of_a_town(document: Document, index: int) -> bool:
    """Return whether a word in *-er* belongs to the noun after it: *Wiener Linien*."""
    tokens = document.tokens
    if not tokens[index].text.endswith("er") or index + 1 == len(tokens):
        return False
    after = tokens[index + 1]
    person = document.entity_at(after.start)
    if person is not None and person.type == "PER" and person.start == after.start and person.end > after.end:
        # der 17-jährige Schweizer Jan Ott
        return False
    near = after.start == tokens[index].end + 1 and after.text[0].isupper() and after.pos in ("NOUN", "PROPN")
    return near and (tokens[index].pos == "ADJ" or tokens[index].relation in ("amod", "compound"))


def _is_in_organisation(document: Document, phrase: PersonPhrase, entity: Entity | None) -> bool:
    after = [token.text for token in document.tokens[phrase.head + 1 : phrase.head + 3]]
    if after == ["ohne", "Grenzen"]:
        return True
    # *Sozialdemokraten* is tagged as an organisation too, and is persons; *Trainer FC Bayern* is a trainer
    return entity is not None and entity.type == "ORG" and entity.start < phrase.start


def _is_masthead(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a capital article within a sentence shows a title: *in der Zeitschrift Der Stürmer*."""
    tokens = document.tokens
    article = phrase.adjectives[0] - 1 if phrase.adjectives else phrase.head - 1
    first = document.sentences[document.sentence_of[phrase.head]][0]
    if article <= first or tokens[article].text.lower() not in ARTICLES or not tokens[article].text[0].isupper():
        return False
    before = tokens[article - 1]
    return before.text[-1].isalnum() and not tokens[article].text.isupper() and before.end < tokens[article].start


def titles_of_works(document: Document) -> list[tuple[int, int]]:
    """Return the offsets of titles in quotation marks."""
    # A title has no verb and few words, and stands beside a word for a work (*der Roman „Der Idiot“*), or begins with a
    # capital article within a sentence (*in „Die Räuber“*).
    text = document.text
    if not any(mark in text for mark in '„“»«›"'):
        return []
    starts = [token.start for token in document.tokens]
    found: list[tuple[int, int]] = []
    for match in QUOTED.finditer(text):
        start, end = match.span(match.lastindex or 0)
        first, last = bisect_right(starts, start - 1), bisect_right(starts, end - 1)
        inside = document.tokens[first:last]
        if not inside or len(inside) > LONGEST_TITLE or text[end - 1] in ".,!?" or any(map(is_finite, inside)):
            continue
        beside = [token.text.lower() for token in document.tokens[max(0, first - 4) : first]]
        named = any(word in WORKS or word.endswith(("roman", "film", "serie", "oper")) for word in beside)
        begins = first and inside[0].text in ("Der", "Die", "Das", "Ein", "Eine") and len(inside) > 1
        if named or begins:
            found.append((start, end))
    return found
