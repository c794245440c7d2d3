"""The model card of a neural rewriter, whose numbers come from the training, and what a training costs: from sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import NamedTuple

from jinja2 import Environment, StrictUndefined

from hf_genderfair import __version__
from hf_genderfair.rewriting.neural.model import RewriterConfig

NAMES = {"de": "German", "en": "English"}
WRITTEN = {
    "de": "forms for all genders with a star (`Lehrer*innen`, `der*die Lehrer*in`)",
    "en": "singular *they* and neutral nouns",
}


SPEEDS = {"NVIDIA A100": 312e12, "NVIDIA H100": 989e12, "NVIDIA L4": 121e12}
"""Multiplications and additions a second in bfloat16, dense, by the makers' data sheets."""

UTILISATION = 0.1
"""Share of that speed that training reaches: the matrices of a small model do not fill an accelerator."""

PAIRS = 8_800_000
PIECES = 30
"""German pairs of Amrhein et al. (2023), and pieces of each of their two sentences."""


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


class Cost(NamedTuple):
    """What a training costs.

    Attributes:
        parameters: Trained weights.
        pieces: Pieces of targets that are learnt from, all epochs together.
        operations: Multiplications and additions.

    Example:
        >>> Cost(1, 1, 3600 * 1e12).hours(1e12, utilisation=0.5)
        2.0
    """

    parameters: int
    pieces: int
    operations: float

    def hours(self, speed: float, utilisation: float = UTILISATION) -> float:
        """Return the hours on one machine.

        Args:
            speed: Its operations a second.
            utilisation: Share of that speed that is reached.
        """
        return self.operations / (speed * utilisation) / 3600


def training_cost(config: RewriterConfig, pairs: int = PAIRS, pieces: int = PIECES, epochs: float = 10) -> Cost:
    """Compute the cost of a training.

    Every weight costs a multiplication and an addition for each piece forwards and two of each backwards; attention
    costs the same for each pair of places.

    Args:
        config: The size.
        pairs: Number of pairs.
        pieces: Pieces of each sentence.
        epochs: How often each pair is seen.

    Example:
        >>> cost = training_cost(RewriterConfig())
        >>> cost.parameters
        35639296
        >>> round(cost.hours(SPEEDS["NVIDIA H100"]), 1)
        1.6
    """
    attention = 4 * config.width * (config.width + 1)
    inner = config.feed_forward * (2 * config.width + 1) + config.width
    norm = 2 * config.width
    encoder = config.encoder_layers * (attention + inner + 2 * norm)
    decoder = config.decoder_layers * (2 * attention + inner + 3 * norm)
    output = config.vocabulary * config.width
    places = 2 * config.width * pieces * (config.encoder_layers + 2 * config.decoder_layers)
    learnt = int(pairs * pieces * epochs)
    return Cost(output + encoder + decoder, learnt, 6.0 * learnt * (encoder + decoder + output + places))


def cost_table(config: RewriterConfig, pairs: int = PAIRS, pieces: int = PIECES, epochs: float = 10) -> str:
    """Return the cost of a training as Markdown.

    Args:
        config: The size.
        pairs: Number of pairs.
        pieces: Pieces of each sentence.
        epochs: How often each pair is seen.
    """
    cost = training_cost(config, pairs, pieces, epochs)
    head = (
        f"{cost.parameters / 1e6:.1f} M weights, {pairs / 1e6:.1f} M pairs of {pieces} pieces, {epochs:g} epochs: "
        f"{cost.pieces / 1e9:.1f} G pieces, {cost.operations:.1e} operations.\n\n"
        f"| accelerator | hours at {100 * UTILISATION:.0f} % of its speed |\n| :--- | ---: |\n"
    )
    return head + "".join(f"| {name} | {cost.hours(speed):.1f} |\n" for name, speed in SPEEDS.items())
