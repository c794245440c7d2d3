"""Labels of windows: read, checked, and how far two labellers agree.

python -m benchmarks.persons.labels FOLDER de                       what is labelled, and every fault
python -m benchmarks.persons.labels FOLDER de second.tsv            agreement of labels with those of a second look
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.persons.windows import HERE, windows

KINDS = ("name", "role", "kin", "collective", "pronoun")
REFERENCES = ("somebody", "several", "anybody")
GENDERS = ("female", "male", "mixed", "neutral", "unknown")


class Mention(NamedTuple):
    """An expression that stands for persons, with numbers of words; what the fields mean stands in README.md."""

    words: frozenset[int]
    kind: str
    reference: str
    gender: str
    antecedent: frozenset[int]
    agreeing: frozenset[int]
    doubtful: bool


class Speech(NamedTuple):
    """Words that somebody says, and the words of the mention of who says them; empty where the window does not tell."""

    words: frozenset[int]
    speaker: frozenset[int]


class Labels(NamedTuple):
    """What is labelled in a window."""

    mentions: tuple[Mention, ...]
    speech: tuple[Speech, ...]


def read(path: Path) -> dict[str, Labels]:
    """Read a file of labels by the name of the window."""
    found: dict[str, Labels] = {}
    name = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("# "):
            name = line.removeprefix("# ").strip()
            if name in found:
                raise ValueError(f"{path.name}:{number}: {name} is labelled twice")
            found[name] = Labels((), ())
        elif line.strip():
            try:
                mention, speech = _label(line)
            except (ValueError, IndexError) as error:
                raise ValueError(f"{path.name}:{number}: {line.strip()!r}: {error}") from error
            labels = found[name]
            found[name] = Labels(labels.mentions + mention, labels.speech + speech)
    return found


def _label(line: str) -> tuple[tuple[Mention, ...], tuple[Speech, ...]]:
    if line.startswith('"'):
        said, by = line[1:].split()[:2]
        if by[0] != "@":
            raise ValueError("the speaker is missing")
        return (), (Speech(_words(said), frozenset() if by == "@?" else _words(by[1:])),)
    words, kind, reference, gender, *rest = line.split()
    for value, allowed in ((kind, KINDS), (reference, REFERENCES), (gender, GENDERS)):
        if value not in allowed:
            raise ValueError(f"{value} is none of {', '.join(allowed)}")
    if unknown := [each for each in rest if each[0] not in "=+?"]:
        raise ValueError(f"{unknown[0]} begins with none of = + ?")
    antecedent, agreeing = (
        next((_words(each[1:]) for each in rest if each[0] == mark), frozenset[int]()) for mark in "=+"
    )
    return (Mention(_words(words), kind, reference, gender, antecedent, agreeing, "?" in rest),), ()


def _words(said: str) -> frozenset[int]:
    found: set[int] = set()
    for part in said.replace("+", ",").split(","):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return frozenset(found)


def faults(labels: Mapping[str, Labels], lengths: Mapping[str, int]) -> Iterator[str]:
    """Yield each unknown window, word that is not there, antecedent or speaker that is no earlier mention."""
    for name, (mentions, speech) in labels.items():
        if name not in lengths:
            yield f"{name}: no such window"
            continue
        earlier: list[frozenset[int]] = []
        for each in sorted(mentions, key=lambda one: min(one.words)):
            said = ",".join(map(str, sorted(each.words)))
            if max(each.words | each.agreeing) >= lengths[name]:
                yield f"{name}: {said}: there are only {lengths[name]} words"
            if each.words in earlier:
                yield f"{name}: {said} is a mention twice"
            if each.antecedent and each.antecedent not in earlier:
                yield f"{name}: {said}: its antecedent is no earlier mention"
            earlier.append(each.words)
        for one in speech:
            if max(one.words) >= lengths[name]:
                yield f"{name}: speech: there are only {lengths[name]} words"
            if one.speaker and one.speaker not in earlier:
                yield f"{name}: speech {min(one.words)}: the speaker is no mention"


def agreement(first: Mapping[str, Labels], second: Mapping[str, Labels]) -> dict[str, tuple[int, int]]:
    """Return for each decision how many two labellers have alike, and of how many."""
    same: Counter[str] = Counter()
    of: Counter[str] = Counter()
    for name in first.keys() & second.keys():
        ours, theirs = ({each.words: each for each in labels[name].mentions} for labels in (first, second))
        common = ours.keys() & theirs.keys()
        same["mention"] += 2 * len(common)
        of["mention"] += len(ours) + len(theirs)
        for words in common:
            for decision in ("kind", "reference", "gender", "antecedent"):
                of[decision] += 1
                same[decision] += getattr(ours[words], decision) == getattr(theirs[words], decision)
            same["agreeing"] += 2 * len(ours[words].agreeing & theirs[words].agreeing)
            of["agreeing"] += len(ours[words].agreeing) + len(theirs[words].agreeing)
        said, heard = ({each.words: each.speaker for each in labels[name].speech} for labels in (first, second))
        of["speaker"] += len(said.keys() & heard.keys())
        same["speaker"] += sum(said[words] == heard[words] for words in said.keys() & heard.keys())
    return {decision: (same[decision], of[decision]) for decision in of}


def _print(data: Path, lang: str) -> int:
    labels, second = (read(HERE / "labels" / name) for name in (f"{lang}.txt", f"second/{lang}.txt"))
    lengths = {each.name: len(each.words) for each in windows(data, lang)}
    found = [*faults(labels, lengths), *faults(second, lengths)]
    print(*found, sep="\n")
    print(f"{len(labels)} of {len(lengths)} windows, {sum(len(one.mentions) for one in labels.values())} mentions")
    for decision, (same, of) in agreement(labels, second).items():
        print(f"{decision}: the same in {same} of {of}, {same / max(of, 1):.3f}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(_print(Path(sys.argv[1]), sys.argv[2]))
