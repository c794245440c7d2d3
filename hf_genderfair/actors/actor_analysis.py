"""The analysis of the actors of one text, in its steps.

The English stems are those of Gaucher, Friesen and Kay 2011 (Appendix A). For German there is no openly licensed list;
ours follows their categories with stems of our own choice, and has not been validated with readers.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from hf_genderfair.actors.columns import QUANTITIES, WORD_CLASSES
from hf_genderfair.core.resources import resource
from hf_genderfair.core.spans import overlaps
from hf_genderfair.languages.clauses import ANY_SUBJECTS, clauses_by, has_dependent
from hf_genderfair.languages.coreference.languages import LANGUAGES, actor_rules
from hf_genderfair.languages.coreference.mention import (
    EVIDENCE_SOURCES,
    STRONG,
    EvidenceKind,
    EvidenceSource,
    GenderEvidence,
    Mention,
    Quote,
    decide_gender,
    deciding_source,
    from_sources,
    mentions_by_actor,
    pronoun_majority,
)
from hf_genderfair.languages.coreference.resolution import Span, mentions_of_somebody
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.gender_fair_forms import GenderFairForm, gender_fair_forms
from hf_genderfair.languages.sentiment import Sentiment
from hf_genderfair.languages.types import PAIRED_GENDERS, PairedGender, PersonGender
from hf_genderfair.lexicons.loader import languages_with, load_lexicon

CODED_LANGUAGES = languages_with("coded_words")


class CodedWord(NamedTuple):
    """A word with a stem of one of the two lists.

    Attributes:
        token: Index in the document's tokens.
        coding: ``feminine`` or ``masculine``.
    """

    token: int
    coding: PairedGender


class _List(NamedTuple):
    stems: re.Pattern[str]
    exceptions: re.Pattern[str]
    parts_of_speech: dict[str, str]


def find_coded_words(document: Document) -> list[CodedWord]:
    """Find the feminine-coded and masculine-coded words of a text."""
    # A stem counts at the start of a word and after a hyphen, never inside a word (*nett* in *Kabinett*). Words that
    # only begin like a stem are exceptions in the lexicons (*Sozialdemokrat* for *sozial*). Names are left out. A word
    # is counted once for each list.
    if document.lang not in CODED_LANGUAGES:
        return []
    lang = document.lang
    found: list[CodedWord] = []
    for index, token in enumerate(document.tokens):
        if token.pos != "PROPN" and len(token.text) > 2:
            found += [CodedWord(index, coding) for coding in codings(token.text, token.pos, lang)]
    return found


@lru_cache(maxsize=100_000)
def codings(word: str, pos: str, lang: str) -> tuple[PairedGender, ...]:
    """Return the lists that have a stem of a word."""
    lists = resource(("coded words", lang), lambda: _read(lang))
    low = word.lower().replace("\u00ad", "")
    parts = (low, *low.split("-")[1:]) if "-" in low else (low,)
    return tuple(coding for coding in PAIRED_GENDERS if any(_is_coded(part, pos, lists[coding]) for part in parts))


def _is_coded(part: str, pos: str, words: _List) -> bool:
    found = words.stems.match(part)
    if found is None or words.exceptions.match(part):
        return False
    return words.parts_of_speech.get(found[0], pos) == pos


def _read(lang: str) -> dict[PairedGender, _List]:
    rows = load_lexicon(f"coded_words_{lang}").rows
    lists: dict[PairedGender, _List] = {}
    for coding in PAIRED_GENDERS:
        of_list = [row for row in rows if row[0] == coding]
        stems = [(form, kind) for _, form, kind, _ in of_list if not kind.startswith("except")]
        exceptions = [
            (form, kind.removeprefix("except").lstrip("_")) for _, form, kind, _ in of_list if "except" in kind
        ]
        lists[coding] = _List(_pattern(stems), _pattern(exceptions), {form: pos for _, form, _, pos in of_list if pos})
    return lists


def _pattern(forms: list[tuple[str, str]]) -> re.Pattern[str]:
    """Return a pattern that matches stems at the start of a word, and whole words."""
    ordered = sorted(forms, key=lambda form: (-len(form[0]), form))
    return re.compile("|".join(re.escape(form) + (r"(?!\w)" if kind == "word" else "") for form, kind in ordered))


def generic_masculine(
    document: Document, mentions: Sequence[Mention], forms: Sequence[GenderFairForm]
) -> list[tuple[int, int]]:
    """Find the generic masculines of a text."""
    # German: nouns for persons that have a feminine counterpart, in their masculine form, in the plural (*viele Ärzte*,
    # *die Franzosen*), in the non-specific singular (*jeder Schüler*, *kein Arzt*, *pro Einwohner*, *ein Patient
    # muss*), and for a class (*der Steuerzahler*). Not found are parts of gender-fair forms, nouns beside their own
    # feminine form, persons with a name or a gendered pronoun, nouns with male meaning (*Väter*), epicene nouns
    # (*Gäste*, *Mitglieder*, *die Deutschen*), and first parts of compounds (*Lehrerzimmer*). English: *mankind*,
    # *manpower*; nouns in *-man* in the plural or after *every*, *any*, *no*; *he* and *his* of *everyone* or *every
    # student*.
    if document.lang not in LANGUAGES:
        return []
    named = _heads_of(mentions, lambda mention: mention.kind == "name")
    found = actor_rules(document.lang).generic_masculine(document, _heads_of(mentions, _is_specific), named)
    spans = [(form.start, form.end) for form in forms]
    return [span for span in found if not overlaps(spans, *span)]


def _heads_of(mentions: Sequence[Mention], is_sign: Callable[[Mention], bool]) -> set[int]:
    """Return the heads of all mentions of actors with a mention of some sort."""
    actors = {mention.actor for mention in mentions if mention.actor >= 0 and is_sign(mention)}
    return {mention.head for mention in mentions if mention.actor in actors}


def _is_specific(mention: Mention) -> bool:
    """Whether a mention is a name, or its pronoun or title shows a gender."""
    return mention.kind == "name" or any(item.kind in ("pronoun", "title") for item in mention.evidence)


CLAUSES = frozenset({"ccomp", "advcl", "acl:relcl", "csubj", "csubj:pass", "parataxis", "advcl:relcl"})
"""Relations whose dependent heads a clause of its own."""


class Predication(NamedTuple):
    """One clause about one actor.

    The paper takes the whole sentence (section 2.3). In *Anna praised the minister, who had failed*, the clauses
    distinguish the predications of both actors.

    Attributes:
        actor: Number of the actor.
        tokens: Indices of the tokens of the clause, in order, without those of clauses inside it.
    """

    actor: int
    tokens: tuple[int, ...]


def find_predications(document: Document, mentions: Sequence[Mention]) -> list[Predication]:
    """Return the clauses about each actor, in the order of the mentions; each clause once for an actor."""
    clause_of = clauses_by(document, _begins_clause)
    members: dict[int, list[int]] = {}
    wanted = {clause_of[mention.head] for mention in mentions}
    for index, clause in enumerate(clause_of):
        if clause in wanted:
            members.setdefault(clause, []).append(index)
    pairs = dict.fromkeys((mention.actor, clause_of[mention.head]) for mention in mentions)
    return [Predication(actor, tuple(members[clause])) for actor, clause in pairs]


def _begins_clause(document: Document, index: int) -> bool:
    relation = document.tokens[index].relation
    joined = relation in ("conj", "acl", "xcomp") and has_dependent(document, index, *ANY_SUBJECTS)
    return joined or relation in CLAUSES


def actor_name(document: Document, mentions: Sequence[Mention]) -> str:
    """Return the name of an actor."""
    names = [mention for mention in mentions if mention.kind == "name"]
    if not names:
        first = min(mentions, key=lambda mention: mention.kind == "pronoun")
        return document.text[first.start : first.end]
    longest = max(
        (document.text[name.start : name.end] for name in names), key=lambda text: (len(text.split()), len(text))
    )
    if len(longest.split()) > 1:
        return longest
    return max((document.text[_named_from(document, name) : name.end] for name in names), key=len)


def actor_roles(document: Document, mentions: Sequence[Mention]) -> tuple[str, ...]:
    """Return what the text calls an actor besides names and pronouns."""
    found: list[str] = []
    for mention in mentions:
        if mention.kind == "noun":
            found.append(document.text[mention.start : mention.end])
        found += [
            document.text[document.tokens[first].start : document.tokens[last - 1].end]
            for first, last in mention.titles
        ]
    return tuple(dict.fromkeys(found))


def _named_from(document: Document, mention: Mention) -> int:
    """Return the offset at which a name starts, titles included."""
    return document.tokens[mention.titles[0][0]].start if mention.titles else mention.start


GENDER_RULES: dict[str, Callable[[Sequence[GenderEvidence]], PersonGender]] = {
    "evidence": decide_gender,
    "pronoun-majority": pronoun_majority,
}
"""Rules for the gender of an actor: all evidence weighed, or only the majority of pronouns, as in the paper."""


class Actor(NamedTuple):
    """A person or a group in a text.

    Attributes:
        name: The longest name, else the first noun, else the first pronoun of the text for it.
        gender: The gender with which the text marks it.
        group: Whether it is a group of persons.
        evidence: Evidence of the gender; equal pieces are merged: strong ones with the sum of their weights, weak ones,
            which count once, with the largest.
        counts: Quantities of `QUANTITIES` without ``actors``.
        roles: What the text calls the actor, by titles and nouns as they are written, each once.
        uncertain: Whether a noun of it may as well be of one of several persons before it, whom it fits equally.
        gender_evidence: On what the gender rests.

    Example:
        >>> Actor("Ada", "female", False, (), {"mentions": 1}).counts["mentions"]
        1
    """

    name: str
    gender: PersonGender
    group: bool
    evidence: tuple[GenderEvidence, ...]
    counts: dict[str, int]
    roles: tuple[str, ...] = ()
    uncertain: bool = False
    gender_evidence: EvidenceSource | Literal["none"] = "none"


class ActorWord(NamedTuple):
    """An adjective, noun or verb in a predication of an actor."""

    start: int
    end: int
    actor: int
    pos: str
    lemma: str


class CodedSpan(NamedTuple):
    """A gender-coded word in a predication of an actor.

    Example:
        >>> CodedSpan(4, 9, 0, "feminine").coding
        'feminine'
    """

    start: int
    end: int
    actor: int
    coding: str


class WordSpan(NamedTuple):
    """The span of a word.

    Example:
        >>> WordSpan(4, 9).end
        9
    """

    start: int
    end: int


class ActorAnalysis(NamedTuple):
    """The actors of one text; offsets are code points, actors are numbered in the order of their first mention.

    Attributes:
        actors: The actors.
        mentions: Their mentions, in order; each belongs to one actor.
        quotes: Direct and indirect quotes, in order.
        words: Words of predications; a word in predications of two actors is listed twice.
        coded_words: Gender-coded words of predications.
        gender_fair_forms: Gender-fair forms.
        generic_masculine: Generic masculines.
    """

    actors: Sequence[Actor]
    mentions: Sequence[Mention]
    quotes: Sequence[Quote]
    words: Sequence[ActorWord]
    coded_words: Sequence[CodedSpan]
    gender_fair_forms: Sequence[GenderFairForm]
    generic_masculine: Sequence[WordSpan]


@dataclass(frozen=True)
class ActorAnalyser:
    """Analyses the actors of texts.

    Attributes:
        gender: ``evidence`` or ``pronoun-majority``.
        sentiment: Scores the sentiment of predications.
        rank: Number of the worker process.
        sources: The kinds of evidence from which a gender is decided.

    Example:
        >>> from hf_genderfair.languages.sentiment import LexiconSentiment
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Ada praised her brother. She sang."
        >>> document = Document(text, next(pipeline("en").analyse([text])), "en")
        >>> analysis = ActorAnalyser("evidence", LexiconSentiment("en"), None).analyse(document)
        >>> [(actor.name, actor.gender, actor.counts["mentions"]) for actor in analysis.actors]
        [('Ada', 'female', 3), ('brother', 'male', 1)]
    """

    gender: str
    sentiment: Sentiment
    rank: int | None
    sources: tuple[EvidenceSource, ...] = EVIDENCE_SOURCES

    def analyse(self, document: Document, clusters: Sequence[Sequence[Span]] = ()) -> ActorAnalysis:
        """Analyse the actors of a text."""
        mentions, quotes = mentions_of_somebody(document, clusters)
        forms = gender_fair_forms(document.text, document.lang)
        generic = generic_masculine(document, mentions, forms)
        predications = find_predications(document, mentions)
        coded = find_coded_words(document)
        counts = self._counts(document, mentions, quotes, predications, coded)
        return ActorAnalysis(
            self._actors(document, mentions, counts),
            mentions,
            quotes,
            _words(document, mentions, predications),
            _coded(document, predications, coded),
            forms,
            [WordSpan(*span) for span in generic],
        )

    def _counts(
        self,
        document: Document,
        mentions: Sequence[Mention],
        quotes: Sequence[Quote],
        predications: Sequence[Predication],
        coded: Sequence[CodedWord],
    ) -> dict[int, Counter[str]]:
        counts: dict[int, Counter[str]] = defaultdict(Counter)
        for mention in mentions:
            counts[mention.actor]["mentions"] += 1
            counts[mention.actor]["pronouns" if mention.kind == "pronoun" else "named"] += 1
            if f"{mention.role}s" in QUANTITIES:
                counts[mention.actor][f"{mention.role}s"] += 1
        for quote in quotes:
            if quote.actor >= 0:
                counts[quote.actor][f"{quote.kind}_quotes"] += 1
        codings = {word.token: f"{word.coding}_coded" for word in coded}
        clauses = list(dict.fromkeys(predication.tokens for predication in predications))
        scores = dict(zip(clauses, self.sentiment.score(document, clauses, self.rank), strict=True))
        for actor, tokens in predications:
            counts[actor]["predications"] += 1
            counts[actor]["sentiment"] += scores[tokens]
            counts[actor].update(codings[index] for index in tokens if index in codings)
        return counts

    def _actors(self, document: Document, mentions: Sequence[Mention], counts: dict[int, Counter[str]]) -> list[Actor]:
        actors = []
        for number, own in mentions_by_actor(mentions).items():
            evidence = [item for mention in own for item in mention.evidence]
            relied_on = from_sources(evidence, self.sources)
            gender = GENDER_RULES[self.gender](relied_on)
            named = [mention for mention in own if mention.kind != "pronoun"] or own
            actors.append(
                Actor(
                    actor_name(document, own),
                    gender,
                    2 * sum(mention.plural for mention in named) > len(named),
                    _together(evidence),
                    {quantity: counts[number][quantity] for quantity in QUANTITIES if quantity != "actors"},
                    actor_roles(document, own),
                    any(mention.uncertain for mention in own),
                    deciding_source(relied_on, gender),
                )
            )
        return actors


def _together(evidence: Sequence[GenderEvidence]) -> tuple[GenderEvidence, ...]:
    weights: dict[tuple[PersonGender, EvidenceKind, str], float] = {}
    for item in evidence:
        key = (item.gender, item.kind, item.word.lower() if item.kind == "pronoun" else item.word)
        # weak evidence counts once, however often it is repeated
        known = weights.get(key, 0.0)
        weights[key] = known + item.weight if item.weight >= STRONG else max(known, item.weight)
    return tuple(GenderEvidence(gender, kind, weight, word) for (gender, kind, word), weight in weights.items())


def _words(document: Document, mentions: Sequence[Mention], predications: Sequence[Predication]) -> list[ActorWord]:
    naming = {mention.head for mention in mentions}
    words = []
    for actor, tokens in predications:
        for index in tokens:
            token = document.tokens[index]
            if token.pos in WORD_CLASSES and index not in naming and token.text.isalpha():
                words.append(ActorWord(token.start, token.end, actor, token.pos, token.lemma))
    return words


def _coded(document: Document, predications: Sequence[Predication], coded: Sequence[CodedWord]) -> list[CodedSpan]:
    codings = {word.token: word.coding for word in coded}
    return [
        CodedSpan(document.tokens[index].start, document.tokens[index].end, actor, codings[index])
        for actor, tokens in predications
        for index in tokens
        if index in codings
    ]
