"""English mentions that are of one person by where they stand.

*Her son, James Hale, left*; *his wife Joan Ashby*; *the singer and actress has*; *Joan Ashby, surgeon and founder of a
mill*; *A man was jailed. Tom Hale, 32, admitted it*; *The mayor of Leeds rode. Hale fell*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from hf_genderfair.languages.clauses import dependents, has_copula, has_dependent, has_word_below
from hf_genderfair.languages.coreference.descriptions import role_of_word
from hf_genderfair.languages.coreference.english.generic import determiner
from hf_genderfair.languages.coreference.english.predicates import subject
from hf_genderfair.languages.coreference.mention import Mention, Pair, Titles, mentions_by_actor, token_range
from hf_genderfair.languages.coreference.names.apart import NOT
from hf_genderfair.languages.coreference.names.titles import TokenRange
from hf_genderfair.languages.coreference.roles import apposed_to, bearer_of
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import PersonGender
from hf_genderfair.lexicons.word_class import WordClass

LEAST_SENTENCES = 2
"""Number of sentences in which pronouns must tell of somebody who is named later."""

LEAST_PRONOUNS = 2
"""Number of pronouns that are enough before somebody who is named as if known."""

REACH = 3
"""Largest distance of the name from the last pronoun before it, in sentences."""

SUBJECTS = frozenset({"subject", "passive_subject", "possessor"})


def join_opening_pronouns(document: Document, mentions: Sequence[Mention]) -> None:
    """Give pronouns that open an English text the actor of the only name that fits, if it follows soon as a subject."""
    if not mentions:
        return
    own = mentions_by_actor(mentions)
    opening = mentions[0].actor
    if mentions[0].kind != "pronoun" or any(mention.kind == "name" or mention.plural for mention in own[opening]):
        return
    gender = _gender(own[opening])
    names = [
        found
        for found in own.values()
        if any(mention.kind == "name" for mention in found)
        and _gender(found) in (gender, None)
        and not any(mention.plural for mention in found)
    ]
    # who is known is called by one name, who is introduced by more; of those who are known the first is meant
    known = [found for found in names if _is_named_as_known(document, found)][:1] or names
    if gender is None or len(known) != 1:
        return
    first = known[0][0]
    place = document.sentence_of[first.head]
    before = [mention for mention in own[opening] if mention.start < first.start]
    sentences = sorted({document.sentence_of[mention.head] for mention in before})
    titled = any(item.kind == "title" and item.gender == gender for item in first.evidence)
    if len(names) == 1 and titled and sentences and 0 < place - sentences[-1] <= REACH:
        for mention in own[opening]:
            mention.actor = first.actor
        return
    beside = not any(_is_topic(document, mention) for mention in before)
    next_to = sentences and place - sentences[-1] == 1 and beside and _is_alone(document, known[0], mentions)
    enough = next_to or len(before) >= LEAST_PRONOUNS
    least = 1 if _is_named_as_known(document, known[0]) and enough else LEAST_SENTENCES
    named = first.kind == "name" and first.role in SUBJECTS and place not in sentences
    if named and len(sentences) >= least and place - sentences[-1] <= REACH:
        for mention in own[opening]:
            mention.actor = first.actor


def _is_topic(document: Document, mention: Mention) -> bool:
    """Whether a sentence tells of a pronoun as its subject, not by the way: *Years after his death, …*."""
    above = document.heads[mention.head]
    return mention.role in ("subject", "passive_subject") and document.heads[above] == above


def _is_alone(document: Document, known: Sequence[Mention], mentions: Sequence[Mention]) -> bool:
    """Whether nobody else is named up to the sentence of the first mention of somebody."""
    place = document.sentence_of[known[0].head]
    return not any(
        mention.kind == "name" and mention.actor != known[0].actor and document.sentence_of[mention.head] < place
        for mention in mentions
    )


def _is_named_as_known(document: Document, mentions: Sequence[Mention]) -> bool:
    """Whether somebody is first named by a single word as a subject, as if known: *Cobb resigned*."""
    first = mentions[0]
    single = all(
        " " not in document.text[mention.start : mention.end] for mention in mentions if mention.kind == "name"
    )
    return first.kind == "name" and first.role in SUBJECTS and single and first.start > 0


def _gender(mentions: Sequence[Mention]) -> PersonGender | None:
    """Return the gender that names, nouns and pronouns of an actor show or hint; None without any."""
    return next((item.gender for mention in mentions for item in mention.evidence), None)


RELATIONAL = WordClass("noun_classes_en", "relational_person")
"""Words for persons who belong to somebody: two of them joined are two persons, *the husband and wife*."""

INTRODUCED = re.compile(r", (?:aged )?\d{1,3}\b|, of [A-Z]")
"""What English news write behind the name of whom the sentence before told."""

NICKNAME = re.compile(r" [\"“‘'(] ?[\"”’')] ")
"""What stands before and behind a nickname within a name."""

BORN = re.compile(r",? \(? ?(?:born|née|nee|(?:also |sometimes |often |better )?(?:called|known as|dubbed|nicknamed)) ")
"""What stands before another name of somebody, as that by birth."""

IN_LANGUAGE = re.compile(r" ?\((?:[^()\[\]]*; )?[A-Z][a-z]+: ?")
"""What stands between a name and the same in another language: *Joan Ashby (Latin: Johanna)*."""

IN_NEXT_LANGUAGE = re.compile(r"; [A-Z][a-z]+: ?")

INDEFINITE = frozenset({"a", "an"})
SUBJECT_ROLES = frozenset({"subject", "passive_subject"})
AFTER_APPOSITION = frozenset(", . ; : ) – —".split())
INSIDE_OFFICES = frozenset("amod advmod compound nmod flat punct".split())
LONGEST_OFFICE = 7
"""Largest number of words of an office before a name, with hyphens: *well-known vice-president Tom Hale*."""

OWNERS = frozenset("his her their my your our its 's ’s".split())
CALLED = frozenset({"named", "called"})

APPOSED = re.compile(r" ?, an? (?:[\w-]+ ){0,3}")
"""What stands between a name and the indefinite noun of an apposition."""

INTRODUCING = WordClass("closed_classes_en", "introducing")
"""Subjects whose predicate may tell of somebody new."""

ARTICLES = frozenset({"a", "an", "the"})

INTRODUCED_LATER = 2
"""Largest distance of an office to the name that it precedes as title, in sentences."""

PHRASE = frozenset("nmod nmod:poss appos compound flat obl".split())

POSSESSIVE = ("det:poss", "nmod:poss")

LONGEST_PHRASE = 12
"""Largest number of words between a role without article and the name before it."""


def same_person(
    document: Document, mentions: Sequence[Mention], titles: Titles, at_token: Mapping[int, int]
) -> Iterator[Pair]:
    """Find nouns that are of the person named beside them."""
    for index, mention in enumerate(mentions):
        if mention.plural:
            continue
        if mention.kind == "name":
            first, last = token_range(document, mention)
            place = (titles[index][0][0] if titles[index] else first, last)
            other = _noun_before(document, mentions, index, place)
            if other is None:
                other = _shares_name(document, mentions, index, place)
        else:
            other = _said_of(document, mention, at_token)
            if other is None:
                other = _shares_article(document, mention, at_token)
        if other is not None and other != index and not mentions[other].plural:
            yield other, index


def nicknames(document: Document, mentions: Sequence[Mention]) -> Iterator[Pair]:
    """Find the parts of a name around a nickname in quotation marks, and names of birth: *Ada Hale (born Ada Moss)*."""
    names = [index for index, mention in enumerate(mentions) if mention.kind == "name"]
    translated = -1
    for first, second in pairwise(names):
        between = document.text[mentions[first].end : mentions[second].start]
        if IN_LANGUAGE.fullmatch(between) or (translated == first and IN_NEXT_LANGUAGE.fullmatch(between)):
            translated = second
        if translated == second or BORN.fullmatch(between):
            yield first, second
    for first, second, third in zip(names, names[1:], names[2:], strict=False):
        around = [
            document.text[mentions[one].end : mentions[other].start]
            for one, other in ((first, second), (second, third))
        ]
        if NICKNAME.fullmatch(around[0] + around[1]):
            yield first, second
            yield first, third


def _noun_before(document: Document, mentions: Sequence[Mention], index: int, place: TokenRange) -> int | None:
    """Return the noun before a name: *her son, James Hale, left*; *his wife Joan Ashby*; *a girl called Ada*."""
    tokens = document.tokens
    first, last = place
    noun = mentions[index - 1]
    if index == 0 or first < 2 or noun.kind != "noun" or noun.plural:
        return None
    start, end = token_range(document, noun)
    article = determiner(document, start)
    if end == first:
        beside = document.heads[noun.head] == document.heads[mentions[index].head]
        return index - 1 if article in OWNERS or (article in ARTICLES and beside) else None
    if end != first - 1:
        return None
    if tokens[end].text == "/":
        # 'poet/singer Tom Hale'
        return index - 1
    if not article:
        return None
    like = tokens[end].text.lower() == "like" and article in INDEFINITE
    if like or tokens[end].text.lower() in CALLED:
        # 'a girl called Ada', 'a guy like Tom'
        return index - 1
    closed = last < len(tokens) and tokens[last].text in AFTER_APPOSITION
    # the mayor, Tom Hale, and a judge has two persons or three
    listed = has_dependent(document, noun.head, "conj") and (
        tokens[last + 1].text.lower() if last + 1 < len(tokens) else ""
    ) in ("and", "or")
    return index - 1 if tokens[end].text == "," and closed and not listed else None


def _shares_name(document: Document, mentions: Sequence[Mention], index: int, place: TokenRange) -> int | None:
    """Return the role that is joined to the title of a name: *the actor and director Tom Hale*."""
    tokens = document.tokens
    before = place[0] - 1
    while before > 0 and tokens[before].relation in INSIDE_OFFICES and place[0] - before < LONGEST_OFFICE:
        before -= 1
    noun = mentions[index - 1]
    if index == 0 or before < 1 or tokens[before].text.lower() != "and" or noun.kind != "noun" or noun.plural:
        return None
    start, end = token_range(document, noun)
    titled = before + 1 < token_range(document, mentions[index])[0]
    return index - 1 if titled and end == before and determiner(document, start) not in INDEFINITE else None


def _said_of(document: Document, mention: Mention, at_token: Mapping[int, int]) -> int | None:
    """Return the person of whom a noun is said where the parse does not show it: *Hale, then director of the mill*."""
    tokens = document.tokens
    about = bearer_of(document, mention.head)
    if about is not None and about in at_token:
        return None
    first, _ = token_range(document, mention)
    start = min((first, *(child for child in document.children[mention.head] if tokens[child].pos != "PUNCT")))
    if _is_apposed(document, mention.head) and tokens[start].text.lower() in ARTICLES:
        # 'the sister of Tom Hale, a cook'
        named = start > 1 and tokens[start - 1].text == "," and tokens[start - 2].pos == "PROPN"
        return at_token.get(start - 2) if named else None
    if start and tokens[start].text == "the" and tokens[start - 1].pos == "NOUN" and mention.role != "possessor":
        # 'his friend the mayor'
        return at_token.get(start - 1) if determiner(document, start - 1) in OWNERS else None
    if determiner(document, first):
        return None
    behind = first - 2 if first and tokens[first - 1].pos == "ADV" else first - 1
    if behind > 0 and tokens[behind].text == "," and tokens[behind - 1].pos == "PROPN" and _is_of(document, mention):
        # 'Hale, then director of the mill,'
        return at_token.get(behind - 1)
    above = document.heads[mention.head]
    if has_dependent(document, above, "appos") and tokens[above].pos == "PROPN" and _is_of(document, mention):
        # 'Hale, director of the mill, and chairman of the board, left'
        return at_token.get(above)
    if mention.role in SUBJECT_ROLES or tokens[mention.head].relation != "conj":
        return None
    start, _ = document.sentences[document.sentence_of[first]]
    for before in range(first - 1, max(start, first - 1 - LONGEST_PHRASE) - 1, -1):
        if tokens[before].pos in ("VERB", "AUX", "PRON") or before in at_token:
            said = tokens[before].pos == "PROPN" or bearer_of(document, before) is not None
            return at_token.get(before) if said else None
    return None


def _is_apposed(document: Document, noun: int) -> bool:
    """Whether a noun is in apposition, which parsers may take for the second part of a list without *and*."""
    relation, above = document.tokens[noun].relation, document.heads[noun]
    joined = dependents(document, above, "conj") if relation == "conj" else []
    return relation == "appos" or (bool(joined) and not any(has_dependent(document, other, "cc") for other in joined))


def _is_of(document: Document, mention: Mention) -> bool:
    """Whether a word for persons goes on with what somebody is in charge of."""
    after = token_range(document, mention)[1]
    return after < len(document.tokens) and document.tokens[after].text in ("of", "at", "for")


def _shares_article(document: Document, mention: Mention, at_token: Mapping[int, int]) -> int | None:
    """Return the role that shares its article with another, of one person: *the singer and actress has*."""
    tokens, above = document.tokens, document.heads[mention.head]
    other = at_token.get(above)
    joined = tokens[mention.head].relation == "conj" and above < mention.head
    if other is None or not joined or not has_dependent(document, mention.head, "cc"):
        return None
    if has_dependent(document, mention.head, "det", "nmod:poss") or not has_dependent(document, above, "det"):
        return None
    words = (tokens[above].text.lower(), tokens[mention.head].text.lower())
    roles = [role_of_word(word, "en") for word in words]
    kin = any(word in RELATIONAL for word in words) or any(role.dimension == "person" for role in roles)
    # 'the president and vice president' are two
    apart = kin or all(role.kind == "office" for role in roles)
    return None if apart or _has_plural_verb(document, above) else other


def _has_plural_verb(document: Document, subject: int) -> bool:
    tokens, verb = document.tokens, document.heads[subject]
    forms = [tokens[index] for index in (verb, *dependents(document, verb, "aux", "aux:pass", "cop"))]
    return tokens[subject].relation.startswith("nsubj") and any(
        token.morph.get("Number") == "Plur" or token.text in ("are", "were", "have") for token in forms
    )


def introduced(document: Document, mentions: Sequence[Mention], names: Sequence[int]) -> Iterator[Pair]:
    """Find who opens a story and is named in the next sentence: *A man was jailed. Tom Hale, 32, admitted it*."""
    # An extract may open with somebody whom an office describes and a surname names next, as if both were known.
    yield from _repeated(document, mentions)
    first: dict[int, int] = {}
    for index, mention in enumerate(mentions):
        first.setdefault(document.sentence_of[mention.head], index)
    for index in names:
        sentence = document.sentence_of[mentions[index].head]
        other = first.get(sentence - 1, index)
        if first[sentence] != index or mentions[other].kind != "noun" or mentions[other].plural:
            continue
        article = determiner(document, token_range(document, mentions[other])[0])
        new = article in INDEFINITE and INTRODUCED.match(document.text, mentions[index].end)
        opening = article == "the" and (other, index) == (0, 1)
        if new or (opening and _is_known(document, mentions[0], mentions[1])):
            yield other, index


def _repeated(document: Document, mentions: Sequence[Mention]) -> Iterator[Pair]:
    """Find who has a noun first, and soon a name beside the same noun: *a boy … Tom Hale, a boy of ten*."""
    known: dict[str, list[int]] = {}
    for index, mention in enumerate(mentions):
        if mention.kind != "noun" or mention.plural or mention.generic:
            continue
        same = known.setdefault(document.tokens[mention.head].lemma.lower(), [])
        name = mentions[index - 1]
        if len(same) == 1 and name.kind == "name" and APPOSED.fullmatch(document.text[name.end : mention.start]):
            distance = document.sentence_of[mention.head] - document.sentence_of[mentions[same[0]].head]
            if 0 < distance <= INTRODUCED_LATER:
                yield same[0], index - 1
        same.append(index)


def _is_known(document: Document, noun: Mention, name: Mention) -> bool:
    """Whether a text opens with a described occupation and goes on: *The mayor of Leeds rode. Hale fell*."""
    listed = role_of_word(document.tokens[noun.head].text, "en").dimension == "occupation"
    described = has_dependent(document, noun.head, "amod", "compound", "nmod")
    subjects = {noun.role, name.role} <= SUBJECT_ROLES
    return described and subjects and listed and " " not in document.text[name.start : name.end] and not name.evidence


def above_name(document: Document, name: int, mentions: Sequence[Mention], at_token: Mapping[int, int]) -> int | None:
    """Return a noun in apposition to a name, or predicate: *a cook from Leeds, Tom Hale*, *The cook is Tom Hale*."""
    top, titled = name, document.heads[name]
    if not has_copula(document, name) and at_token.get(titled) == at_token.get(name):
        # a title may head the name: 'The cook is Captain Tom Hale'
        top = titled
    if has_copula(document, top):
        return None if has_word_below(document, top, NOT) else subject(document, top)
    about = apposed_to(document, top)
    if about is None:
        return None
    for above in (about, *document.ancestors(about)):
        other = at_token.get(above)
        if other is not None and mentions[other].kind == "noun" and above < name:
            return above
        if document.tokens[above].relation not in PHRASE:
            break
    return about


def is_owned(document: Document, noun: int, at_token: Mapping[int, int]) -> bool:
    """Return whether a noun belongs to somebody, and not to a place: *Leeds's mayor … Mayor Joan Ashby*."""
    owners = dependents(document, noun, *POSSESSIVE)
    return not all(document.tokens[owner].pos == "PROPN" and owner not in at_token for owner in owners)


def without_predicates(document: Document, mentions: Sequence[Mention]) -> list[Mention]:
    """Leave out nouns that only say what somebody is of whom there is no mention: *The winner was a mare*."""
    own = mentions_by_actor(mentions)
    empty = {actor for actor, found in own.items() if all(_is_only_predicate(document, mention) for mention in found)}
    return [mention for mention in mentions if mention.actor not in empty]


def _is_only_predicate(document: Document, mention: Mention) -> bool:
    if mention.kind != "noun" or mention.plural or mention.role != "predicate":
        return False
    about = bearer_of(document, mention.head)
    return about is not None and document.tokens[about].text.lower() not in INTRODUCING
