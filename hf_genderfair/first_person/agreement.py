"""Polish words that agree with the speaker of a feminine first-person form: *wyszłam zła*, *wróciłyśmy głodne*.

In the clause of such a form the subject is the speaker, so that a feminine nominative describes her, unless it belongs
to a noun. Nothing is said of a word beside which a noun may stand, and of one that is another word too (*zła*, evil)
only beside verbs that such a description often follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.first_person.alternatives import leaves_gender_open
from hf_genderfair.first_person.context import (
    CLITIC,
    INFINITIVE,
    PARTICIPLE,
    PRESENT,
    STOP,
    VERB,
    WORD,
    PolishWordClasses,
)
from hf_genderfair.first_person.lexicon import FEMALE, FirstPersonForms, first_person_forms

REACH = 7
"""Words between a form and what agrees with it, at most."""

LIKE = frozenset(("jak", "jakby", "niczym"))
"""Words before a comparison with the subject: *jak nowo narodzona*."""

WE = ("jesteśmy", "będziemy")
"""Forms of the first person plural that show no gender, with their predicates."""


class Agreeing(NamedTuple):
    """A word that agrees with the speaker.

    Attributes:
        start: Offset of its first character.
        end: Offset after its last character.
        counterpart: The word in the masculine, in lower case.
    """

    start: int
    end: int
    counterpart: str


def agreeing_words(text: str, forms: list[tuple[int, int, str]]) -> list[Agreeing]:
    """Find the words that agree with the speaker of first-person forms."""
    classes = resource(("Polish agreement",), lambda: PolishWordClasses(first_person_forms()))
    found = {word.start: word for word in _Clauses(text, classes).find(forms)}
    taken = {start for start, _, _ in forms}
    return [found[start] for start in sorted(found) if start not in taken]


class _Clauses:
    """Searches the clauses of one text."""

    def __init__(self, text: str, classes: PolishWordClasses) -> None:
        self.text, self.classes = text, classes
        self.clitics = classes.words["clitic"]
        self.forms: FirstPersonForms = classes.forms
        self.spans = [match.span() for match in WORD.finditer(text)]
        self.words = [text[start:end] for start, end in self.spans]

    def find(self, forms: list[tuple[int, int, str]]) -> Iterator[Agreeing]:
        """Yield the words that agree with the speaker."""
        index_at = {start: index for index, (start, _) in enumerate(self.spans)}
        for start, end, kind in forms:
            index = index_at.get(start)
            if index is None or leaves_gender_open(self.text, start, end, FEMALE, self.forms):
                continue
            if kind == "noun":
                yield from self.attributes(index)
            elif kind in ("adjective", "passive_participle", "active_participle"):
                yield from self.intensifiers(index)
            elif kind != "sam":
                yield from self.around(index, "plural" in kind)
        for index, word in enumerate(self.words):
            if word in self.forms.words["infinitive_copula"]:
                yield from self.after_infinitive(index)
            elif word in WE or word.endswith("byśmy") or word in ("żeśmy", "myśmy"):
                yield from self.after_we(index)

    def around(self, index: int, plural: bool) -> Iterator[Agreeing]:
        """Yield what agrees with the subject of the verb at an index, after it and before it."""
        depictive = self.is_depictive(self.words[index])
        yield from self.forward(index + 1, plural, depictive)
        yield from self.backward(index - 1, plural, depictive)

    def forward(self, first: int, plural: bool, depictive: bool) -> Iterator[Agreeing]:
        """Yield the first word of the clause that agrees and those joined to it."""
        for index in range(first, min(first + REACH, len(self.words))):
            word = self.words[index]
            bits = self.classes[word]
            if word in LIKE:
                yield from self.compared(index + 1, plural)
                return
            if bits & (STOP | VERB | PARTICIPLE) or (bits & PRESENT and not bits & CLITIC):
                return
            if self.agrees(index, plural, depictive):
                yield from self.joined(index, plural, depictive)
                return

    def compared(self, index: int, plural: bool) -> Iterator[Agreeing]:
        """Yield the word after *jak*, with at most one adverb between: *jak nowo narodzona*."""
        for candidate in (index, index + 1):
            if candidate < len(self.words) and self.agrees(candidate, plural, True):
                yield from self.joined(candidate, plural, True)
                return
            if candidate >= len(self.words) or not self.is_adverbial(self.words[candidate]):
                return

    def backward(self, last: int, plural: bool, depictive: bool) -> Iterator[Agreeing]:
        """Yield the words that begin the clause of the verb after them: *zmęczona wróciłam*, *obie byłyśmy*."""
        index = last
        while index >= 0 and last - index < 2 and self.classes[self.words[index]] & CLITIC:
            index -= 1
        if index < 0 or not self.counterpart(index, plural, depictive):
            return
        before = self.words[index - 1] if index else "."
        if self.classes[before] & STOP or before in ("my", "ja") or self.is_adverbial(before):
            yield from self.agreement(index, plural, depictive)

    def after_infinitive(self, index: int) -> Iterator[Agreeing]:
        """Yield the predicates after *być* where the verb before it is a present first person: *muszę być silna*."""
        for before in range(index - 1, max(index - 4, -1), -1):
            bits = self.classes[self.words[before]]
            if bits & PRESENT:
                yield from self.forward(index + 1, False, True)
            if bits & (PRESENT | STOP | VERB | PARTICIPLE):
                return

    def after_we(self, index: int) -> Iterator[Agreeing]:
        """Yield the plural participles and predicates that *gdybyśmy*, *będziemy* or *jesteśmy* make first person."""
        if self.forms.first_person(self.words[index]):
            return
        for other in range(index + 1, min(index + REACH + 2, len(self.words))):
            word = self.words[other]
            if self.classes[word] & STOP:
                break
            plural = self.forms.personal_participle(word) if self.words[index] != "jesteśmy" else None
            if plural:
                yield Agreeing(*self.spans[other], plural)
                yield from self.forward(other + 1, True, self.is_depictive(word[:-1] + "am"))
                return
        first = index + 1
        while first < len(self.words) and (self.is_adverbial(self.words[first]) or self.words[first] in self.clitics):
            first += 1
        if self.words[index] in WE and first < len(self.words) and self.agrees(first, True, True):
            yield from self.joined(first, True, True)
            yield from self.backward(index - 1, True, True)

    def joined(self, index: int, plural: bool, depictive: bool) -> Iterator[Agreeing]:
        """Yield a word that agrees and those coordinated with it: *zmęczona, głodna i zła*."""
        yield from self.agreement(index, plural, depictive)
        index += 1
        if not self.words[index : index + 1] or self.words[index] not in (",", "i", "oraz", "ale", "lecz", "a", "ani"):
            return
        comma = self.words[index] == ","
        index += 1 + (comma and self.words[index + 1 : index + 2] in (["i"], ["ale"], ["ani"], ["lecz"]))
        while index < len(self.words) and self.is_adverbial(self.words[index]):
            index += 1
        if index < len(self.words) and self.agrees(index, plural, True):
            yield from self.joined(index, plural, depictive)

    def agreement(self, index: int, plural: bool, depictive: bool) -> Iterator[Agreeing]:
        counterpart = self.counterpart(index, plural, depictive)
        if counterpart:
            yield Agreeing(*self.spans[index], counterpart)
            if not plural:
                yield from self.intensifiers(index)

    def intensifiers(self, index: int) -> Iterator[Agreeing]:
        """Yield the words before a predicate that agree with it: *taka zmęczona*."""
        index -= 1
        while index >= 0 and self.words[index] in self.forms.words["adverb"]:
            index -= 1
        word = self.words[index] if index >= 0 else ""
        predicate = self.forms.predicate(word) if word in self.forms.words["intensifier"] else None
        if predicate and predicate.gender == FEMALE:
            yield Agreeing(*self.spans[index], predicate.counterpart)

    def attributes(self, index: int) -> Iterator[Agreeing]:
        """Yield the adjectives before a noun in the instrumental: *dobrą lekarką*."""
        for before in range(index - 1, -1, -1):
            word = self.words[before]
            predicate = self.forms.predicate(word[:-1] + "a") if word.endswith("ą") else None
            if predicate and predicate.gender == FEMALE:
                ending = "m" if predicate.counterpart[-1] in "yi" else "ym"
                yield Agreeing(*self.spans[before], predicate.counterpart + ending)
            elif word not in ("i", ",") and word not in self.forms.words["adverb"]:
                return

    def agrees(self, index: int, plural: bool, depictive: bool) -> bool:
        """Return whether a word may agree with the subject, and belongs to no noun beside it."""
        if not self.counterpart(index, plural, depictive):
            return False
        before = self.words[index - 1] if index else ""
        noun = before.endswith("a" if depictive else ("a", "e", "ę")) and not self.forms.predicate(before)
        if (noun and not self.is_known(before)) or not self.closes(index + 1):
            return False
        # with a noun after both: *jako bezimienna i poturbowana dusza*
        joined = self.words[index + 1 : index + 2] in (["i"], ["oraz"]) and index + 2 < len(self.words)
        second = joined and self.counterpart(index + 2, plural, True)
        return not second or self.agrees(index + 2, plural, True)

    def counterpart(self, index: int, plural: bool, depictive: bool) -> str | None:
        """Return the masculine of a feminine nominative that may describe the subject."""
        word, forms = self.words[index], self.forms
        if index and self.words[index - 1] in forms.words["preposition"] and self.words[index - 1] != "za":
            return None
        if leaves_gender_open(self.text, *self.spans[index], FEMALE, forms):
            return None
        if plural:
            return forms.personal_adjective(word) if depictive or word == "same" else None
        if word in forms.words["determiner"] or (word in forms.feminine_homographs and not depictive):
            return None
        predicate = forms.predicate(word) if word.endswith("a") else None
        return predicate.counterpart if predicate and predicate.gender == FEMALE else None

    def closes(self, index: int) -> bool:
        """Return whether no noun stands at an index."""
        if index >= len(self.words):
            return True
        word = self.words[index]
        known = self.is_known(word) or (len(word) > 3 and word.endswith(("o", *INFINITIVE)))
        return known or self.forms.first_person(word) is not None

    def is_known(self, word: str) -> bool:
        """Return whether a word is of a closed class that no noun is of."""
        bits = self.classes[word] & (STOP | CLITIC | PARTICIPLE)
        return bits > 0 or word in self.forms.words["preposition"] or word in self.forms.words["adverb"]

    def is_adverbial(self, word: str) -> bool:
        """Return whether a word is an adverb by its class or ending."""
        return word in self.forms.words["adverb"] or (len(word) > 3 and word.endswith(("o", "ie")))

    def is_depictive(self, word: str) -> bool:
        """Return whether a nominative often describes the subject of a first-person form."""
        stem = word.removesuffix("bym").removesuffix("byśmy").removesuffix("śmy").removesuffix("m")
        participle = self.forms.participles.get(stem[:-1] + "a")
        return participle is not None and participle.counterpart in self.forms.words["depictive"]
