"""What is true of German where stereotypes are found."""

from __future__ import annotations

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.types import grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass, WordValues
from hf_genderfair.stereotypes.rules import StereotypeRules


def is_preterite(token: Token) -> bool:
    """Return whether a form of the third person is a past tense: those of the present end in *-t*."""
    singular = token.morph.get("Person") == "3" and token.morph.get("Number") == "Sing" and token.pos == "VERB"
    finite = singular and token.morph.get("VerbForm") == "Fin" and token.morph.get("Mood") != "Sub"
    return finite and not token.text.lower().endswith(("t", "weiß"))


RULES = StereotypeRules(
    names_person=lambda token: person_form(token.text, grammatical_gender(token.morph)) is not None,
    collectives=WordClass("stereotype_words", "people_de"),
    is_preterite=is_preterite,
    valences=WordValues("sentiment_de", "valence", float),
    vices=WordClass("stereotype_words", "vice_de"),
    nouns_have_capitals=True,
    articles_show_number=True,
    partial_words_have_articles=True,
    relatives_always_have_commas=True,
    has_genitive=True,
    participles_are_ambiguous=True,
)
"""What is true of German."""
