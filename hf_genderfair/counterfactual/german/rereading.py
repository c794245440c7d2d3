"""Reading a swapped German text again: what would not agree, and who would no longer be told apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hf_genderfair.counterfactual.german.persons import gender_of, said_of
from hf_genderfair.counterfactual.german.relative_clauses import lone_relative
from hf_genderfair.counterfactual.german.words import SOURCE, SUBJECT_FORMS
from hf_genderfair.counterfactual.swapping import AGREEING_STAYS, Replacement
from hf_genderfair.languages.clauses import SUBJECTS, has_copula, has_dependent, subjects
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.agreement import adjective_interpretations, determiner
from hf_genderfair.languages.german.animacy_evidence import is_done_to_persons
from hf_genderfair.languages.german.clauses import finite_verb, verb_is_plural
from hf_genderfair.languages.german.gender_pairs import PAIR, is_neuter_pair
from hf_genderfair.languages.german.noun_phrase import agrees, joined_noun, ruling_article
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.relatives import is_relative
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

AMOUNTS = WordClass("noun_classes_de", "quantity")
OTHERS = WordClass("closed_classes_de", "genitive_of_several")
"""Forms in *-er* that without article rather are a genitive plural: *und weiterer Abgeordneter*."""


def disagreements(
    document: Document,
    swapped: Sequence[PersonPhrase],
    staying: Sequence[PersonPhrase],
    found: Mapping[int, tuple[Replacement, int]],
    to: BinaryGender,
) -> Iterator[tuple[int, str]]:
    """Yield the persons whose words cannot all change, with the reason."""
    following = {phrase.first: phrase for phrase in staying}
    for phrase in swapped:
        relative = lone_relative(document, _end_of_name(document, phrase.head), to)
        relative_stays = relative >= 0 and phrase.number == "Sing" and document.tokens[relative].start not in found
        stays = relative_stays or _is_titled(phrase, following.get(phrase.head + 1))
        if stays or _is_misread(document, phrase) or _is_several(document, phrase) or _lacks_article(document, phrase):
            yield phrase.head, AGREEING_STAYS
    yield from _described(document, swapped, staying, found, to)


def _is_misread(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether article or verb do not agree with case and number as read: *Militärs kamen*."""
    tokens, head = document.tokens, phrase.head
    known = determiner(tokens[phrase.determiner].text.lower()) if phrase.determiner >= 0 else None
    if known is not None and known.interpretations and phrase.noun.gender != "common":
        if phrase.case == "Nom" and tokens[phrase.determiner].text == "der":
            # am Sarge der Ahne
            return tokens[head].morph.get("Gender") == "Fem" and tokens[phrase.determiner - 1].pos == "NOUN"
        if tokens[phrase.determiner].text in ("des", "eines") and ("Gen", "Sing") not in phrase.noun.cells:
            # die Lage des Berliner »Kuriers«
            return True
        if _may_be_subject(document, phrase):
            return True
        neuter = is_neuter_pair(phrase.noun)
        return not neuter and not agrees(known.interpretations, phrase.noun.gender, phrase.case, phrase.number)
    return False


def _may_be_subject(document: Document, phrase: PersonPhrase) -> bool:
    """Whether an object may be the subject beside the relative of a thing: *der Brief, den*, *das sie schrieb*."""
    # What is done to persons, things do as well: *das Lied, das die Frau tröstete*.
    head, verb = phrase.head, document.heads[phrase.head]
    relative = document.tokens[verb].relation == "acl:relcl" and document.tokens[head].relation == "obj"
    if not relative or phrase.case != "Acc" or phrase.noun.gender != "feminine" or is_done_to_persons(document, verb):
        return False
    return any(
        at < phrase.first and is_relative(document, at) and document.tokens[at].text in ("die", "das")
        for at in subjects(document, verb)
    )


def _is_several(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether the words around a noun that was read as one person say that several are meant."""
    # A verb does (*später waren andere Kranke da*), a number behind the article (*von den 60 im Ort lebenden Wirte*),
    # and an amount (*ein Trupp Söldner*).
    tokens, head, first = document.tokens, phrase.head, phrase.first
    named = head + 1 < len(tokens) and tokens[head + 1].pos == "PROPN"
    if phrase.number != "Sing":
        return False
    if phrase.determiner < 0 < first and tokens[first - 1].text.lower() in AMOUNTS:
        return True
    if named:
        return False
    if phrase.determiner < 0:
        if phrase.noun.gender == "common" and any(tokens[index].text in OTHERS for index in phrase.adjectives):
            return True
    elif tokens[first + 1].pos == "NUM" and tokens[first + 2].pos == "ADP":
        return True
    copula = has_copula(document, head)
    verb = finite_verb(document, head if copula else document.heads[head])
    subject = tokens[head].relation in SUBJECTS or (copula and not subjects(document, head))
    joined = tokens[head].relation == "conj" or has_dependent(document, head, "cc")
    plural = verb >= 0 and verb_is_plural(tokens[verb]) and tokens[verb].morph.get("Number") == "Plur"
    return phrase.determiner < 0 and ("Nom", "Plur") in phrase.noun.cells and subject and plural and not joined


def _end_of_name(document: Document, index: int) -> int:
    """Return the index of the last word of the name behind a noun, or of the noun: *dem Kollegen Dr. Jan Ott*."""
    last = document.sentences[document.sentence_of[index]][1]
    while index + 1 < last and (document.tokens[index + 1].pos == "PROPN" or document.tokens[index + 1].text == "Dr."):
        index += 1
    return index


def _described(
    document: Document,
    swapped: Sequence[PersonPhrase],
    staying: Sequence[PersonPhrase],
    found: Mapping[int, tuple[Replacement, int]],
    to: BinaryGender,
) -> Iterator[tuple[int, str]]:
    """Yield what is said of somebody where only one changes: *Der war als Koch dort*, *Man fand ihn als guten Koch*."""
    changing = {index for index, token in enumerate(document.tokens) if token.start in found}
    left = {each.head for each in staying if each.number == "Sing" and gender_of(document, each) not in (to, None)}
    for phrase in swapped:
        about = said_of(document, phrase)
        told = 0 <= about < phrase.head and about not in changing and not is_relative(document, about)
        # Als nächster Rednerin gebe ich der Abgeordneten Ott das Wort
        named = about in left and about not in changing
        # ihre Arbeit als Selbstständige, of several
        owner = told and document.tokens[about].relation == "det:poss"
        if named or owner or (told and document.tokens[about].text.lower() in SUBJECT_FORMS[to]):
            yield phrase.head, AGREEING_STAYS
    for phrase in staying:
        about = said_of(document, phrase) if phrase.noun.gender == SOURCE[to] and phrase.number == "Sing" else -1
        if about in changing and phrase.head not in changing:
            yield about, AGREEING_STAYS


def _lacks_article(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether an adjective agrees with an article that was not found: *der vom Lob müden Köchin*."""
    if (
        phrase.number == "Plur"
        or phrase.determiner >= 0
        or phrase.noun.gender == "common"
        or is_neuter_pair(phrase.noun)
    ):
        return False
    first = min((phrase.head, *phrase.adjectives))
    if joined_noun(document, first, phrase.head) >= 0 and ruling_article(document, -1, first, phrase.head):
        # der Koch und jetzige Wirt
        return False
    tokens, before = document.tokens, phrase.head - 1
    while before > 0 and tokens[before].relation in ("compound", "amod") and not tokens[before].text.islower():
        # der müden Berliner Köchin
        before -= 1
    beside = [before] if before >= 0 and tokens[before].pos == "ADJ" and tokens[before].text.islower() else []
    endings = [adjective_interpretations(tokens[index].text, "strong") for index in {*phrase.adjectives, *beside}]
    return any(readings and phrase.noun.gender not in {each.gender for each in readings} for readings in endings)


def _is_titled(phrase: PersonPhrase, following: PersonPhrase | None) -> bool:
    """Return whether a form of address would change, and the office behind it would stay: *den Herren Richtern*."""
    title = phrase.noun.source == PAIR and phrase.number == "Plur" and phrase.noun.masculine == "Herr"
    return title and following is not None and following.noun.gender == phrase.noun.gender
