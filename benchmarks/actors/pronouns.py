"""Whom pronouns stand for: German ones in two corpora with gold coreference, English ones in three."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
from scipy.cluster.hierarchy import DisjointSet

from benchmarks.actors.quotes import read_mentions
from benchmarks.measure import Figures, Measure
from benchmarks.scores import interval, portion, resampled
from benchmarks.texts import archived, table_rows
from dataset_scripts.models.weights import coreference as english
from dataset_scripts.models.weights.coreference import chain_of, overlaps
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.clauses import FEMININE, MASCULINE, NEUTER, PLURAL, SINGULAR
from hf_genderfair.languages.german.pronoun_readings import interpreted_pronouns

LAYOUT = {
    "corefpro": (r".*/de/basedata/(.+)_words\.xml", "primmark"),
    "parcorfull": (r"(.+)/DE/Basedata/(.+)_words\.xml", "coref"),
}
PERSONAL = frozenset("er ihn ihm sie ihr ihnen ihrer".split())
POSSESSIVE = frozenset(stem + ending for stem in ("sein", "ihr") for ending in ("", "e", "en", "em", "er", "es"))
OTHERS = frozenset(
    "sich der die den dem denen dessen deren welcher welche welchen welchem dieser diese diesen diesem jener jene "
    "jenen jenem".split()
)
BITS = {"Masc": MASCULINE, "Fem": FEMININE, "Neut": NEUTER}
PUBLISHED = {"parallelism": 0.669, "Lee et al. 2017": 0.640, "BERT and later, lowest": 0.85, "highest": 0.92}
"""F of GAP; their baselines are given the two names, and need not find them."""
Span = tuple[int, int]


class Gold(NamedTuple):
    """A text with its chains: spans of characters by chain, named by the number of their first word."""

    corpus: str
    name: str
    text: str
    chains: dict[int, list[Span]]


Labelled = TypeVar("Labelled", Gold, english.GapRow, english.Chains, english.Schema)


def coreference_de(data: Path) -> Figures:
    """Resolve German pronouns, beside the nearest noun that agrees in gender and number.

    FOLDER holds ``coreference/corefpro`` and ``coreference/parcorfull`` (MMAX2). Asked are third-person pronouns of
    gold chains, but *es*, *das*, *dies* and capital *Sie*; ``coreference_de_chains.tsv`` says which chains are persons.
    Right is a pronoun for one person whose actor has another mention in the same chain; for groups a single person is
    wrong, for things any.
    """
    rows = table_rows(Path(__file__).with_name("coreference_de_chains.tsv"))
    labels = {(corpus, name, int(chain)): kind for corpus, name, chain, kind in rows}
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for gold, document, mentions in _read(list(_gold(data)), "de"):
        named, ours = ([one for one in mentions if (one.kind == "pronoun") == own] for own in (False, True))
        heads = _heads(document, gold)
        for method, found in (("ours", ours), ("nearest", _nearest(document, named))):
            mine = {mention.head: mention for mention in found}
            chains: dict[int, list[tuple[int, set[int]]]] = defaultdict(list)
            for mention in (*named, *found):
                chains[mention.actor].append((mention.head, heads.get(mention.head, set())))
            places = {(token.start, token.end): place for place, token in enumerate(document.tokens)}
            marked = [(places[span], chain) for chain, spans in gold.chains.items() for span in spans if span in places]
            for place, chain in ((place, chain) for place, chain in marked if _is_asked(document, place)):
                kind = labels.get((gold.corpus, gold.name, chain), "thing")
                counts[gold.corpus, method][_outcome(place, chain, mine, chains, kind)] += 1
    for corpus in LAYOUT:
        right, persons, said = _totals(counts[corpus, "ours"])
        nearest, of_nearest, _ = _totals(counts[corpus, "nearest"])
        of = partial(Measure, "German pronouns for persons", corpus, persons)
        yield of("right", *portion(right, persons), beside={"the nearest that agrees": nearest / of_nearest})
        yield of("precision", *portion(right, said))


def _totals(counted: Counter[str]) -> tuple[int, int, int]:
    """Return right pronouns for one person, all of these, and where one person is said."""
    right, wrong = counted["right"], counted["wrong"]
    return right, right + wrong + counted["not found"], right + wrong + counted["said of another"]


def _outcome(
    place: int, chain: int, mine: dict[int, Mention], chains: dict[int, list[tuple[int, set[int]]]], kind: str
) -> str:
    """Say what became of a pronoun; what is skipped, and what is rightly not said, counts nowhere."""
    mention = mine.get(place)
    if mention is None:
        return "not found" if kind == "person" else "left"
    if kind == "thing" or (kind == "group" and not mention.plural):
        return "said of another"
    others = [(other, own) for other, own in chains[mention.actor] if other != place]
    if any(chain in own for _, own in others):
        return "right" if kind == "person" else "left"
    if kind == "person":
        return "wrong"
    return "said of another" if kind == "group" and any(other not in mine for other, _ in others) else "left"


def _gold(data: Path) -> Iterator[Gold]:
    """Yield the German texts of both corpora."""
    for corpus, (pattern, level) in LAYOUT.items():
        path = data / "coreference" / corpus / "de_en_mmax.tar.xz"
        files = {name.as_posix(): content for name, content in archived(path) if name.suffix == ".xml"}
        names = sorted(files)
        for name in filter(re.compile(pattern).fullmatch, names):
            title = Path(name).name.removesuffix("_words.xml")
            file = f"/{title}_{level}_level.xml"
            folder = name.lower().split("/basedata/")[0]
            places = tuple(f"{folder}/{place}{file}".lower() for place in ("markables", "mmax_annotations/markables"))
            markables = next(other for other in names if other.lower() in places)
            text, offsets = _joined([word["text"] for word in _elements(files[name])])
            chains = _chains(_elements(files[markables]), offsets)
            yield Gold(corpus, f"{name.split('/')[0]}/{title}", text, chains)


def _elements(content: bytes) -> list[dict[str, str]]:
    """Return attributes and ``text`` of words and markables; not all files are well-formed, or UTF-8."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("cp1252")
    found = []
    for opening, word in re.findall(r"<(?:word|markable)\s([^>]*)>([^<]*)", text):
        attributes = {key: unescape(value) for key, value in re.findall(r'(\w+)="([^"]*)"', opening)}
        found.append(attributes | {"text": unescape(word)})
    return found


def _joined(words: Sequence[str]) -> tuple[str, list[Span]]:
    """Set words into running text, and return where each stands."""
    text, offsets, opened = "", [], False
    for word in words:
        quote = word in ('"', "''", "``")
        close = word in {",", ".", ";", ":", "!", "?", ")", "]", "“", "”", "»", "…"} or (quote and opened)
        if text and not close and not text.endswith(("(", "[", "„", "«")) and not (opened and text.endswith('"')):
            text += " "
        opened = opened != quote
        word = '"' if quote else word
        offsets.append((len(text), len(text) + len(word)))
        text += word
    return text, offsets


def _chains(level: Sequence[dict[str, str]], offsets: Sequence[Span]) -> dict[int, list[Span]]:
    """Return the spans of each chain of two or more mentions."""
    linked = DisjointSet()
    spans: dict[str, Span] = {}
    for markable in level:
        number = markable.get("id", "")
        parts = [int(word) for word in re.findall(r"word_(\d+)", markable.get("span", ""))]
        spans[number] = (parts[0], parts[-1])
        linked.add(number)
        link = markable.get("coref_class") or markable.get("anaphor_antecedent") or ""
        if link not in ("", "empty"):
            linked.add(link)
            linked.merge(number, link)
    groups = [sorted(spans[number] for number in group if number in spans) for group in linked.subsets()]
    return {
        group[0][0]: [(offsets[first - 1][0], offsets[last - 1][1]) for first, last in group]
        for group in groups
        if len(group) > 1
    }


def _is_asked(document: Document, place: int) -> bool:
    token, before = document.tokens[place], document.tokens[max(0, place - 1)]
    low = token.text.lower()
    if token.text[0] in "IS" and low in PERSONAL | POSSESSIVE:
        # inside a sentence, a capital is for the person spoken to
        first = document.sentences[document.sentence_of[place]][0]
        inside = place > first and (before.text[-1].isalnum() or before.text in ",;")
        if token.morph.get("Polite") or inside:
            return False
    return low in PERSONAL | POSSESSIVE | OTHERS


def _heads(document: Document, gold: Gold) -> dict[int, set[int]]:
    """Return for each token the chains of which it heads a mention; all words of a name count as its head."""
    heads: dict[int, set[int]] = defaultdict(set)
    starts = {token.start: place for place, token in enumerate(document.tokens)}
    for chain, spans in gold.chains.items():
        for start, end in spans:
            inside: list[int] = []
            for place in range(starts.get(start, len(document.tokens)), len(document.tokens)):
                if document.tokens[place].start >= end:
                    break
                inside.append(place)
            tops = [at for at in inside if document.heads[at] == at or document.heads[at] not in inside]
            for top in tops[:1]:
                heads[top].add(chain)
                for child in document.children[top]:
                    if child in inside and document.tokens[child].relation in ("flat", "flat:name", "appos"):
                        heads[child].add(chain)
    return heads


def _nearest(document: Document, named: Sequence[Mention]) -> list[Mention]:
    """Return what the baseline finds: the person of the nearest noun that agrees, if it is one."""
    heads = {mention.head: mention for mention in named}
    inside = {place for mention in named for place in range(mention.head, mention.head + 3)}
    nouns: list[tuple[int, Mention | None]] = []
    asked_for = document.derived(interpreted_pronouns)
    found = []
    for place, token in enumerate(document.tokens):
        if place in heads:
            mention = heads[place]
            genders = {sign.gender for sign in mention.evidence}
            bits = MASCULINE * ("female" not in genders) | FEMININE * ("male" not in genders)
            if mention.kind == "noun":
                bits = BITS.get(token.morph.get("Gender", ""), bits)
            nouns.append((PLURAL if mention.plural else bits, mention))
        elif token.pos in ("NOUN", "PROPN") and place not in inside:
            plural = token.morph.get("Number") == "Plur"
            nouns.append((PLURAL if plural else BITS.get(token.morph.get("Gender", ""), SINGULAR), None))
        elif place in asked_for:
            agreement = asked_for[place].agreement & (SINGULAR | PLURAL) or SINGULAR | PLURAL
            chosen = next((mention for bits, mention in reversed(nouns[-60:]) if bits & agreement), None)
            if chosen is not None:
                found.append(Mention(token.start, token.end, place, "pronoun", chosen.plural, actor=chosen.actor))
    return found


def coreference_en(data: Path) -> Figures:
    """Resolve English pronouns; everything is found by the system itself: mentions, actors, pronouns.

    FOLDER holds ``coreference/`` with GAP, LitBank and WinoBias. Weights and networks learn from four of five pages and
    books; measured is the fifth. Published figures are those of Webster et al. 2018. Intervals: 95 %, of F over pages.
    """
    every = (row for part in ("development", "validation") for row in english.read_gap(data, part))
    yield from _gap([row for row in every if english.is_kept_out(row.page)])
    books = list(_read([book for book in english.read_litbank(data) if english.is_kept_out(book.name)], "en"))
    for name, forms in (("he and she", english.SINGULAR), ("they", frozenset("they them their theirs".split()))):
        right = [one for book in books for one in _of_book(*book, forms)]
        of = partial(Measure, f"English pronouns, {name}", "LitBank, books kept out", len(right))
        yield of("right", *portion(sum(right), len(right)))
    found: dict[str, list[bool]] = defaultdict(list)
    for gold, _, mentions in _read(list(english.read_winobias(data)), "en"):
        found[gold.condition].append(_is_right(gold, mentions))
    for kind in ("type1", "type2"):
        sides = {side: found[f"{kind} {side}"] for side in ("pro", "anti")}
        n = sum(map(len, sides.values()))
        of = partial(Measure, "English pronouns and stereotypes", "WinoBias dev", n, of=kind)
        yield from (of(f"right, {side}-stereotyped", sum(own) / len(own)) for side, own in sides.items())


def _read(golds: Sequence[Labelled], lang: str) -> Iterator[tuple[Labelled, Document, list[Mention]]]:
    read = read_mentions([gold.text for gold in golds], lang)
    yield from ((gold, document, mentions) for gold, (document, mentions, _) in zip(golds, read, strict=True))


def _pronoun_at(mentions: Iterable[Mention], start: int) -> Mention | None:
    return next((each for each in mentions if each.kind == "pronoun" and each.start == start), None)


def _gap(rows: Sequence[english.GapRow]) -> Figures:
    """Yield F, and the ratio of F for female and male pronouns."""
    pages = {page: number for number, page in enumerate(sorted({row.page for row in rows}))}
    # by page, sex, and true positive / false positive / false negative
    counts = np.zeros((len(pages), 2, 3))
    for row, _, mentions in _read(rows, "en"):
        pronoun = _pronoun_at(mentions, row.pronoun[0])
        own = [each for each in mentions if each.kind != "pronoun" and pronoun and each.actor == pronoun.actor]
        for span, is_meant in zip(row.names, row.gold, strict=True):
            is_found = any(overlaps(each, span) for each in own)
            if is_found or is_meant:
                counts[pages[row.page], int(row.female), 0 if is_found and is_meant else 1 if is_found else 2] += 1
    of = partial(Measure, "English pronouns", "GAP, pages kept out, own mentions", len(rows))
    total, drawn = counts.sum(0), resampled(counts)
    yield of("F", float(_f(total.sum(-2))), *interval(_f(drawn.sum(-2))), beside=PUBLISHED)
    yield of("female/male", float(_ratio(total)), *interval(_ratio(drawn)), unit="")


def _f(counts: Any) -> Any:
    return 2 * counts[..., 0] / (2 * counts[..., 0] + counts[..., 1] + counts[..., 2])


def _ratio(counts: Any) -> Any:
    return _f(counts[..., 1, :]) / _f(counts[..., 0, :])


def _of_book(
    gold: english.Chains, document: Document, mentions: Sequence[Mention], forms: frozenset[str]
) -> list[bool]:
    """Tell of each pronoun whether the nearest mention of the same actor before it is in the same chain."""
    before: dict[int, int | None] = {}
    nearest: dict[int, tuple[bool, int | None]] = {}
    for mention in mentions:
        if mention.kind == "pronoun":
            nearest[mention.start] = (mention.actor in before, before.get(mention.actor))
        # relative pronouns have no chain in the gold
        if document.tokens[mention.head].text.lower() not in ("who", "whom", "whose"):
            before[mention.actor] = chain_of(gold, mention)
    right = []
    for span, chain in gold.mentions.items():
        if span in gold.persons and gold.text[slice(*span)].lower() in forms:
            resolved, own = nearest.get(span[0], (False, None))
            right.append(resolved and own == chain)
    return right


def _is_right(gold: english.Schema, mentions: Sequence[Mention]) -> bool:
    """Resolve the pronoun of a sentence with two nouns, as the package does."""
    pronoun = _pronoun_at(mentions, gold.pronoun[0])
    if pronoun is None:
        return False
    named = [mention for mention in mentions if mention.actor == pronoun.actor and mention is not pronoun]
    return any(overlaps(mention, gold.answer) for mention in named)
