"""Person references in German: inflection, words for persons and their compounds, titles and names."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import cast

from hf_genderfair.languages.analysis import Token, word_end
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import Evidence, title_gender
from hf_genderfair.languages.gender_fair_pairs import pair_spans
from hf_genderfair.languages.german.agreement import determiner
from hf_genderfair.languages.german.no_persons import is_no_person
from hf_genderfair.languages.german.noun_phrase import article_before
from hf_genderfair.languages.german.person_forms import (
    HOME,
    GermanPersonForm,
    first_name,
    fixed_expressions,
    is_namesake,
    person_form,
)
from hf_genderfair.languages.german.phrases import person_phrases
from hf_genderfair.languages.german.role_nouns import NO_PERSONS, fair_nouns, role_nouns
from hf_genderfair.languages.types import (
    WORD_GENDERS,
    GrammaticalGender,
    Reference,
    ReferenceKind,
    grammatical_gender,
    marked_gender,
)
from hf_genderfair.lexicons.word_class import WordClass, WordValues

NEEDS = frozenset({"pos", "morph", "lemma", "syntax", "entities"})
"""Layers of the pipeline that the rules read; entities tell names of persons from other names."""

INCLUSIVE = re.compile(
    r"(?<![\w-])[A-ZÄÖÜ](?:[\w-]|[*:_·•]innen(?=[\w-]))*[a-zäöüß]"
    r"(?:(?:[:*_·•]|/-?)(?:in(?:nen)?|r|n)|\(in(?:nen)?\)|In(?:nen)?)(?!\w|[:*_·•]\w)"
)
"""Forms that name several genders in one word: *Lehrer:innen*, *Schüler/-innen*, *LeserInnen*, *Angestellte:r*."""

SMALL_INCLUSIVE = re.compile(r"[a-zäöüß]+[*:_·•/][a-zäöüß]+")
"""Determiners and pronouns of the same kind: *der*die*, *kein:e*."""

PRONOUNS: dict[str, GrammaticalGender] = {"er": "masculine", "ihn": "masculine", "ihm": "masculine"}
PERSONS_ALONE = WordClass("closed_classes_de", "indefinite_pronoun_of_person")
"""Pronouns only for persons, masculine by agreement: *wer … seinen Hut*."""

SPEECH = WordClass("verb_frames_de", "speech_form")
"""Verbs after which a pronoun refers to a person who speaks or thinks: *…, sagte sie*."""

PARTICLES = WordClass("name_words_de", "particle_of_name")
"""Particles inside names."""

GIVEN_NAME_TITLES = WordClass("name_words_de", "title_of_given_name")
"""Titles that stand before a first name alone: *Königin Silvia*, *Papst Johannes*, *Tante Erna*."""

PLURAL_ONLY = WordClass("noun_classes_de", "only_plural")
"""Plurals without a singular, and so without gender."""

ENDINGS = WordValues("noun_classes_de", "gender", lambda cell: cast(GrammaticalGender, cell))
"""Endings that determine the gender of a noun, also against the pipeline."""

EXCEPTIONS = WordClass("noun_classes_de", "no_gender_ending")
"""Nouns and ends of nouns with another gender than that of their ending."""

SHORTEST_ELIDED = 4

ARTICLES: dict[str, GrammaticalGender] = {"das": "neuter", "die": "feminine", "eine": "feminine"}
"""Gender by the article of a noun that is no person word there: *die Leiter*."""


def find(document: Document) -> list[Reference]:
    """Return the nouns and pronouns of a text in order (Derner et al. 2025, section 3.2, without a model)."""
    # Nouns are as written, hyphens included. Words for persons have their gender from the form (*Lehrerin*),
    # nominalised adjectives and participles from the article; in the plural these have none (*die Angestellten*). Forms
    # for several genders (*Lehrer:innen*) are one reference without gender; of a pair (*Lehrerinnen und Lehrer*) the
    # masculine is not generic. First names are references to persons; surnames, relative and possessive pronouns and
    # pronouns without gender (*ich*, *sie* of several) are left out.
    text = document.text
    units = {(noun.start, noun.end) for noun in document.derived(fair_nouns).values()}
    spans = {match.span() for match in INCLUSIVE.finditer(text)} | units
    inclusive = sorted(
        (start, end)
        for start, end in spans
        if len(text[start:end].split()) == 1 and determiner(re.split(r"[\W_]", text[start:end])[0]) is None
    )
    found: list[Reference] = []
    before: list[Reference] = []
    for number in range(len(document.sentences)):
        before = _Sentence(document, number, inclusive, before).find()
        found += before
    if not any(reference.generic for reference in found):
        return found
    paired = {offset for span in pair_spans(document.text) for offset in range(*span)}
    return [reference._replace(generic=reference.generic and reference.start not in paired) for reference in found]


@lru_cache(maxsize=10_000)
def _elided(word: str) -> GermanPersonForm | None:
    """Return a word for persons whose first part stands before it: *EU-Bürgerinnen und -Bürger*."""
    form = person_form(word[1:].capitalize()) if len(word) > SHORTEST_ELIDED else None
    return form if form is not None and form.gender != "common" else None


class _Sentence:
    """Finds the references of one sentence.

    Attributes:
        before: References of the sentence before, the possible antecedents of pronouns.
        surnames: Whether a person was named by surname alone, who is a possible antecedent too.
    """

    def __init__(
        self, document: Document, number: int, inclusive: list[tuple[int, int]], before: list[Reference]
    ) -> None:
        sentence = document.analysis.sentences[number]
        self.tokens = sentence.tokens
        self.first = document.sentences[number][0]
        self.document = document
        self.text = document.text
        inside = (bisect_left(inclusive, (offset,)) for offset in (sentence.start, sentence.end))
        self.inclusive = inclusive[slice(*inside)]
        self.before = before
        self.found: list[Reference] = []
        self.surnames = False

    def find(self) -> list[Reference]:
        index = 0
        while index < len(self.tokens):
            token = self.tokens[index]
            pos = token.pos
            end = index + 1
            if self.inclusive and (span := self.inclusive_span(token)):
                end = self.several_genders(index, span)
            elif self.inclusive and SMALL_INCLUSIVE.fullmatch(token.text):
                pass
            elif token.text[0] == "-" and (form := _elided(token.text)):
                self.add(token.start + 1, token.end, "noun", True, form.gender, form.source)
            elif pos == "NOUN" or pos == "PROPN":
                end = word_end(self.tokens, index)
                if self.tokens[end - 1].pos == "PROPN":
                    end = self.name(index)
                elif not self.is_truncated(end - 1):
                    self.noun(index, end)
            elif pos == "PRON":
                self.pronoun(index)
            index = end
        return self.found

    def inclusive_span(self, token: Token) -> tuple[int, int] | None:
        return next((span for span in self.inclusive if span[0] <= token.start < span[1]), None)

    def several_genders(self, index: int, span: tuple[int, int]) -> int:
        """Add a form such as *Lehrer:innen* and return the index after it."""
        start, end = span
        written = self.text[start:end].rstrip(")")
        stem = re.split(r"[:*_·•/('’~]|(?<=[a-zäöüß])(?=In)", written)[0]
        known = person_form(stem + "in", "feminine") or person_form(stem, "feminine")
        person = re.sub(r"\W", "", written).lower().endswith("innen") or known is not None
        self.add(start, end, "noun", person, "none", "inclusive form")
        while index < len(self.tokens) and self.tokens[index].start < end:
            index += 1
        return index

    def is_truncated(self, index: int) -> bool:
        """Whether a word is the first part of a compound: *Transport-* in *Transport- und Aufklärungsflugzeuge*."""
        token = self.tokens[index]
        return token.text.endswith("-") or self.text[token.end : token.end + 1] == "-"

    def word_start(self, index: int) -> int:
        """Return the index of a number that belongs to a word: *16-Jährige*."""
        number = index - 2
        if number < 0 or self.tokens[index - 1].text != "-" or self.tokens[number].end != self.tokens[index - 1].start:
            return index
        joined = self.tokens[index - 1].end == self.tokens[index].start and self.tokens[number].text.isdigit()
        return number if joined else index

    def noun(self, start: int, end: int) -> None:
        start = self.word_start(start)
        token = self.tokens[end - 1]
        word = self.text[self.tokens[start].start : token.end]
        if not word[0].isalnum() or len(word) == 1 or (start and self.is_fixed(start, word)):
            return
        if word.lower() in PERSONS_ALONE:
            self.pronoun(end - 1)
            return
        tagged = grammatical_gender(token.morph)
        last = self.first + end - 1
        decided = self.document.derived(role_nouns).get(last)
        person = decided is not None and decided.person
        form = person_form(word, tagged)
        if form is None and decided is not None and person:
            form = decided.form
        if form is None and self.before_name(end) and title_gender(word, "de"):
            self.title((start, end), last=False)
            return
        if form is not None and self.document.entity_type(token.start) == "PER":
            before = self.tokens[start - 1].text if start else None
            if form.source != "lexicon" or self.is_surname((start, end), before):
                self.surnames = True
                return
        after = self.tokens[start + 1] if start + 1 < len(self.tokens) else token
        if form is not None and not person and is_namesake(form, self.determiner(start), token, after):
            by_article = ARTICLES.get(self.determiner(start)) if form.gender == "masculine" else None
            self.add_non_person(start, end, by_article or tagged or "none")
            return
        if (decided is not None and decided.reason in NO_PERSONS) or is_no_person(self.document, last, word):
            self.add_non_person(start, end, _noun_gender(word.lower()) or tagged or "none")
            return
        if form is None:
            neuter = start > 0 and self.tokens[start - 1].text.lower() == "das"
            gender = "neuter" if neuter else _noun_gender(word.lower()) or tagged or "none"
            self.add_non_person(start, end, gender)
            return
        phrase = self.document.derived(person_phrases).get(last)
        plural = (token.morph.get("Number") if phrase is None else phrase.number) == "Plur"
        gender = form.gender if phrase is None or form.gender != "common" else phrase.gender
        # an ending alone makes no person: 'der Transfer'
        doubtful = form.sense == "mostly_thing" or (form.source == "suffix" and not word[0].isdigit())
        if doubtful and not person and not self.before_name(end):
            self.add_non_person(start, end, tagged or gender)
            return
        generic = decided is not None and decided.reason is None and plural and gender == "masculine"
        self.add(self.tokens[start].start, token.end, "noun", True, gender, form.source, form.epicene, generic)

    def add_non_person(self, start: int, end: int, gender: GrammaticalGender) -> None:
        self.add(self.tokens[start].start, self.tokens[end - 1].end, "noun", False, gender, "pipeline")

    def is_fixed(self, index: int, word: str) -> bool:
        """Whether a noun is part of a fixed expression: *zum Beispiel*, *auf Kosten*."""
        return (self.tokens[index - 1].text.lower(), word.lower()) in fixed_expressions()

    def determiner(self, index: int) -> str:
        return article_before(self.document, self.first + index)

    def before_name(self, end: int) -> bool:
        if end >= len(self.tokens) or self.tokens[end].pos != "PROPN":
            return False
        kind = self.document.entity_type(self.tokens[end].start)
        return kind == "PER" or (not kind and first_name(self.tokens[end].text) is not None)

    def name(self, start: int) -> int:
        """Add the titles, first names or non-person name in a run of names, and return the index after it."""
        words = self.name_words(start)
        end = words[-1][1]
        title = self.title_before(start)
        while (
            words
            and not (len(words) == 1 and self.is_surname(words[0], title))
            and self.title(words[0], len(words) == 1)
        ):
            title = self.word(words[0])
            words = words[1:]
        if not words:
            return end
        kind = self.document.entity_type(self.tokens[words[0][0]].start)
        names = [self.word(word) for word in words]
        known = first_name(names[0])
        named = (
            known is not None and (len(words) > 1 or _is_first_name_alone(known)) and not self.determiner(words[0][0])
        )
        if kind == "PER" or (title is not None and kind != "LOC") or (named and not kind):
            self.person(words, names, title)
        else:
            for word in words:
                self.non_person(word, kind)
        return end

    def name_words(self, start: int) -> list[tuple[int, int]]:
        """Return first and last index of each word of a name, without particles."""
        words = []
        index = start
        while index < len(self.tokens):
            token = self.tokens[index]
            if self.inclusive and index > start and self.inclusive_span(token):
                break
            if token.pos == "PROPN" or index == start:
                end = word_end(self.tokens, index)
                words.append((index, end))
                index = end
            elif token.text == "." and self.tokens[index - 1].end == token.start and index + 1 < len(self.tokens):
                index += 1
            elif token.text in PARTICLES and self.particles_end(index):
                index = self.particles_end(index)
            else:
                break
        return words

    def particles_end(self, index: int) -> int:
        """Return the index of the capitalised word after particles, 0 where there is none."""
        while index < len(self.tokens) and self.tokens[index].text in PARTICLES:
            index += 1
        return index if index < len(self.tokens) and self.tokens[index].pos == "PROPN" else 0

    def word(self, indices: tuple[int, int]) -> str:
        return self.text[self.tokens[indices[0]].start : self.tokens[indices[1] - 1].end]

    def title_before(self, index: int) -> str | None:
        """Return the word before a name where it is a title or another singular word for a person."""
        before = index - 1
        if before > 0 and self.tokens[before].text == ".":
            before -= 1
        if before < 0 or self.tokens[before].pos not in ("NOUN", "PROPN"):
            return None
        word = self.tokens[before].text
        return word if _title_evidence(word) else None

    def is_surname(self, indices: tuple[int, int], title: str | None) -> bool:
        """Whether an office after a form of address is a surname: *Frau Richter*."""
        address = title_gender(title, "de") if title else None
        own = title_gender(self.word(indices), "de")
        return address is not None and address.kind == "address" and (own is None or own.kind != "academic")

    def title(self, indices: tuple[int, int], last: bool) -> bool:
        """Add a title inside a name, such as *Dr.*, and return whether the word is one."""
        # Many surnames are words for persons: the last word of a name is a title only after a determiner, or where it
        # is in the table of titles.
        word = self.word(indices)
        evidence = None if word.isupper() else title_gender(word, "de")
        form = person_form(word, "masculine")
        if evidence is None and (form is None or form.source == "suffix" or (last and not self.determiner(indices[0]))):
            return False
        if self.document.entity_type(self.tokens[indices[0]].start) in ("LOC", "ORG"):
            return False
        if first_name(word) is not None and evidence is None:
            return False
        gender: GrammaticalGender = "feminine" if evidence and evidence.gender == "female" else "masculine"
        if form is not None and form.gender != "common":
            gender = form.gender
        token = self.tokens[indices[1] - 1]
        stop = self.text[token.end : token.end + 1] == "." and evidence is not None and len(word) < 5
        self.add(self.tokens[indices[0]].start, token.end + stop, "noun", True, gender, "title")
        return True

    def person(self, words: list[tuple[int, int]], names: list[str], title: str | None) -> None:
        """Add the first names of a person; the last word is a surname, unless it can only be a first name."""
        given = [*zip(words, names, strict=True)][:-1]
        if not given:
            evidence = first_name(names[0])
            royal = title is not None and title.lower() in GIVEN_NAME_TITLES
            if not royal and (title is not None or evidence is None or not _is_first_name_alone(evidence)):
                self.surnames = True
                return
            given = [(words[0], names[0])]
        for number, (indices, name) in enumerate(given):
            evidence = first_name(name)
            if len(name.rstrip(".")) < 2 or (number and evidence is None):
                continue
            gender = _given_gender(name, evidence, title)
            start, end = self.tokens[indices[0]].start, self.tokens[indices[1] - 1].end
            self.add(start, end, "name", True, gender, "first name" if evidence else "title" if title else "name")

    def non_person(self, indices: tuple[int, int], kind: str) -> None:
        """Add the name of a place, organisation or work; places without article are neuter."""
        token = self.tokens[indices[1] - 1]
        if self.is_truncated(indices[1] - 1):
            return
        word = self.word(indices)
        if len(word) == 1 or not word[0].isalnum():
            return
        gender = grammatical_gender(token.morph) or "none"
        if word.lower() in PLURAL_ONLY:
            gender = "none"
        elif not self.determiner(indices[0]) and not word.isupper():
            gender = "none" if kind == "ORG" else "neuter"
        self.add(self.tokens[indices[0]].start, token.end, "name", False, gender, "name")

    def pronoun(self, index: int) -> None:
        token = self.tokens[index]
        low = token.text.lower()
        gender = PRONOUNS.get(low)
        to_her = low == "ihr" and token.morph.get("Case") == "Dat" and token.morph.get("Number") == "Sing"
        if to_her or (low == "sie" and self.is_she(index)):
            gender = "feminine"
        if gender is not None:
            speaks = index > 0 and self.tokens[index - 1].text in SPEECH
            person = speaks or self.takes_up_person(gender)
            self.add(token.start, token.end, "pronoun", person, gender, "pronoun")
        elif low in PERSONS_ALONE:
            self.add(token.start, token.end, "pronoun", True, "masculine", "pronoun")

    def is_she(self, index: int) -> bool:
        """Whether *sie* is singular: the ending of the verb beside a subject tells, else the pipeline."""
        morph = self.tokens[index].morph
        if morph.get("Case") == "Nom":
            for beside in (index - 1, index + 1):
                if 0 <= beside < len(self.tokens) and self.tokens[beside].morph.get("VerbForm") == "Fin":
                    verb = self.tokens[beside].text
                    return verb.endswith("schien") or not (verb.endswith("en") or verb in ("sind", "tun"))
        return morph.get("Number") == "Sing"

    def takes_up_person(self, gender: GrammaticalGender) -> bool:
        """Whether a pronoun refers to a person: unless only non-person nouns of its gender stand before it."""
        agreeing = [reference for reference in (*self.before, *self.found) if reference.gender == gender]
        return self.surnames or not agreeing or any(reference.person for reference in agreeing)

    def add(
        self,
        start: int,
        end: int,
        kind: ReferenceKind,
        person: bool,
        gender: GrammaticalGender,
        source: str,
        epicene: bool = False,
        generic: bool = False,
    ) -> None:
        self.found.append(Reference(start, end, kind, person, marked_gender(gender), epicene, generic, source))


@lru_cache(maxsize=100_000)
def _noun_gender(low: str) -> GrammaticalGender | None:
    """Return the gender that the ending of a noun gives (``none``: plurals without singular), or None."""
    if low in PLURAL_ONLY or low.endswith(("kosten", "ferien")):
        return "none"
    if low.endswith(EXCEPTIONS.as_tuple):
        return None
    return next(
        (gender for ending, gender in ENDINGS.as_dict.items() if low.endswith(ending) and len(low) > len(ending) + 2),
        None,
    )


def _is_first_name_alone(evidence: Evidence) -> bool:
    """Return whether a name without surname is a first name: one of the language, or a woman's name of any."""
    # Names that only other countries give to men are more often surnames in German text: *Clinton*, *Peres*.
    at_home = not HOME.isdisjoint(evidence.source.split()[1:])
    return (at_home and evidence.gender != "unknown") or (evidence.gender == "female" and 2 < evidence.n < 100)


def _given_gender(name: str, evidence: Evidence | None, title: str | None) -> GrammaticalGender:
    """Return the grammatical gender of a first name: by the title before it, by name statistics, by its ending."""
    titled = _title_evidence(title) if title else None
    if titled is not None and titled.gender in WORD_GENDERS:
        return WORD_GENDERS[titled.gender]
    if evidence is not None and evidence.gender in WORD_GENDERS:
        return WORD_GENDERS[evidence.gender]
    if evidence is not None and evidence.probability is not None:
        return "feminine" if evidence.probability > 0.5 else "masculine"
    return "feminine" if name.endswith("a") else "masculine"


@lru_cache(maxsize=100_000)
def _title_evidence(word: str) -> Evidence | None:
    """Return the evidence of a word before a name; None where it is neither title nor a word for one person."""
    evidence = title_gender(word, "de")
    if evidence is not None:
        return evidence
    form = person_form(word)
    if form is None or form.sense == "mostly_thing" or form.number == "Plur":
        return None
    return Evidence("female" if form.gender == "feminine" else "unknown", "noun", "person_words_de")
