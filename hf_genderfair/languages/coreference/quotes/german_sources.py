"""German sources of what is said: *laut*, *nach*, *so*, and nouns of saying."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import dependents, is_finite, prepositions
from hf_genderfair.languages.coreference.quotes.german_clauses import (
    ASKING,
    CONJUNCTIONS,
    MEASURES,
    RELATIVES,
    SUBORDINATORS,
    around,
    content_end,
    is_content,
    next_comma,
    segment_end,
)
from hf_genderfair.languages.coreference.rules import NOMINAL, ReportedClause, ReportingVerb, agent_of, trimmed
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

CONNECTORS = frozenset(("demnach", "demzufolge", "danach", "wonach", "hiernach"))
"""Words that refer to the report before."""
SOURCES = frozenset(("laut", "zufolge", "nach", "gemäß", "aus"))
NO_SECOND_PARTS = frozenset(("sicht", "rede", "reden", "witz", "lesart"))
"""Compounds and derivations of nouns of saying with another meaning: Voraussicht, Anrede."""

RELATIVE_PLURALS = frozenset(("denen", "welchen"))
LINKING = WordClass("prepositions_de", "attributive")
LAST = -2
"""Index that stands for the speaker of the report before."""


def is_saying_noun(token: Token, column: int) -> bool:
    """Whether a noun names a source (column 0), or may have a clause as its content (column 1)."""
    return _noun_kinds(token.text, token.lemma)[column]


def _noun_kinds(text: str, lemma: str) -> tuple[bool, bool]:
    """Whether a noun, or the last part of a compound, names a source (0) and may have a clause (1)."""
    listed = resource(("saying nouns", "de"), _listed_nouns)
    for word in (lemma, text):
        lower = word.lower()
        for cut in range(len(lower) - 3):
            if lower[cut:] in listed and (cut == 0 or lower[cut:] not in NO_SECOND_PARTS):
                return listed[lower[cut:]]
    return False, False


def _listed_nouns() -> dict[str, tuple[bool, bool]]:
    nouns: dict[str, tuple[bool, bool]] = {}
    for lemma, source, clause in load_lexicon("saying_nouns_de").rows:
        kinds = bool(source), bool(clause)
        lower = lemma.lower()
        for ending in ("", "en", "n", "e", "es", "s"):
            nouns.setdefault(lower + ending, kinds)
    return nouns


def by_source(document: Document, first: int, stop: int, index: int) -> Iterator[ReportedClause]:
    """Yield the content of sources: laut X, X zufolge, nach Angaben von X, ihrer Meinung nach."""
    tokens = document.tokens
    lower = tokens[index].text.lower()
    if lower == "nach" and first + 1 < index < stop - 1 and tokens[index + 1].text.lower() in RELATIVE_PLURALS:
        before = _noun_before(document, first, index)
        if tokens[index - 1].text == "," and before >= 0:
            yield ReportedClause(*trimmed(document, index + 2, stop), before)
        return
    if tokens[index].pos not in ("ADP", "ADV", "ADJ"):
        return
    postponed = lower == "zufolge" or (
        lower == "nach" and index > first and tokens[index - 1].pos == "NOUN" and is_saying_noun(tokens[index - 1], 0)
    )
    noun = index - 1 if postponed else _noun_after(document, index, stop)
    if (
        noun is None
        or tokens[noun].pos not in NOMINAL
        or (lower in ("nach", "gemäß", "aus") and not is_saying_noun(tokens[noun], 0))
    ):
        return
    if lower == "aus" and tokens[noun].text.lower() != "sicht":
        return
    if lower == "nach" and not postponed and _is_event(document, noun):
        return
    begin, close = _phrase(document, index, noun, stop)
    close = index + 1 if postponed else close
    close += close < stop and tokens[close].text == ")"
    speaker = _source_speaker(document, noun)
    opening = _clause_start(document, first, begin)
    if opening > first:
        yield ReportedClause(opening, max(opening, _closing(document, index, stop)), speaker)
    else:
        yield around(document, first, stop, begin, close, speaker)


def _is_event(document: Document, noun: int) -> bool:
    """Whether *nach* is temporal: *nach Berichten über Verluste*."""
    return any(
        document.tokens[below].text.lower() == "über"
        for child in document.children[noun]
        for below in document.children[child]
        if child > noun
    )


def _noun_before(document: Document, first: int, index: int) -> int:
    """Return the noun of saying before a relative clause: *Berichte, nach denen …*; -1 where there is none."""
    nouns = [before for before in range(max(first, index - 8), index) if document.tokens[before].pos == "NOUN"]
    return next((noun for noun in reversed(nouns) if is_saying_noun(document.tokens[noun], 0)), -1)


def _clause_start(document: Document, first: int, index: int) -> int:
    """Return the start of the subordinate clause that contains a phrase, or of the sentence."""
    tokens = document.tokens
    for before in range(index - 1, first, -1):
        if is_finite(tokens[before]):
            return first
        if tokens[before].text == "(":
            return before + 1
        if tokens[before].text == ",":
            opening = before + 1 + (tokens[before + 1].pos == "ADP")
            lower = tokens[opening].text.lower()
            relative = lower in RELATIVES and tokens[opening].relation != "det"
            return before + 1 if relative or lower in SUBORDINATORS or lower == "was" else first
    return first


def _closing(document: Document, index: int, stop: int) -> int:
    """Return the end of the clause of a phrase: a comma or a bracket."""
    end = segment_end(document, index, stop)
    return next((after for after in range(index, end) if document.tokens[after].text == ")"), end)


def _noun_after(document: Document, index: int, stop: int) -> int | None:
    for after in range(index + 1, min(stop, index + 7)):
        token = document.tokens[after]
        if token.pos in NOMINAL and not (token.relation == "compound" and after < document.heads[after] < stop):
            return after
        if is_finite(document.tokens[after]) or document.tokens[after].text == ",":
            return None
    return None


def _phrase(document: Document, index: int, noun: int, stop: int) -> tuple[int, int]:
    """Return start and end of a prepositional phrase, its relative clause included."""
    tokens = document.tokens
    begin, close = min(index, noun), max(index, noun) + 1
    waiting = [noun]
    while waiting:
        for child in document.children[waiting.pop()]:
            if child < noun:
                begin = min(begin, child)
            elif child < stop and tokens[child].relation != "punct" and _belongs(document, child):
                close = max(close, child + 1)
            else:
                continue
            waiting.append(child)
    return begin, close


def _belongs(document: Document, index: int) -> bool:
    """Whether a word after a noun certainly depends on it, unlike a prepositional phrase that may modify the verb."""
    return all(case in LINKING for case in prepositions(document, index))


def _source_speaker(document: Document, noun: int) -> int:
    """Return the holder of an opinion or statement: possessive, genitive or *von*; else the noun itself."""
    tokens = document.tokens
    if not any(_noun_kinds(tokens[noun].text, tokens[noun].lemma)):
        return noun
    for child in document.children[noun]:
        if tokens[child].relation in ("det:poss", "det") and tokens[child].morph.get("Poss") == "Yes":
            return child
        if tokens[child].text.lower().startswith("eigene") and child < noun:
            return _subject_of_sentence(document, noun)
    near = (child for child in dependents(document, noun, "nmod", "appos", "flat") if noun < child < noun + 6)
    return next((child for child in near if _belongs(document, child)), noun)


def _subject_of_sentence(document: Document, index: int) -> int:
    """Return the subject of the nearest verb above a phrase: the speaker of *nach eigenen Angaben*."""
    verbs = (above for above in document.ancestors(index) if document.tokens[above].pos in ("VERB", "AUX"))
    return next((agent_of(document, verb) for verb in verbs), -1)


def by_connector(
    document: Document, first: int, stop: int, index: int, verbs: Mapping[int, ReportingVerb]
) -> Iterator[ReportedClause]:
    """Yield the content after *demnach* or *wonach*, by the last speaker."""
    lower = document.tokens[index].text.lower()
    if lower == "danach":
        return
    if lower == "wonach" or index == first:
        noun = _noun_before(document, first, index)
        end = content_end(document, index, index + 1, stop, verbs)
        yield ReportedClause(*trimmed(document, index + 1, end), noun if noun >= 0 else LAST)
    else:
        yield ReportedClause(*trimmed(document, first, stop), LAST)


def by_so(document: Document, first: int, stop: int, index: int) -> Iterator[ReportedClause]:
    """Yield the content before *…, so X*."""
    tokens = document.tokens
    close = next_comma(document, index, stop)
    if index + 1 >= stop or any(is_finite(token) for token in tokens[index : segment_end(document, index, close)]):
        return
    if (
        tokens[index + 1].pos not in ("DET", "PROPN", "NOUN", "ADJ", "PRON")
        or tokens[index + 1].text.lower() in CONJUNCTIONS
    ):
        return
    speaker = next(
        (
            k
            for k in range(index + 1, close)
            if tokens[k].pos in NOMINAL and document.heads[k] not in range(index + 1, close)
        ),
        -1,
    )
    if speaker < 0:
        speaker = next((k for k in range(index + 1, close) if tokens[k].pos in NOMINAL), -1)
    if speaker >= 0:
        yield around(document, first, stop, index - 1, close, _source_speaker(document, speaker))


def by_noun(document: Document, stop: int, index: int, verbs: Mapping[int, ReportingVerb]) -> Iterator[ReportedClause]:
    """Yield the clause of a noun: die Forderung, mehr zu tun; mit der Begründung, dass X."""
    for comma in range(index + 1, min(stop, index + 12)):
        token = document.tokens[comma]
        if is_finite(token):
            return
        if token.text == ",":
            start = comma + 1
            if (
                start < stop
                and is_content(document, index, start, stop, None, 0)
                and document.tokens[start].text.lower() not in ASKING
            ):
                yield ReportedClause(
                    start, content_end(document, index, start, stop, verbs), _noun_speaker(document, index)
                )
            return


def _noun_speaker(document: Document, index: int) -> int:
    found = _source_speaker(document, index)
    tokens = document.tokens
    for child in document.children[index]:
        if tokens[child].relation == "nsubj":
            return child
        if tokens[child].morph.get("Poss") == "Yes" or (child > index and tokens[child].relation == "nmod"):
            return child
    above = document.heads[index]
    answered = any(tokens[child].text.lower() == "auf" for child in document.children[index])
    if tokens[above].pos in ("VERB", "AUX") and tokens[index].relation in ("obj", "obl") and not answered:
        speaker = agent_of(document, above)
        return -1 if document.tokens[speaker].text.lower() in MEASURES else speaker
    return -1 if found == index else found
