"""Gender of actors from names, titles and nouns alone, against novels, Wikipedia and German news.

    python -m benchmarks.run actors/gender --data FOLDER

FOLDER holds ``coreference/litbank`` (openings of 100 English novels with coreference of persons), ``quotes/pdnc`` (two
English novels with a table of characters) and ``coreference/gap`` (passages of Wikipedia in which it is known for whom
a pronoun stands), and ``text/gnad10k`` (German news). Truth is in LitBank the pronouns of a chain, *she* or *he* in at
least seven of ten, in PDNC the table, in GAP the pronoun; the method does not see it. In the news, full names of
persons are labelled by the maintainers with what the words beside them mark. The method reads in LitBank the other
mentions of the chain, in PDNC those of the actor with most mentions by one of the names in the table, in GAP and in the
news those of the actor who bears the name.
Accuracy is among those for whom the method gives female or male; the others are unknown (or mixed). Intervals: 95 %
Wilson.
"""

from __future__ import annotations

import ast
import csv
import io
import lzma
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measure import Measure, limits
from hf_genderfair.actors.gender import decide_gender
from hf_genderfair.actors.mention import GenderEvidence, Mention
from hf_genderfair.actors.mentions import find_mentions
from hf_genderfair.actors.names.merging import merge_mentions
from hf_genderfair.core.counts import share
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.types import PersonGender
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table

SHE = frozenset("she her hers herself".split())
HE = frozenset("he him his himself".split())
MAJORITY = 0.7
TITLE_LENGTH = 15
"""Characters before a name in which its title is looked for: names in the table have titles, mentions have none."""
NEWS_LABELS = Path(__file__).parent / "gender_dev_de.tsv"
PDNC_GENDERS: dict[str, PersonGender] = {"F": "female", "M": "male"}


class Judged(NamedTuple):
    """One character: what is true, what was decided, and the kinds of evidence."""

    truth: PersonGender
    decided: PersonGender
    kinds: frozenset[str]


def litbank(path: Path) -> Iterator[tuple[str, list[list[tuple[int, int, str]]]]]:
    """Yield the text of each novel and its chains of persons: start, end and ``PROP``, ``NOM`` or ``PRON``."""
    with tarfile.open(path) as archive:
        members = {member.name: member for member in archive.getmembers()}
        for name in sorted(members):
            if "coref/tsv/" in name and name.endswith(".txt"):
                text = _read(archive, members[name])
                yield text, _chains(text, _read(archive, members[name.removesuffix(".txt") + ".ann"]))


def _read(archive: tarfile.TarFile, member: tarfile.TarInfo) -> str:
    file = archive.extractfile(member)
    return file.read().decode("utf-8") if file else ""


def _chains(text: str, annotation: str) -> list[list[tuple[int, int, str]]]:
    places = list(_token_indices(text))
    mentions: dict[str, tuple[int, int, str]] = {}
    chains: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for line in annotation.splitlines():
        cells = line.split("\t")
        if cells[0] == "MENTION" and cells[7] == "PER":
            first, last = places[int(cells[2])][int(cells[3])], places[int(cells[4])][int(cells[5])]
            mentions[cells[1]] = (first[0], last[1], cells[8])
        elif cells[0] == "COREF" and cells[1] in mentions:
            chains[cells[2]].append(mentions[cells[1]])
    return list(chains.values())


def _token_indices(text: str) -> Iterator[list[tuple[int, int]]]:
    """Yield start and end of each token, a line at a time."""
    start = 0
    for line in text.split("\n"):
        places, place = [], start
        for token in line.split(" "):
            places.append((place, place + len(token)))
            place += len(token) + 1
        yield places
        start += len(line) + 1


def measure_litbank(path: Path) -> list[Judged]:
    """Decide on each chain that has pronouns of one gender, from its other mentions."""
    rows = list(litbank(path))
    judged = []
    for (text, chains), analysis in zip(rows, pipeline("en").analyse([text for text, _ in rows]), strict=True):
        document = Document(text, analysis, "en")
        found = find_mentions(document)
        merge_mentions(document, found)
        owner = _smallest_chain(document, found, chains)
        for number, chain in enumerate(chains):
            truth = _pronoun_gender([text[start:end].lower() for start, end, kind in chain if kind == "PRON"])
            named = [mention for mention, own in zip(found, owner, strict=True) if own == number]
            if truth and any(kind != "PRON" for _, _, kind in chain):
                judged.append(_judge(truth, [sign for mention in named for sign in mention.evidence]))
    return judged


def _smallest_chain(
    document: Document, found: list[Mention], chains: list[list[tuple[int, int, str]]]
) -> list[int | None]:
    """Return for each mention the chain with the shortest mention that ends with it or holds its head."""
    owners: list[int | None] = []
    for mention in found:
        head = document.tokens[mention.head]
        holding = [
            (end - start, number)
            for number, chain in enumerate(chains)
            for start, end, kind in chain
            if kind != "PRON" and start <= head.start and head.end <= end
        ]
        owners.append(min(holding)[1] if holding else None)
    return owners


def _pronoun_gender(pronouns: list[str]) -> PersonGender | None:
    she, he = sum(word in SHE for word in pronouns), sum(word in HE for word in pronouns)
    if not she + he or max(she, he) / (she + he) < MAJORITY:
        return None
    return "female" if she > he else "male"


def _judge(truth: PersonGender, evidence: list[GenderEvidence]) -> Judged:
    return Judged(truth, decide_gender(evidence), frozenset(sign.kind for sign in evidence))


def measure_gap(folder: Path) -> list[Judged]:
    """Decide on each name of GAP that a pronoun stands for; the pronoun is the truth."""
    rows = []
    for part in ("development", "validation"):
        with lzma.open(folder / f"gap-{part}.tsv.xz", "rt", encoding="utf-8") as file:
            rows += list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    judged = []
    for row, analysis in zip(rows, pipeline("en").analyse([row["Text"] for row in rows]), strict=True):
        document = Document(row["Text"], analysis, "en")
        mentions = find_mentions(document)
        merge_mentions(document, mentions)
        for side in "AB":
            start = int(row[f"{side}-offset"])
            end = start + len(row[side])
            of_name = {mention.actor for mention in mentions if mention.start < end and start < mention.end}
            if row[f"{side}-coref"] == "TRUE":
                truth: PersonGender = "female" if row["Pronoun"].lower() in SHE else "male"
                judged.append(
                    _judge(truth, [sign for own in mentions if own.actor in of_name for sign in own.evidence])
                )
    return judged


def measure_news(path: Path) -> list[Judged]:
    """Decide on the labelled persons of German articles; those with an unknown gender are left out."""
    labels: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for line in NEWS_LABELS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            cells = line.split("\t")
            labels[int(cells[0])].append((int(cells[1]), int(cells[2]), cells[3]))
    with lzma.open(path, "rt", encoding="utf-8") as file:
        texts = {number: _article(line) for number, line in enumerate(file) if number in labels}
    judged = []
    for (number, text), analysis in zip(texts.items(), pipeline("de").analyse(texts.values()), strict=True):
        document = Document(text, analysis, "de")
        mentions = find_mentions(document)
        merge_mentions(document, mentions)
        for start, end, gender in labels[number]:
            of_name = {mention.actor for mention in mentions if mention.start < end and start < mention.end}
            if gender in ("female", "male"):
                truth: PersonGender = "female" if gender == "female" else "male"
                signs = [sign for own in mentions if own.actor in of_name for sign in own.evidence]
                judged.append(_judge(truth, signs))
    return judged


def _article(line: str) -> str:
    """Return the text of a line of 10kGNAD: what follows the category, in single quotation marks or bare."""
    text = line.rstrip("\n").partition(";")[2]
    return text[1:-1].replace("''", "'") if text[:1] == text[-1:] == "'" else text


def measure_pdnc(path: Path) -> tuple[list[Judged], int]:
    """Decide on each character with a gender in the table; also say how many were not found in the novel."""
    judged: list[Judged] = []
    missing = 0
    with tarfile.open(path) as archive:
        members = {member.name: member for member in archive.getmembers()}
        for name in sorted(members):
            if name.endswith("character_info.csv"):
                text = _read(archive, members[name.replace("character_info.csv", "novel_text.txt")])
                actors = _actors(text)
                for row in csv.DictReader(io.StringIO(_read(archive, members[name]))):
                    if row["Gender"] in PDNC_GENDERS:
                        evidence = _best_actor(actors, {row["Main Name"], *ast.literal_eval(row["Aliases"])})
                        missing += evidence is None
                        judged.append(_judge(PDNC_GENDERS[row["Gender"]], evidence or []))
    return judged, missing


def _actors(text: str) -> list[tuple[Counter[str], list[GenderEvidence]]]:
    """Return for each actor of a text how often it is called what, and the evidence of its gender."""
    document = Document(text, next(pipeline("en").analyse([text])), "en")
    mentions = find_mentions(document)
    number = merge_mentions(document, mentions)
    actors: list[tuple[Counter[str], list[GenderEvidence]]] = [(Counter(), []) for _ in range(number)]
    for mention in mentions:
        names, evidence = actors[mention.actor]
        if mention.kind == "name":
            name = " ".join(text[mention.start : mention.end].split())
            names[name] += 1
            before = text[max(0, mention.start - TITLE_LENGTH) : mention.start].split()[-1:]
            names[" ".join([*before, name])] += 1
        evidence += mention.evidence
    return actors


def _best_actor(
    actors: list[tuple[Counter[str], list[GenderEvidence]]], names: set[str]
) -> list[GenderEvidence] | None:
    best = max(actors, key=lambda actor: sum(actor[0][name] for name in names))
    return best[1] if any(best[0][name] for name in names) else None


def summary(judged: list[Judged]) -> dict[str, Any]:
    """Return accuracy, share unknown and their intervals, for both genders and each."""
    result: dict[str, Any] = {}
    for gender in ("all", "female", "male"):
        rows = [row for row in judged if gender in ("all", row.truth)]
        decided = [row for row in rows if row.decided in PDNC_GENDERS.values()]
        right = sum(row.decided == row.truth for row in decided)
        result[gender] = {
            "n": len(rows),
            "decided": len(decided),
            "accuracy": vars(share(right, len(decided))),
            "unknown": vars(share(len(rows) - len(decided), len(rows))),
            "mixed": sum(row.decided == "mixed" for row in rows),
        }
    return result


def show(results: dict[str, dict[str, Any]]) -> None:
    """Print the table."""
    rows: list[list[Cell]] = []
    for name, result in results.items():
        for gender, found in result.items():
            accuracy, unknown = found["accuracy"], found["unknown"]
            row: list[Cell] = [name, gender, found["n"], found["decided"]]
            row += [accuracy["value"], accuracy["low"], accuracy["high"]]
            rows.append([*row, unknown["value"], unknown["low"], unknown["high"]])
    columns = ["set", "gender", "n", "decided", "accuracy", "low", "high", "unknown", "low of it", "high of it"]
    note = "Accuracy among the decided; names, titles and nouns only, no pronouns."
    print(table_text(Table("actors_gender", "Gender of actors", columns, rows, note)))


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield how often the gender of an actor is right, and how often it is left open."""
    for name, parts in results.items():
        if isinstance(parts, Mapping) and "all" in parts:
            at = partial(Measure, "gender of actors by names, titles and nouns", name, parts["all"]["n"])
            yield at("right of those decided", *limits(parts["all"]["accuracy"]))
            yield at("unknown", *limits(parts["all"]["unknown"]))


def benchmark(data: Path) -> dict[str, Any]:
    """Print the table and return the results."""
    chains = measure_litbank(data / "coreference" / "litbank" / "litbank.tar.xz")
    characters, missing = measure_pdnc(data / "quotes" / "pdnc" / "novels.tar.xz")
    named = [row for row in chains if row.kinds & {"first name", "title"}]
    results = {
        "LitBank chains": summary(chains),
        "LitBank chains with title or first name": summary(named),
        "PDNC characters": summary(characters),
        "GAP names": summary(measure_gap(data / "coreference" / "gap")),
        "10kGNAD names": summary(measure_news(data / "text" / "gnad10k" / "articles.csv.xz")),
    }
    show(results)
    print(f"PDNC characters not found by name: {missing}")
    return {"pdnc_not_found": missing, **results}
