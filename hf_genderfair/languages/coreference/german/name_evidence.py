"""Evidence that a German name of unknown type is that of a person, from how it is written and what the text calls it.

What a name shows adds up with its context (`names.context`); the weights are rows of the lexicon ``name_weights_de``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from hf_genderfair.languages.clauses import SUBJECTS, dependents, has_copula
from hf_genderfair.languages.coreference.names.rules import Name
from hf_genderfair.languages.coreference.names.words import SHORTEST_ACRONYM, NameWords
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import animacy_of_personal
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.types import grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass, WordValues

WEIGHTS = WordValues("name_weights_de", "weight", float)

FIRMS = WordClass("noun_classes_de", "firm_taken_up")
"""Nouns that take up a firm or a club which was named."""

PLACE_ENDS = WordClass("name_words_de", "place_ending")
"""Ends of the names of towns."""

SURNAME_ENDS = WordClass("name_words_de", "end_of_surname")
"""Ends of surnames in which neither towns nor firms end."""

GENDERS = {"Masc": "masculine", "Neut": "neuter"}
"""Genders of names in the analysis: places are neuters."""

SHORTEST_PLACE = 6
"""Smallest number of letters of a name whose end tells a town."""

FEW_LETTERS = 3

AND = frozenset({"und", "sowie", "oder"})

ENTITIES = frozenset({"LOC", "ORG"})


def word_evidence(words: NameWords, name: Name, kind: str) -> float:
    """Add up what the words of a name and its entity type tell, beyond the context."""
    evidence = [*_written(words, name, kind), *_beside(words, name)]
    document, head = words.document, _head(words.document, name)
    animacy = animacy_of_personal(document, head) if document.tokens[head].relation in SUBJECTS else 0.0
    return sum(WEIGHTS[found] for found in evidence) + WEIGHTS["animacy"] * animacy


def _head(document: Document, name: Name) -> int:
    first, last = name[0][0], name[-1][1]
    return next((index for index in range(first, last) if not first <= document.heads[index] < last), first)


def _written(words: NameWords, name: Name, kind: str) -> Iterator[str]:
    """Yield what the form of a name shows."""
    last = words.text(name[-1])
    if kind != "PER" and not last.endswith("s"):
        # a genitive is tagged worse: 'die Vereidigung Bodes'
        yield "tagged_otherwise" if kind else "not_tagged"
    if kind == "ORG":
        yield "body"
    if words.tokens[name[-1][1] - 1].pos == "NOUN":
        yield "common_noun"
    if "-" not in last and words.language.first_name(words.text(name[0])) is not None:
        yield "rare_first_name"
    if len(last) >= SHORTEST_PLACE and last.lower().endswith(PLACE_ENDS.as_tuple):
        yield "place_ending"
    if len(last) <= FEW_LETTERS:
        yield "few_letters"
    if sum(map(str.isupper, last)) >= SHORTEST_ACRONYM and "-" not in last:
        yield "capitals"
    if "-" not in last and words.language.bare(last)[-1].lower().endswith(SURNAME_ENDS.as_tuple):
        yield "surname_ending"
    if "-" in last and words.is_listed(last.rpartition("-")[2]) and words.tokens[name[-1][1] - 1].pos == "PROPN":
        yield "double_name"
    if words.document.derived(_small_words).__contains__(last.lower()):
        yield "written_small"


def _beside(words: NameWords, name: Name) -> Iterator[str]:
    """Yield what the words around a name show."""
    document, tokens = words.document, words.tokens
    first, last, head = name[0][0], name[-1][1], _head(words.document, name)
    before = tokens[first - 1] if first else None
    if before is not None:
        yield from _right_before(document, first - 1)
    genitive = tokens[last - 1].text.endswith("s")
    after = tokens[last] if last < len(tokens) else tokens[first]
    gender = GENDERS.get(tokens[first].morph.get("Gender", ""))
    if gender is not None:
        yield gender
    if genitive and after.pos in ("NOUN", "ADJ"):
        yield "genitive_before_noun"
    if after.text in AND and last + 1 < len(tokens) and words.kind(last + 1) == "PER":
        yield "joined_to_person"
    if before is not None and before.pos == "NOUN" and not genitive and _is_known_thing(document, first - 1):
        yield "behind_thing"
    # Brunka 11
    token = document.tokens[last] if last < len(document.tokens) else None
    counted = token is not None and token.text.isdigit() and document.heads[last] == head
    if counted and len(document.tokens[last].text) < len("2000"):
        yield "numbered"
    if _is_said_to_be_thing(document, head):
        yield "is_thing"
    if is_taken_up_as_firm(document, first):
        yield "taken_up_as_firm"
    others = (index for index in document.derived(_places).get(tokens[last - 1].text, ()) if index != last - 1)
    if any(words.kind(index) in ENTITIES for index in others):
        yield "elsewhere_no_person"


def _right_before(document: Document, index: int) -> Iterator[str]:
    """Yield what the word right before a name shows."""
    token = document.tokens[index]
    if token.text == "(":
        yield "in_parentheses"
    if token.text.lower() in ("in", "im"):
        yield "behind_in"
    if token.pos in ("VERB", "AUX"):
        yield "behind_verb"
    inside = index > document.sentences[document.sentence_of[index]][0]
    if inside and token.pos == "DET" and token.text.istitle():
        yield "capital_article"


def _is_person_noun(document: Document, index: int) -> bool:
    token = document.tokens[index]
    return person_form(token.text, grammatical_gender(token.morph)) is not None


def _is_known_thing(document: Document, index: int) -> bool:
    """Whether a noun that opens no apposition is none for persons: *das Spiel Brunka*, not *…, Mensur Bode*."""
    apposed = index > 0 and document.tokens[index - 1].text == ","
    return not apposed and not _is_person_noun(document, index)


def _is_said_to_be_thing(document: Document, head: int) -> bool:
    """Whether a name is the subject of a thing: *Brunka war eine Bewegung*, *Brunka ist die Hauptstadt*."""
    above = document.heads[head]
    if document.tokens[head].relation != "nsubj" or document.tokens[above].pos != "NOUN":
        return False
    determined = bool(dependents(document, above, "det"))
    return determined and has_copula(document, above) and not _is_person_noun(document, above)


def is_taken_up_as_firm(document: Document, first: int) -> bool:
    """Return whether a definite noun for a firm or a club takes something up beside: *teilte das Unternehmen mit*."""
    number = document.sentence_of[first]
    start, end = document.sentences[number]
    if number + 1 < len(document.sentences):
        end = document.sentences[number + 1][1]
    firms = document.derived(_definite_firms)
    place = bisect_left(firms, start)
    return place < len(firms) and firms[place] < end


def _definite_firms(document: Document) -> list[int]:
    """Return the definite nouns for a firm or a club that nothing else describes."""
    tokens = document.tokens
    return [
        index
        for index, token in enumerate(tokens)
        if token.pos == "NOUN" and token.text.lower() in FIRMS
        if any(tokens[child].morph.get("Definite") == "Def" for child in document.children[index])
        if not dependents(document, index, "nmod", "appos", "amod", "flat", "acl:relcl")
    ]


def _small_words(document: Document) -> frozenset[str]:
    return frozenset(token.text for token in document.tokens if token.text.islower())


def _places(document: Document) -> dict[str, list[int]]:
    """Return where each word with a capital stands."""
    places: dict[str, list[int]] = {}
    for index, token in enumerate(document.tokens):
        if token.text[0].isupper():
            places.setdefault(token.text, []).append(index)
    return places
