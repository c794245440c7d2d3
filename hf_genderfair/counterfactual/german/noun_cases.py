"""Articles and cases of German nouns that the words around them show, whatever the parser made of them."""

from __future__ import annotations

from hf_genderfair.languages.clauses import SUBJECTS, dependents, has_copula, has_preposition, other_subjects
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.agreement import determiner
from hf_genderfair.languages.german.noun_phrase import agrees
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.types import grammatical_gender


def with_far_article(document: Document, phrase: PersonPhrase) -> PersonPhrase:
    """Add the article that a long attribute parts from its noun: *die eben noch am Tor stehende Frau*."""
    if phrase.determiner >= 0 or not phrase.adjectives or phrase.number == "Plur" or phrase.noun.gender == "common":
        return phrase
    for index in dependents(document, phrase.head, "det", "det:poss"):
        known = determiner(document.tokens[index].text.lower())
        if known is not None and index < phrase.adjectives[0]:
            fits = agrees(known.interpretations, phrase.noun.gender, phrase.case, "Sing")
            return phrase._replace(determiner=index) if fits else phrase
    return phrase


def with_shown_case(document: Document, phrase: PersonPhrase) -> PersonPhrase:
    """Return a phrase with the case that is left for it beside another subject, or behind *hat sich*.

    An object that has one form for both cases is none beside a masculine nominative: *Mein Kater liebt die Nachbarin*.
    A participle before the verb leaves the noun behind *sich* to be the subject: *Beschwert hat sich eine Kundin*.
    """
    if phrase.number == "Plur" or phrase.determiner < 0:
        return phrase
    if phrase.noun.gender == "masculine":
        return _with_genitive(document, phrase)
    if phrase.noun.gender != "feminine":
        return phrase
    if phrase.case == "Nom" and _is_behind_nominative(document, phrase):
        return phrase._replace(case="Acc")
    if phrase.case == "Acc" and _is_behind_participle(document, phrase):
        return phrase._replace(case="Nom")
    return phrase


def _with_genitive(document: Document, phrase: PersonPhrase) -> PersonPhrase:
    """Return the genitive of a man behind *des* (*des Bauer*), and of several behind *einen der*: *einen der Täter*."""
    article = document.tokens[phrase.determiner].text.lower()
    if article in ("des", "eines"):
        return phrase._replace(case="Gen")
    before = document.tokens[phrase.determiner - 1].text.lower() if phrase.determiner else ""
    several = article == "der" and before in ("einer", "einen", "einem", "keiner", "keinen", "keinem")
    return phrase._replace(case="Gen", number="Plur") if several and ("Gen", "Plur") in phrase.noun.cells else phrase


def _is_behind_nominative(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a verb stands between a masculine nominative and a noun that were both taken for its subject."""
    tokens, above = document.tokens, document.heads[phrase.head]
    if tokens[phrase.head].relation not in SUBJECTS or has_copula(document, above) or tokens[above].pos == "ADJ":
        return False
    if not above < phrase.head or tokens[above].pos not in ("VERB", "AUX") or has_preposition(document, phrase.head):
        return False
    return any(
        subject < above and _is_masculine_nominative(document, subject)
        for subject in other_subjects(document, phrase.head)
    )


def _is_masculine_nominative(document: Document, index: int) -> bool:
    """Return whether the article of a noun is that of a masculine subject alone: *mein Kater*, but not *der Katze*."""
    tokens = document.tokens
    if grammatical_gender(tokens[index].morph) != "masculine" or tokens[index].morph.get("Number") == "Plur":
        return False
    articles = (determiner(tokens[at].text.lower()) for at in dependents(document, index, "det", "det:poss"))
    return any(known is not None and agrees(known.interpretations, "masculine", "Nom", "Sing") for known in articles)


def _is_behind_participle(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a participle, an auxiliary and *sich* are all that stands before a noun, and no verb behind it."""
    tokens, first = document.tokens, phrase.determiner
    begin = first - 3
    if begin < 0 or [token.lemma for token in tokens[begin + 1 : begin + 2]] != ["haben"]:
        return False
    opens = begin == document.sentences[document.sentence_of[begin]][0] or tokens[begin - 1].pos == "PUNCT"
    if not opens or tokens[begin + 2].text != "sich" or not tokens[begin].text.endswith(("t", "en")):
        return False
    for token in tokens[phrase.head + 1 : document.sentences[document.sentence_of[begin]][1]]:
        if token.pos == "PUNCT":
            return True
        if token.pos in ("VERB", "AUX"):
            return False
    return True
