"""Find gendered first-person expressions in a batch of Polish texts.

Rows that cannot hold an expression are left out by one regular expression on the Arrow buffer; the others are joined
into one text and searched together, so that the cost of a row is the cost of its hits.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from hf_genderfair.first_person.context import (
    CONDITIONAL_HOSTS,
    COPULAS,
    PAST_CONDITIONALS,
    PAST_HOSTS,
    REACHES,
    REFLEXIVE_COPULAS,
    Context,
)
from hf_genderfair.first_person.direct_speech import foreign_spans
from hf_genderfair.first_person.lexicon import Form, PolishForms, polish_forms

AUXILIARIES = CONDITIONAL_HOSTS | PAST_HOSTS | COPULAS | REFLEXIVE_COPULAS | PAST_CONDITIONALS.keys() | {"sam", "sama"}
LAST_LETTERS = (
    re.compile(r"m\b"),
    re.compile(r"ę\b(?:(?<=będę)|(?<=tanę)|(?<=zuję))"),
    re.compile(r"sama\b"),
    re.compile(r"śmy\b"),
)
"""The ends of all words of interest. Each pattern starts with a letter, which makes the search fast."""
CANDIDATE_ROWS = (
    "(?i)ł[ae]m|bym|(?:li|ły)(?:by)?śmy|jestem|będę|zostanę|bywam|czuję|winienem|winnam|rad[ae]m|gotów?[ae]m|kontent[ae]m"
    rf"|\b(?:sama?|{'|'.join(sorted(PAST_HOSTS))})\b"
)
SENTENCE_START = frozenset(".!?…:;\"„”“»«'’‘()[]–—-*•>|/\n\x00")
FIRST_PERSON_ENDINGS = frozenset("łam łem bym śmy nem nam dem dam wem wam tem tam".split())
LAST_WORD = re.compile(r"[^\W\d_]+$")
INSIDE_ADDRESS = (".", "@", "/")
SPACED_BEFORE = re.compile(r"(?:[^/|\\]?\s)?$")
SPACED_AFTER = re.compile(r"(?:\s[^/(|\\]|[,.!?;:]?(?:\s|$)|$)")
ALTERNATIVE_AFTER = re.compile(r"\s?[/(|\\]\s?[-–]?([^\W\d_]+)")
ALTERNATIVE_BEFORE = re.compile(r"([^\W\d_]+)\s?[/|\\]\s?$")
ENDINGS_OF = {
    "female": frozenset("a am am. łam abym łabym na".split()),
    "male": frozenset("y em łem ebym bym łbym".split()),
}
ADDRESS = re.compile(r"\S*(?:://|@|www\.|\.(?:pl|com|eu|org|net|html?)\b)\S*", re.IGNORECASE)


class Expression(NamedTuple):
    """A gendered first-person expression in a row.

    Attributes:
        row: Index of the text in the batch.
        start: First character of the word that shows the gender, in code points of its text.
        end: Character after it.
        gender: ``female`` or ``male``.
        kind: Construction, see the package documentation.
        counterpart: The word in the other gender, in the same case.
        status: ``ok``, ``marginal``, ``surname`` or ``asymmetric``.
        quoted: Whether it stands in a quotation or another person's speech.
    """

    row: int
    start: int
    end: int
    gender: str
    kind: str
    counterpart: str
    status: str
    quoted: bool


def candidate_rows(texts: pa.Array, unaccented: bool) -> pa.Array:
    """Return the indices of rows that may hold an expression; every row that holds one is among them.

    Args:
        texts: Arrow text, nulls allowed.
        unaccented: Whether words without diacritics count.

    Returns:
        Indices, ascending.
    """
    pattern = CANDIDATE_ROWS + ("|l[ae]m|bede|zostane" if unaccented else "")
    return pc.indices_nonzero(pc.match_substring_regex(texts, pattern))


def find_expressions(texts: list[str], context: str, unaccented: bool = False) -> list[Expression]:
    """Find all expressions of a batch.

    Args:
        texts: Texts of any length.
        context: ``none`` for single words, ``adjacent`` or ``window`` for constructions too.
        unaccented: Whether single words without diacritics count (*zrobilam*).

    Returns:
        Expressions ordered by row and start; those of one row do not overlap.

    Example:
        >>> [found] = find_expressions(["Wczoraj byłam w kinie."], "window")
        >>> found.start, found.end, found.gender, found.counterpart
        (8, 13, 'female', 'byłem')
    """
    scanner = _Scanner(texts, context, unaccented)
    found: dict[tuple[int, int], Expression] = {}
    for expression in scanner.scan():
        key = (expression.row, expression.start)
        if key not in found or found[key].kind in ("sam", "noun") or found[key].end < expression.end:
            found[key] = expression
    return _with_quotations(texts, sorted(found.values()))


def _with_quotations(texts: list[str], expressions: list[Expression]) -> list[Expression]:
    spans: list[tuple[int, int]] = []
    current = -1
    marked = []
    for expression in expressions:
        if expression.row != current:
            current = expression.row
            spans = foreign_spans(texts[current])
        if spans and any(start <= expression.start < end for start, end in spans):
            expression = expression._replace(quoted=True)
        marked.append(expression)
    return marked


class _Scanner:
    """Searches the joined text of one batch."""

    def __init__(self, texts: list[str], context: str, unaccented: bool) -> None:
        self.text = "\n".join(texts)
        lowered = self.text.lower()
        if len(lowered) != len(self.text):
            lowered = "".join(char.lower() if len(char.lower()) == 1 else char for char in self.text)
        self.lowered = lowered
        self.starts = [0]
        for text in texts:
            self.starts.append(self.starts[-1] + len(text) + 1)
        self.forms: PolishForms = polish_forms()
        self.unaccented = unaccented
        self.context = Context(lowered, self.forms, REACHES[context]) if context != "none" else None

    def scan(self) -> Iterator[Expression]:
        """Yield expressions, those of a later pattern after those of an earlier one."""
        lowered, starts, context = self.lowered, self.starts, self.context
        first_person = self.forms.first_person
        for pattern in LAST_LETTERS:
            row, low, high = -1, 0, -1
            for match in pattern.finditer(lowered):
                end = match.end()
                if end > high:
                    row = bisect_right(starts, end - 1) - 1
                    low, high = starts[row], starts[row + 1] - 1
                start = max(lowered.rfind(" ", low, end) + 1, low)
                word = lowered[start:end]
                if not word.isalpha():
                    start += LAST_WORD.search(word).start()  # type: ignore[union-attr]
                    word = lowered[start:end]
                form = first_person(word) if word[-3:] in FIRST_PERSON_ENDINGS else None
                if form is None and self.unaccented:
                    form = self.forms.unaccented(word)
                if form is not None and form.status != "ambiguous":
                    if expression := self._expression(row, start, end, form):
                        yield expression
                if word in AUXILIARIES and context is not None and lowered[start - 1 : start] not in INSIDE_ADDRESS:
                    for found in context.around(word, start, end, low, high):
                        form = Form(found.gender, found.kind, found.counterpart, found.status)
                        if expression := self._expression(row, found.start, found.end, form):
                            yield expression

    def _expression(self, row: int, start: int, end: int, form: Form) -> Expression | None:
        """Build the expression of a word, unless it is a surname or part of an address."""
        text, low, high = self.text, self.starts[row], self.starts[row + 1] - 1
        gender, kind, counterpart, status = form
        original = text[start:end]
        if status == "surname" and self._is_surname(original, start, low):
            return None
        before, after = text[max(start - 2, low) : start], text[end : min(end + 2, high)]
        if not (SPACED_BEFORE.match(before) and SPACED_AFTER.match(after)):
            if self._in_address(start, end, low, high):
                return None
            if self._leaves_gender_open(start, end, low, high, gender):
                status = "asymmetric"
        if not original.islower():
            counterpart = _same_case(counterpart, original)
        return Expression(row, start - low, end - low, gender, kind, counterpart, status, False)

    def _is_surname(self, original: str, start: int, low: int) -> bool:
        if not original[0].isupper() or original[1:2].isupper():
            return False
        before = self.text[low:start].rstrip(" \t")
        return bool(before) and before[-1] not in SENTENCE_START

    def _in_address(self, start: int, end: int, low: int, high: int) -> bool:
        """Tell whether the word lies inside a web or mail address."""
        left, right = start, end
        while left > low and not self.text[left - 1].isspace():
            left -= 1
        while right < high and not self.text[right].isspace():
            right += 1
        return bool(ADDRESS.fullmatch(self.text, left, right)) and not self.text[start:end].endswith(".")

    def _leaves_gender_open(self, start: int, end: int, low: int, high: int, gender: str) -> bool:
        """Tell a form offered beside the other gender's: *zrobiłem/am*, *zrobiłam (em)*, *zrobiłem/zrobiłam*."""
        found = [ALTERNATIVE_AFTER.match(self.lowered, end, high)]
        if start > low and self.text[start - 1] in "/|\\ ":
            found.append(ALTERNATIVE_BEFORE.search(self.lowered[max(low, start - 40) : start]))
        other = "male" if gender == "female" else "female"
        for match in found:
            if match is None:
                continue
            form = self.forms.first_person(match[1])
            if match[1] in ENDINGS_OF[other] or (form and form.gender == other):
                return True
        return False


def _same_case(word: str, model: str) -> str:
    if model.isupper() and len(model) > 1:
        return word.upper()
    return word[0].upper() + word[1:] if model[0].isupper() else word
