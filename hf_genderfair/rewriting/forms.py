"""Gender-fair words in the spelling that a writer wants: with a sign, as a pair of words, as participles.

The rules speak of stars (``Lehrer*in``), in which the references of Amrhein 2023 are written; every other form is made
of a `GenderedWord`. Words without the form get the nearest one that German has: a participle of *Ärzte* is a star.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.core.spans import Edit
from hf_genderfair.languages.gender_fair_pairs import pair_spans
from hf_genderfair.languages.german.nouns import role_noun
from hf_genderfair.languages.german.person_forms import SOFT_HYPHEN
from hf_genderfair.languages.german.person_phrase import GenderedWord
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

PLURAL = re.compile(r"([^*]+)\*innen$")
PERSONS_INSIDE = re.compile(r"([^*]+)\*innen((?:[a-zäöüß]|-\w)[^*]*)$")
SHORTEST_FIRST_PART = 3

BEFORE = re.compile(r"((?:[^\W_]+[ \n]+){0,5})$")
SHORTEST_ADJECTIVE = 4
WEAK_AFTER = WordClass("determiners_de", "weak_after")
"""Determiners after which a nominalised plural ends in ``-en`` in every case."""

DATIVE_BEFORE = WordClass("closed_classes_de", "before_dative_plural")
"""Prepositions before a plural without article that has, or may have, the dative."""

NO_ADJECTIVES = WordClass("closed_classes_de", "no_adjective")
"""Words with the endings of adjectives before plurals without article."""

JOINTS = frozenset({"und", "oder", "sowie"})
UNINFLECTED = WordClass("closed_classes_de", "uninflected")


def participle(text: str, word: GenderedWord) -> str:
    """Return the participle that stands for a word for persons in the plural, or in a compound."""
    inside = PERSONS_INSIDE.match(word.star)
    if inside and word.rule == "compound":
        stem = _stem(inside[1])
        return f"{stem}en{inside[2]}" if stem else ""
    plural = PLURAL.match(word.star)
    if not plural or not word.plural:
        return ""
    stem = _stem(plural[1])
    return stem + _ending(text[: word.start], word.masculine) if stem else ""


def _stem(start: str) -> str:
    """Return the participle without ending for the stem of a feminine noun; compounds by their last part."""
    words, heads = resource(("participles",), _read)
    low = start.lower()
    low = low.removesuffix("er") if low.endswith("erer") else low
    if low in words:
        return words[low]
    for index in range(SHORTEST_FIRST_PART, len(low) - 4):
        known = heads.get(low[index:])
        if known:
            hyphen = start[index - 1] == "-"
            return start[:index] + (known if hyphen else known.lower())
    return ""


def _read() -> tuple[dict[str, str], dict[str, str]]:
    rows = load_lexicon("participles_de").rows
    words = {feminine.removesuffix("in").lower(): stem for feminine, stem, _ in rows}
    return words, {feminine.removesuffix("in").lower(): stem for feminine, stem, head in rows if head}


def _ending(before: str, masculine: str) -> str:
    """Return the ending of the participle from the words before it and from the masculine plural that it replaces."""
    found = BEFORE.search(before[-WINDOW:])
    words = found[1].split() if found else []
    while words and (words[-1].lower() in UNINFLECTED or words[-1][0].isdigit()):
        words.pop()
    if len(words) > 1 and words[-1] in JOINTS and role_noun(words[-2]):
        # *den Lehrern und Studenten* share their article
        words = words[:-2]
    nearest = words[-1].lower() if words else ""
    if nearest in WEAK_AFTER or nearest in DATIVE_BEFORE:
        return "en"
    # the ending of an adjective without article is the noun's: neue, neuer, neuen Studierende-
    if nearest not in NO_ADJECTIVES and words and words[-1][0].islower():
        if nearest.endswith("en"):
            return "en"
        if nearest.endswith("er") and len(nearest) > SHORTEST_ADJECTIVE:
            return "er"
    # *Lehrern* shows the dative, *Studenten* nothing
    return "en" if masculine.endswith(("ern", "eln")) else "e"


FORMS: tuple[str, ...] = ("star", "colon", "gap", "slash", "internal_i", "pair", "participle")
"""Spellings: ``Lehrer*in``, *Lehrer:in*, *Lehrer_in*, *Lehrer/-in*, *LehrerIn*, *Lehrerin oder Lehrer*, *Lehrende*."""

NOUNS = frozenset({"noun", "nominalised", "compound"})
"""Rules of words that keep their capital within a sentence."""

ENDINGS = frozenset("e n r s m E N R S M".split())
NOUN_ENDING = re.compile(r"\*([iI][nN](?:[nN][eE][nN])?)$")
COMPOUND = re.compile(r"([^*]+)\*([iI][nN][nN][eE][nN])(-?\w[^*]*)$")
DERIVED = ("schaft", "schaften", "tum", "tums", "haft")
"""Endings after a person word in words that are not compounds, which take no hyphen before the ending."""

HEADS = frozenset({"noun", "nominalised"})
AND = re.compile(r" (und) ((?:[a-zäöüß]+ ){0,2})(?=[A-ZÄÖÜ])")
JOINT = re.compile(r"(,|[ \n](?:und|oder|sowie|bzw\.|beziehungsweise))[ \n]")
NOUN_AND = re.compile(r"[A-ZÄÖÜ][\w-]*[a-zäöüß]()[ \n](?:und|oder|sowie|bzw\.|beziehungsweise)[ \n]$")
AROUND = re.compile(r"[A-ZÄÖÜ][\w-]*[ \n]+[a-zäöüß]")
"""A noun within a noun phrase: *der von seinem Arzt behandelte Patient*, not *der Berliner Arzt*."""

WINDOW = 80
DEGREE = re.compile(
    r"(?<!\w)(?:(?:sehr|so|ganz|ziemlich|besonders|äußerst|überaus|höchst|recht|wirklich|viel|allzu|zu)[ \n])+$",
    re.IGNORECASE,
)
"""Adverbs of an adjective with which a phrase begins: *sehr geehrter Kunde*."""

POLITE = re.compile(r"[a-zäöüß,;][ \n](?:Sie|Ihnen|Ihr(?:e[mnrs]?)?)\b")
"""A form of address within a sentence; at its beginning every *ihr* has a capital."""
FAR = 200

AN_EVERY = re.compile(r"(?<=\b[Ee]in\s)jed")
"""*jeder* after an article that is not part of the phrase, and would have to be repeated with it."""


class _Piece(NamedTuple):
    """The replacement of a part of the text; an empty one leaves it unchanged."""

    start: int
    end: int
    replacement: str
    rule: str
    reason: str


def render(text: str, words: Sequence[GenderedWord], form: str) -> list[Edit]:
    """Return the edits that write gender-fair words in one form."""
    # *Pair* names women first; it repeats the whole phrase in the singular, with all nouns under its article (*der neue
    # Arzt* → *die neue Ärztin oder der neue Arzt*), and the noun in the plural (*die neuen Ärztinnen und Ärzte*).
    # *jede* and *keine* are joined by *und*, and so are compounds, which share their end (*Bürgerinnen- und
    # Bürgerinitiative*); words such as *Ärzteschaft* stay as they are. A phrase around another noun (*der von seinem
    # Arzt behandelte Lehrer*) gets stars instead, and so does a noun under the article of one that stays, and a person
    # that somebody of any gender has (``seine*ihre*n Ärzt*in``), since a pair would give women to women and men to men,
    # and what no reader would know for a pair, such as a phrase with markup inside. *Slash* is written after the
    # official rules: *Lehrer/-in*, but *Arzt/Ärztin*, since what stands before the stroke has to be a word.
    # *Participle* holds of plurals with a usual participle (*Studierende*); others get stars.
    write = _WRITERS[form]
    return [
        Edit(piece.start, piece.end, text[piece.start : piece.end], piece.replacement, piece.rule, piece.reason)
        for piece in write(text, _with_additions(text, sorted(words)))
        if piece.replacement and _plain(text[piece.start : piece.end]) != _plain(piece.replacement)
    ]


def _plain(written: str) -> str:
    """Return text as it is compared: white space is no other spelling, and neither are soft hyphens."""
    return " ".join(written.replace(SOFT_HYPHEN, "").split())


def _with_additions(text: str, words: Iterable[GenderedWord]) -> list[GenderedWord]:
    """Join a word that is added (*der* after *von*) to the word before it, and leave out overlapping edits."""
    kept: list[GenderedWord] = []
    for word in words:
        if word.start == word.end and kept and not text[kept[-1].end : word.start].strip():
            before = kept[-1]
            kept[-1] = before._replace(
                masculine=f"{before.masculine} {word.masculine.strip()}".strip(),
                feminine=f"{before.feminine} {word.feminine.strip()}".strip(),
                star=f"{before.star} {word.star.strip()}".strip(),
            )
        elif not kept or word.start >= kept[-1].end:
            kept.append(word)
    return kept


def _one_by_one(spell: Callable[[str, GenderedWord], str]) -> Callable[[str, list[GenderedWord]], Iterator[_Piece]]:
    def write(text: str, words: list[GenderedWord]) -> Iterator[_Piece]:
        for word in words:
            yield _Piece(word.start, word.end, spell(text, word), word.rule, word.reason)

    return write


def _slash(word: GenderedWord) -> str:
    parts = list(zip(word.masculine.split(), word.feminine.split(), word.star.split(), strict=False))
    if len(parts) < 2 or len({len(form.split()) for form in (word.masculine, word.feminine, word.star)}) > 1:
        return _slash_word(word)
    return " ".join(_slash_word(word._replace(masculine=man, feminine=woman, star=star)) for man, woman, star in parts)


def _slash_word(word: GenderedWord) -> str:
    ending = NOUN_ENDING.search(word.star)
    if ending and word.star.count("*") == 1:
        short = word.masculine + ending[1] == word.feminine
        return f"{word.masculine}/-{ending[1]}" if short else f"{word.masculine}/{word.feminine}"
    inside = COMPOUND.match(word.star)
    if inside:
        stem, mark, tail = inside.groups()
        if word.masculine == stem + tail:
            return f"{stem}/-{mark}{tail}"
        first = _first_part(word, tail)
        return f"{first}-/{stem}{mark}{tail}" if first else ""
    if "*in" in word.star:
        return f"{word.masculine}/{word.feminine}"
    return _joined(word.star, "/", "/-")


def _joined(star: str, between_words: str, before_ending: str) -> str:
    first, *others = star.split("*")
    return first + "".join((before_ending if other in ENDINGS else between_words) + other for other in others)


def _first_part(word: GenderedWord, tail: str) -> str:
    """Return the masculine first part of a compound; empty where it is no compound, or cannot be divided."""
    if tail.lower() in DERIVED or not word.masculine.endswith(tail):
        return ""
    return word.masculine.removesuffix(tail)


def _internal_i(star: str) -> str:
    if star.isupper():
        # *LEHRERIN* is feminine only
        return star.replace("*", "/")
    if "*in" in star:
        return star.replace("*i", "I")
    head, _, last = star.rpartition("*")
    if last not in ENDINGS or not head:
        return star.replace("*", "/")
    if last in ("m", "s"):
        return f"{head[:-1]}{last}/{head}"
    if head[-1] not in "ms":
        return head.replace("*", "/") + last.upper()
    # a capital stands for one letter more, and *einer* has another one than *einem*
    return head.replace("*", "/") + "/" + (last if "*" in head else head[:-1] + last)


def _pairs(text: str, words: list[GenderedWord]) -> Iterator[_Piece]:
    groups = _groups(text, words)
    # a phrase of two groups stands around another one
    times = Counter(group[0].phrase for group in groups if _is_singular(group[0]))
    last_end = -1
    for group, following in pairwise([*groups, []]):
        word = group[0]
        if len(group) == 1 and not _is_singular(word):
            pair = word.star if AN_EVERY.match(text, word.start) else _pair(word)
            pair = word.star if word.rule == "noun" and not _is_read(pair) else pair
            yield _Piece(word.start, word.end, pair, word.rule, word.reason)
            yield from _sowie(text, word, following[0] if following else None)
        else:
            whole = times[word.phrase] < 2 and _is_whole(text, group, last_end) and not any(map(_is_crossed, group))
            repeated = _repeated(text, group, last_end) if whole else None
            if repeated is not None and (group[-1].rule not in HEADS or _is_read(repeated.replacement)):
                yield repeated
            else:
                yield from (_Piece(word.start, word.end, word.star, word.rule, word.reason) for word in group)
        last_end = group[-1].end


def _groups(text: str, words: list[GenderedWord]) -> list[list[GenderedWord]]:
    """Divide words into units of spelling: a word, a singular phrase, and words that share its article."""
    runs = [list(run) for _, run in groupby(words, lambda word: word.phrase if _is_singular(word) else word)]
    groups: list[list[GenderedWord]] = []
    for run, following in pairwise([*runs, []]):
        after = text[run[-1].end : following[0].start if following else None]
        if groups and (_shares_article(text, groups[-1], run, after) or _is_one_pronoun(text, groups[-1], run)):
            groups[-1] += run
        else:
            groups.append(run)
    return groups


def _is_singular(word: GenderedWord) -> bool:
    return word.phrase >= 0 and not word.plural


def _shares_article(text: str, group: list[GenderedWord], run: list[GenderedWord], after: str) -> bool:
    """Return whether a noun is coordinated with a phrase whose article belongs to both: *einen Arzt oder Apotheker*."""
    if not (_is_singular(group[0]) and _is_singular(run[0]) and group[-1].rule in HEADS and run[0].rule in HEADS):
        return False
    if group[0].rule in HEADS:
        return False
    joint = JOINT.fullmatch(text[group[-1].end : run[0].start])
    return joint is not None and (joint[1] != "," or JOINT.match(after) is not None)


def _is_one_pronoun(text: str, group: list[GenderedWord], run: list[GenderedWord]) -> bool:
    """Return whether two words are one pronoun, such as *ein anderer*."""
    together = text[group[-1].end : run[0].start].isspace()
    return together and all(word.rule == "indefinite" and "*" in word.star for word in (group[-1], run[0]))


def _is_crossed(word: GenderedWord) -> bool:
    """Return whether a possessive agrees with two genders in one form (*ihrer*)."""
    masculine, feminine = word.masculine.lower(), word.feminine.lower()
    return masculine.startswith("sein") and feminine.startswith("ihr") and masculine[4:] != feminine[3:]


def _is_whole(text: str, group: list[GenderedWord], last_end: int) -> bool:
    """Return whether a phrase can be repeated: no other noun stands within it, nor before it under one article."""
    if _is_noun(group[0]):
        before = NOUN_AND.search(text, max(0, group[0].start - WINDOW), group[0].start)
        return before is None or before.end(1) == last_end
    return not any(AROUND.search(text[one.end : two.start]) for one, two in pairwise(group))


def _is_read(pair: str) -> bool:
    """Return whether a reader knows two phrases for a pair: with markup or other text inside they are none."""
    return any(end == len(pair) for _, end in pair_spans(pair))


def _sowie(text: str, word: GenderedWord, following: GenderedWord | None) -> Iterator[_Piece]:
    """Yield *sowie* in place of an *und* after a pair, since its words are joined by *und* themselves."""
    joint = AND.match(text, word.end) if _is_group(word) else None
    if joint is None:
        return
    joins_pairs = following is not None and _is_group(following) and following.start == joint.end()
    if joins_pairs or not joint[2]:
        yield _Piece(joint.start(1), joint.end(1), "sowie", word.rule, "joins what is no part of the pair")


def _is_group(word: GenderedWord) -> bool:
    return word.plural and word.rule == "noun"


def _pair(word: GenderedWord) -> str:
    """Return both forms of a single word, the feminine one first; empty where it has to stay."""
    if "*" not in word.star:
        return word.star
    inside = COMPOUND.match(word.star) if word.rule == "compound" else None
    if inside:
        stem, mark, tail = inside.groups()
        first = _first_part(word, tail)
        return f"{stem}{mark}- und {word.masculine}" if first else ""
    if word.rule == "compound":
        return ""
    joint = "und" if word.plural and word.rule in NOUNS else _conjunction(word)
    return _both(word.feminine, word.masculine, joint, _is_noun(word))


def _repeated(text: str, phrase: list[GenderedWord], last_end: int) -> _Piece:
    """Return a phrase in the singular once for women and once for men, with the words in between."""
    first = phrase[0]
    start = position = _with_degree(text, first, last_end)
    women, men = "", ""
    for word in phrase:
        women += text[position : word.start] + word.feminine
        men += text[position : word.start] + word.masculine
        position = word.end
    head = phrase[-1]
    both = _both(women, men, _conjunction(first), _is_noun(first) or _is_polite(text, first))
    return _Piece(start, position, both, head.rule, head.reason)


def _with_degree(text: str, first: GenderedWord, last_end: int) -> int:
    """Return where a phrase begins with the adverbs before its first word."""
    if first.rule != "adjective":
        return first.start
    adverbs = DEGREE.search(text, max(0, last_end, first.start - WINDOW), first.start)
    return adverbs.start() if adverbs else first.start


def _is_polite(text: str, word: GenderedWord) -> bool:
    """Return whether a possessive has its capital because it addresses the reader."""
    own = word.masculine.startswith("Ihr") and word.feminine.startswith("Ihr")
    return own and POLITE.search(text, max(0, word.start - FAR), word.end + FAR) is not None


def _is_noun(word: GenderedWord) -> bool:
    """Return whether a word keeps its capital in the middle of a sentence; a phrase begins with an article."""
    return word.rule in NOUNS and " " not in word.masculine


def _conjunction(first: GenderedWord) -> str:
    return "und" if first.masculine.lower().startswith(("kein", "jed")) else "oder"


def _both(women: str, men: str, joint: str, capital: bool) -> str:
    if women.isupper() and len(women) > 1:
        joint = joint.upper()
    elif not capital:
        men = men[0].lower() + men[1:]
    return f"{women} {joint} {men}"


_WRITERS: dict[str, Callable[[str, list[GenderedWord]], Iterator[_Piece]]] = {
    "star": _one_by_one(lambda text, word: word.star),
    "colon": _one_by_one(lambda text, word: word.star.replace("*", ":")),
    "gap": _one_by_one(lambda text, word: word.star.replace("*", "_")),
    "slash": _one_by_one(lambda text, word: _slash(word)),
    "internal_i": _one_by_one(lambda text, word: " ".join(map(_internal_i, word.star.split(" ")))),
    "pair": _pairs,
    "participle": _one_by_one(lambda text, word: participle(text, word) or word.star),
}
