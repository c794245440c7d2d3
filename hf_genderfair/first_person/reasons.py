"""The reason why a tagged fragment should not be in a corpus of first-person text.

The first reason that applies is given, in this order (cheap and certain before costly and uncertain; fragments without
a first-person form, nearly all of a web corpus, are not analysed by words):

| reason | the fragment … |
| --- | --- |
| unreadable | has no text, or could not be read without loss |
| too_short, too_long | lies outside the bounds in words or characters |
| machine_translated_or_spam_site | is from a site that the user excludes |
| no_expression | has no first-person form |
| not_polish | is clearly in another language |
| word_list | is a list, a menu or a row of keywords, not sentences |
| spam | holds phrases of spam |
| formula | has its forms in fixed phrases only ("Zapomniałem hasła") |
| title | has its forms in titles of works only |
| no_expression | has forms, and none that tells a gender: quoted or asymmetric |
| mixed | has forms of both genders |
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import Features, Value
from numpy.typing import NDArray

from hf_genderfair.core.batches import is_text, number_array, string_array
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.resources import resource
from hf_genderfair.core.settings import Within, check_range
from hf_genderfair.core.transform import Categories, Column, Transform, text_array
from hf_genderfair.first_person.direct_speech import Span, foreign_spans, merge_spans
from hf_genderfair.first_person.duplicates import (
    CODE_POINTS,
    OTHER_LETTER,
    PADDING,
    ROW_END,
    Bytes,
    joined,
    multibyte,
    normalise,
)
from hf_genderfair.first_person.lexicon import UNACCENTED, first_person_forms
from hf_genderfair.first_person.spelling import (
    CHARACTERS_READ,
    FOREIGN_LETTERS,
    LEAST_EVIDENCE,
    POLISH_LETTERS,
    POLISH_SHARE,
    foreign_language,
    function_words,
)
from hf_genderfair.first_person.tagger import blocks
from hf_genderfair.lexicons.loader import lexicon_digest, load_lexicon

FORMULAS, TITLES, SPAM = "pl_phrases_formulas", "pl_phrases_titles", "pl_phrases_spam"
UNDECIDING = frozenset({"ambiguous", "asymmetric"})

# A list has short items; sentences that happen to have many commas have longer ones.
LIST_ITEMS, BAR_ITEMS, ITEM_WORDS = 8, 4, 2.5
# A row of keywords repeats the same few words.
REPEATED_WORDS, REPEATED_SHARE = 12, 1 / 3

_LETTER_RUN = re.compile(r"[^\W\d_]+")
_COMMA = re.compile(r"[,;•·»\n]")
_BAR = re.compile(r"\||(?<=\s)[/»](?=\s)")
_QUOTATION_MARKS = "„”“\"«»‚‘’'"
_TITLE_WORDS = 8
_WEAK_PHRASES = 3


class _Words(NamedTuple):
    """The words of a fragment, lower case without diacritics, joined by spaces; with their offsets in the text."""

    joined: str
    words: list[str]
    spans: list[Span]
    starts: list[int]


def word_reason(text: str, expressions: Sequence[Mapping[str, Any]]) -> str | None:
    """Return the first reason that the words of a text give."""
    words = _read_words(text)
    own = [
        (row["start"], row["end"])
        for row in expressions
        if not row.get("quoted") and row.get("status") not in UNDECIDING
    ]
    if foreign_language(text, words.words, polish_forms=len(own)) is not None:
        return "not_polish"
    if _is_word_list(text, words, own):
        return "word_list"
    strong, weak = resource(("spam", SPAM), _read_spam)
    padded = f" {words.joined} "
    if strong.search(padded) is not None or len(set(weak.findall(padded))) >= _WEAK_PHRASES:
        return "spam"
    if own and _covers(_matches(words, FORMULAS), own):
        return "formula"
    return "title" if _is_title(text, words, own, expressions) else None


def _read_words(text: str) -> _Words:
    found = [(normalise(match[0]), match.span()) for match in _LETTER_RUN.finditer(text)]
    words = [word for word, _ in found]
    starts = np.cumsum([0, *(len(word) + 1 for word in words)]).tolist()
    return _Words(" ".join(words), words, [span for _, span in found], starts)


def _is_word_list(text: str, words: _Words, own: Sequence[Span]) -> bool:
    bars = [item for item in _BAR.split(text) if item.strip()]
    if len(bars) >= BAR_ITEMS and len(words.words) / len(bars) <= 2 * ITEM_WORDS:
        return True
    if len(words.words) >= REPEATED_WORDS and len(set(words.words)) <= len(words.words) * REPEATED_SHARE:
        return True
    items = [item for item in _COMMA.split(text.rstrip(" .")) if item.strip()]
    if len(items) < LIST_ITEMS or len(words.words) / len(items) > ITEM_WORDS:
        return False
    return not _governs(text, items, own) and function_words()["pl"].isdisjoint(words.words)


def _governs(text: str, items: Sequence[str], own: Sequence[Span]) -> bool:
    """Return whether a form has an object in its item: "Kupiłam chleb, masło, …" is a sentence, not a list."""
    position = 0
    starts = [start for start, _ in own]
    for index, item in enumerate(items):
        position = text.find(item, position)
        forms = bisect_left(starts, position + len(item)) - bisect_left(starts, position)
        if forms and len(item.split()) - forms > (index > 0):
            return True
        position += len(item)
    return False


def _is_title(text: str, words: _Words, own: Sequence[Span], expressions: Sequence[Mapping[str, Any]]) -> bool:
    titles = _matches(words, TITLES)
    if own:
        return _covers(titles, own)
    quoted = [(row["start"], row["end"]) for row in expressions if row.get("quoted")]
    if not quoted or _covers(titles, quoted):
        return bool(quoted)
    if resource(("beginnings of works",), _works).search(text) is None:
        return False
    return _covers([span for span in foreign_spans(text) if _like_title(text[slice(*span)])], quoted)


def _like_title(quotation: str) -> bool:
    inside = quotation.strip(_QUOTATION_MARKS + ", ")
    short = 0 < len(inside.split()) <= _TITLE_WORDS
    return quotation[0] in _QUOTATION_MARKS and short and inside[0].isupper() and inside[-1] not in ".;"


def _covers(spans: Iterable[Span], expressions: Sequence[Span]) -> bool:
    """Return whether each expression overlaps one of the spans."""
    merged = merge_spans(spans)
    starts = [start for start, _ in merged]
    # The last span that begins before the end of an expression is the only one that can reach into it.
    indices = [(bisect_left(starts, end) - 1, start) for start, end in expressions]
    return all(index >= 0 and merged[index][1] > start for index, start in indices)


def _matches(words: _Words, lexicon: str) -> list[Span]:
    """Return the spans of the phrases of a lexicon in the text."""
    pattern = resource(("phrases", lexicon), lambda: _phrase_pattern(row[0] for row in load_lexicon(lexicon).rows))
    number = {start: index for index, start in enumerate(words.starts)}
    spans = []
    for match in pattern.finditer(words.joined + " "):
        first, after = number[match.start(1)], number[match.end(1) + 1]
        spans.append((words.spans[first][0], words.spans[after - 1][1]))
    return spans


def _phrase_pattern(phrases: Iterable[str]) -> re.Pattern[str]:
    ordered = sorted({" ".join(map(word_pattern, folded_words(phrase))) for phrase in phrases}, key=len, reverse=True)
    return re.compile(rf"(?<![^ ])(?<!\bnie )({'|'.join(ordered)})(?= )")


def folded_words(phrase: str) -> list[str]:
    """Return the words of a phrase in lower case without diacritics."""
    return [normalise(word) for word in _LETTER_RUN.findall(phrase)]


def word_pattern(word: str) -> str:
    """Return a pattern for a folded word in any gender form: zapomnialem, -am, -em am, -e a m."""
    if word.endswith(("lem", "lam")):
        stem = word[:-2]
        return rf"{stem}(?:[ea]m(?: (?:l|{stem})?[ea]m)?|e a m|a e m| a m| [ea]m| a em)"
    if word.endswith("lbym"):
        stem = word.removesuffix("bym")
        return rf"{stem}(?:a| a )?bym(?: (?:l|{stem})?abym| am| a)?"
    if word.endswith(("any", "ony")):
        return rf"{word[:-1]}[ya](?: a| [ao]?na)?"
    return re.escape(word)


def _works() -> re.Pattern[str]:
    """Return a pattern of the beginnings of nouns for works, each letter with or without its diacritic."""
    letters = {code: f"[{chr(code)}{chr(bare)}]" for code, bare in UNACCENTED.items()}
    works = (word.translate(letters) for word in first_person_forms().words["work"])
    return re.compile(rf"\b(?:{'|'.join(works)})", re.IGNORECASE)


def _read_spam() -> tuple[re.Pattern[str], re.Pattern[str]]:
    phrases: dict[str, list[str]] = {"strong": [], "weak": []}
    for phrase, strength in load_lexicon(SPAM).rows:
        phrases[strength].append(" ".join(folded_words(phrase)))
    strong, weak = (re.compile(rf" ({'|'.join(phrases[strength])})(?= )") for strength in ("strong", "weak"))
    return strong, weak


Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]

# One byte a character: a-z for a letter, in capitals for one of another language, with the high bit for a Polish one.
POLISH_BIT = 0x80
SPACE, COMMA, BAR, COMMA_AND_BAR = b" ,|>"
LATIN = (*range(0x80), *range(0xC0, 0x250))


class _Signs(NamedTuple):
    """Texts as one byte a character, with `ROW_END` between them, and where each begins and ends."""

    content: bytes
    starts: Integers
    ends: Integers

    def positions(self, signs: bytes) -> Integers:
        """Return where any of the given signs stands."""
        return np.flatnonzero(np.frombuffer(self.content.translate(_is_in(signs)), np.bool_))

    def number(self, positions: Integers, limit: int | None = None) -> Integers:
        """Return how many positions lie in each text, or in as many characters of it as the limit says."""
        ends = self.ends if limit is None else np.minimum(self.ends, self.starts + limit)
        return np.searchsorted(positions, ends) - np.searchsorted(positions, self.starts)

    def cut(self, content: bytes, rows: Integers) -> Iterator[bytes]:
        """Yield some texts of a content that is as long as this."""
        spans = zip(self.starts[rows].tolist(), self.ends[rows].tolist(), strict=True)
        return (content[start:end] for start, end in spans)


def suspects(texts: pa.Array, own: Mask, quoted: Mask) -> Mask:
    """Return which texts may have a reason that reads their words."""
    signs = _signs(texts)
    if len(signs.starts) != len(texts):
        return np.ones(len(texts), np.bool_)
    folded = signs.content.translate(_WORDS)
    words = signs.number(_word_starts(folded))
    rare = signs.positions(_RARE)
    kinds = np.frombuffer(signs.content, np.uint8)[rare]
    other, bars, commas, foreign_letters = (
        signs.number(rare[np.isin(kinds, list(kind))]) for kind in (OTHER_LETTER, _BARS, _COMMAS, _FOREIGN)
    )
    found: Mask = other > 0
    found |= (bars + 1 >= BAR_ITEMS) & (words <= (bars + 1) * 2 * ITEM_WORDS)
    found |= (commas + 1 >= LIST_ITEMS) & (words <= (commas + 1) * ITEM_WORDS)
    offsets = np.append(signs.starts, len(folded))
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(folded)]
    rows = pa.Array.from_buffers(pa.large_string(), len(signs.starts), buffers)
    found |= _rows_matching(rows, resource(("suspects", "phrases"), _phrases))
    titles = np.flatnonzero(~own & quoted & ~found)
    found[titles] = _rows_matching(rows.take(number_array(titles)), resource(("suspects", "works"), _folded_works))
    many = np.flatnonzero(~found & (words >= REPEATED_WORDS))
    found[many] = list(map(_repeats, signs.cut(folded, many)))
    foreign = resource(("suspects", "foreign"), _foreign_words)
    little_polish = np.flatnonzero(~found & _has_little_polish(signs))
    evidence = [sum(map(foreign.__contains__, text.split())) for text in signs.cut(folded, little_polish)]
    found[little_polish] = foreign_letters[little_polish] + np.array(evidence, np.int64) >= LEAST_EVIDENCE
    return found


def _repeats(text: bytes) -> bool:
    words = text.split()
    most = len(words) * REPEATED_SHARE
    # Half of the words show nearly always that they are not the same few.
    return len(set(words[: len(words) // 2])) <= most and len(set(words)) <= most


def _signs(texts: pa.Array) -> _Signs:
    data = joined(texts)
    positions, codes = multibyte(data)
    table = resource(("suspects", "signs"), _sign_table)
    ascii_signs = table[:0x80].tobytes() + bytes(range(0x80, 0x100))
    signs = np.frombuffer(data.tobytes().translate(ascii_signs), np.uint8).copy()
    signs[positions] = table[codes]
    content = signs[:-PADDING].tobytes().translate(None, _CONTINUATIONS)
    ends = np.append(np.flatnonzero(np.frombuffer(content, np.uint8) == ROW_END[0]), len(content))
    return _Signs(content, np.append(0, ends[:-1] + 1), ends)


def _word_starts(folded: bytes) -> Integers:
    letters = np.frombuffer(b" " + folded, np.uint8) != SPACE
    return np.flatnonzero(letters[1:] > letters[:-1])


def _has_little_polish(signs: _Signs) -> Mask:
    """Return which texts have too few Polish letters for `foreign_language` to trust these alone."""
    read = np.minimum(signs.ends - signs.starts, CHARACTERS_READ)
    letters = read - signs.number(signs.positions(_NO_LETTERS), CHARACTERS_READ)
    few: Mask = signs.number(signs.positions(_POLISH), CHARACTERS_READ) <= letters * POLISH_SHARE
    return few


def _rows_matching(folded: pa.Array, pattern: str) -> Mask:
    matched: Mask = np.asarray(pc.match_substring_regex(folded, pattern))
    return matched


def _phrases() -> str:
    """Return a pattern of all phrases that give a reason, in texts where several spaces may follow each other."""
    read = [folded_words(row[0]) for name in (FORMULAS, TITLES, SPAM) for row in load_lexicon(name).rows]
    phrases = sorted({" ".join(map(word_pattern, words)) for words in read})
    return rf"(?:^| )(?:{'|'.join(phrases)})(?: |$)".replace(" ", " +")


def _folded_works() -> str:
    """Return a pattern of the beginnings of nouns for works."""
    return rf"(?:^| )(?:{'|'.join(map(normalise, first_person_forms().words['work']))})"


def _foreign_words() -> frozenset[bytes]:
    """Return the function words that Polish does not have."""
    languages = function_words()
    return frozenset(word.encode() for word in frozenset().union(*languages.values()) - languages["pl"])


def _sign_table() -> Bytes:
    """Return the sign of each code point; `OTHER_LETTER` for what is not one of a-z without its diacritics."""
    characters = np.arange(CODE_POINTS, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass")
    table: Bytes = np.full(CODE_POINTS, SPACE, np.uint8)
    for run in re.finditer(r"[^\W\d_]+", characters):
        table[slice(*run.span())] = OTHER_LETTER[0]
    other = frozenset("".join(FOREIGN_LETTERS.values()))
    for character in map(chr, LATIN):
        folded, small = normalise(character), character.lower()
        if len(folded) == len(small) == 1 and folded.isascii():
            sign = ord(folded.upper() if small in other else folded)
            table[ord(character)] = sign | POLISH_BIT if small in POLISH_LETTERS else sign
    for marks, sign in ((",;•·\n", COMMA), ("|/", BAR), ("»", COMMA_AND_BAR)):
        table[list(map(ord, marks))] = sign
    return table


def _folded(sign: int) -> int:
    letter = sign & 0x7F
    return letter | 0x20 if chr(letter).isalpha() else SPACE


def _is_in(signs: bytes) -> bytes:
    return bytes(sign in signs for sign in range(256))


_CONTINUATIONS = bytes(range(0x80, 0xC0))
_WORDS = bytes(map(_folded, range(256)))
_NO_LETTERS = bytes(sign for sign in range(256) if _WORDS[sign] == SPACE)
_POLISH = bytes(range(ord("a") | POLISH_BIT, (ord("z") | POLISH_BIT) + 1))
_FOREIGN = ascii_uppercase.encode()
_COMMAS, _BARS = bytes([COMMA, COMMA_AND_BAR]), bytes([BAR, COMMA_AND_BAR])
_RARE = OTHER_LETTER + _COMMAS + _BARS + _FOREIGN


# Scheme, user and password come first and are left out, as is everything from the port on. IPv6 stands in brackets.
HOST = (
    r"(?i)^\s*(?:(?:[a-z][a-z0-9+.-]*:)?//)?(?:[^/?#@]*@)?"
    r"(?P<host>\[[0-9a-f:.]+\]|[^/?#:@\[\]\s\\]*[^/?#:@\[\]\s\\.])"
    r"\.?(?::\d+)?(?:[/?#]|\s*$)"
)


def websites(urls: pa.Array | pa.ChunkedArray) -> pa.Array | pa.ChunkedArray:
    """Return the host of each URL in lower case, unchanged: ``www.`` stays."""
    return pc.utf8_lower(pc.struct_field(pc.extract_regex(urls.cast(pa.string()), HOST), "host"))


REASONS = (
    "unreadable",
    "too_short",
    "too_long",
    "machine_translated_or_spam_site",
    "not_polish",
    "word_list",
    "spam",
    "formula",
    "title",
    "no_expression",
    "mixed",
)

_GENDERS = ("female", "male", "mixed", "none")
_WORD = r"\pL[\pL\pM\pN'’-]*|\pN+"
# RE2 takes no more repetitions than this twice over; longer texts are counted.
_MOST_REPEATED = 500


@dataclass(frozen=True)
class FragmentReasons(Transform):
    """Adds `fragment_reason`: why a tagged fragment should be left out; null where it stays.

    Reads the text and the tagger's columns `first_person` and `first_person_expressions`.

    Attributes:
        min_words: Fewest words of a text; numbers count as words.
        max_words: Most words of a text; any number by default.
        min_characters: Fewest characters of a text.
        max_characters: Most characters of a text; any number by default.
        excluded_sites: Exclude a website and all below it; several may be given. So ``example.pl`` also means
            ``www.example.pl``.
        url_column: Column with addresses or hosts, read where websites are excluded.
        problem_column: Column that says why a row could not be read, null where it could; None where there is none.
        text_column: The text that was tagged.

    Example:
        >>> form = {"start": 0, "end": 11, "gender": "male", "kind": "past", "status": "ok", "quoted": False}
        >>> rows = {"text": ["Zapomniałem hasła!"], "first_person": [1], "first_person_expressions": [[form]]}
        >>> FragmentReasons()(rows)
        {'fragment_reason': ['formula']}
    """

    min_words: Annotated[int, Within(0)] = 2
    max_words: Annotated[int | None, Within(0)] = None
    min_characters: Annotated[int, Within(0)] = 0
    max_characters: Annotated[int | None, Within(0)] = None
    excluded_sites: tuple[str, ...] = ()
    url_column: str = "url"
    problem_column: str | None = None
    text_column: str = "text"

    version = "1"
    categories: ClassVar[Categories] = {"fragment_reason": REASONS}

    def __post_init__(self) -> None:
        """Check the limits."""
        super().__post_init__()
        check_range("words", self.min_words, self.max_words)
        check_range("characters", self.min_characters, self.max_characters)

    def inputs(self) -> tuple[str, ...]:
        """Return the text, the tagger's columns, and those that the configuration asks for."""
        optional = [self.url_column] if self.excluded_sites else []
        optional += [self.problem_column] if self.problem_column else []
        return (self.text_column, "first_person", "first_person_expressions", *optional)

    def features(self) -> Features:
        """Return the column of reasons."""
        return Features({"fragment_reason": Value("string")})

    def digest(self) -> str:
        """Return the digest of the lexicons."""
        return lexicon_digest("FragmentReasons")

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Give each row its first reason."""
        texts = text_array(columns[self.text_column], self.text_column)
        labels = _labels(columns["first_person"])
        reasons = np.full(len(texts), -1, np.int8)

        def give(reason: str, applies: Mask) -> None:
            reasons[applies & (reasons < 0)] = REASONS.index(reason)

        for reason, applies in self._outside_reasons(texts, columns):
            give(reason, applies)
        expressions = columns["first_person_expressions"]
        without = np.asarray(pc.fill_null(pc.equal(pc.list_value_length(expressions), 0), True))
        give("no_expression", without & (labels == "none"))
        rows = np.flatnonzero(reasons < 0)
        for row, reason in _inside_reasons(texts.take(number_array(rows)), expressions.take(number_array(rows))):
            reasons[rows[row]] = REASONS.index(reason)
        give("no_expression", labels == "none")
        give("mixed", labels == "mixed")
        given = pc.if_else(number_array(reasons >= 0), number_array(reasons), pa.scalar(None, pa.int8()))
        return {"fragment_reason": string_array(REASONS).take(given)}

    def _outside_reasons(self, texts: pa.Array, columns: Mapping[str, pa.Array]) -> Iterator[tuple[str, Mask]]:
        """Return the reasons that need no analysis of words, with the rows that they apply to."""
        size = np.asarray(pc.fill_null(pc.binary_length(texts), 0))
        most_words = np.inf if self.max_words is None else self.max_words
        # A space never stands in a word, so that each letter after one begins another word: that needs no counting.
        enough = np.zeros(len(texts), np.bool_)
        if self.min_words <= _MOST_REPEATED:
            pattern = rf"(?s)[A-Za-z](?:.*? [A-Za-z]){{{max(0, self.min_words - 1)}}}"
            enough = np.asarray(pc.fill_null(pc.match_substring_regex(texts, pattern), False))
        counted = np.flatnonzero(~enough | (size > most_words))
        few = texts.take(number_array(counted))
        words = np.full(len(texts), self.min_words)
        words[counted] = np.asarray(pc.fill_null(pc.count_substring_regex(few, _WORD), 0))
        unreadable = np.zeros(len(texts), np.bool_)
        unreadable[counted] = np.asarray(
            pc.fill_null(pc.equal(pc.binary_length(pc.utf8_trim_whitespace(few)), 0), True)
        )
        if self.problem_column:
            unreadable |= np.asarray(pc.is_valid(columns[self.problem_column]))
        yield "unreadable", unreadable
        characters = size
        if self.min_characters or self.max_characters is not None:
            characters = np.asarray(pc.fill_null(pc.utf8_length(texts), 0))
        yield "too_short", (words < self.min_words) | (characters < self.min_characters)
        most_characters = np.inf if self.max_characters is None else self.max_characters
        yield "too_long", (words > most_words) | (characters > most_characters)
        if self.excluded_sites:
            urls = text_array(columns[self.url_column], self.url_column)
            yield "machine_translated_or_spam_site", _on_sites(urls, self.excluded_sites)


def _inside_reasons(texts: pa.Array, expressions: pa.Array) -> Iterator[tuple[int, str]]:
    """Yield the rows whose words are a reason, with the reason."""
    own, quoted = _forms(expressions)
    for first, last in blocks(texts):
        part = slice(first, last)
        rows = np.flatnonzero(suspects(texts[part], own[part], quoted[part])) + first
        read, marked = (column.take(number_array(rows)).to_pylist() for column in (texts, expressions))
        for row, text, forms in zip(rows.tolist(), read, marked, strict=True):
            reason = word_reason(text, forms or [])
            if reason is not None:
                yield row, reason


def _forms(expressions: pa.Array) -> tuple[Mask, Mask]:
    """Return which rows have a form that tells the writer's gender, and which a quoted one."""
    own, quoted = np.zeros((2, len(expressions)), np.bool_)
    forms = pc.list_flatten(expressions)
    rows = np.asarray(pc.list_parent_indices(expressions))
    if len(forms):
        names = [field.name for field in forms.type]
        is_quoted = np.zeros(len(forms), np.bool_)
        if "quoted" in names:
            is_quoted = np.asarray(pc.fill_null(pc.struct_field(forms, "quoted").cast(pa.bool_()), False))
        quoted[rows[is_quoted]] = True
        decides = ~is_quoted
        if "status" in names:
            decides &= ~np.asarray(pc.is_in(pc.struct_field(forms, "status"), string_array(sorted(UNDECIDING))))
        own[rows[decides]] = True
    return own, quoted


def _labels(values: pa.Array) -> NDArray[Any]:
    """Return the labels as names, whether they come as numbers of the ClassLabel or as text; null is none."""
    if pa.types.is_integer(values.type):
        numbers = np.asarray(pc.fill_null(values, _GENDERS.index("none")))
        return np.array(_GENDERS)[np.where(numbers < 0, _GENDERS.index("none"), numbers)]
    if pa.types.is_null(values.type) or is_text(values.type):
        return np.array([value or "none" for value in values.to_pylist()], dtype=object)
    raise ColumnError(f"column 'first_person' holds {values.type}, not labels")


def _on_sites(urls: pa.Array, sites: Iterable[str]) -> Mask:
    excluded = {site.lower().strip(".") for site in sites}
    hosts = websites(urls).dictionary_encode()
    known = [any(parent in excluded for parent in _parents(host)) for host in hosts.dictionary.to_pylist()]
    excludes: Mask = np.asarray(pc.fill_null(pc.take(pa.array(known, pa.bool_()), hosts.indices), False))
    return excludes


def _parents(host: str) -> Iterator[str]:
    labels = host.split(".")
    return (".".join(labels[depth:]) for depth in range(len(labels)))
