"""Languages by their English names: data keep codes such as ``de``, what people read says German."""

from __future__ import annotations

from hf_genderfair.core.choices import language_code
from hf_genderfair.core.resources import resource
from hf_genderfair.lexicons.loader import load_lexicon

LEXICON = "language_names"


def language_name(tag: str) -> str:
    """Return the English name of a language."""
    names = resource(("names of languages",), lambda: {row[0]: row[1] for row in load_lexicon(LEXICON).rows})
    name = names.get(language_code(tag) or "")
    _, _, rest = tag.replace("_", "-").partition("-")
    return tag if name is None else f"{name} ({rest})" if rest else name
