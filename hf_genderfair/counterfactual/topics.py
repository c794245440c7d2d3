"""Sentences about politics and history, in which a swapped word makes a false statement (Görge et al. 2025, E.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hf_genderfair.core.resources import resource
from hf_genderfair.lexicons.loader import load_lexicon

AMOUNTS = (
    r"dollars?|euros?|pounds?|percent|per cent|prozent|por ciento|people|persons|words|times|points|jobs|students|"
    r"members|employees|calories|feet|miles|yards|km|kg|m|g|mg|ml|mm|cm|kilomet\w+|met(?:er|re)s?|metern?|metros|"
    r"gramm?|hertz|mhz|watts?|menschen|personen|mal|punkte|mitarbeiter\w*|personas|veces|puntos|pesos|"
    r"habitantes|inhabitants|einwohner\w*|%|°|€|\$|£"
)
UNTIED = frozenset({"age"})
"""Attributes that are swapped in sentences about politics and history too."""

YEAR = re.compile(
    r"(?<![\w$€£#.,:/-])(?:1[0-9]{3}|20[0-2][0-9])(?:['’]?s|er|ern|ers)?(?![\w:/])(?![.,][0-9])"
    rf"(?!\s?(?:{AMOUNTS})(?!\w))|"
    r"(?<=[0-9][-–/])(?:1[0-9]{3}|20[0-2][0-9])(?![\w:/])|(?<![\w$€£#.,:/-])(?:1[0-9]{3}|20[0-2][0-9])(?=[-–/][0-9])",
    re.IGNORECASE,
)
"""Years from 1000 to 2029 as whole numbers, with decades and spans of years; not amounts, times or parts of numbers."""


def topic_reason(text: str, lang: str, attribute: str = "") -> str | None:
    """Return why a sentence is left because of its topic; None where it is not."""
    patterns = {} if attribute in UNTIED else resource(("counterfactual", "topics"), _read)
    low = text.lower()
    for category, pattern in patterns.get(lang, ()):
        if pattern.search(low):
            return category
    return "year" if YEAR.search(text) else None


def keyword_pattern(keywords: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern for whole words and phrases, to be searched in text in lower case."""
    # longest first, so that a phrase is preferred to its first word
    ordered = sorted({keyword.lower() for keyword in keywords}, key=lambda word: (-len(word), word))
    starts: dict[str, list[str]] = {}
    for word in ordered:
        form = re.escape(word.removeprefix("*")).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")
        starts.setdefault(r"\w*" if word.startswith("*") else "", []).append(form)
    # all keywords with an open beginning are searched in one pass
    parts = (rf"{start}(?:{'|'.join(forms)})" for start, forms in sorted(starts.items()))
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)")


def _read() -> dict[str, tuple[tuple[str, re.Pattern[str]], ...]]:
    keywords: dict[str, dict[str, list[str]]] = {}
    for lang, category, keyword, _ in load_lexicon("counterfactual_topics").rows:
        keywords.setdefault(lang, {}).setdefault(category, []).append(keyword)
    return {
        lang: tuple((category, keyword_pattern(words)) for category, words in categories.items())
        for lang, categories in keywords.items()
    }
