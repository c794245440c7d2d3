"""Which sentences may be swapped, and how: checks before, words, checks after (Görge et al. 2025, section 4.2.4)."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from operator import itemgetter
from typing import NamedTuple, cast

from hf_genderfair.core.spans import edit_text, overlaps
from hf_genderfair.core.text_view import TextView, text_view
from hf_genderfair.counterfactual.collocations import Collocations
from hf_genderfair.counterfactual.conflicts import conflict, topic_reason
from hf_genderfair.counterfactual.group_swap import (
    ANOTHER_STAYS,
    CHOSEN_SHARE,
    NO_WORD,
    candidates,
    swap_base,
    swap_group,
)
from hf_genderfair.counterfactual.named import NAMED, names_somebody, reach_of, without_named
from hf_genderfair.counterfactual.prompted import SentencePair, Verdict, WordChoice, choose_words, judge
from hf_genderfair.counterfactual.swap import gendered_words, swap, swap_forms
from hf_genderfair.counterfactual.swapping import Change, SwapOptions, Swapping, draw
from hf_genderfair.counterfactual.word_classes import fitting_classes
from hf_genderfair.generation.generator import Cost, Generator
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, sentence_documents
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.languages.sentence_transform import CandidateSentence, GroupWord
from hf_genderfair.languages.tokens import sentence_spans
from hf_genderfair.languages.types import BINARY_GENDERS, OTHER_BINARY_GENDER, BinaryGender
from hf_genderfair.lexicons.word_lists import WordList, normalised
from hf_genderfair.report.change_list import STEREOTYPE

REACH = 3
"""Most sentences between a pronoun and the sentence of its antecedent."""

NAME_REACH = 300
"""Number of characters before a sentence that are searched for first names."""

CAPITALISED = re.compile(r"\b[^\W\d_a-zäöüßáéíóúñ][\w'’-]+")

STAYS, NAME_BEFORE = "goes on about a person whose sentence stays", "goes on about a person with a name"


def chains_of_sentences(
    sentences: Sequence[CandidateSentence], words: Sequence[Sequence[GroupWord]], group: str, lang: str
) -> list[int]:
    """Return for each sentence the first one about the same person, by pronouns."""
    # A sentence goes on about the person before if the first word that it has of the group is a pronoun, and one of the
    # last sentences of its text names the group too.
    firsts = list(range(len(sentences)))
    last: int | None = None
    for index, (sentence, named) in enumerate(zip(sentences, words, strict=True)):
        own = [word.entry for word in named if word.group == group]
        if not own:
            continue
        near = last is not None and sentences[last].row == sentence.row and index - last <= REACH
        if last is not None and near and goes_on(own, lang):
            firsts[index] = firsts[last]
        last = index
    return firsts


def goes_on(words: Sequence[str], lang: str) -> bool:
    """Return whether the first of some words is a pronoun, whose antecedent is in a sentence before."""
    return bool(words) and words[0].lower() in swap_forms(lang).resuming


def text_before(text: str, sentences: Sequence[CandidateSentence], number: int) -> str:
    """Return what stands between a sentence and the one before it that is examined, cut to the nearest characters."""
    sentence, before = sentences[number], sentences[number - 1] if number else None
    end = before.part.end if before is not None and before.row == sentence.row else 0
    return text[max(end, sentence.part.start - NAME_REACH) : sentence.part.start]


def name_before(text: str, start: int, gender: str, lang: str) -> bool:
    """Return whether a first name that is given to a gender stands shortly before an offset."""
    before = text[max(0, start - NAME_REACH) : start]
    found = (first_name_gender(match[0], lang) for match in CAPITALISED.finditer(before))
    return any(evidence is not None and evidence.gender == gender for evidence in found)


OTHER_GROUP, BOTH, LEFT, NOTHING = (
    "not about the source group",
    "words of several groups",
    "a word that stays",
    "nothing to swap",
)
INVALID, UNREAD = "judged invalid", "judgement not read"
"""Reasons of the language model's check."""


class SwapDecision(NamedTuple):
    """Whether a sentence is swapped, for one of the groups that it names.

    Attributes:
        source: The group.
        target: Group that the sentence would be about; empty where none is asked for.
        words: Number of words of the source group.
        reason: Why it stays; None where it may be swapped.
        draw: The number by which plans choose; sentences about one person share it.
        changes: What changes; offsets in `CandidateSentence.part`.

    Example:
        >>> SwapDecision("male", "female", 1, "year", 0.5).reason
        'year'
    """

    source: str
    target: str
    words: int
    reason: str | None
    draw: float
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True)
class SwapDecisions:
    """How sentences are decided on; see `Counterfactual` for the fields.

    Example:
        >>> from hf_genderfair.lexicons.word_lists import word_list
        >>> SwapDecisions("en", "gc", word_list("gender"), ("female", "male")).targets("male", 0.3)
        ['female']
    """

    lang: str
    method: str
    words: WordList | None
    groups: tuple[str, ...]
    source: str | None = None
    to: str | None = None
    options: SwapOptions = field(default_factory=SwapOptions)
    generator: Generator | None = None
    collocations: Collocations | None = None
    pipeline_name: str | None = None
    linked: bool = True

    def targets(self, source: str, drawn: float) -> list[str]:
        """Return the groups that a sentence about a group might be about, that of its draw first."""
        if self.to is not None:
            return [self.to]
        others = [group for group in self.groups if group != source]
        first = int(drawn * len(others))
        return [*others[first:], *others[:first]]

    def decide(
        self,
        texts: Sequence[str],
        sentences: Sequence[CandidateSentence],
        draws: Sequence[float],
        rank: int | None = None,
    ) -> tuple[list[list[SwapDecision]], Cost]:
        """Decide on sentences."""
        batch = _Batch(texts, sentences, *self._read(sentences))
        decided = [
            self._before(sentence, words, drawn)
            for sentence, words, drawn in zip(sentences, batch.named, draws, strict=True)
        ]
        is_open = [any(one.reason is None for one in found) for found in decided]
        unread = [number for number in compress(range(len(sentences)), is_open) if number not in batch.documents]
        batch.documents.update(self._documents(unread, sentences))
        decided = self._swapped(batch, decided, {})
        if self.options.names == "refuse":
            self._leave_the_named(batch, decided)
        chosen, cost = self._choices(batch, decided, rank)
        if chosen:
            decided = self._swapped(batch, decided, chosen)
        if self.method == "base":
            return decided, cost
        decided = self._linked(batch, decided, draws)
        if self.generator is not None:
            judged, spent = self._judge(sentences, decided, rank)
            # where one sentence is judged invalid, the others about the same person stay too
            decided, cost = self._linked(batch, judged, draws), cost + spent
        return decided, cost

    def _read(self, sentences: Sequence[CandidateSentence]) -> tuple[list[tuple[GroupWord, ...]], dict[int, Document]]:
        """Return the group words of each sentence, from the list or from the analysis."""
        if self.words is not None:
            return [sentence.words for sentence in sentences], {}
        mentions = swap_forms(self.lang).mentions
        concerned = [any(mentions(sentence.part.text, to) for to in BINARY_GENDERS) for sentence in sentences]
        documents = self._documents(list(compress(range(len(sentences)), concerned)), sentences)
        named = [gendered_words(documents[number]) if number in documents else () for number in range(len(sentences))]
        return named, documents

    def _documents(self, numbers: Sequence[int], sentences: Sequence[CandidateSentence]) -> dict[int, Document]:
        wanted = (sentences[number].part for number in numbers)
        return dict(zip(numbers, sentence_documents(wanted, self.analysis_request()), strict=True))

    def analysis_request(self) -> AnalysisRequest:
        """Return how the sentences are analysed."""
        return AnalysisRequest(self.lang, pipeline_name=self.pipeline_name)

    def is_gender(self) -> bool:
        """Return whether gender is swapped by grammar, not by a list."""
        return set(self.groups) == {"female", "male"}

    def _before(self, sentence: CandidateSentence, words: Sequence[GroupWord], drawn: float) -> list[SwapDecision]:
        """Decide without analysing the sentence."""
        counts = Counter(word.group for word in words)
        reason = None
        if sentence.removed:
            reason = STEREOTYPE
        elif self.method == "gc" and counts:
            reason = topic_reason(sentence.part.text, self.lang, self._attribute())
        several = len(counts) > 1 and (self.method == "gc" or self.source is None)
        found = []
        for group, number in counts.items():
            wanted = (self.source is None or group == self.source) and group != self.to
            why = reason or (None if wanted else OTHER_GROUP) or (BOTH if several else None)
            found.append(SwapDecision(group, self.targets(group, drawn)[0] if wanted else "", number, why, drawn))
        return found

    def _leave_the_named(self, batch: _Batch, decided: list[list[SwapDecision]]) -> None:
        """Leave the sentences that may be about somebody who has a name in those around them."""
        places = [(sentence.row, sentence.part.start) for sentence in batch.sentences]
        spans: dict[int, list[tuple[int, int]]] = {}
        around: dict[int, dict[tuple[int, int], TextView]] = {}
        for number, found in enumerate(decided):
            reaches = [reach_of(batch.documents[number], one.changes) for one in found if one.reason is None]
            if reaches:
                row, part = batch.sentences[number][:2]
                if row not in spans:
                    spans[row] = sentence_spans(batch.texts[row], self.lang)
                parts = _sentences_around(batch.texts[row], spans[row], part, max(reaches))
                around[number] = {(row, each.start): each for each in parts}
        read = {places[number]: document for number, document in batch.documents.items()}
        new = {place: part for near in around.values() for place, part in near.items() if place not in read}
        read |= zip(new, sentence_documents(new.values(), self.analysis_request()), strict=True)
        staying = {
            place for place, found in zip(places, decided, strict=True) if any(one.reason == NAMED for one in found)
        }
        for number, near in around.items():
            # who stays may be who is meant
            if any(place in staying or _names_somebody(read[place]) for place in near):
                staying.add(places[number])
                decided[number] = [
                    one._replace(reason=one.reason or NAME_BEFORE, changes=()) for one in decided[number]
                ]

    def _swapped(
        self, batch: _Batch, decisions: Sequence[Sequence[SwapDecision]], chosen: Mapping[WordChoice, str]
    ) -> list[list[SwapDecision]]:
        """Swap the sentences that may be swapped, towards the first of their targets for which they may."""
        return [
            [self._towards_a_target(batch, number, decision, chosen) for decision in found]
            for number, found in enumerate(decisions)
        ]

    def _towards_a_target(
        self, batch: _Batch, number: int, decision: SwapDecision, chosen: Mapping[WordChoice, str]
    ) -> SwapDecision:
        if decision.reason is not None:
            return decision
        several = self.method == "gc" and not self.is_gender() and not chosen
        targets = self.targets(decision.source, decision.draw) if several else [decision.target]
        own = [word for word in batch.named[number] if word.group == decision.source]
        tried: list[SwapDecision] = []
        for target in targets:
            tried.append(self._swap(batch.documents[number], own, decision._replace(target=target), chosen))
            if tried[-1].reason is None and not self._is_last(tried[-1]):
                return tried[-1]
        # words that are offered last come before any reason, and reasons that tell more before that no word fits
        return min(tried, key=lambda each: (each.reason is not None, each.reason == NO_WORD))

    def _is_last(self, decision: SwapDecision) -> bool:
        """Whether a sentence gets words that are taken only where those of all other groups are refused."""
        if self.words is None or self.is_gender():
            return False
        last = fitting_classes(self.words).last
        return any(normalised(change.replacement) in last for change in decision.changes)

    def _swap(
        self, document: Document, own: Sequence[GroupWord], decision: SwapDecision, chosen: Mapping[WordChoice, str]
    ) -> SwapDecision:
        """Swap the words of a sentence and check the result."""
        swapping = self._swapping(document, own, decision.target, chosen)
        if self.options.names == "refuse":
            swapping = without_named(document, swapping)
        if not swapping.changes:
            reasons = [refusal.reason for refusal in swapping.refusals]
            # the word that stays by itself tells more than those that stay with it
            return decision._replace(reason=min(reasons, key=lambda each: each == ANOTHER_STAYS, default=NOTHING))
        if self.method == "gc":
            reason = _left(own, swapping) or conflict(document, swapping, decision.target, self._attribute())
            if reason is not None:
                return decision._replace(reason=reason)
        return decision._replace(changes=tuple(swapping.changes))

    def _swapping(
        self, document: Document, words: Sequence[GroupWord], target: str, chosen: Mapping[WordChoice, str]
    ) -> Swapping:
        if self.method == "base" and self.words is not None:
            return swap_base(document, words, target, self.words, self.options)
        if self.is_gender():
            return document.derived(swap, cast(BinaryGender, target), self.options)
        assert self.words is not None
        return swap_group(document, words, target, self.words, self.options, self.collocations, chosen)

    def _attribute(self) -> str:
        return "gender" if self.words is None or self.is_gender() else self.words.attribute

    def _choices(
        self, batch: _Batch, decided: Sequence[Sequence[SwapDecision]], rank: int | None
    ) -> tuple[dict[WordChoice, str], Cost]:
        """Let the language model choose among candidates; grammar alone decides on words for women and men."""
        if self.generator is None or self.method == "base" or self.is_gender() or self.words is None:
            return {}, Cost()
        questions: dict[WordChoice, None] = {}
        for number, found in enumerate(decided):
            targets = {one.source: one.target for one in found if one.reason is None}
            for word in batch.named[number] if targets else ():
                document = batch.documents[number]
                if word.group in targets and draw(self.options.seed, document.text, word.start) < CHOSEN_SHARE:
                    fitting = candidates(document, word, targets[word.group], self.words)
                    if fitting:
                        questions[WordChoice(document.text, document.text[word.start : word.end], fitting)] = None
        answers, cost = choose_words(self.generator, list(questions), self.options.seed, rank)
        answered = zip(questions, answers, strict=True)
        return {question: answer.value for question, answer in answered if answer.value is not None}, cost

    def _linked(
        self, batch: _Batch, decided: Sequence[Sequence[SwapDecision]], draws: Sequence[float]
    ) -> list[list[SwapDecision]]:
        """Give the sentences about one person one decision and one draw."""
        linked = [list(found) for found in decided]
        if not (self.linked and self.is_gender()):
            return linked
        texts, sentences, named, _ = batch
        for group in self.groups:
            firsts = chains_of_sentences(sentences, named, group, self.lang)
            own = {
                number: index
                for number, found in enumerate(decided)
                for index, decision in enumerate(found)
                if decision.source == group
            }
            staying = (number for number, index in own.items() if decided[number][index].reason is not None)
            reasons = dict.fromkeys((firsts[number] for number in staying), STAYS)
            for first in dict.fromkeys(firsts[number] for number in own):
                words = [word.entry for word in named[first] if word.group == group]
                start, text = sentences[first].part.start, texts[sentences[first].row]
                if not goes_on(words, self.lang):
                    continue
                if name_before(text, start, group, self.lang):
                    reasons.setdefault(first, NAME_BEFORE)
                elif self._names_unlisted_person(text_before(text, sentences, first), group):
                    reasons.setdefault(first, STAYS)
            for number, index in own.items():
                one, first = decided[number][index], firsts[number]
                reason = one.reason or reasons.get(first)
                changes = () if reason else one.changes
                linked[number][index] = one._replace(reason=reason, draw=draws[first], changes=changes)
        return linked

    def _names_unlisted_person(self, text: str, group: str) -> bool:
        """Whether a word for a person of a group that the list lacks is in a text, which stays: *salesman*."""
        other = OTHER_BINARY_GENDER[cast(BinaryGender, group)]
        return self.words is not None and swap_forms(self.lang).mentions(text, other)

    def _judge(
        self, sentences: Sequence[CandidateSentence], decided: Sequence[Sequence[SwapDecision]], rank: int | None
    ) -> tuple[list[list[SwapDecision]], Cost]:
        """Let the language model check the sentences that passed the rules."""
        assert self.generator is not None
        pairs = [
            SentencePair(sentence.part.text, swapped_text(sentence.part.text, decision.changes))
            for sentence, found in zip(sentences, decided, strict=True)
            for decision in found
            if decision.reason is None
        ]
        answers, cost = judge(self.generator, pairs, self.options.seed, rank)
        verdicts = (answer.value for answer in answers)
        judged = [
            [one if one.reason is not None else _judged(one, next(verdicts)) for one in found] for found in decided
        ]
        return judged, cost


class _Batch(NamedTuple):
    """Sentences that are decided on together, with their texts and group words, and the analyses so far."""

    texts: Sequence[str]
    sentences: Sequence[CandidateSentence]
    named: Sequence[Sequence[GroupWord]]
    documents: dict[int, Document]


def _judged(decision: SwapDecision, verdict: Verdict | None) -> SwapDecision:
    """Return a decision after the language model has judged the sentence; None where its answer is not read."""
    if verdict == "VALID":
        return decision
    return decision._replace(reason=UNREAD if verdict is None else INVALID, changes=())


def swapped_text(text: str, changes: Iterable[Change]) -> str:
    """Return a text with its changes."""
    return edit_text(text, [change.edit(text) for change in changes])


def _sentences_around(text: str, spans: Sequence[tuple[int, int]], part: TextView, reach: int) -> list[TextView]:
    """Return the sentences of a text that stand at most so many before or after one."""
    last = bisect_right(spans, part.start, key=itemgetter(1))
    first = bisect_left(spans, (part.end,))
    around = (*spans[max(0, last - reach) : last], *spans[first : first + reach])
    return [text_view(text, *span).straight for span in around]


def _names_somebody(document: Document) -> bool:
    return any(names_somebody(document, number) for number in range(len(document.sentences)))


def _left(words: Sequence[GroupWord], swapping: Swapping) -> str | None:
    """Return why a word of the source group stays, or None: all words of a sentence are swapped, or none."""
    changed = sorted((change.start, change.end) for change in swapping.changes)
    for start, end, *_ in words:
        if not overlaps(changed, start, end):
            refusals = (r.reason for r in swapping.refusals if r.start < end and start < r.end)
            return next(refusals, LEFT)
    return None
