r"""Small inputs of many kinds that came out right, by command: ours, and those made of public bug reports.

Each table in ``inputs/`` is a kind. ``looked-at`` rows were read, and the reader learns from those of swaps and of
rewriting; ``unseen`` ones were measured once before. Line breaks in a cell are written as ``\n``. What is expected,
facts divided by "; ", others by " | ":

* of a command that writes text: the text; signs that nobody sees, entities and letters with marks apart are the same
* of ``tag``: the label; of ``stereotypes``: "stereotype" (a sentence is removed) or "none"
* of ``references``: "Lehrer=masculine" (feminine, neuter, common, none, generic, person, each with ! for its contrary,
  several by commas); "nobody" is no word for persons, "only" none that the facts do not name
* of ``actors``: "Ada Seel=female" (several: "female/unknown"), "Ada Seel!=male", "group Leute", "no Mark" (nobody is
  mentioned so), "no female", "nobody", "count=2" (persons, not groups), "quote Es ging. <- Ada Seel"
"""

from __future__ import annotations

import html
import json
import re
import subprocess
import tempfile
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measure import Figures, Measure, grouped
from benchmarks.scores import portion
from benchmarks.texts import tsv_rows
from benchmarks.timing import COMMAND

HERE = Path(__file__).parent
SETS = {
    "looked-at": "our inputs, looked at and learned from",
    "reports": "made of reports",
    "unseen": "our inputs, measured once",
}
UNSEEN_SIGNS = dict.fromkeys([0xAD, *range(0x200B, 0x200E), 0x2060, 0xFEFF]) | dict.fromkeys((0x2010, 0x2011), "-")
"""Signs that nobody sees, and hyphens that are written as another sign."""


class Input(NamedTuple):
    """An input with what is right of it: its kind, whether it was looked at, and how the command is called."""

    kind: str
    set: str
    command: str
    language: str
    options: str
    text: str
    expected: str


def read_inputs() -> Iterator[Input]:
    """Read our own inputs."""
    for path in sorted((HERE / "inputs").glob("*.tsv")):
        for row in tsv_rows(path):
            yield _read(path.stem, row, row["set"])


def judged(inputs: Sequence[Input]) -> Iterator[tuple[Input, bool, str]]:
    """Run each command once over its inputs, and yield each with whether it came out right, and what came."""
    calls = grouped(((each.command, each.language, each.options), each) for each in inputs)
    for call, group in calls.items():
        for each, answer in zip(group, _answers(*call, [each.text for each in group]), strict=True):
            yield each, *JUDGES.get(each.command, _judge_text)(each, answer)


def inputs(data: Path | None = None, kind: str = "", command: str = "", show: bool = False) -> Figures:
    """Judge all inputs; of those of a kind or a command alone, only what came out wrong is printed with ``--show``.

    FOLDER holds ``reports/failing.tsv``, inputs made of public bug reports; a table says what is right of some of them.
    """
    every = list(read_inputs())
    if data:
        checks = {row["id"]: {"expected": row["expected"]} for row in tsv_rows(HERE / "report_checks.tsv")}
        rows = tsv_rows(data / "reports" / "failing.tsv")
        every += [_read(f"report {row['id']}", row | checks.get(row["id"], {}), "reports") for row in rows]
    verdicts = list(judged([each for each in every if kind in each.kind and command in ("", each.command)]))
    for each, right, got in verdicts:
        if show and not right:
            print(f"{each.kind} {each.set}: {each.text!r}")
            print(f"    expected {each.expected!r}\n    got      {got!r}")
    for name, where in SETS.items():
        own = [right for each, right, _ in verdicts if each.set == name]
        figure = Measure("everyday inputs of all kinds", where, len(own), "right", *portion(sum(own), len(own)))
        if kind or command:
            print(figure)
        elif own:
            yield figure


def _read(kind: str, row: Mapping[str, str], of: str) -> Input:
    text, expected = (row[name].replace("\\n", "\n") for name in ("input", "expected"))
    return Input(kind, of, row["command"], row["language"], row["options"], text, expected)


def _answers(command: str, language: str, options: str, texts: list[str]) -> list[dict[str, Any]]:
    """Run a command as a user does."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as source:
        source.writelines(json.dumps({"text": text}) + "\n" for text in texts)
        source.flush()
        asked = [command, source.name, "--lang", language, *options.split(), "--jsonl"]
        ran = subprocess.run([*COMMAND, *asked], capture_output=True, text=True, check=False, encoding="utf-8")
    if ran.returncode:
        raise RuntimeError(f"{' '.join(asked)} failed: {ran.stderr}")
    return [json.loads(line) for line in ran.stdout.rstrip("\n").split("\n")]


def _compared(text: str) -> str:
    return unicodedata.normalize("NFC", html.unescape(text)).translate(UNSEEN_SIGNS)


def _judge_text(each: Input, answer: dict[str, Any]) -> tuple[bool, str]:
    """Compare a text, a label, or whether a stereotype is there."""
    if each.command == "stereotypes":
        got = "stereotype" if answer["stereotypes_remove"] else "none"
    else:
        got = answer["label" if each.command == "tag" else "text"]
    return _compared(got) in map(_compared, each.expected.split(" | ")), got


def _judge_references(each: Input, answer: dict[str, Any]) -> tuple[bool, str]:
    said = ((word, {word["text"], word.get("form") or word["text"]}) for word in answer["words"])
    words = grouped((_compared(form), word) for word, forms in said for form in forms)
    facts = each.expected.split("; ")
    named = {_compared(fact.split("=")[0]) for fact in facts}
    persons = {_compared(word.get("form") or word["text"]) for word in answer["words"] if word["person"]}
    got = "; ".join(
        f"{form}={'' if word['person'] else '!'},{word['gender']},{'generic' * word.get('generic', False)}"
        for form, found in words.items()
        for word in found
    )
    for fact in facts:
        if fact in ("nobody", "only"):
            if persons - (named if fact == "only" else set()):
                return False, got
            continue
        form, _, wanted = fact.partition("=")
        found, traits = words.get(_compared(form), []), wanted.split(",")
        missing = not found and any(trait != "!person" for trait in traits)
        if missing or not all(_holds(word, trait) for word in found for trait in traits):
            return False, got
    return True, got


def _holds(word: Mapping[str, Any], trait: str) -> bool:
    """Tell whether a word of an answer has a trait."""
    name = trait.removeprefix("!")
    has = word.get(name) if name in ("person", "generic") else word["gender"] == name
    return bool(has) != trait.startswith("!")


def _judge_actors(each: Input, answer: dict[str, Any]) -> tuple[bool, str]:
    actors = []
    for actor in answer["actors"]:
        texts = [answer["text"][mention["start"] : mention["end"]] for mention in actor["mentions"]]
        actors.append({**actor, "texts": [_compared(text) for text in (actor["name"] or "", *texts)]})
    quotes = [
        (answer["text"][quote["start"] : quote["end"]], (quote["speaker"] or {}).get("text"))
        for quote in answer["quotes"]
    ]
    shown = [f"{'group ' * actor['group']}{actor['texts']}={actor['gender']}" for actor in actors]
    got = "; ".join([*shown, *(f"quote {text} <- {speaker}" for text, speaker in quotes)])
    return all(_actor_fact(fact, actors, quotes) for fact in each.expected.split("; ")), got


def _named(name: str, actors: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the actors of whom a mention holds a name or a noun."""
    pattern = re.compile(rf"(?<!\w){re.escape(_compared(name))}(?!\w)")
    return [actor for actor in actors if any(pattern.search(text) for text in actor["texts"])]


def _actor_fact(fact: str, actors: Sequence[dict[str, Any]], quotes: Sequence[tuple[str, str | None]]) -> bool:
    """Tell whether a fact holds of the actors and quotations of an answer."""
    kind, _, rest = fact.partition(" ")
    if fact == "nobody":
        return not actors
    if fact.startswith("count="):
        return sum(not actor["group"] for actor in actors) == int(fact.removeprefix("count="))
    if kind == "no":
        return not any(actor["gender"] == rest for actor in actors) and not _named(rest, actors)
    if kind == "group":
        return any(actor["group"] for actor in _named(rest, actors))
    if kind == "quote":
        wanted, _, speaker = rest.partition(" <- ")
        return any(wanted in text and speaker in (said or "nobody") for text, said in quotes)
    name, sign, wanted = re.split(r"(!?=)", fact, maxsplit=1)
    found = _named(name, actors)
    return bool(found) and all((actor["gender"] in wanted.split("/")) == (sign == "=") for actor in found)


JUDGES = {"references": _judge_references, "actors": _judge_actors}
