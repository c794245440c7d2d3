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
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import Features, Value
from numpy.typing import NDArray

from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.resources import resource
from hf_genderfair.core.settings import check_range
from hf_genderfair.core.transform import Column, Transform, text_array
from hf_genderfair.first_person.direct_speech import Span, foreign_spans, merge_spans
from hf_genderfair.first_person.letters import normalise
from hf_genderfair.first_person.polish import foreign_language, is_function_word
from hf_genderfair.first_person.websites import websites
from hf_genderfair.lexicons.loader import lexicon_digest, load_lexicon

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
FORMULAS, TITLES, SPAM = "pl_formulas", "pl_titles", "pl_spam"

_GENDERS = ("female", "male", "mixed", "none")
_UNDECIDING = frozenset({"ambiguous", "asymmetric"})
_WORD = re.compile(r"[^\W\d_]+")
_WORD_RE2 = r"\pL[\pL\pM\pN'’-]*|\pN+"
_COMMA = re.compile(r"[,;•·»\n]")
_BAR = re.compile(r"\||(?<=\s)[/»](?=\s)")
_TITLE_CUE = re.compile(
    r"\b(?:film|serial|ksi[ąa][żz]|piosen|utw[óo]r|tytu[łl]|powie[śs][ćc]|album|p[łl]yt|sztuk|spektakl|wiersz|program|"
    r"komedi|audycj|opowiadani|przeb[óo]j)",
    re.IGNORECASE,
)

_QUOTATION_MARKS = "„”“\"«»‚‘’'"

# A list has short items; sentences that happen to have many commas have longer ones.
_LIST_ITEMS, _BAR_ITEMS, _ITEM_WORDS = 8, 4, 2.5
# A row of keywords repeats the same few words.
_REPEATED_WORDS, _REPEATED_SHARE = 12, 1 / 3
_TITLE_WORDS = 8
_WEAK_PHRASES = 3


class _Words(NamedTuple):
    """The words of a fragment, lower case without diacritics, joined by spaces; with their offsets in the text."""

    joined: str
    words: list[str]
    spans: list[Span]
    starts: list[int]


@dataclass(frozen=True)
class FragmentReasons(Transform):
    """Adds `fragment_reason`: why a tagged fragment should be left out; null where it stays.

    Reads the text and the tagger's columns `first_person` and `first_person_expressions`.

    Attributes:
        min_words: Fewest words; numbers count as words.
        max_words: Most words, None for any number.
        min_characters: Fewest characters.
        max_characters: Most characters, None for any number.
        excluded_sites: Hosts to exclude with all that is below them: ``example.pl`` also means ``www.example.pl``.
        url_column: Column with URLs or hosts, read where `excluded_sites` are given.
        problem_column: Column that says why a row could not be read, null where it could; None where there is none.
        text_column: The text that was tagged.

    Example:
        >>> form = {"start": 0, "end": 11, "gender": "male", "kind": "past", "status": "ok", "quoted": False}
        >>> rows = {"text": ["Zapomniałem hasła!"], "first_person": [1], "first_person_expressions": [[form]]}
        >>> FragmentReasons()(rows)
        {'fragment_reason': ['formula']}
    """

    min_words: int = 2
    max_words: int | None = None
    min_characters: int = 0
    max_characters: int | None = None
    excluded_sites: tuple[str, ...] = ()
    url_column: str = "url"
    problem_column: str | None = None
    text_column: str = "text"

    version = "1"

    def __post_init__(self) -> None:
        """Check the limits.

        Raises:
            GenderfairError: A number is negative, or the fewest are more than the most.
        """
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

    def meanings(self) -> dict[str, str]:
        """Return what the columns and their fields mean."""
        return {"fragment_reason": "Why the text should be left out of a corpus; null where it stays."}

    def digest(self) -> str:
        """Return the digest of the lexicons."""
        return lexicon_digest("FragmentReasons")

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Give each row its first reason."""
        texts = text_array(columns[self.text_column], self.text_column)
        labels = _labels(columns["first_person"])
        reasons: list[str | None] = [None] * len(texts)
        undecided = np.ones(len(texts), np.bool_)

        def give(reason: str, applies: NDArray[np.bool_]) -> None:
            for row in np.flatnonzero(undecided & applies):
                reasons[row] = reason
            undecided[applies] = False

        for reason, applies in self._outside_reasons(texts, columns):
            give(reason, applies)
        expressions = columns["first_person_expressions"]
        without = np.asarray(pc.fill_null(pc.equal(pc.list_value_length(expressions), 0), True))
        give("no_expression", without & (labels == "none"))
        rows = np.flatnonzero(undecided)
        read = zip(rows, texts.take(rows).to_pylist(), expressions.take(rows).to_pylist(), strict=True)
        for row, text, marked in read:
            reasons[row] = _inside_reason(text, marked or [])
            undecided[row] = reasons[row] is None
        give("no_expression", labels == "none")
        give("mixed", labels == "mixed")
        return {"fragment_reason": reasons}

    def _outside_reasons(
        self, texts: pa.Array, columns: Mapping[str, pa.Array]
    ) -> Iterator[tuple[str, NDArray[np.bool_]]]:
        """Return the reasons that need no analysis of words, with the rows that they apply to."""
        characters = np.asarray(pc.fill_null(pc.utf8_length(texts), 0))
        words = np.asarray(pc.fill_null(pc.count_substring_regex(texts, _WORD_RE2), 0))
        unreadable = np.asarray(pc.fill_null(pc.equal(pc.utf8_length(pc.utf8_trim_whitespace(texts)), 0), True))
        if self.problem_column:
            unreadable = unreadable | np.asarray(pc.is_valid(columns[self.problem_column]))
        yield "unreadable", unreadable
        yield "too_short", (words < self.min_words) | (characters < self.min_characters)
        most_words = np.inf if self.max_words is None else self.max_words
        most_characters = np.inf if self.max_characters is None else self.max_characters
        yield "too_long", (words > most_words) | (characters > most_characters)
        if self.excluded_sites:
            urls = text_array(columns[self.url_column], self.url_column)
            yield "machine_translated_or_spam_site", _on_sites(urls, self.excluded_sites)


def _labels(values: pa.Array) -> NDArray[Any]:
    """Return the labels as names, whether they come as numbers of the ClassLabel or as text; null is none."""
    if pa.types.is_integer(values.type):
        numbers = pc.fill_null(values, _GENDERS.index("none")).to_pylist()
        return np.array([_GENDERS[number] if number >= 0 else "none" for number in numbers], dtype=object)
    if pa.types.is_null(values.type) or pa.types.is_string(values.type) or pa.types.is_large_string(values.type):
        return np.array([value or "none" for value in values.to_pylist()], dtype=object)
    raise ColumnError(f"column 'first_person' holds {values.type}, not labels")


def _on_sites(urls: pa.Array, sites: Iterable[str]) -> NDArray[np.bool_]:
    excluded = {site.lower().strip(".") for site in sites}
    hosts = websites(urls).dictionary_encode()
    known = [any(parent in excluded for parent in _parents(host)) for host in hosts.dictionary.to_pylist()]
    excludes: NDArray[np.bool_] = np.asarray(pc.fill_null(pc.take(pa.array(known, pa.bool_()), hosts.indices), False))
    return excludes


def _parents(host: str) -> Iterator[str]:
    labels = host.split(".")
    return (".".join(labels[depth:]) for depth in range(len(labels)))


# Reasons that read the words


def _inside_reason(text: str, expressions: list[dict[str, Any]]) -> str | None:
    words = _read_words(text)
    own = [
        (row["start"], row["end"])
        for row in expressions
        if not row.get("quoted") and row.get("status") not in _UNDECIDING
    ]
    if foreign_language(text, words.words, polish_forms=len(own)) is not None:
        return "not_polish"
    if _is_word_list(text, words, own):
        return "word_list"
    if _is_spam(words):
        return "spam"
    if own and _covers(_matches(words, FORMULAS), own):
        return "formula"
    if _is_title(text, words, own, expressions):
        return "title"
    return None


def _read_words(text: str) -> _Words:
    found = [(normalise(match[0]), match.span()) for match in _WORD.finditer(text)]
    words = [word for word, _ in found]
    lengths = [0, *(len(word) + 1 for word in words)]
    starts = np.cumsum(lengths).tolist()
    return _Words(" ".join(words), words, [span for _, span in found], starts)


def _is_word_list(text: str, words: _Words, own: Sequence[Span]) -> bool:
    bars = [item for item in _BAR.split(text) if item.strip()]
    if len(bars) >= _BAR_ITEMS and len(words.words) / len(bars) <= 2 * _ITEM_WORDS:
        return True
    if len(words.words) >= _REPEATED_WORDS and len(set(words.words)) <= len(words.words) * _REPEATED_SHARE:
        return True
    items = [item for item in _COMMA.split(text.rstrip(" .")) if item.strip()]
    if len(items) < _LIST_ITEMS or len(words.words) / len(items) > _ITEM_WORDS:
        return False
    return not _governs(text, items, own) and not any(map(is_function_word, words.words))


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


def _is_spam(words: _Words) -> bool:
    strong, weak = resource(("spam", SPAM), _read_spam)
    padded = f" {words.joined} "
    return strong.search(padded) is not None or len(set(weak.findall(padded))) >= _WEAK_PHRASES


def _is_title(text: str, words: _Words, own: Sequence[Span], expressions: Sequence[Mapping[str, Any]]) -> bool:
    titles = _matches(words, TITLES)
    if own:
        return _covers(titles, own)
    quoted = [(row["start"], row["end"]) for row in expressions if row.get("quoted")]
    if not quoted or _covers(titles, quoted):
        return bool(quoted)
    if _TITLE_CUE.search(text) is None:
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
    ordered = sorted({" ".join(map(_word_pattern, _folded_words(phrase))) for phrase in phrases}, key=len, reverse=True)
    return re.compile(rf"(?<![^ ])(?<!\bnie )({'|'.join(ordered)})(?= )")


def _folded_words(phrase: str) -> list[str]:
    return [normalise(word) for word in _WORD.findall(phrase)]


def _word_pattern(word: str) -> str:
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


def _read_spam() -> tuple[re.Pattern[str], re.Pattern[str]]:
    phrases: dict[str, list[str]] = {"strong": [], "weak": []}
    for phrase, strength in load_lexicon(SPAM).rows:
        phrases[strength].append(" ".join(_folded_words(phrase)))
    strong, weak = (re.compile(rf" ({'|'.join(phrases[strength])})(?= )") for strength in ("strong", "weak"))
    return strong, weak
