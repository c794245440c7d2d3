"""English pronouns of the third person: where they stand, what they are there, and the form for everybody."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from hf_genderfair.languages.analysis import Sentence, Token
from hf_genderfair.languages.english.person_forms import person_form
from hf_genderfair.lexicons.word_class import WordClass

EMPHASIS = frozenset({"*", "**", "_", "__", ">"})
HYPHENS = frozenset({"-", "‑"})
OPENING = frozenset({"“", "‘", "``", "`", '"', "'"})
QUOTED_END = frozenset({"”", "’", "''", '"', "'"})
CLOSING = frozenset({'"', "'"})
OBJECT_AFTER = frozenset({"ADP", "CCONJ", "SCONJ", "DET", "AUX", "PART", "PRON", "PUNCT", "SYM", "INTJ"})
"""What cannot follow a possessive; a word of these parts of speech shows that *her* is an object."""

NOMINALS = frozenset({"own", "best", "worst", "utmost", "damnedest", "being", "every"})
"""Words after a possessive that need no noun: *did her best*."""

TIMES = WordClass("closed_classes_en", "time_or_place")
"""Words that say when, where or how often, though a tagger may call them nouns: *saw her yesterday*."""

PERIODS = WordClass("noun_classes_en", "period")
"""Nouns after *every* that say how often: *saw her every day*."""

WAYS = frozenset({"home", "first", "next", "last", "back"})
"""Words that say where to or when, unless they belong to a noun phrase: *took her home*, *her home*."""

MOTIONS = WordClass("verb_frames_en", "motion")

DATIVES = WordClass("verb_frames_en", "dative")
"""Forms of verbs with two objects: *give*, *gave*, *offers*."""

CAUSATIVES = WordClass("verb_frames_en", "causative")
"""Verbs after which an object does something: *let her talk*."""

ACTIONS = WordClass("verb_frames_en", "action")
"""Plain verbs that a tagger may take for nouns."""

CATCHING = WordClass("verb_frames_en", "catching")
"""Verbs with somebody who is doing something: *kept her moving*."""

GERUNDS = WordClass("noun_classes_en", "in_ing")
SHARED = WordClass("closed_classes_en", "shared_owner")
"""Words that go on after *his and* or *his or* with what both have: *his or any other job*."""

AFTER_POSSESSIVE = frozenset({"regarding", "concerning", "including", "involving"})
"""Participles that are prepositions: *a phrase of his regarding this*."""

BREAKS = frozenset({":", ";", ",", "—", "–", "("})
"""Marks after which *her* begins a phrase of its own: *languages: her native Maltese*."""

BESIDE = frozenset({"at", "behind", "beside", "near", "over", "around"})
"""Prepositions after which somebody is seen who does something."""

BEING = WordClass("verb_forms_en", "copula")
HURTING = WordClass("verb_frames_en", "hurting")
NOT_HAVING = WordClass("verb_frames_en", "not_having")
LINKS = frozenset({",", "-", "and"})

DECADE = re.compile(r"['’]?\d0s")
APPOINTING = WordClass("verb_frames_en", "appointing")
RELATED = WordClass("noun_classes_en", "relational_person")
"""Persons who belong to somebody: *named her daughter*, unlike *named her director*."""

SEIZING = WordClass("verb_frames_en", "seizing")
SEIZED = WordClass("noun_classes_en", "seized")
"""What an object is taken or held as: *took her hostage*."""

MASSES = WordClass("noun_classes_en", "mass")
BELONGINGS = WordClass("noun_classes_en", "belonging")


def _following(tokens: Sequence[Token], index: int) -> int:
    """Return the index of the next token that is no opening quote, emphasis or tag; the length at the end."""
    after = index + 1
    while after < len(tokens):
        text = tokens[after].text
        closes = text in CLOSING and tokens[after].start == tokens[after - 1].end
        if closes or (text not in EMPHASIS and text not in OPENING and not text.startswith("</")):
            break
        after += 1
    return after


def her_is_determiner(tokens: Sequence[Token], index: int) -> bool:
    """Tell *her hat* from *I see her*: whether it is *their* and not *them*."""
    after = _following(tokens, index)
    if after >= len(tokens):
        return False
    word = tokens[after]
    low = word.text.lower()
    verb = _verb_before(tokens, index)
    gives = verb in DATIVES
    if _opens_with_possessive(tokens, index, word):
        return True
    if _is_complete(tokens, after, verb):
        return False
    if low in NOMINALS:
        return low != "every" or not (gives and _noun_ahead(tokens, after + 1))
    if low == "all":
        return not gives and _noun_ahead(tokens, after + 1)
    titled = _begins_title(word) and (_is_possessive(tokens[index]) or _text(tokens, after + 1).istitle())
    if titled or (not gives and _modifier_follows(tokens, index, after)):
        return True
    described = word.pos == "ADJ" and _is_possessive(tokens[index]) and _noun_ahead(tokens, after)
    if word.pos in OBJECT_AFTER or (low in TIMES and not described):
        # met her online, not her online shop
        return False
    if low in WAYS:
        return (
            verb in BEING or (low == "back" and verb in HURTING) or (verb not in MOTIONS and _noun_ahead(tokens, after))
        )
    if gives:
        return _noun_ahead(tokens, after) and not _is_gift(tokens, after, verb)
    if word.pos == "ADV":
        return _noun_ahead(tokens, after + 1) or _text(tokens, after + 1).lower() in NOMINALS
    if not _is_possessive(tokens[index]):
        return _is_hidden(tokens, index, after, verb)
    return _has_noun(tokens, after, verb)


def _is_complete(tokens: Sequence[Token], after: int, verb: str) -> bool:
    """Whether what follows says how often, or as what somebody is held: *saw her every day*, *took her hostage*."""
    low = tokens[after].text.lower()
    if low == "every":
        return after + 1 < len(tokens) and tokens[after + 1].text.lower() in PERIODS
    return (verb in SEIZING and low in SEIZED) or (verb in APPOINTING and _is_office(tokens, after))


def _is_office(tokens: Sequence[Token], index: int) -> bool:
    """Whether the words at an index are only an office or the like: *elected her chairwoman of the club*."""
    last = index
    while last < len(tokens) and tokens[last].pos in ("ADJ", "NOUN", "PROPN", "ADV"):
        last += 1
    words = [token.text.lower() for token in tokens[index:last]]
    office = person_form(words[-1]) if words else None
    if office is None or office.plural or any(word in RELATED for word in words):
        return False
    return last >= len(tokens) or (tokens[last].pos in ("PUNCT", "ADP", "CCONJ") and tokens[last].text.lower() != "to")


def _opens_with_possessive(tokens: Sequence[Token], index: int, word: Token) -> bool:
    """Whether *her* begins its sentence, where it is seldom an object: *Her passive was strong*."""
    opens = tokens[index].text[0].isupper() and all(token.pos == "PUNCT" for token in tokens[:index])
    return opens and word.pos in ("ADJ", "NOUN", "PROPN")


def _is_hidden(tokens: Sequence[Token], index: int, after: int, verb: str) -> bool:
    """Whether *her* is a possessive though the tagger takes it for an object; the other mistake is the usual one."""
    word, before = tokens[after], tokens[index - 1].text if index else ":"
    if (word.pos in ("ADJ", "NOUN", "PROPN") and before in BREAKS) or DECADE.fullmatch(word.text):
        return True
    if word.pos == "ADJ" and not verb:
        return _noun_ahead(tokens, after)
    return word.pos == "NOUN" and ((before in EMPHASIS and not verb) or (bool(verb) and verb not in NOT_HAVING))


def _has_noun(tokens: Sequence[Token], after: int, verb: str) -> bool:
    """Whether the words after *her* are what belongs to her, and not what she does or is: *let her talk*."""
    word = tokens[after]
    low = word.text.lower()
    acts = low.endswith("ing") and low not in GERUNDS and word.pos == "VERB"
    if acts and after > 1 and tokens[after - 2].text.lower() in BESIDE:
        # standing behind her holding a lamp
        return False
    if verb in CAUSATIVES and (low in ACTIONS or word.morph.get("VerbForm") == "Inf"):
        return False
    if word.pos == "ADJ" and verb in BEING:
        return True
    if word.pos == "NUM":
        return not verb or _noun_ahead(tokens, after)
    if word.pos == "ADJ" and not verb and after > 1 and tokens[after - 2].text in BREAKS:
        # two languages: her native Maltese, Greek
        return True
    if word.pos in ("ADJ", "VERB") and not _noun_ahead(tokens, after):
        plain = word.pos == "VERB" and word.morph.get("VerbForm") in ("Ger", "Inf")
        return plain and verb not in CATCHING
    return not (
        word.text.endswith("ing") and verb in CATCHING and low not in GERUNDS and not _noun_ahead(tokens, after + 1)
    )


def _is_possessive(token: Token) -> bool:
    return token.morph.get("Poss") == "Yes"


def _verb_before(tokens: Sequence[Token], index: int) -> str:
    """Return the verb right before, in lower case, or an empty text."""
    before = index - 1
    if before >= 0 and tokens[before].text.lower() in ("not", "n't", "both", "only", "even", "just"):
        before -= 1
    return tokens[before].text.lower() if before >= 0 and tokens[before].pos in ("VERB", "AUX", "NOUN") else ""


def _noun_ahead(tokens: Sequence[Token], index: int) -> bool:
    """Whether a noun begins at an index, perhaps after adverbs and adjectives."""
    while index < len(tokens) and (tokens[index].pos in ("ADV", "ADJ", "NUM", "VERB") or tokens[index].text in LINKS):
        index += 1
    return index < len(tokens) and tokens[index].pos in ("NOUN", "PROPN", "X", "SYM")


def _is_gift(tokens: Sequence[Token], index: int, verb: str) -> bool:
    """Whether the words at an index are what somebody is given: *flowers*, *two books*, *fresh fruit*."""
    while index < len(tokens) and tokens[index].pos in ("ADV", "ADJ", "NUM"):
        index += 1
    last = index
    while last + 1 < len(tokens) and tokens[last + 1].pos in ("NOUN", "PROPN"):
        last += 1
    if last >= len(tokens) or tokens[last].pos != "NOUN":
        return False
    linked = ("to", "with") if verb.startswith(("provid", "suppl")) else ("to",)
    receiver = last + 2 < len(tokens) and tokens[last + 1].text.lower() in linked and tokens[last + 2].pos != "VERB"
    if receiver or (last + 1 < len(tokens) and tokens[last + 1].text in ("'s", "’s")):
        return False
    low = tokens[last].text.lower()
    if low in MASSES:
        return True
    return tokens[last].morph.get("Number") == "Plur" and low not in BELONGINGS and person_form(low) is None


def his_is_determiner(tokens: Sequence[Token], index: int) -> bool:
    """Tell *his hat* from *it is his*: whether it is *their* and not *theirs*."""
    after = _following(tokens, index)
    if after >= len(tokens):
        return False
    word = tokens[after]
    low = word.text.lower()
    named = word.pos in ("NOUN", "PROPN", "ADJ", "NUM", "X", "SYM") and (
        low != "alone" or _noun_ahead(tokens, after + 1)
    )
    if low in NOMINALS or low == "back" or named:
        return True
    if _begins_title(word) or (low == "will" and not _verb_follows(tokens, after)):
        return True
    quoted = any(token.text in OPENING for token in tokens[index + 1 : after])
    if quoted or _compound_end(tokens, after) > after or _is_inserted(tokens, after):
        return True
    before = tokens[index - 1].pos if index else ""
    if low == "all":
        return before == "VERB" or _noun_ahead(tokens, after + 1)
    if word.pos == "CCONJ":
        return _is_shared(tokens, after + 1, before)
    if word.text in ("…", "...") and word.start == tokens[index].end:
        # a cut text
        return before != "AUX"
    if word.pos == "ADV":
        owned = before == "ADP" and tokens[index - 1].text.lower() != "of"
        return owned or _noun_ahead(tokens, after + 1) or _text(tokens, after + 1).lower() in NOMINALS
    if low in AFTER_POSSESSIVE:
        return False
    if low == "not":
        # his not coming
        return any(token.text.endswith("ing") for token in tokens[after + 1 : after + 3])
    if word.pos != "VERB" or _noun_ahead(tokens, after):
        return word.pos == "VERB"
    return word.morph.get("Tense") != "Past" and not (low.endswith("s") and word.morph.get("VerbForm") == "Fin")


def _compound_end(tokens: Sequence[Token], index: int) -> int:
    """Return the index of the last word that hyphens join to the one at an index: *on-ice*, *to-do*."""
    while (
        index + 2 < len(tokens)
        and tokens[index + 1].text in HYPHENS
        and tokens[index].end == tokens[index + 1].start
        and tokens[index + 1].end == tokens[index + 2].start
    ):
        index += 2
    return index


def _is_inserted(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word in brackets and a noun stand at an index: *his [first] tour*."""
    if tokens[index].text not in ("(", "["):
        return False
    closing = next((end for end in range(index + 2, index + 6) if _text(tokens, end) in (")", "]")), None)
    return closing is not None and _noun_ahead(tokens, closing + 1)


def _modifier_follows(tokens: Sequence[Token], index: int, after: int) -> bool:
    """Whether unusual words before a noun follow *her*: *her [first] tour*, *her on-ice play*."""
    if _is_inserted(tokens, after) or _is_quoted_modifier(tokens, index + 1):
        return True
    last = _compound_end(tokens, after)
    return tokens[after].pos in OBJECT_AFTER and last > after and _noun_ahead(tokens, last + 1)


def _is_quoted_modifier(tokens: Sequence[Token], index: int) -> bool:
    """Whether words in quotation marks and a noun stand at an index: *her “no regrets” tour*."""
    if index >= len(tokens) or tokens[index].text not in OPENING:
        return False
    closing = next((end for end in range(index + 2, index + 7) if _text(tokens, end) in QUOTED_END), None)
    return closing is not None and _text(tokens, closing + 1).isalpha() and tokens[closing + 1].pos == "NOUN"


def _text(tokens: Sequence[Token], index: int) -> str:
    return tokens[index].text if index < len(tokens) else ""


def _begins_title(word: Token) -> bool:
    """Whether a little word with a capital begins the title of a work: *his On the River*."""
    return word.text[0].isupper() and word.pos in ("ADP", "DET") and word.text != "I" and not word.text.isupper()


def _verb_follows(tokens: Sequence[Token], index: int) -> bool:
    """Whether *will* at an index is the auxiliary: *his will do*."""
    after = index + 1
    while after < len(tokens) and tokens[after].pos in ("ADV", "PART"):
        after += 1
    return after < len(tokens) and tokens[after].pos in ("VERB", "AUX") and tokens[after].morph.get("VerbForm") == "Inf"


def _is_shared(tokens: Sequence[Token], index: int, before: str) -> bool:
    """Whether somebody else shares what *his* says, after *and*: *his and Ada's house*, *about his or any job*."""
    if index < len(tokens) and tokens[index].text.lower() in SHARED:
        return before == "ADP"
    while index < len(tokens) and tokens[index].pos in ("PROPN", "PRON", "NOUN"):
        index += 1
    return (
        index + 1 < len(tokens)
        and tokens[index].text in ("'s", "’s")
        and tokens[index + 1].pos in ("NOUN", "ADJ", "VERB")
    )


PronounFunction = Literal["subject", "object", "determiner", "possessive", "reflexive"]
"""What a pronoun is: *they*, *them*, *their*, *theirs*, *themself*."""

PRONOUN = re.compile(
    r"(?:(?<![\w@#$&\\/.'’-])(?:\(s\)he|s/he)(?![\w@])"
    r"|(?:(?<![\w@#$&\\])(?<!\w['’-])|(?<=(?<!\w)_)|(?<=(?<!\w)__))"
    r"(?:herself|himself|hers?|s?he|his|him)(?:(?![\w@\\]|-\w)|(?=__?(?!\w))))",
    re.IGNORECASE,
)
JOINT = re.compile(r"\s*/\s*|\s+(?:or|and|and/or|nor)\s+|\s*\(or\s+", re.IGNORECASE)
FEMININE = frozenset({"she", "her", "hers", "herself"})
BOTH = frozenset({"s/he", "(s)he"})
SUBJECTS = frozenset({"she", "he"}) | BOTH
CASES: dict[str, PronounFunction] = {
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

SINGULAR = CASES.keys() | {"her", "his"}
"""Pronouns of the third person that have a gender."""


class Pronoun(NamedTuple):
    """A pronoun, or a pair of pronouns that stands for everybody.

    Attributes:
        start: Offset of its first character.
        end: Offset after its last character.
        first: Index of its first token in the sentence.
        last: Index of its last token.
        kind: What it is there.
        pair: Whether it names both genders already: *he or she*.
    """

    start: int
    end: int
    first: int
    last: int
    kind: PronounFunction
    pair: bool


class _Word(NamedTuple):
    start: int
    end: int
    first: int
    last: int
    low: str


def find_pronouns(text: str, sentence: Sentence) -> list[Pronoun]:
    """Find the pronouns of a sentence; pairs such as *he or she* are one pronoun."""
    tokens = sentence.tokens
    words: list[_Word] = []
    index = 0
    for match in PRONOUN.finditer(text, sentence.start, sentence.end):
        while index + 1 < len(tokens) and tokens[index].end <= match.start():
            index += 1
        last = index
        while last + 1 < len(tokens) and tokens[last + 1].start < match.end():
            last += 1
        low = match[0].lower()
        # without regard to case, s also stands for the long s, and i for the Turkish ones
        if low.isascii():
            words.append(_Word(match.start(), match.end(), index, last, low))
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
    if "nor" in gap.lower() and word.first and tokens[word.first - 1].text.lower() == "neither":
        return None
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


def kind_of(tokens: Sequence[Token], index: int, low: str) -> PronounFunction:
    """Tell what a pronoun is where it stands."""
    if low == "her":
        return "determiner" if her_is_determiner(tokens, index) else "object"
    if low == "his":
        return "determiner" if his_is_determiner(tokens, index) else "possessive"
    return CASES[low]


def cased(original: str, form: str) -> str:
    """Give a form the capitals of the word that it replaces."""
    letters = [letter for letter in original if letter.isalpha()]
    if len(letters) > 1 and all(letter.isupper() for letter in letters):
        return form.upper()
    return form[0].upper() + form[1:] if letters and (letters[0].isupper() or original.startswith("(S)")) else form
