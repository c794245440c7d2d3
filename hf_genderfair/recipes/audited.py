"""Audit a data set: who is represented in its texts, in one report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from datasets import Dataset, DatasetDict

from hf_genderfair.actors.findings import ActorFindings, actor_examples, actor_findings, quote_examples
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.batches import check_columns, check_rows
from hf_genderfair.core.counts import Target, share
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import Within, language_tag
from hf_genderfair.core.transform import Transform, annotate
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.hub.lines import PROBLEM
from hf_genderfair.languages.chain import Chain
from hf_genderfair.languages.coreference.mention import EVIDENCE_SOURCES, EvidenceSource
from hf_genderfair.languages.identification import language_counts
from hf_genderfair.languages.types import MARKED_GENDERS
from hf_genderfair.lexicons.word_lists import WordList, audited_lists, opened, word_list
from hf_genderfair.recipes.made import AnyRows, Made, by_split, read_to_end
from hf_genderfair.report.examples import choose_examples, drawn_rows
from hf_genderfair.report.figures import FEWEST, Dot, Figure, dots_figure, draw_table
from hf_genderfair.report.report import Cell, Report, Table, TextExample, describe_step, software_versions
from hf_genderfair.report.sentences import language_name, limits_of
from hf_genderfair.representation.demographic import convergence, count_groups, count_words, words_by_group
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.polarity import GenderPolarity, Polarity
from hf_genderfair.representation.references.ratios import (
    ReferenceCounts,
    count_epicenes,
    count_references,
    epicene_table,
    estimate_ratio,
    ratio_table,
    words_table,
)
from hf_genderfair.representation.references.transform import LANGUAGES, PersonReferences
from hf_genderfair.representation.report import (
    comparison_answers,
    comparison_table,
    convergence_figure,
    convergence_table,
    group_word_examples,
    groups_table,
    polarity_table,
    reference_answers,
    reference_examples,
    representation_answers,
    representation_table,
)
from hf_genderfair.representation.resampling import (
    Comparison,
    RepresentationEstimate,
    compare_representation,
    estimate_representation,
    holm,
)

DETAILS = CardDetails(
    tags=("representation",),
    task_categories=("token-classification",),
    uses="knowing who is represented in these texts, and reading the words that were counted.",
    template="audited_texts.md.j2",
)

COMPARED = "compared with"
"""What names the other data set among what is said of the source."""

NOTHING = "Nothing that is counted here occurs in these texts: too few to say anything."


def audit(
    dataset: AnyRows,
    lang: str,
    *,
    lists: Sequence[str | WordList] | None = None,
    targets: Mapping[str, Target] | None = None,
    compared: AnyRows | None = None,
    paired: bool = False,
    actors: bool = False,
    evidence: tuple[EvidenceSource, ...] = EVIDENCE_SOURCES,
    by: str | None = None,
    text_column: str = "text",
    title: str | None = None,
    source: Mapping[str, Any] | None = None,
    num_proc: int | None = None,
    seed: Annotated[int, Within(0)] = 0,
) -> Made:
    """Measure who is represented: group words, gender polarity and person references (Görge, Derner et al. 2025).

    Args:
        dataset: Rows with a text. A `DatasetDict` is audited split by split, into one report. A stream is
            read to its end.
        lang: Language of the texts: for English gender polarity and the lists of the package, for Catalan, English,
            German, Polish and Spanish person references; for any other only the lists that are given.
        lists: Word lists to count, paths of some, or names of those of the package; None takes the package's for the
            language.
        targets: By attribute, the share that each group should have; equal shares where nothing is given.
        compared: Another version of the data set, or another data set, to compare representation with; with the same
            splits where there are any.
        paired: Row i of both sources is the same document.
        actors: Also who appears, acts, is named and quoted (Urchs 2025), in German and English. Columns of actors that
            are there already are taken as they are.
        evidence: What the gender of an actor may rest on; see `ActorMetrics`.
        by: Column that divides the figures on actors, such as a date or a section; dates are grouped by year.
        text_column: Column of text.
        title: Title of the report; None takes a general one.
        source: Where the texts come from, for the report; ``compared with`` names the other data set.
        num_proc: Number of processes.
        seed: Another seed gives other draws for the intervals.

    Returns:
        The annotated rows, the report and its pictures.

    Raises:
        ColumnError: The text is missing, or a column that is to be added exists already.
        GenderfairError: There is nothing to measure for the language, or nothing to compare; a target belongs to no
            list; pairs are of unequal number or there is only one set; it is no data set, or the two do not have the
            same splits.

    Example:
        >>> rows = Dataset.from_dict({"text": ["She met her brother.", "He waits.", "It rains."]})
        >>> [table.name for table in audit(rows, "en").report.tables][:2]
        ['representation', 'representation_groups']
    """
    lang = language_tag(lang)
    dataset, compared = read_to_end(dataset), compared and read_to_end(compared)
    if isinstance(dataset, DatasetDict):
        shared: dict[str, Any] = {"lists": lists, "targets": targets, "paired": paired, "actors": actors, "by": by}
        shared["evidence"] = evidence
        shared |= {"text_column": text_column, "title": title, "source": source, "num_proc": num_proc, "seed": seed}
        others = _by_split(dataset, compared)
        return by_split(dataset, lambda name, part: audit(part, lang, compared=others[name], **shared))
    given = map(opened, _lists(lists, lang))
    chosen = [words if isinstance(words, WordList) else word_list(words) for words in given]
    _check(lang, chosen, targets or {})
    _check_sets(dataset, compared, paired, bool(chosen))
    check_columns(dataset.column_names, [text_column], in_python="and audit takes another with text_column=")
    check_columns(dataset.column_names, [] if by is None else [by])
    transforms = transforms_of(lang, chosen, text_column, actors, evidence)
    there = set(dataset.column_names)
    missing = [each for each in transforms if not (isinstance(each, ActorMetrics) and set(each.features()) <= there)]
    if actors and evidence != EVIDENCE_SOURCES and transforms[-1] not in missing:
        raise GenderfairError("the rows have the columns of ActorMetrics already: leave evidence out, or these columns")
    if missing:
        dataset = annotate(dataset, Chain(*missing), num_proc)
    tables, figures, answers = _representation(dataset, chosen, targets or {}, seed)
    of_comparison: list[str] = []
    if compared is not None:
        check_columns(compared.column_names, [text_column])
        # what it was made by may have left the columns that are to be added
        other = annotate(compared.select_columns([text_column]), transforms[0], num_proc)
        comparisons = _comparisons(dataset, other, chosen, targets or {}, paired, seed)
        tables.append(comparison_table(comparisons, "here", "compared"))
        known = source or {}
        names = (known[key] for key in ("id", COMPARED) if key in known)
        of_comparison = comparison_answers(comparisons, holm([each.p for each in comparisons]), *names)
    if lang == "en":
        counts = count_groups(dataset, "polarity", ("male", "female")).total()
        tables.append(polarity_table({"all texts": Polarity(counts["male"], counts["female"])}, "words"))
    if lang in LANGUAGES:
        references, pictures, said = _references(dataset, lang, text_column, seed)
        tables += references
        answers += said
        figures |= pictures
    measured = actor_findings(dataset, by) if actors else ActorFindings([], {}, {}, [])
    tables += measured.tables
    # in the order of the answers
    figures = {**measured.figures, **figures}
    tables += [_languages(dataset[text_column], lang, seed), *_problems(dataset)]
    parts = {"group_words": bool(chosen), "references": lang in LANGUAGES, "actors": actors}
    report = Report(
        title or "Who is represented",
        lang,
        [describe_step(transform, len(dataset), len(dataset)) for transform in transforms],
        tables,
        limits=limits_of("audit", *(part for part, holds in parts.items() if holds)),
        sources=[dict(source)] if source else [],
        software=software_versions(),
        answers=[*of_comparison, *measured.answers, *answers] or [NOTHING],
        examples=choose_examples(_examples(drawn_rows(dataset, seed), chosen, lang, text_column, actors)),
    )
    return Made(dataset, report, figures=figures, pages=measured.pages, details=DETAILS)


def _examples(
    rows: Dataset, lists: Sequence[WordList], lang: str, text_column: str, actors: bool
) -> Iterator[TextExample]:
    """Yield texts with the words that are counted, and with their persons and quotes."""
    for words in lists:
        yield from group_word_examples(rows, words.attribute, text_column)
    if lang in LANGUAGES:
        yield from reference_examples(rows, text_column)
    if actors:
        yield from actor_examples(rows, text_column)
        yield from quote_examples(rows, text_column)


def _by_split(dataset: DatasetDict, compared: Dataset | DatasetDict | None) -> Mapping[str, Dataset | None]:
    """Return what is compared with each split."""
    if not dataset:
        raise GenderfairError("there is no split in the data set: nothing to audit")
    if compared is None:
        return dict.fromkeys(dataset)
    if isinstance(compared, Dataset) or set(compared) != set(dataset):
        raise GenderfairError(f"what is compared has other splits than {', '.join(dataset)}: give the same splits")
    return {name: compared[name] for name in dataset}


def _lists(lists: Sequence[str | WordList] | None, lang: str) -> Sequence[str | WordList]:
    if isinstance(lists, (str, WordList)):
        raise GenderfairError("lists holds several word lists: put a single one into a list")
    return audited_lists(lang) if lists is None else lists


def _check(lang: str, lists: Sequence[WordList], targets: Mapping[str, Target]) -> None:
    if not lists and lang not in LANGUAGES:
        raise GenderfairError(
            f"nothing can be measured in {lang!r} without a word list: give one of your own (lists=, --list), "
            f"or one of the languages {', '.join(LANGUAGES)}"
        )
    unknown = sorted(set(targets) - {words.attribute for words in lists})
    if unknown:
        raise GenderfairError(f"a target is given for {unknown[0]!r}, and no list has this attribute")


def _check_sets(dataset: Dataset, compared: Dataset | None, paired: bool, with_lists: bool) -> None:
    check_rows(dataset, "an audit", streams=False)
    if compared is None:
        if paired:
            raise GenderfairError("pairs need another data set to compare with: name it")
        return
    check_rows(compared, "an audit", streams=False)
    if not with_lists:
        raise GenderfairError("representation is compared by group words: give a word list")
    if paired and len(compared) != len(dataset):
        raise GenderfairError(f"pairs need equal numbers of rows: there are {len(dataset)} and {len(compared)}")


def transforms_of(
    lang: str, lists: Sequence[WordList], text_column: str, actors: bool, evidence: tuple[EvidenceSource, ...]
) -> list[Transform]:
    """Return what an audit adds to texts of a language, in this order."""
    transforms: list[Transform] = [GroupWords(tuple(lists), text_column)] if lists else []
    if lang == "en":
        transforms.append(GenderPolarity(text_column=text_column))
    if lang in LANGUAGES:
        transforms.append(PersonReferences(lang, text_column))
    if actors:
        transforms.append(ActorMetrics(lang, text_column, evidence=evidence))
    return transforms


def _representation(
    dataset: Dataset, lists: Sequence[WordList], targets: Mapping[str, Target], seed: int
) -> tuple[list[Table], dict[str, Figure], list[str]]:
    if not lists:
        return [], {}, []
    estimates, curves = [], {}
    for words in lists:
        target = targets.get(words.attribute, "uniform")
        counts = count_groups(dataset, words.attribute, words.groups)
        estimates.append(estimate_representation(counts, target, seed=seed))
        found = words_by_group(count_words(dataset, words.attribute), words.attribute, words.groups)
        curves[words.attribute] = convergence(found, target)
    groups, figures = draw_table(groups_table(estimates), "shares_by_group.png", lambda: _shares_figure(estimates))
    # where too few words occur for shares, there are too few for their order as well
    known = {each.attribute: curves[each.attribute] for each in estimates if each.shares}
    learnt, picture = draw_table(convergence_table(curves), "convergence.png", lambda: convergence_figure(known))
    tables = [representation_table(estimates), groups, learnt]
    return tables, figures | picture, representation_answers(estimates)


def _shares_figure(estimates: Sequence[RepresentationEstimate]) -> Figure:
    rows = []
    for estimate in estimates:
        shares, limits = estimate.representation.shares or {}, estimate.shares or {}
        for group, value in shares.items():
            low, high = limits.get(group, (None, None))
            target = estimate.representation.target[group]
            rows.append(Dot(f"{estimate.attribute}: {group}", value, low, high, (target, target)))
    number = sum(estimate.representation.n for estimate in estimates)
    return dots_figure(f"Share of group words by group (n = {number:,})", rows, "Lines: 95 % intervals over documents.")


def _references(
    dataset: Dataset, lang: str, text_column: str, seed: int
) -> tuple[list[Table], dict[str, Figure], list[str]]:
    counts = count_references(dataset)
    estimate = estimate_ratio(counts, seed=seed)
    name = "all texts"
    tables = [ratio_table({name: estimate}, lang), words_table({name: counts}, {name: estimate})]
    if estimate.epicene.count:
        tables.append(epicene_table(count_epicenes(dataset, text_column), estimate.persons))
    tables[1], figures = draw_table(tables[1], "person_words.png", lambda: _persons_figure(counts))
    return tables, figures, reference_answers(estimate)


def _persons_figure(counts: ReferenceCounts) -> Figure:
    persons = counts.total(persons=True)
    parts = {
        "masculine, ordinary": ("masculine", "plain"),
        "masculine, generic plural": ("masculine", "generic"),
        "feminine, ordinary": ("feminine", "plain"),
        "neuter, ordinary": ("neuter", "plain"),
        "without gender": ("none", "plain"),
    }
    found = {name: int(counts.of((kind,), (gender,)).sum()) for name, (gender, kind) in parts.items()}
    found["epicene"] = int(counts.of(("epicene",), MARKED_GENDERS).sum())
    shares = {name: share(number, persons) for name, number in found.items() if number}
    rows = [
        Dot(name, part.value or 0.0, *((part.low, part.high) if persons >= FEWEST else (None, None)))
        for name, part in shares.items()
    ]
    note = "Lines: 95 % Wilson intervals, which take words for independent."
    return dots_figure(f"Words for persons by grammatical gender (n = {persons:,})", rows, note)


def _comparisons(
    dataset: Dataset, other: Dataset, lists: Sequence[WordList], targets: Mapping[str, Target], paired: bool, seed: int
) -> list[Comparison]:
    return [
        compare_representation(
            count_groups(dataset, words.attribute, words.groups),
            count_groups(other, words.attribute, words.groups),
            paired=paired,
            target=targets.get(words.attribute, "uniform"),
            seed=seed,
        )
        for words in lists
    ]


def _languages(texts: Sequence[str | None], lang: str, seed: int) -> Table:
    counts = language_counts(texts, seed)
    rows: list[list[Cell]] = []
    for (_, code), number in counts.most_common(len(counts)):
        part = share(number, counts.total())
        rows.append([code, number, part.value, part.low, part.high])
    note = (
        f"Of {counts.total():,} texts; the other figures hold for texts in {language_name(lang)}. Unsure: fewer than "
        "40 letters, or no clear language. Interval: 95 % Wilson interval."
    )
    columns = ["language", "texts", "share", "low", "high"]
    names = {code: language_name(code) for _, code in counts}
    heads = {code: name for code, name in names.items() if name != code}
    return Table("languages", "Languages of the texts", columns, rows, note, heads)


def _problems(dataset: Dataset) -> list[Table]:
    """Return a table of the rows that could not be read as they stand; none where there are no such rows."""
    found = Counter(dataset[PROBLEM]) if PROBLEM in dataset.column_names else Counter()
    rows: list[list[Cell]] = [[str(reason), number] for reason, number in found.most_common() if reason]
    note = f"Of {len(dataset):,} rows. They stay in the data, and count as texts without what could not be read."
    table = Table("reading_problems", "Rows that could not be read as they stand", ["problem", "rows"], rows, note)
    return [table] if rows else []
