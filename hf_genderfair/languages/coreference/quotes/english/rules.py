"""How English reports what somebody says."""

from __future__ import annotations

from hf_genderfair.languages.coreference.quotes.english.reports import english_reports
from hf_genderfair.languages.coreference.quotes.english.verbs import english_verbs
from hf_genderfair.languages.coreference.quotes.rules import QuoteRules

RULES = QuoteRules(
    verbs=english_verbs,
    reports=lambda document, verbs, direct, persons: english_reports(document, verbs),
    speaker_by_paragraph=True,
)
"""How English quotes."""
