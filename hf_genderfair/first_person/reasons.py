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

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import Features, Value
from numpy.typing import NDArray

from hf_genderfair.core.batches import number_array, string_array
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.settings import Within, check_range
from hf_genderfair.core.transform import Categories, Column, Transform, text_array
from hf_genderfair.first_person.scan import blocks
from hf_genderfair.first_person.word_reasons import UNDECIDING, suspects, word_reason
from hf_genderfair.lexicons.loader import lexicon_digest

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
Mask = NDArray[np.bool_]

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
    if pa.types.is_null(values.type) or pa.types.is_string(values.type) or pa.types.is_large_string(values.type):
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
