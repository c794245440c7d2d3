"""Where the names of persons begin and end in English, and which names are of none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import dependents, has_copula, has_dependent, has_preposition
from hf_genderfair.languages.coreference.english import name_things
from hf_genderfair.languages.coreference.english.doubtful_names import (
    BEFORE_FIRMS,
    CLOSING,
    CONTEXT,
    PERSONAL_VERBS,
    PLACES_AND_FIRMS,
    is_ambiguous,
    is_person,
    small_words,
    word_evidence,
)
from hf_genderfair.languages.coreference.english.name_things import PLACES, THINGS
from hf_genderfair.languages.coreference.mention_words import HONORIFIC, NamingRules
from hf_genderfair.languages.coreference.names.groups import divided
from hf_genderfair.languages.coreference.names.parts import Group, NameSpan, entity_numbers
from hf_genderfair.languages.coreference.names.rules import Name, NameRules
from hf_genderfair.languages.coreference.names.titles import TokenRange, titles_before
from hf_genderfair.languages.coreference.names.words import ADDRESSES, PARTICLES, SHORTEST_ACRONYM, SUFFIXES, NameWords
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import first_name, is_frequent
from hf_genderfair.languages.evidence import person_noun_gender
from hf_genderfair.languages.person_words import frequent_surnames, names_of_no_persons
from hf_genderfair.lexicons.word_class import WordValues

SYLLABLE = r"(?:[bcdfghjklmnpqrstwxyz]|[cstz]h|ts|hs|kw|[bghmnrkp]y)?[aeiouwy]{1,4}(?:ng|[nktphlm])?"
"""A syllable as Chinese and Korean are written in Latin letters."""

HYPHENATED = re.compile(rf"\b((?i:{SYLLABLE})) ((?i:{SYLLABLE}))-{SYLLABLE}(?![\w-])")


def with_hyphens(document: Document, language: NamingRules, names: Sequence[NameSpan]) -> list[NameSpan]:
    """Return names in order, with family names and two syllables with a hyphen in place of their parts."""
    starts = {token.start: index for index, token in enumerate(document.tokens)}
    ends = {token.end: index + 1 for index, token in enumerate(document.tokens)}
    found = []
    for match in HYPHENATED.finditer(document.text):
        family, given = match.group(1), match.group(2)
        place = f"{family} {given}".casefold() in names_of_no_persons("en")
        if not (family[0].isupper() and given[0].isupper()) or place:
            continue
        if match.start() in starts and match.end() in ends:
            first, last = starts[match.start()], ends[match.end()]
            if any(token.pos == "NOUN" for token in document.tokens[last : last + 1]):
                # 'Hong Kong-run banks'
                continue
            found.append(NameSpan(first, last, titles_before(document, language, first, last)))
    taken = {index for name in found for index in range(name.first, name.last)}
    kept = [name for name in names if taken.isdisjoint(range(name.first, name.last))]
    return sorted([*kept, *found])


WEIGHTS = WordValues("name_weights_en", "weight", float)
"""How much a feature of a name counts for a person; ``any name`` is that of every name."""

BEFORE_RELATIVE = 2
"""How far a word for a relative stands before whose it is: *uncle of Ada*."""

GENITIVES = frozenset({"'s", "’s", "'", "’"})
QUOTES = frozenset({'"', "“", "‘", "``", "'"})
NEUTER = frozenset({"it", "its"})
ARTICLES = frozenset({"a", "an", "the"})
CAPITALISED = frozenset({"PROPN", "NOUN", "ADJ"})
PLURAL_VERBS = frozenset({"are", "were", "have"})
SAYING = frozenset({"say", "tell"})


def without_things(document: Document, names: Sequence[NameSpan]) -> list[NameSpan]:
    """Leave out names that their mentions together tell to be of no person; titles are enough for one."""
    things: set[NameSpan] = set()
    for found in doubted(document, names):
        if evidence(features(document, found)) < 0:
            things.update(found)
    return [name for name in names if name not in things]


def doubted(document: Document, names: Sequence[NameSpan]) -> list[list[NameSpan]]:
    """Return the groups of names that may be of no person."""
    groups = grouped(document, names)
    return [found for found in groups if not any(_is_certain(document, name) for name in found)]


def _is_certain(document: Document, name: NameSpan) -> bool:
    text = document.text[document.tokens[name.first].start : document.tokens[name.last - 1].end]
    return bool(name.titles) or HYPHENATED.fullmatch(text) is not None or _is_noble_relative(document, name)


def _is_noble_relative(document: Document, name: NameSpan) -> bool:
    """Whether a first name stands between a word for somebody's relative and a place: *the uncle of Ada of Linz*."""
    tokens, first, last = document.tokens, name.first, name.last
    if last - first > 1 or first < BEFORE_RELATIVE or last + 1 >= len(tokens):
        return False
    between = tokens[first - 1].text == tokens[last].text == "of"
    kin = person_noun_gender(tokens[first - BEFORE_RELATIVE].text, document.lang) if between else None
    place = tokens[last + 1].pos == "PROPN"
    return kin is not None and kin.kind == "kinship" and place and _is_given(tokens[first].text)


def grouped(document: Document, names: Sequence[NameSpan]) -> list[list[NameSpan]]:
    """Return names in groups of one bearer: a single word is with the longer name that holds it."""
    groups: dict[str, list[NameSpan]] = {}
    longer: dict[str, str] = {}
    for name in sorted(names, key=lambda name: (name.first - name.last, name.first)):
        words = [token.text.casefold() for token in document.tokens[name.first : name.last]]
        key = " ".join(words)
        if len(words) == 1:
            key = longer.get(key, key)
        for word in words:
            if word not in PARTICLES:
                longer.setdefault(word, key)
        groups.setdefault(key, []).append(name)
    return list(groups.values())


def evidence(found: set[str]) -> float:
    """Return the sum of the weights of features; positive for a person."""
    weights = WEIGHTS.as_dict
    # rounded, since features have no order, and weights that cancel out may add up to less than nothing
    return round(weights["any name"] + sum(weights.get(feature, 0.0) for feature in found), 6)


def features(document: Document, names: Sequence[NameSpan]) -> set[str]:
    """Return what the mentions of a name tell of its bearer."""
    found = document.derived(_of_text) | ({"repeated"} if len(names) > 1 else set())
    syntax = [set(_of_syntax(document, name)) for name in names]
    for name, own in zip(names, syntax, strict=True):
        found |= own
        found.update(_of_words(document, name))
        found.update(_of_neighbours(document, name))
    if all("before noun" in own for own in syntax):
        found.add("always before noun")
    found.update(*(document.derived(_near, document.sentence_of[name.first]) for name in names))
    word = document.tokens[names[0].last - 1].text
    mentioned = sum(document.tokens[name.last - 1].text == word for name in names)
    if not any(name.last - name.first > 1 for name in names) and word in document.derived(_bodies):
        found.add("in name of body")
    return found | ({"no name elsewhere"} if document.derived(_counts)[word] > mentioned else set())


def _of_text(document: Document) -> set[str]:
    """Whether a text tells of persons and what they say."""
    found = {"says"} if any(token.lemma in SAYING for token in document.tokens) else set()
    return found | (
        {"he or she"} if any(token.text.lower() in CONTEXT.pronouns for token in document.tokens) else set()
    )


def _bodies(document: Document) -> frozenset[str]:
    """Return the words of longer names of places and organisations."""
    names = [entity for entity in document.entities if entity.type in ("ORG", "LOC")]
    texts = (document.text[entity.start : entity.end].split() for entity in names)
    return frozenset(word for words in texts if len(words) > 1 for word in words)


def _near(document: Document, number: int) -> frozenset[str]:
    """Return which pronouns a sentence and the one behind it have."""
    last = document.sentences[min(number + 1, len(document.sentences) - 1)][1]
    words = {token.text.lower() for token in document.tokens[document.sentences[number][0] : last]}
    person, thing = any(word in CONTEXT.pronouns for word in words), not words.isdisjoint(NEUTER)
    return frozenset({"he or she near"} if person else {"it near"} if thing else ())


def _counts(document: Document) -> Counter[str]:
    return Counter(token.text for token in document.tokens)


def _of_words(document: Document, name: NameSpan) -> Iterator[str]:
    tokens, numbers = document.tokens, document.derived(entity_numbers)
    words = document.text[tokens[name.first].start : tokens[name.last - 1].end].split()
    size = "one word" if len(words) == 1 else "words"
    kinds = {numbers[index] for index in range(name.first, name.last)}
    number = kinds.pop()
    yield f"{size} of several kinds" if kinds else f"{size} {document.entities[number].type if number >= 0 else 'none'}"
    given, listed = _is_given(words[0]), _is_given(words[-1]) or words[-1].casefold() in frequent_surnames()
    if given:
        yield f"{size} with first name"
    elif len(words) > 1:
        yield "words without first name" if first_name(words[0]) is None else "words with rare first name"
    elif not listed:
        yield "one word in no list"
    low = words[-1].lower()
    if len(words) == 1 and low.endswith("s") and not listed:
        yield "one word in s"
    if low in PLACES_AND_FIRMS:
        yield "place or firm too"
    if not {word.lower() for word in words}.isdisjoint(document.derived(_counts).keys()):
        yield "small elsewhere"
    if len(low) > 1 and words[-1].isupper() and low not in SUFFIXES:
        yield "capitals" if words[0].isupper() else "ends in capitals"
    elif any(word.isupper() and len(word) > SHORTEST_ACRONYM and word.lower() not in SUFFIXES for word in words):
        yield "word in capitals"
    if len(set(words)) < len(words) or words[0] == tokens[name.first - 1].text:
        yield "heading before"


def _is_given(word: str) -> bool:
    known = first_name(word)
    return known is not None and is_frequent(known)


def _of_neighbours(document: Document, name: NameSpan) -> Iterator[str]:
    tokens = document.tokens
    before = tokens[name.first - 1] if name.first else None
    after = tokens[name.last].text if name.last < len(tokens) else ""
    if before is None or name.first == document.sentences[document.sentence_of[name.first]][0]:
        if name.last - name.first > 1:
            yield "words open sentence"
    elif before.text.lower() in CONTEXT.before_place:
        yield "behind preposition of place"
    elif before.text.lower() in CONTEXT.before_person:
        yield "behind preposition of person"
    elif before.text.lower() == "of":
        yield "behind of"
    elif before.pos == "VERB" and name.first > 1 and tokens[name.first - 2].text in CLOSING:
        # '“No,” suggested Ashby'
        yield "subject of personal verb"
    elif before.text in QUOTES:
        yield "behind quotation mark"
    elif _is_capitalised(before):
        yield "word behind capital" if name.last - name.first == 1 else "words behind capital"
    single = name.last - name.first == 1
    if single and before is not None and _is_capitalised(before) and _has_article(document, name.first):
        yield "article and capital before"
    if after in GENITIVES:
        yield "genitive"
    elif after == ":":
        yield "before colon"


def _is_capitalised(token: Token) -> bool:
    return token.text[0].isupper() and token.pos in CAPITALISED


def _has_article(document: Document, first: int) -> bool:
    """Whether an article stands before the words with capitals before a name: *the Old Ternu*."""
    tokens, before = document.tokens, first - 1
    while before > 0 and _is_capitalised(tokens[before]):
        before -= 1
    return tokens[before].text.lower() in ARTICLES


def _noun(how: str, word: str) -> str:
    """Return what a noun says of a name that it is said of or stands beside; *partner* is said of firms too."""
    low = word.lower()
    if low in PLACES or low in THINGS:
        return f"{how} place or body"
    return f"{how} person" if is_person(word) and low not in BEFORE_FIRMS else f"{how} thing"


def _of_syntax(document: Document, name: NameSpan) -> Iterator[str]:
    tokens = document.tokens
    head = next((at for at in range(name.first, name.last) if not name.first <= document.heads[at] < name.last), -1)
    relation, above = tokens[head].relation, document.heads[head]
    if relation.startswith("nsubj"):
        yield from _of_subject(document, name, head)
    elif relation in ("compound", "amod", "nmod") and above >= name.last and not has_dependent(document, head, "case"):
        yield "before noun"
    elif relation == "conj":
        yield "joined"
    joined = dependents(document, head, "conj") + ([above] if relation == "conj" else [])
    beside = (document.entity_at(tokens[index].start) for index in joined)
    if any(entity is not None and entity.type == "PER" for entity in beside):
        yield "joined to person"
    for index in dependents(document, head, "appos") + ([above] if relation == "appos" else []):
        if tokens[index].pos == "NOUN":
            yield _noun("beside", tokens[index].text)
    if any(child < head for child in dependents(document, head, "det")) and not tokens[head].text.endswith("s"):
        # families have one: 'the Ashbys'
        yield "with article"
    clauses = dependents(document, head, "acl:relcl")
    if any(tokens[below].text == "who" for clause in clauses for below in document.children[clause]):
        yield "who"


def _meant(document: Document, index: int) -> str:
    """Return the noun of a predicate, in the singular: *firm* in *one of the first firms*."""
    tokens = document.tokens
    if tokens[index].text.lower() != "one":
        return tokens[index].text
    below = dependents(document, index, "nmod")
    return tokens[below[0]].lemma if below else tokens[index].text


def _of_subject(document: Document, name: NameSpan, head: int) -> Iterator[str]:
    tokens, above = document.tokens, document.heads[head]
    verbs = (above, *dependents(document, above, "aux", "aux:pass", "cop"))
    if not has_copula(document, above):
        yield "subject of personal verb" if tokens[above].lemma.lower() in PERSONAL_VERBS else "subject of verb"
    elif tokens[above].pos in ("NOUN", "NUM") and not has_preposition(document, above):
        yield _noun("is", _meant(document, above))
    if tokens[head].relation == "nsubj:pass":
        yield "subject of passive"
    if any(
        token.text.lower() == "its" for token in tokens[name.last : document.sentences[document.sentence_of[head]][1]]
    ):
        yield "subject before its"
    if not has_dependent(document, head, "conj") and any(tokens[verb].text in PLURAL_VERBS for verb in verbs):
        yield "subject of plural"


LEAST_WORDS = 2
"""Number of words of a whole name."""


def _groups(words: NameWords, run: Name) -> list[list[Group]]:
    return [divided(words, run)]


def _is_thing(words: NameWords, name: Name) -> bool:
    listed = words.is_listed(words.text(name[-1]))
    return name_things.is_thing(words.document, name[0][0], name[-1][1], listed)


def _may_be_person(words: NameWords, texts: Sequence[str]) -> bool:
    return " ".join(texts).casefold() not in words.non_persons


def _is_surname(words: NameWords, word: TokenRange) -> bool:
    text = words.text(word)
    marked = words.kind(word[0]) == "PER" or text.casefold() in words.surnames
    return marked and words.tokens[word[1] - 1].pos == "PROPN" and words.language.title(text) is None


def _ends_with_noun(words: NameWords, name: Name) -> bool:
    return not (words.is_given(words.text(name[-2])) and words.is_listed(words.text(name[-1])))


def _own_words(words: NameWords, name: Name) -> Name:
    """Return the words of a name without capitals or a day behind it: *Joan Ashby DUBAI (Reuters)*."""
    if not name or words.text(name[0]).isupper():
        return name
    start, kept = name_things.own_words([words.text(word) for word in name])
    while kept - start > 1 and _is_in_capitals(words.text(name[kept - 1])):
        kept -= 1
    return name[start:kept]


def _is_in_capitals(text: str) -> bool:
    return text.isupper() and text.lower() not in SUFFIXES and len(text) > SHORTEST_ACRONYM


def _is_honoured(words: NameWords, name: Name) -> bool:
    """Whether a title that honours stands before a name, with others between: *Her Excellency Ambassador Hale*."""
    titles = (words.language.title(words.text(title)) for title in words.titles_before(name))
    return any(title is not None and title.kind == HONORIFIC for title in titles)


def _is_thing_with_title(words: NameWords, text: str) -> bool:
    return text.casefold() in words.non_persons


def _is_ambiguous(words: NameWords, text: str) -> bool:
    return is_ambiguous(text, words.document.derived(small_words))


def _word_evidence(words: NameWords, name: Name, kind: str) -> float:
    listed = words.is_listed(words.text(name[-1]))
    small = words.document.derived(small_words)
    return word_evidence(words.document, (name[0][0], name[-1][1]), kind, listed, small)


def _whole(document: Document, names: Sequence[NameSpan]) -> list[NameSpan]:
    """Join names that stand together, since entities may end within a name, and leave out titles that stand alone."""
    whole: list[NameSpan] = []
    for name in sorted(names):
        before = whole[-1] if whole else None
        if before is not None and before.last == name.first and not name.titles and before.last - before.first == 1:
            whole[-1] = NameSpan(before.first, name.last, before.titles)
        else:
            whole.append(name)
    # Ms . Ashby
    return [name for name in whole if name.last - name.first != 1 or document.tokens[name.first].text not in ADDRESSES]


def whole_names(document: Document, language: NamingRules, names: list[NameSpan]) -> list[NameSpan]:
    """Return names from their first word to their last, before those that may be of no person are left out."""
    return list(_apart(document, _whole(document, with_hyphens(document, language, names))))


def _apart(document: Document, names: Sequence[NameSpan]) -> Iterator[NameSpan]:
    """Divide names that stand side by side, as in lists, where one is a whole name of the text: *Ada Hale Tom Moss*."""
    texts = {name: tuple(token.text for token in document.tokens[name.first : name.last]) for name in names}
    known = {words for words in texts.values() if len(words) >= LEAST_WORDS}
    for name in names:
        words = texts[name]
        places = range(LEAST_WORDS, len(words) - LEAST_WORDS + 1)
        place = next((place for place in places if words[:place] in known or words[place:] in known), 0)
        if place:
            yield NameSpan(name.first, name.first + place, name.titles)
        yield NameSpan(name.first + place, name.last, () if place else name.titles)


def _completed(document: Document, language: NamingRules, names: list[NameSpan]) -> list[NameSpan]:
    return without_things(document, whole_names(document, language, names))


NAMES = NameRules(
    context=CONTEXT,
    groups=_groups,
    is_thing=_is_thing,
    may_be_person=_may_be_person,
    is_surname=_is_surname,
    ends_with_noun=_ends_with_noun,
    weight_of_person=0.5,
    own_words=_own_words,
    is_thing_with_title=_is_thing_with_title,
    is_apposed=_is_honoured,
    is_ambiguous=_is_ambiguous,
    tagged_once=True,
    word_evidence=_word_evidence,
    completed=_completed,
)
"""How English tells names."""
