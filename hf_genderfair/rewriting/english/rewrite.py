"""Singular *they* and neutral words in English, after Amrhein et al. 2023, sections 2.1 and 3."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from hf_genderfair.core.spans import Edit, Refusal, overlaps, protected_spans
from hf_genderfair.languages.analysis import Analysis, Token
from hf_genderfair.languages.clauses import is_finite
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.english.analysis_repair import repaired_analysis
from hf_genderfair.languages.english.person_forms import first_name, fitting_article, plural
from hf_genderfair.languages.english.pronouns import SINGULAR, Pronoun, cased, find_pronouns
from hf_genderfair.languages.english.reasons import (
    CODE,
    FOREIGN,
    GENDERED,
    KNOWN,
    NAME,
    NAMED,
    QUOTED,
    UNKNOWN,
    in_fixed_words,
    is_foreign,
    meant_literally,
)
from hf_genderfair.languages.english.verb_forms import RELATIVES, JoinedVerbs, word_of
from hf_genderfair.languages.english.verbs import agreeing_verbs
from hf_genderfair.languages.quotation_marks import quotation_spans
from hf_genderfair.languages.reader.generic_reference import mean_odds_of_anybody, others_of_person, shows_gender
from hf_genderfair.languages.reader.reading import ANYBODY, LEAST_OF_PERSON, person_probability, read
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass
from hf_genderfair.rewriting.english.biased import NEEDS as BIAS_NEEDS
from hf_genderfair.rewriting.english.biased import english_biasing_edits
from hf_genderfair.rewriting.rules import Rewriting, RewritingOptions, RewritingRules

ARTICLE = re.compile(r"(?<![\w'’-])(an?)(\s+)$", re.IGNORECASE)
HINT = re.compile(
    r"(?:m[ae]n|ess|maid|boy|girl|master|trix|trices|ette|enne|oine|lady|ladies|doctors?)(?:e?s)?(?![a-z])"
    r"|(?<![a-z])m[ae]n[ -]|average m|workmanlike|manmade|manpower|mankind|housewi|freshman",
    re.IGNORECASE,
)
"""A part of every word in the table; a quick test before the full search."""


class NounMatch(NamedTuple):
    """A gendered word and its neutral word, both as written in the text.

    Attributes:
        start: Offset of its first character.
        end: Offset after its last character.
        neutral: The neutral word with the capitals of the text.

    Example:
        >>> list(find_nouns("Firemen came."))[0].neutral
        'Firefighters'
    """

    start: int
    end: int
    neutral: str


class NounTable(NamedTuple):
    """Gendered words with their neutral words, and a pattern that finds them.

    Attributes:
        neutral: The neutral word of each gendered one, in lower case.
        things: Gendered words that stand for no person: *manpower*.
        pattern: Finds the gendered words as whole words.

    Example:
        >>> noun_table().neutral["policemen"]
        'police officers'
    """

    neutral: dict[str, str]
    things: frozenset[str]
    pattern: re.Pattern[str]


@lru_cache(maxsize=16)
def noun_table(extra: tuple[tuple[str, str], ...] = ()) -> NounTable:
    """Return the words of the paper's tables (appendix E.2), more of their kind, and those of the caller."""
    neutral: dict[str, str] = {}
    things: set[str] = set()
    for one, many, word, words, stands_for in load_lexicon("neutral_nouns_en").rows:
        forms = {_key(gendered): word for gendered in one.split(", ")}
        forms |= {_key(gendered): words for gendered in many.split(", ") if gendered}
        neutral |= forms
        things.update(forms if stands_for else ())
    for gendered, word in extra:
        neutral[_key(gendered)] = word
        neutral.setdefault(plural(_key(gendered)), plural(word))
    longest = sorted(neutral, key=lambda word: (-len(word), word))
    words = "|".join(re.escape(word).replace(r"\ ", "[ -]") for word in longest)
    before = r"(?:(?<![\w@#$&\\/.-])|(?<=\bvice-)|(?<=\bco-)|(?<=\bex-))"
    return NounTable(neutral, frozenset(things), re.compile(rf"{before}(?:{words})(?![\w@\\]|-\w|\.\w)", re.IGNORECASE))


def _key(word: str) -> str:
    """Return a word as in the table: in lower case, with blanks for hyphens, since both spellings occur."""
    return word.lower().replace("-", " ")


def find_nouns(text: str, extra: tuple[tuple[str, str], ...] = ()) -> Iterator[NounMatch]:
    """Find the gendered words of a text."""
    table = noun_table(extra)
    for match in table.pattern.finditer(text):
        # a case-insensitive pattern also finds words with a long s or a Turkish i
        neutral = table.neutral.get(_key(match[0]))
        if neutral is not None:
            yield NounMatch(match.start(), match.end(), _cased(match[0], neutral))


def _cased(original: str, neutral: str) -> str:
    if original.isupper() and len(original) > 1:
        return neutral.upper()
    if original.istitle() and " " in original:
        return neutral.title()
    return neutral[0].upper() + neutral[1:] if original[0].isupper() else neutral


def has_noun(text: str, extra: tuple[tuple[str, str], ...] = ()) -> bool:
    """Whether a text has a gendered word."""
    return (bool(extra) or HINT.search(text) is not None) and noun_table(extra).pattern.search(text) is not None


def fitting_neighbours(text: str, start: int, end: int, neutral: str) -> Iterator[tuple[int, int, str]]:
    """Yield changes to the words around a noun: *an actress* → *an actor*, *firemen's* → *firefighters'*."""
    found = ARTICLE.search(text, max(0, start - 8), start)
    article = fitting_article(found[1], neutral) if found is not None else None
    if found is not None and article is not None:
        yield found.start(1), found.end(1), article
    many = neutral.lower().endswith("s") and text[start:end].lower().endswith(("men", "ladies", "women"))
    if many and text[end : end + 2].lower() in ("'s", "’s") and not text[end + 2 : end + 3].isalpha():
        yield end + 1, end + 2, ""


SURNAMES = WordClass("name_words_en", "surname")

LIKELY = 0.5
"""Probability of nobody in particular from which a noun is rewritten."""


def why_left(document: Document, tokens: Sequence[Token], pronoun: Pronoun) -> str:
    """Return why a pronoun stays as that of somebody; empty where it speaks of nobody in particular."""
    index = _asked(document, tokens, pronoun)
    if index is None or mean_odds_of_anybody(document, index, SINGULAR, noun_table().neutral) > 0:
        return ""
    number = document.derived(read).mention_of[index]
    if number < 0:
        return UNKNOWN
    others = others_of_person(document, number)
    if any(each.kind == "name" for each in others):
        return NAMED
    return GENDERED if any(shows_gender(document, each, noun_table().neutral) for each in others) else KNOWN


def why_noun_left(document: Document, start: int, end: int) -> str:
    """Return why a noun stays: it stands for no person, as in a title, or for somebody whom the text knows."""
    first = bisect_left(document.tokens, start, key=attrgetter("start"))
    last = bisect_left(document.tokens, end, key=attrgetter("start"))
    if first == last or _key(document.text[start:end]) in noun_table().things:
        # part of a longer token, or of no person
        return ""
    if person_probability(document, first, last) < LEAST_OF_PERSON:
        return NAME
    seen = document.derived(read)
    number = max(seen.mention_of[first:last])
    return KNOWN if number >= 0 and seen.mentions[number].reference[ANYBODY] < LIKELY else ""


def _asked(document: Document, tokens: Sequence[Token], pronoun: Pronoun) -> int | None:
    """Return the token of which the reader is asked; None for pairs and sayings, and where words are cut otherwise."""
    index = bisect_left(document.tokens, pronoun.start, key=attrgetter("start"))
    is_cut_so = index < len(document.tokens) and document.tokens[index].start == pronoun.start
    return None if pronoun.pair or _begins_relative(tokens, pronoun) or not is_cut_so else index


def candidates(document: Document) -> Iterator[int]:
    """Yield the tokens of the pronouns that may speak of nobody in particular."""
    for sentence in repaired_analysis(document.text, document.analysis).sentences:
        tokens = sentence.tokens
        for pronoun in find_pronouns(document.text, sentence) if tokens else ():
            literal = meant_literally(document.text, tokens, pronoun) or in_fixed_words(document.text, tokens, pronoun)
            index = None if literal else _asked(document, tokens, pronoun)
            if index is not None:
                yield index


def _begins_relative(tokens: Sequence[Token], pronoun: Pronoun) -> bool:
    """Whether a pronoun is the *he who* or *he that* of a saying, in the present: *he who laughs last*."""
    relative, verb = tokens[pronoun.last + 1 : pronoun.last + 2], tokens[pronoun.last + 2 : pronoun.last + 3]
    if pronoun.kind != "subject" or not verb or relative[0].text.lower() not in RELATIVES:
        return False
    return is_finite(verb[0]) and verb[0].morph.get("Tense") != "Past" and verb[0].text.lower() != "would"


def noun_in_name(tokens: Sequence[Token], first: int, last: int, generic: bool) -> str:
    """Return why a gendered noun is left alone: it is a surname, in a title, or the title of a named person."""
    if not tokens:
        return ""
    word, before = tokens[first], tokens[first - 1] if first else None
    capital = word.text[0].isupper() and not word.text.isupper()
    named = before is not None and before.pos == "PROPN" and before.text[0].isupper()
    if capital and (named or (word.text in SURNAMES and (before is None or before.pos not in ("DET", "PRON")))):
        return NAME
    if capital and (_is_in_award(tokens, first) or _is_in_work(tokens, first)):
        return NAME
    after = tokens[last + 1] if last + 1 < len(tokens) else None
    if generic and after is not None and after.pos == "PROPN" and after.text[0].isupper():
        return NAMED
    if generic and named and before is not None and first_name(before.text) is not None:
        return NAMED
    return ""


def _is_in_award(tokens: Sequence[Token], index: int) -> bool:
    """Whether capitals and a superlative before a noun make it the name of an award: *Best Supporting Actress*."""
    first = index
    while first and tokens[first - 1].text[0].isupper():
        first -= 1
    return any(token.morph.get("Degree") == "Sup" for token in tokens[max(first, index - 3) : index])


def _is_in_work(tokens: Sequence[Token], index: int) -> bool:
    """Whether a noun ends the title of a work: *Death of a Salesman*."""
    before = [token.text for token in tokens[max(0, index - 3) : index]]
    return len(before) == 3 and before[0][0].isupper() and before[1] == "of" and before[2] in ("a", "an")


NEEDS = frozenset({"pos", "morph"})
"""The layers of the pipeline that the rules read."""

FORMS = {"subject": "they", "object": "them", "determiner": "their", "possessive": "theirs"}
PRONOUN_HINT = re.compile(r"(?<![^\W_])(?:s?he|hers?|herself|him|himself|his)(?![^\W_])", re.IGNORECASE)
CLITIC_SIGNS = "'’"


def mentions_gender(text: str, extra: tuple[tuple[str, str], ...] = ()) -> bool:
    """Return quickly whether a text may hold a word that is rewritten; others need no analysis."""
    return PRONOUN_HINT.search(text) is not None or has_noun(text, extra)


def rewrite(document: Document, options: RewritingOptions) -> Rewriting:
    """Propose singular *they* and neutral words for one text."""
    text = document.text
    closed = {CODE: protected_spans(text)}
    if not options.quotations:
        closed[QUOTED] = quotation_spans(text, document.lang)
    edits: list[Edit] = []
    refusals: list[Refusal] = []
    analysis = repaired_analysis(text, document.analysis)
    for sentence in analysis.sentences:
        tokens = sentence.tokens
        pronouns = find_pronouns(text, sentence) if tokens else []
        foreign = FOREIGN if pronouns and is_foreign(tokens) else ""
        verbs = JoinedVerbs(tokens)
        for pronoun in pronouns:
            reason = foreign or _closed(pronoun.start, pronoun.end, closed) or meant_literally(text, tokens, pronoun)
            if not reason and options.scope == "generic":
                reason = in_fixed_words(text, tokens, pronoun) or why_left(document, tokens, pronoun)
            if reason:
                refusals.append(Refusal(pronoun.start, pronoun.end, _rule(pronoun), reason))
            else:
                changed = pronoun_edits(text, verbs, pronoun, options.reflexive)
                edits += [edit for edit in changed if not _closed(edit.start, edit.end, closed)]
    _rewrite_nouns(document, analysis, options, closed, edits, refusals)
    return Rewriting(in_order(edits), sorted(refusals))


def _closed(start: int, end: int, closed: Mapping[str, Sequence[tuple[int, int]]]) -> str:
    return next((reason for reason, spans in closed.items() if overlaps(spans, start, end)), "")


def _rule(pronoun: Pronoun) -> str:
    return "pair" if pronoun.pair else pronoun.kind


def pronoun_edits(text: str, verbs: JoinedVerbs, pronoun: Pronoun, reflexive: str) -> list[Edit]:
    """Return the edits that make a pronoun a word for all genders, with the verbs of its sentence that agree."""
    tokens = verbs.tokens
    original = text[pronoun.start : pronoun.end]
    form = FORMS.get(pronoun.kind, reflexive)
    reason = "a pronoun for all genders"
    edits = [Edit(pronoun.start, pronoun.end, original, cased(original, form), _rule(pronoun), reason)]
    if pronoun.kind == "subject":
        for index, verb in agreeing_verbs(verbs, pronoun.first, pronoun.last):
            start = tokens[index].start
            end = start + len(word_of(tokens[index]))
            written = text[start:end]
            edits.append(Edit(start, end, written, _agreeing(written, verb), "verb", "agrees with they"))
    return edits


def _agreeing(written: str, verb: str) -> str:
    """Return the form of a verb in the capitals of the word that it replaces, and with its apostrophe."""
    if verb[0] in CLITIC_SIGNS:
        verb = written[0] + verb[1:]
    return verb.upper() if written.isupper() and verb.strip()[0] in CLITIC_SIGNS else cased(written, verb)


PAIRING = re.compile(r"\s+or\s+(?:an?\s+)?")
"""What stands between the words for women and for men of whom one is meant."""


def _paired(text: str, nouns: Iterable[NounMatch]) -> Iterator[NounMatch]:
    """Yield nouns with their neutral words, a pair of one such word as one: *the next chairman or chairwoman*."""
    held: NounMatch | None = None
    for noun in nouns:
        if held is not None and held.neutral == noun.neutral and PAIRING.fullmatch(text, held.end, noun.start):
            held = held._replace(end=noun.end)
            continue
        if held is not None:
            yield held
        held = noun
    if held is not None:
        yield held


def _rewrite_nouns(
    document: Document,
    analysis: Analysis,
    options: RewritingOptions,
    closed: Mapping[str, Sequence[tuple[int, int]]],
    edits: list[Edit],
    refusals: list[Refusal],
) -> None:
    text = document.text
    if not has_noun(text, options.nouns):
        return
    tokens = [token for sentence in analysis.sentences for token in sentence.tokens]
    starts = [token.start for token in tokens]
    for start, end, neutral in _paired(text, find_nouns(text, options.nouns)):
        index = max(0, bisect_right(starts, start) - 1)
        last = max(index, bisect_right(starts, end - 1) - 1)
        reason = _closed(start, end, closed) or noun_in_name(tokens, index, last, options.scope == "generic")
        if not reason and options.scope == "generic":
            reason = why_noun_left(document, start, end)
        if reason:
            refusals.append(Refusal(start, end, "noun", reason))
            continue
        edits.append(Edit(start, end, text[start:end], neutral, "noun", "a word for all genders"))
        for first, after, form in fitting_neighbours(text, start, end, neutral):
            edits.append(Edit(first, after, text[first:after], form, "article", "fits the neutral word"))


def in_order(edits: list[Edit]) -> list[Edit]:
    """Sort edits; of two that overlap the first stays."""
    kept: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    return kept


PAIR = re.compile(
    r"\(s\)he\b|\bs/he\b"
    r"|\b(?:s?he|hers?|him|his|himself|herself)(?:\s*/\s*|\s+(?:or|and/or)\s+|\s*\(or\s+)(?:s?he|hers?|him|his)",
    re.IGNORECASE,
)
"""What every pair holds; texts without need no analysis."""

AND = re.compile(r"\sand\s", re.IGNORECASE)


def normalising_edits(text: str) -> list[Edit]:
    """Propose one word for each pair of pronouns, with the verbs that agree."""
    if PAIR.search(text) is None:
        return []
    document = next(documents([text], AnalysisRequest("en", NEEDS)))
    return document.as_given(Rewriting(in_order(list(_edits(document))), [])).edits


def _edits(document: Document) -> Iterator[Edit]:
    text = document.text
    closed = protected_spans(text)
    for sentence in repaired_analysis(text, document.analysis).sentences:
        verbs = JoinedVerbs(sentence.tokens)
        for pronoun in find_pronouns(text, sentence) if sentence.tokens else []:
            # he and she are two persons
            if not pronoun.pair or AND.search(text, pronoun.start, pronoun.end):
                continue
            if meant_literally(text, sentence.tokens, pronoun):
                continue
            edits = pronoun_edits(text, verbs, pronoun, RewritingOptions().reflexive)
            if not any(overlaps(closed, edit.start, edit.end) for edit in edits):
                yield from edits


ENGLISH = RewritingRules(
    layers=NEEDS,
    mentions=lambda text, options: mentions_gender(text, options.nouns),
    rewrite=rewrite,
    normalise=lambda text, form: normalising_edits(text),
    bias=english_biasing_edits,
    bias_layers=BIAS_NEEDS,
)
"""How English is rewritten."""
