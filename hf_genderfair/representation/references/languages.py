"""The languages in which person references are found: the record of each."""

from __future__ import annotations

from hf_genderfair.languages.persons import PERSON_RULES, persons
from hf_genderfair.representation.references import german, polish
from hf_genderfair.representation.references.rules import ReferenceRules

REFERENCE_RULES: dict[str, ReferenceRules] = {
    "ca": ReferenceRules(persons, layers=PERSON_RULES["ca"].layers),
    "de": german.RULES,
    "en": ReferenceRules(persons, layers=PERSON_RULES["en"].layers),
    "es": ReferenceRules(persons, layers=PERSON_RULES["es"].layers),
    "pl": polish.RULES,
}
"""Rules by language code; which languages are offered follows from here."""
