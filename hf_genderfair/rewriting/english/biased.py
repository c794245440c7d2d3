"""English with singular *they* turned into text about a man or a woman: the paper's tables and rules, reversed."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache

from hf_genderfair.core.spans import Edit, overlaps
from hf_genderfair.languages.analysis import Analysis, Token
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import fitting_article, person_form
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.types import PairedGender
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass, WordValues

NEEDS = frozenset({"pos", "morph", "syntax"})
"""Layers of the pipeline that the rules read."""

GENDERED = re.compile(r"\b(?:s?he|her|hers|him|his|himself|herself)\b", re.IGNORECASE)
THEY = re.compile(r"\bthe(?:y|m|ir|irs|mself|mselves)\b", re.IGNORECASE)

PRONOUNS = {
    "masculine": WordValues("closed_classes_en", "masculine", str),
    "feminine": WordValues("closed_classes_en", "feminine", str),
}
AUXILIARIES = WordValues("verb_forms_en", "singular", str)
UNCHANGED = WordClass("verb_forms_en", "without_third_person")
"""Auxiliaries with one form for all persons, after which the verb has no ending."""

NEGATIONS = frozenset({"n't", "n’t", "not"})
QUANTIFIERS = WordClass("closed_classes_en", "before_of_them")
"""Words before *of them* where *them* is plural."""

ANYBODY = WordClass("closed_classes_en", "anybody")
SENTENCES_BACK = 2
"""Number of sentences, with its own, in which the antecedent of *they* is sought."""

NOT_FINITE = re.compile(r"[aeiouy]\w*(?:ing|(?<!e)ed)$")
"""Endings of participles and past forms, not of *sing* and *need*."""

HISSING = ("s", "x", "z", "ch", "sh", "o")
VOWELS = "aeiou"
ARTICLE = re.compile(r"(?<![\w'’-])(an?)[ \n]$", re.IGNORECASE)
FEMININE = re.compile(
    r"(?:wom[ae]n|lad(?:y|ies)|(?:tr|ar|r|g|t)ess(?:es)?|mistress(?:es)?|maids?|ines?|ennes?|rix|ettes?)$"
)
NEUTRAL = re.compile(
    r"(?:.*(?:person|people|persons|kind)|.* .*|.*-.*|fire ?fighters?|bartenders?|actors?|hero(?:es)?|"
    r"comedians?|poets?|ushers?)$"
)
"""Neutral words for a gendered one; plain words (*worker*, *manager*) mostly replace none, and are left out."""


def english_biasing_edits(text: str, gender: PairedGender, analysis: Analysis | None = None) -> list[Edit]:
    """Propose the edits that make a text with *they* one about a man or a woman."""
    if GENDERED.search(text):
        return []
    edits = list(_noun_edits(text, gender))
    if THEY.search(text):
        analysis = analysis or next(pipeline("en").analyse([text], NEEDS))
        # taggers tag some nouns as verbs, and each word is rewritten once
        nouns = [(noun.start, noun.end) for noun in edits]
        edits += (
            edit
            for edit in _pronoun_edits(Document(text, analysis, "en"), gender)
            if not overlaps(nouns, edit.start, edit.end)
        )
    return sorted(edits, key=lambda edit: edit.start)


def _pronoun_edits(document: Document, gender: str) -> Iterator[Edit]:
    tokens = document.tokens
    verbs: set[int] = set()
    for index, token in enumerate(tokens):
        form = PRONOUNS[gender].as_dict.get(token.text.lower())
        if form is None or _are_many(tokens, index) or _resumes_several(document, index):
            continue
        yield _edit(token, form, "pronoun", gender)
        if token.text.lower() == "they":
            verbs.update(_verbs(document, index))
    yield from (
        _edit(tokens[index], third_person(tokens[index].text.lower()), "verb", gender) for index in sorted(verbs)
    )


def _are_many(tokens: list[Token], index: int) -> bool:
    if index > 1 and tokens[index - 1].text.lower() == "of":
        return tokens[index - 2].text.lower() in QUANTIFIERS
    return index + 1 < len(tokens) and tokens[index + 1].text.lower() in ("all", "both")


def _resumes_several(document: Document, index: int) -> bool:
    """Whether *they* goes back to several: a plural or persons joined, where no single person is the subject."""
    number = document.sentence_of[index]
    for back in range(number, max(-1, number - SENTENCES_BACK), -1):
        single, several = (words[: bisect_left(words, index)] for words in document.derived(_persons, back))
        if single or several:
            subjects = [word for word in several if document.tokens[word].relation.startswith("nsubj")]
            acting = any(document.tokens[word].relation.startswith("nsubj") for word in single)
            return bool(subjects or (several and not single)) and not acting
    return False


def _persons(document: Document, number: int) -> tuple[list[int], list[int]]:
    """Return the words of a sentence that are single persons, and those that are several."""
    words = range(*document.sentences[number])
    return [at for at in words if _is_single(document, at)], [at for at in words if _is_several(document, at)]


def _is_single(document: Document, index: int) -> bool:
    """Whether a word is a single person, and not the first of several who are joined."""
    token = document.tokens[index]
    low = token.text.lower()
    if _is_joined(document, index):
        return False
    if low in ANYBODY:
        return True
    if token.pos == "PROPN":
        return True
    form = person_form(token.text) if token.pos == "NOUN" else None
    return form is not None and not form.plural and token.morph.get("Number") != "Plur"


def _is_several(document: Document, index: int) -> bool:
    """Whether a word is a plural, or the first of several persons who are joined: *Bo and Al*."""
    token = document.tokens[index]
    if token.pos in ("NOUN", "PROPN") and _is_joined(document, index):
        return True
    return token.pos in ("NOUN", "PROPN") and token.morph.get("Number") == "Plur"


def _is_joined(document: Document, index: int) -> bool:
    """Whether *and* joins a noun to another."""
    tokens = document.tokens
    parts = [child for child in document.children[index] if tokens[child].relation == "conj"]
    heads = [document.heads[index]] if tokens[index].relation == "conj" else []
    joined = any(tokens[part].pos in ("NOUN", "PROPN", "PRON") for part in (*parts, *heads))
    reach = tokens[index : max(parts, default=index)] if parts else tokens[min(heads, default=index) : index]
    return joined and any(token.text.lower() == "and" for token in reach)


def _verbs(document: Document, index: int) -> Iterator[int]:
    """Yield the indices of the verbs that agree with a *they*: the nearest one and those joined to it."""
    tokens = document.tokens
    first = _finite(tokens, index)
    if first < 0 or not _is_present(tokens, first):
        return
    yield first
    head = first if tokens[first].pos == "VERB" else document.heads[first]
    waiting = [head]
    while waiting:
        for child in document.children[waiting.pop()]:
            if tokens[child].relation == "conj" and child > max(first, index):
                waiting.append(child)
                yield from _joined(document, child)


def _finite(tokens: list[Token], index: int) -> int:
    """Return the index of the verb of a *they*: the auxiliary before it in questions, or the first verb after it."""
    before = index - 1
    if before >= 0 and tokens[before].text.lower() in NEGATIONS:
        before -= 1
    if before >= 0:
        helps = tokens[before].text.lower() in AUXILIARIES and not _is_present(tokens, index + 1)
        if helps or tokens[before].pos == "AUX":
            return before
    for after in range(index + 1, min(index + 6, len(tokens))):
        if tokens[after].text.lower() in UNCHANGED or _is_present(tokens, after):
            return after
        if tokens[after].pos not in ("ADV", "PART", "PUNCT"):
            return -1
    return -1


def _is_present(tokens: list[Token], index: int) -> bool:
    """Return whether a token is a finite verb that has another form with *he*."""
    if index >= len(tokens):
        return False
    token = tokens[index]
    low = token.text.lower()
    if low in AUXILIARIES:
        return token.pos in ("AUX", "VERB")
    if low == "need":
        # taggers tag it as an auxiliary, which it is only before *not*
        return index + 1 == len(tokens) or tokens[index + 1].text.lower() not in NEGATIONS
    if token.pos != "VERB" or NOT_FINITE.search(low) or low in UNCHANGED or low in _pasts():
        return False
    if low.endswith("s") and not low.endswith("ss"):
        return False
    return token.morph.get("VerbForm") == "Fin" and token.morph.get("Tense") != "Past"


@lru_cache(maxsize=1)
def _pasts() -> frozenset[str]:
    """Return the past forms that are not also infinitives."""
    rows = load_lexicon("irregular_verbs_en").rows
    return (frozenset(row[2] for row in rows) | {"did", "had", "got"}) - {row[0] for row in rows}


def _joined(document: Document, index: int) -> Iterator[int]:
    """Yield the verb of a joined clause that shares its subject: its auxiliary where it has one."""
    tokens = document.tokens
    children = document.children[index]
    if any(tokens[child].relation.startswith(("nsubj", "csubj", "expl")) for child in children):
        return
    helpers = [child for child in children if tokens[child].relation.startswith(("aux", "cop"))]
    if helpers:
        yield from (child for child in helpers[:1] if _is_present(tokens, child))
    elif _is_present(tokens, index):
        yield index


def third_person(low: str) -> str:
    """Return the form of a verb after *he* or *she*."""
    if low in AUXILIARIES:
        return AUXILIARIES[low]
    if low.endswith("y") and low[-2:-1] not in VOWELS:
        return low[:-1] + "ies"
    return low + ("es" if low.endswith(HISSING) else "s")


@lru_cache(maxsize=2)
def _nouns(gender: str) -> tuple[dict[str, str], re.Pattern[str]]:
    """Return gendered words by their neutral word, and a pattern of the neutral words."""
    words: dict[str, str] = {}
    for one, many, neutral, neutrals in (row[:4] for row in load_lexicon("neutral_nouns_en").rows):
        for gendered, word in ((one, neutral), (many, neutrals)):
            forms = [form for form in gendered.split(", ") if bool(FEMININE.search(form)) == (gender == "feminine")]
            if forms and word and NEUTRAL.match(word):
                words.setdefault(word, forms[0])
    longest = sorted(words, key=lambda word: (-len(word), word))
    return words, re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])", re.IGNORECASE)


def _noun_edits(text: str, gender: str) -> Iterator[Edit]:
    words, pattern = _nouns(gender)
    for match in pattern.finditer(text):
        form = words.get(match[0].lower())
        # a case-insensitive pattern also finds words with a long s or a Turkish i
        if form is None:
            continue
        article = ARTICLE.search(text, max(0, match.start() - 4), match.start())
        fitting = fitting_article(article[1], form) if article else None
        if article and fitting:
            yield Edit(*article.span(1), article[1], fitting, "article", "agrees with the word after it")
        form = form.capitalize() if match[0][0].isupper() else form
        yield Edit(match.start(), match.end(), match[0], form, "noun", f"reads as {gender}")


def _edit(token: Token, form: str, rule: str, gender: str) -> Edit:
    if token.text[0].isupper():
        form = form.upper() if len(token.text) > 1 and token.text.isupper() else form.capitalize()
    return Edit(token.start, token.end, token.text, form, rule, f"reads as {gender}")
