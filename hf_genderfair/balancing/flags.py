"""Texts that treat women and men differently: four indicators of asymmetry (Urchs 2025, sections 4.2 and 5.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from statistics import NormalDist
from typing import Annotated, ClassVar, Literal, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import Features, List, Value
from numpy.typing import NDArray

from hf_genderfair.core.batches import whole_numbers
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import Within
from hf_genderfair.core.transform import Categories, Column, Transform

Mode = Literal["default", "paper"]
Numbers: TypeAlias = NDArray[np.float64]
Truths: TypeAlias = NDArray[np.bool_]

INDICATORS = ("sentiment", "subject_object", "direct_indirect", "named_pronoun")
GENDERS = ("female", "male")

DEFAULT_CONTRASTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "subject_object": (("subjects", "agents"), ("objects", "dative_objects", "passive_subjects")),
    "direct_indirect": (("direct_quotes",), ("indirect_quotes",)),
    "named_pronoun": (("named",), ("pronouns",)),
}
"""Contrasts: agents and patients, direct and indirect quotes, names and pronouns."""

PAPER_CONTRASTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "subject_object": (("subjects", "passive_subjects"), ("objects",)),
    "direct_indirect": (("direct_quotes",), ("indirect_quotes",)),
    "named_pronoun": (("named",), ("pronouns",)),
}
"""As published: grammatical subjects, of passive clauses too, against direct objects."""

HALDANE = 0.5
Z = NormalDist().inv_cdf(0.975)

FINDING = {
    "indicator": Value("string"),
    "female": Value("float32"),
    "male": Value("float32"),
    "effect": Value("float32"),
    "low": Value("float32"),
    "high": Value("float32"),
    "flag": Value("bool"),
}


class _Finding(NamedTuple):
    """One indicator for all texts of a batch; NaN where there is no value."""

    female: Numbers
    male: Numbers
    effect: Numbers
    low: Numbers
    high: Numbers
    flag: Truths
    known: Truths  # whether the flag is not null
    present: Truths  # whether the text has an entry


@dataclass(frozen=True)
class AsymmetryFlags(Transform):
    """Flags texts that treat women and men differently, by four indicators.

    * ``sentiment``: predications of women are more positive, or more negative, than those of men;
    * ``subject_object``: women are agents and men patients, or the other way round;
    * ``direct_indirect``: women are quoted directly and men indirectly, or the other way round;
    * ``named_pronoun``: women are mentioned by name or noun and men by pronoun, or the other way round.

    In mode ``default`` an indicator needs both genders with at least ``min_cases`` cases each; otherwise its
    flag is null. The effect of the last three is the natural logarithm of the odds ratio of women to men,
    each count plus 0.5 (Haldane 1956), that of sentiment the difference of the means (from -1 to 1). A flag fires where
    the effect is beyond its threshold, in either direction, and the 95 % interval does not contain 0. The default
    threshold of 0.5 is an odds ratio of 1.65. Agents are subjects of active and agents of passive clauses; patients are
    direct and indirect objects and subjects of passive clauses. The interval of sentiment treats the means as shares
    (Newcombe 1998), which is conservative: shares have the largest variance of all values between -1 and 1.

    Mode ``paper`` is the published rule: for each gender the ratio of the two counts, plus 1 each (equations 1 to 3;
    subjects of passive clauses are subjects, objects only direct ones), and the unweighted mean over its actors of
    their mean sentiment. A flag fires where the two genders differ by more than the threshold. An absent gender
    has ratios 1 and sentiment 0, so that flags fire on texts that mention only men; there is no interval.

    Adds ``asymmetry``, the indicators that have a case (``paper``: all four where there is a person): the value of each
    gender (share of the first of the two; sentiment: mean; ``paper``: ratio), effect, interval, flag; one flag each,
    ``asymmetry_sentiment`` and so on; ``asymmetry_flags``, the number of flags that fire; and ``asymmetry_reason``, the
    names of those that fire, joined by ``+``, where they are ``min_flags`` or more, for `Keep`. Texts whose counts are
    null get nulls.

    Attributes:
        mode: ``default`` or ``paper``.
        sentiment: Difference of sentiment from which on a text is flagged.
        subject_object: Difference in who acts from which on a text is flagged. This is the logarithm of an odds ratio,
            or with ``paper`` a difference of ratios, as are the next two.
        direct_indirect: Difference in who is quoted directly from which on a text is flagged.
        named_pronoun: Difference in who is named from which on a text is flagged.
        min_flags: Flags that make a reason to leave out a text.
        min_cases: Fewest cases of each gender for an indicator; not used with ``paper``.

    Example:
        >>> from datasets import Dataset
        >>> counts = {name: [0] for name in AsymmetryFlags().inputs()}
        >>> counts |= {"female_named": [1], "female_pronouns": [29], "male_named": [30], "male_pronouns": [2]}
        >>> rows = Dataset.from_dict(counts).map(AsymmetryFlags(min_flags=1), batched=True)
        >>> rows["asymmetry_reason"][:], rows["asymmetry_sentiment"][:]
        (['named_pronoun'], [None])
    """

    mode: Mode = "default"
    sentiment: float = 0.3
    subject_object: float = 0.5
    direct_indirect: float = 0.5
    named_pronoun: float = 0.5
    min_flags: Annotated[int, Within(1, 4)] = 2
    min_cases: Annotated[int, Within(1)] = 5

    version = "1"
    categories: ClassVar[Categories] = {"asymmetry.indicator": INDICATORS}

    def __post_init__(self) -> None:
        """Reject invalid values."""
        super().__post_init__()
        for name in INDICATORS:
            threshold = getattr(self, name)
            if not (isfinite(threshold) and threshold >= 0):
                raise GenderfairError(f"{name}={threshold!r} is no threshold: give a number of at least 0")

    def inputs(self) -> tuple[str, ...]:
        """Return the columns of counts, with ``paper`` also ``actors``."""
        contrasts = DEFAULT_CONTRASTS if self.mode == "default" else PAPER_CONTRASTS
        counted = [quantity for sides in contrasts.values() for side in sides for quantity in side]
        more = ["predications", "sentiment"] if self.mode == "default" else ["actors"]
        columns = tuple(f"{gender}_{quantity}" for gender in GENDERS for quantity in (*counted, *more))
        return columns if self.mode == "default" else ("actors", *columns)

    def features(self) -> Features:
        """Return the list of findings, the flags, their number and the reason."""
        flags = {f"asymmetry_{name}": Value("bool") for name in INDICATORS}
        whole = {"asymmetry_flags": Value("int32"), "asymmetry_reason": Value("string")}
        return Features({"asymmetry": List(FINDING), **flags, **whole})

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> dict[str, Column]:
        """Flag a batch; see `Transform.annotate`."""
        valid = np.ones(len(next(iter(columns.values()))), bool)
        numbers: dict[str, Numbers] = {}
        for name, column in columns.items():
            valid &= pc.is_valid(column).to_numpy(zero_copy_only=False)
            if name != "actors":
                numbers[name] = _numbers(column, name)
        findings = self._default(numbers) if self.mode == "default" else self._paper(numbers, columns["actors"])
        fires = np.array([found.flag & valid for found in findings.values()])
        total = fires.sum(axis=0)
        outputs: dict[str, Column] = {"asymmetry": _listed(findings, valid)}
        for name, found in findings.items():
            outputs[f"asymmetry_{name}"] = pa.array(found.flag, mask=~(found.known & valid))
        outputs["asymmetry_flags"] = pa.array(total, pa.int32(), mask=~valid)
        outputs["asymmetry_reason"] = self._reasons(fires, total)
        return outputs

    def _default(self, numbers: dict[str, Numbers]) -> dict[str, _Finding]:
        findings = {"sentiment": self._sentiment(numbers)}
        for name, (first, second) in DEFAULT_CONTRASTS.items():
            sides = [_sum(numbers, gender, quantities) for gender in GENDERS for quantities in (first, second)]
            findings[name] = self._odds(name, *sides)
        return findings

    def _odds(self, name: str, a: Numbers, b: Numbers, c: Numbers, d: Numbers) -> _Finding:
        """Compare the odds a to b of women with c to d of men."""
        effect = np.log((a + HALDANE) * (d + HALDANE) / ((b + HALDANE) * (c + HALDANE)))
        reach = Z * np.sqrt(sum(1 / (count + HALDANE) for count in (a, b, c, d)))
        known = (a + b >= self.min_cases) & (c + d >= self.min_cases)
        return self._judged(name, _ratio(a, a + b), _ratio(c, c + d), (effect, effect - reach, effect + reach), known)

    def _sentiment(self, numbers: dict[str, Numbers]) -> _Finding:
        n, m = (numbers[f"{gender}_predications"] for gender in GENDERS)
        female, male = (
            _ratio(numbers[f"{gender}_sentiment"], 1000 * count) for gender, count in zip(GENDERS, (n, m), strict=True)
        )
        known = (n >= self.min_cases) & (m >= self.min_cases)
        return self._judged("sentiment", female, male, _newcombe(female, n, male, m), known)

    def _judged(
        self, name: str, female: Numbers, male: Numbers, interval: tuple[Numbers, Numbers, Numbers], known: Truths
    ) -> _Finding:
        effect, low, high = (np.where(known, values, np.nan) for values in interval)
        flag = known & (np.abs(effect) > getattr(self, name)) & ((low > 0) | (high < 0))
        return _Finding(female, male, effect, low, high, flag, known, ~(np.isnan(female) & np.isnan(male)))

    def _paper(self, numbers: dict[str, Numbers], actors: pa.Array) -> dict[str, _Finding]:
        someone, female, male = _actor_sentiment(actors)
        always, nothing = np.ones(len(actors), bool), np.full(len(actors), np.nan)
        difference = female - male
        # means of thousandths: smaller differences are due to rounding
        flag = np.abs(difference) > self.sentiment + 1e-9
        findings = {"sentiment": _Finding(female, male, difference, nothing, nothing, flag, always, someone)}
        for name, sides in PAPER_CONTRASTS.items():
            (a, b), (c, d) = ([1 + _sum(numbers, gender, side) for side in sides] for gender in GENDERS)
            # multiplied out, so that a difference of exactly the threshold is not above it
            flag = np.abs(a * d - c * b) > getattr(self, name) * (b * d)
            findings[name] = _Finding(a / b, c / d, a / b - c / d, nothing, nothing, flag, always, someone)
        return findings

    def _reasons(self, fires: Truths, total: NDArray[np.int64]) -> pa.Array:
        names = ["+".join(name for bit, name in enumerate(INDICATORS) if code >> bit & 1) for code in range(16)]
        codes = (fires.astype(np.int64) << np.arange(len(INDICATORS))[:, None]).sum(axis=0)
        return pa.array(names).take(pa.array(codes, mask=total < self.min_flags))


def _numbers(column: pa.Array, name: str) -> Numbers:
    numbers: Numbers = pc.fill_null(whole_numbers(column, name), 0).to_numpy(zero_copy_only=False).astype(np.float64)
    return numbers


def _sum(numbers: dict[str, Numbers], gender: str, quantities: tuple[str, ...]) -> Numbers:
    total: Numbers = np.sum([numbers[f"{gender}_{quantity}"] for quantity in quantities], axis=0)
    return total


def _ratio(part: Numbers, whole: Numbers) -> Numbers:
    ratio: Numbers = np.divide(part, whole, out=np.full(len(part), np.nan), where=whole > 0)
    return ratio


def _newcombe(female: Numbers, n: Numbers, male: Numbers, m: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return the difference of two means between -1 and 1, and limits as for a difference of two shares."""
    first, first_low, first_high = _wilson((1 + female) / 2, n)
    second, second_low, second_high = _wilson((1 + male) / 2, m)
    difference = first - second
    low = difference - np.hypot(first - first_low, second_high - second)
    high = difference + np.hypot(first_high - first, second - second_low)
    return 2 * difference, 2 * low, 2 * high


def _wilson(value: Numbers, n: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    cases = np.where(n > 0, n, np.nan)
    centre = (value + Z * Z / (2 * cases)) / (1 + Z * Z / cases)
    inner = np.maximum(value * (1 - value), 0) / cases + Z * Z / (4 * cases * cases)
    reach = Z * np.sqrt(inner) / (1 + Z * Z / cases)
    return value, centre - reach, centre + reach


def _actor_sentiment(actors: pa.Array) -> tuple[Truths, Numbers, Numbers]:
    """Return which texts have a single person, and the means over women and over men of their mean sentiment."""
    size = len(actors)
    if pa.types.is_null(actors.type) or pa.types.is_null(actors.type.value_type):
        return np.zeros(size, bool), np.zeros(size), np.zeros(size)
    persons, owners = pc.list_flatten(actors), pc.list_parent_indices(actors)
    single = pc.invert(pc.fill_null(pc.struct_field(persons, "group").cast(pa.bool_()), False))
    means = []
    someone = np.zeros(size, bool)
    for gender in GENDERS:
        chosen = pc.and_(single, pc.fill_null(pc.equal(pc.struct_field(persons, "gender"), gender), False))
        texts = owners.filter(chosen).to_numpy(zero_copy_only=False)
        sentiment, predications = (
            _numbers(pc.struct_field(persons, name).filter(chosen), f"actors.{name}")
            for name in ("sentiment", "predications")
        )
        # as published, an actor without a scored predication counts as neutral
        of_actor = np.nan_to_num(_ratio(sentiment, 1000 * predications))
        number = np.bincount(texts, minlength=size)
        means.append(np.bincount(texts, of_actor, minlength=size) / np.maximum(number, 1))
        someone |= number > 0
    return someone, means[0], means[1]


def _listed(findings: dict[str, _Finding], valid: Truths) -> pa.Array:
    """Return the findings of each text as a list, in the order of the indicators."""
    present = np.array([found.present & valid for found in findings.values()]).T
    fields: dict[str, pa.Array] = {"indicator": pa.array(np.tile(INDICATORS, len(valid))[present.ravel()], pa.string())}
    for name in ("female", "male", "effect", "low", "high"):
        values = np.array([getattr(found, name) for found in findings.values()]).T[present]
        fields[name] = pa.array(values.astype(np.float32), from_pandas=True)
    flags, known = (
        np.array([getattr(found, name) for found in findings.values()]).T[present] for name in ("flag", "known")
    )
    fields["flag"] = pa.array(flags, mask=~known)
    ends = np.cumsum(present.sum(axis=1), dtype=np.int32)
    offsets = pa.array(np.concatenate(([0], ends)).astype(np.int32), mask=np.concatenate((~valid, [False])))
    return pa.ListArray.from_arrays(offsets, pa.StructArray.from_arrays(list(fields.values()), list(fields)))
