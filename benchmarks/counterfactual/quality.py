"""Counterfactuals: swapped sentences beside twins written by people, their speed, and Small Heap augmented.

FOLDER holds ``counterfactual/mt_geneval``, the development part. Rules were looked at against the even lines.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch
from zlib import crc32

from datasets import Dataset

from benchmarks.measure import Figures, Measure, ends
from benchmarks.run import measures
from benchmarks.scores import Of, portion
from benchmarks.texts import plain_lines, small_heap, table_rows
from benchmarks.timing import analysed, annotated, growth, rates
from hf_genderfair.core.counts import share
from hf_genderfair.core.spans import Edit, edit_text, restore_text
from hf_genderfair.core.transform import Transform, annotate
from hf_genderfair.counterfactual import decisions
from hf_genderfair.counterfactual.collocations import collocation_counts
from hf_genderfair.counterfactual.evaluate import WORD, SwapScore, score_swaps, word_changes
from hf_genderfair.counterfactual.plan import CounterfactualPlan, plan_counterfactuals
from hf_genderfair.counterfactual.swapping import SwapOptions, draw
from hf_genderfair.counterfactual.texts import swap_texts
from hf_genderfair.counterfactual.transform import Counterfactual, Method
from hf_genderfair.counterfactual.twins import apply_counterfactuals
from hf_genderfair.languages.analysis import LAYERS
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.types import BINARY_GENDERS, BinaryGender
from hf_genderfair.lexicons.word_lists import word_list
from hf_genderfair.recipes.debias_recipe import BASE_PROBABILITY
from hf_genderfair.representation.demographic import count_groups, demographic_representation
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.stereotypes.transform import Stereotypes

HERE = Path(__file__).parent
SETS = {"en": ("en_de.en", "en_es.en"), "de": ("en_de.de",), "es": ("en_es.es",)}
OTHER: Mapping[BinaryGender, BinaryGender] = {"female": "male", "male": "female"}
BACK = {"de": 0.95, "en": 0.97, "es": 0.92}
"""Share of the sentences that are to be the same again after a swap and back."""
TRANSFORMS: dict[str, tuple[Transform, ...]] = {
    "Stereotypes": (GroupWords("gender"), Stereotypes("en")),
    "Counterfactual": (GroupWords("gender"), Counterfactual("en", source="male")),
    "both": (GroupWords("gender"), Stereotypes("en"), Counterfactual("en", source="male", remove_stereotypes=True)),
}


class GenderTwins(NamedTuple):
    """Both versions of a sentence; whether it was looked at, and whether it was learned from."""

    feminine: str
    masculine: str
    looked_at: bool
    learned: bool


def twins(data: Path, lang: str) -> list[GenderTwins]:
    """Return the twins of a language, each pair once."""
    folder, pairs = data / "counterfactual/mt_geneval/sentences/dev", dict[tuple[str, str], GenderTwins]()
    numbers = count()
    for name in SETS[lang]:
        files = [folder / f"sentences-{gender}-dev.{name}" for gender in ("feminine", "masculine")]
        files.append(folder / f"sentences-feminine-dev.{name.partition('.')[0]}.en")
        texts = (file.read_text(encoding="utf-8").split("\n")[:-1] for file in files)
        for feminine, masculine, english in zip(*texts, strict=True):
            # the reader learned from four of five sentences
            found = GenderTwins(feminine, masculine, next(numbers) % 2 == 0, crc32(english.encode()) % 5 != 0)
            pairs.setdefault(found[:2], found)
    return list(pairs.values())


def swapped(sentences: Sequence[str], lang: str, to: BinaryGender) -> list[str]:
    """Swap sentences, names kept; every edit can be undone."""
    texts = []
    for sentence, found in zip(sentences, swap_texts(sentences, lang, to, SwapOptions("keep")), strict=True):
        text = edit_text(sentence, found.edits)
        if restore_text(text, found.edits) != sentence:
            raise AssertionError("an edit cannot be undone")
        texts.append(text)
    return texts


def word_swap(sentences: Sequence[str], lang: str, to: BinaryGender) -> list[str]:
    """Swap words by a table of thirteen pairs, in their capitals."""
    rows = [row for row in table_rows(HERE / "word_pairs.tsv") if row[0] == lang]
    table = {row[1 if to == "male" else 2]: row[2 if to == "male" else 1] for row in reversed(rows)}

    def other(word: str) -> str:
        found = table.get(word) or table.get(word.lower())
        return word if found is None else found.capitalize() if word[0].isupper() else found

    return [WORD.sub(lambda match: other(match[0]), sentence) for sentence in sentences]


def quality(data: Path, lang: list[str] | None = None) -> Figures:
    """Swap sentences to the other gender, in both directions.

    *Exact* are sentences that are the twin to the letter; *F* compares changed words with those that the twin changes.
    """
    for each in lang or SETS:
        pairs = [pair for pair in twins(data, each) if not pair.learned]
        sides = [pair.feminine for pair in pairs], [pair.masculine for pair in pairs]
        directions: dict[BinaryGender, tuple[list[str], list[str]]] = {"male": sides, "female": sides[::-1]}
        (male, female), by_table = (
            [score_swaps(*both, swap(both[0], each, to)) for to, both in directions.items()]
            for swap in (swapped, word_swap)
        )
        both, words = (SwapScore(*map(sum, zip(*scores, strict=True))) for scores in ((male, female), by_table))
        assert words.exact_share.value is not None
        assert words.f1 is not None
        where, table = "MT-GenEval, the fifth from which nothing was learned", "thirteen pairs of words"
        of = partial(Measure, "sentences swapped to the other gender", where, both.lines, of=each)
        yield of("exact", *ends(both.exact_share), beside={table: words.exact_share.value})
        yield of("F of changed words", both.f1, beside={table: words.f1})
        yield of("exact to male", male.exact_share.value)
        yield of("to female", female.exact_share.value)


def there_and_back(data: Path, lang: list[str] | None = None) -> Figures:
    """Swap sentences of one gender to the other and back.

    Counted are sentences that the first swap changes. *Of one gender* leaves out those in which somebody was of the
    other gender before, *plurals apart* also those of which nothing but plurals stays changed.
    """
    for each in lang or BACK:
        even = [(pair.feminine, pair.masculine) for pair in twins(data, each) if pair.looked_at]
        for to in BINARY_GENDERS:
            sentences = [pair[BINARY_GENDERS.index(OTHER[to])] for pair in even]
            there = [pair for pair in zip(sentences, swapped(sentences, each, to), strict=True) if pair[0] != pair[1]]
            before = [sentence for sentence, _ in there]
            back = swapped([changed for _, changed in there], each, OTHER[to])
            own = swapped(before, each, OTHER[to])
            plain = [(one, found) for one, found, same in zip(before, back, own, strict=True) if one == same]
            lost = [pair for pair in plain if pair[0] != pair[1]]
            kept, unambiguous = len(plain) - len(lost), len(plain) - _of_plurals(each, lost)
            again = sum(one == found for one, found in zip(before, back, strict=True))
            limits = {"target": BACK[each], "at most": unambiguous / len(there)}
            for name, number, n, beside in (
                ("the same again", again, len(there), limits),
                ("of one gender", kept, len(plain), {}),
                ("of one gender, plurals apart", kept, unambiguous, {}),
            ):
                of = partial(Measure, "swapped and back", "MT-GenEval, looked at", n, of=f"{each} to {to}")
                yield of(name, *portion(number, n), beside=beside)


def _of_plurals(lang: str, pairs: Sequence[tuple[str, str]]) -> int:
    """Count sentences that differ from what came back in plurals alone."""
    number = 0
    analyses = pipeline(lang).analyse([sentence for sentence, _ in pairs], ("pos", "morph"))
    for (sentence, back), analysis in zip(pairs, analyses, strict=True):
        words = {token.text: token.morph.get("Number") for each in analysis.sentences for token in each.tokens}
        changed = {word for _, before, _ in word_changes(sentence, back) for word in before.split()}
        number += bool(changed) and all(words.get(word) == "Plur" for word in changed)
    return number


def speed(data: Path) -> Figures:
    """Find stereotypes and swap sentences on one core, beside the bare pipeline with the layers that are read.

    FOLDER holds ``text/small_heap`` too: *running* lines as they come, and *dense* sentences with a word for women or
    men, one a row.
    """
    heap = [small_heap(data, name)[:2_000] for name in FILES[:2]]
    rows = annotate(Dataset.from_dict({"text": [*heap[0], *heap[1]]}), GroupWords("gender"))
    relevant = [row["text"][span["start"] : span["end"]] for row in rows for span in row["gender_sentences"]]
    kinds = {"running": heap[0], "dense": relevant[:2_000]}
    for kind, texts in kinds.items():
        for name, transforms in TRANSFORMS.items():
            where = f"English, {kind} text"
            of = partial(Measure, "stereotypes and swaps, speed on one core", where, len(texts), of=name)
            bare = partial(analysed, "en", texts, frozenset(LAYERS))
            works = {"": partial(annotated, texts, *transforms), "the bare pipeline": bare}
            yield from rates(of, len(texts), works, "rows", rounds=3)
            if kind == "running":
                yield from growth(of, texts, *transforms)
    for lang in SETS:
        texts = [pair.feminine for pair in twins(data, lang)]
        where = "sentences that all have something to swap"
        of = partial(Measure, "swaps, speed on one core", where, len(texts), of=lang)
        bare = partial(analysed, lang, texts, frozenset(LAYERS))
        works = {"": partial(_swaps, texts, lang), "the bare pipeline": bare}
        yield from rates(of, len(texts), works, "sentences", rounds=3)


def _swaps(texts: Sequence[str], lang: str) -> object:
    return list(swap_texts(texts, lang, "male"))


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
        right = portion(judged.count("right"), len(judged))
        yield of(f"{where}, judged by the maintainers", len(judged), "right", *right)


def heap(data: Path, parts: list[str] | None = None, fresh: list[Path] | None = None) -> Figures:
    """Augment excerpts of Small Heap, and count the verdicts of the maintainers on what was changed.

    Parts are attributes (Görge et al. 2025, Tables 7 and 8). *Base*: words exchanged with probability .5; *gc*: rules
    of grammar and context, with as few sentences as bring the groups a little nearer to equal shares than the paper
    does; *all the way* to equal shares; *linked*: sentences about one person together. *Right* is a swap that is
    grammatical, natural, possible and complete: ``heap_verdicts.tsv`` holds verdicts by place and a digest of what a
    sentence became. FOLDER holds ``text/small_heap``. ``--fresh`` names files with a text a line that nobody had read;
    without it the figures of fresh texts stay.
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
    after = annotate(apply_counterfactuals(rows, plan), GroupWords(words, overwrite=True))
    where = "Small Heap, excerpts"
    of = partial(Measure, "counterfactuals", of=f"{attribute}, {name}")
    at = partial(of, where, plan.relevant)
    yield at("DR before", first, unit="")
    yield at("DR after", demographic_representation(count_groups(after, attribute, groups).total()).value, unit="")
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
