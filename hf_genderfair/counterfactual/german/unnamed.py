"""German pronouns for somebody or something that a text does not name: whether they stand for one person.

A single sentence often is all that there is: *Später wurde er im Hafen versenkt*. What speaks for a person and against
one is added up over a chain, with the weights of the lexicon ``unnamed_weights_de``, which
dataset_scripts/models/weights/unnamed.py fits: what the words around all its pronouns say
(`languages/german/animacy_evidence.py`); the tense, since texts tell of persons in the past, and of laws, parties and
plans how it is now; the role of the first pronoun; and nouns before it that it might take up. All of a chain change, or
none does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from hf_genderfair.languages.clauses import SUBJECTS, clause_of, finite_verb, has_preposition
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import animacy_of_personal, animacy_of_possessive
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass, WordValues

WEIGHTS = WordValues("unnamed_weights_de", "weight", float)
"""What each feature counts for a person; a chain with a sum below zero stands for none."""

SUBJUNCTIVE = WordClass("verb_forms_de", "present_subjunctive")
"""Forms of reported speech, of which the tense says nothing."""

MOST_EVIDENCE, MOST_WORDS, FARTHEST = 4.0, 3.0, 2.0
"""Evidence, pronouns or nouns, and tens of words before the first pronoun, of which more say no more."""

AGREEING: dict[BinaryGender, str] = {"male": "Fem", "female": "Masc"}
"""The gender of nouns that the pronouns agree with which a swap to a gender changes."""


def unnamed_things(
    document: Document, rules: Mapping[int, str], alone: Iterable[int], to: BinaryGender
) -> Iterator[int]:
    """Yield the pronouns without antecedent that rather stand for a thing, a body or several, as their chain does."""
    chains: dict[int, list[int]] = {}
    for index in sorted(index for index in alone if rules[index] != "indefinite"):
        chains.setdefault(document.sentence_of[index], []).append(index)
    for chain in chains.values():
        if not is_person(chain, features(document, {index: rules[index] for index in chain}, to)):
            yield from chain


def is_person(chain: Sequence[int], found: Mapping[str, float]) -> bool:
    """Return whether the pronouns of a chain stand for one person, by their features."""
    return bool(chain) and total(found, WEIGHTS.as_dict) >= 0


def total(found: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return what speaks for a person, added up."""
    return weights["any"] + sum(weights.get(name, 0.0) * value for name, value in found.items())


def features(document: Document, chain: Mapping[int, str], to: BinaryGender) -> dict[str, float]:
    """Return what speaks for a person or against one."""
    roles = {index: _role(document, index, rule) for index, rule in chain.items()}
    first = next(iter(roles))
    start = document.sentences[document.sentence_of[first]][0]
    evidence = [
        (animacy_of_possessive if role == "owner" else animacy_of_personal)(document, index)
        for index, role in roles.items()
    ]
    before = [at for at in range(start, first) if document.tokens[at].pos == "NOUN"]
    agreeing = [at for at in before if _agrees(document, at, AGREEING[to])]
    things = [at for at in agreeing if person_form(document.tokens[at].text) is None]
    found = {
        "of persons": min(MOST_EVIDENCE, sum(value for value in evidence if value > 0)),
        "of things": min(MOST_EVIDENCE, -sum(value for value in evidence if value < 0)),
        f"first is {roles[first]}": 1.0,
        f"to {to}": 1.0,
        "further pronouns": min(MOST_WORDS, len(chain) - 1.0),
        "things before": min(MOST_WORDS, float(len(things))),
        "tens of words before": min(FARTHEST, (first - start) / 10),
    }
    if tense := _tense(document, first):
        found[tense] = 1.0
    if to == "female" and any(
        _agrees(document, at, "Neut")
        for index, role in roles.items()
        if role not in ("subject", "object")
        for at in range(start, index)
    ):
        found["neuter before"] = 1.0
    if to == "male" and roles[first] == "owner":
        plural = [token for token in document.tokens[start:first] if token.morph.get("Number") == "Plur"]
        nouns = any(token.pos == "NOUN" for token in plural)
        found["several"] = float(nouns + any(token.morph.get("VerbForm") == "Fin" for token in plural))
    return found


def _agrees(document: Document, index: int, gender: str) -> bool:
    token = document.tokens[index]
    noun = token.pos == "NOUN" and token.morph.get("Gender") == gender
    return noun and token.morph.get("Number") != "Plur"


def _role(document: Document, index: int, rule: str) -> str:
    if rule == "possessive":
        return "owner"
    if rule != "personal":
        # 'deren Begleiter'
        return "owner" if document.tokens[index].relation == "det:poss" else rule
    if document.tokens[index].relation in SUBJECTS:
        return "subject"
    if has_preposition(document, index):
        return "behind preposition"
    return "dative" if document.tokens[index].text.lower() in ("ihm", "ihr") else "object"


def _tense(document: Document, index: int) -> str:
    verb = finite_verb(document, clause_of(document, index))
    if verb < 0 or document.tokens[verb].text.lower() in SUBJUNCTIVE:
        return ""
    morph = document.tokens[verb].morph
    return "past" if morph.get("Tense") == "Past" and morph.get("Mood") != "Sub" else "present"
