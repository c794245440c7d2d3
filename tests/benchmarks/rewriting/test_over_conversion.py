"""What the benchmark of over-conversion counts, on invented sentences."""

from collections import Counter

import numpy as np

from benchmarks import scores
from benchmarks.rewriting import quality as benchmark
from hf_genderfair.core.spans import Edit
from hf_genderfair.rewriting.evaluate import WordErrors

TEXT = "Gut. Der Lehrer sah ihn und den Zähler der Firma."


def edit(start, original, rule):
    return Edit(start, start + len(original), original, original + "*", rule, "")


def test_labels_and_edits_meet():
    items = {(4, 10): "generic", (15, 18): "thing", (27, 33): "thing", (38, 43): "organisation"}
    sentence = benchmark.Sentence("a", "1", 5, len(TEXT), "dev", items)
    edits = [edit(0, "Gut", "noun"), edit(5, "Der", "determiner"), edit(9, "Lehrer", "noun")]
    edits += [edit(20, "ihn", "personal"), edit(28, "den", "determiner"), edit(43, "Firma", "noun")]
    found = list(benchmark.outcomes(sentence, TEXT, edits))
    assert found == [
        benchmark.Outcome("dev", "generic", True, "Lehrer"),
        benchmark.Outcome("dev", "thing", True, "ihn"),
        benchmark.Outcome("dev", "thing", False, "Zähler"),
        benchmark.Outcome("dev", "organisation", True, "Firma"),
    ]


def test_the_table_is_what_its_head_says():
    sentences = benchmark.read_labels()
    assert len(sentences) == 300
    assert Counter(sentence.half for sentence in sentences) == {"dev": 150, "check": 150}
    labels = Counter(label for sentence in sentences for label in sentence.items.values())
    table = (benchmark.HERE / "dev_de.tsv").read_text(encoding="utf-8")
    head = next(line for line in table.splitlines() if line.startswith("# counts"))
    counted = ", ".join(f"{label} {count}" for label, count in sorted(labels.items()))
    assert head == f"# counts: 300 sentences, {sum(labels.values())} items: {counted}"
    for sentence in sentences:
        assert all(0 <= start < end <= sentence.end - sentence.start for start, end in sentence.items)


def test_the_interval_covers_the_rate_of_the_process():
    random = np.random.default_rng(3)
    hits = 0
    for _ in range(60):
        lines = [WordErrors(int(random.random() < 0.2), 1) for _ in range(200)]
        low, high = scores.rate_interval(lines, resamples=300)
        hits += low <= 20 <= high
    assert hits >= 52
