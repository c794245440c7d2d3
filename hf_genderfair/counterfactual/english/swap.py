"""English texts about men as texts about women, and the other way round: pronouns, nouns, titles, articles."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.core.spans import Refusal, protected_spans
from hf_genderfair.counterfactual.english.animals import ANIMAL, tells_of_animal
from hf_genderfair.counterfactual.english.mentions import (
    DEITY,
    VESSEL,
    EnglishAnalysis,
    noun_mentions,
    pronoun_mentions,
)
from hf_genderfair.counterfactual.english.names import DEITIES
from hf_genderfair.counterfactual.english.person_names import name_mentions, tells_of_ship
from hf_genderfair.counterfactual.english.persons import NAMES, GenderedMention, chains
from hf_genderfair.counterfactual.english.sex_specific_attributes import bound_to_body
from hf_genderfair.counterfactual.english.words import PRONOUNS, WORD, counterpart
from hf_genderfair.counterfactual.name_pairs import name_counterpart
from hf_genderfair.counterfactual.swapping import Change, Replacement, SwapOptions, Swapping
from hf_genderfair.languages.analysis import LAYERS, Analysis, Sentence
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.analysis_repair import repaired_analysis
from hf_genderfair.languages.english.person_forms import first_name
from hf_genderfair.languages.types import BinaryGender

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


def swap(document: Document, to: BinaryGender, options: SwapOptions) -> Swapping:
    """Replace the words for persons of the other gender by those of one gender."""
    analysis = _analyse(document)
    mentions = _mentions(document, analysis, to)
    return _whole_chains(analysis, mentions, chains(document, mentions, analysis.tokens), options)


def named_words(document: Document, to: BinaryGender) -> list[tuple[int, int]]:
    """Find the words for persons who have a first name of the other gender in the same text."""
    analysis = _analyse(document)
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
        return [m._replace(reason=m.reason or VESSEL) if m.kind in ("pronoun", "group") else m for m in mentions]
    persons = any(m.kind in ("person", *NAMES) for m in mentions)
    if not persons and tells_of_animal(analysis.tokens, [m.first for m in mentions if m.kind == "pronoun"], to):
        return [m._replace(reason=m.reason or ANIMAL) if m.kind == "pronoun" else m for m in mentions]
    return mentions


def _counts(mention: GenderedMention) -> bool:
    """Whether a mention is of the source gender, and not only a possible antecedent."""
    return bool(mention.pieces) or (bool(mention.reason) and mention.reason not in NO_PERSONS)


def _analyse(document: Document) -> EnglishAnalysis:
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
    return EnglishAnalysis(document.text, read, words, starts, firsts, _closed(document.text), gods, document.entities)


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
