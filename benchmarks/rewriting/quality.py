"""Gender-fair rewriting by rules: published test sets, running text labelled by the maintainers, second runs, speed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import Literal, NamedTuple

from benchmarks.languages.fuzzing import fuzzed_texts
from benchmarks.measure import Figures, Measure, grouped
from benchmarks.scores import meet, portion, precision_and_recall, rate_interval, words_kept
from benchmarks.texts import by_line, conllu, conllu_sentences, lines, plain_lines, table_rows
from benchmarks.timing import Work, analysed, annotated, growth, in_turns
from dataset_scripts.models.weights.coreference import read_gap, read_litbank
from hf_genderfair.core.spans import Edit, edit_text
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents, shared_documents
from hf_genderfair.rewriting.evaluate import WordErrors, total_errors, word_errors
from hf_genderfair.rewriting.languages import REWRITING_RULES, normalise
from hf_genderfair.rewriting.rules import RewritingOptions
from hf_genderfair.rewriting.transform import GenderFair

HERE = Path(__file__).parent
SETS = {
    "en": ("en.non-gendered", "en.gendered", "en.opensubtitles", "en.reddit", "en.winobias+"),
    "de": ("de.non-gendered", "de.gendered"),
}
BLOCKS = {"feminine plural": 145, "masculine plural": 145, "feminine singular": 160, "masculine singular": 160}
"""Lines of the German gendered set, in their order."""
RUNNING = {
    "de": ("UD_German-GSD/de_gsd-ud-dev", "UD_German-GSD/de_gsd-ud-test", "UD_German-PUD/de_pud-ud-test"),
    "en": ("UD_English-EWT/en_ewt-ud-dev",),
}
DENSE = {"de": ("de.gendered",), "en": ("en.gendered", "en.opensubtitles", "en.reddit", "en.winobias+")}
RIGHT: dict[Literal["all", "generic"], tuple[str, ...]] = {"all": ("specific", "generic"), "generic": ("generic",)}
"""The labels of words that a scope is to rewrite."""
Run = Callable[..., list[str]]


def rewritten(texts: Sequence[str], lang: str, form: str = "star") -> list[str]:
    """Return texts as our rules rewrite them, everybody in them."""
    found = GenderFair(lang, form=form, scope="all").find(texts)
    return [edit_text(text, each.edits) for text, each in zip(texts, found, strict=True)]


def quality(data: Path) -> Figures:
    """Rewrite the test sets of Amrhein et al. (2023), beside the outputs of the published systems.

    FOLDER holds ``rewriting/`` with ``NAME.src``, ``NAME.trg`` and outputs ``NAME.SYSTEM``: half of the published sets,
    looked at. WER with 95 % bootstrap over lines. German lines stand in four blocks. *Kept* is the share of words that
    the reference leaves alone and the rules too.
    """
    folder = data / "rewriting"
    for lang, names in SETS.items():
        for name in names:
            source, reference = (plain_lines(folder / f"{name}.{end}") for end in ("src", "trg"))
            ours = rewritten(source, lang)
            systems = [path for path in sorted(folder.glob(f"{name}.*")) if path.suffix not in (".src", ".trg")]
            outputs = {path.name.removeprefix(f"{name}."): plain_lines(path) for path in systems}
            rates = {system: _rate(word_errors(reference, output)) for system, output in outputs.items()}
            best = min(rates, key=rates.__getitem__)
            beside = {f"best published, {best}": rates[best], "no rewriting": _rate(word_errors(reference, source))}
            errors = word_errors(reference, ours)
            where = f"{name}, half of the published set, looked at"
            of = partial(Measure, "rewriting, everybody", where, len(source))
            yield of("WER", _rate(errors), *(end / 100 for end in rate_interval(errors)), beside=beside)
            both, words = words_kept(source, reference, ours)
            yield of("other words kept", both / words)
            if name == "de.gendered":
                for block, rate in _blocks(errors).items():
                    yield Measure("rewriting German, by block", name, len(source), "WER", rate, of=block)


def _rate(errors: Sequence[WordErrors]) -> float:
    return total_errors(errors).rate / 100


def _blocks(errors: Sequence[WordErrors]) -> dict[str, float]:
    """Return the word error rates of the German halves and blocks."""
    rows, halves = iter(errors), ("feminine", "masculine", "plural", "singular")
    blocks = {name: list(islice(rows, size)) for name, size in BLOCKS.items()}
    of_halves = {half: [line for name in blocks if half in name.split() for line in blocks[name]] for half in halves}
    return {name: _rate(block) for name, block in {**of_halves, **blocks}.items()}


class Sentence(NamedTuple):
    """A labelled sentence: where it stands, and its words with their labels."""

    file: str
    id: str
    start: int
    end: int
    half: str
    items: dict[tuple[int, int], str]


class Outcome(NamedTuple):
    """A word that was rewritten, or could have been: its half, its label (or ``thing``), and whether it was."""

    half: str
    label: str
    rewritten: bool
    word: str


def over_conversion(data: Path) -> Figures:
    """Rewrite running German, beside 300 sentences labelled by the maintainers.

    FOLDER holds ``treebanks/`` and ``text/`` with what ``dev_de.tsv`` lists; texts are rewritten whole. A rewritten
    word is right with ``scope="all"`` where it stands for a person, with ``scope="generic"`` where for nobody in
    particular. Firms, open cases, articles and adjectives count nowhere. Rules may be looked at on half ``dev`` alone.
    """
    sentences = read_labels()
    sources = {file: _texts(data, file) for file in sorted({sentence.file for sentence in sentences})}
    keys = list(dict.fromkeys(sentence[:2] for sentence in sentences))
    texts = {key: sources[key[0]][key[1]] for key in keys}
    for scope, labels in RIGHT.items():
        found = GenderFair("de", scope=scope).find(texts.values())
        edits = {key: each.edits for key, each in zip(keys, found, strict=True)}
        every = [one for each in sentences for key in [each[:2]] for one in outcomes(each, texts[key], edits[key])]
        for half, name in (("dev", "looked at in development"), ("check", "errors not looked at, totals were")):
            own = [one for one in every if one.half == half and one.label not in ("organisation", "open")]
            made = [one for one in own if one.rewritten]
            right = [one for one in own if one.label in labels]
            both = sum(one.rewritten for one in right)
            where = f"150 sentences of running German, labelled by the maintainers, {name}"
            of = partial(Measure, "rewriting running German", where, len(made), of=f'scope="{scope}"')
            yield from precision_and_recall(of, both, len(made), len(right))


def read_labels(path: Path = HERE / "dev_de.tsv") -> list[Sentence]:
    """Read the table of labels."""
    items = grouped(
        ((file, id, int(start), int(end), half), item) for file, id, start, end, half, _, *item in table_rows(path)
    )
    return [
        Sentence(*key, {(int(item[0]), int(item[1])): item[2] for item in found if item})
        for key, found in items.items()
    ]


def outcomes(sentence: Sentence, text: str, edits: Sequence[Edit]) -> Iterator[Outcome]:
    """Yield every labelled word of a sentence and every rewritten one without a label, but what agrees with a noun."""
    found = dict.fromkeys(sentence.items, False)
    for edit in (edit for edit in edits if sentence.start <= edit.start and edit.end <= sentence.end):
        # a possessive may only agree with the noun after it, as other articles do: Ihren Arzt
        agrees = edit.rule == "possessive" and "*ihr" not in edit.replacement.lower()
        start, end = edit.start - sentence.start, edit.end - sentence.start
        place = next((span for span in sentence.items if meet(span, (start, end))), None)
        if place is not None and not agrees:
            found[place] = True
        elif not agrees and edit.rule not in ("determiner", "adjective", "contraction"):
            yield Outcome(sentence.half, "thing", True, edit.original)
    for (start, end), done in found.items():
        word = text[sentence.start + start : sentence.start + end]
        yield Outcome(sentence.half, sentence.items[start, end], done, word)


def generic_en(data: Path) -> Figures:
    """Rewrite English pronouns with ``scope="generic"``, beside pronouns labelled by the maintainers.

    FOLDER holds ``treebanks/``, ``coreference/`` and ``text/`` with what ``dev_en.tsv`` lists; texts are rewritten
    whole. Right is a rewritten pronoun that stands for nobody in particular. Rules may be looked at on half ``dev``
    alone.
    """
    labels = [(row[0], row[1], int(row[2]), int(row[3]), row[4], row[6]) for row in table_rows(HERE / "dev_en.tsv")]
    sources = {file: _texts(data, file, "en") for file in sorted({label[0] for label in labels})}
    keys = list(dict.fromkeys((label[0], label[1]) for label in labels))
    rewriter = GenderFair("en", scope="generic")
    edits = {key: each.edits for key, each in zip(keys, rewriter.find(sources[f][i] for f, i in keys), strict=True)}
    for half, name in (("dev", "looked at in development"), ("check", "partly looked at")):
        found = [
            (label, any(edit.start < end and start < edit.end for edit in edits[file, id]))
            for file, id, start, end, own, label in labels
            if own == half and label != "open"
        ]
        made, generic = [label for label, done in found if done], [done for label, done in found if label == "generic"]
        particular = [done for label, done in found if label == "particular"]
        where = f"English pronouns, labelled by the maintainers, {name}"
        of = partial(Measure, 'rewriting, scope="generic", English', where, len(made))
        yield from precision_and_recall(of, sum(generic), len(made), len(generic))
        yield of("particular persons rewritten", *portion(sum(particular), len(particular)))


def _texts(data: Path, file: str, lang: str = "de") -> Mapping[str, str]:
    """Return the texts of a collection: sentences or documents of a treebank, GAP, books of LitBank, or lines."""
    if file.startswith("UD_"):
        sentences = conllu_sentences(data / "treebanks", file)
        if lang == "de":
            return {id: text for id, text, _ in sentences}
        found = groupby(sentences, key=lambda each: each[0].rpartition("-")[0])
        return {id: " ".join(text for _, text, _ in of_document) for id, of_document in found}
    if lang == "de":
        return by_line(data, file)
    if "gap-" in file:
        return {row.name: row.text for row in read_gap(data, "development")}
    if "litbank" in file:
        return {chains.name: chains.text for chains in read_litbank(data)}
    return {str(number): line for number, line in enumerate(lines(data / file))}


def second_run(texts: int = 20_000, seed: int = 90210) -> Figures:
    """Rewrite and normalise mutated texts twice: a second run should find nothing to do."""
    for lang, forms in (("de", ("star", "colon", "pair")), ("en", ("star",))):
        ways: dict[str, Run] = {
            "rewrite": rewritten,
            "normalise": lambda found, **of: [normalise(text, **of) for text in found],
        }
        runs = {f"{way} {lang} {form}": partial(ways[way], lang=lang, form=form) for form in forms for way in ways}
        found: dict[str, list[tuple[str, str, str]]] = {name: [] for name in runs}
        mutated = fuzzed_texts(lang, texts, seed)
        while part := list(islice(mutated, 500)):
            # the first runs of all forms share their analyses
            with shared_documents([AnalysisRequest(lang, REWRITING_RULES[lang].layers)]):
                for name, run in runs.items():
                    found[name] += changed_again(run, part)
        for name, wrong in found.items():
            unchanged = portion(texts - len(wrong), texts)
            yield Measure("second run", f"mutated sentences, seed {seed}", texts, "unchanged", *unchanged, of=name)


def changed_again(run: Run, texts: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the texts that a second run changes, after no run, one and two."""
    first = [pair for pair in zip(texts, run(texts), strict=True) if pair[0] != pair[1]]
    second = run([once for _, once in first])
    yield from ((*pair, twice) for pair, twice in zip(first, second, strict=True) if pair[1] != twice)


def speed(data: Path) -> Figures:
    """Rewrite sentences on one core, beside the bare pipeline with the layers that the rules read.

    *Running* text are sentences of treebanks as they come, the others lines of the published test sets.
    """
    for lang in ("de", "en"):
        treebanks = [data / "treebanks" / f"{name}.conllu.xz" for name in RUNNING[lang]]
        running = [text for path in treebanks for _, text, _ in conllu(path)]
        dense = [line for name in DENSE[lang] for line in plain_lines(data / "rewriting" / f"{name}.src")]
        for where, found in (("running text", running), ("sentences that all have something to rewrite", dense)):
            chosen = found[:2_000]
            transform = GenderFair(lang, scope="all")
            request = AnalysisRequest(lang, REWRITING_RULES[lang].layers)
            read = list(documents(chosen, request))
            annotated(chosen, transform)
            works: dict[str, Work] = {
                "": partial(annotated, chosen, transform),
                "the bare pipeline": partial(analysed, lang, chosen, request.layers),
                "rules alone": partial(_ruled, read, lang),
            }
            ours, bare, rules = (len(chosen) / seconds for seconds in in_turns(works, 5).values())
            of = partial(Measure, "rewriting, speed on one core", where, len(chosen), of=lang, unit="sentences/s")
            yield of("", ours, beside={"the bare pipeline": bare})
            yield of("rules alone", rules)
            yield from growth(of, chosen, transform)


def _ruled(read: Sequence[Document], lang: str) -> object:
    return [REWRITING_RULES[lang].rewrite(document, RewritingOptions(scope="all")) for document in read]
