"""The model card of a neural rewriter; every number in it comes from the training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date

from jinja2 import Environment, StrictUndefined

from hf_genderfair import __version__
from hf_genderfair.rewriting.neural.cost import training_cost
from hf_genderfair.rewriting.neural.model import RewriterConfig

NAMES = {"de": "German", "en": "English"}
WRITTEN = {
    "de": "forms for all genders with a star (`Lehrer*innen`, `der*die Lehrer*in`)",
    "en": "singular *they* and neutral nouns",
}


@dataclass(frozen=True)
class CardFacts:
    """What a card says that the training does not know.

    Attributes:
        lang: Language code.
        licence: Of the model, as the Hub writes it: it follows from the data.
        data: Names of the data, and what they are.
        pairs: Number of pairs learnt from.
        rates: Word error rates of test sets, with and without rewriting, in per cent; by name.

    Example:
        >>> CardFacts("de", "apache-2.0", {"speeches": "sentences with star forms"}, 1000).pairs
        1000
    """

    lang: str
    licence: str
    data: Mapping[str, str]
    pairs: int
    rates: Mapping[str, tuple[float, float]] = field(default_factory=dict)


def render_model_card(
    template: str, facts: CardFacts, config: RewriterConfig, curve: Sequence[Mapping[str, float]], day: date
) -> str:
    """Return the card of a rewriter as Markdown, with the metadata of the Hub.

    Args:
        template: The Jinja template.
        facts: Data, licence and measurements.
        config: The configuration it was trained with.
        curve: Measurements during training (see ``train.read_curve``).
        day: When it was trained.
    """
    environment = Environment(undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True, autoescape=False)
    return environment.from_string(template).render(
        facts=facts,
        language=NAMES[facts.lang],
        written=WRITTEN[facts.lang],
        settings=asdict(config),
        parameters=training_cost(config).parameters,
        curve=curve,
        version=__version__,
        date=day.isoformat(),
    )
