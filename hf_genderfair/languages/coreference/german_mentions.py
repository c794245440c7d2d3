"""German words for persons: titles, nouns, names and where these end, and generic masculines."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace
from functools import lru_cache

from hf_genderfair.languages.clauses import has_dependent
from hf_genderfair.languages.coreference.mention import (
    GENDERS,
    MASCULINE_ROLE,
    MORPHOLOGY,
    TITLE,
    GenderEvidence,
    Mention,
    noun_evidence,
)
from hf_genderfair.languages.coreference.name_words import (
    FAIR,
    NamingRules,
    PersonNoun,
)
from hf_genderfair.languages.coreference.rules import PronounForm, PronounKind
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import SHARED, Evidence, frequent_surnames, person_noun_gender, title_gender
from hf_genderfair.languages.gender_fair_forms import INNER_SIGN
from hf_genderfair.languages.gender_fair_pairs import OR
from hf_genderfair.languages.german.agreement import adjective_ending
from hf_genderfair.languages.german.clauses import FEMININE, MASCULINE, NEUTER, PLURAL
from hf_genderfair.languages.german.noun_phrase import article_before
from hf_genderfair.languages.german.person_forms import HOME, GermanPersonForm, first_name, person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.phrases import person_phrases
from hf_genderfair.languages.german.pronoun_readings import NEOPRONOUNS, interpreted_pronouns
from hf_genderfair.languages.german.role_nouns import fair_nouns, role_nouns
from hf_genderfair.languages.reader.reading import LEAST_OF_ANYBODY, anybody_probability, read
from hf_genderfair.languages.types import PersonGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass, WordValues

WINDOW = 60
"""Number of tokens around a noun that are searched, since a table of a megabyte may be segmented as one sentence."""


def generic_masculines(document: Document, specific: Container[int], named: Container[int]) -> list[tuple[int, int]]:
    """Return the masculine role nouns of which anybody is meant; of singulars, not those with a known actor."""
    return [
        (phrase.start, phrase.end)
        for head, decided in document.derived(role_nouns).items()
        if (phrase := decided.phrase).noun.gender == "masculine"
        and (phrase.number == "Plur" or head not in specific)
        and decided.reason is None
        and not _beside_feminine(document, phrase)
    ]


def _beside_feminine(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether the feminine form of the same noun stands in the same sentence."""
    first, last = document.sentences[document.sentence_of[phrase.head]]
    first, last = max(first, phrase.head - WINDOW), min(last, phrase.head + WINDOW)
    women = phrase.noun.feminine + "nen"
    return any(token.text in (women, women.upper()) for token in document.tokens[first:last])


PRONOUN_KINDS: Mapping[str, PronounKind] = {"reflexive": "reflexive", "relative": "relative", "neutral": "neutral"}
"""Kinds of pronouns that are told apart; all others are ``personal``."""

SHOWN_BY = {MASCULINE: "male", FEMININE: "female", NEUTER: "neuter", PLURAL: "plural"}


def pronouns(document: Document) -> dict[int, PronounForm]:
    """Return the pronouns of the third person, polite forms left out."""
    found = {}
    for index, pronoun in document.derived(interpreted_pronouns).items():
        if not pronoun.polite:
            kind = PRONOUN_KINDS.get(pronoun.kind, "personal")
            shows = frozenset(SHOWN_BY[bit] for bit in SHOWN_BY if bit & pronoun.agreement and kind != "reflexive")
            found[index] = PronounForm(kind, frozenset({"neutral"}) if kind == "neutral" else shows)
    return found


BY_GRAMMAR: Mapping[str, PersonGender] = {"feminine": "female", "masculine": "male", "neuter": "male"}
"""Gender that pronouns show by grammar: those for neuters are those for men but for *es*."""


def agrees_by_grammar(document: Document, mention: Mention) -> PersonGender | None:
    """Return the gender of pronouns that agree with an epicene or neuter noun: *die Geisel … sie*."""
    token = document.tokens[mention.head]
    form = person_form(token.text, grammatical_gender(token.morph)) if mention.kind == "noun" else None
    if form is None or mention.plural or not (form.epicene or form.gender == "neuter"):
        return None
    return BY_GRAMMAR.get(form.gender)


PAIR = 6
"""Largest number of tokens from a noun to its form for the other gender, which *oder* joins to it."""

EITHER_OR = OR | {"/"}
BEFORE_NOUN = frozenset(("ADJ", "ADP", "DET", "PRON"))


def _is_beside_other_form(document: Document, index: int) -> bool:
    """Whether *oder* or a slash joins a noun to its form for the other gender: *einer Autorin oder eines Autors*."""
    nouns = document.derived(role_nouns)
    own = nouns.get(index)
    near = range(index - PAIR, index + PAIR + 1)
    return own is not None and any(
        nouns[other].phrase.noun.masculine == own.phrase.noun.masculine
        and {nouns[other].phrase.noun.gender, own.phrase.noun.gender} == {"masculine", "feminine"}
        and _are_alternatives(document, *sorted((index, other)))
        for other in near
        if other != index and other in nouns
    )


def _are_alternatives(document: Document, first: int, last: int) -> bool:
    """Whether nothing but *oder* and words before the second noun stand between two nouns."""
    between = document.tokens[first + 1 : last]
    joined = [token for token in between if token.text.lower() in EITHER_OR]
    return len(joined) == 1 and all(token.pos in BEFORE_NOUN for token in between if token is not joined[0])


def women_of_roles(document: Document) -> frozenset[str]:
    """Return masculine lemmas of roles in which a text speaks of one woman: *Arzt* where it has *die Ärztin*."""
    return frozenset(
        decided.phrase.noun.masculine
        for index, decided in document.derived(role_nouns).items()
        if decided.person and decided.phrase.number == "Sing" and decided.phrase.gender == "feminine"
        if not _is_beside_other_form(document, index)
    )


ANOTHER = WordClass("determiners_de", "another_stem")
"""Beginnings of adjectives that say that somebody else is meant: *zweite*."""

LONGEST_PHRASE = 50
"""Largest number of characters between a determiner and its noun."""

GENERIC = ("jed", "kein", "irgend", "welch")
"""Beginnings of non-specific determiners: *jeder Bürger*, *kein Lehrer*."""

STANDING_FOR_NOUNS = frozenset(
    stem + ending for stem in ("letzter", "erster") for ending in ("er", "e", "en", "em", "es")
)
"""Demonstratives that parsers take for nouns: *Letzterer*."""

BELONGING = WordClass("noun_classes_de", "belonging_ending")
"""Ends of nouns for somebody who belongs to somebody else: *Sprecher*, *Tochter*."""

SHORTEST_OFFICE = 8
"""Least number of letters of an office that ends a longer title."""


def _fair_nouns(document: Document) -> dict[int, PersonNoun]:
    """Return nouns in forms for all genders; two words of the singular, and one after *jede*, name anybody."""
    found = {}
    for index, noun in document.derived(fair_nouns).items():
        word = document.text[noun.start : noun.end]
        anybody = noun.alternatives or (not noun.plural and _is_generic_before(document.text, noun.start))
        evidence = (GenderEvidence("neutral", "noun", TITLE, word),)
        found[index] = PersonNoun(index, noun.end, noun.plural, evidence, anybody)
    return found


def _is_generic_before(text: str, start: int) -> bool:
    """Whether a determiner without reference to somebody stands before a noun: ``kein*e neue*r Lehrer*in``."""
    before = reversed(text[max(0, start - LONGEST_PHRASE) : start].split())
    for word in before:
        if word.lower().startswith(GENERIC):
            return True
        if not adjective_ending(word):
            return False
    return False


def _read_noun(document: Document, start: int, end: int) -> PersonNoun | None:
    """Return a German person noun, of several tokens where it has hyphens; None where it does not name persons here."""
    last = document.tokens[end - 1]
    word = document.text[document.tokens[start].start : last.end]
    fair = document.derived(_fair_nouns).get(start)
    if fair is not None:
        return fair
    decided = document.derived(role_nouns).get(end - 1)
    person = decided is not None and decided.person
    form = person_form(word, grammatical_gender(last.morph))
    if form is None and decided is not None and person:
        form = decided.form
    if form is None or not last.text[0].isalpha() or word.lower() in STANDING_FOR_NOUNS:
        return None
    reading = document.derived(read)
    number = reading.mention_of[end - 1]
    if number < 0 or reading.mentions[number].kind == "name":
        return None
    article = article_before(document, start)
    phrase = document.derived(person_phrases).get(end - 1)
    plural = (last.morph.get("Number") if phrase is None else phrase.number) == "Plur"
    evidence = _evidence(document, end - 1, word, form, article, plural)
    generic = not plural and anybody_probability(document, end - 1) > LEAST_OF_ANYBODY
    return PersonNoun(start, last.end, plural, evidence, generic)


def _looks_like_surname(word: str, form: GermanPersonForm) -> bool:
    """Whether a name only looks like a noun for persons: *Pühringer*, *Ackermann*."""
    return form.source == "suffix" or (form.source == "compound" and word.casefold() in frequent_surnames())


def _evidence(
    document: Document, index: int, word: str, form: GermanPersonForm, article: str, plural: bool
) -> tuple[GenderEvidence, ...]:
    meaning = _meaning(word, document.tokens[index].lemma, plural)
    item = noun_evidence(word, meaning) if meaning else None
    if item:
        return (item,)
    if (meaning and meaning.gender == "neutral" and form.gender != "common") or form.epicene:
        return ()
    phrase = document.derived(person_phrases).get(index)
    gender = form.gender if phrase is None or form.gender != "common" else phrase.gender
    if gender == "feminine":
        return (GenderEvidence("female", "morphology", MORPHOLOGY, word),)
    if phrase is not None and phrase.determiner >= 0:
        article = document.tokens[phrase.determiner].text.lower()
    after = document.tokens[index + 1].pos if index + 1 < len(document.tokens) else ""
    # der Minister, Minister Weber; not: jeder Minister
    specific = not article.startswith(GENERIC) if article else after == "PROPN"
    if gender == "masculine" and specific and not plural:
        beside_woman = phrase is not None and phrase.noun.masculine in document.derived(women_of_roles)
        return (GenderEvidence("male", "morphology", MORPHOLOGY if beside_woman else MASCULINE_ROLE, word),)
    return ()


@lru_cache(maxsize=100_000)
def _meaning(word: str, lemma: str, plural: bool) -> Evidence | None:
    number = "Plur" if plural else "Sing"
    return person_noun_gender(lemma, "de", number) or person_noun_gender(word, "de", number)


def _is_given_name(evidence: Evidence) -> bool:
    if evidence.kind == SHARED:
        return True
    return evidence.gender != "unknown" and (not HOME.isdisjoint(evidence.source.split()[1:]) or 2 < evidence.n < 100)


def _title(word: str) -> Evidence | None:
    # the sister of an order; SR is a referee in the newspapers, and MX a class of motorcycles
    return _titles(word) if word[0].isupper() and word not in ("SR", "Sr", "MX") else None


@lru_cache(maxsize=100_000)
def _titles(word: str) -> Evidence | None:
    found = title_gender(word, "de")
    signed = title_gender(INNER_SIGN.sub("", word), "de") if found is None else None
    if signed is not None and signed.gender == "female":
        # 'Prof*in' is a title of any gender, and 'Prof.in' one of a woman
        return replace(signed, gender="neutral", kind=FAIR)
    if found is None and "-" in word:
        found = title_gender(word.rpartition("-")[2], "de")
    for start in range(1, len(word) - SHORTEST_OFFICE + 1):
        office = title_gender(word[start:].capitalize(), "de") if found is None else None
        if office is not None and office.kind == "office":
            # 'Gesundheitslandesrat'
            return office
    return found


@lru_cache(maxsize=100_000)
def _is_person_word(word: str) -> bool:
    form = person_form(word)
    if form is None or form.sense == "mostly_thing" or form.number == "Plur":
        return False
    return not _looks_like_surname(word, form)


def _bare(word: str) -> tuple[str, ...]:
    return (word, word[:-1]) if word.endswith("s") and len(word) > 2 else (word.removesuffix("’").removesuffix("'"),)


def _belongs(document: Document, index: int) -> bool:
    """Whether a name is the genitive of the noun before it: *der Sprecher Bodes*, not *Sprecher Peters*."""
    # After a possessive it cannot be one: *sein Sohn Aris*.
    noun, name = document.tokens[index - 1].text.lower(), document.tokens[index].text
    if not name.endswith("s") or _is_given(name) or not noun.endswith(BELONGING.as_tuple):
        return False
    of_surname = name[:-1].casefold() in frequent_surnames() and not _is_given(name[:-1])
    owner = of_surname or name.casefold() not in frequent_surnames()
    return owner and not has_dependent(document, index - 1, "det:poss")


def _is_given(word: str) -> bool:
    found = first_name(word)
    return found is not None and _is_given_name(found)


def _by_ending(cell: str) -> dict[str, PersonGender]:
    pairs = [part.split("=") for part in cell.split()]
    return {ending: GENDERS[gender] for ending, gender in pairs}


GENDER_BY_ENDING = WordValues("determiners_de", "before_name", _by_ending)
"""Gender that an article and the ending of the adjective behind it show together: *der 45-jährige Watzke*."""


def _before_name(document: Document, index: int) -> GenderEvidence | None:
    """Return what an article with an adjective shows of the name behind it."""
    tokens = document.tokens
    adjective = tokens[index - 1] if index else None
    if adjective is None or adjective.pos != "ADJ" or not adjective.text.endswith(("e", "en")):
        return None
    article = next((tokens[child].text for child in document.children[index] if tokens[child].relation == "det"), "")
    ending = "en" if adjective.text.endswith("en") else "e"
    gender = GENDER_BY_ENDING.as_dict.get(article.lower(), {}).get(ending)
    return GenderEvidence(gender, "morphology", MORPHOLOGY, article) if gender else None


def means_another(word: str) -> bool:
    """Return whether an adjective says that somebody else is meant: *andere*, *zweite*."""
    return word.startswith(ANOTHER.as_tuple)


WORDS = NamingRules(
    _title,
    _is_person_word,
    first_name,
    _is_given_name,
    _bare,
    _read_noun,
    NEOPRONOUNS,
    _before_name,
    fair_nouns=_fair_nouns,
    nouns_have_capitals=True,
    apposed_titles=True,
    belongs=_belongs,
)
"""German words for persons."""
