"""Why a swapped sentence would be false or odd."""

from __future__ import annotations

from hf_genderfair.counterfactual.swapping import Swapping
from hf_genderfair.languages.document import Document


def conflict(document: Document, swapping: Swapping, to: str, attribute: str) -> str | None:
    """Say why a swapped sentence would be false or odd."""
    return None
