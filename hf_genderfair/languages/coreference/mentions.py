"""Mentions of persons by name and by noun."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from hf_genderfair.core.spans import overlaps
from hf_genderfair.languages.analysis import Entity, word_end
from hf_genderfair.languages.coreference.languages import actor_rules
from hf_genderfair.languages.coreference.mention import (
    FIRST_NAME,
    GENDERS,
    MASCULINE_ROLE,
    MORPHOLOGY,
    NOUN,
    TITLE,
    GenderEvidence,
    Mention,
    noun_evidence,
)
from hf_genderfair.languages.coreference.name_words import (
    FAIR,
    HONORIFIC,
    PARTICLES,
    SURE_KINDS,
    NameSpan,
    NamingRules,
)
from hf_genderfair.languages.coreference.names import find_names
from hf_genderfair.languages.coreference.roles import role_of
from hf_genderfair.languages.coreference.self_descriptions import leave_out_denied, words_of_no_person
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import SHARED, Evidence, frequent_surnames, person_noun_gender
from hf_genderfair.languages.reader.reading import (
    ANYBODY,
    LEAST_OF_ANYBODY,
    SEVERAL,
    SURE,
    SeenMention,
    read,
)
from hf_genderfair.languages.types import PersonGender
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass


def idioms(document: Document) -> list[tuple[int, int]]:
    """Return where a text has idioms that name nobody, as offsets."""
    return [match.span() for match in _pattern(document.lang).finditer(document.text)]


@lru_cache(maxsize=8)
def _pattern(lang: str) -> re.Pattern[str]:
    rows = load_lexicon(f"idioms_of_no_persons_{lang}").lines
    phrases = [r"\s+".join(_either(word) for word in phrase.split()) for phrase in rows]
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)")


def _either(word: str) -> str:
    first, *others = (re.escape(form) for form in word.replace("'", "’").split("/"))
    pattern = "|".join((first, *others)).replace("’", "['’]")
    return f"(?:{pattern})"


LIKELY = 0.5

NOUN_KINDS = ("role", "kin")

SHOWN: Mapping[str, PersonGender] = {"female": "female", "male": "male"}

NEUTRAL_TITLE = re.compile(r"\bMx\.?\s+\Z")
"""A title that pipelines split, since they take its full stop for the end of a sentence."""

HONOUR = re.compile(r"(?:(?:\b\w\.\s?){2,3}|\b\w+\.?\s)\Z")
"""A possessive or an abbreviation right before a title: *Seine*, *Sr.*, *I. K. H.*."""

LONGEST_HONOUR = 12
"""Number of characters before a title among which to look for one."""

HONOUR_OF_MAN = WordClass("name_words_any", "honour_of_man")

HONOUR_OF_WOMAN = WordClass("name_words_any", "honour_of_woman")

AGED = re.compile(r"\d{1,3}-year-olds?")
"""An English age for who has it: *the 31-year-old*."""

FREQUENT_BEARERS = 200_000
"""Least number of persons with a first name by which a single word that is a surname too counts as a first name."""

GIVEN_PARTICLES = WordClass("name_words_any", "particle_or_first_name")
"""Particles that are first names where they begin a name: *Ben*."""

ARTICLES_OF_FAMILIES = frozenset({"the", "die", "der", "den"})

HINT = 1.1
"""Largest weight of a first name that women and men bear."""

GROUP_TITLES = WordClass("name_words_any", "title_of_group")
"""Titles of several persons with one name."""


def find_mentions(document: Document) -> list[Mention]:
    """Find the mentions of persons by name and by noun, in order."""
    # A title or a noun directly before a name (*Bundeskanzlerin Angela Merkel*) is evidence of the name, not a mention
    # of its own; a noun between commas (*Angela Merkel, die Kanzlerin,*) is one.
    language = actor_rules(document.lang).words
    names = find_names(document, language)
    taken = {index for name in names for span in (name[:2], *name.titles) for index in range(*span)}
    found = [_name_mention(document, language, name) for name in names]
    found += _noun_mentions(document, language, taken)
    nobody = sorted([*idioms(document), *words_of_no_person(document)])
    found = [mention for mention in found if not overlaps(nobody, mention.start, mention.start + 1)]
    leave_out_denied(document, found)
    taken.update(index for mention in found for index in mention.tokens)
    seen = _seen_nouns(document, language, taken)
    found += (each for each in seen if not overlaps(nobody, each.start, each.start + 1))
    for mention in found:
        mention.role = role_of(document, mention.head)
    return sorted(found, key=lambda mention: (mention.start, mention.end))


def _name_mention(document: Document, language: NamingRules, name: NameSpan) -> Mention:
    tokens = document.tokens
    head = _head(document, name.first, name.last)
    evidence: list[GenderEvidence | None] = []
    plural = False
    for first, last in name.titles:
        word = document.text[tokens[first].start : tokens[last - 1].end]
        plural = plural or word.casefold().rstrip(".") in GROUP_TITLES
        if len(word.rstrip(".")) > 1 or last == name.first:
            # 'I. M. Königin Ada' has an initial of Majesty, not of Monsieur
            evidence.append(_evidence_of_title(document, language, word, (first, last)))
        evidence.append(_evidence_of_honour(document, language, word, tokens[first].start))
    plural = plural or _is_family(document, name)
    before = NEUTRAL_TITLE.search(document.text, max(0, tokens[name.first].start - 5), tokens[name.first].start)
    if before and not name.titles:
        evidence.append(GenderEvidence("neutral", "title", TITLE, before.group().strip()))
    given = tokens[name.first].text if name.last - name.first > 1 else ""
    text = document.text[tokens[name.first].start : tokens[name.last - 1].end]
    particle = given.lower() in PARTICLES and given.lower() not in GIVEN_PARTICLES
    shown = not particle and language.shows_first_name(given, text)
    known = language.first_name(given or tokens[name.first].text) if shown else None
    single = not given and not name.titles and language.is_given_name(known) if known else False
    if known and not plural and (given or single) and not (single and _rather_surname(tokens[name.first].text, known)):
        evidence.append(_first_name_evidence(tokens[name.first].text, known))
    if not name.titles and not plural:
        evidence.append(language.before_name(document, name.first))
    kept = () if plural else tuple(item for item in evidence if item)
    place = range(name.first, name.last)
    start, end = tokens[name.first].start, tokens[name.last - 1].end
    return Mention(start, end, head, "name", plural, kept, tokens=place, titles=name.titles)


def _first_name_evidence(word: str, evidence: Evidence) -> GenderEvidence | None:
    """Return the evidence of a first name, weighted by how unevenly the genders share it."""
    # Of a name that both bear (*Blake*, *Sam*) it is a hint, too weak to decide.
    if evidence.probability is None or (evidence.gender == "unknown" and evidence.n < 2):
        return None
    certainty = 2 * evidence.probability - 1
    gender: PersonGender = "female" if certainty > 0 else "male"
    most = HINT if evidence.gender == "unknown" or evidence.kind == SHARED else FIRST_NAME
    return GenderEvidence(gender, "first name", min(most, round(FIRST_NAME * abs(certainty), 3)), word)


def _rather_surname(word: str, known: Evidence) -> bool:
    """Whether a name of a single word is more often a surname than a first name: *Williams*, German *Peter*."""
    return word.casefold() in frequent_surnames() and known.n < FREQUENT_BEARERS


def _evidence_of_title(
    document: Document, language: NamingRules, word: str, places: tuple[int, int]
) -> GenderEvidence | None:
    title = next((found for bare in language.bare(word) if (found := language.title(bare)) is not None), None)
    if title is not None and (title.gender != "male" or title.kind != "office"):
        return _title_evidence(word, title)
    noun = language.read_noun(document, *places)
    if noun is not None and noun.evidence:
        return noun.evidence[-1]
    meaning: Evidence | None = person_noun_gender(word, document.lang, "Sing")
    return noun_evidence(word, meaning) if meaning else None


def _title_evidence(word: str, evidence: Evidence) -> GenderEvidence | None:
    """Return the evidence of a title: of *Frau*, *Queen* and *Ministerin*, not of *Minister* or *Dr*."""
    gender = GENDERS[evidence.gender]
    if gender == "neutral":
        told = evidence.kind == FAIR or word.casefold().rstrip(".") == "mx"
        return GenderEvidence(gender, "title", TITLE, word) if told else None
    if evidence.kind in SURE_KINDS or evidence.kind == "clergy":
        return GenderEvidence(gender, "title", TITLE, word)
    return GenderEvidence(gender, "title", MORPHOLOGY, word) if gender == "female" else None


def _evidence_of_honour(document: Document, language: NamingRules, word: str, start: int) -> GenderEvidence | None:
    """Return what stands before a title that honours: *Sr. Exzellenz Botschafter Bode*, *I. K. H. Prinzessin Ada*."""
    found = HONOUR.search(document.text, max(0, start - LONGEST_HONOUR), start)
    honour = "".join(found.group().split()).lower() if found else ""
    title = language.title(word)
    honours = title is not None and title.kind == HONORIFIC
    # initials honour by themselves, before any title
    if not honours and "." not in honour[:-1]:
        return None
    gender: PersonGender = "male" if honour in HONOUR_OF_MAN else "female"
    known = honour in HONOUR_OF_MAN or honour in HONOUR_OF_WOMAN
    return GenderEvidence(gender, "title", TITLE, f"{honour} {word}") if known else None


def _is_family(document: Document, name: NameSpan) -> bool:
    """Whether a name refers to a family: *the Smiths*, *die Müllers*."""
    before = document.tokens[name.first - 1] if name.first else document.tokens[name.first]
    last = document.tokens[name.last - 1].text
    # 'die Partei, der Wilders vorsteht' has a relative pronoun
    several = before.pos == "DET" and before.text.lower() in ARTICLES_OF_FAMILIES and not name.titles
    return name.last - name.first == 1 and last.endswith("s") and several


def _head(document: Document, first: int, last: int) -> int:
    """Return the first token of a span whose head is outside of it."""
    words = (index for index in range(first, last) if document.tokens[index].pos != "PUNCT")
    tops = (index for index in words if not first <= document.heads[index] < last or document.heads[index] == index)
    return next(tops, last - 1)


def _noun_mentions(document: Document, language: NamingRules, taken: set[int]) -> Iterator[Mention]:
    tokens = document.tokens
    places = [entity for entity in document.entities if entity.type != "PER"]
    starts = [entity.start for entity in places]
    fair = document.derived(language.fair_nouns)
    index = 0
    before = 0
    while index < len(tokens):
        pos = tokens[index].pos
        hyphenated = index + 1 < len(tokens) and tokens[index + 1].text == "-"
        if pos != "NOUN" and pos != "PROPN" and not hyphenated and index not in fair:
            index += 1
            continue
        end = word_end(tokens, index) if hyphenated else index + 1
        aged = hyphenated and AGED.fullmatch(document.text, tokens[index].start, tokens[end - 1].end)
        unit = next((fair[near] for near in range(index, end) if near in fair), None)
        if tokens[end - 1].pos in ("NOUN", "PROPN") or pos == "NOUN" or aged or unit:
            named = index in taken or end - 1 in taken
            skipped = named or (unit is None and _is_place(document, places, starts, end - 1))
            noun = None if skipped else unit or language.read_noun(document, index, end)
            if noun is not None:
                first = max(noun.first, before)
                span, head = (tokens[first].start, noun.end), _head(document, index, end)
                before = end
                while end < len(tokens) and tokens[end].start < noun.end:
                    end += 1
                place, generic = range(first, end), noun.generic
                yield Mention(*span, head, "noun", noun.plural, noun.evidence, generic=generic, tokens=place)
        index = end


def find_collectives(document: Document, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the nouns in the singular for several that the reader surely sees: *crew*, *Polizei*."""
    taken = {index for mention in mentions for index in mention.tokens}
    found = list(_seen_nouns(document, actor_rules(document.lang).words, taken, ("collective",)))
    for mention in found:
        mention.role = role_of(document, mention.head)
    return found


def _seen_nouns(
    document: Document, language: NamingRules, taken: set[int], kinds: Collection[str] = NOUN_KINDS
) -> Iterator[Mention]:
    """Yield the nouns for persons that the reader surely sees."""
    tokens, needs_capital = document.tokens, language.nouns_have_capitals and not document.text.islower()
    for seen in document.derived(read).mentions:
        first, last = seen.first, seen.last
        nominal = tokens[last].pos in ("NOUN", "PROPN", "ADJ") and taken.isdisjoint(range(first, last + 1))
        nominal = nominal and not (needs_capital and tokens[last].text[0].islower())
        if seen.kind in kinds and seen.certainty >= SURE and nominal:
            several = seen.kind == "collective" or tokens[last].morph.get("Number") == "Plur"
            several = several or seen.reference[SEVERAL] > LIKELY
            evidence = () if several else _seen_evidence(seen, tokens[last].text)
            span, place = (tokens[first].start, tokens[last].end), range(first, last + 1)
            generic = seen.reference[ANYBODY] > LEAST_OF_ANYBODY
            yield Mention(*span, last, "noun", several, evidence, generic=generic, tokens=place)


def _seen_evidence(seen: SeenMention, word: str) -> tuple[GenderEvidence, ...]:
    """Return what the form of a noun shows: *mother* and *Mieterin* a woman, *Mieter* hardly a man."""
    gender = SHOWN.get(seen.gender)
    if gender is None:
        return ()
    if seen.kind == "kin":
        return (GenderEvidence(gender, "noun", NOUN, word),)
    return (GenderEvidence(gender, "morphology", MORPHOLOGY if gender == "female" else MASCULINE_ROLE, word),)


def _is_place(document: Document, places: Sequence[Entity], starts: Sequence[int], index: int) -> bool:
    """Whether a noun without article is the name of a place or an organisation: *Polen*, *Schwaben*."""
    token = document.tokens[index]
    number = bisect_right(starts, token.start) - 1
    if number < 0 or token.end > places[number].end:
        return False
    return token.pos == "PROPN" and not any(below.startswith("det") for below in document.relations_below[index])
