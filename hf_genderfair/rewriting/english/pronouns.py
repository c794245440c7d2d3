"""English pronouns of the third person: where they stand, what they are there, and the form for everybody."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from hf_genderfair.languages.analysis import Token
from hf_genderfair.lexicons.loader import load_lexicon

Kind = Literal["subject", "object", "determiner", "possessive", "reflexive"]
"""What a pronoun is: *they*, *them*, *their*, *theirs*, *themself*."""

PRONOUN = re.compile(
    r"(?<![\w@#$&\\/.'’-])(?:\(s\)he|s/he)(?![\w@])"
    r"|(?<![\w@#$&\\'’])(?<!\w-)(?:herself|himself|hers?|s?he|his|him)(?![\w@\\]|-\w)",
    re.IGNORECASE,
)
JOINT = re.compile(r"\s*/\s*|\s+(?:or|and|and/or|nor)\s+|\s*\(or\s+", re.IGNORECASE)
FEMININE = frozenset({"she", "her", "hers", "herself"})
BOTH = frozenset({"s/he", "(s)he"})
SUBJECTS = frozenset({"she", "he"}) | BOTH
CASES: dict[str, Kind] = {
    "she": "subject",
    "he": "subject",
    "s/he": "subject",
    "(s)he": "subject",
    "him": "object",
    "hers": "possessive",
    "herself": "reflexive",
    "himself": "reflexive",
}
"""What a pronoun is in every context; *her* and *his* are not listed."""

EMPHASIS = frozenset({"*", "**", "_", "__", ">"})
OPENING = frozenset({"“", "‘", "``", '"', "'"})
CLOSING = frozenset({'"', "'"})
OBJECT_AFTER = frozenset({"ADP", "CCONJ", "SCONJ", "DET", "AUX", "PART", "PRON", "PUNCT", "SYM", "INTJ"})
"""What cannot follow a possessive; a word of these parts of speech shows that *her* is an object."""

NOMINALS = frozenset({"own", "best", "worst", "utmost", "damnedest", "being", "every"})
"""Words after a possessive that need no noun: *did her best*."""

TIMES = frozenset(
    "today tomorrow tonight yesterday monday tuesday wednesday thursday friday saturday sunday anyway outside inside "
    "upstairs downstairs abroad online again twice several".split()
)
"""Words that say when, where or how often, though a tagger may call them nouns: *saw her yesterday*."""

PERIODS = frozenset("day week month year time night morning evening afternoon minute second hour now single".split())
"""Nouns after *every* that say how often: *saw her every day*."""

WAYS = frozenset({"home", "first", "next", "last", "back"})
"""Words that say where to or when, unless they belong to a noun phrase: *took her home*, *her home*."""

MOTIONS = frozenset(
    "take takes took taken taking bring brings brought bringing send sends sent sending drive drives drove driven "
    "driving walk walks walked walking get gets got getting see sees saw fly flew escort escorted follow follows "
    "followed following carry carried help helped call called invite invited welcome welcomed let".split()
)
CAUSATIVES = frozenset(
    "let lets letting make makes made making help helps helped helping watch watches watched watching hear hears heard "
    "hearing see sees saw seen seeing feel feels felt feeling have having".split()
)
"""Verbs after which an object does something: *let her talk*."""

ACTIONS = frozenset(
    "be talk try sleep cry smile dance walk run work play rest drive fall laugh drink swim ride fight stand look leave "
    "study practice practise shop sing cook go come eat sit stay live die wait move think speak settle scream shout "
    "travel heal grow breathe relax blush shine win lose start stop finish pass enter exit return answer know feel "
    "show sigh sweat shower vote wonder worry".split()
)
"""Plain verbs that a tagger may take for nouns."""

CATCHING = frozenset(
    "keep keeps kept keeping start starts started starting see sees saw seen seeing hear hears heard hearing watch "
    "watches watched watching catch catches caught catching leave leaves left leaving get gets got getting send sends "
    "sent set sets setting notice noticed spot spotted stop stops stopped stopping imagine imagined picture".split()
)
"""Verbs with somebody who is doing something: *kept her moving*."""

GERUNDS = frozenset(
    "being wedding meaning writing painting clothing calling upbringing training hearing reading drawing building "
    "feeling evening morning ring earring king wing spring string thing sibling darling offspring painting blessing "
    "beginning ceiling stocking living standing timing warning".split()
)
SHARED = frozenset({"any", "her", "my", "your", "our", "their", "all", "other", "others"})
"""Words that go on after *his and* or *his or* with what both have: *his or any other job*."""

HAVING = frozenset("have has had having lose loses lost losing did do does doing".split())
NOT_HAVING = (CAUSATIVES - HAVING) | MOTIONS
LINKS = frozenset({",", "-", "and"})


class Pronoun(NamedTuple):
    """A pronoun, or a pair of pronouns that stands for everybody.

    Attributes:
        start: Offset of its first character.
        end: Offset after its last character.
        first: Place of its first token in the sentence.
        last: Place of its last token.
        kind: What it is there.
        pair: Whether it names both genders already: *he or she*.

    Example:
        >>> Pronoun(0, 9, 0, 2, "subject", True).kind
        'subject'
    """

    start: int
    end: int
    first: int
    last: int
    kind: Kind
    pair: bool


class _Word(NamedTuple):
    start: int
    end: int
    first: int
    last: int
    low: str


def find_pronouns(text: str, tokens: Sequence[Token]) -> list[Pronoun]:
    """Find the pronouns of a sentence; pairs such as *he or she* are one pronoun.

    Args:
        text: The whole text.
        tokens: The tokens of the sentence.

    Returns:
        The pronouns in order.
    """
    start, end = tokens[0].start, tokens[-1].end
    words: list[_Word] = []
    place = 0
    for match in PRONOUN.finditer(text, start, end):
        while tokens[place].end <= match.start():
            place += 1
        last = place
        while last + 1 < len(tokens) and tokens[last + 1].start < match.end():
            last += 1
        words.append(_Word(match.start(), match.end(), place, last, match[0].lower()))
    found: list[Pronoun] = []
    number = 0
    while number < len(words):
        word = words[number]
        after = words[number + 1] if number + 1 < len(words) else None
        pair = _pair(text, tokens, word, after) if after is not None else None
        if pair is None:
            pair = Pronoun(
                word.start, word.end, word.first, word.last, kind_of(tokens, word.last, word.low), word.low in BOTH
            )
        else:
            number += 1
        found.append(pair)
        number += 1
    return found


def _pair(text: str, tokens: Sequence[Token], word: _Word, after: _Word) -> Pronoun | None:
    """Join *he or she*, *his/her*, *him and her*; None where two pronouns only stand near each other."""
    gap = text[word.end : after.start]
    if (word.low in FEMININE) == (after.low in FEMININE) or BOTH & {word.low, after.low} or not JOINT.fullmatch(gap):
        return None
    kind = kind_of(tokens, after.last, after.low)
    if word.low in SUBJECTS:
        fits = kind == "subject"
    elif word.low == "him":
        fits = kind in ("object", "reflexive")
        if kind == "determiner" and after.low == "her" and "and" not in gap:
            # him or her question your motives
            fits, kind = True, "object"
    elif word.low == "his":
        fits = kind in ("determiner", "possessive")
    elif word.low == "her":
        fits = kind in ("object", "reflexive", "determiner")
    else:
        fits = kind == CASES[word.low] or (word.low == "hers" and after.low == "his")
    if not fits:
        return None
    end, last = after.end, after.last
    if "(" in gap:
        if not text.startswith(")", end):
            return None
        end, last = end + 1, min(last + 1, len(tokens) - 1)
    return Pronoun(word.start, end, word.first, last, kind, True)


def kind_of(tokens: Sequence[Token], place: int, low: str) -> Kind:
    """Tell what a pronoun is where it stands.

    Args:
        tokens: The tokens of its sentence.
        place: The place of its last token there.
        low: The pronoun in lower case.

    Returns:
        Its kind; *her* and *his* are told apart by what stands around them.
    """
    if low == "her":
        return "determiner" if _her_is_determiner(tokens, place) else "object"
    if low == "his":
        return "determiner" if _his_is_determiner(tokens, place) else "possessive"
    return CASES[low]


def _following(tokens: Sequence[Token], place: int) -> int:
    """Return the place of the next token that is no opening quote, emphasis or tag; the length at the end."""
    after = place + 1
    while after < len(tokens):
        text = tokens[after].text
        closes = text in CLOSING and tokens[after].start == tokens[after - 1].end
        if closes or (text not in EMPHASIS and text not in OPENING and not text.startswith("</")):
            break
        after += 1
    return after


def _her_is_determiner(tokens: Sequence[Token], place: int) -> bool:
    after = _following(tokens, place)
    if after >= len(tokens):
        return False
    word = tokens[after]
    low = word.text.lower()
    verb = _verb_before(tokens, place)
    gives = verb in dative_verbs()
    if low == "every" and after + 1 < len(tokens) and tokens[after + 1].text.lower() in PERIODS:
        return False
    if low in NOMINALS:
        return low == "own" or not (gives and _noun_ahead(tokens, after + 1))
    if low == "all":
        return not gives and _noun_ahead(tokens, after + 1)
    if word.pos in OBJECT_AFTER or low in TIMES:
        return False
    if low in WAYS:
        return verb not in MOTIONS and _noun_ahead(tokens, after)
    if gives:
        return _noun_ahead(tokens, after) and not _is_gift(tokens, after)
    if word.pos == "ADV":
        return _noun_ahead(tokens, after + 1)
    if not _is_possessive(tokens[place]):
        # the tagger takes objects for possessives, hardly ever the other way round
        bold = not verb and place > 0 and tokens[place - 1].text in EMPHASIS
        return word.pos == "NOUN" and (bold or (bool(verb) and verb not in NOT_HAVING))
    return _has_noun(tokens, after, verb)


def _has_noun(tokens: Sequence[Token], after: int, verb: str) -> bool:
    """Whether the words after *her* are what belongs to her, and not what she does or is: *let her talk*."""
    word = tokens[after]
    low = word.text.lower()
    if verb in CAUSATIVES and (low in ACTIONS or word.morph.get("VerbForm") == "Inf"):
        return False
    if word.pos == "NUM":
        return not verb or _noun_ahead(tokens, after)
    if word.pos in ("ADJ", "ADV", "VERB") and not _noun_ahead(tokens, after):
        return word.pos == "VERB" and word.morph.get("VerbForm") == "Ger" and verb not in CATCHING
    return not (
        word.text.endswith("ing") and verb in CATCHING and low not in GERUNDS and not _noun_ahead(tokens, after + 1)
    )


def _is_possessive(token: Token) -> bool:
    return token.morph.get("Poss") == "Yes"


def _verb_before(tokens: Sequence[Token], place: int) -> str:
    """Return the verb right before, in lower case, or an empty text."""
    before = place - 1
    if before >= 0 and tokens[before].text.lower() in ("not", "n't", "both", "only", "even", "just"):
        before -= 1
    return tokens[before].text.lower() if before >= 0 and tokens[before].pos in ("VERB", "AUX", "NOUN") else ""


def _noun_ahead(tokens: Sequence[Token], place: int) -> bool:
    """Whether a noun begins at a place, perhaps after adverbs and adjectives."""
    while place < len(tokens) and (tokens[place].pos in ("ADV", "ADJ", "NUM", "VERB") or tokens[place].text in LINKS):
        place += 1
    return place < len(tokens) and tokens[place].pos in ("NOUN", "PROPN", "X", "SYM")


def _is_gift(tokens: Sequence[Token], place: int) -> bool:
    """Whether the words at a place are what somebody is given: *flowers*, *two books*, *fresh fruit*."""
    while place < len(tokens) and tokens[place].pos in ("ADV", "ADJ", "NUM"):
        place += 1
    last = place
    while last + 1 < len(tokens) and tokens[last + 1].pos in ("NOUN", "PROPN"):
        last += 1
    if last >= len(tokens) or tokens[last].pos != "NOUN":
        return False
    receiver = last + 2 < len(tokens) and tokens[last + 1].text.lower() == "to" and tokens[last + 2].pos != "VERB"
    if receiver or (last + 1 < len(tokens) and tokens[last + 1].text in ("'s", "’s")):
        return False
    low = tokens[last].text.lower()
    return low in MASSES or (tokens[last].morph.get("Number") == "Plur" and low not in BELONGINGS)


MASSES = frozenset(
    "money cash food water coffee tea beer wine milk bread candy chocolate medicine advice help support permission "
    "credit time homework work information news feedback life hope strength courage comfort pleasure joy trouble "
    "hell grief shit gas solace gratitude mercy respect kindness affection sympathy compassion".split()
)
BELONGINGS = frozenset(
    "children kids parents results answers sons daughters brothers sisters friends eyes hands legs arms lips feet "
    "clothes keys thoughts feelings belongings services".split()
)


@lru_cache(maxsize=1)
def dative_verbs() -> frozenset[str]:
    """Return the forms of verbs with two objects: *give*, *gave*, *offers*."""
    return frozenset(form for row in load_lexicon("dative_verbs_en").rows for form in row if form)


def _his_is_determiner(tokens: Sequence[Token], place: int) -> bool:
    after = _following(tokens, place)
    if after >= len(tokens):
        return False
    word = tokens[after]
    low = word.text.lower()
    if low in NOMINALS or word.pos in ("NOUN", "PROPN", "ADJ", "NUM", "X", "SYM"):
        return True
    before = tokens[place - 1].pos if place else ""
    if low == "all":
        return before == "VERB" or _noun_ahead(tokens, after + 1)
    if word.pos == "CCONJ":
        return before == "ADP" and after + 1 < len(tokens) and tokens[after + 1].text.lower() in SHARED
    if word.text in ("…", "...") and word.start == tokens[place].end:
        # a cut text
        return before != "AUX"
    if word.pos == "ADV":
        return _noun_ahead(tokens, after + 1)
    if word.pos != "VERB" or _noun_ahead(tokens, after):
        return word.pos == "VERB"
    return word.morph.get("Tense") != "Past" and not (low.endswith("s") and word.morph.get("VerbForm") == "Fin")


def cased(original: str, form: str) -> str:
    """Give a form the capitals of the word that it replaces.

    Example:
        >>> cased("She", "they"), cased("HER", "their"), cased("S/he", "they")
        ('They', 'THEIR', 'They')
    """
    letters = [letter for letter in original if letter.isalpha()]
    if len(letters) > 1 and all(letter.isupper() for letter in letters):
        return form.upper()
    return form[0].upper() + form[1:] if letters and (letters[0].isupper() or original.startswith("(S)")) else form
