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
    PAST_HOSTS,
    REACHES,
    REFLEXIVE_COPULAS,
    Context,
)
from hf_genderfair.first_person.direct_speech import foreign_spans, has_foreign_marks
from hf_genderfair.first_person.lexicon import Form, PolishForms, polish_forms

AUXILIARIES = CONDITIONAL_HOSTS | PAST_HOSTS | COPULAS | REFLEXIVE_COPULAS | {"sam", "sama"}
WINIEN_ENDINGS = "winienem|winnam|rad[ae]m|gotów?[ae]m|kontent[ae]m"
ENDINGS = re.compile(
    rf"(?:ł[ae]m|bym|śmy|jestem|będę|zostanę|bywam|czuję|{WINIEN_ENDINGS}"
    rf"|\b(?:sama?|{'|'.join(sorted(PAST_HOSTS))}))\b"
)
UNACCENTED_ENDINGS = re.compile(ENDINGS.pattern + r"|l[ae]mb?|winienem|winnam")
CANDIDATE_ROWS = (
    rf"(?i)ł[ae]m|bym|(?:li|ły)(?:by)?śmy|jestem|będę|zostanę|bywam|czuję|{WINIEN_ENDINGS}"
    rf"|\b(?:sama?|{'|'.join(sorted(PAST_HOSTS))})\b"
)
SENTENCE_START = frozenset(".!?…:;\"„”“»«'’‘()[]–—-*•>|/\n\x00")
GENDER_OPEN = re.compile(r"\s?[/(|\\]\s?-?(?:[^\W\d_]*(?:[łl][ae]m|[łl]a?bym)|[ae]m|a|y|abym|ebym|bym|na|ny)\b")
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
        if key not in found or found[key].kind in ("sam", "noun"):
            found[key] = expression
    return _with_quotations(texts, sorted(found.values()))


def _with_quotations(texts: list[str], expressions: list[Expression]) -> list[Expression]:
    spans: list[tuple[int, int]] = []
    current = -1
    marked = []
    for expression in expressions:
        if expression.row != current:
            current = expression.row
            spans = foreign_spans(texts[current]) if has_foreign_marks(texts[current]) else []
        if any(start <= expression.start < end for start, end in spans):
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
        self.endings = UNACCENTED_ENDINGS if unaccented else ENDINGS
        self.unaccented = self.forms.unaccented if unaccented else {}
        self.context = Context(lowered, self.forms, REACHES[context]) if context != "none" else None

    def scan(self) -> Iterator[Expression]:
        lowered, starts = self.lowered, self.starts
        first_person, unaccented, context = self.forms.first_person, self.unaccented, self.context
        row, high = 0, starts[1] - 1 if len(starts) > 1 else 0
        for match in self.endings.finditer(lowered):
            end = match.end()
            if end > high:
                row = bisect_right(starts, match.start()) - 1
                high = starts[row + 1] - 1
            start = self._word_start(match.start(), starts[row])
            word = lowered[start:end]
            form = first_person.get(word) or unaccented.get(word)
            if form is not None and form.status != "ambiguous":
                yield from self._word(row, start, end, high, form)
            if context is not None and word in AUXILIARIES:
                low = starts[row]
                for found in context.around(word, start, end, low, high):
                    form = Form(found.gender, found.kind, found.counterpart, found.status)
                    yield from self._word(row, found.start, found.end, high, form)

    def _word_start(self, position: int, low: int) -> int:
        lowered = self.lowered
        while position > low and lowered[position - 1].isalpha():
            position -= 1
        return position

    def _word(self, row: int, start: int, end: int, high: int, form: Form) -> Iterator[Expression]:
        low = self.starts[row]
        before = self.text[start - 1] if start > low else " "
        after = self.text[end] if end < high else " "
        original = self.text[start:end]
        status = form.status
        if status == "surname" and self._is_surname(original, start, low):
            return
        if not (before.isspace() and (after.isspace() or after in ",.!?;:")):
            if self._in_address(start, end, low, high):
                return
            if after in " /(|\\" or before in "/|\\":
                status = "asymmetric" if self._leaves_gender_open(start, end, low, high) else status
        counterpart = _same_case(form.counterpart, original)
        yield Expression(row, start - low, end - low, form.gender, form.kind, counterpart, status, False)

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

    def _leaves_gender_open(self, start: int, end: int, low: int, high: int) -> bool:
        """Tell a form offered beside the other gender's: *zrobiłem/am*, *zrobiłam(em)*, *zrobiłem/zrobiłam*."""
        if GENDER_OPEN.match(self.lowered, end, high):
            return True
        return bool(re.search(r"[łl](?:[ae]m|a?bym)\s?[/|\\]\s?$", self.lowered[max(low, start - 40) : start]))


def _same_case(word: str, model: str) -> str:
    if model.islower():
        return word
    if model.isupper() and len(model) > 1:
        return word.upper()
    return word[0].upper() + word[1:] if model[0].isupper() else word
