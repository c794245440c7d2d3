"""Whom English pronouns may mean besides the names and nouns for persons.

Names that are tagged as places, *someone* and *nobody*, and the groups of *they*: collectives (*the crew*), two or more
coordinated persons (*Ada and her brother*), plurals that no lexicon knows as persons (*the aristos*, *boats*), and
those who are only called *they*. What says that a group is of persons is what it is or does: *they said*, *the aristos
who*. All this is blind to gender.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import SUBJECTS, dependents
from hf_genderfair.languages.coreference.english_mentions import PERSONAL_VERBS
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.roles import role_of
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import person_form
from hf_genderfair.languages.evidence import names_of_no_persons
from hf_genderfair.languages.reader.reading import LEAST_OF_PERSON, person_probability
from hf_genderfair.lexicons.word_class import WordClass

NEW = -1
"""Number of an option for a new actor; those of `possible_persons` are below it."""

SOMEBODY = frozenset("someone somebody".split())
ANYBODY = WordClass("closed_classes_en", "anybody")
OF_THEM = WordClass("closed_classes_en", "before_of_them")
"""Those of them that mean things as often: *each*, *one*."""

MEMBERS = (frozenset({"of"}), frozenset({"us", "you", "them"}))
"""What follows them where they mean persons: *each of us*."""

LONGEST_NAME = 3
"""Largest number of words of a place or organisation that a pronoun may prove to be a person."""

AT_PLACES = frozenset("the a an in at near into".split())
"""Words before names of places and other non-persons."""

COLLECTIVES = WordClass("noun_classes_en", "collective")
"""Collective nouns, to which *they* may refer."""

OF_PERSONS = WordClass("noun_classes_en", "collective_of_persons")
"""Those that are persons together, not a body: *family*, *crew*."""

RELATIVES = frozenset("who whom whose".split())

THOSE = frozenset({"those", "Those"})

OWN = frozenset({"hers", "theirs"})
"""Pronouns that parsers take for nouns."""

PARTNERS = frozenset("he him she her".split())
"""Pronouns that are coordinated with other persons: *she and her brother*."""


def possible_persons(document: Document, mentions: Sequence[Mention]) -> list[Mention]:
    """Find names that are tagged as places or organisations and may be persons, and words such as *someone*."""
    tokens = document.tokens
    starts = [token.start for token in tokens]
    taken = sorted((mention.start, mention.end) for mention in mentions)
    numbers: dict[str, int] = {}
    found = []
    for entity in document.entities:
        first, last = bisect_left(starts, entity.start), bisect_left(starts, entity.end)
        head = next((index for index in range(first, last) if not first <= document.heads[index] < last), first)
        before = bisect_left(taken, (entity.end,)) - 1
        overlaps = before >= 0 and taken[before][1] > entity.start
        if entity.type == "PER" or overlaps or not _is_like_person(document, first, last, head):
            continue
        end = next((token.start for token in tokens[first + 1 : last] if token.text in ("'s", "’s")), entity.end)
        name = document.text[entity.start : end]
        number = numbers.setdefault(name, NEW - 1 - len(numbers))
        place = range(first, bisect_left(starts, end))
        found.append(Mention(entity.start, end, head, "name", role=role_of(document, head), actor=number, tokens=place))
    for index, token in enumerate(tokens):
        low = token.text.lower()
        if low in ANYBODY and _is_somebody_or_anybody(tokens, index):
            number, role = numbers.setdefault(str(index), NEW - 1 - len(numbers)), role_of(document, index)
            generic = low not in SOMEBODY
            found.append(Mention(token.start, token.end, index, "pronoun", False, (), role, number, generic))
    return found


def _is_somebody_or_anybody(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word of `ANYBODY` means persons: *nobody*, *no one*, *each of us*, not *each* or *one* alone."""
    low = tokens[index].text.lower()
    if low == "one":
        return index > 0 and tokens[index - 1].text.lower() == "no"
    after = [token.text.lower() for token in tokens[index + 1 : index + 3]]
    of_them = len(after) == len(MEMBERS) and all(word in words for word, words in zip(after, MEMBERS, strict=True))
    return of_them if low in OF_THEM else tokens[index].pos == "PRON"


def _is_like_person(document: Document, first: int, last: int, head: int) -> bool:
    token = document.tokens[head]
    text = document.tokens[first].text
    if not 0 < last - first <= LONGEST_NAME or token.pos != "PROPN" or text.isupper() or not text[0].isupper():
        return False
    before = {document.tokens[child].text.lower() for child in document.children[head]}
    name = document.text[document.tokens[first].start : document.tokens[last - 1].end].casefold()
    if name in names_of_no_persons("en") or person_probability(document, first, last) < LEAST_OF_PERSON:
        return False
    return token.relation not in ("compound", "amod") and before.isdisjoint(AT_PLACES)


def lowest(mentions: Sequence[Mention]) -> int:
    """Return the lowest number of an actor."""
    return min((mention.actor for mention in mentions), default=NEW)


def is_several(token: Token) -> bool:
    """Return whether a noun means several."""
    if token.pos != "NOUN" or token.relation in ("compound", "nummod") or token.text.lower() in OWN:
        return False
    return token.morph.get("Number") == "Plur" or token.text.lower() in COLLECTIVES


def possible_groups(document: Document, mentions: Sequence[Mention], number: int) -> list[Mention]:
    """Find the groups to which *they* may refer besides the plural nouns for persons."""
    covered = {index: mention for mention in mentions for index in mention.tokens}
    numbers: dict[str, int] = {}
    tokens = document.tokens
    found = []
    for index, token in enumerate(tokens):
        if index in covered:
            first = _partner(document, covered, index) if token.relation == "conj" else None
            if first is None:
                continue
            # one person has a number, a pronoun its form
            last = covered[index]
            key = f"{str(covered[first].actor) if first in covered else tokens[first].text.lower()} and {last.actor}"
            place = range(first, last.tokens.stop)
            mention = Mention(tokens[first].start, last.end, first, "name", True, tokens=place)
        elif token.pos == "NOUN" and is_several(token):
            key, mention = token.lemma, Mention(token.start, token.end, index, "noun", True)
        elif token.text in THOSE and index + 1 < len(tokens) and tokens[index + 1].text in RELATIVES:
            key, mention = str(index), Mention(token.start, token.end, index, "pronoun", True)
        else:
            continue
        mention.role = role_of(document, mention.head)
        mention.actor = numbers.setdefault(key, number - len(numbers))
        found.append(mention)
    return sorted(found, key=lambda mention: (mention.end, mention.start))


def _partner(document: Document, covered: dict[int, Mention], index: int) -> int | None:
    """Return the person with whom a mention is coordinated."""
    above = document.heads[index]
    if covered[index].head != index or above > index:
        return None
    if any(document.tokens[cc].text.lower() == "or" for cc in dependents(document, index, "cc")):
        return None
    person = above in covered or document.tokens[above].text.lower() in PARTNERS
    return above if person and covered.get(above) is not covered[index] else None


def group_kind(document: Document, mention: Mention) -> str:
    """Return what a mention from `possible_groups` is: ``persons``, ``collective``, ``body`` or ``plural``."""
    word = document.tokens[mention.head].text.lower()
    if mention.kind != "noun":
        return "persons"
    if word in COLLECTIVES:
        return "collective" if word in OF_PERSONS else "body"
    return "plural"


def is_of_persons(document: Document, mention: Mention) -> bool:
    """Return whether a mention of a group tells that it is of persons: *the crew*, *Ada and Tom*, *they said*."""
    word = document.tokens[mention.head].text.lower()
    if mention.kind == "name" or word in OF_PERSONS or word in RELATIVES or word == "those":
        return True
    return mention.kind == "pronoun" and acts_as_person(document, mention.head)


def acts_as_person(document: Document, index: int) -> bool:
    """Return whether a pronoun does what persons do, or has somebody: *they said*, *their friends*."""
    token, above = document.tokens[index], document.heads[index]
    verb = document.tokens[above]
    says = token.relation in SUBJECTS and verb.lemma in PERSONAL_VERBS
    return says or (token.relation == "nmod:poss" and verb.text.islower() and person_form(verb.text) is not None)
