"""What the benchmark of over-conversion counts, on invented sentences."""

from collections import Counter

import numpy as np
import pytest

from benchmarks import scores
from benchmarks.rewriting import quality
from benchmarks.rewriting import quality as benchmark
from hf_genderfair.core.errors import GenderfairError
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


def test_possessives_whose_possessor_stays_go_with_their_noun():
    text = "Ihren Arzt lobt seinen Freund."
    items = {(0, 5): "other", (6, 10): "generic", (16, 22): "generic"}
    sentence = benchmark.Sentence("a", "1", 0, len(text), "dev", items)
    edits = [
        Edit(0, 5, "Ihren", "Ihre*n", "possessive", ""),
        Edit(6, 10, "Arzt", "Ärzt*in", "noun", ""),
        Edit(16, 22, "seinen", "seine*ihre*n", "possessive", ""),
    ]
    found = list(benchmark.outcomes(sentence, text, edits))
    outcomes = {outcome.word: outcome.rewritten for outcome in found}
    assert outcomes == {"Ihren": False, "Arzt": True, "seinen": True}


def test_only_what_a_second_run_changes_counts():
    def run(texts):
        return [text[:-1] if text.endswith("!!") or text == "once!" else text for text in texts]

    assert list(quality.changed_again(run, ["still", "once!", "twice!!!"])) == [("twice!!!", "twice!!", "twice!")]


SOURCE = "Der neue Lehrer, der alle Schüler kennt, ruft seinen Vorsitzenden an."
REFERENCE = "Der*die neue Lehrer*in, der*die alle Schüler*innen kennt, ruft seine*n*ihre*n Vorsitzende*n an."


def test_words_kept_are_those_that_the_reference_keeps():
    kept = sum(one == other for one, other in zip(SOURCE.split(), REFERENCE.split(), strict=True))
    assert scores.words_kept([SOURCE], [REFERENCE], [REFERENCE]) == (kept, kept)
    assert scores.words_kept([SOURCE], [REFERENCE], [SOURCE]) == (kept, kept)
    assert scores.words_kept([SOURCE], [REFERENCE], [REFERENCE.replace("alle", "viele")]) == (kept - 1, kept)


def test_lines_of_unequal_number_are_refused():
    with pytest.raises(GenderfairError, match="give as many of each"):
        scores.words_kept(["a", "b"], ["a"], ["a", "b"])


def test_the_interval_covers_the_rate_of_the_process():
    random = np.random.default_rng(3)
    hits = 0
    for _ in range(60):
        lines = [WordErrors(int(random.random() < 0.2), 1) for _ in range(200)]
        low, high = scores.rate_interval(lines, resamples=300)
        hits += low <= 20 <= high
    assert hits >= 52
