"""English words for persons: titles, nouns, names and where these end, and generic masculines."""

from __future__ import annotations

import re
from collections.abc import Container
from functools import lru_cache
from typing import cast

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.clauses import has_dependent
from hf_genderfair.languages.coreference.mention import noun_evidence
from hf_genderfair.languages.coreference.name_words import (
    NamingRules,
    PersonNoun,
)
from hf_genderfair.languages.coreference.rules import PronounForm, PronounKind
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import first_name, is_frequent, person_form
from hf_genderfair.languages.english.pronouns import SINGULAR
from hf_genderfair.languages.evidence import Evidence, person_noun_gender, title_gender
from hf_genderfair.languages.reader.generic_reference import mean_odds_of_anybody
from hf_genderfair.languages.reader.reading import LEAST_OF_ANYBODY, LEAST_OF_PERSON, anybody_probability, read
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

UNSPECIFIC = WordClass("closed_classes_en", "unspecific_determiner")
INDEFINITE = frozenset({"a", "an"})
POSSESSIVE_ENDINGS = frozenset({"'s", "’s", "'", "’"})

INSIDE = frozenset("compound amod advmod nummod flat nmod nmod:poss".split())
"""Relations of words between a determiner and its noun."""

FARTHEST = 7
"""Largest distance of a determiner from its noun, in tokens."""

NAME_RELATIONS = ("flat", "appos")

MAN_WORDS = WordClass("noun_classes_en", "generic_masculine")
NO_OFFICES = WordClass("noun_classes_en", "no_office")
HE = frozenset("he his himself".split())


def determiner(document: Document, first: int) -> str:
    """Return the determiner before a noun, in lower case; empty where there is none."""
    for before in range(first - 1, max(first - FARTHEST, -1), -1):
        token = document.tokens[before]
        low = token.text.lower()
        if token.pos == "DET" or low in UNSPECIFIC or low in POSSESSIVE_ENDINGS or low in INDEFINITE:
            return low
        if token.relation == "nmod:poss":
            return low
        if token.text != "-" and token.pos not in ("ADJ", "NUM") and token.relation not in INSIDE:
            return ""
    return ""


def generic_masculines(document: Document, specific: Container[int], named: Container[int]) -> list[tuple[int, int]]:
    """Return the nouns and pronouns for men by which anybody is meant."""
    persons = frozenset(entity.start for entity in document.entities if entity.type == "PER")
    found: list[int] = []
    for index, token in enumerate(document.tokens):
        low = token.text.lower()
        if token.pos in ("PRON", "DET"):
            if low in HE and index not in named and mean_odds_of_anybody(document, index, SINGULAR) > 0:
                found.append(index)
        elif token.pos == "NOUN" and (low in MAN_WORDS or (index not in specific and _is_of_any(document, index, low))):
            found.append(index)
    tokens = document.tokens
    return [(tokens[index].start, tokens[index].end) for index in found if not _has_name(document, index, persons)]


def _is_of_any(document: Document, index: int, low: str) -> bool:
    """Return whether a noun in *-man* is that of an office, and of several or of nobody in particular."""
    if not low.endswith(("man", "men")) or low in NO_OFFICES or low.endswith("examen"):
        return False
    form = person_form(low)
    return (
        form is not None
        and form.gender == "masculine"
        and (form.plural or anybody_probability(document, index) > LEAST_OF_ANYBODY)
    )


def _has_name(document: Document, index: int, persons: frozenset[int]) -> bool:
    """Return whether a noun is the title of a name or stands beside one."""
    tokens = document.tokens
    if index + 1 < len(tokens) and tokens[index + 1].start in persons:
        return True
    if tokens[index].relation.startswith(NAME_RELATIONS) and tokens[document.heads[index]].pos == "PROPN":
        return True
    return any(
        tokens[child].pos == "PROPN" and tokens[child].relation.startswith(NAME_RELATIONS)
        for child in document.children[index]
    )


NEOPRONOUNS = frozenset(
    "xe xem xyr xyrs xemself ze zir zirs zirself hir hirs hirself fae faer faers faerself ey eir eirs eirself "
    "emself thon thons thonself".split()
)
"""Neopronouns that are hardly ever other English words."""


def pronouns(document: Document) -> dict[int, PronounForm]:
    """Return the words that may be pronouns of the third person."""
    forms, found = _pronoun_forms(), {}
    for index, token in enumerate(document.tokens):
        form = forms.get(token.text.lower())
        if form is None or (form.kind == "neutral" and has_dependent(document, index, "det", "amod", "compound")):
            continue
        found[index] = form
    return found


def _pronoun_forms() -> dict[str, PronounForm]:
    return resource(("English pronouns",), _read_pronoun_forms)


def _read_pronoun_forms() -> dict[str, PronounForm]:
    rows = load_lexicon("third_person_pronouns_en").rows
    neutral = dict.fromkeys(NEOPRONOUNS, PronounForm("neutral", frozenset({"neutral"})))
    listed = {word: PronounForm(cast(PronounKind, kind), frozenset(shows.split())) for word, kind, shows in rows}
    return neutral | listed


FIRST_PERSON = frozenset("i me my mine myself".split())
"""Pronouns of who speaks."""

INITIALS = 2
"""Number of letters that are initials where both are capitals: *CJ Hale*."""

FIRST_ADJECTIVES = frozenset({"prime"})
"""Adjectives that are part of the person noun after them: *prime minister*."""


def _read_noun(document: Document, start: int, end: int) -> PersonNoun | None:
    """Return an English person noun with the preceding parts of its compound (*police officer*)."""
    # The result is None where the noun does not name persons or modifies another noun (*teacher training*).
    tokens = document.tokens
    last = tokens[end - 1]
    word = document.text[tokens[start].start : last.end]
    if word[0].isdigit():
        return _read_aged(document, start, end, word)
    reading = document.derived(read)
    number = reading.mention_of[end - 1]
    form, meaning = _word(word)
    above = document.heads[end - 1]
    if form is None or (last.relation == "compound" and above >= end and tokens[above].pos == "NOUN"):
        return None
    plural = form[0]
    if number < 0 and not (
        reading.persons[end - 1] >= LEAST_OF_PERSON and _may_be_unseen(document, start, end - 1, plural)
    ):
        return None
    if number >= 0 and reading.mentions[number].kind == "name":
        return None
    first = _compound_start(document, start, end - 1)
    evidence = [noun_evidence(word, meaning)] if meaning else []
    for index in range(first, start):
        # woman doctor, boy actor
        modifier = _word(tokens[index].text)[1]
        evidence += [noun_evidence(tokens[index].text, modifier)] if modifier and tokens[index].pos == "NOUN" else []
    generic = not plural and anybody_probability(document, end - 1) > LEAST_OF_ANYBODY
    return PersonNoun(first, last.end, plural, tuple(item for item in evidence if item), generic)


def _may_be_unseen(document: Document, first: int, last: int, plural: bool) -> bool:
    """Whether a known word for persons may be one although the reader is unsure: not an address or an organisation."""
    above = document.tokens[document.heads[last]]
    is_organisation = document.tokens[last].relation == "nsubj" and document.entity_type(above.start) == "ORG"
    return (plural or bool(determiner(document, first))) and not is_organisation


def _read_aged(document: Document, start: int, end: int, word: str) -> PersonNoun | None:
    """Return an age that stands for who has it, and no other noun follows: *the 31-year-old said*."""
    tokens = document.tokens
    described = end < len(tokens) and tokens[end].pos in ("ADJ", "NOUN", "PROPN", "NUM")
    if "-year-old" not in word or described or not determiner(document, start):
        return None
    return PersonNoun(start, tokens[end - 1].end, word.endswith("s"), ())


@lru_cache(maxsize=100_000)
def _word(word: str) -> tuple[tuple[bool, str] | None, Evidence | None]:
    """Return whether a person noun is a plural with its sense, and the evidence of its lexical gender."""
    form = person_form(word)
    if form is None:
        return None, None
    low = word.lower()
    lemma = _singular(low) if form.plural else low
    meaning = person_noun_gender(lemma, "en", "Plur" if form.plural else "Sing")
    if form.gender == "feminine" and (meaning is None or meaning.gender == "neutral"):
        meaning = Evidence("female", "generic", "person_words_en")
    return (form.plural, form.sense), meaning


def _singular(low: str) -> str:
    if low.endswith("men"):
        return low[:-2] + "an"
    if low.endswith("wives"):
        return low[:-3] + "fe"
    if low.endswith("ies"):
        return low[:-3] + "y"
    head, hyphen, rest = low.partition("-")
    if hyphen and head.endswith("s"):
        return head[:-1] + hyphen + rest
    return low[:-2] if low.endswith(("sses", "xes", "ches")) else low.removesuffix("s")


def _is_in_office(document: Document, index: int) -> bool:
    """Whether a word for persons with a capital is the first part of an office: *Lieutenant Governor*."""
    tokens = document.tokens
    if (
        index + 1 >= len(tokens)
        or tokens[index + 1].relation == "conj"
        or tokens[index + 1].pos not in ("NOUN", "PROPN")
    ):
        return False
    both = tokens[index].text[0].isupper() and tokens[index + 1].text[0].isupper()
    return both and _is_person_word(tokens[index].text) and _is_person_word(tokens[index + 1].text)


def _compound_start(document: Document, start: int, last: int) -> int:
    """Return the index of the first token of the compound of a noun."""
    tokens, heads = document.tokens, document.heads
    first = start
    while first > 0 and tokens[first - 1].relation == "compound" and tokens[first - 1].pos == "NOUN":
        if not start - 1 <= heads[first - 1] <= last and heads[first - 1] != first:
            break
        first -= 1
    if first > 0 and _is_in_office(document, first - 1):
        first -= 1
    if first > 0 and tokens[first - 1].text.lower() in FIRST_ADJECTIVES:
        first -= 1
    return first


def _title(word: str) -> Evidence | None:
    return _titles(word) if word[0].isupper() else None


@lru_cache(maxsize=100_000)
def _titles(word: str) -> Evidence | None:
    return title_gender(word, "en")


def _looks_like_name(word: str) -> bool:
    """Whether a word with a capital only ends like one for a man: *Suleiman*, *Goldman*."""
    if not word[0].isupper() or "-" in word:
        return False
    form = person_form(word)
    return form is not None and not form.plural and form.source == "compound"


@lru_cache(maxsize=100_000)
def _is_person_word(word: str) -> bool:
    form = person_form(word)
    if form is None or form.plural or _looks_like_name(word):
        return False
    return form.sense != "mostly_thing" or word.islower()


def _bare(word: str) -> tuple[str, ...]:
    return (word,)


SYLLABLE = r"(?:[bcdfghjklmnpqrstwxyz]|[cstz]h|ts|hs|kw|[bghmnrkp]y)?[aeiouwy]{1,4}(?:ng|[nktphlm])?"
"""A syllable as Chinese and Korean are written in Latin letters."""

HYPHENATED = re.compile(rf"(?i:{SYLLABLE}) (?i:{SYLLABLE})-{SYLLABLE}")


def _shows_first_name(given: str, name: str) -> bool:
    initials = len(given) == INITIALS and given.isupper()
    return not initials and HYPHENATED.fullmatch(name) is None


WORDS = NamingRules(
    _title,
    _is_person_word,
    first_name,
    is_frequent,
    _bare,
    _read_noun,
    NEOPRONOUNS,
    shows_first_name=_shows_first_name,
    bare_titles=True,
)
"""English words for persons."""
