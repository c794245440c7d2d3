"""What is known of the persons of a Spanish text while it is read, and which of them a pronoun may take up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from hf_genderfair.counterfactual.spanish.persons import SwappedNoun
from hf_genderfair.counterfactual.spanish.things import is_non_person
from hf_genderfair.languages.clauses import dependents
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import PairedGender, grammatical_gender

SALIENT = frozenset(("nsubj", "nsubj:pass", "obj", "root", "conj"))


class KnownPersons(Protocol):
    """What is known of the persons of a text when its pronouns are read; see `SpanishAnalysis`.

    Example:
        >>> from hf_genderfair.counterfactual.spanish.analysis import SpanishAnalysis
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Van a despedirla."
        >>> document = Document(text, next(pipeline("es").analyse([text])), "es")
        >>> known: KnownPersons = SpanishAnalysis(document, "feminine")
        >>> known.people
        {2: 2}
    """

    document: Document
    low: list[str]
    source: PairedGender
    people: dict[int, int]
    nouns: dict[int, SwappedNoun]
    types: dict[int, str]

    def is_singular(self, index: int) -> bool:
        """Whether a word is in the singular, or has no number."""

    def is_of_gender(self, index: int) -> bool:
        """Whether the analysis gives a word the gender that is to be swapped."""

    def may_be_person(self, index: int) -> bool:
        """Whether a name may be that of a person of the gender."""


def nearest_noun(analysis: KnownPersons, index: int) -> int | None:
    """Return the nearest antecedent before a pronoun, if it is a person of the gender."""
    document, tokens = analysis.document, analysis.document.tokens
    start = document.sentences[max(document.sentence_of[index] - 1, 0)][0]
    number = tokens[index].morph.get("Number", "Sing")
    for before in range(index - 1, start - 1, -1):
        if tokens[before].pos not in ("NOUN", "PROPN", "PRON", "ADJ"):
            continue
        if tokens[before].morph.get("Number", "Sing") != number:
            continue
        if before in analysis.people:
            return before
        if tokens[before].pos == "NOUN" and analysis.is_of_gender(before):
            return None
    return None


def non_persons_before(analysis: KnownPersons, index: int, *, salient: bool = False) -> bool:
    """Whether a non-person noun that agrees stands before a pronoun in its sentence, other than its head."""
    document, tokens = analysis.document, analysis.document.tokens
    number = "Plur" if analysis.low[index].endswith("s") else "Sing"
    sentence = document.sentence_of[index]
    start = document.sentences[max(sentence - 1, 0) if number == "Plur" else sentence][0]
    path = [index, *document.ancestors(index)]
    clause = next((head for head in path if tokens[head].pos == "VERB"), path[-1])
    above = set(path[: path.index(clause) + 1]) if tokens[index].pos == "PRON" else {index}
    above.update(child for child in document.children[clause] if tokens[child].relation.startswith("nsubj"))
    if tokens[clause].relation == "acl:relcl":
        above.add(document.heads[clause])
    return any(
        tokens[before].pos == "NOUN"
        and _gender(analysis, before) == analysis.source
        and tokens[before].morph.get("Number", "Sing") == number
        and before not in analysis.people
        and before not in above
        and (not salient or tokens[before].relation in SALIENT)
        and is_non_person(document, before, analysis.types)
        for before in range(start, index)
    )


def _gender(analysis: KnownPersons, index: int) -> str | None:
    """Return the gender of a noun, else that of its article."""
    tokens = analysis.document.tokens
    known = grammatical_gender(tokens[index].morph)
    articles = dependents(analysis.document, index, "det") if known is None else ()
    return next((grammatical_gender(tokens[at].morph) for at in articles), known)


def follows_agreeing_thing(analysis: KnownPersons, index: int) -> bool:
    """Whether a noun for things stands before a pronoun in its sentence, of which it may mean one or several."""
    tokens = analysis.document.tokens
    start = analysis.document.sentences[analysis.document.sentence_of[index]][0]
    return any(
        tokens[before].pos == "NOUN"
        and analysis.is_of_gender(before)
        and before not in analysis.people
        and (analysis.is_singular(index) or not analysis.is_singular(before))
        and is_non_person(analysis.document, before, analysis.types)
        for before in range(start, index)
    )


def names_before(analysis: KnownPersons, index: int) -> Iterator[int]:
    """Yield the parts of names before a word that may be those of a person of the gender."""
    names = (at for at, kind in analysis.types.items() if kind == "PER" and at < index)
    yield from filter(analysis.may_be_person, names)


def knows_person(analysis: KnownPersons, index: int) -> bool:
    """Whether an object pronoun has a known singular person as a possible antecedent."""
    tokens = analysis.document.tokens
    if any(analysis.is_singular(other) and tokens[other].pos != "DET" for other in analysis.people if other != index):
        return True
    return next(names_before(analysis, index), None) is not None
