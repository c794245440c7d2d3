"""Words beside which a German sentence would change by halves: somebody of the old gender whom no other rule reads.

All persons of a sentence change, or none: who stays for want of evidence leaves the others as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence, Set
from typing import NamedTuple

from hf_genderfair.counterfactual.german.elliptical import RANKED
from hf_genderfair.counterfactual.german.men import is_sought
from hf_genderfair.counterfactual.german.persons import said_of, says_what_one_is
from hf_genderfair.counterfactual.german.pronoun_cases import has_doubtful_case
from hf_genderfair.counterfactual.german.subjects import GREETING
from hf_genderfair.counterfactual.german.words import SOURCE, STEM, SUBJECT_FORMS
from hf_genderfair.languages.clauses import SUBJECTS, VERBAL, dependents, has_copula, is_finite
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.languages.german.animacy_evidence import COLLECTIVES
from hf_genderfair.languages.german.clauses import (
    article_gender,
    clause_of,
    finite_verb,
    shown_gender,
    verb_is_plural,
)
from hf_genderfair.languages.german.non_person_nouns import PERSON_ADJECTIVES
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.relatives import is_relative
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

NAMED_AS = frozenset({"darunter", "nämlich"})
ARGUMENTS = SUBJECTS | {"obj", "iobj", "obl:arg"}
JOINING = frozenset({"und", "oder", "sowie"})
OPENING = frozenset({"und", "aber", "denn", ";", ":", "»", "„", "–"})
DEMONSTRATIVES: dict[BinaryGender, WordClass] = {
    "male": WordClass("closed_classes_de", "demonstrative_of_woman"),
    "female": WordClass("closed_classes_de", "demonstrative_of_man"),
}
BEHIND_SUBJECT = frozenset({"ADV", "PART", "VERB", "AUX", "PRON"})
ADDRESSING = WordClass("closed_classes_de", "speaker_or_hearer")
SERVICES = ("dienst",)
PERSON_ENDINGS = WordClass("noun_classes_de", "person_ending")


class Halves(NamedTuple):
    """What of a text changes, and what stays.

    Attributes:
        document: The text before the swap.
        to: The gender wanted.
        changing: Indices of the words that change.
        alone: Those of them that are pronouns without antecedent.
        phrases: Indices of the heads of all phrases.
        generic: The phrases of the old gender that stay for want of evidence for somebody in particular.
    """

    document: Document
    to: BinaryGender
    changing: Set[int]
    alone: Collection[int]
    phrases: Collection[int]
    generic: Sequence[PersonPhrase]

    def found(self) -> Iterator[int]:
        """Yield the indices of words in sentences of which something changes, beside which nothing may change."""
        concerned = {self.document.sentence_of[index] for index in self.changing}
        for phrase in self.generic:
            if self.document.sentence_of[phrase.head] in concerned and self._is_one(phrase):
                yield phrase.head
        of_changing: tuple[Callable[[int], bool], ...] = (
            self._is_owned_by_thing,
            self._is_thing_by_predicate,
            self._is_in_part,
            self._is_doubtful,
        )
        of_staying: tuple[Callable[[int], bool], ...] = (
            self._is_without_counterpart,
            self._is_unknown_beside,
            self._is_demonstrative,
            self._is_article_of_name,
            self._is_other,
        )
        for sentence in sorted(concerned):
            for index in range(*self.document.sentences[sentence]):
                if any(check(index) for check in (of_changing if index in self.changing else of_staying)):
                    yield index

    def _low(self, index: int) -> str:
        return self.document.tokens[index].text.lower() if 0 <= index < len(self.document.tokens) else ""

    def _first(self, index: int) -> int:
        return self.document.sentences[self.document.sentence_of[index]][0]

    def _gender(self, index: int) -> str | None:
        return shown_gender(self.document, index)

    def _is_one(self, phrase: PersonPhrase) -> bool:
        """Return whether a noun may well mean one person: *traf einen Arzt*, *darunter Botschafter in Rom, der*."""
        # So do the subjects and objects with an article, those who belong to a list with persons who change, and what
        # somebody who changes is.
        document, head = self.document, phrase.head
        first = phrase.first
        if self._low(head - 1) in ("dessen", "deren"):
            return False
        entity = document.entity_at(phrase.end + 1)
        if entity is not None and entity.type == "ORG":
            # den Reporter Jan Ott, whose name was taken for that of a firm
            return phrase.number == "Sing" and " " in document.text[entity.start : entity.end]
        if first > 1 and self._low(first - 1) == "als" and self._low(first - 2) in ADDRESSING:
            # Ihr Sprecher zeigt Sie als Sportler
            return True
        if phrase.number == "Plur":
            # darunter der Wirt, Freund der Familie
            apposed = bool(set(dependents(document, head, "appos")) & self.changing)
            return not phrase.adjectives and (apposed or self._is_what_one_is(phrase))
        if NAMED_AS & {self._low(first - 1), self._low(first - 2)}:
            return True
        beside = {document.heads[head], *dependents(document, head, "appos", "conj")}
        joined = document.tokens[head].relation in ("appos", "conj") or len(beside) > 1
        if joined and beside & self.changing:
            return True
        if phrase.determiner < 0 and phrase.adjectives and self._low(first).startswith(GREETING):
            return True
        article, about = self._low(phrase.determiner) if phrase.determiner >= 0 else "", said_of(document, phrase)
        if about >= 0 or not article:
            # seine Elf, die nicht mehr Meister war
            return about in self.changing or (about < 0 and says_what_one_is(document, phrase))
        if article.startswith("ein"):
            return not is_sought(document, phrase)
        if article == "der":
            return document.tokens[head].relation in ARGUMENTS
        return article in ("die", "den", "dem", "des")

    def _is_what_one_is(self, phrase: PersonPhrase) -> bool:
        """Return whether what looks like a plural tells what one who changes is: *Als Koch sieht er sich geehrt*."""
        clause = clause_of(self.document, phrase.head)
        verb = finite_verb(self.document, clause)
        if ("Nom", "Sing") not in phrase.noun.cells or verb < 0 or verb_is_plural(self.document.tokens[verb]):
            return False
        if self.document.tokens[phrase.head].relation == "conj" and self._low(phrase.first - 1) != "als":
            return self.document.heads[phrase.head] in self.changing
        return says_what_one_is(self.document, phrase._replace(number="Sing"))

    def _is_without_counterpart(self, index: int) -> bool:
        """Return whether a noun means one man or woman, and has no counterpart: *der Oheim*, *sein Brüderchen*."""
        token = self.document.tokens[index]
        if token.pos not in ("NOUN", "PROPN") or index in self.phrases:
            return False
        gender = article_gender(self.document, index)
        form = person_form(token.text, gender)
        # der Premier Jan Ott, ein Vordermann
        one = token.text.endswith(("mann", "manns")) or self._is_before_name(index)
        if form is None or (form.epicene and not one) or form.gender != SOURCE[self.to] or gender != form.gender:
            return False
        return form.sense != "mostly_thing" and token.morph.get("Number") != "Plur"

    def _is_before_name(self, index: int) -> bool:
        """Return whether the name of a person begins right behind a word."""
        after = index + 1
        entity = (
            self.document.entity_at(self.document.tokens[after].start) if after < len(self.document.tokens) else None
        )
        return entity is not None and entity.type == "PER" and self.document.heads[after] == index

    def _is_unknown_beside(self, index: int) -> bool:
        """Return whether a noun without counterpart ends as words for persons do, beside somebody who changes."""
        document, token = self.document, self.document.tokens[index]
        if token.pos not in ("NOUN", "PROPN") or token.relation != "conj" or index in self.phrases:
            return False
        articles = dependents(document, index, "det")
        if self._low((articles or [index])[0] - 1) not in (*JOINING, ",") or token.morph.get("Number") == "Plur":
            return False
        written, known = self._low(index), person_form(token.text)
        person = written.endswith("in") if self.to == "male" else written.endswith((*PERSON_ENDINGS.as_tuple, "mann"))
        above = document.heads[index]
        changing = {at for at in (above, document.heads[above]) if self._begins(at) in self.changing}
        if not articles:
            # als Wirt, Koch und Zimmermann
            described = any(has_copula(document, at) or self._low(at - 1) == "als" for at in changing)
            if known is None:
                return person and described and token.pos == "NOUN"
            # Jan Ott, Vorsitzender des Rats und Abgeordneter
            nominalised = known.gender == "common" and written.endswith("er") and self.to == "female"
            return (described and known.gender == SOURCE[self.to]) or (nominalised and bool(changing))
        agreeing = self._low(articles[0]) in ("ein", "einen", "einem", "der", "den", "dem", "eine", "einer", "die")
        return person and agreeing and bool(changing) and known is None

    def _is_demonstrative(self, index: int) -> bool:
        """Return whether *der* or *dieser* is the subject for one: *Wie kommt der hierher*."""
        document, tokens, after = self.document, self.document.tokens, index + 1
        if self._low(index) not in DEMONSTRATIVES[self.to] or is_relative(document, index):
            return False
        opens = index == self._first(index) or self._low(index - 1) in OPENING
        if opens and after < len(tokens) and is_finite(tokens[after]):
            return not verb_is_plural(tokens[after])
        if self._low(index).startswith("dies") and document.heads[index] == after and tokens[after].pos in VERBAL:
            # den diese annahm
            return not verb_is_plural(tokens[after])
        subject = tokens[index].relation in SUBJECTS and self._low(index) in SUBJECT_FORMS[self.to]
        alone = after < len(tokens) and (tokens[after].pos in BEHIND_SUBJECT or document.heads[index] == after)
        verb = finite_verb(document, document.heads[index]) if subject and alone else -1
        return verb >= 0 and not verb_is_plural(tokens[verb])

    def _is_article_of_name(self, index: int) -> bool:
        """Return whether an article stays before a name or a place in a list: *wie der Rossi sang*, *der Listen-7.*."""
        document, tokens = self.document, self.document.tokens
        token, head = tokens[index], document.heads[index]
        if token.pos != "DET" or token.relation not in ("det", "det:poss") or head < index:
            return False
        if index + 3 < len(tokens) and self._low(index + 2) == "-" and token.morph.get("Number") != "Plur":
            last = tokens[index + 3]
            place = last.text[0].isdigit() and "." in document.text[last.end - 1 : last.end + 1]
            return place and self._low(index) in ("der", "den", "dem", "die") and head in (index + 1, index + 3)
        name = tokens[head]
        if name.pos != "PROPN" or head in self.phrases or name.morph.get("Number") == "Plur":
            return False
        entity = document.entity_at(name.start)
        shown = article_gender(document, head) or self._gender_of_owned(index)
        if self._low(index) == "der" and name.relation == "nmod":
            shown = "feminine"
        close = all(tokens[at].pos == "ADJ" for at in range(index + 1, head))
        if entity is not None:
            return entity.type == "PER" and close and shown == SOURCE[self.to]
        if self._low(index) in ("des", "den") or self._low(index).startswith(("mein", "unser")):
            return self._is_before_surname(index) and shown == "masculine"
        if head != index + 1:
            # die Frau der alten Rossi
            return shown == SOURCE[self.to] and tokens[index + 1].lemma.lower() in PERSON_ADJECTIVES
        whole = tokens[head + 1 : head + 2] and tokens[head + 1].pos == "PROPN"
        called = None if whole else first_name_gender(name.text, "de")
        if called is not None and called.gender not in (self.to, "unknown") and self._low(index - 1) != ",":
            # gib's der Hanne
            return article_gender(document, head) == SOURCE[self.to]
        return self.to == "female" and self._low(index) == "der" and name.relation == "nsubj"

    def _is_before_surname(self, index: int) -> bool:
        """Return whether a masculine article stands before what looks like a surname: *das Lied des Leopardi*."""
        tokens, head = self.document.tokens, self.document.heads[index]
        # den Wills schrieb
        relative = tokens[index].relation == "det" and self._low(index - 1) == ","
        alone = head + 1 == len(tokens) or tokens[head + 1].pos != "PROPN"
        argument = tokens[head].relation in (*ARGUMENTS, "nmod", "root")
        return self.to == "female" and not relative and alone and argument and tokens[head].text.istitle()

    def _gender_of_owned(self, index: int) -> str | None:
        """Return the gender of a name that the possessive before it shows: *mein guter Jan*."""
        if self.document.tokens[index].relation != "det:poss":
            return None
        return "masculine" if self._low(index) in ("mein", "unser", "meinen", "meinem") else "feminine"

    def _is_owned_by_thing(self, index: int) -> bool:
        """Whether a possessive right behind *und* is that of the thing before: *unser Staat und seine Organe*."""
        # In *sein Leben und seine Werke* somebody owns both.
        document, noun = self.document, index - 2
        if not self._low(index).startswith(STEM[self.to]):
            return False
        if index == self._first(index) or self._low(index - 1) not in JOINING or document.tokens[noun].pos != "NOUN":
            return False
        articles = [self._low(at) for at in dependents(document, noun, "det", "det:poss")]
        if not articles or any(article.startswith(("sein", "ihr")) for article in articles):
            return False
        return self._is_thing(noun)

    def _is_thing(self, index: int) -> bool:
        genders = ("feminine",) if self.to == "male" else ("masculine", "neuter")
        return self._gender(index) in genders and person_form(self.document.tokens[index].text) is None

    def _is_other(self, index: int) -> bool:
        """Return whether *der andere* or *der Olympia-Dritte* stays: *ein Partner lobt, der andere schweigt*."""
        tokens, article = self.document.tokens, self._low(self._begins(index) - 1)
        one = ("die", "der") if self.to == "male" else ("der", "dem", "den", "des")
        if article not in one:
            return False
        oblique = article != ("die" if self.to == "male" else "der")
        word = tokens[index].text
        governed = article == "der" and index > 1 and tokens[index - 2].pos == "ADP"
        plural = tokens[index].morph.get("Number") == "Plur" and not governed
        if oblique and article != "dem" and plural:
            return False
        ranked = word[0].isupper() and RANKED.pattern.fullmatch(self._low(index).removesuffix("n"))
        if word not in (("andern", "anderen") if oblique else ("andere", "eine")) and not ranked:
            return False
        return index + 1 == len(tokens) or tokens[index + 1].pos not in ("NOUN", "PROPN", "ADJ", "NUM")

    def _is_in_part(self, index: int) -> bool:
        """Return whether the counterpart of a noun stands behind it in part: *Verteidigerinnen und -verteidiger*."""
        tokens = self.document.tokens
        joined = tokens[index].pos == "NOUN" and self._low(index + 1) in JOINING
        if not joined or index + 2 >= len(tokens):
            return False
        return tokens[index + 2].text[0] == "-"

    def _begins(self, index: int) -> int:
        """Return the index of the first part of a word with hyphens, which the tokens divide."""
        tokens = self.document.tokens
        while index and tokens[index - 1].end == tokens[index].start:
            index -= 1
        return index

    def _is_thing_by_predicate(self, index: int) -> bool:
        """Return whether somebody who changes is said to be a body: *Der Auftraggeber sei ein Verein gewesen*."""
        document, head = self.document, self.document.heads[index]
        token = document.tokens[index]
        if token.pos != "NOUN" or token.relation not in SUBJECTS:
            return False
        body = head if has_copula(document, head) else head - 1
        predicate = document.tokens[body]
        bodies = COLLECTIVES.as_tuple + SERVICES
        beside = body not in range(*document.subtree(index))
        return predicate.pos == "NOUN" and body > index and beside and predicate.text.lower().endswith(bodies)

    def _is_doubtful(self, index: int) -> bool:
        """Return whether nothing tells the case of *sie*."""
        return self.to == "male" and has_doubtful_case(self.document, index)
