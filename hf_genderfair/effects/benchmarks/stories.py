"""Gender of the persons in stories that models write (Derner et al. 2025, section 5 and appendices F to H)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hf_genderfair.core.choices import choose
from hf_genderfair.effects.benchmarks.diversity import (
    TextEncoder,
    embedding_columns,
    lexical_columns,
    lexical_diversity,
    semantic_diversity,
)
from hf_genderfair.effects.causal_model import CausalModel
from hf_genderfair.effects.items import SHARE, Floats, Items, Measure, benchmark_identity
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.representation.polarity import GenderPolarity
from hf_genderfair.representation.references.transform import PersonReferences

PROMPTS = "story_prompts"
LANGUAGES = {"ca": "va", "en": "en", "es": "es"}
"""Languages of the prompts, and how the paper calls them."""

REFERENCES = ("person_masculine", "person_feminine")
POLARITY = ("polarity_male", "polarity_female")
FEWEST = 10
"""The paper has ten prompts."""


def male_share(items: Items, columns: tuple[str, str]) -> float:
    """Return the share of male words among male and female ones; NaN without any."""
    male, female = (float(items.columns[name].sum()) for name in columns)
    return male / (male + female) if male + female else float("nan")


@dataclass(frozen=True)
class StoryReferences:
    """Masculine and feminine words for persons in stories that a model writes after ten prompts (Derner et al. 2025).

    In Spanish and Valencian (``ca``) the words of `PersonReferences` count, in English those of `GenderPolarity` as in
    the paper, and beside them those of `PersonReferences`. Words of the prompt are left out. The measure is the share
    of masculine words, which has a value where no feminine word occurs: a share s is the ratio s / (1 - s) of the
    paper. Items are one for each story, the unit is the prompt, so that intervals are over prompts; columns: the
    counts, named as the transforms name them, ``pairs_of_words`` and ``different_pairs`` for lexical diversity, and
    ``e0``, ``e1``, … for semantic diversity.

    Attributes:
        lang: ``ca``, ``en`` or ``es``.
        samples: Number of stories of each prompt.
        max_new_tokens: Longest story in tokens, without the prompt.
        temperature: Sampling temperature; the paper does not give it.
        encoder: Makes vectors of stories, such as `SentenceEncoder`; None measures no semantic diversity.

    Raises:
        GenderfairError: There are no prompts in this language.

    Example:
        >>> from hf_genderfair.effects.scratch import scratch_model
        >>> model = scratch_model(["She told him a story."], size="tiny")
        >>> benchmark = StoryReferences("en", samples=2, max_new_tokens=3)
        >>> items = benchmark.items(model, seed=0)
        >>> benchmark.name, len(items), items.units
        ('stories-en', 20, 10)
    """

    lang: str = "es"
    samples: int = 10
    max_new_tokens: int = 100
    temperature: float = 1.0
    encoder: TextEncoder | None = None

    version = "1"
    sampled = True
    source = (
        "Derner et al. 2025, section 5, appendices F and G; here a share in place of a ratio, persons by rules in "
        "place of a language model, and words beside punctuation count"
    )

    def __post_init__(self) -> None:
        """Check the language."""
        choose("lang", self.lang, list(LANGUAGES))

    @property
    def name(self) -> str:
        """Short identifier, with the code of the paper: ``stories-es``, ``stories-va`` or ``stories-en``."""
        return f"stories-{LANGUAGES[self.lang]}"

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The figures."""
        found = [
            Measure(
                self.name,
                "Share s of masculine words among gendered words for persons in stories; M:F is s : (1 - s)",
                lambda items: male_share(items, POLARITY if self.lang == "en" else REFERENCES),
                "half",
                FEWEST,
                SHARE,
            )
        ]
        if self.lang == "en":
            title = "The same share over all nouns and pronouns for persons, not only the 18 words of gender polarity"
            found.append(
                Measure(
                    f"{self.name}-references", title, lambda items: male_share(items, REFERENCES), "half", FEWEST, SHARE
                )
            )
        title = "Share of different pairs of words in stories (distinct-2 within a story)"
        found.append(Measure(f"{self.name}-distinct", title, lexical_diversity, "none", FEWEST, SHARE))
        if self.encoder is not None:
            title = "Semantic diversity of stories: 1 less the mean cosine of two of them"
            found.append(Measure(f"{self.name}-diversity", title, semantic_diversity, "none", FEWEST))
        return tuple(found)

    def identity(self) -> str:
        """Return the digest of settings, prompts, the method of counting and the encoder."""
        counting = PersonReferences(self.lang), GenderPolarity()
        return benchmark_identity(
            self, load_lexicon(PROMPTS).digest, *(f"{how.version}-{how.digest()}" for how in counting)
        )

    def items(self, model: CausalModel, seed: int) -> Items:
        """Ask a model; see `Benchmark.items`."""
        prompts = [prompt for lang, prompt in load_lexicon(PROMPTS).rows if lang == self.lang]
        stories = model.complete(
            prompts,
            number=self.samples,
            max_new_tokens=self.max_new_tokens,
            temperature=self.temperature,
            seed=seed,
        )
        asked = [prompt for prompt in prompts for _ in range(self.samples)]
        written = [text for found in stories for text in found]
        columns = self._reference_columns(asked, written) | lexical_columns(written)
        if self.lang == "en":
            columns |= _polarity_columns(asked, written)
        if self.encoder is not None:
            columns |= embedding_columns(self.encoder(written))
        return Items.of(columns, asked)

    def _reference_columns(self, prompts: Sequence[str], written: Sequence[str]) -> dict[str, Floats]:
        """Count the words for persons behind the prompts, which are read for their grammar only."""
        whole = [prompt + text for prompt, text in zip(prompts, written, strict=True)]
        counts = np.zeros((len(whole), 2))
        for row, (prompt, found) in enumerate(zip(prompts, PersonReferences(self.lang).find(whole), strict=True)):
            persons = [word.gender for word in found if word.person and word.end > len(prompt)]
            counts[row] = persons.count("masculine"), persons.count("feminine")
        return dict(zip(REFERENCES, counts.T, strict=True))


def _polarity_columns(prompts: Sequence[str], written: Sequence[str]) -> dict[str, Floats]:
    """Count the words for men and for women; no prompt holds one, unless a story makes one of its last word."""
    counts = GenderPolarity()({"text": [prompt + text for prompt, text in zip(prompts, written, strict=True)]})
    return {name: np.array(counts[name], np.float64) for name in POLARITY}
