"""German pronouns that would change, and what says that they stand for several, or for a thing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hf_genderfair.languages.clauses import (
    SUBJECTS,
    dependents,
    has_copula,
    has_dependent,
    has_preposition,
    has_word_below,
    is_coordinated,
    is_finite,
    subjects,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import (
    LIKELY,
    animacy_of_personal,
    animacy_of_possessive,
    is_hardly_of_person,
    is_passive,
)
from hf_genderfair.languages.german.candidates import THING
from hf_genderfair.languages.german.clauses import (
    clause_of,
    clause_subject,
    finite_verb,
    has_zu,
    shown_gender,
    verb_is_plural,
)
from hf_genderfair.languages.german.gendered_word import GenderedWord
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.pronouns import pronouns_with_antecedents
from hf_genderfair.languages.german.relatives import is_relative, modified
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
    alone: Sequence[int]
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
        if self._is_beside_plural_verb(index) or self._is_between(index) or self._is_of_several(index):
            return True
        if self._means_all(index) or self._takes_up_joined(index):
            return True
        owners = self._is_of_plural_subject(index) or self._follows_several(index)
        return owners or self._follows_plural_object(index)

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

    def _follows_plural_object(self, index: int) -> bool:
        """Return whether *sie* right behind *und* may be things before it: *der Wirt, der Pilze nahm und sie aß*."""
        document = self.document
        tokens, first = document.tokens, self.first(index)
        behind_verb = document.heads[index] == index - 1
        if self.low(index) != "sie" or not (behind_verb or self.low(index - 1) in ("und", "oder")):
            return False
        if self.stands_for.get(index, -1) in self.changing or document.tokens[document.heads[index]].relation != "conj":
            return False
        return any(
            tokens[at].relation == "obj" and tokens[at].pos == "NOUN" and tokens[at].morph.get("Number") == "Plur"
            for at in range(first, index)
        )

    def _follows_several(self, index: int) -> bool:
        """Return whether *sie*, as an object without antecedent, may be several before it: *Bürger, was sie rührt*."""
        document = self.document
        if index not in self.alone or self.low(index) != "sie" or document.tokens[index].relation in SUBJECTS:
            return False
        first = self.first(index)
        if any(token.text == "ihnen" for token in document.tokens[first:index]):
            return True
        clause = clause_of(document, index)
        above = clause_subject(document, clause_of(document, document.heads[clause]))
        if document.heads[clause] != clause and first <= above < index and clause_subject(document, clause) != above:
            # Die Gemeinden wissen, was auf sie zukommt
            noun = document.tokens[above]
            if noun.pos == "NOUN" and noun.morph.get("Number") == "Plur":
                return True
        return any(
            token.relation in SUBJECTS
            and token.pos == "NOUN"
            and token.morph.get("Number") == "Plur"
            and person_form(token.text) is not None
            for token in document.tokens[first:index]
        )

    def _means_all(self, index: int) -> bool:
        """Return whether *alle* or *beide* stands alone behind *sie*: *Er zählte sie alle auf*."""
        after = self.document.tokens[index + 1 : index + 3]
        if self.low(index) != "sie" or not after or after[0].text not in ("alle", "beide", "allesamt"):
            return False
        return len(after) < 2 or after[1].pos not in ("NOUN", "PROPN", "ADJ", "DET", "NUM")

    def _takes_up_joined(self, index: int) -> bool:
        """Return whether *sie*, as an object, may be all who are joined: *Er bat die Wirtin und den Koch, sie*."""
        first = self.stands_for.get(index, -1)
        if self.low(index) != "sie" or self.document.tokens[index].relation in SUBJECTS or first < 0:
            return False
        return is_coordinated(self.document, first) and self.document.tokens[first].pos == "NOUN"

    def _is_between(self, index: int) -> bool:
        """Return whether several are meant: *etwas zwischen sie stellen*."""
        tokens = self.document.tokens
        joined = index + 1 < len(tokens) and self.low(index + 1) == "und"
        return index > 0 and self.low(index - 1) == "zwischen" and not joined

    def may_be_thing(self, index: int) -> bool:
        """Return whether a pronoun rather stands for a thing."""
        if self._is_of_firm(index) or self._is_of_thing(index):
            return True
        return self._is_relative_past_thing(index) or self._has_owner_that_is_none(index)

    def is_compared(self, index: int) -> bool:
        """Return whether *wie* follows a thing that a pronoun takes up: *Gaben hat, wie sie kaum ein Kind hat*."""
        tokens = self.document.tokens
        first = self.first(index)
        if index - first > 3 and self.low(index - 2) == "wie" and tokens[index - 1].relation in SUBJECTS:
            # ein Ablauf, wie ich ihn schilderte
            index -= 1
        if index - first < 3 or self.low(index - 1) != "wie" or tokens[index - 2].text != ",":
            return False
        tells_how = index + 1 < len(tokens) and self.low(index + 1) == "es"
        before = next((token for token in reversed(tokens[first : index - 2]) if token.pos != "VERB"), tokens[first])
        return not tells_how and before.pos == "NOUN" and person_form(before.text) is None

    def _is_of_thing(self, index: int) -> bool:
        """Return whether a pronoun takes up a thing that is the subject: *Die Partei lernte aus ihren Fehlern*."""
        document = self.document
        if self.stands_for.get(index, -1) in self.changing:
            return False
        if self.low(index) == "ihm" and self._follows_neuter(index):
            return True
        if self.low(index) == "dessen" and index in self.alone:
            return any(self._is_thing(at) for at in range(self.first(index), index))
        if not self.is_owner(index):
            return False
        subject = clause_subject(document, clause_of(document, index))
        if subject < 0 or document.heads[index] in range(*document.subtree(subject)):
            return False
        if is_relative(document, subject):
            subject = modified(document, subject)
        if subject < 0 or not self._is_thing(subject):
            return False
        first = self.first(index)
        return not any(token.pos == "PROPN" for token in document.tokens[first:index])

    def _has_owner_that_is_none(self, index: int) -> bool:
        """Return whether *ihr* as owner is all that would change, and may be of things: *was aus ihrer Sicht fehlt*.

        Several or a feminine stand before it, nobody is named, and what is owned tells of no person.
        """
        tokens = self.document.tokens
        first = self.first(index)
        only = self.changing == {index} and index in self.alone and self.is_owner(index)
        if self.to == "female" or not only or self.evidence(index) > 0:
            return False
        before = [token for token in tokens[first:index] if token.pos in ("NOUN", "PROPN")]
        named = any(token.pos == "PROPN" for token in before)
        feminine = (token.morph.get("Number") == "Plur" or token.morph.get("Gender") == "Fem" for token in before)
        return not named and any(feminine)

    def _is_relative_past_thing(self, index: int) -> bool:
        """Return whether a relative far from its person may be of a thing: *Die Frau sah eine Tür, die grün war*."""
        document = self.document
        antecedent = self.stands_for.get(index, -1)
        if self.pronouns[index].rule != "relative" or antecedent < 0 or index - antecedent < 3:
            return False
        verbs = any(is_finite(document.tokens[at]) for at in range(antecedent + 1, index))
        return verbs and any(self._is_thing(at) for at in range(antecedent + 1, index))

    def _is_thing(self, index: int) -> bool:
        """Return whether a noun means no person, and agrees with the pronouns that would change."""
        token = self.document.tokens[index]
        gender = shown_gender(self.document, index)
        agreeing = gender == "feminine" if self.to == "male" else gender in ("masculine", "neuter")
        one = token.pos == "NOUN" and token.morph.get("Number") != "Plur" and has_dependent(self.document, index, "det")
        return (
            one
            and agreeing
            and person_form(token.text, gender) is None
            and self.document.entity_at(token.start) is None
        )

    def _follows_neuter(self, index: int) -> bool:
        """Return whether a place or a neuter for a person stands before *ihm*: *Das Kind lief, Jan folgte ihm*."""
        tokens = self.document.tokens
        if index not in self.alone:
            return False
        for at in range(self.first(index), index):
            entity = self.document.entity_at(tokens[at].start)
            if entity is not None and entity.type == "LOC" and tokens[at].relation in SUBJECTS:
                return True
            neuter = grammatical_gender(tokens[at].morph) == "neuter" and tokens[at].morph.get("Number") != "Plur"
            if neuter and tokens[at].pos == "NOUN" and person_form(tokens[at].text, "neuter") is not None:
                return True
        return False

    def _is_of_firm(self, index: int) -> bool:
        """Return whether the subject of the clause of *sein* is the name of a firm or a place: *Ottag mehrt seinen*."""
        if not self.is_owner(index) or index not in self.alone or self.to == "male":
            return False
        subject = clause_subject(self.document, clause_of(self.document, index))
        entity = self.document.entity_at(self.document.tokens[subject].start) if subject >= 0 else None
        return entity is not None and entity.type in ("ORG", "LOC")

    def things(self, phrases: list[PersonPhrase], reasons: list[str | None]) -> Iterator[int]:
        """Yield pronouns without antecedent, and without evidence for a person, that stand where things often do."""
        evidence = {index: self.evidence(index) for index in self.alone}
        if not evidence or max(evidence.values()) > 0:
            return
        words, refusals, antecedents = pronouns_with_antecedents(self.document, phrases, reasons, "all")
        persons = {word.start for word in words}
        things = {refusal.start for refusal in refusals if refusal.reason == THING}
        unsaid = max(evidence.values()) < 0
        owners_only = all(self.is_owner(index) for index in self.alone)
        for index in self.alone:
            start = self.document.tokens[index].start
            thing = start in things and self._is_before(antecedents.get(index, index), index)
            if self._is_said_of_thing(index, evidence[index], unsaid) or (
                start not in persons
                and (
                    self._is_object(index)
                    or (thing and (owners_only or self._is_patient(index) or self._goes_on(index, antecedents[index])))
                )
            ):
                yield index

    def _is_before(self, antecedent: int, index: int) -> bool:
        sentence_of = self.document.sentence_of
        return antecedent < index and sentence_of[antecedent] == sentence_of[index]

    def _goes_on(self, index: int, thing: int) -> bool:
        """Return whether a pronoun goes on with the thing that a clause was about: *Der Gipfel endete, er half*."""
        tokens, heads = self.document.tokens, self.document.heads
        subjects = tokens[thing].relation in SUBJECTS and tokens[index].relation in SUBJECTS
        # 'Seine Verabredung sagt ab, und er ärgert sich'
        owned = any(heads[other] == thing for other in self.alone)
        return subjects and self.pronouns[index].rule == "personal" and not owned

    def _is_object(self, index: int) -> bool:
        """Return whether a pronoun is an object without preposition: *Wir müssen sie bereitstellen*."""
        document = self.document
        # 'Das kostete sie den Sieg': of two objects one is a person
        second = any(other != index for other in dependents(document, document.heads[index], "obj"))
        return "ihn" in (self.low(index), self.targets[index]) and not (second or has_preposition(self.document, index))

    def _is_patient(self, index: int) -> bool:
        relation = self.document.tokens[index].relation
        to_be_done = relation == "nsubj" and is_passive(self.document, self.document.heads[index])
        passive = relation == "nsubj:pass" or to_be_done
        return passive and self.targets[index] in ("er", "sie")

    def _is_made_thing(self, index: int) -> bool:
        """Return whether something is declared a thing or a place: *Sie wurde zum Denkmal erklärt*."""
        tokens, head = self.document.tokens, self.document.heads[index]
        return (
            self._is_patient(index)
            and tokens[head].lemma in ("erklären", "erheben", "ausbauen", "umbauen")
            and any(
                tokens[noun].pos == "NOUN" and person_form(tokens[noun].text) is None
                for noun in dependents(self.document, head, "obl", "nmod")
                if has_word_below(self.document, noun, ("zu", "zum", "zur"))
            )
        )

    def _is_said_of_thing(self, index: int, evidence: float, unsaid: bool) -> bool:
        """Return whether things are told of a pronoun: *sie ist günstig*, *er wurde verfasst*, *er ist ein Beleg*."""
        tokens, head = self.document.tokens, self.document.heads[index]
        if evidence <= -LIKELY and (has_copula(self.document, head) or self._is_patient(index)):
            return True
        if is_hardly_of_person(self.document, index):
            return True
        if self._is_made_thing(index):
            return True
        if tokens[head].lemma == "geben" and has_word_below(self.document, head, ("es",)):
            # seit es ihn gibt
            return True
        noun = tokens[head].pos == "NOUN" and tokens[index].relation in SUBJECTS and has_copula(self.document, head)
        articles = (self.low(article) for article in dependents(self.document, head, "det"))
        return unsaid and noun and any(article.startswith(("ein", "kein")) for article in articles)

    def evidence(self, index: int) -> float:
        """Return how much says that a pronoun stands for a person; negative where it rather is a thing."""
        return (animacy_of_possessive if self.is_owner(index) else animacy_of_personal)(self.document, index)
