"""Pseudo sources: gender-fair text as masculine or as feminine text (backward augmentation).

A rewriter learns from pairs of such a source and the gender-fair text it was made from (Amrhein 2023, section 3.1).
"""

from __future__ import annotations

from hf_genderfair.core.settings import choose, language_tag
from hf_genderfair.core.spans import Edit, edit_text
from hf_genderfair.languages.analysis import Analysis
from hf_genderfair.languages.types import PAIRED_GENDERS, PairedGender
from hf_genderfair.rewriting.languages import REWRITING_RULES
from hf_genderfair.rewriting.prose import edits_of_prose


def biased(text: str, lang: str, gender: PairedGender, analysis: Analysis | None = None) -> str:
    """Return a gender-fair text in one gender.

    German words with a star, in pairs or any other spelling become the masculine or the feminine form in their case and
    number; participles and neutral words stay. In English *they*, *their*, *them* and neutral words become *he* or
    *she* and the words of the paper's tables, unless *he* or *she* is there already; a *they* that goes back to a
    plural or to persons joined by *and* stays.

    Args:
        text: The text.
        lang: ``de`` or ``en``; texts in other languages stay as they are.
        gender: The target gender.
        analysis: Of English text as `text_view` reads it, its analysis with the layers of
            `hf_genderfair.rewriting.english.biased.NEEDS`; made here where it is not given.

    Returns:
        The text for one gender.

    Raises:
        GenderfairError: The gender is not offered, or the language is no tag of one.

    Example:
        >>> biased("Den Ärzt*innen hilft jede*r Student*in.", "de", "masculine")
        'Den Ärzten hilft jeder Student.'
        >>> biased("Den Ärzt*innen hilft jede*r Student*in.", "de", "feminine")
        'Den Ärztinnen hilft jede Studentin.'
        >>> biased("The chairperson says they are late.", "en", "feminine")
        'The chairwoman says she is late.'
    """
    return edit_text(text, biasing_edits(text, lang, gender, analysis))


def biasing_edits(text: str, lang: str, gender: PairedGender, analysis: Analysis | None = None) -> list[Edit]:
    """Propose the edits of `biased`."""
    choose("gender", gender, PAIRED_GENDERS)
    rules = REWRITING_RULES.get(language_tag(lang))
    return edits_of_prose(text, lambda plain: rules.bias(plain, gender, analysis)) if rules is not None else []
