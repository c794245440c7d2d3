"""What German pronouns stand for: whom the reader sees, among nouns, names and indefinite pronouns that agree.

Which of them are rewritten is known of the phrases for persons; a noun of no person is a thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hf_genderfair.languages.clauses import dependents
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import names_of_no_persons, person_noun_gender
from hf_genderfair.languages.german.candidates import (
    DETERMINATIVE,
    LEFT,
    PARTS,
    THING,
    Anaphor,
    Candidate,
    Candidates,
    indefinite_at,
    is_joined,
    is_no_antecedent,
    leaning_of,
    noun_agreement,
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
)
from hf_genderfair.languages.german.no_persons import ADDRESS, NAME
from hf_genderfair.languages.german.person_forms import GermanPersonForm, person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.role_nouns import FAIR, MEN, NAMED, QUOTATION, SPECIFIC, WOMEN
from hf_genderfair.languages.reader.reading import LEAST_OF_PERSON, persons_seen, read
from hf_genderfair.languages.types import grammatical_gender

NOUNS = frozenset({"NOUN", "PROPN"})

PERSONS = frozenset({QUOTATION, NAMED, SPECIFIC, WOMEN, MEN})
"""Reasons to leave a phrase that stands for persons."""


class Antecedents:
    """The antecedents that the pronouns of one text may have.

    Args:
        document: The text.
        phrases: Its role nouns.
        refused: For each phrase the reason why it is left alone, or None.
        names: Whether pronouns for persons with names are rewritten.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Der Arzt kommt, denn er hat Zeit."
        >>> document = Document(text, next(iter(pipeline("de").analyse([text]))), "de")
        >>> antecedents = Antecedents(document, [], [], True)
        >>> found = antecedents.of(Anaphor(5, "personal", MASCULINE))
        >>> document.tokens[found.token_index].text, found.reason
        ('Arzt', '')
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

    def of(self, pronoun: Anaphor) -> Candidate | None:
        """Return whom the reader takes a pronoun for, as far as gender and number agree; None where it sees nobody."""
        reading, at = self.document.derived(read), pronoun.token_index
        number = reading.mention_of[at]
        if number < 0:
            return None
        chain = self.document.derived(persons_seen)[reading.mentions[number].chain]
        before = [mention for mention in reversed(chain) if mention.last < at]
        # 'In seiner Rede sagte der Minister'
        last = self.document.sentences[self.document.sentence_of[at]][1]
        after = [mention for mention in chain if at < mention.first < last]
        for mention in (*before, *after):
            for index in range(mention.last, mention.first - 1, -1):
                found = self.candidates.at(index)
                if found is not None and not found.taken and found.agrees(pronoun.agreement):
                    return found
        return None

    def take(self, pronoun: Anaphor, antecedent: Candidate | None) -> None:
        """Let other words stand beside a pronoun and what it stands for; without antecedent, for a person."""
        index, agreement, reason = pronoun.token_index, pronoun.agreement, ""
        if antecedent is not None:
            agreement, reason = antecedent.agreement & agreement or agreement, antecedent.reason
            self.stands_for[index] = antecedent.token_index
        self.candidates.add(Candidate(index, agreement, reason, taken=True))

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
        return Candidate(index, agreement | several, reason, leaning)

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
        likely = self.document.derived(read).persons[index] >= LEAST_OF_PERSON
        if of_thing or not (entity or leaning or likely):
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
