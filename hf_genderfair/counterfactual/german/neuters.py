"""What agrees with neuter words for women (*das Mädchen*), and with the words for men in their place."""

from __future__ import annotations

from collections.abc import Iterator

from hf_genderfair.counterfactual.swapping import Replacement
from hf_genderfair.languages.clauses import has_preposition
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.agreement import adjective_ending, declension_after, determiner, like
from hf_genderfair.languages.german.gender_pairs import is_neuter_pair
from hf_genderfair.languages.german.paradigms import paradigm
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.relatives import is_relative, is_subject, modified
from hf_genderfair.languages.types import CASES, Case, GrammaticalGender, grammatical_gender

FARTHEST_RELATIVE = 12
RELATIVES = {"das": ("der", "den"), "welches": ("welcher", "welchen")}


def article_in(word: str, gender: GrammaticalGender, case: Case) -> str:
    """Return a singular article in the masculine or the neuter, in its capitals; the word itself where it has none."""
    known = determiner(word)
    form = getattr(known, gender)[CASES.index(case)] if known else ""
    return like(form, word) if form else word


def adjective_in(word: str, gender: GrammaticalGender, case: Case, article: str) -> str:
    """Return an adjective of a singular in the masculine or the neuter; the word itself where it has no ending."""
    old = adjective_ending(word)
    return word[: -len(old)] + paradigm(declension_after(article))[gender][CASES.index(case)] if old else word


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
