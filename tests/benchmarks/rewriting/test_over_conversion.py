"""What the benchmark of over-conversion counts, on invented sentences."""

from collections import Counter

from benchmarks.rewriting import quality as benchmark
from hf_genderfair.core.spans import Edit

TEXT = "Gut. Der Lehrer sah ihn und den Zähler der Firma."


def edit(start, original, rule):
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
    sentence = benchmark.Sentence(
        "a", "1", 0, len(text), "dev", {(0, 5): "other", (6, 10): "generic", (16, 22): "generic"}
    )
    edits = [
        Edit(0, 5, "Ihren", "Ihre*n", "possessive", ""),
        Edit(6, 10, "Arzt", "Ärzt*in", "noun", ""),
        Edit(16, 22, "seinen", "seine*ihre*n", "possessive", ""),
    ]
    found = list(benchmark.outcomes(sentence, text, edits))
    assert [(outcome.word, outcome.rewritten) for outcome in found] == [
        ("Ihren", False),
        ("Arzt", True),
        ("seinen", True),
    ]
