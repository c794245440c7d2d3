"""German pronouns that stand for persons, and how they read for all genders (Amrhein 2023, appendix F).

Personal pronouns (*er*), possessives (*sein*), relatives (*der*), demonstratives (*dieser*, *derjenige*) and indefinite
pronouns (*einer*, *jeder*) follow what they stand for: a thing keeps its pronoun, and so does a person whose words are
left as they are.
"""

from __future__ import annotations

from hf_genderfair.languages.document import Document
from hf_genderfair.rewriting.fair_words import FairWord, Refusal
from hf_genderfair.rewriting.german import possessives, relatives
from hf_genderfair.rewriting.german.agreement import Forms, like, star
from hf_genderfair.rewriting.german.antecedents import (
    FEMININE,
    MASCULINE,
    NEUTER,
    PLURAL,
    THING,
    Antecedents,
    Candidate,
    Pronoun,
    stands_alone,
)
from hf_genderfair.rewriting.german.clauses import clause_of, finite_verb, verb_is_plural
from hf_genderfair.rewriting.german.person_phrase import Case, PersonPhrase
from hf_genderfair.rewriting.german.person_signs import SLIGHT, sign_of_personal, sign_of_possessive
from hf_genderfair.rewriting.german.scope import Scope

PERSONAL = {"er": MASCULINE, "ihn": MASCULINE, "ihm": MASCULINE | NEUTER, "sie": FEMININE | PLURAL, "ihr": FEMININE}
PERSONAL_PAIRS: dict[Case, tuple[str, str]] = {"Nom": ("er", "sie"), "Dat": ("ihm", "ihr"), "Acc": ("ihn", "sie")}

POSSESSIVE = dict.fromkeys(possessives.MASCULINE_FORMS, MASCULINE | NEUTER) | dict.fromkeys(
    possessives.FEMININE_FORMS, FEMININE | PLURAL
)
POSSESSIVE |= {
    form: MASCULINE | NEUTER if form.startswith("sein") else FEMININE | PLURAL for form in possessives.ADVERBS
}

ENDINGS: dict[Case, tuple[str, str]] = {"Nom": ("er", "e"), "Dat": ("em", "er"), "Acc": ("en", "e")}
"""Masculine and feminine endings of pronouns that stand alone."""

DEMONSTRATIVE = {
    stem + ending: bits
    for stem in ("dies", "jen", "letzter", "erster")
    for ending, bits in (
        ("er", MASCULINE | FEMININE),
        ("e", FEMININE | PLURAL),
        ("en", MASCULINE | PLURAL),
        ("em", MASCULINE | NEUTER),
    )
}
DETERMINATIVE: dict[str, tuple[Case, str, str]] = {
    "derjenige": ("Nom", "derjenige", "diejenige"),
    "diejenige": ("Nom", "derjenige", "diejenige"),
    "demjenigen": ("Dat", "demjenigen", "derjenigen"),
    "denjenigen": ("Acc", "denjenigen", "diejenige"),
    "derselbe": ("Nom", "derselbe", "dieselbe"),
    "demselben": ("Dat", "demselben", "derselben"),
}
INDEFINITE = {
    stem + ending: bits
    for stem in ("jed", "kein", "ein", "manch")
    for ending, bits in (
        ("er", MASCULINE | FEMININE),
        ("e", FEMININE),
        ("en", MASCULINE),
        ("em", MASCULINE),
    )
}

FORMS = frozenset({*PERSONAL, *POSSESSIVE, *DEMONSTRATIVE, *DETERMINATIVE, *INDEFINITE, *relatives.FORMS})
LONGEST = max(map(len, FORMS))
NOT_PRONOUNS = frozenset({"NOUN", "PROPN", "AUX", "VERB", "ADP", "CCONJ", "SCONJ"})

POLITE, NO_ANTECEDENT, SEVERAL = "polite address", "no antecedent", "plural"
REASONS: tuple[str, ...] = (POLITE, NO_ANTECEDENT, SEVERAL, THING, "antecedent not rewritten")
"""Why a pronoun is left as it is."""

QUOTATION_MARKS = frozenset("\"„“»«‚‘›‹':–—-(…")
SECOND_PERSON = ("habt", "seid", "werdet", "tet", "wollt", "könnt", "müsst", "dürft", "sollt", "mögt", "wisst")

ENOUGH = {"personal": -1.0, "possessive": -1.0, "demonstrative": SLIGHT, "indefinite": -1.0}
"""What the words around a pronoun must at least say where nothing before it agrees."""
ENOUGH_FEMININE = 0.0
"""The same for *sie* and *ihr*, which stand for things more often."""


def pronoun_words(
    document: Document, phrases: list[PersonPhrase], refused: list[str | None], scope: Scope
) -> tuple[list[FairWord], list[Refusal]]:
    """Find the pronouns of a text that stand for persons.

    Args:
        document: The text.
        phrases: Its role nouns.
        refused: For each of them the reason why it is left alone, or None where it is rewritten.
        scope: ``all``: pronouns for anybody are rewritten; ``generic``: only those whose antecedent is.

    Returns:
        The words that are rewritten, and those left alone with one of `REASONS`, both in order.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Wenn er lacht, zeigt Jan seine Zähne."
        >>> document = Document(text, next(iter(pipeline("de").analyse([text]))), "de")
        >>> [word.star for word in pronoun_words(document, [], [], "all")[0]]
        ['er*sie', 'seine*ihre']
    """
    places = [
        place
        for place, token in enumerate(document.tokens)
        if token.end - token.start <= LONGEST and token.text.lower() in FORMS
    ]
    if not places:
        return [], []
    return _Pass(document, phrases, refused, scope).run(places)


class _Pass:
    """One pass through a text."""

    def __init__(
        self, document: Document, phrases: list[PersonPhrase], refused: list[str | None], scope: Scope
    ) -> None:
        self.document = document
        self.antecedents = Antecedents(document, phrases, refused, scope == "all")
        self.scope = scope
        self.determined = {
            phrase.determiner: number
            for number, phrase in enumerate(phrases)
            if phrase.determiner >= 0 and refused[number] is None
        }
        self.determiners = {phrase.determiner for phrase in phrases}
        self.phrases = phrases
        self.words: list[FairWord] = []
        self.refusals: list[Refusal] = []

    def run(self, places: list[int]) -> tuple[list[FairWord], list[Refusal]]:
        for place in places:
            self.read(place, self.document.tokens[place].text.lower())
        return self.words, self.refusals

    def read(self, place: int, form: str) -> None:
        """Tell which pronoun a token is, if any."""
        token = self.document.tokens[place]
        if form in POSSESSIVE and possessives.is_possessive(self.document, place):
            self.possessive(place, form)
        elif token.pos in NOT_PRONOUNS:
            return
        elif form in PERSONAL:
            self.personal(place, form)
        elif place in self.determiners:
            return
        elif form in relatives.FORMS:
            self.relative(place, form)
        elif form in DETERMINATIVE:
            self.determinative(place, form)
        elif form in DEMONSTRATIVE and stands_alone(self.document, place):
            self.demonstrative(place, form)
        elif form in INDEFINITE and self.is_indefinite(place):
            self.indefinite(place, form)

    def write(self, place: int, forms: Forms | None, rule: str, phrase: int = -1) -> None:
        token = self.document.tokens[place]
        if forms is not None:
            self.words.append(
                FairWord(token.start, token.end, *forms, rule, "stands for a person of any gender", phrase)
            )

    def refuse(self, place: int, rule: str, reason: str) -> None:
        token = self.document.tokens[place]
        self.refusals.append(Refusal(token.start, token.end, rule, reason))

    def decide(self, pronoun: Pronoun, rule: str) -> Candidate | bool:
        """Find the antecedent of a pronoun and return it, or True where it must be a person; refuse it otherwise."""
        found = self.antecedents.best(pronoun)
        if found is not None:
            self.antecedents.take(pronoun, found)
        reason = found.reason if found is not None else self.reason_alone(pronoun)
        if found is not None and found.agreement == PLURAL and pronoun.kind != "indefinite":
            reason = SEVERAL
        if reason:
            self.refuse(pronoun.place, rule, reason)
            return False
        return found if found is not None else True

    def reason_alone(self, pronoun: Pronoun) -> str:
        """Return why a pronoun is left alone for which nothing in the text fits; empty where it is rewritten."""
        if self.scope == "generic":
            return NO_ANTECEDENT
        masculine = pronoun.agreement & MASCULINE
        enough = ENOUGH[pronoun.kind] if masculine else max(ENOUGH_FEMININE, ENOUGH[pronoun.kind])
        if pronoun.sign < enough:
            return THING if masculine else NO_ANTECEDENT
        return ""

    def personal(self, place: int, form: str) -> None:
        case: Case = {"er": "Nom", "ihn": "Acc"}.get(form, "Dat")  # type: ignore[assignment]
        agreement = PERSONAL[form]
        if form in ("sie", "ihr") and self.is_polite(place):
            self.refuse(place, "personal", POLITE)
            return
        if form == "ihr" and self.is_second_person(place):
            return
        if form == "sie":
            subject = relatives.is_subject(self.document, place)
            case = "Nom" if subject else "Acc"
            if subject:
                agreement = self.number(place)
        pronoun = Pronoun(place, "personal", agreement, sign_of_personal(self.document, place))
        if agreement == PLURAL:
            self.refuse(place, "personal", SEVERAL)
            return
        if self.decide(pronoun, "personal"):
            self.write(place, self.pair(place, *PERSONAL_PAIRS[case]), "personal")

    def pair(self, place: int, masculine: str, feminine: str) -> Forms:
        word = self.document.tokens[place].text
        return Forms(like(masculine, word), like(feminine, word), like(star(masculine, feminine), word))

    def number(self, place: int) -> int:
        """Return what the verb says of the number of *sie*."""
        verb = finite_verb(self.document, self.document.heads[place])
        if verb < 0:
            return FEMININE | PLURAL
        return PLURAL if verb_is_plural(self.document, verb) else FEMININE

    def is_polite(self, place: int) -> bool:
        """Return whether a capital *Sie* or *Ihr* is for the reader or hearer: not where it opens a sentence."""
        token = self.document.tokens[place]
        if token.text[0].islower() or token.text.isupper():
            return False
        first = self.document.sentences[self.document.sentence_of[place]][0]
        return place > first and self.document.tokens[place - 1].text not in QUOTATION_MARKS

    def is_second_person(self, place: int) -> bool:
        verb = finite_verb(self.document, self.document.heads[place])
        form = self.document.tokens[verb].text.lower() if verb >= 0 else ""
        return form.endswith(SECOND_PERSON) and abs(verb - place) < 3

    def possessive(self, place: int, form: str) -> None:
        if form[0] == "i" and self.is_polite(place):
            self.refuse(place, "possessive", POLITE)
            return
        pronoun = Pronoun(place, "possessive", POSSESSIVE[form], sign_of_possessive(self.document, place))
        if self.decide(pronoun, "possessive"):
            number = self.determined.get(place, -1)
            owned = self.phrases[number] if number >= 0 else None
            word = self.document.tokens[place].text
            self.write(place, possessives.forms(word, owned), "possessive", number)

    def relative(self, place: int, form: str) -> None:
        document = self.document
        if form != "das" and relatives.takes_up_wer(document, place):
            gender = FEMININE if form == "die" else MASCULINE
            case = relatives.case_of(document, place, gender)
            self.write(place, self.pair(place, *relatives.PAIRS["d", case]), "relative")
            return
        if not relatives.is_relative(document, place):
            return
        found = relatives.antecedent(document, self.antecedents, place)
        if found is None:
            return
        agreement = relatives.agreement_of(document, place) & found.agreement
        pronoun = Pronoun(place, "relative", agreement, 0.0)
        self.antecedents.take(pronoun, found)
        if agreement & PLURAL or agreement == NEUTER or form in ("das", "denen", "welches"):
            return
        if found.reason:
            self.refuse(place, "relative", found.reason)
            return
        gender = self.gender(place, form, agreement)
        case = relatives.case_of(document, place, gender)
        self.write(place, self.pair(place, *relatives.PAIRS[form[0], case]), "relative")

    def gender(self, place: int, form: str, agreement: int) -> int:
        """Return the gender of a relative pronoun; names have none, so that its form decides."""
        if agreement & MASCULINE and agreement & FEMININE:
            return MASCULINE if relatives.is_subject(self.document, place) else FEMININE
        return FEMININE if agreement & FEMININE else MASCULINE

    def determinative(self, place: int, form: str) -> None:
        if not stands_alone(self.document, place):
            return
        _, masculine, feminine = DETERMINATIVE[form]
        self.write(place, self.pair(place, masculine, feminine), "demonstrative")

    def demonstrative(self, place: int, form: str) -> None:
        agreement = DEMONSTRATIVE[form]
        subject = relatives.is_subject(self.document, place)
        if form.endswith("er"):
            agreement = MASCULINE if subject else FEMININE
        elif form.endswith("e") and subject:
            agreement = self.number(place)
        pronoun = Pronoun(place, "demonstrative", agreement, sign_of_personal(self.document, place))
        if agreement == PLURAL:
            return
        if self.decide(pronoun, "demonstrative"):
            self.write_alone(place, form, agreement, "demonstrative")

    def write_alone(self, place: int, form: str, agreement: int, rule: str) -> None:
        case = relatives.case_of(self.document, place, FEMININE if agreement & FEMININE else MASCULINE)
        stem = form[: -1 if form.endswith("e") else -2]
        masculine, feminine = ENDINGS[case]
        self.write(place, self.pair(place, stem + masculine, stem + feminine), rule)

    def is_indefinite(self, place: int) -> bool:
        """Return whether *jeder*, *keiner*, *einer* stand for a noun: also *jeder Zweite* and *jeder zweite*."""
        tokens = self.document.tokens
        if stands_alone(self.document, place):
            return True
        head = self.document.heads[place]
        return head == place + 1 and tokens[head].text.islower() and tokens[head].text.endswith(("te", "ne"))

    def indefinite(self, place: int, form: str) -> None:
        agreement = INDEFINITE[form]
        subject = relatives.is_subject(self.document, place)
        if form.endswith("er"):
            agreement = MASCULINE if subject or form == "jeder" else FEMININE
        part = self.part(place)
        if part is not None:
            if part.reason:
                self.refuse(place, "indefinite", part.reason)
                return
        elif not self.is_anybody(place, agreement):
            return
        self.write_alone(place, form, agreement, "indefinite")

    def part(self, place: int) -> Candidate | None:
        """Return the group of which somebody is one: *einer der Spieler*, *keine von ihnen*."""
        document = self.document
        for candidate in self.antecedents.candidates(document.sentence_of[place]):
            if place < candidate.place <= place + 8 and document.heads[candidate.place] == place:
                return candidate
        return None

    def is_anybody(self, place: int, agreement: int) -> bool:
        tokens = self.document.tokens
        form = tokens[place].text.lower()
        if form.startswith("ein") and tokens[place + 1 : place + 2] and tokens[place + 1].text != ",":
            return False
        verb = finite_verb(self.document, clause_of(self.document, place))
        if form.endswith("e") and verb >= 0 and verb_is_plural(self.document, verb):
            return False
        pronoun = Pronoun(place, "indefinite", agreement | PLURAL, sign_of_personal(self.document, place))
        return bool(self.decide(pronoun, "indefinite"))
