"""Singular *they* and neutral words in English, after Amrhein et al. 2023, sections 2.1 and 3."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hf_genderfair.core.spans import Edit
from hf_genderfair.languages.analysis import Analysis, Token
from hf_genderfair.rewriting.english.nouns import article_before, find_nouns, noun_table
from hf_genderfair.rewriting.english.pronouns import Pronoun, cased, find_pronouns
from hf_genderfair.rewriting.english.protected import is_foreign, protected_spans
from hf_genderfair.rewriting.english.scope import refusal
from hf_genderfair.rewriting.english.verbs import agreeing_verbs
from hf_genderfair.rewriting.fair_words import Refusal, Rewriting

Scope = Literal["generic", "all"]

NEEDS = frozenset({"pos", "morph"})
"""The layers of the pipeline that the rules read; no parser is needed."""

FORMS = {"subject": "they", "object": "them", "determiner": "their", "possessive": "theirs"}
PRONOUN_HINT = re.compile(r"(?<![^\W_])(?:s?he|hers?|herself|him|himself|his)(?![^\W_])", re.IGNORECASE)
NOUN_HINT = re.compile(r"m[ae]n|woman|women|ess|maid|lady|ladies|trix|ette|trice|enne|heroine|wi[fv]e|girl|boy", re.I)


@dataclass(frozen=True)
class EnglishOptions:
    """What is rewritten.

    Attributes:
        scope: ``generic`` leaves the pronouns of a person whom the text names or otherwise knows; ``all`` rewrites
            every *he* and *she*, as the test sets of the paper do.
        quotations: Whether what stands in quotation marks is rewritten too.
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
    """Tell quickly whether a text can hold a word that is rewritten; others need no analysis.

    Args:
        text: The text.
        extra: The option `EnglishOptions.nouns`.

    Returns:
        Whether it has a pronoun or a gendered noun.

    Example:
        >>> mentions_gender("She left."), mentions_gender("There they are.")
        (True, False)
    """
    if PRONOUN_HINT.search(text):
        return True
    if not extra and not NOUN_HINT.search(text):
        return False
    return noun_table(extra).pattern.search(text) is not None


def rewrite(text: str, analysis: Analysis, options: EnglishOptions) -> Rewriting:
    """Propose singular *they* and neutral words for one text.

    Args:
        text: The text.
        analysis: Its analysis with the layers `NEEDS`.
        options: What is rewritten.

    Returns:
        The edits in order, and the words left alone with the reason.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Every student says that he is tired."
        >>> analysis = next(pipeline("en").analyse([text], NEEDS))
        >>> [(edit.original, edit.replacement) for edit in rewrite(text, analysis, EnglishOptions()).edits]
        [('he', 'they'), ('is', 'are')]
    """
    closed = protected_spans(text)
    edits: list[Edit] = []
    refusals: list[Refusal] = []
    for number, sentence in enumerate(analysis.sentences):
        tokens = sentence.tokens
        if not tokens:
            continue
        pronouns = [found for found in find_pronouns(text, tokens) if not _within(found.start, found.end, closed)]
        if not pronouns:
            continue
        foreign = is_foreign(tokens)
        for pronoun in pronouns:
            reason = "another language" if foreign else refusal(text, analysis, number, pronoun, options.scope)
            if reason:
                refusals.append(Refusal(pronoun.start, pronoun.end, _rule(pronoun), reason))
            else:
                edits += _pronoun_edits(text, tokens, pronoun, options)
    if options.job_titles:
        for edit in _noun_edits(text, options, closed):
            edits.append(edit)
    return Rewriting(_in_order(edits), sorted(refusals))


def _within(start: int, end: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(first < end and start < last for first, last in spans)


def _rule(pronoun: Pronoun) -> str:
    return "pair" if pronoun.pair else pronoun.kind


def _pronoun_edits(text: str, tokens: Sequence[Token], pronoun: Pronoun, options: EnglishOptions) -> list[Edit]:
    original = text[pronoun.start : pronoun.end]
    form = FORMS.get(pronoun.kind, options.reflexive)
    reason = "a pronoun for all genders"
    edits = [Edit(pronoun.start, pronoun.end, original, cased(original, form), _rule(pronoun), reason)]
    if pronoun.kind == "subject":
        for place, verb in agreeing_verbs(tokens, pronoun.first, pronoun.last):
            token = tokens[place]
            written = text[token.start : token.end]
            edits.append(Edit(token.start, token.end, written, cased(written, verb), "verb", "agrees with they"))
    return edits


def _noun_edits(text: str, options: EnglishOptions, closed: Sequence[tuple[int, int]]) -> list[Edit]:
    edits = []
    for start, end, neutral in find_nouns(text, options.nouns):
        if _within(start, end, closed):
            continue
        edits.append(Edit(start, end, text[start:end], neutral, "noun", "a word for all genders"))
        article = article_before(text, start, neutral)
        if article is not None:
            first, last, form = article
            edits.append(Edit(first, last, text[first:last], form, "article", "fits the word after it"))
    return edits


def _in_order(edits: list[Edit]) -> list[Edit]:
    kept: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    return kept
