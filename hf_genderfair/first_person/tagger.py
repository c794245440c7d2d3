"""The gender of the writer from first-person forms (Graliński et al. 2016, sections 2 and 3)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, groupby, pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from hf_genderfair.core.batches import byte_table, number_array, row_numbers, string_array, text_bounds
from hf_genderfair.core.resources import resource
from hf_genderfair.core.text_view import column_view, like
from hf_genderfair.core.transform import Categories, Transform, text_array
from hf_genderfair.first_person.context import PAST_CONDITIONALS, REACHES, Context, PolishWordClasses
from hf_genderfair.first_person.direct_speech import foreign_spans, may_be_foreign
from hf_genderfair.first_person.lexicon import (
    GENDERS,
    KINDS,
    OR,
    STATUSES,
    UNACCENTED,
    Expression,
    Expressions,
    FirstPersonForms,
    Form,
    Integers,
    first_person_forms,
    leaves_gender_open,
)
from hf_genderfair.first_person.spelling import Reading, as_typed, hardly_accented, polish_spelling, read
from hf_genderfair.lexicons.loader import lexicon_digest

if TYPE_CHECKING:
    from datasets import Features

AUXILIARIES = ("conditional_host", "past_host", "copula", "reflexive_copula")
"""Classes of words beside which other words are first person."""

CANDIDATE_ROWS = (
    "(?i)ł[ae]m|bym|(?:li|ły)(?:by)?śmy|jestem|będę|zostanę|bywam|czuję|winienem|winnam|rad[ae]m|gotów?[ae]m|kontent[ae]m"
    r"|żem\b|\bsama?\b"
)
"""Rows that may hold an expression, beside those with a listed host.

In RE2 ``\\b`` knows ASCII letters alone: it does not stand before *żem*.
"""
MISSPELT_ROWS = r"[lł][ąę]m|ł em\b"
"""Rows without an expression in the usual spelling that may hold a misspelt one, beside those with a listed one."""
UNUSUAL_ROWS = r"l[ae]m\b|(?:li|ly)(?:by)?smy|bede|zostane|czuje|l em\b"
"""Rows that may hold another unusual spelling of an expression."""
MARKED_ROWS = "[\"'„“”«»‚‘’:>–—\\[<]|-\\s|^\\s*-|\n\\s*-|,,|&gt;|napisa"
"""Rows in which `foreign_spans` could find something: a superset."""

BLOCK_BYTES = 8_000_000
"""Bytes of text that are searched at once."""

SENTENCE_START = frozenset(".!?…:;\"„”“»«'’‘()[]–—-*•>|/\n\x00")
ADDRESS = re.compile(r"\S*(?:://|@|www\.|\.(?:pl|com|eu|org|net|html?)\b)\S*", re.IGNORECASE)
LAST_WORD = re.compile(r"[^\W\d_]+$")

# A word of the UTF-8 text goes on with ASCII letters, digits, or a lead byte of letters: C2 and E2 are punctuation.
_NO_LETTER = rb"(?![0-9a-z_\xc3-\xe1\xe3-\xef])"


WORD_ENDS = (
    re.compile(rb"m" + _NO_LETTER),
    re.compile("ę".encode() + _NO_LETTER + "(?:(?<=będę)|(?<=zostanę)|(?<=czuję))".encode()),
    re.compile(rb"sama" + _NO_LETTER),
    re.compile("śmy".encode() + _NO_LETTER),
)
"""Ends of all words of interest and a few more. Each begins with a literal, which makes the search fast."""

FORM, AUXILIARY, STRIPPED, BARE, MISSPELT = 1, 2, 4, 8, 16
"""Flags of a code in `_Codes`."""
GENDER, KIND, STATUS, COUNTERPART = 5, 6, 10, 13
"""First bits of the numbers in a code."""


def find_expressions(texts: pa.Array | list[str], context: str, diacritics: str = "required") -> Expressions:
    """Find all expressions of a batch."""
    texts = pa.array(texts, type=pa.large_string()) if isinstance(texts, list) else texts
    view = column_view(texts)
    texts = view.texts
    parts = [_find(texts.slice(first, last - first), context, diacritics, first) for first, last in blocks(texts)]
    found = parts[0] if len(parts) == 1 else Expressions.joined(parts)
    start, end = view.as_given(found.row, found.start, found.end)
    return replace(found, start=start, end=end)


def candidate_rows(texts: pa.Array, diacritics: str = "required") -> pa.Array:
    """Return which rows may hold an expression; the others, and nulls, surely do not."""
    usual, misspelt = resource(("Polish rows",), _row_patterns)
    pattern = usual if diacritics == "required" else f"{usual}|{UNUSUAL_ROWS}|{misspelt}"
    return pc.and_kleene(pc.match_substring_regex(texts, pattern), pc.is_valid(texts))


def _row_patterns() -> tuple[str, str]:
    """Return patterns of the rows that may hold a usual or a misspelt expression, with the listed words in them."""
    hosts = sorted(host for host in first_person_forms().words["past_host"] if host[0].isascii())
    usual = rf"{CANDIDATE_ROWS}|\b(?:{'|'.join(hosts)})\b"
    return usual, "|".join((MISSPELT_ROWS, *polish_spelling().misspelt))


def blocks(texts: pa.Array) -> list[tuple[int, int]]:
    """Divide a batch into runs of rows of about `BLOCK_BYTES`, which bounds the memory of long texts."""
    _, bounds = _bounds(texts)
    size = int(bounds[-1] - bounds[0])
    cuts = np.searchsorted(bounds, bounds[0] + np.arange(BLOCK_BYTES, size, BLOCK_BYTES))
    edges = [0, *sorted({int(cut) for cut in cuts} - {0, len(texts)}), len(texts)]
    return list(pairwise(edges))


def _find(texts: pa.Array, context: str, diacritics: str, first: int) -> Expressions:
    rows = row_numbers(pc.indices_nonzero(candidate_rows(texts, diacritics)))
    candidates = texts.take(number_array(rows)).cast(pa.large_string())
    if diacritics == "required":
        found = _Search(candidates, context).found
    else:
        found = _find_unusual(candidates, context, diacritics)
    return replace(found, row=rows[found.row] + first)


def _find_unusual(texts: pa.Array, context: str, diacritics: str) -> Expressions:
    """Find the expressions in usual spelling, then those of the rows that are read otherwise."""
    usual = np.zeros(len(texts), np.bool_)
    rows = row_numbers(pc.indices_nonzero(candidate_rows(texts)))
    usual[rows] = True
    search = _Search(texts.filter(number_array(usual)), context, spelled=False)
    found = replace(search.found, row=rows[search.found.row])
    flags = np.zeros(len(texts), np.int64)
    np.bitwise_or.at(flags, rows[search.rows], search.flags)
    unsure = np.flatnonzero(~usual | (flags & (BARE | AUXILIARY) > 0))
    unaccented = np.zeros(len(texts), np.bool_)
    unaccented[unsure] = diacritics == "optional" or hardly_accented(texts.take(number_array(unsure)))
    misspelt = flags & MISSPELT > 0
    others = np.flatnonzero(~usual)
    _, pattern = resource(("Polish rows",), _row_patterns)
    matched = pc.match_substring_regex(texts.take(number_array(others)), f"(?i){pattern}")
    misspelt[others[row_numbers(pc.indices_nonzero(matched))]] = True
    readings: dict[int, Reading] = {}
    for row in np.flatnonzero(unaccented | misspelt).tolist():
        if reading := read(texts[row].as_py(), bool(unaccented[row])):
            readings[row] = reading
    if not readings:
        return found
    read_texts = pa.array([reading.text for reading in readings.values()], pa.large_string())
    again = _Search(read_texts, context).found
    return as_typed(list(readings), list(readings.values()), again, texts, found)


class _Batch:
    """Candidate rows as one buffer of lower-case UTF-8, a line feed before each row and after the last."""

    def __init__(self, texts: pa.Array) -> None:
        self.texts = texts
        joined = pc.binary_join_element_wise(texts, _EMPTY, _LINE_FEED)
        lowered = pc.utf8_lower(joined)
        original, self.offsets = _buffer(joined)
        small, offsets = _buffer(lowered)
        if not np.array_equal(self.offsets, offsets):
            small, _ = _buffer(pa.array([lower(text) for text in joined.to_pylist()], type=pa.large_string()))
        self.bytes = b"\n" + small
        self.original = b"\n" + original
        self.array = np.frombuffer(self.bytes, np.uint8)
        self.offsets = self.offsets + 1
        self.bounds: list[int] = self.offsets.tolist()
        self.capitals = np.flatnonzero(np.frombuffer(original, np.uint8) != self.array[1:]) + 1
        characters = (self.array & 0xC0) != 0x80
        self.characters = np.concatenate(([0], np.cumsum(characters, dtype=np.int32)))

    def words(self) -> tuple[Integers, Integers]:
        """Return the byte positions of all words of interest: starts and ends."""
        found = [match.end() for pattern in WORD_ENDS for match in pattern.finditer(self.bytes)]
        ends = np.sort(np.array(found, dtype=np.int64))
        separators = np.flatnonzero(_SEPARATOR[self.array])
        starts = separators[np.searchsorted(separators, ends - 1) - 1] + 1 if len(ends) else ends
        return starts, ends

    def text(self, row: int) -> str:
        """Return a row as it was given."""
        return self.original[self.bounds[row] : self.bounds[row + 1] - 1].decode("utf-8")

    def lowered(self, row: int) -> str:
        """Return a row in lower case, as long as the original."""
        return self.bytes[self.bounds[row] : self.bounds[row + 1] - 1].decode("utf-8")


class _Codes(dict[bytes, int]):
    """Words of interest as integers: flags, form and counterpart; each distinct word is looked up once."""

    LIMIT = 300_000

    def __init__(self, forms: FirstPersonForms, spelled: bool) -> None:
        super().__init__()
        self.forms = forms
        self.spelled = spelled
        self.counterparts: list[str] = []
        words = forms.words
        self.auxiliaries = {"sam", "sama"}.union(PAST_CONDITIONALS, *(words[name] for name in AUXILIARIES))
        # conditional hosts without their diacritics
        self.hosts = {host.translate(UNACCENTED): host for host in words["conditional_host"] if not host.isascii()}

    def __missing__(self, word: bytes) -> int:
        text = word.decode("utf-8")
        match = LAST_WORD.search(text)
        last = match[0] if match else ""
        flags = AUXILIARY * (last in self.auxiliaries) | STRIPPED * (last != text)
        form = self.forms.first_person(last)
        if form is None or form.status == "ambiguous":
            code = flags & ~STRIPPED if not flags & AUXILIARY else flags
            code |= 0 if self.spelled else self._unusual(last)
        else:
            self.counterparts.append(form.counterpart)
            code = (
                flags
                | FORM
                | GENDERS.index(form.gender) << GENDER
                | KINDS.index(form.kind) << KIND
                | STATUSES.index(form.status) << STATUS
                | len(self.counterparts) - 1 << COUNTERPART
            )
        if len(self) < self.LIMIT:
            self[word] = code
        return code

    def _unusual(self, word: str) -> int:
        """Return the flag of a word that is a form in another than the usual spelling."""
        if word == "em":
            return MISSPELT
        form = polish_spelling().form(word) or self.hosts.get(word)
        return 0 if form is None else BARE if word.isascii() and not form.isascii() else MISSPELT

    def form(self, code: int) -> Form:
        """Return the form of a code."""
        counterpart = self.counterparts[code >> COUNTERPART]
        return Form(GENDERS[code >> GENDER & 1], KINDS[code >> KIND & 15], counterpart, STATUSES[code >> STATUS & 7])


class _Search:
    """Turns the words of interest of a batch into expressions."""

    def __init__(self, texts: pa.Array, context: str, spelled: bool = True) -> None:
        self.batch = _Batch(texts)
        self.forms = first_person_forms()
        self.reach = REACHES.get(context)
        self.codes = resource(("Polish codes", spelled), lambda: _Codes(self.forms, spelled))
        self.classes = resource(("Polish word classes",), lambda: PolishWordClasses(self.forms))
        self.found = self._run(*self.batch.words())

    def _run(self, starts: Integers, ends: Integers) -> Expressions:
        """Return the expressions at these words and those that they make first person."""
        data, batch = self.batch.bytes, self.batch
        words = [data[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        codes = np.array([self.codes[word] for word in words], dtype=np.int64)
        chosen = np.flatnonzero(codes & (FORM | AUXILIARY | BARE | MISSPELT))
        starts, ends, codes = starts[chosen], ends[chosen], codes[chosen]
        rows = np.searchsorted(batch.offsets, starts, side="right") - 1
        self.rows, self.flags = rows, codes & (AUXILIARY | BARE | MISSPELT)
        first = batch.characters[batch.offsets[rows]]
        begins, finishes = batch.characters[starts] - first, batch.characters[ends] - first
        special, capital = self._is_special(starts, ends, codes)
        plain = np.flatnonzero((codes & FORM > 0) & ~special)
        code = codes[plain]
        counterparts = [self.codes.counterparts[number] for number in (code >> COUNTERPART).tolist()]
        for index in np.flatnonzero(capital[plain]).tolist():
            original = batch.original[starts[plain[index]] : ends[plain[index]]].decode("utf-8")
            counterparts[index] = like(counterparts[index], original)
        one_by_one = np.flatnonzero((special & (codes & FORM > 0)) | (codes & AUXILIARY > 0))
        looked_at = zip(
            *(column[one_by_one].tolist() for column in (rows, begins, finishes, codes, special)), strict=True
        )
        found = Expressions(
            rows[plain],
            begins[plain].astype(np.int64),
            finishes[plain].astype(np.int64),
            code >> GENDER & 1,
            code >> KIND & 15,
            code >> STATUS & 7,
            np.zeros(len(plain), np.bool_),
            counterparts,
        )
        return self._merge(found, self._look_at(looked_at))

    def _is_special(
        self, starts: Integers, ends: Integers, codes: Integers
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return which words need their context checked, and which have capitals."""
        array, capitals = self.batch.array, self.batch.capitals
        limit = len(array) - 1
        before, second_before = array[starts - 1], array[np.maximum(starts - 2, 0)]
        after, second_after = array[np.minimum(ends, limit)], array[np.minimum(ends + 1, limit)]
        open_end = _SPACE[after] & _SLASH[second_after]
        closed = _SPACE[after] | (_STOP[after] & _SPACE[second_after])
        plain = _SPACE[before] & ~_SLASH[second_before] & closed & ~open_end
        capital = np.searchsorted(capitals, starts) != np.searchsorted(capitals, ends)
        surname = capital & (codes >> STATUS & 7 == STATUSES.index("surname"))
        return ~plain | surname | (codes & STRIPPED > 0), capital

    def _look_at(self, words: Iterator[tuple[int, int, int, int, bool]]) -> list[tuple[int, Expression]]:
        """Return the expressions of words in unusual positions and of auxiliaries, with their priority."""
        found: list[tuple[int, Expression]] = []
        current = -1
        for row, start, end, code, special in words:
            if row != current:
                current, text, lowered = row, self.batch.text(row), self.batch.lowered(row)
                surroundings = _Surroundings(row, text, lowered, self.forms)
                context = Context(lowered, self.forms, self.reach, self.classes) if self.reach else None
            if code & STRIPPED and (match := LAST_WORD.search(lowered, start, end)):
                start = match.start()
            if code & FORM and special and (expression := surroundings.expression(start, end, self.codes.form(code))):
                found.append((1, expression))
            if code & AUXILIARY and context is not None and text[start - 1 : start] not in (".", "@", "/"):
                for item in context.around(lowered[start:end], start, end):
                    form = Form(item.gender, item.kind, item.counterpart, item.status)
                    if expression := surroundings.expression(item.start, item.end, form):
                        found.append((0 if item.start == start and item.end > end else 2, expression))
        return found

    def _merge(self, plain: Expressions, others: list[tuple[int, Expression]]) -> Expressions:
        """Merge both kinds in order; where two begin at one position the lower priority number stays."""
        found = plain
        if others:
            found = Expressions.joined([plain, Expressions.collected([expression for _, expression in others])])
        priorities = np.array([1] * len(plain.row) + [priority for priority, _ in others], np.int64)
        order = np.lexsort((priorities, found.start, found.row))
        row, start = found.row[order], found.start[order]
        again = (np.diff(row, prepend=-1) == 0) & (np.diff(start, prepend=-1) == 0)
        found = found.take(order[~again])
        return replace(found, quoted=self._quoted(found.row, found.start))

    def _quoted(self, row: Integers, start: Integers) -> NDArray[np.bool_]:
        marked = np.zeros(len(self.batch.texts), dtype=np.bool_)
        found = np.unique(row)
        texts = self.batch.texts.take(number_array(found))
        marked[found[row_numbers(pc.indices_nonzero(pc.match_substring_regex(texts, MARKED_ROWS)))]] = True
        quoted = np.zeros(len(row), dtype=np.bool_)
        candidates = np.flatnonzero(marked[row])
        rows, starts = row[candidates].tolist(), start[candidates].tolist()
        for number, group in groupby(range(len(rows)), key=rows.__getitem__):
            text, indices = self.batch.text(number), list(group)
            spans = foreign_spans(text) if may_be_foreign(text, starts[indices[-1]]) else []
            bounds = list(chain.from_iterable(spans))
            for index in indices if spans else ():
                quoted[candidates[index]] = bisect_right(bounds, starts[index]) % 2
        return quoted


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """A row in which single words are checked in context."""

    row: int
    text: str
    lowered: str
    forms: FirstPersonForms

    def expression(self, start: int, end: int, form: Form) -> Expression | None:
        """Return the expression at a word, None where it is a surname or part of an address."""
        original, status = self.text[start:end], form.status
        alone = self.text[end : end + 2] in _CLOSED and not self.text.startswith(OR, end)
        if alone and original.islower() and self.text[start - 1 : start] in _GAPS:
            return Expression(self.row, start, end, form.gender, form.kind, form.counterpart, status, False)
        if (status == "surname" and self._is_surname(original, start)) or self._in_address(start, end):
            return None
        if leaves_gender_open(self.lowered, start, end, form.gender, self.forms):
            status = "asymmetric"
        counterpart = like(form.counterpart, original)
        return Expression(self.row, start, end, form.gender, form.kind, counterpart, status, False)

    def _is_surname(self, original: str, start: int) -> bool:
        if not original[0].isupper() or original[1:2].isupper():
            return False
        before = self.text[max(0, start - 40) : start].rstrip(" \t")
        return bool(before) and before[-1] not in SENTENCE_START

    def _in_address(self, start: int, end: int) -> bool:
        """Return whether the word lies inside a web or mail address."""
        text, left, right = self.text, start, end
        if text[end : end + 1] in ("", " ", ",") and text[start - 1 : start] in ("", " "):
            return False
        while left > 0 and not text[left - 1].isspace() and start - left < 200:
            left -= 1
        while right < len(text) and not text[right].isspace() and right - end < 200:
            right += 1
        return bool(ADDRESS.fullmatch(text, left, right))


def lower(text: str) -> str:
    """Lower-case a text, letter by letter where that keeps its length in UTF-8."""
    lowered = text.lower()
    if len(lowered.encode("utf-8")) == len(text.encode("utf-8")) and len(lowered) == len(text):
        return lowered
    return "".join(
        small if len(small := char.lower()) == 1 and len(small.encode()) == len(char.encode()) else char
        for char in text
    )


def _buffer(texts: pa.Array) -> tuple[bytes, Integers]:
    """Return the bytes of a text array and the row offsets into them."""
    data, bounds = _bounds(texts)
    if data is None:
        return b"", bounds - bounds[0]
    return data.slice(int(bounds[0]), int(bounds[-1] - bounds[0])).to_pybytes(), bounds - bounds[0]


def _bounds(texts: pa.Array) -> tuple[pa.Buffer | None, Integers]:
    """Return the buffer of a text array and where its rows begin and end in it."""
    texts = texts.cast(pa.large_string())
    return texts.buffers()[2], text_bounds(texts)


_LETTER = np.array([byte >= 0x80 or chr(byte).isalpha() for byte in range(256)])
_SEPARATOR = ~_LETTER
_GAPS = frozenset(("", " ", "\n"))
_CLOSED = frozenset(["", ",", ".", *(f" {letter}" for letter in "abcdefghijklmnoprstuwyzćłńóśźż,.!?"), ", ", ". "])
_EMPTY, _LINE_FEED = string_array(["", "\n"]).cast(pa.large_string())
_SPACE = byte_table(b" \n")
_SLASH = byte_table(b"/(|\\")
_STOP = byte_table(b",.!?;:")


LABELS = ["female", "male", "mixed", "none"]
DECIDING = frozenset({"ok", "marginal", "surname", "unaccented", "misspelt"})
EXPRESSION = {
    "start": pa.int32(),
    "end": pa.int32(),
    "gender": pa.string(),
    "kind": pa.string(),
    "counterpart": pa.string(),
    "status": pa.string(),
    "quoted": pa.bool_(),
}
LANGUAGES = ("pl",)


@dataclass(frozen=True)
class FirstPerson(Transform):
    """Labels texts by the gender that their writers give themselves in first-person forms.

    Adds ``first_person`` (female, male, mixed or none) and ``first_person_expressions``: for each expression the word
    that shows the gender, its offsets in code points, kind, counterpart of the other gender, status and whether it is
    quoted. Asymmetric expressions (plurals, person nouns, forms whose counterpart is another word) are marked and
    never decide. The label tells what the text says of its writer, not who the writer is.

    Attributes:
        lang: Language; ``pl`` for Polish.
        text_column: Column of text.
        context: ``none`` for single words, ``adjacent`` for auxiliaries beside their word, ``window`` for the clause.
        quoted: ``mark`` keeps quotations and other persons' speech from deciding a label, ``count`` lets them decide.
        diacritics: ``auto`` reads texts that hardly use them as if they did (*bylam zmeczona*), and misspelt words
            (*był em*, *poszłem*); ``required`` does not; ``optional`` reads every text so. The status of such forms is
            ``unaccented``.

    Example:
        >>> from datasets import Dataset
        >>> rows = Dataset.from_dict({"text": ["Byłam tu.", "Jestem bardzo zmęczony.", "Pada."]})
        >>> rows = rows.map(FirstPerson("pl"), batched=True)
        >>> names = rows.features["first_person"].int2str
        >>> [names(label) for label in rows["first_person"]]
        ['female', 'male', 'none']
    """

    lang: str = "pl"
    text_column: str = "text"
    context: Literal["none", "adjacent", "window"] = "window"
    quoted: Literal["mark", "count"] = "mark"
    diacritics: Literal["auto", "required", "optional"] = "auto"

    version = "5"
    languages = LANGUAGES
    categories: ClassVar[Categories] = {
        "first_person_expressions.gender": GENDERS,
        "first_person_expressions.kind": KINDS,
        "first_person_expressions.status": STATUSES,
    }

    def inputs(self) -> tuple[str, ...]:
        """Return the text column."""
        return (self.text_column,)

    def features(self) -> Features:
        """Return ``first_person`` and ``first_person_expressions``."""
        from datasets import ClassLabel, Features, List, Value

        expression = {name: Value(str(kind)) for name, kind in EXPRESSION.items()}
        return Features({"first_person": ClassLabel(names=LABELS), "first_person_expressions": List(expression)})

    def digest(self) -> str:
        """Return the digest of the lexicons."""
        return lexicon_digest("FirstPerson", self.lang)

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> dict[str, Any]:
        """Label a batch; see `Transform.annotate`."""
        texts = text_array(columns[self.text_column], self.text_column)
        found = find_expressions(texts, self.context, self.diacritics)
        return {
            "first_person": self._labels(found, len(texts)),
            "first_person_expressions": _as_lists(found, len(texts)),
        }

    def candidates(self, texts: pa.Array) -> pa.Array:
        """Return which texts may hold an expression: a fast search, right about those that it rules out.

        Args:
            texts: Texts, nulls allowed.

        Example:
            >>> FirstPerson().candidates(pa.array(["Byłam tu.", "Pada."])).to_pylist()
            [True, False]
        """
        return candidate_rows(column_view(texts).texts, self.diacritics)

    def _labels(self, found: Expressions, length: int) -> pa.Array:
        deciding = np.isin(found.status, [STATUSES.index(status) for status in DECIDING])
        if self.quoted == "mark":
            deciding &= ~found.quoted
        seen = np.zeros((len(GENDERS), length), dtype=np.bool_)
        seen[found.gender[deciding], found.row[deciding]] = True
        female, male = seen
        labels = np.select(
            [female & male, female, male],
            [LABELS.index(name) for name in ("mixed", "female", "male")],
            LABELS.index("none"),
        )
        return number_array(labels.astype(np.int64))


def _as_lists(found: Expressions, length: int) -> pa.Array:
    """Build the list column of a batch."""
    offsets = np.zeros(length + 1, dtype=np.int32)
    np.cumsum(np.bincount(found.row, minlength=length), out=offsets[1:])
    fields = [
        number_array(found.start.astype(np.int32)),
        number_array(found.end.astype(np.int32)),
        _named(found.gender, GENDERS),
        _named(found.kind, KINDS),
        string_array(found.counterpart),
        _named(found.status, STATUSES),
        number_array(found.quoted),
    ]
    schema = pa.schema(EXPRESSION)
    return pa.ListArray.from_arrays(number_array(offsets), pa.StructArray.from_arrays(fields, fields=list(schema)))


def _named(codes: Integers, names: tuple[str, ...]) -> pa.Array:
    return pa.DictionaryArray.from_arrays(number_array(codes.astype(np.int8)), string_array(names)).cast(pa.string())
