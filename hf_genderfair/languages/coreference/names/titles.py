"""The titles that stand before a name: *Frau Bundesministerin Dr. Weber*, *President Reed*."""

from __future__ import annotations

from hf_genderfair.languages.coreference.mention_words import ACADEMIC, NamingRules
from hf_genderfair.languages.document import Document

TITLE_TAGS = frozenset({"NOUN", "PROPN", "X", "ADJ"})

MOST_TITLES = 4

TokenRange = tuple[int, int]


def titles_before(document: Document, language: NamingRules, first: int, last: int) -> tuple[TokenRange, ...]:
    """Return the titles and person nouns directly before a name."""
    titles: list[TokenRange] = []
    start, _ = document.sentences[document.sentence_of[first]]
    end = first
    while len(titles) < MOST_TITLES and end > start:
        word = (title_start(document, language, end), end)
        if not _is_title_of(document, language, word, (first, last), bool(titles)):
            break
        titles.insert(0, word)
        end = word[0]
    return tuple(titles)


def word_start(document: Document, end: int) -> int:
    """Return the start of a hyphenated word."""
    tokens = document.tokens
    start = end - 1
    while start > 1 and tokens[start - 1].text == "-" and tokens[start - 1].end == tokens[start].start:
        start -= 2
    return start


def title_start(document: Document, language: NamingRules, end: int) -> int:
    """Return the start of a word that may be a title, which a pipeline cuts at its sign: *Prof:in*."""
    tokens, start = document.tokens, word_start(document, end)
    joined = word_start(document, start - 1) if start > 1 else start
    whole = document.text[tokens[joined].start : tokens[end - 1].end]
    one_word = joined < start and whole[0].isalpha() and len(whole.split()) == 1
    return joined if one_word and language.title(whole) is not None else start


def _is_title_of(document: Document, language: NamingRules, word: TokenRange, name: TokenRange, titled: bool) -> bool:
    """Whether a word before a name, or before one of its titles, is a title of the name."""
    text = document.text[document.tokens[word[0]].start : document.tokens[word[1] - 1].end]
    evidence = language.title(text) if text[0].isalpha() else None
    # an abbreviation is tagged as anything
    if document.tokens[word[1] - 1].pos not in TITLE_TAGS and (evidence is None or evidence.kind not in ACADEMIC):
        return False
    adjective = language.nouns_have_capitals and text[0].islower()
    if evidence is None and (adjective or not language.is_person_word(text)):
        # 'die junge Ada Bode' is no boy
        return False
    if name[1] - name[0] == 1 and not titled and language.belongs(document, name[0]):
        return False
    if titled or (evidence is not None and evidence.kind in {"address", *ACADEMIC}):
        return True
    bare = (evidence is not None or language.bare_titles) and not any(
        document.tokens[child].relation.startswith(("det", "nmod:poss"))
        for index in range(*word)
        for child in document.children[index]
    )
    # where parsers attach the name to another one, the words beside each other still show it: 'mit seinem Sohn Jan'
    noun = language.apposed_titles and document.tokens[word[1] - 1].pos == "NOUN"
    apposed = noun and document.tokens[name[0]].relation in ("appos", "flat")
    return bare or apposed or _linked(document, word, name)


def _linked(document: Document, one: TokenRange, other: TokenRange) -> bool:
    """Whether a word of one span depends on a word of the other."""
    heads = document.heads
    return any(other[0] <= heads[index] < other[1] for index in range(*one)) or any(
        one[0] <= heads[index] < one[1] for index in range(*other)
    )
