"""Runs of words that may be names, divided by entity and joined by first names, titles and syntax."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.coreference.names.parts import Group
from hf_genderfair.languages.coreference.names.rules import NameRules
from hf_genderfair.languages.coreference.names.titles import TokenRange
from hf_genderfair.languages.coreference.names.words import PARTICLES, SUFFIXES, NameWords

CONTRACTED = frozenset({"vom", "zur"})
"""Particles that also introduce an affiliation: *Petra Klein vom Verein Nord*."""


def divided(words: NameWords, run: Sequence[TokenRange]) -> list[Group]:
    """Divide a run of words by their entities."""
    groups: list[Group] = []
    number = -2
    for word in run:
        own = words.entities[word[1] - 1]
        if own < 0 <= number == words.entities[word[0]]:
            # the entity ends inside the word: 'Karl Bode-Ahnen'
            own = number
        plain = own < 0 and number == -1 and not words.is_title(word)
        if plain or (own == number and own >= 0):
            groups[-1].words.append(word)
        else:
            groups.append(Group([word], words.kind(word[1] - 1)))
        number = own
    return groups


def joined(words: NameWords, groups: Sequence[Group], rules: NameRules) -> list[Group]:
    """Join names of persons with first names before them and with words that the parser attaches to them."""
    result: list[Group] = []
    for group in groups:
        before = result[-1] if result else None
        if before is not None and before.kind == "PER" and _is_tied(words, before, group, rules):
            before.words.append(group.words[0])
            group = Group(group.words[1:], group.kind)
        elif (
            before is not None
            and before.kind != "PER"
            and (group.kind == "PER" or words.is_given_before_surname(before.words[-1][0]))
        ):
            taken = _given_names_at_end(words, before, group)
            group = Group(taken + group.words, "PER")
            del before.words[len(before.words) - len(taken) :]
            if not before.words:
                result.pop()
        if group.words:
            result.append(group)
    return result


def _given_names_at_end(words: NameWords, before: Group, group: Group) -> list[TokenRange]:
    taken: list[TokenRange] = []
    for word in reversed(before.words):
        text = words.text(word)
        head = words.document.heads[group.words[0][0]]
        flat = word[0] <= head < word[1] and words.tokens[group.words[0][0]].relation == "flat"
        linked = flat or words.tokens[word[0]].relation in ("compound", "flat")
        begins = words.is_given_before_surname(word[0])
        named = begins or _is_initial(text) or (words.is_given(text) and (not before.kind or linked))
        if (words.is_title(word) and not begins) or not (named or (flat and not words.is_non_person([text]))):
            break
        taken.insert(0, word)
    return taken


def _is_tied(words: NameWords, before: Group, group: Group, rules: NameRules) -> bool:
    """Whether the first word of a group continues the name before it."""
    first = group.words[0]
    text = words.text(first)
    if words.text(before.words[-1]).lower() in PARTICLES:
        # no name ends with a particle: 'Van der Linden', whatever the pipeline takes the rest for
        return True
    given = words.is_given(words.text(before.words[0]))
    low = words.tokens[first[0]].text.lower()
    alone = low in CONTRACTED and len(text.split()) == len(("vom", "Verein")) and not rules.is_seat(text.split()[-1])
    particle = (low in PARTICLES and not alone) or words.is_prefix(first[0])
    given = given or (particle and text.startswith(f"{low}-"))
    if text.lower() in SUFFIXES or (given and group.kind != "ORG" and particle):
        return True
    head = words.document.heads[first[0]]
    flat = words.tokens[first[0]].relation == "flat" and before.words[0][0] <= head < before.words[-1][1]
    fits = not words.is_non_person([text]) and not (words.language.title(text) if given else words.is_title(first))
    return fits and (flat or rules.is_behind_given(words.document, first[0]))


def _is_initial(text: str) -> bool:
    return len(text.rstrip(".")) == 1 and text[0].isupper()
