"""German words that say of a person what they are without a noun: *eine der Ärztinnen*, *die erste*, *als Zweite*."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hf_genderfair.counterfactual.german.names import PersonName
from hf_genderfair.counterfactual.swapping import Gender, Replacement
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.agreement import adjective_forms, declension_after, determiner_forms, like
from hf_genderfair.languages.german.clauses import clause_of, clause_subject
from hf_genderfair.languages.german.person_phrase import Case, PersonPhrase
from hf_genderfair.languages.german.relatives import is_relative

ONES = frozenset("eine einer einem einen".split())
ONES_OF_WOMEN: dict[str, tuple[Case, str]] = {"eine": ("Nom", "einer"), "einer": ("Dat", "einem")}
ONES_OF_MEN: dict[str, tuple[Case, str]] = {
    "einer": ("Nom", "eine"),
    "einem": ("Dat", "einer"),
    "einen": ("Acc", "eine"),
}
RANKED = re.compile(
    r"(?:erst|zweit|dritt|viert|fünft|sechst|siebt|acht|neunt|zehnt|elft|zwölft|letzt|vorletzt|drittletzt"
    r"|\w{3,}platziert|\w{4,}best|jüngst|ältest|einzig)(e|er)",
    re.IGNORECASE,
)
BEHIND = frozenset("als wurde war ist wird blieb bleibt".split())
NOUNS = frozenset({"NOUN", "PROPN", "ADJ", "NUM"})
ARTICLES = frozenset("der die den dem des ein eine einen einem einer eines".split())
COPULAS = frozenset("sein werden bleiben".split())


def one_of_them(document: Document, phrase: PersonPhrase) -> int:
    """Return the place of *eine* in *eine der besten Ärztinnen*; -1 where not one of several is meant."""
    if phrase.number != "Plur" or phrase.case != "Gen" or phrase.determiner < 1:
        return -1
    before = document.tokens[phrase.determiner - 1]
    return phrase.determiner - 1 if before.text.lower() in ONES and before.pos in ("DET", "PRON", "NUM", "ADJ") else -1


def word_for_one(document: Document, place: int, to: Gender) -> Replacement | None:
    """Return *eine* of several persons as it reads of the other gender.

    Returns:
        The word; None where it is of that gender already.
    """
    token = document.tokens[place]
    found = (ONES_OF_WOMEN if to == "male" else ONES_OF_MEN).get(token.text.lower())
    if found is None:
        return None
    case, target = found
    if to == "male" and case == "Nom" and _is_object(document, place):
        target = "einen"
    return Replacement(token.start, token.end, like(target, token.text), "pronoun")


def _is_object(document: Document, place: int) -> bool:
    tokens = document.tokens
    token, above = tokens[place], document.heads[place]
    if any(tokens[child].relation == "cop" for child in document.children[place]):
        return False
    if tokens[above].lemma.lower() in COPULAS:
        return False
    if any(tokens[child].relation == "case" for child in document.children[place]):
        return True
    return token.relation == "obj"


def lone_words(document: Document, persons: set[int], to: Gender) -> Iterator[tuple[Replacement, int]]:
    """Yield ranks and adjectives without a noun that are said of persons: *als Zweite*, *sie war die erste, die*.

    Args:
        document: The text.
        persons: Places of the words for persons that are swapped.
        to: The gender wanted.

    Yields:
        Each word that changes, with the place of the person.
    """
    tokens = document.tokens
    for place, token in enumerate(tokens):
        low = token.text.lower()
        if not place or low[-1] not in "er" or (place + 1 < len(tokens) and tokens[place + 1].pos in NOUNS):
            continue
        before = tokens[place - 1].text.lower()
        if (
            before in ("die", "eine", "der", "ein")
            and token.pos == "ADJ"
            and low[-1] == ("e" if before != "ein" else "r")
        ):
            person = _subject(document, place, persons)
            if person >= 0:
                yield from ((word, person) for word in _with_article(document, place, to))
        elif before in BEHIND and RANKED.fullmatch(low) and low.endswith("e" if to == "male" else "er"):
            person = _subject(document, place, persons)
            if person >= 0:
                target = token.text + "r" if to == "male" else token.text[:-1]
                yield Replacement(token.start, token.end, target, "adjective"), person


def _subject(document: Document, place: int, persons: set[int]) -> int:
    """Return the person who is the subject of a clause in which a word is said of it; -1 where there is none."""
    tokens = document.tokens
    head = document.heads[place]
    predicate = any(tokens[child].relation == "cop" for child in document.children[place])
    predicate = predicate or tokens[head].lemma.lower() in COPULAS or tokens[place - 1].text in BEHIND
    subject = clause_subject(document, clause_of(document, place)) if predicate else -1
    return subject if subject in persons else -1


def _with_article(document: Document, place: int, to: Gender) -> Iterator[Replacement]:
    tokens = document.tokens
    article, adjective = tokens[place - 1], tokens[place]
    forms = determiner_forms(article.text, "Nom", "Sing")
    own = adjective_forms(adjective.text, "Nom", "Sing", declension_after(article.text))
    if forms is None or own is None:
        return
    old, new = (forms.feminine, forms.masculine) if to == "male" else (forms.masculine, forms.feminine)
    if article.text.lower() != old.lower():
        return
    yield Replacement(article.start, article.end, new, "determiner")
    yield Replacement(adjective.start, adjective.end, own.masculine if to == "male" else own.feminine, "adjective")
    if place + 2 < len(tokens) and tokens[place + 1].text == "," and is_relative(document, place + 2):
        relative = tokens[place + 2]
        if relative.text.lower() == ("die" if to == "male" else "der"):
            yield Replacement(relative.start, relative.end, "der" if to == "male" else "die", "relative")


def words_before_names(
    document: Document, names: Iterable[PersonName], to: Gender
) -> Iterator[tuple[Replacement, int]]:
    """Yield article and adjectives before the name of a person, with the place of the name: *die 30-jährige Keller*."""
    tokens = document.tokens
    for name in names:
        place = name.first
        adjectives = []
        while place and tokens[place - 1].pos == "ADJ" and tokens[place - 1].text[-1] in "enr":
            adjectives.append(place - 1)
            place -= 1
            while place and tokens[place - 1].end == tokens[place].start:
                place -= 1
        if not adjectives or not place or tokens[place - 1].text.lower() not in ARTICLES:
            continue
        article = tokens[place - 1]
        case = _case(document, name.first, article.text.lower())
        forms = [determiner_forms(article.text, case, "Sing")]
        forms += [adjective_forms(tokens[at].text, case, "Sing", declension_after(article.text)) for at in adjectives]
        for token, form in zip([article, *(tokens[at] for at in adjectives)], forms, strict=True):
            if form is None or token.text != (form.feminine if to == "male" else form.masculine):
                break
            target = form.masculine if to == "male" else form.feminine
            yield (
                Replacement(token.start, token.end, target, "determiner" if token is article else "adjective"),
                name.first,
            )


def _case(document: Document, place: int, article: str) -> Case:
    tokens = document.tokens
    governed = [tokens[child].text.lower() for child in document.children[place] if tokens[child].relation == "case"]
    if article in ("die", "eine", "das"):
        return "Acc" if governed or tokens[place].relation == "obj" else "Nom"
    if article in ("den", "einen"):
        return "Acc"
    if article in ("des", "eines"):
        return "Gen"
    if article in ("dem", "einem"):
        return "Dat"
    masculine = article == "der" and tokens[place].relation.startswith("nsubj")
    return (
        "Nom"
        if masculine or article == "ein"
        else "Gen"
        if tokens[place].relation == "nmod" and not governed
        else "Dat"
    )
