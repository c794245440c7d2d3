"""The languages that are rewritten, the record of each, and raw text in one spelling or for one gender.

In German all spellings of nouns, articles, adjectives and pronouns are recognised (Amrhein 2023, appendix F). In
English pairs of pronouns become *they*, with the verbs that agree: *he or she is* → *they are*, *his/her* → *their*.
A rewriter learns from pairs of a pseudo source, gender-fair text as masculine or as feminine text (backward
augmentation), and the text it was made from (section 3.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import choose, language_tag
from hf_genderfair.core.spans import Edit, edit_text, unprotected, without_emphasis
from hf_genderfair.core.text_view import text_view
from hf_genderfair.languages.analysis import Analysis
from hf_genderfair.languages.types import PAIRED_GENDERS, PairedGender
from hf_genderfair.rewriting.english.rewrite import ENGLISH
from hf_genderfair.rewriting.forms import FORMS
from hf_genderfair.rewriting.german.rewrite import GERMAN
from hf_genderfair.rewriting.rules import RewritingRules

REWRITING_RULES: dict[str, RewritingRules] = {"de": GERMAN, "en": ENGLISH}
"""Rules by language code; which languages are offered follows from here."""

LANGUAGES = tuple(REWRITING_RULES)


def normalise(text: str, lang: str = "de", form: str = "star") -> str:
    """Return a text with every gender-fair form in one spelling.

    Args:
        text: The text.
        lang: ``de`` or ``en``; texts in other languages stay as they are.
        form: Of German text, one of `hf_genderfair.rewriting.forms.FORMS`.

    Returns:
        The text; everything else stays byte-identical.

    Raises:
        GenderfairError: There is no such form, or the language is not a language tag.

    Example:
        >>> normalise("Jede/r Student/-in und alle Anwältinnen und Anwälte")
        'Jede*r Student*in und alle Anwält*innen'
        >>> normalise("der*die neue Ärzt*in", form="pair")
        'die neue Ärztin oder der neue Arzt'
        >>> normalise("A guest brings his or her bag.", "en")
        'A guest brings their bag.'
    """
    return edit_text(text, normalising_edits(text, lang, form))


def normalising_edits(text: str, lang: str = "de", form: str = "star") -> list[Edit]:
    """Propose the edits of `normalise`."""
    if lang in FORMS:
        raise GenderfairError(f"lang={lang!r} is a form: use form={lang!r}, and de or en for lang")
    rules = REWRITING_RULES.get(language_tag(lang))
    choose("form", form, FORMS)
    if rules is None:
        return []
    if form not in rules.forms:
        raise GenderfairError(f"form={form!r} is a German form: English has one spelling")
    return _edits_of_prose(text, lambda plain: rules.normalise(plain, form))


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
    return _edits_of_prose(text, lambda plain: rules.bias(plain, gender, analysis)) if rules is not None else []


def _edits_of_prose(text: str, propose: Callable[[str], Iterable[Edit]]) -> list[Edit]:
    """Return the edits that rules propose for a text as it is read, as edits of the text as it was given."""
    view = text_view(text).with_plain_spaces()
    edits = propose(without_emphasis(view.text))
    # what reaches over a mark of emphasis would take it away
    whole = (edit for edit in edits if view.text[edit.start : edit.end] == edit.original)
    return [view.edit(edit) for edit in unprotected(view.text, whole)]
