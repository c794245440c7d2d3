"""The mentions of a text with their persons, and its quotes: all steps in their order."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.coreference.languages import actor_rules
from hf_genderfair.languages.coreference.mention import Mention, Quote
from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.coreference.names.merging import join_by_pronouns, merge_mentions, part_by_pronouns
from hf_genderfair.languages.coreference.quotes.direct import direct_quotes
from hf_genderfair.languages.coreference.quotes.indirect import indirect_quotes
from hf_genderfair.languages.coreference.quotes.speakers import attribute_speakers
from hf_genderfair.languages.coreference.self_descriptions import add_self_descriptions, leave_out_denied
from hf_genderfair.languages.coreference.withheld_names import (
    withhold_beside_other_gender,
    withhold_beside_other_name,
    withhold_beside_they,
    withhold_first_names,
)
from hf_genderfair.languages.document import Document

Span = tuple[int, int]


def mentions_of_anybody(
    document: Document, clusters: Sequence[Sequence[Span]] = ()
) -> tuple[list[Mention], list[Quote]]:
    """Return mentions with their actors, also of nobody in particular, and quotes."""
    rules = actor_rules(document.lang)
    direct = direct_quotes(document)
    named = find_mentions(document)
    leave_out_denied(document, named)
    merge_mentions(document, named)
    add_self_descriptions(document, rules.words, named, ("name", "noun"))
    withhold_first_names(document, rules.words, named, direct, only_sole=True)
    pronouns = rules.resolve(document, named, direct)
    withhold_beside_they(document, named, pronouns)
    join_pronouns(named, pronouns, clusters)
    mentions = _in_order([*named, *pronouns])
    add_self_descriptions(document, rules.words, mentions, ("pronoun",))
    join_by_pronouns(document, mentions)
    part_by_pronouns(document, mentions)
    rules.join_opening(document, mentions)
    attribute_speakers(document, direct, mentions)
    quotes = [*direct, *indirect_quotes(document, direct, mentions)]
    quoted = rules.resolve_quoted(document, mentions, direct)
    add_self_descriptions(document, rules.words, quoted, ("pronoun",))
    mentions = _in_order([*mentions, *quoted])
    withhold_first_names(document, rules.words, mentions, direct, only_sole=False)
    withhold_beside_other_gender(document, mentions)
    withhold_beside_other_name(document, mentions)
    return mentions, quotes


def without_generic(mentions: Sequence[Mention]) -> list[Mention]:
    """Leave out who is nobody in particular by determiner or clause: *jeder Kunde* with its pronouns."""
    somebody = {mention.actor for mention in mentions if mention.kind != "pronoun" and not mention.generic}
    anybody = {mention.actor for mention in mentions if mention.generic} - somebody
    return [mention for mention in mentions if mention.actor not in anybody]


def _in_order(mentions: Sequence[Mention]) -> list[Mention]:
    return sorted(mentions, key=lambda mention: (mention.start, mention.end))


def join_pronouns(mentions: Sequence[Mention], pronouns: Sequence[Mention], clusters: Sequence[Sequence[Span]]) -> None:
    """Assign pronouns to the actors of their clusters; pronouns outside all clusters keep their actors."""
    by_end = {mention.end: mention for mention in mentions}
    answers: dict[Span, int] = {}
    for cluster in clusters:
        named = [by_end[end] for start, end in cluster if end in by_end and start <= by_end[end].start]
        if named:
            actors = [mention.actor for mention in named]
            actor = max(sorted(set(actors)), key=actors.count)
            answers.update((span, actor) for span in cluster)
    for pronoun in pronouns:
        pronoun.actor = answers.get((pronoun.start, pronoun.end), pronoun.actor)
