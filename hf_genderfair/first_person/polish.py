"""Tell Polish from its neighbours by function words and letters; unaccented and very short Polish stays Polish."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from hf_genderfair.core.resources import resource
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


def is_function_word(word: str) -> bool:
    """Return whether a word, in lower case without diacritics, is a frequent function word of Polish."""
    return word in function_words()["pl"]


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
