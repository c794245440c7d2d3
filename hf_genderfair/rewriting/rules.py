"""The record by which a language gets gender-fair rewriting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from hf_genderfair.core.spans import Edit, Refusal
from hf_genderfair.languages.analysis import Analysis
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import PairedGender, Scope
from hf_genderfair.rewriting.forms import FORMS


class Rewriting(NamedTuple):
    """The edits and refusals for one text.

    Attributes:
        edits: Edits in order, without overlap.
        refusals: Words left alone, in order.
    """

    edits: list[Edit]
    refusals: list[Refusal]


@dataclass(frozen=True)
class RewritingOptions:
    """What is rewritten, and how; see the attributes of `GenderFair` of the same names. A language reads its own.

    Example:
        >>> RewritingOptions(scope="all").form
        'star'
    """

    form: str = FORMS[0]
    scope: Scope = "generic"
    quotations: bool = True
    organisations: bool = False
    reflexive: Literal["themself", "themselves"] = "themself"
    nouns: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class RewritingRules:
    """How the texts of a language are rewritten, brought into one spelling, and turned into text for one gender.

    Attributes:
        layers: Layers of the pipeline that `rewrite` reads.
        mentions: Returns whether a text may hold a word that would be rewritten.
        rewrite: Proposes the gender-fair forms of a document.
        normalise: Proposes to write every gender-fair form of a text in one form.
        bias: Proposes to make a gender-fair text one for a gender; takes the analysis of the text, or None.
        bias_layers: Layers of the pipeline that `bias` reads; none where the text alone tells.
        forms: The forms that are offered, the usual one first.
        sign: What every gender-fair text holds in the usual form; empty where plain words are gender-fair.

    Example:
        >>> from hf_genderfair.rewriting.languages import REWRITING_RULES
        >>> REWRITING_RULES["en"].forms, REWRITING_RULES["de"].sign
        (('star',), '*')
    """

    layers: frozenset[str]
    mentions: Callable[[str, RewritingOptions], bool]
    rewrite: Callable[[Document, RewritingOptions], Rewriting]
    normalise: Callable[[str, str], list[Edit]]
    bias: Callable[[str, PairedGender, Analysis | None], list[Edit]]
    bias_layers: frozenset[str] = frozenset()
    forms: tuple[str, ...] = FORMS[:1]
    sign: str = ""
