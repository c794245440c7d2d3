"""Where the names of persons begin and end in German, and which names are of none."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hf_genderfair.languages.clauses import dependents
from hf_genderfair.languages.coreference.german import name_things
from hf_genderfair.languages.coreference.mention_words import ACADEMIC, NamingRules
from hf_genderfair.languages.coreference.names.context import ContextRules
from hf_genderfair.languages.coreference.names.groups import divided
from hf_genderfair.languages.coreference.names.parts import Group
from hf_genderfair.languages.coreference.names.rules import Name, NameRules
from hf_genderfair.languages.coreference.names.titles import TokenRange
from hf_genderfair.languages.coreference.names.words import PARTICLES, NameWords
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.lexicons.word_class import WordClass

PERSONAL_VERBS = WordClass("verb_frames_de", "personal")
"""Lemmas of verbs whose subjects are mostly persons."""

OF_PERSON = WordClass("noun_classes_de", "of_person_ending")
"""Ends of nouns for what somebody says, and for what happens in the life of somebody."""

BELONGING = WordClass("noun_classes_de", "belonging_ending")
"""Ends of nouns for somebody who belongs to somebody else."""

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


FAMILIES = ("er", "mann")
"""Ends of surnames whose plural is hardly anything else: *die Müllers*."""


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
    return not (small or words.is_non_person([" ".join(texts)]) or name_things.is_sign(texts, words.is_listed))


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
    is_behind_given=name_things.is_surname_of_noun,
    is_seat=_is_seat,
    family_endings=FAMILIES,
)
"""How German tells names."""
