"""Counterfactual augmentation of Small Heap for gender, age and religion (Görge et al. 2025, Tables 7 and 8).

Base: words exchanged with probability .5; gc: rules of grammar and context, with as few sentences as bring the groups a
little nearer to equal shares than the paper does; *all the way* to equal shares; *linked*: sentences about one person
together. ``heap_verdicts.tsv`` holds verdicts by place and a digest of what a sentence became. *Right* is a swap that
is grammatical, natural, possible and complete. ``--fresh`` names files with a text a line that nobody had read.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from datasets import Dataset

from benchmarks.measure import Figures, Measure
from benchmarks.run import measures
from benchmarks.scores import Of, portion
from benchmarks.texts import plain_lines, small_heap, table_rows
from hf_genderfair.core.counts import share
from hf_genderfair.core.spans import Edit, edit_text
from hf_genderfair.core.transform import annotate
from hf_genderfair.counterfactual import decisions
from hf_genderfair.counterfactual.collocations import collocation_counts
from hf_genderfair.counterfactual.plan import CounterfactualPlan, plan_counterfactuals
from hf_genderfair.counterfactual.swapping import draw
from hf_genderfair.counterfactual.transform import Counterfactual, Method
from hf_genderfair.counterfactual.twins import apply_counterfactuals
from hf_genderfair.lexicons.word_lists import word_list
from hf_genderfair.recipes.debias_recipe import BASE_PROBABILITY
from hf_genderfair.representation.demographic import count_groups, demographic_representation
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.stereotypes.transform import Stereotypes

HERE = Path(__file__).parent
FILES = ("orig__cc-news_00020", "orig__openwebtext_00000", "orig__wikipedia_00000", "tiny_heap")
ATTRIBUTES = ("gender", "age", "religion")
EVERY = "gc, every group"
"""Method of the verdicts on swaps whatever the group."""
FRESH = "fresh"
SETTINGS: dict[str, Any] = {"names": "refuse", "remove_stereotypes": True, "id_column": "id"}


VARIANTS: dict[str, tuple[Method, bool, float]] = {
    "base": ("base", False, 0.0),
    "gc": ("gc", False, 0.35),
    "gc, all the way": ("gc", False, 0.0),
    "gc, linked": ("gc", True, 0.0),
}
"""Method, whether sentences about one person go together, and what distance may be left: the paper leaves .37."""


class Changed(NamedTuple):
    """A sentence that is changed: its place, and what it was and becomes."""

    place: str
    before: str
    after: str

    @property
    def key(self) -> tuple[str, str]:
        """Return the place, and what tells this outcome from another."""
        return self.place, hashlib.sha256(self.after.encode()).hexdigest()[:12]


@cache
def verdicts() -> dict[tuple[str, ...], str]:
    """Return the verdicts of the maintainers by attribute, method, place and what tells an outcome from another."""
    return {tuple(key): verdict for *key, verdict in table_rows(HERE / "heap_verdicts.tsv")}


def _judged_right(attribute: str, method: str, where: str, found: Sequence[Changed], of: Of) -> Figures:
    """Yield the share of changed sentences that were judged right, of those with a verdict."""
    judged = list(filter(None, (verdicts().get((attribute, method, *one.key)) for one in found)))
    if judged:
        yield of(
            f"{where}, judged by the maintainers", len(judged), "right", *portion(judged.count("right"), len(judged))
        )


def heap(data: Path, parts: list[str] | None = None, fresh: list[Path] | None = None) -> Figures:
    """Augment excerpts of Small Heap, and count the verdicts of the maintainers on what was changed.

    FOLDER holds ``text/small_heap``. Parts are attributes. Without ``--fresh`` the figures of fresh texts stay.
    """
    rows = _numbered({name: small_heap(data, name) for name in FILES})
    counted = annotate(rows, GroupWords(ATTRIBUTES))
    chosen = parts or ATTRIBUTES
    for attribute in chosen:
        examined = annotate(counted, Stereotypes("en", attribute))
        for name in VARIANTS:
            yield from _variant(examined, attribute, name)
    lists = [attribute for attribute in chosen if attribute != "gender"]
    for attribute in lists:
        yield from _every_group(_examined(rows, attribute), attribute, _read_later(rows["id"][:]))
    if fresh:
        texts = _numbered({file.stem: plain_lines(file) for file in fresh})
        for attribute in lists:
            examined = _examined(texts, attribute)
            by_file = {place: f"{FRESH}, {place.split(':')[0]}" for place in texts["id"]}
            for part_of in (dict.fromkeys(by_file, FRESH), by_file):
                yield from _every_group(examined, attribute, part_of)
            yield from _acceptance(examined, attribute)
    else:
        yield from (each for each in measures("counterfactual/heap") if each.on.startswith(FRESH))


def _numbered(files: Mapping[str, Sequence[str]]) -> Dataset:
    """Return the lines of files with their places."""
    lines = [(f"{name}:{number}", line) for name, own in files.items() for number, line in enumerate(own)]
    return Dataset.from_dict({"id": [place for place, _ in lines], "text": [line for _, line in lines]})


def _examined(rows: Dataset, attribute: str) -> Dataset:
    return annotate(annotate(rows, GroupWords(attribute)), Stereotypes("en", attribute))


def changed(rows: Dataset, plan: CounterfactualPlan | None = None) -> Iterator[Changed]:
    """Yield the sentences that a plan changes, or that may be changed."""
    for row in rows:
        for sentence in row["counterfactual_sentences"]:
            facts = (sentence["source"], sentence["target"], sentence["words"], sentence["draw"])
            if sentence["reason"] is not None or not (plan is None or plan.takes(*facts)):
                continue
            start, end = sentence["start"], sentence["end"]
            edits = [
                Edit(edit["start"] - start, edit["end"] - start, edit["original"], edit["replacement"], "", "")
                for edit in row["counterfactual_edits"]
                if edit["pair"] == sentence["pair"]
            ]
            before = row["text"][start:end]
            yield Changed(f"{row['id']}:{start}", before, edit_text(before, edits))


def _variant(rows: Dataset, attribute: str, name: str) -> Figures:
    """Yield the figures of a variant."""
    (method, linked, left), words = VARIANTS[name], word_list(attribute)
    groups = tuple(words.groups)
    before = count_groups(rows, attribute, groups).total()
    collocations = collocation_counts(rows["text"][:], words) if method == "gc" and attribute != "gender" else None
    source = max(groups, key=lambda group: before[group])
    transform = Counterfactual("en", words, method, source, linked=linked, collocations=collocations, **SETTINGS)
    rows, first = annotate(rows, transform), demographic_representation(before).value
    assert first is not None
    probability = BASE_PROBABILITY if method == "base" else None
    plan = plan_counterfactuals(rows, groups, distance=left * first, probability=probability, fewest=left > 0)
    found = list(changed(rows, plan))
    swapped = annotate(apply_counterfactuals(rows, plan), GroupWords(words, overwrite=True))
    where = "Small Heap, excerpts"
    of = partial(Measure, "counterfactuals", of=f"{attribute}, {name}")
    at = partial(of, where, plan.relevant)
    yield at("DR before", first, unit="")
    yield at("DR after", demographic_representation(count_groups(swapped, attribute, groups).total()).value, unit="")
    yield at("relevant sentences swapped", share(plan.swapped, plan.relevant).value)
    yield from _judged_right(attribute, name, where, found, of)


def _read_later(places: Sequence[str]) -> dict[str, str]:
    """Return for each line whether it was read only after the first measurement."""
    lines: Counter[str] = Counter(place.split(":")[0] for place in places)
    judged = [(place, method) for _, method, place, _ in verdicts()]
    labelled = [f"{row[0].removesuffix('.txt.xz')}:{row[1]}:{row[2]}" for row in table_rows(HERE / "heap_dev.tsv")]
    # what was judged as a swap of any group was read later, though gc may have been judged there again
    later = {place for place, method in judged if method == EVERY}
    read = {place.rsplit(":", 1)[0] for place in {*labelled, *(place for place, _ in judged)} - later}
    numbered = ((place, *place.split(":")) for place in places)
    return {
        place: "read later" if int(line) >= 0.55 * lines[name] and place not in read else "read first"
        for place, name, line in numbered
    }


def _transform(rows: Dataset, attribute: str) -> Counterfactual:
    words = word_list(attribute)
    return Counterfactual("en", words, collocations=collocation_counts(rows["text"][:], words), **SETTINGS)


def _every_group(rows: Dataset, attribute: str, part_of: Mapping[str, str]) -> Figures:
    """Yield how many sentences about any group may be swapped, by part."""
    rows = annotate(rows, _transform(rows, attribute))
    places = rows["id"][:]
    for part in dict.fromkeys(part_of[place] for place in places):
        own = rows.select([index for index, place in enumerate(places) if part_of[place] == part])
        swaps = list(changed(own))
        where = part if part.startswith(FRESH) else f"Small Heap, excerpts {part}"
        yield from _swappable(own, attribute, "every group", where, swaps, swaps)


def _acceptance(rows: Dataset, attribute: str) -> Figures:
    """Yield what is swapped, and what of the sixty that were judged is right, the fewer checks there are."""
    transform = _transform(rows, attribute)
    checks = ("topic_reason", "conflict")
    for number, degree in enumerate(("as shipped", "without topics", "by grammar alone")):
        with ExitStack() as stack:
            for check in checks[:number]:
                stack.enter_context(patch.object(decisions, check, return_value=None))
            own = annotate(rows, transform)
        swaps = list(changed(own))
        drawn = sorted(swaps, key=lambda one: draw(7, one.place, 0))[:60]
        yield from _swappable(own, attribute, f"accepted {degree}", FRESH, swaps, drawn)


def _swappable(
    rows: Dataset, attribute: str, way: str, where: str, swaps: Sequence[Changed], drawn: Sequence[Changed]
) -> Figures:
    relevant = sum(len({sentence["pair"] for sentence in row["counterfactual_sentences"]}) for row in rows)
    of = partial(Measure, "counterfactuals, whatever the group", of=f"{attribute}, {way}")
    yield of(where, relevant, "may be swapped", *portion(len(swaps), relevant))
    yield from _judged_right(attribute, EVERY, where, drawn, of)
