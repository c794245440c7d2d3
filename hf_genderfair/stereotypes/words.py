"""The words of the rules, from the lexicons, and the phrases in which words for groups name persons."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping
from typing import Literal, NamedTuple, cast

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.analysis import Entity, Token
from hf_genderfair.languages.clauses import has_copula, has_dependent, has_word_below, subject_of
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass
from hf_genderfair.lexicons.word_lists import normalised, word_list
from hf_genderfair.stereotypes.indicators import VALENCES, Valence
from hf_genderfair.stereotypes.languages import STEREOTYPE_RULES

VerbClass = Literal["action", "interpretive", "state", "experience", "state_action", "appearance"]


def verb_class(token: Token, lang: str) -> VerbClass:
    """Return the class of a verb in the linguistic category model (Semin and Fiedler 1988)."""
    classes = resource(("verb classes", lang), lambda: _classes(lang))
    return classes.get(token.text.lower()) or classes.get(token.lemma.lower(), "action")


def situation_words(lang: str) -> Mapping[str, frozenset[str]]:
    """Return, by kind, the words of a language that tell an episode from what lasts."""
    # The head of the lexicon lists the kinds; a kind is empty in a language without such words.
    return resource(("situation words", lang), lambda: _listed("situation_words", lang))


def reference_words(lang: str) -> Mapping[str, frozenset[str]]:
    """Return, by kind, the words of a language that show reference, quantity, comparison and reporting."""
    # The head of the lexicon lists the kinds; a kind is empty in a language without such words.
    return resource(("reference words", lang), lambda: _listed("reference_words", lang))


def statement_patterns(lang: str) -> Mapping[str, re.Pattern[str]]:
    """Return, by kind, what is looked for in the text of a sentence, whatever its grammar."""
    # The head of the lexicon lists the kinds.
    return resource(("statement patterns", lang), lambda: _patterns(lang))


def _patterns(lang: str) -> dict[str, re.Pattern[str]]:
    rows = _listed("statement_patterns", lang)
    return {kind: re.compile(rf"\b(?:{'|'.join(sorted(words))})\b", re.IGNORECASE) for kind, words in rows.items()}


def _classes(lang: str) -> dict[str, VerbClass]:
    classes: dict[str, VerbClass] = {}
    for lemma, kind, irregular in load_lexicon(f"verb_classes_{lang}").rows:
        for form in STEREOTYPE_RULES[lang].verb_forms(lemma, irregular):
            classes.setdefault(form, cast(VerbClass, kind))
    return classes


def _listed(lexicon: str, lang: str) -> dict[str, frozenset[str]]:
    words: dict[str, frozenset[str]] = defaultdict(frozenset)
    for kind, word in load_lexicon(f"{lexicon}_{lang}").rows:
        words[kind] |= {word}
    return words


LONGEST = 4
"""Tokens of the longest listed phrase, hyphens not counted."""

COLOURS = frozenset({"black", "blacks", "white", "whites"})


class CategoryWord(NamedTuple):
    """A word for a group in one of its uses."""

    attribute: str
    group: str
    form: str  # ``noun``, ``adjective``, ``pronoun`` or ``country``
    number: str  # ``singular``, ``plural``, ``both``, or empty where the form does not show it
    connotation: Valence  # without the context


class CategoryMatch(NamedTuple):
    """A listed word in a sentence."""

    first: int
    last: int
    uses: tuple[CategoryWord, ...]


def category_words(lang: str) -> dict[str, tuple[CategoryWord, ...]]:
    """Return the words of a language by their form in lower case, hyphens written as spaces; read once per process."""
    return resource(("category words", lang), lambda: _read(lang))


def category_key(word: str) -> str:
    """Return the form by which a word is looked up in `category_words`."""
    return normalised(word).removesuffix(".").replace("-", " ")


def _read(lang: str) -> dict[str, tuple[CategoryWord, ...]]:
    words: dict[str, tuple[CategoryWord, ...]] = {}
    for word, group, attribute, form, number, connotation, _ in load_lexicon(f"category_labels_{lang}").rows:
        key = category_key(word)
        words[key] = (*words.get(key, ()), CategoryWord(attribute, group, form, number, VALENCES[connotation]))
    for attribute in STEREOTYPE_RULES[lang].group_lists:
        for entry in word_list(attribute).entries:
            known = CategoryWord(attribute, entry.group, "noun", "", "neutral")
            words.setdefault(category_key(entry.word), (known,))
    return words


def find_category_words(document: Document, sentence: int) -> list[CategoryMatch]:
    """Find listed words and phrases in a sentence, in order; the longest match at each token wins, without overlap."""
    words = category_words(document.lang)
    starts = resource(("category word starts", document.lang), lambda: frozenset(key.split()[0] for key in words))
    first, end = document.sentences[sentence]
    lowered = [normalised(token.text).removesuffix(".") or "." for token in document.tokens[first:end]]
    found = []
    index = 0
    while index < len(lowered):
        word = lowered[index]
        match = _longest(words, lowered, index) if word in starts or "-" in word or word in words else None
        if match:
            last, uses = match
            found.append(CategoryMatch(first + index, first + last, uses))
            index = last
        else:
            index += 1
    return found


def _longest(
    words: dict[str, tuple[CategoryWord, ...]], lowered: list[str], index: int
) -> tuple[int, tuple[CategoryWord, ...]] | None:
    """Return the end of the longest listed phrase that begins at a token."""
    best = None
    key = ""
    parts = 0
    for last in range(index, len(lowered)):
        if lowered[last] == "-" and key:
            continue
        key = f"{key} {lowered[last].replace('-', ' ')}".strip()
        parts += 1
        if key in words:
            best = last + 1, words[key]
        if parts == LONGEST:
            break
    return best


Kind = Literal["noun", "adjective", "name", "pronoun", "possessive", "country"]

MODIFIERS = frozenset({"amod", "compound", "flat", "nmod:desc"})
BEFORE = MODIFIERS | {"det", "nummod", "nmod:poss", "det:poss", "det:predet", "nummod:gov", "goeswith"}
AFTER = frozenset({"flat", "flat:name", "compound", "goeswith", "fixed", "amod"})
SINGULAR = frozenset({"that", "this"})
NOMINAL = frozenset({"nsubj", "nsubj:pass", "obj", "iobj", "obl", "obl:arg", "obl:agent", "nmod", "nmod:poss", "root"})
NOMINALS = frozenset({"NOUN", "PROPN"})
CLOSING = frozenset({"VERB", "AUX", "PUNCT", "ADP", "ADV", "PRON", "SCONJ", "CCONJ", "PART"})
"""Parts of speech that may follow the last noun of a phrase."""

ADJECTIVAL = NOMINALS | {"ADJ"}
NOT_PERSONS = WordClass("stereotype_words", "no_person")
COMMON = frozenset({"age", "gender", "class", "profession"})
"""Attributes whose words have no capital, unless they are names or titles, or all words of a title have one."""

NAMABLE = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV"})
TRAITS = WordClass("stereotype_words", "trait")
"""English adjectives that describe only persons: said of a country, they describe its people."""


class LabelCandidate(NamedTuple):
    """A phrase that may be the label."""

    kind: Kind  # ``country`` stands for its people: *Ruritania is lazy*
    inner: int  # the word that names the persons, or the adjective
    outer: int  # the head of the whole phrase: *group* in *a group of men*
    first: int
    last: int
    word: GroupWord
    uses: tuple[CategoryWord, ...]


def read_candidate(document: Document, first: int, last: int, word: GroupWord) -> LabelCandidate | None:
    """Read the phrase of a group word."""
    uses = category_words(document.lang).get(category_key(document.text[word.start : word.end]), ())
    index = next((p for p in range(last - 1, first - 1, -1) if not first <= document.heads[p] < last), last - 1)
    if document.heads[index] == index or not first <= index < last:
        index = last - 1
    if pronoun := _pronoun_kind(document, index, uses):
        return LabelCandidate(pronoun, index, index, index, index + 1, word, uses)
    if is_country(uses):
        return _of_country(document, index, first, last, word, uses)
    if _in_longer_name(document, first, last):
        return None
    is_noun = _is_used_as_noun(document, index, uses)
    head = index if is_noun else _described(document, index)
    titles = reference_words(document.lang)["titles"]
    if head == index and document.tokens[index].text.lower() in titles:
        return _phrase(document, "name", index, index, word, uses)
    if index == head and _is_written_as_name(document, index, uses):
        return _phrase(document, "name", head, head, word, uses)
    if _is_name(document, head) and (head != index or word.group == "unknown" or _has_name(document, index)):
        return _phrase(document, "name", head, head, word, uses)
    if head != index:
        persons = _names_person(document, head)
        return _phrase(document, "noun", head, _collection(document, head), word, uses) if persons else None
    kind = "noun" if is_noun else _own_kind(document, index, uses)
    if kind is None:
        return None
    if kind == "adjective":
        described = _antecedent(document, index)
        if described is None:
            return LabelCandidate(kind, index, index, first, last, word, uses)
        found = _phrase(document, "noun", described, _collection(document, described), word, uses)
        return found._replace(last=max(found.last, last))
    found = _phrase(document, kind, index, _collection(document, index), word, uses)
    return found._replace(first=min(found.first, first - is_noun), last=max(found.last, last))


def is_country(uses: tuple[CategoryWord, ...]) -> bool:
    """Return whether a word is a country, which names a group only beside a word for persons."""
    return bool(uses) and all(use.form == "country" for use in uses)


def _of_country(
    document: Document, index: int, first: int, last: int, word: GroupWord, uses: tuple[CategoryWord, ...]
) -> LabelCandidate | None:
    """Read the phrase of a country: *the people of Peru*, *men who live in Peru*, and *Peru is lazy*."""
    tokens, heads, words = document.tokens, document.heads, reference_words(document.lang)
    if tokens[index].relation.startswith("nsubj"):
        said = tokens[heads[index]]
        persons = said.lemma.lower() in TRAITS and has_copula(document, heads[index])
        return LabelCandidate("country", index, index, first, last, word, uses) if persons else None
    head = heads[index]
    if tokens[head].relation in ("acl", "acl:relcl") and tokens[head].lemma.lower() in words["dwelling"]:
        head = heads[head]
    cased = has_word_below(document, index, words["origins"])
    if head >= index or not cased or tokens[index].relation not in ("nmod", "obl") or not _names_person(document, head):
        return None
    found = _phrase(document, "noun", head, head, word, uses)
    return found._replace(last=max(found.last, last))


def _names_person(document: Document, index: int) -> bool:
    """Return whether a list of the language has a noun as a word for a person, or for a group of persons."""
    token, rules = document.tokens[index], STEREOTYPE_RULES[document.lang]
    return token.text.lower() in rules.collectives or _is_listed(document, index) or rules.names_person(token)


def _is_listed(document: Document, index: int) -> bool:
    uses = category_words(document.lang).get(category_key(document.tokens[index].text), ())
    return any(use.form == "noun" for use in uses)


def _is_name(document: Document, index: int) -> bool:
    return document.tokens[index].pos == "PROPN" and (_has_name(document, index) or not _is_listed(document, index))


def _is_written_as_name(document: Document, index: int, uses: tuple[CategoryWord, ...]) -> bool:
    """Return whether a common noun is capitalised among words that are not: *the pirate King went home*."""
    token, rules = document.tokens[index], STEREOTYPE_RULES[document.lang]
    if not rules.capitals_make_names or token.pos != "PROPN" or not token.text.istitle():
        return False
    first, last = document.sentences[document.sentence_of[index]]
    if index == first or any(use.attribute not in COMMON for use in uses):
        return False
    words = [each.text for each in document.tokens[first:last] if each.pos in NAMABLE]
    return 2 * sum(word[0].isupper() for word in words) < len(words)


def _has_name(document: Document, index: int) -> bool:
    """Return whether a name follows a title: *Queen Elizabeth*."""
    return any(
        document.tokens[child].pos == "PROPN" and document.tokens[child].relation.startswith("flat")
        for child in document.children[index]
    )


def _pronoun_kind(document: Document, index: int, uses: tuple[CategoryWord, ...]) -> Kind | None:
    token = document.tokens[index]
    words = reference_words(document.lang)
    low = token.text.lower()
    if low not in words["pronouns"] | words["possessors"] or (
        any(use.form == "noun" for use in uses) and token.pos in NOMINALS
    ):
        return None
    if low in words["possessors"] and (token.relation in ("nmod:poss", "det", "det:poss") or token.pos == "DET"):
        return "possessive"
    return "pronoun"


def entities_between(document: Document, start: int, end: int) -> list[Entity]:
    """Return the named entities that overlap a part of a text, in order."""
    first = bisect_right(document.entities, start, key=lambda entity: entity.end)
    last = bisect_left(document.entities, end, key=lambda entity: entity.start)
    return document.entities[first:last]


def _in_longer_name(document: Document, first: int, last: int) -> bool:
    """Return whether a capitalised word is a part of the name of an organisation or a place."""
    start, end = document.tokens[first].start, document.tokens[last - 1].end
    longer = (entity for entity in entities_between(document, start, end) if entity.end - entity.start > end - start)
    return document.text[start].isupper() and any(entity.type != "PER" for entity in longer)


def _described(document: Document, index: int) -> int:
    """Return the noun that an adjective or a part of a compound modifies; a noun without such a head is its own."""
    for step in range(3):
        token = document.tokens[index]
        above = document.tokens[document.heads[index]]
        if (
            token.relation not in MODIFIERS
            or above.pos in ("VERB", "PUNCT")
            or (step and _names_person(document, index))
        ):
            break
        index = document.heads[index]
    return index


def _is_used_as_noun(document: Document, index: int, uses: tuple[CategoryWord, ...]) -> bool:
    """Return whether a word is a noun, whatever the parser says: *a Syrian working here*, *an Indian lives*."""
    tokens = document.tokens
    word = tokens[index]
    if index == document.sentences[document.sentence_of[index]][0]:
        return False
    if word.pos == "ADJ" and any(
        tokens[child].relation == "det" for child in document.children[index] if child < index
    ):
        return word.text[0].isupper() or not STEREOTYPE_RULES[document.lang].nouns_have_capitals
    if word.text.lower() in COLOURS or not any(use.form == "noun" for use in uses):
        return False
    words = reference_words(document.lang)
    before = tokens[index - 1].text.lower()
    plural = any(use.number in ("plural", "both") for use in uses)
    if before in words["addressed"] and plural:
        return True
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if before in ("a", "an") and after is not None and after.morph.get("Number") == "Plur":
        return True
    articles = words["definite"] | words["demonstrative"] | words["indefinite"] | words["universal"]
    conjunction = before in SINGULAR and plural
    return before in articles and not conjunction and (after is None or after.pos in CLOSING)


def _own_kind(document: Document, index: int, uses: tuple[CategoryWord, ...]) -> Kind | None:
    """Return the kind of a label that is a single word."""
    token = document.tokens[index]
    if token.text[0].islower() and STEREOTYPE_RULES[document.lang].nouns_have_capitals:
        return "adjective" if _is_said_of_person(document, index) else None
    listed = {use.form for use in uses}
    determined = has_dependent(document, index, "det", "nummod")
    if token.text.lower() in COLOURS:
        plural = token.text.lower().endswith("s")
        if token.relation in NOMINAL and (plural or determined) and not has_copula(document, index):
            return "noun" if token.relation.startswith("nsubj") or plural else None
        return "adjective" if has_copula(document, index) and _is_said_of_person(document, index) else None
    predicative = has_copula(document, index) and not token.relation.startswith("nsubj")
    plural = any(use.number == "plural" for use in uses)
    if "adjective" in listed and predicative and not determined and not plural:
        return "adjective" if _is_said_of_person(document, index) else None
    if "noun" in listed or not listed:
        is_noun = token.pos in NOMINALS or ("noun" in listed and determined)
    else:
        is_noun = token.pos in ADJECTIVAL and determined and token.relation in NOMINAL
    if is_noun:
        return "noun"
    return "adjective" if _is_said_of_person(document, index) else None


def _is_said_of_person(document: Document, index: int) -> bool:
    """Return whether an adjective is predicated of a person."""
    token = document.tokens[index]
    if not has_copula(document, index) and token.relation not in ("xcomp", "acl", "conj"):
        return False
    subject = subject_of(document, index)
    if subject < 0:
        return False
    of = document.tokens[subject]
    if of.pos in ("PRON", "DET"):
        return of.text.lower() not in NOT_PERSONS
    return of.pos == "PROPN" or _names_person(document, subject)


def _antecedent(document: Document, index: int) -> int | None:
    """Return the noun whose relative clause has an adjective as predicate: *people* in *people who are deaf*."""
    head = document.heads[index]
    if document.tokens[index].relation == "acl:relcl" and head < index and _names_person(document, head):
        return head
    return None


def _collection(document: Document, index: int) -> int:
    """Return the collective noun above a word: *group* in *a group of men*; the word itself where there is none."""
    if document.tokens[index].relation not in ("nmod", "obl"):
        return index
    head = document.heads[index]
    genitive = STEREOTYPE_RULES[document.lang].has_genitive and document.tokens[index].morph.get("Case") == "Gen"
    words = reference_words(document.lang)
    cased = genitive or has_word_below(document, index, words["collecting"])
    return head if cased and head < index and document.tokens[head].text.lower() in words["collections"] else index


def _phrase(
    document: Document, kind: Kind, inner: int, outer: int, word: GroupWord, uses: tuple[CategoryWord, ...]
) -> LabelCandidate:
    first, last = inner, inner + 1
    for head in dict.fromkeys((inner, outer)):
        first, last = min(first, head), max(last, head + 1)
        for child in document.children[head]:
            token = document.tokens[child]
            if child < head and _belongs_before(document, child, head):
                first = min(first, document.subtree(child)[0])
            elif child == last and token.relation in AFTER and token.pos not in ("PUNCT", "VERB"):
                last = child + 1
    sentence = document.sentences[document.sentence_of[inner]]
    while first > sentence[0] and _quantifies(document, first - 1, outer):
        first -= 1
    return LabelCandidate(kind, inner, outer, max(first, sentence[0]), last, word, uses)


def _belongs_before(document: Document, index: int, head: int) -> bool:
    """Return whether a word is a determiner or modifier; *that* before a plural is a conjunction: *that men lie*."""
    token = document.tokens[index]
    conjunction = token.text.lower() in SINGULAR and document.tokens[head].morph.get("Number") == "Plur"
    return token.relation in BEFORE and token.pos not in ("ADP", "PUNCT") and not conjunction


def _quantifies(document: Document, index: int, outer: int) -> bool:
    """Return whether the word before a phrase quantifies it, whatever its relation is."""
    words = reference_words(document.lang)
    token = document.tokens[index]
    return document.heads[index] == outer and token.text.lower() in words["partial"] | words["universal"]
