"""Singular *they* and neutral words in English, after Amrhein et al. 2023, sections 2.1 and 3."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from hf_genderfair.core.spans import Edit, Refusal, overlaps, protected_spans
from hf_genderfair.languages.analysis import Analysis
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.analysis_repair import repaired_analysis
from hf_genderfair.languages.english.foreign import is_foreign
from hf_genderfair.languages.english.joined_verbs import JoinedVerbs
from hf_genderfair.languages.english.literal import in_fixed_words, meant_literally
from hf_genderfair.languages.english.pronouns import Pronoun, cased, find_pronouns
from hf_genderfair.languages.english.reasons import CODE, FOREIGN, QUOTED
from hf_genderfair.languages.english.verb_forms import word_of
from hf_genderfair.languages.english.verbs import agreeing_verbs
from hf_genderfair.languages.quotation_marks import quotation_spans
from hf_genderfair.languages.types import Scope
from hf_genderfair.rewriting.english.nouns import find_nouns, fitting_neighbours, has_noun
from hf_genderfair.rewriting.english.scope import noun_in_name, why_left
from hf_genderfair.rewriting.proposal import Rewriting

NEEDS = frozenset({"pos", "morph"})
"""The layers of the pipeline that the rules read."""

FORMS = {"subject": "they", "object": "them", "determiner": "their", "possessive": "theirs"}
PRONOUN_HINT = re.compile(r"(?<![^\W_])(?:s?he|hers?|herself|him|himself|his)(?![^\W_])", re.IGNORECASE)
CLITIC_SIGNS = "'’"


@dataclass(frozen=True)
class EnglishOptions:
    """The words that are rewritten.

    Attributes:
        scope: ``generic`` leaves the pronouns of a person whom the text names or otherwise knows; ``all`` rewrites
            every *he* and *she*, as the test sets of the paper do.
        quotations: Whether text in quotation marks is rewritten too.
        reflexive: ``themself`` (the paper's) or ``themselves``.
        nouns: Further gendered words with their neutral words: ``(("seamstress", "sewer"),)``.
        job_titles: Whether words for offices and roles are rewritten: *chairman*.

    Example:
        >>> EnglishOptions(scope="all").reflexive
        'themself'
    """

    scope: Scope = "generic"
    quotations: bool = True
    reflexive: Literal["themself", "themselves"] = "themself"
    nouns: tuple[tuple[str, str], ...] = ()
    job_titles: bool = True


def mentions_gender(text: str, extra: tuple[tuple[str, str], ...] = ()) -> bool:
    """Return quickly whether a text may hold a word that is rewritten; others need no analysis."""
    return PRONOUN_HINT.search(text) is not None or has_noun(text, extra)


def rewrite(document: Document, options: EnglishOptions) -> Rewriting:
    """Propose singular *they* and neutral words for one text."""
    text = document.text
    closed = {CODE: protected_spans(text)}
    if not options.quotations:
        closed[QUOTED] = quotation_spans(text, document.lang)
    edits: list[Edit] = []
    refusals: list[Refusal] = []
    analysis = repaired_analysis(text, document.analysis)
    for sentence in analysis.sentences:
        tokens = sentence.tokens
        pronouns = find_pronouns(text, sentence) if tokens else []
        foreign = FOREIGN if pronouns and is_foreign(tokens) else ""
        verbs = JoinedVerbs(tokens)
        for pronoun in pronouns:
            reason = foreign or _closed(pronoun.start, pronoun.end, closed) or meant_literally(text, tokens, pronoun)
            if not reason and options.scope == "generic":
                reason = in_fixed_words(text, tokens, pronoun) or why_left(document, tokens, pronoun)
            if reason:
                refusals.append(Refusal(pronoun.start, pronoun.end, _rule(pronoun), reason))
            else:
                changed = pronoun_edits(text, verbs, pronoun, options.reflexive)
                edits += [edit for edit in changed if not _closed(edit.start, edit.end, closed)]
    if options.job_titles:
        _rewrite_nouns(text, analysis, options, closed, edits, refusals)
    return Rewriting(in_order(edits), sorted(refusals))


def _closed(start: int, end: int, closed: Mapping[str, Sequence[tuple[int, int]]]) -> str:
    return next((reason for reason, spans in closed.items() if overlaps(spans, start, end)), "")


def _rule(pronoun: Pronoun) -> str:
    return "pair" if pronoun.pair else pronoun.kind


def pronoun_edits(text: str, verbs: JoinedVerbs, pronoun: Pronoun, reflexive: str) -> list[Edit]:
    """Return the edits that make a pronoun a word for all genders, with the verbs of its sentence that agree."""
    tokens = verbs.tokens
    original = text[pronoun.start : pronoun.end]
    form = FORMS.get(pronoun.kind, reflexive)
    reason = "a pronoun for all genders"
    edits = [Edit(pronoun.start, pronoun.end, original, cased(original, form), _rule(pronoun), reason)]
    if pronoun.kind == "subject":
        for index, verb in agreeing_verbs(verbs, pronoun.first, pronoun.last):
            start = tokens[index].start
            end = start + len(word_of(tokens[index]))
            written = text[start:end]
            edits.append(Edit(start, end, written, _agreeing(written, verb), "verb", "agrees with they"))
    return edits


def _agreeing(written: str, verb: str) -> str:
    """Return the form of a verb in the capitals of the word that it replaces, and with its apostrophe."""
    if verb[0] in CLITIC_SIGNS:
        verb = written[0] + verb[1:]
    return verb.upper() if written.isupper() and verb.strip()[0] in CLITIC_SIGNS else cased(written, verb)


def _rewrite_nouns(
    text: str,
    analysis: Analysis,
    options: EnglishOptions,
    closed: Mapping[str, Sequence[tuple[int, int]]],
    edits: list[Edit],
    refusals: list[Refusal],
) -> None:
    if not has_noun(text, options.nouns):
        return
    tokens = [token for sentence in analysis.sentences for token in sentence.tokens]
    starts = [token.start for token in tokens]
    for start, end, neutral in find_nouns(text, options.nouns):
        index = max(0, bisect_right(starts, start) - 1)
        last = max(index, bisect_right(starts, end - 1) - 1)
        reason = _closed(start, end, closed) or noun_in_name(tokens, index, last, options.scope == "generic")
        if reason:
            refusals.append(Refusal(start, end, "noun", reason))
            continue
        edits.append(Edit(start, end, text[start:end], neutral, "noun", "a word for all genders"))
        for first, after, form in fitting_neighbours(text, start, end, neutral):
            edits.append(Edit(first, after, text[first:after], form, "article", "fits the neutral word"))


def in_order(edits: list[Edit]) -> list[Edit]:
    """Sort edits; of two that overlap the first stays."""
    kept: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    return kept
