"""Person references in Esperanto, where nouns end in *-o* and words for women in *-ino*: a language as an example."""

import re

from hf_genderfair.languages.types import Reference
from hf_genderfair.lexicons.loader import load_lexicon

NOUN = re.compile(r"\b(?P<stem>\w+?)(?P<feminine>in)?oj?n?\b")


def find(document):
    """Return the nouns of a text in order."""
    persons = dict(load_lexicon("person_words_eo").rows)
    found = []
    for match in NOUN.finditer(document.text):
        gender = persons.get(match["stem"].lower())
        gender = "feminine" if gender and match["feminine"] else gender
        found.append(Reference(*match.span(), "noun", bool(gender), gender or "none", False, False, "lexicon"))
    return found
