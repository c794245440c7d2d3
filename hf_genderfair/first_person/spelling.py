"""Read Polish as it is often typed: without diacritics (*bylam zmeczona*), split (*był em*), glued or misspelt.

The usual spelling of such a text is restored, with the place of each change, and then searched like any other. A text
is read as one without diacritics where it has hardly any: at most a fifth of those that Polish of its length has. A
short text must have none at all, a long one may have a few.

Some forms become ambiguous only when they lose their diacritics. They are settled by rule, and left alone otherwise:

* Forms that are then another word (*spalam*, *cialem*) are those of ``pl_unaccented_collisions``, listed from the
  dictionary: ``ambiguous`` ones never count, ``reflexive`` ones only next to *się* (*balem sie*), the others always.
* A masculine form with a capital letter inside a sentence is a name (*Nadalem*).
* Feminine adjectives are nominative or accusative and instrumental (*cała*, *całą*): before a noun they are not
  predicates (*bylam cala noc*), nor with *osoba* (*jestem spokojna osoba*) and after a preposition.
* *Czuje* is *czuję* after *ja* or at the beginning of a clause, else the third person.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from string import ascii_letters
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from hf_genderfair.core.batches import byte_table, text_bounds
from hf_genderfair.core.resources import resource
from hf_genderfair.core.text_view import like
from hf_genderfair.first_person.lexicon import (
    FEMALE,
    GRAMMAR_WORDS,
    UNACCENTED,
    Expression,
    Expressions,
    FirstPersonForms,
    first_person_forms,
)
from hf_genderfair.lexicons.loader import load_lexicon

LEXICON = "function_words"

# Letters that no Polish word has, by the languages that write them.
FOREIGN_LETTERS = {"cs": "ěřůťďčšžýáíéú", "sk": "ľĺŕôäčšžýáíéúťď", "hr": "đčšž", "de": "äöüß"}
POLISH_LETTERS = "ąęłńśźż"
_POLISH_LETTER = re.compile(f"[{POLISH_LETTERS}]")
_LATIN = re.compile("[a-z\u00c0-\u024f]")
_LETTER = re.compile(r"[^\W\d_]")
_CYRILLIC = re.compile("[\u0400-\u04ff]")

# With less evidence than this, the text counts as Polish.
LEAST_EVIDENCE = 3
# One letter in twenty decides; in Polish it is one in fifteen.
POLISH_SHARE = 0.05
_WORDS_READ = 200
CHARACTERS_READ = 2000


def foreign_language(text: str, words: Sequence[str], polish_forms: int = 0) -> str | None:
    """Return the language of a text that is clearly not Polish."""
    sample = text[:CHARACTERS_READ].lower()
    letters = len(_LETTER.findall(sample))
    polish = len(_POLISH_LETTER.findall(sample))
    if polish > letters * POLISH_SHARE:
        return None
    languages = function_words()
    counts = Counter(words[:_WORDS_READ])
    if letters - len(_LATIN.findall(sample)) > letters / 2 and letters >= LEAST_EVIDENCE:
        if len(_CYRILLIC.findall(sample)) <= letters / 2:
            return "other"
        return "uk" if re.search("[іїєґ]", sample) else "ru"
    found = counts.keys() & languages["pl"]
    polish += polish_forms
    best, best_lead = None, 0.0
    for language, known in languages.items():
        # The Slavic languages share half of their function words: only words of a single language are evidence.
        here = _occurrences(counts, (counts.keys() & known) - found)
        here += sum(sample.count(letter) for letter in FOREIGN_LETTERS.get(language, ""))
        lead = here - 2 * (polish + _occurrences(counts, found - known))
        if language != "pl" and here >= LEAST_EVIDENCE and lead > best_lead:
            best, best_lead = language, lead
    return best


def function_words() -> dict[str, frozenset[str]]:
    """Return the frequent function words of each language, in lower case without diacritics."""
    return resource(("function words", LEXICON), _read_languages)


def _occurrences(counts: Mapping[str, int], words: Iterable[str]) -> int:
    return sum(counts[word] for word in words)


def _read_languages() -> dict[str, frozenset[str]]:
    languages: dict[str, set[str]] = {}
    for language, word in load_lexicon(LEXICON).rows:
        languages.setdefault(language, set()).add(word)
    return {language: frozenset(words) for language, words in languages.items()}


LETTERS_PER_DIACRITIC = 15
"""One letter in so many has a diacritic in Polish, and one word in three."""
HARDLY = 0.2
"""Share of the expected diacritics below which a text is read as one without them."""

ANY_CASE = UNACCENTED | {ord(chr(letter).upper()): ord(chr(bare).upper()) for letter, bare in UNACCENTED.items()}
FUNCTION_WORDS = (
    "adverb",
    "clitic",
    "conditional_host",
    "coordinator",
    "copula",
    "determiner",
    "finite_verb",
    "first_person_verb",
    "intensifier",
    "preposition",
    "subordinator",
)
"""Classes of words that are no others without diacritics, and before which an adjective may end its clause."""
FIRST_PERSON_ENDINGS = ("am", "em", "bym", "smy")
NEAR = 7
"""Words between an adjective and the person that it belongs to, at most."""
CLAUSE_MARKS = frozenset(".!?;:()")

_WORD = re.compile(r"[^\W\d_]+|[.!?;:,()\n]")
_SENTENCE_START = re.compile(r"(?:^|[^\w\s,;]|\n)\s*\Z")
_VERB_ENDINGS = (("nalem", "nął"), ("jalem", "jął"), ("czalem", "czął"), ("zialem", "ziął"))


class Respelling(NamedTuple):
    """A part of a text that is read as something else."""

    start: int
    end: int
    reading: str


class Reading(NamedTuple):
    """A text in usual spelling, and where its characters stand in the text as it was typed."""

    text: str  # in usual spelling
    unaccented: bool  # whether it was typed without diacritics
    changes: list[Respelling]  # in order, with offsets of the text as it was typed

    def typed(self, position: int) -> int:
        """Return where a position stood in the text as it was typed; inside a change, counted from its end."""
        shift = 0
        for start, end, reading in self.changes:
            if position <= start + shift:
                break
            after = end + shift + len(reading) - (end - start)
            if position < after:
                return max(start, end - (after - position))
            shift += len(reading) - (end - start)
        return position - shift


def hardly_accented(texts: pa.Array) -> NDArray[np.bool_]:
    """Return which texts have hardly any letters with diacritics where Polish would have some."""
    data, offsets = texts.buffers()[2], text_bounds(texts)
    if data is None or offsets[-1] == offsets[0]:
        return np.ones(len(texts), np.bool_)
    signs = np.frombuffer(data, np.uint8)[offsets[0] : offsets[-1]]
    plain, beyond = (
        np.diff(np.append(0, np.cumsum(table[signs], dtype=np.int64))[offsets - offsets[0]])
        for table in (_PLAIN, _BEYOND)
    )
    hardly: NDArray[np.bool_] = beyond * LETTERS_PER_DIACRITIC <= (plain + beyond) * HARDLY
    return hardly


class Spelling:
    """What words stand for that are no usual spelling of a Polish word."""

    def __init__(self, forms: FirstPersonForms) -> None:
        """Start without tables."""
        self.forms = forms
        self._forms: dict[str, str | None] = {}
        self._restored: dict[str, str | None] = {}

    @cached_property
    def collisions(self) -> dict[str, str]:
        """Forms that are another word without diacritics, with their status."""
        return {form: status for form, status, _ in load_lexicon("pl_unaccented_collisions").rows}

    @cached_property
    def misspelt(self) -> dict[str, str]:
        """Frequent misspelt forms by their letters without diacritics."""
        return {word: other for word, classes, other in load_lexicon(GRAMMAR_WORDS).rows if classes == "misspelt"}

    @cached_property
    def function_words(self) -> frozenset[str]:
        """Words of the classes `FUNCTION_WORDS`."""
        return frozenset().union(*(self.forms.words[name] for name in FUNCTION_WORDS))

    @cached_property
    def either(self) -> dict[str, frozenset[str]]:
        """Words by class, with and without their diacritics."""
        classes = self.forms.words.items()
        return {name: words.union(word.translate(UNACCENTED) for word in words) for name, words in classes}

    @cached_property
    def participles(self) -> dict[str, str]:
        """L-participles by their letters without diacritics; imperfective ones first, which the future needs."""
        bare: dict[str, str] = {}
        for word, participle in self.forms.participles.items():
            if (key := word.translate(UNACCENTED)) not in bare or participle.imperfective:
                bare[key] = word
        return bare

    @cached_property
    def masculine_past(self) -> dict[str, str]:
        """First-person forms that are not participle + *em*."""
        return {word.translate(UNACCENTED): word for word in self.forms.masculine_past}

    @cached_property
    def masculine_plural(self) -> dict[str, str]:
        """Plurals that are not *-ł* to *-li*."""
        return {word.translate(UNACCENTED): word for word in self.forms.masculine_plural}

    @cached_property
    def others(self) -> dict[str, str]:
        """Function words, person nouns, and nouns before which an adjective is no predicate."""
        nouns = (self.forms.masculine_nouns, self.forms.nouns)
        bare = {word.translate(UNACCENTED): word for words in nouns for word in words}
        bare = {key: word for key, word in bare.items() if not any(key in words for words in nouns)}
        bare |= {word.translate(UNACCENTED): word for word in self.function_words}
        return {key: word for key, word in bare.items() if key not in self.function_words}

    @cached_property
    def adjectives(self) -> dict[str, str]:
        """Masculine nominatives by their letters without diacritics."""
        return {word.translate(UNACCENTED): word for word in self.forms.adjectives if not word.isascii()}

    def form(self, word: str) -> str | None:
        """Return the first-person form that a lower-case word stands for; None where it is one or is another word."""
        if word[-1:] not in ("m", "y"):
            return None
        if word not in self._forms:
            self._forms[word] = self._form(word)
        return self._forms[word]

    def _form(self, word: str) -> str | None:
        bare = word.translate(UNACCENTED)
        if not bare.endswith(FIRST_PERSON_ENDINGS) or self.forms.first_person(word):
            return None
        status = self.collisions.get(bare)
        if status == "ambiguous" or (status and not word.isascii()):
            return None
        if bare in self.misspelt:
            return self.misspelt[bare]
        return self._accented(bare) or self._misspelt(bare) or self._glued(word)

    def _accented(self, bare: str) -> str | None:
        form: str | None = None
        if bare.endswith("bym"):
            form = self._with(bare[:-3], "bym")
        elif bare.endswith("lam"):
            form = self._with(bare[:-1], "m")
        elif bare.endswith("lem"):
            form = self.masculine_past.get(bare) or self._with(bare[:-2], "em")
        elif bare.endswith("smy"):
            form = self._plural(bare)
        return form if form and self._counts(form) else None

    def _counts(self, form: str) -> bool:
        found = self.forms.first_person(form)
        return found is not None and found.status != "ambiguous"

    def _with(self, bare: str, ending: str) -> str | None:
        participle = self.participles.get(bare)
        return participle and participle + ending

    def _plural(self, bare: str) -> str | None:
        stem, ending = (bare[:-5], "byśmy") if bare.endswith("bysmy") else (bare[:-3], "śmy")
        if stem.endswith("ly"):
            feminine = self.participles.get(stem[:-1] + "a")
            return feminine and feminine[:-1] + "y" + ending
        masculine = self.participles.get(stem[:-1])
        plural = self.masculine_plural.get(stem) or (masculine and masculine[:-1] + "li")
        return plural and plural + ending

    def _misspelt(self, bare: str) -> str | None:
        """Return the form of *wziolem*, *zaczelem*, *wziolam*, *poszlem* and *poszedlam*."""
        if len(bare) > 6 and bare.endswith("szlem"):
            return self._accented(bare[:-5] + "szedlem")
        if bare.endswith("szedlam"):
            return self._accented(bare[:-7] + "szlam")
        if len(bare) < 7 or bare[-4] not in "oea" or not bare.endswith(("lem", "lam")):
            return None
        for ending, participle in _VERB_ENDINGS:
            form = self._accented(bare[:-4] + ("alem" if bare[-2] == "e" else "elam"))
            stem = participle if bare[-2] == "e" else participle[:-2] + "ęła"
            if form and form.endswith((stem + "em", stem + "m")) and bare[:-4].endswith(ending[:-4]):
                return form
        return None

    def _glued(self, word: str) -> str | None:
        rest = word[3:]
        if not word.startswith("nie") or len(rest) < 5 or self.collisions.get(rest.translate(UNACCENTED)):
            return None
        form = rest if self._counts(rest) else self._accented(rest.translate(UNACCENTED))
        if form is None or (form.endswith("em") and form != "byłem" and self.forms.predicate(f"{form[:-2]}y")):
            # an adjective of old spelling: w niezwykłem wzruszeniu
            return None
        return "nie " + form

    def restored(self, bare: str) -> str | None:
        """Return another word of the tagger's tables that a word without diacritics stands for."""
        if bare not in self._restored:
            self._restored[bare] = self._restore(bare)
        return self._restored[bare]

    def _restore(self, bare: str) -> str | None:
        word = self.others.get(bare) or self.participles.get(bare)
        if word or bare in self.collisions or self.forms.predicate(bare):
            return word
        masculine = self.adjectives.get(bare)
        if masculine or not bare.endswith("a"):
            return masculine
        for ending in ("y", "i", ""):
            masculine = self.adjectives.get(bare[:-1] + ending)
            predicate = self.forms.predicate(masculine) if masculine else None
            if predicate and predicate.counterpart.translate(UNACCENTED) == bare:
                return predicate.counterpart
        return None

    def is_feminine_predicate(self, word: str) -> bool:
        """Return whether a word is an adjective that would end in *-ą* as an attribute of an object."""
        predicate = self.forms.predicate(word)
        return predicate is not None and predicate.gender == FEMALE and word.endswith("a")


def polish_spelling() -> Spelling:
    """Return the tables of this process, built at first use."""
    return resource(("Polish spelling",), lambda: Spelling(first_person_forms()))


def read(text: str, unaccented: bool) -> Reading | None:
    """Return a text in usual spelling."""
    typed = _Text(text, unaccented, polish_spelling())
    changes = list(typed.changes())
    if not changes or (unaccented and typed.is_foreign()):
        return None
    pieces: list[str] = []
    position = 0
    for start, end, reading in changes:
        pieces += (text[position:start], reading)
        position = end
    return Reading("".join([*pieces, text[position:]]), unaccented, changes)


class _Text:
    """A text by its words."""

    def __init__(self, text: str, unaccented: bool, spelling: Spelling) -> None:
        self.text, self.unaccented, self.spelling = text, unaccented, spelling
        self.spans = [match.span() for match in _WORD.finditer(text)]
        self.words = [text[start:end].lower() for start, end in self.spans]

    def changes(self) -> Iterator[Respelling]:
        """Yield what is read otherwise."""
        for index, word in enumerate(self.words):
            if not self.unaccented and word[-1] not in "my" and self.words[index + 1 : index + 2] != ["em"]:
                continue
            start, end = self.spans[index]
            reading = self._reading(index, word)
            past = self._past(index, reading or word)
            if past:
                yield Respelling(start, self.spans[index + 1][1], like(past, self.text[start:end]))
            elif reading:
                yield Respelling(start, end, like(reading, self.text[start:end]))

    def is_foreign(self) -> bool:
        """Return whether the text is in another language than Polish."""
        if not self.spelling.either["only_polish"].isdisjoint(self.words):
            return False
        words = [word.translate(UNACCENTED) for word in self.words if word.isalpha()]
        return foreign_language(self.text, words) is not None

    def _past(self, index: int, word: str) -> str | None:
        """Return the form of a participle that *em* stands behind."""
        if self.words[index + 1 : index + 2] != ["em"]:
            return None
        forms, together = self.spelling.forms, word + "em"
        adjacent = self.text[self.spans[index][1] : self.spans[index + 1][0]] == " "
        participle = forms.participles.get(word)
        if not adjacent or (participle and participle.gender == FEMALE):
            return None
        if participle:
            return forms.past_of(word)
        usual = together if forms.first_person(together) else None
        return usual or (self.spelling.form(together) if self.unaccented else None)

    def _reading(self, index: int, word: str) -> str | None:
        if not word.isalpha():
            return None
        if word.isascii() and not self.unaccented:
            glued = self.spelling.form(word) if word.startswith("nie") else None
            return glued if glued and " " in glued and glued.isascii() else self.spelling.misspelt.get(word)
        form = self.spelling.form(word)
        if form and form.endswith("em") and self._is_name(index):
            return None
        if form and self.spelling.collisions.get(word) == "reflexive":
            form = form if {"sie", "się"} & set(self.words[max(0, index - 1) : index + 2]) else None
        if form or not self.unaccented or not word.isascii():
            return form
        if word == "czuje":
            return "czuję" if self._i_feel(index) else None
        if word == "ze":
            return "że"
        restored = self.spelling.restored(word)
        if word[-1] == "a" and self.spelling.is_feminine_predicate(restored or word):
            return restored if self._is_nominative(index, restored or word) else (restored or word)[:-1] + "ą"
        return restored

    def _is_name(self, index: int) -> bool:
        start, end = self.spans[index]
        word = self.text[start:end]
        begins = _SENTENCE_START.search(self.text[max(0, start - 20) : start]) is not None
        return len(word) > 1 and word[0].isupper() and not word.isupper() and not begins

    def _is_nominative(self, index: int, word: str) -> bool:
        """Return whether a feminine adjective is a predicate and not the attribute of an object."""
        following = self.words[index + 1] if index + 1 < len(self.words) else "."
        previous = self.words[index - 1] if index else "."
        spelling = self.spelling
        if previous in spelling.forms.words["preposition"] or self._is_of_a_person(index):
            return False
        if not following.isalpha() or following in spelling.function_words:
            return True
        predicate = spelling.forms.predicate(word)
        if predicate and predicate.kind == "passive_participle":
            return True
        restored = spelling.restored(following) or following
        if restored in spelling.function_words or restored in spelling.forms.participles or spelling.form(following):
            return True
        if spelling.is_feminine_predicate(restored):
            return self._is_nominative(index + 1, restored)
        return not (following.endswith(("a", "ą", "e", "ę", "osc")) or following in spelling.either["feminine_noun"])

    def _is_of_a_person(self, index: int) -> bool:
        """Return whether *osoba* stands in the sentence near an adjective, which then agrees with it."""
        near = range(max(0, index - NEAR), min(len(self.words), index + NEAR))
        found = [place for place in near if self.words[place] in self.spelling.either["person"]]
        return any(CLAUSE_MARKS.isdisjoint(self.words[min(place, index) : max(place, index)]) for place in found)

    def _i_feel(self, index: int) -> bool:
        """Return whether *czuje* has the writer as its subject."""
        before = index - 1
        if "ja" in self.words[max(0, index - 3) : index]:
            return True
        while before >= 0 and self.words[before] in self.spelling.either["before_czuje"]:
            before -= 1
        return before < 0 or self.words[before] in CLAUSE_MARKS


def as_typed(
    rows: list[int], readings: list[Reading], again: Expressions, texts: pa.Array, found: Expressions
) -> Expressions:
    """Put the expressions of readings in place of those of the rows as they were typed."""
    replaced = np.isin(found.row, rows)
    usual = {(one.row, one.start, one.end): one for one in found.take(np.flatnonzero(replaced))}
    added: list[Expression] = []
    for expression in again:
        row, reading = rows[expression.row], readings[expression.row]
        start, end = reading.typed(expression.start), reading.typed(expression.end)
        status, counterpart = expression.status, expression.counterpart
        if status != "asymmetric":
            status = "unaccented" if reading.unaccented else "misspelt"
        if reading.unaccented and texts[row].as_py()[start:end].isascii():
            counterpart = counterpart.translate(ANY_CASE)
        typed = expression._replace(row=row, start=start, end=end, status=status, counterpart=counterpart)
        added.append(usual.get((row, start, end), typed))
    whole = Expressions.joined([found.take(np.flatnonzero(~replaced)), Expressions.collected(added)])
    return whole.take(np.lexsort((whole.start, whole.row)))


_PLAIN = byte_table(ascii_letters.encode())
# the first byte of a letter beyond a-z in UTF-8; C2 and E2 are punctuation
_BEYOND = byte_table(range(0xC3, 0xE2))
