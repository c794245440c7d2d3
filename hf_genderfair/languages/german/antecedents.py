"""The possible antecedents of German pronouns, and the choice among them.

Nouns for things compete with persons, since *er*, *sie*, *sein* and *ihr* agree with the gender of nouns. Constraints
come first (agreement, binding: Chomsky 1981), then salience as in Lappin and Leass (1994): subjects and what stands
first go before objects, near before far. Weights were set by judgement, and no word for a gender or an occupation has
one.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from functools import lru_cache

from hf_genderfair.languages.clauses import (
    dependents,
    has_word_below,
    subjects,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import person_noun_gender
from hf_genderfair.languages.german.animacy_evidence import COLLECTIVES, LIKELY, animacy_of_personal, speaks
from hf_genderfair.languages.german.binding import POSSESSORS, barred_words
from hf_genderfair.languages.german.candidates import (
    AGAIN,
    BARE,
    DETERMINATIVE,
    INNER,
    PARTS,
    SLOT,
    SLOTS,
    Anaphor,
    AntecedentCandidate,
    has_article,
    indefinite_agreement,
    is_alone,
    is_no_antecedent,
    leaning_of,
    noun_agreement,
    place_prominence,
)
from hf_genderfair.languages.german.clauses import (
    BITS,
    FEMININE,
    MASCULINE,
    NEUTER,
    PLURAL,
    SINGULAR,
    article_gender,
    clause_of,
    clause_subject,
    finite_verb,
    verb_is_plural,
)
from hf_genderfair.languages.german.names import ADDRESS, NAME
from hf_genderfair.languages.german.non_person_nouns import FIRMS
from hf_genderfair.languages.german.person_forms import GermanPersonForm, person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.preferences import (
    NOUNS,
    AnaphorContext,
    context_of,
    possessor_preference,
    preference,
)
from hf_genderfair.languages.german.scope import FAIR, QUOTATION
from hf_genderfair.languages.german.specific_reference import MEN, NAMED, SPECIFIC, WOMEN
from hf_genderfair.languages.person_words import names_of_no_persons
from hf_genderfair.languages.types import grammatical_gender

THING, LEFT = "thing", "antecedent not rewritten"
"""Reasons to leave a pronoun, by what it stands for."""

REACH = 3
"""Sentences before its own that a pronoun may reach back."""

NEAREST = 48
"""Candidates before a pronoun that are compared: more only stand in lists, and time must not grow with their square."""

PERSONS = frozenset({QUOTATION, NAMED, SPECIFIC, WOMEN, MEN})
"""Reasons to leave a phrase that stands for persons."""

AGAINST_THINGS = {"subject": -1.4, "object": -0.8, "oblique": -1.2, "possessor": -1.0}
"""What is taken off for things, by the role of the pronoun: texts go on with persons as subjects."""

FAR_FETCHED = -2.0
"""What speaks at least for a thing that is an antecedent, where nothing speaks for a person."""

ENOUGH_FOR_THINGS, ENOUGH_INSIDE, OPENING_SENTENCES = 0.0, -1.0, 2
"""The same in texts that are known to be of persons: in their first sentences, whose persons may stand before the text,
and in those behind."""
SEVERAL_OF_PERSONS = -0.6
"""What is taken off in such texts for several that are not the subject of the pronoun's clause."""

OTHER_NAME = -0.6
"""What is taken off where a first name is mostly given to others: the text may be a rewritten one."""


class Antecedents:
    """The antecedents that the pronouns of one text may have.

    Args:
        document: The text.
        phrases: Its role nouns.
        refused: For each phrase the reason why it is left alone, or None.
        names: Whether pronouns for persons with names are rewritten.
        of_persons: Whether the text is known to be of persons, so that more must speak for things and for several.

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
        self,
        document: Document,
        phrases: Sequence[PersonPhrase],
        refused: Sequence[str | None],
        names: bool,
        of_persons: bool = False,
    ) -> None:
        """Keep the text; its sentences are read when a pronoun asks for them."""
        self.document = document
        self.phrases = {phrase.head: number for number, phrase in enumerate(phrases)}
        self.all_phrases = phrases
        self.refused = refused
        self.names = names
        self.of_persons = of_persons
        self.found: dict[int, list[AntecedentCandidate]] = {}
        self.stands_for: dict[int, int] = {}
        self.entity_of = self._entities()

    def best(self, pronoun: Anaphor) -> AntecedentCandidate | None:
        """Return the candidate for which most speaks; None where none agrees."""
        barred = self._barred(pronoun)
        forward = self._forward(pronoun)
        sentence = self.document.sentence_of[pronoun.token_index]
        if forward > pronoun.token_index and self.document.tokens[forward].text.lower() in ("er", "sie"):
            return self._like_later(pronoun, forward)
        found, highest = None, FAR_FETCHED + pronoun.animacy / 2
        slot = self._slot(pronoun.token_index)
        around = context_of(self.document, pronoun.token_index, pronoun.kind, slot, self.phrases)
        enough = ENOUGH_FOR_THINGS if sentence < OPENING_SENTENCES else ENOUGH_INSIDE
        for candidate in self._nearest(pronoun, forward):
            if candidate.token_index in barred or self.stands_for.get(candidate.token_index, -1) in barred:
                continue
            distance = sentence - self.document.sentence_of[candidate.token_index]
            score = self.score(pronoun, candidate, distance, around)
            if self.of_persons and pronoun.kind in ("personal", "possessive"):
                score += self._for_persons(candidate, around)
                if (
                    candidate.reason == THING
                    and score < enough
                    and not self._may_be_several(pronoun, candidate, around)
                    and not (distance == 0 and is_alone(self.document, pronoun, candidate, self.candidates(sentence)))
                ):
                    continue
            if score >= highest or (found is None and candidate.reason != THING):
                found, highest = candidate, score
        return found

    def _may_be_several(self, pronoun: Anaphor, candidate: AntecedentCandidate, around: AnaphorContext) -> bool:
        """Return whether things in the plural may be meant: *Er kaufte Bücher und las sie*."""
        several = candidate.agreement & PLURAL != 0
        return several and (pronoun.kind != "possessive" or candidate.token_index == around.owner)

    def _for_persons(self, candidate: AntecedentCandidate, around: AnaphorContext) -> float:
        several = candidate.agreement == PLURAL and candidate.token_index != around.owner
        return SEVERAL_OF_PERSONS if several else 0.0

    def _nearest(self, pronoun: Anaphor, forward: int) -> list[AntecedentCandidate]:
        """Return the candidates that agree with a pronoun and stand before it, or at `forward`, in order."""
        sentence = self.document.sentence_of[pronoun.token_index]
        found: list[AntecedentCandidate] = []
        for number in range(sentence, max(0, sentence - REACH) - 1, -1):
            for candidate in reversed(self.candidates(number)):
                before = candidate.token_index < pronoun.token_index or candidate.token_index == forward
                if before and candidate.agreement & pronoun.agreement:
                    found.append(candidate)
                if len(found) == NEAREST:
                    return found[::-1]
        return found[::-1]

    def _like_later(self, pronoun: Anaphor, later: int) -> AntecedentCandidate | None:
        """Return what a pronoun stands for of which a later one says the same: *Bei seiner Ankunft schlief er*."""
        bits = MASCULINE if self.document.tokens[later].text.lower() == "er" else FEMININE
        verb = finite_verb(self.document, self.document.heads[later])
        if bits == FEMININE and verb >= 0 and verb_is_plural(self.document.tokens[verb]):
            # auf ihrem Flug spielten sie
            return self._at(later, PLURAL) if pronoun.agreement & PLURAL else None
        if not bits & pronoun.agreement:
            return None
        animacy = animacy_of_personal(self.document, later)
        found = self.best(Anaphor(later, "personal", bits, animacy))
        if found is None:
            return self._at(later, bits) if self.names and animacy >= LIKELY else None
        return self._at(later, bits, found.reason)

    def take(self, pronoun: Anaphor, antecedent: AntecedentCandidate | None) -> None:
        """Let later pronouns go on with what a pronoun stands for, or, without antecedent, with a person."""
        slot = self._slot(pronoun.token_index)
        slot = "possessor" if pronoun.kind == "possessive" else slot
        prominence = SLOT[slot] + AGAIN + self._standing(pronoun.token_index)
        agreement, reason = pronoun.agreement, ""
        if self.of_persons and antecedent is None and agreement & FEMININE:
            agreement = FEMININE
        if antecedent is not None:
            agreement, reason = antecedent.agreement & pronoun.agreement or agreement, antecedent.reason
        if antecedent is not None:
            self.stands_for[pronoun.token_index] = self.stands_for.get(antecedent.token_index, antecedent.token_index)
        sentence = self.document.sentence_of[pronoun.token_index]
        insort(
            self.candidates(sentence),
            AntecedentCandidate(pronoun.token_index, agreement, slot, prominence, reason, 0, True),
        )

    def candidates(self, sentence: int) -> list[AntecedentCandidate]:
        """Return what pronouns may stand for in a sentence, in order."""
        if sentence not in self.found:
            indices = range(*self.document.sentences[sentence])
            self.found[sentence] = [found for found in map(self.candidate, indices) if found is not None]
        return self.found[sentence]

    def candidate(self, index: int) -> AntecedentCandidate | None:
        """Read one token as something that a pronoun may stand for."""
        token = self.document.tokens[index]
        number = self.phrases.get(index)
        if number is not None:
            return self._phrase(index, number)
        if token.pos in NOUNS and token.text.lower() not in DETERMINATIVE:
            if token.relation in PARTS:
                return None
            return self._name(index) if token.pos == "PROPN" else self._noun(index)
        bits = indefinite_agreement(self.document, index)
        if bits:
            return self._at(index, bits, leaning=MASCULINE if bits & FEMININE else 0)
        return None

    def _at(self, index: int, agreement: int, reason: str = "", leaning: int = 0) -> AntecedentCandidate:
        slot = self._slot(index)
        if self._is_joined(index):
            agreement |= PLURAL
        return AntecedentCandidate(index, agreement, slot, SLOT[slot] + self._standing(index), reason, leaning)

    def _is_joined(self, index: int) -> bool:
        """Return whether a noun is the first of several (*Eva und Jan*), which make one antecedent together."""
        tokens = self.document.tokens
        joined = (child for child in self.document.children[index] if tokens[child].relation == "conj")
        return any(has_word_below(self.document, child, ("und", "sowie")) for child in joined)

    def _phrase(self, index: int, number: int) -> AntecedentCandidate:
        phrase, reason = self.all_phrases[number], self.refused[number]
        agreement = PLURAL if phrase.number == "Plur" else BITS.get(phrase.noun.gender, MASCULINE | FEMININE)
        if phrase.noun.gender == "common" and agreement != PLURAL:
            agreement = self._article_bits(index) or agreement
        if reason is None and self._is_firm(phrase):
            return self._at(index, agreement, THING)
        if reason in (NAME, ADDRESS):
            return self._name(index)
        return self._at(index, agreement, "" if reason in (None, FAIR) else LEFT if reason in PERSONS else THING)

    def _is_firm(self, phrase: PersonPhrase) -> bool:
        """Return whether a name in capitals follows, as names of firms are: *der Hersteller ABC*."""
        after = phrase.head + 1
        tokens = self.document.tokens
        if phrase.number == "Plur" or after >= len(tokens) or tokens[after].relation not in PARTS | {"appos"}:
            return False
        word = tokens[after].text
        firm = phrase.noun.masculine.lower().endswith(FIRMS.as_tuple)
        return (firm and self.entity_of.get(after) == "ORG") or (len(word) > 1 and word.isupper())

    def _name(self, index: int) -> AntecedentCandidate:
        token = self.document.tokens[index]
        entity = self.entity_of.get(index, "")
        if self._has_plural_article(index):
            return self._at(index, PLURAL, THING if entity != "PER" else "" if self.names else LEFT)
        titled = self._titled_bits(index)
        if titled:
            return self._at(index, titled, "" if self.names else LEFT)
        if entity in ("LOC", "ORG"):
            agreement = self._article_bits(index) or (NEUTER if entity == "LOC" else SINGULAR)
            return self._at(index, agreement, THING)
        if token.text.casefold() in names_of_no_persons("de"):
            return self._at(index, self._article_bits(index) or SINGULAR, THING)
        leaning = leaning_of(token.text)
        if not (entity or leaning or self._is_surname(index)):
            return self._at(index, self._article_bits(index) or SINGULAR, THING)
        agreement = self._article_bits(index) & (MASCULINE | FEMININE) or MASCULINE | FEMININE
        return self._at(index, agreement, "" if self.names else LEFT, leaning)

    def _titled_bits(self, index: int) -> int:
        """Return the gender of the word for a person right before a name: *die Köchin Grün, die*; 0 where none is."""
        number = self.phrases.get(index - 1)
        if number is None or self.document.heads[index] != index - 1:
            return 0
        phrase = self.all_phrases[number]
        person = self.refused[number] in {None, FAIR, NAME, ADDRESS, *PERSONS} and not self._is_firm(phrase)
        return BITS.get(phrase.noun.gender, 0) if person and phrase.number == "Sing" else 0

    def _is_surname(self, index: int) -> bool:
        """Return whether a word that no list knows is likely the name of a person: of somebody who speaks."""
        word = self.document.tokens[index].text
        if (
            (word.isupper() and len(word) > 1)
            or word.lower().endswith(COLLECTIVES.as_tuple)
            or self._article_bits(index)
        ):
            return False
        return speaks(self.document, index)

    def _noun(self, index: int) -> AntecedentCandidate | None:
        token = self.document.tokens[index]
        if self.entity_of.get(index) == "PER":
            return self._at(index, MASCULINE | FEMININE, "" if self.names else LEFT, leaning_of(token.text))
        if is_no_antecedent(self.document, index):
            return None
        tagged = grammatical_gender(token.morph)
        form = _person(token.text, tagged)
        reason = THING if form is None else "" if self.names and _is_open(token.text, form) else LEFT
        agreement = PLURAL if form is not None and form.number == "Plur" else noun_agreement(self.document, index)
        if form is not None:
            return self._at(index, agreement, reason)
        candidate = self._at(index, agreement, THING)
        bare = agreement != PLURAL and not has_article(self.document, index)
        return candidate._replace(prominence=candidate.prominence + BARE) if bare else candidate

    def _has_plural_article(self, index: int) -> bool:
        """Return whether a name has an article in the plural: *die Niederlande*."""
        tokens = self.document.tokens
        return any(tokens[at].morph.get("Number") == "Plur" for at in dependents(self.document, index, "det"))

    def _article_bits(self, index: int) -> int:
        return BITS.get(article_gender(self.document, index), 0)

    def _standing(self, index: int) -> float:
        inside = self.document.tokens[index].relation in {*INNER, "conj"}
        return place_prominence(self.document, index, self.document.heads[index], inside)

    def score(self, pronoun: Anaphor, candidate: AntecedentCandidate, distance: int, around: AnaphorContext) -> float:
        """Return what speaks for a candidate that agrees with a pronoun."""
        score = preference(self.document, around, candidate, distance)
        if candidate.reason == THING:
            word = self.document.tokens[candidate.token_index].text.lower()
            acts = self.entity_of.get(candidate.token_index) == "ORG" or word.endswith(COLLECTIVES.as_tuple)
            score += AGAINST_THINGS[around.slot] * (0.4 if acts else 1.0) - (
                min(0.0, pronoun.animacy) if acts else pronoun.animacy
            )
        if candidate.agreement == PLURAL and pronoun.agreement & SINGULAR:
            score -= 0.5
        if candidate.leaning and not candidate.leaning & pronoun.agreement:
            score += OTHER_NAME
        if pronoun.kind == "possessive":
            bonus = possessor_preference(self.document, around, candidate)
            score += bonus * 0.5 if candidate.reason == THING and pronoun.animacy > 0 else bonus
        return score

    def _slot(self, index: int) -> str:
        relation = self.document.tokens[index].relation
        return "possessor" if relation == "nmod:poss" else SLOTS.get(relation, "oblique")

    def _forward(self, pronoun: Anaphor) -> int:
        """Return the subject that follows a pronoun: of its clause for a possessive, else of the clause above.

        *In ihrer Rede sagte Eva*; *Als er kam, schlief Jan*; *Er sei müde, sagte Jan*.
        """
        document = self.document
        clause = clause_of(document, pronoun.token_index)
        if pronoun.kind == "possessive":
            for subject in subjects(document, clause) or [clause_subject(document, clause)]:
                if subject >= 0 and pronoun.token_index not in range(*document.subtree(subject)):
                    return subject
        elif pronoun.kind != "personal":
            return -1
        relation = document.tokens[clause].relation
        if relation in ("advcl", "ccomp"):
            above = clause_of(document, document.heads[clause])
            return clause_subject(document, above) if above != clause else -1
        for child in document.children[clause]:
            if child > clause and document.tokens[child].relation in ("parataxis", "ccomp"):
                subject = clause_subject(document, child)
                return subject if subject >= 0 and speaks(document, subject) else -1
        return -1

    def _barred(self, pronoun: Anaphor) -> set[int]:
        """Return what a pronoun does not stand for: what binding keeps apart from it, and *man*."""
        found = barred_words(self.document, pronoun.token_index, pronoun.kind)
        if pronoun.kind in POSSESSORS:
            return found
        sentence = self.document.sentence_of[pronoun.token_index]
        # 'man' has pronouns of its own: 'einen', 'einem'; texts that go on with 'er' all the same mean a person
        reach = REACH if pronoun.animacy < 0 else 0
        first, last = self.document.sentences[max(0, sentence - reach)][0], self.document.sentences[sentence][1]
        found.update(at for at in range(first, last) if self.document.tokens[at].text.lower() == "man")
        if pronoun.kind == "personal":
            # 'Der Gast sucht den Schirm, wenn er ihn braucht'
            found.update([self.stands_for[at] for at in found if at in self.stands_for])
        return found

    def _entities(self) -> dict[int, str]:
        """Return the type of the name in which a token stands."""
        found: dict[int, str] = {}
        index, tokens = 0, self.document.tokens
        for entity in self.document.entities:
            while index < len(tokens) and tokens[index].end <= entity.start:
                index += 1
            while index < len(tokens) and tokens[index].start < entity.end:
                found[index] = entity.type
                index += 1
        return found


_person = lru_cache(maxsize=50_000)(person_form)


@lru_cache(maxsize=50_000)
def _is_open(word: str, form: GermanPersonForm) -> bool:
    """Return whether a word for persons is neither epicene (*Kind*) nor says a gender (*Mutter*)."""
    return not form.epicene and form.gender != "neuter" and person_noun_gender(word, "de", "Sing") is None
