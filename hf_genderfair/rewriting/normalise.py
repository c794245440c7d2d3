"""Gender-fair text in one spelling: every form is converted to the star or to any other form.

In German all spellings of nouns, articles, adjectives and pronouns are recognised (Amrhein 2023, appendix F). In
English pairs of pronouns become *they*, with the verbs that agree: *he or she is* → *they are*, *his/her* → *their*.
"""

from __future__ import annotations

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import choose, language_tag
from hf_genderfair.core.spans import Edit, edit_text
from hf_genderfair.rewriting.forms import FORMS
from hf_genderfair.rewriting.languages import REWRITING_RULES
from hf_genderfair.rewriting.prose import edits_of_prose


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
    return edits_of_prose(text, lambda plain: rules.normalise(plain, form))
