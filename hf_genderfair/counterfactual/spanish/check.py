"""The check of a Spanish swap: a sentence in which a word would keep the old gender beside who changes stays whole."""

from __future__ import annotations

from collections.abc import Set

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.reference import Links


def half_changed(document: Document, links: Links, changing: Set[int]) -> set[int]:
    """Return the persons of the sentences that would be changed by half, where some words change."""
    sentence_of = document.sentence_of
    halves = {
        sentence_of[word]
        for word, persons in links.doubts.items()
        if word not in changing and not changing.isdisjoint(persons)
    }
    persons = {links.chains[index] for index in changing if sentence_of[index] in halves}
    reached = {sentence_of[index] for index, number in links.chains.items() if number in persons}
    return {links.chains[index] for index in links.controllers if sentence_of[index] in reached}
