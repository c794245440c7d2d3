"""German pronouns of which a text does not tell that they are for one person who changes with all words for them."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from hf_genderfair.counterfactual.german.changing_pronouns import ChangingPronouns
from hf_genderfair.counterfactual.german.persons import ANYBODY, BOTH, GENERIC
from hf_genderfair.counterfactual.german.unnamed import unnamed_things
from hf_genderfair.counterfactual.german.words import SOURCE, SUBJECT_FORMS
from hf_genderfair.counterfactual.swapping import AGREEING_STAYS
from hf_genderfair.languages.clauses import (
    dependents,
    has_copula,
    has_dependent,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.candidates import LEFT, THING
from hf_genderfair.languages.german.clauses import (
    FEMININE,
    MASCULINE,
    article_gender,
    clause_of,
    clause_subject,
    finite_verb,
    verb_is_plural,
)
from hf_genderfair.languages.german.gender_pairs import person_noun
from hf_genderfair.languages.german.non_person_nouns import THING as THING_NOUN
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.pronouns import NO_ANTECEDENT, PERSONAL, SEVERAL
from hf_genderfair.languages.types import GrammaticalGender
from hf_genderfair.lexicons.word_class import WordClass

KINDS = frozenset({"Art", "Sorte", "Typ"})
SUBJECT_OR_OBJECT = frozenset({"er", "ihn", "ihm"})

SINGULAR_OF_ANYBODY = WordClass("closed_classes_de", "somebody_or_everybody")
"""Pronouns for anybody or nobody, with which a later *er* agrees."""

ANIMALS = WordClass("noun_classes_de", "animal")
OWNING = frozenset({"det:poss", "det", "nmod:poss"})
ALTERNATIVES = frozenset({"oder", "/", "bzw."})
PREDICATIVE = frozenset({"nsubj", "obj", "xcomp"})


class Doubts:
    """The pronouns of one text that would change, read again.

    Args:
        words: The pronouns.
        staying: By its index why a personal pronoun stays.
    """

    def __init__(self, words: ChangingPronouns, staying: Mapping[int, str]) -> None:
        """Keep what the checks read."""
        self.words = words
        self.staying = staying
        self.document, self.to, self.pronouns = words.document, words.to, words.pronouns
        self.targets, self.alone = words.targets, words.alone
        self.stands_for, self.changing = words.stands_for, words.changing

    def found(self, phrases: list[PersonPhrase], reasons: list[str | None]) -> Iterator[tuple[int, str]]:
        """Yield the index of each doubtful pronoun, with the reason."""
        things = {phrase.head for phrase, reason in zip(phrases, reasons, strict=True) if reason == THING_NOUN}
        for index in self.targets:
            reason = self._reason(index, things)
            if reason is None:
                continue
            yield index, reason
        yield from ((index, AGREEING_STAYS) for index in self._subjects_of_nouns_that_stay())
        yield from ((index, AGREEING_STAYS) for index in self._beside_pronouns_that_stay())
        rules = {index: word.rule for index, word in self.pronouns.items()}
        yield from ((index, THING) for index in unnamed_things(self.document, rules, self.alone, self.to))

    def _reason(self, index: int, things: set[int]) -> str | None:
        """Return why the person of one pronoun is in doubt; None where nothing says so."""
        if index in self.alone and self.document.heads[index] in things:
            # Der Kombi gleicht seinem Vorgänger
            return THING
        if self.pronouns[index].rule == "personal" and self._is_alternative(index):
            return BOTH
        if self.words.may_be_several(index):
            return SEVERAL
        if self.words.follows_neuter(index) or self._is_of_animal(index):
            return THING
        if self._is_of_anybody(index):
            return GENERIC
        stays = self._is_of_noun_that_stays(index) or (index in self.alone and self._has_subject_that_stays(index))
        return AGREEING_STAYS if stays or self._is_elliptical(index) else None

    def _is_of_anybody(self, index: int) -> bool:
        """Return whether whoever or whatever it may be is meant: *Das hat seinen Grund*."""
        if index in self.alone and self._is_of_neuter(index):
            return True
        return self.to == "female" and (self._follows_anybody(index) or self._is_of_nobody(index))

    def _is_alternative(self, index: int) -> bool:
        """Return whether both genders are named: *wenn er oder sie kommt*."""
        return any(
            0 <= other < len(self.document.tokens)
            and self.words.low((index + other) // 2) in ALTERNATIVES
            and {PERSONAL.get(self.words.low(at), 0) & (MASCULINE | FEMININE) for at in (index, other)}
            == {MASCULINE, FEMININE}
            for other in (index - 2, index + 2)
        )

    def _is_of_neuter(self, index: int) -> bool:
        """Return whether *es* or *das* is the subject of the clause of *sein*: *Das hat seinen Grund*."""
        subject = clause_subject(self.document, clause_of(self.document, index))
        if subject < 0 or not self.words.is_owner(index) or self.to == "male":
            return False
        if self.document.heads[index] in range(*self.document.subtree(subject)):
            # Eines seiner Bücher liegt da
            return False
        if self.words.low(subject) in ("jedes", "keines", "eines"):
            return True
        neuter = self.words.low(subject) in ("es", "das", "dies", "man")
        return neuter and self.document.tokens[self.document.heads[index]].relation == "obj"

    def _is_titled(self, name: int) -> bool:
        """Return whether a title that would stay was taken for the first word of a name: *Graf Jan sprach, als er*."""
        tokens, after = self.document.tokens, name + 1
        if name < 0 or name in self.changing or tokens[name].pos != "PROPN" or after >= len(tokens):
            return False
        named = tokens[after].pos == "PROPN" and self.document.heads[after] == name
        return named and tokens[name].relation not in ("flat", "flat:name") and self._is_person_of_source(name)

    def _is_of_nobody(self, index: int) -> bool:
        """Return whether *kein* or *jeder* is the owner, or with it: *Kein Einziger gab seinen Hut ab*."""
        subject = clause_subject(self.document, clause_of(self.document, index))
        if not self.words.is_owner(index) or subject < 0 or subject in self.changing:
            return False
        if self.document.heads[index] in range(*self.document.subtree(subject)):
            return False
        if self.words.low(subject) in SINGULAR_OF_ANYBODY:
            return True
        articles = (self.words.low(article) for article in dependents(self.document, subject, "det"))
        return any(article.startswith(ANYBODY) for article in articles)

    def _follows_anybody(self, index: int) -> bool:
        """Return whether *jeder*, *jemand* or the like stands before *er* in its sentence, which may take it up."""
        first, said = self.words.first(index), self.document.derived(_pronouns_for_anybody)
        named = self.stands_for.get(index, -1) in self.changing
        return self.words.low(index) in SUBJECT_OR_OBJECT and not named and _stands_between(said, first, index)

    def _is_of_animal(self, index: int) -> bool:
        """Return whether an animal of this gender with an article stands before a pronoun: *Der Wolf lief, bis er*."""
        animals = self.document.derived(_animals, SOURCE[self.to])
        if index in self.alone and _stands_between(animals, self.words.first(index), index):
            return True
        named = self.stands_for.get(index, -1)
        return _stands_between(animals, named, named + 1)

    def _is_elliptical(self, index: int) -> bool:
        """Return whether a possessive has an ending for a noun that is left out: *größer als seiner*."""
        if not self.words.is_owner(index):
            return False
        compared = index > 0 and self.words.low(index - 1) in ("als", "wie")
        return compared and self.document.tokens[index].relation not in OWNING

    def _is_of_noun_that_stays(self, index: int) -> bool:
        """Return whether a pronoun takes up a word for a person that would stay: *Der Premier gab sein Amt ab*."""
        noun = self.stands_for.get(index, -1)
        if noun > 0 and self.document.tokens[noun].pos == "PROPN" and self.document.heads[noun] == noun - 1:
            # die werdende Mutter Anna, die ihr Kind erwartet
            noun -= 1
        if self._is_titled(noun):
            return True
        if noun >= 0 and self.document.tokens[noun].pos == "PROPN":
            # 'Der Braccio meint, er komme'
            articles = dependents(self.document, noun, "det")
            return bool(set(articles) - self.changing) and article_gender(self.document, noun) == SOURCE[self.to]
        if noun < 0 or noun in self.changing or self.document.tokens[noun].pos != "NOUN":
            return False
        joined = noun > 0 and self.document.tokens[noun - 1].end == self.document.tokens[noun].start
        # 'Die KP sieht, was nach ihrer Auffassung fehlt', with a noun that no list knows
        determiners = dependents(self.document, noun, "det", "det:poss")
        changed = not self.changing.isdisjoint(determiners)
        agreeing = article_gender(self.document, noun) == SOURCE[self.to] and not changed
        return not joined and (agreeing or self._is_person_of_source(noun))

    def _has_subject_that_stays(self, index: int) -> bool:
        """Return whether a pronoun for somebody is the subject, and would stay: *Dieser schwieg, als er kam*."""
        document = self.document
        clause = clause_of(document, index)
        if self.pronouns[index].rule == "personal":
            clause = clause_of(document, document.heads[clause])
        subject = clause_subject(document, clause)
        if subject < 0 or subject in self.changing or document.tokens[subject].pos not in ("PRON", "DET"):
            return False
        several = verb_is_plural(document.tokens[max(finite_verb(document, clause), 0)])
        return self.words.low(subject) in SUBJECT_FORMS[self.to] and not several

    def _is_person_of_source(self, index: int) -> bool:
        form = person_form(self.document.tokens[index].text)
        return form is not None and not form.epicene and form.gender == SOURCE[self.to]

    def _subjects_of_nouns_that_stay(self) -> Iterator[int]:
        """Yield the pronouns of whom a noun would stay: *er war ein armer Bursch*; *Koch* is taken for a name."""
        document, tokens = self.document, self.document.tokens
        for index, token in enumerate(tokens):
            if token.pos not in ("NOUN", "PROPN") or index in self.changing or not self._describes_subject(index):
                continue
            joined = index > 0 and tokens[index - 1].end == token.start
            if joined or not self._is_person_of_source(index):
                continue
            subject = clause_subject(document, clause_of(document, index))
            # 'Ott war eine Art Held, er siegte'
            named = (at for at in self.targets if self.stands_for.get(at) == subject)
            yield from [subject] if subject in self.changing else named

    def _beside_pronouns_that_stay(self) -> Iterator[int]:
        """Yield who would change beside a pronoun of the same gender that was taken for that of somebody else."""
        # It as likely is the same person's: *Der Mut kam, und er schlich herein, und er rief*.
        sentence_of = self.document.sentence_of
        changing, alone = self._by_sentence(self.changing), self._by_sentence(self.alone)
        for pronoun, reason in self.staying.items():
            source = MASCULINE if self.to == "female" else FEMININE
            unknown = reason == NO_ANTECEDENT and self.words.low(pronoun) in SUBJECT_FORMS[self.to]
            if not PERSONAL.get(self.words.low(pronoun), 0) & source and not unknown:
                continue
            one = reason == SEVERAL and self._follows_relative(pronoun)
            if unknown or reason == THING or one:
                yield from changing[sentence_of[pronoun]]
            elif reason == SEVERAL and self.words.low(pronoun) == "sie":
                # 'Sie gingen den Weg, der sie heimführte'
                later = (index for index in alone[sentence_of[pronoun]] if index > pronoun)
                yield from (index for index in later if self.targets[index] in ("ihn", "er"))
            elif reason == LEFT:
                yield from alone[sentence_of[pronoun]]

    def _by_sentence(self, indices: Iterable[int]) -> dict[int, list[int]]:
        """Return words by the numbers of their sentences."""
        found: dict[int, list[int]] = defaultdict(list)
        for index in indices:
            found[self.document.sentence_of[index]].append(index)
        return found

    def _follows_relative(self, index: int) -> bool:
        """Return whether *sie* may be the object beside *die* for several: *Scherze, die sie ergötzten*."""
        before = index - 1
        return (
            self.words.low(index) == "sie"
            and self.words.low(before) in ("die", "welche")
            and before not in self.changing
        )

    def _describes_subject(self, index: int) -> bool:
        """Return whether a noun stands beside a copula, or alone behind *als* and below a verb."""
        tokens, head = self.document.tokens, self.document.heads[index]
        several = tokens[index].morph.get("Number") == "Plur"
        if several or has_dependent(self.document, index, "flat", "flat:name", "appos"):
            return False
        if has_copula(self.document, index) or (tokens[head].text in KINDS and has_copula(self.document, head)):
            return True
        if not index or self.words.low(index - 1) != "als":
            return tokens[head].lemma == "werden" and tokens[index].relation in PREDICATIVE and index < head
        if tokens[index].relation == "conj":
            head = self.document.heads[head]
        # größer als Schneider
        compared = tokens[head].pos == "ADJ" and tokens[head].text.endswith("er")
        return tokens[head].pos != "NOUN" and not compared


def _stands_between(words: Sequence[int], first: int, last: int) -> bool:
    """Return whether one of some words, which are in order, stands in a part of the text."""
    place = bisect_left(words, first)
    return place < len(words) and words[place] < last


def _pronouns_for_anybody(document: Document) -> list[int]:
    """Return the pronouns for anybody or nobody, and articles that mean each of some persons."""
    # jedem Gast ein Zimmer geben und ihn loben
    return [
        index
        for index, token in enumerate(document.tokens)
        if token.pos in ("PRON", "DET")
        and token.text.lower() in SINGULAR_OF_ANYBODY
        and (token.relation != "det" or _is_each_person(document, index))
    ]


def _is_each_person(document: Document, index: int) -> bool:
    """Return whether a word means each of some persons: *jedem Gast*."""
    noun = document.tokens[document.heads[index]]
    return document.tokens[index].text.lower().startswith("jed") and person_noun(noun.text) is not None


def _animals(document: Document, gender: GrammaticalGender) -> list[int]:
    """Return the words for animals whose article shows a gender."""
    return [
        index
        for index, token in enumerate(document.tokens)
        if token.text.lower() in ANIMALS and article_gender(document, index) == gender
    ]
