"""English generic masculines: *mankind*, nouns in *-man* of which anybody is meant, *he* of *everyone*."""

from __future__ import annotations

from collections.abc import Container

from hf_genderfair.languages.clauses import has_word_below
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import person_form
from hf_genderfair.lexicons.word_class import WordClass

WINDOW = 60
"""Number of tokens before a pronoun that are searched, since a table of a megabyte may be segmented as one sentence."""

NAME_RELATIONS = ("flat", "appos")

MAN_WORDS = WordClass("generic_masculine_en", "generic_masculine")
NO_OFFICES = WordClass("generic_masculine_en", "no_office")
QUANTIFIERS = frozenset("every each any no".split())
PRO_FORMS = frozenset("everyone everybody anyone anybody nobody no-one".split())
HE = frozenset("he his himself".split())
OTHERS = WordClass("generic_masculine_en", "personal_pronoun")


def generic_masculines(document: Document, specific: Container[int], named: Container[int]) -> list[tuple[int, int]]:
    """Return the nouns and pronouns for men by which anybody is meant."""
    persons = _persons(document)
    found: list[int] = []
    for index, token in enumerate(document.tokens):
        if token.pos not in ("NOUN", "PRON", "DET"):
            continue
        low = token.text.lower()
        if low in HE:
            if index not in named and _has_nonspecific_antecedent(document, index):
                found.append(index)
        elif token.pos == "NOUN" and (
            low in MAN_WORDS or (index not in specific and _is_nonspecific_office(document, index, low))
        ):
            found.append(index)
    tokens = document.tokens
    return [(tokens[index].start, tokens[index].end) for index in found if not _has_name(document, index, persons)]


def _is_nonspecific_office(document: Document, index: int, low: str) -> bool:
    if not low.endswith(("man", "men")) or low in NO_OFFICES or low.endswith("examen"):
        return False
    form = person_form(low)
    if form is None or form.gender != "masculine":
        return False
    return form.plural or _has_quantifier(document, index)


def _has_nonspecific_antecedent(document: Document, index: int) -> bool:
    """Return whether *he* or *his* refers to *everyone* or *every student*, and to no other person of the sentence."""
    first = max(document.sentences[document.sentence_of[index]][0], index - WINDOW)
    nobody = False
    for earlier in range(first, index):
        token = document.tokens[earlier]
        low = token.text.lower()
        if low in PRO_FORMS:
            nobody = nobody or token.relation.startswith("nsubj")
            continue
        form = person_form(token.text) if token.pos == "NOUN" else None
        if token.pos == "PROPN" or (low in OTHERS and not (nobody and low in HE)) or (form and form.gender != "none"):
            return False
        if form and not form.plural:
            if not _has_quantifier(document, earlier):
                return False
            nobody = nobody or token.relation.startswith("nsubj")
    return nobody


def _has_quantifier(document: Document, index: int) -> bool:
    return has_word_below(document, index, QUANTIFIERS)


def _persons(document: Document) -> frozenset[int]:
    """Return the offsets at which names of persons start."""
    return frozenset(entity.start for entity in document.entities if entity.type == "PER")


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
