"""The mentions of a text with their persons, and its quotes: all steps in their order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import replace

from hf_genderfair.core.spans import overlaps
from hf_genderfair.languages.coreference.languages import actor_rules
from hf_genderfair.languages.coreference.linking import link
from hf_genderfair.languages.coreference.mention import Mention, Quote, mentions_by_actor
from hf_genderfair.languages.coreference.mentions import find_collectives, find_mentions
from hf_genderfair.languages.coreference.name_merging import merge_names
from hf_genderfair.languages.coreference.pronouns import find_pronouns
from hf_genderfair.languages.coreference.quotes.spans import direct_quotes, indirect_quotes
from hf_genderfair.languages.coreference.quotes.speakers import attribute_speakers
from hf_genderfair.languages.coreference.roles import bearer_of, role_of
from hf_genderfair.languages.coreference.self_descriptions import add_self_descriptions
from hf_genderfair.languages.coreference.withheld_names import (
    withhold_beside_other_gender,
    withhold_beside_other_name,
    withhold_beside_they,
    withhold_first_names,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.reader.reading import read

Span = tuple[int, int]

SPEAKING = ("PRON", "DET")
"""Parts of speech of pronouns of who speaks."""


def mentions_of_anybody(
    document: Document, clusters: Sequence[Sequence[Span]] = ()
) -> tuple[list[Mention], list[Quote]]:
    """Return mentions with their actors, also of nobody in particular, and quotes."""
    mentions, direct = unlinked_mentions(document)
    link(document, mentions, direct)
    join_pronouns(mentions, clusters)
    mentions = without_unnamed_groups(document, mentions)
    add_self_descriptions(document, mentions, ("pronoun",))
    attribute_speakers(document, direct, mentions)
    quotes = [*direct, *indirect_quotes(document, direct, mentions)]
    quoted = pronouns_of_speakers(document, mentions, direct)
    add_self_descriptions(document, quoted, ("pronoun",))
    mentions = _in_order([*mentions, *quoted])
    withhold_first_names(document, mentions, direct, only_sole=False)
    withhold_beside_other_gender(document, mentions)
    withhold_beside_other_name(document, mentions)
    return mentions, quotes


def unlinked_mentions(document: Document) -> tuple[list[Mention], list[Quote]]:
    """Return names, nouns and pronouns of others in order, with their actors by words and rules, and direct quotes."""
    quotes = direct_quotes(document)
    named = find_mentions(document)
    merge_names(document, named)
    add_self_descriptions(document, named, ("name", "noun"))
    withhold_first_names(document, named, quotes, only_sole=True)
    last = max((mention.actor for mention in named), default=-1)
    for number, collective in enumerate(find_collectives(document, named), last + 1):
        collective.actor = number
        named.append(collective)
    pronouns = find_pronouns(document, named)
    withhold_beside_they(document, named, pronouns)
    taken = sorted((pronoun.start, pronoun.end) for pronoun in pronouns)
    return _in_order([*(each for each in named if not overlaps(taken, each.start, each.end)), *pronouns]), quotes


def mentions_of_somebody(
    document: Document, clusters: Sequence[Sequence[Span]] = ()
) -> tuple[list[Mention], list[Quote]]:
    """Return mentions and quotes, with the numbers of actors in the order of their first mention."""
    read = mentions_of_anybody(document, clusters) if clusters else document.derived(mentions_of_anybody)
    found, quotes = [replace(mention) for mention in read[0]], [replace(quote) for quote in read[1]]
    mentions = without_predicates(document, without_generic(found))
    numbers = {actor: number for number, actor in enumerate(dict.fromkeys(mention.actor for mention in mentions))}
    for mention in mentions:
        mention.actor = numbers[mention.actor]
    for quote in quotes:
        quote.actor = numbers.get(quote.actor, -1)
    return mentions, sorted(quotes, key=lambda quote: (quote.start, quote.end))


def without_generic(mentions: Sequence[Mention]) -> list[Mention]:
    """Leave out who is nobody in particular by determiner or clause: *jeder Kunde* with its pronouns."""
    somebody = {mention.actor for mention in mentions if mention.kind != "pronoun" and not mention.generic}
    anybody = {mention.actor for mention in mentions if mention.generic} - somebody
    return [mention for mention in mentions if mention.actor not in anybody]


def without_unnamed_groups(document: Document, mentions: Sequence[Mention]) -> list[Mention]:
    """Leave out groups that have pronouns alone, as in *they say*, and bodies that no pronoun takes up: *the team*."""
    reading = document.derived(read)
    kinds = defaultdict[int, set[str]](set)
    for mention in mentions:
        number = reading.mention_of[mention.head]
        body = mention.kind == "noun" and number >= 0 and reading.mentions[number].kind == "collective"
        kinds[mention.actor].add("body" if body else mention.kind)
    return [each for each in mentions if not each.plural or kinds[each.actor] not in ({"pronoun"}, {"body"})]


def without_predicates(document: Document, mentions: list[Mention]) -> list[Mention]:
    """Leave out nouns that only say what somebody is of whom there is no mention: *The winner was a mare*."""
    introducing = actor_rules(document.lang).introducing
    if introducing is None:
        return mentions
    own = mentions_by_actor(mentions)
    empty = {
        actor
        for actor, found in own.items()
        if all(_is_only_predicate(document, mention, introducing) for mention in found)
    }
    return [mention for mention in mentions if mention.actor not in empty]


def _is_only_predicate(document: Document, mention: Mention, introducing: Container[str]) -> bool:
    if mention.kind != "noun" or mention.plural or mention.role != "predicate":
        return False
    about = bearer_of(document, mention.head)
    return about is not None and document.tokens[about].text.lower() not in introducing


def pronouns_of_speakers(document: Document, mentions: Sequence[Mention], quotes: Sequence[Quote]) -> list[Mention]:
    """Find *I* and *my* in direct quotes whose speaker is known, as mentions of the speaker."""
    # *I* outside of them is the writer, who is no actor of the text
    forms = actor_rules(document.lang).first_person
    known = {mention.start for mention in mentions}
    direct = sorted((quote for quote in quotes if quote.kind == "direct"), key=lambda quote: (quote.start, -quote.end))
    found, opened, waiting = list[Mention](), list[Quote](), 0
    for index, token in enumerate(document.tokens):
        while waiting < len(direct) and direct[waiting].start <= token.start:
            opened.append(direct[waiting])
            waiting += 1
        while opened and opened[-1].end <= token.start:
            opened.pop()
        if not opened or opened[-1].actor < 0 or token.start in known:
            continue
        if token.text.lower() in forms and token.pos in SPEAKING:
            role = "possessor" if token.pos == "DET" else role_of(document, index)
            found.append(Mention(token.start, token.end, index, "pronoun", role=role, actor=opened[-1].actor))
    return found


def _in_order(mentions: Sequence[Mention]) -> list[Mention]:
    return sorted(mentions, key=lambda mention: (mention.start, mention.end))


def join_pronouns(mentions: Sequence[Mention], clusters: Sequence[Sequence[Span]]) -> None:
    """Assign pronouns to the actors of their clusters; pronouns outside all clusters keep their actors."""
    by_end = {mention.end: mention for mention in mentions if mention.kind != "pronoun"}
    answers: dict[Span, int] = {}
    for cluster in clusters:
        named = [by_end[end] for start, end in cluster if end in by_end and start <= by_end[end].start]
        if named:
            actors = [mention.actor for mention in named]
            actor = max(sorted(set(actors)), key=actors.count)
            answers.update((span, actor) for span in cluster)
    for mention in mentions:
        if mention.kind == "pronoun":
            mention.actor = answers.get((mention.start, mention.end), mention.actor)
