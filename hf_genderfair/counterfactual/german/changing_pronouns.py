"""German pronouns that would change, and what says that they stand for several, or for a thing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hf_genderfair.languages.clauses import (
    SUBJECTS,
    dependents,
    has_dependent,
    is_finite,
    subjects,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.clauses import (
    clause_of,
    clause_subject,
    finite_verb,
    has_zu,
    verb_is_plural,
)
from hf_genderfair.languages.german.gendered_word import GenderedWord
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.types import BinaryGender, grammatical_gender

SOMETHING = frozenset({"etwas", "nichts", "alles", "es"})


class ChangingPronouns(NamedTuple):
    """The pronouns of one text that would change.

    Attributes:
        document: The text before the swap.
        to: The gender wanted.
        pronouns: The pronouns, by their indices.
        targets: What would stand in the place of each of them, in small letters.
        alone: Those of them without antecedent in the text.
        stands_for: The index of the first word for the same person by that of a pronoun.
        changing: Indices of all words that would change.
    """

    document: Document
    to: BinaryGender
    pronouns: Mapping[int, GenderedWord]
    targets: Mapping[int, str]
    alone: set[int]
    stands_for: Mapping[int, int]
    changing: set[int]

    def low(self, index: int) -> str:
        """Return a word in small letters."""
        return self.document.tokens[index].text.lower()

    def first(self, index: int) -> int:
        """Return the index of the first word of a word's sentence."""
        return self.document.sentences[self.document.sentence_of[index]][0]

    def is_owner(self, index: int) -> bool:
        """Return whether a pronoun is a possessive."""
        return self.pronouns[index].rule == "possessive"

    def may_be_several(self, index: int) -> bool:
        """Return whether a pronoun rather stands for several."""
        if self._is_beside_plural_verb(index) or self._is_of_several(index):
            return True
        return self._is_of_plural_subject(index)

    def _is_beside_plural_verb(self, index: int) -> bool:
        """Return whether the verb of *sie* is a plural, whatever its parser made of it: *seit sie ein Ende nahmen*."""
        document = self.document
        tokens, head = document.tokens, document.heads[index]
        if self.targets[index] == "ihn":
            # 'Seien sie froh'
            others = [at for at in subjects(document, head) if at != index]
            return index > 0 and is_finite(tokens[index - 1]) and verb_is_plural(tokens[index - 1]) and not others
        if self.targets[index] != "er":
            return False
        if any(has_dependent(document, other, "cc") for other in dependents(document, index, "conj")):
            return False
        verb = finite_verb(document, head)
        if verb >= 0:
            finite = tokens[verb].morph
            return verb_is_plural(tokens[verb]) and ("Number" in finite or finite.get("Tense") != "Past")
        # 'Tage, weil sie manches verdecken': a plural that was taken for an infinitive
        if index and is_finite(tokens[index - 1]):
            # 'sonst fühlen sie sich verstanden', below the participle
            return verb_is_plural(tokens[index - 1])
        infinitive = tokens[head].morph.get("VerbForm") == "Inf" and head > index
        ends = head + 1 == len(tokens) or tokens[head + 1].pos == "PUNCT"
        with_zu = has_zu(document, head)
        return infinitive and ends and not with_zu

    def _is_of_several(self, index: int) -> bool:
        """Return whether an owner without noun is in a relative clause of several: *Leute, die ihr Rad lieben*."""
        clause = clause_of(self.document, index)
        verb = finite_verb(self.document, clause)
        unnamed = index in self.alone or self.stands_for.get(index, -1) not in self.changing
        relative = self.document.tokens[clause].relation == "acl:relcl" and unnamed
        owner = self.is_owner(index) and self.to == "male"
        return relative and owner and verb >= 0 and verb_is_plural(self.document.tokens[verb])

    def _is_of_plural_subject(self, index: int) -> bool:
        """Return whether several own what an owner without noun has: *stellen die Betriebe ihren Kunden etwas aus*."""
        document = self.document
        if not self.is_owner(index) or self.to == "female":
            return False
        clause, owned = clause_of(document, index), document.heads[index]
        subject = clause_subject(document, clause)
        unsaid = subject in (-1, owned) or self.low(subject) in SOMETHING
        if unsaid and document.heads[clause] != clause:
            # Die Betriebe sehen zu, wie ihr Absatz sinkt
            subject = clause_subject(document, clause_of(document, document.heads[clause]))
        if subject < 0 or document.tokens[subject].pos not in ("NOUN", "PROPN"):
            return False
        inside = subject == owned or document.tokens[owned].relation == "conj"
        # 'Ihre Eltern liebten ihre Arbeit' as likely is of whose parents they are
        inside = inside or any(at in self.targets for at in dependents(document, subject, "det:poss"))
        verb = finite_verb(document, document.heads[subject])
        plural = document.tokens[subject].morph.get("Number") == "Plur"
        # Frau Ott und Frau Kern lobten ihre Söhne
        several = index in self.alone if plural else True
        return several and not inside and verb >= 0 and verb_is_plural(document.tokens[verb])

    def follows_neuter(self, index: int) -> bool:
        """Return whether a place or a neuter for a person stands before *ihm*: *Das Kind lief, Jan folgte ihm*."""
        tokens = self.document.tokens
        if index not in self.alone or self.low(index) != "ihm":
            return False
        for at in range(self.first(index), index):
            entity = self.document.entity_at(tokens[at].start)
            if entity is not None and entity.type == "LOC" and tokens[at].relation in SUBJECTS:
                return True
            neuter = grammatical_gender(tokens[at].morph) == "neuter" and tokens[at].morph.get("Number") != "Plur"
            if neuter and tokens[at].pos == "NOUN" and person_form(tokens[at].text, "neuter") is not None:
                return True
        return False
