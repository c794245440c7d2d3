"""The languages in which person references are found: the record of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english import persons as english
from hf_genderfair.languages.romance import persons as romance
from hf_genderfair.languages.types import Reference
from hf_genderfair.representation.references import german, polish


@dataclass(frozen=True)
class ReferenceRules:
    """How the person references of a language are found.

    Attributes:
        find: Returns the references of a document, in order.
        layers: Layers of the pipeline that `find` reads.
        dictionary_revision: Returns what identifies the dictionary that `find` reads in place of a pipeline; None where
            it reads with a pipeline.

    Example:
        >>> ReferenceRules(lambda document: [], layers=frozenset({"pos"})).reads_with_pipeline
        True
    """

    find: Callable[[Document], list[Reference]]
    layers: frozenset[str] = frozenset()
    dictionary_revision: Callable[[], str] | None = None

    @property
    def reads_with_pipeline(self) -> bool:
        """Whether documents must be analysed before `find` reads them."""
        return self.dictionary_revision is None


REFERENCE_RULES: dict[str, ReferenceRules] = {
    "ca": ReferenceRules(romance.find, romance.NEEDS),
    "de": ReferenceRules(german.find, german.NEEDS),
    "en": ReferenceRules(english.find, english.NEEDS),
    "es": ReferenceRules(romance.find, romance.NEEDS),
    "pl": ReferenceRules(lambda document: polish.find(document.text), dictionary_revision=polish.dictionary_revision),
}
"""Rules by language code; which languages are offered follows from here."""
