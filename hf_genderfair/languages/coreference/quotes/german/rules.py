"""How German reports what somebody says."""

from __future__ import annotations

from hf_genderfair.languages.coreference.quotes.german.reports import german_reports
from hf_genderfair.languages.coreference.quotes.german.verbs import german_verbs
from hf_genderfair.languages.coreference.quotes.rules import QuoteRules

RULES = QuoteRules(verbs=german_verbs, reports=german_reports, verb_second=True, comma_after_marks=True)
"""How German quotes."""
