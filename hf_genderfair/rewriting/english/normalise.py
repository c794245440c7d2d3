"""English words that name both genders in one spelling: *he or she is* becomes *they are*, *his or her* *their*."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hf_genderfair.core.spans import Edit, overlaps, protected_spans
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.english.analysis_repair import repaired_analysis
from hf_genderfair.languages.english.joined_verbs import JoinedVerbs
from hf_genderfair.languages.english.literal import meant_literally
from hf_genderfair.languages.english.pronouns import find_pronouns
from hf_genderfair.rewriting.english.rewrite import NEEDS, EnglishOptions, in_order, pronoun_edits
from hf_genderfair.rewriting.rules import Rewriting

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
