"""What the benchmark of over-conversion counts, on invented sentences."""

from __future__ import annotations

from collections import Counter

from benchmarks.rewriting import over_conversion
from benchmarks.rewriting import over_conversion as benchmark
from hf_genderfair.core.spans import Edit

TEXT = "Gut. Der Lehrer sah ihn und den Zähler der Firma."


def edit(start: int, original: str, rule: str) -> Edit:
    return Edit(start, start + len(original), original, original + "*", rule, "")


def test_labels_and_edits_meet():
    items = {(4, 10): "generic", (15, 18): "thing", (27, 33): "thing", (38, 43): "organisation"}
    sentence = benchmark.Sentence("a", "1", 5, len(TEXT), "dev", items)
    edits = [
        edit(0, "Gut", "noun"),
        edit(5, "Der", "determiner"),
        edit(9, "Lehrer", "noun"),
        edit(20, "ihn", "personal"),
        edit(28, "den", "determiner"),
        edit(43, "Firma", "noun"),
    ]
    found = list(benchmark.outcomes(sentence, TEXT, edits))
    assert found == [
        benchmark.Outcome("dev", "agreeing", "generic", True, "Der"),
        benchmark.Outcome("dev", "agreeing", "organisation", True, "den"),
        benchmark.Outcome("dev", "er_noun", "generic", True, "Lehrer"),
        benchmark.Outcome("dev", "pronoun", "thing", True, "ihn"),
        benchmark.Outcome("dev", "er_noun", "thing", False, "Zähler"),
        benchmark.Outcome("dev", "other", "organisation", True, "Firma"),
    ]


def test_shares_leave_out_open_cases_and_articles():
    rows = [
        ("er_noun", "generic", True),
        ("er_noun", "specific", True),
        ("pronoun", "generic", False),
        ("pronoun", "thing", True),
        ("other", "open", True),
        ("agreeing", "generic", True),
    ]
    found = [benchmark.Outcome("dev", kind, label, rewritten, "") for kind, label, rewritten in rows]
    words = [outcome for outcome in found if outcome.kind != "agreeing"]
    assert (benchmark.precision(words, "all").count, benchmark.precision(words, "all").n) == (2, 3)
    assert (benchmark.precision(words, "generic").count, benchmark.precision(words, "generic").n) == (1, 3)
    assert (benchmark.recall(found, "all").count, benchmark.recall(found, "all").n) == (2, 3)
    assert (benchmark.recall(found, "generic").count, benchmark.recall(found, "generic").n) == (1, 2)


def test_classes_of_words():
    kind_of = over_conversion.kind_of
    words = "er Seinem deren die Fahrern Kunden Meisters jedem".split()
    assert [kind_of(word) for word in words] == [
        *["pronoun"] * 4,
        "er_noun",
        "other",
        "er_noun",
        "pronoun",
    ]


def test_the_table_is_what_its_head_says():
    sentences = benchmark.read_labels()
    assert len(sentences) == 300
    assert Counter(sentence.half for sentence in sentences) == {"dev": 150, "check": 150}
    labels = Counter(label for sentence in sentences for label in sentence.items.values())
    head = next(
        line for line in benchmark.LABELS.read_text(encoding="utf-8").splitlines() if line.startswith("# counts")
    )
    counted = ", ".join(f"{label} {count}" for label, count in sorted(labels.items()))
    assert head == f"# counts: 300 sentences, {sum(labels.values())} items: {counted}"
    for sentence in sentences:
        assert all(0 <= start < end <= sentence.end - sentence.start for start, end in sentence.items)


def test_possessives_whose_possessor_stays_go_with_their_noun():
    text = "Ihren Arzt lobt seinen Freund."
    sentence = benchmark.Sentence(
        "a", "1", 0, len(text), "dev", {(0, 5): "other", (6, 10): "generic", (16, 22): "generic"}
    )
    edits = [
        Edit(0, 5, "Ihren", "Ihre*n", "possessive", ""),
        Edit(6, 10, "Arzt", "Ärzt*in", "noun", ""),
        Edit(16, 22, "seinen", "seine*ihre*n", "possessive", ""),
    ]
    found = list(benchmark.outcomes(sentence, text, edits))
    assert [(outcome.word, outcome.kind, outcome.rewritten) for outcome in found] == [
        ("Ihren", "agreeing", True),
        ("Ihren", "pronoun", False),
        ("Arzt", "other", True),
        ("seinen", "pronoun", True),
    ]
