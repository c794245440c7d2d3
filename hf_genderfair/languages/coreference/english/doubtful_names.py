"""What counts for or against an English name of unknown type being that of a person, beyond its context.

A word that the text writes in small letters too is no name (*Basil*, *basil*), towns and firms share names with
persons (*Austin*, *Ford*), and of a word that no list knows only the context can tell. Who is called a plumber is a
person.
"""

from __future__ import annotations

from functools import lru_cache

from hf_genderfair.languages.clauses import dependents, has_copula, has_dependent
from hf_genderfair.languages.coreference.names.context import ContextRules
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import person_form
from hf_genderfair.lexicons.word_class import WordClass

PERSONAL_VERBS = WordClass("verb_frames_en", "personal")
"""Lemmas of verbs whose subjects are mostly persons."""

BEFORE_FIRMS = WordClass("noun_classes_en", "before_firm")
"""Words for persons that stand before names of firms, and are said of them: *its rival Brandt Air*."""

PLACES_AND_FIRMS = WordClass("name_words_en", "place_or_firm_and_name")

ENDS_OF_PLACES = WordClass("name_words_en", "ends_place")
"""Ends of names of places: *Georgetown*."""

SMALL = -2.5
"""Weight of a word that the text also has as a noun in small letters."""

SHARED = -1.5
"""Weight of the name of a town or firm that is one of persons too."""

UNLISTED = {"": -1.0, "LOC": -0.5, "ORG": -0.5, "PER": 0.0}
"""Weight of a single word that no list of names has, by entity type; plurals, words before *of* and
words with the end of a place have 1 less."""

SPEAKS = 2.0
"""Weight of speech in quotation marks before a name and its verb, which parsers take for one with an object."""

CLOSING = frozenset({'"', "”", "’", "''"})

CALLED_PERSON = 2.0
"""Weight of a predicate or apposition that names a person: *Reben is a plumber*."""


def small_words(document: Document) -> frozenset[str]:
    """Return the nouns that a text has in small letters; adjectives are surnames too often: *Brown*, *Young*."""
    return frozenset(token.text for token in document.tokens if token.pos == "NOUN" and token.text.islower())


def is_ambiguous(word: str, small: frozenset[str]) -> bool:
    """Return whether a single word may be no name, whatever a pipeline takes it for."""
    low = word.lower()
    return low in small or low in PLACES_AND_FIRMS


def word_evidence(document: Document, words: tuple[int, int], kind: str, listed: bool, small: frozenset[str]) -> float:
    """Add up what the words of a name and their syntax tell."""
    first, last = words
    tokens, heads = document.tokens, document.heads
    head = next((index for index in range(first, last) if not first <= heads[index] < last), first)
    weight = CALLED_PERSON * _is_called_person(document, head) + SPEAKS * follows_speech(document, first)
    # A man …
    weight -= (
        _is_beside_thing(document, head)
        + (last < len(tokens) and tokens[last].text == ":" and tokens[last - 1].text.isupper())
        + has_dependent(document, last - 1, "nmod:poss")
    )
    if " " in document.text[tokens[first].start : tokens[last - 1].end]:
        return weight
    word = document.text[tokens[first].start : tokens[last - 1].end]
    weight += SMALL * (word.lower() in small) + SHARED * (word.lower() in PLACES_AND_FIRMS)
    if listed:
        return weight
    plural = tokens[last - 1].morph.get("Number") == "Plur"
    opens = last < len(tokens) and tokens[last].text == "of" and kind != "PER"
    ends = word.lower().endswith(ENDS_OF_PLACES.as_tuple)
    return weight + UNLISTED[kind] - plural - opens - ends


def follows_speech(document: Document, first: int) -> bool:
    """Return whether speech and a verb stand before a name: *“No,” says Ashby*."""
    tokens = document.tokens
    verb = first > 1 and tokens[first - 1].pos == "VERB" and tokens[first - 1].lemma in PERSONAL_VERBS
    return verb and tokens[first - 2].text in CLOSING


def _is_beside_thing(document: Document, head: int) -> bool:
    """Whether a noun for things goes on after *and*: *Slogans and protests*."""
    joined = [document.tokens[index] for index in dependents(document, head, "conj")]
    return any(token.pos == "NOUN" and token.text.islower() and person_form(token.text) is None for token in joined)


def _is_called_person(document: Document, head: int) -> bool:
    """Whether a predicate or an apposition calls the bearer of a name a person: *Hale, a plumber*, *Hale is a cook*."""
    tokens, above = document.tokens, document.heads[head]
    if tokens[head].relation.startswith("nsubj") and has_copula(document, above):
        return _names_person(tokens[above].text, tokens[above].pos)
    if tokens[head].relation == "appos" and above < head and is_person(tokens[above].text):
        return True
    return any(_names_person(tokens[index].text, tokens[index].pos) for index in dependents(document, head, "appos"))


def _names_person(word: str, pos: str) -> bool:
    return pos == "NOUN" and word.islower() and is_person(word)


@lru_cache(maxsize=20_000)
def is_person(word: str) -> bool:
    """Return whether a word is a noun for one person, and mostly for none else."""
    form = person_form(word)
    return form is not None and not form.plural and form.sense != "mostly_thing"


CONTEXT = ContextRules(
    personal_verbs=PERSONAL_VERBS,
    before_place=WordClass("closed_classes_en", "before_place"),
    before_person=WordClass("closed_classes_en", "before_person"),
    pronouns=WordClass("closed_classes_en", "pronoun_of_person"),
    enough=1.0,
    modifiers=frozenset({"compound", "amod"}),
)
"""The words around English names."""
