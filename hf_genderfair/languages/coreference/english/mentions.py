"""English titles, first names and nouns for persons, and their evidence of gender."""

from __future__ import annotations

from functools import lru_cache

from hf_genderfair.languages.clauses import dependents, has_dependent
from hf_genderfair.languages.coreference.descriptions import role_of_word
from hf_genderfair.languages.coreference.english.doubtful_names import BEFORE_FIRMS, PERSONAL_VERBS
from hf_genderfair.languages.coreference.english.generic import NAMED_BY_KIN, POSSESSIVES, determiner, is_anybody
from hf_genderfair.languages.coreference.english.name_things import DEITIES, begins_ship, is_in_title
from hf_genderfair.languages.coreference.english.names import HYPHENATED
from hf_genderfair.languages.coreference.mention_words import NamingRules, PersonNoun, noun_evidence
from hf_genderfair.languages.coreference.names.words import ADDRESSES
from hf_genderfair.languages.coreference.pronouns.english import NEOPRONOUNS
from hf_genderfair.languages.coreference.roles import is_receiver
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import first_name, is_frequent, person_form
from hf_genderfair.languages.evidence import Evidence, person_noun_gender, title_gender
from hf_genderfair.lexicons.word_class import WordClass

CALLED = WordClass("noun_classes_en", "called")
"""Words for persons that are exclamations too: *man*."""

CELEBRITIES = WordClass("noun_classes_en", "celebrity")
"""Words for things that are said of persons behind a name: *the Lakers star*."""

TIMES_OF_LIFE = WordClass("noun_classes_en", "time_if_owned")
"""Words for persons that mean a time behind a possessive: *in his youth*."""

CALLED_GODS = frozenset({"Lord", "Father"})

ARGUMENTS = frozenset("nsubj nsubj:pass obj obl nmod compound".split())
"""Relations in which an English noun for somebody needs an article."""

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
    if "(" in word or ((word in ADDRESSES or _looks_like_name(word)) and not determiner(document, start)):
        # as in 'Spouse(s)', and 'Ms . Ashby' where a full stop stands apart
        return None
    if _is_deity(document, start, word) or (word in TIMES_OF_LIFE and determiner(document, start) in POSSESSIVES):
        return None
    form, meaning = _word(word)
    if form is None or _modifies(document, start, end) or is_in_title(document, start) or _is_of_firm(document, start):
        return None
    if not form[0] and (_is_part_of_name(document, start, end) or _is_exclamation(document, start, end)):
        return None
    if _is_organisation(document, end - 1) or begins_ship(document, start):
        return None
    if form[1] == "mostly_thing" and not (_acts(document, end - 1) or _is_celebrity(document, end - 1)):
        return None
    plural = form[0]
    first = _compound_start(document, start, end - 1)
    evidence = [noun_evidence(word, meaning)] if meaning else []
    for index in range(first, start):
        # woman doctor, boy actor
        modifier = _word(tokens[index].text)[1]
        evidence += [noun_evidence(tokens[index].text, modifier)] if modifier and tokens[index].pos == "NOUN" else []
    generic = not plural and is_anybody(document, first, end - 1)
    return PersonNoun(first, last.end, plural, tuple(item for item in evidence if item), generic)


def _is_deity(document: Document, start: int, word: str) -> bool:
    """Whether a god is meant: *Love God*, *Please, Lord, stop*."""
    called = word in CALLED_GODS and not determiner(document, start)
    return word[0].isupper() and (word.lower() in DEITIES or called)


def _is_part_of_name(document: Document, start: int, end: int) -> bool:
    """Whether a noun with a capital inside a sentence is no office and nobody's title: *the album Man of Straw*."""
    tokens, word = document.tokens, document.tokens[end - 1]
    first, _ = document.sentences[document.sentence_of[start]]
    if not word.text[0].isupper() or word.text.isupper() or start == first or tokens[start - 1].pos == "PUNCT":
        return False
    articles = [
        index for index in dependents(document, end - 1, "det") if tokens[index].text == "The" and index > first
    ]
    low = word.text.lower()
    held = role_of_word(low, "en").kind == "office" or _titles(word.text) is not None or low in NAMED_BY_KIN
    if any(tokens[index - 1].pos != "PUNCT" or (tokens[index - 1].text in ",:" and not held) for index in articles):
        # 'the film The Old Lady', 'the film, The Old Lady'
        return True
    return not held and word.relation in ARGUMENTS and not determiner(document, start)


def _is_exclamation(document: Document, start: int, end: int) -> bool:
    """Whether a noun only calls out: *I tried, man, but …*, *Idiot!*."""
    tokens = document.tokens
    if determiner(document, start):
        return False
    first, last = document.sentences[document.sentence_of[start]]
    if all(token.pos in ("PUNCT", "INTJ") for token in (*tokens[first:start], *tokens[end:last])):
        return end < last and tokens[end].text == "!"
    before = tokens[start - 1].text if start else ""
    called = tokens[end - 1].text in CALLED and before == ","
    return called and end < len(tokens) and tokens[end].pos == "PUNCT"


def _is_organisation(document: Document, index: int) -> bool:
    """Whether a copula or an apposition says that a body is meant: *The biggest employer is the IRS*."""
    tokens, above = document.tokens, document.heads[index]
    named = dependents(document, index, "appos")
    if tokens[index].relation == "nsubj" and has_dependent(document, above, "cop"):
        named.append(above)
    bodies = [document.entity_at(tokens[other].start) for other in named if has_dependent(document, other, "det")]
    return any(body is not None and body.type == "ORG" for body in bodies)


def _is_of_firm(document: Document, index: int) -> bool:
    """Whether a word with a capital is part of the name of a firm: *Lord & Hale*."""
    beside = [token.text for token in document.tokens[max(0, index - 1) : index + 2]]
    return document.tokens[index].text[0].isupper() and "&" in beside


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


def _acts(document: Document, index: int) -> bool:
    """Whether a noun is the subject of a personal verb, or of one with a person as object: *outran the cook*."""
    tokens, verb = document.tokens, document.heads[index]
    if tokens[index].relation != "nsubj" or tokens[verb].pos != "VERB":
        return False
    objects = [tokens[child] for child in document.children[verb] if tokens[child].relation == "obj"]
    to_person = any(_is_person_word(token.text) and token.text.islower() for token in objects)
    return to_person or tokens[verb].lemma in PERSONAL_VERBS


def _is_celebrity(document: Document, index: int) -> bool:
    """Whether a team or firm before a noun tells that a person is meant: *the Lakers star*."""
    before = document.tokens[index - 1] if index else None
    named = before is not None and before.pos == "PROPN" and before.relation == "compound"
    return named and document.tokens[index].text in CELEBRITIES and bool(determiner(document, index))


def _modifies(document: Document, start: int, end: int) -> bool:
    """Whether a noun modifies another after it: *teacher training*, *its rival Brandt Air*, *Lieutenant Governor*."""
    tokens = document.tokens
    last = next((index for index in range(end - 1, start - 1, -1) if tokens[index].pos in ("NOUN", "PROPN")), end - 1)
    head = document.heads[last]
    if _is_attribute(document, last) or _is_in_office(document, last):
        return True
    if tokens[last].relation == "compound" and head >= end:
        if tokens[head].pos == "PROPN" and tokens[last].text[0].isupper() and tokens[head].text[0].isupper():
            # 'the Refugee Act', but 'President Ternu'
            return _titles(tokens[last].text) is None
        if head == end and tokens[last].text in BEFORE_FIRMS:
            return tokens[head].pos == "PROPN"
    modifies = tokens[last].relation == "compound" and head >= end and tokens[head].pos == "NOUN"
    return modifies and not (is_receiver(document, last) and _word(tokens[head].text)[0] is None)


def _is_attribute(document: Document, index: int) -> bool:
    """Whether a noun joined to an adjective stands before the noun of both: *critical and fan acclaim*."""
    tokens, above = document.tokens, document.heads[index]
    before_noun = index + 1 < len(tokens) and tokens[index + 1].pos == "NOUN"
    joined = tokens[index].relation == "conj" and tokens[above].pos == "ADJ" and tokens[above].relation == "amod"
    return joined and before_noun and document.heads[above] == index + 1


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
