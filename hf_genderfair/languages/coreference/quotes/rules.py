"""The record by which the quotes of a language are found, and their speakers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hf_genderfair.languages.coreference.mention import Quote
from hf_genderfair.languages.coreference.quotes.clauses import ReportedClause, ReportingVerb
from hf_genderfair.languages.document import Document

Reports = Callable[[Document, Mapping[int, ReportingVerb], Sequence[Quote], Collection[int]], Iterable[ReportedClause]]
"""Finds the reported clauses of a text by its verbs of saying, direct quotes and tokens in mentions of persons."""


@dataclass(frozen=True)
class QuoteRules:
    """How a language reports what somebody says, in its grammar and in its punctuation.

    Attributes:
        verbs: Returns the verbs of saying, asking and thinking of a text by the index of their token, in order.
        reports: Finds reported clauses; one may contain another.
        verb_second: Whether the finite verb is the second part of a main clause. Then the subject of a verb of saying
            follows it where what is said stands before: *„Ja“, sagte sie*, but *“Yes,” she said*.
        comma_after_marks: Whether a comma stands between a closing mark and the frame, also where the quotation has a
            sign of its own: *„Wer?“, fragte sie*, but *“Who?” she asked*.
        speaker_by_paragraph: Whether a new speaker begins a paragraph, so that one paragraph is one turn of a dialogue.

    Example:
        >>> from hf_genderfair.languages.coreference.quotes.languages import quote_rules
        >>> quote_rules("de").verb_second, quote_rules("en").verb_second
        (True, False)
    """

    verbs: Callable[[Document], dict[int, ReportingVerb]]
    reports: Reports
    verb_second: bool = False
    comma_after_marks: bool = False
    speaker_by_paragraph: bool = False
