"""Words for persons and names by the lexicons, and what they say of a person's gender, and how surely.

A first name is evidence of how the name is given, not of a person: a woman may bear a name that is mostly given to men,
and people who are neither are invisible in statistics that know two genders. Lists of frequent names, all there is for
German, also hide the few men of a woman's name and the few women of a man's: *Jan* looks surer than it is. Counts of
births miss short names: *Sam* may be *Samantha*. A caller who knows pronouns, titles or a person's own word for
themselves should prefer these.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from hf_genderfair.core.counts import Share, share
from hf_genderfair.core.resources import resource
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

MINIMUM_SHARE = 0.95
"""A first name is called female or male where at least this share of its bearers, or of countries, agree."""

HOME: dict[str, dict[str, float]] = {
    "ca": {"ct": 8, "es": 40},
    "de": {"de": 80, "at": 9, "ch": 6, "lu": 0.5, "li": 0.1},
    "en": {"us": 300, "gb": 65, "ca": 28, "ie": 5, "nz": 5},
    "es": {"es": 45, "mx": 125, "co": 52, "ar": 45, "cl": 19},
    "pl": {"pl": 37},
}
"""Countries whose names are at home in a language, with its speakers there in millions; ``ct`` is Catalonia."""

COUNTED = ("us", "es")
"""Countries with counts of bearers, in the order of the table; the others have lists of frequent names."""

BEARERS = 1000
"""Least number of persons counted with a name against whom and another list a single list is not believed."""

EVEN = 0.5
"""Share of women of a name that a list gives to both."""

UNSURE_LISTS = 0.05
"""Share of women or men of a name that lists deny, where most of its bearers elsewhere are such."""

SHARED = "shared first name"
"""Kind of evidence of a first name that women and men bear, whatever lists and counts of births say."""

SHARED_NAMES = WordClass("name_words_any", "shared")

BARRED = str.maketrans("łøđħ", "lodh")
"""Letters with a bar, which Unicode does not divide into letter and diacritic."""

ARTICLES = {"la": "female", "el": "male", "una": "female", "un": "male"}
"""Spanish and Catalan articles that give a title its gender: *la juez*, *el fiscal*."""

PARTICLES = frozenset("de del dels d la las los les i y".split())
"""Words inside Spanish and Catalan first names, such as *María del Mar*."""


@dataclass(frozen=True)
class Evidence:
    """What one word says of a person's gender.

    Attributes:
        gender: ``female``, ``male``, ``neutral`` (the word is for all genders) or ``unknown`` (the name is given to
            several genders, or seen too rarely to tell).
        kind: ``first name`` or ``shared first name``, or what the lexicon says of the word, such as ``address``,
            ``office`` or ``kinship``.
        source: Lexicon, and for a first name the countries that were looked at.
        probability: For a first name, the share of women among its bearers; None for words.
        n: Bearers where one country with counts was looked at, else countries; 0 for words.

    Example:
        >>> Evidence("unknown", "first name", "first_names: us", 0.5, 100).interval.low < 0.5
        True
    """

    gender: str
    kind: str
    source: str
    probability: float | None = None
    n: int = 0

    @property
    def interval(self) -> Share:
        """The share of women with its 95% Wilson interval; empty for words."""
        return share(round((self.probability or 0.0) * self.n), self.n)


def title_gender(form: str, lang: str) -> Evidence | None:
    """Say whom a title or form of address is for."""
    # To be asked only of what stands before a name: *don* is also a gift and *en* a preposition. In Spanish and Catalan
    # the article may be given too; it decides for titles that women and men share.
    titles = resource(("evidence", "titles"), _titles)
    key = form.strip().casefold().replace(".", "")
    found = titles.get((lang, key))
    article, _, title = key.partition(" ")
    if found is None and lang in ("es", "ca") and article in ARTICLES and (lang, title) in titles:
        found = (ARTICLES[article], titles[lang, title][1])
    return None if found is None else Evidence(*found, "forms_of_address")


def person_noun_gender(lemma: str, lang: str, number: str | None = None) -> Evidence | None:
    """Say whether the meaning of a person noun has a gender; grammar alone gives none."""
    # *Mädchen* is grammatically neuter and female by meaning, *persona* feminine and neutral. Masculine nouns that are
    # also used of all genders, such as *Lehrer* or *profesor*, are not in the table.
    nouns, heads = resource(("evidence", "person nouns"), _person_nouns)
    key = lemma.casefold()
    found = nouns.get((lang, key, number or "")) or nouns.get((lang, key, ""))
    if found is None:
        suffixes = (key[start:] for start in range(2, len(key)))
        found = next((heads[lang, suffix] for suffix in suffixes if (lang, suffix) in heads), None)
    return Evidence(*found, "person_noun_gender") if found and found[0] else None


def first_name_gender(name: str, lang: str) -> Evidence | None:
    """Say to whom a first name is given."""
    # The countries where the language is at home decide: by their counts, or, where there are only lists of frequent
    # names, weighted by speakers if two of them agree, or that of the largest country is one of two. Otherwise all
    # countries are heard, each with one voice, so that a name on which they differ stays unknown, and so does one that
    # a single foreign list has. A single list that contradicts counts and all other lists is not heard at all. Names of
    # several words need parts that agree, unless the whole is counted.
    written = name.strip().casefold().replace("’", "'").removesuffix("'s").removesuffix("'")
    key = " ".join(written.replace("-", " ").split())
    genitive = lang == "de" and key.endswith("s") and not HOME["de"].keys() & _voices(key).keys()
    spellings = [key, key[:-1]] if genitive else [key]
    parts = [part for part in key.split() if part not in PARTICLES]
    at_home = _first(_at_home(spelling, lang) for spelling in spellings)
    if at_home or len(parts) < 2:
        found = at_home or _first(_everywhere(spelling, lang) for spelling in spellings)
        shared = found is not None and not SHARED_NAMES.as_set.isdisjoint(spellings)
        return replace(found, kind=SHARED) if found and shared else found
    return _agreement([first_name_gender(part, lang) for part in parts])


def _first(found: Iterable[Evidence | None]) -> Evidence | None:
    return next((evidence for evidence in found if evidence), None)


def _at_home(name: str, lang: str) -> Evidence | None:
    home = HOME.get(lang, {})
    everywhere = _voices(name)
    voices = {country: voice for country, voice in everywhere.items() if country in home}
    counted = [country for country in COUNTED if country in voices]
    if counted:
        return _verdict({counted[0]: voices[counted[0]]}, home)
    sides = [women > EVEN for women, _ in voices.values()]
    largest = max(home, key=home.__getitem__) in voices if home else False
    agreed = max(map(sides.count, sides), default=0) > 1
    if not agreed and not (largest and len(sides) > 1):
        return None
    verdict = _verdict(voices, home)
    elsewhere = [women for country, (women, n) in everywhere.items() if country in COUNTED and n >= BEARERS]
    women = verdict.probability or 0.0
    if all((other > EVEN) == (women > EVEN) for other in elsewhere):
        return verdict
    return replace(verdict, probability=min(max(women, UNSURE_LISTS), 1 - UNSURE_LISTS))


def _everywhere(name: str, lang: str) -> Evidence | None:
    voices = _voices(name)
    if not voices:
        return None
    evidence = _verdict(voices, dict.fromkeys(voices, 1.0))
    heard = evidence.n > 1 or voices.keys() & HOME.get(lang, {}).keys()
    return evidence if heard else replace(evidence, gender="unknown")


def _voices(name: str) -> dict[str, tuple[float, int]]:
    """Return share of women and number of bearers (one for a list) by country that has the name."""
    # The counts are written without diacritics, but for ñ: they are looked up as written and without. A single list
    # that contradicts them is not heard.
    table = resource(("evidence", "first names"), _first_names)
    plain = unicodedata.normalize("NFKD", name.translate(BARRED)).encode("ascii", "ignore").decode("ascii")
    rows = [table[spelling] for spelling in dict.fromkeys((name, plain)) if spelling in table]
    female, male = (set(cell.split()) for cell in table[name][4:]) if name in table else (set(), set())
    voices = {
        country: ((country in female) / ((country in female) + (country in male)), 1) for country in female | male
    }
    for position, country in enumerate(COUNTED):
        women, men = (sum(int(row[2 * position + side] or 0) for row in rows) for side in (0, 1))
        if women + men:
            voices[country] = (women / (women + men), women + men)
    alone = _alone_against_counts(voices)
    return {country: voice for country, voice in voices.items() if country != alone}


def _alone_against_counts(voices: Mapping[str, tuple[float, int]]) -> str | None:
    """Return the only country whose list names the other gender than all counts and another list do: it has a slip."""
    counted = {_gender(women) for country, (women, n) in voices.items() if country in COUNTED and n >= BEARERS}
    if len(counted) != 1 or "unknown" in counted:
        return None
    listed = {country: women for country, (women, _) in voices.items() if country not in COUNTED}
    against = [country for country, women in listed.items() if women == (0.0 if "female" in counted else 1.0)]
    return against[0] if len(against) == 1 < len(listed) else None


def _verdict(voices: Mapping[str, tuple[float, int]], weights: Mapping[str, float]) -> Evidence:
    total = sum(weights[country] for country in voices)
    probability = sum(women * weights[country] for country, (women, _) in voices.items()) / total
    n = sum(bearers for _, bearers in voices.values()) if len(voices) == 1 else len(voices)
    return Evidence(_gender(probability), "first name", f"first_names: {' '.join(sorted(voices))}", probability, n)


def _gender(probability: float) -> str:
    if probability >= MINIMUM_SHARE:
        return "female"
    return "male" if probability <= 1 - MINIMUM_SHARE else "unknown"


def _agreement(parts: list[Evidence | None]) -> Evidence | None:
    """Return what the parts of a name say together: the least certain part where they agree, else unknown."""
    known = [part for part in parts if part]
    if not known:
        return None
    if len(known) == len(parts) and len({part.gender for part in known}) == 1:
        return min(known, key=lambda part: abs((part.probability or 0.0) - 0.5))
    probability = sum(part.probability or 0.0 for part in known) / len(known)
    sources = sorted({country for part in known for country in part.source.split()[1:]})
    return Evidence("unknown", "first name", f"first_names: {' '.join(sources)}", probability, min(p.n for p in known))


def _titles() -> dict[tuple[str, str], tuple[str, str]]:
    rows = load_lexicon("forms_of_address").rows
    return {(lang, form.casefold()): (gender, kind) for lang, form, gender, kind, _ in rows}


def _person_nouns() -> tuple[dict[tuple[str, str, str], tuple[str, str]], dict[tuple[str, str], tuple[str, str]]]:
    """Return gender and kind by language, lemma and number, and those of nouns that end compounds."""
    nouns: dict[tuple[str, str, str], tuple[str, str]] = {}
    heads: dict[tuple[str, str], tuple[str, str]] = {}
    for lang, lemma, gender, kind, number, compounds, _ in load_lexicon("person_noun_gender").rows:
        nouns[lang, lemma.casefold(), number] = (gender, kind)
        if compounds:
            heads[lang, lemma.casefold()] = (gender, kind)
    return nouns, heads


def _first_names() -> dict[str, list[str]]:
    return {name: cells for name, *cells in load_lexicon("first_names").rows}


class PersonWord(NamedTuple):
    """What a lexicon says of a word for persons; lemmas in the singular, empty where the word has no such form.

    Attributes:
        masculine: Masculine form: *médico*.
        feminine: Feminine form: *médica*; the same as the masculine one for words of common gender.
        neuter: Neuter form: *Kind*.
        kind: ``pair`` (a form for each gender), ``common`` (one form, the article tells: *artista*), ``epicene``
            (one grammatical gender for all: *persona*) or ``collective`` (the same, for many persons at once: *gente*).
            Institutions (*gobierno*) are no words for persons.
        masculine_sense: ``person``, or, of a word that also means something else, ``mostly_person`` (*cura*) or
            ``mostly_thing``; empty where there is no masculine form.
        feminine_sense: The same of the feminine form: *música* is ``mostly_thing``.
        shared: Whether the masculine form of a pair is used for women too, beside their own: *la juez*, *la jueza*.
    """

    masculine: str
    feminine: str
    neuter: str
    kind: str
    masculine_sense: str
    feminine_sense: str
    shared: bool = False


def frequent_surnames() -> frozenset[str]:
    """Return frequent surnames of many countries, case-folded; read once per process."""
    return resource(("surnames",), lambda: frozenset(row[0] for row in load_lexicon("surnames").rows))


def names_of_no_persons(lang: str) -> frozenset[str]:
    """Return names of firms, clubs and works that pipelines take for persons, case-folded; read once per process."""
    rows = load_lexicon("names_of_no_persons").rows
    return resource(
        ("names of no persons", lang), lambda: frozenset(name.casefold() for code, name in rows if code in (lang, ""))
    )


def person_words(lang: str) -> dict[str, PersonWord]:
    """Return the words for persons of a language by each of their forms, in lower case; read once per process."""
    return resource(("person words", lang), lambda: _person_words(lang))


def _person_words(lang: str) -> dict[str, PersonWord]:
    words: dict[str, PersonWord] = {}
    for cells in load_lexicon(f"person_words_{lang}").rows:
        masculine, feminine, neuter, kind, masculine_sense, feminine_sense, note = cells
        shared = "common too" in note
        word = PersonWord(masculine, feminine, neuter, kind, masculine_sense, feminine_sense, shared)
        for form in (word.masculine, word.feminine, word.neuter):
            if form:
                words.setdefault(form.lower(), word)
    return words
