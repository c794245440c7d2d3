"""The check of a German swap: who would change by half, and which pronouns rather stand for several or for a thing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from hf_genderfair.core.spans import Refusal
from hf_genderfair.counterfactual.german.persons import ANYBODY, GENERIC, gender_of, is_distributive, said_of
from hf_genderfair.counterfactual.german.relative_clauses import lone_relative
from hf_genderfair.counterfactual.german.words import SOURCE, STEM, SUBJECT_FORMS
from hf_genderfair.languages.clauses import (
    SUBJECTS,
    clause_of,
    dependents,
    finite_verb,
    has_copula,
    is_coordinated,
    is_finite,
    subject_of,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.agreement import determiner
from hf_genderfair.languages.german.candidates import LEFT, THING
from hf_genderfair.languages.german.clauses import BITS, SINGULAR, article_gender, verb_is_plural
from hf_genderfair.languages.german.gender_pairs import is_neuter_pair
from hf_genderfair.languages.german.gendered_word import GenderedWord
from hf_genderfair.languages.german.noun_phrase import agrees
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.pronouns import NO_ANTECEDENT, PERSONAL, SEVERAL
from hf_genderfair.languages.german.relatives import is_relative
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

UNPAIRED: dict[BinaryGender, WordClass] = {
    "male": WordClass("noun_classes_de", "unpaired_woman"),
    "female": WordClass("noun_classes_de", "unpaired_man"),
}
"""Ends of words that mean a woman or a man, and have no counterpart: *Herrchen*."""

NEUTERS = frozenset("das dies es jedes keines eines".split())
ALTERNATIVES = frozenset({"oder", "/", "bzw."})
NAMING = frozenset({"appos", "conj", "flat", "flat:name"})


class SwapCheck(NamedTuple):
    """What of a text would change, and what stays.

    Attributes:
        document: The text before the swap.
        to: The gender wanted.
        changing: Indices of the words that would change.
        pronouns: The pronouns among them.
        stands_for: The index of the first word for the same person by that of a pronoun.
        swapped: The phrases that change.
        staying: Those that stay, but for names.
    """

    document: Document
    to: BinaryGender
    changing: Collection[int]
    pronouns: Mapping[int, GenderedWord]
    stands_for: Mapping[int, int]
    swapped: Sequence[PersonPhrase]
    staying: Sequence[PersonPhrase]

    def halves(self, refusals: Mapping[int, Refusal]) -> Iterator[int]:
        """Yield words in whose sentences somebody would change by half."""
        sentence_of = self.document.sentence_of
        concerned = {sentence_of[index] for index in self.changing}
        yield from (index for index, refusal in refusals.items() if self._pronoun_stays(index, refusal))
        yield from (phrase.head for phrase in self.swapped if self._disagrees(phrase))
        for phrase in self.staying:
            if sentence_of[phrase.head] in concerned and self._names_changing(phrase):
                yield phrase.head
        heads = {phrase.head for phrase in (*self.swapped, *self.staying)}
        for sentence in sorted(concerned):
            for index in range(*self.document.sentences[sentence]):
                if index not in self.changing and (
                    self._points(index) or (index not in heads and self._noun_stays(index))
                ):
                    yield index
        of_pronouns = (self._is_alternative, self._is_several, self._is_of_nobody)
        yield from (index for index in self.pronouns if any(check(index) for check in of_pronouns))

    def _low(self, index: int) -> str:
        return self.document.tokens[index].text.lower()

    def _pronoun_stays(self, index: int, refusal: Refusal) -> bool:
        """Whether a pronoun of the old gender stays, and may be that of somebody who changes."""
        if refusal.rule not in ("personal", "possessive", "demonstrative") or refusal.reason == SEVERAL:
            return False
        if self.stands_for.get(index, -1) in self.changing:
            return True
        low = self._low(index)
        if refusal.rule == "possessive":
            owner = self.stands_for.get(index, -1)
            neuter = owner >= 0 and self.document.tokens[owner].morph.get("Gender") == "Neut"
            return low.startswith(STEM[self.to]) and refusal.reason in (THING, LEFT, GENERIC) and not neuter
        shown = PERSONAL.get(low, 0) & BITS[SOURCE[self.to]]
        nobody = refusal.reason == NO_ANTECEDENT and low in SUBJECT_FORMS[self.to]
        return nobody or bool(shown and refusal.reason in (THING, LEFT))

    def _disagrees(self, phrase: PersonPhrase) -> bool:
        """Whether the article, verb or relative of a phrase, or of whom it is said, does not go with its change."""
        tokens, head = self.document.tokens, phrase.head
        known = determiner(self._low(phrase.determiner)) if phrase.determiner >= 0 else None
        if known is not None and known.interpretations and phrase.noun.gender != "common":
            fits = is_neuter_pair(phrase.noun) or agrees(
                known.interpretations, phrase.noun.gender, phrase.case, phrase.number
            )
            if not fits:
                return True
        relative = lone_relative(self.document, head, self.to) if phrase.number == "Sing" else -1
        if relative >= 0 and relative not in self.changing:
            return True
        about = said_of(self.document, phrase)
        if about < 0 or about in self.changing:
            return False
        return self._low(about) in SUBJECT_FORMS[self.to] or tokens[about].relation == "det:poss"

    def _names_changing(self, phrase: PersonPhrase) -> bool:
        """Whether a noun that stays is said of somebody who changes, or joined to one: *die Tante, Witwe des Kochs*."""
        document = self.document
        if gender_of(document, phrase) in (self.to, None) or is_distributive(document, phrase):
            return False
        beside = set(dependents(document, phrase.head, *NAMING))
        if document.tokens[phrase.head].relation in NAMING:
            beside.add(document.heads[phrase.head])
        return said_of(document, phrase) in self.changing or not beside.isdisjoint(self.changing)

    def _noun_stays(self, index: int) -> bool:
        """Whether a word that no phrase has means one of the old gender: *Herrchen*, *war ein armer Bursch*."""
        document, token = self.document, self.document.tokens[index]
        if self._low(index).endswith(UNPAIRED[self.to].as_tuple):
            return True
        if token.pos not in ("NOUN", "PROPN") or token.morph.get("Number") == "Plur":
            return False
        form = person_form(token.text)
        if form is None or form.epicene or form.gender != SOURCE[self.to]:
            return False
        shown = article_gender(document, index) == SOURCE[self.to]
        subject = subject_of(document, clause_of(document, index)) if has_copula(document, index) else -1
        return shown or subject in self.changing

    def _points(self, index: int) -> bool:
        """Whether a demonstrative of the old gender is the subject of a verb in the singular: *Dieser schwieg*."""
        document, token = self.document, self.document.tokens[index]
        if self._low(index) not in SUBJECT_FORMS[self.to] or token.relation not in SUBJECTS:
            return False
        verb = finite_verb(document, document.heads[index])
        return not is_relative(document, index) and verb >= 0 and not verb_is_plural(document.tokens[verb])

    def _is_of_nobody(self, index: int) -> bool:
        """Whether an owner without noun is nobody, anybody or a neuter: *Das hat seinen Grund*."""
        document = self.document
        subject = subject_of(document, clause_of(document, index))
        if self.pronouns[index].rule != "possessive" or subject < 0 or subject in self.changing or self.to == "male":
            return False
        determiners = (self._low(at) for at in dependents(document, subject, "det"))
        nobody = self._low(subject) in NEUTERS or any(low.startswith(ANYBODY) for low in determiners)
        return nobody and subject not in (document.heads[index], document.heads[document.heads[index]])

    def _is_alternative(self, index: int) -> bool:
        """Whether both genders are named: *wenn er oder sie kommt*."""
        tokens = self.document.tokens
        others = [at for at in (index - 2, index + 2) if 0 <= at < len(tokens)]
        named = {
            PERSONAL.get(self._low(at), 0) & SINGULAR for at in others if self._low((index + at) // 2) in ALTERNATIVES
        }
        return bool(named - {0, PERSONAL.get(self._low(index), 0) & SINGULAR})

    def _is_several(self, index: int) -> bool:
        """Whether the verb of a pronoun, or of the subject of an owner without noun, says that several are meant."""
        document, tokens = self.document, self.document.tokens
        if self.to == "female" or self.stands_for.get(index, -1) in self.changing:
            return False
        clause = clause_of(document, index)
        if self.pronouns[index].rule == "possessive":
            subject = subject_of(document, clause)
            # Ott und ihr Team kamen
            inside = subject in (-1, document.heads[index], document.heads[document.heads[index]])
            if inside or tokens[subject].pos not in ("NOUN", "PROPN"):
                return False
        elif tokens[index].relation not in SUBJECTS or is_coordinated(document, index):
            return False
        # sonst fühlen sie sich verstanden, below the participle
        beside = index > 0 and self.pronouns[index].rule == "personal" and is_finite(tokens[index - 1])
        verb = index - 1 if beside else finite_verb(document, clause)
        return verb >= 0 and verb_is_plural(tokens[verb])
