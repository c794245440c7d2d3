"""The reason to leave out a text that only the reading of its words can give.

Each text is read by itself, which is dear: `suspects` finds the texts for which it is worth while.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from hf_genderfair.core.resources import resource
from hf_genderfair.first_person.direct_speech import Span, foreign_spans, merge_spans
from hf_genderfair.first_person.letters import normalise
from hf_genderfair.first_person.lexicon import first_person_forms
from hf_genderfair.first_person.polish import foreign_language, is_function_word
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.polish import UNACCENTED

FORMULAS, TITLES, SPAM = "pl_formulas", "pl_titles", "pl_spam"
UNDECIDING = frozenset({"ambiguous", "asymmetric"})

# A list has short items; sentences that happen to have many commas have longer ones.
LIST_ITEMS, BAR_ITEMS, ITEM_WORDS = 8, 4, 2.5
# A row of keywords repeats the same few words.
REPEATED_WORDS, REPEATED_SHARE = 12, 1 / 3

_WORD = re.compile(r"[^\W\d_]+")
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
    if len(bars) >= BAR_ITEMS and len(words.words) / len(bars) <= 2 * ITEM_WORDS:
        return True
    if len(words.words) >= REPEATED_WORDS and len(set(words.words)) <= len(words.words) * REPEATED_SHARE:
        return True
    items = [item for item in _COMMA.split(text.rstrip(" .")) if item.strip()]
    if len(items) < LIST_ITEMS or len(words.words) / len(items) > ITEM_WORDS:
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
    return [normalise(word) for word in _WORD.findall(phrase)]


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
