"""Write down what the rules decide of persons in texts, sentence by sentence, as Parquet.

    python -m dataset_scripts.models.reader.ledger posts.jsonl --lang de --out ledger/

Texts are read whole, so that a pronoun finds its person some sentences before; a row is a sentence of them. Places are
offsets in the sentence, and lie outside of it where a quotation goes on in the next one. ``mentions`` are the words for
persons; ``agreeing`` the words that a swap changes, with the mention that they agree with, as far as the tree leads to
one; ``quotes`` are quotations; ``decisions`` is what swaps and rewriting change or leave, and which words references
take for no person, and why. Numbers of actors count through a text. A run that was interrupted goes on where it was:
shards that are there are not written again. ``ledger.json`` holds the commit, the versions, and what was read.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.metadata import version
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Dataset, Features, List, Value, disable_progress_bars

from hf_genderfair import __version__
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.errors import GenderfairError, SourceError
from hf_genderfair.core.transform import Transform
from hf_genderfair.counterfactual.swap import LANGUAGES
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.counterfactual.texts import swap_texts
from hf_genderfair.hub.source import open_source
from hf_genderfair.languages.coreference.languages import LANGUAGES as WITH_ACTORS
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents, shared_documents
from hf_genderfair.languages.evidence import person_noun_gender
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.representation.references.transform import PersonReferences
from hf_genderfair.rewriting.languages import LANGUAGES as REWRITTEN
from hf_genderfair.rewriting.transform import GenderFair

FACTS = "ledger.json"
READING = {
    "split": "split of a source that has several",
    "config": "configuration of a source that has several",
    "delimiter": "sign between the columns of CSV",
}
"""Options of `open_source`."""

AGREEING = frozenset({"determiner", "adjective", "article", "contraction", "participle"})
"""Rules of edits that change a word with another one."""

PLACE = {"start": Value("int32"), "end": Value("int32")}
MENTION = {
    **PLACE,
    "kind": Value("string"),
    "reference": Value("string"),
    "gender": Value("string"),
    "epicene": Value("bool"),
    "source": Value("string"),
    "role": Value("string"),
    "actor": Value("int32"),
    "actor_gender": Value("string"),
    "evidence": Value("string"),
    "weight": Value("float32"),
    "uncertain": Value("bool"),
}
"""Kind, somebody or anybody, grammatical gender and what decided it; actor, its gender, and how sure that is."""

AGREEMENT = {**PLACE, "rule": Value("string"), "controller_start": Value("int32"), "controller_end": Value("int32")}
QUOTE = {
    **PLACE,
    "kind": Value("string"),
    "speaker_start": Value("int32"),
    "speaker_end": Value("int32"),
    "actor": Value("int32"),
}
DECISION = {
    **PLACE,
    "by": Value("string"),
    "rule": Value("string"),
    "replacement": Value("string"),
    "reason": Value("string"),
}
FEATURES = Features(
    {
        "row": Value("int64"),
        "digest": Value("string"),
        "text": Value("string"),
        **PLACE,
        "words": List(PLACE),
        "mentions": List(MENTION),
        "agreeing": List(AGREEMENT),
        "quotes": List(QUOTE),
        "decisions": List(DECISION),
    }
)
Record = dict[str, Any]


class Span(NamedTuple):
    """Where something stands in a text."""

    start: int
    end: int


class Words(NamedTuple):
    """A document and where its tokens stand in the text as given."""

    document: Document
    starts: list[int]
    ends: list[int]

    def of(self, span: Mapping[str, Any]) -> range:
        """Return the numbers of the tokens that share a character with what was found."""
        return range(bisect_right(self.ends, span["start"]), bisect_left(self.starts, span["end"]))

    def at(self, found: Iterable[Record]) -> dict[int, Record]:
        """Return what was found by the numbers of its tokens."""
        return {index: each for each in found for index in self.of(each)}


def ledger(texts: Sequence[str], lang: str) -> Iterator[list[Record]]:
    """Yield the sentences of each text with what is decided in them."""
    transforms: list[Transform] = [PersonReferences(lang), *([ActorMetrics(lang)] if lang in WITH_ACTORS else [])]
    request = AnalysisRequest(lang)
    with shared_documents([request]):
        read = list(documents(texts, request))
        table = pa.table({"text": pa.array(texts, pa.large_string())})
        for transform in transforms:
            table = transform(table)
        decided = list(_decisions(texts, lang))
    for document, row, decisions in zip(read, table.to_pylist(), decided, strict=True):
        yield _sentences(document, row, decisions)


def _decisions(texts: Sequence[str], lang: str) -> Iterator[list[Record]]:
    """Yield what swaps in both directions and rewriting change and leave in each text."""
    options = SwapOptions("keep")
    ways: dict[str, Any] = {f"to {to}": swap_texts(texts, lang, to, options) for to in get_args(BinaryGender)}
    if lang in REWRITTEN:
        ways["rewriting"] = GenderFair(lang).find(texts)
    for found in zip(*ways.values(), strict=True):
        edits = [{"by": by, **edit.to_dict()} for by, each in zip(ways, found, strict=True) for edit in each.edits]
        kept = [{"by": by, **one._asdict()} for by, each in zip(ways, found, strict=True) for one in each.refusals]
        yield edits + kept


def _sentences(document: Document, row: Record, decisions: Sequence[Record]) -> list[Record]:
    places = document.as_given([Span(token.start, token.end) for token in document.tokens])
    words = Words(document, [place.start for place in places], [place.end for place in places])
    mentions = list(_mentions(words, row))
    agreeing = list(_agreeing(words, mentions, decisions))
    things = [
        {"start": each["start"], "end": each["end"], "by": "references", "rule": each["kind"], "reason": each["source"]}
        for each in row["person_references"]
        if not each["person"] and each["source"] != "pipeline"
    ]
    found = {"mentions": mentions, "agreeing": agreeing, "quotes": row.get("quotes", [])}
    found["decisions"] = [*decisions, *things]
    spans = [(words.starts[first], words.ends[last - 1]) for first, last in document.sentences]
    texts = [document.given[start:end] for start, end in spans]
    sentences: list[Record] = [
        {"digest": sha256(text.encode()).hexdigest(), "text": text, "start": start, "end": end}
        | {"words": [_moved(place._asdict(), start) for place in places[first:last]]}
        | {name: [] for name in found}
        for text, (start, end), (first, last) in zip(texts, spans, document.sentences, strict=True)
    ]
    starts = [start for start, _ in spans]
    for name, every in found.items():
        for each in every:
            sentence = sentences[max(0, bisect_right(starts, each["start"]) - 1)]
            sentence[name].append(_moved(each, sentence["start"]))
    return sentences


def _moved(found: Mapping[str, Any], start: int) -> Record:
    """Return what was found in a text with its offsets in a sentence."""
    return {
        name: value - start if value is not None and name.endswith(("start", "end")) else value
        for name, value in found.items()
    }


def _mentions(words: Words, row: Record) -> Iterator[Record]:
    """Yield the words for persons that references or actors find, in order."""
    references, of_actors = [each for each in row["person_references"] if each["person"]], row.get("actor_mentions", [])
    reference_at, mention_at = words.at(references), words.at(of_actors)
    alone = [each for each in references if mention_at.keys().isdisjoint(words.of(each))]
    for each in sorted([*of_actors, *alone], key=itemgetter("start", "end")):
        own = words.of(each)
        reference = next((reference_at[index] for index in own if index in reference_at), {})
        mention = next((mention_at[index] for index in own if index in mention_at), {}) or _named(words, row, each)
        actor = row["actors"][mention["actor"]] if mention else {}
        signs = [sign["weight"] for sign in actor.get("evidence", ()) if sign["gender"] == actor["gender"]]
        yield {
            "start": each["start"],
            "end": each["end"],
            "kind": _noun_kind(words.document, own) if each["kind"] == "noun" else each["kind"],
            "reference": _reference(reference, actor, "actors" in row),
            **{name: reference.get(name) for name in ("gender", "epicene", "source")},
            **{name: mention.get(name) for name in ("role", "actor")},
            "actor_gender": actor.get("gender"),
            "evidence": actor.get("gender_evidence"),
            "weight": sum(signs) if actor else None,
            "uncertain": actor.get("uncertain"),
        }


def _named(words: Words, row: Record, noun: Record) -> Record:
    """Return the mention of the name behind a noun that its person is called: *Lehrerin Anna Weber*."""
    behind = row.get("actor_mentions", [])
    place = bisect_left(behind, noun["end"], key=itemgetter("start"))
    called = row["actors"][behind[place]["actor"]]["roles"] if place < len(behind) else ()
    return behind[place] if words.document.given[noun["start"] : noun["end"]] in called else {}


def _noun_kind(document: Document, own: range) -> str:
    """Return what the lexicon says of a noun: role, kinship, office, …; ``noun`` where it says nothing."""
    evidence = person_noun_gender(document.tokens[own[-1]].lemma, document.lang) if own else None
    return evidence.kind if evidence else "noun"


def _reference(reference: Record, actor: Record, actors: bool) -> str:
    """Say who is meant; a noun for persons that has no actor, where actors are known, is nobody's in particular."""
    if actor:
        return "several" if actor["group"] else "somebody"
    return "anybody" if reference["generic"] or (actors and reference["kind"] == "noun") else "unknown"


def _agreeing(words: Words, mentions: Sequence[Record], decisions: Sequence[Record]) -> Iterator[Record]:
    """Yield the words that a swap changes with another word, once each, and that word where the tree leads to it."""
    document, at = words.document, words.at(mentions)
    swaps = [each for each in decisions if each["rule"] in AGREEING and each["by"] != "rewriting"]
    changed = {(each["start"], each["end"]): each for each in swaps if "replacement" in each}
    for _, word in sorted(changed.items()):
        above = [above for index in words.of(word)[:1] for above in (index, *document.ancestors(index))]
        # what is said of somebody hangs above its subject
        below = [
            child for one in above for child in document.children[one] if "subj" in document.tokens[child].relation
        ]
        controller = next((at[one] for one in (*above[1:], *below) if one in at), {})
        places = {f"controller_{edge}": controller.get(edge) for edge in PLACE}
        yield {"start": word["start"], "end": word["end"], "rule": word["rule"], **places}


def write(options: Namespace) -> None:
    """Write the shards that are not there yet."""
    reading = {name: getattr(options, name) for name in READING}
    rows = open_source(options.source, options.text_column, **reading)
    assert isinstance(rows, Dataset)
    texts = rows.select_columns([options.text_column])
    number = len(texts) if options.limit is None else min(options.limit, len(texts))
    _check(options, number)
    for shard, first in enumerate(range(0, number, options.rows)):
        path = options.out / f"{shard:05d}.parquet"
        if path.exists():
            continue
        chosen = [text or "" for text in texts[first : min(first + options.rows, number)][options.text_column]]
        found = [
            {"row": row, **(sentence if options.text else {**sentence, "text": None})}
            for row, sentences in enumerate(ledger(chosen, options.lang), first)
            for sentence in sentences
        ]
        part = path.with_suffix(".part")
        pq.write_table(Dataset.from_list(found, features=FEATURES).data.table, part, compression="zstd")
        part.replace(path)
        print(f"{path}: {len(found):,} sentences", flush=True)


def _check(options: Namespace, number: int) -> None:
    """Write the facts of the run, or refuse a folder that another run has begun."""
    asked = {name: value for name, value in vars(options).items() if name != "out"}
    facts = {
        "commit": _commit(),
        "versions": {
            "hf_genderfair": __version__,
            **{name: version(name) for name in ("datasets", "numpy", "pyarrow")},
        },
        "python": platform.python_version(),
        "pipeline": pipeline(options.lang).revision,
        "asked": asked,
        "texts": number,
    }
    path = options.out / FACTS
    options.out.mkdir(parents=True, exist_ok=True)
    if path.exists() and json.loads(path.read_text(encoding="utf-8")) != facts:
        raise SourceError(f"{path} is of another commit, version or source; give another --out")
    path.write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _commit() -> str:
    """Return the commit of this copy of the repository, with a plus where files differ from it."""
    asked = ("rev-parse", "HEAD"), ("status", "--porcelain", "--untracked-files=no")
    folder = Path(__file__).parent
    said = [subprocess.run(["git", *each], cwd=folder, capture_output=True, text=True, check=False) for each in asked]
    return said[0].stdout.strip() + "+" * bool(said[1].stdout)


def main(given: Sequence[str] | None = None) -> None:
    """Read the options, and write the ledger."""
    arguments = ArgumentParser(
        prog="dataset_scripts.models.reader.ledger", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    arguments.add_argument("source", help="texts: Hub id, folder or file")
    arguments.add_argument("--lang", required=True, choices=LANGUAGES, help="language of the texts")
    arguments.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the shards")
    arguments.add_argument("--text-column", default="text", help="column that holds the text")
    for name, meaning in READING.items():
        arguments.add_argument(f"--{name}", help=meaning)
    arguments.add_argument("--text", action="store_true", help="keep the sentences themselves, not their digests alone")
    arguments.add_argument("--rows", type=int, default=500, help="texts of a shard")
    arguments.add_argument("--limit", type=int, help="read only the first texts")
    options = arguments.parse_args(given)
    disable_progress_bars()
    try:
        write(options)
    except GenderfairError as error:
        sys.exit(f"Error: {error}")


if __name__ == "__main__":
    main()
