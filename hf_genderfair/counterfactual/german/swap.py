"""Swap the gender of persons in German text: nouns, all that agrees with them, and pronouns."""

from __future__ import annotations

import re
from functools import lru_cache

from hf_genderfair.core.spans import Refusal
from hf_genderfair.counterfactual.german.check import SwapCheck
from hf_genderfair.counterfactual.german.elliptical import (
    articles_of_names,
    lone_words,
    one_of_them,
    words_before_names,
    words_for_one,
)
from hf_genderfair.counterfactual.german.names import NO_NAME, PersonName, join_names, other_names, person_names
from hf_genderfair.counterfactual.german.neuters import neuter_relatives
from hf_genderfair.counterfactual.german.persons import (
    BOTH,
    GENERIC,
    beside_counterpart,
    gender_of,
    is_anybody,
    is_listed_with,
    is_man_by_name,
    names_person,
    reason_to_stay,
    said_of,
    says_what_one_is,
)
from hf_genderfair.counterfactual.german.pronoun_cases import is_no_pronoun, is_object_beside_thing, subject_or_object
from hf_genderfair.counterfactual.german.relative_clauses import (
    describes_thing,
    relative_of_predicate,
    relative_of_pronoun,
    resumes_whoever,
)
from hf_genderfair.counterfactual.german.repaired_phrases import repaired_phrase
from hf_genderfair.counterfactual.german.specific_men import is_one_man
from hf_genderfair.counterfactual.german.unnamed import unnamed_things
from hf_genderfair.counterfactual.german.words import (
    NEUTER_RELATIVES,
    RULE_NAMES,
    compound_words,
    gender_adjectives,
    phrase_target,
    pronoun_target,
)
from hf_genderfair.counterfactual.rules import SwapRules
from hf_genderfair.counterfactual.swapping import AGREEING_STAYS, Change, Replacement, SwapOptions, Swapping
from hf_genderfair.counterfactual.weighed import UNWEIGHED, Weighed
from hf_genderfair.languages.clauses import ANY_SUBJECTS, SUBJECTS, dependents, finite_verb, has_word_below, subjects
from hf_genderfair.languages.coreference.chains import NOBODY_NAMED, Chains
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import is_done_by_persons
from hf_genderfair.languages.german.candidates import THING
from hf_genderfair.languages.german.clauses import COPULA_LEMMAS, has_zu, shown_gender, verb_is_plural
from hf_genderfair.languages.german.gender_pairs import PAIR, is_neuter_pair, person_noun
from hf_genderfair.languages.german.gendered_word import GenderedWord
from hf_genderfair.languages.german.names import NAME
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.phrases import phrases_with_gender
from hf_genderfair.languages.german.pronouns import pronouns_with_antecedents
from hf_genderfair.languages.german.relatives import is_relative, modified
from hf_genderfair.languages.german.specific_reference import MEN, SPECIFIC, WOMEN
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

POINTING = WordClass("closed_classes_de", "object_before_verb")
"""Words before a verb of persons that are rather its object than its subject."""

ARGUMENTS = SUBJECTS | {"obj"}


def with_nominative(document: Document, phrase: PersonPhrase) -> PersonPhrase:
    """Return a phrase in the nominative if the words around it show that it is no object."""
    if phrase.number == "Plur":
        return phrase
    if _is_in_infinitive(document, phrase):
        return phrase._replace(case="Acc")
    if phrase.noun.gender == "masculine" or phrase.case != "Acc":
        return phrase
    return phrase._replace(case="Nom") if _does(document, phrase) or _has_no_object(document, phrase) else phrase


def _is_in_infinitive(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun with an article belongs to an infinitive, which has no subject: *die Frau zu befreien*."""
    verb = document.heads[phrase.head]
    relation = document.tokens[phrase.head].relation
    # zu gehen wie eine Großmutter
    compared = phrase.first > 0 and document.tokens[phrase.first - 1].text in ("wie", "als")
    argument = phrase.case == "Nom" and phrase.determiner >= 0 and relation in ARGUMENTS and not compared
    token = document.tokens[verb]
    # also: jemanden gesehen zu haben
    verbs = (verb, *dependents(document, verb, "conj"))
    perfect = any(has_word_below(document, at, ("haben",)) and has_zu(document, at) for at in verbs)
    infinitive = perfect or (token.morph.get("VerbForm") == "Inf" and has_zu(document, verb))
    infinitive = infinitive and token.lemma not in COPULA_LEMMAS
    return argument and infinitive and finite_verb(document, verb) < 0 and phrase.noun.gender != "masculine"


def _has_no_object(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a verb without subject has no object: *als Ott kam und Frau Rossi gegangen war*."""
    # Nor is somebody the object who is joined to others before a plural verb: *Die Mutter und Anna durften kommen*.
    tokens, verb, head = document.tokens, document.heads[phrase.head], phrase.head
    finite = finite_verb(document, verb)
    if tokens[head].relation != "obj" or finite < 0 or finite == verb or dependents(document, verb, *ANY_SUBJECTS):
        return False
    moved = tokens[verb].morph.get("VerbForm") == "Part" and not dependents(document, verb, "aux:pass")
    if moved and tokens[finite].lemma == "sein":
        return True
    several = verb_is_plural(tokens[finite]) and bool(dependents(document, head, "conj"))
    return several and head < finite < verb and not dependents(document, verb, "cc")


def _is_thing(document: Document, index: int) -> bool:
    """Return whether a noun means no person, and may be an object: *Die Rede hielt die Ministerin*."""
    token = document.tokens[index]
    gender = shown_gender(document, index)
    thing = token.pos == "NOUN" and person_form(token.text, gender) is None
    return thing and (gender in ("feminine", "neuter") or token.morph.get("Number") == "Plur")


def _does(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun is all that can be the subject of a verb of persons."""
    # It stands right behind the finite verb (*sagte eine Lehrerin*, *Das wollte die Lehrerin wissen*), or in a relative
    # clause that tells of a thing (*der Brief, den*, *das Lied, das die Lehrerin singt*).
    tokens, verb = document.tokens, document.heads[phrase.head]
    finite = finite_verb(document, verb)
    relative = tokens[verb].relation == "acl:relcl"
    if tokens[phrase.head].relation not in ARGUMENTS or finite < 0 or not (finite == phrase.first - 1 or relative):
        return False
    morph = tokens[finite].morph
    if morph.get("Person") != "3" or morph.get("Number") != "Sing" or morph.get("Mood") == "Imp":
        return False
    if not (is_done_by_persons(document, verb) or is_done_by_persons(document, finite)):
        return False
    found = [at for at in subjects(document, verb) if at != phrase.head]
    if found:
        return all(at < phrase.first and _may_be_object(document, at, relative) for at in found)
    return not relative and tokens[verb].relation != "conj" and not dependents(document, verb, *ANY_SUBJECTS)


def _may_be_object(document: Document, index: int, relative: bool) -> bool:
    """Return whether what was taken for the subject may be the object: *das*, a thing, or the relative of a thing."""
    if relative:
        return is_relative(document, index) and _is_thing(document, modified(document, index))
    return document.tokens[index].text.lower() in POINTING or _is_thing(document, index)


NEEDS = frozenset({"pos", "morph", "lemma", "syntax", "entities"})
"""Layers of the pipeline that the rules read."""

WORD = re.compile(r"[^\W\d_]+")
PRONOUNS: dict[BinaryGender, WordClass] = {
    "male": WordClass("word_patterns_de", "feminine_pronoun"),
    "female": WordClass("word_patterns_de", "masculine_pronoun"),
}
ADJECTIVES: dict[BinaryGender, WordClass] = {
    "male": WordClass("animacy_evidence_de", "attribute_of_women"),
    "female": WordClass("animacy_evidence_de", "attribute_of_men"),
}
INFLECTED = frozenset({"ADJ", "DET", "ADP", "PRON"})
NEVER: dict[BinaryGender, WordClass] = {
    "female": WordClass("word_patterns_de", "never_masculine"),
    "male": WordClass("word_patterns_de", "never_feminine"),
}
"""Articles, adjectives and contractions that are none of a person of the gender from which is swapped."""

KEPT_TO: dict[BinaryGender, str] = {"male": MEN, "female": WOMEN}
ANYBODY = WordClass("closed_classes_de", "indefinite_pronoun")
"""Pronouns for persons of any gender, with whom *er* and *sein* agree."""
SOURCE: dict[BinaryGender, BinaryGender] = {"male": "female", "female": "male"}


def mentions_gender(text: str, to: BinaryGender) -> bool:
    """Return whether a text may hold a word that `swap` would change; other texts need no analysis."""
    return any(_concerns(word, to) for word in WORD.findall(text))


@lru_cache(maxsize=200_000)
def _concerns(word: str, to: BinaryGender) -> bool:
    low = word.lower()
    if PRONOUNS[to].pattern.fullmatch(low) or low.startswith(ADJECTIVES[to].as_tuple):
        return True
    noun = person_noun(word) if word[0].isupper() else None
    return noun is not None and (noun.gender == "common" or (noun.gender == "feminine") == (to == "male"))


def swap(document: Document, to: BinaryGender, options: SwapOptions, words: Weighed = UNWEIGHED) -> Swapping:
    """Propose replacements in the other gender for the words of a text."""
    return _Pass(document, to, options, words).run()


def has_form(document: Document, index: int, to: BinaryGender) -> bool:
    """Return whether a word may have another form for a gender."""
    token = document.tokens[index]
    low = token.text.lower()
    if token.pos == "NOUN":
        noun = person_noun(token.text)
        return noun is not None and (noun.gender == "common" or (noun.gender == "feminine") == (to == "male"))
    if PRONOUNS[to].pattern.fullmatch(low) is not None:
        return True
    return token.pos in INFLECTED and NEVER[to].pattern.fullmatch(low) is None


class _Pass:
    """One pass through a text."""

    def __init__(self, document: Document, to: BinaryGender, options: SwapOptions, words: Weighed) -> None:
        self.document = document
        self.to = to
        self.options = options
        self.weighed = words
        found = phrases_with_gender(document)
        self.phrases = [with_nominative(document, repaired_phrase(document, phrase)) for phrase in found]
        self.chains = Chains()
        self.stands_for: dict[int, int] = {}
        self.person_names = person_names(document)
        self.refusals: list[Refusal] = []
        self.stays: dict[int, str] = {}
        self.possessed: dict[int, tuple[Replacement, int]] = {}
        self.both = beside_counterpart(document, self.phrases)
        self.reasons = [self.reason(phrase) for phrase in self.phrases]

    def reason(self, phrase: PersonPhrase) -> str | None:
        """Return why a phrase stays; None where it may be swapped."""
        gender = gender_of(self.document, phrase)
        if gender != SOURCE[self.to]:
            return KEPT_TO[self.to] if gender else SPECIFIC
        if phrase.head in self.weighed.somebody:
            return None
        if phrase.head in self.weighed.nobody:
            self.refusals.append(Refusal(phrase.start, phrase.end, "noun", GENERIC))
            return SPECIFIC
        if phrase.head in self.both:
            self.refusals.append(Refusal(phrase.start, phrase.end, "noun", BOTH))
            return SPECIFIC
        reason = reason_to_stay(self.document, phrase)
        anybody = is_anybody(self.document, phrase) and one_of_them(self.document, phrase) < 0
        if reason is None and self.to == "female" and anybody:
            reason = SPECIFIC
        if reason is not None:
            self.refusals.append(Refusal(phrase.start, phrase.end, "noun", GENERIC if reason == SPECIFIC else reason))
        return reason

    def run(self) -> Swapping:
        """Decide to whom the words refer, and replace those that change."""
        index_of = {token.start: index for index, token in enumerate(self.document.tokens)}
        pronouns, refusals = self.pronouns(index_of)
        swapped = {phrase.head: phrase for phrase, why in zip(self.phrases, self.reasons, strict=True) if why is None}
        found: dict[int, tuple[Replacement, int]] = {}
        ones: list[tuple[int, int]] = []
        for head, phrase in swapped.items():
            if (about := said_of(self.document, phrase)) >= 0:
                self.chains.join(head, about)
            changed = phrase_target(self.document, phrase, self.to)
            if self.to == "male":
                changed += neuter_relatives(self.document, phrase)
            changed += relative_of_predicate(self.document, phrase, self.to)
            found |= {word.start: (word, head) for word in changed}
            if (one := one_of_them(self.document, phrase)) >= 0:
                ones.append((one, head))
        for index, pronoun in pronouns.items():
            self.pronoun(index, pronoun, swapped, found)
        for one, head in ones:
            found |= {word.start: (word, head) for word in words_for_one(self.document, one, self.to)}
        named = {name.first for name in self.person_names}
        lone = lone_words(self.document, {*pronouns, *swapped, *named}, self.to)
        for word, person in (*lone, *words_before_names(self.document, self.person_names, self.to)):
            found.setdefault(word.start, (word, person))
        for word in (*gender_adjectives(self.document.text, self.to), *compound_words(self.document, self.to)):
            head = self.document.heads[index_of[word.start]] if word.start in index_of else NOBODY_NAMED
            found.setdefault(word.start, (word, head if head in swapped else NOBODY_NAMED))
        self.add_articles(named, found)
        if not found:
            return self.result(found, refusals)
        self.check(swapped, found, pronouns, refusals)
        return self.result(found, refusals)

    def add_articles(self, named: set[int], found: dict[int, tuple[Replacement, int]]) -> None:
        """Replace the articles right before the names of persons who change: *die Keller*."""
        changing = {self.chains.root(person) for _, person in found.values()}
        index_of = {token.start: index for index, token in enumerate(self.document.tokens)}
        sentences = {self.document.sentence_of[index_of[start]] for start in found if start in index_of}
        named |= {other for other in self.stands_for.values() if self.document.tokens[other].pos == "PROPN"}
        single = {name.first for name in self.person_names if name.last - name.first == 1}
        named |= single
        for word, person in articles_of_names(self.document, sorted(named), self.to):
            called = person in single and self.document.sentence_of[person] in sentences
            if called or self.chains.root(person) in changing:
                found.setdefault(word.start, (word, person))

    def check(
        self,
        swapped: dict[int, PersonPhrase],
        found: dict[int, tuple[Replacement, int]],
        pronouns: dict[int, GenderedWord],
        refusals: list[Refusal],
    ) -> None:
        """Leave the sentences in which somebody would change by half, and the pronouns that stand for a thing."""
        index_of = {token.start: index for index, token in enumerate(self.document.tokens)}
        sentence_of = self.document.sentence_of
        changing = {index_of[start]: person for start, (_, person) in found.items() if start in index_of}
        check = SwapCheck(
            self.document,
            self.to,
            changing.keys(),
            {index: word for index, word in pronouns.items() if word.start in found},
            self.stands_for,
            list(swapped.values()),
            self.staying(),
        )
        rules = {index: word.rule for index, word in check.pronouns.items()}
        alone = [index for index in rules if self.chains.root(index) == NOBODY_NAMED]
        things = set(unnamed_things(self.document, rules, alone, self.to)) - self.weighed.somebody
        self.stays |= {self.chains.root(index): THING for index in things}
        left = {index_of[each.start]: each for each in refusals if each.start in index_of}
        halves = {sentence_of[index] for index in (*check.halves(left), *things)}
        for index, person in changing.items():
            if sentence_of[index] in halves and index not in self.weighed.somebody:
                self.stays.setdefault(self.chains.root(person), AGREEING_STAYS)

    def staying(self) -> list[PersonPhrase]:
        left = zip(self.phrases, self.reasons, strict=True)
        return [phrase for phrase, why in left if why is not None and why != NAME]

    def pronouns(self, index_of: dict[int, int]) -> tuple[dict[int, GenderedWord], list[Refusal]]:
        """Return the pronouns that may be swapped, by their indices, and those that stay; note their antecedents."""
        words, refusals, self.stands_for = pronouns_with_antecedents(
            self.document, self.phrases, self.reasons, "all", True, self.weighed.somebody
        )
        pronouns = {index_of[word.start]: word for word in words if self.target(word) is not None}
        doubted = pronouns.keys() - self.weighed.somebody
        for index in sorted(doubted):
            if index in self.weighed.nobody or is_no_pronoun(self.document, index):
                del pronouns[index]
        for index in sorted(doubted & pronouns.keys()):
            if not self.is_of_anybody(index):
                continue
            refusals.append(Refusal(*self.span(index), pronouns.pop(index).rule, GENERIC))
        for index, other in self.stands_for.items():
            self.chains.join(index, other)
        join_names(self.document, self.person_names, self.phrases, self.chains)
        if self.to == "female":
            self.keep_anybody(pronouns)
        return pronouns, refusals

    def pronoun(
        self,
        index: int,
        word: GenderedWord,
        swapped: dict[int, PersonPhrase],
        found: dict[int, tuple[Replacement, int]],
    ) -> None:
        """Replace a pronoun; a possessive keeps the ending that agrees with the owned noun."""
        written = self.document.text[word.start : word.end]
        if word.rule == "possessive" and word.start in found:
            self.possessed[index] = found[word.start]
            written = found[word.start][0].replacement
        target = pronoun_target(word, written, self.to)
        if target is None:
            return
        if word.rule == "personal" and self.to == "male":
            target = subject_or_object(self.document, index, target)
        antecedent = swapped.get(self.stands_for.get(index, NOBODY_NAMED))
        neuter = self.to == "female" and antecedent is not None and is_neuter_pair(antecedent.noun)
        if word.rule == "relative" and neuter:
            target = NEUTER_RELATIVES.get(word.masculine, target)
        if index not in self.stands_for:
            self.chains.join(index, NOBODY_NAMED)
        found[word.start] = Replacement(word.start, word.end, target, RULE_NAMES[word.rule]), index
        if word.rule == "personal":
            found |= {each.start: (each, index) for each in relative_of_pronoun(self.document, index, self.to)}

    def span(self, index: int) -> tuple[int, int]:
        token = self.document.tokens[index]
        return token.start, token.end

    def is_of_anybody(self, index: int) -> bool:
        """Return whether a pronoun refers to *jemand* or the like, or to things: *kaufte Bücher und las sie*."""
        antecedent = self.stands_for.get(index, NOBODY_NAMED)
        if self.document.tokens[index].text.lower() in ANYBODY or describes_thing(self.document, index, antecedent):
            return True
        if antecedent >= 0 and self.document.tokens[antecedent].text.lower() in (*ANYBODY.as_tuple, "einer"):
            return True
        return resumes_whoever(self.document, index) or is_object_beside_thing(self.document, index)

    def target(self, word: GenderedWord) -> str | None:
        return pronoun_target(word, self.document.text[word.start : word.end], self.to)

    def keep_anybody(self, pronouns: dict[int, GenderedWord]) -> None:
        """Leave masculine role nouns without evidence for one man, and the words that agree with them."""
        men = {index for index, word in pronouns.items() if word.rule != "relative"}
        men |= {self.stands_for[index] for index in men if index in self.stands_for}
        waiting = []
        for number, phrase in enumerate(self.phrases):
            if self.reasons[number] is not None:
                continue
            known = phrase.noun.source == PAIR or phrase.head in self.weighed.somebody
            if known or phrase.head in men or is_man_by_name(self.document, phrase):
                men.add(phrase.head)
            else:
                waiting.append(number)
        for number in self.left(waiting, men):
            phrase = self.phrases[number]
            self.reasons[number] = SPECIFIC
            self.refusals.append(Refusal(phrase.start, phrase.end, "noun", GENERIC))
        kept = {phrase.head for phrase, why in zip(self.phrases, self.reasons, strict=True) if why is not None}
        for index in [index for index in pronouns if self.stands_for.get(index, NOBODY_NAMED) in kept]:
            if index not in self.weighed.somebody:
                del pronouns[index]

    def left(self, waiting: list[int], men: set[int]) -> list[int]:
        """Add the role nouns that describe a man, and return the numbers of the other nouns."""
        found = True
        while found and waiting:
            described = {said_of(self.document, phrase) for phrase in self.phrases if phrase.head in men}
            found = False
            for number in waiting:
                phrase = self.phrases[number]
                if phrase.head in described or self.is_of_man(phrase, men):
                    men.add(phrase.head)
                    found = True
            waiting = [number for number in waiting if self.phrases[number].head not in men]
        return waiting

    def is_of_man(self, phrase: PersonPhrase, men: set[int]) -> bool:
        """Return whether a noun describes one man, or what he does."""
        document = self.document
        if is_one_man(document, phrase):
            return True
        if self.is_theirs(phrase, men):
            return True
        near = men.intersection(range(*document.sentences[document.sentence_of[phrase.head]]))
        if any(is_listed_with(document, phrase, man) for man in near):
            return True
        one = one_of_them(document, phrase)
        if one >= 0:
            phrase = phrase._replace(head=one, number="Sing")
        about = said_of(document, phrase)
        if about >= 0 and ({about, self.stands_for.get(about, about)} & men or names_person(document, about)):
            return True
        # 'ihr Wunsch, Arzt zu werden': the person is named in another clause
        # but not in 'seine Elf, die Meister war'
        return about < 0 and bool(near) and says_what_one_is(document, phrase)

    def is_theirs(self, phrase: PersonPhrase, men: set[int]) -> bool:
        """Return whether somebody belongs to a man who changes: *Er schlug seinen Gegner*."""
        return phrase.number == "Sing" and phrase.determiner in men

    def result(self, found: dict[int, tuple[Replacement, int]], refusals: list[Refusal]) -> Swapping:
        """Return the replacements as changes, with those of names."""
        left = {**self.stays, **(self.names(found) if self.options.names == "swap" else {})}
        changes: list[Change] = []
        self.part_possessives(found, left)
        for _, (word, person) in sorted(found.items()):
            if word.replacement == self.document.text[word.start : word.end]:
                continue
            reason = left.get(self.chains.root(person))
            if reason is None:
                changes.append(Change(*word, self.chains.number(person)))
            else:
                self.refusals.append(Refusal(word.start, word.end, word.rule, reason))
        return Swapping(changes, sorted([*self.refusals, *refusals]))

    def part_possessives(self, found: dict[int, tuple[Replacement, int]], left: dict[int, str]) -> None:
        """Change only the stem or the ending of a possessive, of whose two persons one stays: *seine Meisterin*."""
        for index, (ending, head) in self.possessed.items():
            word, owner = found[ending.start]
            owner_stays, owned_stays = (self.chains.root(at) in left for at in (owner, head))
            if owner_stays and not owned_stays:
                found[ending.start] = ending, head
            elif owned_stays and not owner_stays:
                written = self.document.tokens[index].text
                stem = word.replacement[: 3 if self.to == "female" else 4]
                rest = written[4 if self.to == "female" else 3 :]
                found[ending.start] = word._replace(replacement=stem + rest), owner

    def names(self, found: dict[int, tuple[Replacement, int]]) -> dict[int, str]:
        """Swap first names, and return the persons who stay because of theirs."""
        left: dict[int, str] = {}
        names: dict[int, list[PersonName]] = {}
        for name in self.person_names:
            names.setdefault(self.chains.root(name.first), []).append(name)
        for root in dict.fromkeys(self.chains.root(person) for _, person in found.values()):
            others = list(other_names(self.document, names.get(root, []), self.to, self.options.seed))
            if any(word is None for _, word in others):
                left[root] = NO_NAME
            found |= {word.start: (word, index) for index, word in others if word is not None}
        return left


RULES = SwapRules(
    layers=NEEDS,
    mentions=mentions_gender,
    propose=swap,
    has_form=has_form,
    resuming=WordClass("closed_classes_de", "resuming"),
    nouns_have_capitals=True,
    before_place=WordClass("prepositions_de", "before_place"),
)
"""How German is swapped."""
