"""The card of an embedded pipeline."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from dataset_scripts.models.pipelines.corpora import ENTITY_PIPELINES, GERMEVAL, RAW_TEXTS, TREEBANKS
from hf_genderfair import __version__

TEMPLATE = Path(__file__).with_name("card.md.j2")
NAMES = {"de": "German", "en": "English", "es": "Spanish", "ca": "Catalan"}

LIMITS = {
    "de": [
        "Hyphenated words are cut at the hyphen, as in the German UD treebanks.",
        "Names of organisations are found seldom: do not rely on them.",
    ],
    "en": ["Entities were learnt from the output of en-core-web-sm (MIT), not from text annotated by hand."],
    "es": [
        "The conventions of AnCora are followed; GSD differs from them, for instance in relative *que* and in names.",
        "Entities were learnt from the teacher, which saw German and English entities only.",
    ],
    "ca": [
        "Entities were learnt from the teacher, which saw German and English entities only.",
        "The treebank is written in Central Catalan; Valencian forms were not seen in training.",
    ],
}


def render_card(
    lang: str,
    file: Path,
    scores: Mapping[str, float],
    counts: Mapping[str, tuple[int, int]],
    day: date,
) -> str:
    """Return the card of a model as Markdown.

    Args:
        lang: Language code.
        file: The model.
        scores: Shares of right decisions by layer.
        counts: Sentences and tokens of each part of the training.
        day: When it was trained.
    """
    environment = Environment(undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True, autoescape=False)
    return environment.from_string(TEMPLATE.read_text(encoding="utf-8")).render(
        language=NAMES[lang],
        version=__version__,
        date=day.isoformat(),
        licence=licence(lang),
        size=round(file.stat().st_size / 1e6, 2),
        digest=hashlib.sha256(file.read_bytes()).hexdigest(),
        parts=_parts(lang),
        counts=counts,
        scores=scores,
        limits=LIMITS[lang],
    )


def licence(lang: str) -> str:
    """Return the licence of a model: share-alike as soon as one part of its data is."""
    licences = {part["licence"] for part in _parts(lang)}
    return "CC BY-SA 4.0" if any("BY-SA" in text for text in licences) else "CC BY 4.0"


def _parts(lang: str) -> list[dict[str, str]]:
    parts = [
        {"name": Path(bank.path).name.split(".")[0], "licence": bank.licence, "use": "all layers but entities"}
        for bank in TREEBANKS[lang]
    ]
    if lang == "de":
        parts.append({"name": Path(GERMEVAL).name.split(".")[0], "licence": "CC BY 4.0", "use": "entities"})
        parts.append({"name": "german-nouns 1.2.5", "licence": "CC BY-SA 4.0", "use": "genders and cases of nouns"})
    if lang in ENTITY_PIPELINES:
        parts.append({"name": ENTITY_PIPELINES[lang], "licence": "MIT", "use": "entities in the treebank"})
    if lang in RAW_TEXTS:
        raw = RAW_TEXTS[lang]
        parts.append({"name": Path(raw.path).parts[1], "licence": raw.licence, "use": "text for the teacher"})
    if lang != "ca":
        parts.append({"name": "spacy-lookups-data 1.0.5", "licence": "MIT", "use": "clusters of frequent words"})
    return parts
