"""What is true of English where stereotypes are found."""

from __future__ import annotations

from collections.abc import Iterator

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.english.person_forms import person_form
from hf_genderfair.languages.types import PAIRED_GENDERS, GrammaticalGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass, WordValues
from hf_genderfair.stereotypes.rules import StereotypeRules

VOWELS = "aeiou"


def verb_forms(lemma: str, irregular: str = "") -> Iterator[str]:
    """Yield the forms of a verb, and further candidates where the spelling is ambiguous."""
    yield lemma
    consonant_y = lemma.endswith("y") and lemma[-2:-1] not in VOWELS
    sibilant = lemma.endswith(("s", "x", "z", "ch", "sh", "o"))
    yield lemma[:-1] + "ies" if consonant_y else lemma + ("es" if sibilant else "s")
    stem = lemma[:-1] if lemma.endswith("e") and not lemma.endswith(("ee", "oe", "ye")) else lemma
    doubles = len(lemma) > 2 and lemma[-1] not in VOWELS + "wxy" and lemma[-2] in VOWELS and lemma[-3] not in VOWELS
    if irregular:
        yield from irregular.split()
    else:
        yield lemma[:-1] + "ied" if consonant_y else lemma + ("d" if lemma.endswith("e") else "ed")
        if doubles:
            yield lemma + lemma[-1] + "ed"
    yield lemma[:-2] + "ying" if lemma.endswith("ie") else stem + "ing"
    if doubles:
        yield lemma + lemma[-1] + "ing"


def pronoun_gender(token: Token) -> GrammaticalGender | None:
    """Return the gender of the pronouns for a person: that of the meaning, since nouns have none by grammar."""
    form = person_form(token.text)
    return form.gender if form and form.gender in PAIRED_GENDERS else grammatical_gender(token.morph)


RULES = StereotypeRules(
    names_person=lambda token: person_form(token.text) is not None,
    collectives=WordClass("stereotype_words", "people_en"),
    group_lists=("gender", "age", "religion"),
    pronoun_gender=pronoun_gender,
    verb_forms=verb_forms,
    noun_forms=lambda lemma: (lemma, lemma + "s"),
    valences=WordValues("sentiment_en", "valence", float),
    capitals_make_names=True,
    bare_singulars_are_headlines=True,
)
"""What is true of English."""
