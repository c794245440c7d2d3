"""Actors beside labels and published figures: their gender, gender-fair forms, a corpus as a whole, and speed."""

from __future__ import annotations

import ast
import csv
import json
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import StringIO
from itertools import cycle, islice, product
from pathlib import Path
from typing import Any, NamedTuple

from datasets import Dataset, disable_progress_bars

from benchmarks.actors.quotes import pdnc_files, read_mentions
from benchmarks.balancing.scale import written_totals
from benchmarks.measure import SHARE, Figures, Measure, grouped
from benchmarks.run import in_new_process
from benchmarks.scores import drawn_again, portion, ratio_interval
from benchmarks.texts import articles, by_line, records, table_rows
from benchmarks.timing import (
    GROWTH,
    Work,
    analysed,
    annotated,
    in_turns,
    peak_megabytes,
    read_through,
    warmed_rows,
    words_of,
)
from dataset_scripts.models.weights.coreference import FEMALE, SINGULAR, Chains, read_gap, read_litbank
from hf_genderfair.actors.actor_analysis import ActorAnalyser
from hf_genderfair.actors.columns import QUANTITIES
from hf_genderfair.actors.estimates import BINARY, actors_per_text, ratio
from hf_genderfair.actors.totals import count_actors
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.corpus import find_balance
from hf_genderfair.core.transform import annotate
from hf_genderfair.languages.coreference.mention import (
    PRONOUN,
    GenderEvidence,
    Mention,
    decide_gender,
    pronoun_majority,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.sentiment import LexiconSentiment
from hf_genderfair.languages.types import PERSON_GENDERS, PersonGender

HERE = Path(__file__).parent
PDNC_GENDERS: dict[str, PersonGender] = {"F": "female", "M": "male"}
GENERIC = "generic_masculine"
SETS = {"gnad10k": "section", "germaparl": "date"}
"""The sets that are audited, and the column that divides each."""
SEEN: dict[str, PersonGender] = {"er": "male", "sie": "female", "ihr": "female"}
RUNS: dict[str, dict[str, Any]] = {
    "fewest rows": {},
    "fewest words": {"words_column": "text"},
    "as published": {"method": "paper"},
}
ARTICLE = (
    "Die Bürgermeisterin {name} hat am Montag den neuen Plan vorgestellt. „Wir bauen die Brücke“, sagte sie. "
    "Ihr Stellvertreter meinte, er sei noch nicht überzeugt."
)
NAMES = ("Nora Feldhaus", "Emil Brandtner", "Wilma Kossek", "Jonas Merz", "Ayla Sönmez", "Piet Harms")


class Judged(NamedTuple):
    """A character: what is true, what was decided, and the kinds of evidence."""

    truth: PersonGender
    decided: PersonGender
    kinds: frozenset[str]


def gender(data: Path) -> Figures:
    """Decide on the gender of actors from names, titles and nouns alone, in novels, Wikipedia and German news.

    FOLDER holds ``coreference/`` (LitBank, GAP), ``quotes/pdnc`` and ``text/gnad10k``. The truth are the pronouns of a
    chain (seven of ten of one gender), the table of characters, the pronoun of GAP, or labels by the maintainers.
    *Right* is among those for whom the method gives female or male.
    """
    books = list(read_litbank(data))
    chains = [
        one
        for book, (document, mentions) in zip(books, _named([book.text for book in books], "en"), strict=True)
        for one in _of_chains(book, document, mentions)
    ]
    sets = {
        "LitBank chains": chains,
        "LitBank chains with title or first name": [row for row in chains if row.kinds & {"first name", "title"}],
        "PDNC characters": list(_of_characters(data)),
        "GAP names": list(_of_gap(data)),
        "10kGNAD names": list(_of_news(data)),
    }
    for name, judged in sets.items():
        decided = [row for row in judged if row.decided in BINARY]
        of = partial(Measure, "gender of actors by names, titles and nouns", name, len(judged))
        right = sum(row.decided == row.truth for row in decided)
        yield of("right of those decided", *portion(right, len(decided)))
        yield of("unknown", *portion(len(judged) - len(decided), len(judged)))


def _named(rows: Sequence[str], lang: str) -> Iterator[tuple[Document, list[Mention]]]:
    for document, mentions, _ in read_mentions(rows, lang):
        yield document, [mention for mention in mentions if mention.kind != "pronoun"]


def _judge(truth: PersonGender, mentions: Iterable[Mention]) -> Judged:
    evidence: list[GenderEvidence] = [sign for mention in mentions for sign in mention.evidence]
    return Judged(truth, decide_gender(evidence), frozenset(sign.kind for sign in evidence))


def _of_chains(book: Chains, document: Document, found: Sequence[Mention]) -> Iterator[Judged]:
    """Decide on each chain that has pronouns of one gender, from its other mentions."""
    chains = grouped((book.mentions[span], span) for span in book.kinds)
    named = [span for span, kind in book.kinds.items() if kind != "PRON"]
    by_chain: dict[int, list[Mention]] = defaultdict(list)
    for mention in found:
        head = document.tokens[mention.head]
        # the chain with the shortest mention that holds the head
        if around := [(end - start, (start, end)) for start, end in named if start <= head.start and head.end <= end]:
            by_chain[book.mentions[min(around)[1]]].append(mention)
    for number, spans in chains.items():
        pronouns = [book.text[slice(*span)].lower() for span in spans if book.kinds[span] == "PRON"]
        she, he = (sum(word in forms for word in pronouns) for forms in (FEMALE, SINGULAR - FEMALE))
        if she + he and max(she, he) / (she + he) >= 0.7 and len(pronouns) < len(spans):
            yield _judge("female" if she > he else "male", by_chain[number])


def _of_gap(data: Path) -> Iterator[Judged]:
    """Decide on each name of GAP that a pronoun stands for; the pronoun is the truth."""
    rows = [row for part in ("development", "validation") for row in read_gap(data, part)]
    for row, (_, mentions) in zip(rows, _named([row.text for row in rows], "en"), strict=True):
        for span, is_meant in zip(row.names, row.gold, strict=True):
            if is_meant:
                yield _judge("female" if row.female else "male", _of_actor(mentions, *span))


def _of_actor(mentions: Sequence[Mention], start: int, end: int) -> list[Mention]:
    """Return the mentions of the actors of whom one meets a span."""
    actors = {mention.actor for mention in mentions if mention.start < end and start < mention.end}
    return [mention for mention in mentions if mention.actor in actors]


def _of_news(data: Path) -> Iterator[Judged]:
    """Decide on the labelled persons of German articles; those with an unknown gender are left out."""
    labels = grouped((int(line), label) for line, *label in table_rows(HERE / "gender_dev_de.tsv"))
    rows = {number: text for number, (_, text) in enumerate(articles(data)) if number in labels}
    for number, (_, mentions) in zip(rows, _named(list(rows.values()), "de"), strict=True):
        for start, end, gender in labels[number]:
            if gender in BINARY:
                yield _judge("female" if gender == "female" else "male", _of_actor(mentions, int(start), int(end)))


def _of_characters(data: Path) -> Iterator[Judged]:
    """Decide on each character with a gender in the table."""
    for parts in pdnc_files(data).values():
        text = parts["novel_text.txt"]
        ((_, mentions),) = _named([text], "en")
        actors: dict[int, tuple[Counter[str], list[Mention]]] = defaultdict(lambda: (Counter(), []))
        for mention in mentions:
            names, own = actors[mention.actor]
            own.append(mention)
            if mention.kind == "name":
                name = " ".join(text[mention.start : mention.end].split())
                # names in the table have titles, mentions have none
                before = text[max(0, mention.start - 15) : mention.start].split()[-1:]
                names.update([name, " ".join([*before, name])])
        for row in csv.DictReader(StringIO(parts["character_info.csv"])):
            if row["Gender"] in PDNC_GENDERS:
                called = {row["Main Name"], *ast.literal_eval(row["Aliases"])}
                best = max(sorted(actors), key=lambda actor: sum(actors[actor][0][name] for name in called))
                names, own = actors[best]
                yield _judge(PDNC_GENDERS[row["Gender"]], own if any(names[name] for name in called) else [])


def forms(data: Path) -> Figures:
    """Find gender-fair forms and generic masculines in 300 German sentences labelled by the maintainers.

    FOLDER holds ``text/`` with the rows of ``forms_dev.tsv``, analysed whole; span and form must be equal. Two of three
    strata were drawn for signs of such forms, and none is unseen. Intervals: 95 % bootstrap over sentences.
    """
    labels: dict[tuple[str, str], dict[tuple[int, int], set[tuple[int, int, str]]]] = defaultdict(dict)
    for file, row, start, end, _, *item in table_rows(HERE / "forms_dev.tsv"):
        of_sentence = labels[file, row].setdefault((int(start), int(end)), set())
        if item:
            of_sentence.add((int(start) + int(item[0]), int(start) + int(item[1]), item[2]))
    collections = {file: by_line(data, file) for file in sorted({file for file, _ in labels})}
    rows = [collections[file][row] for file, row in labels]
    reader = ActorAnalyser("evidence", LexiconSentiment("de"), None)
    pairs = []
    for text, analysis, sentences in zip(rows, pipeline("de").analyse(rows), labels.values(), strict=True):
        reading = reader.analyse(Document(text, analysis, "de"))
        found = [(form.start, form.end, form.form) for form in reading.gender_fair_forms]
        found += [(first, last, GENERIC) for first, last in reading.generic_masculine]
        for (first, last), truth in sentences.items():
            pairs.append((truth, {item for item in found if item[0] < last and first < item[1]}))
    where = f"{len(pairs)} sentences, labelled by the maintainers, looked at in development"
    for what, is_generic in (("gender-fair forms", False), ("generic masculine", True)):
        counts = []
        for pair in pairs:
            truth, own = ({item for item in items if (item[2] == GENERIC) == is_generic} for items in pair)
            counts.append((len(truth & own), len(own), len(truth)))
        drawn = drawn_again(counts, 2000)
        right, found_ones, true_ones = map(sum, zip(*counts, strict=True))
        of = partial(Measure, what, where, true_ones)
        yield of("precision", right / found_ones, *ratio_interval(drawn[:, 0], drawn[:, 1]))
        yield of("recall", right / true_ones, *ratio_interval(drawn[:, 0], drawn[:, 2]))


def audit(data: Path, limit: int | None = None) -> Figures:
    """Audit German newspaper articles and speeches: who appears, beside the published figures; and balance both.

    FOLDER holds ``text/gnad10k`` and ``text/germaparl``; Urchs 2025 counted another newspaper. Genders come from all
    evidence, and from the pronouns that its program could see. ``audit_looked_at.tsv`` has what the maintainers found.
    """
    disable_progress_bars()
    for name, column in SETS.items():
        speeches = ((row["date"], row["text"]) for row in records(data / "text" / "germaparl" / "speeches.jsonl.xz"))
        every = [{column: part, "text": text} for part, text in (articles(data) if name == "gnad10k" else speeches)]
        chosen = every[:: max(1, len(every) // limit)][:limit] if limit else every
        rows = annotate(Dataset.from_list(chosen), ActorMetrics("de"))
        for rule, own in (("evidence", rows), ("as published", with_genders(rows))):
            yield from _counted(name, rule, own)
        for by, (run, settings) in product((None, column), RUNS.items()):
            part = "whole" if by is None else f"by {by}"
            of = partial(Measure, "balance of real texts", name, len(rows), of=f"{run}, {part}", unit="")
            yield from _balanced(of, rows, by, settings)


def _counted(name: str, rule: str, rows: Dataset) -> Figures:
    totals = count_actors(rows)
    of = partial(Measure, "actors counted", name, totals.number("texts"), of=f"by {rule}")
    for figure, over, under, some, of_all in table_rows(HERE / "published_totals.tsv"):
        by_text = under == "texts_with_actors"
        found = actors_per_text(totals) if by_text else ratio(totals, over, under, BINARY)
        unit, published = SHARE if "share" in figure else "", {"Urchs 2025": _rounded(int(some) / int(of_all))}
        yield of(figure, _rounded(found.value), unit=unit, beside=published)


def _rounded(value: float | None) -> Any:
    return value if value is None else round(value, 4)


def with_genders(rows: Dataset) -> Dataset:
    """Return the rows with actors as the published program could see them in the same analysis.

    It takes *er*, *sie* and *ihr* for personal pronouns, and no possessives. Reflexives are no objects here.
    """
    counted = []
    for row in rows:
        counts = Counter({f"{gender}_{quantity}": 0 for gender in PERSON_GENDERS for quantity in QUANTITIES})
        actors = _as_published(row)
        for actor in actors:
            if not actor["group"]:
                counts.update({f"{actor['gender']}_{quantity}": actor.get(quantity, 1) for quantity in QUANTITIES})
        counted.append({**row, **counts, "actors": actors})
    return Dataset.from_list(counted, features=rows.features)


def _as_published(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    names = ("mentions", "named", "pronouns", "subjects", "objects")
    words: list[list[GenderEvidence]] = [[] for _ in row["actors"]]
    counts: list[Counter[str]] = [Counter() for _ in row["actors"]]
    for mention in row["actor_mentions"]:
        word = row["text"][mention["start"] : mention["end"]].lower()
        number, is_pronoun = mention["actor"], mention["kind"] == "pronoun"
        if is_pronoun and mention["role"] == "possessor" and word.startswith(("sein", "ihr")):
            continue
        if is_pronoun and word in SEEN:
            words[number].append(GenderEvidence(SEEN[word], "pronoun", PRONOUN, word))
        counts[number].update(["mentions", "pronouns" if is_pronoun else "named"])
        counts[number]["subjects"] += mention["role"] == "subject"
        counts[number]["objects"] += mention["role"] == "object" and word != "sich"
    return [
        actor | {name: counts[number][name] for name in names} | {"gender": pronoun_majority(words[number])}
        for number, actor in enumerate(row["actors"])
    ]


def _balanced(of: Any, rows: Dataset, by: str | None, settings: Mapping[str, Any]) -> Figures:
    """Balance and count what was written; as near as possible where the range is out of reach."""
    found = find_balance(rows, (0.75, 1.25), by=by, force=True, **settings)
    women, men, female, male = totals = written_totals(found.kept)
    if found.reached and not found.bounds.hold(totals):
        raise AssertionError("the written rows are not in the range")
    bounds = [each.bound for each in found.strata if each.bound is not None]
    complete = len(bounds) == sum(each.verdict != "nobody" for each in found.strata)
    cost = sum(each.cost for each in found.strata)
    yield of("left out", cost, beside={"bound": sum(bounds) if complete else None})
    yield of("reached", found.reached)
    yield of("ratio of actors", _rounded(women / men if men else None))
    yield of("of mentions", _rounded(female / male if male else None))


def speed(data: Path, articles: int = 10_000) -> Figures:
    """Analyse actors on one core, beside the bare pipeline and a reading without use, and over many articles."""
    for lang in ("de", "en"):
        transform = ActorMetrics(lang)
        rows = warmed_rows(data, lang, 30_000, transform)
        works: dict[str, Work] = {"bare": partial(analysed, lang, rows), "reading": partial(read_through, lang, rows)}
        works["ours"] = partial(annotated, rows, transform)
        taken, words = in_turns(works, 5), words_of(rows)
        of = partial(Measure, "actors, speed on one core", "real texts, words", words, of=lang)
        yield of("over the bare reading", taken["ours"] / taken["reading"], unit="times", beside={"target": 1.1})
        yield of("over the bare pipeline", taken["ours"] / taken["bare"], unit="times")
        yield of("", words / taken["ours"], unit="words/s")
    for times in GROWTH:
        number = articles * times // GROWTH[-1]
        yield Measure("actors de, memory", "short articles", number, "peak", in_new_process(_memory, number), unit="MB")


def _memory(articles: int) -> float:
    """Annotate short articles on disk in this process, and return its peak of memory."""
    disable_progress_bars()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "articles.jsonl"
        with path.open("w", encoding="utf-8") as lines:
            for number, name in enumerate(islice(cycle(NAMES), articles)):
                lines.write(json.dumps({"text": f"{ARTICLE.format(name=name)} Beschluss Nummer {number}."}) + "\n")
        annotate(Dataset.from_json(str(path), cache_dir=folder), ActorMetrics("de"))
    return round(peak_megabytes())
