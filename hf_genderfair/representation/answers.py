"""What figures on representation say, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hf_genderfair.report.sentences import TOO_FEW, counted, listed, number_with_limits, percent, percent_with_limits
from hf_genderfair.representation.demographic import DemographicRepresentation
from hf_genderfair.representation.references.ratios import RatioEstimate
from hf_genderfair.representation.resampling import Comparison, RepresentationEstimate

GROUP_NAMES: Mapping[str, str] = {"female": "women", "male": "men"}
"""Names of groups for readers; other groups have their own."""


def group_name(group: str) -> str:
    """Return how a group is called in a sentence."""
    return GROUP_NAMES.get(group, group.replace("_", " "))


def representation_answers(estimates: Sequence[RepresentationEstimate]) -> list[str]:
    """Say for each attribute which share of words the group has that is farthest from its target."""
    return [_representation(each) for each in estimates if each.representation.n]


def _representation(estimate: RepresentationEstimate) -> str:
    found = estimate.representation
    shares = found.shares or {}
    group = min(shares, key=lambda name: (-round(abs(shares[name] - found.target[name]), 9), shares[name]))
    low, high = (estimate.shares or {}).get(group, (None, None))
    part = percent_with_limits(shares[group], low, high)
    words = f"Of {counted(found.n, 'word')} for {listed([group_name(name) for name in shares])}, {part} "
    are = f"{words}{'is' if round(shares[group] * found.n) == 1 else 'are'} for {group_name(group)}"
    if low is None or high is None:
        have = counted(estimate.relevant_documents, "text that has", "texts that have")
        return f"{are}; {TOO_FEW}, with {have} such words."
    target = _target(found, group)
    if high < found.target[group]:
        return f"{are}: fewer than {target}."
    if low > found.target[group]:
        return f"{are}: more than {target}."
    return f"{are}: no difference shown from {target}."


def _target(found: DemographicRepresentation, group: str) -> str:
    if len({round(share, 9) for share in found.target.values()}) == 1:
        return "the equal shares that were chosen as target"
    return f"the {percent(found.target[group])} that were chosen as target"


def comparison_answers(comparisons: Sequence[Comparison], adjusted: Sequence[float | None]) -> list[str]:
    """Say for each attribute whether the other set is nearer to the target."""
    answers = []
    for each, p in zip(comparisons, adjusted, strict=True):
        here, there = each.before.value, each.after.value
        if here is None or there is None:
            continue
        away = f"{percent(here)} away from their target here, {percent(there)} in the other set"
        said = f"The shares by {each.attribute} are {away}"
        if p is None:
            answers.append(f"{said}; {TOO_FEW}.")
        else:
            answers.append(f"{said}: {'a difference' if p < 0.05 else 'no difference shown'} (p = {p:.2g}).")
    return answers


def reference_answers(estimate: RatioEstimate) -> list[str]:
    """Say how many masculine words for persons there are for each feminine one."""
    ratio = estimate.ratio
    n = ratio.masculine + ratio.feminine
    if not n:
        return []
    if ratio.value is None:
        return [f"Of {counted(n, 'masculine or feminine word')} for persons, none is feminine."]
    number = number_with_limits(ratio.value, ratio.low, ratio.high)
    said = f"There are {number} masculine words for persons to each feminine one (n = {n:,})"
    if ratio.low is None:
        return [f"{said}; {TOO_FEW}."]
    generic = estimate.generic
    if not generic.count or generic.value is None:
        return [f"{said}."]
    part = percent_with_limits(generic.value, generic.low, generic.high)
    return [f"{said}; {part} of words for persons are masculine plurals that may stand for everybody."]
