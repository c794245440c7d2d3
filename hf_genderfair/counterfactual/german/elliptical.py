"""German elliptical words, which describe a person without a noun: *eine der Ärztinnen*, *die erste*, *als Zweite*."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hf_genderfair.counterfactual.german.names import PersonName
from hf_genderfair.counterfactual.swapping import Replacement
from hf_genderfair.languages.clauses import SUBJECTS, clause_of, has_copula, has_preposition, prepositions, subject_of
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.agreement import adjective_forms, declension_after, determiner_forms, like
from hf_genderfair.languages.german.clauses import COPULA_LEMMAS
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.relatives import is_relative
from hf_genderfair.languages.types import BinaryGender, Case
from hf_genderfair.lexicons.word_class import WordClass

ONES = frozenset("eine einer eines einem einen".split())
ONES_OF_WOMEN = {"eine": "einer", "eines": "einer", "einer": "einem"}
ONES_OF_MEN = {"einer": "eine", "einem": "einer", "einen": "eine"}
RANKED = WordClass("word_patterns_de", "ranking_adjective")
SUPERLATIVE = re.compile(r"[A-ZÄÖÜ][a-zäöüß]{2,}ste")
BEHIND = frozenset("als wurde war ist wird blieb bleibt".split())
NOUNS = frozenset({"NOUN", "PROPN", "ADJ", "NUM"})
ARTICLES = WordClass("determiners_de", "article")
DEFINITE = frozenset("das dem den der des die".split())
DESCRIBING = frozenset({"DET", "PRON", "NUM", "ADJ"})
NOMINATIVES = SUBJECTS | {"root", "parataxis"}


def one_of_them(document: Document, phrase: PersonPhrase) -> int:
    """Return the index of *eine* in *eine der besten Ärztinnen*, *die eine der beiden*; or -1."""
    if phrase.number != "Plur" or phrase.case != "Gen" or phrase.determiner < 1:
        return -1
    before = document.tokens[phrase.determiner - 1]
    if before.pos not in DESCRIBING or not before.text[1:].islower():
        return -1
    ranked = before.text.endswith(("e", "en")) and _has_article(document, phrase.determiner - 1)
    return phrase.determiner - 1 if before.text.lower() in ONES or ranked else -1


def _has_article(document: Document, index: int) -> bool:
    return index > 0 and document.tokens[index - 1].text.lower() in DEFINITE


def words_for_one(document: Document, index: int, to: BinaryGender) -> Iterator[Replacement]:
    """Yield *eine* of several persons in the other gender, with its article, and the others of whom it is told."""
    tokens, token = document.tokens, document.tokens[index]
    if _has_article(document, index):
        yield from _with_article(document, index, to, _case(document, index, tokens[index - 1].text.lower()))
        for other in range(index + 1, document.sentences[document.sentence_of[index]][1]):
            if tokens[other].text.lower().startswith("ander"):
                yield from lone_word(document, other, to)
        return
    target = (ONES_OF_WOMEN if to == "male" else ONES_OF_MEN).get(token.text.lower())
    if target is not None:
        yield Replacement(token.start, token.end, like(target, token.text), "pronoun")


def lone_word(document: Document, index: int, to: BinaryGender) -> Iterator[Replacement]:
    """Yield an adjective without noun and its article in the other gender: *die andere schwieg*."""
    after = document.tokens[index + 1 : index + 2]
    lone = _has_article(document, index) and not (after and after[0].pos in NOUNS)
    if lone and document.tokens[index].pos in DESCRIBING:
        yield from _with_article(document, index, to, _case(document, index, document.tokens[index - 1].text.lower()))


def lone_words(document: Document, persons: set[int], to: BinaryGender) -> Iterator[tuple[Replacement, int]]:
    """Yield elliptical ranks and adjectives that describe persons: *als Zweite*, *sie war die erste, die*."""
    tokens = document.tokens
    for index, token in enumerate(tokens):
        low = token.text.lower()
        if not index or low[-1] not in "er" or (index + 1 < len(tokens) and tokens[index + 1].pos in NOUNS):
            continue
        if token.relation == "amod" and document.heads[index] > index:
            # ein voller, blonder Mensch
            continue
        before = tokens[index - 1].text.lower()
        person = _one_of_several(document, index, persons) if low == ("eine" if to == "male" else "einer") else -1
        if person >= 0:
            target = "einer" if to == "male" else "eine"
            yield Replacement(token.start, token.end, like(target, token.text), "pronoun"), person
        elif (
            before in ("die", "eine", "der", "ein")
            and (token.pos == "ADJ" or SUPERLATIVE.fullmatch(token.text) or RANKED.pattern.fullmatch(low))
            and low[-1] == ("e" if before != "ein" else "r")
        ):
            person = _subject(document, index, persons)
            if person >= 0:
                yield from ((word, person) for word in _with_article(document, index, to, "Nom"))
        elif before in BEHIND and RANKED.pattern.fullmatch(low) and low.endswith("e" if to == "male" else "er"):
            person = _subject(document, index, persons)
            if person >= 0:
                target = token.text + "r" if to == "male" else token.text[:-1]
                yield Replacement(token.start, token.end, target, "adjective"), person


def _one_of_several(document: Document, index: int, persons: set[int]) -> int:
    """Return the index of the subject of whom *als einer von vielen* is said; -1 where there is none."""
    tokens, head = document.tokens, document.heads[index]
    if [token.text.lower() for token in (tokens[index - 1], *tokens[index + 1 : index + 2])] != ["als", "von"]:
        return -1
    subjects = (subject_of(document, clause_of(document, head)), *document.children[head])
    said = (word for word in subjects if word != index and word in persons and tokens[word].relation in SUBJECTS)
    return next(said, -1)


def _subject(document: Document, index: int, persons: set[int]) -> int:
    """Return the index of the person who is the subject of a predicate; -1 where there is none."""
    tokens = document.tokens
    head = document.heads[index]
    predicate = has_copula(document, index)
    predicate = predicate or tokens[head].lemma.lower() in COPULA_LEMMAS or tokens[index - 1].text in BEHIND
    subject = subject_of(document, clause_of(document, index)) if predicate else -1
    return subject if subject in persons else -1


def _with_article(document: Document, index: int, to: BinaryGender, case: Case) -> Iterator[Replacement]:
    tokens = document.tokens
    article, adjective = tokens[index - 1], tokens[index]
    # das eine der Mädchen
    written = "die" if article.text.lower() == "das" and to == "male" else article.text
    forms = determiner_forms(written, case, "Sing")
    own = adjective_forms(adjective.text, case, "Sing", declension_after(written))
    if forms is None or own is None:
        return
    old, new = (forms.feminine, forms.masculine) if to == "male" else (forms.masculine, forms.feminine)
    if written.lower() != old.lower():
        return
    yield Replacement(article.start, article.end, like(new.lower(), article.text), "determiner")
    yield Replacement(adjective.start, adjective.end, own.masculine if to == "male" else own.feminine, "adjective")
    if index + 2 < len(tokens) and tokens[index + 1].text == "," and is_relative(document, index + 2):
        relative = tokens[index + 2]
        if relative.text.lower() == ("die" if to == "male" else "der"):
            yield Replacement(relative.start, relative.end, "der" if to == "male" else "die", "relative")


def words_before_names(
    document: Document, names: Iterable[PersonName], to: BinaryGender
) -> Iterator[tuple[Replacement, int]]:
    """Yield article and adjectives before the name of a person, with the index of the name: *die 30-jährige Keller*."""
    tokens = document.tokens
    for name in names:
        index = name.first
        adjectives = []
        while index and tokens[index - 1].pos == "ADJ" and _agrees(tokens[index - 1].text):
            adjectives.append(index - 1)
            index -= 1
            while index and tokens[index - 1].end == tokens[index].start:
                index -= 1
            while index and tokens[index - 1].relation == "advmod" and document.heads[index - 1] in adjectives:
                # der unverletzt gebliebene Jones
                index -= 1
        if not adjectives or not index or tokens[index - 1].text.lower() not in ARTICLES:
            continue
        article = tokens[index - 1]
        case = _case(document, name.first, article.text.lower())
        forms = [determiner_forms(article.text, case, "Sing")]
        forms += [adjective_forms(tokens[at].text, case, "Sing", declension_after(article.text)) for at in adjectives]
        agreeing = [form for form in forms if form is not None]
        if len(agreeing) < len(forms):
            continue
        words = list(zip([article, *(tokens[at] for at in adjectives)], agreeing, strict=True))
        if any(token.text != (form.feminine if to == "male" else form.masculine) for token, form in words):
            continue
        for token, form in words:
            target = form.masculine if to == "male" else form.feminine
            yield (
                Replacement(token.start, token.end, target, "determiner" if token is article else "adjective"),
                name.first,
            )


def _agrees(word: str) -> bool:
    """Return whether a word that is tagged as an adjective ends as one, and is no verb: »Ja!« *wiederholte Anna*."""
    return word[-1] in "enr" and (not word.endswith("te") or word.endswith("ehrte"))


def articles_of_names(document: Document, names: Iterable[int], to: BinaryGender) -> Iterator[tuple[Replacement, int]]:
    """Yield the article right before the first word of a person's name, with its index: *die Keller*."""
    for name in names:
        article = document.tokens[name - 1] if name else None
        if article is None or article.relation != "det" or document.heads[name - 1] != name:
            continue
        if article.text.lower() not in ARTICLES or article.morph.get("Number") == "Plur":
            continue
        if article.text == "der" and document.tokens[name].relation == "nmod" and not has_preposition(document, name):
            # gab ein Papier der Hanne: dative or genitive
            continue
        case = _case(document, name, article.text.lower())
        forms = determiner_forms(article.text, case, "Sing")
        if forms is not None and article.text == (forms.feminine if to == "male" else forms.masculine):
            target = forms.masculine if to == "male" else forms.feminine
            yield Replacement(article.start, article.end, target, "determiner"), name


def _case(document: Document, index: int, article: str) -> Case:
    tokens = document.tokens
    governed = prepositions(document, index)
    if article in ("die", "eine", "das"):
        above = document.heads[index] if tokens[index].relation == "appos" else index
        return "Acc" if governed or tokens[above].relation == "obj" else "Nom"
    if article in ("den", "einen"):
        return "Acc"
    if article in ("des", "eines"):
        return "Gen"
    if article in ("dem", "einem"):
        return "Dat"
    masculine = article == "der" and not governed and tokens[index].relation in NOMINATIVES
    return (
        "Nom"
        if masculine or article == "ein"
        else "Gen"
        if tokens[index].relation == "nmod" and not governed
        else "Dat"
    )
