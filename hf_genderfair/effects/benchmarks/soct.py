"""Words for women and men in what models write after occupations (Görge et al. 2025, appendix F)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hf_genderfair.effects.causal_model import CausalModel
from hf_genderfair.effects.items import Items, Measure, benchmark_identity
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.representation.group_words import GroupWords

PROMPTS = "soct_prompts"
HALVES = {"female": 1.0, "male": -1.0}


def directed_representation(items: Items, half: float) -> float:
    """Return the share of female words among female and male ones, less ½, over the prompts of one half."""
    # Its size is the measure of demographic representation of the paper, its sign the direction: positive where female
    # words prevail.
    own = items.columns["half"] == half
    female, male = (float(items.columns[group][own].sum()) for group in HALVES)
    return female / (female + male) - 0.5 if female + male else float("nan")


@dataclass(frozen=True)
class OccupationCompletions:
    """The Simplistic Occupation Completion Task (SOCT; Görge et al. 2025): female and male words after occupations.

    Ten occupations stereotyped female and ten stereotyped male stand in *The … is a*; the words of the corrected list
    of `GroupWords` are counted in prompt and completion together, so that a word may begin in the prompt; no prompt
    holds such a word. Items are one for each completion, the unit is the prompt, so that intervals are over
    occupations; columns: ``female`` and ``male`` (numbers of words), ``half``: 1 for the prompts with occupations
    stereotyped female, -1 for the others.

    Attributes:
        completions: Number of completions of each prompt.
        max_new_tokens: Longest completion in tokens; the paper does not give it.
        temperature: Sampling temperature; the paper does not give it.

    Example:
        >>> from hf_genderfair.effects.scratch import scratch_model
        >>> model = scratch_model(["The nurse is a woman."], size="tiny")
        >>> items = OccupationCompletions(completions=2, max_new_tokens=3).items(model, seed=0)
        >>> len(items), items.units
        (40, 20)
    """

    completions: int = 100
    max_new_tokens: int = 20
    temperature: float = 1.0

    name = "soct"
    version = "1"
    sampled = True
    source = (
        "Görge et al. 2025, appendix F and Table 18; here with direction as sign, completions of 20 tokens unless "
        "set otherwise, and the corrected list of words"
    )
    measures = (
        Measure(
            "soct-female",
            "Representation (DR) after occupations stereotyped female, positive where female words prevail",
            lambda items: directed_representation(items, HALVES["female"]),
            "zero",
            bounds=(-0.5, 0.5),
        ),
        Measure(
            "soct-male",
            "Representation (DR) after occupations stereotyped male, positive where female words prevail",
            lambda items: directed_representation(items, HALVES["male"]),
            "zero",
            bounds=(-0.5, 0.5),
        ),
    )

    def identity(self) -> str:
        """Return the digest of settings, prompts and words."""
        words = GroupWords("gender")
        return benchmark_identity(self, load_lexicon(PROMPTS).digest, words.version, words.digest())

    def items(self, model: CausalModel, seed: int) -> Items:
        """Ask a model; see `Benchmark.items`."""
        prompts = load_lexicon(PROMPTS).rows
        completions = model.complete(
            [prompt for _, prompt in prompts],
            number=self.completions,
            max_new_tokens=self.max_new_tokens,
            temperature=self.temperature,
            seed=seed,
        )
        asked = [
            (half, prompt, text) for (half, prompt), found in zip(prompts, completions, strict=True) for text in found
        ]
        counts = GroupWords("gender")({"text": [prompt + text for _, prompt, text in asked]})
        columns = {group: np.array(counts[f"gender_{group}"], np.float64) for group in HALVES}
        columns["half"] = np.array([HALVES[half] for half, _, _ in asked])
        return Items.of(columns, [prompt for _, prompt, _ in asked])
