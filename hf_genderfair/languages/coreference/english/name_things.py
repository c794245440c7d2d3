"""English names of works, firms, places and days that look like those of persons.

*the film “Top Cook”*, *Lord & Hale*, *SAN REMO (AP)*, *May 7*, *Hale v. Moss*, *Hale Studios*, *Fort Hale*.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import dependents, has_dependent, is_finite
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import first_name, person_form
from hf_genderfair.languages.evidence import title_gender
from hf_genderfair.lexicons.word_class import WordClass

BODIES = WordClass("name_words_en", "place_or_body")
ORGANISATIONS = WordClass("name_words_en", "organisation")
LEGAL_FORMS = WordClass("name_words_en", "legal_form")
STATES = WordClass("name_words_en", "state_and_name")
PLACES = WordClass("noun_classes_en", "place_of")
"""Nouns before *of* and the name of a place: *the town of Austin*."""

OF_SOMEBODY = WordClass("noun_classes_en", "of_somebody")
"""Nouns for groups that are named after a person: *the Hale family*, *the Hale cabinet*."""

STREETS = WordClass("name_words_en", "street")
AGENCIES = WordClass("name_words_en", "news_agency")
MONTHS = WordClass("name_words_en", "month_and_name")
REGIONS = WordClass("name_words_en", "region")
"""States, countries and counties, which stand behind a town and a comma."""

BEFORE_PLACES = WordClass("name_words_en", "before_place")
"""Words that begin names of places: *Fort Hale*."""

TIMES = WordClass("name_words_en", "time")
BEFORE_MONTHS = WordClass("closed_classes_en", "before_month")
THINGS = WordClass("noun_classes_en", "named_thing")
"""Nouns to which a name right behind them belongs: *the band Hale*."""

COMMANDS = WordClass("name_words_en", "verb_and_name")
"""Verbs that are first names too."""

INHABITANTS = WordClass("noun_classes_en", "inhabitant")
"""Those whom places have."""

VESSELS = WordClass("noun_classes_en", "vessel")
"""Words, and abbreviations before names, of ships: *USS Hale*."""

DEITIES = WordClass("name_words_en", "deity")
SUFFIXES = WordClass("name_parts", "suffix")

INNER_CAPITALS = WordClass("name_parts", "before_capital")
"""Beginnings of surnames before another capital: *MacIntyre*."""

WITHIN = frozenset("in into near within outside".split())
JOINING = frozenset("and or to".split())
ROYAL = WordClass("name_words_en", "title_of_given_name")
"""Titles before a first name alone: what else stands behind them is no person, *Queen City*."""

SAINTS = frozenset({"St", "Saint"})
"""Words before names that are those of churches, schools and hospitals too."""

PARTIES = frozenset({"v", "v.", "vs", "vs."})
GENITIVES = frozenset({"'s", "’s", "'", "’"})
DASHES = frozenset({"-", "–", "—", "--"})
ADDRESS = re.compile(r"[A-Za-z]{3,}\.[a-z]{2,3}")
PARTY_AND_STATE = re.compile(r"[RDI]-[A-Z]")
OF_ACRONYM = re.compile(r"[A-Z]{2,}-[a-z]+")
"""An adjective that a text makes of a name: *a KTV-style host*."""

CAMEL = re.compile(r"([A-Z][a-z]+)[A-Z][a-z]")
FIRM = re.compile(r"([A-Z][\w-]+),? ([A-Z][A-Za-z]+)\b")
TITLE = re.compile(
    r"(?<=[a-z(,:;'’] )(?:[\"“‘]|``)\s?([A-Z][^\"“”‘`]{2,60}?)[.,]?\s?(?:[\"”]|'')"
    r"|(?:[\"“‘]|``)\s?([A-Z][^\"“”‘`]{2,60}?)\s?(?:[\"”]|'')(?= (?:is|was)\b)"
)
"""A quotation inside a clause, or the subject of one."""

ENDS_OF_PLACES = frozenset(", . ; : ) ( – — -".split()) | {""}
"""What follows a town with its state."""

LONGEST_DATELINE = 6

LEAST_INITIALS = 3

SHORTEST_CAPITALISED = 4
"""Letters from which words in titles of works have a capital."""


def is_thing(document: Document, first: int, last: int, listed: bool) -> bool:
    """Return whether a name is certainly no person's."""
    tokens = document.tokens
    words = [token.text for token in tokens[first:last]]
    before = tokens[first - 1].text if first else ""
    after = [token.text for token in tokens[last : last + 3]] + ["", "", ""]
    if (
        any("&" in word for word in words)
        or words[0] == "of"
        or not PARTIES.isdisjoint(words)
        or words[-1].lower() in ORGANISATIONS
    ):
        return True
    if before in PARTIES or (after[0] in PARTIES and after[1][:1].isupper()):
        return True
    if " " not in document.text[tokens[first].start : tokens[last - 1].end] and _is_single_thing(
        document, first, last, listed
    ):
        return True
    if _is_place(document, first, last, listed) or _is_example(document, first, last):
        return True
    if _has_inhabitants(document, first):
        return True
    named = before.islower() and before in THINGS and after[0] not in GENITIVES
    if named or _is_part(document, first, last):
        return True
    if (
        (not listed and _is_several(words))
        or _opens_dateline(document, first, last)
        or _is_abbreviated(document, first, last)
    ):
        return True
    return is_in_title(document, first) or _is_dateline(after) or _goes_on(document, last)


def _is_single_thing(document: Document, first: int, last: int, listed: bool) -> bool:
    tokens = document.tokens
    word = document.text[tokens[first].start : tokens[last - 1].end]
    before = [token.text.lower() for token in tokens[max(0, first - 2) : first]]
    after = [token.text for token in tokens[last : last + 3]] + ["", "", ""]
    if (after[0] == "&" and after[1][:1].isupper()) or before[-1:] == ["&"]:
        return True
    if after[0] == "," and after[1][:1].isupper() and after[2] == "&":
        return True
    low = word.lower()
    if low == "al" and before[-1:] == ["et"]:
        return True
    if low in MONTHS and _is_month(before, after):
        return True
    if _follows_gerund(document, first) or _is_command(document, first) or begins_ship(document, first - 1):
        return True
    if len(before) == 2 and before[1] == "," and (_is_street(tokens[first - 2]) or low in STATES):
        return True
    if len(before) == 2 and before[1] == "of" and before[0] in PLACES:
        return True
    if after[0] in GENITIVES and after[1][:1].isupper() and after[1].lower() in BODIES:
        return True
    if low in BODIES and first and _is_named_behind(tokens[first - 1]):
        return True
    # Humanism
    if (word.endswith("ism") and word[0].isupper()) or low in SUFFIXES or (low in DEITIES and first_name(word) is None):
        return True
    camel = CAMEL.match(word)
    joined = camel is not None and not listed and camel.group(1).lower() not in INNER_CAPITALS
    return (
        joined
        or bool(OF_ACRONYM.fullmatch(word))
        or bool(ADDRESS.fullmatch(word) or PARTY_AND_STATE.match(word))
        or (not listed and word in _firms(document.text))
    )


def _is_named_behind(before: Token) -> bool:
    """Whether a word before one for a place or a body is its name: *Ternu Day*, *the Queen City*."""
    if before.text.lower() in ROYAL:
        return before.text[0].isupper()
    named = before.pos == "PROPN" and before.text[0].isupper() and before.text[-1] != "."
    return named and first_name(before.text) is None and title_gender(before.text, "en") is None


def _is_month(before: list[str], after: list[str]) -> bool:
    """Whether what is beside says that a month is meant: *May 7th*, *7 May*, *Thursday, May*, *May and June*."""
    other = after[0].lower() in JOINING and after[1].lower() in TIMES
    if other or (before[-1:] and before[-1] in JOINING and before[0] in MONTHS):
        return True
    day = any(word.isdigit() or (word in TIMES and word not in MONTHS) for word in before)
    return after[0][:1].isdigit() or day or not BEFORE_MONTHS.as_set.isdisjoint(before[-1:])


def _is_command(document: Document, index: int) -> bool:
    """Whether a verb that is a first name too opens a sentence before its object: *Mark your calendar*."""
    tokens = document.tokens
    first, last = document.sentences[document.sentence_of[index]]
    if index != first or tokens[index].text.lower() not in COMMANDS or index + 2 >= last:
        return False
    if tokens[index + 1].relation == "nmod:poss":
        return True
    noun = next((token for token in tokens[index + 2 : last] if token.pos in ("NOUN", "PROPN")), tokens[index])
    told = person_form(noun.text) is not None and any(is_finite(token) for token in tokens[index + 1 : last])
    return tokens[index + 1].relation == "det" and noun.text.islower() and not told


def begins_ship(document: Document, index: int) -> bool:
    """Return whether a title begins the name of a ship: *the Queen Mary 2*."""
    words = [token.text.lower() for token in document.tokens[max(0, index - 1) : index + 3]]
    return len(words) > 3 and words[0] == "the" and words[1] in ROYAL and words[3].isdigit()


def _has_inhabitants(document: Document, index: int) -> bool:
    """Whether so many live in what a name names: *Charlotte has 900,000 people*."""
    tokens, verb = document.tokens, document.heads[index]
    if tokens[index].relation != "nsubj" or tokens[verb].lemma != "have":
        return False
    owned = dependents(document, verb, "obj")
    return any(tokens[noun].lemma in INHABITANTS and has_dependent(document, noun, "nummod") for noun in owned)


def _follows_gerund(document: Document, index: int) -> bool:
    """Whether a verb with a capital makes a word part of a title inside a sentence: *the film Chasing Hale*."""
    before = document.tokens[index - 1].text if index else ""
    inside = index - document.sentences[document.sentence_of[index]][0] > 1
    return inside and before[:1].isupper() and before.endswith("ing") and document.tokens[index - 1].pos == "VERB"


def _is_place(document: Document, first: int, last: int, listed: bool) -> bool:
    """Whether a name is that of a place by the words beside it: *Fort Hale*, *Hale, Texas*, *in Levi Ternu*."""
    tokens = document.tokens
    low = tokens[first].text.lower()
    if last - first > 1 and low in BEFORE_PLACES:
        return True
    before = tokens[first - 1].text if first else ""
    if before[:1].isupper() and before.lower() in BEFORE_PLACES and last - first == 1:
        return True
    if last - first > 1 and before.isupper() and before.lower() in VESSELS:
        return True
    if last - first == 1 and before in (",", "("):
        dot = last < len(tokens) and tokens[last].text == "."
        if (low.endswith(".") and low in REGIONS) or (dot and f"{low}." in REGIONS):
            return True
    if before.lower() in WITHIN and not listed and first_name(tokens[first].text) is None:
        return last - first > 1
    after = [token.text for token in tokens[last : last + 4]] + ["", "", "", ""]
    if before.rstrip(".") in SAINTS and after[0] in GENITIVES and not after[1].islower():
        # 'a priest at St Paul's' has no noun for what is his
        return True
    if after[0][:1].isupper() and after[0].lower() in REGIONS:
        return True
    if after[0] != "," or not after[1][:1].isupper():
        return False
    short = after[2] == "." and f"{after[1].lower()}." in REGIONS
    return (after[1].lower() in REGIONS and _ends_place(after[2])) or (short and _ends_place(after[3]))


def _is_example(document: Document, first: int, last: int) -> bool:
    """Whether a name is an example of things or places: *films such as Hale and Moss*."""
    tokens, heads = document.tokens, document.heads
    head = next((index for index in range(first, last) if not first <= heads[index] < last), first)
    while tokens[head].relation in ("conj", "appos", "flat") and tokens[heads[head]].pos == "PROPN":
        head = heads[head]
    if head < 3 or tokens[head - 1].text != "as" or tokens[head - 2].text.lower() != "such":
        return False
    noun = tokens[head - 4 if tokens[head - 3].text == "," else head - 3]
    return noun.lemma.lower() in THINGS or noun.lemma.lower() in PLACES


def _ends_place(word: str) -> bool:
    """Whether what stands behind a town with its state is not the rest of a list of names."""
    return word in ENDS_OF_PLACES or (word.islower() and word not in ("and", "or"))


def own_words(words: list[str]) -> tuple[int, int]:
    """Return which words of a name are left without a heading of the same name before it and a day behind it."""
    kept = len(words)
    start = max(index for index, word in enumerate(words) if word == words[0])
    while kept > 1 and words[kept - 1].lower() in TIMES and words[kept - 1].lower() not in MONTHS:
        kept -= 1
    while kept - start > 1 and words[kept - 1] == words[kept - 2]:
        kept -= 1
    return (start, kept) if start < kept else (0, kept)


def _is_abbreviated(document: Document, first: int, last: int) -> bool:
    """Whether brackets behind three words or more hold their initials, or around them: *North Sea Club (NSC)*."""
    if last - first < LEAST_INITIALS:
        return False
    words = [token.text for token in document.tokens[max(0, first - 2) : last + 2]]
    name = [token.text for token in document.tokens[first:last]]
    around = [pair[1] for pair in (words[-2:], words[1::-1]) if pair[0] == "("]
    return "".join(word[0] for word in name) in around


def _is_street(token: Token) -> bool:
    return token.text[0].isupper() and token.text.lower() in STREETS


@lru_cache(maxsize=4)
def _firms(text: str) -> frozenset[str]:
    """Return the words before the legal form of a firm: *Hale Corp.*."""
    return frozenset(found.group(1) for found in FIRM.finditer(text) if found.group(2).lower() in LEGAL_FORMS)


def _is_part(document: Document, first: int, last: int) -> bool:
    """Whether a name says which thing or family a noun behind it is: *the Old Hale pub*, *the Hale family*."""
    tokens = document.tokens
    if last >= len(tokens) or not tokens[last].text.islower():
        return False
    joined = any(document.heads[index] == last for index in range(first, last))
    noun = tokens[last].text
    return joined and (noun in OF_SOMEBODY or (last - first == 1 and noun in THINGS))


def _is_several(words: list[str]) -> bool:
    """Whether the last word is a plural for persons: *militant Sikhs*."""
    form = person_form(words[-1])
    return form is not None and form.plural and (len(words) == 1 or words[0].islower())


def _opens_dateline(document: Document, first: int, last: int) -> bool:
    """Whether a name in capitals opens a sentence before a place and a dash: *AUGUSTA, Ga. - The …*."""
    tokens = document.tokens
    start, end = document.sentences[document.sentence_of[first]]
    if first != start or not all(token.text.isupper() for token in tokens[first:last]):
        return False
    for token in tokens[last : min(end, last + LONGEST_DATELINE)]:
        if token.text in DASHES:
            return True
        if token.pos not in ("PROPN", "PUNCT"):
            return False
    return False


def _is_dateline(after: list[str]) -> bool:
    """Whether an agency in brackets follows: *SAN REMO (AP)*."""
    return after[0] == "(" and after[1].lower() in AGENCIES and after[2] == ")"


def _goes_on(document: Document, last: int) -> bool:
    """Whether the name goes on to that of an organisation or a place: *Hale Animation Studios*."""
    tokens = document.tokens
    end = last
    while end < len(tokens) and tokens[end].pos == "PROPN" and tokens[end].text[0].isupper():
        end += 1
    word = tokens[end - 1].text.lower() if end > last else ""
    return word in BODIES or word in ORGANISATIONS


def is_in_title(document: Document, index: int) -> bool:
    """Return whether a token stands in the title of a work in quotation marks: *the show “Top Cook”*."""
    start = document.tokens[index].start
    titles = _titles(document.text)
    number = bisect_right(titles, (start, len(document.text))) - 1
    return number >= 0 and start < titles[number][1]


@lru_cache(maxsize=4)
def _titles(text: str) -> list[tuple[int, int]]:
    groups = ((found, found.lastindex or 1) for found in TITLE.finditer(text))
    return [found.span(group) for found, group in groups if _is_title(found[group])]


def _is_title(quoted: str) -> bool:
    words = quoted.split()
    capitals = all(not word[0].islower() for word in words if len(word) >= SHORTEST_CAPITALISED)
    return len(words) > 1 and capitals and quoted[-1] not in ".?!"
