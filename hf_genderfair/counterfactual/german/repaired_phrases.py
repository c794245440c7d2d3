"""German phrases whose case, number or adjectives their words alone do not show, as the words around them do."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.counterfactual.german.persons import BESIDE, said_of
from hf_genderfair.languages.clauses import (
    SUBJECTS,
    clause_of,
    dependents,
    finite_verb,
    has_preposition,
    has_word_below,
    is_coordinated,
    other_subjects,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.clauses import verb_is_plural
from hf_genderfair.languages.german.gender_pairs import person_noun
from hf_genderfair.languages.german.noun_phrase import YEAR
from hf_genderfair.languages.german.nouns import role_noun
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.relatives import is_relative
from hf_genderfair.lexicons.word_class import WordClass

LATER = WordClass("closed_classes_de", "comparative_of_time")
FARTHEST_WORD = 6
DATIVE = WordClass("verb_frames_de", "dative")
OBJECTS = frozenset({"obj", "iobj", "obl:arg"})
ARTICLES = frozenset("das dem den denen der die".split())
NAMES_GIVEN = tuple("namen name namens titel titels".split())


def repaired_phrase(document: Document, phrase: PersonPhrase) -> PersonPhrase:
    """Return a phrase with its case or number repaired where its words alone do not show it."""
    phrase = _with_adjectives(document, _with_shared_article(document, phrase))
    tokens, head = document.tokens, phrase.head
    first = phrase.first
    before = tokens[first - 1].text.lower() if first > document.sentences[document.sentence_of[head]][0] else ""
    repaired = _case_by_place(document, phrase, before)
    if repaired is not None:
        return repaired
    if first == head and phrase.case == "Nom" and phrase.number == "Sing" and _is_greeting(document, head - 1):
        return phrase._replace(adjectives=(head - 1,))
    subject = said_of(document, phrase)
    counted = any(
        tokens[child].relation == "nummod" and not YEAR.fullmatch(tokens[child].text)
        for child in document.children[head]
    )
    if counted or (phrase.noun.gender == "common" and tokens[head].text.endswith("n")):
        return phrase
    if subject < 0 or tokens[head].relation in BESIDE or not any(number == "Sing" for _, number in phrase.noun.cells):
        return phrase
    if phrase.noun.gender == "feminine" and _is_nominative(document, phrase, subject, before):
        return phrase._replace(case="Nom")
    return phrase._replace(case="Nom", number="Sing") if _is_what_one_is(document, phrase, subject) else phrase


def _case_by_place(document: Document, phrase: PersonPhrase, before: str) -> PersonPhrase | None:
    """Return a phrase with the case and number that its place in the sentence shows; None where it shows none."""
    tokens, first = document.tokens, phrase.first
    if before.endswith(NAMES_GIVEN) and phrase.determiner < 0:
        return phrase._replace(case="Nom", number="Sing")
    if _is_behind_demonstrative(document, phrase) or _is_title_of_owner(document, phrase):
        return phrase._replace(case="Gen")
    if _is_dative(document, phrase):
        return phrase._replace(case="Dat")
    if _has_the_floor(document, phrase):
        return phrase._replace(case="Dat", number="Sing")
    # das reicht nicht, so die Köchin
    quoted = before == "so" and first > 1 and tokens[first - 2].text == ","
    return phrase._replace(case="Nom") if quoted or _is_office(document, phrase) else None


def _is_nominative(document: Document, phrase: PersonPhrase, subject: int, before: str) -> bool:
    """Return whether a noun that tells what the subject is was taken for an object, or for a part of a thing."""
    # *Sie stellte sich als seine Helferin vor*; *Sie wirkte als Malerin in Ulm und Lehrerin*.
    tokens, above = document.tokens, document.heads[phrase.head]
    if before == "als" and phrase.case == "Acc":
        objects = [tokens[at].text for at in dependents(document, above, "obj")]
        # als nächste Rednerin hat Ott das Wort
        return tokens[subject].relation in SUBJECTS and ("sich" in objects or not objects or "Wort" in objects)
    bare = tokens[phrase.head].relation == "conj" and phrase.first == phrase.head
    return bare and phrase.case in ("Dat", "Gen") and subject != above


def _is_what_one_is(document: Document, phrase: PersonPhrase, subject: int) -> bool:
    """Return whether a noun without article that looks like a plural tells what one person is."""
    tokens, head = document.tokens, phrase.head
    verb = finite_verb(document, clause_of(document, subject))
    one = verb >= 0 and not verb_is_plural(tokens[verb])
    if phrase.determiner >= 0 or not one or ("Nom", "Sing") not in phrase.noun.cells or phrase.number != "Plur":
        return False
    # Sie war erst Vorsitzende des Vereins und dann Vorsitzende des Verbands
    above = document.heads[head]
    again = tokens[head].text == tokens[above].text
    # Er wurde Fürst und 1910 König; ein guter Redner und scharfer Kritiker
    right_behind = all(token.pos in ("CCONJ", "NUM", "ADV") for token in tokens[above + 1 : phrase.first])
    right_behind = right_behind and all(tokens[index].text.endswith("er") for index in phrase.adjectives)
    # war tätig als Koch
    behind_as = tokens[phrase.first - 1].text == "als" and tokens[above].pos == "ADJ"
    return tokens[head].relation != "conj" or again or right_behind or behind_as


def _with_shared_article(document: Document, phrase: PersonPhrase) -> PersonPhrase:
    """Add the article of the noun before to a nominalised adjective: *der Minister und frühere Vorsitzende*."""
    tokens, head = document.tokens, phrase.head
    above = document.heads[head]
    shares = phrase.noun.gender == "common" and phrase.determiner < 0 and phrase.number == "Sing"
    if not shares or above > head or tokens[head].relation not in ("conj", "appos") or tokens[head].text[-1] == "r":
        return phrase
    first = min((head, *phrase.adjectives))
    articles = dependents(document, above, "det") if tokens[first - 1].text in ("und", tokens[above].text) else []
    if not articles or tokens[articles[0]].morph.get("Number") == "Plur":
        return phrase
    return phrase._replace(determiner=articles[0])


def _is_greeting(document: Document, index: int) -> bool:
    """Return whether a word before a form of address is its adjective: *geehrte* is no verb, and *Liebe* no noun."""
    if index < 0:
        return False
    word = document.tokens[index].text.lower()
    opens = index == document.sentences[document.sentence_of[index]][0] or document.tokens[index - 1].pos == "PUNCT"
    return word.endswith("ehrte") or (opens and word in ("liebe", "teure"))


def _is_behind_demonstrative(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a phrase is the genitive of who owns what an article stands for: *neben dem der Tante*."""
    if phrase.case != "Dat" or phrase.noun.gender == "masculine" or phrase.determiner < 1:
        return False
    before = phrase.determiner - 1
    demonstrative = document.tokens[before].text in ARTICLES and document.tokens[before].pos in ("DET", "PRON")
    return demonstrative and not is_relative(document, before)


def _is_title_of_owner(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a title stands before the name of somebody who owns what follows: *Frau Brandts Pläne siegen*."""
    tokens, name = document.tokens, phrase.head + 1
    if phrase.determiner >= 0 or phrase.number == "Plur" or name + 1 >= len(tokens):
        return False
    owns = tokens[name].pos == "PROPN" and tokens[name].text.endswith("s") and tokens[name + 1].pos in ("NOUN", "ADJ")
    if not owns or document.heads[name] > name:
        return owns
    verb = finite_verb(document, clause_of(document, phrase.head))
    joined = is_coordinated(document, phrase.head)
    subject = tokens[phrase.head].relation == "nsubj" and not joined
    return subject and (verb < 0 or (verb > name and verb_is_plural(tokens[verb])))


def _is_dative(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun is the dative of a verb that has no other object."""
    # Bare plurals (*Das gelingt Frauen besser*), and what was taken for a genitive: *Er lauschte seiner Mutter*.
    above, relation = document.heads[phrase.head], document.tokens[phrase.head].relation
    if document.tokens[above].lemma.lower() not in DATIVE:
        return False
    if phrase.case == "Gen" and relation in (*OBJECTS, "obl"):
        before = document.tokens[phrase.first - 1].text.lower()
        return before not in ARTICLES and not has_preposition(document, phrase.head)
    bare = phrase.first == phrase.head and phrase.number == "Plur" and not has_word_below(document, above, ("als",))
    given = relation in OBJECTS or (relation in SUBJECTS and bool(other_subjects(document, phrase.head)))
    return bare and given


def _has_the_floor(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether somebody is given the word, which a parser takes for the owner's: *ich gebe der Frau das Wort*."""
    tokens, head = document.tokens, phrase.head
    if phrase.case != "Gen" or phrase.determiner < 0 or tokens[phrase.determiner].text.lower() != "der":
        return False
    first, last = document.sentences[document.sentence_of[head]]
    named = head + 1 < last and tokens[head + 1].pos == "PROPN"
    around = {token.lemma.lower() for token in tokens[first:last] if token.pos == "VERB"}
    near = any(token.text == "Wort" for token in tokens[first : head + FARTHEST_WORD])
    return named and near and not around.isdisjoint(("erteilen", "geben"))


def _is_office(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether an office and its form of address are called to: *ich danke, liebe Frau Kollegin*."""
    tokens, greeting = document.tokens, phrase.head - 2
    if _is_address_alone(document, phrase) or _is_name_called(document, phrase):
        return True
    if greeting < 1 or phrase.determiner >= 0 or tokens[phrase.head - 1].text not in ("Frau", "Herr"):
        return False
    word = tokens[greeting].text
    begin = greeting - 2 if tokens[greeting - 1].text == "sehr" else greeting - 1
    return tokens[begin].text == "," and word.startswith(("lieb", "geehrt", "verehrt", "teur"))


def _is_address_alone(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a form of address and an office stand alone between commas: *ich bitte, Frau Ministerin, um*."""
    tokens = document.tokens
    title = phrase.head if tokens[phrase.head].text in ("Frau", "Herr") else phrase.head - 1
    if phrase.determiner >= 0 or phrase.adjectives or not 0 <= title < len(tokens) - 2:
        return False
    opens = title == document.sentences[document.sentence_of[title]][0] or tokens[title - 1].text in (",", "–", "-")
    after = title + 2
    while after < len(tokens) - 1 and tokens[after].pos == "PROPN":
        after += 1
    alone = opens and tokens[after].pos == "PUNCT"
    return alone and tokens[title].text in ("Frau", "Herr") and role_noun(tokens[title + 1].text) is not None


def _is_name_called(document: Document, phrase: PersonPhrase) -> bool:
    """Whether a form of address and a name stand alone, and no person before them: *ich danke, Frau Ott, und*."""
    # They may open the sentence (*Frau Ott, kommen Sie*). Behind a person they are an apposition: *meine Nachbarin,
    # Frau Ott, kam*.
    tokens, after = document.tokens, phrase.head + 1
    first = document.sentences[document.sentence_of[phrase.head]][0]
    # – Frau Ott, kommen Sie
    opens = all(token.pos == "PUNCT" for token in tokens[first : phrase.head])
    if tokens[phrase.head].text not in ("Frau", "Herr") or not (opens or tokens[phrase.head - 1].text == ","):
        return False
    while after < len(tokens) and tokens[after].pos == "PROPN":
        after += 1
    alone = after > phrase.head + 1 and (after == len(tokens) or tokens[after].pos == "PUNCT")
    before = None if opens or phrase.head < 2 else tokens[phrase.head - 2]
    return alone and (before is None or (before.pos != "PROPN" and person_noun(before.text) is None))


def _with_adjectives(document: Document, phrase: PersonPhrase) -> PersonPhrase:
    """Add the adjectives before a comma (*eine kluge, freundliche Frau*), and leave out *unter anderem*."""
    tokens, adjectives = document.tokens, list(phrase.adjectives)
    first = adjectives[0] if adjectives else -1
    if first > 0 and tokens[first].text == "anderem" and tokens[first - 1].text.lower() == "unter":
        return phrase._replace(adjectives=tuple(adjectives[1:]))
    if phrase.determiner < 0 <= first and tokens[first].text in LATER:
        # ein Jahr später Assistent; er war früher Bäcker
        return phrase._replace(adjectives=tuple(adjectives[1:]))
    if phrase.determiner >= 0:
        joined = {
            index for index in range(phrase.determiner + 1, phrase.head) if _is_joined(document, index, adjectives)
        }
        return phrase._replace(adjectives=tuple(sorted({*adjectives, *joined})))
    while (
        first > 2 and tokens[first - 1].text == "," and tokens[first - 2].pos == "ADJ" and tokens[first].text[-1] == "e"
    ):
        first -= 2
        if document.heads[first] != phrase.head or tokens[first].text[-1] != "e":
            return phrase
        adjectives.insert(0, first)
    if len(adjectives) > len(phrase.adjectives) and tokens[first - 1].text.lower() == "als":
        return phrase._replace(case="Nom", adjectives=tuple(adjectives))
    article = tokens[first - 1] if len(adjectives) > len(phrase.adjectives) else None
    if article is None or article.pos != "DET" or document.heads[first - 1] != phrase.head:
        return phrase
    return phrase._replace(determiner=first - 1, adjectives=tuple(adjectives))


def _is_joined(document: Document, index: int, adjectives: Sequence[int]) -> bool:
    """Return whether a word is joined to an adjective of a phrase, and ends alike: *eine zarte und kluge Frau*."""
    tokens, heads = document.tokens, document.heads
    pairs = ((index, other) if heads[index] == other else (other, index) for other in adjectives)
    joined = any(heads[below] == above and tokens[below].relation == "conj" for below, above in pairs)
    return joined and tokens[index].pos == "ADJ" and tokens[index].text[-1] == tokens[adjectives[0]].text[-1]
