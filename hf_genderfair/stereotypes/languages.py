"""The languages whose stereotypes are found: what the rules have to know of each, beside its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.english import person_forms as english
from hf_genderfair.languages.german import person_forms as german
from hf_genderfair.languages.romance import person_forms as romance
from hf_genderfair.languages.types import PAIRED_GENDERS, GrammaticalGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass, WordValues
from hf_genderfair.stereotypes.indicators import VALENCES, Valence


@dataclass(frozen=True)
class StereotypeRules:
    """What the rules for stereotypes have to know of a language, beside its words in the lexicons.

    The lexicons are those with a column ``lang`` (``reference_words``, ``situation_words``, ``statement_patterns``,
    ``verb_classes``, ``evaluation_words``), ``category_labels_*`` and ``reporting_verbs_*``.

    Attributes:
        names_person: Returns whether a word is a noun for a person.
        collectives: Collective nouns for persons that `names_person` leaves out.
        group_lists: Word lists of groups that are read beside the labels of the language.
        pronoun_gender: Returns the gender of the pronouns that refer to a noun.
        is_preterite: Returns whether the ending makes a form a past tense, though taggers may take it for a present.
        verb_forms: Returns the forms of a verb by which it is looked up, of its lemma and its irregular forms; the
            pipeline gives lemmas besides.
        noun_forms: Returns those of a noun.
        valences: How good or bad words are, from -4 to 4, beside those of ``evaluation_words``; None without a list.
        judging: Words that judge persons; None where those of `valences` do that are strong.
        vices: Words that nobody says of a whole group but to judge it, so that a sentence which does is a stereotype
            though the content model does not know them; None where the model knows them well enough.
        nouns_have_capitals: Whether a noun is written with a capital, which tells it from an adjective: *ein Armer*.
        capitals_make_names: Whether a capital makes a common noun stand for one person: *the pirate King*, but not
            *el Presidente*, where it shows respect.
        articles_show_number: Whether the article and adjectives of a noun show its number, so that taggers know it;
            otherwise the lists of words decide.
        partial_words_have_articles: Whether a word for a part has an article of its own, though no certain persons are
            meant: *die meisten Männer*.
        plural_definites_are_generic: Whether a plural with the definite article is the whole group: *las mujeres*.
        bare_singulars_are_headlines: Whether a singular without article stands only in a headline: *Man finds coin*.
        relatives_always_have_commas: Whether a comma stands before every relative clause, so that it does not tell
            whether the clause is restrictive.
        has_genitive: Whether a case makes a noun a part or an owner, without a preposition: *die Kinder der Armen*.
        participles_are_ambiguous: Whether participles look like other forms of their verbs (*vergessen*, *besucht*), so
            that the auxiliary alone shows a perfect.

    Example:
        >>> list(STEREOTYPE_RULES["en"].verb_forms("make", "made"))
        ['make', 'makes', 'made', 'making']
    """

    names_person: Callable[[Token], bool]
    collectives: WordClass
    group_lists: tuple[str, ...] = ()
    pronoun_gender: Callable[[Token], GrammaticalGender | None] = lambda token: grammatical_gender(token.morph)
    is_preterite: Callable[[Token], bool] = lambda token: False
    verb_forms: Callable[[str, str], Iterable[str]] = lambda lemma, irregular: (lemma,)
    noun_forms: Callable[[str], Iterable[str]] = lambda lemma: (lemma,)
    valences: WordValues[float] | None = None
    judging: WordValues[Valence] | None = None
    vices: WordClass | None = None
    nouns_have_capitals: bool = False
    capitals_make_names: bool = False
    articles_show_number: bool = False
    partial_words_have_articles: bool = False
    plural_definites_are_generic: bool = False
    bare_singulars_are_headlines: bool = False
    relatives_always_have_commas: bool = False
    has_genitive: bool = False
    participles_are_ambiguous: bool = False


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
    form = english.person_form(token.text)
    return form.gender if form and form.gender in PAIRED_GENDERS else grammatical_gender(token.morph)


def is_preterite(token: Token) -> bool:
    """Return whether a form of the third person is a past tense: those of the present end in *-t*."""
    singular = token.morph.get("Person") == "3" and token.morph.get("Number") == "Sing" and token.pos == "VERB"
    finite = singular and token.morph.get("VerbForm") == "Fin" and token.morph.get("Mood") != "Sub"
    return finite and not token.text.lower().endswith(("t", "weiß"))


STEREOTYPE_RULES: dict[str, StereotypeRules] = {
    "de": StereotypeRules(
        names_person=lambda token: german.person_form(token.text, grammatical_gender(token.morph)) is not None,
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
    ),
    "en": StereotypeRules(
        names_person=lambda token: english.person_form(token.text) is not None,
        collectives=WordClass("stereotype_words", "people_en"),
        group_lists=("gender", "age", "religion"),
        pronoun_gender=pronoun_gender,
        verb_forms=verb_forms,
        noun_forms=lambda lemma: (lemma, lemma + "s"),
        valences=WordValues("sentiment_en", "valence", float),
        capitals_make_names=True,
        bare_singulars_are_headlines=True,
    ),
    "es": StereotypeRules(
        names_person=lambda token: token.text.lower() in romance.person_forms("es"),
        collectives=WordClass("stereotype_words", "people_es"),
        judging=WordValues("stereotype_words", "valence_es", VALENCES.__getitem__),
        vices=WordClass("stereotype_words", "vice_es"),
        articles_show_number=True,
        plural_definites_are_generic=True,
    ),
}
"""Rules by language code; which languages are offered follows from here."""

LANGUAGES = tuple(STEREOTYPE_RULES)
