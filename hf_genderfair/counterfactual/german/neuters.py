"""Neuter words for women (*das Mädchen*): their phrases, and the agreement with them and with words for men."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hf_genderfair.counterfactual.german.nouns import gender_noun, is_neuter_pair, person_noun
from hf_genderfair.counterfactual.swapping import Replacement
from hf_genderfair.languages.clauses import has_preposition
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.agreement import (
    declension_after,
    determiner,
    determiner_forms,
    is_plural_word,
    like,
)
from hf_genderfair.languages.german.noun_phrase import PREPOSITIONS
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.relatives import is_relative, is_subject, modified
from hf_genderfair.languages.types import CASES, Case, Number, grammatical_gender
from hf_genderfair.lexicons.word_class import WordValues

SINGULAR_ARTICLES = WordValues("determiners_de", "masculine", lambda cell: None if cell == "-" else cell)
"""Neuter articles with the masculine ones; contractions with a preposition have none."""

LIKE_DIESES = tuple("dies jen jed jeglich manch solch welch".split())
NEUTER_ENDINGS = {
    "weak": ("e", "en", "en", "e"),
    "mixed": ("es", "en", "en", "es"),
    "strong": ("es", "en", "em", "es"),
}
MASCULINE_ENDINGS = {
    "weak": ("e", "en", "en", "en"),
    "mixed": ("er", "en", "en", "en"),
    "strong": ("er", "en", "em", "en"),
}
ENDINGS = ("en", "em", "er", "es", "e")
FARTHEST_RELATIVE = 12
RELATIVES = {"das": ("der", "den"), "welches": ("welcher", "welchen")}


def neuter_phrases(document: Document) -> Iterator[PersonPhrase]:
    """Yield the phrases of neuter words for women.

    Yields:
        The phrases in order, with `noun.gender` ``feminine``.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Er sah ein kleines Mädchen."
        >>> document = Document(text, next(pipeline("de").analyse([text])), "de")
        >>> [(found.determiner, found.adjectives, found.case) for found in neuter_phrases(document)]
        [(2, (3,), 'Acc')]
    """
    for head, token in enumerate(document.tokens):
        if token.pos not in ("NOUN", "PROPN") or not token.text[0].isupper():
            continue
        pair = gender_noun(token.text)
        if pair is None or not pair.neuter:
            continue
        noun = person_noun(token.text)
        if noun is None or noun.gender != "feminine":
            continue
        article, adjectives = _before(document, head)
        number = _number(document, head, article, adjectives)
        case = _case(document, head, article, number)
        yield PersonPhrase(head, token.start, token.end, noun, article, adjectives, case, number)


def _before(document: Document, head: int) -> tuple[int, tuple[int, ...]]:
    """Return the indices of the article and of the adjectives that agree with a noun."""
    tokens = document.tokens
    first = document.sentences[document.sentence_of[head]][0]
    adjectives: list[int] = []
    index = head - 1
    while index >= first:
        token = tokens[index]
        low = token.text.lower()
        if _is_article(low) and token.pos not in ("VERB", "AUX"):
            return index, tuple(reversed(adjectives))
        if token.pos == "ADJ" and low.endswith(ENDINGS):
            adjectives.append(index)
        elif not (token.pos in ("ADV", "NUM") or is_plural_word(low) or (token.text in (",", "und") and adjectives)):
            break
        index -= 1
    return -1, tuple(reversed(adjectives))


def _is_article(low: str) -> bool:
    return low in SINGULAR_ARTICLES or determiner(low) is not None or _nominative(low) is not None


def _nominative(low: str) -> str | None:
    """Return the masculine nominative of a neuter article; None where it has none."""
    if low in SINGULAR_ARTICLES:
        return SINGULAR_ARTICLES[low]
    for stem in LIKE_DIESES:
        if low == stem + "es":
            return stem + "er"
    return low if determiner(low) is not None else None


def _number(document: Document, head: int, article: int, adjectives: tuple[int, ...]) -> Number:
    tokens = document.tokens
    low = tokens[article].text.lower() if article >= 0 else ""
    if tokens[head].text.endswith("chens") or low.endswith(("as", "s", "m", "in")):
        return "Sing"
    if any(tokens[index].text.endswith("es") for index in adjectives):
        return "Sing"
    counted = any(is_plural_word(token.text) for token in tokens[max(0, head - 3) : head])
    if low or counted:
        return "Plur"
    first = min((head, *adjectives))
    said = first > 0 and tokens[first - 1].text.lower() == "als"
    return "Sing" if said or tokens[head].relation == "appos" else "Plur"


def _case(document: Document, head: int, article: int, number: Number) -> Case:
    tokens = document.tokens
    low = tokens[article].text.lower() if article >= 0 else ""
    if number == "Sing" and low.endswith("m"):
        return "Dat"
    if number == "Sing" and (low.endswith("des") or tokens[head].text.endswith(("ens", "bes"))):
        return "Gen"
    before = tokens[article - 1].text.lower() if article > 0 else tokens[head - 1].text.lower() if head else ""
    governed = PREPOSITIONS.as_dict.get(before)
    if number == "Plur" and low == "der":
        return "Gen"
    if governed:
        return "Acc" if "Acc" in governed and number == "Sing" else "Dat" if "Dat" in governed else "Acc"
    return "Acc" if tokens[head].relation == "obj" else "Nom"


def masculine_article(word: str, case: Case) -> str:
    """Return the masculine article for a neuter one, in its capitals; the article itself where both are the same.

    Example:
        >>> masculine_article("Das", "Acc"), masculine_article("ein", "Acc"), masculine_article("dem", "Dat")
        ('Den', 'einen', 'dem')
    """
    base = _nominative(word.lower())
    forms = determiner_forms(base, case, "Sing") if base else None
    return like(forms.masculine, word) if forms else word


def neuter_article(masculine: str, case: Case) -> str:
    """Return the neuter article for a masculine one, in its capitals.

    Example:
        >>> neuter_article("Der", "Nom"), neuter_article("einen", "Acc"), neuter_article("dieser", "Nom")
        ('Das', 'ein', 'dieses')
    """
    low = masculine.lower()
    if case in ("Gen", "Dat"):
        return masculine
    if low in ("der", "den"):
        return like("das", masculine)
    if low.startswith(LIKE_DIESES):
        return masculine[:-2] + "es"
    return masculine[:-2] if low.endswith("en") and low not in ("kein", "ein") else masculine


def masculine_adjective(word: str, case: Case, article: str) -> str:
    """Return the masculine form of an adjective before a neuter noun.

    Example:
        >>> masculine_adjective("kleines", "Nom", "ein"), masculine_adjective("kleine", "Acc", "das")
        ('kleiner', 'kleinen')
    """
    return _with_ending(word, MASCULINE_ENDINGS, case, article)


def neuter_adjective(word: str, case: Case, article: str) -> str:
    """Return the neuter form of an adjective before a masculine noun.

    Example:
        >>> neuter_adjective("kleiner", "Nom", "ein"), neuter_adjective("kleinen", "Acc", "den")
        ('kleines', 'kleine')
    """
    return _with_ending(word, NEUTER_ENDINGS, case, article)


def _with_ending(word: str, endings: Mapping[str, tuple[str, ...]], case: Case, article: str) -> str:
    old = next((ending for ending in ENDINGS if word.lower().endswith(ending)), "")
    if not old:
        return word
    declension = "weak" if article.lower() == "das" or article.lower().endswith("ses") else declension_after(article)
    return word[: -len(old)] + endings[declension][CASES.index(case)]


def neuter_relatives(document: Document, phrase: PersonPhrase) -> Iterator[Replacement]:
    """Yield the relative pronouns of a neuter word for a woman in the masculine: *das Mädchen, das*."""
    if phrase.number == "Plur" or not is_neuter_pair(phrase.noun):
        return
    tokens = document.tokens
    last = document.sentences[document.sentence_of[phrase.head]][1]
    for index in range(phrase.head + 2, min(last, phrase.head + FARTHEST_RELATIVE)):
        forms = RELATIVES.get(tokens[index].text.lower())
        if forms is None or not is_relative(document, index):
            continue
        about = modified(document, index)
        inside = about > phrase.head and grammatical_gender(tokens[about].morph) == "neuter"
        between = any(token.text == "," for token in tokens[phrase.head + 1 : index - 1])
        if about == phrase.head or not (between or inside):
            subject = is_subject(document, index) and not has_preposition(document, index)
            target = forms[0] if subject else forms[1]
            yield Replacement(tokens[index].start, tokens[index].end, like(target, tokens[index].text), "relative")
            return
