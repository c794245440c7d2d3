"""Evidence from the context whether a name of unknown type is that of a person.

Small pipelines know few names and tag many persons as places. The context distinguishes them: the subject of *write*
or *marry* and the antecedent of *his* or *her* is a person, the object of *live in* is a place.
"""

from __future__ import annotations

from collections.abc import Callable

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.lexicons.word_class import WordClass

PERSONAL_VERBS = {"en": WordClass("verb_frames_en", "personal"), "de": WordClass("verb_frames_de", "personal")}
"""Lemmas of verbs whose subjects are mostly persons, by language."""

PLACE_WORDS = {"en": WordClass("closed_classes_en", "before_place"), "de": WordClass("prepositions_de", "before_place")}
"""Prepositions before places."""

PERSON_WORDS = {
    "en": WordClass("closed_classes_en", "before_person"),
    "de": WordClass("prepositions_de", "before_person"),
}
"""Prepositions before persons, more than before places."""

PRONOUNS = {
    "en": WordClass("closed_classes_en", "pronoun_of_person"),
    "de": WordClass("closed_classes_de", "pronoun_of_person"),
}
"""Pronouns that refer to a person."""

OF_PERSON = WordClass("noun_classes_de", "of_person_ending")
"""Ends of German nouns for what somebody says, and for what happens in the life of somebody."""

ENOUGH_EVIDENCE = {"en": 1.0, "de": 2.25}
"""Sum of evidence from which a name is a person's; in German, capitals make more words look like names."""

BESIDE = {"PER": 1.5, "LOC": -1.0, "ORG": -1.0, "": 0.5}
"""Weight of the entity type of a name in coordination or apposition with the name in question."""


def person_evidence(document: Document, first: int, last: int, kind_of: Callable[[int], str]) -> float:
    """Add up the evidence of the context that a name is that of a person.

    Args:
        document: The text.
        first: Index of the first token of the name.
        last: Index after its last token.
        kind_of: Returns the entity type of a token: ``PER``, ``LOC``, ``ORG`` or empty.

    Returns:
        Sum of weights; positive for a person, negative against.
    """
    tokens, heads = document.tokens, document.heads
    head = next((index for index in range(first, last) if not first <= heads[index] < last), first)
    relation = tokens[head].relation
    weight = _before(document, first) + _below(document, head)
    if relation.startswith("nsubj") or relation in ("obl:agent", "vocative", "iobj"):
        weight += 1.0
        weight += tokens[heads[head]].lemma.lower() in PERSONAL_VERBS[document.lang]
    elif relation == "obj":
        weight += 0.5 + 0.5 * (tokens[heads[head]].lemma.lower() in PERSONAL_VERBS[document.lang])
    elif relation == "nmod:poss":
        weight += 0.5
    elif relation in ("conj", "appos", "flat"):
        weight += BESIDE.get(kind_of(heads[head]), 0.0)
        weight += _is_apposed(document, head, first)
    elif heads[head] >= last and (relation == "compound" or (relation == "amod" and document.lang == "en")):
        weight -= 1.0
    return weight + _owns(document, head, last) + _taken_up(document, last)


def _owns(document: Document, head: int, last: int) -> float:
    """Return the evidence of a German genitive whose noun is somebody's: *Bodes Aussage*, *die Vereidigung Bodes*."""
    genitive = document.lang == "de" and document.tokens[last - 1].text.endswith("s")
    owned = document.tokens[document.heads[head]].text.lower()
    return 1.5 * (genitive and document.heads[head] != head and owned.endswith(OF_PERSON.as_tuple))


def _is_apposed(document: Document, head: int, first: int) -> float:
    """Return the evidence of a comma between a name and a German word for a person: *die Leiterin, Zorka Balt*."""
    tokens, above = document.tokens, document.heads[head]
    if document.lang != "de" or tokens[head].relation != "appos" or not first or tokens[first - 1].text != ",":
        return 0.0
    return 1.75 * (tokens[above].pos == "NOUN" and person_form(tokens[above].text) is not None)


def _before(document: Document, first: int) -> float:
    low = document.tokens[first - 1].text.lower() if first else ""
    if low in PLACE_WORDS[document.lang]:
        return -1.5
    return 0.75 * (low in PERSON_WORDS[document.lang])


def _below(document: Document, head: int) -> float:
    """Return the evidence of the dependents of a name: an article counts against a person, *who* for one."""
    weight = 0.0
    for child in document.children[head]:
        token = document.tokens[child]
        if token.relation == "det" and child < head:
            weight -= 2.0
        elif token.relation == "acl:relcl" and any(
            document.tokens[below].text.lower() in ("who", "whom", "whose") for below in document.children[child]
        ):
            weight += 2.0
    return weight


def _taken_up(document: Document, last: int) -> float:
    """Return 1 where a pronoun for a person follows in the sentence, 0.5 where one follows in the next sentence."""
    number = document.sentence_of[last - 1]
    pronouns = PRONOUNS[document.lang]
    if any(token.text.lower() in pronouns for token in document.tokens[last : document.sentences[number][1]]):
        return 1.0
    if number + 1 < len(document.sentences):
        start, end = document.sentences[number + 1]
        return 0.5 * any(token.text.lower() in pronouns for token in document.tokens[start : min(end, start + 8)])
    return 0.0
