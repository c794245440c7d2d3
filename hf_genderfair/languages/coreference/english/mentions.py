"""English titles, first names and nouns for persons, and their evidence of gender."""

from __future__ import annotations

from functools import lru_cache

from hf_genderfair.languages.coreference.english.generic import determiner
from hf_genderfair.languages.coreference.english.names import HYPHENATED
from hf_genderfair.languages.coreference.mention_words import NamingRules, PersonNoun, noun_evidence
from hf_genderfair.languages.coreference.pronouns.english import NEOPRONOUNS
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import first_name, is_frequent, person_form
from hf_genderfair.languages.evidence import Evidence, person_noun_gender, title_gender
from hf_genderfair.languages.reader.reading import anybody_probability, read

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
    if number < 0 or reading.mentions[number].kind == "name":
        return None
    form, meaning = _word(word)
    above = document.heads[end - 1]
    if form is None or (last.relation == "compound" and above >= end and tokens[above].pos == "NOUN"):
        return None
    plural = form[0]
    first = _compound_start(document, start, end - 1)
    evidence = [noun_evidence(word, meaning)] if meaning else []
    for index in range(first, start):
        # woman doctor, boy actor
        modifier = _word(tokens[index].text)[1]
        evidence += [noun_evidence(tokens[index].text, modifier)] if modifier and tokens[index].pos == "NOUN" else []
    generic = not plural and anybody_probability(document, end - 1) > 0.5
    return PersonNoun(first, last.end, plural, tuple(item for item in evidence if item), generic)


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
