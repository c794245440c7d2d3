"""Hand check of tagged fragments: draw them by seed, and count the verdicts of the maintainers.

    python -m benchmarks.run first_person/hand_check
    python -m benchmarks.run first_person/hand_check --data FOLDER --draw fragments.jsonl

FOLDER holds ``polish/reviews_wykop/*train*`` (lines: label, text) and ``polish/sejm10/speeches.jsonl.xz``. Fragments
are what the corpus recipe keeps. A verdict is 0 (none) or the number of the first of the seven anomalies that applies
(Graliński et al. 2016, section 4): 1 marking, 2 another speaker, 3 quotation or fiction, 4 title, 5 formula,
6 artificial text, 7 foreign language. The verdicts are stored with the row's id and without the text: two readers'
own, labelled by the maintainers, and the one they agreed on.
"""

from __future__ import annotations

import json
import lzma
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from datasets import Dataset

from benchmarks.measure import Measure
from hf_genderfair.core.counts import share
from hf_genderfair.core.keep import Keep
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.duplicates import NormalisedHash, duplicate_reasons
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.tagger import LABELS, FirstPerson

VERDICTS = Path(__file__).with_name("verdicts.tsv")
SEED, DRAWN, SENTENCES = 2016, 100, 5
SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=[A-ZĄĆĘŁŃÓŚŹŻ])")
ANOMALIES = {
    0: ("none", 84.3),
    1: ("marking incorrect", 1.1),
    2: ("another speaker", 9.7),
    3: ("quotation or fiction", 3.2),
    4: ("title", 0.0),
    5: ("formula", 0.0),
    6: ("artificial text", 1.1),
    7: ("foreign language", 0.3),
}
"""Name and share in per cent that the paper found (table 4, n = 1,261)."""


def web_lines(folder: Path) -> Iterator[dict[str, str]]:
    """Yield the training lines of the review and headline sets."""
    for path in sorted((folder / "polish" / "reviews_wykop").glob("*__train.txt.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as stream:
            for number, line in enumerate(stream):
                yield {"id": f"{path.name}:{number}", "text": line.rstrip("\n").partition(" ")[2]}


def speech_lines(folder: Path) -> Iterator[dict[str, str]]:
    """Yield the speeches in passages of five sentences; the source does not mark paragraphs."""
    with lzma.open(folder / "polish" / "sejm10" / "speeches.jsonl.xz", "rt", encoding="utf-8") as stream:
        for number, line in enumerate(stream):
            sentences = SENTENCE.split(json.loads(line)["text"])
            for first in range(0, len(sentences), SENTENCES):
                yield {"id": f"speeches:{number}:{first}", "text": " ".join(sentences[first : first + SENTENCES])}


def draw_fragments(folder: Path, out: Path) -> None:
    """Tag, filter and deduplicate as the recipe does, and draw fragments of each kind of text by seed."""
    with out.open("w", encoding="utf-8") as stream:
        for lines in (web_lines, speech_lines):
            rows = Dataset.from_list(list(lines(folder)))
            rows = Keep("fragment_reason").split(annotate(annotate(rows, FirstPerson("pl")), FragmentReasons())).kept
            rows = Keep("duplicate_reason").split(duplicate_reasons(annotate(rows, NormalisedHash()))).kept
            for index in random.Random(SEED).sample(range(len(rows)), DRAWN):
                row = rows[index]
                own = [form for form in row["first_person_expressions"] if not form["quoted"]]
                marked = [row["text"][form["start"] : form["end"]] for form in own]
                label = LABELS[row["first_person"]]
                record = {"id": row["id"], "label": label, "marked": marked, "text": row["text"]}
                stream.write(json.dumps(record, ensure_ascii=False) + "\n")


def count() -> dict[str, Any]:
    """Print the table of anomalies beside the paper's and return the results."""
    rows = [line.split("\t") for line in VERDICTS.read_text(encoding="utf-8").splitlines()[1:]]
    agreed = share(sum(row[3] == row[4] for row in rows), len(rows))
    results: dict[str, Any] = {"readers_agree": {"count": agreed.count, "n": agreed.n, "share": agreed.value}}
    print(f"two readers give the same verdict to {agreed.count} of {agreed.n} fragments")
    for name, chosen in (
        ("all", rows),
        ("web", [row for row in rows if not row[0].startswith("speeches")]),
        ("speeches", [row for row in rows if row[0].startswith("speeches")]),
    ):
        found = Counter(int(row[2]) for row in chosen)
        print(f"\n{name}, n = {len(chosen)}: ours (95 % interval), paper")
        results[name] = {}
        for number, (label, paper) in ANOMALIES.items():
            part = share(found[number], len(chosen))
            if part.value is None or part.low is None or part.high is None:
                continue
            interval = [part.low, part.high]
            results[name][label] = {"count": part.count, "n": part.n, "share": part.value, "interval": interval}
            figures = f"{part.count:4} {part.value:6.1%} ({part.low:.1%}-{part.high:.1%})"
            print(f"  {number} {label:22} {figures}  {paper:5.1f} %")
    return results


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield the share of fragments that the maintainers found right."""
    paper = ANOMALIES[0][1] / 100
    for part, name in (("all", "web text and speeches"), ("web", "web text"), ("speeches", "speeches")):
        right = results[part]["none"]
        at = partial(Measure, "fragments, checked by hand", f"{name}, drawn by seed", right["n"])
        yield at("right", right["share"], *right["interval"], beside={"Graliński et al. 2016": paper})


def benchmark(data: Path | None = None, draw: Path | None = None) -> dict[str, Any] | None:
    """Count the verdicts, or draw fragments of the data for new ones."""
    if not draw:
        return count()
    if not data:
        raise SystemExit("fragments are drawn from --data")
    draw_fragments(data, draw)
    return None
