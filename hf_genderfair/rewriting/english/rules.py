"""What gender-fair rewriting of English is made of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hf_genderfair.core.spans import Edit, overlaps, protected_spans
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.english.analysis_repair import repaired_analysis
from hf_genderfair.languages.english.pronouns import find_pronouns
from hf_genderfair.languages.english.reasons import meant_literally
from hf_genderfair.languages.english.verb_forms import JoinedVerbs
from hf_genderfair.rewriting.english import biased
from hf_genderfair.rewriting.english.rewrite import (
    NEEDS,
    EnglishOptions,
    in_order,
    mentions_gender,
    pronoun_edits,
    rewrite,
)
from hf_genderfair.rewriting.rules import Rewriting, RewritingOptions, RewritingRules

PAIR = re.compile(
    r"\(s\)he\b|\bs/he\b"
    r"|\b(?:s?he|hers?|him|his|himself|herself)(?:\s*/\s*|\s+(?:or|and/or)\s+|\s*\(or\s+)(?:s?he|hers?|him|his)",
    re.IGNORECASE,
)
"""What every pair holds; texts without need no analysis."""

AND = re.compile(r"\sand\s", re.IGNORECASE)


def normalising_edits(text: str) -> list[Edit]:
    """Propose one word for each pair of pronouns, with the verbs that agree."""
    if PAIR.search(text) is None:
        return []
    document = next(documents([text], AnalysisRequest("en", NEEDS)))
    return document.as_given(Rewriting(in_order(list(_edits(document))), [])).edits


def _edits(document: Document) -> Iterator[Edit]:
    text = document.text
    closed = protected_spans(text)
    for sentence in repaired_analysis(text, document.analysis).sentences:
        verbs = JoinedVerbs(sentence.tokens)
        for pronoun in find_pronouns(text, sentence) if sentence.tokens else []:
            # he and she are two persons
            if not pronoun.pair or AND.search(text, pronoun.start, pronoun.end):
                continue
            if meant_literally(text, sentence.tokens, pronoun):
                continue
            edits = pronoun_edits(text, verbs, pronoun, EnglishOptions().reflexive)
            if not any(overlaps(closed, edit.start, edit.end) for edit in edits):
                yield from edits


def _rewrite(document: Document, options: RewritingOptions) -> Rewriting:
    return rewrite(document, EnglishOptions(options.scope, options.quotations, options.reflexive, options.nouns))


RULES = RewritingRules(
    layers=NEEDS,
    mentions=lambda text, options: mentions_gender(text, options.nouns),
    rewrite=_rewrite,
    normalise=lambda text, form: normalising_edits(text),
    bias=biased.english_biasing_edits,
    bias_layers=biased.NEEDS,
)
"""How English is rewritten."""
