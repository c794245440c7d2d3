"""Spanish nouns for persons: which of them have the source gender, and their counterparts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from hf_genderfair.counterfactual.spanish.agreement import JOINS, TITLES, agrees
from hf_genderfair.counterfactual.spanish.agreement import PARTICIPLE as INFLECTED
from hf_genderfair.counterfactual.spanish.anybody import is_anybody
from hf_genderfair.counterfactual.spanish.names import (
    begins_as_surname,
    begins_name,
    ends_name_of_thing,
    entity_types,
    fixed_expressions,
    is_acronym,
    is_before_name,
    is_god,
    is_name,
    is_within,
    no_prose,
)
from hf_genderfair.counterfactual.spanish.things import (
    INDEFINITE,
    is_firm,
    is_most,
    is_of_thing,
    is_said_of_person,
    is_sure,
)
from hf_genderfair.counterfactual.spanish.verbs import DATIVES, HAVE, PARTICIPLE, verb_of
from hf_genderfair.counterfactual.swapping import BOTH
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import dependents, has_copula, subjects
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import title_gender
from hf_genderfair.languages.romance.gender_forms import other_form, person_nouns
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.types import OTHER_GENDER, PairedGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

NOUN_LIKE = frozenset(("NOUN", "PROPN", "ADJ", "VERB"))
POSSESSIVES = WordClass("closed_classes_romance", "possessive_of_spouse_es")
OF = frozenset(("de", "del"))
CHILDREN = frozenset(("hijo", "hija", "hijos", "hijas"))
EXCLAIMED = "hombre"
SPOUSES = {"mujer": "marido", "mujeres": "maridos"}
"""Counterparts after a possessive: *su mujer* means the wife."""

NO_COUNTERPART = "no counterpart"
"""Reasons for words without a form for the other gender; all words of the same person stay."""


BY_ARTICLE = WordClass("noun_classes_romance", "person_by_article_es")
AFTER_TITLES = WordClass("noun_classes_romance", "after_form_of_address_es")
OFFICES = frozenset({"office", "academic", "military"})
"""Kinds of titles that follow a form of address and are rarely surnames: *SEÑOR MINISTRO*."""

VULGAR = frozenset(("puta", "puto", "putas", "putos"))
"""Words that before a noun only curse it: *la puta mili*."""

OFFICERS = frozenset(("policías", "guardias"))
"""Plurals that name persons; the singular names the force."""

BOTH_JOINS = JOINS | {"/"}
BOYS = frozenset("chicos niños muchachos jóvenes señores varones".split())
PLACES_OF_BOYS = WordClass("noun_classes_romance", "place_of_boys_es")
LANGUAGES = WordClass("noun_classes_romance", "language")
SPEAKING = WordClass("verb_frames_es", "of_language")
"""Verbs, and nouns, of which a language is the object: *hablar*, *enseñanza*."""

NEVER_BARE = WordClass("noun_classes_romance", "never_bare_es")
"""Words for persons that without an article are verbs, colours or languages: *amo los retos*."""

ONLY_MEN = WordClass("noun_classes_romance", "only_men_es")
PRENOMINAL = WordClass("noun_classes_romance", "before_noun_es")
"""Adjectives that stand before nouns."""


SEXES_OF_ANIMALS = frozenset("macho machos hembra hembras".split())
NEUTER_BEFORE_VERB = frozenset(("nada", "nadie"))
AFTER_HE = DATIVES | {"también", "tampoco", "no"}
"""Words before which *El* is no article."""


INITIAL = re.compile(r"[A-ZÑ]\.")


class _Context(NamedTuple):
    types: dict[int, str]
    names: list[tuple[int, int]]
    fixed: list[tuple[int, int]]


class SwappedNoun(NamedTuple):
    """The replacement of a noun for a person of the source gender.

    Attributes:
        replacement: Its form for the other gender, in lower case; the same form for words of common gender.
        reason: Why it stays; empty where it is changed.
    """

    replacement: str
    reason: str = ""


def lower_words(document: Document) -> list[str]:
    """Return the tokens in lower case, with the accent that a capital *El* of a pronoun may lack: *El también fue*."""
    low = [token.text.lower() for token in document.tokens]
    for index, after in enumerate(document.tokens[1:]):
        if document.tokens[index].text != "El" or (after.pos == "ADV" and _has_noun_next(document, index + 2)):
            # El también inglés Ruiz
            continue
        if after.morph.get("VerbForm") == "Fin" or low[index + 1] in AFTER_HE:
            low[index] = "él"
    return low


def _has_noun_next(document: Document, index: int) -> bool:
    return index < len(document.tokens) and document.tokens[index].pos in ("ADJ", "NOUN", "PROPN")


def nouns(document: Document, low: list[str], source: PairedGender) -> dict[int, SwappedNoun]:
    """Find the nouns for persons of one gender."""
    context = _Context(document.derived(entity_types), document.derived(no_prose), document.derived(fixed_expressions))
    counterparts = person_nouns().to(OTHER_GENDER[source])
    found: dict[int, SwappedNoun] = {}
    for index, token in enumerate(document.tokens):
        if token.pos not in NOUN_LIKE:
            continue
        other = counterparts.get(low[index]) or _counterpart(token, low[index], source, counterparts)
        if other is None or not _may_be_noun(document, index, low[index]) or _is_adjective(document, low, index):
            continue
        if other == NO_COUNTERPART:
            found[index] = SwappedNoun(low[index], NO_COUNTERPART)
        elif _has_gender(document, index, source, other == low[index]):
            found[index] = _person_noun(document, low, index, source, other, context)
    return found


def _counterpart(token: Token, word: str, source: PairedGender, counterparts: Mapping[str, str]) -> str | None:
    """Return the other form of a noun without one in a table, the same for common gender; None for no person word."""
    if source == "masculine" and word in ONLY_MEN:
        return NO_COUNTERPART
    if source == "feminine" and _is_person_by_article(word, source):
        return word
    if "-" in word:
        parts = [counterparts.get(part) for part in word.split("-")]
        return "-".join(part for part in parts if part) if all(parts) else None
    form = romance_words("es").persons.get(word)
    if form is None:
        other = _unlisted(word, source) if token.pos in ("NOUN", "ADJ") else None
        return other if token.pos == "NOUN" or other == word else None
    if token.pos == "PROPN" or source not in form.senses:
        return None
    if form.kind == "common" or len(form.senses) > 1:
        return word
    alone = form.kind == "pair" and token.pos == "NOUN" and form.senses[source] == "person"
    return NO_COUNTERPART if alone else None


def _is_person_by_article(word: str, source: PairedGender) -> bool:
    """Whether an article against its ending makes of a word for a thing one for a person: *la modelo, el defensa*."""
    return word in BY_ARTICLE and word.removesuffix("s").endswith("a") == (source == "masculine")


def _has_gender(document: Document, index: int, source: PairedGender, common: bool) -> bool:
    """Whether a noun has the source gender: by its form, else by its article."""
    if common:
        return _says(document, index, source)
    return source == "feminine" or not _says(document, index, "feminine")


def _unlisted(word: str, source: PairedGender) -> str | None:
    """Return the other form of an unlisted noun with an ending of person words."""
    form = romance_words("es").suffixed(word)
    if form is not None and form.kind == "common" and source in form.senses:
        return word
    if form is None or form.kind != "pair" or form.senses.get(source) is None:
        return None
    if form.senses[source] == "mostly_thing":
        return None
    return other_form(word, OTHER_GENDER[source])


def _may_be_noun(document: Document, index: int, word: str) -> bool:
    tokens, token = document.tokens, document.tokens[index]
    form = romance_words("es").persons.get(word)
    if _is_verb_or_adjective(document, index, word):
        return False
    if word in ("d.", "don", "doña"):
        # a gift: el don de cantar; a first name: con Don Smith
        name = tokens[index + 1].text if index + 1 < len(tokens) else ""
        foreign = token.text == "Don" and index > 0 and romance_words("es").first_name(name) is None
        if not name[:1].isupper() or (foreign and tokens[index - 1].pos != "PUNCT"):
            return False
    if word in TITLES and index + 1 < len(tokens):
        after = tokens[index + 1]
        if after.pos == "PROPN" or after.text.lower() in romance_words("es").persons:
            return True
    titled = token.pos == "ADJ" and _is_office(word) and is_before_name(document, index)
    if titled or token.pos == "NOUN":
        return titled or (token.relation != "amod" and not begins_as_surname(document, index))
    if token.pos == "PROPN":
        if index and tokens[index - 1].text.lower() in TITLES:
            # el señor Rey
            return word in AFTER_TITLES or _is_office(word)
        named = is_name(document, index, word) or begins_as_surname(document, index)
        return not named and (form is None or is_sure(form))
    if token.pos in ("ADJ", "VERB"):
        sure = form is not None and is_sure(form)
        if token.relation == "amod" and sure and index and tokens[index - 1].text.lower() in PRENOMINAL:
            return True
        if token.relation in ("amod", "acl", "acl:relcl", "advcl"):
            return False
        before = [tokens[child].relation for child in document.children[index] if child < index]
        return "det" in before or ("case" in before and sure and _is_plural(token))
    return False


def _is_verb_or_adjective(document: Document, index: int, word: str) -> bool:
    """Whether the words beside what is taken for a noun show another kind: *te amo*, *el puramente técnico*."""
    token = document.tokens[index - 1] if index else None
    before = token.text.lower() if token is not None else ""
    if token is not None and word == "d." and (token.pos == "PROPN" or INITIAL.fullmatch(token.text)):
        # N. D. Ruiz, not el Rey D. Juan
        return before not in romance_words("es").persons
    perfect = HAVE.match(before) is not None and word.endswith(PARTICIPLE)
    if perfect or before in DATIVES or before in NEUTER_BEFORE_VERB or before.endswith("mente"):
        return True
    own = dependents(document, index, "det", "case", "amod")
    return word in NEVER_BARE and (not own or not all(agrees(document, child, index) for child in own))


def _is_office(word: str) -> bool:
    title = title_gender(word, "es")
    return title is not None and title.kind in OFFICES


def _is_plural(token: Token) -> bool:
    return token.morph.get("Number") == "Plur"


def _is_adjective(document: Document, low: list[str], index: int) -> bool:
    """Whether a noun is an adjective after its noun: *las primarias republicanas*."""
    if index and _is_language(document, low, index):
        return True
    named = (at for at in dependents(document, index, "obl", "nmod") if low[at - 1] == "como")
    if INFLECTED.search(low[index]) and any(at == index + 2 and document.tokens[at].pos == "NOUN" for at in named):
        # el conocido como puente viejo
        return True
    if low[index] in VULGAR and index + 1 < len(low) and document.tokens[index + 1].pos == "NOUN":
        return True
    form = romance_words("es").persons.get(low[index])
    if form is not None and index and form.kind == "common" and _follows_thing(document, low, index):
        return True
    if form is not None and _is_second_adjective(document, low, index):
        return True
    bare = form is None or (document.tokens[index - 1].pos == "ADP" and low[index - 1] not in ("al", "del"))
    mostly = form is not None and "mostly_person" in form.senses.values()
    if index and (bare or mostly) and _is_before_noun(document, index):
        # con hechicera bondad
        return True
    if not index or not mostly:
        return False
    before, token = document.tokens[index - 1], document.tokens[index]
    if low[index - 1] == "en":
        # en japonés
        return True
    if token.pos == "ADJ" and _takes_up_thing(document, index):
        return True
    if before.pos not in ("ADJ", "NOUN") or low[index - 1] in PRENOMINAL:
        return False
    return before.morph.get("Gender", "") == token.morph.get("Gender") and before.morph.get(
        "Number"
    ) == token.morph.get("Number")


def _is_language(document: Document, low: list[str], index: int) -> bool:
    """Whether a people's name is its language: *suena a chino*, *hablan solo el ruso*, *la enseñanza del catalán*."""
    if low[index] not in LANGUAGES:
        return False
    if low[index - 1] == "a":
        return True
    head = document.heads[index]
    spoken = verb_of(low[head], document.tokens[head].lemma) in SPEAKING or low[head] in SPEAKING
    return spoken and not dependents(document, index, "flat", "appos")


def _is_second_adjective(document: Document, low: list[str], index: int) -> bool:
    """Whether a bare word joined to an adjective describes its noun for a thing: *la clase media y trabajadora*."""
    tokens = document.tokens
    if (
        index < 3
        or low[index - 1] not in BOTH_JOINS
        or tokens[index - 2].pos != "ADJ"
        or tokens[index - 3].pos != "NOUN"
    ):
        return False
    bare = all(tokens[child].relation != "det" for child in document.children[index])
    alike = agrees(document, index, index - 2) and agrees(document, index, index - 3)
    owns = low[index + 1 : index + 2] == ["de"]
    return bare and alike and not owns and low[index - 3] not in romance_words("es").persons


def _follows_thing(document: Document, low: list[str], index: int) -> bool:
    """Whether a word of common gender follows a mostly non-person noun: *esas políticas socialistas*."""
    before, token = document.tokens[index - 1], document.tokens[index]
    form = romance_words("es").persons.get(low[index - 1])
    gender: PairedGender = "feminine" if grammatical_gender(before.morph) == "feminine" else "masculine"
    thing = form is not None and form.senses.get(gender) == "mostly_thing"
    return thing and before.morph.get("Number") == token.morph.get("Number")


def _is_before_noun(document: Document, index: int) -> bool:
    after = document.tokens[index + 1] if index + 1 < len(document.tokens) else None
    if after is None or after.pos != "NOUN" or not after.text.islower() or after.text in romance_words("es").persons:
        return False
    return "Number" in after.morph and agrees(document, index, index + 1)


def _takes_up_thing(document: Document, index: int) -> bool:
    """Whether an elliptical adjective may refer to a non-person noun before it: *las leyes, también la catalana*."""
    gender = document.tokens[index].morph.get("Gender")
    start = document.sentences[document.sentence_of[index]][0]
    return any(
        token.pos == "NOUN"
        and token.morph.get("Gender") == gender
        and token.text.lower() not in romance_words("es").persons
        for token in document.tokens[start:index]
    )


def _says(document: Document, index: int, gender: PairedGender) -> bool:
    """Whether an article or adjective of a noun, or its own analysis, shows its gender."""
    tokens = document.tokens
    for child in document.children[index]:
        same = tokens[child].morph.get("Number") == tokens[index].morph.get("Number", tokens[child].morph.get("Number"))
        described = tokens[child].relation in ("det", "amod") and tokens[child].pos != "NOUN"
        if same and described and "Gender" in tokens[child].morph:
            return grammatical_gender(tokens[child].morph) == gender
    before = index - 1
    while before > 0 and tokens[before].pos == "ADJ":
        before -= 1
    return before >= 0 and tokens[before].text.lower() in ("del", "al") and gender == "masculine"


def _is_said_of_individuals(document: Document, low: list[str], index: int) -> bool:
    """Whether a plural says what several single persons are, who are all swapped: *mi padre y mi tía son artistas*."""
    if not has_copula(document, index):
        return False
    joined = [(subject, *dependents(document, subject, "conj")) for subject in subjects(document, index)]
    return any(len(persons) > 1 and all(_is_individual(document, low, at) for at in persons) for persons in joined)


def _is_individual(document: Document, low: list[str], index: int) -> bool:
    token = document.tokens[index]
    return token.pos == "NOUN" and token.morph.get("Number") == "Sing" and low[index] in romance_words("es").persons


def _person_noun(
    document: Document, low: list[str], index: int, source: PairedGender, other: str, context: _Context
) -> SwappedNoun:
    token, word = document.tokens[index], low[index]
    words = romance_words("es")
    form = words.persons.get(word)
    plural = token.morph.get("Number") == "Plur" or (form is not None and form.plural)
    sense = (form.senses.get(source) if form else None) or "person"
    if _is_exclamation(document, low, index):
        return SwappedNoun(other, "an exclamation")
    expression = words.is_thing(low, index) or words.in_expression(low, index)
    if expression or is_within(document, index, context.fixed) or is_god(document, low, index):
        return SwappedNoun(other, "fixed expression")
    named = is_within(document, index, context.names) or ends_name_of_thing(document, low, index)
    if named or is_acronym(document, low, index):
        return SwappedNoun(other, "name or code")
    entity = context.types.get(index)
    titled = word in TITLES or (index > 0 and low[index - 1] in TITLES)
    if entity in ("ORG", "LOC") and not titled and not (begins_name(document, index, context.types) and not plural):
        return SwappedNoun(other, "name of an organisation or a place")
    known = (
        word in person_nouns().men
        or _is_for_boys(document, low, index)
        or _is_said_of_individuals(document, low, index)
    )
    if source == "masculine" and plural and not known:
        return SwappedNoun(other, "generic masculine")
    if source == "masculine" and is_anybody(document, low, index, context.types):
        return SwappedNoun(other, "generic masculine")
    if _is_paired(document, low, index, other):
        return SwappedNoun(other, BOTH)
    if sense == "mostly_thing" and not (
        _is_person_by_article(word, source)
        or (_is_office(word) and is_before_name(document, index))
        or word in OFFICERS
        or word in TITLES
        or is_said_of_person(document, index, context.types)
    ):
        return SwappedNoun(other, "thing")
    if is_firm(document, index, context.types):
        return SwappedNoun(other, "a name of an organisation")
    if (
        word in SEXES_OF_ANIMALS
        or is_of_thing(document, index, context.types)
        or is_most(document, low, index, context.types)
    ):
        return SwappedNoun(other, "thing")
    if word in SPOUSES and _means_spouse(document, low, index, context):
        return SwappedNoun(SPOUSES[word])
    return SwappedNoun(other)


def _means_spouse(document: Document, low: list[str], index: int, context: _Context) -> bool:
    """Whether *mujer* means a wife: *su mujer*, *la mujer de Juan*, or bare beside children: *ni mujer ni hijos*."""
    if index and low[index - 1] in POSSESSIVES:
        return True
    owners = [
        child for child in dependents(document, index, "nmod") if low[child - 1] in POSSESSIVES or low[child - 1] in OF
    ]
    if low[index - 1] == "la" and any(_is_husband(document, low, owner, context) for owner in owners):
        return True
    bare = all(document.tokens[child].relation not in ("det", "nummod") for child in document.children[index])
    return bare and any(low[joined] in CHILDREN for joined in _joined(document, index))


def _is_husband(document: Document, low: list[str], index: int, context: _Context) -> bool:
    """Whether a word is the name of a person or a word for a man."""
    token = document.tokens[index]
    named = token.pos == "PROPN" and (
        context.types.get(index) == "PER" or romance_words("es").is_frequent_first_name(token.text)
    )
    return named or (token.pos == "NOUN" and low[index] in person_nouns().feminine and low[index - 1] != "de")


def _is_exclamation(document: Document, low: list[str], index: int) -> bool:
    """Whether *hombre* between marks addresses nobody in particular: *hombre, yo creo que sí*."""
    tokens = document.tokens
    begins = index == 0 or tokens[index - 1].pos == "PUNCT"
    ends = index + 1 == len(tokens) or tokens[index + 1].pos == "PUNCT"
    asked = ends and not document.children[index] and low[index + 1 : index + 2] in (["?"], ["!"])
    return low[index] == EXCLAIMED and ends and (begins or asked)


def _joined(document: Document, index: int) -> list[int]:
    """Return the nouns that are coordinated with a noun."""
    tokens = document.tokens
    joined = dependents(document, index, "conj")
    if tokens[index].relation == "conj":
        joined.append(document.heads[index])
    return joined


def _is_paired(document: Document, low: list[str], index: int, other: str) -> bool:
    """Whether both genders are named side by side: *hombres y mujeres*, not *el rey de Creta y la reina de Tiro*."""
    near = range(max(index - 3, 0), min(index + 4, len(low)))
    if other != low[index] and _is_plural(document.tokens[index]) and _names_both_groups(document, low, index, other):
        return True
    start, end = document.sentences[document.sentence_of[index]]
    others = [at for at in range(start, end) if low[at] == other]
    if others and any(low[max(at - 2, 0)] == "como" and low[at - 1] in INDEFINITE for at in (index, *others)):
        # una chica que actúa como un chico
        return True
    beside = [at for at in near if low[at] == other and not BOTH_JOINS.isdisjoint(low[min(at, index) : max(at, index)])]
    joined = [at for at in _joined(document, index) if low[at] == other]
    return any(not (_is_told_apart(document, index) and _is_told_apart(document, at)) for at in {*beside, *joined})


def _names_both_groups(document: Document, low: list[str], index: int, other: str) -> bool:
    """Whether a sentence speaks of women and men as groups: *los hombres ganan más que las mujeres*."""
    start, end = document.sentences[document.sentence_of[index]]
    men = person_nouns().men
    joined = [at for at in _joined(document, index) if _is_plural(document.tokens[at])]
    mixed = any(low[at] in men and other in men for at in joined) or any(
        low[index] in men and person_nouns().masculine.get(low[at]) in men for at in joined
    )
    return mixed or other in low[start:end]


def _is_told_apart(document: Document, index: int) -> bool:
    """Whether a singular noun has an article, and a complement or name that says whom it means."""
    tokens = document.tokens
    relations = {tokens[child].relation for child in document.children[index]}
    singular = tokens[index].morph.get("Number") != "Plur"
    return singular and "det" in relations and not relations.isdisjoint(("nmod", "appos", "flat"))


def _is_for_boys(document: Document, low: list[str], index: int) -> bool:
    """Whether a plural names whom a school or contest is for, which is not generic."""
    if low[index] not in BOYS or index < 2 or low[index - 1] not in ("para", "de"):
        return False
    return any(word in PLACES_OF_BOYS for word in low[max(index - 5, 0) : index - 1])
