"""The recipe of parallel data for rewriters: from texts to pairs, rows left out and a report (Amrhein 2023)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import pyarrow as pa
from datasets import Dataset, Features, Value, concatenate_datasets

from dataset_scripts.models.rewriter.corpora.copies import COPY_SHARE, choose_copies, copy_pairs
from dataset_scripts.models.rewriter.corpora.gender_class import GenderClass
from dataset_scripts.models.rewriter.corpora.noise import PairNoise
from dataset_scripts.models.rewriter.corpora.pairs import unfold_pairs
from dataset_scripts.models.rewriter.corpora.round_trip import RoundTrip, RoundTripPairs
from dataset_scripts.models.rewriter.corpora.rule_pairs import BackwardPairs, FairText, ForwardPairs
from dataset_scripts.models.rewriter.corpora.sentences import ORIGIN, exact_duplicates, split_sentences
from dataset_scripts.models.rewriter.corpora.translators import Translator
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.keep import Keep, Split
from hf_genderfair.core.settings import check_settings, choose, language
from hf_genderfair.core.transform import Transform, annotate
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.languages.chain import Chain
from hf_genderfair.languages.types import PairedGender
from hf_genderfair.recipes.made import Made
from hf_genderfair.report.examples import changed_example, choose_examples, drawn_rows
from hf_genderfair.report.figures import Figure, draw_in_report, parts_figure
from hf_genderfair.report.report import Report, Step, Table, TextExample, describe_step, software_versions
from hf_genderfair.report.sentences import counted, kind_in_words, kinds_in_words, limits_of
from hf_genderfair.rewriting.languages import LANGUAGES
from hf_genderfair.rewriting.transform import GenderFair

EXCLUDED_FEATURES = Features(
    {
        "text": Value("string"),
        "target": Value("string"),
        "origin": ORIGIN,
        "reason": Value("string"),
        "step": Value("string"),
    }
)
"""Columns of excluded rows: sentences without a target, pairs with one."""

WANTED = {
    ("de", "gender_fair"): "German sentences with gender-fair forms such as Lehrer*in or Lehrerinnen und Lehrer",
    ("de", "biased"): "German sentences with gendered words for persons",
    ("en", "gender_fair"): "English sentences with they or neutral words, and without he and she",
    ("en", "biased"): "English sentences with he, she or gendered words",
}
"""Sentences that pairs are made from, by language and class."""

PAIRS_TABLE = "pairs"


DETAILS = CardDetails(
    tags=("gender-fair-language", "gender-fair-rewriting", "parallel-corpus"),
    task_categories=("text-generation", "translation"),
    uses="models that rewrite text so that it is fair to all genders.",
    template="rewriting_pairs.md.j2",
)


@dataclass(frozen=True)
class PairsRecipe:
    """Divides texts into sentences, sorts them, makes pairs, removes noise and adds copies.

    `forward_recipe`, `backward_recipe` and `round_trip_recipe` give it for the paper's three methods.

    Attributes:
        lang: ``de`` or ``en``.
        transforms: The transforms that propose pairs; the last one adds the columns of `PROPOSAL_FEATURES`.
        wanted: Class of the sentences that are given to them: ``gender_fair`` or ``biased``.
        classes: How sentences are sorted.
        noise: Which pairs are noise; None keeps all.
        copy_share: Share of copies of other sentences among all pairs.
        seed: Of the choice of copies.
        title: Title of the report.
        num_proc: Number of processes.

    Example:
        >>> texts = {"text": ["Die Lehrer*innen streiken. Es regnet seit Tagen.", "Kolleg:innen lachen."]}
        >>> parallel = backward_recipe("de").build(Dataset.from_dict(texts))
        >>> for pair in parallel.kept:
        ...     print(pair["kind"], "|", pair["source"], "|", pair["target"])
        masculine | Die Lehrer streiken. | Die Lehrer*innen streiken.
        feminine | Die Lehrerinnen streiken. | Die Lehrer*innen streiken.
        gender_fair | Die Lehrer*innen streiken. | Die Lehrer*innen streiken.
        masculine | Kollegen lachen. | Kolleg*innen lachen.
        feminine | Kolleginnen lachen. | Kolleg*innen lachen.
        gender_fair | Kolleg:innen lachen. | Kolleg*innen lachen.
        non_gendered | Es regnet seit Tagen. | Es regnet seit Tagen.
    """

    lang: str
    transforms: tuple[Transform, ...]
    wanted: Literal["gender_fair", "biased"] = "gender_fair"
    classes: GenderClass | None = None
    noise: PairNoise | None = field(default_factory=lambda: PairNoise(None))
    copy_share: float = COPY_SHARE
    seed: int = 0
    title: str = "Parallel data for gender-fair rewriting"
    num_proc: int | None = None

    def __post_init__(self) -> None:
        """Check the values."""
        check_settings(self)
        object.__setattr__(self, "lang", language(self.lang, LANGUAGES))

    def build(self, rows: Dataset, source: Mapping[str, Any] | None = None, text_column: str = "text") -> Made:
        """Make pairs of texts.

        Args:
            rows: Texts.
            source: Their origin, for the report: ``id``, ``licence`` and the like.
            text_column: Column of text.

        Returns:
            Pairs, what was left out, and the report.

        Raises:
            ColumnError: The text is missing or not text.
        """
        sentences = split_sentences(rows, self.lang, text_column)
        step = Step("split_sentences", "1", {"lang": self.lang}, len(rows), len(sentences))
        return self.build_from_sentences(sentences, source, (step,))

    def nothing_made(self, report: Report) -> str:
        """Return the message for texts that gave no pairs.

        Args:
            report: That of `build`.

        Returns:
            One line: the sentences needed, and why others were left out.

        Example:
            >>> recipe = forward_recipe("en")
            >>> parallel = recipe.build(Dataset.from_dict({"text": ["They met. They met."]}))
            >>> recipe.nothing_made(parallel.report).partition("; ")[2]
            'of the sentences were left out: 1 duplicate, 1 gender_fair'
        """
        # without pairs there are no copies either
        classes = {"surplus": "non_gendered"}
        reasons = ", ".join(f"{count} {classes.get(reason, reason)}" for reason, count in report.excluded.items())
        wanted = WANTED[self.lang, self.wanted]
        return f"no pairs can be made: needed are {wanted}; of the sentences were left out: {reasons or 'none'}"

    def build_from_sentences(
        self, sentences: Dataset, source: Mapping[str, Any] | None = None, steps: tuple[Step, ...] = ()
    ) -> Made:
        """Make pairs of given sentences.

        Args:
            sentences: Rows with ``text`` and ``origin``.
            source: Their origin, for the report.
            steps: Earlier steps, for the report.

        Returns:
            Pairs, what was left out, and the report.
        """
        run = _Run([*steps])
        distinct = run.keep(exact_duplicates(sentences), "duplicate_reason", "exact_duplicates")
        sorted_, copyable = self._sort(distinct, run)
        pairs = self._pairs(sorted_, run)
        clean = self._clean(pairs, "noise", run)
        chosen, surplus = choose_copies(copyable, len(clean), self.copy_share, self.seed)
        run.leave_out(surplus, "surplus", "choose_copies")
        run.step("choose_copies", {"share": self.copy_share, "seed": self.seed}, len(copyable), len(chosen))
        copies = self._clean(copy_pairs(chosen), "noise in copies", run)
        kept = concatenate_datasets([clean, copies]).flatten_indices()
        tables = [*run.tables, _pairs_table(kept)]
        excluded = run.excluded()
        report = Report(
            self.title,
            self.lang,
            run.steps,
            tables,
            excluded=dict(sorted(Counter(excluded["reason"][:]).items())),
            limits=limits_of("parallel_pairs"),
            sources=[dict(source)] if source else [],
            software=software_versions(),
            answers=_pair_answers(len(clean), len(copies), len(sentences)),
            examples=choose_examples(_pair_examples(drawn_rows(kept))),
        )
        report, figures = draw_in_report(report, PAIRS_TABLE, "pairs.png", lambda: _draw_pairs(kept))
        return Made(kept, report, excluded, figures, details=DETAILS)

    def _sort(self, sentences: Dataset, run: _Run) -> Split:
        """Return the sentences that pairs are made of, and those that may be copies."""
        classes = self.classes or GenderClass(self.lang)
        rows = annotate(sentences, classes, self.num_proc)
        run.steps.append(describe_step(classes, len(rows), len(rows)))
        run.tables += [_classes_table(rows), _forms_table(rows)]
        names = pa.array(rows["gender_class"][:], pa.string())
        rows = rows.remove_columns(["gender_class", "gender_fair_kinds"])
        used = {self.wanted, "non_gendered"}
        for name in dict.fromkeys(names.to_pylist()):
            if name not in used:
                run.leave_out(_where(rows, names, name), name, "GenderClass")
        return Split(_where(rows, names, self.wanted), _where(rows, names, "non_gendered"))

    def _pairs(self, rows: Dataset, run: _Run) -> Dataset:
        rows = annotate(rows, Chain(*self.transforms), self.num_proc)
        run.steps += [describe_step(transform, len(rows), len(rows)) for transform in self.transforms]
        return unfold_pairs(run.keep(rows, "pair_reason", type(self.transforms[-1]).__name__))

    def _clean(self, pairs: Dataset, name: str, run: _Run) -> Dataset:
        repeated = exact_duplicates(pairs, ("source", "target"))
        pairs = run.keep(repeated, "duplicate_reason", "exact_duplicates of pairs")
        if self.noise is None:
            return pairs
        judged = annotate(pairs, self.noise, self.num_proc)
        run.steps.append(describe_step(self.noise, len(judged), len(judged)))
        return run.keep(judged, "noise_reason", name)


def parallel_pairs(
    rows: Dataset,
    lang: str,
    method: Literal["backward", "forward", "round-trip"] = "backward",
    *,
    rewriter: GenderFair | None = None,
    there: Translator | None = None,
    back: Translator | None = None,
    text_column: str = "text",
    source: Mapping[str, Any] | None = None,
    **options: Any,
) -> Made:
    """Make pairs of sentences and their gender-fair versions from any texts, by one of the paper's three methods.

    Args:
        rows: Texts.
        lang: ``de`` or ``en``.
        method: ``backward`` makes gendered versions of gender-fair sentences by rule, ``round-trip`` by translating
            there and back; ``forward`` makes gender-fair versions of gendered sentences by rule.
        rewriter: With ``forward`` the rules, with ``backward`` the rules that complete half-fair sentences; None takes
            the default of `forward_recipe` and completes none.
        there: With ``round-trip``, translates into another language.
        back: With ``round-trip``, translates back.
        text_column: Column of text.
        source: Where the rows come from, for the report: ``id``, ``licence`` and the like.
        **options: Other attributes of `PairsRecipe`, such as ``copy_share``.

    Returns:
        Pairs, what was left out, and the report.

    Raises:
        ColumnError: The text is missing or not text.
        GenderfairError: There is no such language or method, a translator is missing, or the texts give no pair.

    Example:
        >>> made = parallel_pairs(Dataset.from_dict({"text": ["Kolleg:innen lachen."]}), "de", copy_share=0)
        >>> made.kept["source"][:], made.kept["target"][0]
        (['Kollegen lachen.', 'Kolleginnen lachen.', 'Kolleg:innen lachen.'], 'Kolleg*innen lachen.')
    """
    choose("method", method, ("backward", "forward", "round-trip"))
    if method != "round-trip":
        recipe = (backward_recipe if method == "backward" else forward_recipe)(lang, rewriter, **options)
    elif there is None or back is None:
        raise GenderfairError("method='round-trip' translates there and back: give two translators, there= and back=")
    else:
        recipe = round_trip_recipe(lang, there, back, **options)
    made = recipe.build(rows, source, text_column)
    if not len(made.kept):
        raise GenderfairError(recipe.nothing_made(made.report))
    return made


def forward_recipe(lang: str, rewriter: GenderFair | None = None, **options: Any) -> PairsRecipe:
    """Return the recipe of forward augmentation: gendered text of any kind, rewritten by the rules."""
    # ``forward_recipe("de").build(rows).kept`` makes pairs of any German texts.
    rules = rewriter or GenderFair(lang, scope="all")
    return PairsRecipe(lang, (ForwardPairs(rules),), "biased", noise=PairNoise(lang), **options)


def backward_recipe(lang: str, completing: GenderFair | None = None, **options: Any) -> PairsRecipe:
    """Return the recipe of backward augmentation: gender-fair text, with gendered versions made by rule."""
    # ``backward_recipe("de").build(rows).kept`` makes pairs of texts that hold gender-fair forms (pair forms count).
    return PairsRecipe(lang, (BackwardPairs(lang, completing=completing),), noise=PairNoise(lang), **options)


def round_trip_recipe(
    lang: str,
    there: Translator,
    back: Translator,
    kind: PairedGender = "masculine",
    tag: str = "",
    **options: Any,
) -> PairsRecipe:
    """Return the recipe of round-trip augmentation: gender-fair text, translated there and back and merged."""
    transforms = (FairText(lang), RoundTrip(there, back, tag), RoundTripPairs(kind))
    return PairsRecipe(lang, transforms, noise=PairNoise(lang), **options)


def _pair_answers(pairs: int, copies: int, sentences: int) -> list[str]:
    """Say how many pairs were made."""
    made = f"{counted(pairs, 'pair')} with a change and {counted(copies, 'copy', 'copies')} were made"
    return [f"{made} of {counted(sentences, 'sentence')}."]


def _pair_examples(pairs: Dataset) -> Iterator[TextExample]:
    """Yield pairs whose sides differ."""
    for pair in pairs:
        if pair["source"] != pair["target"]:
            kind = kind_in_words(str(pair["kind"]))
            yield changed_example("Source and target", pair["source"], pair["target"], f"source: {kind}")


def _classes_table(rows: Dataset) -> Table:
    """Return the number of sentences of each class."""
    counted = Counter(rows["gender_class"][:])
    cells: list[list[Any]] = [[name, count] for name, count in sorted(counted.items(), key=_by_count)]
    heads = {"class": "what it is", **kinds_in_words(counted)}
    return Table("gender_classes", "What the sentences are", ["class", "sentences"], cells, heads=heads)


def _forms_table(rows: Dataset) -> Table:
    """Return the number of gender-fair forms of each kind, and of their sentences."""
    forms: Counter[str] = Counter()
    sentences: Counter[str] = Counter()
    for found in rows["gender_fair_kinds"]:
        forms.update(found)
        sentences.update(set(found))
    cells: list[list[Any]] = [[name, count, sentences[name]] for name, count in sorted(forms.items(), key=_by_count)]
    heads = {"form": "written with", **kinds_in_words(forms)}
    return Table("gender_fair_forms", "Gender-fair forms", ["form", "forms", "sentences"], cells, heads=heads)


def _pairs_table(pairs: Dataset) -> Table:
    """Return the number of pairs of each kind and method."""
    counted = Counter(zip(pairs["kind"][:], pairs["method"][:], strict=True))
    cells: list[list[Any]] = [[*key, count] for key, count in sorted(counted.items(), key=_by_count)]
    used = {name: words for key in counted for name, words in kinds_in_words(key).items()}
    heads = {"kind": "source", "method": "how it was made", **used}
    return Table(PAIRS_TABLE, "Pairs by source and method", ["kind", "method", "pairs"], cells, heads=heads)


def _draw_pairs(pairs: Dataset) -> Figure:
    """Draw the number of pairs by kind of source."""
    kinds = sorted(Counter(pairs["kind"][:]).items(), key=_by_count)
    parts = {kind_in_words(kind): count for kind, count in kinds}
    return parts_figure(f"Pairs by what their source is (n = {len(pairs):,})", parts)


def _by_count(item: tuple[Any, int]) -> tuple[int, Any]:
    return -item[1], item[0]


def _where(rows: Dataset, names: pa.Array, name: str | None) -> Dataset:
    return rows.select([index for index, value in enumerate(names.to_pylist()) if value == name])


@dataclass
class _Run:
    """The steps of one call of `PairsRecipe.build`, and what they left out."""

    steps: list[Step]
    tables: list[Table] = field(default_factory=list)
    left_out: list[Dataset] = field(default_factory=list)

    def step(self, name: str, parameters: dict[str, Any], rows_in: int, rows_out: int) -> None:
        self.steps.append(Step(name, "1", parameters, rows_in, rows_out))

    def keep(self, rows: Dataset, column: str, step: str) -> Dataset:
        """Return the rows without a reason; the others are left out with theirs."""
        kept, excluded = Keep(column).split(rows)
        self.step(step, {"keep": column}, len(rows), len(kept))
        if len(excluded):
            self.left_out.append(_excluded(excluded.rename_column(column, "reason"), step))
        return kept.remove_columns(column)

    def leave_out(self, rows: Dataset, reason: str, step: str) -> None:
        if len(rows):
            reasons = [reason] * len(rows)
            self.left_out.append(_excluded(rows.add_column("reason", reasons, feature=Value("string")), step))

    def excluded(self) -> Dataset:
        if not self.left_out:
            return Dataset.from_dict({name: [] for name in EXCLUDED_FEATURES}, features=EXCLUDED_FEATURES)
        return concatenate_datasets(self.left_out).flatten_indices()


def _excluded(rows: Dataset, step: str) -> Dataset:
    """Return sentences or pairs in the columns of `EXCLUDED_FEATURES`."""
    if "source" in rows.column_names:
        rows = rows.rename_column("source", "text")
    elif "target" in rows.column_names:
        rows = rows.remove_columns("target")
    if "target" not in rows.column_names:
        rows = rows.add_column("target", pa.nulls(len(rows), pa.string()), feature=Value("string"))
    rows = rows.add_column("step", [step] * len(rows), feature=Value("string"))
    return rows.select_columns(list(EXCLUDED_FEATURES)).cast(EXCLUDED_FEATURES)
