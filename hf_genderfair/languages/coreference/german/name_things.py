"""German names of firms, works, places and signs that look like those of persons.

*die Firma Karl Bode*, *die Eventagentur Bode*, *der Roman „Emma“*, *Riad – Es regnet*, *NEWSDESK Seerene*, *E-Mail*.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import lru_cache

from hf_genderfair.languages.clauses import dependents, has_dependent, is_dateline
from hf_genderfair.languages.coreference.descriptions import role_of_word
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import title_gender
from hf_genderfair.languages.german.names import WORK
from hf_genderfair.languages.german.non_person_nouns import COMPANIES
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.scope import GermanOptions, part_refusal
from hf_genderfair.languages.person_words import frequent_surnames
from hf_genderfair.languages.types import grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

NAMED_AFTER_PERSONS = WordClass("noun_classes_de", "names_no_person")
"""German nouns to which a name right behind them belongs: *die Firma Karl Bode*."""

ENDINGS = ("", "s", "es", "n", "en")

COMPETING = WordClass("noun_classes_de", "competing_ending")
"""Ends of words for persons, and as often for firms, who compete or trade with others."""

CLUBS = WordClass("name_words_de", "club")
"""Abbreviations at the start of the names of clubs."""

DASHES = frozenset("–-—")

LONGEST_PLACES = 7
"""Number of tokens of the longest places before a dash."""

PARTICLES = WordClass("name_parts", "particle")
"""Particles of names."""

SHORTEST_TAIL = 4
"""Smallest number of letters of a noun that ends compounds."""

SHORTEST_SIGN = 3
"""Smallest number of letters of a word in capitals that is no initials."""


def is_named_thing(document: Document, first: int, is_given: Callable[[str], bool]) -> bool:
    """Return whether a name is that of a thing, by what stands around it."""
    token = document.tokens[first]
    owner = token.text.endswith("s") and token.relation.startswith("nmod")
    # VfR Bergen
    if (
        (follows_thing(document, first, not is_given(token.text)) and not owner)
        or is_dateline(document, first)
        or (token.text.lower() in CLUBS and sum(map(str.isupper, token.text)) > 1)
        or _is_ship(document, first)
    ):
        # 'das Programm Merkels' is hers
        return True
    given = is_given(token.text)
    if not given and _is_team(document, first):
        return True
    if _is_dateline_of(document, first, given) or (
        not given and (_is_company(document, first) or is_example(document, first) or _is_called_thing(document, first))
    ):
        return True
    return part_refusal(document, token.start, token.end, GermanOptions()) == WORK


def follows_thing(document: Document, index: int, inflected: bool = False) -> bool:
    """Whether a noun for a firm, a work or a place stands before a token, which is its name: *die Firma Koch*."""
    noun = document.tokens[index - 1] if index else None
    if noun is None or not noun.text[0].isupper():
        return False
    # the lemma, since 'des Verbandes Brunka' is a genitive
    endings = ENDINGS if inflected else ENDINGS[:1]
    words = {low.removesuffix(ending) for low in (noun.text.lower(), noun.lemma.lower()) for ending in endings}
    return any(word in NAMED_AFTER_PERSONS or word.endswith(_long_things()) for word in words)


def is_thing_again(
    document: Document, first: int, last: int, things: Container[str], is_given: Callable[[str], bool]
) -> bool:
    """Return whether words are the name of a thing that the text has called so, also with a noun behind it."""
    # *Der Hurrikan Rita wuchs. Gestern hat Rita Kurs auf die Küste genommen*: parsers take both words for a name.
    tokens = document.tokens
    noun = last - first > 1 and tokens[last - 1].pos == "NOUN" and not is_given(tokens[last - 1].text)
    if last - first > 1 and is_given(tokens[first].text):
        return noun and tokens[first].text in things
    return document.text[tokens[first].start : tokens[last - 1].end] in things


def _is_ship(document: Document, first: int) -> bool:
    """Whether a number stands behind a title of nobility, a name and an article: *die Queen Mary 2*."""
    tokens = document.tokens
    if first < 2 or first + 1 >= len(tokens) or not tokens[first + 1].text.isdigit():
        return False
    title = title_gender(tokens[first - 1].text, document.lang)
    return tokens[first - 2].pos == "DET" and title is not None and title.kind == "nobility"


def _is_team(document: Document, first: int) -> bool:
    """Whether a name of several words has a plural article and the ending of English plurals: *die Brunka Bulls*."""
    tokens = document.tokens
    last = first
    while last + 1 < len(tokens) and tokens[last + 1].pos == "PROPN":
        last += 1
    article = tokens[first - 1] if first else tokens[first]
    plural = article.pos == "DET" and article.text.lower() in ("die", "den")
    return plural and last > first and tokens[last].text.endswith("s")


def _is_company(document: Document, first: int) -> bool:
    """Whether a company's trade stands before a name, or a number of its products: *Autobauer Ford*, *300 Ford*."""
    before = document.tokens[first - 1] if first else None
    if before is None:
        return False
    if document.tokens[first].text.casefold() not in frequent_surnames() and before.text.lower().endswith(
        COMPETING.as_tuple
    ):
        # 'der Konkurrent Brunka', but 'der Konkurrent Müller'
        return True
    trade = before.text.lower().endswith(COMPANIES.as_tuple) or before.lemma.lower().endswith(COMPANIES.as_tuple)
    counted = before.pos == "NUM" and title_gender(before.text, document.lang) is None
    # abbreviations are tagged as numbers too: 'Ing.in Bode'
    return trade or (counted and (before.relation == "nummod" or _is_amount(before.text)))


def _is_amount(number: str) -> bool:
    """Whether a number before a name counts what has it: *149.800 Yuan*, but not *2002 Bode*, *3. Bode*."""
    year = len(number) == len("2002") and number.isdigit()
    return not year and number[-1].isdigit()


def _is_called_thing(document: Document, first: int) -> bool:
    """Whether an apposition says what thing a name is: *Brunka, ein Verein*, *Endosulfan (ein Pestizid)*."""
    tokens = document.tokens
    return any(
        tokens[noun].pos == "NOUN"
        and person_form(tokens[noun].text, grammatical_gender(tokens[noun].morph)) is None
        and any(tokens[child].text.lower() in ("ein", "eine") for child in dependents(document, noun, "det"))
        for noun in dependents(document, first, "appos")
        if noun > first
    )


def is_example(document: Document, first: int) -> bool:
    """Return whether a name is an example of things: *Plattformen wie Brunka*, *Hits wie Tommy*."""
    tokens = document.tokens
    if first < 2 or tokens[first - 1].text != "wie" or tokens[first - 2].pos != "NOUN":
        return False
    noun = tokens[first - 2]
    return noun.morph.get("Number") == "Plur" and person_form(noun.text, grammatical_gender(noun.morph)) is None


def _is_dateline_of(document: Document, first: int, given: bool) -> bool:
    """Whether places open a sentence before a dash: *San Remo –*, *Maria Rain/Wien – Der König kam*."""
    # Two words that begin with a first name are rather somebody, unless a stroke joins them with another place.
    tokens = document.tokens
    start, end = document.sentences[document.sentence_of[first]]
    last = first
    while last < end and (tokens[last].pos == "PROPN" or tokens[last].text == "/" or _joins_places(document, last)):
        last += 1
    dash = first == start and 1 < last - first <= LONGEST_PLACES and last + 1 < end and tokens[last].text in DASHES
    joined = any(token.text == "/" for token in tokens[first:last])
    return dash and tokens[last].start > tokens[last - 1].end and (joined or not given)


def _joins_places(document: Document, index: int) -> bool:
    """Whether a preposition stands between two parts of a place: *Bergen im Tal*."""
    tokens = document.tokens
    if tokens[index].pos == "NOUN":
        return index > 0 and tokens[index - 1].pos == "ADP"
    return tokens[index].pos == "ADP" and index > 0 and index + 1 < len(tokens) and tokens[index + 1].text[0].isupper()


@lru_cache(maxsize=1)
def _long_things() -> tuple[str, ...]:
    """Return the nouns of `NAMED_AFTER_PERSONS` that end compounds: *Eventagentur*."""
    return tuple(word for word in NAMED_AFTER_PERSONS.as_tuple if len(word) >= SHORTEST_TAIL)


def is_compound(document: Document, first: int, last: int, listed: bool) -> bool:
    """Return whether a single word is a compound of nouns with a hyphen: *E-Mail*, but not *Müller-Weber*."""
    tokens = document.tokens
    text = document.text[tokens[first].start : tokens[last - 1].end]
    return not listed and tokens[last - 1].pos == "NOUN" and "-" in text and " " not in text


def is_place_of_office(document: Document, first: int, last: int) -> bool:
    """Return whether a word is the genitive of a place before an office: *Odessas Gouverneur*."""
    # The office may be one of the words, since pipelines take both for a name.
    tokens = document.tokens
    noun = first + 1
    if last > noun + 1 or noun == len(tokens) or not tokens[first].text.endswith("s") or tokens[noun].pos != "NOUN":
        return False
    office = role_of_word(tokens[noun].lemma or tokens[noun].text, "de")
    return office.kind_class == "politics" and office.kind == "office"


def is_of_noun_or_office(document: Document, first: int, last: int, is_listed: Callable[[str], bool]) -> bool:
    """Return whether a word is a compound in which no part is a name (*Hit-Single*), or a place before an office."""
    if is_place_of_office(document, first, last):
        return True
    parts = document.text[document.tokens[first].start : document.tokens[last - 1].end].split("-")
    # 'Al-Zayani' is a surname
    compound = len(parts) > 1 and " " not in "".join(parts) and parts[0].lower() not in PARTICLES
    return compound and not any(map(is_listed, parts))


def is_sign(texts: Sequence[str], is_listed: Callable[[str], bool]) -> bool:
    """Return whether one word of several is in capitals and none is a name: *NEWSDESK Seerene*, not *Angela MERKEL*."""
    loud = [text for text in texts if text.isupper() and len(text) >= SHORTEST_SIGN]
    return 0 < len(loud) < len(texts) and not any(map(is_listed, texts))


def is_described(document: Document, index: int) -> bool:
    """Return whether an article and an adjective stand before a surname: *der erfahrene Brandt*."""
    tokens = document.tokens
    adjective = index > 0 and tokens[index - 1].pos == "ADJ" and tokens[index].morph.get("Number") != "Plur"
    return adjective and any(tokens[child].relation.startswith("det") for child in document.children[index])


def is_behind_role(document: Document, first: int) -> bool:
    """Return whether a name stands behind a noun with an article, or one for an occupation: *Chefin Halina*."""
    noun = document.heads[first]
    if document.tokens[first].relation != "appos" or noun != first - 1:
        return False
    role = role_of_word(document.tokens[noun].lemma or document.tokens[noun].text, "de")
    working = role.dimension in ("occupation", "deed") and role.kind_class not in ("sport", "nobility")
    return working or has_dependent(document, noun, "det", "det:poss")


def is_surname_of_noun(document: Document, index: int) -> bool:
    """Return whether a noun is the surname behind a first name that is tagged as a person: *Doris Hummer*."""
    # Behind an academic title it is one whatever a parser ties it to: *Dr.in Eva Kranz*.
    tokens = document.tokens
    entity = document.entity_at(tokens[index - 1].start) if index else None
    tied = tokens[index].relation == "flat" and document.heads[index] == index - 1
    # 'Bernd Sommer prägte die Szene', where the parser takes the first name for the lesser word
    tied = tied or (tokens[index - 1].relation == "compound" and document.heads[index - 1] == index)
    title = title_gender(tokens[index - 2].text, document.lang) if index > 1 else None
    titled = title is not None and title.kind == "academic" and tokens[index].text.casefold() in frequent_surnames()
    person = entity is not None and entity.type == "PER" and entity.end == tokens[index - 1].end
    return person and (tied or titled)
