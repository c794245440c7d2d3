"""Put every marked feminine form into its masculine counterpart (Graliński et al. 2016, section 3.1).

So are words put that agree with the speaker (*wyszłam zła*). In the clause of a feminine form the subject is the
speaker, so that a feminine nominative describes her, unless it belongs to a noun. Nothing is said of a word beside
which a noun may stand, and of one that is another word too (*zła*, evil) only beside verbs that such a description
often follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import Features
from numpy.typing import NDArray

from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.resources import resource
from hf_genderfair.core.spans import EDIT_FEATURE, Edit
from hf_genderfair.core.text_view import like
from hf_genderfair.core.transform import Column, Transform, text_array
from hf_genderfair.first_person.context import (
    CLITIC,
    INFINITIVE,
    PARTICIPLE,
    PRESENT,
    STOP,
    VERB,
    WORD,
    PolishWordClasses,
)
from hf_genderfair.first_person.lexicon import (
    FEMALE,
    FirstPersonForms,
    first_person_forms,
    leaves_gender_open,
)
from hf_genderfair.first_person.tagger import SENTENCE_START, lower
from hf_genderfair.lexicons.loader import lexicon_digest

REACH = 7
"""Words between a form and what agrees with it, at most."""

LIKE = frozenset(("jak", "jakby", "niczym"))
"""Words before a comparison with the subject: *jak nowo narodzona*."""

WE = ("jesteśmy", "będziemy")
"""Forms of the first person plural that show no gender, with their predicates."""


class Agreeing(NamedTuple):
    """A word that agrees with the speaker."""

    start: int
    end: int
    counterpart: str  # in the masculine, in lower case


def agreeing_words(text: str, forms: list[tuple[int, int, str]]) -> list[Agreeing]:
    """Find the words that agree with the speaker of first-person forms."""
    classes = resource(("Polish agreement",), lambda: PolishWordClasses(first_person_forms()))
    found = {word.start: word for word in _Clauses(text, classes).find(forms)}
    taken = {start for start, _, _ in forms}
    return [found[start] for start in sorted(found) if start not in taken]


class _Clauses:
    """Searches the clauses of one text."""

    def __init__(self, text: str, classes: PolishWordClasses) -> None:
        self.text, self.classes = text, classes
        self.clitics = classes.words["clitic"]
        self.forms: FirstPersonForms = classes.forms
        self.spans = [match.span() for match in WORD.finditer(text)]
        self.words = [text[start:end] for start, end in self.spans]

    def find(self, forms: list[tuple[int, int, str]]) -> Iterator[Agreeing]:
        """Yield the words that agree with the speaker."""
        index_at = {start: index for index, (start, _) in enumerate(self.spans)}
        for start, end, kind in forms:
            index = index_at.get(start)
            if index is None or leaves_gender_open(self.text, start, end, FEMALE, self.forms):
                continue
            if kind == "noun":
                yield from self.attributes(index)
            elif kind in ("adjective", "passive_participle", "active_participle"):
                yield from self.intensifiers(index)
            elif kind != "sam":
                yield from self.around(index, "plural" in kind)
        for index, word in enumerate(self.words):
            if word in self.forms.words["infinitive_copula"]:
                yield from self.after_infinitive(index)
            elif word in WE or word.endswith("byśmy") or word in ("żeśmy", "myśmy"):
                yield from self.after_we(index)

    def around(self, index: int, plural: bool) -> Iterator[Agreeing]:
        """Yield what agrees with the subject of the verb at an index, after it and before it."""
        depictive = self.is_depictive(self.words[index])
        yield from self.forward(index + 1, plural, depictive)
        yield from self.backward(index - 1, plural, depictive)

    def forward(self, first: int, plural: bool, depictive: bool) -> Iterator[Agreeing]:
        """Yield the first word of the clause that agrees and those joined to it."""
        for index in range(first, min(first + REACH, len(self.words))):
            word = self.words[index]
            bits = self.classes[word]
            if word in LIKE:
                yield from self.compared(index + 1, plural)
                return
            if bits & (STOP | VERB | PARTICIPLE) or (bits & PRESENT and not bits & CLITIC):
                return
            if self.agrees(index, plural, depictive):
                yield from self.joined(index, plural, depictive)
                return

    def compared(self, index: int, plural: bool) -> Iterator[Agreeing]:
        """Yield the word after *jak*, with at most one adverb between: *jak nowo narodzona*."""
        for candidate in (index, index + 1):
            if candidate < len(self.words) and self.agrees(candidate, plural, True):
                yield from self.joined(candidate, plural, True)
                return
            if candidate >= len(self.words) or not self.is_adverbial(self.words[candidate]):
                return

    def backward(self, last: int, plural: bool, depictive: bool) -> Iterator[Agreeing]:
        """Yield the words that begin the clause of the verb after them: *zmęczona wróciłam*, *obie byłyśmy*."""
        index = last
        while index >= 0 and last - index < 2 and self.classes[self.words[index]] & CLITIC:
            index -= 1
        if index < 0 or not self.counterpart(index, plural, depictive):
            return
        before = self.words[index - 1] if index else "."
        if self.classes[before] & STOP or before in ("my", "ja") or self.is_adverbial(before):
            yield from self.agreement(index, plural, depictive)

    def after_infinitive(self, index: int) -> Iterator[Agreeing]:
        """Yield the predicates after *być* where the verb before it is a present first person: *muszę być silna*."""
        for before in range(index - 1, max(index - 4, -1), -1):
            bits = self.classes[self.words[before]]
            if bits & PRESENT:
                yield from self.forward(index + 1, False, True)
            if bits & (PRESENT | STOP | VERB | PARTICIPLE):
                return

    def after_we(self, index: int) -> Iterator[Agreeing]:
        """Yield the plural participles and predicates that *gdybyśmy*, *będziemy* or *jesteśmy* make first person."""
        if self.forms.first_person(self.words[index]):
            return
        for other in range(index + 1, min(index + REACH + 2, len(self.words))):
            word = self.words[other]
            if self.classes[word] & STOP:
                break
            plural = self.forms.personal_participle(word) if self.words[index] != "jesteśmy" else None
            if plural:
                yield Agreeing(*self.spans[other], plural)
                yield from self.forward(other + 1, True, self.is_depictive(word[:-1] + "am"))
                return
        first = index + 1
        while first < len(self.words) and (self.is_adverbial(self.words[first]) or self.words[first] in self.clitics):
            first += 1
        if self.words[index] in WE and first < len(self.words) and self.agrees(first, True, True):
            yield from self.joined(first, True, True)
            yield from self.backward(index - 1, True, True)

    def joined(self, index: int, plural: bool, depictive: bool) -> Iterator[Agreeing]:
        """Yield a word that agrees and those coordinated with it: *zmęczona, głodna i zła*."""
        yield from self.agreement(index, plural, depictive)
        index += 1
        if not self.words[index : index + 1] or self.words[index] not in (",", "i", "oraz", "ale", "lecz", "a", "ani"):
            return
        comma = self.words[index] == ","
        index += 1 + (comma and self.words[index + 1 : index + 2] in (["i"], ["ale"], ["ani"], ["lecz"]))
        while index < len(self.words) and self.is_adverbial(self.words[index]):
            index += 1
        if index < len(self.words) and self.agrees(index, plural, True):
            yield from self.joined(index, plural, depictive)

    def agreement(self, index: int, plural: bool, depictive: bool) -> Iterator[Agreeing]:
        counterpart = self.counterpart(index, plural, depictive)
        if counterpart:
            yield Agreeing(*self.spans[index], counterpart)
            if not plural:
                yield from self.intensifiers(index)

    def intensifiers(self, index: int) -> Iterator[Agreeing]:
        """Yield the words before a predicate that agree with it: *taka zmęczona*."""
        index -= 1
        while index >= 0 and self.words[index] in self.forms.words["adverb"]:
            index -= 1
        word = self.words[index] if index >= 0 else ""
        predicate = self.forms.predicate(word) if word in self.forms.words["intensifier"] else None
        if predicate and predicate.gender == FEMALE:
            yield Agreeing(*self.spans[index], predicate.counterpart)

    def attributes(self, index: int) -> Iterator[Agreeing]:
        """Yield the adjectives before a noun in the instrumental: *dobrą lekarką*."""
        for before in range(index - 1, -1, -1):
            word = self.words[before]
            predicate = self.forms.predicate(word[:-1] + "a") if word.endswith("ą") else None
            if predicate and predicate.gender == FEMALE:
                ending = "m" if predicate.counterpart[-1] in "yi" else "ym"
                yield Agreeing(*self.spans[before], predicate.counterpart + ending)
            elif word not in ("i", ",") and word not in self.forms.words["adverb"]:
                return

    def agrees(self, index: int, plural: bool, depictive: bool) -> bool:
        """Return whether a word may agree with the subject, and belongs to no noun beside it."""
        if not self.counterpart(index, plural, depictive):
            return False
        before = self.words[index - 1] if index else ""
        noun = before.endswith("a" if depictive else ("a", "e", "ę")) and not self.forms.predicate(before)
        if (noun and not self.is_known(before)) or not self.closes(index + 1):
            return False
        # with a noun after both: *jako bezimienna i poturbowana dusza*
        joined = self.words[index + 1 : index + 2] in (["i"], ["oraz"]) and index + 2 < len(self.words)
        second = joined and self.counterpart(index + 2, plural, True)
        return not second or self.agrees(index + 2, plural, True)

    def counterpart(self, index: int, plural: bool, depictive: bool) -> str | None:
        """Return the masculine of a feminine nominative that may describe the subject."""
        word, forms = self.words[index], self.forms
        if index and self.words[index - 1] in forms.words["preposition"] and self.words[index - 1] != "za":
            return None
        if leaves_gender_open(self.text, *self.spans[index], FEMALE, forms):
            return None
        if plural:
            return forms.personal_adjective(word) if depictive or word == "same" else None
        if word in forms.words["determiner"] or (word in forms.feminine_homographs and not depictive):
            return None
        predicate = forms.predicate(word) if word.endswith("a") else None
        return predicate.counterpart if predicate and predicate.gender == FEMALE else None

    def closes(self, index: int) -> bool:
        """Return whether no noun stands at an index."""
        if index >= len(self.words):
            return True
        word = self.words[index]
        known = self.is_known(word) or (len(word) > 3 and word.endswith(("o", *INFINITIVE)))
        return known or self.forms.first_person(word) is not None

    def is_known(self, word: str) -> bool:
        """Return whether a word is of a closed class that no noun is of."""
        bits = self.classes[word] & (STOP | CLITIC | PARTICIPLE)
        return bits > 0 or word in self.forms.words["preposition"] or word in self.forms.words["adverb"]

    def is_adverbial(self, word: str) -> bool:
        """Return whether a word is an adverb by its class or ending."""
        return word in self.forms.words["adverb"] or (len(word) > 3 and word.endswith(("o", "ie")))

    def is_depictive(self, word: str) -> bool:
        """Return whether a nominative often describes the subject of a first-person form."""
        stem = word.removesuffix("bym").removesuffix("byśmy").removesuffix("śmy").removesuffix("m")
        participle = self.forms.participles.get(stem[:-1] + "a")
        return participle is not None and participle.counterpart in self.forms.words["depictive"]


_REASON = "masculine counterpart of a feminine first-person form"
_AGREEMENT = "agrees with the speaker of a first-person form"
_REMARKS = {"asymmetric": "which does not decide the label", "marginal": "kept by hand", "surname": "also a surname"}

UNMARKED_ROWS = "(?i)by(?:wa)?ć|zostać|czuć|(?:by|te|że|my)śmy|będziemy"
"""Rows that may hold a word that agrees with the speaker although no form was marked."""


@dataclass(frozen=True)
class Neutralise(Transform):
    """Adds ``first_person_edits``: how to put each feminine first-person form into the masculine.

    All forms that `FirstPerson` marked are edited, those in quotations and those that do not decide a label too: a
    reader of the edited text cannot tell the writer's gender by them. So are adjectives, participles and *obie* that
    agree with the speaker in the clause of such a form (*wyszłam zła*, *byłyśmy głodne*, *muszę być silna*), where no
    noun may stand beside them. Forms for both genders (*byłem/am*) stay. The masculine stays as it is, since Polish
    uses it as the generic form; a text with no feminine word for the speaker has no edits. Apply the edits with
    ``apply_edits(dataset, "first_person_edits")``, take them back with ``undo_edits``. Annotate the edited text anew
    before its ``first_person_expressions`` are read: their offsets are those of the original.

    Attributes:
        text_column: The text that was tagged.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair.core.spans import apply_edits
        >>> form = {"start": 0, "end": 5, "gender": "female", "kind": "past", "counterpart": "Byłem", "status": "ok"}
        >>> rows = Dataset.from_dict({"text": ["Byłam tu."], "first_person_expressions": [[form | {"quoted": False}]]})
        >>> rows = rows.map(Neutralise(), batched=True)
        >>> apply_edits(rows, "first_person_edits")["text"][0]
        'Byłem tu.'
    """

    text_column: str = "text"

    version = "3"

    def inputs(self) -> tuple[str, ...]:
        """Return the text and the tagger's expressions."""
        return (self.text_column, "first_person_expressions")

    def features(self) -> Features:
        """Return the column of edits."""
        return Features({"first_person_edits": EDIT_FEATURE})

    def digest(self) -> str:
        """Return the digest of the lexicons."""
        return lexicon_digest("Neutralise")

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Propose the edits of every row; only rows with an expression are read."""
        texts = text_array(columns[self.text_column], self.text_column)
        expressions = columns["first_person_expressions"]
        edits: list[list[dict[str, Any]]] = [[] for _ in range(len(texts))]
        marked_rows = _rows_with_expressions(expressions)
        matched = pc.fill_null(pc.match_substring_regex(texts, UNMARKED_ROWS), False)
        rows = np.union1d(marked_rows, np.flatnonzero(matched))
        read = zip(rows, texts.take(rows).to_pylist(), expressions.take(rows).to_pylist(), strict=True)
        for row, text, marked in read:
            edits[row] = [edit.to_dict() for edit in _propose_edits(text or "", marked or [])]
        return {"first_person_edits": edits}


def _propose_edits(text: str, expressions: Sequence[Mapping[str, Any]]) -> list[Edit]:
    """Return the edits that put the feminine expressions of a text into the masculine."""
    edits = []
    lowered = lower(text)
    feminine = [found for found in expressions if found["gender"] == "female"]
    for found in feminine:
        start, end, counterpart = found["start"], found["end"], found["counterpart"]
        if not (0 <= start < end <= len(text) and counterpart):
            raise ColumnError("column 'first_person_expressions' does not fit the text: run FirstPerson on it again")
        if leaves_gender_open(lowered, start, end, "female", first_person_forms()):
            continue
        remarks = [_REMARKS[found["status"]]] if found["status"] in _REMARKS else []
        remarks += ["quoted"] if found["quoted"] else []
        reason = ", ".join([_REASON, *remarks])
        edits.append(Edit(start, end, text[start:end], counterpart, found["kind"], reason))
    heads = [(f["start"], f["end"], f["kind"]) for f in feminine if f["status"] != "unaccented"]
    for start, end, counterpart in agreeing_words(lowered, heads):
        if not _is_name(text, start, end) and all(end <= edit.start or edit.end <= start for edit in edits):
            original = text[start:end]
            edits.append(Edit(start, end, original, like(counterpart, original), "agreement", _AGREEMENT))
    return sorted(edits, key=lambda edit: edit.start)


def _is_name(text: str, start: int, end: int) -> bool:
    """Return whether a word has a capital letter that no beginning of a sentence gives it."""
    before = text[:start].rstrip()
    return text[start].isupper() and not text[start:end].isupper() and bool(before) and before[-1] not in SENTENCE_START


def _rows_with_expressions(expressions: pa.Array) -> NDArray[np.intp]:
    kind = expressions.type
    # A batch of a stream that holds no expression has no type for one.
    if pa.types.is_null(kind) or (pa.types.is_list(kind) and pa.types.is_null(kind.value_type)):
        return np.zeros(0, np.intp)
    if not ((pa.types.is_list(kind) or pa.types.is_large_list(kind)) and pa.types.is_struct(kind.value_type)):
        raise ColumnError(f"column 'first_person_expressions' holds {kind}, not expressions")
    return np.flatnonzero(pc.fill_null(pc.greater(pc.list_value_length(expressions), 0), False))
