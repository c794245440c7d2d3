"""Person references in Polish: a dictionary, agreement, words for persons and names."""

from __future__ import annotations

from typing import NamedTuple, cast

import regex

from hf_genderfair.languages.types import MarkedGender, Reference, ReferenceKind
from hf_genderfair.lexicons.word_class import WordClass, WordValues
from hf_genderfair.representation.references.polish_words import (
    MARKED_GENDERS,
    MINISTRA,
    PersonEvidence,
    PolishWords,
    State,
    WeightedInterpretation,
    choose,
    polish_forms,
    polish_words,
)

TOKEN = regex.compile(
    r"(?P<code>m\.in\.|(?:https?://|www\.)\S+|[^\s@]{1,64}+@\S{1,255}\.\S+|[@#]\w+|`[^`\n]{0,500}`"
    r"|\w{1,64}+(?:\.\w{2,64}+){0,8}+/\w{1,64}+\.\w+"
    r"|\p{L}[\w-]{0,63}+(?:\.[\w-]{1,64}){0,8}\.(?:pl|com|org|net|eu|info|gov|edu|html?|pdf)\b)"
    r"|(?P<mixed>(?:\p{Lu}{2,}|\d+)-\p{Ll}+)|(?P<word>\p{L}+(?:['’]\p{L}+)?)|(?P<number>\d+)|[^\s\p{L}\d]"
)
"""Words and marks; an address or a span of code is one token, not a word. *14-latek* and *SLD-owiec* are one word.

Lengths are bounded, so that a long run without white space takes no more time than its length."""

SPLIT = regex.compile(
    r"\((?P<ending>\p{Ll}{1,3}\)\p{Ll}{1,4})(?!\p{L})|(?:/-?|\(-?|[*_:·])(?P<ending>\p{Ll}+)(?:\)|(?!\p{L}))"
)
"""Endings for both genders: *student/ka*, *nauczyciel(ka)*, *student(k)a*, *pracownik/-czka*, *uczestnik*czka*."""

LONGEST_ENDING = 6
"""Letters of a masculine form that an ending for both genders takes the place of, at most: *uczniowie/ennice*."""

NEAR = 8
"""Words between the subject of a clause and its verb, at most."""

PLACES = frozenset("nazwa_geograficzna nazwa_organizacji nazwa_instytucji nazwa_firmy nazwa_miejscowa".split())
"""Name classes of SGJP that are no persons."""

SENTENCE_ENDS = frozenset('.!?…:;„"”«»–—-(')
UNKNOWN = WeightedInterpretation(State("unknown"), "", "ign", frozenset(), 0.0)

PRONOUNS = WordClass("closed_classes_pl", "nominal_pronoun")
PERSONAL_PRONOUNS = WordClass("closed_classes_pl", "pronoun_of_person")
THIRD_PERSON = WordClass("closed_classes_pl", "third_person")
QUANTIFIERS = WordClass("closed_classes_pl", "quantifier")
BESIDE_DESCRIPTIONS = WordClass("closed_classes_pl", "beside_description")
ABBREVIATIONS = WordClass("closed_classes_pl", "abbreviation")
PRONOMINAL = WordClass("closed_classes_pl", "pronominal")
DESCRIBING = WordClass("closed_classes_pl", "describing")
MEN = WordClass("closed_classes_pl", "men_alone")
BOTH = WordClass("closed_classes_pl", "women_and_men")
GENDER = WordValues("closed_classes_pl", "gender", lambda cell: cast(MarkedGender, cell))

LINKS = frozenset("i oraz / lub czy".split())
"""Words and marks between two forms of one word: *studentki i studenci*."""


class _Word(NamedTuple):
    """A word or mark with its offsets."""

    start: int
    end: int
    text: str
    interpretations: tuple[WeightedInterpretation, ...]


def find(text: str) -> list[Reference]:
    """Return the nouns and pronouns of a text in order (Derner et al. 2025, section 3.2, without a model)."""
    # Gender is that of the dictionary; masculine personal nouns are words for persons, feminine and neuter ones where
    # the lexicon says so or they are formed from a masculine one. Surnames are left out, as in the paper; first names
    # are references to persons. Possessives (*jego książka*) are no pronouns. Needs morfeusz2 (extra ``polish``).
    words = polish_words()
    tokens: list[_Word] = []
    for match in TOKEN.finditer(text):
        start = not tokens or tokens[-1].text in SENTENCE_ENDS
        tokens.append(_Word(match.start(), match.end(), match.group(), _interpretations(words, match, start)))
    return _Text(text, tokens, words).references() if tokens else []


def _interpretations(words: PolishWords, match: regex.Match[str], start: bool) -> tuple[WeightedInterpretation, ...]:
    form = match.group()
    if match["code"]:
        return (UNKNOWN,)
    if match["mixed"]:
        stem, _, ending = form.partition("-")
        if stem.isdigit():
            return words.forms.interpretations("nasto" + ending if ending.startswith("lat") else ending)
        return words.forms.interpretations("nauk" + ending if ending.startswith("ow") and len(ending) > 3 else stem)
    return words.forms.sentence_start(form) if start and form[0].isupper() else words.forms.interpretations(form)


class _Text:
    """Finds the references of a text."""

    def __init__(self, text: str, tokens: list[_Word], words: PolishWords) -> None:
        self.text = text
        self.tokens = tokens
        self.words = words
        self.chosen = choose([token.interpretations for token in tokens])
        for index, token in enumerate(tokens):
            if token.text.lower() in MINISTRA and self.is_ministra(index):
                self.chosen[index] = next(one for one in token.interpretations if one.lemma in MINISTRA)
        self.fixed = self.fixed_expressions()
        self.surnames: set[str] = set()
        self.roles = [""] * len(tokens)
        for index in range(len(tokens)):
            self.roles[index] = self.role(index)

    def is_ministra(self, index: int) -> bool:
        """Whether a form of *minister* or *ministra* is a woman: after *pani*, or the subject that begins a clause."""
        before = self.chosen[index - 1] if index else UNKNOWN
        if before.lemma == "pani":
            return True
        if index and before.state.kind not in ("mark", "conjunction"):
            return False
        verbs = (one.state for one in self.chosen[index + 1 : index + 1 + NEAR] if one.state.kind in ("verb", "mark"))
        verb = next(verbs, UNKNOWN.state)
        return verb.kind == "verb" and "m1" not in verb.genders and "f" in verb.genders

    def references(self) -> list[Reference]:
        found: list[Reference] = []
        for index, interpretation in enumerate(self.chosen):
            token = self.tokens[index]
            if (found and token.start < found[-1].end) or self.roles[index] == "surname" or index in self.fixed:
                continue
            kind = interpretation.state.kind
            if self.roles[index] == "first name":
                found.append(self.first_name(index))
            elif self.abbreviated(index):
                found += self.title(index)
            elif token.text.lower() in ABBREVIATIONS and (kind == "abbreviation" or self.text_at(index + 1) == "."):
                gender = GENDER[token.text.lower()]
                found.append(self.reference(index, False, gender, "dictionary"))
            elif kind == "noun":
                found += self.noun(index, interpretation)
            elif kind == "pronoun":
                found += self.pronoun(index, interpretation, found)
            elif kind == "adjective" or kind == "numeral":
                found += self.nominalised(index, interpretation)
            elif kind == "unknown":
                found += self.unknown(index)
        return found

    def fixed_expressions(self) -> set[int]:
        """Return the indices of nouns inside connectives: *w przypadku*."""
        lower = [token.text.lower() for token in self.tokens]
        indices: set[int] = set()
        for index, word in enumerate(lower):
            for rest in self.words.expressions.get(word, ()):
                if lower[index + 1 : index + 1 + len(rest)] == rest:
                    indices.update(range(index, index + 1 + len(rest)))
        return indices

    # names

    def role(self, index: int) -> str:
        """Return ``first name`` or ``surname`` for a capitalised word that is one, else an empty text."""
        token = self.tokens[index]
        if not token.text[0].isupper() or not (set(token.text) & {"'", "’"} or token.text.isalpha()):
            return ""
        names = self.words.forms.names(token.text)
        common = any(
            r.lemma[:1].islower() or "nazwa_pospolita" in r.names for r in token.interpretations if r.tag != "ign"
        )
        before = self.roles[index - 1] if index else ""
        if index > 1 and self.tokens[index - 1].text == "-" and self.roles[index - 2] == "surname":
            return "surname"
        named = before == "first name" or self.after_initial(index)
        if self.is_first_name(index, names, common, named):
            return "first name"
        if named or (self.after_title(index) and self.may_be_surname(index, names, common)):
            self.surnames.add(token.text[:4])
            return "surname"
        if "nazwisko" in names and not names & PLACES and (not common or token.text[:4] in self.surnames):
            return "surname"
        return "surname" if "przydomek" in names and before else ""

    def is_first_name(self, index: int, names: frozenset[str], common: bool, named: bool) -> bool:
        token, follows = self.tokens[index], self.capital(index + 1)
        if len(token.text) > 1 and token.text.isupper() and not self.words.usual_first_name(token.text.capitalize()):
            return False
        if named and not follows and "nazwisko" in names:
            return False
        if "imię" in names:
            usual, only = self.words.usual_first_name(token.text), not (common or names & PLACES)
            if "imię" not in self.chosen[index].names and not only:
                nouns = all(interpretation.state.kind == "noun" for interpretation in token.interpretations)
                if not (named or follows):
                    return usual and nouns
                if self.sentence_start(index):
                    return usual and self.chosen[index].state.kind == "noun"
            return named or usual or only or (not names & PLACES and follows)
        if common or names & PLACES or (named and not follows):
            return False
        return self.words.foreign_first_name(token.text) is not None and ("nazwisko" not in names or follows)

    def may_be_surname(self, index: int, names: frozenset[str], common: bool) -> bool:
        """Whether a capitalised word after a title is a surname, not a place that the office is of."""
        title = self.chosen[index - 1].state
        surnames = [
            interpretation.state for interpretation in self.words.forms.named(self.tokens[index].text, "nazwisko")
        ]
        if names & PLACES or common:
            return title.case != "gen" and any((title.case, title.number) == (s.case, s.number) for s in surnames)
        return "nazwisko" in names or not names

    def capital(self, index: int) -> bool:
        if index >= len(self.tokens) or not self.tokens[index].text[0].isupper():
            return False
        token = self.tokens[index]
        names = self.words.forms.names(token.text)
        unknown = token.interpretations[0].state.kind == "unknown"
        return token.text.isalpha() and (bool(names & {"imię", "nazwisko"}) or unknown)

    def after_initial(self, index: int) -> bool:
        """Whether an initial and its full stop stand before: *J. Kowalska*."""
        return (
            index > 1
            and self.tokens[index - 1].text == "."
            and (len(self.tokens[index - 2].text) == 1 and self.tokens[index - 2].text.isupper())
        )

    def after_title(self, index: int) -> bool:
        before = index - 1
        if before > 0 and self.tokens[before].text == ".":
            before -= 1
            return self.tokens[before].text.lower() + "." in self.words.words
        if before < 0:
            return False
        interpretation = self.chosen[before]
        if interpretation.state.kind != "noun" or not self.tokens[before].text.isalpha():
            return self.tokens[before].text.lower() in self.words.words and interpretation.state.kind == "abbreviation"
        return self.words.person(interpretation.lemma, min(interpretation.state.genders)) is not None

    def first_name(self, index: int) -> Reference:
        token, state = self.tokens[index], self.chosen[index].state
        options = self.words.forms.named(token.text, "imię")
        if options:
            usual = [option.state for option in options if option.lemma in self.words.forms.first_names]
            states = usual or [option.state for option in options]
            gender = MARKED_GENDERS[min((state if state in states else states[0]).genders)]
        else:
            gender = self.words.foreign_first_name(token.text) or "masculine"
        return Reference(token.start, token.end, "name", True, gender, False, False, "first name")

    def abbreviated(self, index: int) -> bool:
        """Whether a word is an abbreviated title before a name or another title."""
        low = self.tokens[index].text.lower()
        after = index + 1
        if low + "." in self.words.words and self.text_at(after) == ".":
            after += 1
        elif low not in ("dr", "mgr"):
            return False
        following = self.text_at(after)
        return following[:1].isupper() or (following.islower() and self.abbreviated(after))

    def text_at(self, index: int) -> str:
        return self.tokens[index].text if index < len(self.tokens) else ""

    def title(self, index: int) -> list[Reference]:
        """Return the reference of an abbreviated title."""
        after = index + 1
        while after < len(self.tokens) - 1 and (self.text_at(after) == "." or self.text_at(after).islower()):
            after += 1
        return [self.reference(index, True, self.gender_of_name(index, after), "title")]

    def gender_of_name(self, index: int, after: int) -> MarkedGender:
        if index and self.chosen[index - 1].lemma == "pani":
            return "feminine"
        if self.roles[after] == "first name":
            return self.first_name(after).gender
        return MARKED_GENDERS.get(min(self.chosen[after].state.genders, default="m1"), "masculine")

    # nouns

    def noun(self, index: int, interpretation: WeightedInterpretation) -> list[Reference]:
        token = self.tokens[index]
        if interpretation.tag == "subst" and interpretation.lemma in PRONOUNS:
            gender, person = GENDER[interpretation.lemma], interpretation.lemma in PERSONAL_PRONOUNS
            every = interpretation.lemma == "wszyscy"
            if interpretation.lemma == "kto" and self.is_relative(index):
                return []
            return [self.reference(index, person, gender, "pronoun", generic=every)]
        if len(token.text) == 1:
            return []
        sgjp = self.gender(index, interpretation)
        gender = MARKED_GENDERS[sgjp]
        why = self.words.person(interpretation.lemma, sgjp) if interpretation.tag != "ger" else None
        name = interpretation.lemma[:1].isupper() and "nazwa_pospolita" not in interpretation.names
        if why is None or (name and why.source == "gender"):
            return [self.reference(index, False, gender, "dictionary", kind="name" if name else "noun")]
        return self.person_noun(index, interpretation, gender, why)

    def is_relative(self, index: int) -> bool:
        """Whether the antecedent of *kto* is a pronoun before it: *ten, kto*, *nikt, kto*."""
        return (
            index > 1
            and self.text_at(index - 1) == ","
            and (
                self.chosen[index - 2].lemma in PRONOUNS or self.chosen[index - 2].lemma in ("ten", "każdy", "wszystek")
            )
        )

    def gender(self, index: int, interpretation: WeightedInterpretation) -> str:
        """Return the gender of SGJP; the feminine for a title of a woman: *pani minister*."""
        sgjp = min(interpretation.state.genders)
        token = self.tokens[index]
        if interpretation.tag == "depr":
            return "m1"
        if sgjp == "m1" and any(
            other.tag == "subst" and other.state.genders == {"f"} and other.lemma[-1:] not in "aiyęę"
            for other in token.interpretations
        ):
            after = index + 1
            if index and self.chosen[index - 1].lemma == "pani" and self.chosen[index - 1].state.number == "sg":
                return "f"
            if self.before_name(index) and self.first_name(after).gender == "feminine":
                return "f" if self.chosen[after].state.case == "nom" else sgjp
        return sgjp

    def person_noun(
        self, index: int, interpretation: WeightedInterpretation, gender: MarkedGender, person: PersonEvidence
    ) -> list[Reference]:
        """Return the reference of a word that may stand for persons; of *student/ka*, both."""
        stands = person.sense != "mostly_thing" or self.before_name(index)
        plural = interpretation.state.number == "pl"
        paired = self.paired(index, gender)
        generic = stands and plural and gender == "masculine" and not paired and not person.epicene
        generic = generic and interpretation.lemma not in MEN and interpretation.lemma not in BOTH
        epicene = stands and (person.epicene or interpretation.lemma in BOTH)
        found = self.reference(index, stands, gender, person.source, epicene=epicene, generic=generic)
        split = SPLIT.match(self.text, found.end)
        feminine = None
        if split and gender == "masculine":
            feminine = self.completed(self.tokens[index].text, split["ending"].replace(")", ""))
        if split is None or feminine is None:
            return [found]
        both = found._replace(end=split.end(), gender="feminine", generic=False, form=feminine)
        return [found._replace(generic=False), both]

    def before_name(self, index: int) -> bool:
        return index + 1 < len(self.tokens) and self.roles[index + 1] == "first name"

    def completed(self, form: str, ending: str) -> str | None:
        """Return the feminine form that an ending abbreviates: *student* and *ka* are *studentka*."""
        if ending[:2] == form[:2].lower():
            # a whole word: *pracownicy/pracowniczki*
            return None
        for cut in range(len(form), max(1, len(form) - LONGEST_ENDING - 1), -1):
            feminine = form[:cut] + ending
            interpretations = self.words.forms.interpretations(feminine)
            known = any(
                r.state.kind == "noun" and "f" in r.state.genders and r.lemma[:1].islower() for r in interpretations
            )
            if known or self.words.feminative(feminine):
                return feminine
        return None

    def paired(self, index: int, gender: MarkedGender) -> bool:
        """Whether the feminine counterpart stands beside a masculine: *studentki i studenci*."""
        if gender != "masculine":
            return False
        stem = self.tokens[index].text[:3].lower()
        for link, other in ((index - 1, index - 2), (index + 1, index + 2)):
            if other < 0 or self.text_at(link) not in LINKS or other >= len(self.tokens):
                continue
            interpretation = self.chosen[other]
            if (
                interpretation.state.kind == "noun"
                and "f" in interpretation.state.genders
                and interpretation.lemma[:3].lower() == stem
            ):
                return True
        return False

    def nominalised(self, index: int, interpretation: WeightedInterpretation) -> list[Reference]:
        """Return the reference of an adjective that stands for persons: *chorych*, *wszyscy*, *niektórzy mówią*."""
        state = interpretation.state
        if not self.stands_alone(index):
            return []
        plural, personal = state.number == "pl", state.genders == {"m1"}
        if interpretation.lemma in QUANTIFIERS:
            every = self.text_at(index).lower() == "wszystkich" or (personal and state.case == "nom")
            return [self.reference(index, True, "masculine", "pronoun", generic=True)] if plural and every else []
        word = self.words.words.get(interpretation.lemma)
        feminine = state.genders == {"f"}
        listed = word is not None and word.masculine == interpretation.lemma and bool(word.feminine)
        if interpretation.lemma in PRONOMINAL or (interpretation.lemma in DESCRIBING and not plural):
            return []
        noun = any(other.tag == "subst" for other in self.tokens[index].interpretations)
        acts = index + 1 < len(self.tokens) and self.chosen[index + 1].state.kind == "verb"
        if not (listed and (noun or plural)) and not (interpretation.tag == "adj" and personal and plural and acts):
            return []
        if not plural and not feminine and "m1" not in state.genders:
            return []
        gender: MarkedGender = "feminine" if feminine else "masculine"
        source = "lexicon" if listed else "gender"
        return [self.reference(index, True, gender, source, generic=plural and not feminine)]

    def stands_alone(self, index: int) -> bool:
        """Whether an adjective is elliptical: no noun that it agrees with stands beside it."""
        state = self.chosen[index].state
        for other in (index + 1, index - 1):
            if 0 <= other < len(self.tokens):
                beside = self.chosen[other].state
                if beside.kind in ("noun", "unknown") and (beside.case == state.case or not beside.case):
                    return False
        before = self.chosen[index - 1] if index else UNKNOWN
        after = self.chosen[index + 1] if index + 1 < len(self.tokens) else UNKNOWN
        if (
            before.lemma in BESIDE_DESCRIPTIONS
            or after.lemma in BESIDE_DESCRIPTIONS
            or after.state.kind in ("adjective", "numeral")
        ):
            return False
        return before.state.kind != "start"

    def unknown(self, index: int) -> list[Reference]:
        """Return the reference of a word that the dictionary lacks, by its ending."""
        token = self.tokens[index]
        low = token.text.lower()
        if not token.text.isalpha():
            return []
        if low.endswith("x") and any(self.words.forms.has_lemma(low[:-1] + end, "m1") for end in ("", "t", "k", "a")):
            return [self.reference(index, True, "none", "suffix")]
        if sum(map(str.isupper, token.text)) > 1:
            return [self.reference(index, False, "none", "acronym", kind="name")]
        if (token.text[0].islower() or self.sentence_start(index)) and self.words.feminative(low):
            return [self.reference(index, True, "feminine", "suffix")]
        return []

    def sentence_start(self, index: int) -> bool:
        return index == 0 or self.tokens[index - 1].text in SENTENCE_ENDS

    # pronouns

    def pronoun(self, index: int, interpretation: WeightedInterpretation, found: list[Reference]) -> list[Reference]:
        low = self.text_at(index).lower()
        if interpretation.lemma != "on" or low not in THIRD_PERSON:
            return []
        if low in ("jego", "jej", "ich") and self.phrase_follows(index):
            return []
        gender = GENDER[low]
        plural = interpretation.state.number == "pl"
        if low in ("nim", "im"):
            gender = "none" if plural else "masculine"
        person = low == "oni" or self.antecedent(gender, index, found)
        return [self.reference(index, person, gender, "pronoun", generic=low == "oni")]

    def antecedent(self, gender: MarkedGender, index: int, found: list[Reference]) -> bool:
        """Whether the nearest word of the same gender before a pronoun stands for a person."""
        # Where there is none, it does, unless it is neuter or in a context of non-person nouns: *w nim*.
        for reference in reversed(found[-12:]):
            if reference.gender == gender and reference.kind != "pronoun":
                return reference.person
        return gender != "neuter" and not (index and self.text_at(index - 1).lower() in ("w", "we"))

    def phrase_follows(self, index: int) -> bool:
        after = self.chosen[index + 1 : index + 2]
        return bool(after) and after[0].state.kind in ("noun", "adjective", "numeral")

    def reference(
        self,
        index: int,
        person: bool,
        gender: MarkedGender,
        source: str,
        *,
        kind: ReferenceKind = "noun",
        epicene: bool = False,
        generic: bool = False,
    ) -> Reference:
        token = self.tokens[index]
        kind = "pronoun" if source == "pronoun" else kind
        return Reference(token.start, token.end, kind, person, gender, epicene, generic, source)


def dictionary_revision() -> str:
    """Return what identifies the dictionary."""
    return polish_forms().dictionary_id
