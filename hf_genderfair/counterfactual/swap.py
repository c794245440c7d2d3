"""Swap the gender of the persons of a text: choose the words that change, and put their forms in place.

The reader says which words change and what most of them become; tables know the forms of nouns, and first names of the
other gender.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.core.settings import language
from hf_genderfair.core.spans import Refusal, overlaps, protected_spans
from hf_genderfair.counterfactual.english import ENGLISH
from hf_genderfair.counterfactual.german import GERMAN
from hf_genderfair.counterfactual.spanish import SPANISH
from hf_genderfair.counterfactual.swapping import EXPECTED, Change, SwapForms, SwapOptions, Swapping
from hf_genderfair.counterfactual.weighed import SAME_FORM, agreeing, doubted_sentences, odds_of_change
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.languages.reader.reading import ANYBODY, SeenMention, form_probability, read, told_forms
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.languages.types import OTHER_BINARY_GENDER, WORD_GENDERS, BinaryGender, grammatical_gender
from hf_genderfair.lexicons.loader import load_lexicon

SWAP_FORMS: dict[str, SwapForms] = {"de": GERMAN, "en": ENGLISH, "es": SPANISH}
"""Forms by language code; which languages are offered follows from here."""

LANGUAGES = tuple(SWAP_FORMS)

NAMING = frozenset({"pronoun", "possessive", "reflexive", "noun", "title"})
"""Rules of the words that refer to a person; words of other rules agree with these."""

GENERIC = "nobody in particular"
DOUBTED = "not surely of this person"
NO_PERSON = "no person"
NO_FORM = "no counterpart"
NO_NAME = "a first name without counterpart"
REASONS = (GENERIC, DOUBTED, NO_PERSON, NO_FORM, NO_NAME)
"""Why words stay."""

LIKELY = 0.5
"""Least share of the probability that a word changes, at which the reader tells what it becomes."""

STEM = 2
"""Letters by which possessives of different owners differ."""

NOUNS = frozenset({"NOUN", "PROPN"})
PERSONS = frozenset({"role", "kin", "pronoun"})
"""Kinds of mentions that change with gender."""

RULE_OF = {
    "DET": "determiner",
    "NUM": "determiner",
    "ADP": "contraction",
    "NOUN": "noun",
    "PROPN": "noun",
    "VERB": "participle",
    "AUX": "participle",
    "PRON": "pronoun",
}
"""Rules of changes by part of speech."""


def swap_forms(lang: str) -> SwapForms:
    """Return the forms of words for women and men."""
    return SWAP_FORMS[language(lang, LANGUAGES)]


def swap(document: Document, to: BinaryGender, options: SwapOptions) -> Swapping:
    """Propose what changes when all particular persons of a text have a gender."""
    forms = SWAP_FORMS[document.lang]
    mentioned = forms.mentions(document.text, to)
    return _Swap(document, to, options, forms).swapping() if mentioned else Swapping([], [])


def gendered_words(document: Document) -> tuple[GroupWord, ...]:
    """Find the words of a text that name women or men, for languages without a list of them."""
    return tuple(
        sorted(
            GroupWord(change.start, change.end, "gender", group, document.text[change.start : change.end])
            for group, to in OTHER_BINARY_GENDER.items()
            for change in document.derived(swap, to, SwapOptions("keep")).changes
            if change.rule in NAMING
        )
    )


class _Swap:
    """One swap of one text."""

    def __init__(self, document: Document, to: BinaryGender, options: SwapOptions, forms: SwapForms) -> None:
        self.document, self.to, self.options, self.forms = document, to, options, forms
        self.reading = document.derived(read)
        closed = protected_spans(document.text)
        own = odds_of_change(document, to)
        odds = agreeing(document, own, (lambda index: own[index] > SAME_FORM) if forms.agree else self.has_other_form)
        # where no table says which words of a phrase have another form, their sum is too sure of itself
        told = own if forms.agree else odds
        self.doubted = doubted_sentences(document, [self.of_other_form(*each) for each in enumerate(told)])
        self.chosen = [
            index
            for index, log_odds in enumerate(odds)
            if log_odds > 0
            and not overlaps(closed, document.tokens[index].start, document.tokens[index].end)
            and self.may_change(index)
        ]
        self.new = {index: self.form(index) for index in self.chosen}

    def of_other_form(self, index: int, log_odds: float) -> float:
        """Return the odds that a word changes; none where it would be written as before: *dem neuen*, *der neuen*."""
        if log_odds <= SAME_FORM:
            return log_odds
        written = self.document.tokens[index].text
        return log_odds if written[0].isalpha() and self.form(index) != written else -math.inf

    def has_other_form(self, index: int) -> bool:
        """Return whether a table has another form of a word for the gender."""
        text = self.document.tokens[index].text
        return any(form != text for form in self.forms.listed(self.document, index, self.to))

    def may_change(self, index: int) -> bool:
        """Return whether a word is of a person as the reader sees it, or no noun, or a noun of a table."""
        if self.document.tokens[index].pos != "NOUN" or self.forms.listed(self.document, index, self.to):
            return True
        number = self.reading.mention_of[index]
        if number < 0 <= self.reading.controllers[index]:
            # Liebe Tante, which is taken for a noun
            return self.told(index) is not None
        if number < 0 or not self.forms.lists_gender or self.told(index) is not None:
            return number >= 0
        # a mistress has no counterpart; a surveyor needs none
        return self.reading.mentions[number].gender == OTHER_BINARY_GENDER[self.to]

    def swapping(self) -> Swapping:
        """Return the changes of those who can be changed whole, and the words that stay."""
        doubted = (index for index in self.chosen if self.document.sentence_of[index] in self.doubted)
        stays = dict.fromkeys(map(self.chain, doubted), DOUBTED) | dict.fromkeys(self.without_form(), NO_FORM)
        names = dict(self.names(stays)) if self.options.names == "swap" else {}
        stays |= {self.chain(index): NO_NAME for index, name in names.items() if name is None}
        changes = [change for change in self.changes() if change.chain not in stays]
        for index, name in names.items():
            if name is not None and self.chain(index) not in stays:
                token = self.document.tokens[index]
                changes.append(Change(token.start, token.end, name, "name", self.chain(index)))
        refusals = [self.refusal(index, stays[chain]) for index in self.chosen if (chain := self.chain(index)) in stays]
        return Swapping(_apart(sorted(changes)), sorted([*refusals, *self.left()]))

    def form(self, index: int) -> str | None:
        """Return what a word becomes: a form of a table, what the reader tells, or what rules make of it."""
        token = self.document.tokens[index]
        told = self.told(index)
        listed = list(self.forms.listed(self.document, index, self.to))
        if listed:
            # Herr is Frau here, and Dame there
            listed += [told[0]] if told is not None and told[0][0].lower() != token.text[0].lower() else []
            return max(
                listed,
                key=lambda form: (
                    form_probability(self.reading, token.text, index, self.to, form)
                    * (EXPECTED if form == listed[0] else 1)
                ),
            )
        if told is not None and told[1] >= LIKELY * self.reading.changes[self.to][index]:
            return told[0]
        known = self.forms.form(self.document, index, self.to)
        return known if known not in (None, token.text) else told[0] if told is not None else None

    def told(self, index: int) -> tuple[str, float] | None:
        """Return the likeliest form that the reader tells, so far as it is a word, and its probability."""
        forms = told_forms(self.reading, self.document.tokens[index].text, index, self.to)
        return next((form for form in forms if self.forms.is_word(form[0].lower())), None)

    def chain(self, index: int) -> int:
        """Return the number of the person of whom a word is."""
        number = self.reading.controllers[index]
        return -index - 1 if number < 0 else self.reading.mentions[number].chain

    def without_form(self) -> Iterator[int]:
        """Yield the persons with a noun for which there is no form."""
        for index, new in self.new.items():
            if new is None and self.document.tokens[index].pos == "NOUN":
                yield self.chain(index)

    def changes(self) -> Iterator[Change]:
        """Yield the words that change, those that are joined with the one before, and articles that fit them."""
        tokens = self.document.tokens
        for index, new in self.new.items():
            token, chain = tokens[index], self.chain(index)
            if new is None or new == token.text:
                continue
            joined = self.forms.joined(self.document, index, new) if index else None
            if joined is not None:
                yield Change(tokens[index - 1].start, token.end, joined, "contraction", chain)
                continue
            article = self.forms.fitting_article(tokens[index - 1].text, new) if index else None
            if article is not None and index - 1 not in self.new:
                yield Change(tokens[index - 1].start, tokens[index - 1].end, article, "article", chain)
            yield Change(token.start, token.end, new, self.rule(index, new), chain)

    def rule(self, index: int, new: str = "") -> str:
        """Return what kind of word is changed."""
        token, number = self.document.tokens[index], self.reading.mention_of[index]
        if token.pos == "DET" and new[:STEM].lower() == token.text[:STEM].lower():
            # meine Schwester, ihre Tante: they agree, and their owner stays
            return "determiner"
        if token.pos in NOUNS and number >= 0 and self.reading.mentions[number].kind == "name":
            return "title"
        if token.pos not in ("PRON", "DET"):
            return RULE_OF.get(token.pos, "adjective")
        kinds = {"Poss": "possessive", "Reflex": "reflexive"}
        told = next((rule for feature, rule in kinds.items() if token.morph.get(feature) == "Yes"), None)
        relative = token.pos == "PRON" and token.morph.get("PronType") == "Rel"
        return told or ("relative" if relative else RULE_OF[token.pos])

    def names(self, stays: Mapping[int, str]) -> Iterator[tuple[int, str | None]]:
        """Yield the first names of those who change, with names of the gender; None where there is none."""
        changed = {self.chain(index) for index, new in self.new.items() if new is not None} - stays.keys()
        for mention in self.reading.mentions:
            if mention.kind == "name" and mention.chain in changed:
                yield from self.first_name(mention)

    def first_name(self, mention: SeenMention) -> Iterator[tuple[int, str | None]]:
        """Yield the first name in a mention by name; what may as well be a surname stays."""
        tokens, lang = self.document.tokens, self.document.lang
        named = [
            at for at in range(mention.first, mention.last + 1) if at not in self.new and tokens[at].text.istitle()
        ]
        for index in named[:1]:
            written, ending = tokens[index].text, ""
            evidence = first_name_gender(written, lang)
            if evidence is None and written.endswith("s"):
                # Annas
                written, ending = written[:-1], "s"
                evidence = first_name_gender(written, lang)
            if evidence is not None and evidence.gender == OTHER_BINARY_GENDER[self.to]:
                other = name_counterpart(written, lang, self.options.seed, self.document.text)
                yield index, other + ending if other is not None else None
            elif len(named) > 1 and (evidence is None or evidence.gender != self.to):
                yield index, None

    def left(self) -> Iterator[Refusal]:
        """Yield the words of the other gender that stay, with the reason."""
        seen = {mention.last: mention for mention in self.reading.mentions}
        for index, token in enumerate(self.document.tokens):
            mention = seen.get(index)
            if index in self.new:
                continue
            if mention is None:
                noun = token.pos == "NOUN" and self.reading.mention_of[index] < 0
                listed = noun and set(self.forms.listed(self.document, index, self.to)) - {token.text}
                if listed or self.shows_other_gender(index):
                    yield self.refusal(index, NO_PERSON)
            elif mention.kind in PERSONS and mention.gender == OTHER_BINARY_GENDER[self.to]:
                anybody = max(mention.reference[ANYBODY], self.reading.generic[index])
                yield self.refusal(index, GENERIC if anybody > LIKELY else DOUBTED)

    def shows_other_gender(self, index: int) -> bool:
        """Return whether a word is a personal pronoun of the gender that goes."""
        token = self.document.tokens[index]
        morph = token.morph
        personal = token.pos == "PRON" and morph.get("PronType") == "Prs" and morph.get("Number") == "Sing"
        return personal and grammatical_gender(morph) == WORD_GENDERS[OTHER_BINARY_GENDER[self.to]]

    def refusal(self, index: int, reason: str) -> Refusal:
        """Return that a word stays."""
        token = self.document.tokens[index]
        return Refusal(token.start, token.end, self.rule(index), reason)


def _apart(changes: Sequence[Change]) -> list[Change]:
    """Leave out changes that overlap with the one before."""
    apart: list[Change] = []
    for change in changes:
        if not apart or apart[-1].end <= change.start:
            apart.append(change)
    return apart


class _NamePairs(NamedTuple):
    """Names by their paired names in lower case, and the names of each gender in order."""

    counterparts: Mapping[str, str]
    female: tuple[str, ...]
    male: tuple[str, ...]


def name_counterpart(name: str, lang: str, seed: int, key: str) -> str | None:
    """Return a first name of the other gender."""
    # A listed name has one counterpart, which leads back to it. Another name that is given almost only to one gender
    # gets one of the listed names, the same for the same seed and key.
    pairs = resource(("counterfactual", "name pairs"), _read_names).get(lang)
    if pairs is None:
        return None
    found = pairs.counterparts.get(name.casefold()) or _other_name(name, lang, pairs, seed, key)
    return found.upper() if found and name.isupper() and len(name) > 1 else found


def _other_name(name: str, lang: str, pairs: _NamePairs, seed: int, key: str) -> str | None:
    evidence = first_name_gender(name, lang)
    if evidence is None or evidence.gender not in ("female", "male"):
        return None
    names = pairs.male if evidence.gender == "female" else pairs.female
    digest = _name_digest(seed, key).copy()
    digest.update(f"\t{name.casefold()}".encode())
    return names[int.from_bytes(digest.digest()[:8], "big") % len(names)]


@lru_cache(maxsize=4)
def _name_digest(seed: int, key: str) -> hashlib._Hash:
    """Return the digest of what a choice holds for: the key may be a long text with many names."""
    return hashlib.sha256(f"{seed}\t{key}".encode())


def _read_names() -> dict[str, _NamePairs]:
    rows: dict[str, list[tuple[str, str]]] = {}
    for lang, female, male in load_lexicon("first_name_pairs").rows:
        rows.setdefault(lang, []).append((female, male))
    return {
        lang: _NamePairs(
            {name.casefold(): other for pair in pairs for name, other in (pair, pair[::-1])},
            tuple(female for female, _ in pairs),
            tuple(male for _, male in pairs),
        )
        for lang, pairs in rows.items()
    }
