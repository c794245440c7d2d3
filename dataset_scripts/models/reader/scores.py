"""How well a reader answers: on windows that are labelled, and on sentences with a twin."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from benchmarks.persons.labels import GENDERS, REFERENCES, Labels, Window
from benchmarks.persons.quality import DECISIONS as OF_RULES
from benchmarks.persons.quality import OF_CLASS, Counted
from benchmarks.scores import f_score
from dataset_scripts.models.pipelines.scores import NOMINALS
from dataset_scripts.models.pipelines.teacher import Pieces
from dataset_scripts.models.pipelines.treebanks import TrainingSentence
from dataset_scripts.models.reader.examples import POINTING, TAGGED, TAGS, Example, of_treebank
from dataset_scripts.models.reader.network import Reader, make_batch
from dataset_scripts.models.reader.syntax import HEAD, LABELS, UNKNOWN, window_of
from hf_genderfair.languages.network import best_tree

NOUNS = ("role", "kin", "collective")
SHOWN = {"female": "feminine", "male": "masculine"}
BATCH = 24

Answers = dict[str, list[int]]


def answers(reader: Reader, examples: Sequence[Example], pieces: Pieces) -> list[Answers]:
    """Return for each window the likeliest label, or word, of each head for each word."""
    reader.eval()
    order = sorted(range(len(examples)), key=lambda at: len(examples[at]))
    found: list[Answers] = [{}] * len(examples)
    for start in range(0, len(order), BATCH):
        part = order[start : start + BATCH]
        with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16):
            logits: dict[str, Tensor] = reader(make_batch([examples[at] for at in part], pieces))
        best = {name: logits[name].argmax(-1).tolist() for name in (*TAGGED, *POINTING)}
        for row, at in enumerate(part):
            found[at] = {name: best[name][row][: len(examples[at])] for name in best}
    return found


def mention_spans(answer: Answers) -> Iterator[tuple[int, int]]:
    """Yield the first and the last word of each mention."""
    tags = answer["mention"]
    for at, tag in enumerate(tags):
        if TAGS[tag] not in ("none", "inside"):
            last = at
            while last + 1 < len(tags) and TAGS[tags[last + 1]] == "inside":
                last += 1
            yield at, last


def row(example: Example, answer: Answers) -> dict[str, Any]:
    """Return answers in the columns of person references and actors, so that both are counted in one way."""
    starts, ends = example.words.starts, example.words.ends
    references, actors = [], []
    of_word: dict[int, int] = {}
    for first, last in mention_spans(answer):
        before = answer["antecedent"][last]
        actor = of_word[before] if before in of_word and before != last else last
        of_word[last] = actor
        anybody = REFERENCES[answer["reference"][last]] == "anybody"
        span = {"start": starts[first], "end": ends[last]}
        shown = SHOWN.get(GENDERS[answer["gender"][last]], "none")
        references.append(span | {"person": True, "generic": anybody, "gender": shown})
        if not anybody or TAGS[answer["mention"][first]] not in NOUNS:
            actors.append(span | {"actor": actor})
    return {"person_references": references, "actor_mentions": actors, "quotes": _quotes(example, answer, of_word)}


def _quotes(example: Example, answer: Answers, of_word: Mapping[int, int]) -> list[dict[str, int | None]]:
    """Return words one after another that point to the same speaker, as a quote of theirs."""
    starts, ends = example.words.starts, example.words.ends
    quotes: list[dict[str, int | None]] = []
    before = -1
    for at, by in enumerate(answer["speaker"]):
        if by != at and by == before:
            quotes[-1]["end"] = ends[at]
        elif by != at:
            speaker = {"speaker_start": starts[by], "speaker_end": ends[by], "actor": of_word.get(by)}
            quotes.append({"start": starts[at], "end": ends[at], **speaker})
        before = by if by != at else -1
    return quotes


def agreeing(example: Example, answer: Answers) -> set[tuple[int, int]]:
    """Return the words that agree with a mention outside of them, each with the last word of the mention."""
    inside = {at for first, last in mention_spans(answer) for at in range(first, last + 1)}
    lasts = {last for _, last in mention_spans(answer)}
    pairs = enumerate(answer["controller"])
    return {(at, of) for at, of in pairs if at != of and at not in inside and of in lasts}


def of_windows(
    examples: Sequence[Example], found: Sequence[Answers], windows: Sequence[Window], labels: Mapping[str, Labels]
) -> dict[str, tuple[float, int]]:
    """Return each decision about persons as the benchmark of the rules counts it, and the agreeing words; with n."""
    scores = {}
    rows = [row(example, answer) for example, answer in zip(examples, found, strict=True)]
    for name, count in OF_RULES.items():
        counts = [count(each, labels[window.name], window) for each, window in zip(rows, windows, strict=True)]
        right, _, there = (sum(part) for part in zip(*counts, strict=True))
        scores[name] = (_f_of(counts) if name in OF_CLASS else right / max(there, 1), there)
    gold = [
        {"mention": e.columns["mention"].tolist(), "controller": e.columns["controller"].tolist()} for e in examples
    ]
    agree = []
    for example, answer, true in zip(examples, found, gold, strict=True):
        ours, theirs = agreeing(example, answer), agreeing(example, true)
        agree.append(Counted(len(ours & theirs), len(ours), len(theirs)))
    scores["controller"] = (_f_of(agree), sum(each.there for each in agree))
    return scores


def of_sentences(examples: Sequence[Example], found: Sequence[Answers], head: str) -> float:
    """Return the share of sentences, of those of which anything is known, in which a head is right of every word."""
    right = []
    for one, answer in zip(examples, found, strict=True):
        known = one.columns[head].tolist()
        if set(known) != {UNKNOWN}:
            pairs = zip(answer[head], known, strict=True)
            right.append(all(ours == label for ours, label in pairs if label != UNKNOWN))
    return sum(right) / max(len(right), 1)


def of_trees(
    reader: Reader, pieces: Pieces, sentences: Sequence[TrainingSentence], lang: str
) -> dict[str, tuple[float, int]]:
    """Return the shares of right decisions on sentences of a treebank, each read by itself, with n.

    Gender and case are counted on nouns, pronouns and determiners that have them, relations without subtypes.
    """
    examples = of_treebank([window_of([each]) for each in sentences], lang)
    reader.eval()
    counts = defaultdict[str, list[int]](lambda: [0, 0])
    order = sorted(range(len(examples)), key=lambda at: len(examples[at]))
    for start in range(0, len(order), BATCH):
        part = order[start : start + BATCH]
        with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16):
            logits: dict[str, Tensor] = reader(make_batch([examples[at] for at in part], pieces))
        for own, at in enumerate(part):
            words = len(examples[at])
            said = {name: logits[name][own, :words].float().numpy() for name in (*LABELS, HEAD)}
            _count_tree(said, examples[at].columns, counts)
    return {name: (right / total, total) for name, (right, total) in counts.items() if total}


def _count_tree(said: Mapping[str, Any], gold: Mapping[str, Any], counts: Mapping[str, list[int]]) -> None:
    words = len(gold[HEAD])
    best = {name: each.argmax(-1) for name, each in said.items()}
    heads = best_tree(said[HEAD][:, :words])
    relation = [LABELS["relation"][number].split(":")[0] for number in best["relation"]]
    nominal = [number != UNKNOWN and LABELS["pos"][number] in NOMINALS for number in gold["pos"]]
    for at in range(words):
        for name in ("pos", "lemma"):
            _add(counts[name], best[name][at] == gold[name][at], known=gold[name][at] != UNKNOWN)
        there = gold[HEAD][at] != UNKNOWN
        hung = heads[at] == gold[HEAD][at]
        _add(counts["uas"], hung, known=there)
        # a root has its relation by what it is
        same = heads[at] == at or relation[at] == LABELS["relation"][gold["relation"][at]].split(":")[0]
        _add(counts["las"], hung and same, known=there)
        for name in ("Gender", "Case"):
            _add(counts[name.lower()], best[name][at] == gold[name][at], known=nominal[at] and gold[name][at] > 0)


def _add(count: list[int], right: bool, *, known: bool) -> None:
    count[0] += bool(right and known)
    count[1] += bool(known)


def _f_of(counts: Sequence[Counted]) -> float:
    """Return the harmonic mean of precision and recall over windows."""
    right, found, there = map(sum, zip(*counts, strict=True))
    return f_score(right, found, there) or 0.0
