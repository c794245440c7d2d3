import pytest


@pytest.mark.usefixtures("pairs_of_sample")
def test_the_sample_becomes_pairs():
    """The fixture has made them."""


def test_text_in_another_language_gives_no_pairs(run, tmp_path):
    source = tmp_path / "german.txt"
    source.write_text("Die Lehrer/innen streiken heute in Bonn.\n", encoding="utf-8")
    result = run(source, "--out", tmp_path / "pairs")
    assert result.exit_code == 1
    assert "needed are English sentences with they or neutral words" in str(result.exception)
    assert str(result.exception).endswith("1 non_gendered")
    assert not (tmp_path / "pairs").exists()
