"""German pronouns with which a text begins in the middle of a story, before it names their person.

*Nach dem Krieg arbeitete sie dort. … Frieda Bode war rege*; *Er könne das nicht sagen. …, so der Minister*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hf_genderfair.languages.clauses import dependents
from hf_genderfair.languages.coreference.gender import decide_gender
from hf_genderfair.languages.coreference.german.same_person import HEADLINES, ONE_PERSON, is_definite, strong_evidence
from hf_genderfair.languages.coreference.mention import Mention, mentions_by_actor
from hf_genderfair.languages.coreference.roles import bearer_of, leader
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import speaks
from hf_genderfair.languages.types import PersonGender


def pronouns_before_name(document: Document, mentions: Sequence[Mention]) -> None:
    """Give pronouns with which a text begins in the middle of a story the only person whom it names afterwards."""
    # *Nach dem Krieg arbeitete sie dort. … Frieda Bode war rege*: the name is of the same gender, nobody else named is,
    # and name and pronouns do not stand in one sentence.
    actors = mentions_by_actor(mentions)
    genders = {actor: _gender(own) for actor, own in actors.items()}
    named = {actor for actor, own in actors.items() if any(mention.kind == "name" for mention in own)}
    for actor, own in actors.items():
        first = document.sentence_of[own[0].head]
        if actor in named or first >= HEADLINES or genders[actor] not in ONE_PERSON or not _is_unnamed(document, own):
            continue
        same = [other for other in actors if other != actor and genders[other] == genders[actor]]
        start = next((actors[other][0].start for other in same if other in named), 0)
        if not named.intersection(same):
            # 'Ihm droht eine Strafe. Die Tat des Bäckers'
            named = named | {other for other in same if is_definite(document, actors[other][0].head)}
        same = [other for other in same if other in named or actors[other][0].start < start]
        sentences = {document.sentence_of[mention.head] for mention in own}
        found = [other for other in same if not _stands_beside(document, actors[other], sentences)]
        if not same and (alone := _only_speaker(document, actors, actor, genders[actor])) is not None:
            named, found = named | {alone}, [alone]
        if len(found) == 1 and found[0] in named and actors[found[0]][0].start > own[0].start:
            for mention in own:
                mention.actor = found[0]


def _gender(mentions: Sequence[Mention]) -> PersonGender:
    """Return the gender that somebody's names, nouns and pronouns show, or that an age at least hints."""
    shown = decide_gender(strong_evidence(mentions))
    aged = [item for mention in mentions for item in mention.evidence if item.word[:1].isdigit()]
    return aged[0].gender if shown not in ONE_PERSON and aged else shown


def _only_speaker(
    document: Document, actors: Mapping[int, Sequence[Mention]], actor: int, gender: PersonGender
) -> int | None:
    """Return the only other person of a text, of no known gender, who says what it tells: *…, so Bode*."""
    others = [
        other
        for other, own in actors.items()
        if other != actor and any(not mention.plural and not mention.generic for mention in own)
    ]
    if len(others) != 1:
        return None
    own = actors[others[0]]
    hinted = {item.gender for mention in own for item in mention.evidence}
    said = any(_is_source(document, mention) for mention in own if mention.kind != "pronoun")
    known = own[0].kind == "name" or is_definite(document, own[0].head)
    return others[0] if said and known and hinted <= {gender} else None


def _is_source(document: Document, mention: Mention) -> bool:
    """Whether a mention says something: *sagte Bode*, *so der Kommissar*."""
    tokens = document.tokens
    first = min(mention.head, *dependents(document, mention.head, "det", "amod"), mention.head)
    introduced = first > 0 and tokens[first - 1].text.lower() == "so"
    return introduced or speaks(document, leader(document, mention.head))


def _is_unnamed(document: Document, mentions: Sequence[Mention]) -> bool:
    """Whether there are only pronouns, and nouns that are said of them."""
    pronouns = any(each.kind == "pronoun" for each in mentions)
    return pronouns and all(each.kind == "pronoun" or bearer_of(document, each.head) is not None for each in mentions)


def _stands_beside(document: Document, mentions: Sequence[Mention], sentences: set[int]) -> bool:
    """Whether somebody stands in one of some sentences, and does not say what they tell: *Er habe Zeit, sagte Bode*."""
    return any(
        document.sentence_of[mention.head] in sentences and not speaks(document, leader(document, mention.head))
        for mention in mentions
        if mention.kind != "pronoun"
    )
