"""How well person references are found without a language model, beside the models of Derner et al. 2025.

    python -m benchmarks.run references/quality --data FOLDER [--lang es --lang …]

FOLDER holds ``grb/gt-es.txt`` and ``grb/gt-va.txt``, the published labels of Spanish and Valencian, and ``treebanks/``
with the German and Polish sentences whose labels by the maintainers lie beside this file. The sentences of the first
two are the half that is there for development, so that our figures and the published ones, of 100 sentences, rest on
different sentences. Accuracy, precision, recall and F are those of the paper (appendix C); the person F score and the
ratio of masculine to feminine words for persons are ours. Intervals: 95 % bootstrap over sentences, seeded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measure import Measure, limits
from benchmarks.references.gold import GoldSentence, read_dev, read_grb
from benchmarks.references.scores import ScoreEstimate, Scores, score
from benchmarks.results import stored
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.representation.references.generated import SKIPPED, Item
from hf_genderfair.representation.references.reference import Reference
from hf_genderfair.representation.references.transform import PersonReferences

HERE = Path(__file__).parent
MODULES = {"es": "romance", "ca": "romance", "de": "german", "pl": "polish"}
MEASURES = ("accuracy", "precision", "recall", "f_score", "person_f_score")
RATIOS = ("ratio", "ratio_predicted", "ratio_error")
PUBLISHED: dict[str, dict[str, tuple[float, float, float, float]]] = {
    "es": {
        "qwen-2.5-32b": (77.44, 75.12, 80.22, 77.58),
        "llama-3.3-70b": (77.87, 81.80, 79.59, 80.68),
        "gpt-4-turbo-preview": (85.68, 87.51, 86.58, 87.04),
        "gpt-4o": (87.57, 80.45, 89.31, 84.65),
        "gpt-4-turbo": (89.40, 89.53, 90.96, 90.24),
    },
    "ca": {"gpt-4-turbo": (81.23, 84.52, 84.35, 84.43)},
}
"""Accuracy, precision, recall and F in percent (Table 4 and appendix C)."""

TARGETS = {"es": {"f_score": 0.95, "person_f_score": 0.92}, "ca": {"f_score": 0.90, "person_f_score": 0.82}}


class Pair(NamedTuple):
    """A word of the truth with the one that was found for it; None where there is none."""

    truth: Item | None
    found: Item | None
    kind: str


def gold_sentences(data: Path, lang: str) -> list[GoldSentence]:
    """Read the labelled sentences of a language."""
    if lang in ("es", "ca"):
        return read_grb(data / "grb" / f"gt-{'va' if lang == 'ca' else 'es'}.txt")
    return read_dev(HERE / f"dev_{lang}.tsv", data / "treebanks")


def counted(references: Sequence[Reference], lang: str) -> list[Reference]:
    """Return the references that the labels would list: German and Polish ones have no pronouns without gender."""
    if lang in ("es", "ca"):
        return list(references)
    return [word for word in references if not (word.kind == "pronoun" and word.gender == "none")]


def as_item(text: str, word: Reference) -> Item:
    """Return a reference in the form of the scores."""
    return Item(word.form or text[word.start : word.end], word.person, word.gender)


def pairs(truth: Sequence[Item], found: Sequence[tuple[Item, str]]) -> Iterator[Pair]:
    """Pair truth and prediction as the paper counts them; kinds of what was missed are not known."""
    free = [(item._replace(word=item.word.upper()), kind) for item, kind in found]
    for item in truth:
        wanted = item._replace(word=item.word.upper())
        same = [pair for pair in free if pair[0].word == wanted.word]
        best = next((pair for pair in same if pair[0] == wanted), same[0] if same else None)
        if best:
            free.remove(best)
        yield Pair(wanted, *(best or (None, "")))
    yield from (Pair(None, item, kind) for item, kind in free)


def error_class(pair: Pair) -> str | None:
    """Name what is wrong, None where nothing is."""
    truth, found = pair.truth, pair.found
    if found is None and truth:
        return f"missed {'person' if truth.person else 'other'}"
    if found and truth is None:
        return f"extra {'person' if found.person else 'other'}"
    if truth and found and truth.person != found.person:
        return f"called {'a person' if found.person else 'no person'}"
    return "gender wrong" if truth and found and truth.gender != found.gender else None


def measure(data: Path, lang: str) -> tuple[Scores, Counter[tuple[str, str]]]:
    """Score a language, and count its errors by class and kind."""
    gold = gold_sentences(data, lang)
    truth = [[Item(item.word, item.person, item.gender) for item in sentence.items] for sentence in gold]
    texts = [sentence.text for sentence in gold]
    found = [counted(words, lang) for words in PersonReferences(lang).find(texts)]
    items = [[as_item(text, word) for word in words] for text, words in zip(texts, found, strict=True)]
    errors: Counter[tuple[str, str]] = Counter()
    for true, predicted, words in zip(truth, items, found, strict=True):
        kinds = [
            (item, word.kind)
            for item, word in zip(predicted, words, strict=True)
            if item.word.lower() not in SKIPPED[lang]
        ]
        for pair in pairs([item for item in true if item.word.lower() not in SKIPPED[lang]], kinds):
            if name := error_class(pair):
                errors[name, pair.kind] += 1
    return score(truth, items, SKIPPED[lang]), errors


def figures_table(lang: str, scores: Scores) -> Table:
    """Return our figures beside the targets and the published ones."""
    models = PUBLISHED.get(lang, {})
    rows: list[list[Cell]] = []
    for place, measure in enumerate(MEASURES):
        figure: ScoreEstimate = getattr(scores, measure)
        target = TARGETS.get(lang, {}).get(measure)
        verdict = None if target is None or figure.value is None else "yes" if figure.value >= target else "missed"
        published = [values[place] / 100 if place < len(values) else None for values in models.values()]
        rows.append([measure.replace("_", " "), *figure, target, verdict, *published])
    names = {"ratio": "M : F, truth", "ratio_predicted": "M : F, found", "ratio_error": "error of M : F"}
    for measure in RATIOS:
        rows.append([names[measure], *getattr(scores, measure), None, None, *[None] * len(models)])
    columns = ["measure", "ours", "low", "high", "n", "target", "reached", *models]
    note = (
        f"{lang}: {scores.tally.sentences} sentences, {scores.tally.persons} words for persons "
        f"({scores.tally.masculine} masculine, {scores.tally.feminine} feminine; found "
        f"{scores.tally.persons_predicted}: {scores.tally.masculine_predicted} and {scores.tally.feminine_predicted}). "
        "A dash: not published; or no interval, since some draws have no feminine word for a person."
    )
    return Table(f"references_{lang}", f"Person references, {lang}", columns, rows, note)


def errors_table(errors: Counter[tuple[str, str]]) -> Table:
    """Return the errors by class and by the kind that was found."""
    rows: list[list[Cell]] = [[name, kind or None, count] for (name, kind), count in errors.most_common()]
    return Table("errors", "Errors", ["error", "kind found", "words"], rows)


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield how well person references are found, beside the best published language model."""
    for lang, found in results.items():
        sentences = f"development half of the published sentences, {found['tally']['sentences']} sentences"
        where = sentences if found["published"] else "treebanks, labelled by the maintainers"
        at = partial(Measure, f"person references {lang}", where, found["tally"]["persons"])
        best = max(found["published"], key=lambda name: found["published"][name][-1], default="")
        beside = {f"{best} on all sentences": found["published"][best][-1] / 100} if best else {}
        yield at("F", *limits(found["f_score"]), beside=beside)
        yield at("F of persons", *limits(found["person_f_score"]))
        truth = {"the truth": found["ratio"]["value"]}
        yield at("masculine to feminine", found["ratio_predicted"]["value"], unit="", beside=truth)


def benchmark(data: Path, lang: list[str] | None = None) -> dict[str, Any]:
    """Print the tables; languages that are not asked for keep their results."""
    results = stored("references/quality")
    for each in lang or MODULES:
        if not find_spec(f"hf_genderfair.representation.references.{MODULES[each]}"):
            print(f"\n{each}: not measured, there is no module {MODULES[each]}")
            continue
        scores, errors = measure(data, each)
        for table in (figures_table(each, scores), errors_table(errors)):
            print(f"\n{table.title}\n{table_text(table)}")
        results[each] = {
            "method": PersonReferences(each).digest(),
            **{name: getattr(scores, name)._asdict() for name in ("tally", *MEASURES, *RATIOS)},
            "targets": TARGETS.get(each, {}),
            "published": PUBLISHED.get(each, {}),
            "errors": [{"class": name, "kind": kind, "n": count} for (name, kind), count in errors.most_common()],
        }
    return results
