"""German words for persons: titles, nouns, names and where these end, and generic masculines."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from functools import lru_cache

from hf_genderfair.languages.clauses import dependents, has_dependent
from hf_genderfair.languages.coreference.mention import (
    GENDERS,
    MASCULINE_ROLE,
    MORPHOLOGY,
    TITLE,
    GenderEvidence,
    TokenRange,
    noun_evidence,
)
from hf_genderfair.languages.coreference.name_spans import divided
from hf_genderfair.languages.coreference.name_words import (
    ACADEMIC,
    FAIR,
    PARTICLES,
    ContextRules,
    Group,
    NameWords,
    NamingRules,
    PersonNoun,
)
from hf_genderfair.languages.coreference.rules import Name, NameRules
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import SHARED, Evidence, frequent_surnames, person_noun_gender, title_gender
from hf_genderfair.languages.gender_fair_forms import INNER_SIGN
from hf_genderfair.languages.gender_fair_pairs import OR
from hf_genderfair.languages.german.agreement import adjective_ending
from hf_genderfair.languages.german.noun_phrase import article_before
from hf_genderfair.languages.german.person_forms import HOME, GermanPersonForm, first_name, person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.phrases import person_phrases
from hf_genderfair.languages.german.pronoun_readings import NEOPRONOUNS
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


def is_surname_of_noun(document: Document, index: int) -> bool:
    """Return whether a noun is the surname behind a first name that is tagged as a person: *Doris Hummer*."""
    # Behind an academic title it is one whatever a parser ties it to: *Dr.in Eva Kranz*.
    tokens = document.tokens
    entity = document.entity_at(tokens[index - 1].start) if index else None
    tied = tokens[index].relation == "flat" and document.heads[index] == index - 1
    # 'Bernd Sommer prägte die Szene', where the parser takes the first name for the lesser word
    tied = tied or (tokens[index - 1].relation == "compound" and document.heads[index - 1] == index)
    title = title_gender(tokens[index - 2].text, document.lang) if index > 1 else None
    titled = title is not None and title.kind == "academic" and tokens[index].text.casefold() in frequent_surnames()
    person = entity is not None and entity.type == "PER" and entity.end == tokens[index - 1].end
    return person and (tied or titled)


PERSONAL_VERBS = WordClass("verb_frames_de", "personal")
"""Lemmas of verbs whose subjects are mostly persons."""

OF_PERSON = WordClass("noun_classes_de", "of_person_ending")
"""Ends of nouns for what somebody says, and for what happens in the life of somebody."""


APOSTROPHES = frozenset({"’", "'"})

ENOUGH_EVIDENCE = 2.5
"""Sum of evidence from which a name is a person's; capitals make more words look like names than in English."""


SEATS = WordClass("name_words_de", "seat_of_family")
"""Nouns for places that families are called after: *von der Heide*."""


def _shown(document: Document, head: int, first: int, last: int) -> float:
    return _owns(document, head, last) + _follows_person(document, head, first)


def _owns(document: Document, head: int, last: int) -> float:
    """Return the evidence of a genitive whose noun is somebody's: *Bodes Aussage*, *die Vereidigung Bodes*."""
    # An apostrophe shows it whatever the parser attaches the name to: *weist Pilz’ Vorwurf zurück*.
    tokens = document.tokens
    apostrophe = (
        last + 1 < len(tokens) and tokens[last].text in APOSTROPHES and tokens[last - 1].end == tokens[last].start
    )
    genitive = apostrophe or tokens[last - 1].text.endswith("s")
    owned = last + 1 if apostrophe else document.heads[head]
    noun = tokens[owned].text.lower() if owned != head else ""
    belonging = noun.endswith(BELONGING.as_tuple)
    of_person = belonging or noun.endswith(OF_PERSON.as_tuple)
    return genitive * (1.5 * of_person + 0.75 * belonging + 1.0 * apostrophe)


def _follows_person(document: Document, head: int, first: int) -> float:
    """Return the evidence of a comma between a name and a word for a person: *die Leiterin, Zorka Balt*."""
    tokens, above = document.tokens, document.heads[head]
    if tokens[head].relation != "appos" or not first or tokens[first - 1].text != ",":
        return 0.0
    return 1.75 * (tokens[above].pos == "NOUN" and person_form(tokens[above].text) is not None)


CONTEXT = ContextRules(
    personal_verbs=PERSONAL_VERBS,
    before_place=WordClass("prepositions_de", "before_place"),
    before_person=WordClass("prepositions_de", "before_person"),
    pronouns=WordClass("closed_classes_de", "pronoun_of_person"),
    enough=ENOUGH_EVIDENCE,
    modifiers=frozenset({"compound"}),
    shown=_shown,
)
"""The words around German names."""


SHORTEST_PARTY = 3
"""Least number of capital letters of an abbreviation that is not a pair of initials: *SPD*."""

REFEREE = "SR"
"""Abbreviation of *Schiedsrichter*, which looks like initials."""


def parted(texts: Sequence[str], language: NamingRules, is_given: Callable[[str], bool]) -> list[list[int]]:
    """Divide a sequence of capitalised words that may be the names of several persons."""
    # A first name after a surname begins a name, as an academic title does; an abbreviation (*SPD*) ends one, or stands
    # before one: *der Abgeordnete der SPD Timo Lauer*.
    parts: list[list[int]] = [[]]
    shouted = all(text.isupper() for text in texts)
    for number, text in enumerate(texts):
        whole = len(parts[-1]) > 1 and is_given(texts[parts[-1][0]])
        before_given = not parts[-1] and number + 1 < len(texts) and is_given(texts[number + 1])
        party = len(text) >= SHORTEST_PARTY and text.isupper() and not shouted and not is_given(text)
        if text == REFEREE or (party and (whole or before_given)):
            parts.append([])
            continue
        title = language.title(text)
        academic = title is not None and title.kind in ACADEMIC
        titled = all(
            language.title(texts[before]) is not None or language.is_person_word(texts[before]) for before in parts[-1]
        )
        first_again = whole and number + 1 < len(texts) and is_given(text)
        if not titled and (academic or (first_again and not is_given(texts[number - 1]))):
            parts.append([])
        parts[-1].append(number)
    return [part for part in parts if part]


GENITIVES = ("s", "x", "z", "ß", "'", "’")
"""Ends of names before the noun that they own."""


def _groups(words: NameWords, run: Name) -> list[list[Group]]:
    texts = [words.text(word) for word in run]
    parts = parted(texts, words.language, words.is_given) if len(run) > 1 else [[0]]
    return [
        _without_titles(words, _before_seats(words, _behind_bodies(words, divided(words, [run[at] for at in part]))))
        for part in parts
    ]


def _before_seats(words: NameWords, groups: list[Group]) -> list[Group]:
    """Take first names before *von* or *zu* and a place for persons, whatever their tag: *Enkel der Ada von Linz*."""
    found = []
    for number, group in enumerate(groups):
        text = words.text(group.words[0])
        follows = groups[number + 1].words[0] if number + 1 < len(groups) else group.words[0]
        seated = " " in words.text(follows) and words.tokens[follows[0]].text in PARTICLES
        noble = seated and len(group.words) == 1 and words.is_given(text) and not words.is_non_person([text])
        found.append(Group(group.words, "PER") if noble else group)
    return found


def _is_seat(text: str) -> bool:
    return text.lower() in SEATS


def _behind_bodies(words: NameWords, groups: list[Group]) -> list[Group]:
    """Take full names for persons whose tag is that of a party before them: *die CDU Karl Bode*."""
    found = []
    for group in groups:
        start = words.tokens[group.words[0][0]].start
        entity = words.document.entity_at(start) if group.kind == "ORG" and len(group.words) > 1 else None
        behind = entity is not None and entity.start < start and words.is_given(words.text(group.words[0]))
        found.append(Group(group.words, "PER") if behind else group)
    return found


def _without_titles(words: NameWords, groups: list[Group]) -> list[Group]:
    """Leave out titles between a form of address and the name: *Herr Kollege Brandt*."""
    return [
        group
        for number, group in enumerate(groups)
        if number + 1 == len(groups)
        or groups[number + 1].kind not in ("", "PER")
        or not all(words.is_title(word) for word in group.words)
        or not words.follows_address(group.words[0][0])
    ]


def _may_be_person(words: NameWords, texts: Sequence[str]) -> bool:
    small = texts[0].islower() and texts[0] not in PARTICLES
    return not (small or words.is_non_person([" ".join(texts)]))


def _is_surname(words: NameWords, word: TokenRange) -> bool:
    token = words.tokens[word[1] - 1]
    if _joins_noun(words.document, word[1] - 1) or words.kind(word[0]) != "PER" or token.pos != "PROPN":
        return False
    form = person_form(token.text)
    # 'Angehörige' is hardly a surname
    adjective = form is not None and form.gender == "common"
    return not adjective and words.language.title(words.text(word)) is None and words.stands_as_name(word)


def _joins_noun(document: Document, index: int) -> bool:
    """Whether a noun follows with a conjunction: *Jäger und Gejagte*."""
    return any(document.tokens[child].pos == "NOUN" for child in dependents(document, index, "conj"))


def _ends_with_noun(words: NameWords, name: Name) -> bool:
    """Whether a genitive stands before the last word of a name: *Heidi Webers Auto*."""
    before = words.text(name[-2])
    return before.endswith(GENITIVES) and not words.is_given(before)


NAMES = NameRules(
    context=CONTEXT,
    groups=_groups,
    may_be_person=_may_be_person,
    is_surname=_is_surname,
    ends_with_noun=_ends_with_noun,
    weight_of_person=1.75,
    is_behind_given=is_surname_of_noun,
    is_seat=_is_seat,
)
"""How German tells names."""
