"""What is known of Spanish and Catalan words beside those for persons: pronouns, endings, names, connectives."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import product

import regex

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.evidence import first_name_gender, title_gender
from hf_genderfair.languages.romance.person_forms import (
    RomancePersonForm,
    counterparts,
    person_forms,
    plurals,
    suffix_counterparts,
    suffix_forms,
)
from hf_genderfair.languages.types import WORD_GENDERS, GrammaticalGender, PairedGender
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

BEARERS = 1000
"""Number of persons that must bear a name for it to count as a first name by itself."""

FEW_BEARERS = 50
HOME_COUNTRY = "es"
COUNTRIES = 3
"""Number of countries that must list a name unknown in Spain for it to count as a first name before a surname."""

NOUN_GENDERS: dict[str, GrammaticalGender] = {"masculine": "masculine", "feminine": "feminine"}
PARTICLES = WordClass("name_words_any", "particle_in_romance_text")
"""Small words inside a surname; *de* is one only after a first name."""

BEFORE_FIRST_NAMES = WordClass("noun_classes_romance", "before_first_name")
"""Titles and words of family and age before a first name alone; after all others a single name is a surname."""

NO_TITLES = frozenset("en na".split())
"""Catalan personal articles that look like a preposition and a pronoun."""

ENDINGS: dict[str, tuple[tuple[WordClass, GrammaticalGender], ...]] = {
    "es": (
        (WordClass("noun_classes_romance", "feminine_ending_es"), "feminine"),
        (WordClass("noun_classes_romance", "masculine_ending_es"), "masculine"),
        (WordClass("noun_classes_romance", "last_feminine_ending_es"), "feminine"),
    ),
    "ca": (
        (WordClass("noun_classes_romance", "feminine_ending_ca"), "feminine"),
        (WordClass("noun_classes_romance", "masculine_ending_ca"), "masculine"),
        (WordClass("noun_classes_romance", "last_feminine_ending_ca"), "feminine"),
    ),
}
"""Endings that tell the gender of nouns, the surest first."""

SURE_ENDINGS: dict[str, tuple[tuple[WordClass, GrammaticalGender], ...]] = {
    "es": (
        (WordClass("noun_classes_romance", "sure_feminine_ending_es"), "feminine"),
        (WordClass("noun_classes_romance", "sure_masculine_ending_es"), "masculine"),
    ),
    "ca": (
        (WordClass("noun_classes_romance", "sure_feminine_ending_ca"), "feminine"),
        (WordClass("noun_classes_romance", "sure_masculine_ending_ca"), "masculine"),
    ),
}
"""Endings that are surer than a pipeline."""

ADJECTIVE = regex.compile(
    r"(?:[ai]l|[ai]les|[ai]ls|iv[oa]s?|i[uv]e?s?|ic[oa]s?|[íàè]ics?|ics?|iques|[aiu]d[oa]s?|[aiu]ts?|[aiu]des|e[oa]s?"
    r"|eus?|[eé]s[oa]?s?|ès|esos|eses|ari[oa]s?|àri(?:a|es|s)?|bles?|ars?|ares|[ei]or|[ei]ores|[ei]ors|os[oa]s?|ós|oses"
    r"|[aà]n[oa]s?|à|ana|anes|in[oa]s?|ines|òni[cq]u?e?[as]?|[oó]nom[oa]s?|[òo]nom[ea]?s?|d[oa]ra?s?|dores|ens[ei]s?"
    r"|em[oa]s?|om(?:ún|uns?|ú|una|unes)|baj[oa]s?|alt[oa]s?|medi[oa]s?|nuev[oa]s?|nou|nova|gran|rojo|roja|verde|aventurer[oa]?s?"
    r"|blanc[oa]?|negr[oae]s?|major|menor|[eè]nic[oa]?|ern[oa]?s?|urn[oa]?s?|unid[oa]s?|units?|uid[oa]s?)$"
)
"""Endings of adjectives: *Unión Europea*, *Poder Judicial*, *Reino Unido*."""

PRONOUNS: dict[str, tuple[tuple[WordClass, GrammaticalGender], ...]] = {
    "es": (
        (WordClass("closed_classes_romance", "masculine_pronoun_es"), "masculine"),
        (WordClass("closed_classes_romance", "feminine_pronoun_es"), "feminine"),
    ),
    "ca": (
        (WordClass("closed_classes_romance", "masculine_pronoun_ca"), "masculine"),
        (WordClass("closed_classes_romance", "feminine_pronoun_ca"), "feminine"),
    ),
}
"""Pronouns with gender, and whether they stand for persons.

Those of the paper's skip lists have no gender. Demonstratives, which mostly take up things, and clitic objects are left
out, as most of the paper's annotations do."""

PERSONAL = WordClass("closed_classes_romance", "of_no_thing")
"""Pronouns that take up no thing, or too seldom to tell."""

DEMONSTRATIVES = {
    "es": WordClass("closed_classes_romance", "demonstrative_es"),
    "ca": WordClass("closed_classes_romance", "demonstrative_ca"),
}
"""Determiners that pipelines take for nouns, in Valencian most of all."""

ARTICLES: dict[str, tuple[tuple[WordClass, GrammaticalGender], ...]] = {
    "es": (
        (WordClass("closed_classes_romance", "masculine_article_es"), "masculine"),
        (WordClass("closed_classes_romance", "feminine_article_es"), "feminine"),
    ),
    "ca": (
        (WordClass("closed_classes_romance", "masculine_article_ca"), "masculine"),
        (WordClass("closed_classes_romance", "feminine_article_ca"), "feminine"),
    ),
}
"""Articles with their gender, contracted ones too."""

CLOSED_CLASS = {
    "es": WordClass("closed_classes_romance", "no_noun_es"),
    "ca": WordClass("closed_classes_romance", "no_noun_ca"),
}
"""Adverbs, pronouns without gender and the like that pipelines take for nouns, most of them Valencian."""

RELATIVE = {"es": ("los que", "las que"), "ca": ("els qui", "els que", "les qui", "les que")}
CONTRACTIONS = {"~de": ("de", "del", "d'", "d’", "dels"), "~a": ("a", "al", "als")}


KNOWN_WORDS = 100_000


class RomanceWords:
    """Tables of one language, made once per process."""

    def __init__(self, lang: str) -> None:
        """Read the lexicons of a language."""
        self.lang = lang
        self.persons: dict[str, RomancePersonForm] = person_forms(lang)
        self.pronouns = {word: (gender, True) for words, gender in PRONOUNS[lang] for word in words.as_tuple}
        if lang == "es":
            self.pronouns["nada"] = ("feminine", False)
        self.articles = {word: gender for words, gender in ARTICLES[lang] for word in words.as_tuple}
        self.demonstratives = DEMONSTRATIVES[lang].as_set
        self.surnames = set(load_lexicon(f"surnames_like_person_words_{lang}").lines)
        self.closed_class = CLOSED_CLASS[lang].as_set
        self.relative = RELATIVE[lang]
        self.places = _genders("place_names", lang)
        nouns = _genders("irregular_nouns", lang)
        self.nouns = {form: gender for noun, gender in nouns.items() for form in (noun, *plurals(noun, lang))}
        self.classes: dict[str, str] = {}
        for lemma, word_class, gender in load_lexicon(f"word_classes_{lang}").rows:
            forms = (lemma, *plurals(lemma, lang))
            self.classes.update(dict.fromkeys(forms, word_class))
            if word_class == "noun":
                self.nouns.update((form, NOUN_GENDERS[gender]) for form in forms)
        self.expressions: dict[str, list[tuple[tuple[str, ...], int]]] = {}
        self.things: dict[str, list[tuple[tuple[str, ...], int]]] = {}
        for expression, effect, _ in load_lexicon(f"fixed_expressions_{lang}").rows:
            parts = tuple(expression.split())
            table = self.things if effect == "thing" else self.expressions
            for index, part in enumerate(parts):
                table.setdefault(part.lstrip("~"), []).append((parts, index))
        # The only words whose part of speech is ever doubted; all others are passed over.
        self.unusual = PERSONAL.as_set.union(self.pronouns, self.demonstratives, self.closed_class, self.classes)
        if lang == "ca":
            self.unusual |= self.persons.keys()
        self.endings, self.suffixed_things = suffix_forms(lang)
        self.feminine_of, self.masculine_of = self._counterparts()
        self.ending_pairs = suffix_counterparts(lang)
        self.suffixed = lru_cache(KNOWN_WORDS)(self._find_suffixed)
        self._name = lru_cache(KNOWN_WORDS)(self._find_name)
        self.is_title = lru_cache(KNOWN_WORDS)(self._find_title)

    def _counterparts(self) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
        """Return the feminine forms of masculine nouns, articles and pronouns, and the masculine ones of feminine."""
        pairs = [(his, hers) for his, hers in counterparts(self.lang).items() if his and hers and his != hers]
        genders = self.articles | {word: gender for word, (gender, _) in self.pronouns.items()}
        pairs += [
            (his, hers)
            for his, hers in product(genders, genders)
            if (genders[his], genders[hers]) == ("masculine", "feminine") and (his[-1] == "s") == (hers[-1] == "s")
        ]
        feminine: dict[str, tuple[str, ...]] = {}
        masculine: dict[str, tuple[str, ...]] = {}
        for his, hers in pairs:
            feminine[his] = (*feminine.get(his, ()), hers)
            masculine[hers] = (*masculine.get(hers, ()), his)
        return feminine, masculine

    def counterparts(self, low: str, gender: PairedGender) -> tuple[str, ...]:
        """Return the forms of one gender that a word of the other may have beside it."""
        listed = (self.feminine_of if gender == "feminine" else self.masculine_of).get(low)
        if listed or low in self.suffixed_things or low in self.nouns:
            return listed or ()
        for pair in self.ending_pairs:
            his, hers = pair if gender == "feminine" else pair[::-1]
            if low.endswith(his) and low != his:
                return (low.removesuffix(his) + hers,)
        return ()

    def _find_suffixed(self, low: str) -> RomancePersonForm | None:
        """Return what the ending of a noun in no list, or *ex-*, says of it, None where it names no person."""
        if low in self.suffixed_things or low in self.nouns:
            return None
        fitting = (form for ending, form in self.endings.items() if low.endswith(ending) and low != ending)
        return self._former(low) or next(fitting, None)

    def _former(self, low: str) -> RomancePersonForm | None:
        """Return what is known of a person who is one no more: *exministra*."""
        form = self.persons.get(low.removeprefix("ex")) if low.startswith("ex") else None
        return form if form and set(form.senses.values()) == {"person"} else None

    def first_name(self, word: str) -> GrammaticalGender | None:
        """Return the gender of a first name; None for any other word."""
        return self._name(word)[0]

    def is_frequent_first_name(self, word: str) -> bool:
        """Whether a word by itself is a first name, and not the name of a place."""
        gender, bearers = self._name(word)
        return gender is not None and bearers >= BEARERS and word not in self.places

    def is_at_home(self, word: str) -> bool:
        """Whether a first name, not that of a place, is known where the language is spoken, or in several countries."""
        gender, bearers = self._name(word)
        return gender is not None and bearers >= FEW_BEARERS and word not in self.places

    def _find_name(self, word: str) -> tuple[GrammaticalGender | None, int]:
        """Return the gender of a first name and its bearers at home; for a foreign name, a number for few."""
        evidence = first_name_gender(word, self.lang)
        known = WORD_GENDERS.get(evidence.gender) if evidence else None
        countries = evidence.source.split()[1:] if evidence else []
        abroad = FEW_BEARERS if len(countries) >= COUNTRIES else -1
        return known, evidence.n if evidence and HOME_COUNTRY in countries else abroad

    def _find_title(self, low: str) -> bool:
        """Whether a word may stand before a person's name: a form of address, an office."""
        evidence = title_gender(low, self.lang)
        address = evidence is not None and evidence.kind != "article" and low not in NO_TITLES
        return low in self.persons or low + "." in self.persons or address

    def title_gender(self, low: str) -> GrammaticalGender | None:
        """Return the gender of a form of address, None where it has none."""
        evidence = title_gender(low, self.lang)
        return WORD_GENDERS.get(evidence.gender) if evidence else None

    def noun_gender(self, low: str) -> GrammaticalGender:
        """Return the gender of a noun by the lexicon, else by its ending; masculine where neither tells."""
        return self.nouns.get(low) or _by_ending(low, ENDINGS[self.lang]) or "masculine"

    def sure_gender(self, low: str) -> GrammaticalGender | None:
        """Return the gender of a noun where the lexicon or a sure ending tells it."""
        return self.nouns.get(low) or _by_ending(low, SURE_ENDINGS[self.lang])

    def in_expression(self, low: Sequence[str], index: int) -> bool:
        """Whether a word belongs to a connective such as *sin embargo*."""
        return _occurs(self.expressions.get(low[index], ()), low, index)

    def is_thing(self, low: Sequence[str], index: int) -> bool:
        """Whether a word for persons stands for something else in a phrase: *en el extranjero*."""
        return _occurs(self.things.get(low[index], ()), low, index)


def romance_words(lang: str) -> RomanceWords:
    """Return the tables of a language; made once per process."""
    return resource(("romance words", lang), partial(RomanceWords, lang))


def _genders(lexicon: str, lang: str) -> dict[str, GrammaticalGender]:
    return {noun: NOUN_GENDERS[gender] for noun, gender, *_ in load_lexicon(f"{lexicon}_{lang}").rows}


def _by_ending(low: str, endings: Sequence[tuple[WordClass, GrammaticalGender]]) -> GrammaticalGender | None:
    return next((gender for words, gender in endings if low.endswith(words.as_tuple)), None)


def _occurs(expressions: Sequence[tuple[tuple[str, ...], int]], low: Sequence[str], index: int) -> bool:
    for parts, position in expressions:
        start = index - position
        words = low[max(start, 0) : start + len(parts)]
        if start >= 0 and len(words) == len(parts) and all(map(_fits, parts, words)):
            return True
    return False


def _fits(part: str, word: str) -> bool:
    return word == part or (part[0] == "~" and word in CONTRACTIONS.get(part, (part[1:],)))
