"""Whole texts about one gender as texts about the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple, get_args

from hf_genderfair.core.choices import choose, language
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.spans import Edit, Refusal
from hf_genderfair.core.texts import several_texts
from hf_genderfair.counterfactual.conflicts import conflict
from hf_genderfair.counterfactual.languages import LANGUAGES, gender_swap
from hf_genderfair.counterfactual.swapping import Gender, SwapOptions, Swapping
from hf_genderfair.counterfactual.topics import topic_reason
from hf_genderfair.languages.composition import Written, written
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import Pipeline, pipeline

TEXTS_AT_ONCE = 4_096


class SwappedText(NamedTuple):
    """What is proposed for a text.

    Attributes:
        edits: Edits in order, without overlap; none where the text stays as it is.
        refusals: Words that stay, with the reason.
        reason: Why the whole text stays; None where that is not so.

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
    to: Gender,
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
        options: What becomes of names.
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
    choose("to", to, get_args(Gender))
    if not isinstance(options, SwapOptions | None):
        raise GenderfairError(f"options={options!r} is no SwapOptions: give SwapOptions, as SwapOptions(names='swap')")
    used = pipeline(language(lang, LANGUAGES), pipeline_name)
    return _swapped(several_texts(texts), used, to, options or SwapOptions(), checks)


def _swapped(
    texts: Iterator[str], used: Pipeline, to: Gender, options: SwapOptions, checks: bool
) -> Iterator[SwappedText]:
    rules = gender_swap(used.lang)
    while part := list(islice(texts, TEXTS_AT_ONCE)):
        read = [written(text) for text in part]
        concerned = [rules.mentions(each.text, to) for each in read]
        asked = [each.text for each, is_concerned in zip(read, concerned, strict=True) if is_concerned]
        analyses = used.analyse(asked, rules.needs)
        documents = (Document(text, analysis, used.lang) for text, analysis in zip(asked, analyses, strict=True))
        for given, each, is_concerned in zip(part, read, concerned, strict=True):
            if not is_concerned:
                yield SwappedText([], [], None)
                continue
            document = next(documents)
            swapping = rules.swap(document, to, options)
            reason = _reason(document, swapping, to) if checks and swapping.changes else None
            yield _moved(swapping, each, given, to, reason)


def _reason(document: Document, swapping: Swapping, to: str) -> str | None:
    return topic_reason(document.text, document.lang) or conflict(document, swapping, to, "gender")


def _moved(swapping: Swapping, part: Written, text: str, to: str, reason: str | None) -> SwappedText:
    """Return what is proposed with the offsets of the text as it was given."""
    edits = []
    for change in swapping.changes if reason is None else []:
        start, end = part.place(change.start), part.place(change.end)
        edits.append(Edit(start, end, text[start:end], change.replacement, change.rule, f"about {to}"))
    refusals = [Refusal(part.place(r.start), part.place(r.end), r.rule, r.reason) for r in swapping.refusals]
    return SwappedText(edits, refusals, reason)
