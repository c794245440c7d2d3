"""Whole texts about one gender as texts about the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, get_args

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import choose, language
from hf_genderfair.core.spans import Edit, Refusal
from hf_genderfair.core.text_view import straighten_apostrophes
from hf_genderfair.counterfactual.conflicts import conflict, topic_reason
from hf_genderfair.counterfactual.named import without_named
from hf_genderfair.counterfactual.swap import LANGUAGES, swap, swap_forms
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, concerned_documents
from hf_genderfair.languages.types import BinaryGender


class SwappedText(NamedTuple):
    """The edits proposed for a text.

    Attributes:
        edits: Edits in order, without overlap; none where the text stays as it is.
        refusals: Words that stay, with the reason.
        reason: Why the whole text stays; None where it may change.

    Example:
        >>> SwappedText([], [], "year").reason
        'year'
    """

    edits: list[Edit]
    refusals: list[Refusal]
    reason: str | None


def swap_texts(
    texts: Iterable[str],
    lang: str,
    to: BinaryGender,
    options: SwapOptions | None = None,
    *,
    checks: bool = False,
    pipeline_name: str | None = None,
) -> Iterator[SwappedText]:
    """Swap every gendered word of a person to one gender.

    Args:
        texts: The texts.
        lang: ``en``, ``de`` or ``es``.
        to: ``female`` or ``male``.
        options: How names are treated.
        checks: Leave texts about politics, history and years, and those that would become false or odd as far as rules
            can tell.
        pipeline_name: A spaCy pipeline in place of the one that comes with the package.

    Returns:
        What is proposed for each text, in order; offsets are those of the text as given.

    Raises:
        GenderfairError: The language or the gender is not offered, there is a single text in place of several, or one
            is no text.

    Example:
        >>> from hf_genderfair.core.spans import edit_text
        >>> text = "My uncle sold his car."
        >>> [edit_text(text, swapped.edits) for swapped in swap_texts([text], "en", "female")]
        ['My aunt sold her car.']
    """
    choose("to", to, get_args(BinaryGender))
    if not isinstance(options, SwapOptions | None):
        raise GenderfairError(f"options={options!r} is no SwapOptions: give SwapOptions, as SwapOptions(names='swap')")
    chosen = language(lang, LANGUAGES)
    rules = swap_forms(chosen)
    names = options or SwapOptions()
    request = AnalysisRequest(chosen, pipeline_name=pipeline_name)
    read = concerned_documents(texts, request, lambda text: rules.mentions(straighten_apostrophes(text), to))
    return (
        SwappedText([], [], None) if document is None else _swapped(document, to, names, checks) for document in read
    )


def _swapped(document: Document, to: BinaryGender, options: SwapOptions, checks: bool) -> SwappedText:
    document = document.straight
    swapping = swap(document, to, options)
    if options.names == "refuse":
        swapping = without_named(document, swapping)
    reason = None
    if checks and swapping.changes:
        reason = topic_reason(document.text, document.lang) or conflict(document, swapping, to, "gender")
    changes = swapping.changes if reason is None else []
    edits = [document.edit(each.start, each.end, each.replacement, each.rule, f"about {to}") for each in changes]
    return SwappedText(edits, document.as_given(swapping.refusals), reason)
