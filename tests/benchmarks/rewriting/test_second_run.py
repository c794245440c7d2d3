"""What the benchmark of second runs counts."""

from benchmarks.rewriting import quality


def test_only_what_a_second_run_changes_counts():
    def run(texts):
        return [text[:-1] if text.endswith("!!") or text == "once!" else text for text in texts]

    assert list(quality.changed_again(run, ["still", "once!", "twice!!!"])) == [("twice!!!", "twice!!", "twice!")]
