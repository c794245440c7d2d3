"""Sentences about somebody or something with a name stay: swapped, they would say of it what is false."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.core.spans import Refusal, overlaps
from hf_genderfair.counterfactual.swap import SWAP_FORMS
from hf_genderfair.counterfactual.swapping import Change, Swapping
from hf_genderfair.counterfactual.word_classes import token_indices
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import names_of_no_persons
from hf_genderfair.languages.quotation_marks import quotation_spans

NAMED = "a person with a name"
"""Why a word stays: its sentence names somebody or something, or may go on about it."""

POINTING = frozenset({"pronoun", "possessive", "reflexive", "relative"})
"""Rules of words that refer to somebody whom others name."""

OPENING, CLOSING = frozenset({"“", '"', "``", "‘", "'", "„", "«"}), frozenset({"”", '"', "''", "’", "'", "“", "»"})
"""Marks between which a title stands."""

BEFORE, AFTER = 2, 3
"""Tokens before and after a noun among which a name says who is meant: *Spain's king*, *the queen of Spain*."""

REACH = {"known": 5, "new": 1}
"""Sentences around one in which its persons may be named: those of whom it speaks as known, and all others."""


def without_named(document: Document, swapping: Swapping) -> Swapping:
    """Leave the persons of every sentence in which somebody has a name, and of those that may go on about one."""
    # What is said of a certain person, place or organisation is not to become false, so that nothing tries to tell
    # whether the words that would change are about it. Persons who are in such a sentence stay in all others.
    sentences = {change: _sentence_of(document, change) for change in swapping.changes}
    named = [names_somebody(document, number) for number in range(len(document.sentences))]
    staying = {sentence for change, sentence in sentences.items() if _is_in_a_name(document, change)}
    if any(named):
        # what somebody with a name said is what they said
        quoted = quotation_spans(document.text, document.lang)
        staying |= {sentence for change, sentence in sentences.items() if overlaps(quoted, change.start, change.end)}
    of_sentence: dict[int, list[Change]] = {}
    for change, sentence in sentences.items():
        of_sentence.setdefault(sentence, []).append(change)
    for sentence, own in sorted(of_sentence.items()):
        reach = reach_of(document, own)
        around = range(max(0, sentence - reach), sentence + reach + 1)
        # who stays before may be who is meant: Robert ... he ... he ... the boy
        if not staying.isdisjoint(range(around.start, sentence)) or any(named[around.start : around.stop]):
            staying.add(sentence)
    chains: set[int] = set()
    while not (joined := {change.chain for change in sentences if sentences[change] in staying}) <= chains:
        chains |= joined
        staying |= {sentences[change] for change in sentences if change.chain in chains}
    changes = [change for change in swapping.changes if change.chain not in chains]
    refused = [Refusal(*change[:2], change.rule, NAMED) for change in swapping.changes if change.chain in chains]
    return Swapping(changes, sorted([*swapping.refusals, *refused]))


def names_somebody(document: Document, sentence: int) -> bool:
    """Return whether a sentence has a name that is not known to be that of a place or a time, or a speaker's label."""
    # Taggers take persons for places, so that what they say of a name does not count.
    first, last = document.sentences[sentence]
    if last > first + 1 and document.tokens[first + 1].text == ":" and _is_in_capitals(document.tokens[first].text):
        return True
    is_name_alone = SWAP_FORMS[document.lang].is_name_alone
    if last > first + 1 and is_name_alone(*document.tokens[first : first + 2]):
        return True
    return any(_is_name(document, index) for index in range(first, last))


def _is_name(document: Document, index: int) -> bool:
    """Return whether a token is part of a name of which nobody knows that it is no person's."""
    token = document.tokens[index]
    known = names_of_no_persons(document.lang)
    entity = document.entity_at(token.start)
    if entity is None:
        proper = token.pos == "PROPN" or _has_capital_of_name(document, index)
        return proper and token.text.casefold() not in known
    return document.text[entity.start : entity.end].casefold() not in known and not _is_place(document, index)


def _has_capital_of_name(document: Document, index: int) -> bool:
    """Return whether a noun or verb has a capital inside a sentence: *it drove Love away*."""
    token = document.tokens[index]
    if SWAP_FORMS[document.lang].nouns_have_capitals or token.pos not in ("NOUN", "VERB") or not token.text.istitle():
        return False
    first, last = document.sentences[document.sentence_of[index]]
    if index == first:
        return False
    before, after = document.tokens[index - 1].text, document.tokens[min(index + 1, last - 1)].text
    # a word alone between quotation marks is a title: his book "Garbage"
    return before[-1].isalnum() or (before in OPENING and after in CLOSING)


def _is_place(document: Document, index: int) -> bool:
    """Return whether a name of a place stands behind a preposition of places: *in Leeds*."""
    entity = document.entity_at(document.tokens[index].start)
    if entity is None or entity.type != "LOC":
        return False
    while index and document.tokens[index - 1].start >= entity.start:
        index -= 1
    return index > 0 and document.tokens[index - 1].text.lower() in SWAP_FORMS[document.lang].before_place


def reach_of(document: Document, changes: Sequence[Change]) -> int:
    """Return how many sentences around one may name its persons."""
    firsts = {change.chain: change for change in reversed(changes)}
    known = any(change.rule in POINTING or _is_definite(document, change) for change in firsts.values())
    # whoever is spoken to is known: *You are a fair man*
    return REACH["known" if known or document.derived(_addresses_somebody) else "new"]


def _addresses_somebody(document: Document) -> bool:
    """Return whether a text speaks to somebody."""
    return any(token.morph.get("Person") == "2" for token in document.tokens)


def _is_definite(document: Document, change: Change) -> bool:
    """Return whether a noun has a definite article, a demonstrative, or an owner or a place of whom the text speaks."""
    first, last = token_indices(document, change.start, change.end)
    for token in document.tokens[max(0, first - BEFORE) : first + 1]:
        morph = token.morph
        if morph.get("Definite") == "Def" or morph.get("PronType") == "Dem" or morph.get("Poss") == "Yes":
            return True
    after = document.tokens[last + 1 : last + AFTER]
    return bool(after) and after[0].pos == "ADP" and any(token.morph.get("Definite") == "Def" for token in after)


def _is_in_a_name(document: Document, change: Change) -> bool:
    """Return whether a word is part of a name, or one beside it says who is meant: *Kings Road*, *the Spanish king*."""
    first, last = token_indices(document, change.start, change.end)
    if change.rule in POINTING:
        # and He saw that it was good
        inside = first > document.sentences[document.sentence_of[first]][0]
        return inside and document.tokens[first].text.istitle() and document.tokens[first - 1].text[-1].isalnum()
    # capitals hide what is a name
    if _is_in_capitals(document.tokens[first].text):
        return True
    if any(_has_capital_of_name(document, index) for index in range(first, last + 1)):
        return True
    start, end = document.sentences[document.sentence_of[first]]
    near = range(max(start, first - BEFORE), min(end, last + AFTER + 1))
    if any(
        document.entity_at(document.tokens[index].start) is not None and not _is_place(document, index)
        for index in near
    ):
        return True
    # a firm, a people or a place before the noun tells whose it is, whether or not it is known to be no person
    return any(_modifies(document, index, first) for index in near if index not in range(first, last + 1))


def _is_in_capitals(word: str) -> bool:
    """Return whether all letters of a word are capitals, as in titles and labels: *THE SNOW GUY*, *MOSS:*."""
    return len(word) > 1 and word.isupper()


def _modifies(document: Document, index: int, noun: int) -> bool:
    """Return whether a word with a capital stands in the phrase of a noun, as *Google* in *a Google spokesman*."""
    token = document.tokens[index]
    proper = token.pos == "PROPN" or (token.pos == "ADJ" and index > document.sentences[document.sentence_of[index]][0])
    between = document.tokens[min(index, noun) + 1 : max(index, noun)]
    return proper and token.text[0].isupper() and all(each.pos in ("ADJ", "NOUN", "PROPN") for each in between)


def _sentence_of(document: Document, change: Change) -> int:
    return document.sentence_of[token_indices(document, change.start, change.end)[0]]
