"""Swap the gender of the persons of a Spanish text, with all agreeing words: find, link, render, check."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from hf_genderfair.core.spans import Refusal, overlaps, protected_spans
from hf_genderfair.counterfactual.name_pairs import name_counterpart
from hf_genderfair.counterfactual.rules import SwapRules
from hf_genderfair.counterfactual.swapping import AGREEING_STAYS, BOTH, Change, SwapOptions, Swapping
from hf_genderfair.counterfactual.weighed import UNWEIGHED, Weighed
from hf_genderfair.languages.clauses import agrees, dependents, has_copula, is_coordinated
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.links import links
from hf_genderfair.languages.persons import persons
from hf_genderfair.languages.reference import Links, Reference
from hf_genderfair.languages.romance.agreement import own_subject
from hf_genderfair.languages.romance.antecedents import CLITICS, entity_types, things
from hf_genderfair.languages.romance.gender_forms import FULL_FORMS, SHORT_FORMS, other_form, person_nouns
from hf_genderfair.languages.romance.verbs import enclitic
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.types import OTHER_GENDER, WORD_GENDERS, BinaryGender, PairedGender
from hf_genderfair.lexicons.word_class import WordClass

FIXED = WordClass("noun_classes_romance", "fixed_expression_es")
"""Expressions whose word for a person names something else, or nobody."""

TITLES = WordClass("noun_classes_romance", "form_of_address_es")
POSSESSIVES = WordClass("closed_classes_romance", "possessive_of_spouse_es")
SPOUSES = {"mujer": "marido", "mujeres": "maridos"}
"""Counterparts after a possessive: *su mujer* means the wife."""

ANYBODY = frozenset("cada todo cualquier cualquiera ningún".split())
"""Determiners of anybody: *cada alumno*."""

JOINS = frozenset(("y", "e", "o", "u", "/"))
QUOTED = re.compile(r"«[^«»]{1,200}»|“[^“”]{1,200}”|\"[^\"]{1,200}\"")
PROSE = re.compile(r"[,.;!?¡¿]")
TITLE_WORDS = 8
"""Quoted text that begins with a capital is the title of a work up to this number of words."""

NO_COUNTERPART = "no counterpart"
"""Reason for words without a form for the other gender; all words of the same person stay."""


class SwappedNoun(NamedTuple):
    """The replacement of a noun for a person of the source gender.

    Attributes:
        replacement: Its form for the other gender, in lower case; the same form for words of common gender.
        reason: Why it stays; empty where it is changed.
    """

    replacement: str
    reason: str = ""


def swapped_nouns(document: Document, source: PairedGender) -> dict[int, SwappedNoun]:
    """Find the nouns for persons of one gender."""
    places = {token.start: index for index, token in enumerate(document.tokens)}
    found = {}
    for reference in persons(document):
        index = places.get(reference.start)
        if index is not None and _is_noun(reference, source):
            noun = _swapped(document, index, reference, source)
            common = noun.replacement == document.tokens[index].text.lower() and noun.reason != NO_COUNTERPART
            if not common or _shows_gender(document, index):
                found[index] = noun
    return found


def _is_noun(reference: Reference, source: PairedGender) -> bool:
    """Whether a reference is a noun for a person of the gender, and not for women and men alike."""
    person = reference.person and reference.kind == "noun" and reference.gender == source
    return person and not reference.epicene and not reference.form


def _shows_gender(document: Document, index: int) -> bool:
    """Whether an article or adjective shows the gender of a word of common gender."""
    beside = [document.tokens[child] for child in dependents(document, index, "det", "amod")]
    contracted = index > 0 and document.tokens[index - 1].text.lower() in ("al", "del")
    return contracted or any("Gender" in token.morph for token in beside)


def _swapped(document: Document, index: int, reference: Reference, source: PairedGender) -> SwappedNoun:
    """Return what becomes of a noun for a person."""
    word = document.tokens[index].text.lower()
    other = _counterpart(word, OTHER_GENDER[source])
    if other is None:
        # a name, as San in San Juan, has none either
        return SwappedNoun(word, "name or code" if document.tokens[index].pos == "PROPN" else NO_COUNTERPART)
    spouse = word in SPOUSES and index and document.tokens[index - 1].text.lower() in POSSESSIVES
    return SwappedNoun(SPOUSES[word] if spouse else other, _reason(document, index, other, reference))


def _counterpart(word: str, to: PairedGender) -> str | None:
    """Return the form of a noun for the other gender; itself where that is the same."""
    words = romance_words("es")
    form = words.persons.get(word) or words.suffixed(word)
    known = person_nouns().to(to).get(word)
    if known is not None or form is None:
        return known
    if to in form.senses:
        return word
    return None if word in words.persons else other_form(word, to)


def _reason(document: Document, index: int, other: str, reference: Reference) -> str:
    """Return why a noun for a person stays; empty where it changes."""
    word = document.tokens[index].text.lower()
    if index in document.derived(_fixed_expressions):
        return "fixed expression"
    if index in document.derived(_no_prose):
        return "name or code"
    types = document.derived(entity_types)
    titled = word in TITLES or (index > 0 and document.tokens[index - 1].text.lower() in TITLES)
    if types.get(index) in ("ORG", "LOC") and not titled and not _begins_name(document, index):
        return "name of an organisation or a place"
    children = document.children[index]
    anybody = any(document.tokens[child].text.lower() in ANYBODY for child in children)
    generic = reference.generic and word not in person_nouns().men and not _is_said_of_several(document, index)
    if reference.gender == "masculine" and (anybody or generic):
        return "generic masculine"
    if _is_paired(document, index, other):
        return BOTH
    return "thing" if not titled and _is_said_of_thing(document, index) else ""


def _is_said_of_several(document: Document, index: int) -> bool:
    """Whether a plural says what persons are who are named one by one: *mi padre y mi tío son amigos*."""
    subject = own_subject(document, index)
    if subject is None or subject < 0 or not is_coordinated(document, subject):
        return False
    return document.tokens[subject].pos == "NOUN" and document.tokens[subject].morph.get("Number") == "Sing"


def _no_prose(document: Document) -> set[int]:
    """Return the places of words that name no person: titles of works, code."""
    titles = [match.span() for match in QUOTED.finditer(document.text) if _is_title(match[0][1:-1])]
    return _places(document, protected_spans(document.text)) | _places(document, titles)


def _is_title(quoted: str) -> bool:
    """Whether quoted text is rather the title of a work than what somebody said."""
    return quoted[:1].isupper() and len(quoted.split()) <= TITLE_WORDS and not PROSE.search(quoted)


def _fixed_expressions(document: Document) -> set[int]:
    """Return the places of words in expressions whose word for a person names something else, or nobody."""
    return _places(document, [match.span() for match in FIXED.whole_words.finditer(document.text.lower())])


def _places(document: Document, spans: Sequence[tuple[int, int]]) -> set[int]:
    """Return the places of the words that begin in one of some spans, which are in order."""
    starts = ((index, token.start) for index, token in enumerate(document.tokens)) if spans else ()
    return {index for index, start in starts if overlaps(spans, start, start + 1)}


def _begins_name(document: Document, index: int) -> bool:
    """Whether a singular begins what is taken for a name, after an article: *la Abuela del Río Rojo*."""
    token, before = document.tokens[index], index - 1
    apart = before < 0 or (
        document.tokens[before].pos in ("DET", "ADP") and before not in document.derived(entity_types)
    )
    return apart and token.morph.get("Number") != "Plur" and not token.text.endswith("s")


def _is_paired(document: Document, index: int, other: str) -> bool:
    """Whether both genders are named side by side, or as groups: *hombres y mujeres*."""
    tokens = document.tokens
    if other == tokens[index].text.lower():
        return False
    places = [at for at in range(*document.sentences[document.sentence_of[index]]) if tokens[at].text.lower() == other]
    if places and tokens[index].morph.get("Number") == "Plur":
        return True
    between = (tokens[min(at, index) : max(at, index)] for at in places if abs(at - index) < 4)
    return any(token.text.lower() in JOINS for words in between for token in words)


def _is_said_of_thing(document: Document, index: int) -> bool:
    """Whether a noun for a person describes one for a thing: *la empresa productora, la guerra fue la ganadora*."""
    tokens, head = document.tokens, document.heads[index]
    other = own_subject(document, index) if has_copula(document, index) else None
    bare = not dependents(document, index, "det")
    if other is None and bare and head < index and tokens[index].relation in ("appos", "compound", "flat", "amod"):
        other = head
    if other is None or other not in document.derived(things):
        return False
    return tokens[other].pos == "NOUN" and agrees(document, other, index)


def half_changed(document: Document, links: Links, changing: Set[int]) -> set[int]:
    """Return the persons of the sentences that would be changed by half, where some words change."""
    sentence_of = document.sentence_of
    halves = {
        sentence_of[word]
        for word, persons in links.doubts.items()
        if word not in changing and not changing.isdisjoint(persons)
    }
    persons = {links.chains[index] for index in changing if sentence_of[index] in halves}
    reached = {sentence_of[index] for index, number in links.chains.items() if number in persons}
    return {links.chains[index] for index in links.controllers if sentence_of[index] in reached}


NEEDS = frozenset({"pos", "morph", "lemma", "syntax", "entities"})
"""Layers that are asked of a pipeline."""

ENDINGS = {
    "male": re.compile(r"\b\w+(?:as?|iz|ices)\b", re.IGNORECASE),
    "female": re.compile(r"\b(?:él|al|del|\w+(?:[ns]|o|or|e|l|z|d|y|r))\b", re.IGNORECASE),
}
OF_NOBODY = WordClass("closed_classes_romance", "in_a_of_nobody_es")
WORD = re.compile(r"\w+")
CONTRACTIONS = {"del": "de la", "al": "a la"}
JOINED = {"de": "del", "a": "al", "á": "al"}
PRONOUNS = CLITICS | frozenset("ella ellas él ellos nosotras vosotras".split())
HOLY = frozenset("virgen san santa santo nuestra niño".split())
"""Words before names that are not those of persons of the text."""

SEX = re.compile(r"(?P<sex>femenin|masculin)[oa]s?")
OTHER_SEX = {"femenin": "masculin", "masculin": "femenin"}
GRAMMAR = WordClass("noun_classes_romance", "grammar_es")
SPORTS = WordClass("noun_classes_romance", "sport_es")
RULE_OF_TAG = {"DET": "determiner", "ADJ": "adjective", "VERB": "participle", "PRON": "pronoun", "NUM": "determiner"}


def mentions_gender(text: str, to: BinaryGender) -> bool:
    """Whether a text may hold a word that would be swapped; other texts need no analysis."""
    nobody = OF_NOBODY.as_set if to == "male" else frozenset()
    if any(found[0].lower() not in nobody for found in ENDINGS[to].finditer(text)):
        return True
    nouns = person_nouns().to(WORD_GENDERS[to])
    return any(word in nouns for word in WORD.findall(text.lower()))


def swap(document: Document, to: BinaryGender, options: SwapOptions, words: Weighed = UNWEIGHED) -> Swapping:
    """Replace every word for a person of the other gender by the target gender."""
    # Masculine plurals that may stand for everybody stay, as do things, fixed expressions and names.
    return _Swap(document, to, options, words).swapping()


def has_form(document: Document, index: int, to: BinaryGender) -> bool:
    """Return whether a word has another form for a gender."""
    low = document.tokens[index].text.lower()
    ending = low if low in CLITICS else enclitic(low)
    if low in CONTRACTIONS or ending:
        return to == "female" if low in CONTRACTIONS else ("a" in ending) == (to == "male")
    return other_form(low, WORD_GENDERS[to]) not in (None, low)


class _Swap:
    """One swap of one text, in four steps: find, link, render, check."""

    def __init__(self, document: Document, to: BinaryGender, options: SwapOptions, words: Weighed) -> None:
        self.document, self.to, self.options, self.weighed = document, to, options, words
        self.tokens = document.tokens
        self.low = [token.text.lower() for token in document.tokens]
        self.source = OTHER_GENDER[WORD_GENDERS[to]]
        self.nouns = document.derived(swapped_nouns, self.source)
        somebody = frozenset(index for index, noun in self.nouns.items() if not noun.reason)
        self.linked = links(document, self.source, frozenset(self.nouns), somebody)
        self.chains = dict(self.linked.chains)
        found = self.weighed_words() if words is not UNWEIGHED else self.linked.controllers.keys()
        self.words = found - document.derived(_no_prose)

    def weighed_words(self) -> frozenset[int]:
        """Return the words that have been weighed, and give each a person."""
        words = self.weighed.somebody
        for index in words & self.nouns.keys():
            if self.nouns[index].reason != NO_COUNTERPART:
                self.nouns[index] = self.nouns[index]._replace(reason="")
        persons = {self.weighed.chains[index]: self.chains[index] for index in sorted(words & self.chains.keys())}
        free = max(self.chains.values(), default=-1) + 1
        for number, index in enumerate(sorted(words - self.chains.keys()), free):
            self.chains[index] = persons.setdefault(self.weighed.chains[index], number)
        return words

    def swapping(self) -> Swapping:
        """Return the changes of those who can be changed whole, and the words that stay."""
        chains = self.chains
        without = {chains[at] for at, noun in self.nouns.items() if noun.reason == NO_COUNTERPART}
        whole = (index for index in sorted(self.words) if chains[index] not in without)
        rendered = {index: list(self.word_changes(index)) for index in whole}
        by_rules = self.weighed is UNWEIGHED
        halves = half_changed(self.document, self.linked, rendered.keys()) if by_rules else set()
        kept = dict.fromkeys(halves, AGREEING_STAYS) | dict.fromkeys(without, NO_COUNTERPART)
        changes = [change for index in rendered if chains[index] not in kept for change in rendered[index]]
        stays = {index: noun.reason for index, noun in self.nouns.items() if noun.reason} | dict(self.linked.unclear)
        stays |= {index: kept[chains[index]] for index in self.words if chains[index] in kept}
        changes += self.words_for_sex(kept.keys(), stays)
        if self.options.names == "swap":
            changes += self.name_changes(kept.keys())
        refusals = [
            Refusal(self.tokens[index].start, self.tokens[index].end, self.rule(index), reason)
            for index, reason in sorted(stays.items())
        ]
        return Swapping(_apart(sorted(changes)), refusals)

    def word_changes(self, index: int) -> Iterator[Change]:
        """Yield the changes of a word of somebody, and of a contraction with its article."""
        token, low, new = self.tokens[index], self.low[index], self.form(index)
        before = self.tokens[index - 1] if index else None
        if self.to == "female":
            yield from self.opened(index)
        if new is None or new == low:
            return
        if new == "el" and token.pos == "DET" and before is not None and self.low[index - 1] in JOINED:
            capitals = token.text == "LA" and before.text.isupper()
            if before.end + 1 == token.start and (token.text == "la" or capitals):
                joined = _like(JOINED[self.low[index - 1]], token.text if capitals else before.text)
                yield self.change(before.start, token.end, joined, "contraction", index)
                return
        yield self.change(token.start, token.end, _like(new, token.text), self.rule(index), index)

    def change(self, start: int, end: int, new: str, rule: str, index: int) -> Change:
        """Return a change of a word of somebody."""
        return Change(start, end, new, rule, self.chains[index])

    def form(self, index: int) -> str | None:
        """Return the form of a word of a person in the other gender, in lower case."""
        token, low, target = self.tokens[index], self.low[index], WORD_GENDERS[self.to]
        if index in self.nouns:
            return self.nouns[index].replacement
        if sex := SEX.fullmatch(low):
            return other_form(low.replace(sex["sex"], OTHER_SEX[sex["sex"]]), target)
        if low in CONTRACTIONS and token.pos == "ADP":
            return CONTRACTIONS[low]
        object_alone = token.pos == "PRON" or self.linked.controllers.get(index, index) == index
        ending = low if low in CLITICS and object_alone else enclitic(low)
        if ending:
            return low[: -len(ending)] + (ending.replace("a", "o") if self.to == "male" else ending.replace("o", "a"))
        new = other_form(low, target)
        if new is None or self.to == "female":
            return new
        follows = self.document.heads[index] > index and token.relation in ("det", "amod", "nummod")
        if new in FULL_FORMS and (token.pos != "DET" or not follows):
            return FULL_FORMS[new]
        return SHORT_FORMS[new] if new in SHORT_FORMS and follows and token.morph.get("Number") != "Plur" else new

    def opened(self, index: int) -> Iterator[Change]:
        """Yield *de la* and *a la* for *del* and *al* before a person."""
        token, heads = self.tokens[index], self.document.heads
        if token.pos == "DET" or token.morph.get("Number") == "Plur" or token.morph.get("VerbForm") == "Inf":
            return
        before = index - 1
        while (
            before >= 0 and self.tokens[before].pos in ("ADJ", "ADV", "DET", "NUM", "VERB") and heads[before] == index
        ):
            before -= 1
        if before < 0 or self.low[before] not in CONTRACTIONS:
            return
        if before == index - 1 or before + 1 in self.words or heads[before] in (index, before - 1):
            article = self.tokens[before]
            new = _like(CONTRACTIONS[self.low[before]], article.text)
            yield self.change(article.start, article.end, new, "contraction", index)

    def rule(self, index: int) -> str:
        """Return what kind of word is changed."""
        if index in self.nouns:
            return "noun"
        pos = self.tokens[index].pos
        return "pronoun" if self.low[index] in PRONOUNS and pos != "DET" else RULE_OF_TAG.get(pos, "adjective")

    def words_for_sex(self, kept: Set[int], stays: dict[int, str]) -> Iterator[Change]:
        """Yield the changes of *femenino*, or *masculino*, but where it is a term or the other is named too."""
        named = {index: match["sex"] for index, low in enumerate(self.low) if (match := SEX.fullmatch(low))}
        sentence_of, chains = self.document.sentence_of, self.chains
        changing = {sentence_of[index] for index in self.words if chains[index] not in kept}
        staying = {sentence_of[index] for index in self.words if chains[index] in kept}
        both = len(set(named.values())) > 1
        for number, index in enumerate(sorted(named.keys() - self.words), len(chains)):
            if named[index][:3] != self.source[:3]:
                continue
            noun, token = self.low[self.document.heads[index]], self.tokens[index]
            if both:
                stays[index] = BOTH
            elif noun in GRAMMAR or not self.document.derived(entity_types).keys().isdisjoint((index, index + 1)):
                stays[index] = "fixed expression"
            elif sentence_of[index] not in staying and (sentence_of[index] in changing or noun not in SPORTS):
                new = self.low[index].replace(named[index], OTHER_SEX[named[index]])
                yield Change(token.start, token.end, _like(new, token.text), "adjective", number)

    def name_changes(self, kept: Set[int]) -> Iterator[Change]:
        """Yield first names of the target gender for those of the source gender."""
        types, chains = self.document.derived(entity_types), self.chains
        for index in sorted(self.linked.names & chains.keys()):
            if types.get(index) != "PER" or index in self.words or chains[index] in kept:
                continue
            token = self.tokens[index]
            new = name_counterpart(token.text, "es", self.options.seed, self.document.text)
            if new is not None and self.is_first_name(index):
                yield self.change(token.start, token.end, new, "name", index)

    def is_first_name(self, index: int) -> bool:
        """Whether a part of a person's name is a first name of the gender: the first part, or one before a surname."""
        types, words = self.document.derived(entity_types), romance_words("es")
        if words.first_name(self.tokens[index].text) != self.source or (index and self.low[index - 1] in HOLY):
            return False
        if types.get(index - 1) != "PER" or index - 1 in self.nouns:
            return True
        return words.is_frequent_first_name(self.tokens[index].text) and types.get(index + 1) == "PER"


def _apart(changes: list[Change]) -> list[Change]:
    """Leave out changes that overlap with the one before."""
    apart: list[Change] = []
    for change in changes:
        if not apart or apart[-1].end <= change.start:
            apart.append(change)
    return apart


def _like(new: str, old: str) -> str:
    """Return a word with the capitals of another."""
    if old.isupper() and len(old) > 1:
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


RULES = SwapRules(
    layers=NEEDS,
    mentions=mentions_gender,
    propose=swap,
    has_form=has_form,
    resuming=WordClass("closed_classes_romance", "resuming_es"),
    before_place=WordClass("closed_classes_romance", "before_place_es"),
)
"""How Spanish is swapped."""
