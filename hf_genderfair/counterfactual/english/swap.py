"""English texts about men as texts about women, and the other way round: pronouns, nouns, titles, articles."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from operator import attrgetter

from hf_genderfair.core.spans import Refusal, protected_spans
from hf_genderfair.counterfactual.english.animals import ANIMAL, tells_of_animal
from hf_genderfair.counterfactual.english.mentions import (
    DEITY,
    FORMS,
    VESSEL,
    EnglishAnalysis,
    noun_mentions,
    pronoun_mentions,
)
from hf_genderfair.counterfactual.english.names import DEITIES
from hf_genderfair.counterfactual.english.persons import NAMES, GenderedMention, Kind, chains
from hf_genderfair.counterfactual.english.words import PRONOUNS, WORD, counterpart
from hf_genderfair.counterfactual.name_pairs import name_counterpart
from hf_genderfair.counterfactual.rules import SwapRules
from hf_genderfair.counterfactual.swapping import Change, Replacement, SwapOptions, Swapping
from hf_genderfair.counterfactual.weighed import UNWEIGHED, Weighed
from hf_genderfair.languages.analysis import LAYERS, Analysis, Sentence, Token
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.analysis_repair import repaired_analysis
from hf_genderfair.languages.english.articles import fitting_article
from hf_genderfair.languages.english.person_forms import first_name, person_form
from hf_genderfair.languages.english.pronouns import kind_of
from hf_genderfair.languages.links import names
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

BODY = "biology"
OF_BODIES: dict[BinaryGender, WordClass] = {
    "female": WordClass("noun_classes_en", "of_male_body"),
    "male": WordClass("noun_classes_en", "of_female_body"),
}
"""What cannot be said of a person of the gender to which a text is swapped."""

UNDERGONE = WordClass("noun_classes_en", "undergone")
UNDERGOING = WordClass("verb_frames_en", "undergoing")
"""Verbs that make what is *undergone* something of their subject's: *had an abortion*, unlike *opposed abortion*."""

LONGEST = 12
"""Most words between a person and what is said of the body."""

ATTRIBUTES = frozenset({"ADJ", "NOUN", "VERB", "ADV"})


def bound_to_body(
    analysis: EnglishAnalysis, mentions: Sequence[GenderedMention], to: BinaryGender
) -> list[GenderedMention]:
    """Give a reason to those persons who could not be of the other gender."""
    if not any(mention.pieces for mention in mentions):
        return list(mentions)
    swapped = [number for number, mention in enumerate(mentions) if mention.pieces]
    bound = {index for place in _places(analysis, to) for index in _bearers(analysis, mentions, swapped, place)}
    return [
        mention._replace(reason=mention.reason or BODY) if number in bound else mention
        for number, mention in enumerate(mentions)
    ]


def _places(analysis: EnglishAnalysis, to: BinaryGender) -> Iterator[int]:
    """Yield the indices of words about bodies that the other gender does not have."""
    for match in _pattern(to).finditer(analysis.text):
        index = analysis.token_index(match.start())
        if match[0].lower() not in UNDERGONE or _is_undergone(analysis.tokens, index):
            yield index


@lru_cache(maxsize=2)
def _pattern(to: BinaryGender) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(sorted(OF_BODIES[to].as_set))})\b", re.IGNORECASE)


def _is_undergone(tokens: Sequence[Token], index: int) -> bool:
    return any(token.text.lower() in UNDERGOING for token in tokens[max(0, index - 2) : index])


def _bearers(
    analysis: EnglishAnalysis, mentions: Sequence[GenderedMention], swapped: Sequence[int], place: int
) -> Iterator[int]:
    """Yield the number of the mention of which a word is said: the noun behind it, or the person before it."""
    tokens = analysis.tokens
    noun = _noun_behind(tokens, place)
    if noun is not None:
        number = bisect_left(mentions, noun, key=attrgetter("first"))
        yield from takewhile(lambda number: mentions[number].first == noun, range(number, len(mentions)))
        return
    before = bisect_left(swapped, place, key=lambda number: mentions[number].last) - 1
    if before < 0 or place - mentions[swapped[before]].last > LONGEST:
        return
    person = mentions[swapped[before]]
    same = person.sentence == analysis.sentence(place)
    if same and not any(map(_is_person, tokens[person.last + 1 : place])):
        yield swapped[before]


def _noun_behind(tokens: Sequence[Token], place: int) -> int | None:
    """Return the index of the person noun to which an adjective belongs: *pregnant young women*."""
    index = place + 1
    while index < len(tokens) and index < place + 4 and tokens[index].pos in ATTRIBUTES:
        if _is_person(tokens[index]):
            return index
        index += 1
    return None


def _is_person(token: Token) -> bool:
    low = token.text.lower()
    if low in PRONOUNS["female"] or low in PRONOUNS["male"]:
        return True
    return token.pos in ("NOUN", "PROPN") and person_form(low) is not None


NAUTICAL = WordClass("noun_classes_en", "nautical")
SHE_SAILS = WordClass("noun_classes_en", "said_of_ship")
"""What is said of ships, and seldom of a woman, without a word for a ship beside it."""

VESSELS = WordClass("noun_classes_en", "vessel")
OF_VESSELS = WordClass("noun_classes_en", "of_vessel")
"""What ships have, and seldom persons: engines, captors."""

HERS = re.compile(r"\b[Hh]er (\w+)(?: (\w+))?")


def tells_of_ship(text: str, mentions: Sequence[GenderedMention]) -> bool:
    """Tell whether every *she* of a text may be a ship: it tells of one, and of no woman."""
    women = any(mention.kind == "person" or _is_womans_name(mention) for mention in mentions)
    if women or SHE_SAILS.whole_words.search(text) is not None:
        return not women
    named = any(mention.reason == VESSEL for mention in mentions)
    nautical = NAUTICAL.whole_words.search(text) is not None
    if not named and not nautical:
        return False
    return (named and nautical) or any(set(match.groups()) & OF_VESSELS.as_set for match in HERS.finditer(text))


def _is_womans_name(mention: GenderedMention) -> bool:
    evidence = first_name(mention.word) if mention.kind == "name" else None
    return evidence is not None and evidence.gender == "female"


def name_mentions(document: Document, analysis: EnglishAnalysis, to: BinaryGender) -> Iterator[GenderedMention]:
    """Find the names of persons who may be of the gender to be swapped, and gods or ships."""
    others = DEITIES if to == "female" else VESSELS
    reason = DEITY if to == "female" else VESSEL
    for index, token in enumerate(analysis.tokens):
        low = token.text.lower()
        if low in others and (to == "male" or token.text[0].isupper()):
            number = analysis.sentence(index)
            yield GenderedMention(token.start, token.end, index, index, number, "other", low, "noun", (), reason)
    for name in names(document):
        index, last = analysis.token_index(name.start), analysis.token_index(name.end - 1)
        first, end = analysis.tokens[index], name.end
        evidence = [item for item in name.evidence if item.kind == "first name"]
        if any(item.gender == to for item in evidence):
            continue
        if evidence:
            end = first.end
        kind: Kind = "name" if evidence or last > index else "surname"
        word = analysis.text[first.start : end].lower()
        yield GenderedMention(first.start, end, index, last, analysis.sentence(index), kind, word, "name", (), "")


NEEDS = frozenset(LAYERS)
"""The layers of the pipeline that the rules read."""

NO_PERSONS = frozenset({DEITY, VESSEL})
NAME_WITHOUT_COUNTERPART = "a name without counterpart"


def mentions_gender(text: str, to: BinaryGender) -> bool:
    """Tell quickly whether a text can hold a word that is swapped; others need no analysis."""
    return any(_is_swapped(match[0].lower().replace("’", "'"), to) for match in WORD.finditer(text))


def _is_swapped(word: str, to: BinaryGender) -> bool:
    own = PRONOUNS["male" if to == "female" else "female"]
    if word in own or counterpart(word, to) is not None:
        return True
    start = word.partition("'")[0]
    return start != word and (start in own or counterpart(start, to) is not None)


def swap(document: Document, to: BinaryGender, options: SwapOptions, words: Weighed = UNWEIGHED) -> Swapping:
    """Replace the words for persons of the other gender by those of one gender."""
    analysis = _analyse(document, words)
    mentions = _mentions(document, analysis, to)
    return _whole_chains(analysis, mentions, chains(document, mentions, analysis.tokens), options)


def has_form(document: Document, index: int, to: BinaryGender) -> bool:
    """Return whether a word is a pronoun of the other gender, or has a counterpart."""
    return _is_swapped(document.tokens[index].text.lower(), to)


def named_words(document: Document, to: BinaryGender) -> list[tuple[int, int]]:
    """Find the words for persons who have a first name of the other gender in the same text."""
    analysis = _analyse(document, UNWEIGHED)
    mentions = _mentions(document, analysis, to)
    numbers = chains(document, mentions, analysis.tokens)
    named = {
        number
        for mention, number in zip(mentions, numbers, strict=True)
        if mention.kind == "name" and _is_known(mention.word)
    }
    return [
        (mention.start, mention.end)
        for mention, number in zip(mentions, numbers, strict=True)
        if mention.pieces and number in named
    ]


def _is_known(name: str) -> bool:
    evidence = first_name(name)
    return evidence is not None and evidence.gender != "unknown"


def _mentions(document: Document, analysis: EnglishAnalysis, to: BinaryGender) -> list[GenderedMention]:
    found = [*noun_mentions(analysis, to), *pronoun_mentions(analysis, to)]
    if not any(map(_counts, found)):
        return []
    mentions = _in_order([*found, *name_mentions(document, analysis, to)])
    mentions = bound_to_body(analysis, mentions, to)
    if to == "male" and tells_of_ship(analysis.text, mentions):
        # she and her sisters are ships
        return [_doubted(m, VESSEL) if m.kind in ("pronoun", "group") else m for m in mentions]
    persons = any(m.kind in ("person", *NAMES) for m in mentions)
    if not persons and tells_of_animal(analysis.tokens, [m.first for m in mentions if m.kind == "pronoun"], to):
        return [_doubted(m, ANIMAL) if m.kind == "pronoun" else m for m in mentions]
    return mentions


def _doubted(mention: GenderedMention, reason: str) -> GenderedMention:
    """Give a mention a reason to stay, unless it has one or the reader is certain."""
    return mention if mention.certain else mention._replace(reason=mention.reason or reason)


def _counts(mention: GenderedMention) -> bool:
    """Whether a mention is of the source gender, and not only a possible antecedent."""
    return bool(mention.pieces) or (bool(mention.reason) and mention.reason not in NO_PERSONS)


def _analyse(document: Document, weighed_words: Weighed) -> EnglishAnalysis:
    tokens = document.tokens
    analysis = Analysis(
        tuple(
            Sentence(tokens[first].start, tokens[last - 1].end, tuple(tokens[first:last]), ())
            for first, last in document.sentences
            if last > first
        )
    )
    read = repaired_analysis(document.text, analysis).sentences
    words = [token for sentence in read for token in sentence.tokens]
    firsts: list[int] = []
    count = 0
    for sentence in read:
        firsts.append(count)
        count += len(sentence.tokens)
    starts = [token.start for token in words]
    gods = any(token.text == "Lord" or token.text.lower() in DEITIES for token in words)
    somebody, nobody = (
        frozenset(tokens[at].start for at in places) for places in (weighed_words.somebody, weighed_words.nobody)
    )
    closed = _closed(document.text)
    return EnglishAnalysis(
        document.text, read, words, starts, firsts, closed, gods, document.entities, somebody, nobody
    )


def _closed(text: str) -> list[tuple[int, int]]:
    """Return the spans of code, addresses and markup; a grave accent before a blank is not code."""
    return [(start, end) for start, end in protected_spans(text) if text[start : start + 2] != "` "]


def _in_order(found: list[GenderedMention]) -> list[GenderedMention]:
    """Sort mentions; of two that overlap the first found, the more specific one, stays."""
    kept: list[GenderedMention] = []
    for mention in sorted(found, key=lambda mention: mention.start):
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return kept


def _whole_chains(
    analysis: EnglishAnalysis, mentions: Sequence[GenderedMention], roots: Sequence[int], options: SwapOptions
) -> Swapping:
    members: dict[int, list[GenderedMention]] = {}
    for mention, root in zip(mentions, roots, strict=True):
        members.setdefault(root, []).append(mention)
    changes: list[Change] = []
    refusals: list[Refusal] = []
    number = 0
    for chain in members.values():
        referred = any(mention.kind == "pronoun" and mention.pieces for mention in chain)
        chain = [mention for mention in chain if referred or not mention.needs_pronoun]
        if any(mention.certain for mention in chain):
            # whoever is certain is no god, ship or animal, though rules took them for one
            refusals += [Refusal(m.start, m.end, m.rule, m.reason) for m in chain if m.reason and _counts(m)]
            chain = [mention for mention in chain if not mention.reason]
        pieces = [piece for mention in chain for piece in mention.pieces]
        reason = next((mention.reason for mention in chain if mention.reason), "")
        if pieces and not reason and options.names == "swap":
            names, reason = _names(analysis, chain, options)
            pieces += names
        if reason:
            refusals += [
                Refusal(mention.start, mention.end, mention.rule, reason) for mention in chain if _counts(mention)
            ]
        elif pieces:
            changes += [Change(*piece, number) for piece in pieces]
            number += 1
    return Swapping(sorted(changes), sorted(refusals))


def _names(
    analysis: EnglishAnalysis, chain: Sequence[GenderedMention], options: SwapOptions
) -> tuple[list[Replacement], str]:
    """Return the changes of the names in a chain, or the reason why it stays."""
    pieces: list[Replacement] = []
    for mention in chain:
        if mention.kind != "name":
            continue
        written = analysis.text[mention.start : mention.end]
        other = name_counterpart(written, "en", options.seed, analysis.text)
        if other is None:
            return [], NAME_WITHOUT_COUNTERPART
        pieces.append(Replacement(mention.start, mention.end, other, "name"))
    return pieces, ""


def other_pronoun(tokens: Sequence[Token], index: int, pronoun: str) -> str | None:
    """Return the pronoun of the other gender: *her* is *his* or *him*, by its place."""
    if pronoun in PRONOUNS["female"]:
        return FORMS["male"][kind_of(tokens, index, pronoun)]
    if pronoun in PRONOUNS["male"]:
        return FORMS["female"][kind_of(tokens, index, pronoun)]
    return None


TOLD = WordClass("verb_forms_en", "told")


def is_name_alone(token: Token, after: Token) -> bool:
    """Return whether a noun is a name, since it has no article: *Love scored*, *Nurse, too*; or says: *Eales said*."""
    if token.pos != "NOUN":
        return False
    if token.morph.get("Number") != "Sing":
        return after.text in TOLD and person_form(token.text.lower()) is None
    return after.morph.get("VerbForm") == "Fin" or person_form(token.text.lower()) is not None


RULES = SwapRules(
    layers=NEEDS,
    mentions=mentions_gender,
    propose=swap,
    has_form=has_form,
    resuming=WordClass("closed_classes_en", "resuming"),
    before_place=WordClass("closed_classes_en", "before_place"),
    lists_gender=True,
    named_otherwise=named_words,
    is_name_alone=is_name_alone,
    fitting_article=fitting_article,
    other_pronoun=other_pronoun,
)
"""How English is swapped."""
