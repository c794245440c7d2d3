import pytest


@pytest.mark.usefixtures("pairs_of_sample")
def test_the_sample_becomes_pairs():
    """The fixture has made them."""


def test_forward_takes_other_sentences(made, sample):
    _, audited = made(sample, "--method", "forward", "--copy-share", "0", "--limit", "13")
    assert set(audited.dataset["method"]) == {"forward"}
    assert {"gender_fair", "surplus"} <= set(audited.excluded["reason"])


def test_half_fair_sentences_are_completed(made, tmp_path):
    source = tmp_path / "half.jsonl"
    source.write_text('{"text": "Alle Gärtner*innen fragten den Koch."}\n', encoding="utf-8")
    for options, target in (((), "den Koch."), (("--complete", "--overwrite"), "den*die Köch*in.")):
        _, audited = made(source, *options)
        assert set(audited.dataset["target"]) == {f"Alle Gärtner*innen fragten {target}"}
