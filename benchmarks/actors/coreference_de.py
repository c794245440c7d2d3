"""Whom German pronouns stand for, on two corpora with gold coreference.

    python -m benchmarks.run actors/coreference_de --data FOLDER [--errors]

FOLDER holds ``coreference/corefpro`` and ``coreference/parcorfull`` (German half, MMAX2: news, stories, leaflets; talks
and news). Asked are the third-person pronouns that gold puts into a chain with another mention: personal ones without
*es* and capital *Sie*, possessives, relatives, reflexives, demonstratives without *das*, *dies*. Gold does not say
which chains are persons: the maintainers labelled those with a pronoun in ``coreference_de_chains.tsv``.

A pronoun for one person is right where its actor has another mention in the same chain, one that covers the head of a
gold mention; ``right by pronoun`` are those of them where that is only another pronoun. Otherwise it is of a wrong
person, without antecedent (its actor has only pronouns), or not found. Those for groups are counted apart: nothing has
to be found for them, but a single person is wrong. Of pronouns for things nothing may be found. The baseline takes the
nearest noun before a pronoun that agrees in gender and number. Shares have 95 % Wilson intervals, which take pronouns
for independent.
"""

from __future__ import annotations

import re
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measure import Measure, limits
from hf_genderfair.actors.mention import Mention
from hf_genderfair.actors.mentions import find_mentions
from hf_genderfair.actors.names.merging import merge_mentions
from hf_genderfair.actors.pronouns.german import resolve
from hf_genderfair.actors.quotes.direct import direct_quotes
from hf_genderfair.core.counts import share
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.clauses import FEMININE, MASCULINE, NEUTER, PLURAL, SINGULAR
from hf_genderfair.languages.german.pronoun_readings import interpreted_pronouns
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table

HERE = Path(__file__).parent
CHAINS = HERE / "coreference_de_chains.tsv"

LAYOUT = {
    "corefpro": (r".*/de/basedata/(.+)_words\.xml", "primmark"),
    "parcorfull": (r"(.+)/DE/Basedata/(.+)_words\.xml", "coref"),
}

PERSONAL = frozenset("er ihn ihm sie ihr ihnen ihrer".split())
POSSESSIVE = frozenset(stem + ending for stem in ("sein", "ihr") for ending in ("", "e", "en", "em", "er", "es"))
RELATIVE = frozenset("der die den dem denen dessen deren welcher welche welchen welchem".split())
DEMONSTRATIVE = frozenset("dieser diese diesen diesem jener jene jenen jenem".split())
BITS = {"Masc": MASCULINE, "Fem": FEMININE, "Neut": NEUTER}
KINDS = ("personal", "possessive", "relative", "reflexive", "demonstrative")
OUTCOMES = ("right", "right by pronoun", "wrong person", "no antecedent", "not found")


class Gold(NamedTuple):
    """One text with its chains: spans of characters by chain, named by the number of their first word."""

    corpus: str
    name: str
    text: str
    chains: dict[int, list[tuple[int, int]]]


class Asked(NamedTuple):
    """A pronoun of gold: its token, its kind and its chain."""

    place: int
    kind: str
    chain: int


def read_gold(data: Path) -> Iterator[Gold]:
    """Yield the German texts of both corpora."""
    for corpus, (pattern, level) in LAYOUT.items():
        with tarfile.open(data / "coreference" / corpus / "de_en_mmax.tar.xz") as archive:
            names = sorted(member.name for member in archive.getmembers())
            for name in names:
                if not re.fullmatch(pattern, name):
                    continue
                words = _elements(archive, name)
                file = Path(name).name.replace("_words.xml", f"_{level}_level.xml")
                markables = next(other for other in names if _same_text(other, name) and other.endswith("/" + file))
                text, offsets = joined([word["text"] for word in words])
                chains = read_chains(_elements(archive, markables), offsets)
                title = Path(name).name.removesuffix("_words.xml")
                yield Gold(corpus, f"{name.split('/')[0]}/{title}", text, chains)


def _same_text(markables: str, words: str) -> bool:
    folder = words.lower().split("/basedata/")[0]
    return markables.lower().startswith((folder + "/markables/", folder + "/mmax_annotations/markables/"))


def _elements(archive: tarfile.TarFile, name: str) -> list[dict[str, str]]:
    """Return attributes and ``text`` of words and markables; not all files are well-formed, or UTF-8."""
    file = archive.extractfile(name)
    assert file is not None
    content = file.read()
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("cp1252")
    found = []
    for opening, word in re.findall(r"<(?:word|markable)\s([^>]*)>([^<]*)", text):
        attributes = {key: unescape(value) for key, value in re.findall(r'(\w+)="([^"]*)"', opening)}
        found.append(attributes | {"text": unescape(word)})
    return found


def joined(words: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
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


def read_chains(
    level: Sequence[dict[str, str]], offsets: Sequence[tuple[int, int]]
) -> dict[int, list[tuple[int, int]]]:
    """Return the spans of each chain of two or more mentions."""
    above: dict[str, str] = {}
    spans: dict[str, tuple[int, int]] = {}
    for markable in level:
        number = markable.get("id", "")
        parts = [int(word) for word in re.findall(r"word_(\d+)", markable.get("span", ""))]
        spans[number] = (parts[0], parts[-1])
        link = markable.get("coref_class") or markable.get("anaphor_antecedent") or ""
        if link not in ("", "empty"):
            above[number] = link

    def root(number: str) -> str:
        for _ in spans:
            if number not in above:
                break
            number = above[number]
        return number

    groups: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, span in spans.items():
        groups[root(number)].append(span)
    return {
        min(group)[0]: [(offsets[first - 1][0], offsets[last - 1][1]) for first, last in sorted(group)]
        for group in groups.values()
        if len(group) > 1
    }


def asked(document: Document, gold: Gold) -> list[Asked]:
    """Return the pronouns of gold, by the kind that form and syntax give them."""
    places = {(token.start, token.end): place for place, token in enumerate(document.tokens)}
    found = []
    for chain, spans in gold.chains.items():
        for span in spans:
            place = places.get(span, -1)
            kind = _kind(document, place) if place >= 0 else ""
            if kind:
                found.append(Asked(place, kind, chain))
    return sorted(found)


def _kind(document: Document, place: int) -> str:
    token = document.tokens[place]
    low = token.text.lower()
    if token.text[0] in "IS" and low in PERSONAL | POSSESSIVE and _is_inside(document, place):
        return ""
    if low == "sich":
        return "reflexive"
    if low in POSSESSIVE and (token.pos == "DET" or low not in PERSONAL):
        return "possessive"
    if low in PERSONAL:
        return "personal"
    if low in RELATIVE:
        after_comma = place > 1 and "," in (document.tokens[place - 1].text, document.tokens[place - 2].text)
        return "relative" if after_comma else "demonstrative"
    return "demonstrative" if low in DEMONSTRATIVE else ""


def _is_inside(document: Document, place: int) -> bool:
    """Whether a word stands inside a sentence, where a capital is for the person spoken to."""
    token, before = document.tokens[place], document.tokens[max(0, place - 1)]
    first = document.sentences[document.sentence_of[place]][0]
    return bool(token.morph.get("Polite")) or (place > first and (before.text[-1].isalnum() or before.text in ",;"))


def chain_of_tokens(document: Document, gold: Gold) -> dict[int, set[int]]:
    """Return for each token the chains of which it heads a mention; all words of a name count as its head."""
    heads: dict[int, set[int]] = defaultdict(set)
    place = 0
    starts = {token.start: place for place, token in enumerate(document.tokens)}
    for chain, spans in gold.chains.items():
        for start, end in spans:
            place = starts.get(start, -1)
            inside = []
            while 0 <= place < len(document.tokens) and document.tokens[place].start < end:
                inside.append(place)
                place += 1
            tops = [at for at in inside if document.heads[at] == at or document.heads[at] not in inside]
            for top in tops[:1]:
                heads[top].add(chain)
                for child in document.children[top]:
                    if child in inside and document.tokens[child].relation in ("flat", "flat:name", "appos"):
                        heads[child].add(chain)
    return heads


def outcome(pronoun: Asked, mine: dict[int, Mention], chains: dict[int, list[tuple[int, set[int]]]], kind: str) -> str:
    """Say what became of a pronoun; see the head of this file."""
    mention = mine.get(pronoun.place)
    if kind == "thing":
        return "not found" if mention is None else "person said"
    if mention is None:
        return "not found"
    if kind == "group" and not mention.plural:
        return "wrong person"
    others = [(place, own) for place, own in chains[mention.actor] if place != pronoun.place]
    if any(pronoun.chain in own for place, own in others if place not in mine):
        return "right"
    if any(pronoun.chain in own for _, own in others):
        return "right by pronoun"
    return "wrong person" if any(place not in mine for place, _ in others) else "no antecedent"


def ours(document: Document) -> tuple[list[Mention], list[Mention]]:
    """Return named mentions and pronouns as the package finds them."""
    named = find_mentions(document)
    merge_mentions(document, named)
    return named, resolve(document, named, direct_quotes(document))


def nearest(document: Document, named: Sequence[Mention]) -> list[Mention]:
    """Return what the baseline finds: the person of the nearest noun that agrees, if it is one."""
    heads = {mention.head: mention for mention in named}
    inside = {place for mention in named for place in range(mention.head, mention.head + 3)}
    nouns: list[tuple[int, Mention | None]] = []
    asked_for = interpreted_pronouns(document)
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
                mention = Mention(token.start, token.end, place, "pronoun", chosen.plural, actor=chosen.actor)
                found.append(mention)
    return found


def labels() -> dict[tuple[str, str, int], str]:
    """Return which chains are persons, groups of persons or things."""
    lines = CHAINS.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {(corpus, name, int(chain)): kind for corpus, name, chain, kind in rows}


def measure(data: Path, show_errors: bool) -> dict[str, dict[str, Counter[tuple[str, str, str]]]]:
    """Count outcomes by corpus, method and (kind of chain, kind of pronoun, outcome)."""
    golds = list(read_gold(data))
    known = labels()
    counts: dict[str, dict[str, Counter[tuple[str, str, str]]]] = {}
    for gold, analysis in zip(golds, pipeline("de").analyse([gold.text for gold in golds]), strict=True):
        document = Document(gold.text, analysis, "de")
        named, pronouns = ours(document)
        heads = chain_of_tokens(document, gold)
        for method, found in (("ours", pronouns), ("nearest", nearest(document, named))):
            mine = {mention.head: mention for mention in found}
            chains: dict[int, list[tuple[int, set[int]]]] = defaultdict(list)
            for mention in (*named, *found):
                chains[mention.actor].append((mention.head, heads.get(mention.head, set())))
            counted = counts.setdefault(gold.corpus, {}).setdefault(method, Counter())
            for pronoun in asked(document, gold):
                kind = known.get((gold.corpus, gold.name, pronoun.chain), "thing")
                if kind == "skip":
                    continue
                result = outcome(pronoun, mine, chains, kind)
                counted[kind, pronoun.kind, result] += 1
                if (
                    show_errors
                    and method == "ours"
                    and not (result.startswith("right") or (kind, result) == ("thing", "not found"))
                ):
                    print_error(document, gold, pronoun, result, kind, (named, pronouns))
    return counts


def print_error(
    document: Document,
    gold: Gold,
    pronoun: Asked,
    result: str,
    kind: str,
    found: tuple[Sequence[Mention], Sequence[Mention]],
) -> None:
    """Print what went wrong with one pronoun."""
    token = document.tokens[pronoun.place]
    actor = next((mention.actor for mention in found[1] if mention.head == pronoun.place), -1)
    name = [gold.text[mention.start : mention.end] for mention in found[0] if mention.actor == actor]
    chain = [gold.text[start:end] for start, end in gold.chains[pronoun.chain]]
    print(f"\n{result} ({kind} {pronoun.kind}, {gold.name}); ours: {name[:3]}; gold: {chain[:3]}")
    print(gold.text[max(0, token.start - 300) : token.start] + f"[[{token.text}]]" + gold.text[token.end :][:80])


def tables(counts: dict[str, dict[str, Counter[tuple[str, str, str]]]]) -> tuple[list[Table], dict[str, Any]]:
    """Return tables and results."""
    results: dict[str, Any] = {}
    rows: list[list[Cell]] = []
    totals: list[list[Cell]] = []
    for corpus, methods in counts.items():
        for method, counted in methods.items():
            own = results.setdefault(corpus, {}).setdefault(method, {})
            for kind in (*KINDS, "all"):
                cells = {result: _number(counted, "person", result, kind) for result in OUTCOMES}
                number = sum(cells.values())
                if number:
                    own[kind] = cells | _share(cells["right"] + cells["right by pronoun"], number)
                    shares = [cells[result] / number for result in OUTCOMES[1:]]
                    rows.append([corpus, method, kind, number, *list(own[kind].values())[-3:], *shares])
            own |= _totals(counted)
            cells_of = [list(own[name].values()) for name in MEASURES]
            totals.append([corpus, method, *(cell for cells in cells_of for cell in cells)])
    columns = ["corpus", "method", "pronoun", "n", "right", "low", "high", *OUTCOMES[1:]]
    first = Table("persons", "Pronouns for one person", columns, rows)
    columns = [f"{name} {end}".strip() for name in MEASURES for end in ("n", "", "low", "high")]
    second = Table("totals", "Persons, and things that are left alone", ["corpus", "method", *columns], totals)
    return [first, second], results


MEASURES = ("precision", "recall", "things left")


def _number(counted: Counter[tuple[str, str, str]], chain: str, result: str, kind: str = "all") -> int:
    return sum(
        number
        for (own, pronoun, found), number in counted.items()
        if own == chain and found == result and kind in (pronoun, "all")
    )


def _totals(counted: Counter[tuple[str, str, str]]) -> dict[str, Any]:
    """Return precision and recall for single persons; a person said of a thing or a group counts against precision."""
    right = sum(_number(counted, "person", result) for result in ("right", "right by pronoun"))
    gold = sum(_number(counted, "person", result) for result in OUTCOMES)
    said = gold - _number(counted, "person", "not found") + _number(counted, "thing", "person said")
    left = _number(counted, "thing", "not found")
    return {
        "precision": _share(right, said + _number(counted, "group", "wrong person")),
        "recall": _share(right, gold),
        "things left": _share(left, left + _number(counted, "thing", "person said")),
        "groups": {result: _number(counted, "group", result) for result in OUTCOMES},
    }


def _share(number: int, total: int) -> dict[str, Any]:
    part = share(number, total)
    return {"n": total, "value": part.value, "low": part.low, "high": part.high}


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield how often German pronouns for one person go to the right actor, beside the nearest that agrees."""
    for name in ("corefpro", "parcorfull"):
        ours, nearest = results[name]["ours"], results[name]["nearest"]
        at = partial(Measure, "German pronouns for persons", name, ours["all"]["n"])
        yield at("right", *limits(ours["all"]), beside={"the nearest that agrees": nearest["all"]["value"]})
        yield at("precision", *limits(ours["precision"]))


def benchmark(data: Path, errors: bool = False) -> dict[str, Any]:
    """Print the tables and return the results."""
    found, results = tables(measure(data, errors))
    for table in found:
        print(f"\n{table.title}\n{table_text(table)}")
    return results
