"""German relative pronouns of the persons of a swap: those that go on behind *und*, and those of things."""

from __future__ import annotations

from collections.abc import Iterator

from hf_genderfair.counterfactual.german.repaired_phrases import LATER
from hf_genderfair.counterfactual.swapping import Replacement
from hf_genderfair.languages.clauses import SUBJECTS, dependents, finite_verb, has_copula, has_dependent
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.clauses import BITS, PLURAL, verb_is_plural
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.relatives import agreement_of, is_relative, modified
from hf_genderfair.languages.types import BinaryGender, grammatical_gender

NOMINATIVES: dict[BinaryGender, dict[str, str]] = {
    "male": {"die": "der", "welche": "welcher"},
    "female": {"der": "die", "welcher": "welche"},
}


def describes_thing(document: Document, index: int, antecedent: int) -> bool:
    """Whether a relative clause is that of the thing right before it, not of a person: *die Welt, die du malst*."""
    if _is_of_bare_predicate(document, index, antecedent):
        return True
    noun = index - 2
    if noun < 0 or antecedent in (noun, -1) or not is_relative(document, index) or modified(document, index) != noun:
        return False
    token = document.tokens[noun]
    bits = PLURAL if token.morph.get("Number") == "Plur" else BITS.get(grammatical_gender(token.morph), 0)
    agreeing = not bits or agreement_of(document, index) & bits
    return token.pos == "NOUN" and person_form(token.text) is None and bool(agreeing)


def _is_of_bare_predicate(document: Document, index: int, antecedent: int) -> bool:
    """Whether a thing stands between a predicate without article and a relative: *Sie ist Chefin der Bank, die*."""
    # What somebody is has no relative clause without an article.
    tokens = document.tokens
    if antecedent < 0 or not has_copula(document, antecedent) or not is_relative(document, index):
        return False
    if has_dependent(document, antecedent, "det", "det:poss"):
        return False
    agreement = agreement_of(document, index)
    return any(
        tokens[noun].pos == "NOUN"
        and person_form(tokens[noun].text) is None
        and BITS.get(grammatical_gender(tokens[noun].morph), 0) & agreement
        for noun in dependents(document, antecedent, "nmod")
        if noun < index
    )


def relative_of_predicate(document: Document, phrase: PersonPhrase, to: BinaryGender) -> Iterator[Replacement]:
    """Yield the relative pronoun right before a predicate, which looks like its article: *die Malerin ist*."""
    index = phrase.first - 1
    while index > 0 and (document.tokens[index].pos == "ADV" or document.tokens[index].text in LATER):
        # die früher Malerin war
        index -= 1
    if index < 1 or phrase.determiner >= 0 or document.tokens[index - 1].text != ",":
        return
    token = document.tokens[index]
    ends = any(copula > phrase.head for copula in dependents(document, phrase.head, "cop"))
    if ends and phrase.number == "Sing" and token.text in NOMINATIVES[to]:
        yield Replacement(token.start, token.end, NOMINATIVES[to][token.text], "relative")


def relative_of_pronoun(document: Document, index: int, to: BinaryGender) -> Iterator[Replacement]:
    """Yield the relative pronoun, as a subject, right behind a personal pronoun: *für sie, die nichts wusste*."""
    relative = lone_relative(document, index, to)
    if relative >= 0:
        token = document.tokens[relative]
        yield Replacement(token.start, token.end, NOMINATIVES[to][token.text], "relative")


def lone_relative(document: Document, head: int, to: BinaryGender) -> int:
    """Return the index of a relative pronoun in the nominative right behind a noun, or -1: *der Prinz, der*."""
    tokens, index = document.tokens, head + 2
    if index >= len(tokens) or tokens[head + 1].text != "," or not _is_subject(document, index, to):
        return -1
    return index


def _is_subject(document: Document, index: int, to: BinaryGender) -> bool:
    """Return whether a word is a relative pronoun for one person of the other gender, and a subject."""
    token = document.tokens[index]
    if token.text not in NOMINATIVES[to] or token.pos != "PRON" or token.relation not in SUBJECTS:
        return False
    verb = finite_verb(document, document.heads[index])
    last = verb > index + 1 and (to == "female" or not verb_is_plural(document.tokens[verb]))
    return last and "Rel" in token.morph.get("PronType", "")


def resumes_whoever(document: Document, index: int) -> bool:
    """Return whether a word takes up the clause of *wer*, who is anybody: *Wer zahlt, der darf bleiben*."""
    tokens, first = document.tokens, document.sentences[document.sentence_of[index]][0]
    if index - first < 3 or index + 1 >= len(tokens) or tokens[index - 1].text != ",":
        return False
    # the clause of wer ends in a verb, and that of the main clause follows; not: wer ist der Mann, der singt
    goes_on = index + 2 < len(tokens) and tokens[index + 2].pos != "PUNCT" and tokens[first].text == "Wer"
    behind_verb = tokens[index - 2].pos in ("VERB", "AUX") or goes_on
    between_verbs = behind_verb and tokens[index + 1].morph.get("VerbForm") == "Fin"
    return between_verbs and any(token.text.lower() == "wer" for token in tokens[first : first + 2])
