"""The possible antecedents of German pronouns among nouns, names and indefinite pronouns, and the choice among them.

How it is chosen stands in `resolution`. Here is what rewriting and swaps know beside: which phrases for persons are
rewritten, and whether a text is known to be of persons.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from hf_genderfair.languages.clauses import dependents
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import names_of_no_persons, person_noun_gender
from hf_genderfair.languages.german.animacy import COLLECTIVES, LIKELY, animacy, speaks
from hf_genderfair.languages.german.candidates import (
    DETERMINATIVE,
    LEFT,
    PARTS,
    POSSESSORS,
    THING,
    Anaphor,
    Candidate,
    candidate_at,
    indefinite_at,
    is_joined,
    is_no_antecedent,
    leaning_of,
    noun_agreement,
    pronoun_at,
    thing_at,
)
from hf_genderfair.languages.german.clauses import (
    BITS,
    FEMININE,
    MASCULINE,
    NEUTER,
    PLURAL,
    SINGULAR,
    article_gender,
    number_of_verb,
)
from hf_genderfair.languages.german.no_persons import ADDRESS, NAME
from hf_genderfair.languages.german.person_forms import GermanPersonForm, person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.resolution import NOUNS, Candidates, Policy, best, following_subject
from hf_genderfair.languages.german.role_nouns import FAIR, MEN, NAMED, QUOTATION, SPECIFIC, WOMEN
from hf_genderfair.languages.types import grammatical_gender

REACH = 3
"""Sentences before its own that a pronoun may reach back."""

PERSONS = frozenset({QUOTATION, NAMED, SPECIFIC, WOMEN, MEN})
"""Reasons to leave a phrase that stands for persons."""

FAR_FETCHED = -2.0
"""What speaks at least for a thing that is an antecedent, where nothing speaks for a person."""


class Antecedents:
    """The antecedents that the pronouns of one text may have.

    Args:
        document: The text.
        phrases: Its role nouns.
        refused: For each phrase the reason why it is left alone, or None.
        names: Whether pronouns for persons with names are rewritten.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Der Tisch wackelt, denn er ist alt."
        >>> document = Document(text, next(iter(pipeline("de").analyse([text]))), "de")
        >>> antecedents = Antecedents(document, [], [], True)
        >>> found = antecedents.best(Anaphor(5, "personal", MASCULINE, 0.0))
        >>> document.tokens[found.token_index].text, found.reason
        ('Tisch', 'thing')
    """

    def __init__(
        self, document: Document, phrases: Sequence[PersonPhrase], refused: Sequence[str | None], names: bool
    ) -> None:
        """Keep the text; its sentences are read when a pronoun asks for them."""
        self.document = document
        self.phrases = {phrase.head: number for number, phrase in enumerate(phrases)}
        self.heads = {phrase.head: phrase.head for phrase in phrases}
        self.all_phrases = phrases
        self.refused = refused
        self.names = names
        self.candidates = Candidates(document, self._read)
        self.stands_for: dict[int, int] = {}

    def best(self, pronoun: Anaphor) -> Candidate | None:
        """Return the candidate for which most speaks; None where none agrees."""
        document = self.document
        later = following_subject(document, pronoun)
        if later > pronoun.token_index and document.tokens[later].text.lower() in ("er", "sie"):
            return self._like_later(pronoun, later)
        fit, is_likely = partial(self._fit, pronoun), partial(_is_likely, pronoun)
        return best(document, self.candidates, pronoun, Policy(REACH, self.heads, fit, is_likely))

    def _fit(self, pronoun: Anaphor, candidate: Candidate) -> float | None:
        if not candidate.agrees(pronoun.agreement):
            return None
        document, index = self.document, candidate.token_index
        if document.tokens[index].text.lower() == "man" and pronoun.kind not in POSSESSORS:
            # 'man' has pronouns of its own: 'einen', 'einem'; texts that go on with 'er' all the same mean a person
            sentence_of = document.sentence_of
            if pronoun.animacy < 0 or sentence_of[index] == sentence_of[pronoun.token_index]:
                return None
        return 0.0

    def _like_later(self, pronoun: Anaphor, later: int) -> Candidate | None:
        """Return what a pronoun stands for of which a later one says the same: *Bei seiner Ankunft schlief er*."""
        bits = MASCULINE if self.document.tokens[later].text.lower() == "er" else FEMININE
        if bits == FEMININE and number_of_verb(self.document, self.document.heads[later]) == "Plur":
            # auf ihrem Flug spielten sie
            return self._at(later, PLURAL) if pronoun.agreement & PLURAL else None
        if not bits & pronoun.agreement:
            return None
        likely = animacy(self.document, later)
        found = self.best(Anaphor(later, "personal", bits, likely))
        if found is None:
            return self._at(later, bits) if self.names and likely >= LIKELY else None
        return self._at(later, bits, found.reason)

    def take(self, pronoun: Anaphor, antecedent: Candidate | None) -> None:
        """Let later pronouns go on with what a pronoun stands for, or, without antecedent, with a person."""
        index, agreement = pronoun.token_index, pronoun.agreement
        if antecedent is None:
            referent, reason = ~index, ""
        else:
            agreement = antecedent.agreement & agreement or agreement
            referent, reason = antecedent.referent, antecedent.reason
            self.stands_for[index] = ~referent
        slot = "possessor" if pronoun.kind == "possessive" else pronoun.slot
        self.candidates.add(pronoun_at(self.document, index, agreement, slot, referent, reason))

    def _read(self, index: int) -> Candidate | None:
        """Read one token as something that a pronoun may stand for."""
        token = self.document.tokens[index]
        number = self.phrases.get(index)
        if number is not None:
            return self._phrase(index, number)
        if token.pos in NOUNS and token.text.lower() not in DETERMINATIVE:
            if token.relation in PARTS:
                return None
            return self._name(index) if token.pos == "PROPN" else self._noun(index)
        return indefinite_at(self.document, index)

    def _at(self, index: int, agreement: int, reason: str = "", leaning: int = 0) -> Candidate:
        several = PLURAL if is_joined(self.document, index) else 0
        return candidate_at(self.document, index, agreement | several)._replace(reason=reason, leaning=leaning)

    def _phrase(self, index: int, number: int) -> Candidate:
        phrase, reason = self.all_phrases[number], self.refused[number]
        agreement = PLURAL if phrase.number == "Plur" else BITS.get(phrase.noun.gender, MASCULINE | FEMININE)
        if phrase.noun.gender == "common" and agreement != PLURAL:
            agreement = self._article_bits(index) or agreement
        if reason in (NAME, ADDRESS):
            return self._name(index)
        return self._at(index, agreement, "" if reason in (None, FAIR) else LEFT if reason in PERSONS else THING)

    def _name(self, index: int) -> Candidate:
        token = self.document.tokens[index]
        entity = self.document.entity_type(token.start)
        if self._has_plural_article(index):
            return self._at(index, PLURAL, THING if entity != "PER" else "" if self.names else LEFT)
        titled = self._titled_bits(index)
        if titled:
            return self._at(index, titled, "" if self.names else LEFT)
        leaning = leaning_of(token.text)
        of_thing = entity in ("LOC", "ORG") or token.text.casefold() in names_of_no_persons("de")
        if of_thing or not (entity or leaning or self._is_surname(index)):
            return self._at(index, self._article_bits(index) or (NEUTER if entity == "LOC" else SINGULAR), THING)
        agreement = self._article_bits(index) & (MASCULINE | FEMININE) or MASCULINE | FEMININE
        return self._at(index, agreement, "" if self.names else LEFT, leaning)

    def _titled_bits(self, index: int) -> int:
        """Return the gender of the word for a person right before a name: *die Köchin Grün, die*; 0 where none is."""
        number = self.phrases.get(index - 1)
        if number is None or self.document.heads[index] != index - 1:
            return 0
        phrase = self.all_phrases[number]
        person = self.refused[number] in {None, FAIR, NAME, ADDRESS, *PERSONS}
        return BITS.get(phrase.noun.gender, 0) if person and phrase.number == "Sing" else 0

    def _is_surname(self, index: int) -> bool:
        """Return whether a word that no list knows is likely the name of a person: of somebody who speaks."""
        word = self.document.tokens[index].text
        collective = (word.isupper() and len(word) > 1) or word.lower().endswith(COLLECTIVES.as_tuple)
        return not collective and not self._article_bits(index) and speaks(self.document, index)

    def _noun(self, index: int) -> Candidate | None:
        token = self.document.tokens[index]
        if self.document.entity_type(token.start) == "PER":
            return self._at(index, MASCULINE | FEMININE, "" if self.names else LEFT, leaning_of(token.text))
        if is_no_antecedent(self.document, index):
            return None
        form = person_form(token.text, grammatical_gender(token.morph))
        if form is None:
            return thing_at(self.document, index)
        reason = "" if self.names and _is_open(token.text, form) else LEFT
        return self._at(index, PLURAL if form.number == "Plur" else noun_agreement(self.document, index), reason)

    def _has_plural_article(self, index: int) -> bool:
        """Return whether a name has an article in the plural: *die Niederlande*."""
        tokens = self.document.tokens
        return any(tokens[at].morph.get("Number") == "Plur" for at in dependents(self.document, index, "det"))

    def _article_bits(self, index: int) -> int:
        return BITS.get(article_gender(self.document, index), 0)


@lru_cache(maxsize=50_000)
def _is_open(word: str, form: GermanPersonForm) -> bool:
    """Return whether a word for persons is neither epicene (*Kind*) nor says a gender (*Mutter*)."""
    return not form.epicene and form.gender != "neuter" and person_noun_gender(word, "de", "Sing") is None


def _is_likely(pronoun: Anaphor, thing: Candidate, score: float, rival: bool) -> bool:
    """Return whether enough speaks for a thing."""
    return rival or score >= FAR_FETCHED + pronoun.animacy / 2
