"""How tests read a sentence."""

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline


def read(text, lang="de"):
    """Return a text with its analysis."""
    return Document(text, next(iter(pipeline(lang).analyse([text]))), lang)
