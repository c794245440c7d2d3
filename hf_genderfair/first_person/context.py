"""Polish constructions of several words in which an auxiliary makes another word first person and gendered.

Covers the future (*będę robiła*), mobile endings and conditional hosts (*gdybym wiedział*), być, zostać and *czuć się*
with an adjective, participle or person noun (*jestem bardzo zadowolona*), and *sam/sama* with a first-person verb.
Search stays inside the clause: it ends at punctuation, conjunctions and other verbs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from hf_genderfair.first_person.lexicon import FEMALE, MALE, Participle, PolishForms, Predicate

WORD = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*|[^\w\s]|\d+")
BEFORE, AFTER = 60, 120
"""Characters searched on either side of an auxiliary; a clause is shorter."""

CONDITIONAL_HOSTS = frozenset(
    "bym gdybym żebym ażebym abym iżbym jakbym jakobym choćbym chociażbym obym niechbym jeślibym jeżelibym kiedybym "
    "cobym czybym cóżbym gdziebym ilebym tobym bobym albobym anibym niebym niżbym bylebym".split()
)
PAST_HOSTS = frozenset(
    "żem iżem gdym jakem com cóżem ilem tegom czegom czemum bom alem anim kiedym skorom jeślim choćem gdziem "
    "gdzieżem jużem takem dawnom ledwiem ażem któregom którąm".split()
)
WEAK_HOSTS = frozenset("com alem bom anim ilem".split())
"""Short hosts: the past form must be near. *Tom* and *jam* are left out: they are mostly nouns."""

COPULAS = frozenset(
    "jestem będę zostanę bywam byłem byłam byłbym byłabym bywałem bywałam zostałem zostałam".split()
) | {
    "zostałbym",
    "zostałabym",
}
REFLEXIVE_COPULAS = frozenset(
    "czuję czułem czułam czułbym czułabym poczułem poczułam poczułbym poczułabym poczuję".split()
)
COPULA_PARTICIPLES = frozenset("był była został została".split())

CLITICS = frozenset(
    "się nie to go ją je ich mu jej im mi ci cię mnie ja tego temu tym też już jeszcze tu tam no by".split()
)
COORDINATORS = frozenset("i oraz lub albo ani czy a ale lecz bądź tudzież".split())
SUBORDINATORS = frozenset(
    "że żeby żebym aby abym bo ponieważ gdyż jednak więc zatem gdy gdyby gdybym kiedy jeśli jeżeli choć chociaż "
    "który która które którzy którego której których którym którą kto kogo komu co jak niż dopóki póki zanim bym "
    "on ona ono oni one ktoś".split()
)
VERBS = frozenset(
    "jest są ma mają było będzie będą może mogą trzeba można chce chcą musi robi jesteś jesteśmy jestem będę".split()
)
DETERMINERS = frozenset(
    "ten ta tamten tamta ów owa mój moja swój swoja nasz nasza wasz wasza każdy każda wszystek żaden żadna który która "
    "jaki jaka wszelki wszelka jakiś jakaś któryś któraś czyjś czyjaś niektóry niektóra niejeden niejedna".split()
)
INTENSIFIERS = frozenset("taki taka cały cała sam sama jakiś jakaś".split())
ACCUSATIVE_PREPOSITIONS = frozenset("na w we przez po pod ponad między o".split())
INSTRUMENTAL_PREPOSITIONS = frozenset("z ze przed nad pod za między poza ponad wraz razem".split())
PREPOSITIONS = ACCUSATIVE_PREPOSITIONS | INSTRUMENTAL_PREPOSITIONS | frozenset("do od dla u bez ku wobec mimo".split())
NOT_NOUNS = frozenset("zbyt sam tak jak tam sporo dość w po za do od o tu wpół prawie".split())
"""Adverbs and particles that the dictionary also knows as masculine nouns."""

ADVERBS = frozenset("bardzo tak zbyt coraz dość nadal wciąż zawsze już naprawdę wręcz nader aż ciut jakby też".split())
PAST_CONDITIONALS = {
    "byłbym": "conditional",
    "byłabym": "conditional",
    "powinienem": "winien",
    "powinnam": "winien",
}
"""Verbs whose compound tense repeats the gender: *byłbym zapomniał*, *powinnam była*."""

INFINITIVE = ("ać", "eć", "ić", "yć", "uć", "ąć", "óc", "źć", "iść", "jść", "jeść", "nieść", "wieść", "paść", "siąść")
NOT_BEFORE_ALONE = frozenset("ten ta taki taka tak ona on tej tę tą tego tym jeden jedna jednej ono".split())


@dataclass(frozen=True, slots=True)
class Reach:
    """How many words may stand between the parts; clitics are not counted.

    Attributes:
        future: From *będę* to the past form.
        host: From a mobile ending or conditional host to the past form.
        after: From a copula forward to its predicate.
        before: From a copula back to its predicate.
        alone: From *sam* or *sama* to the first-person verb.
        coordinated: Whether words joined to a found one by *i*, *oraz* … count too.
    """

    future: int
    host: int
    after: int
    before: int
    alone: int
    coordinated: bool


REACHES = {"adjacent": Reach(1, 2, 1, 1, 1, False), "window": Reach(7, 9, 6, 3, 4, True)}


class Found(NamedTuple):
    """A gendered word found through its context; offsets in the text that was searched."""

    start: int
    end: int
    gender: str
    kind: str
    counterpart: str
    status: str


class Token(NamedTuple):
    """A word or a punctuation mark with its offsets."""

    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Context:
    """Searches around the auxiliaries of one text.

    Attributes:
        text: Lower-case text; may hold several rows.
        forms: Look-up tables.
        reach: How far to look.
    """

    text: str
    forms: PolishForms
    reach: Reach

    def around(self, word: str, start: int, end: int, low: int, high: int) -> Iterator[Found]:
        """Yield what the auxiliary at ``start`` makes first person.

        Args:
            word: The auxiliary, lower case: a host, a copula, *będę*, *sam* or *sama*.
            start: Its offset.
            end: Offset after it.
            low: Start of the row.
            high: End of the row.

        Yields:
            Gendered words with their offsets, not necessarily in order.
        """
        after = self._tokens(end, min(high, end + AFTER))
        before = (max(low, start - BEFORE), start)
        if word in ("sam", "sama"):
            yield from self._alone(word, start, end, self._tokens(*before), after)
            return
        if word in CONDITIONAL_HOSTS or word in PAST_HOSTS:
            yield from self._mobile(word, before, after)
            return
        if word in PAST_CONDITIONALS and (compound := self._compound(word, start, after)):
            yield compound
            return
        future = list(self._future(before, after)) if word == "będę" else []
        yield from future
        if not future and (word in COPULAS or self._is_reflexive(before, after)):
            form = self.forms.first_person(word)
            yield from self._predicates(form.gender if form else None, before, after)

    def _tokens(self, low: int, high: int) -> list[Token]:
        return [Token(match[0], *match.span()) for match in WORD.finditer(self.text, low, high)]

    def _is_reflexive(self, before: tuple[int, int], after: list[Token]) -> bool:
        return bool(after and after[0].word == "się") or self.text[slice(*before)].rstrip().endswith("się")

    def _clause(self, tokens: list[Token], limit: int) -> Iterator[tuple[int, Token]]:
        """Yield the words up to the end of the clause or until ``limit`` words that are no clitics have passed."""
        passed = 0
        for index, token in enumerate(tokens):
            word = token.word
            if not word[0].isalnum() or word in SUBORDINATORS or word in COORDINATORS:
                return
            yield index, token
            passed += word not in CLITICS
            if passed >= limit:
                return

    def _future(self, before: tuple[int, int], after: list[Token]) -> Iterator[Found]:
        for index, token in self._clause(after, self.reach.future):
            participle = self.forms.participles.get(token.word)
            if participle and participle.imperfective:
                yield _found(token, participle, "future")
                yield from self._coordinated_participles(after[index + 1 :], participle, "future")
                return
            if token.word.endswith(INFINITIVE) or token.word in self.forms.present:
                return
        for _, token in self._clause(self._tokens(*before)[::-1], 1):
            participle = self.forms.participles.get(token.word)
            if participle and participle.imperfective:
                yield _found(token, participle, "future")

    def _mobile(self, host: str, before: tuple[int, int], after: list[Token]) -> Iterator[Found]:
        kind = "mobile_conditional" if host in CONDITIONAL_HOSTS else "mobile_past"
        limit = min(3, self.reach.host) if host in WEAK_HOSTS else self.reach.host
        for index, token in self._clause(after, limit):
            participle = self.forms.participles.get(token.word)
            if participle:
                yield _found(token, participle, kind)
                yield from self._coordinated_participles(after[index + 1 :], participle, kind)
                if token.word in COPULA_PARTICIPLES:
                    yield from self._predicates(participle.gender, (token.end, token.end), after[index + 1 :])
                return
            if token.word in self.forms.present:
                return
        for previous in self._tokens(*before)[-1:] if host == "bym" else ():
            participle = self.forms.participles.get(previous.word)
            if participle:
                yield _found(previous, participle, kind)

    def _compound(self, word: str, start: int, after: list[Token]) -> Found | None:
        """Join the two gendered words of a compound tense into one expression."""
        form = self.forms.first_person(word)
        for _, token in self._clause(after, 1):
            participle = self.forms.participles.get(token.word)
            if participle and participle.gender == form.gender:
                between = self.text[start + len(word) : token.start]
                counterpart = form.counterpart + between + participle.counterpart
                return Found(start, token.end, form.gender, PAST_CONDITIONALS[word], counterpart, "ok")
        return None

    def _coordinated_participles(self, rest: list[Token], first: Participle, kind: str) -> Iterator[Found]:
        """Yield the past forms joined to the first one: *będę pisał i czytał*."""
        if not self.reach.coordinated:
            return
        for index, token in enumerate(rest[:6]):
            enumerated = self.forms.participles.get(token.word)
            if kind == "future" and index and rest[index - 1].word == "," and enumerated:
                if enumerated.imperfective and enumerated.gender == first.gender:
                    yield _found(token, enumerated, kind)
                    yield from self._coordinated_participles(rest[index + 1 :], first, kind)
                return
            if token.word == "," and kind == "future":
                continue
            if token.word in ("i", "oraz", "lub", "albo", "ani", "czy"):
                for position, candidate in self._clause(rest[index + 1 :], 3):
                    participle = self.forms.participles.get(candidate.word)
                    if participle:
                        if participle.gender == first.gender and (kind != "future" or participle.imperfective):
                            yield _found(candidate, participle, kind)
                            yield from self._coordinated_participles(rest[index + position + 2 :], first, kind)
                        return
                    if candidate.word in self.forms.present or candidate.word in VERBS:
                        return
                return
            if not token.word[0].isalnum() or token.word in SUBORDINATORS or token.word in self.forms.participles:
                return

    def _predicates(self, gender: str | None, before: tuple[int, int], after: list[Token]) -> Iterator[Found]:
        found = False
        for item in self._predicates_after(gender, after):
            found = True
            yield item
        if found:
            return
        tokens = self._tokens(*before)[::-1]
        for index, token in self._clause(tokens, self.reach.before):
            predicate = self._predicate(token.word, gender)
            if predicate:
                noun_before = index + 1 < len(tokens) and self._is_masculine_noun(tokens[index + 1].word)
                if not (predicate.gender == MALE and noun_before):
                    yield _predicative(token, predicate)
                return
            if not (_is_adverbial(token.word) or token.word in INTENSIFIERS):
                return

    def _predicates_after(self, gender: str | None, after: list[Token]) -> Iterator[Found]:
        noun_phrase = False
        after = after[1:] if after and after[0].word == "ani" else after
        for index, token in self._clause(after, self.reach.after):
            word = token.word
            following = after[index + 1].word if index + 1 < len(after) else ""
            predicate = self._predicate(word, gender)
            if predicate and self._is_predicative(predicate, after, index, following):
                if word != following and self._predicate(following, predicate.gender):
                    continue
                yield _predicative(token, predicate)
                yield from self._coordinated_predicates(after[index + 1 :], predicate)
                return
            noun = self.forms.nouns.get(word)
            if noun and not noun_phrase and index <= 3:
                yield Found(token.start, token.end, noun.gender, "noun", noun.counterpart, "asymmetric")
                return
            if word in INSTRUMENTAL_PREPOSITIONS:
                noun_phrase = True
            if word in VERBS or (word in self.forms.present and word != "mam") or word in self.forms.participles:
                return

    def _predicate(self, word: str, gender: str | None) -> Predicate | None:
        predicate = self.forms.predicate(word)
        if predicate is None or word in DETERMINERS or (gender and predicate.gender != gender):
            return None
        return predicate

    def _is_masculine_noun(self, word: str) -> bool:
        return word in self.forms.masculine_nouns and word not in NOT_NOUNS

    def _is_predicative(self, predicate: Predicate, after: list[Token], index: int, following: str) -> bool:
        """Tell a predicate from the attribute of an accusative that looks the same (*byłem cały dzień*)."""
        if predicate.gender == FEMALE:
            return True
        previous = after[index - 1].word if index else ""
        if self._is_masculine_noun(following) and not self.forms.predicate(following):
            return False
        return not (previous in ACCUSATIVE_PREPOSITIONS or self._is_masculine_noun(previous))

    def _coordinated_predicates(self, rest: list[Token], first: Predicate) -> Iterator[Found]:
        """Yield the predicates joined to the first one: *gruba i brzydka*, *młoda, zdolna i ambitna*."""
        if not self.reach.coordinated:
            return
        joined, comma = False, False
        for index, token in enumerate(rest[:7]):
            following = rest[index + 1].word if index + 1 < len(rest) else "."
            if token.word in COORDINATORS:
                joined = True
            elif token.word == ",":
                comma = True
            elif not token.word[0].isalnum() or token.word in SUBORDINATORS or token.word in VERBS:
                return
            elif joined or comma:
                predicate = self._predicate(token.word, first.gender)
                if predicate and not self._predicate(following, first.gender):
                    if self._is_masculine_noun(following) or not (joined or _closes(following)):
                        return
                    yield _predicative(token, predicate)
                    yield from self._coordinated_predicates(rest[index + 1 :], first)
                    return
                if not _is_adverbial(token.word):
                    return

    def _alone(self, word: str, start: int, end: int, before: list[Token], after: list[Token]) -> Iterator[Found]:
        """Yield *sam* or *sama* itself where a first-person verb of the clause agrees with it."""
        gender = MALE if word == "sam" else FEMALE
        previous = before[-1].word if before else ""
        following = after[0].word if after else ""
        noun = self._is_masculine_noun(following) if gender == MALE else following in ("prawda", "myśl", "radość")
        if previous in NOT_BEFORE_ALONE or noun:
            return
        if any(token.word in CONDITIONAL_HOSTS for token in before[-2:]):
            participle = self.forms.participles.get(following)
            if participle and participle.gender == gender:
                yield Found(start, end, gender, "sam", "sama" if gender == MALE else "sam", "ok")
            return
        for tokens, limit in ((after, self.reach.alone), (before[::-1], min(3, self.reach.alone))):
            for _, token in self._clause(tokens, limit):
                form = self.forms.first_person(token.word)
                if (form and form.gender == gender) or token.word in self.forms.present or token.word == "będę":
                    counterpart = "sama" if gender == MALE else "sam"
                    yield Found(start, end, gender, "sam", counterpart, "ok")
                    return
                if form or token.word in VERBS or token.word in self.forms.participles:
                    break


def _is_adverbial(word: str) -> bool:
    return word in CLITICS or word in ADVERBS or word.endswith(("o", "ie"))


def _closes(word: str) -> bool:
    return not word[0].isalnum() or word in COORDINATORS or word in SUBORDINATORS or word in PREPOSITIONS


def _found(token: Token, participle: Participle, kind: str) -> Found:
    return Found(token.start, token.end, participle.gender, kind, participle.counterpart, "ok")


def _predicative(token: Token, predicate: Predicate) -> Found:
    kind = "sam" if token.word in ("sam", "sama") else predicate.kind
    return Found(token.start, token.end, predicate.gender, kind, predicate.counterpart, "ok")
