"""Generic masculines: masculine nouns for persons without reference to a specific man.

Only the form decides: a plural, a singular after *jeder* or *kein*, a noun for a class. Plurals for groups of men, such
as the *Spieler* of a team, cannot be recognised and are counted too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from hf_genderfair.actors.mention import Mention
from hf_genderfair.languages.clauses import has_copula, has_word_below
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english import person_forms as english_forms
from hf_genderfair.languages.gender_fair_forms import GenderFairForm
from hf_genderfair.languages.german import person_forms as german_forms
from hf_genderfair.languages.types import GrammaticalGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

WINDOW = 60
"""Number of tokens around a noun that are searched, since a table of a megabyte may be segmented as one sentence."""

QUANTIFIERS = WordClass("determiners_de", "distributive")
"""Determiners after which a singular is non-specific."""

PLURAL_WORDS = WordClass("determiners_de", "plural")
"""Determiners that a masculine noun has only in the plural."""

SINGULAR_WORDS = WordClass("determiners_de", "singular")
ACCUSATIVES = WordClass("determiners_de", "accusative_before_noun")
"""Determiners that a noun without ``-n`` has only in the accusative singular."""

DATIVES = frozenset({"iobj", "obl:arg", "obl:agent"})
DATIVE_PREPOSITIONS = WordClass("prepositions_de", "dative_of_generic")
COPULAS = frozenset({"sein", "werden", "bleiben"})
BARE_PLURALS = frozenset({"obj", "iobj", "obl", "obl:arg", "obl:agent"})
"""Relations in which a noun without determiner is a plural: *Lehrer streiken*."""

DISTRIBUTIVES = frozenset("pro je per".split())
HYPOTHETICAL = WordClass("verb_forms_de", "hypothetical")
"""Modal verbs and conjunctions with which *ein Patient* is non-specific."""

CLASSES = WordClass("noun_classes_de", "generic")
"""Nouns that mean a class with the definite article, unless the text refers to a specific man."""

FIRMS = WordClass("noun_classes_de", "firm")
"""Masculine nouns that stand for firms, states or teams as often as for persons."""

NO_PERSONS = WordClass("noun_classes_de", "no_person_ending")
"""Endings of non-person nouns that look like compounds of person nouns or like agent nouns."""

AGENTS = WordClass("noun_classes_de", "agent_ending")
"""Endings of person nouns in *-er* that no lexicon has; other words in *-er* are often names or non-person nouns."""

MALE = frozenset({"männlich", "schwul"})
NAME_RELATIONS = ("flat", "appos")

MAN_WORDS = WordClass("generic_masculine_en", "generic_masculine")
NO_OFFICES = WordClass("generic_masculine_en", "no_office")
ENGLISH_QUANTIFIERS = frozenset("every each any no".split())
PRO_FORMS = frozenset("everyone everybody anyone anybody nobody no-one".split())
HE = frozenset("he his himself".split())
OTHERS = WordClass("generic_masculine_en", "personal_pronoun")


def generic_masculine(
    document: Document, mentions: Sequence[Mention], forms: Sequence[GenderFairForm]
) -> list[tuple[int, int]]:
    """Find the generic masculines of a text.

    German: nouns for persons that have a feminine counterpart, in their masculine form, in the plural (*viele Ärzte*,
    *die Franzosen*), in the non-specific singular (*jeder Schüler*, *kein Arzt*, *pro Einwohner*, *ein Patient muss*),
    and for a class (*der Steuerzahler*). Not found are parts of gender-fair forms, nouns beside their own feminine
    form, persons with a name or a gendered pronoun, nouns with male meaning (*Väter*), epicene nouns (*Gäste*,
    *Mitglieder*, *die Deutschen*), and first parts of compounds (*Lehrerzimmer*). English: *mankind*, *manpower*; nouns
    in *-man* in the plural or after *every*, *any*, *no*; *he* and *his* of *everyone* or *every student*.

    Args:
        document: The text.
        mentions: Its mentions; other mentions of its actor show whether a singular is specific.
        forms: Its gender-fair forms.

    Returns:
        Start and end offset of each noun, or English pronoun, in order.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Viele Lehrer und jeder Schüler kennen Minister Habeck."
        >>> document = Document(text, next(pipeline("de").analyse([text])), "de")
        >>> [text[start:end] for start, end in generic_masculine(document, [], [])]
        ['Lehrer', 'Schüler']
    """
    if document.lang == "de":
        indices = _german(document, _specific(mentions))
    elif document.lang == "en":
        indices = _english(document, _specific(mentions), _named(mentions))
    else:
        return []
    free = _Outside([(form.start, form.end) for form in forms])
    return [span for span in (_span(document, index) for index in indices) if free.holds(*span)]


class _Outside:
    """Tests whether spans lie outside of other spans, which are in order and do not overlap."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self.starts = [start for start, _ in spans]
        self.ends = [end for _, end in spans]

    def holds(self, start: int, end: int) -> bool:
        index = bisect_right(self.ends, start)
        return index == len(self.starts) or self.starts[index] >= end


def _span(document: Document, index: int) -> tuple[int, int]:
    """Return the offsets of a noun with the parts before its hyphens: *FDP-Wähler*."""
    tokens = document.tokens
    first = index
    while (
        first
        and tokens[first - 1].end == tokens[first].start
        and "-" in (tokens[first].text, tokens[first - 1].text[-1])
    ):
        first -= 1
    return tokens[first].start, tokens[index].end


def _specific(mentions: Sequence[Mention]) -> set[int]:
    """Return the heads of mentions of actors that have a name, or a pronoun or noun that shows a gender."""
    known = {
        mention.actor
        for mention in mentions
        if mention.actor >= 0
        and (mention.kind == "name" or any(item.kind in ("pronoun", "title") for item in mention.evidence))
    }
    return {mention.head for mention in mentions if mention.actor in known}


def _named(mentions: Sequence[Mention]) -> set[int]:
    """Return the heads of mentions of actors that have a name."""
    named = {mention.actor for mention in mentions if mention.actor >= 0 and mention.kind == "name"}
    return {mention.head for mention in mentions if mention.actor in named}


def _german(document: Document, specific: set[int]) -> list[int]:
    unnamed = _Outside(_names(document))
    persons = _persons(document)
    found: list[int] = []
    for index, token in enumerate(document.tokens):
        if token.pos != "NOUN" and not (token.pos == "PROPN" and _is_people(document, index)):
            continue
        if not _is_masculine(token.text, grammatical_gender(token.morph)):
            continue
        if not unnamed.holds(token.start, token.end) or _has_name(document, index, persons):
            continue
        if _is_male(document, index) or _beside_feminine(document, index):
            continue
        if _is_plural(document, index) or (index not in specific and _is_nonspecific(document, index)):
            found.append(index)
    return found


def _is_people(document: Document, index: int) -> bool:
    """Return whether a word tagged as a name is a demonym, such as *die Russen*; *die Fischer* may be a surname."""
    tokens = document.tokens
    return tokens[index].text.endswith("en") and index > 0 and tokens[index - 1].text.lower() in PLURAL_WORDS


def _persons(document: Document) -> frozenset[int]:
    """Return the offsets at which names of persons start."""
    return frozenset(entity.start for entity in document.entities if entity.type == "PER")


def _names(document: Document) -> list[tuple[int, int]]:
    """Return the spans of names of persons, and of names of several words; *Sozialdemokraten* is no such name."""
    return [
        (entity.start, entity.end)
        for entity in document.entities
        if entity.type == "PER" or " " in document.text[entity.start : entity.end]
    ]


@lru_cache(maxsize=100_000)
def _is_masculine(word: str, tagged: GrammaticalGender | None) -> bool:
    """Return whether a word is the masculine form of a noun with a feminine counterpart."""
    if word.endswith("-"):
        return False
    form = german_forms.person_form(word, tagged)
    if form is None or form.gender != "masculine" or not form.generic or form.epicene:
        return False
    low = word.lower().rpartition("-")[2]
    # plurals show no gender, so that taggers are unreliable there
    feminine = tagged == "feminine" and not (form.source == "lexicon" and form.number != "Sing")
    if form.sense == "mostly_thing" or feminine or low.endswith(NO_PERSONS.as_tuple):
        return False
    agent = low.rstrip("ns").endswith(AGENTS.as_tuple)
    if form.source == "suffix" and low.endswith(("er", "ern", "ers")) and not agent:
        return False
    return not any(low.removesuffix(ending) in FIRMS for ending in ("", "s", "n", "en", "e"))


def _has_name(document: Document, index: int, persons: frozenset[int]) -> bool:
    """Return whether a noun is the title of a name or stands beside one."""
    tokens = document.tokens
    after = [token.text for token in tokens[index + 1 : index + 3]]
    if after == ["ohne", "Grenzen"] or (after and tokens[index + 1].start in persons):
        return True
    if tokens[index].relation.startswith(NAME_RELATIONS) and tokens[document.heads[index]].pos == "PROPN":
        return True
    return any(
        tokens[child].pos == "PROPN" and tokens[child].relation.startswith(NAME_RELATIONS)
        for child in document.children[index]
    )


def _is_male(document: Document, index: int) -> bool:
    return any(document.tokens[child].lemma.lower() in MALE for child in document.children[index])


def _beside_feminine(document: Document, index: int) -> bool:
    """Return whether the feminine form of the same noun stands in the same sentence."""
    first, last = document.sentences[document.sentence_of[index]]
    first, last = max(first, index - WINDOW), min(last, index + WINDOW)
    stem = document.tokens[index].lemma.lower()[:-2]
    return len(stem) > 2 and any(
        token.text.endswith("innen") and token.text.lower().startswith(stem) for token in document.tokens[first:last]
    )


def _is_plural(document: Document, index: int) -> bool:
    """Return whether a masculine noun is a plural; for ambiguous forms, determiners are more reliable than taggers."""
    token = document.tokens[index]
    form = german_forms.person_form(token.text, grammatical_gender(token.morph))
    if form and form.number:
        return form.number == "Plur"
    before = [document.tokens[child].text.lower() for child in document.children[index] if child < index]
    if any(word in PLURAL_WORDS for word in before):
        return True
    if any(word in SINGULAR_WORDS for word in before) or (
        token.text.endswith(("er", "el")) and any(word in ACCUSATIVES for word in before)
    ):
        return False
    tagged = token.morph.get("Number", "") == "Plur"
    if "der" in before:
        return token.relation == "nmod" or tagged
    if "den" in before:
        return tagged or token.relation in DATIVES or any(word in DATIVE_PREPOSITIONS for word in before)
    of_verb = _number_of_verb(document, index)
    if of_verb:
        return of_verb == "Plur"
    return tagged or (token.relation in BARE_PLURALS and not _is_determined(document, index))


def _is_determined(document: Document, index: int) -> bool:
    """Return whether a noun has an article or a genitive before it, or stands after *als* or *wie*."""
    return any(
        child < index
        and (
            document.tokens[child].pos in ("DET", "PROPN")
            or document.tokens[child].relation.startswith("nmod")
            or document.tokens[child].text.lower() in ("als", "wie")
        )
        for child in document.children[index]
    )


def _number_of_verb(document: Document, index: int) -> str:
    """Return the number of the verb of which a noun is the subject or the predicate; empty where there is none."""
    token = document.tokens[index]
    head = document.heads[index]
    if token.relation.startswith("nsubj"):
        verbs = [*document.children[head][:WINDOW], head]
    elif has_copula(document, index):
        verbs = list(document.children[index])
    elif document.tokens[head].lemma.lower() in COPULAS and token.relation in ("obj", "xcomp"):
        verbs = [*document.children[head][:WINDOW], head]
    else:
        return ""
    # an auxiliary, if any, is the finite verb; dependent full verbs head other clauses
    finite = (
        document.tokens[verb].morph
        for verb in verbs
        if document.tokens[verb].pos == "AUX" or (verb == head and document.tokens[verb].pos == "VERB")
    )
    return next((morph["Number"] for morph in finite if morph.get("VerbForm") == "Fin" and "Number" in morph), "")


def _is_nonspecific(document: Document, index: int) -> bool:
    """Return whether a singular is non-specific."""
    token = document.tokens[index]
    before = document.tokens[index - 1].text.lower() if index else ""
    articles = [document.tokens[child].text.lower() for child in document.children[index] if child < index]
    if any(article in QUANTIFIERS for article in articles):
        # *Weber ist kein Lehrer* is about Weber
        return not has_copula(document, index)
    if before in DISTRIBUTIVES:
        return True
    if "ein" in articles and token.relation.startswith("nsubj"):
        return _is_hypothetical(document, document.heads[index])
    definite = any(article in ("der", "den", "dem", "des") for article in articles)
    return definite and token.lemma.lower() in CLASSES


def _is_hypothetical(document: Document, verb: int) -> bool:
    """Return whether a clause is modal or conditional."""
    around = (document.tokens[verb], *(document.tokens[child] for child in document.children[verb][:WINDOW]))
    return any(token.text.lower() in HYPOTHETICAL for token in around)


def _english(document: Document, specific: set[int], named: set[int]) -> list[int]:
    persons = _persons(document)
    found: list[int] = []
    for index, token in enumerate(document.tokens):
        if token.pos not in ("NOUN", "PRON", "DET"):
            continue
        low = token.text.lower()
        if low in HE:
            if index not in named and _has_nonspecific_antecedent(document, index):
                found.append(index)
        elif token.pos == "NOUN" and (
            low in MAN_WORDS or (index not in specific and _is_nonspecific_office(document, index, low))
        ):
            found.append(index)
    return [index for index in found if not _has_name(document, index, persons)]


def _is_nonspecific_office(document: Document, index: int, low: str) -> bool:
    if not low.endswith(("man", "men")) or low in NO_OFFICES or low.endswith("examen"):
        return False
    form = english_forms.person_form(low)
    if form is None or form.gender != "masculine":
        return False
    return form.plural or _has_quantifier(document, index)


def _has_nonspecific_antecedent(document: Document, index: int) -> bool:
    """Return whether *he* or *his* refers to *everyone* or *every student*, and to no other person of the sentence."""
    first = max(document.sentences[document.sentence_of[index]][0], index - WINDOW)
    nobody = False
    for earlier in range(first, index):
        token = document.tokens[earlier]
        low = token.text.lower()
        if low in PRO_FORMS:
            nobody = nobody or token.relation.startswith("nsubj")
            continue
        form = english_forms.person_form(token.text) if token.pos == "NOUN" else None
        if token.pos == "PROPN" or (low in OTHERS and not (nobody and low in HE)) or (form and form.gender != "none"):
            return False
        if form and not form.plural:
            if not _has_quantifier(document, earlier):
                return False
            nobody = nobody or token.relation.startswith("nsubj")
    return nobody


def _has_quantifier(document: Document, index: int) -> bool:
    return has_word_below(document, index, ENGLISH_QUANTIFIERS)
