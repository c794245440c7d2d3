"""Polish constructions of several words in which an auxiliary makes another word first person and gendered.

Covers the future (*będę robiła*), mobile endings and conditional hosts (*gdybym wiedział*), być, zostać and *czuć się*
with an adjective, participle or person noun (*jestem bardzo zadowolona*), and *sam/sama* with a first-person verb.
Search stays inside the clause: it ends at punctuation, conjunctions and other verbs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from hf_genderfair.first_person.lexicon import FEMALE, MALE, FirstPersonForms, Participle, PredicateForm

WORD = re.compile(r"[\w-]+|[^\w\s]")
BEFORE, AFTER = 50, 90
"""Characters searched on either side of an auxiliary; a clause is shorter."""

PAST_CONDITIONALS = {"byłbym": "conditional", "byłabym": "conditional", "powinienem": "winien", "powinnam": "winien"}
"""Verbs whose compound tense repeats the gender: *byłbym zapomniał*, *powinnam była*."""

INFINITIVE = ("ać", "eć", "ić", "yć", "uć", "ąć", "óc", "źć", "iść", "jść", "jeść", "nieść", "wieść", "paść", "siąść")


@dataclass(frozen=True, slots=True)
class Reach:
    """How many words may stand between the parts; clitics are not counted."""

    future: int  # from *będę* to the past form
    host: int  # from a mobile ending or conditional host to the past form
    after: int  # from a copula forward to its predicate
    before: int  # from a copula back to its predicate
    alone: int  # from *sam* or *sama* to the first-person verb
    coordinated: bool  # whether words joined by *i*, *oraz* … count too


STOP, CLITIC, VERB, INSTRUMENTAL, PARTICIPLE, IMPERFECTIVE, PREDICATE, NOUN, PRESENT = (1 << bit for bit in range(9))


class PolishWordClasses(dict[str, int]):
    """The possible classes of a word as bits, computed once for each distinct word."""

    LIMIT = 200_000

    def __init__(self, forms: FirstPersonForms) -> None:
        """Start with an empty cache."""
        super().__init__()
        self.forms = forms
        self.words = forms.words

    def __missing__(self, word: str) -> int:
        """Look a word up in all tables; remember it while there is room."""
        participle = self.forms.participles.get(word)
        bits = (
            STOP * (word in self.words["coordinator"] or word in self.words["subordinator"] or not word[0].isalnum())
            | CLITIC * (word in self.words["clitic"])
            | VERB * (word in self.words["finite_verb"])
            | INSTRUMENTAL * (word in self.words["instrumental"])
            | PARTICIPLE * (participle is not None)
            | IMPERFECTIVE * (participle is not None and participle.imperfective)
            | NOUN * (word in self.forms.nouns)
            | PRESENT * (word in self.forms.present)
            | PREDICATE * (word not in self.words["determiner"] and self.forms.predicate(word) is not None)
        )
        if len(self) < self.LIMIT:
            self[word] = bits
        return bits


REACHES = {"adjacent": Reach(1, 2, 1, 1, 1, False), "window": Reach(7, 9, 6, 3, 4, True)}


class ContextExpression(NamedTuple):
    """A gendered word found through its context; offsets in the text that was searched."""

    start: int
    end: int
    gender: str
    kind: str
    counterpart: str
    status: str


@dataclass(frozen=True, slots=True)
class _Words:
    """The words and punctuation marks of a part of a text."""

    words: list[str]
    text: str
    low: int  # where the part begins in the text
    high: int  # where it ends

    def span(self, index: int) -> tuple[int, int]:
        """Return the offsets of a word in the text."""
        position = self.low
        for word in self.words[: index + 1]:
            start = self.text.find(word, position)
            position = start + len(word)
        return start, position


@dataclass(frozen=True, slots=True)
class Context:
    """Searches around the auxiliaries of one text."""

    text: str
    forms: FirstPersonForms
    reach: Reach
    classes: PolishWordClasses

    @property
    def words(self) -> Mapping[str, frozenset[str]]:
        """Words by class."""
        return self.classes.words

    def around(self, word: str, start: int, end: int) -> list[ContextExpression]:
        """Return the words that the auxiliary at ``start`` makes first person."""
        after = self._words(end, min(len(self.text), end + AFTER))
        before = (max(0, start - BEFORE), start)
        if word in ("sam", "sama"):
            return self._alone(word, start, end, before, after)
        if word in self.words["conditional_host"] or word in self.words["past_host"]:
            return list(self._mobile(word, before, after))
        if word in PAST_CONDITIONALS and (compound := self._compound(word, start, after)):
            return [compound]
        if word == "będę" and (future := list(self._future(before, after))):
            return future
        if word in self.words["copula"] or self._is_reflexive(before, after):
            form = self.forms.first_person(word)
            return list(self._predicates(form.gender if form else None, before, after, 0))
        return []

    def _words(self, low: int, high: int) -> _Words:
        return _Words(WORD.findall(self.text, low, high), self.text, low, high)

    def _is_reflexive(self, before: tuple[int, int], after: _Words) -> bool:
        return after.words[:1] == ["się"] or self.text[slice(*before)].rstrip().endswith("się")

    def _clause(self, words: list[str], first: int, limit: int) -> Iterator[tuple[int, str, int]]:
        """Yield the words up to the end of the clause or until ``limit`` words that are no clitics have passed."""
        passed = 0
        for index in range(first, len(words)):
            word = words[index]
            bits = self.classes[word]
            if bits & STOP:
                return
            yield index, word, bits
            passed += bits & CLITIC == 0
            if passed >= limit:
                return

    def _clause_back(self, words: list[str], limit: int) -> Iterator[tuple[int, str, int]]:
        """Yield the words of the clause from the last one back."""
        last = len(words) - 1
        return ((last - index, word, bits) for index, word, bits in self._clause(words[::-1], 0, limit))

    def _future(self, before: tuple[int, int], after: _Words) -> Iterator[ContextExpression]:
        for index, word, bits in self._clause(after.words, 0, self.reach.future):
            if bits & IMPERFECTIVE:
                participle = self.forms.participles[word]
                yield _found(after, index, participle, "future")
                yield from self._coordinated_participles(after, index + 1, participle, "future")
                return
            if bits & PRESENT or word.endswith(INFINITIVE):
                return
        words = self._words(*before)
        for index, word, bits in self._clause_back(words.words, 1):
            if bits & IMPERFECTIVE:
                yield _found(words, index, self.forms.participles[word], "future")

    def _mobile(self, host: str, before: tuple[int, int], after: _Words) -> Iterator[ContextExpression]:
        kind = "mobile_conditional" if host in self.words["conditional_host"] else "mobile_past"
        limit = min(3, self.reach.host) if host in self.words["weak_host"] else self.reach.host
        for index, word, bits in self._clause(after.words, 0, limit):
            if bits & PARTICIPLE:
                participle = self.forms.participles[word]
                yield _found(after, index, participle, kind)
                yield from self._coordinated_participles(after, index + 1, participle, kind)
                if word in self.words["copula_participle"]:
                    yield from self._predicates(participle.gender, (0, 0), after, index + 1)
                return
            if bits & PRESENT:
                return
        words = self._words(*before) if host == "bym" else None
        if words and words.words and self.classes[words.words[-1]] & PARTICIPLE:
            yield _found(words, len(words.words) - 1, self.forms.participles[words.words[-1]], kind)

    def _compound(self, word: str, start: int, after: _Words) -> ContextExpression | None:
        """Join the two gendered words of a compound tense into one expression."""
        form = self.forms.first_person(word)
        for index, candidate, _ in self._clause(after.words, 0, 1):
            participle = self.forms.participles.get(candidate)
            if form and participle and participle.gender == form.gender:
                second, end = after.span(index)
                between = self.text[start + len(word) : second]
                counterpart = form.counterpart + between + participle.counterpart
                return ContextExpression(start, end, form.gender, PAST_CONDITIONALS[word], counterpart, "ok")
        return None

    def _coordinated_participles(
        self, after: _Words, first: int, participle: Participle, kind: str
    ) -> Iterator[ContextExpression]:
        """Yield the past forms joined to the first one: *będę pisał i czytał*."""
        if not self.reach.coordinated:
            return
        words = after.words
        for index in range(first, min(first + 6, len(words))):
            word = words[index]
            enumerated = self.forms.participles.get(word)
            if kind == "future" and words[index - 1] == "," and enumerated:
                if enumerated.imperfective and enumerated.gender == participle.gender:
                    yield _found(after, index, enumerated, kind)
                    yield from self._coordinated_participles(after, index + 1, participle, kind)
                return
            if word == "," and kind == "future":
                continue
            if word in ("i", "oraz", "lub", "albo", "ani", "czy"):
                yield from self._joined_participle(after, index + 1, participle, kind)
                return
            if not word[0].isalnum() or word in self.words["subordinator"] or enumerated:
                return

    def _joined_participle(
        self, after: _Words, first: int, participle: Participle, kind: str
    ) -> Iterator[ContextExpression]:
        for index, word, bits in self._clause(after.words, first, 3):
            if bits & PARTICIPLE:
                candidate = self.forms.participles[word]
                if candidate.gender == participle.gender and (kind != "future" or candidate.imperfective):
                    yield _found(after, index, candidate, kind)
                    yield from self._coordinated_participles(after, index + 1, participle, kind)
                return
            if bits & (PRESENT | VERB):
                return

    def _predicates(
        self, gender: str | None, before: tuple[int, int], after: _Words, first: int
    ) -> Iterator[ContextExpression]:
        found = self._predicates_after(gender, after, first)
        yield from found
        if found or not self.text[slice(*before)].rstrip()[-1:].isalpha():
            return
        words = self._words(*before)
        for index, word, bits in self._clause_back(words.words, self.reach.before):
            predicate = self._predicate(word, gender) if bits & PREDICATE else None
            if predicate:
                previous = words.words[index - 1] if index else ""
                noun_before = predicate.gender == MALE and self._is_masculine_noun(previous)
                if not (noun_before or self._is_governed(previous)):
                    yield _predicative(words, index, predicate)
                return
            if not (self._is_adverbial(word) or word in self.words["intensifier"]):
                return

    def _predicates_after(self, gender: str | None, after: _Words, first: int) -> list[ContextExpression]:
        words, noun_phrase, passed = after.words, False, 0
        found: list[ContextExpression] = []
        first += words[first : first + 1] == ["ani"]
        for index in range(first, len(words)):
            word = words[index]
            bits = self.classes[word]
            if bits & STOP:
                break
            predicate = self._predicate(word, gender) if bits & PREDICATE and not bits & CLITIC else None
            if predicate:
                following = words[index + 1] if index + 1 < len(words) else ""
                if self._is_predicative(predicate, words[index - 1] if index > first else "", following):
                    found.append(_predicative(after, index, predicate))
                    if self._predicate(following, predicate.gender):
                        passed += 1
                        continue
                    return [*found, *self._coordinated_predicates(after, index + 1, predicate)]
            if bits & NOUN and not noun_phrase and not found and index - first <= 3:
                return list(self._nouns(after, index))
            if bits & (VERB | PARTICIPLE) or (bits & PRESENT and not bits & CLITIC):
                break
            noun_phrase = noun_phrase or bits & INSTRUMENTAL > 0
            passed += bits & CLITIC == 0
            if passed >= self.reach.after:
                break
        return found

    def _nouns(self, after: _Words, index: int) -> Iterator[ContextExpression]:
        """Yield a person noun and those joined to it: *matką i żoną*."""
        noun: PredicateForm | None = self.forms.nouns[after.words[index]]
        while noun:
            yield ContextExpression(*after.span(index), noun.gender, "noun", noun.counterpart, "asymmetric")
            joined = after.words[index + 1 : index + 3]
            noun = self.forms.nouns.get(joined[1]) if len(joined) == 2 and joined[0] in ("i", "oraz", ",") else None
            index += 2

    def _predicate(self, word: str, gender: str | None) -> PredicateForm | None:
        if not word or not self.classes[word] & PREDICATE:
            return None
        predicate = self.forms.predicate(word)
        return predicate if predicate and gender in (None, predicate.gender) else None

    def _is_masculine_noun(self, word: str) -> bool:
        return word in self.forms.masculine_nouns and word not in self.words["not_noun"]

    def _is_predicative(self, predicate: PredicateForm, previous: str, following: str) -> bool:
        """Return whether a word is a predicate, not the attribute of an accusative (*byłem cały dzień*)."""
        if self._is_governed(previous):
            return False
        if predicate.gender == FEMALE:
            return True
        if self._is_masculine_noun(following) and not self.forms.predicate(following):
            return False
        return not self._is_masculine_noun(previous)

    def _is_governed(self, previous: str) -> bool:
        """Return whether a preposition asks for another case (*jestem z Polski*); *za młoda* has an adverb."""
        return previous in self.words["preposition"] and previous != "za"

    def _coordinated_predicates(
        self, after: _Words, first: int, predicate: PredicateForm
    ) -> Iterator[ContextExpression]:
        """Yield the predicates joined to the first one: *gruba i brzydka*, *młoda, zdolna i ambitna*."""
        if not self.reach.coordinated:
            return
        words, joined, comma = after.words, False, False
        for index in range(first, min(first + 7, len(words))):
            word = words[index]
            following = words[index + 1] if index + 1 < len(words) else "."
            if word in self.words["coordinator"]:
                joined = True
            elif word == ",":
                comma = True
            elif not word[0].isalnum() or word in self.words["subordinator"] or word in self.words["finite_verb"]:
                return
            elif joined or comma:
                candidate = None if self._is_governed(words[index - 1]) else self._predicate(word, predicate.gender)
                if candidate and not self._predicate(following, predicate.gender):
                    if self._is_masculine_noun(following) or not (joined or self._closes(following)):
                        return
                    yield _predicative(after, index, candidate)
                    yield from self._coordinated_predicates(after, index + 1, predicate)
                    return
                if not self._is_adverbial(word):
                    return

    def _is_adverbial(self, word: str) -> bool:
        return word in self.words["clitic"] or word in self.words["adverb"] or word.endswith(("o", "ie"))

    def _closes(self, word: str) -> bool:
        return self.classes[word] & STOP > 0 or word in self.words["preposition"]

    def _alone(self, word: str, start: int, end: int, span: tuple[int, int], after: _Words) -> list[ContextExpression]:
        """Return *sam* or *sama* itself where a first-person verb of the clause agrees with it."""
        gender, counterpart = (MALE, "sama") if word == "sam" else (FEMALE, "sam")
        following = after.words[0] if after.words else ""
        if self._is_masculine_noun(following) if gender == MALE else following in ("prawda", "myśl", "radość"):
            return []
        before = self._words(*span).words
        if before and before[-1] in self.words["not_before_sam"]:
            return []
        itself = [ContextExpression(start, end, gender, "sam", counterpart, "ok")]
        if any(host in self.words["conditional_host"] for host in before[-2:]):
            participle = self.forms.participles.get(following)
            return itself if participle and participle.gender == gender else []
        clauses = (self._clause(after.words, 0, self.reach.alone), self._clause_back(before, min(3, self.reach.alone)))
        return itself if any(self._has_first_person_verb(clause, gender) for clause in clauses) else []

    def _has_first_person_verb(self, clause: Iterator[tuple[int, str, int]], gender: str) -> bool:
        for _, word, bits in clause:
            if bits & PRESENT or word == "będę":
                return True
            form = self.forms.first_person(word) if word.endswith(("m", "y")) else None
            if form or bits & (VERB | PARTICIPLE):
                return form is not None and form.gender == gender
        return False


def _found(words: _Words, index: int, participle: Participle, kind: str) -> ContextExpression:
    return ContextExpression(*words.span(index), participle.gender, kind, participle.counterpart, "ok")


def _predicative(words: _Words, index: int, predicate: PredicateForm) -> ContextExpression:
    kind = "sam" if words.words[index] in ("sam", "sama") else predicate.kind
    return ContextExpression(*words.span(index), predicate.gender, kind, predicate.counterpart, "ok")
