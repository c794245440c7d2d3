"""German titles, first names and nouns for persons, and their evidence of gender."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from hf_genderfair.languages.clauses import dependents, has_dependent, has_word_below, is_coordinated
from hf_genderfair.languages.coreference.gender import MASCULINE_ROLE, MORPHOLOGY, TITLE
from hf_genderfair.languages.coreference.german.name_things import follows_thing, is_example
from hf_genderfair.languages.coreference.german.names import PERSONAL_VERBS
from hf_genderfair.languages.coreference.german.noun_things import is_thing_here, means_anybody, women_of_roles
from hf_genderfair.languages.coreference.german.predicates import is_compared
from hf_genderfair.languages.coreference.mention import GenderEvidence
from hf_genderfair.languages.coreference.mention_words import FAIR, GENDERS, NamingRules, PersonNoun, noun_evidence
from hf_genderfair.languages.coreference.roles import bearer_of
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import SHARED, Evidence, person_noun_gender, title_gender
from hf_genderfair.languages.gender_fair_forms import INNER_SIGN
from hf_genderfair.languages.german.agreement import adjective_ending, is_plural_word
from hf_genderfair.languages.german.fair_nouns import fair_nouns
from hf_genderfair.languages.german.non_person_nouns import is_no_person
from hf_genderfair.languages.german.noun_phrase import article_before
from hf_genderfair.languages.german.person_forms import (
    HOME,
    GermanPersonForm,
    first_name,
    fixed_expressions,
    is_namesake,
    person_form,
)
from hf_genderfair.languages.german.phrases import person_phrases
from hf_genderfair.languages.german.pronoun_readings import NEOPRONOUNS
from hf_genderfair.languages.german.role_nouns import NO_PERSONS, Decided, role_nouns
from hf_genderfair.languages.german.specific_reference import CLASSES, depends_on_condition, is_past
from hf_genderfair.languages.hyphens import word_end
from hf_genderfair.languages.person_words import frequent_surnames, names_of_no_persons
from hf_genderfair.languages.types import PersonGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass, WordValues

LONGEST_PHRASE = 50
"""Largest number of characters between a determiner and its noun."""

GENERIC = ("jed", "kein", "irgend", "welch")
"""Beginnings of non-specific determiners: *jeder Bürger*, *kein Lehrer*."""

COUNTRIES = WordClass("name_words_de", "people_and_country_of_actor")
"""Names of countries that are also plurals of their demonyms."""

COMPETITIONS = frozenset("League Cup Trophy Tour Open Masters Award".split())
"""English words behind a word for persons with which they are the name of a thing."""

GODS_BEFORE = WordClass("name_words_de", "before_god")
"""Words before *Gott* in exclamations."""

STANDING_FOR_NOUNS = frozenset(
    stem + ending for stem in ("letzter", "erster") for ending in ("er", "e", "en", "em", "es")
)
"""Demonstratives that parsers take for nouns: *Letzterer*."""

FELLOW = frozenset({"typ", "typen"})
"""Forms of *Typ*, which means a man or a kind."""

NO_FELLOW = tuple("neu ander bestimmt weit gleich selb verschieden".split())
"""Beginnings of adjectives with which *Typ* means a kind."""

OFFICES = WordClass("noun_classes_de", "office")
"""Nouns whose genitive says what office it is: *das Amt des Kanzlers*."""

COMPARING = frozenset({"als"})

PRESENTING = frozenset({"darunter", "dabei"})
"""Adverbs of clauses that introduce somebody: *Darunter ist ein Koch*, *acht Gäste, darunter ein Koch*."""

ADDRESSING = frozenset("liebe geehrte verehrte werte".split())
"""Adjectives before those who are addressed, in the plural."""

BELONGING = WordClass("noun_classes_de", "belonging_ending")
"""Ends of nouns for somebody who belongs to somebody else: *Sprecher*, *Tochter*."""

SHORTEST_OFFICE = 8
"""Least number of letters of an office that ends a longer title."""

INTO_LANGUAGE = frozenset({"ins", "aufs", "fürs"})
"""Neuter articles, after which a nominalised adjective is a language or a quality: *ins Deutsche*."""

SPEAKERS = frozenset("ich du wir man".split())

ACTIVITIES = WordClass("noun_classes_de", "activity_ending")
"""Nouns whose *als* says what somebody is, whom the text need not name there: *die Arbeit als Köchin*."""

MANKIND = WordClass("noun_classes_de", "mankind")
"""Nouns that mean all of us with the definite article."""


def _fair_nouns(document: Document) -> Mapping[int, PersonNoun]:
    """Return nouns in forms for all genders; two words of the singular, and one after *jede*, name anybody."""
    return document.derived(_read_fair_nouns)


def _read_fair_nouns(document: Document) -> dict[int, PersonNoun]:
    found = {}
    for index, noun in fair_nouns(document).items():
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
    fair = _fair_nouns(document).get(start)
    if fair is not None:
        return fair
    decided = role_nouns(document).get(end - 1)
    person = decided is not None and decided.person
    form = person_form(word, grammatical_gender(last.morph))
    if form is None and decided is not None and person:
        form = decided.form
    if form is None and _has_age(document, word):
        form = GermanPersonForm("masculine", None, "person", False, True, "suffix")
    if form is None or not last.text[0].isalpha() or word.lower() in STANDING_FOR_NOUNS:
        return None
    if (decided is not None and decided.reason in NO_PERSONS) or is_thing_here(document, start, end):
        return None
    if is_no_person(document, end - 1, word) or _is_age_of_noun(document, start, end):
        return None
    aged = word[0].isdigit() or _has_age(document, word)
    doubtful = form.sense == "mostly_thing" or (form.source == "suffix" and not aged)
    if doubtful and not person and not _acts(document, end - 1):
        return None
    article = article_before(document, start)
    if last.pos == "PROPN" and not article and not person and _is_surname(word, form):
        return None
    if _is_in_name_or_phrase(document, start, end, form, article, person):
        return None
    phrase = person_phrases(document).get(end - 1)
    plural = (last.morph.get("Number") if phrase is None else phrase.number) == "Plur"
    plural = plural or _is_shown_plural(document, start, end - 1, form, article)
    if _is_competition(document, end) or (not article and not plural and _opens_name_of_thing(document, start, end)):
        return None
    evidence = _evidence(document, end - 1, word, form, article, plural)
    generic = not plural and (
        _is_anybody(document, end - 1, decided, article)
        or means_anybody(document, end - 1)
        or _is_of_office(document, end - 1)
        or _is_mankind(document, end - 1, article)
        or _is_change_of_role(document, start, end)
        or _is_of_activity(document, end - 1, article)
        or _is_of_speaker(document, end - 1)
        or (
            article.startswith("ein")
            and has_word_below(document, end - 1, COMPARING)
            and is_compared(document, end - 1)
        )
    )
    return PersonNoun(start, last.end, plural, evidence, generic)


def _is_surname(word: str, form: GermanPersonForm) -> bool:
    """Whether a name only looks like a noun for persons: *Pühringer*, *Ackermann*."""
    return form.source == "suffix" or (form.source == "compound" and word.casefold() in frequent_surnames())


def _is_shown_plural(document: Document, start: int, index: int, form: GermanPersonForm, article: str) -> bool:
    """Whether the word before a noun shows the plural: *für viele Beobachter wichtig*, *Liebe Leser*."""
    # Objects without article that end like adjectives are in the plural, too: *Angehörige befragen*.
    token = document.tokens[index]
    bare = token.relation == "obj" and not has_dependent(document, index, "det", "det:poss", "amod", "case", "appos")
    if bare and form.gender == "common" and token.text.endswith("e") and form.number != "Sing":
        return True
    before = document.tokens[start - 1] if start else None
    if before is None or form.number == "Sing":
        return False
    addressed = not article and form.gender == "masculine" and before.text.lower() in ADDRESSING
    return is_plural_word(before.text.lower()) or addressed


def _is_in_name_or_phrase(
    document: Document, start: int, end: int, form: GermanPersonForm, article: str, person: bool
) -> bool:
    """Whether a noun is part of a name or of a fixed phrase: *Paul Richter*, *die Firma Koch*, *zu Gast*, *O Gott*."""
    tokens = document.tokens
    last = tokens[end - 1]
    word = document.text[tokens[start].start : last.end]
    if (is_plural_word(article) and form.number == "Sing") or _is_exclamation(document, end - 1):
        # 'beide Gefährte' are no companions
        return True
    if not person and is_namesake(form, article, last, tokens[end] if end < len(tokens) else last):
        return True
    before = tokens[start - 1].text.lower() if start else ""
    if not fixed_expressions().isdisjoint({(article, word.lower()), (before, word.lower())}):
        return True
    if form.gender == "common" and before in INTO_LANGUAGE:
        return True
    if _is_team(document, end - 1, form):
        return True
    named = _is_country(document, end - 1, word)
    return not article and (named or follows_thing(document, start) or is_example(document, start))


def _has_age(document: Document, word: str) -> bool:
    return word.lower() in document.derived(_with_age)


def _with_age(document: Document) -> frozenset[str]:
    """Return words in *-er* that have an age somewhere in the text, and so are persons: *der 37-jährige Gersfelder*."""
    tokens = document.tokens
    return frozenset(
        noun.text.lower()
        for dash, age, noun in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if dash.text == "-" and age.text in ("jährige", "jährigen", "jähriger") and noun.text.endswith("er")
        if noun.pos == "NOUN" and noun.morph.get("Gender") != "Fem" and noun.morph.get("Number") != "Plur"
    )


def _is_age_of_noun(document: Document, start: int, end: int) -> bool:
    """Whether an age belongs to the noun behind it, as an adjective with a capital: *eine 57-Jährige Frau*."""
    tokens = document.tokens
    aged = tokens[start].text.isdigit() and tokens[end - 1].text.lower().startswith("jährig")
    return aged and end < len(tokens) and tokens[end].pos == "NOUN" and person_form(tokens[end].text) is not None


def _opens_name_of_thing(document: Document, start: int, end: int) -> bool:
    """Whether a noun without article is the first part of a longer name: *Youngster Cup*, *General Motors*."""
    tokens = document.tokens
    index = end - 1
    if end == len(tokens) or has_dependent(document, index, "det", "det:poss", "amod"):
        return False
    before = tokens[start - 1] if start else tokens[start]
    if tokens[index].relation == "flat" and before.pos == "PROPN" and before.end + 1 == tokens[start].start:
        entity = document.entity_at(tokens[index].start)
        return entity is None or entity.type != "PER"
    after = tokens[end]
    if after.pos not in ("NOUN", "PROPN") or not after.text[0].isupper() or after.start > tokens[index].end + 1:
        return False
    entity = document.entity_at(after.start)
    if entity is not None and entity.type == "ORG" and document.heads[end] == index:
        return True
    whole = word_end(tokens, end)
    is_last = document.heads[index] in range(end, whole) and tokens[whole - 1].pos == "NOUN"
    return is_last and person_form(tokens[whole - 1].text) is None


def _is_competition(document: Document, end: int) -> bool:
    """Whether an English word for a competition or a prize follows: *das Finale der Champions Hockey League*."""
    words = [token.text for token in document.tokens[end : end + 2]]
    return not COMPETITIONS.isdisjoint(words) and words[0][0].isupper()


def _is_mankind(document: Document, index: int, article: str) -> bool:
    """Whether a noun with the definite article means all of us: *der Mensch ist sterblich*."""
    means_all = document.tokens[index].lemma.lower() in MANKIND and not article.startswith(("ein", "dies", "jen"))
    return means_all and not has_dependent(document, index, "amod", "acl", "acl:relcl", "det:poss", "nmod")


def _is_change_of_role(document: Document, start: int, end: int) -> bool:
    """Whether a noun is one of two roles between which somebody changes: *vom Tellerwäscher zum Millionär*."""
    words = [token.text.lower() for token in document.tokens[max(0, start - 3) : end + 2]]
    place = min(start, 3)
    after = words[place + end - start :]
    leaves = words[place - 1 : place] == ["vom"] and after[:1] in (["zum"], ["zur"])
    return leaves or (words[place - 1 : place] in (["zum"], ["zur"]) and words[place - 3 : place - 2] == ["vom"])


def _is_anybody(document: Document, index: int, decided: Decided | None, article: str) -> bool:
    """Whether a singular means anybody: *jeder Kunde*, *ein Laie versteht das nicht*."""
    if article.startswith(GENERIC):
        return True
    if decided is None or decided.reason is not None or _is_told_apart(document, index, article):
        return False
    first = document.heads[index] if document.tokens[index].relation == "conj" else index
    if has_word_below(document, first, PRESENTING):
        return False
    # 'Der Trainer bleibt' is news, 'Sie können den Empfänger nennen' and 'Der Nutzer wählt ein Bild' are not
    acts = document.tokens[index].relation.startswith("nsubj")
    of_class = decided.phrase.noun.masculine.lower().endswith(CLASSES.as_tuple) and not is_past(document, index)
    return article.startswith("ein") or not acts or of_class or depends_on_condition(document, index)


def _is_told_apart(document: Document, index: int, article: str) -> bool:
    """Whether something says which one is meant."""
    # An age (*für den 30-Jährigen*), somebody's name (*ein Vertrauter Ada Bodes*), or a woman of the same role, beside
    # whom *der Autofahrer* is no class.
    tokens = document.tokens
    if not article.startswith("ein") and role_nouns(document)[index].phrase.noun.masculine in women_of_roles(document):
        return True
    aged = "jährig" in tokens[index].text.lower() and not article.startswith("ein")
    owners = dependents(document, index, "nmod")
    beside = [near for owner in owners for near in (owner, *dependents(document, owner, "appos")) if near > index]
    named = (document.entity_at(tokens[near].start) for near in beside)
    return aged or any(entity is not None and entity.type == "PER" for entity in named)


def _is_of_activity(document: Document, index: int, article: str) -> bool:
    """Whether a noun says as what somebody acts, and nobody else: *die Arbeit als Köchin*."""
    activity = document.tokens[document.heads[index]].text.lower().endswith(ACTIVITIES.as_tuple)
    named = not article and has_word_below(document, index, COMPARING)
    return activity and (named or article in ("zum", "zur"))


def _is_of_speaker(document: Document, index: int) -> bool:
    """Whether a noun is said of who speaks, or of a thing: *Ich bin Koch*, *die Stadt als Käufer*."""
    about = bearer_of(document, index)
    if about is None:
        return False
    token = document.tokens[about]
    if token.pos == "PROPN":
        entity = document.entity_at(token.start)
        return entity is not None and entity.type in ("LOC", "ORG")
    thing = token.pos == "NOUN" and person_form(token.text, grammatical_gender(token.morph)) is None
    after_as = thing and has_word_below(document, index, COMPARING) and token.morph.get("Number") == "Sing"
    return after_as or token.text.lower() in SPEAKERS


def _is_of_office(document: Document, index: int) -> bool:
    """Whether a genitive says what an office is, whoever holds it: *das Amt des Kanzlers*."""
    above = document.heads[index]
    genitive = document.tokens[index].relation.startswith("nmod") and not has_dependent(document, index, "case")
    return genitive and index > above and document.tokens[above].text.lower() in OFFICES


def _is_team(document: Document, index: int, form: GermanPersonForm) -> bool:
    """Whether the name of a place or club follows a noun: *Gastgeber Russland*, *Tabellenführer Hansa Rostock*."""
    tokens = document.tokens
    if index + 1 == len(tokens) or tokens[index + 1].start != tokens[index].end + 1:
        return False
    entity = document.entity_at(tokens[index + 1].start)
    # 'des Parteichefs Hanois' is a genitive
    placed = entity is not None and entity.type == "LOC" and not tokens[index + 1].text.endswith("s")
    club = form.sense == "mostly_thing" and tokens[index + 1].text.casefold() in names_of_no_persons("de")
    return (placed or club) and document.heads[index + 1] == index and tokens[index + 1].relation in ("appos", "flat")


def _is_country(document: Document, index: int, word: str) -> bool:
    """Whether a word without article is a country and not its people: *Polen gewann*, not *Polen feierten*."""
    if word.lower() not in COUNTRIES:
        return False
    tokens, children = document.tokens, document.children
    if has_dependent(document, index, "amod", "nummod"):
        return False
    verb = document.heads[index]
    if not tokens[index].relation.startswith("nsubj") or is_coordinated(document, index):
        return True
    return not any(
        tokens[near].morph.get("VerbForm") == "Fin" and tokens[near].morph.get("Number") == "Plur"
        for near in (verb, *children[verb])
    )


def _is_exclamation(document: Document, index: int) -> bool:
    """Whether *Gott* is part of a set phrase: *Gott sei Dank*, *mein Gott*."""
    tokens = document.tokens
    if tokens[index].text not in ("Gott", "Gottes"):
        return False
    before = tokens[index - 1].text.lower() if index else ""
    after = tokens[index + 1].text.lower() if index + 1 < len(tokens) else ""
    return before in GODS_BEFORE or after == "sei"


def _acts(document: Document, index: int) -> bool:
    """Whether a mostly inanimate noun is the subject of a personal verb: *Ein Typ, der laut lachte*."""
    tokens, children = document.tokens, document.children[index]
    verbs = [document.heads[index]] if tokens[index].relation.startswith("nsubj") else []
    verbs += [child for child in children if tokens[child].relation == "acl:relcl"]
    if any(tokens[verb].lemma in PERSONAL_VERBS for verb in verbs):
        return True
    if tokens[index].text.lower() not in FELLOW:
        return False
    kind = any(
        tokens[child].relation in ("nmod", "appos", "flat") or tokens[child].text.lower().startswith(NO_FELLOW)
        for child in children
    )
    article = article_before(document, index)
    return not kind and (len(verbs) > tokens[index].relation.startswith("nsubj") or article.startswith("ein"))


def _evidence(
    document: Document, index: int, word: str, form: GermanPersonForm, article: str, plural: bool
) -> tuple[GenderEvidence, ...]:
    meaning = _meaning(word, document.tokens[index].lemma, plural)
    item = noun_evidence(word, meaning) if meaning else None
    if item:
        return (item,)
    if (meaning and meaning.gender == "neutral" and form.gender != "common") or form.epicene:
        return ()
    phrase = person_phrases(document).get(index)
    gender = form.gender if phrase is None or form.gender != "common" else phrase.gender
    if gender == "feminine":
        return (GenderEvidence("female", "morphology", MORPHOLOGY, word),)
    if phrase is not None and phrase.determiner >= 0:
        article = document.tokens[phrase.determiner].text.lower()
    after = document.tokens[index + 1].pos if index + 1 < len(document.tokens) else ""
    # der Minister, Minister Weber; not: jeder Minister
    specific = not article.startswith(GENERIC) if article else after == "PROPN"
    if gender == "masculine" and specific and not plural:
        beside_woman = phrase is not None and phrase.noun.masculine in women_of_roles(document)
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
    return not _is_surname(word, form)


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
