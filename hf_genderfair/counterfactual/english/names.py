"""Words for women and men that are part of a name, a fixed expression or an exclamation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.counterfactual.english.words import WORD, Counterpart, counterpart
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.english.person_forms import first_name
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

NAME = "part of a name"
EXPRESSION = "a fixed expression"
EXCLAMATION = "an exclamation"
EVERYBODY = "a word for everybody"

DEITIES = WordClass("name_words_en", "deity")
HEADS = WordClass("name_words_en", "place_or_body")
"""Words after a name that make it one of a place, an organisation or a thing: *King Street*, *Duke University*."""

AUDIENCES = WordClass("name_words_en", "audience")
"""Words for women and men in names of schools, teams and contests: *Boys' School*, *Women's Singles*."""

FOR_AUDIENCES = WordClass("name_words_en", "for_audience")
PAGEANTS = WordClass("name_words_en", "after_miss")
NICKNAMES = WordClass("name_words_en", "kin_name")
"""Kinship words that are names where a name follows: *Papa John*."""

FIRST_NAMES = frozenset({"earl", "guy", "duke", "sultan", "belle"})
"""Words that are first names where a name follows: *Earl Dawes*, unlike *the Earl of Dawes*."""

TEAMS = WordClass("name_words_en", "team")
SPORTS = re.compile(
    r"\b(?:games?|season|coach\w*|playoffs?|roster|draft\w*|trade[ds]?|team|league|scor(?:e|ed|ing)|defeat(?:ed|s)?|"
    r"beat|quarterback|touchdowns?|goals?|innings?|runs?|led|points?|defense|offense|fans|win|won|loss(?:es)?|injury)\b",
    re.IGNORECASE,
)
"""Words beside a plural at the start of a sentence that make it a team: *Kings lost three games*."""

WORKS = WordClass("name_words_en", "work")
"""Words right before the name of a work or a band."""


GENERAL_HEADS = frozenset({"man", "woman", "boy", "girl", "men", "women"})
"""Words that make a name where a hyphen and capitals join them to another: *Spider-Man*."""

GENITIVES = frozenset({"'s", "’s", "'", "’", "as"})
PLACED = frozenset({"in", "at", "near", "In", "At", "Near"})
"""Before a rank with a name they make it a place: *in Prince George*."""

SCHOOLS = WordClass("name_words_en", "school")
YEAR = re.compile(r"(?:['’]s)?(?: [A-Z][\w'’]*){0,4}[\"”’]? \((?:[^()]{0,30} )?(?:1[5-9]|20)\d\d\)")
"""A year in brackets after the title of a work."""

OPENING = frozenset("\"'“”‘«([-–—*•")
ENDS = frozenset({".", "!", "?", ":", ";", "…", "...", '"', "“", "”", "‘", "-", "–", "—", "*", "(", "|", "•"})


class FixedExpression(NamedTuple):
    """A fixed expression or name with a word for women or men.

    Attributes:
        text: The expression; without capitals it holds in any case.
        person: Whether it names a person.
        offset: Where the word begins in it.

    Example:
        >>> fixed_expression("her mother tongue", 4, 10, "mother")
        FixedExpression(text='mother tongue', person=False, offset=0)
    """

    text: str
    person: bool
    offset: int


def fixed_expression(text: str, start: int, end: int, word: str) -> FixedExpression | None:
    """Find the fixed expression or listed name that a word belongs to."""
    entries = resource(("English gendered expressions",), _read).get(word, ())
    longest = max((len(entry.text) for entry in entries), default=0)
    following = _window(text, start, start + longest + 4).lower()
    for entry in entries:
        offset = entry.offset
        if not following.startswith(entry.text[offset:].lower()):
            continue
        before, after = _window(text, start - offset - 4, start), _window(text, start, start + len(entry.text) + 4)
        if entry.text == entry.text.lower():
            before, after = before.lower(), after.lower()
        head, tail = entry.text[:offset], entry.text[offset:]
        begins = before.endswith(head) and not before[: len(before) - len(head)][-1:].isalnum()
        if begins and after.startswith(tail) and len(tail) >= end - start and not _goes_on(after[len(tail) :]):
            return entry
    return None


def _window(text: str, start: int, end: int) -> str:
    """Return a part of the text without the blanks that some corpora have before the ending of a genitive."""
    return text[max(0, start) : end].replace("’", "'").replace(" '", "'")


def _goes_on(following: str) -> bool:
    plural = following[:1] == "s" and not following[1:2].isalnum()
    return following[:1].isalnum() and not plural


def _read() -> dict[str, list[FixedExpression]]:
    found: dict[str, list[FixedExpression]] = {}
    for expression, person in load_lexicon("gendered_expressions_en").rows:
        for match in WORD.finditer(expression):
            whole = match[0].lower()
            for word in dict.fromkeys((whole, whole.partition("'")[0])):
                if counterpart(word, "female") or counterpart(word, "male"):
                    found.setdefault(word, []).append(FixedExpression(expression, bool(person), match.start()))
    return found


def begins_sentence(tokens: Sequence[Token], index: int, first: int) -> bool:
    """Return whether a token begins its sentence, where a capital letter is no evidence of a name."""
    if index <= first:
        return True
    before = tokens[index - 1].text
    return before in ENDS or (before[0] in OPENING and not before[1:].isalpha())


class NameContext:
    """The context of a capitalised word, which shows whether it belongs to a name."""

    def __init__(self, text: str, tokens: Sequence[Token], start: int, first: int, last: int, after: int) -> None:
        """Read the words beside a word."""
        self.text = text
        self._tokens = tokens
        self.first = first
        self.last = last
        self.start = start
        self.second_before = tokens[first - 2].text if first > start + 1 else ""
        following = last + 1
        if following < len(tokens) and tokens[following].text == ".":
            following += 1
        self.genitive = following < len(tokens) and tokens[following].text in ("'s", "’s", "'", "’")
        self._following = following + self.genitive
        self.before = tokens[first - 1] if first and text[tokens[first - 1].end : tokens[first].start] == " " else None
        self.after = tokens[self._following] if self._following < len(tokens) else None
        if self.after is not None and text[after : self.after.start].strip(".'’s ") != "":
            self.after = None

    @property
    def name_after(self) -> bool:
        """Whether a capitalised word follows."""
        return self.after is not None and self.after.text[0].isupper() and self.after.text != "I"

    @property
    def name_before(self) -> bool:
        """Whether a capitalised word, no article or the like, stands before."""
        word = self.before
        if word is None or not word.text[0].isupper() or (word.text.isupper() and len(word.text) > 1):
            return False
        return word.pos in ("PROPN", "NOUN", "X", "VERB")

    @property
    def capital_before(self) -> bool:
        """Whether any capitalised word stands before."""
        return self.before is not None and self.before.text[0].isupper()

    @property
    def first_name_before(self) -> bool:
        """Whether a first name stands before."""
        return self.name_before and self.before is not None and first_name(self.before.text) is not None

    @property
    def in_title(self) -> bool:
        """Whether it follows an article and a verb with a capital, as in titles: *When I Was a Cowboy*."""
        if self.first < self.start + 3 or self.before is None or self.before.pos != "DET":
            return False
        verb = self._tokens[self.first - 2]
        return verb.pos in ("VERB", "AUX") and verb.text[0].isupper() and not verb.text.isupper()

    @property
    def follows_kind_of_work(self) -> bool:
        """Whether a word for a work or a band stands before: *the band King Missile*, *the opera Maltese Heiress*."""
        index = self.first - 1
        while index > self.start and self._tokens[index].text.istitle():
            index -= 1
        return index >= self.start and self._tokens[index].text in WORKS

    @property
    def heads_title(self) -> bool:
        """Whether it stands alone before a preposition and a word with a capital: *the disc Man on the Moon*."""
        following = self._tokens[self._following : self._following + 3]
        if self.capital_before or not following or following[0].pos != "ADP":
            return False
        return following[0].text not in ("of", "Of") and any(token.text.istitle() for token in following[1:])

    @property
    def in_capitals(self) -> bool:
        """Whether an article with a capital stands two words before it within a sentence: *The Greatest Hero*."""
        words = [token.text for token in self._tokens[max(self.first - 3, self.start + 1) : self.first]]
        return "The" in words and all(word[:1].isupper() for word in words[words.index("The") :])

    @property
    def begins_title(self) -> bool:
        """Whether an article with a capital stands before it within a sentence: *he sang in The Belle of Town*."""
        return self.before is not None and self.before.text == "The" and self.first > self.start + 1

    @property
    def is_team(self) -> bool:
        """Whether it begins the name of a team in a text about sports: *the Lady Commanders led 2-1*."""
        plural = self.after is not None and self.name_after and self.after.text.endswith("s")
        headed = self.before is not None and self.before.text.lower() == "the"
        return plural and headed and not self.genitive and SPORTS.search(self.text) is not None

    @property
    def bare(self) -> bool:
        """Whether it is the first word of its sentence."""
        return self.first == self.start

    @property
    def determined(self) -> bool:
        """Whether a determiner or an adjective stands before, as before nouns and not before names."""
        return self.before is not None and (self.before.pos in ("DET", "ADJ", "PRON") or self.before.text in GENITIVES)

    def tail(self) -> list[str]:
        """Return the capitalised words that follow, in lower case."""
        words: list[str] = []
        for token in self._tokens[self._following : self._following + 4]:
            if not (token.text[0].isupper() or token.text in ("of", "the", "&", "'s", "’s")):
                break
            words.append(token.text.lower())
        return words


def name_reason(surroundings: NameContext, word: str, found: Counterpart, first: bool) -> str:
    """Return why a capitalised word belongs to a name and stays; empty where it does not."""
    if surroundings.in_title or (word.rpartition("-")[2] in GENERAL_HEADS and "-" in word and not found.listed):
        return NAME
    if _begins_or_ends_name(surroundings, word, found, first):
        return NAME
    tail = surroundings.tail()
    if found.kind == "trait" and not first and not surroundings.text.isupper():
        return NAME
    team = word in TEAMS and first and not surroundings.genitive and SPORTS.search(surroundings.text) is not None
    if team or (word == "lady" and surroundings.is_team):
        return NAME
    if word in AUDIENCES:
        return _audience(surroundings, word, tail, first, found.plural)
    if any(head in HEADS for head in tail[:3]) and not surroundings.genitive:
        return NAME
    if word == "lord" and not surroundings.name_after and not (tail and tail[0] == "of"):
        return NAME
    if found.kind == "title":
        if word in ("miss", "mr", "ms") and tail and tail[0] in PAGEANTS:
            return NAME
        return ""
    if surroundings.name_after or (surroundings.after is not None and surroundings.after.text == "of"):
        plain = surroundings.name_after and found.kind == "kin" and (found.plural or word in NICKNAMES)
        if found.kind == "rank" and surroundings.before is not None and surroundings.before.text in PLACED:
            return NAME
        work = surroundings.name_before and not surroundings.name_after and not surroundings.first_name_before
        return NAME if plain or work else ""
    return _rank(surroundings, word, found, first) if found.kind == "rank" else _role(surroundings, found, first)


def _begins_or_ends_name(surroundings: NameContext, word: str, found: Counterpart, first: bool) -> bool:
    """Whether the words beside it make a word a part of a name: *Earl Dawes*, *Tan Son Nhut*, *Groom was late*."""
    if word in FIRST_NAMES and surroundings.name_after and not surroundings.genitive:
        return True
    if surroundings.follows_kind_of_work or (surroundings.begins_title and not first):
        return True
    between_names = surroundings.name_after and not surroundings.genitive
    if found.kind == "kin" and surroundings.name_before and between_names:
        return True
    if surroundings.first_name_before and between_names and word in frequent_surnames():
        # Melanie King Brandon Luna, not Roman Emperor Hadrian
        return True
    if first and found.kind in ("role", "person", "kin") and not found.plural and word not in NICKNAMES:
        verbs = ("AUX", "VERB") if word in frequent_surnames() else ("AUX",)
        verb = surroundings.after is not None and surroundings.after.pos in verbs
        return verb and surroundings.bare and not surroundings.genitive
    # the game King's Errand, not the 2011 King's Birthday Honours
    numbered = surroundings.before is not None and surroundings.before.pos == "NUM"
    headed = surroundings.genitive and surroundings.after is not None and surroundings.after.text.lower() in HEADS
    if headed and surroundings.name_after and found.kind == "rank":
        return True
    owner = surroundings.genitive and surroundings.name_after and not surroundings.determined and not numbered
    return found.kind == "rank" and owner and not first and not surroundings.name_before


def _rank(surroundings: NameContext, word: str, found: Counterpart, first: bool) -> str:
    """Tell the rank from the name *King*: *against Duke*."""
    if not found.plural:
        acting = surroundings.after is not None and surroundings.after.pos in ("AUX", "VERB")
        named = (word in FIRST_NAMES or acting) and not surroundings.determined
        bare = not surroundings.genitive and (first or named)
        return NAME if surroundings.first_name_before or surroundings.name_before or bare else ""
    return "" if first and not surroundings.name_before else NAME


def _role(surroundings: NameContext, found: Counterpart, first: bool) -> str:
    """Tell roles and relatives with a capital from names of teams, firms and works: *the Cowboys*."""
    titled = surroundings.capital_before and not first and surroundings.first > surroundings.start + 1
    if titled and surroundings.in_capitals and not surroundings.name_after:
        # the series The Greatest Hero
        return NAME
    team = found.plural and not first
    return NAME if team or surroundings.first_name_before or (titled and found.kind == "kin") else ""


def _audience(surroundings: NameContext, word: str, tail: list[str], first: bool, plural: bool) -> str:
    """Tell names of works and groups from those of schools and contests for girls or boys, women or men."""
    if any(following in FOR_AUDIENCES for following in tail[:3]):
        return ""
    before = surroundings.before.text.lower() if surroundings.before is not None else ""
    if word in ("male", "female"):
        return ""
    if surroundings.genitive and surroundings.name_after and not plural and not first:
        # the song Working Man's Blues
        return NAME
    if before in ("for", "of"):
        return (
            ""
            if surroundings.second_before.lower() in SCHOOLS or not surroundings.second_before[:1].isupper()
            else NAME
        )
    if before in ("the", "a"):
        return NAME if (surroundings.name_after or plural) and not surroundings.genitive else ""
    if first and not surroundings.name_after:
        return ""
    if before in FOR_AUDIENCES:
        return ""
    if word in GENERAL_HEADS and surroundings.heads_title:
        return NAME
    titled = plural or (surroundings.capital_before and surroundings.first > surroundings.start + 1)
    return NAME if titled or surroundings.name_before or (surroundings.name_after and not surroundings.genitive) else ""


def frequent_surnames() -> frozenset[str]:
    """Return the frequent surnames, in lower case; made once per process."""
    return resource(("English swap", "surnames"), lambda: frozenset(row[0] for row in load_lexicon("surnames").rows))
