"""Person references without a language model: quality, ratios in texts of known bias, and speed.

The measure of Derner et al. 2025 counts all nouns and pronouns, so that words for persons have one of their own.
``dev_de.tsv`` and ``dev_pl.tsv`` hold ids of treebank sentences and labels by the maintainers.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Container, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from datasets import Dataset, disable_progress_bars
from numpy.typing import NDArray

from benchmarks.measure import Figures, Measure, ends, grouped
from benchmarks.scores import interval, resampled
from benchmarks.texts import conllu_sentences, lines, records, table_rows
from benchmarks.timing import Work, analysed, annotated, anonymous_megabytes, growth, rates, warmed_rows, words_of
from hf_genderfair.core.errors import SourceError
from hf_genderfair.core.transform import annotate
from hf_genderfair.languages.types import MarkedGender, Reference
from hf_genderfair.representation.references.languages import REFERENCE_RULES
from hf_genderfair.representation.references.ratios import RatioEstimate, count_references, estimate_ratio
from hf_genderfair.representation.references.transform import SKIPPED, Item, PersonReferences, locate

GENDERS: dict[str, MarkedGender] = {"M": "masculine", "F": "feminine", "N": "neuter", "-": "none"}
GRB_BLOCK = re.compile(r'"(?P<text>.*)"\s+"(?P<items>[^"]*)"', re.DOTALL)
GRB_ITEM = re.compile(r"(?P<word>.*\S)\s*-\s*(?P<person>[PN])\s*,\s*(?P<gender>[MF])")
DEV_COLUMNS = ["treebank", "sent_id", "token_id", "person", "gender", "epicene", "generic"]


class GoldItem(NamedTuple):
    """A labelled noun or pronoun; no place where the text does not hold it, None for what nobody labelled."""

    word: str
    start: int | None
    end: int | None
    person: bool
    gender: MarkedGender
    epicene: bool | None
    generic: bool | None


class GoldSentence(NamedTuple):
    """A sentence with all its labelled words, in their order."""

    id: str
    text: str
    items: list[GoldItem]


def read_grb(path: Path) -> list[GoldSentence]:
    """Read a published ground truth: blocks of two quoted strings, divided by empty lines."""
    if not path.is_file():
        raise SourceError(f"{path} is not there: download the ground truth of Derner et al. 2025 and give its folder")
    blocks = re.split(r"\n\s*\n", path.read_text(encoding="utf-8-sig").strip())
    return [_grb_sentence(f"{path.stem}-{number}", block) for number, block in enumerate(blocks, 1)]


def _grb_sentence(id: str, block: str) -> GoldSentence:
    match = GRB_BLOCK.fullmatch(block.strip())
    if not match:
        raise SourceError(f'{id} is not of the form "sentence" "items": mend the file')
    parsed = []
    for line in match["items"].splitlines():
        item = GRB_ITEM.fullmatch(line.strip())
        if not item:
            raise SourceError(f"{id} has an item {line!r}, not one such as 'word - P, M': mend the file")
        parsed.append(item)
    places = locate(match["text"], [item["word"] for item in parsed], (0, len(match["text"])))
    items = []
    for item, (start, end) in zip(parsed, (place or (None, None) for place in places), strict=True):
        items.append(GoldItem(item["word"], start, end, item["person"] == "P", GENDERS[item["gender"]], None, None))
    return GoldSentence(id, match["text"], items)


def read_dev(path: Path, treebanks: Path) -> list[GoldSentence]:
    """Read labels by the maintainers together with the treebank sentences that they belong to."""
    rows = table_rows(path)
    if wrong := next((row for row in rows if len(row) != len(DEV_COLUMNS)), None):
        raise SourceError(f"{path.name} has a line {wrong!r}, which needs the columns {' '.join(DEV_COLUMNS)}")
    texts = {
        (name, id): (text, places)
        for name in sorted({row[0] for row in rows})
        for id, text, places in conllu_sentences(treebanks, name)
    }
    sentences = []
    for (name, id), group in groupby(rows, key=lambda row: (row[0], row[1])):
        if (name, id) not in texts:
            raise SourceError(f"{name} has no sentence {id}: use the version that {path.name} names")
        text, places = texts[name, id]
        items = [_dev_item(row, text, places) for row in group if row[2] != "0"]
        sentences.append(GoldSentence(id, text, items))
    return sentences


def _dev_item(row: Sequence[str], text: str, places: dict[str, tuple[int, int]]) -> GoldItem:
    _, id, token, person, gender, epicene, generic = row
    first, _, last = token.partition(":")
    if not {first, last or first} <= places.keys() or person not in ("P", "N") or gender not in GENDERS:
        raise SourceError(f"sentence {id} has no word {token}, or its labels {person} {gender} are unknown")
    start, end = places[first][0], places[last or first][1]
    return GoldItem(text[start:end], start, end, person == "P", GENDERS[gender], epicene == "1", generic == "1")


BEST = {"es": 0.9024, "ca": 0.8443}
"""F of the best published model, gpt-4-turbo, on all sentences (Table 4 and appendix C)."""
SEXES = {"F": "women", "M": "men"}


class Tally(NamedTuple):
    """Counts of words: with the same labels in truth and prediction, with others, in one of both; and of persons."""

    right: int
    other_label: int
    missed: int
    extra: int
    persons: int
    persons_predicted: int
    persons_right: int
    masculine: int
    feminine: int
    masculine_predicted: int
    feminine_predicted: int


def quality(data: Path, lang: list[str] | None = None) -> Figures:
    """Find person references in labelled sentences, beside the best language model of Derner et al. 2025.

    FOLDER holds ``grb/gt-es.txt`` and ``grb/gt-va.txt``, the half of the published labels for development, and
    ``treebanks/``. F is that of the paper (appendix C), which rests on 100 other sentences. Intervals: 95 % bootstrap
    over sentences.
    """
    for each in lang or ("es", "ca", "de", "pl"):
        if each in BEST:
            gold = read_grb(data / "grb" / f"gt-{'va' if each == 'ca' else 'es'}.txt")
        else:
            gold = read_dev(Path(__file__).parent / f"dev_{each}.tsv", data / "treebanks")
        tallies = []
        found = PersonReferences(each).find([sentence.text for sentence in gold])
        for sentence, words in zip(gold, found, strict=True):
            true = [Item(item.word, item.person, item.gender) for item in sentence.items]
            ours = [
                Item(word.form or sentence.text[word.start : word.end], word.person, word.gender)
                for word in counted(words, each)
            ]
            tallies.append(tally(true, ours, SKIPPED[each]))
        total, drawn = np.sum(tallies, axis=0), resampled(tallies)
        count = Tally(*total.tolist())
        where = "treebanks, labelled by the maintainers"
        if each in BEST:
            where = f"development half of the published sentences, {len(gold)} sentences"
        of = partial(Measure, "person references", where, count.persons, of=each)
        beside = {"gpt-4-turbo on all sentences": BEST[each]} if each in BEST else {}
        yield of("F", float(f_of_words(total)), *interval(f_of_words(drawn)), beside=beside)
        yield of("F of persons", float(f_of_persons(total)), *interval(f_of_persons(drawn)))
        truth = {"the truth": count.masculine / count.feminine}
        ratio = count.masculine_predicted / count.feminine_predicted
        yield of("masculine to feminine", ratio, unit="", beside=truth)


def counted(references: Sequence[Reference], lang: str) -> list[Reference]:
    """Return the references that the labels would list: German and Polish ones have no pronouns without gender."""
    if lang in BEST:
        return list(references)
    return [word for word in references if not (word.kind == "pronoun" and word.gender == "none")]


def tally(truth: Sequence[Item], predicted: Sequence[Item], skip: Container[str] = ()) -> Tally:
    """Compare the words of one sentence, without regard to case, but for those to skip (appendix B).

    A word meets a prediction with the same labels, or else the first prediction of the same word.
    """
    true = [item._replace(word=item.word.upper()) for item in truth if item.word.lower() not in skip]
    found = [item._replace(word=item.word.upper()) for item in predicted if item.word.lower() not in skip]
    free = list(found)
    right = other_label = 0
    for item in true:
        same_word = [other for other in free if other.word == item.word]
        if item in same_word:
            free.remove(item)
            right += 1
        elif same_word:
            free.remove(same_word[0])
            other_label += 1
    persons, predicted_ones = (Counter(item for item in items if item.person) for items in (true, found))
    genders = [
        sum(item.gender == gender for item in items.elements())
        for items in (persons, predicted_ones)
        for gender in ("masculine", "feminine")
    ]
    counts = (right, other_label, len(true) - right - other_label, len(free), persons.total(), predicted_ones.total())
    return Tally(*counts, (persons & predicted_ones).total(), *genders)


def f_of_words(tallies: NDArray[Any]) -> Any:
    """Return the F score of the paper of tallies along the last axis."""
    count = Tally(*np.moveaxis(tallies, -1, 0))
    precision = np.divide(count.right, count.right + count.other_label + count.extra)
    # words with another label are left out, as published
    recall = np.divide(count.right, count.right + count.missed)
    return 2 * precision * recall / (precision + recall)


def f_of_persons(tallies: NDArray[Any]) -> Any:
    """Return the F score of words for persons, each right if word and gender are."""
    count = Tally(*np.moveaxis(tallies, -1, 0))
    return np.divide(2 * count.persons_right, count.persons + count.persons_predicted)


def bias(data: Path) -> Figures:
    """Count masculine and feminine words for persons in texts of known bias.

    FOLDER holds ``grb/stories`` (100:1, 1:100 and 1:1 in Derner et al. 2025, section 5) and ``text/parlamint_es``.
    Intervals: 95 % bootstrap over lines, of which those of one story go together, or speeches.
    """
    disable_progress_bars()
    for code, lang in (("es", "es"), ("va", "ca"), ("en", "en")):
        for each in ("M", "balanced", "F"):
            found = lines(data / "grb" / "stories" / f"stories-{code}-{each}.txt.xz")
            yield _ratio("stories", f"{code} {each}", found, lang)
    speeches = records(data / "text" / "parlamint_es" / "speeches.jsonl.xz")
    by_sex = grouped((SEXES.get(speech["sex"], "not recorded"), speech["text"]) for speech in speeches)
    for sex, found in sorted(by_sex.items()):
        chosen = random.Random(0).sample(found, min(500, len(found)))
        yield _ratio("speeches", f"speeches of {sex}", chosen, "es")


def _ratio(kind: str, name: str, found: Sequence[str], lang: str) -> Measure:
    rows = annotate(Dataset.from_dict({"text": list(found)}), PersonReferences(lang))
    estimate: RatioEstimate = estimate_ratio(count_references(rows))
    what = f"person references, {kind}"
    return Measure(what, name, estimate.persons, "masculine to feminine", *ends(estimate.ratio), unit="")


def speed(data: Path, lang: list[str] | None = None) -> Figures:
    """Find person references on one core, beside the bare pipeline with the same layers."""
    for each in lang or REFERENCE_RULES:
        transform, rules = PersonReferences(each), REFERENCE_RULES[each]
        rows = warmed_rows(data, each, 30_000, transform)
        works: dict[str, Work] = {"ours": partial(annotated, rows, transform)}
        if rules.reads_with_pipeline:
            works["the bare pipeline"] = partial(analysed, each, rows, rules.layers)
        n = words_of(rows)
        of = partial(Measure, "person references, speed on one core", "real texts, words", n, of=each)
        yield from rates(of, n, works, "words", rounds=3)
        yield of("memory", anonymous_megabytes(), unit="MB")
        yield from growth(of, rows, transform)
