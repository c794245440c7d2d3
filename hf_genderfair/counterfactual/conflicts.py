"""Why a swapped sentence would be false or odd, as far as rules can tell (Görge et al. 2025, section 4.2.4).

The lexicon ``counterfactual_conflicts`` holds, for each attribute, words beside which a swap makes no sense. Beyond it
count: first names that are given to the other gender, couples and parents, pairs of words that name both genders, ages
in digits, and, for religions, named persons and places, whose religion is a fact; and before any swap the topics of
politics and history, in which a swapped word makes a false statement (E.1).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.counterfactual.swapping import Swapping
from hf_genderfair.counterfactual.word_classes import THING, names_thing, token_indices
from hf_genderfair.languages.analysis import Entity
from hf_genderfair.languages.clauses import has_copula, has_word_below
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import person_form
from hf_genderfair.languages.evidence import first_name_gender, person_noun_gender
from hf_genderfair.languages.reader.reading import read
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

PARTNER, OWNED, COUPLE, HEAD = "partner word", "owned partner word", "couple verb", "person or community"
"""Kinds of words in the lexicon that are a conflict only in some contexts; all others always are."""

SURROUNDED = (PARTNER, OWNED, COUPLE, HEAD, THING)

POINTING = frozenset({"pronoun", "possessive", "reflexive", "relative", "title", "determiner"})
"""Rules of changes that may point to a name elsewhere in the sentence."""

SPEAKERS = {
    "en": WordClass("closed_classes_en", "owner_of_any_gender"),
    "de": WordClass("closed_classes_de", "owner_of_any_gender"),
    "es": WordClass("closed_classes_romance", "owner_of_any_gender_es"),
}
"""Words before a partner word that leave open whether the other of the couple is a woman or a man."""

UNGENDERED = {
    "en": WordClass("closed_classes_en", "partner_of_anybody"),
    "de": WordClass("closed_classes_de", "partner_of_anybody"),
    "es": WordClass("closed_classes_romance", "partner_of_anybody_es"),
}
"""The same, and words that leave open whose partner is meant."""

OWNERS = {
    "en": WordClass("closed_classes_en", "partner_of_somebody"),
    "de": WordClass("closed_classes_de", "partner_of_somebody"),
    "es": WordClass("closed_classes_romance", "partner_of_somebody_es"),
}
"""Words that make a partner of a woman or a man: *seine Frau*."""

GENDERED_PRONOUNS = {
    **dict.fromkeys(("she", "her", "hers", "ella"), "female"),
    **dict.fromkeys(("he", "him", "his", "er", "ihm", "él"), "male"),
}

AGES = re.compile(
    r"\d+(?:\.\d+)?[- ](?:year|month|week|day)s?[- ]old|\b(?:age[ds]?|turn(?:ed|s)?|under|over|until|before) \d{1,3}\b|"
    r"\b\d{1,2}(?:-|–| to | and )\d{1,2} (?:year|month)s?\b|, (?:[1-9]|[1-9]\d|1[01]\d) ?,|\b\d+ years old|\bU-?\d\d\b",
    re.IGNORECASE,
)
"""Ages in digits: *the 8-year-old*, *aged 12*, *a boy, 12, fell*."""

SCHOOLS = re.compile(
    r"\b[A-Z]\w+ (?:High|Elementary|Middle|Prep|Academy|Grammar|Primary)\b|\b[A-Z]{0,4}[HMEP]S\b|"
    r"\bP\.S\.(?: \d+)?|\bK-\d+\b|\bSATs?\b|\bGCSEs?\b|\bA-levels?\b|\bPhD\b|\bMBA\b"
)
"""Schools named without the word, and examinations: *goes to Lincoln High*, *a junior at MHS*."""

TREATING = WordClass("noun_classes_en", "treating_ending")
"""Ends of nouns before which an adjective says who is treated, not who treats: *an adolescent therapist*."""

CITIZENS = frozenset({"citizen", "citizens"})
"""Nouns with which an adjective is a set phrase: *senior citizens*."""

NO_TEENAGERS = frozenset({"person", "people", "persons", "executive", "executives", "citizen", "citizens"})
"""Nouns beside which *adolescent* is not usual, though they name persons."""

FEW = WordClass("closed_classes_en", "some_of_community")
"""Words between a community and some of its people."""

NAMING = ("appos", "flat", "nsubj", "nsubj:pass", "compound")
"""Dependency relations of a name to a word that describes the person."""


NEW = WordClass("closed_classes_en", "of_new_person")
"""Words before persons whom the text introduces."""

COMMUNITIES_IN_HEADINGS = frozenset({"communities", "organisations", "organizations", "families"})

COMMUNITIES = WordClass("noun_classes_en", "community")
"""Singular nouns for many persons, whose religion is a fact."""

HOUSEHOLDS = frozenset({"family", "families", "couple", "couples", "household", "households"})


class _Words(NamedTuple):
    """Words of an attribute in a language: patterns with reasons by target group, and words to check in context."""

    patterns: Mapping[str, tuple[tuple[str, re.Pattern[str]], ...]] = MappingProxyType({})
    partners: Mapping[str, str] = MappingProxyType({})
    owned: frozenset[str] = frozenset()
    couple: re.Pattern[str] | None = None
    heads: frozenset[str] = frozenset()


def conflict(document: Document, swapping: Swapping, to: str, attribute: str) -> str | None:
    """Return why a swapped sentence would be false or odd."""
    if not swapping.changes:
        return None
    words = resource(("counterfactual", "conflicts"), _read).get((document.lang, attribute), _Words())
    text = document.text
    # other group words would be found as their own conflict
    for change in swapping.changes if attribute != "gender" else ():
        text = text[: change.start] + "_" * (change.end - change.start) + text[change.end :]
    text = text.lower()
    for kind, pattern in (*words.patterns.get(to, ()), *words.patterns.get("any", ())):
        if pattern.search(text):
            return kind
    reasons = (check(document, swapping, to, words) for check in _CHECKS.get(attribute, ()))
    return next(filter(None, reasons), None)


def _kinship(document: Document, swapping: Swapping, to: str, words: _Words) -> str | None:
    """Leave the two of a couple as they are: *he and his wife*."""
    changed = _changed(document, swapping)
    points = any(change.rule in POINTING for change in swapping.changes)
    for index, token in enumerate(document.tokens):
        gender = words.partners.get(token.text.lower())
        if gender is None:
            continue
        before = _possessor(document, index)
        if token.text.lower() in words.owned and before not in OWNERS[document.lang]:
            continue
        open_ended = before in UNGENDERED[document.lang]
        if index in changed and gender != to and not open_ended:
            return "kinship"
        kept = index not in changed and gender == to and (points or not open_ended)
        if kept and before not in SPEAKERS[document.lang]:
            return "kinship"
    joins = words.couple is not None and words.couple.search(document.text.lower())
    others = (index for index in range(len(document.tokens)) if index not in changed)
    return "kinship" if joins and any(_gender(document, index) == to for index in others) else None


def _possessor(document: Document, index: int) -> str:
    """Return the determiner of a noun in lower case, or an empty text."""
    for child in document.children[index]:
        token = document.tokens[child]
        if child < index and (token.relation in ("det", "nmod:poss", "det:poss") or token.pos in ("DET", "PRON")):
            return token.text.lower()
    return ""


def _name(document: Document, swapping: Swapping, to: str, words: _Words) -> str | None:
    """Leave a sentence whose changed words may mean somebody with a first name of the other gender."""
    changed = _changed(document, swapping)
    tokens = document.tokens
    other = "male" if to == "female" else "female"
    persons = {change.chain for change in swapping.changes}
    for number, mention in enumerate(document.derived(read).mentions):
        first = mention.kind == "name" and mention.chain in persons and mention.chain == number
        named = tokens[mention.first : mention.last + 1] if first else ()
        if any(_name_gender(token.text, document.lang) == other for token in named):
            return "name"
    # a noun may say what somebody is: Bob and Jim, those are nice men
    pointing = [
        change.start
        for change in swapping.changes
        if change.rule in POINTING or has_copula(document, token_indices(document, change.start, change.end)[1])
    ]
    for index, token in enumerate(tokens):
        if index in changed or token.pos != "PROPN" or _name_gender(token.text, document.lang) != other:
            continue
        before = token.start < max(pointing, default=-1)
        subject = bool(pointing) and token.relation.startswith("nsubj")
        if before or subject or _beside_change(document, index, changed):
            return "name"
    return None


def _beside_change(document: Document, index: int, changed: frozenset[int]) -> bool:
    """Whether a name names the person of a changed word: *his brother John*, *John is a father*."""
    if index - 1 in changed or index + 1 in changed or document.heads[index] in changed:
        return True
    return any(
        child in changed and document.tokens[child].relation in ("appos", "compound", "flat", "nmod", "conj")
        for child in document.children[index]
    )


def _pairs(document: Document, swapping: Swapping, to: str, words: _Words) -> str | None:
    """Leave a sentence in which a word of each gender stand side by side, or a word would come twice."""
    changed = _changed(document, swapping)
    for index in sorted(changed):
        for other in _conjuncts(document, index):
            named = document.tokens[other].pos == "PROPN"
            if other not in changed and not named and _gender(document, other) == to:
                return "contrast"
    kept = {token.text.casefold() for index, token in enumerate(document.tokens) if index not in changed}
    nouns = (change.replacement.casefold() for change in swapping.changes if change.rule == "noun")
    return "double" if any(noun in kept for noun in nouns) else None


def _gender(document: Document, index: int) -> str:
    token = document.tokens[index]
    if token.text.lower() in GENDERED_PRONOUNS:
        return GENDERED_PRONOUNS[token.text.lower()]
    if token.pos == "PROPN":
        return _name_gender(token.text, document.lang)
    evidence = person_noun_gender(token.lemma or token.text, document.lang, token.morph.get("Number"))
    return evidence.gender if evidence else ""


@lru_cache(maxsize=10_000)
def _name_gender(name: str, lang: str) -> str:
    evidence = first_name_gender(name, lang) if name[0].isupper() else None
    return evidence.gender if evidence else ""


def _conjuncts(document: Document, index: int) -> Iterator[int]:
    if document.tokens[index].relation == "conj":
        yield document.heads[index]
    for child in document.children[index]:
        if document.tokens[child].relation == "conj":
            yield child


def _coordinated(document: Document, swapping: Swapping, to: str, words: _Words) -> str | None:
    """Leave group words that stand beside other persons: *women and children*, *children and adults*."""
    changed = _changed(document, swapping)
    others = {other for index in changed for other in _conjuncts(document, index)} - changed
    return "contrast" if any(document.tokens[other].pos in ("NOUN", "PROPN") for other in others) else None


def _digits(document: Document, swapping: Swapping, to: str, words: _Words) -> str | None:
    return "age" if AGES.search(document.text) else None


def _school(document: Document, swapping: Swapping, to: str, words: _Words) -> str | None:
    return "young life" if to != "young" and SCHOOLS.search(document.text) else None


def _types(document: Document, swapping: Swapping, to: str, words: _Words) -> str | None:
    """Leave types of people that everybody knows: *that kid who always won*."""
    for index in _changed(document, swapping):
        below = [document.tokens[child] for child in document.children[index]]
        pointed = any(token.text.lower() in ("that", "the") and token.relation == "det" for token in below)
        clause = any(token.relation in ("acl:relcl", "relcl") for token in below)
        if pointed and clause and document.tokens[index].morph.get("Number") != "Plur":
            return "type of person"
    return None


def _age_heads(document: Document, swapping: Swapping, to: str, words: _Words) -> str | None:
    """Leave adjectives where the new one is not usual, or where they say whom somebody treats."""
    for index in _changed(document, swapping):
        token, head = document.tokens[index], document.tokens[document.heads[index]]
        if token.relation not in ("amod", "compound") or document.heads[index] <= index:
            # of victims who are elderly it is not said as of others that they are young
            if token.pos == "ADJ":
                return "fixed expression"
            continue
        low = head.text.lower()
        if (
            person_form(low) is None
            or low.endswith(TREATING.as_tuple)
            or low in CITIZENS
            or (to == "young" and low in NO_TEENAGERS)
        ):
            return "fixed expression"
    return None


def _heading(document: Document, swapping: Swapping, to: str, words: _Words) -> str | None:
    """Leave lists and headings: *Buddhist temples in Asia* classes things."""
    return "heading" if _is_heading(document) else None


def _heading_of_things(document: Document, swapping: Swapping, to: str, words: _Words) -> str | None:
    """Leave headings, except those that name persons: *Canadian Buddhists*."""
    named = any(_is_heading_of(document, index) for index in _changed(document, swapping))
    return None if named else _heading(document, swapping, to, words)


def _is_heading(document: Document) -> bool:
    """Whether a text has no verb."""
    return not any(
        token.morph.get("VerbForm") == "Fin" or (token.relation == "root" and token.pos in ("VERB", "AUX"))
        for token in document.tokens
    )


def _is_heading_of(document: Document, index: int) -> bool:
    """Whether a heading names persons or communities: *Canadian Buddhists*, *Jewish communities by country*."""
    token = document.tokens[index]
    if token.relation == "amod" and document.heads[index] == index + 1:
        noun = document.tokens[index + 1]
        many = noun.relation == "root" and noun.morph.get("Number") == "Plur"
        return noun.text.lower() in COMMUNITIES_IN_HEADINGS or (many and person_form(noun.text.lower()) is not None)
    return token.relation == "root" and (token.morph.get("Number") == "Plur" or token.text.endswith("s"))


def _beside_name(document: Document, swapping: Swapping, to: str, words: _Words) -> str | None:
    """Leave what is said of a named person: *the teenager Ada*, *Ada is a teenager*."""
    tokens = document.tokens
    for index in _described(document, _changed(document, swapping)):
        near = {document.heads[index], *document.children[index]} - {index}
        # Lagos teenagers are from Lagos, a teenager Ada is Ada
        naming = NAMING[:-1] if tokens[index].morph.get("Number") == "Plur" else NAMING
        if any(tokens[other].pos == "PROPN" and tokens[other].relation in naming for other in near):
            return "named"
        if index + 1 < len(tokens) and tokens[index + 1].pos == "PROPN":
            return "named"
        if any(_is_surname(document, child) for child in document.children[index]) or _are_listed(document, index):
            return "named"
        if has_word_below(document, index, ("named", "called")):
            return "named"
        if tokens[index].relation == "appos" and tokens[document.heads[index]].pos == "PROPN":
            return "named"
    return None


def _described(document: Document, changed: Iterable[int]) -> list[int]:
    """Return words, and the nouns before which they stand: *elderly* and *nurse* of *an elderly nurse*."""
    return [
        word
        for index in changed
        for word in ([index, document.heads[index]] if document.tokens[index].relation == "amod" else [index])
    ]


def _are_listed(document: Document, index: int) -> bool:
    """Whether the names of offspring follow: *her children, Ada and Ben*."""
    if document.tokens[index].text.lower() not in ("children", "kids") or index + 2 >= len(document.tokens):
        return False
    return document.tokens[index + 1].text in (",", ":", "(") and document.tokens[index + 2].pos == "PROPN"


def _is_surname(document: Document, index: int) -> bool:
    """Whether a word is the name of somebody before a noun: *the Miller children*, but not *Lagos teenagers*."""
    token = document.tokens[index]
    if token.relation != "compound" or token.pos != "PROPN":
        return False
    entity = document.entity_at(token.start)
    return entity is None or entity.type != "LOC"


def _facts(document: Document, swapping: Swapping, to: str, words: _Words) -> str | None:
    """Leave sentences about named persons, organisations and places: their religion is a fact."""
    changed = _changed(document, swapping)
    unknown = all(_is_unknown(document, index) for index in changed)
    own = {(document.tokens[index].start, document.tokens[index].end) for index in changed}
    own |= {(change.start, change.end) for change in swapping.changes}
    for entity in document.entities:
        if (entity.start, entity.end) in own or _is_first_name(document, entity):
            continue
        heading = any(_is_heading_of(document, index) for index in changed) and _is_heading(document)
        if entity.type not in ("PER", "LOC") or not (unknown or heading or _is_no_people(document, entity, changed)):
            return "named"
    return None


def _is_no_people(document: Document, entity: Entity, changed: Iterable[int]) -> bool:
    """Whether words mean neither all of a place nor what is somebody's own."""
    # Examples are *the Christian slogan*, but not *the Christians of Lagos*; *the Hindu rites*, but not *Ada's faith*.
    for index in changed:
        token = document.tokens[index]
        attribute = token.relation in ("amod", "compound")
        noun = document.tokens[document.heads[index]] if attribute else token
        if names_thing(noun.text.lower(), "religion") and not _has_name(document, document.heads[index]):
            continue
        if entity.type != "LOC":
            return False
        if noun.morph.get("Number") == "Plur" or noun.text.lower() in COMMUNITIES:
            return False
    return True


def _has_name(document: Document, index: int) -> bool:
    """Whether a name depends on a word, or on that before which it stands."""
    words = [*document.children[index], *document.children[document.heads[index]]]
    return any(document.tokens[word].pos == "PROPN" for word in words)


def _is_unknown(document: Document, index: int) -> bool:
    """Whether the text introduces persons: *a Christian family in Lagos*, but not *the Christians of Lagos*."""
    tokens = document.tokens
    attribute = tokens[index].relation in ("amod", "compound")
    noun = document.heads[index] if attribute else index
    low = tokens[noun].text.lower()
    if attribute and low not in HOUSEHOLDS and person_form(low) is None:
        return False
    near = [tokens[other] for other in (document.heads[noun], *document.children[noun]) if other != noun]
    names = tokens[noun].relation == "appos" or any(t.pos == "PROPN" and t.relation in NAMING for t in near)
    return not names and not {token.text.lower() for token in near}.isdisjoint(NEW.as_set)


def _is_first_name(document: Document, entity: Entity) -> bool:
    """Whether an entity is a first name alone, and so nobody known."""
    name = document.text[entity.start : entity.end]
    return entity.type == "PER" and name.isalpha() and first_name_gender(name, document.lang) is not None


def _past_of_a_people(document: Document, swapping: Swapping, to: str, words: _Words) -> str | None:
    """Leave what all of a religion did or suffered, which is history: *the Mormons settled there*."""
    past = any(token.morph.get("Tense") == "Past" and token.morph.get("VerbForm") == "Fin" for token in document.tokens)
    for index in _changed(document, swapping):
        token = document.tokens[index]
        below = {document.tokens[child].text.lower() for child in document.children[index]}
        plural = token.morph.get("Number") == "Plur" and token.relation in ("nsubj", "nsubj:pass", "obj", "obl", "nmod")
        if past and plural and below.isdisjoint(FEW.as_set):
            return "historical"
    return None


def _generic_singular(document: Document, swapping: Swapping, to: str, words: _Words) -> str | None:
    """Leave the singular for all of a religion, and newspapers called like it: *the Hindu reported*."""
    for index in _changed(document, swapping):
        token = document.tokens[index]
        single = token.morph.get("Number") != "Plur" and token.relation in ("nsubj", "nsubj:pass", "obj")
        if single and token.text[0].isupper() and _possessor(document, index) == "the":
            return "fixed expression"
    return None


def _denominations(document: Document, swapping: Swapping, to: str, words: _Words) -> str | None:
    """Leave sentences that tell denominations of one religion apart: *the Shia and the Sunnis*."""
    changed = _changed(document, swapping)
    # Anglican bishops are not told apart from others
    apart = [
        index for index in changed if not (document.heads[index] in changed and document.heads[index] == index + 1)
    ]
    stems = {document.tokens[index].text.casefold().removesuffix("s") for index in apart}
    return "contrast" if len(stems) > 1 else None


def _heads(document: Document, swapping: Swapping, to: str, words: _Words) -> str | None:
    """Leave words for religions before nouns that are neither persons nor communities: *Christian doctrine*."""
    for index in _changed(document, swapping):
        head = document.tokens[document.heads[index]]
        if document.tokens[index].relation not in ("amod", "compound"):
            continue
        low = head.text.lower()
        if low not in words.heads and not names_thing(low, "religion") and person_form(low) is None:
            return "fixed expression"
    return None


def _changed(document: Document, swapping: Swapping) -> frozenset[int]:
    """Return the index of the last token of each change, without articles and companions."""
    changes = (change for change in swapping.changes if change.rule not in ("article", "companion word"))
    return frozenset(token_indices(document, change.start, change.end)[1] for change in changes)


_CHECKS: dict[str, tuple[Callable[[Document, Swapping, str, _Words], str | None], ...]] = {
    "gender": (_kinship, _name, _pairs),
    "age": (_digits, _school, _heading, _beside_name, _types, _age_heads),
    "religion": (
        _heading_of_things,
        _facts,
        _past_of_a_people,
        _denominations,
        _generic_singular,
        _heads,
        _coordinated,
    ),
}


def _read() -> dict[tuple[str, str], _Words]:
    rows: dict[tuple[str, str], dict[str, dict[str, list[str]]]] = {}
    for lang, attribute, target, kind, word in load_lexicon("counterfactual_conflicts").rows:
        rows.setdefault((lang, attribute), {}).setdefault(target, {}).setdefault(kind, []).append(word)
    found = {}
    for key, targets in rows.items():
        patterns = {
            target: tuple((kind, keyword_pattern(listed)) for kind, listed in kinds.items() if kind not in SURROUNDED)
            for target, kinds in targets.items()
        }
        partners = {
            word: target
            for target, kinds in targets.items()
            for kind in (PARTNER, OWNED)
            for word in kinds.get(kind, ())
        }
        every = {kind: [word for kinds in targets.values() for word in kinds.get(kind, ())] for kind in SURROUNDED}
        couple = keyword_pattern(every[COUPLE]) if every[COUPLE] else None
        found[key] = _Words(patterns, partners, frozenset(every[OWNED]), couple, frozenset(every[HEAD]))
    return found


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
    patterns = {} if attribute in UNTIED else resource(("counterfactual", "topics"), _read_topics)
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


def _read_topics() -> dict[str, tuple[tuple[str, re.Pattern[str]], ...]]:
    keywords: dict[str, dict[str, list[str]]] = {}
    for lang, category, keyword, _ in load_lexicon("counterfactual_topics").rows:
        keywords.setdefault(lang, {}).setdefault(category, []).append(keyword)
    return {
        lang: tuple((category, keyword_pattern(words)) for category, words in categories.items())
        for lang, categories in keywords.items()
    }
