"""Counterfactual augmentation of Small Heap for gender, age and religion, beside Tables 7 and 8 of Görge et al. (2025).

    python -m benchmarks.run counterfactual/heap --data FOLDER
    python -m benchmarks.run counterfactual/heap --data FOLDER --sample judge.tsv
    python -m benchmarks.run counterfactual/heap --data FOLDER --only age --only religion
    python -m benchmarks.run counterfactual/heap --data FOLDER --every-group --fresh web.txt --fresh news.txt

FOLDER holds ``text/small_heap``: excerpts, so that the level of representation is another than that of the whole set.
Base: words exchanged with probability .5; gc: rules of grammar and context, with as few sentences as bring the groups a
little nearer to equal shares than the paper does; *all the way* to equal shares, or as near as the sentences allow; and
*linked*, where sentences about one person are swapped together or not at all. Stereotypes are removed before, as in the
paper. Lists are the corrected ones.

``--sample`` writes 100 changed sentences an attribute and method, drawn by seed, to be judged outside this repository;
verdicts are kept in ``heap_verdicts.tsv`` by the place of the sentence and a digest of what it became,
labelled by the maintainers. Verdicts on sentences that come out otherwise now are counted as outdated, not used. The
paper's single judge also called right what was rightly left alone; here only changed sentences were judged, by one who
saw the method, on excerpts and with corrected lists: the two columns are not like for like.

For ages and religions every swap that grammar and context allow, whatever the group and however near to equal shares,
is counted beside that, on two parts of the lines: those that rules were looked at against from the beginning, and the
last 45 % of each file, which were unread when they were first measured (age .053 swapped, 17 of 25 right; religion
.044, 9 of 11) and read afterwards to mend the rules. No line is left unread. So what the rules are worth on text that
nobody had read is measured on ``--fresh``: files with a text a line, judged once, after the last change of the rules.
They were: news, the Lee corpora that gensim holds; web, the development parts of UD English-EWT and English-GUM and two
samples of CCAligned; parliament, two samples of Europarl; encyclopaedia, every second of the 1,000 articles of
lexical-gender. A swap is *right* that is grammatical, natural, possible as far as a well-read person knows, and
complete; else *fact* (not possible), *chain* (a word of the same group stays), *grammar* or *other* (odd).

How much is swapped, and how much of it right, where less is refused shows the curve on the fresh texts: as shipped,
without the topics of the paper, and by grammar alone, without any look at what a sentence says.
"""

from __future__ import annotations

import csv
import hashlib
import lzma
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from datasets import Dataset

from benchmarks.measure import Measure
from benchmarks.results import stored
from hf_genderfair.core.counts import share
from hf_genderfair.core.spans import Edit, edit_text
from hf_genderfair.core.transform import annotate
from hf_genderfair.counterfactual import decisions
from hf_genderfair.counterfactual.collocations import collocation_counts
from hf_genderfair.counterfactual.plan import CounterfactualPlan, plan_counterfactuals
from hf_genderfair.counterfactual.sentences import draw
from hf_genderfair.counterfactual.transform import Counterfactual, Method
from hf_genderfair.counterfactual.twins import apply_counterfactuals
from hf_genderfair.lexicons.word_lists import word_list
from hf_genderfair.recipes.debias_recipe import BASE_PROBABILITY
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.representation.demographic import count_groups, demographic_representation
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.stereotypes.transform import Stereotypes

FILES = ("orig__cc-news_00020", "orig__openwebtext_00000", "orig__wikipedia_00000", "tiny_heap")
ATTRIBUTES = ("gender", "age", "religion")


class Variant(NamedTuple):
    """A way to augment: the method, whether sentences about one person go together, and how far to go.

    Attributes:
        method: Of `Counterfactual`.
        linked: Of `Counterfactual`; the paper decides on each sentence by itself.
        left: Share of the distance that may be left.
    """

    method: Method
    linked: bool
    left: float


VARIANTS = {
    "base": Variant("base", False, 0.0),
    "gc": Variant("gc", False, 0.35),
    "gc, all the way": Variant("gc", False, 0.0),
    "gc, linked": Variant("gc", True, 0.0),
}
"""``gc`` leaves a little less of the distance than the paper (.37), with as few sentences as do."""


class Published(NamedTuple):
    """A row of Table 7: share of sentences substituted, DR before and after, share judged correct."""

    substituted: float
    before: float
    after: float
    right: float


PUBLISHED = {
    ("gender", "base"): Published(0.38, 0.216, 0.121, 0.40),
    ("gender", "gc"): Published(0.16, 0.216, 0.080, 0.77),
    ("age", "base"): Published(0.34, 0.355, 0.054, 0.23),
    ("age", "gc"): Published(0.02, 0.355, 0.334, 0.78),
    ("religion", "base"): Published(0.30, 0.4088, 0.217, 0.06),
    ("religion", "gc"): Published(0.06, 0.4088, 0.378, 0.46),
}

LISTS = ("age", "religion")
EVERY = "gc, every group"
"""Method of the verdicts on swaps whatever the group."""

FIRST_LATER = 0.55
"""Share of the lines of a file before those that were read later."""

READ_BEFORE = ("heap_verdicts.tsv", "heap_dev.tsv")
"""Files with the places of sentences that were read from the beginning, in lines from there on too."""

FIRST, LATER, FRESH = "read first", "read later", "fresh"
"""Parts of the texts."""

ACCEPTANCE: dict[str, tuple[str, ...]] = {
    "as shipped": (),
    "without topics": ("topic_reason",),
    "by grammar alone": ("topic_reason", "conflict"),
}
"""For each degree of acceptance the checks that are left out."""

JUDGED_BY_ACCEPTANCE = 60

JUDGED = 100
VERDICTS = Path(__file__).parent / "heap_verdicts.tsv"


class Changed(NamedTuple):
    """A sentence that is changed: its place, and what it was and becomes."""

    place: str
    before: str
    after: str

    @property
    def digest(self) -> str:
        """Return what tells this outcome from another."""
        return hashlib.sha256(self.after.encode()).hexdigest()[:12]


def heap(data: Path) -> Dataset:
    """Return the lines of the excerpts with their places."""
    places, texts = [], []
    for name in FILES:
        with lzma.open(data / "text" / "small_heap" / f"{name}.txt.xz", "rt", encoding="utf-8") as file:
            for number, line in enumerate(file):
                places.append(f"{name}:{number}")
                texts.append(line.rstrip("\n"))
    return Dataset.from_dict({"id": places, "text": texts})


def fresh_texts(files: Sequence[Path]) -> Dataset:
    """Return the lines of files with their places."""
    lines = [
        (f"{file.stem}:{number}", line)
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines())
    ]
    return Dataset.from_dict({"id": [place for place, _ in lines], "text": [line for _, line in lines]})


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


def drawn_by_seed(found: Sequence[Changed]) -> list[Changed]:
    """Return the sentences to judge, drawn by their places."""
    return sorted(found, key=lambda one: draw(7, one.place, 0))[:JUDGED]


def verdicts(attribute: str, method: str) -> dict[tuple[str, str], str]:
    """Return the verdicts by place and digest."""
    if not VERDICTS.exists():
        return {}
    with VERDICTS.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t")
        return {
            (row["place"], row["digest"]): row["verdict"]
            for row in rows
            if row["attribute"] == attribute and row["method"] == method
        }


def judged(attribute: str, name: str, found: Sequence[Changed]) -> dict[str, Any]:
    """Return the share of changed sentences that were judged right."""
    # the other variants were not drawn from
    known = verdicts(attribute, name)
    rated = rates(known, found)
    return rated | {"outdated": len(known) - rated["n"]}


def rates(known: Mapping[tuple[str, str], str], found: Sequence[Changed]) -> dict[str, Any]:
    """Return the share of sentences that were judged right, of those with a verdict."""
    current = [known[one.place, one.digest] for one in found if (one.place, one.digest) in known]
    right = share(sum(verdict == "right" for verdict in current), len(current))
    return {
        "right": right.count,
        "n": right.n,
        "share": right.value,
        "interval": [right.low, right.high],
        "wrong": dict(Counter(verdict for verdict in current if verdict != "right").most_common()),
    }


def measure(rows: Dataset, attribute: str, name: str) -> tuple[dict[str, Any], list[Changed]]:
    """Return the figures of a variant, and the sentences that it changes."""
    method, linked, left = VARIANTS[name]
    words = word_list(attribute)
    groups = tuple(words.groups)
    before = count_groups(rows, attribute, groups).total()
    majority = max(groups, key=lambda group: before[group])
    collocations = collocation_counts(rows["text"][:], words) if method == "gc" and attribute != "gender" else None
    transform = Counterfactual(
        "en",
        words,
        method,
        source=majority,
        names="refuse",
        linked=linked,
        collocations=collocations,
        remove_stereotypes=True,
        id_column="id",
    )
    rows = annotate(rows, transform)
    first = demographic_representation(before).value
    assert first is not None
    plan = plan_counterfactuals(
        rows,
        groups,
        distance=left * first,
        probability=BASE_PROBABILITY if method == "base" else None,
        fewest=left > 0,
    )
    found = list(changed(rows, plan))
    swapped = annotate(apply_counterfactuals(rows, plan), GroupWords(words, overwrite=True))
    after = count_groups(swapped, attribute, groups).total()
    last = demographic_representation(after).value
    assert last is not None
    part = share(plan.swapped, plan.relevant)
    return {
        "majority": majority,
        "counts_before": before,
        "counts_after": after,
        "relevant": plan.relevant,
        "may_be_swapped": sum(plan.accepted.values()),
        "swapped": plan.swapped,
        "share": part.value,
        "interval": [part.low, part.high],
        "dr_before": first,
        "dr_after": last,
        "reduction": 1 - last / first,
        "refused": dict(plan.refused),
        "judged": judged(attribute, name, found),
    }, found


def read_later(places: Sequence[str]) -> set[str]:
    """Return the lines that were read only after the first measurement."""
    lines: Counter[str] = Counter(place.split(":")[0] for place in places)
    places_read: dict[bool, set[str]] = {True: set(), False: set()}
    for place, method in read_places():
        places_read[method == EVERY].add(place)
    # what was judged as a swap of any group was read later, though gc may have been judged there again
    read = {place.rsplit(":", 1)[0] for place in places_read[False] - places_read[True]}
    numbered = ((place, *place.split(":")) for place in places)
    return {place for place, name, line in numbered if int(line) >= FIRST_LATER * lines[name]} - read


def read_places() -> Iterator[tuple[str, str]]:
    """Yield the places of sentences that were read, with the method that was judged."""
    judged_file, labelled_file = (Path(__file__).parent / name for name in READ_BEFORE)
    for line in judged_file.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            _, method, place, *_ = line.split("\t")
            yield place, method
    for line in labelled_file.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, number, start, _ = line.split("\t")
            yield f"{name.removesuffix('.txt.xz')}:{number}:{start}", ""


def every_group(rows: Dataset, attribute: str, part_of: Mapping[str, str]) -> tuple[dict[str, Any], list[Changed]]:
    """Return how many sentences about any group may be swapped, by part, and those sentences.

    Args:
        rows: Texts in which stereotypes were looked for.
        attribute: The attribute.
        part_of: For each place of a text its part.
    """
    known = verdicts(attribute, EVERY)
    rows = annotate(rows, _every_group_transform(rows, attribute))
    parts: dict[str, Any] = {}
    found: list[Changed] = []
    places = rows["id"][:]
    for part in dict.fromkeys(part_of[place] for place in places):
        own = rows.select([index for index, place in enumerate(places) if part_of[place] == part])
        swaps = list(changed(own))
        parts[part] = _swapped_share(own, swaps) | {"judged": rates(known, swaps)}
        found += swaps
    return parts, found


def _every_group_transform(rows: Dataset, attribute: str) -> Counterfactual:
    words = word_list(attribute)
    collocations = collocation_counts(rows["text"][:], words)
    return Counterfactual(
        "en", words, names="refuse", collocations=collocations, remove_stereotypes=True, id_column="id"
    )


def _swapped_share(rows: Dataset, swaps: Sequence[Changed]) -> dict[str, Any]:
    relevant = sum(len({sentence["pair"] for sentence in row["counterfactual_sentences"]}) for row in rows)
    swapped = share(len(swaps), relevant)
    return {
        "relevant": relevant,
        "may_be_swapped": len(swaps),
        "share": swapped.value,
        "interval": [swapped.low, swapped.high],
    }


def acceptance_curve(rows: Dataset, attribute: str) -> tuple[dict[str, Any], list[Changed]]:
    """Return what is swapped, and what of a sample is right, the fewer checks there are; and the sampled sentences."""
    transform = _every_group_transform(rows, attribute)
    known = verdicts(attribute, EVERY)
    curve: dict[str, Any] = {}
    sampled: list[Changed] = []
    for degree, left_out in ACCEPTANCE.items():
        with ExitStack() as stack:
            for check in left_out:
                stack.enter_context(patch.object(decisions, check, return_value=None))
            own = annotate(rows, transform)
        swaps = list(changed(own))
        drawn = drawn_by_seed(swaps)[:JUDGED_BY_ACCEPTANCE]
        curve[degree] = _swapped_share(own, swaps) | {"judged": rates(known, drawn)}
        sampled += drawn
    return curve, sampled


def print_tables(results: Mapping[str, Any]) -> None:
    """Print our figures beside the published ones."""
    rows: list[list[Cell]] = []
    for attribute, methods in results["attributes"].items():
        for method, of in methods.items():
            paper = PUBLISHED[attribute, method.split(",")[0]]
            rows.append(
                [
                    attribute,
                    method,
                    of["relevant"],
                    of["swapped"],
                    of["share"],
                    paper.substituted,
                    of["dr_before"],
                    of["dr_after"],
                    of["reduction"],
                    1 - paper.after / paper.before,
                    of["judged"]["share"],
                    of["judged"]["n"],
                    paper.right,
                ]
            )
    columns = ["attribute", "method", "relevant", "swapped", "share", "paper", "DR before", "DR after", "reduction"]
    columns += ["paper's reduction", "judged right", "n", "paper: right decisions"]
    print(table_text(Table("heap", "Small Heap, excerpts", columns, rows)))
    for name, title in (("every_group", "Every group"), ("acceptance", "Every group, fresh texts, by acceptance")):
        parts: list[list[Cell]] = [
            [
                attribute,
                part,
                of["relevant"],
                of["may_be_swapped"],
                of["share"],
                of["judged"]["share"],
                of["judged"]["n"],
            ]
            for attribute, found in results[name].items()
            for part, of in found.items()
        ]
        columns = ["attribute", "texts", "relevant", "may be swapped", "share", "judged right", "n"]
        print(table_text(Table(name, title, columns, parts)))
    reasons: list[list[Cell]] = [
        [attribute, reason, count]
        for attribute, methods in results["attributes"].items()
        for reason, count in methods["gc, linked"]["refused"].items()
    ]
    print(table_text(Table("reasons", "Why sentences stay (gc)", ["attribute", "reason", "sentences"], reasons)))


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield what counterfactuals do to the representation of groups, and what is swapped whatever the group."""
    for attribute, variants in results["attributes"].items():
        for name, of in variants.items():
            at = partial(Measure, f"counterfactuals, {attribute}, {name}", "Small Heap, excerpts", of["relevant"])
            yield at("DR before", of["dr_before"], unit="")
            yield at("DR after", of["dr_after"], unit="")
            yield at("relevant sentences swapped", of["share"])
            yield from _judged(f"counterfactuals, {attribute}, {name}", "Small Heap, excerpts", of["judged"])
    for attribute, parts in results["every_group"].items():
        for part, of in parts.items():
            where = part if part.startswith(FRESH) else f"Small Heap, excerpts {part}"
            yield from _swappable(f"counterfactuals, {attribute}, every group", where, of)
    for attribute, curve in results["acceptance"].items():
        for degree, of in curve.items():
            yield from _swappable(f"counterfactuals, {attribute}, accepted {degree}", FRESH, of)


def _swappable(what: str, where: str, of: Mapping[str, Any]) -> Iterator[Measure]:
    yield Measure(what, where, of["relevant"], "may be swapped", of["share"], *of["interval"])
    yield from _judged(what, where, of["judged"])


def _judged(what: str, where: str, judged: Mapping[str, Any]) -> Iterator[Measure]:
    if judged["n"]:
        where = f"{where}, judged by the maintainers"
        yield Measure(what, where, judged["n"], "right", judged["share"], *judged["interval"])


def benchmark(
    data: Path,
    only: list[str] | None = None,
    every_group: bool = False,
    fresh: list[Path] | None = None,
    sample: Path | None = None,
) -> dict[str, Any] | None:
    """Print the tables; attributes that are not asked for keep their results, and with ``--sample`` all do."""
    results: dict[str, Any] = {"attributes": {}, "every_group": {}, "acceptance": {}} | stored("counterfactual/heap")
    attributes = only or ATTRIBUTES
    to_judge: list[list[str]] = []
    if not every_group:
        to_judge += measure_variants(data, attributes, results)
    to_judge += measure_every_group(data, attributes, fresh or [], results)
    print_tables(results)
    if not sample:
        return results
    with sample.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter="\t").writerows(to_judge)
    return None


def measure_variants(data: Path, attributes: Sequence[str], results: dict[str, Any]) -> list[list[str]]:
    """Measure the variants for some attributes, and return what may be judged."""
    to_judge = []
    rows = annotate(heap(data), GroupWords(ATTRIBUTES))
    for attribute in attributes:
        examined = annotate(rows, Stereotypes("en", attribute))
        results["attributes"][attribute] = {}
        for method in VARIANTS:
            results["attributes"][attribute][method], found = measure(examined, attribute, method)
            drawn = drawn_by_seed(found) if "," not in method else []
            to_judge += [[attribute, method, one.place, one.digest, one.before, one.after] for one in drawn]
    return to_judge


def measure_every_group(
    data: Path, attributes: Sequence[str], fresh_files: Sequence[Path], results: dict[str, Any]
) -> list[list[str]]:
    """Measure what is swapped whatever the group, and return what may be judged."""
    to_judge = []
    for attribute in sorted(set(attributes) & set(LISTS)):
        rows = _examined(heap(data), attribute)
        later = read_later(rows["id"][:])
        parts, found = every_group(rows, attribute, {place: LATER if place in later else FIRST for place in rows["id"]})
        found = [one for one in found if one.place.rsplit(":", 1)[0] in later]
        if fresh_files:
            fresh = _examined(fresh_texts(fresh_files), attribute)
            by_file = {place: f"{FRESH}, {place.split(':')[0]}" for place in fresh["id"]}
            for part_of in (dict.fromkeys(by_file, FRESH), by_file):
                more, swaps = every_group(fresh, attribute, part_of)
                parts |= more
            results["acceptance"][attribute], drawn = acceptance_curve(fresh, attribute)
            found += [*swaps, *drawn]
        results["every_group"].setdefault(attribute, {}).update(parts)
        for one in dict.fromkeys(found):
            to_judge.append([attribute, EVERY, one.place, one.digest, one.before, one.after])
    return to_judge


def _examined(rows: Dataset, attribute: str) -> Dataset:
    return annotate(annotate(rows, GroupWords(attribute)), Stereotypes("en", attribute))
