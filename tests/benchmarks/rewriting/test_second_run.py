"""What the benchmark of second runs counts."""

from __future__ import annotations

from benchmarks.rewriting import second_run


def test_only_what_a_second_run_changes_counts() -> None:
    def run(texts):
        return [text[:-1] if text.endswith("!!") or text == "once!" else text for text in texts]

    assert list(second_run.changed(run, ["still", "once!", "twice!!!"])) == [
        second_run.Changed("twice!!!", "twice!!", "twice!")
    ]


def test_mutated_texts_settle() -> None:
    results = second_run.benchmark(20, 3, "normalise de")
    assert [measure.value for measure in second_run.measures(results)] == [1.0, 1.0, 1.0]
