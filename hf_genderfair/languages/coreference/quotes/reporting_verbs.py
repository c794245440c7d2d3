"""Verbs of saying, asking and thinking in a text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from hf_genderfair.languages.coreference.quotes.clauses import ReportingVerb
from hf_genderfair.languages.coreference.quotes.languages import quote_rules
from hf_genderfair.languages.document import Document


@lru_cache(maxsize=1)
def reporting_verbs(document: Document) -> Mapping[int, ReportingVerb]:
    """Return the verbs of saying, asking and thinking of a text by the index of their token, in order."""
    return MappingProxyType(quote_rules(document.lang).verbs(document))
