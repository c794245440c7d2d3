"""What people say of their own gender: *Ada Hale, who is nonbinary*, *Ada Hale (they/them)*, *Pronomen: sie/ihr*.

It is evidence of those of whom it is said, and outranks all other: a word for a gender what pronouns say.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.actors.gender import SELF_DESCRIPTION, STRONG
from hf_genderfair.actors.mention import GenderEvidence, Mention, covering_mentions, token_range
from hf_genderfair.actors.mention_words import GENDERS, NamingRules
from hf_genderfair.actors.names.titles import titles_before
from hf_genderfair.languages.clauses import begins_clause, dependents, subjects
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import PersonGender
from hf_genderfair.lexicons.loader import load_lexicon

KINDS = ("identity", "name_identity", "pronouns")
"""Kinds of phrases that describe somebody by themselves."""

STEPS = 6
"""Most words between a description and the predicate whose subject it describes."""

GAP = r"(?:[\s-]|: )+"
"""What may stand between the words of a phrase: *non-binary*, *Pronomen: keine*."""

PART_BEFORE, PART_AFTER = re.compile(r"[\n|·•,–—] ?\Z"), re.compile(r"\s*(?:[\n|·•,–—]|\Z)")
"""What divides the parts of a signature: *Ada Hale | she/her | Leeds*."""

BESIDE = re.compile(r"[\s,(\[|–—-]+\Z")
"""What stands between a name and its pronouns, or what is said of it."""

MODIFYING = frozenset({"amod", "compound", "flat", "nmod", "nmod:poss"})
"""Relations of words that describe the noun with them, and nobody else: *nonbinary rights*."""

DESCRIBING = MODIFYING | frozenset({"acl", "acl:relcl", "advcl", "advmod", "appos", "conj", "obl", "obl:arg", "xcomp"})
"""Those and the relations of words that say as what somebody lives or is seen: *identifies as nonbinary*."""


TOLD = ("ccomp", "acl", "acl:relcl")
"""Relations of what somebody tells to the verb of telling, or to whom it is told."""


class SelfDescription(NamedTuple):
    """Words of a text by which somebody tells of their own gender, as offsets.

    Attributes:
        start: Offset of the first character.
        end: Offset after the last one.
        kind: ``identity``, ``name_identity`` or ``pronouns``.
        genders: What they show, by word.
    """

    start: int
    end: int
    kind: str
    genders: Mapping[str, PersonGender]


class _Forms(NamedTuple):
    phrases: re.Pattern[str]
    by_phrase: Mapping[str, tuple[str, PersonGender]]
    lists: re.Pattern[str]
    single: re.Pattern[str]
    pronouns: Mapping[str, PersonGender]
    label: re.Pattern[str]
    words: Mapping[str, frozenset[str]]


def self_descriptions(document: Document) -> list[SelfDescription]:
    """Return the words of a text by which somebody tells of their own gender.

    Args:
        document: The text.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Ada Hale (they/them) is an enby."
        >>> document = Document(text, next(pipeline("en").analyse([text])), "en")
        >>> [(text[found.start : found.end], found.kind) for found in self_descriptions(document)]
        [('they/them', 'pronouns'), ('enby', 'identity')]
    """
    return document.derived(_self_descriptions)


def listed_pronouns(document: Document) -> frozenset[int]:
    """Return the tokens that only say which pronouns somebody uses, and stand for nobody."""
    return document.derived(_listed_pronouns)


def add_self_descriptions(
    document: Document, words: NamingRules, mentions: Sequence[Mention], kinds: Sequence[str]
) -> None:
    """Add what people say of themselves to the evidence of the mentions of whom it is said.

    Args:
        document: The text.
        words: The words that name persons.
        mentions: Its mentions in order; evidence is added in place.
        kinds: The kinds of mentions that may get evidence.
    """
    found = self_descriptions(document)
    if not found:
        return
    covered = covering_mentions(document, mentions)
    for name in (mention for mention in mentions if mention.kind == "name"):
        # 'nonbinary painter Max Hale' describes Max
        for title in titles_before(document, words, *token_range(document, name)):
            covered.update(dict.fromkeys(range(*title), name))
    for said in found:
        weight = STRONG if said.kind == "pronouns" else SELF_DESCRIPTION
        new = [GenderEvidence(gender, "self-description", weight, word) for word, gender in said.genders.items()]
        for mention in _of_whom(document, mentions, covered, said):
            if mention.kind in kinds and not mention.plural:
                mention.evidence = (*mention.evidence, *new)


def _self_descriptions(document: Document) -> list[SelfDescription]:
    forms = _forms(document.lang)
    found = []
    for match in forms.phrases.finditer(document.text):
        kind, gender = next(forms.by_phrase[key] for key in _stems(_key(match[0])) if key in forms.by_phrase)
        found.append(SelfDescription(*match.span(), kind, {match[0]: gender}))
    for match in forms.single.finditer(document.text):
        found.append(SelfDescription(*match.span(1), "pronouns", {match[1]: forms.pronouns[match[1].casefold()]}))
    for match in forms.lists.finditer(document.text):
        genders = {forms.pronouns[word.casefold()]: word for word in match[0].split("/")}
        if _is_list(document, match, several=len(genders) > 1):
            shown = {match[0] if len(genders) == 1 else word: gender for gender, word in genders.items()}
            found.append(SelfDescription(*match.span(), "pronouns", shown))
    return sorted(found)


def _is_list(document: Document, match: re.Match[str], several: bool) -> bool:
    """Whether pronouns between strokes are those of somebody: beside a word that says so, or in brackets.

    *he/she* stands for anybody.
    """
    text, label = document.text, _forms(document.lang).label
    before = text[max(0, match.start() - 20) : match.start()]
    if label.search(before) or label.match(text, match.end()):
        return True
    if before.endswith(("(", "[")) and text[match.end() : match.end() + 1] in (")", "]"):
        return not several or before.rstrip("([ ")[-1:].isalpha()
    parted = PART_BEFORE.search(before) is not None and PART_AFTER.match(text, match.end()) is not None
    return parted and not several


def _listed_pronouns(document: Document) -> frozenset[int]:
    listed = [said for said in self_descriptions(document) if said.kind == "pronouns"]
    offsets = {offset for said in listed for offset in range(said.start, said.end)}
    return frozenset(index for index, token in enumerate(document.tokens) if token.start in offsets)


def _of_whom(
    document: Document, mentions: Sequence[Mention], covered: Mapping[int, Mention], said: SelfDescription
) -> Sequence[Mention]:
    """Return the mentions of the persons who describe themselves so."""
    before = [mention for mention in mentions if mention.end <= said.start]
    between = document.text[before[-1].end : said.start] if before else ""
    label = _forms(document.lang).label
    apart = said.kind == "pronouns" or between.strip()
    if before and apart and BESIDE.fullmatch(label.sub(" ", between).replace(":", " ")):
        return before[-1:]
    at = next(index for index in range(len(document.tokens) - 1, -1, -1) if document.tokens[index].start < said.end)
    if said.kind == "pronouns":
        return _last_subject(document, before, document.sentence_of[at])
    found = _described(document, covered, at, said.start) or _before_phrase(document, covered, said.start)
    own = subjects(document, at)
    if not found and own and all(_is_neutral(document, index) and index not in covered for index in own):
        # 'Ada Hale paints. They are the first nonbinary chair.'
        found = _last_subject(document, before, document.sentence_of[at] - 1)
    return [mention for mention in found if said.kind == "identity" or mention.kind == "name"]


def _last_subject(document: Document, before: Sequence[Mention], sentence: int) -> Sequence[Mention]:
    """Return whom a sentence names last, subjects first; else whom the sentence before it names."""
    named = [mention for mention in before if mention.kind != "pronoun"]
    for place in (sentence, sentence - 1):
        near = [mention for mention in named if document.sentence_of[mention.head] == place]
        if near:
            return ([mention for mention in near if mention.role in ("subject", "possessor")] or near)[-1:]
    return []


def _before_phrase(document: Document, covered: Mapping[int, Mention], start: int) -> Sequence[Mention]:
    """Return the subject of the copula right before a phrase of several words, which parsers take apart."""
    verb = bisect_left(document.tokens, start, key=lambda token: token.start) - 1
    if verb < 0 or document.tokens[verb].pos != "AUX":
        return []
    return [covered[index] for index in subjects(document, verb) if index in covered]


def _described(document: Document, covered: Mapping[int, Mention], at: int, start: int) -> Sequence[Mention]:
    """Return whom a word for a gender describes: the noun with it, or those of whom its predicate is said."""
    tokens, words = document.tokens, _forms(document.lang).words
    seen_as, passed = _is_seen_as(document, at, start), {at}
    for _ in range(STEPS):
        if at in covered and not seen_as:
            return [covered[at]]
        below = [index for index in document.children[at] if tokens[index].start < start]
        relation, above = tokens[at].relation, document.heads[at]
        around = {form for index in (at, above, *below) for form in (tokens[index].lemma, tokens[index].text.lower())}
        if not words["denial"].isdisjoint(around):
            return []
        own = [index for index in subjects(document, at) if index in covered]
        if own:
            objects = [index for index in dependents(document, at, "obj") if index in covered and index not in passed]
            of = [index for index in objects if covered[index].kind != "pronoun"] or own
            return [covered[index] for index in (*of, *dependents(document, of[0], "conj")) if index in covered]
        describes = relation in DESCRIBING and (relation not in MODIFYING or above in covered)
        if relation in TOLD and any(_is_neutral(document, index) for index in subjects(document, at)):
            # 'Ada told the crowd that they are nonbinary', which parsers take for clauses about the crowd too
            above = above if relation == "ccomp" else document.heads[above]
            return [covered[index] for index in subjects(document, above) if index in covered]
        if relation == "acl:relcl" and any(tokens[index].pos == "PRON" for index in subjects(document, at)):
            # for whom the relative stands is told where pronouns are resolved
            return []
        if above == at or not (describes or seen_as):
            return []
        seen_as = seen_as and not begins_clause(document, at)
        at = above
        passed.add(at)
    return []


def _is_neutral(document: Document, index: int) -> bool:
    """Whether a word is a pronoun for all genders."""
    return _forms(document.lang).pronouns.get(document.tokens[index].text.lower()) == "neutral"


def _is_seen_as(document: Document, at: int, start: int) -> bool:
    """Whether words stand behind *as*, and tell of whom the predicate tells: *lives as a nonbinary person*."""
    words = _forms(document.lang).words
    while at and (document.tokens[at].start >= start or document.tokens[at].text.lower() in words["article"]):
        at -= 1
    return document.tokens[at].text.lower() in words["as"]


def _stems(key: str) -> Iterator[str]:
    """Yield a phrase without the letters that may be its ending."""
    return (key[: len(key) - cut] for cut in range(3))


def _key(phrase: str) -> str:
    return re.sub(GAP, " ", phrase.casefold())


@lru_cache(maxsize=8)
def _forms(lang: str) -> _Forms:
    rows = [row for row in load_lexicon("self_descriptions").rows if row[1] == lang]
    by_phrase = {_key(phrase): (kind, GENDERS[gender]) for phrase, _, kind, gender in rows if kind in KINDS}
    pronouns = {phrase: GENDERS[gender] for phrase, _, kind, gender in rows if kind == "pronoun"}
    endings = "|".join(phrase for phrase, _, kind, _ in rows if kind == "ending")
    phrases = "|".join(
        phrase.replace(" ", GAP) + (f"(?:{endings})?" if endings and by_phrase[phrase][0] == "identity" else "")
        for phrase in sorted(by_phrase, key=len, reverse=True)
    )
    words = "|".join(sorted(pronouns, key=len, reverse=True))
    labels, neopronouns = ("|".join(row[0] for row in rows if row[2] == kind) for kind in ("label", "neopronoun"))
    return _Forms(
        re.compile(rf"(?<!\w)(?:{phrases})(?!\w)", re.IGNORECASE),
        by_phrase,
        re.compile(rf"(?<![\w/])(?:{words})(?:/(?:{words})){{1,3}}(?![\w/])", re.IGNORECASE),
        re.compile(rf"\b(?:(?:{labels}): ?|(?:{neopronouns}) )({words})(?![\w/])", re.IGNORECASE),
        pronouns,
        re.compile(rf"\W*\b(?:{labels}|{neopronouns})\b\W*", re.IGNORECASE),
        {
            name: frozenset(phrase for phrase, _, kind, _ in rows if kind == name)
            for name in ("denial", "as", "article")
        },
    )
