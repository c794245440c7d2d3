"""Write the measured figures from the results files into docs/figures.md, and ten of them into README.md.

    python -m benchmarks.readme_table

Replaces what stands between the two markers; no figure there is typed by hand. A benchmark without results has no row.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.readme_counterfactuals import heap_rows
from benchmarks.readme_effects import effects_rows
from benchmarks.readme_pipelines import pipelines_quality_rows, pipelines_speed_rows, pipelines_torch_rows
from benchmarks.readme_scale import Row, scale_rows
from benchmarks.readme_ten import ten_rows
from hf_genderfair.report.render import table_markdown
from hf_genderfair.report.report import Table

ROOT = Path(__file__).parents[1]
START, END = "<!-- measured:start -->", "<!-- measured:end -->"
HIT_RATES = {"A": "8 %", "B": "1 %"}
CONTEXTS = ("window", "adjacent", "none")


def quality_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield precision and recall of the tagger by context, and its labels."""
    where = f"{results['sentences']:,} treebank sentences ({', '.join(results['files'])})"
    for context in CONTEXTS:
        tokens = results[context]["tokens"]
        figures = f"precision {_interval(tokens, 'precision')}, recall {_interval(tokens, 'recall')}"
        yield [f'forms, context="{context}"', where, tokens["hit"] + tokens["miss"], figures]
    for setting, part in (("quotations counted", "labels_quotations_counted"), ("as shipped", "labels_default")):
        labels = results[CONTEXTS[0]][part]
        yield [f"labels, {setting}", where, labels["hit"] + labels["miss"], f"F1 {labels['f1']:.3f}"]


def hand_check_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the share of fragments that the maintainers found right."""
    for part, name in (("all", "web text and speeches"), ("web", "web text"), ("speeches", "speeches")):
        right = results[part]["none"]
        low, high = right["interval"]
        figures = f"{right['share']:.3f} right ({low:.3f}–{high:.3f})"
        yield ["fragments, checked by hand", f"{name}, drawn by seed", right["n"], figures]


def speed_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the speed of the tagger on one core, beside grep on the same rows."""
    for name, run in results.items():
        rate, _, size = name.partition(" ")
        figures = (
            f"{run['mb_s']:.0f} MB/s, {run['ratio']:.2f} of the speed of grep and {run['to_required']:.2f} of that "
            f"with diacritics required, processor time on a busy core; {run['auto']['anonymous_mb']:.0f} MB of memory"
        )
        where = f"{size} of sentences, {HIT_RATES[rate]} with a form"
        yield ["labels, speed on one core", where, run["auto"]["rows"], figures]


def command_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the speed of the whole command, beside grep on the same lines."""
    for source in ("standard input", "file"):
        run = results["commands"][f"tag, {source}"]
        figures = f"{run['mb_s']:.0f} MB/s, {1 / run['to_grep']:.2f} of the speed of grep, start-up included"
        where = f"{results['megabytes']:.0f} MB of invented lines, 1 % with a form"
        yield [f"`tag --jsonl` from {source}", where, results["rounds"], figures]


def duplicates_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the speed of the duplicate test on the largest input."""
    ours = max((run for run in results["runs"] if run["way"] == "vectorised"), key=lambda run: run["rows"])
    plain = max((run for run in results["runs"] if run["way"] == "plain"), key=lambda run: run["rows"])
    figures = (
        f"{ours['krows_per_second']:.0f},000 rows/s, {ours['state_bytes_per_kept_row']:.0f} bytes of state a kept row; "
        f"row by row: {plain['krows_per_second']:.0f},000 rows/s"
    )
    yield ["duplicates, speed on one core", "generated texts", ours["rows"], figures]


def representation_quality_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield gender polarity beside the published counts, and what becomes of Small Heap when it is made neutral."""
    samples = results["polarity"]["paper"].values()
    exact = sum(sample["exact"] for sample in samples)
    pairs = ", ".join(f"{sample['male']}:{sample['female']}" for sample in samples)
    figures = f"{pairs}; {exact} of {len(samples)} exactly as published"
    yield ["gender polarity as published", "Europarl and CCAligned, 1,000 sentences each", len(samples), figures]
    for edition in ("published", "corrected"):
        twin = results["editions"][edition]["twins"]["small_heap excerpts"]["lines"]
        low, high = twin["interval"]
        figures = (
            f"{twin['original']:.3f} → {twin['neutral']:.3f}, difference {twin['difference']:.3f} ({low:.3f} to "
            f"{high:.3f}), p = {twin['p']:.4f}; whole set in the paper: {results['published']['gender']} → "
            f"{results['published']['gender, neutral']}"
        )
        name = f"demographic representation of gender, {edition} word list"
        yield [name, "excerpts of Small Heap and its neutral twin, lines", twin["documents"][0], figures]


def group_words_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the speed of group words on one core, beside grep with the same words on the same rows; largest files."""
    names = {"gender": "the list of gender", "all": "all lists", "long": "a list of 100,000 words"}
    largest = max(run["megabytes"] for run in results.values())
    for name, run in results.items():
        if run["megabytes"] < largest / 2:
            continue
        corpus, size, unit, which = name.split()
        grep = f", {run['ratio']:.2f} of the speed of grep" if "ratio" in run else ""
        figures = f"{run['mb_s']:.0f} MB/s{grep}; {run['anonymous_mb']:.0f} MB of memory"
        yield [f"group words, {names[which]}, speed on one core", f"{corpus}, {size} {unit}", run["words"], figures]


def references_quality_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield how well person references are found, beside the best published language model."""
    published = {"es": "gpt-4-turbo in the paper", "ca": "gpt-4-turbo in the paper"}
    sets = {"de": "treebanks, labelled by the maintainers", "pl": "treebanks, labelled by the maintainers"}
    for lang, found in results.items():
        scores = {name: found[name] for name in ("f_score", "person_f_score")}
        f_score, person = (f"{s['value']:.3f} ({s['low']:.3f}–{s['high']:.3f})" for s in scores.values())
        best = max((scores[-1] for scores in found.get("published", {}).values()), default=None)
        beside = f"; {published[lang]}: F {best / 100:.3f} on all of its sentences" if best else ""
        error = found["ratio_error"]["value"]
        figures = f"F {f_score}, of persons {person}; masculine to feminine {_signed(error)} against the truth{beside}"
        where = f"development half of the published sentences, {found['tally']['sentences']} sentences"
        yield [f"person references {lang}", sets.get(lang, where), found["tally"]["persons"], figures]


def references_bias_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the ratio of masculine to feminine words in stories written about men, women and both, and in speeches."""
    for group in ("stories", "speeches"):
        for name, found in results[group].items():
            if not isinstance(found, Mapping):
                continue
            ratio = found["ratio"]
            limits = f" ({ratio['low']:.3g}–{ratio['high']:.3g})" if ratio["low"] is not None else ""
            figures = f"masculine to feminine {ratio['value']:.3g}{limits}"
            yield [f"person references, {group}", name, found["persons"], figures]


def references_speed_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the speed of person references beside the bare pipeline with the same layers."""
    for lang, run in results["languages"].items():
        beside = f", {run['ratio']:.2f} of the bare pipeline" if run["ratio"] is not None else ""
        figures = f"{run['words_per_second']:,.0f} words/s{beside}; {run['anonymous_mb']:.0f} MB of memory"
        yield [f"person references {lang}, speed on one core", "real texts, words", run["words"], figures]


def generation_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield how fast a small language model answers on the processor: a test of the plumbing, not of quality."""
    for run in results["ways"]:
        rate = f"{run['tokens_per_second']} tokens/s, " if run["tokens_per_second"] else ""
        figures = f"{rate}{run['calls']} calls, {run['cached_share']:.0%} from the cache, {run['unparsed']} unparsed"
        yield [f"language model, {run['way']}", results["model"], run["requests"], figures]


def coreference_en_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield how often English pronouns go to the right actor, beside published figures."""
    for name, how in (("shipped", "weights fitted on it too"), ("cross-validated", "5 folds by page")):
        gap = results["gap"][name]
        figures = (
            f"F {_limits(gap['f'])}, female/male {_limits(gap['ratio'])}; published: parallelism "
            "0.669, Lee et al. 2017 0.640, BERT and later 0.85–0.92"
        )
        yield [f"English pronouns, {how}", "GAP dev and validation, own mentions", gap["n"], figures]
    fiction = results["litbank"]["cross-validated"]["he and she, right"]
    yield ["English pronouns, he and she, 5 folds by book", "LitBank", fiction["n"], f"right {_limits(fiction)}"]
    right = results["winobias"]["right"]
    for kind in ("type1", "type2"):
        pro, anti = right[f"{kind} pro"], right[f"{kind} anti"]
        figures = f"right {pro['value']:.3f} pro-, {anti['value']:.3f} anti-stereotyped"
        yield [f"English pronouns and stereotypes, {kind}", "WinoBias dev", pro["n"] + anti["n"], figures]


def coreference_de_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield how often German pronouns for one person go to the right actor, beside the nearest that agrees."""
    for name in ("corefpro", "parcorfull"):
        ours, nearest = results[name]["ours"], results[name]["nearest"]
        figures = (
            f"right {_limits(ours['all'])}, precision {_limits(ours['precision'])}; nearest that agrees: "
            f"right {nearest['all']['value']:.3f}"
        )
        yield ["German pronouns for persons", name, ours["all"]["n"], figures]


def quotes_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield how well quotes and their speakers are found."""
    for kind in ("direct", "indirect"):
        for name, scores in results[kind].items():
            overlap = f", overlapping F {_bounded(scores['overlap'])}" if "overlap" in scores else ""
            figures = f"span F {_bounded(scores['span'])}{overlap}, speaker right {_bounded(scores['right'])}"
            yield [f"{kind} quotes", name, scores["gold"], figures]


def forms_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield how well gender-fair forms and generic masculines are found."""
    for kind in ("gender_fair_forms", "generic_masculine"):
        scores = results[kind]["exact"]
        figures = f"precision {_limits(scores['precision'])}, recall {_limits(scores['recall'])}"
        where = f"{sum(results['sentences'].values())} sentences, labelled by the maintainers, looked at in development"
        yield [kind.replace("_", " ").replace("gender fair", "gender-fair"), where, scores["n"], figures]


def gender_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield how often the gender of an actor is right, and how often it is left open."""
    for name, parts in results.items():
        if isinstance(parts, Mapping) and "all" in parts:
            scores = parts["all"]
            figures = f"right {_limits(scores['accuracy'])} of those decided, unknown {_limits(scores['unknown'])}"
            yield ["gender of actors by names, titles and nouns", name, scores["n"], figures]


def balance_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield what balancing leaves out at the size of a newspaper, beside the bound and the published procedure."""
    largest = max(run["texts"] for run in results["scale"])
    for run in results["scale"]:
        if run["texts"] == largest and run["reached"]:
            figures = (
                f"{run['cost']:,} left out, bound {run['bound']:,}; ratios {run['actors']:.3f} and "
                f"{run['mentions']:.3f}; {run['seconds']:.0f} s, {run['memory_gib']:.1f} GiB"
            )
            yield [f"balance, {run['run']}", "synthetic corpus with the totals of the paper", run["texts"], figures]


IN_KIND = (
    "actors per text with one",
    "mentions per actor",
    "named share of mentions",
    "object share of subjects and objects",
    "direct share of quotes",
)
"""Figures that are held against those of the paper, which are of another newspaper."""


def audit_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield figures of real texts beside those of the paper, and what balancing them leaves out."""
    for name in ("gnad10k", "germaparl"):
        for rule in ("evidence", "as published"):
            found = {
                row["figure"]: row for row in results[name]["published"] if (row["rule"], row["of"]) == (rule, "both")
            }
            parts = [f"{figure} {found[figure]['value']:.2f} ({found[figure]['published']:.2f})" for figure in found]
            chosen = [part for part in parts if part.startswith(IN_KIND)]
            texts = found["share of texts with a female or male actor"]["by"]
            yield [f"actors, counted by {rule} (the paper)", name, texts, ", ".join(chosen)]
        for run in results[name]["balance"]["0.75 to 1.25"]["removal"]:
            part = "whole" if run["by"] == "–" else f"by {run['by']}"
            figures = (
                f"{run['cost']:,} left out, bound {run['bound']:,}; reached: {run['reached']}; ratios "
                f"{run['actors']:.3f} and {run['mentions']:.3f}"
            )
            yield [f"balance, {run['run']}, {part}", name, run["rows"], figures]


def actors_speed_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield what the actor analysis costs on top of the pipeline, and its memory."""
    for lang, run in results["languages"].items():
        figures = f"{run['cost']:.0%} on top of the bare pipeline; {run['words_per_second']:,.0f} words/s"
        yield [f"actors {lang}, speed on one core", "real texts, words", run["words"], figures]
    for run in results["memory"]:
        yield ["actors de, memory", "short articles", run["articles"], f"{run['peak_mb']:,} MB at most"]


def chain_cost_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield what references, actors and rewriting cost together over analysing the texts once."""
    for lang, run in results["languages"].items():
        over, room = run["over_bare"], run["room"]
        figures = (
            f"{over['chained']:.2f} times the bare pipeline in a chain, {over['kept']:.2f} behind kept analyses, "
            f"{over['apart']:.2f} apart; {room['memory']:.0f} bytes a word, {room['parquet']:.0f} in Parquet"
        )
        yield [f"references, actors and rewriting {lang}, cost", "news articles, words", run["words"], figures]


def start_up_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the processor time of commands that have one line to read, or none."""
    for run in results["commands"].values():
        figures = f"{run['seconds']:.2f} s of the processor, {run['bare_seconds']:.2f} s for Python alone"
        yield [f"start of `hf-genderfair {run['arguments']}`", "one line or none", results["rounds"], figures]


def rewriting_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the word error rate of the rules beside that of the best published system and of the source."""
    for name, of in results["sets"].items():
        systems = of["systems"]
        ours, best = systems["rules"], of["best_published"]
        both, words = of["kept"]["rules"]
        figures = (
            f"WER {ours['rate']:.2f} % ({ours['low']:.2f}–{ours['high']:.2f}); best published ({best}) "
            f"{systems[best]['rate']:.2f} %, no rewriting {systems['source']['rate']:.2f} %; "
            f"{both / words:.2%} of other words kept"
        )
        yield ["rewriting, everybody", f"{name}, half of the published set, looked at", of["lines"], figures]
    blocks = results["sets"]["de.gendered"]["blocks"]["rules"]
    yield [
        "rewriting German, by block",
        "de.gendered",
        results["sets"]["de.gendered"]["lines"],
        "WER " + ", ".join(f"{name} {rate:.2f} %" for name, rate in blocks.items()),
    ]


def over_conversion_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield how many of the words rewritten in running German are to be rewritten, and how many of those are."""
    for scope in ("all", "generic"):
        for half, name in (("dev", "looked at in development"), ("check", "errors not looked at, totals were")):
            found = results[scope]["every word"][half]
            figures = f"precision {_limits(found['precision'])}, recall {_limits(found['recall'])}"
            where = f"150 sentences of running German, labelled by the maintainers, {name}"
            yield [f'rewriting, scope="{scope}"', where, found["precision"]["n"], figures]


def rewriting_generic_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield whom English rewriting takes for nobody in particular."""
    for half, name in (("dev", "looked at in development"), ("check", "partly looked at")):
        found = results[half]["all"]
        figures = (
            f"precision {_limits(found['precision'])}, recall {_limits(found['recall'])}; particular persons rewritten "
            f"{_limits(found['wrongly touched'])}"
        )
        where = f"English pronouns, labelled by the maintainers, {name}"
        yield ['rewriting, scope="generic", English', where, found["precision"]["n"], figures]


def neural_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield what a small rewriter learns on a processor, and what choosing by it does to the rules."""
    where = "de.gendered and de.non-gendered, never trained on"
    for point in results["learning_curve"]:
        figures = (
            f"WER {point['gendered']:.2f} % and {point['non-gendered']:.2f} % after "
            f"{point['processor_seconds'] / 60:.0f} minutes of one core"
        )
        yield [f"small neural rewriter, {point['step']} steps", where, results["pairs"], figures]


def rewriting_speed_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield how many sentences a second the rules rewrite."""
    for lang, parts in results["languages"].items():
        for kind, where in (("running", "running text"), ("dense", "sentences that all have something to rewrite")):
            run = parts[kind]
            figures = (
                f"{run['sentences_per_second']:,.0f} sentences/s, {run['ratio']:.2f} of the bare pipeline's speed; "
                f"rules alone {run['rules_sentences_per_second']:,.0f} sentences/s"
            )
            yield [f"rewriting {lang}, speed on one core", where, run["sentences"], figures]


def stereotypes_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield how well rules read indicators of stereotypes, and what their strength and a threshold are worth."""
    read = results["indicators"]["end to end"]["all"]
    names = ("target_type", "connotation", "gram_form", "ling_form", "situation", "generalization")
    figures = ", ".join(f"{name} {read[name]['accuracy']['value']:.3f}" for name in names)
    yield ["indicators of stereotypes, accuracy", "published annotations", read["target_type"]["n"], figures]
    told = results["evaluation"]
    figures = f"accuracy {_limits(told['accuracy'])}, most frequent value {told['majority']:.3f}"
    yield ["sentiment of what is told", "sentences labelled by the maintainers", told["n"], figures]
    strength = results["strength"]
    refitted = list(strength["refitted"].values())[-2]
    models = {name: strength[name]["test"]["raw"] for name in ("published", "published, with sentiment")}
    models["refitted, not shipped"] = refitted["test"]
    figures = "Spearman " + ", ".join(f"{name} {_limits(figure)}" for name, figure in models.items())
    where = "human scores, part test, sentences with a label"
    yield ["strength of stereotypes, before scaling", where, strength["published"]["test"]["labelled"], figures]
    pairs = results["pairs"]["all"]
    figures = f"{pairs['higher']} higher, {pairs['tied']} tied, {pairs['lower']} lower"
    yield [
        "the more stereotyping of two sentences scores",
        "pairs of CrowS-Pairs, development part",
        pairs["n"],
        figures,
    ]
    for way in ("may hold a stereotype", "published, with sentiment, score above 0.63", "published ALBERT"):
        found = results["detection"]["all"][way]
        figures = f"accuracy {_limits(found['accuracy'])}, macro-F1 {_limits(found['macro_f1'])}"
        yield [f"detection of stereotypes, {way}", "EMGSD, development part", found["n"], figures]


def content_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield what the content model is worth on sentences whose templates it did not learn from."""
    for way in ("content model", "rules", "published ALBERT"):
        found = results["detection"][way]
        yield [f"stereotypes, {way}", "EMGSD, templates kept out", found["n"], f"macro-F1 {_limits(found['macro_f1'])}"]
    swaps, pairs = results["swaps"]["all"], results["pairs"]["score"]
    yield ["stereotypes, group exchanged", "the same", swaps["n"], f"verdict changes in {_limits(swaps['changed'])}"]
    strength = results["strength"]["all, templates not trained on"]
    figures = f"Spearman {_limits(strength['shipped: indicators and content'])}"
    yield ["strength with the content model", "human scores, templates kept out", strength["n"], figures]
    figures = f"higher in {_limits(pairs['higher of all'])}"
    yield ["the more stereotyping of two sentences, with it", "CrowS-Pairs, kept out", pairs["n"], figures]


def stereotypes_model_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield how often a language model's answers are taken and right; one is far too small and tests the checks."""
    where = {
        "detection": "EMGSD, development part, drawn",
        "assessment": "published annotations, drawn",
        "word choice": "twins written by people, drawn",
        "check": "twins written by people, half of them spoilt, drawn",
    }
    for step, of in where.items():
        if (found := results.get(step)) is None:
            continue
        if step == "assessment":
            read = {name: scores["right"]["value"] for name, scores in found["indicators"].items()}
            right = ", ".join(f"{name} {value:.3f}" for name, value in read.items())
        else:
            right = f"right {_limits(found['right'])}"
        calls = f"{found['calls']} calls, {found['prompt_tokens'] + found['completion_tokens']:,} tokens"
        taken = f"{found['parsed']} parsed, {found['repaired']} repaired, {found['unparsed']} refused"
        yield [f"{results['model']}, {step}", of, found["n"], f"{taken}; {right}; {calls}, {found['seconds']:.0f} s"]


def swaps_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield how close swapped sentences come to twins by people, beside a swap of words by a table."""
    for lang, found in results["languages"].items():
        ours, words = found["methods"]["rules"], found["methods"]["word swap"]["both"]
        low, high = ours["both"]["exact_interval"]
        both = ours["both"]
        figures = f"exact {both['exact_share']:.3f} ({low:.3f}–{high:.3f}), F of changed words {both['f1']:.3f}"
        figures += f"; to male {ours['male']['exact_share']:.3f}, to female {ours['female']['exact_share']:.3f}"
        figures += f"; half that was only counted {found['halves']['counted']['exact_share']:.3f}"
        figures += f"; thirteen pairs of words {words['exact_share']:.3f}, F {words['f1']:.3f}"
        where = "MT-GenEval, development part, half looked at"
        yield [f"sentences swapped to the other gender, {lang}", where, ours["both"]["lines"], figures]


def debiasing_speed_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield what stereotypes and counterfactuals cost beside the bare pipeline."""
    for kind, transforms in results["english"].items():
        for name, of in transforms.items():
            figures = f"{of['rows_per_second']:,.0f} rows/s, {of['ratio']:.2f} of the bare pipeline's speed"
            yield [f"{name}, speed on one core", f"English, {kind} text", of["rows"], figures]
    for lang, of in results["languages"].items():
        figures = f"{of['rows_per_second']:,.0f} sentences/s, {of['ratio']:.2f} of the bare pipeline's speed"
        yield [f"swaps {lang}, speed on one core", "sentences that all have something to swap", of["rows"], figures]


CAPABILITIES: dict[str, dict[str, Callable[[Any], Iterator[Row]]]] = {
    "First-person forms": {
        "first_person/quality": quality_rows,
        "first_person/hand_check": hand_check_rows,
        "first_person/speed": speed_rows,
        "first_person/command": command_rows,
        "first_person/duplicates": duplicates_rows,
    },
    "Who is represented": {
        "representation/quality": representation_quality_rows,
        "representation/group_words_speed": group_words_rows,
        "references/quality": references_quality_rows,
        "references/bias": references_bias_rows,
        "references/speed": references_speed_rows,
        "generation/local": generation_rows,
    },
    "Who acts and is quoted": {
        "actors/coreference_en": coreference_en_rows,
        "actors/coreference_de": coreference_de_rows,
        "actors/quotes": quotes_rows,
        "actors/forms": forms_rows,
        "actors/gender": gender_rows,
        "actors/audit": audit_rows,
        "actors/speed": actors_speed_rows,
    },
    "Balancing": {"balancing/scale": balance_rows},
    "Gender-fair rewriting": {
        "rewriting/quality": rewriting_rows,
        "rewriting/over_conversion": over_conversion_rows,
        "rewriting/generic_en": rewriting_generic_rows,
        "rewriting/speed": rewriting_speed_rows,
        "rewriting/neural": neural_rows,
    },
    "Stereotypes and counterfactuals": {
        "stereotypes/quality": stereotypes_rows,
        "stereotypes/content": content_rows,
        "stereotypes/model": stereotypes_model_rows,
        "counterfactual/quality": swaps_rows,
        "counterfactual/heap": heap_rows,
        "counterfactual/speed": debiasing_speed_rows,
    },
    "Effects on models": {"effects/models": effects_rows},
    "Language pipelines": {
        "languages/quality": pipelines_quality_rows,
        "languages/speed": pipelines_speed_rows,
        "languages/torch_speed": pipelines_torch_rows,
    },
    "Chains, scale and start-up": {
        "scale/chain_cost": chain_cost_rows,
        "scale/runs": scale_rows,
        "scale/start_up": start_up_rows,
    },
}
"""The benchmarks of each capability, with what makes rows of their results."""


def measured_page(folder: Path) -> str:
    """Return all results in a folder as Markdown: a heading and a table for each capability.

    Args:
        folder: Where the benchmarks write their results.

    Returns:
        One row a figure.
    """
    parts = []
    for capability, benchmarks in CAPABILITIES.items():
        paths = {folder / f"{name}.json": describe for name, describe in benchmarks.items()}
        rows = [
            row
            for path, describe in paths.items()
            if path.is_file()
            for row in describe(json.loads(path.read_text(encoding="utf-8"))["results"])
        ]
        if rows:
            table = table_markdown(Table("measured", capability, ["what", "on", "n", "figures"], rows))
            parts.append(f"## {capability}\n\n{table.strip()}")
    return "\n\n".join(parts)


def ten_table(folder: Path) -> str:
    """Return the ten figures of the README as Markdown.

    Args:
        folder: Where the benchmarks write their results.

    Returns:
        The table.
    """
    columns = ["what", "on", "n", "figure (95 % interval)"]
    return table_markdown(Table("ten", "Ten figures", columns, list(ten_rows(folder)))).strip()


def with_figures(document: str, figures: str) -> str:
    """Return a document with the figures between its markers.

    Args:
        document: Its text.
        figures: What stands between the markers.

    Returns:
        The new text.
    """
    before, rest = document.split(START)
    _, after = rest.split(END)
    return f"{before}{START}\n{figures}\n{END}{after}"


def _signed(value: float) -> str:
    return f"{value:+.2f}"


def _limits(figure: Mapping[str, Any]) -> str:
    return f"{figure['value']:.3f} ({figure['low']:.3f}–{figure['high']:.3f})"


def _bounded(figure: Mapping[str, Any]) -> str:
    low, high = figure["interval"]
    return f"{figure['value']:.3f} ({low:.3f}–{high:.3f})"


def _interval(scores: Mapping[str, Any], name: str) -> str:
    low, high = scores[f"{name}_interval"]
    return f"{scores[name]:.3f} ({low:.3f}–{high:.3f})"


def main() -> None:
    """Rewrite both documents."""
    results = Path(__file__).parent / "results"
    for name, figures in (("docs/figures.md", measured_page(results)), ("README.md", ten_table(results))):
        path = ROOT / name
        path.write_text(with_figures(path.read_text(encoding="utf-8"), figures), encoding="utf-8")
        print(f"{name}: {figures.count(chr(10))} lines")


if __name__ == "__main__":
    main()
