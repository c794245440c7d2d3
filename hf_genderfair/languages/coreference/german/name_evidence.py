"""Evidence that a German name of unknown type is that of a person, from how it is written and what the text calls it.

What a name shows adds up with its context (`names.context`); the weights are rows of the lexicon ``name_weights_de``.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise

from hf_genderfair.languages.clauses import SUBJECTS, dependents, has_copula
from hf_genderfair.languages.coreference.names.rules import Name
from hf_genderfair.languages.coreference.names.words import SHORTEST_ACRONYM, NameWords
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import animacy_of_personal
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.types import grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass, WordValues

WEIGHTS = WordValues("name_weights_de", "weight", float)

INNER_CAPITAL = re.compile(r"[a-zäöüß](?=[A-ZÄÖÜ])|\.[a-z]")
"""A capital within a word, as firms and products have it, or the end of an address: *SanDisk*, *Brunka.at*."""

BEFORE_CAPITAL = WordClass("name_parts", "before_capital")
"""Beginnings of surnames and first names before another capital: *McNamara*, *LeBron*."""

LEGAL_FORMS = WordClass("name_words_de", "legal_form")
"""Legal forms of firms, behind their names."""

OF_FIRM = WordClass("noun_classes_de", "of_firm")
"""Nouns whose first part is a firm or a club more often than a person: *Brunka-Chef*."""

FIRMS = WordClass("noun_classes_de", "firm_taken_up")
"""Nouns that take up a firm or a club which was named."""

NAMED = WordClass("noun_classes_de", "names_no_person")
"""Nouns that are the first part of the name of a thing: *Hurrikan Rita*."""

LAST_WORDS = WordClass("name_words_de", "end_of_firm")
"""Words with which the names of firms, stations and schools end: *Brunka TV*."""

FOREIGN = WordClass("name_words_de", "english_function_word")
"""Small English words in titles of works and in slogans: *This Brunka*."""

PLACE_ENDS = WordClass("name_words_de", "place_ending")
"""Ends of the names of towns."""

SURNAME_ENDS = WordClass("name_words_de", "end_of_surname")
"""Ends of surnames in which neither towns nor firms end."""

GENDERS = {"Masc": "masculine", "Neut": "neuter"}
"""Genders of names in the analysis: places are neuters."""

OPENING_MARKS = frozenset("„»«")

LONGEST_TITLE = 5

CALLED = "heißen"

QUOTATION_MARKS = frozenset('"„“”»«')

FARTHEST_FORM = 3
"""So many words of the name of a firm may stand before its legal form."""

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


def is_written_as_thing(words: NameWords, name: Name) -> bool:
    """Return whether a name is that of a firm, a product or a work by its form or by the signs around it."""
    # *SanDisk*, *Brunka GmbH*, *der Brunka-Chef*, *das Album „Frank“*.
    return (
        any(_has_inner_capital(words.text(word)) for word in name)
        or (len(name) > 1 and _is_of_thing(words, name))
        or _has_legal_form(words, name)
        or (len(name) == 1 and _is_genitive_of_thing(words, words.text(name[0])))
        or (len(name) == 1 and (_has_people(words, name) or _is_title(words, name) or _is_in_title(words, name)))
        or _is_what_thing_is_called(words.document, name[0][0])
    )


def _is_of_thing(words: NameWords, name: Name) -> bool:
    """Whether a word of several says what has the name, or is in none: *Hurrikan Rita*, *Brunka TV*, *This Brunka*."""
    first, last = words.text(name[0]), words.text(name[-1])
    compound = "-" in last and last.rpartition("-")[2].lower() in NAMED
    if compound or first.lower() in NAMED or any(words.text(word).lower() in FOREIGN for word in name):
        # 'Karl Bode-Institut'
        return True
    return last in LAST_WORDS or (words.is_non_person([last]) and not words.is_given(first))


def _is_genitive_of_thing(words: NameWords, text: str) -> bool:
    """Whether a word is the genitive of a name of no person: *Libyens*."""
    return text.endswith("s") and not words.is_listed(text) and words.is_non_person([text[:-1]])


def _has_inner_capital(word: str) -> bool:
    return any(
        word[: inner.end()].rpartition("-")[2].lower() not in BEFORE_CAPITAL for inner in INNER_CAPITAL.finditer(word)
    )


def _has_legal_form(words: NameWords, name: Name) -> bool:
    """Whether a legal form, or a noun for what has the name, follows: *Brunka Bau GmbH*, *des Bode Verlages*."""
    if any(_is_legal_form(token.text) for token in words.tokens[name[0][0] : name[-1][1]]):
        return True
    behind = words.tokens[name[-1][1] : name[-1][1] + FARTHEST_FORM]
    owner = words.text(name[-1]).endswith(("s", "’", "'"))
    if behind and not owner and behind[0].text.lower().removesuffix("s").removesuffix("e") in NAMED:
        return behind[0].text[0].isupper()
    for token in behind:
        if _is_legal_form(token.text):
            return True
        if not token.text[0].isupper() and token.text != "&":
            return False
    return False


def _is_legal_form(word: str) -> bool:
    return word in LEGAL_FORMS or word.lower().endswith("gmbh")


def _has_people(words: NameWords, name: Name) -> bool:
    """Whether the text speaks of the head or the staff of what has this name: *der Brunka-Chef*."""
    return words.text(name[0]) in words.document.derived(_firms)


def _firms(document: Document) -> frozenset[str]:
    """Return the words before the legal forms of firms, and the first parts of nouns that are mostly of firms."""
    parts = re.finditer(r"\b(\w+)-(\w+)\b", document.text)
    tokens = document.tokens
    return frozenset(found.group(1) for found in parts if found.group(2).lower() in OF_FIRM) | frozenset(
        before.text for before, token in pairwise(tokens) if _is_legal_form(token.text)
    )


def _is_in_title(words: NameWords, name: Name) -> bool:
    """Whether a single word stands with others in quotation marks, as in a title or a sign: *„Da Bruno“*."""
    inside = words.document.derived(_short_quotes).get(name[0][0])
    if inside is None or words.titles_before(name):
        return False
    others = [index for index in inside if not name[0][0] <= index < name[-1][1]]
    return any(words.tokens[index].text.isalpha() for index in others)


def _short_quotes(document: Document) -> dict[int, range]:
    """Return the tokens of each quote of a few words without a finite verb, by each of them."""
    tokens = document.tokens
    marks = [index for index, token in enumerate(tokens) if token.text in QUOTATION_MARKS]
    found: dict[int, range] = {}
    for first, last in pairwise(marks):
        inside = range(first + 1, last)
        opening = tokens[first].text in OPENING_MARKS or tokens[first].end == tokens[first + 1].start
        finite = any(tokens[index].morph.get("VerbForm") == "Fin" for index in inside)
        if opening and 1 < len(inside) <= LONGEST_TITLE and not finite:
            found.update(dict.fromkeys(inside, inside))
    return found


def _is_what_thing_is_called(document: Document, first: int) -> bool:
    """Whether a thing is called so: *Der Konzern soll Brunka heißen*."""
    verb = document.heads[first]
    subjects = dependents(document, verb, "nsubj") if document.tokens[verb].lemma == CALLED else []
    return bool(subjects) and subjects[0] != first and _is_thing_noun(document, subjects[0])


def _is_thing_noun(document: Document, index: int) -> bool:
    return document.tokens[index].pos == "NOUN" and not _is_person_noun(document, index)


def _is_title(words: NameWords, name: Name) -> bool:
    """Whether quotation marks enclose a single word behind a noun for a thing: *das Album „Frank“*."""
    tokens, first, last = words.tokens, name[0][0], name[-1][1]
    if first < 2 or last == len(tokens) or not {tokens[first - 1].text, tokens[last].text} <= QUOTATION_MARKS:
        return False
    return _is_thing_noun(words.document, first - 2)
