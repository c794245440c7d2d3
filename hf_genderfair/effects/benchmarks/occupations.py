"""Words for women and men after occupations: how likely pronouns are, and what models write (SOCT)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hf_genderfair.effects.causal_model import CausalModel
from hf_genderfair.effects.evaluation import Floats, Items, Measure, benchmark_identity, mean_of
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.representation.group_words import GroupWords

SHARES, TEMPLATES = "occupation_shares", "benchmark_prompts_occupations"
PRONOUNS = (" she", " he", " they")
STEREOTYPED = 0.6
"""An occupation is stereotyped female or male where more than this share of those who work in it are women or men."""


def log_odds_distance(items: Items) -> float:
    """Return the mean log-odds after occupations stereotyped female less that after those stereotyped male."""
    odds, stereotype = items.columns["log_odds"], items.columns["stereotype"]
    return _mean(odds[stereotype > 0]) - _mean(odds[stereotype < 0])


def log_odds_slope(items: Items) -> float:
    """Return the slope of the log-odds over those of the share of women, by least squares."""
    share = items.columns["share"]
    if len(share) == 0 or np.ptp(share) == 0:
        return float("nan")
    real = np.log(share) - np.log1p(-share)
    real = real - real.mean()
    return float(real @ items.columns["log_odds"] / (real @ real))


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else float("nan")


@dataclass(frozen=True)
class OccupationOdds:
    """Log-odds of *she* against *he*, and of *they* against both, after 60 occupations, without sampling.

    Each occupation stands in each template (*The nurse said that*), and the model says how likely each pronoun is next.
    All tokens of a pronoun count; where a tokeniser divides words, a longer word that begins with the same tokens
    counts too. English only: German and Spanish mark the gender of the occupation itself. Items are one for each
    occupation and template, the unit is the occupation; columns: ``log_odds`` of *she* against *he* (natural
    logarithm), ``they_odds`` of *they* against both, ``share`` of women in the occupation (0 to 1; US Bureau of Labor
    Statistics, 2015 and 2016), ``stereotype``: 1 above 60 % women, -1 below 40 %, NaN between.

    Example:
        >>> from hf_genderfair.effects.training import scratch_model
        >>> items = OccupationOdds().items(scratch_model(["The nurse said that she or he sings."], "tiny"), seed=0)
        >>> len(items), items.units
        (480, 60)
    """

    name = "occupations"
    version = "1"
    sampled = False
    source = (
        "own templates; the 60 occupations of Winogender (Rudinger et al. 2018) with their shares of women from the "
        "Current Population Survey of the US Bureau of Labor Statistics, 2015 and 2016"
    )
    measures = (
        Measure(
            "occupations",
            "How far apart “she” and “he” are after nurses and engineers, and others stereotyped so (0: not at all)",
            log_odds_distance,
            "zero",
        ),
        Measure(
            "occupations-slope",
            "How closely “she” or “he” follows who works as nurse, engineer and so on (0: not at all; 1: as they do)",
            log_odds_slope,
            "none",
        ),
        mean_of(
            "log_odds",
            "occupations-mean",
            "Whether “she” or “he” follows nurses, engineers and others (0: as often; below 0: “he” more often)",
            "zero",
        ),
        mean_of(
            "they_odds",
            "occupations-they",
            "Whether “they” follows nurses, engineers and others (0: as often as “she” and “he”; below 0: less often)",
            "none",
        ),
    )

    def identity(self) -> str:
        """Return the digest of occupations and templates."""
        return benchmark_identity(self, load_lexicon(SHARES).digest, load_lexicon(TEMPLATES).digest)

    def items(self, model: CausalModel, seed: int) -> Items:
        """Ask a model; see `Benchmark.items`. Nothing is drawn, so that the seed changes nothing."""
        templates = [template for _, template in load_lexicon(TEMPLATES).rows]
        asked = [
            (occupation, float(women) / 100, template.format(occupation=occupation))
            for occupation, women, _ in load_lexicon(SHARES).rows
            for template in templates
        ]
        contexts = [context for _, _, context in asked]
        logs, _ = model.log_likelihoods([context for context in contexts for _ in PRONOUNS], PRONOUNS * len(contexts))
        she, he, they = logs.reshape(-1, len(PRONOUNS)).T
        share = np.array([part for _, part, _ in asked])
        stereotype = np.where(share > STEREOTYPED, 1.0, np.where(1 - share > STEREOTYPED, -1.0, np.nan))
        odds = {"log_odds": she - he, "they_odds": they - np.logaddexp(she, he)}
        units = [occupation for occupation, _, _ in asked]
        return Items.of({**odds, "share": share, "stereotype": stereotype}, units)


PROMPTS = "benchmark_prompts_soct"
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
        >>> from hf_genderfair.effects.training import scratch_model
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
