"""The word lists that the embedded pipelines know: distributional clusters, and the paradigms of German nouns."""

from __future__ import annotations

import csv
import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from importlib.resources import files
from itertools import islice

from hf_genderfair.languages.word_features import WordClasses

CLUSTERED_WORDS = 150_000
NOUN_CLASSES = 250


def clusters(lang: str) -> WordClasses:
    """Return Brown clusters of the most frequent words of German, English or Spanish.

    Source: the package spacy-lookups-data (MIT), tables ``LANG_lexeme_cluster``, most frequent words first.
    """
    packed = files("spacy_lookups_data").joinpath("data", f"{lang}_lexeme_cluster.json.gz").read_bytes()
    table: dict[str, int] = json.loads(gzip.decompress(packed))
    number = {cluster: index for index, cluster in enumerate(sorted(set(table.values())), start=1)}
    return WordClasses.build({word: number[cluster] for word, cluster in islice(table.items(), CLUSTERED_WORDS)})


CASES = {"nominativ": "N", "genitiv": "G", "dativ": "D", "akkusativ": "A"}


def german_nouns() -> WordClasses:
    """Return German noun forms, classed by the genders, cases and numbers they can be.

    Source: the package german-nouns (data CC BY-SA 4.0, from the German Wiktionary). A form with a rare combination
    has the class of its genders alone.
    """
    return WordClasses.build(_classes(_readings()), backs_off=True)


GENDERS = {"m": 1, "f": 2, "n": 3}
GENDER_NAMES = ("", "Masc", "Fem", "Neut")


def german_noun_genders() -> WordClasses:
    """Return German noun forms that have one gender in all interpretations; the class is its index in ``GENDER_NAMES``.

    Source: german-nouns, as in ``german_nouns``.
    """
    genders = {
        form: {sign for label in found for sign in label if sign in GENDERS} for form, found in _readings().items()
    }
    return WordClasses.build(
        {form: GENDERS[next(iter(signs))] if len(signs) == 1 else 0 for form, signs in genders.items()}, backs_off=True
    )


def _readings() -> dict[str, set[str]]:
    """Return the readings of each form, such as ``fNs`` for a feminine nominative singular."""
    readings: dict[str, set[str]] = defaultdict(set)
    with files("german_nouns").joinpath("nouns.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            genders = "".join(sorted({row[name] for name in row if name.startswith("genus") and row[name]}))
            for name, form in row.items():
                case, _, rest = (name or "").partition(" ")
                if case in CASES and form and form[0].isupper() and "stark" not in rest:
                    readings[form].add(f"{genders}{CASES[case]}{rest[:1]}")
            if row["lemma"][:1].isupper() and genders:
                readings[row["lemma"]].add(f"{genders}Ns")
    return readings


def _classes(readings: Mapping[str, set[str]]) -> dict[str, int]:
    combined = {form: "|".join(sorted(found)) for form, found in readings.items()}
    frequent = {label for label, _ in Counter(combined.values()).most_common(NOUN_CLASSES)}

    def label(form: str) -> str:
        own = combined[form]
        return own if own in frequent else "".join(sorted({sign for sign in own if sign in GENDERS}))

    labels = sorted({label(form) for form in combined})
    return {form: labels.index(label(form)) + 1 for form in combined}
